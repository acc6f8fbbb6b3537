#ifdef __linux__

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "CBenchmarks.h"

enum { BEGIN, NODE, WORDS, BRANCH, TURN, ATTEMPT, CONVERSATION, COMMIT, STATEMENTS };

static const char *const texts[STATEMENTS] = {
    "BEGIN IMMEDIATE",
    "INSERT INTO node (id, conversation, parent, depth, kind, isPinned, message, storedAt) "
    "VALUES (?1, 1, ?2, ?3, 'message', 0, ?4, 1000)",
    "INSERT INTO search (rowid, conversation, text) VALUES (?1, 'c1', ?2)",
    "INSERT INTO branch (conversation, name, head) VALUES (1, 'main', ?1) "
    "ON CONFLICT (conversation, name) DO UPDATE SET head = excluded.head",
    "INSERT INTO turn (id, conversation, firstNode, lastNode, branch, hadConflict, decision, "
    "storedAt) VALUES (?1, 1, ?2, ?3, 'main', 0, ?4, 1000)",
    "INSERT INTO attempt (turn, place, attempt) VALUES (?1, 0, ?2)",
    "UPDATE conversation SET branch = 'main', messages = messages + 2, written = ?1, "
    "updatedAt = 1000 WHERE seq = 1",
    "COMMIT",
};

struct bench_store {
  sqlite3 *database;
  sqlite3_stmt *statements[STATEMENTS];
  sqlite3_int64 head;
  int depth;
};

bench_store *bench_store_open(const char *path, const char *pragmas) {
  bench_store *store = calloc(1, sizeof *store);
  if (!store) return NULL;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
  int code = sqlite3_open_v2(path, &store->database, flags, NULL);
  if (code == SQLITE_OK) code = sqlite3_exec(store->database, pragmas, NULL, NULL, NULL);
  for (int i = 0; i < STATEMENTS && code == SQLITE_OK; i++) {
    code = sqlite3_prepare_v3(store->database, texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                              &store->statements[i], NULL);
  }
  if (code == SQLITE_OK) return store;
  bench_store_close(store);
  return NULL;
}

void bench_store_close(bench_store *store) {
  for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(store->statements[i]);
  sqlite3_close(store->database);
  free(store);
}

static int run(bench_store *store, int which) {
  int code = sqlite3_step(store->statements[which]);
  sqlite3_reset(store->statements[which]);
  return code == SQLITE_DONE;
}

static void bind_text(bench_store *store, int which, int place, const char *text) {
  sqlite3_bind_text(store->statements[which], place, text, -1, SQLITE_STATIC);
}

static void bind_number(bench_store *store, int which, int place, sqlite3_int64 number) {
  sqlite3_bind_int64(store->statements[which], place, number);
}

static int random_id(bench_store *store, int which, int size) {
  unsigned char bytes[32];
  if (getrandom(bytes, (size_t)size, 0) != size) return 0;
  return sqlite3_bind_blob(store->statements[which], 1, bytes, size, SQLITE_TRANSIENT) ==
         SQLITE_OK;
}

static int write_turn(bench_store *store, const bench_turn *turn) {
  sqlite3_int64 nodes[2];
  if (!run(store, BEGIN)) return 0;
  for (int i = 0; i < 2; i++) {
    if (!random_id(store, NODE, 32)) return 0;
    if (store->head) bind_number(store, NODE, 2, store->head);
    bind_number(store, NODE, 3, store->depth++);
    bind_text(store, NODE, 4, turn->messages[i]);
    if (!run(store, NODE)) return 0;
    store->head = nodes[i] = sqlite3_last_insert_rowid(store->database);
    bind_number(store, WORDS, 1, nodes[i]);
    bind_text(store, WORDS, 2, turn->texts[i]);
    if (!run(store, WORDS)) return 0;
  }
  bind_number(store, BRANCH, 1, nodes[1]);
  if (!run(store, BRANCH) || !random_id(store, TURN, 16)) return 0;
  bind_number(store, TURN, 2, nodes[0]);
  bind_number(store, TURN, 3, nodes[1]);
  bind_text(store, TURN, 4, turn->decision);
  if (!run(store, TURN)) return 0;
  sqlite3_int64 number = sqlite3_last_insert_rowid(store->database);
  bind_number(store, ATTEMPT, 1, number);
  bind_text(store, ATTEMPT, 2, turn->attempt);
  if (!run(store, ATTEMPT)) return 0;
  bind_number(store, CONVERSATION, 1, number);
  return run(store, CONVERSATION) && run(store, COMMIT);
}

int bench_store_write(bench_store *store, const bench_turn *turn, int count) {
  for (int i = 0; i < count; i++) {
    if (!write_turn(store, turn)) return 0;
  }
  return 1;
}

#endif
