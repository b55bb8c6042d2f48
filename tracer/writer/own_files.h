// SPDX-License-Identifier: MIT
//
// A VFS that restricts SQLite's default VFS to the files that it opened. SQLite remembers a file's
// descriptor number. If the program closes all its descriptors, as daemons do, and opens another
// file with the same number, pages of the trace would go into that file. So every operation fails
// with EBADF once the descriptor leads to another file (by device and inode), and that file stays
// open. If stat() or fstat() itself fails, only that operation fails, with its errno, and the file
// is closed at the end. Thread rule: any thread.
#pragma once

#include <sqlite3.h>

namespace plytrace::writer {

// Returns the restricted VFS for the current default VFS. Throws std::bad_alloc.
sqlite3_vfs* own_files_vfs();

}  // namespace plytrace::writer
