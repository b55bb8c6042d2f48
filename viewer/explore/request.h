// SPDX-License-Identifier: MIT
//
// A request to the explorer and its answer, independent of HTTP. Thread rule: plain values.
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
  std::vector<std::string> hosts;  // every Host header, unchanged
  std::string path;                // decoded: "/token/api/node"
  Query query;                     // decoded, in the given order
  bool has_body = false;
  bool holds_nul = false;  // in the request line or a header; hides what follows it
};

struct Response {
  int status = 200;
  std::string type = "application/json; charset=utf-8";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers{};
};

// "/a%20b/c?x=1&y" split into its parts; in the query '+' is a blank. nullopt if the text does not
// begin with '/', if a '%' is not followed by two hexadecimal digits, and if it contains a NUL.
struct Target {
  std::string path;
  Query query;
};
std::optional<Target> parse_target(std::string_view text);
// "sql?q=SELECT%201", which parse_target() reads after a '/'.
std::string question_text(std::string_view name, const Query& query);

}  // namespace plytrace::explore
