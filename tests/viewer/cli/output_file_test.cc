// SPDX-License-Identifier: MIT
#include "viewer/cli/output_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <new>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

// When memory ran out, a certificate left its temporary file behind.
TEST(OutputFile, LeavesNothingWhereItsMakerThrows) {
  const ScratchFolder folder;
  EXPECT_THROW(
      (void)cli::write_file_by(folder / "certificate", false,
                               [](const std::string&) -> Status { throw std::bad_alloc(); }),
      std::bad_alloc);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace plytrace::test
