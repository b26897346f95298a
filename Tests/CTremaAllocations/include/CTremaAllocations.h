#ifndef CTREMA_ALLOCATIONS_H
#define CTREMA_ALLOCATIONS_H

/// How often the process has asked for memory; -1 where that is not counted. For programs of one
/// thread.
long ctrema_allocations(void);

#endif
