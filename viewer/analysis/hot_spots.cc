// SPDX-License-Identifier: MIT
#include "viewer/analysis/hot_spots.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "viewer/analysis/hot_trigger.h"
#include "viewer/meaning/open_nodes.h"
#include "viewer/meaning/saturated.h"
#include "viewer/reader/trace_meta.h"
#include "viewer/verify/pass/root_loop.h"

namespace plytrace {
namespace {

using format::Phase;
using format::Role;
using format::Side;

// The kinds of subtree that a node lies in, as far as they have accounts.
enum In : unsigned { kInNull = 1, kInProbe = 2, kInReSearch = 4 };

// The result of a finished child, for comparison with the next search of its move.
struct Searched {
  std::optional<std::int64_t> move;
  Role role = Role::kMove;
  std::optional<Score> value, alpha, beta;
  std::int64_t nodes = 0, repeated = 0;
};

// A node of the open path.
struct Open {
  NodeRow row;
  std::int64_t nodes = 1;              // size so far, itself included
  std::size_t branch = 0;              // the branch of UsualSizes that the node lies in
  std::optional<std::size_t> on_path;  // the node's index on the heavy path
  unsigned in = 0;
  bool cut_by_child = false;
  // Nodes of the counting children: of finished moves, and of the move searched last.
  std::int64_t done = 0, current = 0;
  std::optional<std::int64_t> current_move;
  // Late waste below the children: of finished moves, of the last move, of null moves and probes.
  std::int64_t done_waste = 0, current_waste = 0, other_waste = 0;
  std::int64_t repeated = 0;  // nodes of reduced searches below that were searched again
  std::optional<Searched> last;
  std::optional<Searched> again;  // for a re-search: the result of the first search
  std::optional<std::string> extension;
  HabitWatch habits;
};

class Spotter {
 public:
  Spotter(const TraceReader& reader, const SearchRow& search)
      : reader_(reader), is_root_loop_(verify::has_moves_for_roots(reader, search)) {
    found_.lacks_events = may_lack_events(reader, search);
  }

  void begin(const PassRow& pass, const NodeRow& root, bool is_largest) {
    is_largest_ = is_largest;
    ordinal_ = pass.ordinal;
    // Any sound search has moves of the root that fail their windows.
    failed_ = !is_root_loop_ && failed_its_window(pass);
    ++found_.passes;
    end_ = reader_.last_of(root);
    if (is_largest) found_.pass = pass;
    if (is_largest) is_path_of_first_ = found_.passes == 1;
    is_fruitless_ = asks_again(pass, root) || failed_;
    if (!is_fruitless_) return;
    fruitless_.emplace_back().pass = pass;
    fruitless_.back().root.row = root;
  }
  void take(const NodeRow& row);
  void take(const CutoffRow& row);
  void take(const NoteRow& row);
  void take(const TableProbeRow& row);
  void take(const TableStoreRow& row);
  void end();
  HotSpots finish();

 private:
  struct Tally {
    std::int64_t nodes = 0, count = 0, confirmed = 0;
    // The pass with most of these nodes so far, and how many it and the passes before it have.
    std::int64_t pass = 0, most = 0, before = 0;

    void end_pass(std::int64_t ordinal) {
      const std::int64_t here = nodes - std::exchange(before, nodes);
      if (here <= most) return;
      most = here;
      pass = ordinal;
    }
  };

  Open* find(std::int64_t id) { return find_open(open_, id); }
  std::int64_t range(const NodeRow& row) const { return row.last.value_or(end_) - row.id + 1; }
  // Whether an earlier pass had this root, depth and window. Further lines (multipv) exclude other
  // moves, so they do not repeat anything.
  bool asks_again(const PassRow& pass, const NodeRow& root) {
    const bool is_told = pass.depth && pass.alpha && pass.beta;
    return is_told && pass.purpose != format::PassPurpose::kMultipv &&
           !asked_.emplace(pass.stream, root.move, pass.depth, pass.alpha, pass.beta).second;
  }
  void follow_path(Open& node);
  void begin_again(Open& parent, Open& child);
  void enter_below(Open& parent, Open& child);
  void close();
  void count_again(const Open& node);
  void close_below(Open& parent, const Open& child);
  void count_depth(const Open& parent, const Open& child);
  void count_change(std::int64_t by, std::optional<std::string> reason);
  std::vector<HotAccount> accounts() const;

  const TraceReader& reader_;
  const bool is_root_loop_;  // the passes are moves of a root that was not recorded
  HotSpots found_;
  UsualSizes usual_;
  BranchHabits habits_;
  std::vector<Open> open_;
  std::vector<FruitlessPass> fruitless_;
  // The questions of earlier passes: stream, move of the root, depth, window.
  std::set<std::tuple<std::int64_t, std::optional<std::int64_t>, std::optional<std::int64_t>,
                      std::optional<Score>, std::optional<Score>>>
      asked_;
  bool is_largest_ = false, failed_ = false, is_fruitless_ = false, is_path_of_first_ = false;
  std::int64_t end_ = 0, ordinal_ = 0;
  Tally fails_tally_, re_searches_, reduced_, null_moves_, probes_, quiescence_, late_;
  std::map<std::pair<std::int64_t, std::optional<std::string>>, std::int64_t> changes_;
};

void Spotter::follow_path(Open& node) {
  auto& path = found_.heavy_path;
  const bool is_root = open_.empty();
  if (!is_root) {
    const Open& parent = open_.back();
    node.branch = parent.on_path ? *parent.on_path + 1 : parent.branch;
    if (!parent.on_path || *parent.on_path + 1 != path.size()) return;
    if (range(node.row) * 2 < range(parent.row)) return;
  }
  if (!is_largest_ || (is_root && !path.empty())) return;
  node.on_path = path.size();
  path.emplace_back().row = node.row;
}

// Begins another search of the last move, which may confirm the first result.
void Spotter::begin_again(Open& parent, Open& child) {
  if (child.row.role != Role::kReSearch || !parent.last || parent.last->move != child.row.move) {
    return;
  }
  child.again = parent.last;
  if (parent.last->role != Role::kReduced) {
    child.in |= kInReSearch;
    return;
  }
  parent.repeated += parent.last->nodes - parent.last->repeated;
}

void Spotter::enter_below(Open& parent, Open& child) {
  child.in = parent.in;
  parent.habits.enter_child(parent.row, child.row);
  if (child.row.role == Role::kNullMove) child.in |= kInNull;
  if (child.row.role == Role::kProbe) child.in |= kInProbe;
  begin_again(parent, child);
  if (!child.row.counts()) return;
  const bool again = parent.current_move && parent.current_move == child.row.move;
  if (again) return;
  parent.done += std::exchange(parent.current, 0);
  parent.done_waste += std::exchange(parent.current_waste, 0);
  parent.current_move = child.row.move;
}

void Spotter::take(const NodeRow& row) {
  while (!open_.empty() && !is_below(row, open_.back().row)) close();
  ++found_.nodes;
  found_.unrecorded = saturated_sum(found_.unrecorded, row.unrecorded);
  Open node;
  node.row = row;
  follow_path(node);
  if (!open_.empty()) enter_below(open_.back(), node);
  if (failed_) ++fails_tally_.nodes;
  if ((node.in & kInNull) != 0) ++null_moves_.nodes;
  if ((node.in & kInProbe) != 0) ++probes_.nodes;
  if ((node.in & kInReSearch) != 0) ++re_searches_.nodes;
  if (row.phase == Phase::kQuiescence) ++quiescence_.nodes;
  if (row.role == Role::kNullMove) ++null_moves_.count;
  if (row.role == Role::kProbe) ++probes_.count;
  open_.push_back(std::move(node));
}

void Spotter::take(const CutoffRow& row) {
  if (row.cause != format::Cause::kChild || row.kind == format::CutoffKind::kForward) return;
  Open* node = find(row.node);
  if (node == nullptr) return;
  node->cut_by_child = true;
  node->habits.cut_by_child();
}

void Spotter::take(const TableProbeRow& row) {
  if (Open* node = find(row.node)) node->habits.probe(row);
}

void Spotter::take(const TableStoreRow& row) {
  if (Open* node = find(row.node)) node->habits.store();
}

void Spotter::take(const NoteRow& row) {
  if (row.name != "extension") return;
  if (Open* node = find(row.node)) node->extension = row.value;
}

// Whether the second search beat the bound that the first was tested against, from the view of the
// parent's side to move.
bool confirms(const Open& node, const Searched& first) {
  if (!node.row.side || !node.row.value) return false;
  const bool parent_is_max = *node.row.side == Side::kMin;
  return parent_is_max ? first.alpha && *node.row.value > *first.alpha
                       : first.beta && *node.row.value < *first.beta;
}

void Spotter::count_again(const Open& node) {
  if (!node.again) return;
  Tally& tally = node.again->role == Role::kReduced ? reduced_ : re_searches_;
  ++tally.count;
  if (confirms(node, *node.again)) ++tally.confirmed;
}

void Spotter::count_change(std::int64_t by, std::optional<std::string> reason) {
  const std::pair key(by, std::move(reason));
  const auto known = changes_.find(key);
  if (known != changes_.end()) {
    ++known->second;
  } else if (changes_.size() < HotSpots::kMostChanges) {
    changes_.emplace(key, 1);
  } else {
    ++found_.depth_changes_left_out;
  }
}

void Spotter::count_depth(const Open& parent, const Open& child) {
  const std::int64_t by = plies_deeper(parent.row, child.row).value_or(0);
  if (by == 0) return;
  std::optional<std::string> reason = child.extension;
  if (!reason && child.row.role != Role::kMove) reason = std::string(word(child.row.role));
  count_change(by, std::move(reason));
}

void Spotter::close_below(Open& parent, const Open& child) {
  count_depth(parent, child);
  if (parent.on_path) {
    HotNode& hot = found_.heavy_path[*parent.on_path];
    ++hot.children;
    hot.largest_child = std::max(hot.largest_child, child.nodes);
  }
  parent.nodes += child.nodes;
  parent.repeated += child.repeated;
  const std::int64_t waste = (child.cut_by_child ? child.done : child.done_waste) +
                             child.current_waste + child.other_waste;
  parent.last = Searched{child.row.move, child.row.role, child.row.value, child.row.alpha,
                         child.row.beta, child.nodes,    child.repeated};
  if (!child.row.counts()) {
    parent.other_waste += waste;
    return;
  }
  parent.current += child.nodes;
  parent.current_waste += waste;
}

void Spotter::close() {
  Open node = std::move(open_.back());
  open_.pop_back();
  count_again(node);
  if (node.cut_by_child && node.done > 0) ++late_.count;
  if (node.on_path) {
    found_.heavy_path[*node.on_path].nodes = node.nodes;
    found_.heavy_path[*node.on_path].habits = node.habits.counts(node.row);
  } else {
    usual_.add(node.branch, node.row, node.nodes);
    add(habits_[std::min(node.branch, habits_.size() - 1)], node.habits.counts(node.row));
  }
  if (!open_.empty()) return close_below(open_.back(), node);
  reduced_.nodes += node.repeated;
  late_.nodes +=
      (node.cut_by_child ? node.done : node.done_waste) + node.current_waste + node.other_waste;
  if (failed_) ++fails_tally_.count;
  if (is_fruitless_) fruitless_.back().root.nodes += node.nodes;
}

void Spotter::end() {
  while (!open_.empty()) close();
  for (Tally* const tally :
       {&fails_tally_, &re_searches_, &reduced_, &null_moves_, &probes_, &quiescence_, &late_}) {
    tally->end_pass(ordinal_);
  }
}

std::vector<HotAccount> Spotter::accounts() const {
  using Number = std::optional<std::int64_t>;
  const auto account = [](std::string_view what, const Tally& tally, Number count,
                          Number confirmed = {}) {
    return HotAccount{what, tally.nodes, tally.pass, count, confirmed};
  };
  std::vector<HotAccount> accounts{
      account("aspiration_fails", fails_tally_, fails_tally_.count),
      account("null_window_re_searches", re_searches_, re_searches_.count, re_searches_.confirmed),
      account("reduced_repeated", reduced_, reduced_.count, reduced_.confirmed),
      account("null_moves", null_moves_, null_moves_.count),
      account("probes", probes_, probes_.count),
      account("quiescence", quiescence_, {}),
      account("late_waste", late_, late_.count)};
  std::stable_sort(accounts.begin(), accounts.end(),
                   [](const HotAccount& a, const HotAccount& b) { return a.nodes > b.nodes; });
  return accounts;
}

HotSpots Spotter::finish() {
  found_.accounts = accounts();
  for (const auto& [change, count] : changes_) {
    found_.depth_changes.push_back({change.first, change.second, count});
  }
  std::stable_sort(found_.depth_changes.begin(), found_.depth_changes.end(),
                   [](const DepthChange& a, const DepthChange& b) { return a.count > b.count; });
  found_.trigger = trigger_among_passes(fruitless_, found_.nodes);
  if (!found_.trigger) {
    found_.trigger =
        trigger_on_path(found_.heavy_path, {found_.nodes, usual_, habits_, is_path_of_first_});
  }
  return std::move(found_);
}

// The pass with the most nodes, measured by ids.
std::optional<std::size_t> largest_pass(const TraceReader& reader,
                                        const std::vector<PassRow>& passes) {
  std::optional<std::size_t> largest;
  std::int64_t most = 0;
  for (std::size_t i = 0; i < passes.size(); ++i) {
    const auto root = passes[i].root ? reader.node(*passes[i].root) : std::nullopt;
    if (!root) continue;
    const std::int64_t nodes = reader.last_of(*root) - root->id + 1;
    if (nodes <= most) continue;
    most = nodes;
    largest = i;
  }
  return largest;
}

}  // namespace

std::string_view word(HotTrigger::Why why) {
  constexpr std::array<std::string_view, 6> kWords{"spread", "extended", "quiescence",
                                                   "end",    "passes",   "habit"};
  return kWords[static_cast<std::size_t>(why)];
}

std::string_view word(UsualSize::Of of) {
  constexpr std::array<std::string_view, 3> kWords{"role", "depth", "growth"};
  return kWords[static_cast<std::size_t>(of)];
}

Result<HotSpots> find_hot_spots(const TraceReader& reader, const SearchRow& search,
                                const std::vector<PassRow>& passes, const ScanControl& control) {
  Spotter spotter(reader, search);
  const auto heaviest = largest_pass(reader, passes);
  std::uint64_t nodes = 0;
  for (std::size_t i = 0; i < passes.size(); ++i) {
    const auto root = passes[i].root ? reader.node(*passes[i].root) : std::nullopt;
    if (!root) continue;
    spotter.begin(passes[i], *root, i == heaviest);
    if (Status read = scan_subtree(reader, *root, control, nodes, spotter); !read) return read;
    spotter.end();
  }
  return spotter.finish();
}

}  // namespace plytrace
