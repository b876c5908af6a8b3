#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stdbool.h>
#include <stdint.h>

/// Whether this build of the tests counts at all: with glibc and without a sanitizer.
bool allocation_count_is_available(void);

/// How many blocks of memory the calling thread has asked for so far.
uint64_t allocation_count(void);

/// How many blocks of memory all threads have asked for so far.
uint64_t allocation_count_of_process(void);

#endif
