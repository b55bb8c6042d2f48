// SPDX-License-Identifier: MIT
//
// Covers tracer/import/event_line.cc and plytrace.hpp: a score that a double cannot represent is a
// wrong event line, and a misuse of the C++ interface.
#include <gtest/gtest.h>

#include <plytrace/plytrace.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

// Event lines with numbers that a double cannot represent were rounded without a message.
TEST(RoundedNumbers, AreWrongLines) {
  const ScratchFolder folder;
  const auto read = [&](const std::string& number) {
    write_file(folder / "e.ndjson", R"({"event":"enter","side":"max"}
{"event":"leave","value":)" + number +
                                        R"(,"kind":"horizon"}
)");
    return plytrace({"import", "e.ndjson", "-o", "e.db", "-q", "--force"}, folder.path().string());
  };
  for (const char* number :
       {"9007199254740993", "-9007199254740993", "9007199254740993.0", "9.007199254740993e15",
        "9223372036854775807", "1e-400", "-0.1e-399"}) {
    const ProgramResult result = read(number);
    EXPECT_EQ(result.exit_code, 3) << number;
    EXPECT_NE(result.err.find("leave.value"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find(number), std::string::npos) << result.err;
  }
}

TEST(RoundedNumbers, NumbersThatADoubleHoldsAreRight) {
  const ScratchFolder folder;
  for (const char* number :
       {"9007199254740992", "-9007199254740994", "1e300", "1.7976931348623157e308", "5e-324",
        "4.9406564584124654e-324", "0.0", "-0.0", "0e5", "12345678901234567000", "0.1", "1e16"}) {
    write_file(folder / "e.ndjson", R"({"event":"enter","side":"max"}
{"event":"leave","value":)" + std::string(number) +
                                        R"(,"kind":"horizon"}
)");
    const ProgramResult result =
        plytrace({"import", "e.ndjson", "-o", "e.db", "-q", "--force"}, folder.path().string());
    EXPECT_EQ(result.exit_code, 0) << number << result.err;
  }
}

// In C++ a 64-bit integer was rounded before any check could see it.
TEST(RoundedNumbers, AreNoScoresInCpp) {
  constexpr std::int64_t kExact = std::int64_t{1} << 53;
  EXPECT_EQ(api::as_double(kExact), 9007199254740992.0);
  EXPECT_EQ(api::as_double(-kExact - 2), -9007199254740994.0);
  EXPECT_TRUE(std::isnan(api::as_double(kExact + 1)));
  EXPECT_TRUE(std::isnan(api::as_double(std::numeric_limits<std::int64_t>::max())));
  EXPECT_TRUE(std::isnan(api::as_double(std::numeric_limits<std::uint64_t>::max())));
  EXPECT_EQ(api::as_double(std::numeric_limits<std::int64_t>::min()), -9223372036854775808.0);
  EXPECT_EQ(api::as_double(7), 7.0);
  EXPECT_EQ(api::as_double(0.5), 0.5);
}

}  // namespace
}  // namespace plytrace::test
