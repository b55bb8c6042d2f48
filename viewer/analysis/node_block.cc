// SPDX-License-Identifier: MIT
#include "viewer/analysis/node_block.h"

#include <algorithm>
#include <utility>

namespace plytrace {
namespace {

using format::Assumption;
using format::Cause;
using format::CutoffKind;
using format::NodeKind;
using format::Role;

// Set by a probe of the entry; a table update or table cutoff then adds nothing.
constexpr AssumptionSet kAnyTable = kRestsOnTable | assumes(Assumption::kTableOrigin) |
                                    assumes(Assumption::kDeeper) | assumes(Assumption::kAdjusted);

// The assumptions that a child adds to those of its parent.
AssumptionSet carried_up(const BlockNode& child) {
  if (!child.counts()) return 0;  // if it caused a cut, that cut has the assumption
  AssumptionSet bits = child.below;
  if (child.credited) bits |= assumes(Assumption::kCredited);
  if (!child.has_value) bits |= kHasUnfinished;
  return bits;
}

// No event can change its claim, so its events are not read.
bool is_plain_leaf(const BlockNode& node) {
  return node.last == node.id && node.kind != NodeKind::kInterior && node.kind != NodeKind::kTable;
}

// The subtree while it is loaded: all nodes, with the open path as indices.
class LoadedTree {
 public:
  explicit LoadedTree(NodeBlock& block) : block_(block) {}

  void enter(BlockNode node, std::optional<std::int64_t> parent) {
    while (!open_.empty() && !encloses(block_.nodes[open_.back()], node.id, parent)) close();
    parents_.push_back(open_.empty() ? 0 : open_.back());
    open_.push_back(block_.nodes.size());
    block_.nodes.push_back(node);
  }
  BlockNode* find(std::int64_t id) {
    const auto at = std::lower_bound(block_.nodes.begin(), block_.nodes.end(), id,
                                     [](const BlockNode& n, std::int64_t i) { return n.id < i; });
    return at != block_.nodes.end() && at->id == id ? &*at : nullptr;
  }
  void finish() {
    while (!open_.empty()) close();
    // Backwards, so that each node's set is complete before it is passed up.
    for (std::size_t i = block_.nodes.size(); i-- > 1;) block_.pass_up(parents_[i], i);
  }

  static bool encloses(const BlockNode& open, std::int64_t id, std::optional<std::int64_t> parent) {
    // Uses the parent if it is recorded, because a node that was never left has no `last`.
    return parent ? open.id <= *parent : open.open || open.last >= id;
  }

 private:
  void close() {
    BlockNode& node = block_.nodes[open_.back()];
    node.next = block_.nodes.size();
    if (node.open) node.last = block_.nodes.back().id;
    open_.pop_back();
  }

  NodeBlock& block_;
  std::vector<std::size_t> open_, parents_;
};

// The subtree while it is counted: only the open path is kept.
class CountedTree {
 public:
  explicit CountedTree(const std::function<void(const BlockNode&)>& visit) : visit_(visit) {}

  void enter(const BlockNode& node, std::optional<std::int64_t> parent) {
    while (!open_.empty() && !LoadedTree::encloses(open_.back(), node.id, parent)) close();
    if (visit_) visit_(node);
    if (node.kind == NodeKind::kDraw) anything_ |= assumes(Assumption::kPathDependent);
    open_.push_back(node);
  }
  BlockNode* find(std::int64_t id) {
    const auto at = std::lower_bound(open_.begin(), open_.end(), id,
                                     [](const BlockNode& n, std::int64_t i) { return n.id < i; });
    return at != open_.end() && at->id == id ? &*at : nullptr;
  }
  void finish() {
    while (!open_.empty()) close();
  }
  // The assumptions of the first node's value, and those of any node's value.
  AssumptionSet top() const { return top_; }
  AssumptionSet anything() const { return anything_; }

 private:
  void close() {
    const BlockNode node = open_.back();
    open_.pop_back();
    // A later search of the move is not known here, so assume that there is none.
    AssumptionSet bits = carried_up(node);
    if (node.role == Role::kReduced) bits |= assumes(Assumption::kReduced);
    anything_ |= bits | node.below;
    if (open_.empty()) {
      top_ = node.below;
    } else {
      open_.back().below |= bits;
    }
  }

  const std::function<void(const BlockNode&)>& visit_;
  std::vector<BlockNode> open_;
  AssumptionSet top_ = 0, anything_ = 0;
};

// The assumption made if `cause` changed a window or cut. Table causes are handled with their
// probes.
AssumptionSet assumed_by(Cause cause) {
  switch (cause) {
    case Cause::kChild:
    case Cause::kStandPat:
    case Cause::kTable:
      return 0;
    default:
      return assumes(format::assumption_of(cause));
  }
}

}  // namespace

std::string assumption_words(AssumptionSet set) {
  std::string words;
  const auto add = [&](std::string_view word) {
    words += (words.empty() ? "" : ", ") + std::string(word);
  };
  for (int i = 0; i < static_cast<int>(Assumption::kCount); ++i) {
    const auto assumption = static_cast<Assumption>(i);
    if ((set & assumes(assumption)) != 0) add(word(assumption));
  }
  if ((set & kHasUnfinished) != 0) add("unfinished");
  return words;
}

std::int32_t MoveNames::intern(const TraceReader& reader, std::optional<std::int64_t> move) {
  if (!move) return -1;
  // A move without text does not equal any other, so it gets no number.
  if (*move == 0) return 0;
  const auto number = static_cast<std::int32_t>(by_text_.size() + 1);
  return by_text_.try_emplace(reader.move_text(move), number).first->second;
}

void NodeBlock::pass_up(std::size_t parent, std::size_t child) {
  const BlockNode& node = nodes[child];
  AssumptionSet bits = carried_up(node);
  if (node.role == Role::kReduced) {
    bool repeated = false;
    // A later search of the move replaces the reduced one.
    for (std::size_t i = node.next; i < nodes[parent].next && !repeated; i = nodes[i].next) {
      repeated = nodes[i].counts() && nodes[i].move == node.move;
    }
    if (!repeated) bits |= assumes(Assumption::kReduced);
  }
  nodes[parent].below |= bits;
}

NodeSource::NodeSource(const TraceReader& reader, const SearchRow& search, const PassRow& pass,
                       std::shared_ptr<MoveNames> names, std::int64_t block_nodes)
    : reader_(reader),
      search_(search),
      pass_(pass),
      names_(std::move(names)),
      block_nodes_(block_nodes),
      first_id_(pass.root.value_or(0)) {
  // A table entry can come from any earlier pass of the search in this thread.
  for (const PassRow& other : reader.passes(search.id)) {
    if (other.stream == pass.stream && other.root) first_id_ = std::min(first_id_, *other.root);
  }
}

BlockNode NodeSource::from_row(const NodeRow& row) {
  BlockNode node;
  node.id = row.id;
  // In a damaged row `last` may be smaller than `id`.
  node.last = std::max(row.id, row.last.value_or(row.id));
  node.open = !row.last.has_value();
  node.ply = row.ply;
  node.depth = row.depth.value_or(BlockNode::kNoDepth);
  node.unrecorded = std::max<std::int64_t>(0, row.unrecorded);
  node.kind = row.kind;
  node.role = row.role;
  node.credited = row.credited.has_value();
  node.has_value = row.value.has_value();
  node.value = row.value.value_or(0);
  const auto claim = claim_for_position(row);
  node.leaves_out = row.excluded.has_value();
  node.claims = claim.has_value();
  if (claim) node.bound = claim->bound;
  node.move = -1;
  if (row.move) {
    // Reads the text once per move, not per node.
    const auto [at, is_new] = moves_.try_emplace(*row.move, 0);
    if (is_new) at->second = names_->intern(reader_, row.move);
    node.move = at->second;
  }
  if (row.kind == NodeKind::kKnown) node.below |= assumes(Assumption::kKnown);
  if (row.kind == NodeKind::kUnknown) node.below |= assumes(Assumption::kUnknownKind);
  if (row.kind == NodeKind::kHorizon) node.below |= kReachesHorizon;
  // Removed later: by a probe that names the storing node, or by a cutoff, which makes the list
  // irrelevant.
  if (row.kind == NodeKind::kTable) node.below |= assumes(Assumption::kTableOrigin);
  if (row.kind == NodeKind::kInterior && !row.legal) node.below |= assumes(Assumption::kMoveList);
  if (row.unrecorded != 0) node.below |= assumes(Assumption::kUnrecorded);
  return node;
}

void NodeSource::count_node(const BlockNode& node) {
  ++totals_.nodes;
  totals_.unrecorded += static_cast<std::uint64_t>(node.unrecorded);
  if (node.claims) ++totals_.claims;
}

void NodeSource::apply(const BoundUpdateRow& row, BlockNode& node) const {
  if (row.cause == Cause::kTable) {
    // No probe names the origin of the entry.
    if ((node.below & kAnyTable) == 0) node.below |= assumes(Assumption::kTableOrigin);
  } else {
    node.below |= assumed_by(row.cause);
  }
}

void NodeSource::apply(const CutoffRow& row, BlockNode& node) const {
  const bool proves = row.kind != CutoffKind::kForward;
  node.below |= proves ? assumed_by(row.cause) : assumes(Assumption::kForward);
  if (row.cause == Cause::kTable && (node.below & kAnyTable) == 0) {
    node.below |= assumes(Assumption::kTableOrigin);
  }
  // After a proven cutoff missing moves do not matter.
  if (proves) node.below &= ~assumes(Assumption::kMoveList);
  // A proven cutoff takes precedence over dropped moves as the reason for a missing move.
  if (row.skipped == 0 || (!proves && node.cut != Cut::kNone)) return;
  node.cut = row.kind == CutoffKind::kAlpha  ? Cut::kAlpha
             : row.kind == CutoffKind::kBeta ? Cut::kBeta
                                             : Cut::kForward;
}

void NodeSource::apply(const TableProbeRow& row, BlockNode& node) const {
  if (row.used != format::TableUse::kNarrowed && row.used != format::TableUse::kAnswered) return;
  // Same rule as verify: an entry of this search and thread, stored by a node finished earlier.
  const bool known = row.stored_by && *row.stored_by >= first_id_ && *row.stored_by <= row.at &&
                     (*row.stored_by - 1) / format::kStreamStride == pass_.stream;
  if (known) {
    node.below &= ~assumes(Assumption::kTableOrigin);
    node.below |= kRestsOnTable;
  } else {
    node.below |= assumes(Assumption::kTableOrigin);
  }
  if (row.depth && row.stored_depth && *row.depth != *row.stored_depth) {
    node.below |= assumes(Assumption::kDeeper);
  }
  if (row.raw && row.value && *row.raw != *row.value) node.below |= assumes(Assumption::kAdjusted);
}

template <class Tree>
void NodeSource::scan_into(std::int64_t first, std::int64_t last, Tree& tree) {
  const auto to_node = [&tree, this](const auto& row) {
    if (BlockNode* node = tree.find(row.node)) this->apply(row, *node);
  };
  const auto scan = reader_.scan(first, last);
  while (scan->next()) {
    if (const NodeRow* node = scan->get<NodeRow>()) {
      tree.enter(from_row(*node), node->parent);
    } else if (const BoundUpdateRow* update = scan->get<BoundUpdateRow>()) {
      to_node(*update);
    } else if (const CutoffRow* cutoff = scan->get<CutoffRow>()) {
      to_node(*cutoff);
      // A cutoff of a node above the first one is counted there.
      if (cutoff->node >= first && cutoff->skipped.value_or(0) > 0) {
        totals_.skipped += static_cast<std::uint64_t>(*cutoff->skipped);
      }
    } else if (const TableProbeRow* probe = scan->get<TableProbeRow>()) {
      to_node(*probe);
    }
  }
  tree.finish();
}

std::shared_ptr<NodeBlock> NodeSource::load(std::int64_t first, std::int64_t last) {
  auto block = std::make_shared<NodeBlock>();
  block->nodes.reserve(static_cast<std::size_t>(last - first + 1));
  LoadedTree tree(*block);
  scan_into(first, last, tree);
  for (const BlockNode& node : block->nodes) count_node(node);
  return block->nodes.empty() ? nullptr : block;
}

std::shared_ptr<NodeBlock> NodeSource::load_children(const BlockNode& node) {
  auto row = reader_.node(node.id);
  if (!row) return nullptr;
  auto block = std::make_shared<NodeBlock>();
  block->whole = false;
  BlockNode top = from_row(*row);
  row->last = top.last = node.last;  // also known for an open node; saves the reader a look-up
  const NodeEvents events = reader_.events(*row);
  // Probes first, because they decide whether a table update or cutoff is an assumption
  // (kAnyTable).
  for (const TableProbeRow& probe : events.of<TableProbeRow>()) apply(probe, top);
  for (const BoundUpdateRow& update : events.of<BoundUpdateRow>()) apply(update, top);
  for (const CutoffRow& cutoff : events.of<CutoffRow>()) {
    apply(cutoff, top);
    if (cutoff.skipped.value_or(0) > 0) {
      totals_.skipped += static_cast<std::uint64_t>(*cutoff.skipped);
    }
  }
  count_node(top);
  std::vector<BlockNode>& nodes = block->nodes;
  nodes.push_back(top);
  reader_.for_each_child(*row, [&](const NodeRow& child) {
    if (child.id <= nodes.back().id) return false;  // damaged: ids must ascend
    // A child that was never left ends before the next one.
    if (nodes.size() > 1 && nodes.back().open) nodes.back().last = child.id - 1;
    nodes.push_back(from_row(child));
    nodes.back().next = nodes.size();
    return true;
  });
  if (nodes.size() > 1 && nodes.back().open) nodes.back().last = top.last;
  nodes.front().next = nodes.size();
  return block;
}

std::shared_ptr<NodeBlock> NodeSource::root() {
  if (!pass_.root) return nullptr;
  const auto row = reader_.node(*pass_.root);
  if (!row) return nullptr;
  BlockNode node = from_row(*row);
  node.last = std::max(node.id, reader_.last_of(*row));
  return expand(node);
}

std::shared_ptr<NodeBlock> NodeSource::expand(const BlockNode& node) {
  if (is_plain_leaf(node)) {
    auto block = std::make_shared<NodeBlock>();
    block->nodes.push_back(node);
    block->nodes.front().next = 1;
    count_node(node);
    return block;
  }
  return node.last - node.id < block_nodes_ ? load(node.id, node.last) : load_children(node);
}

AssumptionSet NodeSource::count(const BlockNode& node,
                                const std::function<void(std::int64_t)>& visit) {
  if (is_plain_leaf(node)) {
    count_node(node);
    visit(node.ply);
    return node.below;
  }
  const std::function<void(const BlockNode&)> counted = [&](const BlockNode& entered) {
    count_node(entered);
    visit(entered.ply);
  };
  CountedTree tree(counted);
  scan_into(node.id, node.last, tree);
  return tree.top();
}

AssumptionSet NodeSource::assumptions_of_search() {
  // The scans here must not change the totals.
  const Totals kept = totals_;
  AssumptionSet found = 0;
  for (const PassRow& other : reader_.passes(search_.id)) {
    // Entries of later passes did not exist yet.
    if (other.stream != pass_.stream || !other.root || other.id > pass_.id) continue;
    const auto row = reader_.node(*other.root);
    if (!row) continue;
    const std::function<void(const BlockNode&)> nothing;
    CountedTree tree(nothing);
    scan_into(row->id, reader_.last_of(*row), tree);
    found |= tree.anything();
  }
  totals_ = kept;
  return found;
}

}  // namespace plytrace
