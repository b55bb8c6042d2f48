// SPDX-License-Identifier: MIT
#include "tests/viewer/verify/foreign/lies.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <unordered_map>

namespace plytrace::test::foreign {
namespace {

using format::Cause;
using format::CutoffKind;
using format::NodeKind;
using format::Phase;
using format::Role;
using format::TableUse;
using LineTable = EventLine::Table;

constexpr std::string_view kTableKinds = "table_origin adjusted reduced deeper";

constexpr std::array kLies{
    LieInfo{Lie::kLeafKind, "kind of a leaf", "known unknown_kind"},
    LieInfo{Lie::kNodeKind, "kind of an inner node", "known unknown_kind table_origin"},
    LieInfo{Lie::kPassDepth, "depth of passes", "told_depth reduced"},
    LieInfo{Lie::kRootDepth, "depth of a root", "told_depth reduced"},
    LieInfo{Lie::kNodeDepth, "depth of a node", "told_depth reduced deeper"},
    LieInfo{Lie::kCompletedDepth, "completed_depth", "told_depth reduced"},
    LieInfo{Lie::kSearchValue, "value of the search", ""},
    LieInfo{Lie::kSearchBounds, "lower and upper of the search", ""},
    LieInfo{Lie::kPurpose, "purpose of a pass", ""},
    LieInfo{Lie::kPhase, "phase", "reduced"},
    LieInfo{Lie::kRole, "role", "reduced null_move move_list probcut"},
    LieInfo{Lie::kSide, "side", "key_side"},
    LieInfo{Lie::kWindow, "window of a node", ""},
    LieInfo{Lie::kRootWindow, "window of a root", ""},
    LieInfo{Lie::kNodeValue, "value of a node", ""},
    LieInfo{Lie::kNodeBound, "bound of a node", ""},
    LieInfo{Lie::kScore, "score", "reduced"},
    LieInfo{Lie::kCredited, "credited", "credited"},
    LieInfo{Lie::kBest, "best", ""},
    LieInfo{Lie::kLegal, "legal", "move_list"},
    LieInfo{Lie::kMove, "move", "move_list"},
    LieInfo{Lie::kNodeKey, "key of a node", "table_origin"},
    LieInfo{Lie::kUpdateWindow, "window of a bound update", "static mate_distance other"},
    LieInfo{Lie::kUpdateCause, "cause of a bound update",
            "static mate_distance other table_origin"},
    LieInfo{Lie::kUpdateChild, "child of a bound update", ""},
    LieInfo{Lie::kCutoffKind, "kind of a cutoff", "forward futility late_move razoring"},
    LieInfo{Lie::kCutoffCause, "cause of a cutoff",
            "static mate_distance other null_move probcut futility late_move razoring "
            "table_origin forward"},
    LieInfo{Lie::kCutoffChild, "child of a cutoff", ""},
    LieInfo{Lie::kCutoffValue, "value of a cutoff", "forward static mate_distance null_move"},
    LieInfo{Lie::kCutoffWindow, "window of a cutoff", ""},
    LieInfo{Lie::kSkipped, "skipped", "move_list"},
    LieInfo{Lie::kStoreDepth, "depth of a store", kTableKinds},
    LieInfo{Lie::kStoreBound, "bound of a store", kTableKinds},
    LieInfo{Lie::kStoreValue, "value of a store", kTableKinds},
    LieInfo{Lie::kStoreRaw, "raw of a store", kTableKinds},
    LieInfo{Lie::kStoreKey, "key of a store", kTableKinds},
    LieInfo{Lie::kAskedDepth, "depth that a probe asked for", kTableKinds},
    LieInfo{Lie::kStoredDepth, "stored_depth", kTableKinds},
    LieInfo{Lie::kEntryBound, "bound of an entry", kTableKinds},
    LieInfo{Lie::kEntryValue, "value of an entry", kTableKinds},
    LieInfo{Lie::kEntryRaw, "raw of an entry", kTableKinds},
    LieInfo{Lie::kEntryKey, "entry_key", kTableKinds},
    LieInfo{Lie::kAskedKey, "key that a probe asked with", kTableKinds},
    LieInfo{Lie::kStoredBy, "stored_by", kTableKinds},
    LieInfo{Lie::kUsed, "used", kTableKinds},
    LieInfo{Lie::kUniform, "uniform", ""},
    LieInfo{Lie::kFail, "fail", ""},
    LieInfo{Lie::kExactWindows, "windows", ""},
    LieInfo{Lie::kScoreRange, "score_min, score_max", ""},
};
static_assert(kLies.size() == static_cast<std::size_t>(Lie::kCount));

// A small number that is plausible as a score of the trace.
Score some_score(Random& random, const Trace& trace, MaybeScore now) {
  if (now && random.one_in(2)) return *now + (random.one_in(2) ? 1 : -1) * random.between(1, 4);
  const NodeLine& node =
      trace.nodes[static_cast<std::size_t>(random.below(static_cast<int>(trace.nodes.size())))];
  return node.value.value_or(random.between(-9, 9));
}

template <class T>
T other(Random& random, T now, int first, int last) {
  T told = now;
  while (told == now) told = static_cast<T>(random.between(first, last));
  return told;
}

// Falsifies rows of one trace.
class Liar {
 public:
  Liar(Random& random, Searched& run, std::int64_t near)
      : random_(random), run_(run), trace_(run.trace), near_(near) {}

  bool tell(Lie lie) {
    if (const auto done = about_search(lie)) return *done;
    if (const auto done = about_passes(lie)) return *done;
    if (const auto done = about_node(lie)) return *done;
    return about_event(lie).value_or(false);
  }

 private:
  // A node that fits: mostly the node of the lie, its parent, or one of its children.
  NodeLine* node(const std::function<bool(const NodeLine&)>& fits) {
    std::vector<NodeLine*> all;
    std::vector<NodeLine*> close;
    const auto here = std::find_if(trace_.nodes.begin(), trace_.nodes.end(),
                                   [&](const NodeLine& line) { return line.id == near_; });
    for (NodeLine& line : trace_.nodes) {
      if (!fits(line)) continue;
      all.push_back(&line);
      const bool is_close = line.id == near_ || line.parent == near_ ||
                            (here != trace_.nodes.end() && here->parent == line.id);
      if (is_close) close.push_back(&line);
    }
    return pick(close, all);
  }
  EventLine* event(const std::function<bool(const EventLine&)>& fits) {
    std::vector<EventLine*> all;
    std::vector<EventLine*> close;
    for (EventLine& line : trace_.events) {
      if (!fits(line)) continue;
      all.push_back(&line);
      if (line.node == near_) close.push_back(&line);
    }
    return pick(close, all);
  }
  template <class T>
  T* pick(const std::vector<T*>& close, const std::vector<T*>& all) {
    const auto& list = !close.empty() && !random_.one_in(5) ? close : all;
    if (list.empty()) return nullptr;
    return list[static_cast<std::size_t>(random_.below(static_cast<int>(list.size())))];
  }

  void set_score(MaybeScore& cell, bool may_be_null = true) {
    if (cell && may_be_null && random_.one_in(4)) {
      cell.reset();
    } else {
      cell = some_score(random_, trace_, cell);
    }
  }
  void set_number(Id& cell, int most = 6) {
    if (cell && random_.one_in(4)) {
      cell.reset();
    } else {
      const Id before = cell;
      while (cell == before || !cell) cell = random_.between(0, most);
    }
  }
  void set_bound(std::optional<Bound>& cell) {
    cell = cell ? std::optional(other(random_, *cell, 0, 2))
                : std::optional(static_cast<Bound>(random_.between(0, 2)));
  }

  std::optional<bool> about_search(Lie lie) {
    SearchLine& search = trace_.search;
    switch (lie) {
      case Lie::kCompletedDepth:
        search.completed_depth = search.completed_depth.value_or(0) + random_.between(1, 3);
        return true;
      case Lie::kSearchValue:
        search.lower = search.upper = std::nullopt;
        search.value = some_score(random_, trace_, search.value);
        return true;
      case Lie::kSearchBounds:
        set_score(search.lower);
        search.upper = random_.one_in(2) ? search.lower : search.upper;
        return true;
      case Lie::kUniform:
        search.uniform = !search.uniform.value_or(false);
        return true;
      case Lie::kFail:
        search.fail = search.fail == "soft" ? "hard" : "soft";
        return true;
      case Lie::kExactWindows:
        search.exact_windows = !search.exact_windows;
        return true;
      case Lie::kScoreRange:
        set_score(random_.one_in(2) ? search.score_min : search.score_max);
        return true;
      default:
        return std::nullopt;
    }
  }

  NodeLine* root_of(const PassLine& pass) {
    for (NodeLine& line : trace_.nodes) {
      if (pass.root == line.id) return &line;
    }
    return nullptr;
  }

  std::optional<bool> about_passes(Lie lie) {
    if (trace_.passes.empty()) return std::nullopt;
    PassLine& pass = trace_.passes[static_cast<std::size_t>(
        random_.below(static_cast<int>(trace_.passes.size())))];
    NodeLine* const root = root_of(pass);
    switch (lie) {
      case Lie::kPassDepth: {
        // Falsifies one pass or all, in the row or at the root or both; removes or changes the
        // depth.
        const bool is_all = random_.one_in(2);
        const bool is_at_root = random_.one_in(2);
        Id depth;
        if (random_.one_in(2)) depth = trace_.search.completed_depth;
        for (PassLine& each : trace_.passes) {
          if (!is_all && &each != &pass) continue;
          each.depth = depth;
          if (NodeLine* its = root_of(each); its != nullptr && is_at_root) its->depth = depth;
        }
        return true;
      }
      case Lie::kRootDepth:
        if (root == nullptr) return false;
        set_number(root->depth);
        return true;
      case Lie::kPurpose:
        pass.purpose = other(random_, pass.purpose, 0, 4);
        return true;
      case Lie::kRootWindow:
        if (root == nullptr) return false;
        set_score(random_.one_in(2) ? root->alpha : root->beta);
        pass.alpha = root->alpha;
        pass.beta = root->beta;
        return true;
      default:
        return std::nullopt;
    }
  }

  std::optional<bool> about_node(Lie lie) {
    const auto any = [](const NodeLine&) { return true; };
    const auto has_parent = [](const NodeLine& line) { return line.parent.has_value(); };
    const auto on = [&](const auto& fits, const auto& change) {
      NodeLine* const line = node(fits);
      if (line != nullptr) change(*line);
      return line != nullptr;
    };
    switch (lie) {
      case Lie::kLeafKind:
        return on([](const NodeLine& n) { return n.last == n.id; },
                  [&](NodeLine& n) { n.kind = other(random_, n.kind, 0, 7); });
      case Lie::kNodeKind:
        return on([](const NodeLine& n) { return n.last != n.id; },
                  [&](NodeLine& n) { n.kind = other(random_, n.kind, 0, 7); });
      case Lie::kNodeDepth:
        return on(any, [&](NodeLine& n) { set_number(n.depth); });
      case Lie::kPhase:
        return on(any, [&](NodeLine& n) { n.phase = other(random_, n.phase, 0, 1); });
      case Lie::kRole:
        return on(has_parent, [&](NodeLine& n) { n.role = other(random_, n.role, 0, 5); });
      case Lie::kSide:
        return on(any, [&](NodeLine& n) { n.side = 1 - n.side.value_or(0); });
      case Lie::kWindow:
        return on(any, [&](NodeLine& n) { set_score(random_.one_in(2) ? n.alpha : n.beta); });
      case Lie::kNodeValue:
        return on(any, [&](NodeLine& n) { set_score(n.value, false); });
      case Lie::kNodeBound:
        return on(any, [&](NodeLine& n) { set_bound(n.bound); });
      case Lie::kScore:
        return on(any, [&](NodeLine& n) { set_score(n.score); });
      case Lie::kCredited:
        return on(has_parent, [&](NodeLine& n) { set_score(n.credited); });
      case Lie::kBest:
        return on(any, [&](NodeLine& n) { n.best = n.id + random_.between(1, 4); });
      case Lie::kLegal:
        return on(any, [&](NodeLine& n) { set_number(n.legal, 4); });
      case Lie::kMove:
        return on(has_parent, [&](NodeLine& n) { set_number(n.move, 8); });
      case Lie::kNodeKey:
        return on(any, [&](NodeLine& n) { n.key = some_key(); });
      default:
        return std::nullopt;
    }
  }

  // The key of some node.
  Id some_key() {
    return trace_
        .nodes[static_cast<std::size_t>(random_.below(static_cast<int>(trace_.nodes.size())))]
        .key;
  }

  bool on_event(LineTable table, const std::function<void(EventLine&)>& change) {
    EventLine* const line = event([table](const EventLine& each) { return each.table == table; });
    if (line != nullptr) change(*line);
    return line != nullptr;
  }

  std::optional<bool> about_event(Lie lie) {
    if (const auto done = about_window(lie)) return *done;
    if (const auto done = about_store(lie)) return *done;
    return about_probe(lie);
  }

  std::optional<bool> about_window(Lie lie) {
    const auto window = [&](EventLine& e) {
      set_score(random_.one_in(2) ? e.alpha : e.beta, false);
    };
    switch (lie) {
      case Lie::kUpdateWindow:
        return on_event(LineTable::kUpdate, window);
      case Lie::kUpdateCause:
        return on_event(LineTable::kUpdate,
                        [&](auto& e) { e.cause = other(random_, e.cause, 0, 5); });
      case Lie::kUpdateChild:
        return on_event(LineTable::kUpdate,
                        [&](auto& e) { e.child = e.node + random_.between(1, 4); });
      case Lie::kCutoffKind:
        return on_event(LineTable::kCutoff,
                        [&](auto& e) { e.kind = other(random_, e.kind, 0, 2); });
      case Lie::kCutoffCause:
        return on_event(LineTable::kCutoff,
                        [&](auto& e) { e.cause = other(random_, e.cause, 0, 10); });
      case Lie::kCutoffChild:
        return on_event(LineTable::kCutoff,
                        [&](auto& e) { e.child = e.node + random_.between(1, 4); });
      case Lie::kCutoffValue:
        return on_event(LineTable::kCutoff, [&](auto& e) { set_score(e.value); });
      case Lie::kCutoffWindow:
        return on_event(LineTable::kCutoff, window);
      case Lie::kSkipped:
        return on_event(LineTable::kCutoff, [&](auto& e) {
          set_number(e.skipped, 3);
          if (random_.one_in(2)) e.skipped_moves.reset();
        });
      default:
        return std::nullopt;
    }
  }

  std::optional<bool> about_store(Lie lie) {
    switch (lie) {
      case Lie::kStoreDepth:
        return on_event(LineTable::kStore, [&](auto& e) { set_number(e.depth); });
      case Lie::kStoreBound:
        return on_event(LineTable::kStore, [&](auto& e) { set_bound(e.bound); });
      case Lie::kStoreValue:
        return on_event(LineTable::kStore, [&](auto& e) { set_score(e.value); });
      case Lie::kStoreRaw:
        return on_event(LineTable::kStore, [&](auto& e) { set_score(e.raw); });
      case Lie::kStoreKey:
        return on_event(LineTable::kStore, [&](auto& e) { e.key = some_key(); });
      default:
        return std::nullopt;
    }
  }

  std::optional<bool> about_probe(Lie lie) {
    switch (lie) {
      case Lie::kAskedDepth:
        return on_event(LineTable::kProbe, [&](auto& e) { set_number(e.depth); });
      case Lie::kStoredDepth:
        return on_event(LineTable::kProbe, [&](auto& e) { set_number(e.stored_depth); });
      case Lie::kEntryBound:
        return on_event(LineTable::kProbe, [&](auto& e) { set_bound(e.bound); });
      case Lie::kEntryValue:
        return on_event(LineTable::kProbe, [&](auto& e) { set_score(e.value); });
      case Lie::kEntryRaw:
        return on_event(LineTable::kProbe, [&](auto& e) { set_score(e.raw); });
      case Lie::kEntryKey:
        return on_event(LineTable::kProbe, [&](auto& e) { e.entry_key = some_key(); });
      case Lie::kAskedKey:
        return on_event(LineTable::kProbe, [&](auto& e) { e.key = some_key(); });
      case Lie::kStoredBy:
        return on_event(LineTable::kProbe, [&](auto& e) {
          e.stored_by = random_.one_in(4) ? Id() : Id(random_.between(1, static_cast<int>(e.node)));
        });
      case Lie::kUsed:
        return on_event(LineTable::kProbe, [&](auto& e) { e.used = other(random_, e.used, 0, 3); });
      default:
        return std::nullopt;
    }
  }

  Random& random_;
  Searched& run_;
  Trace& trace_;
  std::int64_t near_;
};

struct Range {
  Score lower = -kInfinity, upper = kInfinity;
};

Range both(const Range& a, const Range& b) {
  return {std::max(a.lower, b.lower), std::min(a.upper, b.upper)};
}

// Minimax over the reported rows. A node is worth what its rows prove: children by their last
// search, a leaf by its score, a table answer by the node that it names. Contradictory rows prove
// nothing.
class ToldMinimax {
 public:
  explicit ToldMinimax(const Trace& trace) : trace_(trace) {
    for (const NodeLine& node : trace.nodes) {
      if (node.parent) children_[*node.parent].push_back(&node);
      nodes_[node.id] = &node;
    }
    for (const EventLine& event : trace.events) events_[event.node].push_back(&event);
    range_ = {trace.search.score_min.value_or(-kInfinity),
              trace.search.score_max.value_or(kInfinity)};
  }

  Range of(std::int64_t id) {
    const auto known = known_.find(id);
    if (known != known_.end()) return known->second;
    known_[id] = {};  // a circular answer proves nothing
    const auto node = nodes_.find(id);
    if (node == nodes_.end()) return {};
    return known_[id] = both(range_, prove(*node->second));
  }

 private:
  static bool counts(const NodeLine& node) {
    return node.kind != NodeKind::kIllegal && node.role != Role::kNullMove &&
           node.role != Role::kProbe;
  }

  Range prove(const NodeLine& node) {
    if (!node.side || !node.value) return {};
    bool is_answered = false;
    bool is_cut = false;
    Range entries;
    for (const EventLine* event : events_[node.id]) {
      const bool is_used = event->table == LineTable::kProbe && event->used >= TableUse::kNarrowed;
      is_answered = is_answered || (is_used && event->used == TableUse::kAnswered);
      if (is_used && event->stored_by) entries = both(entries, entry(node, *event));
      is_cut = is_cut || (event->table == LineTable::kCutoff && event->skipped != 0);
    }
    std::vector<const NodeLine*> counted;
    for (const NodeLine* child : children_[node.id]) {
      if (counts(*child)) counted.push_back(child);
    }
    if (counted.empty()) {
      const bool is_scored = node.kind == NodeKind::kHorizon || node.kind == NodeKind::kTerminal ||
                             node.kind == NodeKind::kDraw ||
                             (node.kind == NodeKind::kInterior && node.score);
      return is_answered || !is_scored ? entries : both(entries, score_of(node, is_cut));
    }
    return both(entries, by_moves(node, counted, is_cut));
  }

  // An entry is worth as much as the node that stored it, if that searched the same position.
  Range entry(const NodeLine& node, const EventLine& probe) {
    const auto stored = nodes_.find(*probe.stored_by);
    const bool is_same = stored != nodes_.end() && stored->second->key == node.key &&
                         stored->second->side == node.side && stored->first < node.id;
    return is_same ? of(*probe.stored_by) : Range{};
  }

  static Range score_of(const NodeLine& node, bool is_cut) {
    const Score score = node.score.value_or(*node.value);
    const Bound bound = node.score ? Bound::kExact : node.bound.value_or(Bound::kExact);
    Range told{bound == Bound::kUpper ? -kInfinity : score,
               bound == Bound::kLower ? kInfinity : score};
    if (is_cut)
      (node.side == 0 ? told.upper : told.lower) = node.side == 0 ? kInfinity : -kInfinity;
    return told;
  }

  Range by_moves(const NodeLine& node, const std::vector<const NodeLine*>& counted, bool is_cut) {
    if (counted.back()->role == Role::kHandOver) return taken(*counted.back());
    std::map<std::int64_t, const NodeLine*> last;
    for (const NodeLine* child : counted) last[child->move.value_or(-child->id)] = child;
    const bool is_max = node.side == 0;
    const Score worst = is_max ? -kInfinity : kInfinity;
    Range best{worst, worst};
    const auto option = [&](const Range& range) {
      best.lower = is_max ? std::max(best.lower, range.lower) : std::min(best.lower, range.lower);
      best.upper = is_max ? std::max(best.upper, range.upper) : std::min(best.upper, range.upper);
    };
    for (const auto& [move, child] : last) option(taken(*child));
    if (node.score) option({*node.score, *node.score});
    const bool is_whole = !is_cut && node.legal == static_cast<std::int64_t>(last.size());
    if (!is_whole) (is_max ? best.upper : best.lower) = is_max ? kInfinity : -kInfinity;
    return best;
  }

  // The value that a parent uses for a child; earlier searches of equal depth prove something, too.
  Range taken(const NodeLine& child) {
    Range range = of(child.id);
    for (const NodeLine* other : children_[*child.parent]) {
      const bool is_same = other != &child && counts(*other) && other->move == child.move &&
                           other->depth == child.depth && other->move;
      if (is_same) range = both(range, of(other->id));
    }
    if (!child.credited) return range;
    const Score shift = *child.credited - *child.value;
    return {range.lower + shift, range.upper + shift};
  }

  const Trace& trace_;
  Range range_;
  std::unordered_map<std::int64_t, std::vector<const NodeLine*>> children_;
  std::unordered_map<std::int64_t, std::vector<const EventLine*>> events_;
  std::unordered_map<std::int64_t, const NodeLine*> nodes_;
  std::unordered_map<std::int64_t, Range> known_;
};

}  // namespace

std::span<const LieInfo> all_lies() { return kLies; }

bool tell(Random& random, Lie lie, Searched& run, std::int64_t near) {
  return Liar(random, run, near).tell(lie);
}

Claim claim_of(const Trace& trace) {
  const SearchLine& search = trace.search;
  if (search.lower || search.upper) return {search.lower, search.upper};
  return {search.value, search.value};
}

bool is_told(const Trace& trace, const Claim& claim) {
  ToldMinimax told(trace);
  Range proven;
  for (const PassLine& pass : trace.passes) {
    const auto root = std::find_if(trace.nodes.begin(), trace.nodes.end(),
                                   [&](const NodeLine& node) { return node.id == pass.root; });
    if (root == trace.nodes.end()) continue;
    const bool is_of_depth = root->depth == trace.search.completed_depth &&
                             (!pass.depth || pass.depth == trace.search.completed_depth);
    if (is_of_depth) proven = both(proven, told.of(root->id));
  }
  return (!claim.lower || proven.lower >= *claim.lower) &&
         (!claim.upper || proven.upper <= *claim.upper);
}

}  // namespace plytrace::test::foreign
