#define _GNU_SOURCE
#include "CSwitchboardCurl.h"

#if defined(__linux__)

#include <curl/curl.h>
#include <pthread.h>
#include <signal.h>

unsigned int sb_easy_set_long(void *easy, unsigned int option, long value) {
  return curl_easy_setopt(easy, (CURLoption)option, value);
}

unsigned int sb_easy_set_size(void *easy, unsigned int option, int64_t value) {
  return curl_easy_setopt(easy, (CURLoption)option, (curl_off_t)value);
}

unsigned int sb_easy_set_text(void *easy, unsigned int option, const char *value) {
  return curl_easy_setopt(easy, (CURLoption)option, value);
}

unsigned int sb_easy_set_pointer(void *easy, unsigned int option, void *value) {
  return curl_easy_setopt(easy, (CURLoption)option, value);
}

unsigned int sb_easy_set_data_callback(void *easy, unsigned int option, sb_data_callback value) {
  return curl_easy_setopt(easy, (CURLoption)option, value);
}

unsigned int sb_easy_set_seek_callback(void *easy, sb_seek_callback value) {
  return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, value);
}

unsigned int sb_easy_set_prereq_callback(void *easy, sb_prereq_callback value) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, value);
}

long sb_easy_get_long(void *easy, unsigned int info) {
  long value = 0;
  return curl_easy_getinfo(easy, (CURLINFO)info, &value) == CURLE_OK ? value : 0;
}

void *sb_easy_get_private(void *easy) {
  char *value = NULL;
  return curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value) == CURLE_OK ? value : NULL;
}

int sb_multi_set_long(void *multi, unsigned int option, long value) {
  return curl_multi_setopt(multi, (CURLMoption)option, value);
}

int sb_multi_set_pointer(void *multi, unsigned int option, void *value) {
  return curl_multi_setopt(multi, (CURLMoption)option, value);
}

int sb_multi_set_socket_callback(void *multi, sb_socket_callback value) {
  return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, value);
}

int sb_multi_set_timer_callback(void *multi, sb_timer_callback value) {
  return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, value);
}

void sb_prepare_thread(const char *name) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
  pthread_setname_np(pthread_self(), name);
}

#endif
