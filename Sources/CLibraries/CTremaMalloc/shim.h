// What glibc offers beyond the standard's malloc; `limits.h` says whether the C library is glibc.
#include <limits.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
