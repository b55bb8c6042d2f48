// SPDX-License-Identifier: MIT
//
// Short functions that write event lines, for engines of a few nodes. Scores and windows are MAX's,
// or those of the side to move if the search line says so. Each function returns one line; `more`
// holds further fields, beginning with a comma.
#pragma once

#include <fmt/format.h>

#include <string>

#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {

inline std::string search_line(const std::string& more = "",
                               const std::string& captured = "\"usual\"") {
  return fmt::format("{{\"event\":\"search\",\"game\":\"mine\",\"captured\":[{}]{}}}\n", captured,
                     more);
}
inline std::string root_line(int depth, int alpha, int beta, const std::string& more = "") {
  return fmt::format(
      "{{\"event\":\"enter\",\"side\":\"max\",\"depth\":{},\"alpha\":{},\"beta\":{}{}}}\n", depth,
      alpha, beta, more);
}
// `move`: "" for no move.
inline std::string enter_line(const std::string& move, const std::string& side, int depth,
                              int alpha, int beta, const std::string& more = "") {
  const std::string name = move.empty() ? "" : fmt::format("\"move\":\"{}\",", move);
  return fmt::format(
      "{{\"event\":\"enter\",{}\"side\":\"{}\",\"depth\":{},\"alpha\":{},\"beta\":{}{}}}\n", name,
      side, depth, alpha, beta, more);
}
inline std::string leave_line(int value, const std::string& more = "") {
  return fmt::format("{{\"event\":\"leave\",\"value\":{}{}}}\n", value, more);
}
inline std::string leaf_lines(const std::string& move, const std::string& side, int depth,
                              int alpha, int beta, int value, const std::string& more = "") {
  return enter_line(move, side, depth, alpha, beta, more) +
         leave_line(value, ",\"kind\":\"horizon\"");
}
inline std::string bound_line(int alpha, int beta, const std::string& more = "") {
  return fmt::format("{{\"event\":\"bound\",\"alpha\":{},\"beta\":{}{}}}\n", alpha, beta, more);
}
inline std::string cutoff_line(const std::string& kind, const std::string& cause, int value,
                               int alpha, int beta, const std::string& more = "") {
  return fmt::format(
      "{{\"event\":\"cutoff\",\"kind\":\"{}\",\"cause\":\"{}\",\"value\":{},\"alpha\":{},"
      "\"beta\":{}{}}}\n",
      kind, cause, value, alpha, beta, more);
}
inline std::string note_line(const std::string& name, const std::string& value) {
  return fmt::format("{{\"event\":\"note\",\"name\":\"{}\",\"value\":\"{}\"}}\n", name, value);
}
// `result`: the claim of the search, beginning with a comma.
inline std::string end_line(const std::string& result) {
  return fmt::format("{{\"event\":\"end_search\"{}}}\n", result);
}

inline verify::VerifyReport judged_engine(const std::string& lines) {
  const ScratchFolder folder;
  return judge(imported(folder, lines));
}

inline std::uint64_t times_assumed(const verify::VerifyReport& report,
                                   verify::Assumption assumption) {
  return report.assumptions[static_cast<std::size_t>(assumption)];
}

}  // namespace plytrace::test
