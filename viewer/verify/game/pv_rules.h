// SPDX-License-Identifier: MIT
//
// The principal variations that a search and its passes report, against the rules of the game
// (pv_legal) and the recorded tree (pv_value, pv_mate). Thread rule: pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "viewer/reader/trace_reader.h"
#include "viewer/verify/facts.h"
#include "viewer/verify/report/ledger.h"

namespace plytrace::verify {

struct ReportedLine {
  std::vector<std::string> moves;
  std::optional<Score> value{};
  const NodeRow* root = nullptr;  // that the value comes from; null if that is not known
  std::string name = "the principal variation";  // in messages
  bool is_of_pass = false;
  bool is_bound = false;  // the value is only a bound
};

// `root`: null if the pass has no nodes.
ReportedLine line_of_pass(const PassRow& pass, const NodeRow* root);

// `mate_base`: what mate-in-0 is worth; nullopt if that is not known.
void check_pv(const TraceReader& reader, const SearchRow& search, const ReportedLine& line,
              const Facts& facts, Ledger& ledger, std::optional<Score> mate_base);

}  // namespace plytrace::verify
