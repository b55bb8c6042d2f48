// SPDX-License-Identifier: MIT
#include "core/json_reader.h"

#include <gtest/gtest.h>

#include <vector>

namespace plytrace::test {
namespace {

using Token = JsonReader::Token;

std::vector<Token> tokens_of(std::string_view text) {
  JsonReader reader("test", text);
  std::vector<Token> tokens;
  do {
    tokens.push_back(reader.next());
  } while (tokens.back() != Token::kEnd && tokens.back() != Token::kError);
  return tokens;
}

TEST(JsonReader, HandsOutOneTokenAtATime) {
  EXPECT_EQ(tokens_of(R"( {"a": [1, true, false, null]} )"),
            (std::vector<Token>{Token::kBeginObject, Token::kString, Token::kColon,
                                Token::kBeginArray, Token::kNumber, Token::kComma, Token::kTrue,
                                Token::kComma, Token::kFalse, Token::kComma, Token::kNull,
                                Token::kEndArray, Token::kEndObject, Token::kEnd}));
}

TEST(JsonReader, DecodesStrings) {
  JsonReader reader("test", R"("a\n\"\\\u00e9\ud83d\ude00")");
  ASSERT_EQ(reader.next(), Token::kString);
  EXPECT_EQ(reader.string(), "a\n\"\\\xc3\xa9\xf0\x9f\x98\x80");
}

TEST(JsonReader, NumbersKeepTheirForm) {
  for (const char* number : {"0", "-1", "12.50", "1e9", "-0.5E-3"}) {
    JsonReader reader("test", number);
    ASSERT_EQ(reader.next(), Token::kNumber) << number;
    EXPECT_EQ(reader.number(), number);
  }
}

TEST(JsonReader, RefusesWhatIsNoJson) {
  for (const char* text :
       {"01", "1.", "+1", "-", "tru", "\"a", "\"\\x\"", "\"\\ud800\"", "'a'", "\"\n\"", "nan"}) {
    EXPECT_EQ(tokens_of(text).back(), Token::kError) << text;
  }
}

TEST(JsonReader, ErrorsNameTheOwnerAndTheCharacter) {
  JsonReader reader("tree", "[1, x]");
  for (int i = 0; i < 4; ++i) reader.next();
  const Status status = reader.error("no value");
  EXPECT_EQ(status.code(), StatusCode::kBadInput);
  EXPECT_EQ(status.message(), "tree: no value at character 5 of the text");
}

}  // namespace
}  // namespace plytrace::test
