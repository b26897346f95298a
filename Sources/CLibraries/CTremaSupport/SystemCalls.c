#define _GNU_SOURCE
#include "SystemCalls.h"

#ifdef __linux__

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>

int ctrema_memory_file(const char *name) {
  return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int ctrema_seal(int file) {
  return fcntl(file, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
}

int ctrema_nameless_file(const char *folder) {
  return open(folder, O_RDWR | O_CLOEXEC | O_TMPFILE, 0600);
}

ssize_t ctrema_send_file(int socket, int file) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {
    .msg_control = &control,
    .msg_controllen = sizeof control.bytes,
  };
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &file, sizeof(int));
  return sendmsg(socket, &message, MSG_NOSIGNAL);
}

#endif
