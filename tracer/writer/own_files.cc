// SPDX-License-Identifier: MIT
#include "tracer/writer/own_files.h"

#ifdef _WIN32
// A program cannot close a file by a number that SQLite never gave it.
sqlite3_vfs* plytrace::writer::own_files_vfs() { return sqlite3_vfs_find(nullptr); }
#else
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <list>
#include <memory>
#include <mutex>
#include <string>

namespace plytrace::writer {
namespace {

// Identifies the file that a descriptor leads to.
struct Identity {
  dev_t device = 0;
  ino_t inode = 0;

  // Returns 0 if the descriptor leads to this file, EBADF if it is closed or leads to another, and
  // the errno of fstat() if that is unknown.
  int error_of(int descriptor) const {
    struct stat info {};
    if (fstat(descriptor, &info) != 0) return errno;
    return info.st_dev == device && info.st_ino == inode ? 0 : EBADF;
  }
};

// The file object that SQLite allocates. The real file's object follows it.
struct OwnFile {
  sqlite3_file base;
  Identity identity;
  int descriptor;  // -1: unknown
  int error;       // why an operation was refused; 0 once the real file has failed later

  sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
  bool is_lost() const { return error == EBADF; }
  // Whether an operation may use the descriptor. A lost file stays lost; a failure of fstat()
  // refuses one operation, with its errno.
  bool has_its_file() {
    const int refused = is_lost() ? EBADF : descriptor < 0 ? 0 : identity.error_of(descriptor);
    if (refused != 0) errno = error = refused;
    return refused == 0;
  }
};
static_assert(sizeof(OwnFile) % alignof(void*) == 0);

OwnFile& own(sqlite3_file* file) { return *reinterpret_cast<OwnFile*>(file); }

int lowest_free_descriptor() {
  const int file = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (file >= 0) ::close(file);
  return file;
}

bool is_writable(int descriptor) {
  const int flags = fcntl(descriptor, F_GETFL);
  return flags != -1 && (flags & O_ACCMODE) != O_RDONLY;
}

int among_all(const Identity& identity, bool writes) {
  DIR* const all = opendir("/proc/self/fd");
  if (all == nullptr) return -1;
  int found = -1;
  for (const dirent* entry = readdir(all); entry != nullptr && found < 0; entry = readdir(all)) {
    char* end = nullptr;
    const auto number = static_cast<int>(std::strtol(entry->d_name, &end, 10));
    const bool is_number = end != entry->d_name && *end == '\0';
    const bool is_it = is_number && identity.error_of(number) == 0;
    if (is_it && is_writable(number) == writes) found = number;
  }
  closedir(all);
  return found;
}

// Finds the descriptor of the file, which SQLite does not expose. It is usually the lowest one that
// was free before. Returns 0, or the errno of the call that could not examine the file.
int find_descriptor(OwnFile& file, const char* path, int expected, bool writes) {
  file.descriptor = -1;
  file.error = 0;
  struct stat info {};
  // A file without a name is temporary; take the file that the descriptor leads to.
  if (path == nullptr && fstat(expected, &info) != 0) return 0;
  if (path != nullptr && ::stat(path, &info) != 0) return errno;
  file.identity = {info.st_dev, info.st_ino};
  const int error = file.identity.error_of(expected);
  if (error != 0 && error != EBADF) return error;
  const bool is_it = error == 0 && is_writable(expected) == writes;
  file.descriptor = is_it ? expected : path == nullptr ? -1 : among_all(file.identity, writes);
  return 0;
}

// Runs an operation on the real file, if the descriptor still leads to it.
template <auto Operation, int Refused, class... T>
int hand_on(sqlite3_file* file, T... arguments) {
  if (!own(file).has_its_file()) return Refused;
  sqlite3_file* const real = own(file).real();
  const int code = (real->pMethods->*Operation)(real, arguments...);
  if (code != SQLITE_OK) own(file).error = 0;
  return code;
}

// Closes the file also if fstat() fails: SQLite would keep the locks of a file that stays open, and
// the next connection of this process would wait for them.
int close_file(sqlite3_file* file) {
  // Closing a lost file would close a file of the program.
  if (!own(file).has_its_file() && own(file).is_lost()) return SQLITE_OK;
  sqlite3_file* const real = own(file).real();
  return real->pMethods->xClose(real);
}
int control(sqlite3_file* file, int operation, void* argument) {
  OwnFile& its = own(file);
  const bool asks_error = operation == SQLITE_FCNTL_LAST_ERRNO;
  const bool was_refused = asks_error && its.error != 0;
  if (!was_refused && its.has_its_file()) {
    return its.real()->pMethods->xFileControl(its.real(), operation, argument);
  }
  if (!asks_error) return SQLITE_NOTFOUND;
  *static_cast<int*>(argument) = its.error;
  return SQLITE_OK;
}
int own_sector_size(sqlite3_file* file) {
  return own(file).real()->pMethods->xSectorSize(own(file).real());
}
int own_characteristics(sqlite3_file* file) {
  return own(file).real()->pMethods->xDeviceCharacteristics(own(file).real());
}
void shared_memory_barrier(sqlite3_file* file) {
  own(file).real()->pMethods->xShmBarrier(own(file).real());
}

constexpr sqlite3_io_methods make_own_methods() {
  using Methods = sqlite3_io_methods;
  Methods methods{};
  methods.iVersion = 2;  // no memory mapping, which would bypass xRead
  methods.xClose = close_file;
  methods.xRead = hand_on<&Methods::xRead, SQLITE_IOERR_READ, void*, int, sqlite3_int64>;
  methods.xWrite = hand_on<&Methods::xWrite, SQLITE_IOERR_WRITE, const void*, int, sqlite3_int64>;
  methods.xTruncate = hand_on<&Methods::xTruncate, SQLITE_IOERR_TRUNCATE, sqlite3_int64>;
  methods.xSync = hand_on<&Methods::xSync, SQLITE_IOERR_FSYNC, int>;
  methods.xFileSize = hand_on<&Methods::xFileSize, SQLITE_IOERR_FSTAT, sqlite3_int64*>;
  methods.xLock = hand_on<&Methods::xLock, SQLITE_IOERR_LOCK, int>;
  methods.xUnlock = hand_on<&Methods::xUnlock, SQLITE_IOERR_UNLOCK, int>;
  methods.xCheckReservedLock =
      hand_on<&Methods::xCheckReservedLock, SQLITE_IOERR_CHECKRESERVEDLOCK, int*>;
  methods.xFileControl = control;
  methods.xSectorSize = own_sector_size;
  methods.xDeviceCharacteristics = own_characteristics;
  methods.xShmMap = hand_on<&Methods::xShmMap, SQLITE_IOERR_SHMMAP, int, int, int, void volatile**>;
  methods.xShmLock = hand_on<&Methods::xShmLock, SQLITE_IOERR_SHMLOCK, int, int, int>;
  methods.xShmBarrier = shared_memory_barrier;
  methods.xShmUnmap = hand_on<&Methods::xShmUnmap, SQLITE_OK, int>;
  return methods;
}
constexpr sqlite3_io_methods kOwnMethods = make_own_methods();

// The VFS functions; all but xOpen call the real VFS.
struct OwnFilesVfs {
  sqlite3_vfs vfs{};
  sqlite3_vfs* real;
  std::string name;

  explicit OwnFilesVfs(sqlite3_vfs* default_vfs)
      : real(default_vfs),
        name("plytrace-own-files-" + std::to_string(reinterpret_cast<std::uintptr_t>(this))) {
    vfs.iVersion = 1;
    vfs.szOsFile = static_cast<int>(sizeof(OwnFile)) + real->szOsFile;
    vfs.mxPathname = real->mxPathname;
    vfs.zName = name.c_str();
    vfs.pAppData = real;
    vfs.xOpen = open_file;
    vfs.xDelete = [](sqlite3_vfs* self, const char* path, int syncs) {
      return real_of(self)->xDelete(real_of(self), path, syncs);
    };
    vfs.xAccess = [](sqlite3_vfs* self, const char* path, int what, int* out) {
      return real_of(self)->xAccess(real_of(self), path, what, out);
    };
    vfs.xFullPathname = [](sqlite3_vfs* self, const char* path, int size, char* out) {
      return real_of(self)->xFullPathname(real_of(self), path, size, out);
    };
    vfs.xRandomness = [](sqlite3_vfs* self, int size, char* out) {
      return real_of(self)->xRandomness(real_of(self), size, out);
    };
    vfs.xSleep = [](sqlite3_vfs* self, int microseconds) {
      return real_of(self)->xSleep(real_of(self), microseconds);
    };
    vfs.xCurrentTime = [](sqlite3_vfs* self, double* out) {
      return real_of(self)->xCurrentTime(real_of(self), out);
    };
    vfs.xGetLastError = [](sqlite3_vfs* self, int size, char* out) {
      return real_of(self)->xGetLastError(real_of(self), size, out);
    };
  }

  static sqlite3_vfs* real_of(sqlite3_vfs* self) {
    return static_cast<sqlite3_vfs*>(self->pAppData);
  }
  static int open_file(sqlite3_vfs* self, const char* path, sqlite3_file* file, int flags,
                       int* given) {
    OwnFile& opened = own(file);
    opened.base.pMethods = nullptr;
    opened.real()->pMethods = nullptr;
    const int expected = lowest_free_descriptor();
    int used = flags;
    const int code = real_of(self)->xOpen(real_of(self), path, opened.real(), flags, &used);
    if (given != nullptr) *given = used;
    if (code != SQLITE_OK) return code;
    const bool writes = (used & SQLITE_OPEN_READWRITE) != 0;
    if (const int error = find_descriptor(opened, path, expected, writes); error != 0) {
      opened.real()->pMethods->xClose(opened.real());
      errno = error;  // for xGetLastError
      return SQLITE_IOERR_FSTAT;
    }
    opened.base.pMethods = &kOwnMethods;
    return SQLITE_OK;
  }
};

}  // namespace

// Keeps one VFS for each default VFS (tests replace it), forever, since a file may outlive the
// caller.
sqlite3_vfs* own_files_vfs() {
  static std::mutex mutex;
  static std::list<OwnFilesVfs>& all = *std::make_unique<std::list<OwnFilesVfs> >().release();
  sqlite3_vfs* const real = sqlite3_vfs_find(nullptr);
  const std::lock_guard lock(mutex);
  for (OwnFilesVfs& known : all) {
    if (known.real == real) return &known.vfs;
  }
  OwnFilesVfs& made = all.emplace_back(real);
  if (sqlite3_vfs_register(&made.vfs, 0) == SQLITE_OK) return &made.vfs;
  all.pop_back();
  return real;
}

}  // namespace plytrace::writer
#endif
