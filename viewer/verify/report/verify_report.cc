// SPDX-License-Identifier: MIT
#include "viewer/verify/report/verify_report.h"

#include <fmt/format.h>

#include "viewer/cli/cli.h"

namespace plytrace::verify {

std::string_view word(Verdict verdict) {
  switch (verdict) {
    case Verdict::kVerified:
      return "verified";
    case Verdict::kRefuted:
      return "refuted";
    case Verdict::kError:
      return "error";
    default:
      return "incomplete";
  }
}

std::string_view word(Effect effect) {
  switch (effect) {
    case Effect::kRoot:
      return "root";
    case Effect::kTogether:
      return "together";
    case Effect::kPossible:
      return "possible";
    case Effect::kNone:
      return "none";
    default:
      return "unknown";
  }
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
