// Apple's <time.h>. The constants are in Darwin.swift.
#include_next <bits/time.h>

#undef CLOCK_REALTIME
#undef CLOCK_MONOTONIC
#undef CLOCK_REALTIME_COARSE
#undef CLOCK_MONOTONIC_COARSE
#undef CLOCK_BOOTTIME
