// SPDX-License-Identifier: MIT
//
// What tests must know of the build that they run in. Compiled tests may be linked into another
// build (PLYTRACE_TESTS_OF in tests/CMakeLists.txt): they ask here, and not the preprocessor.
#pragma once

#include <string>

namespace plytrace::test {

std::string program_path();
// The folder of the built examples.
std::string examples_folder();
// What is made beside the tests, by its name: "plytrace_readme_engine".
std::string test_binary(const std::string& name);
// A file of the source tree by its path there: "docs/events.md".
std::string source_path(const std::string& path);

// AddressSanitizer is in the program and in the libraries.
bool is_address_sanitized();

}  // namespace plytrace::test
