// The other functions are inline in the header. `sched_getcpu` is declared only with _GNU_SOURCE.
#define _GNU_SOURCE
#include "Atomics.h"

#if defined(__linux__)
#include <sched.h>
#endif

int ctrema_processor(void) {
  // In other C libraries for Linux, `sched_getcpu` may be a system call, which would cost more than
  // the contention that the result avoids.
#if defined(__GLIBC__)
  return sched_getcpu();
#else
  return -1;
#endif
}
