#ifdef __linux__

#define _GNU_SOURCE

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <pty.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "CBenchmarks.h"

extern char **environ;

int bench_start(const char *path, char *const arguments[], int *process, int *input,
                int *output) {
  int to[2], from[2];
  if (pipe2(to, O_CLOEXEC) != 0) return errno;
  if (pipe2(from, O_CLOEXEC) != 0) {
    int reason = errno;
    close(to[0]);
    close(to[1]);
    return reason;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
  pid_t pid = 0;
  int reason = posix_spawn(&pid, path, &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(to[0]);
  close(from[1]);
  if (reason != 0) {
    close(to[1]);
    close(from[0]);
    return reason;
  }
  *process = pid;
  *input = to[1];
  *output = from[0];
  return 0;
}

int bench_start_on_terminal(const char *path, char *const arguments[], int columns, int rows,
                            int *process, int *terminal) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  int master = -1, slave = -1;
  char name[256];
  if (openpty(&master, &slave, name, NULL, &size) != 0) return errno;
  fcntl(master, F_SETFD, FD_CLOEXEC);
  fcntl(slave, F_SETFD, FD_CLOEXEC);
  setenv("TERM", "xterm", 1);
  unsetenv("NO_COLOR");
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  // The terminal is the program's own: the first one it opens in a session of its own.
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, name, O_RDWR, 0);
  posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO);
  pid_t pid = 0;
  int reason = posix_spawn(&pid, path, &actions, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(slave);
  if (reason != 0) {
    close(master);
    return reason;
  }
  *process = pid;
  *terminal = master;
  return 0;
}

int bench_await_bytes(int descriptor, int milliseconds) {
  struct pollfd entry = {.fd = descriptor, .events = POLLIN};
  return poll(&entry, 1, milliseconds) > 0;
}

int64_t bench_cpu_of(int process) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int bench_finish(int process, int input, int output) {
  close(input);
  close(output);
  int status = 0;
  while (waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return errno;
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int64_t bench_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t bench_cpu(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t bench_heap(void) {
  // Large blocks are mapped one by one and counted apart.
  struct mallinfo2 info = mallinfo2();
  return (int64_t)(info.uordblks + info.hblkhd);
}

int64_t bench_resident(void) {
  long all = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "re");
  if (!file) return 0;
  if (fscanf(file, "%ld %ld", &all, &resident) != 2) resident = 0;
  fclose(file);
  return (int64_t)resident * sysconf(_SC_PAGESIZE);
}

int bench_descriptors(void) {
  DIR *folder = opendir("/proc/self/fd");
  if (!folder) return -1;
  int count = 0;
  for (struct dirent *entry; (entry = readdir(folder));) count += entry->d_name[0] != '.';
  closedir(folder);
  // The folder's own descriptor was among them.
  return count - 1;
}

void bench_allow_descriptors(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

#endif
