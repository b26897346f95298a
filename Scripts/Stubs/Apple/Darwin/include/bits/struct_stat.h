// Apple's <sys/stat.h>: __DARWIN_STRUCT_STAT64.
#ifndef _BITS_STRUCT_STAT_H
#define _BITS_STRUCT_STAT_H

struct stat {
  __dev_t st_dev;
  __mode_t st_mode;
  __nlink_t st_nlink;
  __ino_t st_ino;
  __uid_t st_uid;
  __gid_t st_gid;
  __dev_t st_rdev;
  struct timespec st_atimespec;
  struct timespec st_mtimespec;
  struct timespec st_ctimespec;
  struct timespec st_birthtimespec;
  __off_t st_size;
  __blkcnt_t st_blocks;
  __blksize_t st_blksize;
  unsigned int st_flags;
  unsigned int st_gen;
};

#endif
