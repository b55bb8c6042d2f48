// SPDX-License-Identifier: MIT
//
// A request to the explorer and its answer, whatever carries them. Thread rule: plain values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plytrace::explore {

using Query = std::vector<std::pair<std::string, std::string>>;

struct Request {
  std::string method;
  std::vector<std::string> hosts;  // every Host header as it came
  std::string path;                // decoded: "/token/api/node"
  Query query;                     // decoded, in the order given
  bool has_body = false;
  bool holds_nul =
      false;  // in its first line or a header: what it hides behind it is not seen here
};

struct Response {
  int status = 200;
  std::string type = "application/json; charset=utf-8";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers{};
};

// "/a%20b/c?x=1&y" in its parts: of the query '+' is a blank. None where it does not begin with
// '/', where a '%' is not followed by two hexadecimal digits, and where a byte 0 is meant.
struct Target {
  std::string path;
  Query query;
};
std::optional<Target> parse_target(std::string_view text);
// "sql?q=SELECT%201": what parse_target() reads, behind a '/'.
std::string question_text(std::string_view name, const Query& query);

}  // namespace plytrace::explore
