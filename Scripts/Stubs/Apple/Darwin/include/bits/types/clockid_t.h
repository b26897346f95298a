// Apple's <time.h>.
#ifndef __clockid_t_defined
#define __clockid_t_defined

typedef enum {
  _CLOCK_REALTIME = 0,
  _CLOCK_MONOTONIC = 6,
} clockid_t;

#endif
