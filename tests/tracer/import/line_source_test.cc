// SPDX-License-Identifier: MIT
#include "tracer/import/line_source.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>

namespace plytrace::test {
namespace {

// A line above the limit kept its text if its end came in the same block.
TEST(LineSource, ALineThatIsTooLongHasNoText) {
  for (const std::size_t more : {std::size_t{0}, std::size_t{1}, std::size_t{1} << 20}) {
    std::FILE* const file = std::tmpfile();
    ASSERT_NE(file, nullptr);
    const std::string text = std::string(LineSource::kLongestLine + more, 'x') + "\nshort";
    ASSERT_EQ(std::fwrite(text.data(), 1, text.size(), file), text.size());
    std::rewind(file);
    const std::atomic<bool> interrupt{false};
    LineSource lines(fileno(file), "lines", 64, interrupt);
    const auto first = lines.next();
    ASSERT_TRUE(first);
    EXPECT_EQ(first->too_long, more > 0);
    EXPECT_EQ(first->text.size(), more > 0 ? 0 : LineSource::kLongestLine);
    const auto second = lines.next();
    ASSERT_TRUE(second);
    EXPECT_EQ(second->text, "short");
    EXPECT_EQ(lines.number(), 2U);
    EXPECT_FALSE(lines.next());
    std::fclose(file);
  }
}

}  // namespace
}  // namespace plytrace::test
