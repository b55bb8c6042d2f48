// SPDX-License-Identifier: MIT
#include "viewer/explore/request.h"

#include <gtest/gtest.h>

#include "viewer/explore/parameters.h"

namespace plytrace::explore {
namespace {

TEST(RequestTarget, IsDecodedInItsParts) {
  const auto target = parse_target("/ab/api/find?where=a%20%3D+1&x&move=%2B&=y");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, "/ab/api/find");
  const Query wanted{{"where", "a = 1"}, {"x", ""}, {"move", "+"}, {"", "y"}};
  EXPECT_EQ(target->query, wanted);
  EXPECT_EQ(parse_target("/a+b%2Fc")->path, "/a+b/c");
  EXPECT_EQ(parse_target("/?")->path, "/");
  EXPECT_TRUE(parse_target("/a?&&")->query.empty());
}

TEST(RequestTarget, IsNoneWhereItCannotBeRead) {
  for (const char* text : {"", "a", "http://x/", "/%", "/%4", "/%zz", "/%00", "/a?b=%", "/a?%00=1",
                           "/%+1", "/%-1", "*"}) {
    EXPECT_FALSE(parse_target(text)) << text;
  }
  EXPECT_FALSE(parse_target(std::string_view("/a\0b", 4)));
}

TEST(Parameters, GiveWhatWasAskedForAndRefuseTheRest) {
  Parameters good({{"id", "12"}, {"sort", "size"}, {"open", "3,4"}, {"back", "1"}});
  EXPECT_EQ(good.node(), 12);
  EXPECT_EQ(good.word("sort", {"order", "size"}), "size");
  EXPECT_EQ(good.numbers("open", 2), (std::vector<std::int64_t>{3, 4}));
  EXPECT_TRUE(good.flag("back"));
  EXPECT_EQ(good.number_or("limit", 50, 1, 200), 50);
  EXPECT_NO_THROW(good.finish());
}

TEST(Parameters, SayWhatIsWrongFirst) {
  const auto problem = [](Query query) {
    const auto read = result_of([&] {
      Parameters parameters(std::move(query));
      parameters.node();
      parameters.number("limit", 1, 200);
      parameters.word("sort", {"order", "size"});
      parameters.numbers("open", 1);
      parameters.finish();
      return true;
    });
    return read.status();
  };
  EXPECT_TRUE(problem({{"id", "1"}}).is_ok());
  for (const Query& query :
       {Query{}, Query{{"id", ""}}, Query{{"id", "-1"}}, Query{{"id", "1x"}},
        Query{{"id", "99999999999999999999"}}, Query{{"id", "1"}, {"id", "1"}},
        Query{{"id", "1"}, {"limit", "201"}}, Query{{"id", "1"}, {"limit", "0"}},
        Query{{"id", "1"}, {"sort", "Size"}}, Query{{"id", "1"}, {"open", "1,2"}},
        Query{{"id", "1"}, {"open", "a"}}, Query{{"id", "1"}, {"what", "x"}}}) {
    EXPECT_EQ(problem(query).code(), StatusCode::kUsage);
  }
  EXPECT_EQ(problem({{"id", "1"}, {"wh\x1b", "x"}}).message(), "wh\\x1B: unknown here");
}

}  // namespace
}  // namespace plytrace::explore
