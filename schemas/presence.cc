// SPDX-License-Identifier: MIT
#include "schemas/presence.h"

#include <cerrno>

namespace plytrace::format {
namespace {

std::optional<bool> answer(int result) {
  if (result == 0) return true;
  switch (errno) {
    case ENOENT:
    case ENOTDIR:
    case ELOOP:         // a circular link
    case ENAMETOOLONG:  // no file has such a name
      return false;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<bool> is_there(const std::string& path, struct stat& found) {
  return answer(::stat(path.c_str(), &found));
}

std::optional<bool> is_taken(const std::string& path) {
  struct stat found {};
#ifdef _WIN32  // has no lstat(), and hardly any links
  return answer(::stat(path.c_str(), &found));
#else
  return answer(::lstat(path.c_str(), &found));
#endif
}

}  // namespace plytrace::format
