// SPDX-License-Identifier: MIT
#include "viewer/verify/scan/scanner.h"

#include <fmt/format.h>

#include <algorithm>

#include "viewer/meaning/entry_key.h"
#include "viewer/meaning/saturated.h"
#include "viewer/verify/scan/subtrees_ahead.h"

namespace plytrace::verify {
namespace {

// Whether a child raised the lower end of the window, in the node's own view.
bool is_update_of(const OpenNode& node, const BoundUpdateRow& row) {
  if (node.current.is_empty() || !row.alpha || !row.beta) return false;
  const Window now = node.view(Window{*row.alpha, *row.beta});
  return now.beta == node.current.front().beta && now.alpha > node.current.front().alpha;
}

bool is_cutoff_of(const OpenNode& node, const CutoffRow& row) {
  if (node.current.is_empty() || !row.alpha || !row.beta) return false;
  const bool of_its_side = (row.kind == format::CutoffKind::kBeta) != node.view.min;
  return of_its_side && node.view(Window{*row.alpha, *row.beta}) == node.current.front();
}

}  // namespace

void Scanner::run(std::int64_t first, std::int64_t last, SubtreesAhead* ahead) {
  last_entered_ = first;
  while (ahead != nullptr && ahead->has_next_until(last)) {
    const Subtree& subtree = ahead->next();
    read(first, subtree.first - 1);
    const bool is_taken_over = read_subtree(subtree, ahead->take_next().get());
    ahead->tell(known(), is_taken_over);
    first = subtree.last + 1;
  }
  read(first, last);
  // Nodes that were never left end here.
  close_to(0);
}

void Scanner::read(std::int64_t first, std::int64_t last) {
  if (first > last) return;
  std::unique_ptr<TraceScan> scan = reader_.scan(first, last, &digests_);
  if (scan_of_) scan = scan_of_(std::move(scan));
  read(*scan);
}

void Scanner::read(TraceScan& scan) {
  while (scan.next() && !ledger_.has_given_up()) {
    scan.visit([this](const auto& row) { take(row); });
  }
  settle_leaf(false);
}

void Scanner::take(const BoundUpdateRow& row) {
  settle_leaf(closes_leaf(row));
  const auto fits = [&row](const OpenNode& node) { return is_update_of(node, row); };
  if (OpenNode* node = on_event(row.id, row.node, row.at, row.child, fits)) {
    judge_.update(*node, row);
  }
}

void Scanner::take(const CutoffRow& row) {
  settle_leaf(closes_leaf(row));
  ++cutoffs_;
  const auto fits = [&row](const OpenNode& node) { return is_cutoff_of(node, row); };
  OpenNode* const node = on_event(row.id, row.node, row.at, row.child, fits);
  if (node == nullptr) return;
  const std::size_t names_before = node->skipped_names.size();
  judge_.cutoff(*node, row);
  if (replay_ == nullptr) return;
  replay_->cutoff(node->level, row);
  for (std::size_t i = names_before; i < node->skipped_names.size(); ++i) {
    node->skipped_names[i] = replay_->first_name(node->level, node->skipped_names[i]);
  }
}

void Scanner::take(const TableStoreRow& row) {
  settle_leaf(closes_leaf(row));
  if (OpenNode* node = on_event(row.id, row.node, row.at)) judge_.store(*node, row);
}

void Scanner::take(const TableProbeRow& row) {
  settle_leaf(closes_leaf(row));
  if (OpenNode* node = on_event(row.id, row.node, row.at)) {
    judge_.probe(*node, with_key(row, node->row));
  }
}

// Only one note is checked; its place is up to the engine.
void Scanner::take(const NoteRow& row) {
  settle_leaf(false);
  if (row.name != "static_eval") return;
  const auto index = index_of(row.node);
  if (index) judge_.note(path_[*index], row, *index + 1 == open_);
}

void Scanner::take(const NodeRow& stored) {
  settle_leaf(closes_leaf(stored));
  ++nodes_;
  met_min_ = met_min_ || stored.side == format::Side::kMin;
  if (progress_ && (nodes_ & 0xFFFF) == 0) progress_(nodes_);
  // First find its place: nodes that it closes must be judged before it is entered.
  const std::size_t keep = place(stored);
  close_to(keep);
  const auto pass = keep == 0 ? passes_.find(stored.id) : passes_.end();
  if (pass != passes_.end()) {
    pass_ = &pass->second;
    pass_->met = true;
    pass_->root = stored;
    ledger_.enter_pass(pass_->row.id);
    if (replay_ != nullptr) replay_->begin_pass();
  }
  // Ids are assigned on entry, so a gap is a missing or a never written row.
  const bool is_gap = keep > 0 && stored.id > saturated_sum(last_entered_, 1);
  if (is_gap && pass_ != nullptr && pass_->unrecorded == 0) {
    is_self_contained_ = false;
    ledger_.incomplete("nodes are missing from the trace");
    // In plytrace's own traces the count of moves or the id range shows which row is missing.
    if (!judge_.facts().demands.every_row && path_[keep - 1].row.unrecorded == 0)
      mark_gap(path_[keep - 1]);
  }
  last_entered_ = stored.id;
  if (pass_ != nullptr) {
    ++pass_->rows;
    pass_->last = stored.id;
  }
  NodeRow& row = place_to_push().row;
  row = stored;
  has_leaf_ = keep > 0 && judge_.is_plain_leaf(path_[keep - 1], row);
  if (!has_leaf_) enter(keep, pass == passes_.end() ? nullptr : &pass->second.row);
}

// Enters the node in path_[level]; `pass` is the one that begins there, or null.
void Scanner::enter(std::size_t level, const PassRow* pass) {
  OpenNode& node = path_[level];
  TakenRow row(node.row);
  if (replay_ != nullptr && level > 0) replay_->take_first_name(level - 1, row);
  // Before the replay, which plays the corrected move.
  const bool in_doubt =
      judge_.check_row(row, level == 0 ? nullptr : &path_[level - 1], pass != nullptr);
  if (pass_ != nullptr) pass_->unrecorded = saturated_sum(pass_->unrecorded, row->unrecorded);
  if (replay_ != nullptr) replay_->enter(level, row);
  push(node);
  if (in_doubt) node.doubt(kDoubtRow);
  if (level == 0) {
    node.is_detached = pass == nullptr;
    judge_.enter_root(node, pass);
  } else {
    judge_.enter(path_[level - 1], node);
  }
}

// Whether the leaf that waits is over before the row, which is not about it.
bool Scanner::closes_leaf(const NodeRow& row) const {
  return has_leaf_ && row.parent != path_[open_].row.id;
}

template <class Event>
bool Scanner::closes_leaf(const Event& row) const {
  if (!has_leaf_) return false;
  std::optional<std::int64_t> child;
  if constexpr (requires { row.child; }) child = row.child;
  // All nodes from the leaf up to that of the event have ended, and the child is one of its own.
  std::size_t i = open_;
  while (i > 0 && path_[i].row.id != row.node && path_[i].row.last == row.at) --i;
  return i < open_ && path_[i].row.id == row.node && (!child || child == path_[i + 1].row.id);
}

// Takes the leaf that waits in one step if it is over; else, or if there may be a finding, enters
// it.
void Scanner::settle_leaf(bool is_over) {
  if (!has_leaf_) return;
  has_leaf_ = false;
  const NodeRow& row = path_[open_].row;
  if (!is_over || !replay_->take_plain_leaf(open_ - 1, row)) return enter(open_, nullptr);
  ledger_.at_node(row.id);
  judge_.take_plain_leaf(path_[open_ - 1], row);
}

// The object for the next node on the path; references to earlier nodes remain valid until the call
// after the next.
OpenNode& Scanner::place_to_push() {
  if (open_ == path_.size()) path_.emplace_back();
  return path_[open_];
}

void Scanner::push(OpenNode& node) {
  node.begin();
  node.is_strict = judge_.facts().strict_cuts;
  node.level = open_++;
}

std::size_t Scanner::kept_by_last(std::int64_t id) const {
  std::size_t kept = open_;
  while (kept > 0 && path_[kept - 1].row.last && *path_[kept - 1].row.last < id) --kept;
  return kept;
}

std::optional<std::size_t> Scanner::index_of(std::int64_t id) const {
  for (std::size_t i = open_; i > 0; --i) {
    if (path_[i - 1].row.id == id) return i - 1;
  }
  return std::nullopt;
}

void Scanner::blame_nesting(const NodeRow& row, const std::string& why, const std::string& expected,
                            const std::string& actual) {
  is_self_contained_ = false;
  ledger_.blame(Rule::kNesting, row.id, [&] {
    return Words{fmt::format("{}: {}", ledger_.name(row), why), expected, actual};
  });
}

std::size_t Scanner::place(const NodeRow& row) {
  std::size_t kept = kept_by_last(row.id);
  // Inside the range of another node it is not a root, only a row without a parent.
  if (!row.parent && (kept == 0 || !path_[kept - 1].row.last)) adopt_root(row);
  const bool starts_pass = passes_.count(row.id) != 0;
  if (!row.parent) {
    if (starts_pass) return 0;
    blame_nesting(row, "it has no parent and is not the root of a pass",
                  kept == 0 ? "the root of a pass" : fmt::format("#{}", path_[kept - 1].row.id),
                  "NULL");
    return kept;
  }
  // A root that has a parent is still a root, because a pass refers to its id.
  if (starts_pass) {
    blame_nesting(row, "the root of a pass names a parent", "NULL",
                  fmt::format("#{}", *row.parent));
    return 0;
  }
  const auto parent = index_of(*row.parent);
  if (!parent) {
    blame_nesting(row, "the parent that it names is not open",
                  kept == 0 ? "an open node" : fmt::format("#{}", path_[kept - 1].row.id),
                  fmt::format("#{}", *row.parent));
    return kept;
  }
  // Nodes that were never left end with the node above them.
  while (kept > *parent + 1 && !path_[kept - 1].row.last) --kept;
  return kept == *parent + 1 ? kept : place_by_vote(row, kept, *parent + 1);
}

// Assigns a root that no pass names to the next pass, if that names another root.
void Scanner::adopt_root(const NodeRow& row) {
  is_self_contained_ = false;
  if (passes_.count(row.id) != 0) return;
  auto next = std::find_if(passes_.begin(), passes_.end(),
                           [](const auto& entry) { return !entry.second.met; });
  if (next == passes_.end()) return;
  // The next pass would have to start here.
  const std::int64_t named = next->first;
  const auto after = std::next(next);
  if (after != passes_.end() && after->first <= row.id) return;
  auto entry = passes_.extract(next);
  entry.key() = row.id;
  const PassRow pass = entry.mapped().row;
  passes_.insert(std::move(entry));
  ledger_.enter_pass(pass.id);
  ledger_.blame(Rule::kPass, row.id, [&] {
    return Words{fmt::format("pass {}: its root is #{}, but the root that was entered is #{}",
                             pass.ordinal, named, row.id),
                 fmt::format("#{}", row.id), fmt::format("#{}", named)};
  });
}

// parent and last disagree; the ply decides which of them is wrong.
std::size_t Scanner::place_by_vote(const NodeRow& row, std::size_t by_last, std::size_t by_parent) {
  const bool moves = row.move.has_value() || row.role == format::Role::kNullMove;
  // The parent's ply according to this row.
  const std::int64_t ply = saturated_sum(row.ply, moves ? -1 : 0);
  const bool parent_fits = path_[by_parent - 1].row.ply == ply;
  const bool last_fits = by_last > 0 && path_[by_last - 1].row.ply == ply;
  if (!parent_fits && last_fits) {
    blame_nesting(row,
                  fmt::format("it names parent #{}, but lies inside #{}", *row.parent,
                              path_[by_last - 1].row.id),
                  fmt::format("#{}", path_[by_last - 1].row.id), fmt::format("#{}", *row.parent));
    return by_last;
  }
  // The id ranges of the nodes between the two places are wrong.
  for (std::size_t i = std::min(by_last, by_parent); i < std::max(by_last, by_parent); ++i) {
    OpenNode& node = path_[i];
    const bool closes_here = by_parent <= i;
    const bool wrong =
        node.row.last && (closes_here ? *node.row.last >= row.id : *node.row.last < row.id);
    if (!wrong || is_silent(Rule::kNesting, node.doubts)) continue;
    node.doubt(kDoubtRange);
    const std::string right =
        closes_here ? std::to_string(last_entered_) : fmt::format(">= {}", row.id);
    blame_nesting(node.row,
                  fmt::format("its range ends at {}, but {}", *node.row.last,
                              closes_here ? fmt::format("#{} is not below it", row.id)
                                          : fmt::format("#{} is below it", row.id)),
                  right, std::to_string(*node.row.last));
  }
  return by_parent;
}

void Scanner::blame_event(std::int64_t id, std::int64_t node, const std::string& why,
                          const std::string& expected, const std::string& actual) {
  is_self_contained_ = false;
  ledger_.blame(Rule::kEvent, node, [&] {
    return Words{fmt::format("event {} of node #{}: {}", id, node, why), expected, actual};
  });
}

// The node on the path whose child, open or just finished, is `child`.
std::optional<std::size_t> Scanner::parent_of(std::int64_t child) const {
  for (std::size_t i = open_; i > 1; --i) {
    const NodeRow& row = path_[i - 1].row;
    // A child that is still open has caused nothing yet.
    const bool is_over = !row.last || *row.last <= last_entered_;
    if (row.id == child) return is_over ? std::optional(i - 2) : std::nullopt;
  }
  return std::nullopt;
}

// An event without a place may belong to any open node, so rules about missing events are disabled.
OpenNode* Scanner::lose_event() {
  for (std::size_t i = 0; i < open_; ++i) path_[i].doubt(kDoubtEvents);
  return nullptr;
}

OpenNode* Scanner::on_event(std::int64_t id, std::int64_t node, std::int64_t at,
                            std::optional<std::int64_t> child, const Fits& fits) {
  auto index = index_of(node);
  if (child) {
    const auto owner = parent_of(*child);
    // Node and child refer to different open nodes: if the rest of the row fits only the node, the
    // child is wrong.
    const bool differ = owner && owner != index;
    const bool is_child_wrong = differ && index && fits(path_[*index]) && !fits(path_[*owner]);
    if (differ && !is_child_wrong) {
      blame_event(id, node,
                  fmt::format("its child #{} is one of #{}", *child, path_[*owner].row.id),
                  fmt::format("#{}", path_[*owner].row.id), fmt::format("#{}", node));
      index = owner;
    }
  }
  if (!index) {
    blame_event(id, node, fmt::format("the node is not open at #{}", last_entered_), "an open node",
                fmt::format("#{}", node));
    return lose_event();
  }
  // All nodes below the event's node must have ended before it.
  for (std::size_t i = open_; i > *index + 1; --i) {
    OpenNode& inner = path_[i - 1];
    if (!inner.row.last || *inner.row.last <= last_entered_ || inner.is_doubted(kDoubtRange))
      continue;
    // The inner node had ended before: its last rows are missing.
    if (at >= *inner.row.last && at > last_entered_) {
      close_to(i);
      note_gap(inner);
      continue;
    }
    // A leaf, or the child of the event, has been left, so its id range is too long.
    const bool is_leaf = inner.row.kind != format::NodeKind::kInterior && i == open_;
    const bool is_over = at == last_entered_ && (is_leaf || child == path_[*index + 1].row.id);
    if (is_over) {
      inner.doubt(kDoubtRange);
      blame_nesting(
          inner.row,
          fmt::format("its range ends at {}, but it was left before event {}", *inner.row.last, id),
          std::to_string(last_entered_), std::to_string(*inner.row.last));
      continue;
    }
    blame_event(id, node, fmt::format("node #{} below it is still open", inner.row.id),
                fmt::format("#{}", inner.row.id), fmt::format("#{}", node));
    return lose_event();
  }
  if (at != last_entered_) {
    blame_event(
        id, node,
        fmt::format("its `at` is #{}, but the last node entered was #{}", at, last_entered_),
        std::to_string(last_entered_), std::to_string(at));
    return lose_event();
  }
  close_to(*index + 1);
  ledger_.at_node(path_[*index].row.id);
  return &path_[*index];
}

void Scanner::close_to(std::size_t count) {
  while (open_ > count) close_top();
}

void Scanner::check_last(OpenNode& node) {
  if (node.row.last == last_entered_) return;
  if (!node.row.last) {
    ledger_.incomplete(
        "nodes that were never left: the recording ended in them, or `leave` is not reported for "
        "each node");
    return;
  }
  const std::int64_t last = *node.row.last;
  if (node.is_doubted(kDoubtRange)) return;
  // A range that exceeds its parent's is wrong; one inside it may lack its last rows.
  const bool outside = node.level > 0 && path_[node.level - 1].row.last &&
                       !path_[node.level - 1].is_doubted(kDoubtRange) &&
                       last > *path_[node.level - 1].row.last;
  if (last < last_entered_ || outside) {
    blame_nesting(
        node.row,
        fmt::format("its range ends at {}, the last node inside it is #{}", last, last_entered_),
        std::to_string(last_entered_), std::to_string(last));
  } else if (last > last_entered_ && node.level > 0) {
    note_gap(node);
  }
}

// The range of `node`, the innermost such node, ends with a missing row.
void Scanner::note_gap(OpenNode& node) {
  const std::int64_t last = *node.row.last;
  const bool is_partial = node.row.unrecorded > 0 || pass_ == nullptr || pass_->unrecorded > 0;
  if (is_partial || last <= last_entered_) return;
  is_self_contained_ = false;
  if (judge_.facts().demands.every_row) {
    blame_nesting(
        node.row,
        fmt::format("its range ends at {}, but the last row inside it is #{}", last, last_entered_),
        fmt::format("a row #{}", last), "none");
    node.doubt(kDoubtRow | kDoubtRange);
  } else {
    ledger_.incomplete(gap_seen_ ? "nodes are missing from the trace"
                                 : fmt::format("nodes are missing from the trace, the first below "
                                               "#{}",
                                               node.row.id));
    gap_seen_ = true;
  }
  mark_gap(node);
  last_entered_ = last;  // the nodes above it end there as well
}

void Scanner::mark_gap(OpenNode& node) {
  judge_.miss_rows();
  node.doubt(kDoubtRows | kDoubtEvents);
  node.flags |= kIncompleteBelow;
}

void Scanner::close_top() {
  OpenNode& node = path_[open_ - 1];
  ledger_.at_node(node.row.id);
  // Its range first: a gap disables rules that would report missing rows.
  check_last(node);
  // The kind first, because the replay checks what the game says about that kind of node.
  judge_.check_childless(node);
  if (replay_ != nullptr && !node.is_doubted(kDoubtRow)) replay_->check(node);
  const Outcome outcome = judge_.leave(node);
  // The second reading of a node with a finding is the right one.
  if (outcome.blamed && outcome.readings.size() == 2) {
    ledger_.tell_right(node.row.id, outcome.readings[1].proven);
  }
  if (replay_ != nullptr) replay_->leave(node.level);
  if (certificate_ != nullptr) certificate_->note(node, outcome);
  const bool is_handed =
      node.row.role == format::Role::kHandOver && open_ > 1 && node.hand_over() == nullptr;
  if (is_handed && pass_ != nullptr && has_position_of_root()) collect_moves(node);
  --open_;
  if (open_ > 0) {
    judge_.deliver(path_[open_ - 1], node, outcome);
  } else if (pass_ != nullptr && !node.is_detached) {
    end_pass(node, outcome);
  }
}

void Scanner::end_pass(OpenNode& root, const Outcome& outcome) {
  pass_->outcome = outcome;
  if (root.hand_over() != nullptr) return;  // collect_moves() has taken those of the search below
  collect_moves(root);
}

// Whether the node is the root of its pass, or was handed its position.
bool Scanner::has_position_of_root() const {
  return std::all_of(path_.begin() + 1, path_.begin() + static_cast<std::ptrdiff_t>(open_),
                     [](const OpenNode& node) { return node.row.role == format::Role::kHandOver; });
}

void Scanner::collect_moves(OpenNode& node) {
  constexpr std::size_t kMostMoves = 256, kMostPasses = 10'000;
  const std::size_t most = passes_.size() <= kMostPasses ? kMostMoves : 0;
  is_self_contained_ = false;
  pass_->told = judge_.told_position(node);
  pass_->moves.clear();
  pass_->first_move.reset();
  pass_->best_move.reset();
  for (const ChildRecord& child : node.children) {
    if (!child.counts()) continue;
    if (child.move <= 0) continue;  // a move without a name
    // An earlier search of a move proves something about it if it was as deep.
    const ChildRecord* const last = node.children.last_search_of(child.move);
    const bool is_as_deep = !child.superseded || (last != nullptr && last->depth == child.depth);
    if (is_as_deep && pass_->moves.size() < most) {
      // Without a window it is unknown what its value means, but not what its rows prove.
      const bool is_believed = !child.blamed || (!child.window && !has_hole(child.flags));
      const bool is_proof = child.has_value && is_believed && is_firm(child.flags) &&
                            !child.shallower && child.role != format::Role::kReduced;
      // The value that it returned may lie outside of what its rows prove: then the root took it.
      Interval worth;
      if (is_proof) {
        const Reading& told = child.readings.front();
        worth = {std::min(told.proven.lower, told.value), std::max(told.proven.upper, told.value)};
      }
      pass_->moves.push_back({child.move, node.view(worth)});
    }
    if (!pass_->first_move) pass_->first_move = child.move;
    if (node.row.best == child.id) pass_->best_move = child.move;
  }
}

}  // namespace plytrace::verify
