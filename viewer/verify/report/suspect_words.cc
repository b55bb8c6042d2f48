// SPDX-License-Identifier: MIT
#include "viewer/verify/report/suspect_words.h"

#include <fmt/format.h>

#include <vector>

#include "viewer/format/numbers.h"

namespace plytrace::verify {
namespace {

std::string suspects(const VerifyReport& report, const char* could_be) {
  return fmt::format("{}, which an event that {} could explain",
                     text::count(report.suspects_total, "suspect row"), could_be);
}

// The conditions under which the author of a search may declare these kinds as captured.
std::string conditions_of(CaptureMask kinds) {
  std::vector<std::string> conditions;
  const auto add = [&](CaptureMask of, const char* condition) {
    if ((kinds & of) != 0) conditions.emplace_back(condition);
    kinds &= ~of;
  };
  add(kCapRoles | kCapScores,
      "reports all of its null moves, reductions, re-searches and stand pats (or has none)");
  add(kCapBounds, "reports every change of a window");
  add(kCapCutoffs, "reports every cutoff");
  add(kCapLegal, "reports `legal` at each node that was not cut");
  if (kinds != 0) {
    conditions.push_back(
        fmt::format("reports all {}", fmt::join(format::captured_words(kinds), " and ")));
  }
  return fmt::format("{}", fmt::join(conditions, " and "));
}

}  // namespace

std::string suspects_of_kinds(const VerifyReport& report) {
  const std::string reason = suspects(report, "was not captured");
  const std::vector<std::string> words = format::captured_words(report.missing);
  if (words.empty()) return reason;
  const std::string last = words.size() > 1 ? fmt::format("` and `{}", words.back()) : "";
  const auto before_last = words.size() > 1 ? words.end() - 1 : words.end();
  return fmt::format("{}: `{}{}` {} not captured", reason,
                     fmt::join(words.begin(), before_last, "`, `"), last,
                     words.size() == 1 ? "was" : "were");
}

std::string suspects_of_missing_events(const VerifyReport& report) {
  return suspects(report, "is missing");
}

std::string advice_on(CaptureMask missing, CaptureMask captured) {
  constexpr CaptureMask kOfHabits = kCapRoles | kCapScores;
  if (missing == 0) return "";
  std::vector<std::string> words;
  CaptureMask declared = captured | missing;
  // The first contact: the usual kinds, on the condition of those that engines may have without
  // knowing.
  if (captured == 0) {
    words.emplace_back(format::kUsual);
    declared = missing & kCapLegal;
    missing = declared | kOfHabits;
  }
  for (const std::string& word : format::captured_words(declared)) words.push_back(word);
  return fmt::format("if your search {}, declare \"captured\":[\"{}\"] (in C: captured = \"{}\")",
                     conditions_of(missing), fmt::join(words, "\",\""), fmt::join(words, ","));
}

}  // namespace plytrace::verify
