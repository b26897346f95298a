// Apple's <sys/_types/_sa_family_t.h>, and the lengths in <sys/socket.h>, <netinet/in.h> and <sys/un.h>.
#ifndef _BITS_SOCKADDR_H
#define _BITS_SOCKADDR_H

typedef unsigned char sa_family_t;
#define __SOCKADDR_COMMON(prefix) \
  unsigned char prefix##len; \
  sa_family_t prefix##family
#define __SOCKADDR_COMMON_SIZE 2
#define _SS_SIZE 128

#endif
