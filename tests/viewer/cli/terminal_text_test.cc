// SPDX-License-Identifier: MIT
#include "viewer/cli/terminal_text.h"

#include <gtest/gtest.h>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

TEST(ShellWord, IsOneWordForAShellWhateverItHolds) {
  // The first letter of an empty word was read.
  for (const char* word :
       {"", "plain/run-1.db", "two words", "it's", "$HOME `id` \\ \"", "a\nb", "*"}) {
    const std::string quoted = cli::shell_word(word);
    EXPECT_EQ(shell("printf '%s|' " + quoted, "/").out, std::string(word) + "|") << quoted;
  }
  EXPECT_EQ(cli::shell_word(""), "''");
  EXPECT_EQ(cli::shell_word("plain/run-1.db"), "plain/run-1.db");
  EXPECT_EQ(cli::shell_word("-o"), "./'-o'") << "is no option";
}

}  // namespace
}  // namespace plytrace::test
