// SPDX-License-Identifier: MIT
#include "viewer/verify/report/mended_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "viewer/format/rows/format.h"

namespace plytrace::verify {
namespace {

std::string grouped(std::uint64_t number) { return text::grouped(number); }

// "5" for an exact value, "at most 3", "between 2 and 5".
std::string value_words(const Interval& value) {
  if (value.is_exact()) return score_text(value.lower);
  // Passes that contradict each other.
  if (value.is_empty()) {
    return fmt::format("at least {} and at most {}", score_text(value.lower),
                       score_text(value.upper));
  }
  if (value.upper == kInfinity) return "at least " + score_text(value.lower);
  if (value.lower == -kInfinity) return "at most " + score_text(value.upper);
  return fmt::format("between {} and {}", score_text(value.lower), score_text(value.upper));
}

// The set of findings in words: "with both findings mended", "with these 12 mended".
std::string mended_words(const MendedRoot& mended, std::uint64_t total) {
  if (mended.rule && mended.findings == 1) {
    return fmt::format("with the one finding of the rule {} mended", info(*mended.rule).name);
  }
  if (mended.rule) {
    return fmt::format("with the {} of the rule {} mended", grouped(mended.findings),
                       info(*mended.rule).name);
  }
  if (mended.findings < total) {
    return fmt::format("with {} of the {} findings mended", grouped(mended.findings),
                       grouped(total));
  }
  if (total == 1) return "with this finding mended";
  if (total == 2) return "with both findings mended";
  return fmt::format("with all {} findings mended", grouped(total));
}

std::string common_words(const MendedRoot& mended) {
  if (mended.findings < 2) return "";
  std::string words;
  for (const CommonTrait& trait : mended.in_common) {
    words += (words.empty() ? "" : ", ") + trait.words;
  }
  if (words.empty()) return words;
  return fmt::format("; {} lie {}",
                     mended.findings == 2 ? "both" : "all " + grouped(mended.findings), words);
}

bool is_anything(const Interval& value) {
  return value.lower == -kInfinity && value.upper == kInfinity;
}

std::string root_words_of(const MendedRoot& mended) {
  if (is_anything(mended.claimed)) return "no claim about the root changes, because there is none";
  switch (mended.effect) {
    case Effect::kRoot:
      if (is_anything(mended.root)) break;  // the passes contradicted each other
      return fmt::format("the root would be {} instead of {}", value_words(mended.root),
                         value_words(mended.claimed));
    case Effect::kNone:
      return "the root would still be " + value_words(mended.claimed);
    case Effect::kPossible:
      return is_anything(mended.root)
                 ? fmt::format("the root may be another value than {}", value_words(mended.claimed))
                 : fmt::format("the root would be {}, which need not be {}",
                               value_words(mended.root), value_words(mended.claimed));
    default:
      break;
  }
  return "the value of the root would be unknown";
}

// The way of the first of `number` findings to the root.
std::string chain_words(const std::vector<std::int64_t>& chain, std::uint64_t number) {
  if (chain.empty()) return "";
  if (chain.size() == 1) {
    return number == 1 ? ": it is in the root itself" : ": the first is in the root itself";
  }
  std::string text = ": ";
  for (std::size_t i = 0; i + 1 < chain.size(); ++i) text += fmt::format("#{} -> ", chain[i]);
  return text + "/";
}

// A sentence such as "of 1,379 findings each of these 3 alone changes the root: #3609 -> #4154 ->
// /". That none does so is said only if it is known of each.
std::string alone_words(const VerifyReport& report) {
  if (report.findings_total < 2 || report.findings_ranked == 0) return "";
  const bool all = report.findings_ranked == report.findings_total;
  const std::string of =
      all ? fmt::format("of {} findings", grouped(report.findings_total))
          : fmt::format("of the first {} of {} findings", grouped(report.findings_ranked),
                        grouped(report.findings_total));
  const bool certain = report.changed_root > 0;
  const std::uint64_t number = certain ? report.changed_root : report.may_have_changed_root;
  if (number == 0) {
    if (report.effects_known == report.findings_ranked) {
      return of + " no single one changes the root";
    }
    return report.effects_known == 0
               ? ""
               : fmt::format("{} no single one about a node changes the root", of);
  }
  const Effect effect = certain ? Effect::kRoot : Effect::kPossible;
  const auto first =
      std::find_if(report.findings.begin(), report.findings.end(),
                   [effect](const Finding& finding) { return finding.effect == effect; });
  const std::string these =
      number == 1 ? "this one alone" : fmt::format("each of these {} alone", grouped(number));
  const std::uint64_t maybe = certain ? report.may_have_changed_root : 0;
  const std::string more = maybe == 0 ? "" : fmt::format(", and {} more may", grouped(maybe));
  return fmt::format("{} {} {} the root{}{}", of, these, certain ? "changes" : "may change", more,
                     first == report.findings.end() ? "" : chain_words(first->chain, number));
}

}  // namespace

std::vector<std::string> effect_words(const VerifyReport& report) {
  std::vector<std::string> lines;
  for (const MendedRoot& mended : report.mended) {
    lines.push_back(mended_words(mended, report.findings_total) + " " + root_words_of(mended) +
                    common_words(mended));
  }
  if (std::string words = alone_words(report); !words.empty()) lines.push_back(std::move(words));
  return lines;
}

}  // namespace plytrace::verify
