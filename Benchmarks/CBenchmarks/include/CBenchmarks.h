/// What the benchmarks need from C: a server to measure against, libcurl without anything around it
/// as the peer, and the counters of the system.

#ifndef CBENCHMARKS_H
#define CBENCHMARKS_H

#include <stddef.h>
#include <stdint.h>

// MARK: The server (server.c, answers.c)

/// Serves on a free port of this machine until standard input ends; prints the port first.
///
/// Every path is taken with any method. `/whole/…` answers with one reply, `/first/…` with a stream of
/// one event, `/flat/<n>/…` with n events without a pause, `/wait/<id>/…` with the beginning of a
/// stream that never goes on, `/paced/<ms>/<n>/…` with n times 64 events, 64 at once every so many
/// milliseconds. `/closes` lists when the readers of the last went away, a line
/// "<id> <nanoseconds of CLOCK_MONOTONIC>" each.
///
/// - Returns: 0, or what went wrong.
int bench_serve(void);

/// One event's data as the streams have it, about 240 bytes of JSON.
const char *bench_chunk(void);

/// One whole reply as `/whole` has it.
const char *bench_reply(void);

// MARK: The peer (peer.c)

/// A connection of libcurl's easy interface.
typedef struct bench_peer bench_peer;

/// Prepares one request that is sent again and again over a kept connection; NULL without memory.
bench_peer *bench_peer_open(const char *url, const char *body, size_t size);

/// Sends it and reads the whole answer.
///
/// - Returns: Nanoseconds until the first byte of the body, -1 when the call failed.
int64_t bench_peer_call(bench_peer *peer);

/// Closes the connection.
void bench_peer_close(bench_peer *peer);

// MARK: The bare store (store.c)

/// A connection to a file of the store's, with its statements prepared and nothing around them.
typedef struct bench_store bench_store;

/// The rows of one turn: two messages with their texts, a decision and an attempt.
typedef struct {
  const char *messages[2];
  const char *texts[2];
  const char *decision;
  const char *attempt;
} bench_turn;

/// Opens a file that the store made, which holds one conversation; NULL when it cannot be opened.
bench_store *bench_store_open(const char *path, const char *pragmas);

/// Writes a turn so many times, each in a transaction of its own.
///
/// - Returns: 1, or 0 when SQLite failed.
int bench_store_write(bench_store *store, const bench_turn *turn, int count);

/// Closes the connection.
void bench_store_close(bench_store *store);

// MARK: The system (system.c)

/// Starts a program with a pipe to its standard input and one from its standard output.
///
/// - Parameter arguments: The arguments, the name first; NULL ends them.
/// - Returns: 0, or the error's number.
int bench_start(const char *path, char *const arguments[], int *process, int *input,
                int *output);

/// Starts a program on a terminal of its own, of this size, with `TERM=xterm`.
///
/// - Parameter terminal: The other end of the terminal.
/// - Returns: 0, or the error's number.
int bench_start_on_terminal(const char *path, char *const arguments[], int columns, int rows,
                            int *process, int *terminal);

/// Waits so long at most for bytes to read.
///
/// - Returns: Whether there are any, or the other side is gone.
int bench_await_bytes(int descriptor, int milliseconds);

/// Nanoseconds of processor time that all threads of another process used until now.
int64_t bench_cpu_of(int process);

/// Closes the pipes and waits for the program's end.
///
/// - Returns: Its exit code; 128 + n when it ended by signal n.
int bench_finish(int process, int input, int output);

/// Nanoseconds of CLOCK_MONOTONIC, which all processes share.
int64_t bench_now(void);

/// Nanoseconds of processor time that all threads of this process used, in it and for it.
int64_t bench_cpu(void);

/// Bytes of the heap that are in use, all arenas together.
int64_t bench_heap(void);

/// Bytes of memory that this process holds at the moment.
int64_t bench_resident(void);

/// How many descriptors are open.
int bench_descriptors(void);

/// Allows as many descriptors as the system lets this process have.
void bench_allow_descriptors(void);

#endif
