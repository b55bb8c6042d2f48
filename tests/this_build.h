// SPDX-License-Identifier: MIT
//
// What tests need to know about the build in which they run. Compiled tests may be linked into
// another build (PLYTRACE_TESTS_OF in tests/CMakeLists.txt), so they must call these functions
// instead of asking the preprocessor.
#pragma once

#include <string>

namespace plytrace::test {

std::string program_path();
// The folder of the built examples.
std::string examples_folder();
// The path of a program built beside the tests, such as "plytrace_readme_engine".
std::string test_binary(const std::string& name);
// The path of a file in the source tree, such as "docs/events.md".
std::string source_path(const std::string& path);

// Whether the program and the libraries are built with AddressSanitizer.
bool is_address_sanitized();

}  // namespace plytrace::test
