#include "allocation_count.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(IS_SANITIZED)

// What an executable defines goes before what its libraries do, so these stand in for the C
// library's own in the whole process and pass every call on under its other names.

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Thread_local uint64_t count;
static _Atomic uint64_t process_count;

static void count_one(void) {
    count++;
    atomic_fetch_add_explicit(&process_count, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
    count_one();
    return __libc_malloc(size);
}

void *calloc(size_t elements, size_t size) {
    count_one();
    return __libc_calloc(elements, size);
}

void *realloc(void *block, size_t size) {
    count_one();
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count_one();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    count_one();
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
    void *new_block = __libc_memalign(alignment, size);
    if (new_block == NULL) return ENOMEM;
    *block = new_block;
    return 0;
}

bool allocation_count_is_available(void) { return true; }

uint64_t allocation_count(void) { return count; }

uint64_t allocation_count_of_process(void) { return process_count; }

#else

bool allocation_count_is_available(void) { return false; }

uint64_t allocation_count(void) { return 0; }

uint64_t allocation_count_of_process(void) { return 0; }

#endif
