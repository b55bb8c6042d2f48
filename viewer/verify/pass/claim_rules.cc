// SPDX-License-Identifier: MIT
#include "viewer/verify/pass/claim_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "viewer/format/rows/format.h"
#include "viewer/verify/pass/lowest_difference.h"
#include "viewer/verify/pass/root_loop.h"

namespace plytrace::verify {

namespace {

// Passes may disagree because of instability, but each end of the claim must be proven by one of
// them.
enum class Excuse : std::uint8_t { kNone, kByProof, kByRoots };

Excuse excuse_of(const Interval& claim, const Facts& facts,
                 const std::vector<const PassResult*>& deciding) {
  Interval said;
  Interval ends;  // the strongest bound at each end
  for (const PassResult* pass : deciding) {
    said = intersection(said, root_claim(pass->root, facts).value_or(Interval{}));
    ends = intersection(ends, pass->outcome.readings.front().proven);
  }
  const auto is_between = [&](const Interval& two) {
    return claim.lower <= two.lower && claim.upper >= two.upper;
  };
  // Roots that contradict each other prove nothing together.
  if (is_between(said.is_empty() ? ends : said)) return Excuse::kByRoots;
  return is_between(ends) ? Excuse::kByProof : Excuse::kNone;
}

// A search over the whole range of scores, without a declared range, fails at an end of its window
// if the root is lost or won. The value is exact if no score lies beyond, and no value in the whole
// search does.
bool holds_by_range(const Uncovered& it) {
  // Inverted, so that any window widens it.
  Interval widest{kInfinity, -kInfinity};
  for (const auto& [id, pass] : it.passes) {
    if (!pass.root.alpha || !pass.root.beta) return false;
    widest.lower = std::min(widest.lower, *pass.root.alpha);
    widest.upper = std::max(widest.upper, *pass.root.beta);
  }
  Interval range;
  if (!it.search.score_min && it.scores.lower >= widest.lower) range.lower = widest.lower;
  if (!it.search.score_max && it.scores.upper <= widest.upper) range.upper = widest.upper;
  return !it.proven.is_empty() && intersection(it.proven, range).is_inside(it.claim);
}

// A stopped search may claim the result of an earlier iteration, because its last finished pass may
// have failed its window. Excluded if it reports its completed iteration and the passes report
// theirs.
bool holds_by_earlier(const Uncovered& it) {
  const bool is_told = it.search.completed_depth && depth_of(*it.deciding.passes.back());
  if (is_told || it.search.status == format::SearchStatus::kFinished) return false;
  // Keyed by depth. A pass without one begins an iteration, or repeats one with another window.
  std::map<std::pair<std::int64_t, std::int64_t>, Interval> iterations;
  std::int64_t begun = 0;
  for (const PassResult* pass : in_order(it.passes)) {
    if (!is_complete(*pass)) continue;
    const auto depth = depth_of(*pass);
    if (pass->row.purpose != format::PassPurpose::kAspiration) ++begun;
    const auto key =
        depth ? std::pair(*depth, std::int64_t{-1}) : std::pair(std::int64_t{-1}, begun);
    const auto entry = iterations.emplace(key, it.facts.range).first;
    entry->second = intersection(entry->second, pass->outcome.readings.front().proven);
  }
  return std::any_of(iterations.begin(), iterations.end(), [&](const auto& entry) {
    return !entry.second.is_empty() && entry.second.is_inside(it.claim);
  });
}

}  // namespace

Interval claim_of_search(const SearchRow& search, const Interval& range) {
  return {search.lower.value_or(range.lower), search.upper.value_or(range.upper)};
}

std::optional<std::string> untold_depths(const DecidingPasses& deciding, const Interval& claim) {
  if (deciding.maybe.empty()) return std::nullopt;
  // The strongest proof of each end; proofs of other depths may contradict each other.
  Interval ends;
  const PassResult* contradictory = nullptr;
  bool has_other_moves = false;
  bool is_one_told = false;
  for (const auto* list : {&deciding.passes, &deciding.maybe}) {
    for (const PassResult* pass : *list) {
      ends = intersection(ends, pass->outcome.readings.front().proven);
      if (tells_two_depths(*pass)) contradictory = pass;
      is_one_told = is_one_told || depth_of(*pass);
      const NodeRow& decides = deciding.passes.back()->root;
      has_other_moves = has_other_moves || left_out(pass->root) != left_out(decides);
    }
  }
  if (ends.lower < claim.lower || ends.upper > claim.upper) return std::nullopt;
  if (contradictory != nullptr) {
    return fmt::format(
        "pass {} reports depth {}, its root depth {}: together the passes cover the claim, if they "
        "are of one depth; report one depth, the same in the pass and at its root",
        contradictory->row.ordinal, *contradictory->row.depth, *contradictory->root.depth);
  }
  if (has_other_moves) {
    return "passes whose roots leave out different moves cover the claim together only: no row "
           "shows it of all moves";
  }
  return fmt::format(
      "{} have no depth: together they cover the claim, if they are of one depth; report the depth "
      "of each",
      is_one_told ? "some passes" : "the passes");
}

void check_disagreeing_passes(const TraceReader& reader, const SearchRow& search,
                              const Facts& facts, Ledger& ledger,
                              const std::vector<const PassResult*>& deciding, Flags flags,
                              const Interval& proven) {
  const PassResult& last = *deciding.back();
  if (facts.uniform && is_firm(flags) && depth_of(last)) {
    ledger.blame(Rule::kContradiction, last.root.id, [&] {
      return Words{fmt::format("the passes at depth {} contradict each other: >= {} and <= {}{}",
                               depth_of(last).value_or(0), score_text(proven.lower),
                               score_text(proven.upper), lowest_difference_words(reader, deciding)),
                   "agreement", "contradiction"};
    });
    return;
  }
  ledger.assume(Assumption::kInstability);
  const Interval claim = claim_of_search(search, facts.range);
  if (!search.lower && !search.upper) {
    return ledger.incomplete_search(
        "the search reports no bounds (`lower`, `upper`), and its passes disagree about the value" +
        lowest_difference_words(reader, deciding));
  }
  if (claim.is_empty()) {
    return ledger.incomplete_search(fmt::format(
        "the search claims >= {} and <= {}, and its passes disagree{}", score_text(claim.lower),
        score_text(claim.upper), lowest_difference_words(reader, deciding)));
  }
  const Excuse excuse = excuse_of(claim, facts, deciding);
  // Either the roots claim the same as the search, or the disagreement is due to missing rows or
  // rows with findings.
  if (excuse == Excuse::kByRoots) {
    const std::string where = lowest_difference_words(reader, deciding);
    if (!where.empty()) ledger.report().hints.push_back("its passes disagree" + where);
  }
  if (excuse == Excuse::kByRoots || (flags & (kIncompleteBelow | kFindingBelow)) != 0) return;
  if (excuse == Excuse::kByProof) {
    // The claim may be what the passes prove, although their roots claim something else.
    ledger.incomplete_search(fmt::format("its passes disagree about the claim {}{}",
                                         interval_text(claim),
                                         lowest_difference_words(reader, deciding)));
  } else {
    ledger.blame(Rule::kSearchValue, last.root.id, [&] {
      const std::string right =
          fmt::format(">= {} and <= {}", score_text(proven.lower), score_text(proven.upper));
      return Words{
          fmt::format("the search claims {}; its passes disagree, {}, and neither says so{}",
                      interval_text(claim), right, lowest_difference_words(reader, deciding)),
          right, interval_text(claim)};
    });
  }
}

void judge_uncovered(const Uncovered& it, Flags flags, Ledger& ledger) {
  const std::string why = fmt::format("the search claims {}, its passes prove {}",
                                      interval_text(it.claim), interval_text(it.proven));
  if (holds_by_range(it)) {
    ledger.incomplete_search(
        why +
        ": both are one if no score lies beyond the window of the root; then declare "
        "score_min and score_max");
  } else if (const auto untold = untold_depths(it.deciding, it.claim)) {
    ledger.incomplete_search(*untold);
  } else if (holds_by_earlier(it)) {
    ledger.incomplete_search(
        "the completed iteration is not reported, and the claim is that of an earlier one; "
        "report completed_depth, and the depth of each pass");
  } else if (const std::string other =
                 why_other_root(it.reader, it.search, it.passes, *it.deciding.passes.back());
             !other.empty()) {
    ledger.incomplete_search(other);
  } else if (has_hole(flags)) {
    ledger.incomplete_search("the value of the root rests on nodes without a value");
  } else {
    ledger.blame(Rule::kSearchValue, it.deciding.passes.back()->root.id, [&] {
      return Words{why, interval_text(it.proven), interval_text(it.claim)};
    });
  }
}

}  // namespace plytrace::verify
