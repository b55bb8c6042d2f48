// SPDX-License-Identifier: MIT
#include "viewer/analysis/repeats.h"
#include "viewer/meaning/saturated.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "viewer/analysis/external_sort.h"
#include "viewer/analysis/position_keys.h"
#include "viewer/meaning/claim.h"
#include "viewer/meaning/open_nodes.h"

namespace plytrace {
namespace {

// Marks a node without depth; such nodes are compared only with each other.
constexpr std::int32_t kNoDepth = std::numeric_limits<std::int32_t>::min();

// A visit to a position in the form that is sorted.
struct Visit {
  std::int64_t key = 0, id = 0, last = 0;
  Score alpha = 0, beta = 0, value = 0;
  std::int32_t depth = kNoDepth;
  enum Flag : std::uint8_t {
    kSide = 3,  // the side to move; 2: unknown
    kWindow = 4,
    kStored = 8,
    kExcluded = 16
  };
  std::uint8_t flags = 0;
  std::int8_t bound = -1;                            // claim of value; -1: none
  RepeatReason reason = RepeatReason::kNeverStored;  // according to its own probes
  std::uint8_t padding = 0;

  int side() const { return flags & kSide; }
  bool is(Flag flag) const { return (flags & flag) != 0; }
  bool operator<(const Visit& other) const {
    return std::tuple(key, side(), id) < std::tuple(other.key, other.side(), other.id);
  }
};
static_assert(sizeof(Visit) == 56);

// An answerable repeat; these are counted in order of time.
struct Saved {
  std::int64_t id = 0, last = 0;
  std::int64_t reason = 0;
  bool operator<(const Saved& other) const { return id < other.id; }
};

Visit visit_of(const NodeRow& row, std::int64_t key, std::int64_t end) {
  Visit visit;
  visit.key = key;
  visit.id = row.id;
  visit.last = row.last.value_or(end);
  visit.flags = row.side ? static_cast<std::uint8_t>(*row.side == format::Side::kMin ? 1 : 0) : 2;
  if (row.depth) {
    visit.depth = static_cast<std::int32_t>(
        std::clamp<std::int64_t>(*row.depth, kNoDepth + 1, -(kNoDepth + 1)));
  }
  if (row.alpha && row.beta) {
    visit.flags |= Visit::kWindow;
    visit.alpha = *row.alpha;
    visit.beta = *row.beta;
  }
  if (row.excluded) visit.flags |= Visit::kExcluded;
  if (const auto claim = claim_of(row)) {
    visit.value = claim->value;
    visit.bound = static_cast<std::int8_t>(claim->bound);
  }
  return visit;
}

// Reads the nodes, and yields a visit for each node with a key when it is left.
class VisitScan {
 public:
  VisitScan(const TraceReader& reader, PositionKeys& keys, bool tells_tables, Repeats& found,
            ExternalSort<Visit>& visits)
      : reader_(reader), keys_(keys), tells_tables_(tells_tables), found_(found), visits_(visits) {}

  void read(const PassRow& pass, const ScanControl& control) {
    const auto root = pass.root ? reader_.node(*pass.root) : std::nullopt;
    if (!root) return;
    keys_.begin_pass();
    end_ = reader_.last_of(*root);
    require(scan_subtree(reader_, *root, control, nodes_, *this));
    found_.nodes = static_cast<std::int64_t>(nodes_);
    while (!open_.empty()) close();
  }

  void take(const NodeRow& row) {
    while (!open_.empty() && !is_below(row, open_.back().row)) close();
    Open node;
    node.row = row;
    node.key = keys_.enter(row);
    if (!tells_tables_) node.reason = RepeatReason::kNotTold;
    if (!node.key) ++found_.without_key;
    open_.push_back(std::move(node));
  }

  void take(const TableStoreRow& row) {
    if (Open* node = find(row.node)) node->stored = true;
  }

  // If several entries were found, the one closest to an answer counts.
  void take(const TableProbeRow& row) {
    Open* node = find(row.node);
    if (node == nullptr || node->reason == RepeatReason::kAnswered) return;
    const auto asked = row.depth ? row.depth : node->row.depth;
    if (row.used == format::TableUse::kAnswered) {
      node->reason = RepeatReason::kAnswered;
    } else if (!asked || !row.stored_depth || *row.stored_depth >= *asked) {
      node->reason = RepeatReason::kBoundNoUse;
    } else if (node->reason != RepeatReason::kBoundNoUse) {
      node->reason = RepeatReason::kTooShallow;
    }
  }

 private:
  struct Open {
    NodeRow row;
    std::optional<std::int64_t> key;
    bool stored = false;
    RepeatReason reason = RepeatReason::kNeverStored;
  };

  Open* find(std::int64_t id) { return find_open(open_, id); }

  void close() {
    const Open& node = open_.back();
    if (node.key) {
      Visit visit = visit_of(node.row, *node.key, end_);
      visit.reason = node.reason;
      if (node.stored) visit.flags |= Visit::kStored;
      visits_.add(visit);
    }
    open_.pop_back();
  }

  const TraceReader& reader_;
  PositionKeys& keys_;
  const bool tells_tables_;
  Repeats& found_;
  ExternalSort<Visit>& visits_;
  std::vector<Open> open_;
  std::int64_t end_ = 0;
  std::uint64_t nodes_ = 0;
};

// The visits to one position, in order of time.
class PositionVisits {
 public:
  explicit PositionVisits(const Visit& first) : first_(first) {
    cost_.key = first.key;
    cost_.first = first.id;
  }
  bool is_of(const Visit& visit) const {
    return visit.key == first_.key && visit.side() == first_.side();
  }
  const RepeatedPosition& cost() const { return cost_; }

  // The answer of a table that holds all earlier visits.
  struct Answer {
    bool is_repeat = false, is_answerable = false;
    std::optional<std::int64_t> gap;
    RepeatReason reason = RepeatReason::kNeverStored;
  };
  Answer add(const Visit& visit) {
    while (!open_.empty() && open_.back().last < visit.id) {
      end(open_.back());
      open_.pop_back();
    }
    Answer answer;
    answer.is_repeat = cost_.visits > 0;
    answer.is_answerable = is_answerable(visit);
    answer.reason = visit.reason == RepeatReason::kNeverStored && stored_
                        ? RepeatReason::kOverwritten
                        : visit.reason;
    if (!ended_.empty() && visit.depth != kNoDepth && ended_.begin()->first != kNoDepth) {
      answer.gap = std::int64_t{visit.depth} - ended_.begin()->first;
    }
    count(visit);
    open_.push_back(visit);
    return answer;
  }

 private:
  // The proven bounds of the position at one depth.
  struct Proven {
    bool exactly = false;
    Score lower = -kInfinity, upper = kInfinity;
  };

  bool is_answerable(const Visit& visit) const {
    if (visit.is(Visit::kExcluded)) return false;
    for (const auto& [depth, proven] : ended_) {
      if (visit.depth == kNoDepth ? depth != kNoDepth : depth < visit.depth) continue;
      if (proven.exactly) return true;
      if (!visit.is(Visit::kWindow)) continue;
      if (proven.lower >= visit.beta || proven.upper <= visit.alpha) return true;
    }
    return false;
  }

  void end(const Visit& visit) {
    stored_ = stored_ || visit.is(Visit::kStored);
    Proven& proven = ended_[visit.depth];
    if (visit.is(Visit::kExcluded) || visit.bound < 0) return;
    switch (static_cast<Bound>(visit.bound)) {
      case Bound::kExact:
        proven.exactly = true;
        break;
      case Bound::kLower:
        proven.lower = std::max(proven.lower, visit.value);
        break;
      case Bound::kUpper:
        proven.upper = std::min(proven.upper, visit.value);
        break;
    }
  }

  void count(const Visit& visit) {
    // A visit inside another one is counted with that.
    if (cost_.visits > 0 && open_.empty()) cost_.cost += visit.last - visit.id + 1;
    ++cost_.visits;
    if (visit.depth == kNoDepth) return;
    cost_.least_depth =
        std::min<std::int64_t>(cost_.least_depth.value_or(visit.depth), visit.depth);
    cost_.greatest_depth =
        std::max<std::int64_t>(cost_.greatest_depth.value_or(visit.depth), visit.depth);
  }

  const Visit first_;
  RepeatedPosition cost_;
  std::vector<Visit> open_;  // visits that have not ended; each lies inside the previous one
  std::map<std::int32_t, Proven, std::greater<>> ended_;
  bool stored_ = false;
};

class RepeatCounter {
 public:
  RepeatCounter(Repeats& found, ExternalSort<Saved>& saved) : found_(found), saved_(saved) {}

  void take(const Visit& visit) {
    if (!position_ || !position_->is_of(visit)) {
      end_position();
      position_.emplace(visit);
    }
    const PositionVisits::Answer answer = position_->add(visit);
    if (!answer.is_repeat) return;
    ++found_.repeats;
    RepeatCount& gap =
        answer.gap ? gaps_[std::clamp(*answer.gap, -Repeats::kFurthestGap, Repeats::kFurthestGap)]
                   : no_gap_;
    ++gap.repeats;
    gap.nodes += visit.last - visit.id + 1;
    if (!answer.is_answerable) return;
    ++found_.answerable;
    ++found_.by_reason[static_cast<std::size_t>(answer.reason)].repeats;
    if (visit.last == visit.id) return;
    saved_.add({visit.id, visit.last, static_cast<std::int64_t>(answer.reason)});
  }

  void finish() {
    end_position();
    for (const auto& [plies, count] : gaps_) found_.by_gap.push_back({plies, count});
    if (no_gap_.repeats > 0) found_.by_gap.push_back({std::nullopt, no_gap_});
  }

 private:
  static bool costs_more(const RepeatedPosition& a, const RepeatedPosition& b) {
    return std::tuple(-a.cost, -a.visits, a.first) < std::tuple(-b.cost, -b.visits, b.first);
  }

  void end_position() {
    if (!position_) return;
    ++found_.positions;
    const RepeatedPosition& cost = position_->cost();
    if (cost.visits < 2) return;
    ++found_.repeated_positions;
    auto& most_expensive = found_.most_expensive;
    const bool is_full = most_expensive.size() == Repeats::kMostExpensive;
    if (is_full && !costs_more(cost, most_expensive.back())) return;
    most_expensive.insert(
        std::upper_bound(most_expensive.begin(), most_expensive.end(), cost, costs_more), cost);
    if (most_expensive.size() > Repeats::kMostExpensive) most_expensive.pop_back();
  }

  Repeats& found_;
  ExternalSort<Saved>& saved_;
  std::optional<PositionVisits> position_;
  std::map<std::int64_t, RepeatCount> gaps_;
  RepeatCount no_gap_;
};

// Counts the nodes below answerable repeats, each at the outermost repeat.
void count_saved(ExternalSort<Saved>& saved, Repeats& found) {
  std::int64_t end = 0;
  saved.for_each_sorted([&](const Saved& repeat) {
    if (repeat.id <= end) return true;
    const std::int64_t nodes = repeat.last - repeat.id;
    found.saved += nodes;
    found.by_reason[static_cast<std::size_t>(repeat.reason)].nodes += nodes;
    end = repeat.last;
    return true;
  });
}

}  // namespace

std::string_view word(RepeatReason reason) {
  constexpr std::array<std::string_view, kRepeatReasons> kWords{
      "answered", "never_stored", "overwritten", "too_shallow", "bound_no_use", "not_told"};
  return kWords[static_cast<std::size_t>(reason)];
}

Repeats find_repeats(const TraceReader& reader, const SearchRow& search,
                     const std::vector<PassRow>& passes, const ScanControl& control,
                     const RepeatOptions& options) {
  auto keys = value_of(PositionKeys::make(reader, search, passes));
  Repeats found;
  found.are_replayed = keys.are_replayed();
  // The second sort is filled while the first is read; together they stay within the limit.
  ExternalSort<Visit> visits(options.memory / 4 * 3);
  ExternalSort<Saved> saved(options.memory / 4);
  const bool tells_tables = search.captures("probes") && search.captures("stores");
  VisitScan scan(reader, keys, tells_tables, found, visits);
  for (const PassRow& pass : passes) {
    scan.read(pass, control);
    for (const PlySummaryRow& ply : reader.ply_summary(pass.id)) {
      found.unrecorded = saturated_sum(found.unrecorded, ply.unrecorded);
    }
  }
  RepeatCounter counter(found, saved);
  std::uint64_t done = 0;
  visits.for_each_sorted([&](const Visit& visit) {
    counter.take(visit);
    const bool looks = (++done & 0xFFFFU) == 0 && control.interrupt != nullptr;
    if (looks && *control.interrupt) {
      throw Failure({StatusCode::kInterrupted, "interrupted while positions were compared"});
    }
    return true;
  });
  counter.finish();
  count_saved(saved, found);
  return found;
}

}  // namespace plytrace
