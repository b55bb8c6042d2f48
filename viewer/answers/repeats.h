// SPDX-License-Identifier: MIT
//
// Positions that were searched again, and what a perfect table would have saved. Thread rule: one
// thread per reader.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/analysis/repeats.h"
#include "viewer/format/answer_table.h"

namespace plytrace::answers {

struct RepeatsQuestion {
  SearchRow search;
  std::vector<PassRow> passes;
  std::optional<std::int64_t> ordinal;  // the chosen pass; nullopt: all passes
  ScanControl control{};
};

struct RepeatsAnswer {
  std::string trace;
  SearchRow search;
  std::optional<std::int64_t> ordinal;
  Repeats found;
};

RepeatsAnswer answer(const TraceReader& reader, RepeatsQuestion question);

text::AnswerTable reasons_table(const Repeats& found);
text::AnswerTable gaps_table(const Repeats& found);
text::AnswerTable expensive_table(const TraceReader& reader, const Repeats& found);

text::Json json(const TraceReader& reader, const RepeatsAnswer& answer);
std::string lines(const TraceReader& reader, const RepeatsAnswer& answer);

}  // namespace plytrace::answers
