// SPDX-License-Identifier: MIT
#include "viewer/verify/report/effect.h"

#include <algorithm>
#include <utility>

#include "viewer/meaning/claim.h"
#include "viewer/verify/report/finding_groups.h"

namespace plytrace::verify {
namespace {

// A table entry may have thousands of readers; a walk that meets more places is given up.
constexpr std::size_t kMostPlaces = 10'000;   // per finding
constexpr std::size_t kMostChildren = 5'000;  // children read per node

// Whether this child cut its parent, so that the parent's other moves are unknown.
bool was_cut_by(const std::vector<CutoffRow>& cutoffs, std::int64_t child) {
  return std::any_of(cutoffs.begin(), cutoffs.end(), [&](const CutoffRow& cutoff) {
    return cutoff.child == child && cutoff.kind != format::CutoffKind::kForward;
  });
}

// Whether a cutoff left, or may have left, moves of its node unsearched.
bool left_moves(const CutoffRow& cutoff) {
  return cutoff.kind != format::CutoffKind::kForward && cutoff.skipped != 0;
}

// Whether a finding is moved to the front. Findings at the root itself may only be consequences, so
// they keep their place in the order of the scan, in which inner nodes come first.
bool goes_first(const Finding& finding) {
  return finding.effect == Effect::kRoot && finding.chain.size() > 1;
}

// Keeps only the findings themselves, the steps through the table, and the root.
void shorten_chain(Finding& finding, const std::unordered_set<std::int64_t>& blamed) {
  if (finding.chain.size() < 3) return;
  std::vector<std::int64_t> kept{finding.chain.front()};
  for (std::size_t i = 1; i + 1 < finding.chain.size(); ++i) {
    if (finding.chain[i] < 0) {
      kept.push_back(-finding.chain[i]);
    } else if (blamed.count(finding.chain[i]) > 0) {
      kept.push_back(finding.chain[i]);
    }
  }
  kept.push_back(std::abs(finding.chain.back()));
  finding.chain = std::move(kept);
}

}  // namespace

EffectFinder::EffectFinder(const TraceReader& reader, const Facts& facts,
                           const std::vector<std::int64_t>& roots,
                           const WholeFile::Readers& readers)
    : reader_(reader), facts_(facts), roots_(roots.begin(), roots.end()), readers_(readers) {}

void EffectFinder::BestTwo::take(std::int64_t of, Score number) {
  if (number > first) {
    second = std::exchange(first, number);
    child = of;
  } else {
    second = std::max(second, number);
  }
}

const EffectFinder::BestMoves& EffectFinder::best_moves_of(const NodeRow& parent) const {
  const auto [entry, is_new] = best_moves_.try_emplace(parent.id);
  BestMoves& best = entry->second;
  if (!is_new) return best;
  const SideView view{*parent.side == format::Side::kMin};
  if (parent.score) best.own = view(*parent.score);
  std::size_t met = 0;
  std::optional<NodeRow> last;  // if a move was searched several times, the last search counts
  const auto take = [&] {
    if (!last || !last->value) return;
    const Interval claim = view(claim_of(*last));
    best.lower.take(last->id, claim.lower);
    best.upper.take(last->id, claim.upper);
  };
  reader_.for_each_child(parent, [&](const NodeRow& child) {
    if (!child.counts()) return true;
    if (!last || last->move != child.move) take();
    last = child;
    return ++met < kMostChildren;
  });
  take();
  return best;
}

// The best value of the parent's other moves, from its own view.
Interval EffectFinder::best_of_others(const NodeRow& parent, std::int64_t without) const {
  const BestMoves& best = best_moves_of(parent);
  return {std::max(best.own, best.lower.without(without)),
          std::max(best.own, best.upper.without(without))};
}

// The claim as the parent used it: other moves may be bounds, or have no known claim.
Interval EffectFinder::claim_of(const NodeRow& node) const {
  const auto bound = claimed_bound(node);
  if (!bound) return facts_.range;
  return claimed_interval(node.credited ? *node.credited : *node.value, *bound, facts_.range);
}

// The parent and its value if the child had the right value; nullopt if that would be unchanged.
std::optional<EffectFinder::Place> EffectFinder::above(const NodeRow& node,
                                                       const Interval& right) const {
  // In a damaged trace a parent may have a larger id; the walk must end.
  if (!node.parent || *node.parent >= node.id) return std::nullopt;
  const auto parent = reader_.node(*node.parent);
  if (!parent || !parent->value || !parent->side) return std::nullopt;
  Place place{parent->id, right, 0, false};
  // After a hand-over the value of the other search is the parent's value.
  if (node.role == format::Role::kHandOver) return place;
  const SideView view{*parent->side == format::Side::kMin};
  const std::vector<CutoffRow> cutoffs = reader_.events_of<CutoffRow>(*parent);
  const bool cut = was_cut_by(cutoffs, node.id);
  const bool is_cut = std::any_of(cutoffs.begin(), cutoffs.end(), left_moves);
  if (!node.counts()) {
    // A node that does not count as a move matters only for the cutoff that it caused.
    if (!cut) return std::nullopt;
    // The value of the parent without that cutoff is unknown.
    place.right = facts_.range;
    return place;
  }
  const Interval others = best_of_others(*parent, node.id);
  const Interval own = view(right);
  Interval result{std::max(others.lower, own.lower), std::max(others.upper, own.upper)};
  // Another child cut, so the values of its other moves are unknown.
  if (!cut && is_cut) result.upper = kInfinity;
  if (cut && parent->alpha && parent->beta) {
    // Without the cutoff the other moves would have been searched.
    const Window window = view(Window{*parent->alpha, *parent->beta});
    if (own.lower < window.beta) result.upper = kInfinity;
  }
  if (facts_.hard && parent->alpha && parent->beta) {
    const Window window = view(Window{*parent->alpha, *parent->beta});
    // An inverted window cannot be used to clamp.
    result.lower = std::clamp(result.lower, window.alpha, std::max(window.alpha, window.beta));
    result.upper = std::clamp(result.upper, window.alpha, std::max(window.alpha, window.beta));
  }
  place.right = view(result);
  return place;
}

// Node ids from the finding upwards; ids of nodes that used a table entry are negative.
std::vector<std::int64_t> EffectFinder::chain_to(const std::vector<Place>& places,
                                                 std::size_t end) const {
  std::vector<std::int64_t> chain;
  for (std::size_t at = end; at != 0; at = places[at].from) {
    chain.push_back(places[at].by_table ? -places[at].node : places[at].node);
  }
  chain.push_back(places.front().node);
  std::reverse(chain.begin(), chain.end());
  return chain;
}

void EffectFinder::find_at_root(Finding& finding) const {
  finding.effect = Effect::kPossible;
  finding.chain = {finding.node};
  const auto root = reader_.node(finding.node);
  // A wrong claim of the search about its root is wrong whatever the root itself claims.
  if (finding.rule == Rule::kSearchValue) finding.effect = Effect::kRoot;
  if (!root || !root->value || !finding.right) return;
  const Interval claim = claim_of(*root);
  if (intersection(claim, *finding.right).is_empty()) {
    finding.effect = Effect::kRoot;
  } else if (finding.right->is_inside(claim) && finding.rule != Rule::kSearchValue) {
    finding.effect = Effect::kNone;
    finding.chain.clear();
  }
}

void EffectFinder::find(Finding& finding) const {
  finding.effect = Effect::kNotKnown;
  finding.chain.clear();
  // A finding in the row of a pass or of the search has nothing above it.
  const bool is_of_a_row = finding.rule == Rule::kPass || finding.rule == Rule::kSearch;
  if (finding.node <= 0 || is_of_a_row) return;
  if (roots_.count(finding.node) != 0) return find_at_root(finding);
  // If no rule could determine the right value, any value is possible.
  std::vector<Place> places{{finding.node, finding.right.value_or(facts_.range), 0, false}};
  std::unordered_set<std::int64_t> seen{finding.node};
  const auto go_to = [&](Place place, std::size_t from) {
    if (!seen.insert(place.node).second || places.size() >= kMostPlaces) return;
    place.from = from;
    places.push_back(place);
  };
  finding.effect = Effect::kNone;
  // Breadth first, so that the shortest way to the root is reported.
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Place place = places[i];
    const auto row = reader_.node(place.node);
    // From here on nothing would change.
    if (!row || !row->value || place.right.is_inside(claim_of(*row))) continue;
    if (roots_.count(row->id) != 0) {
      const bool is_certain = intersection(claim_of(*row), place.right).is_empty();
      // The first way with a possible effect is kept while a certain one is searched.
      if (!is_certain && finding.effect == Effect::kPossible) continue;
      finding.effect = is_certain ? Effect::kRoot : Effect::kPossible;
      finding.chain = chain_to(places, i);
      if (is_certain) return;
      continue;
    }
    for (auto reader = std::lower_bound(readers_.begin(), readers_.end(),
                                        std::pair(place.node, std::int64_t{0}));
         reader != readers_.end() && reader->first == place.node; ++reader) {
      go_to({reader->second, place.right, 0, true}, i);
    }
    if (auto next = above(*row, place.right)) go_to(*next, i);
  }
}

namespace {

bool changes_root(Effect effect) { return effect == Effect::kRoot || effect == Effect::kPossible; }

// Whether the findings of a set change the root together, but none does so alone.
bool works_together(const VerifyReport& report, const MendedRoot& mended) {
  if (mended.findings < 2 || !changes_root(mended.effect)) return false;
  return std::none_of(report.findings.begin(), report.findings.end(), [&](const Finding& finding) {
    return (!mended.rule || mended.rule == finding.rule) && changes_root(finding.effect);
  });
}

void mark_those_together(VerifyReport& report) {
  for (const MendedRoot& mended : report.mended) {
    if (!works_together(report, mended)) continue;
    for (Finding& finding : report.findings) {
      const bool is_one = !mended.rule || mended.rule == finding.rule;
      if (!is_one || finding.effect != Effect::kNone) continue;
      finding.effect = Effect::kTogether;
      finding.chain = {finding.node};
    }
  }
}

}  // namespace

void rank_findings(VerifyReport& report, const EffectFinder& effects, std::size_t most) {
  std::unordered_set<std::int64_t> blamed;
  for (const Finding& finding : report.findings) blamed.insert(finding.node);
  for (Finding& finding : report.findings) {
    effects.find(finding);
    shorten_chain(finding, blamed);
  }
  std::stable_partition(report.findings.begin(), report.findings.end(), goes_first);
  mark_those_together(report);
  // Counted before the list is cut to its limit.
  report.findings_ranked = report.findings.size();
  for (const Finding& finding : report.findings) {
    report.changed_root += finding.effect == Effect::kRoot ? 1 : 0;
    report.may_have_changed_root += finding.effect == Effect::kPossible ? 1 : 0;
  }
  report.groups = groups_of(report.findings);
  if (report.findings.size() > most) report.findings.resize(most);
  if (report.groups.size() > most) report.groups.resize(most);
}

}  // namespace plytrace::verify
