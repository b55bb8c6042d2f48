// SPDX-License-Identifier: MIT
//
// SQLite's default VFS, held to the files that it opened. SQLite keeps the number of a file's
// descriptor; a program that closes all of its descriptors (as daemons do) and opens a file of its
// own may be given that number, and pages of the trace would go into that file. So whatever a file
// is asked for fails once its descriptor leads to another file (device and inode), with EBADF as
// the system's error; and it is not closed then.
// Thread rule: any thread.
#pragma once

#include <sqlite3.h>

namespace plytrace::writer {

// The default VFS of this process, so held. Throws std::bad_alloc.
sqlite3_vfs* own_files_vfs();

}  // namespace plytrace::writer
