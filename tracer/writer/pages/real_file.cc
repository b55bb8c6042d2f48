// SPDX-License-Identifier: MIT
#include "tracer/writer/pages/real_file.h"

#include <algorithm>

#include "tracer/writer/database.h"

namespace plytrace::writer {

Status file_failure(sqlite3_file* file, int code, const std::string& what, int error) {
  std::string message = what + ": " + sqlite3_errstr(code);
  if (file != nullptr && file->pMethods != nullptr) {
    file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &error);
  }
  if (error != 0) message += " (" + error_words(error) + ")";
  return Status::environment(message);
}

Status write_file(sqlite3_file* file, const void* bytes, std::size_t count, std::int64_t offset) {
  const auto* from = static_cast<const std::uint8_t*>(bytes);
  while (count > 0) {
    const std::size_t part = std::min<std::size_t>(count, kMostAtOnce);
    const int code = file->pMethods->xWrite(file, from, static_cast<int>(part), offset);
    if (code != SQLITE_OK) return file_failure(file, code, "write");
    from += part;
    count -= part;
    offset += static_cast<std::int64_t>(part);
  }
  return Status::ok();
}

Status read_file(sqlite3_file* file, void* bytes, std::size_t count, std::int64_t offset) {
  const int code = file->pMethods->xRead(file, bytes, static_cast<int>(count), offset);
  return code == SQLITE_OK ? Status::ok() : file_failure(file, code, "read");
}

Status JournalFile::create() {
  const auto size = static_cast<std::size_t>(vfs_->szOsFile);
  memory_ = std::make_unique<std::max_align_t[]>(size / sizeof(std::max_align_t) + 1);
  file_ = reinterpret_cast<sqlite3_file*>(memory_.get());
  constexpr int kFlags = SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  int given = 0;
  const int code = vfs_->xOpen(vfs_, path_, file_, kFlags, &given);
  if (code == SQLITE_OK) return Status::ok();
  const int error = vfs_->xGetLastError(vfs_, 0, nullptr);
  Status status = file_failure(file_, code, std::string("create ") + path_, error);
  close();
  return status;
}

void JournalFile::close() {
  if (file_ != nullptr && file_->pMethods != nullptr) file_->pMethods->xClose(file_);
  file_ = nullptr;
}

Status JournalFile::remove() {
  close();
  const int code = vfs_->xDelete(vfs_, path_, 0);
  if (code == SQLITE_OK) return Status::ok();
  const int error = vfs_->xGetLastError(vfs_, 0, nullptr);
  return file_failure(nullptr, code, std::string("delete ") + path_, error);
}

}  // namespace plytrace::writer
