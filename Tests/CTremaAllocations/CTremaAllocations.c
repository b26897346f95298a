#include "CTremaAllocations.h"

#include <stddef.h>

// The allocation hooks of the Swift runtime are not an alternative: with a hook, the runtime clobbers
// registers that callers expect to be preserved (Swift 6.3). This `malloc` therefore replaces that of the
// C library in every program that links this file. The Thread Sanitizer has its own `malloc`.
#ifndef __has_feature
#define __has_feature(x) 0
#endif

#if defined(__linux__) && !__has_feature(thread_sanitizer)

// The allocator of the C library, under a name that is always available.
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
