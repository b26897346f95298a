// Apple's <dirent.h> and <sys/dirent.h>.
#ifndef _DIRENT_H
#define _DIRENT_H
#include <sys/types.h>

struct dirent {
  unsigned long long d_ino;
  unsigned long long d_seekoff;
  unsigned short d_reclen;
  unsigned short d_namlen;
  unsigned char d_type;
  char d_name[1024];
};

typedef struct {
  int __dd_fd;
} DIR;

DIR *opendir(const char *);
DIR *fdopendir(int);
struct dirent *readdir(DIR *);
int closedir(DIR *);
int dirfd(DIR *);

#endif
