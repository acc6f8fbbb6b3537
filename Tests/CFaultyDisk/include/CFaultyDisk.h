/// A layer between SQLite and the files that remembers what a disk would hold after a power cut, and that
/// fails when it is told to.
///
/// It stands for a disk that keeps nothing but what it was asked to keep: writes that no sync followed
/// are lost, and a name that was deleted comes back unless its folder was synced. There is one for the
/// process, so tests that use it run one after the other.

#ifndef CFAULTYDISK_H
#define CFAULTYDISK_H

#include <stddef.h>

/// Registers the layer under its name, "faulty"; 0 when that worked.
int faulty_register(void);

/// Forgets everything, and begins to remember.
void faulty_start(void);

/// Stops remembering and failing.
void faulty_stop(void);

/// How many times something was synced since the start; each is a moment at which the power may go.
int faulty_moments(void);

/// What reached the disk at a moment.
typedef enum {
  /// Only what was synced until then, that moment's sync included.
  faulty_synced,
  /// Everything that was written before that moment's sync.
  faulty_written,
} faulty_state;

/// Writes the files as the disk had them at a moment into a folder, under their own names.
///
/// - Parameter moment: From 0, before any sync, to faulty_moments().
/// - Returns: 0 when that worked.
int faulty_restore(int moment, faulty_state state, const char *folder);

/// Has the write after so many fail with a code of SQLite's, and all after it; counted from now.
void faulty_fail_after(int writes, int code);

/// Whether a write has failed since then.
int faulty_has_failed(void);

#endif
