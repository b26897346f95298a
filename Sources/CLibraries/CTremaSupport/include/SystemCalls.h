#ifndef CTREMA_SUPPORT_SYSTEM_CALLS_H
#define CTREMA_SUPPORT_SYSTEM_CALLS_H

// What Swift cannot call: a function that is only declared with _GNU_SOURCE, and the macros that
// lay out a message with a file beside it.

#ifdef __linux__

#include <sys/types.h>

/// A file in memory, open, to which seals can be added; -1 and `errno` when there is none.
int ctrema_memory_file(const char *_Nonnull name);

/// Lets nobody change or shorten it any more; 0, or -1 and `errno`.
int ctrema_seal(int file);

/// A file without a name in a folder; -1 and `errno` when there is none.
int ctrema_nameless_file(const char *_Nonnull folder);

/// Sends an empty message with a file beside it, as sendmsg(2) does.
ssize_t ctrema_send_file(int socket, int file);

#endif

#endif
