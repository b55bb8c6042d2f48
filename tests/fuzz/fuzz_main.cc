// SPDX-License-Identifier: MIT
//
// The entry point for libFuzzer (scripts/fuzz); PLYTRACE_FUZZ_TARGET names the target.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/targets.h"

namespace {
const plytrace::fuzz::Target* g_target = nullptr;
}

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* const name = std::getenv("PLYTRACE_FUZZ_TARGET");
  g_target = plytrace::fuzz::find_target(name == nullptr ? "" : name);
  if (g_target != nullptr) return 0;
  std::fputs("PLYTRACE_FUZZ_TARGET names no target; see scripts/fuzz\n", stderr);
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  g_target->run({reinterpret_cast<const char*>(data), size});
  return 0;
}
