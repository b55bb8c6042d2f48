// SPDX-License-Identifier: MIT
#include "viewer/draw/html_columns.h"

#include <gtest/gtest.h>

namespace plytrace::draw {
namespace {

using nlohmann::ordered_json;

TEST(HtmlColumns, HoldDifferencesAndEachTextOnce) {
  TextList texts;
  Columns columns(texts);
  columns.add_row({{"id", 7}, {"move", "d"}, {"pv", true}});
  columns.add_row({{"id", 9}, {"move", "d"}});
  columns.add_row({{"id", 8}, {"lines", {"d", "e"}}, {"pv", true}});
  const ordered_json json = columns.json();
  EXPECT_EQ(json["count"], 3);
  EXPECT_EQ(json["columns"]["id"].dump(), R"({"kind":"number","v":[7,2,-1]})");
  EXPECT_EQ(json["columns"]["move"].dump(), R"({"kind":"text","at":[0,1],"v":[0,0]})");
  EXPECT_EQ(json["columns"]["pv"].dump(), R"({"kind":"flag","at":[0,2]})");
  EXPECT_EQ(json["columns"]["lines"].dump(), R"({"kind":"texts","at":[2],"v":[[0,1]]})");
  EXPECT_EQ(texts.json().dump(), R"(["d","e"])");
}

TEST(HtmlColumns, SentencesShareTheirWords) {
  TextList texts;
  const auto find = [](std::int64_t id, std::string_view path) -> std::optional<std::size_t> {
    return id == 96 && path == "/a/3" ? std::optional<std::size_t>(5) : std::nullopt;
  };
  const auto parts = [&](const std::string& text) {
    return sentence_parts(text, texts, find).dump();
  };
  EXPECT_EQ(parts("#96 (/a/3): c (#99) returned -20"), "[0,5,99,-20]");
  EXPECT_EQ(parts("#96 (/a/3): c (#7) returned 4"), "[0,5,7,4]");
  EXPECT_EQ(parts("#97 (/a/3) is -0, -inf, 3.05 and 007"), "[1,97,3,0,3]");
  EXPECT_EQ(texts.json()[0], "\x02: c (#\x01) returned \x01");
  EXPECT_EQ(texts.json()[1], "#\x01 (/a/\x01) is -\x01, -inf, \x01.05 and 007");
}

}  // namespace
}  // namespace plytrace::draw
