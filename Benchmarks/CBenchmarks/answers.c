#ifdef __linux__

#define _GNU_SOURCE

#include "answers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CBenchmarks.h"

#define CHUNK(choices, usage)                                                                      \
  "{\"id\":\"chatcmpl-B9MHDbslfkBeAs8l4bebGdFOJ6PeG\",\"object\":\"chat.completion.chunk\","       \
  "\"created\":1767225600,\"model\":\"gpt-4o-mini\",\"system_fingerprint\":\"fp_44709d6fcb\","     \
  "\"choices\":" choices ",\"usage\":" usage "}"

#define CHOICE(delta, finish)                                                                      \
  "[{\"index\":0,\"delta\":" delta ",\"logprobs\":null,\"finish_reason\":" finish "}]"

#define USAGE                                                                                      \
  "{\"prompt_tokens\":19,\"completion_tokens\":64,\"total_tokens\":83,"                            \
  "\"prompt_tokens_details\":{\"cached_tokens\":0,\"audio_tokens\":0},"                            \
  "\"completion_tokens_details\":{\"reasoning_tokens\":0,\"audio_tokens\":0}}"

const char *bench_chunk(void) { return CHUNK(CHOICE("{\"content\":\" fjord\"}", "null"), "null"); }

const char *bench_reply(void) {
  return "{\"id\":\"chatcmpl-B9MHDbslfkBeAs8l4bebGdFOJ6PeG\",\"object\":\"chat.completion\","
         "\"created\":1767225600,\"model\":\"gpt-4o-mini\",\"choices\":[{\"index\":0,\"message\":"
         "{\"role\":\"assistant\",\"content\":\"A fjord is a long, narrow and deep inlet of the "
         "sea between high cliffs. Glaciers cut it during the ice ages; the sea filled it when "
         "they melted.\",\"refusal\":null,\"annotations\":[]},\"logprobs\":null,"
         "\"finish_reason\":\"stop\"}],\"usage\":" USAGE ",\"service_tier\":\"default\","
         "\"system_fingerprint\":\"fp_44709d6fcb\"}";
}

/// Adds one event.
static void add(FILE *file, const char *data) {
  // "data: " before and two line feeds after the data, in an HTTP chunk (RFC 9112 §7.1).
  fprintf(file, "%zx\r\ndata: %s\n\n\r\n", strlen(data) + 8, data);
}

static FILE *begin(struct bench_text *text) {
  FILE *file = open_memstream(&text->bytes, &text->size);
  if (!file) abort();
  return file;
}

struct bench_answers bench_make_answers(void) {
  struct bench_answers answers;

  FILE *file = begin(&answers.whole);
  fprintf(file,
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nx-request-id: req_8f2c\r\n"
          "Content-Length: %zu\r\n\r\n%s",
          strlen(bench_reply()), bench_reply());
  fclose(file);

  file = begin(&answers.start);
  fputs("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"
        "x-request-id: req_8f2c\r\nTransfer-Encoding: chunked\r\n\r\n",
        file);
  add(file, CHUNK(CHOICE("{\"role\":\"assistant\",\"content\":\"\"}", "null"), "null"));
  fclose(file);

  file = begin(&answers.event);
  add(file, bench_chunk());
  fclose(file);

  file = begin(&answers.block);
  for (int count = 0; count < BENCH_BLOCK; count++) add(file, bench_chunk());
  fclose(file);

  file = begin(&answers.end);
  add(file, CHUNK(CHOICE("{}", "\"stop\""), "null"));
  add(file, CHUNK("[]", USAGE));
  add(file, "[DONE]");
  fputs("0\r\n\r\n", file);
  fclose(file);
  return answers;
}

#endif
