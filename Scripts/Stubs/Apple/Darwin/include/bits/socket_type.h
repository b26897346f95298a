// Apple's <sys/socket.h>. There are no SOCK_CLOEXEC and SOCK_NONBLOCK.
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOCK_RAW 3
