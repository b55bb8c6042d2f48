// SPDX-License-Identifier: MIT
#include "tests/this_build.h"

namespace plytrace::test {

std::string program_path() { return PLYTRACE_PROGRAM; }
std::string examples_folder() { return PLYTRACE_EXAMPLES; }
std::string test_binary(const std::string& name) { return PLYTRACE_TEST_BINARIES "/" + name; }
std::string source_path(const std::string& path) { return PLYTRACE_SOURCE_DIR "/" + path; }

bool is_address_sanitized() {
#if defined(__SANITIZE_ADDRESS__)
  return true;
#else
  return false;
#endif
}

}  // namespace plytrace::test
