#ifdef __linux__

#define _GNU_SOURCE

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "CBenchmarks.h"
#include "answers.h"

/// A run of bytes to send, several times over.
struct piece {
  const char *bytes;
  size_t size;
  long times;
};

/// One connection; requests on it are answered one after the other.
struct client {
  int socket;
  char *in;
  size_t count, room;
  struct piece pieces[3];
  int piece, pieces_count;
  size_t offset;
  /// A text made for this client alone.
  char *own;
  /// The number of the stream that waits, -1 for none.
  long waiting;
  /// Of a stream that comes at a pace: the blocks to come, when the next one is due, and the
  /// nanoseconds between two.
  long blocks;
  int64_t due, pace;
  struct client *next;
};

static struct bench_answers answers;
static int queue;

/// The streams that come at a pace.
static struct client *paced;

/// The list of closes as it is sent, and its memory.
static FILE *closes;
static struct bench_text closed;

static void begin_closes(void) {
  closes = open_memstream(&closed.bytes, &closed.size);
  if (!closes) abort();
}

static void watch(struct client *client, int operation, uint32_t events) {
  struct epoll_event event = {.events = events, .data.ptr = client};
  epoll_ctl(queue, operation, client->socket, &event);
}

static void end(struct client *client) {
  for (struct client **place = &paced; *place; place = &(*place)->next) {
    if (*place != client) continue;
    *place = client->next;
    break;
  }
  if (client->waiting >= 0) {
    fprintf(closes, "%ld %lld\n", client->waiting, (long long)bench_now());
  }
  close(client->socket);
  free(client->in);
  free(client->own);
  free(client);
}

/// Sends what there is to send; 0 when the connection is gone.
static int push(struct client *client) {
  while (client->piece < client->pieces_count) {
    struct piece *piece = &client->pieces[client->piece];
    if (piece->times == 0) {
      client->piece += 1;
      continue;
    }
    ssize_t sent = send(client->socket, piece->bytes + client->offset,
                        piece->size - client->offset, MSG_NOSIGNAL);
    if (sent < 0) {
      if (errno != EAGAIN) return 0;
      watch(client, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT);
      return 1;
    }
    client->offset += (size_t)sent;
    if (client->offset == piece->size) {
      client->offset = 0;
      piece->times -= 1;
    }
  }
  return 1;
}

static void add(struct client *client, struct bench_text text, long times) {
  client->pieces[client->pieces_count++] =
      (struct piece){.bytes = text.bytes, .size = text.size, .times = times};
}

/// The times at which streams were closed since the last question.
static struct bench_text list_closes(void) {
  fclose(closes);
  struct bench_text text;
  FILE *file = open_memstream(&text.bytes, &text.size);
  if (!file) abort();
  fprintf(file, "HTTP/1.1 200 OK\r\nContent-Length: %zu\r\n\r\n", closed.size);
  fwrite(closed.bytes, 1, closed.size, file);
  fclose(file);
  free(closed.bytes);
  begin_closes();
  return text;
}

/// Chooses the answer to a path.
static void answer(struct client *client, const char *path) {
  client->piece = client->pieces_count = 0;
  client->offset = 0;
  client->waiting = -1;
  if (strncmp(path, "/flat/", 6) == 0) {
    add(client, answers.start, 1);
    add(client, answers.block, strtol(path + 6, NULL, 10) / BENCH_BLOCK);
    add(client, answers.end, 1);
  } else if (strncmp(path, "/first/", 7) == 0) {
    add(client, answers.start, 1);
    add(client, answers.event, 1);
    add(client, answers.end, 1);
  } else if (strncmp(path, "/wait/", 6) == 0) {
    client->waiting = strtol(path + 6, NULL, 10);
    add(client, answers.start, 1);
    add(client, answers.event, 1);
  } else if (strncmp(path, "/paced/", 7) == 0) {
    char *rest = NULL;
    client->pace = strtol(path + 7, &rest, 10) * 1000000;
    client->blocks = *rest ? strtol(rest + 1, NULL, 10) : 0;
    client->due = bench_now();
    client->next = paced;
    paced = client;
    add(client, answers.start, 1);
    add(client, answers.block, 0);
  } else if (strncmp(path, "/closes", 7) == 0) {
    struct bench_text text = list_closes();
    free(client->own);
    client->own = text.bytes;
    add(client, text, 1);
  } else {
    add(client, answers.whole, 1);
  }
}

/// Answers the request at the start of the bytes once it is whole; 0 when the connection is gone.
static int serve_request(struct client *client) {
  char *head_end = memmem(client->in, client->count, "\r\n\r\n", 4);
  if (!head_end) return 1;
  *head_end = 0;
  const char *length = strcasestr(client->in, "\r\nContent-Length:");
  size_t size = (size_t)(head_end - client->in) + 4;
  if (length) size += strtoul(length + 17, NULL, 10);
  if (client->count < size) {
    *head_end = '\r';
    return 1;
  }
  const char *path = strchr(client->in, ' ');
  if (!path) return 0;
  answer(client, path + 1);
  client->count -= size;
  memmove(client->in, client->in + size, client->count);
  return push(client);
}

/// Reads what has come; 0 when the connection is gone.
static int pull(struct client *client) {
  if (client->room - client->count < 4096) {
    client->room = client->room ? client->room * 2 : 16384;
    client->in = realloc(client->in, client->room);
    if (!client->in) abort();
  }
  ssize_t count = recv(client->socket, client->in + client->count,
                       client->room - client->count, 0);
  if (count == 0 || (count < 0 && errno != EAGAIN)) return 0;
  if (count < 0) return 1;
  client->count += (size_t)count;
  return serve_request(client);
}

/// Sends the blocks that are due.
static void keep_pace(void) {
  int64_t now = bench_now();
  for (struct client *client = paced, *next; client; client = next) {
    next = client->next;
    if (client->blocks == 0 || client->due > now) continue;
    client->piece = client->piece > 1 ? 1 : client->piece;
    for (; client->blocks > 0 && client->due <= now; client->due += client->pace) {
      client->pieces[1].times += 1;
      client->blocks -= 1;
    }
    if (client->blocks == 0) add(client, answers.end, 1);
    if (!push(client)) end(client);
  }
}

static void act(struct client *client, uint32_t events) {
  int is_open = 1;
  if (events & EPOLLOUT) {
    watch(client, EPOLL_CTL_MOD, EPOLLIN);
    is_open = push(client);
  }
  if (is_open && events & (EPOLLIN | EPOLLHUP | EPOLLERR)) is_open = pull(client);
  if (!is_open) end(client);
}

static void welcome(int listener) {
  int socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (socket < 0) return;
  int yes = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  struct client *client = calloc(1, sizeof *client);
  if (!client) abort();
  client->socket = socket;
  client->waiting = -1;
  watch(client, EPOLL_CTL_ADD, EPOLLIN);
}

/// Opens a socket on a free port of this machine and prints the port.
static int open_listener(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, size) != 0 ||
      listen(listener, 4096) != 0 ||
      getsockname(listener, (struct sockaddr *)&address, &size) != 0) {
    return -1;
  }
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  return listener;
}

int bench_serve(void) {
  answers = bench_make_answers();
  begin_closes();
  queue = epoll_create1(EPOLL_CLOEXEC);
  int listener = open_listener();
  if (queue < 0 || listener < 0) return errno;
  // The listener and standard input are told apart by what their events point to.
  struct epoll_event arrivals = {.events = EPOLLIN, .data.ptr = &answers};
  struct epoll_event parent = {.events = EPOLLIN | EPOLLHUP, .data.ptr = NULL};
  epoll_ctl(queue, EPOLL_CTL_ADD, listener, &arrivals);
  epoll_ctl(queue, EPOLL_CTL_ADD, STDIN_FILENO, &parent);
  struct epoll_event events[64];
  for (;;) {
    int count = epoll_wait(queue, events, 64, paced ? 4 : -1);
    int has_arrivals = 0;
    for (int place = 0; place < count; place++) {
      if (!events[place].data.ptr) return 0;
      if (events[place].data.ptr == &answers) {
        has_arrivals = 1;
      } else {
        act(events[place].data.ptr, events[place].events);
      }
    }
    if (has_arrivals) welcome(listener);
    keep_pace();
  }
}

#endif
