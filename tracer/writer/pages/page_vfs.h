// SPDX-License-Identifier: MIT
//
// PageVfs is a SQLite VFS for one connection, whose database file is a PageFile. The connection
// reads and writes the small tables with ordinary SQL, while the page writer fills the large ones.
// Its transactions end in memory (PRAGMA journal_mode=MEMORY); PageFile::checkpoint() publishes
// both together. The connection takes no locks, since the PageFile holds them. A transaction must
// not be open while the page writer allocates pages. Thread rule: one thread a connection.
#pragma once

#include <sqlite3.h>

#include <memory>
#include <string>

#include "core/status.h"
#include "tracer/writer/pages/page_file.h"

namespace plytrace::writer {

class PageVfs {
 public:
  // Wraps the default VFS, restricted to its own files (own_files.h).
  PageVfs();
  ~PageVfs();  // after the connection is closed
  PageVfs(const PageVfs&) = delete;
  PageVfs& operator=(const PageVfs&) = delete;

  // The name for sqlite3_open_v2().
  const char* name() const { return name_.c_str(); }
  // The file of the connection; nullptr while it is not open.
  PageFile* file() const { return file_.get(); }

 private:
  struct Methods;

  sqlite3_vfs* real_;
  sqlite3_vfs vfs_{};
  std::string name_;
  std::unique_ptr<PageFile> file_;
};

}  // namespace plytrace::writer
