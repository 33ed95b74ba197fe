// Calls of the Linux C libraries (glibc and musl) that their Swift modules do not show, because the
// headers show them to GNU programs only or are not part of the modules. Nothing is compiled here.
#ifndef LINUX_CALLS_H
#define LINUX_CALLS_H

// <unistd.h>; offsets have 64 bits whatever the machine.
long copy_file_range(
    int source, long long *_Nullable sourceOffset, int target, long long *_Nullable targetOffset,
    unsigned long count, unsigned int flags);

// <stdio.h>, of glibc alone.
int renameat2(
    int sourceDirectory, const char *_Nonnull source, int targetDirectory,
    const char *_Nonnull target, unsigned int flags);

static const unsigned int renameNoReplace = 1;      // RENAME_NOREPLACE

// <fcntl.h>
int fallocate(int file, int mode, long offset, long count);
int sync_file_range(int file, long long offset, long long count, unsigned int flags);

static const int fallocateKeepSize = 1;             // FALLOC_FL_KEEP_SIZE
static const int setPipeSize = 1031;                // F_SETPIPE_SZ
static const int getPipeSize = 1032;                // F_GETPIPE_SZ
static const unsigned int syncFileRangeWrite = 2;   // SYNC_FILE_RANGE_WRITE

// <sys/xattr.h>
long flistxattr(int file, char *_Nullable list, unsigned long size);
long fgetxattr(int file, const char *_Nonnull name, void *_Nullable value, unsigned long size);
int fsetxattr(
    int file, const char *_Nonnull name, const void *_Nullable value, unsigned long size, int flags);

// <malloc.h>, of glibc alone.
int mallopt(int parameter, int value);

static const int mallocTopPad = -2;                 // M_TOP_PAD

#endif
