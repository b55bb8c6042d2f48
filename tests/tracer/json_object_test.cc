// SPDX-License-Identifier: MIT
#include "tracer/emit/json_object.h"

#include <gtest/gtest.h>

#include <string>

namespace plytrace::test {
namespace {

TEST(JsonObject, IsToldFromOtherTexts) {
  for (const char* const text :
       {"{}", " { } ", R"({"a":1})", R"({"a":[],"b":{},"c":[1,-2.5e3,"x\u00e9",true,false,null]})",
        R"({"a":[{"b":[[]]}]})", R"({"a":18446744073709551615,"b":-9223372036854775808})"}) {
    EXPECT_TRUE(is_json_object(text)) << text;
  }
  for (const char* const text : {"",
                                 "{",
                                 "}",
                                 "[]",
                                 "1",
                                 "null",
                                 "{}}",
                                 "{} {}",
                                 "{a:1}",
                                 R"({"a"})",
                                 R"({"a":})",
                                 R"({"a":1,})",
                                 R"({,"a":1})",
                                 R"({"a":[1,]})",
                                 R"({"a":[1 2]})",
                                 R"({"a":[1})",
                                 R"({"a":1e400})",
                                 R"({"a":18446744073709551616})",
                                 R"({"a":01})",
                                 R"({"a":"\x"})",
                                 "{\"a\":\"\xE9\"}",
                                 "{\"a\":\"\n\"}",
                                 R"({1:2})",
                                 R"({"a":1 "b":2})",
                                 R"({"a":1:2})"}) {
    EXPECT_FALSE(is_json_object(text)) << text;
  }
  const std::string open(29, '['), closed(29, ']');
  EXPECT_TRUE(is_json_object("{\"a\":" + open + closed + "}"));
  EXPECT_FALSE(is_json_object("{\"a\":[" + open + closed + "]}"));
}

}  // namespace
}  // namespace plytrace::test
