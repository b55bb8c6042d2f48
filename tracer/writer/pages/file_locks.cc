// SPDX-License-Identifier: MIT
#include "tracer/writer/pages/file_locks.h"

#include "tracer/writer/pages/real_file.h"

namespace plytrace::writer {

Status FileLocks::begin() {
  int code = lock(SQLITE_LOCK_SHARED);
  if (code == SQLITE_OK) code = lock(SQLITE_LOCK_RESERVED);
  has_reserved_ = code == SQLITE_OK;
  if (has_reserved_) return Status::ok();
  end();
  return file_failure(file_, code, "lock");
}

Result<bool> FileLocks::try_exclusive() {
  for (const int level : {SQLITE_LOCK_RESERVED, SQLITE_LOCK_EXCLUSIVE}) {
    if (level == SQLITE_LOCK_RESERVED && has_reserved_) continue;
    const int code = lock(level);
    if ((code & 0xFF) == SQLITE_BUSY) return false;
    if (code != SQLITE_OK) return file_failure(file_, code, "lock");
    has_reserved_ = true;
  }
  return true;
}

Status FileLocks::release() {
  const int code = file_->pMethods->xUnlock(file_, SQLITE_LOCK_SHARED);
  if (code != SQLITE_OK) return file_failure(file_, code, "unlock");
  has_reserved_ = lock(SQLITE_LOCK_RESERVED) == SQLITE_OK;
  return Status::ok();
}

void FileLocks::end() {
  file_->pMethods->xUnlock(file_, SQLITE_LOCK_NONE);
  has_reserved_ = false;
}

}  // namespace plytrace::writer
