// SPDX-License-Identifier: MIT
#include "viewer/commands/make/verdict_counts.h"

#include "viewer/format/numbers.h"

namespace plytrace {

using verify::Verdict;

void VerdictCounts::add(std::string_view word, std::int64_t searches) {
  const auto verdict = verify::verdict_from(word);
  if (verdict) counts_[static_cast<std::size_t>(*verdict)] += searches;
}

std::string VerdictCounts::text() const {
  std::string words;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] == 0) continue;
    words += (words.empty() ? "" : ", ") + text::grouped(counts_[i]) + " " +
             std::string(verify::word(static_cast<Verdict>(i)));
  }
  return "verdicts " + words;
}

text::Json VerdictCounts::json() const {
  text::Json counts;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    counts[std::string(verify::word(static_cast<Verdict>(i)))] = counts_[i];
  }
  return counts;
}

Status VerdictCounts::status() const {
  if (of(Verdict::kRefuted) > 0) return Status::answer(StatusCode::kAnswerNo);
  const bool is_open = of(Verdict::kIncomplete) > 0 || of(Verdict::kError) > 0;
  return is_open ? Status::answer(StatusCode::kNoAnswer) : Status::ok();
}

}  // namespace plytrace
