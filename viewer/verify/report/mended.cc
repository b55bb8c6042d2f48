// SPDX-License-Identifier: MIT
#include "viewer/verify/report/mended.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "viewer/meaning/claim.h"

namespace plytrace::verify {
namespace {

using format::Cause;
using format::Role;
using format::TableUse;

constexpr Interval kNothing{-kInfinity, -kInfinity};  // no move, in the node's own view
constexpr std::size_t kMostSingle = 1000;             // findings that are tried alone
constexpr std::size_t kMostSteps = 1'000'000;

constexpr std::uint32_t bit(Mending mending) { return 1U << static_cast<unsigned>(mending); }
constexpr std::uint32_t kNoNode = bit(Mending::kNothing) | bit(Mending::kRow);

Mending mending_of(const Fault& fault) {
  const Mending mending = info(fault.rule).mending;
  return fault.node > 0 || (kNoNode & bit(mending)) != 0 ? mending : Mending::kRow;
}

void widen(Interval& best, const Interval& own) {
  best.lower = std::max(best.lower, own.lower);
  best.upper = std::max(best.upper, own.upper);
}

// Keeps the part that both contain, if there is one.
void narrow(Interval& interval, const Interval& other) {
  const Interval both = intersection(interval, other);
  if (!both.is_empty()) interval = both;
}

// The interval as a node took it that took the number `to` for `from`: a mate distance counts
// plies. Without a known distance the difference may be anything up to that of the two numbers.
Interval as_taken(Interval right, Score from, Score to, std::optional<Score> mate_score) {
  if (from == to) return right;
  const auto taken = [&](Score score, Score outward) {
    if (score == from || !std::isfinite(score)) return score == from ? to : score;
    if (!mate_score) return score + outward * std::abs(to - from);
    if (std::abs(score) < *mate_score) return score;
    return std::copysign(std::abs(score) + std::abs(to) - std::abs(from), score);
  };
  return {taken(right.lower, -1), taken(right.upper, 1)};
}

}  // namespace

std::vector<Mender::Change>::iterator Mender::Result::at(SetId set) {
  return std::lower_bound(changes.begin(), changes.end(), set,
                          [](const Change& each, SetId id) { return each.set < id; });
}

const Interval& Mender::Result::of(SetId set) const {
  const Change* const change = find(set);
  return change == nullptr ? recorded : change->right;
}

Mender::Mender(const TraceReader& reader, const Facts& facts, const std::vector<Fault>& faults,
               const VerifyReport& report, const NodeSet& used)
    : reader_(reader),
      facts_(facts),
      claimed_{report.claimed_lower.value_or(-kInfinity), report.claimed_upper.value_or(kInfinity)},
      roots_(report.roots.begin(), report.roots.end()),
      used_(used) {
  for (const Fault& fault : faults) {
    if (mending_of(fault) != Mending::kRow) faults_.push_back({fault, {0, 0, 0}});
  }
  std::stable_sort(faults_.begin(), faults_.end(), [](const SetFault& a, const SetFault& b) {
    return a.fault.node < b.fault.node;
  });
  choose_sets(report);
}

// The sets of findings to mend: all findings; if several rules were broken, the findings of each of
// the most frequent rules; and each of the first findings alone.
void Mender::choose_sets(const VerifyReport& report) {
  std::array<std::uint64_t, static_cast<std::size_t>(Rule::kRuleCount)> counts{};
  for (const SetFault& each : faults_) ++counts[static_cast<std::size_t>(each.fault.rule)];
  sets_.push_back({std::nullopt, faults_.size()});
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) sets_.push_back({static_cast<Rule>(i), counts[i]});
  }
  if (sets_.size() == 2) sets_.pop_back();
  std::stable_sort(sets_.begin() + 1, sets_.end(),
                   [](const Set& a, const Set& b) { return a.findings > b.findings; });
  if (sets_.size() > CommonTraits::kMostSets) sets_.resize(CommonTraits::kMostSets);
  joint_ = sets_.size();
  for (SetFault& each : faults_) {
    for (SetId set = 1; set < joint_; ++set) {
      if (sets_[set].rule == each.fault.rule) each.sets[1] = set;
    }
  }
  for (const Finding& finding : report.findings) {
    if (of_finding_.size() == kMostSingle) break;
    of_finding_.push_back(kAsRecorded);
    auto at = std::lower_bound(
        faults_.begin(), faults_.end(), finding.node,
        [](const SetFault& each, std::int64_t node) { return each.fault.node < node; });
    while (at != faults_.end() && at->fault.node == finding.node &&
           (at->fault.rule != finding.rule || at->sets[2] != 0)) {
      ++at;
    }
    if (at == faults_.end() || at->fault.node != finding.node) continue;
    of_finding_.back() = at->sets[2] = static_cast<SetId>(sets_.size());
    sets_.push_back({std::nullopt, 1});
  }
  for (const SetFault& each : faults_) {
    for (const SetId set : each.sets) {
      Set& its = sets_[set];
      its.has_claim = its.has_claim || each.fault.rule == Rule::kSearchValue;
      its.is_lost = its.is_lost || mending_of(each.fault) == Mending::kTree;
    }
  }
}

void Mender::run(std::int64_t first, std::int64_t last) {
  const auto scan = reader_.scan(first, last);
  while (scan->next()) {
    if (const auto* row = scan->get<NodeRow>()) enter(*row);
    if (const auto* row = scan->get<CutoffRow>()) note(*row);
    if (const auto* row = scan->get<TableProbeRow>()) note(*row);
  }
  while (!path_.empty()) leave();
}

void Mender::enter(const NodeRow& row) {
  // Uses the parent if it is recorded, because a node that was never left has no `last`.
  while (!path_.empty() && (!row.parent || path_.back().row.id > *row.parent)) leave();
  Open node;
  node.row = row;
  while (next_fault_ < faults_.size() && faults_[next_fault_].fault.node < row.id) ++next_fault_;
  node.faults = next_fault_;
  std::uint32_t joint = 0;
  for (; next_fault_ < faults_.size() && faults_[next_fault_].fault.node == row.id; ++next_fault_) {
    faults_[next_fault_].is_met = true;
    joint |= 1U | (1U << faults_[next_fault_].sets[1]);
  }
  node.faults_end = next_fault_;
  traits_.note(row, path_.empty() ? nullptr : &path_.back().row, joint);
  path_.push_back(std::move(node));
}

Mender::Open* Mender::find(std::int64_t node) {
  const auto at =
      std::lower_bound(path_.begin(), path_.end(), node,
                       [](const Open& open, std::int64_t id) { return open.row.id < id; });
  return at != path_.end() && at->row.id == node ? &*at : nullptr;
}

void Mender::note(const CutoffRow& row) {
  Open* const node = find(row.node);
  if (node == nullptr) return;
  const SideView view = node->view();
  if (row.kind == format::CutoffKind::kForward) {
    node->given_up += row.skipped.value_or(0);
    // Like the search, assumes that dropped moves are not better than their estimate, or than what
    // the node took instead.
    Interval estimate = view(claim_of(node->row).value_or(facts_.range));
    if (row.value) estimate.upper = view(*row.value);
    if (!node->dropped) node->dropped = kNothing;
    node->dropped->upper = std::max(node->dropped->upper, estimate.upper);
    return;
  }
  node->skipped += row.skipped.value_or(0);
  node->knows_skipped = node->knows_skipped && row.skipped;
  node->left_moves = node->left_moves || row.skipped != 0;
  const bool is_own =
      row.cause == Cause::kChild || row.cause == Cause::kStandPat || row.cause == Cause::kTable;
  const auto value = row.value ? row.value : node->row.value;
  if (!is_own && value) node->other_cut = view(*value);
}

void Mender::note(const TableProbeRow& row) {
  Open* const node = find(row.node);
  const bool used = row.used == TableUse::kNarrowed || row.used == TableUse::kAnswered;
  if (node == nullptr || !used) return;
  UsedEntry entry{{facts_.range, {}}, row.used == TableUse::kAnswered};
  if (row.value) {
    entry.result.recorded =
        claimed_interval(*row.value, row.bound.value_or(Bound::kExact), facts_.range);
  }
  // Without its store, the entry may hold what any node before it has changed.
  const bool is_unknown = !row.stored_by && !(facts_.captures(kCapStores) && !facts_.shares_table);
  if (is_unknown) last_unknown_ = facts_.shares_table ? kLast : node->row.id;
  // The node that stored it is open, or of another stream.
  const bool is_early = row.stored_by && (*row.stored_by > row.node || find(*row.stored_by));
  if (is_early) early_.insert(*row.stored_by);
  const auto stored = row.stored_by ? entries_.find(*row.stored_by) : entries_.end();
  if (stored != entries_.end()) {
    const Score from = stored->second.value.value_or(0);
    for (Change change : stored->second.result.changes) {
      change.right = as_taken(change.right, from, row.value.value_or(from), facts_.mate_score);
      change.is_outside = !change.right.is_inside(entry.result.recorded);
      change.is_no_move = change.is_unknown = false;
      entry.result.changes.push_back(change);
    }
  }
  node->entries.push_back(std::move(entry));
}

void Mender::leave() {
  Open node = std::move(path_.back());
  path_.pop_back();
  Result result = result_of(node);
  if (node.row.kind == format::NodeKind::kTable && node.entries.empty()) {
    last_unknown_ = node.row.id;
  }
  const bool is_early = early_.count(node.row.id) != 0;
  if (is_early || used_.contains(node.row.id)) {
    Entry entry{result, node.row.value};
    for (std::size_t i = node.faults; i < node.faults_end; ++i) {
      if (mending_of(faults_[i].fault) != Mending::kStored) continue;
      // The value that readers of the entry would have found is unknown.
      for (const SetId set : faults_[i].sets) {
        std::erase_if(entry.result.changes, [set](const auto& each) { return each.set == set; });
        entry.result.changes.push_back({set, facts_.range});
        entry.result.changes.back().way = way_of(node, set, true);
        sets_[set].first = std::min(sets_[set].first, node.row.id);
      }
    }
    std::sort(entry.result.changes.begin(), entry.result.changes.end(),
              [](const Change& a, const Change& b) { return a.set < b.set; });
    if (is_early) lose(entry.result);
    if (!entry.result.changes.empty()) entries_[node.row.id] = std::move(entry);
  }
  if (!path_.empty() && node.row.parent == path_.back().row.id) {
    return deliver(path_.back(), node.row, std::move(result));
  }
  if (path_.empty() && roots_.count(node.row.id) != 0) {
    clamp(node.row, result);
    of_roots_.push_back({std::move(node.row), std::move(result)});
  } else if (node.row.parent) {
    lose(result);  // in a damaged trace the parent need not be open
  }
}

// A fail-hard search returns the end of its window, as a bound.
void Mender::clamp(const NodeRow& root, Result& result) const {
  if (!facts_.hard || !root.alpha || !root.beta || *root.alpha >= *root.beta) return;
  const auto clamped = [&](const Interval& value) {
    if (value.lower >= *root.beta) return Interval{*root.beta, facts_.range.upper};
    if (value.upper <= *root.alpha) return Interval{facts_.range.lower, *root.alpha};
    return value;
  };
  for (Change& change : result.changes) change.right = clamped(change.right);
}

void Mender::lose(const Result& result) {
  for (const Change& change : result.changes) sets_[change.set].is_lost = true;
}

void Mender::deliver(Open& parent, const NodeRow& row, Result result) const {
  Child child{row, std::move(result)};
  const auto each = [&child](const auto& function) {
    function(child.result.recorded);
    for (Change& change : child.result.changes) function(change.right);
  };
  if (row.excluded && row.excluded != parent.row.excluded) {
    // The moves that it left out could only raise its value for its side.
    each([&, view = SideView{row.side == format::Side::kMin}](Interval& interval) {
      interval = view(Interval{view(interval).lower, view(facts_.range).upper});
    });
  }
  if (row.credited && row.value) {
    each([&](Interval& interval) {
      interval = as_taken(interval, *row.value, *row.credited, facts_.mate_score);
    });
  }
  if (row.counts()) {
    supersede(parent, child);
    parent.children.push_back(std::move(child));
    return;
  }
  // It may be a move after all.
  Child maybe{row, {parent.view()(kNothing), child.result.changes}, false};
  std::erase_if(maybe.result.changes, [](const Change& change) { return !change.is_unknown; });
  if (!maybe.result.changes.empty()) parent.children.push_back(std::move(maybe));
  parent.others.push_back(std::move(child));
}

// The last search of a move counts (delivery.cc).
void Mender::supersede(Open& parent, Child& child) const {
  std::vector<Child>& children = parent.children;
  if (children.empty()) return;
  const Child& last = children.back();
  auto earlier = children.end();
  if (last.row.role == Role::kHandOver) {
    earlier = children.end() - 1;
  } else if (child.row.move.value_or(0) <= 0) {
    const bool is_again = child.row.role == Role::kReSearch && last.row.move.value_or(0) <= 0;
    if (is_again) earlier = children.end() - 1;
  } else if (child.row.role == Role::kReSearch || !facts_.captures(kCapRoles) ||
             last.row.role == Role::kReduced ||
             (last.row.role == Role::kReSearch && child.row.role == Role::kReduced)) {
    const bool is_any = child.row.role == Role::kReSearch || !facts_.captures(kCapRoles);
    for (auto at = is_any ? children.begin() : children.end() - 1; at != children.end(); ++at) {
      if (at->row.move == child.row.move) earlier = at;
    }
  }
  // Perhaps under another name.
  parent.is_unclear =
      parent.is_unclear || (earlier == children.end() && child.row.role == Role::kReSearch);
  if (earlier == children.end()) return;
  // The proof of the earlier search remains valid, so the parent may rest on both. If the earlier
  // one was not of a move, neither is the later one.
  for (Change change : earlier->result.changes) {
    if (Change* const same = child.result.find(change.set)) {
      same->is_outside = same->is_outside || change.is_outside;
      same->is_no_move = same->is_no_move || change.is_no_move;
      continue;
    }
    change.right = child.result.recorded;
    change.is_unknown = false;
    child.result.changes.insert(child.result.at(change.set), change);
  }
  children.erase(earlier);
}

std::optional<Interval> Mender::claim_of(const NodeRow& row) const {
  std::optional<Window> window;
  if (row.alpha && row.beta) window = Window{*row.alpha, *row.beta};
  // Below an inverted window nothing that the node claims was judged.
  if (window && window->alpha > window->beta && row.kind == format::NodeKind::kInterior) return {};
  const auto bound = claimed_bound(row, window, facts_.may_clamp_leaves());
  if (!bound || !row.value) return std::nullopt;
  return claimed_interval(*row.value, *bound, facts_.range);
}

std::vector<Mender::SetId> Mender::touched(const Open& node) const {
  std::vector<SetId> sets;
  const auto add = [&sets](const Result& result) {
    for (const Change& change : result.changes) sets.push_back(change.set);
  };
  for (const Child& child : node.children) add(child.result);
  for (const Child& child : node.others) add(child.result);
  for (const UsedEntry& entry : node.entries) add(entry.result);
  for (std::size_t i = node.faults; i < node.faults_end; ++i) {
    sets.insert(sets.end(), faults_[i].sets.begin(), faults_[i].sets.end());
  }
  std::sort(sets.begin(), sets.end());
  sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
  return sets;
}

// The doubts that findings of the node cause: findings in the set if `of_set`, otherwise those
// outside the set.
Mender::Mendings Mender::doubts_of(const Open& node, SetId set, bool of_set) const {
  Mendings doubts = 0;
  for (std::size_t i = node.faults; i < node.faults_end; ++i) {
    const auto& sets = faults_[i].sets;
    const bool is_one = std::find(sets.begin(), sets.end(), set) != sets.end();
    if (is_one == of_set) doubts |= bit(mending_of(faults_[i].fault));
  }
  return doubts & ~(kNoNode | bit(Mending::kStored));
}

// The value as recorded, and that for each set of findings in which it differs.
Mender::Result Mender::result_of(const Open& node) {
  Result result;
  const auto claim = claim_of(node.row);
  result.recorded = claim ? *claim : from_children(node, kAsRecorded, 0);
  for (const SetId set : touched(node)) {
    const Mendings own = doubts_of(node, set, true);
    Change change{set, mended(node, set, own, result.recorded)};
    // The parent may have read its claim in another window.
    change.is_outside =
        (own & bit(Mending::kWindow)) != 0 || !change.right.is_inside(result.recorded);
    change.is_no_move = (own & bit(Mending::kNoMove)) != 0;
    change.is_unknown = (own & bit(Mending::kUnknown)) != 0;
    const bool differs = change.is_outside || change.is_no_move || change.is_unknown;
    if (!differs && change.right == result.recorded) continue;
    change.way = way_of(node, set, own != 0);
    sets_[set].first = std::min(sets_[set].first, node.row.id);
    result.changes.push_back(change);
  }
  return result;
}

// The way of a single finding to the node: nodes with findings, and readers of table entries.
std::size_t Mender::way_of(const Open& node, SetId set, bool is_own) {
  if (set < joint_) return kNoWay;
  std::size_t way = kNoWay;
  bool is_table = false;
  const auto take = [&](const Result& result, bool is_best) {
    const Change* const change = is_own ? nullptr : result.find(set);
    if (change != nullptr && (way == kNoWay || is_best)) way = change->way;
  };
  for (const Child& child : node.children) take(child.result, child.row.id == node.row.best);
  for (const Child& child : node.others) take(child.result, false);
  if (way == kNoWay && !is_own) {
    is_table = true;
    for (const UsedEntry& entry : node.entries) take(entry.result, false);
  }
  const bool is_step = is_own || is_table || node.faults < node.faults_end;
  if (!is_step || steps_.size() >= kMostSteps) return way;
  steps_.push_back({node.row.id, way});
  return steps_.size() - 1;
}

// Whether a value below the node is no longer what the node's claim rests on.
bool Mender::is_changed_below(const Open& node, SetId set) const {
  const auto is_changed = [set](const auto& from) {
    const Change* const change = from.result.find(set);
    return change != nullptr && (change->is_outside || change->is_no_move || change->is_unknown);
  };
  return std::any_of(node.children.begin(), node.children.end(), is_changed) ||
         std::any_of(node.entries.begin(), node.entries.end(), is_changed) ||
         (node.other_cut && !still_cuts(node, set));
}

// Whether a cutoff by a null move and the like stands: the searches that it rests on still reach
// its value.
bool Mender::still_cuts(const Open& node, SetId set) const {
  return node.other_cut && std::all_of(node.others.begin(), node.others.end(), [&](const auto& it) {
           const Change* const change = it.result.find(set);
           return change == nullptr || node.view()(change->right).lower >= *node.other_cut;
         });
}

Interval Mender::mended(const Open& node, SetId set, Mendings own, const Interval& recorded) const {
  constexpr Mendings kAny = bit(Mending::kUnknown) | bit(Mending::kTree) | bit(Mending::kNoMove);
  if ((own & kAny) != 0) return facts_.range;
  const bool is_changed = is_changed_below(node, set);
  // Nobody knows what a node that returns wrong values makes of other values below it.
  constexpr Mendings kWrong = bit(Mending::kUnknown) | bit(Mending::kValue);
  if (is_changed && (doubts_of(node, set, false) & kWrong) != 0) return facts_.range;
  Interval right = node.children.empty() ? of_leaf(node, set, own) : from_children(node, set, own);
  if ((own & bit(Mending::kEntry)) == 0) {
    for (const UsedEntry& entry : node.entries) narrow(right, entry.result.of(set));
  }
  if (own == 0 && !is_changed) narrow(right, recorded);
  return right;
}

Interval Mender::of_leaf(const Open& node, SetId set, Mendings own) const {
  if ((own & bit(Mending::kValue)) != 0) {
    for (std::size_t i = node.faults; i < node.faults_end; ++i) {
      if (faults_[i].fault.right) return *faults_[i].fault.right;
    }
    return facts_.range;
  }
  const bool is_answered = std::any_of(node.entries.begin(), node.entries.end(),
                                       [](const UsedEntry& entry) { return entry.is_answer; });
  if (is_answered && (own & bit(Mending::kEntry)) != 0) return facts_.range;
  const auto bound =
      (own & bit(Mending::kWindow)) != 0 ? claimed_bound(node.row, std::nullopt) : std::nullopt;
  if (bound) return claimed_interval(*node.row.value, *bound, facts_.range);
  return from_children(node, set, own);
}

Interval Mender::from_children(const Open& node, SetId set, Mendings own) const {
  if (!node.row.side || node.is_unclear) return facts_.range;
  const SideView view = node.view();
  const Interval range = view(facts_.range);
  const bool has_cut = (own & bit(Mending::kSearched)) == 0 && still_cuts(node, set);
  const bool hands_over =
      !node.children.empty() && node.children.back().row.role == Role::kHandOver;
  if (hands_over && (!node.other_cut || has_cut)) return node.children.back().result.of(set);
  Interval value = kNothing;
  std::int64_t moves = 0, removed = 0;
  for (const Child& child : node.children) {
    const Change* const change = child.result.find(set);
    const bool is_removed = change != nullptr && change->is_no_move;
    if (!is_removed && !hands_over) widen(value, view(child.result.of(set)));
    removed += is_removed ? 1 : 0;
    moves += child.is_move && !is_removed ? 1 : 0;
  }
  if (node.row.score) widen(value, {view(*node.row.score), view(*node.row.score)});
  if (has_cut) widen(value, {*node.other_cut, range.upper});
  if (value.upper == -kInfinity) return facts_.range;
  if (node.dropped) widen(value, *node.dropped);
  const bool has_all = node.row.legal ? *node.row.legal <= moves + node.given_up
                                      : removed == 0 && facts_.captures(kCapCutoffs);
  if (node.left_moves || !has_all || node.row.unrecorded > 0 || !node.row.value) {
    value.upper = std::max(value.upper, range.upper);
  }
  if ((own & bit(Mending::kMoves)) != 0) open_list(node, moves, removed, value);
  value.lower = std::max(value.lower, range.lower);
  return view(value);
}

// The list of moves is wrong: a missing move may raise the value, one too many may have raised it.
// Unless moves that are none explain the number.
void Mender::open_list(const Open& node, std::int64_t moves, std::int64_t removed,
                       Interval& value) const {
  const Interval range = node.view()(facts_.range);
  const std::int64_t total = moves + node.given_up + node.skipped;
  const bool is_known = node.row.legal && node.knows_skipped && node.others.empty();
  if (is_known && removed > 0 && total == *node.row.legal) return;
  if (!is_known || total <= *node.row.legal) value.upper = std::max(value.upper, range.upper);
  if (is_known && total < *node.row.legal) return;
  value.lower = node.row.score ? node.view()(*node.row.score) : range.lower;
}

// The ends of the score range carry no information.
Interval Mender::without_range(Interval interval) const {
  if (interval.is_exact()) return interval;
  if (interval.lower <= facts_.range.lower) interval.lower = -kInfinity;
  if (interval.upper >= facts_.range.upper) interval.upper = kInfinity;
  return interval;
}

// The passes are moves of a root that was not recorded (pass/root_loop.h): the best of the last
// searches in the deepest iteration that gives what the search claims.
Interval Mender::loop_of(SetId set) const {
  std::map<std::int64_t, std::map<std::int64_t, const Child*>> iterations;
  for (const Child& root : of_roots_) {
    iterations[root.row.depth.value_or(-1)][root.row.move.value_or(0)] = &root;
  }
  const auto best_of = [&](const auto& moves, SetId of) -> Interval {
    const auto side = moves.begin()->second->row.side;
    const SideView view{side == format::Side::kMax};
    Interval best = kNothing;
    for (const auto& [move, root] : moves) {
      if (!side || root->row.side != side) return facts_.range;
      const Change* const change = root->result.find(of);
      if (change == nullptr || !change->is_no_move) widen(best, view(root->result.of(of)));
    }
    return best == kNothing ? facts_.range : view(best);
  };
  for (auto at = iterations.rbegin(); at != iterations.rend(); ++at) {
    if (best_of(at->second, kAsRecorded).is_inside(claimed_)) return best_of(at->second, set);
  }
  return facts_.range;
}

Interval Mender::root_of(SetId set) const {
  if (facts_.has_moves_for_roots) return loop_of(set);
  Interval all;
  for (const Child& root : of_roots_) all = intersection(all, root.result.of(set));
  return all;
}

MendedRoot Mender::effect_of(SetId set) const {
  const Set& its = sets_[set];
  MendedRoot result;
  result.rule = its.rule;
  result.findings = its.findings;
  const Interval recorded = root_of(kAsRecorded);
  // A search that claims nothing claims what its rows give.
  const bool has_claim = claimed_.lower != -kInfinity || claimed_.upper != kInfinity;
  const Interval& claimed = has_claim ? claimed_ : recorded;
  // A claim that does not follow from its passes is a finding of its own.
  const Interval claim = its.has_claim || recorded.is_inside(claimed) ? claimed : recorded;
  // Passes that contradict each other show nothing.
  const bool is_lost = its.is_lost || its.first < last_unknown_ || root_of(set).is_empty();
  const Interval root = is_lost ? facts_.range : root_of(set);
  result.root = without_range(root);
  result.claimed = without_range(claim);
  result.effect = is_lost                                ? Effect::kPossible
                  : intersection(root, claim).is_empty() ? Effect::kRoot
                  : root.is_inside(claim)                ? Effect::kNone
                                                         : Effect::kPossible;
  return result;
}

// The nodes from a single finding to the root.
std::vector<std::int64_t> Mender::chain_of(SetId set) const {
  for (const Child& root : of_roots_) {
    const Change* const change = root.result.find(set);
    if (change == nullptr || change->way == kNoWay) continue;
    std::vector<std::int64_t> chain;
    if (steps_[change->way].node != root.row.id) chain.push_back(root.row.id);
    for (std::size_t at = change->way; at != kNoWay; at = steps_[at].before) {
      chain.push_back(steps_[at].node);
    }
    std::reverse(chain.begin(), chain.end());
    return chain;
  }
  return {};
}

void Mender::tell(VerifyReport& report) {
  if (of_roots_.empty()) return;
  for (const SetFault& each : faults_) {
    // A row outside of the tree.
    const bool is_lost = !each.is_met && (kNoNode & bit(mending_of(each.fault))) == 0;
    for (const SetId set : each.sets) sets_[set].is_lost = sets_[set].is_lost || is_lost;
  }
  for (SetId set = 0; set < joint_; ++set) {
    report.mended.push_back(effect_of(set));
    report.mended.back().in_common = traits_.of(set, reader_);
  }
  report.findings_ranked = of_finding_.size();
  for (std::size_t i = 0; i < of_finding_.size(); ++i) {
    if (of_finding_[i] == kAsRecorded) continue;
    Finding& finding = report.findings[i];
    finding.effect = effect_of(of_finding_[i]).effect;
    if (finding.effect == Effect::kNone) continue;
    finding.chain = chain_of(of_finding_[i]);
    if (finding.rule == Rule::kSearchValue) finding.chain = {finding.node};
  }
}

}  // namespace plytrace::verify
