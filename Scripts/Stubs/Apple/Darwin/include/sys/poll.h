// Apple's <sys/poll.h>.
#define nfds_t __linux_nfds_t
#define poll __linux_poll
#include_next <sys/poll.h>
#undef nfds_t
#undef poll

typedef unsigned int nfds_t;
int poll(struct pollfd *, nfds_t, int);
