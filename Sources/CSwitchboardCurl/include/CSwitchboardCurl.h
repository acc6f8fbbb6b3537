// Typed forms of libcurl's variadic calls, which Swift cannot import.
//
// The header names no type of curl's, so that Swift sees those from the module CCurl alone. Options
// are the raw values of CURLoption, CURLINFO and CURLMoption; results those of CURLcode and CURLMcode.

#ifndef CSWITCHBOARDCURL_H
#define CSWITCHBOARDCURL_H

#include <stddef.h>
#include <stdint.h>

#if defined(__linux__)
#include <sys/epoll.h>
#include <sys/eventfd.h>
#endif

/// Receives or gives bytes: the form of the write, header and read callbacks.
typedef size_t (*sb_data_callback)(char *bytes, size_t size, size_t count, void *context);

/// Moves the reading position of a request body.
typedef int (*sb_seek_callback)(void *context, int64_t offset, int origin);

/// Is told that a connection stands, before the request is sent on it.
typedef int (*sb_prereq_callback)(
    void *context, char *remote, char *local, int remote_port, int local_port);

/// Is told which sockets to watch, and for what.
typedef int (*sb_socket_callback)(
    void *easy, int socket, int what, void *context, void *socket_context);

/// Is told when curl wants to be called next.
typedef int (*sb_timer_callback)(void *multi, long milliseconds, void *context);

unsigned int sb_easy_set_long(void *easy, unsigned int option, long value);
unsigned int sb_easy_set_size(void *easy, unsigned int option, int64_t value);
unsigned int sb_easy_set_text(void *easy, unsigned int option, const char *value);
unsigned int sb_easy_set_pointer(void *easy, unsigned int option, void *value);
unsigned int sb_easy_set_data_callback(void *easy, unsigned int option, sb_data_callback value);
unsigned int sb_easy_set_seek_callback(void *easy, sb_seek_callback value);
unsigned int sb_easy_set_prereq_callback(void *easy, sb_prereq_callback value);

long sb_easy_get_long(void *easy, unsigned int info);
void *sb_easy_get_private(void *easy);

int sb_multi_set_long(void *multi, unsigned int option, long value);
int sb_multi_set_pointer(void *multi, unsigned int option, void *value);
int sb_multi_set_socket_callback(void *multi, sb_socket_callback value);
int sb_multi_set_timer_callback(void *multi, sb_timer_callback value);

/// Names the calling thread and keeps SIGPIPE away from it and the threads it starts.
void sb_prepare_thread(const char *name);

#endif
