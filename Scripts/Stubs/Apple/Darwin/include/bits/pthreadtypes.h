// Apple's <sys/_pthread/_pthread_t.h> and <sys/_pthread/_pthread_key_t.h>.
#define pthread_t __linux_pthread_t
#define pthread_key_t __linux_pthread_key_t
#include_next <bits/pthreadtypes.h>
#undef pthread_t
#undef pthread_key_t

#ifndef _DARWIN_PTHREAD_TYPES
#define _DARWIN_PTHREAD_TYPES
struct _opaque_pthread_t {
  long __sig;
};
typedef struct _opaque_pthread_t *pthread_t;
typedef unsigned long pthread_key_t;
#endif
