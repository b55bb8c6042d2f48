// SPDX-License-Identifier: MIT
//
// plytrace-check as a function.
#define main plytrace_check_main
#include "viewer/check/plytrace_check.cc"
#undef main

#include "tests/fuzz/targets.h"

namespace plytrace::fuzz {

int check_certificate(std::string path) {
  // Discard its output.
  std::streambuf* const out = std::cout.rdbuf(nullptr);
  std::streambuf* const err = std::cerr.rdbuf(nullptr);
  std::string name = "plytrace-check";
  char* arguments[] = {name.data(), path.data(), nullptr};
  const int code = plytrace_check_main(2, arguments);
  std::cout.rdbuf(out);
  std::cerr.rdbuf(err);
  return code;
}

}  // namespace plytrace::fuzz
