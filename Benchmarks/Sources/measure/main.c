// measure FOLDER SECONDS INPUT OUTPUT ERRORS COMMAND ARGUMENT...: runs a command in a folder and
// prints its exit status, CPU time (user and system) and wall time in seconds, peak memory in
// bytes, and number of context switches. The status after a signal is 128 plus its number. A
// command that uses more than SECONDS of CPU time is killed by a signal.
//
// This is a small separate program because a child process's peak memory is counted from the fork
// on, when it still has its parent's memory.

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double seconds(struct timeval time) {
  return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

int main(int count, char **arguments) {
  if (count < 7) return 2;
  struct rlimit limit = {(rlim_t)atol(arguments[2]), (rlim_t)atol(arguments[2]) + 1};
  if (chdir(arguments[1]) || setrlimit(RLIMIT_CPU, &limit)) {
    perror("measure");
    return 1;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, arguments[3], O_RDONLY, 0);
  int writing = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&actions, 1, arguments[4], writing, 0644);
  posix_spawn_file_actions_addopen(&actions, 2, arguments[5], writing, 0644);

  pid_t child;
  int status;
  struct rusage usage;
  double start = now();
  if (posix_spawn(&child, arguments[6], &actions, NULL, arguments + 6, environ)) {
    fprintf(stderr, "measure: cannot run %s\n", arguments[6]);
    return 1;
  }
  if (wait4(child, &status, 0, &usage) != child) return 1;
  double wall = now() - start;

#ifdef __APPLE__
  long memory = usage.ru_maxrss;
#else
  long memory = usage.ru_maxrss * 1024;
#endif
  printf("%d %.6f %.6f %ld %ld\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
         seconds(usage.ru_utime) + seconds(usage.ru_stime), wall, memory,
         usage.ru_nvcsw + usage.ru_nivcsw);
  return 0;
}
