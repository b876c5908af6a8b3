#pragma once
#include <spawn.h>

// Calls of glibc (2.34) that its headers declare for programs of GNU only, which Swift is not.

extern int pipe2(int descriptors[2], int flags);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *path);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int from);
