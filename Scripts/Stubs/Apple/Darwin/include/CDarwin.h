// Declarations of Apple platforms that no header in this folder replaces.
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

// <os/lock.h>, https://developer.apple.com/documentation/os/os_unfair_lock_lock
typedef struct os_unfair_lock_s {
  uint32_t _os_unfair_lock_opaque;
} os_unfair_lock, *os_unfair_lock_t;
void os_unfair_lock_lock(os_unfair_lock_t _Nonnull lock);
void os_unfair_lock_unlock(os_unfair_lock_t _Nonnull lock);

// <fcntl.h>
#define F_FULLFSYNC 51
#define O_EVTONLY 0x00008000

// <sys/socket.h>
#define SO_NOSIGPIPE 0x1022

// <sys/event.h>, kqueue(2)
#define EVFILT_VNODE (-4)
#define EV_ADD 0x0001
#define EV_CLEAR 0x0020
#define NOTE_DELETE 0x00000001
#define NOTE_WRITE 0x00000002
#define NOTE_EXTEND 0x00000004
#define NOTE_ATTRIB 0x00000008
#define NOTE_RENAME 0x00000020
struct kevent {
  uintptr_t ident;
  int16_t filter;
  uint16_t flags;
  uint32_t fflags;
  intptr_t data;
  void *udata;
};
int kqueue(void);
int kevent(
    int kq, const struct kevent *changelist, int nchanges, struct kevent *eventlist, int nevents,
    const struct timespec *timeout);
