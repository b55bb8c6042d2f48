// SPDX-License-Identifier: MIT
//
// SQLite's locks on a database file, as its writers take them. Between checkpoints the recorder
// holds SHARED and RESERVED: readers pass, other writers are told that the database is locked.
//
//   SHARED + RESERVED --try_exclusive()--> EXCLUSIVE --release()--> SHARED + RESERVED
//
// Where readers are in, try_exclusive() fails and leaves the lock PENDING, which lets the readers
// there finish and no new ones in; step_back() takes it away again. SHARED is never given up, so
// that no other writer can commit. Source: https://www.sqlite.org/lockingv3.html
// Thread rule: one thread.
#pragma once

#include <sqlite3.h>

#include "core/status.h"

namespace plytrace::writer {

class FileLocks {
 public:
  explicit FileLocks(sqlite3_file* file) : file_(file) {}

  // SHARED and RESERVED. An environment error where another program writes.
  Status begin();
  // False: somebody is in the way.
  Result<bool> try_exclusive();
  // From EXCLUSIVE or PENDING back to SHARED, and RESERVED where it can be had at once.
  Status release();
  void step_back() { (void)release(); }
  // Gives all of them up.
  void end();

 private:
  int lock(int level) { return file_->pMethods->xLock(file_, level); }

  sqlite3_file* file_;
  bool has_reserved_ = false;
};

}  // namespace plytrace::writer
