// SPDX-License-Identifier: MIT
//
// SQLite's locks on a database file, as its writers take them. Between checkpoints the recorder
// holds SHARED and RESERVED: readers pass, and other writers get "database is locked".
//
//   SHARED + RESERVED --try_exclusive()--> EXCLUSIVE --release()--> SHARED + RESERVED
//
// While readers hold the file, try_exclusive() fails and leaves the lock PENDING: present readers
// may finish, new ones must wait. release() removes it again. SHARED is never released, so that
// no other writer can commit. Source: https://www.sqlite.org/lockingv3.html Thread rule: one
// thread.
#pragma once

#include <sqlite3.h>

#include "core/status.h"

namespace plytrace::writer {

class FileLocks {
 public:
  explicit FileLocks(sqlite3_file* file) : file_(file) {}

  // Takes SHARED and RESERVED. An environment error if another program writes.
  Status begin();
  // False: another program holds a lock.
  Result<bool> try_exclusive();
  // Goes from EXCLUSIVE or PENDING back to SHARED, plus RESERVED if that is free.
  Status release();
  // Releases all locks.
  void end();

 private:
  int lock(int level) { return file_->pMethods->xLock(file_, level); }

  sqlite3_file* file_;
  bool has_reserved_ = false;
};

}  // namespace plytrace::writer
