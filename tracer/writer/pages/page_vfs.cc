// SPDX-License-Identifier: MIT
#include "tracer/writer/pages/page_vfs.h"

#include <new>

#include "tracer/writer/own_files.h"

namespace plytrace::writer {
namespace {

// The file object that SQLite allocates for the database. The real file's object follows it.
struct DatabaseFile {
  sqlite3_file base;
  std::unique_ptr<PageFile>* pages;

  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

DatabaseFile& cast(sqlite3_file* file) { return *reinterpret_cast<DatabaseFile*>(file); }
PageFile& pages_of(sqlite3_file* file) { return **cast(file).pages; }

int close(sqlite3_file* file) {
  cast(file).pages->reset();
  sqlite3_file* const real = cast(file).real();
  return real->pMethods->xClose(real);
}
int read(sqlite3_file* file, void* to, int count, sqlite3_int64 offset) {
  return pages_of(file).read_bytes(to, count, offset);
}
int write(sqlite3_file* file, const void* from, int count, sqlite3_int64 offset) {
  return pages_of(file).write_bytes(from, count, offset);
}
int truncate(sqlite3_file*, sqlite3_int64) { return SQLITE_OK; }  // the file never shrinks
int sync(sqlite3_file*, int) { return SQLITE_OK; }
int file_size(sqlite3_file* file, sqlite3_int64* size) {
  *size = pages_of(file).size();
  if (*size != 0) return SQLITE_OK;
  sqlite3_file* const real = cast(file).real();  // before PageFile::begin()
  return real->pMethods->xFileSize(real, size);
}
int lock(sqlite3_file* file, int level) {
  return level == SQLITE_LOCK_SHARED ? pages_of(file).show_header() : SQLITE_OK;
}
int unlock(sqlite3_file*, int) { return SQLITE_OK; }
int check_reserved_lock(sqlite3_file*, int* is_reserved) {
  *is_reserved = 0;
  return SQLITE_OK;
}
int file_control(sqlite3_file* file, int operation, void* argument) {
  if (operation != SQLITE_FCNTL_LAST_ERRNO) return SQLITE_NOTFOUND;
  sqlite3_file* const real = cast(file).real();
  return real->pMethods->xFileControl(real, operation, argument);
}
// If a sector held several pages, SQLite would write them all, including those of the page writer.
int sector_size(sqlite3_file*) { return 512; }
int characteristics(sqlite3_file*) { return 0; }

constexpr sqlite3_io_methods make_methods() {
  sqlite3_io_methods methods{};
  methods.iVersion = 1;  // no shared memory, no memory mapping
  methods.xClose = close;
  methods.xRead = read;
  methods.xWrite = write;
  methods.xTruncate = truncate;
  methods.xSync = sync;
  methods.xFileSize = file_size;
  methods.xLock = lock;
  methods.xUnlock = unlock;
  methods.xCheckReservedLock = check_reserved_lock;
  methods.xFileControl = file_control;
  methods.xSectorSize = sector_size;
  methods.xDeviceCharacteristics = characteristics;
  return methods;
}
constexpr sqlite3_io_methods kMethods = make_methods();

}  // namespace

// The VFS functions: some wrap PageFile, the others call the real VFS.
struct PageVfs::Methods {
  static PageVfs& self(sqlite3_vfs* vfs) { return *static_cast<PageVfs*>(vfs->pAppData); }
  static sqlite3_vfs* real(sqlite3_vfs* vfs) { return self(vfs).real_; }

  static int open(sqlite3_vfs* vfs, const char* path, sqlite3_file* file, int flags, int* given) {
    if ((flags & SQLITE_OPEN_MAIN_DB) == 0) {
      return real(vfs)->xOpen(real(vfs), path, file, flags, given);
    }
    DatabaseFile& database = cast(file);
    database.base.pMethods = nullptr;
    database.real()->pMethods = nullptr;
    const int code = real(vfs)->xOpen(real(vfs), path, database.real(), flags, given);
    if (code != SQLITE_OK) return code;
    self(vfs).file_.reset(new (std::nothrow)
                              PageFile(real(vfs), database.real(), sqlite3_filename_journal(path)));
    if (self(vfs).file_ == nullptr) {
      database.real()->pMethods->xClose(database.real());
      return SQLITE_NOMEM;
    }
    database.pages = &self(vfs).file_;
    database.base.pMethods = &kMethods;
    return SQLITE_OK;
  }
  static int remove(sqlite3_vfs* vfs, const char* path, int syncs) {
    return real(vfs)->xDelete(real(vfs), path, syncs);
  }
  static int access(sqlite3_vfs* vfs, const char* path, int what, int* out) {
    return real(vfs)->xAccess(real(vfs), path, what, out);
  }
  static int full_path(sqlite3_vfs* vfs, const char* path, int size, char* out) {
    return real(vfs)->xFullPathname(real(vfs), path, size, out);
  }
  static int randomness(sqlite3_vfs* vfs, int size, char* out) {
    return real(vfs)->xRandomness(real(vfs), size, out);
  }
  static int sleep(sqlite3_vfs* vfs, int microseconds) {
    return real(vfs)->xSleep(real(vfs), microseconds);
  }
  static int current_time(sqlite3_vfs* vfs, double* out) {
    return real(vfs)->xCurrentTime(real(vfs), out);
  }
  static int last_error(sqlite3_vfs* vfs, int size, char* out) {
    return real(vfs)->xGetLastError(real(vfs), size, out);
  }
};

PageVfs::PageVfs() : real_(own_files_vfs()) {
  name_ = "plytrace-pages-" + std::to_string(reinterpret_cast<std::uintptr_t>(this));
  vfs_.iVersion = 1;
  vfs_.szOsFile = static_cast<int>(sizeof(DatabaseFile)) + real_->szOsFile;
  vfs_.mxPathname = real_->mxPathname;
  vfs_.zName = name_.c_str();
  vfs_.pAppData = this;
  vfs_.xOpen = Methods::open;
  vfs_.xDelete = Methods::remove;
  vfs_.xAccess = Methods::access;
  vfs_.xFullPathname = Methods::full_path;
  vfs_.xRandomness = Methods::randomness;
  vfs_.xSleep = Methods::sleep;
  vfs_.xCurrentTime = Methods::current_time;
  vfs_.xGetLastError = Methods::last_error;
  sqlite3_vfs_register(&vfs_, 0);
}

PageVfs::~PageVfs() { sqlite3_vfs_unregister(&vfs_); }

}  // namespace plytrace::writer
