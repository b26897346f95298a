// The other functions stand in the header. This one needs what GNU's C library hides from Swift.
#define _GNU_SOURCE
#include "Atomics.h"

#if defined(__linux__)
#include <sched.h>
#endif

int ctrema_processor(void) {
  // In other libraries of Linux it may be a call of the kernel, which takes longer than what it is for.
#if defined(__GLIBC__)
  return sched_getcpu();
#else
  return -1;
#endif
}
