#include "CTremaAllocations.h"

#include <stddef.h>

// The hooks of the Swift runtime would tell the same, but with one of them set the runtime spoils
// registers in which callers keep values (Swift 6.3). So a program that links this has this `malloc` in
// the place of that of the C library, and so has every library in it. The Thread Sanitizer has one
// itself.
#ifndef __has_feature
#define __has_feature(x) 0
#endif

#if defined(__linux__) && !__has_feature(thread_sanitizer)

// The C library's own, under the name by which it is always there.
extern void *__libc_malloc(size_t size);

static long requests = 0;

long ctrema_allocations(void) { return requests; }

__attribute__((visibility("default"))) void *malloc(size_t size) {
  requests += 1;
  return __libc_malloc(size);
}

#else

long ctrema_allocations(void) { return -1; }

#endif
