#ifndef CTREMA_SUPPORT_SYSTEM_CALLS_H
#define CTREMA_SUPPORT_SYSTEM_CALLS_H

// Wrappers for system calls that Swift can't make: functions and constants that are declared only
// with _GNU_SOURCE, and the macros for ancillary data.

#ifdef __linux__

#include <sys/types.h>

/// Creates an anonymous file in memory that can be sealed, see memfd_create(2).
///
/// Returns the descriptor, or -1 with `errno` set.
int ctrema_memory_file(const char *_Nonnull name);

/// Seals a file in memory so that its content and size can no longer be changed.
///
/// Returns 0, or -1 with `errno` set.
int ctrema_seal(int file);

/// Creates an unnamed temporary file in a folder (`O_TMPFILE`), readable only by its owner.
///
/// Returns the descriptor, or -1 with `errno` set.
int ctrema_nameless_file(const char *_Nonnull folder);

/// Sends a file descriptor in the ancillary data (`SCM_RIGHTS`) of an empty message, see
/// sendmsg(2).
///
/// Returns the number of bytes that were sent, or -1 with `errno` set.
ssize_t ctrema_send_file(int socket, int file);

#endif

#endif
