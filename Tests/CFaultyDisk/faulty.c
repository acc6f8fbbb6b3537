#include "CFaultyDisk.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What a file held from a moment on.
typedef struct {
  int moment;
  faulty_state state;
  char *name;
  unsigned char *bytes;
  size_t size;
  int is_there;
} record;

/// A file of ours: the real one lies behind it.
typedef struct {
  sqlite3_file base;
  char *name;
  sqlite3_file *real;
  /// Whether its first sync is the folder's too, as it is for a journal that was made.
  int syncs_folder;
} file;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sqlite3_vfs *host;
static record *records;
static int record_count, moments, is_recording;
static int writes_left = -1, failure, has_failed;
/// The files that are open, so that a moment can see them all.
static file *open_files[64];
/// Names that were deleted and that the disk may still have.
static char *deleted[64];
static int deleted_count;

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

// MARK: Remembering

static void note(const char *name, faulty_state state, unsigned char *bytes, size_t size,
                 int is_there) {
  record *more = realloc(records, (size_t)(record_count + 1) * sizeof *records);
  if (!more) abort();
  records = more;
  records[record_count++] =
      (record){moments, state, strdup(name), bytes, size, is_there};
}

static void note_content(file *f, faulty_state state) {
  sqlite3_int64 size = 0;
  if (f->real->pMethods->xFileSize(f->real, &size) != SQLITE_OK) abort();
  unsigned char *bytes = malloc((size_t)size + 1);
  if (!bytes) abort();
  if (size > 0 && f->real->pMethods->xRead(f->real, bytes, (int)size, 0) != SQLITE_OK) abort();
  note(f->name, state, bytes, (size_t)size, 1);
}

static void note_folder(void) {
  for (int i = 0; i < deleted_count; i++) {
    note(deleted[i], faulty_synced, NULL, 0, 0);
    free(deleted[i]);
  }
  deleted_count = 0;
}

/// Something was synced: the moment before it, and the one after it.
static void note_sync(file *f) {
  pthread_mutex_lock(&lock);
  if (is_recording) {
    moments++;
    for (size_t i = 0; i < sizeof open_files / sizeof *open_files; i++) {
      if (open_files[i]) note_content(open_files[i], faulty_written);
    }
    if (f->syncs_folder) note_folder();
    f->syncs_folder = 0;
    note_content(f, faulty_synced);
  }
  pthread_mutex_unlock(&lock);
}

void faulty_start(void) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < record_count; i++) {
    free(records[i].name);
    free(records[i].bytes);
  }
  for (int i = 0; i < deleted_count; i++) free(deleted[i]);
  record_count = moments = deleted_count = 0;
  is_recording = 1;
  pthread_mutex_unlock(&lock);
}

void faulty_stop(void) {
  pthread_mutex_lock(&lock);
  is_recording = 0;
  writes_left = -1;
  pthread_mutex_unlock(&lock);
}

int faulty_moments(void) {
  pthread_mutex_lock(&lock);
  int count = moments;
  pthread_mutex_unlock(&lock);
  return count;
}

int faulty_restore(int moment, faulty_state state, const char *folder) {
  int code = 0;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < record_count; i++) {
    record *r = &records[i];
    // What was written before the sync of this moment, but not of earlier ones.
    int counts = r->moment <= moment &&
                 (r->state == faulty_synced || (state == faulty_written && r->moment == moment));
    if (!counts) continue;
    // The records of a moment that is not synced yet show the file before its sync.
    if (state == faulty_written && r->state == faulty_synced && r->moment == moment) continue;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, r->name);
    if (!r->is_there) {
      remove(path);
      continue;
    }
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(r->bytes, 1, r->size, out) != r->size) code = 1;
    if (out && fclose(out) != 0) code = 1;
  }
  pthread_mutex_unlock(&lock);
  return code;
}

// MARK: Failing

void faulty_fail_after(int writes, int code) {
  pthread_mutex_lock(&lock);
  writes_left = writes;
  failure = code;
  has_failed = 0;
  pthread_mutex_unlock(&lock);
}

int faulty_has_failed(void) {
  pthread_mutex_lock(&lock);
  int failed = has_failed;
  pthread_mutex_unlock(&lock);
  return failed;
}

static int next_write(void) {
  pthread_mutex_lock(&lock);
  int code = SQLITE_OK;
  if (writes_left == 0) {
    code = failure;
    has_failed = 1;
  } else if (writes_left > 0) {
    writes_left--;
  }
  pthread_mutex_unlock(&lock);
  return code;
}

// MARK: Files

static file *of(sqlite3_file *f) { return (file *)f; }

static int file_close(sqlite3_file *f) {
  pthread_mutex_lock(&lock);
  for (size_t i = 0; i < sizeof open_files / sizeof *open_files; i++) {
    if (open_files[i] == of(f)) open_files[i] = NULL;
  }
  pthread_mutex_unlock(&lock);
  int code = of(f)->real->pMethods->xClose(of(f)->real);
  free(of(f)->name);
  free(of(f)->real);
  return code;
}

static int file_read(sqlite3_file *f, void *bytes, int count, sqlite3_int64 offset) {
  return of(f)->real->pMethods->xRead(of(f)->real, bytes, count, offset);
}

static int file_write(sqlite3_file *f, const void *bytes, int count, sqlite3_int64 offset) {
  int code = next_write();
  return code ? code : of(f)->real->pMethods->xWrite(of(f)->real, bytes, count, offset);
}

static int file_truncate(sqlite3_file *f, sqlite3_int64 size) {
  return of(f)->real->pMethods->xTruncate(of(f)->real, size);
}

static int file_sync(sqlite3_file *f, int flags) {
  // Nothing is lost but what a restore leaves out, so the real disk need not be waited for.
  (void)flags;
  note_sync(of(f));
  return SQLITE_OK;
}

static int file_size(sqlite3_file *f, sqlite3_int64 *size) {
  return of(f)->real->pMethods->xFileSize(of(f)->real, size);
}

static int file_lock(sqlite3_file *f, int level) {
  return of(f)->real->pMethods->xLock(of(f)->real, level);
}

static int file_unlock(sqlite3_file *f, int level) {
  return of(f)->real->pMethods->xUnlock(of(f)->real, level);
}

static int file_check_lock(sqlite3_file *f, int *is_locked) {
  return of(f)->real->pMethods->xCheckReservedLock(of(f)->real, is_locked);
}

static int file_control(sqlite3_file *f, int operation, void *argument) {
  return of(f)->real->pMethods->xFileControl(of(f)->real, operation, argument);
}

static int file_sector(sqlite3_file *f) {
  return of(f)->real->pMethods->xSectorSize(of(f)->real);
}

static int file_traits(sqlite3_file *f) {
  (void)f;
  return 0;
}

static int file_map(sqlite3_file *f, int page, int size, int extend, void volatile **memory) {
  return of(f)->real->pMethods->xShmMap(of(f)->real, page, size, extend, memory);
}

static int file_shared_lock(sqlite3_file *f, int offset, int count, int flags) {
  return of(f)->real->pMethods->xShmLock(of(f)->real, offset, count, flags);
}

static void file_barrier(sqlite3_file *f) {
  of(f)->real->pMethods->xShmBarrier(of(f)->real);
}

static int file_unmap(sqlite3_file *f, int delete) {
  return of(f)->real->pMethods->xShmUnmap(of(f)->real, delete);
}

static const sqlite3_io_methods methods = {
    2,
    file_close,
    file_read,
    file_write,
    file_truncate,
    file_sync,
    file_size,
    file_lock,
    file_unlock,
    file_check_lock,
    file_control,
    file_sector,
    file_traits,
    file_map,
    file_shared_lock,
    file_barrier,
    file_unmap,
    NULL,
    NULL,
};

// MARK: The layer

static int disk_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *f, int flags,
                     int *out_flags) {
  (void)vfs;
  f->pMethods = NULL;
  of(f)->real = calloc(1, (size_t)host->szOsFile);
  of(f)->name = strdup(name ? last_part(name) : "temporary");
  int code = host->xOpen(host, name, of(f)->real, flags, out_flags);
  if (code != SQLITE_OK) {
    free(of(f)->real);
    free(of(f)->name);
    return code;
  }
  f->pMethods = &methods;
  int is_journal = flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL);
  int is_kept = is_journal || flags & SQLITE_OPEN_MAIN_DB;
  of(f)->syncs_folder = is_journal && flags & SQLITE_OPEN_CREATE;
  pthread_mutex_lock(&lock);
  for (size_t i = 0; is_kept && i < sizeof open_files / sizeof *open_files; i++) {
    if (open_files[i]) continue;
    open_files[i] = of(f);
    break;
  }
  pthread_mutex_unlock(&lock);
  return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *vfs, const char *name, int sync_folder) {
  (void)vfs;
  int code = host->xDelete(host, name, 0);
  pthread_mutex_lock(&lock);
  if (is_recording && code == SQLITE_OK) {
    if (deleted_count == sizeof deleted / sizeof *deleted) abort();
    deleted[deleted_count++] = strdup(last_part(name));
    if (sync_folder) {
      moments++;
      note_folder();
    }
  }
  pthread_mutex_unlock(&lock);
  return code;
}

int faulty_register(void) {
  static sqlite3_vfs disk;
  pthread_mutex_lock(&lock);
  int code = SQLITE_OK;
  if (!host) {
    host = sqlite3_vfs_find(NULL);
    if (host) {
      disk = *host;
      disk.zName = "faulty";
      disk.pNext = NULL;
      disk.szOsFile = sizeof(file);
      disk.xOpen = disk_open;
      disk.xDelete = disk_delete;
      code = sqlite3_vfs_register(&disk, 0);
    } else {
      code = SQLITE_ERROR;
    }
  }
  pthread_mutex_unlock(&lock);
  return code;
}
