// SPDX-License-Identifier: MIT
//
// A SQLite VFS for one connection, whose database file is a PageFile: the connection reads and
// writes the small tables there with ordinary SQL, while the page writer fills the large ones. Its
// transactions end in memory (PRAGMA journal_mode=MEMORY); PageFile::checkpoint() puts both into
// the file at once. The connection takes no locks of its own: the PageFile has them.
// A transaction must not be open while the page writer allocates pages.
// Thread rule: one thread a connection.
#pragma once

#include <sqlite3.h>

#include <memory>
#include <string>

#include "core/status.h"
#include "tracer/writer/pages/page_file.h"

namespace plytrace::writer {

class PageVfs {
 public:
  // On top of the default VFS, held to its own files (own_files.h).
  PageVfs();
  ~PageVfs();  // after the connection is closed
  PageVfs(const PageVfs&) = delete;
  PageVfs& operator=(const PageVfs&) = delete;

  // To open the connection with.
  const char* name() const { return name_.c_str(); }
  // Of the connection; nullptr before it is opened and after it is closed.
  PageFile* file() const { return file_.get(); }

 private:
  struct Methods;

  sqlite3_vfs* real_;
  sqlite3_vfs vfs_{};
  std::string name_;
  std::unique_ptr<PageFile> file_;
};

}  // namespace plytrace::writer
