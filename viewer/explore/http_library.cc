// SPDX-License-Identifier: MIT
#include "viewer/explore/http_library.h"

#include <dlfcn.h>

#include <string>

namespace plytrace::explore {
namespace {

constexpr const char* kFile = "libmicrohttpd.so.12";

HttpLibrary g_library{};

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

bool find_all(void* library, HttpLibrary& found) {
#define PLYTRACE_AND_FIND(name) &&find(library, "MHD_" #name, found.name)
  return library != nullptr PLYTRACE_HTTP_FUNCTIONS(PLYTRACE_AND_FIND);
#undef PLYTRACE_AND_FIND
}

}  // namespace

Status load_http_library() {
  if (find_all(dlopen(kFile, RTLD_NOW | RTLD_LOCAL), g_library)) return Status::ok();
  return Status::environment("explore: the library that serves HTTP cannot be loaded (" +
                             std::string(dlerror()) + "); install libmicrohttpd12");
}

const HttpLibrary& mhd() { return g_library; }

}  // namespace plytrace::explore
