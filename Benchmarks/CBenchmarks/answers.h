/// The answers of the server, made once.

#ifndef BENCH_ANSWERS_H
#define BENCH_ANSWERS_H

#include <stddef.h>

/// Bytes that are sent again and again.
struct bench_text {
  char *bytes;
  size_t size;
};

/// How many events a block of the flat-out stream has.
enum { BENCH_BLOCK = 64 };

struct bench_answers {
  /// A whole answer.
  struct bench_text whole;
  /// The head of a stream with its first event, whose text is empty.
  struct bench_text start;
  /// One event.
  struct bench_text event;
  /// Events, each in an HTTP chunk of its own, as vendors send them.
  struct bench_text block;
  /// The finish, the usage, `[DONE]` and the last HTTP chunk.
  struct bench_text end;
};

/// Makes the answers; ends the process when there is no memory.
struct bench_answers bench_make_answers(void);

#endif
