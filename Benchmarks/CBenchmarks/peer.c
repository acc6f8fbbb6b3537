#ifdef __linux__

#include <curl/curl.h>
#include <stdlib.h>

#include "CBenchmarks.h"

struct bench_peer {
  CURL *easy;
  struct curl_slist *fields;
  int64_t first;
};

/// Notes when the body begins; the bytes are not looked at.
static size_t take(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes;
  bench_peer *peer = context;
  if (peer->first < 0) peer->first = bench_now();
  return size * count;
}

bench_peer *bench_peer_open(const char *url, const char *body, size_t size) {
  bench_peer *peer = calloc(1, sizeof *peer);
  if (!peer) return NULL;
  peer->easy = curl_easy_init();
  peer->fields = curl_slist_append(NULL, "Content-Type: application/json");
  if (!peer->easy || !peer->fields) {
    bench_peer_close(peer);
    return NULL;
  }
  curl_easy_setopt(peer->easy, CURLOPT_URL, url);
  curl_easy_setopt(peer->easy, CURLOPT_PROXY, "");
  curl_easy_setopt(peer->easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(peer->easy, CURLOPT_HTTPHEADER, peer->fields);
  curl_easy_setopt(peer->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)size);
  curl_easy_setopt(peer->easy, CURLOPT_COPYPOSTFIELDS, body);
  curl_easy_setopt(peer->easy, CURLOPT_WRITEFUNCTION, take);
  curl_easy_setopt(peer->easy, CURLOPT_WRITEDATA, peer);
  return peer;
}

int64_t bench_peer_call(bench_peer *peer) {
  peer->first = -1;
  int64_t start = bench_now();
  if (curl_easy_perform(peer->easy) != CURLE_OK || peer->first < 0) return -1;
  return peer->first - start;
}

void bench_peer_close(bench_peer *peer) {
  if (!peer) return;
  curl_easy_cleanup(peer->easy);
  curl_slist_free_all(peer->fields);
  free(peer);
}

#endif
