#ifndef CTREMA_ALLOCATIONS_H
#define CTREMA_ALLOCATIONS_H

/// Returns the number of allocations of the process, or -1 if they are not counted. Only for
/// single-threaded programs.
long ctrema_allocations(void);

#endif
