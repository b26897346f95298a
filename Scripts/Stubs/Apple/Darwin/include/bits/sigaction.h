// Apple's <sys/signal.h>: struct sigaction.
#define sigaction __linux_sigaction
#include_next <bits/sigaction.h>
#undef sigaction
#undef sa_handler
#undef sa_sigaction

union __sigaction_u {
  void (*__sa_handler)(int);
  void (*__sa_sigaction)(int, siginfo_t *, void *);
};

struct sigaction {
  union __sigaction_u __sigaction_u;
  sigset_t sa_mask;
  int sa_flags;
};
