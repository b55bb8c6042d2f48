// SPDX-License-Identifier: MIT
#include "viewer/verify/report/verify_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "viewer/format/numbers.h"

namespace plytrace::verify {

namespace {

constexpr std::array<std::string_view, 4> kVerdicts{"verified", "refuted", "incomplete", "error"};

}  // namespace

std::string_view word(Verdict verdict) { return kVerdicts[static_cast<std::size_t>(verdict)]; }

std::optional<Verdict> verdict_from(std::string_view word) {
  const auto found = std::find(kVerdicts.begin(), kVerdicts.end(), word);
  if (found == kVerdicts.end()) return std::nullopt;
  return static_cast<Verdict>(found - kVerdicts.begin());
}

std::string_view word(Effect effect) {
  static constexpr std::array<std::string_view, 5> kWords{"unknown", "none", "together", "possible",
                                                          "root"};
  return kWords[static_cast<std::size_t>(effect)];
}

Verdict worse(Verdict a, Verdict b) {
  // A refutation stands, whatever else could not be read.
  for (const Verdict verdict : {Verdict::kRefuted, Verdict::kError, Verdict::kIncomplete}) {
    if (a == verdict || b == verdict) return verdict;
  }
  return Verdict::kVerified;
}

Verdict worst_of(const std::vector<JudgedSearch>& searches) {
  Verdict worst = Verdict::kVerified;
  for (const JudgedSearch& judged : searches) worst = worse(worst, judged.report.verdict);
  return worst;
}

std::string VerifyReport::assumptions_text() const {
  std::string text;
  for (std::size_t i = 0; i < assumptions.size(); ++i) {
    if (assumptions[i] == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                        text::grouped(static_cast<std::int64_t>(assumptions[i])),
                        word(static_cast<Assumption>(i)));
  }
  return text;
}

std::string JudgedSearch::name() const {
  return is_one_of_several && search ? fmt::format("{}, search {}", trace, *search) : trace;
}

}  // namespace plytrace::verify
