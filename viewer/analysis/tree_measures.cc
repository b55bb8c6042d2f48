// SPDX-License-Identifier: MIT
#include "viewer/analysis/tree_measures.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "viewer/analysis/move_set.h"
#include "viewer/meaning/claim.h"
#include "viewer/meaning/open_nodes.h"
#include "viewer/meaning/saturated.h"

namespace plytrace {
namespace {

using format::Role;
using format::Side;

// The cost of a proof in nodes and leaves; sums stay far below the mark for "impossible".
struct Cost {
  // Two of these can be added without overflow.
  static constexpr std::uint64_t kNever = std::uint64_t{1} << 62;
  std::uint64_t nodes = kNever, leaves = 0;

  bool possible() const { return nodes < kNever; }
  bool operator<(const Cost& other) const { return nodes < other.nodes; }
};

Cost sum(const Cost& a, const Cost& b) {
  if (!a.possible() || !b.possible()) return {};
  return {a.nodes + b.nodes, a.leaves + b.leaves};
}

Cost difference(const Cost& whole, const Cost& part) {
  if (!whole.possible() || !part.possible()) return {};
  return {whole.nodes - part.nodes, whole.leaves - part.leaves};
}

// The cheapest proofs that a node's value is at least, at most, exactly the root's value.
struct Proofs {
  Cost at_least, at_most, exactly;
};

// Combines the proofs of the children of one node. For the side that needs one move to prove its
// bound the cheapest child counts; for the other bound all children count. For "exactly" one child
// proves both bounds, and each other child proves the second one.
class ProofFold {
 public:
  void add(const Proofs& child, Side side) {
    const Cost one = side == Side::kMax ? child.at_least : child.at_most;
    const Cost all = side == Side::kMax ? child.at_most : child.at_least;
    cheapest_ = std::min(cheapest_, one);
    all_ = sum(all_, all);
    // The extra cost of "exactly" is never negative in nodes. In leaves it may wrap around, which
    // the later addition to the same sum reverses.
    const Cost more = difference(child.exactly, all);
    best_more_ = std::min(best_more_, more);
  }
  Proofs close(Side side, bool every_move_searched) const {
    const Cost node{1, 0};
    const Cost one = sum(node, cheapest_);
    const Cost all = every_move_searched ? sum(node, all_) : Cost{};
    Proofs proofs;
    (side == Side::kMax ? proofs.at_least : proofs.at_most) = one;
    (side == Side::kMax ? proofs.at_most : proofs.at_least) = all;
    proofs.exactly = sum(all, best_more_);
    return proofs;
  }

 private:
  Cost cheapest_, all_{0, 0}, best_more_;
};

// A stand pat is a choice of the node itself, so it costs no node. If it alone proves the bound,
// the node is a leaf of the minimal tree.
Proofs proofs_of_stand(Score score, Side side, Score target) {
  Proofs proofs;
  Cost& one = side == Side::kMax ? proofs.at_least : proofs.at_most;
  Cost& all = side == Side::kMax ? proofs.at_most : proofs.at_least;
  const bool proves_one = side == Side::kMax ? score >= target : score <= target;
  const bool proves_all = side == Side::kMax ? score <= target : score >= target;
  if (proves_one) one = {0, 1};
  if (proves_all) all = {0, 0};
  if (proves_one && proves_all) proofs.exactly = {0, 0};
  return proofs;
}

Proofs proofs_of_claim(const std::optional<Claim>& claim, Score target) {
  Proofs proofs;
  if (!claim) return proofs;
  const Cost leaf{1, 1};
  // A bound in the other direction proves nothing.
  if (claim->bound != Bound::kUpper && claim->value >= target) proofs.at_least = leaf;
  if (claim->bound != Bound::kLower && claim->value <= target) proofs.at_most = leaf;
  if (proofs.at_least.possible() && proofs.at_most.possible()) proofs.exactly = leaf;
  return proofs;
}

// A node of the open path.
struct OpenNode {
  NodeRow row;
  ProofFold fold;
  // The last counting child, not yet combined: a further search of its move would replace it.
  std::optional<std::int64_t> pending_move;
  std::optional<Proofs> pending;
  std::int64_t moves = 0;  // searched moves; consecutive searches of one move count once
  MoveSet searched;
  LastStage stage;  // stage of the move searched last
  std::int64_t skipped = 0;
  bool cut = false, skipped_unknown = false;
  bool in_re_search = false;
  bool by_table = false;  // a table entry narrowed its window or answered it
};

class Measurer {
 public:
  explicit Measurer(const NodeRow& root) : root_claim_(claim_of(root)) {}

  void take(const NodeRow& node) {
    while (!open_.empty() && !is_below(node, open_.back().row)) close();
    PlySummaryRow& counts = plies_.at(node.ply);
    count_entered(counts, node.role);
    ++found_.tree.nodes;
    counts.unrecorded = saturated_sum(counts.unrecorded, node.unrecorded);
    OpenNode open;
    open.row = node;
    if (!open_.empty()) {
      OpenNode& parent = open_.back();
      open.in_re_search = parent.in_re_search || node.role == Role::kReSearch;
      if (node.counts()) begin_child(parent, node);
    }
    if (open.in_re_search) ++found_.re_search_nodes;
    open_.push_back(std::move(open));
  }

  void take(const BoundUpdateRow& row) {
    if (const OpenNode* node = find(row.node)) ++plies_.at(node->row.ply).bound_updates;
  }

  void take(const CutoffRow& row) {
    OpenNode* node = find(row.node);
    if (node == nullptr) return;
    node->skipped_unknown = node->skipped_unknown || !row.skipped;
    node->skipped = saturated_sum(node->skipped, row.skipped.value_or(0));
    node->cut = node->cut || row.kind != format::CutoffKind::kForward;
    CutCounts::Searched searched;
    if (node->row.unrecorded == 0) searched = {node->searched.size(), node->stage.of(row)};
    found_.add(row, node->row.ply, searched, plies_.at(node->row.ply));
  }

  void take(const NoteRow& row) {
    const auto stage = found_.add(row);
    const OpenNode* const node = stage ? find(row.node) : nullptr;
    OpenNode* const parent =
        node != nullptr && node->row.parent ? find(*node->row.parent) : nullptr;
    if (parent != nullptr) parent->stage.note(row.node, *stage);
  }

  void take(const TableProbeRow& row) {
    ++found_.probes;
    if (row.used == format::TableUse::kAnswered) ++found_.probes_answered;
    if (row.used == format::TableUse::kNarrowed) ++found_.probes_narrowed;
    OpenNode* node = find(row.node);
    const bool counts =
        row.used == format::TableUse::kNarrowed || row.used == format::TableUse::kAnswered;
    if (node != nullptr && counts) node->by_table = true;
  }

  TreeMeasures finish() {
    while (!open_.empty()) close();
    if (uniform_ && leaf_ply_ && branching_) {
      found_.uniform = TreeMeasures::Uniform{*branching_, *leaf_ply_};
    }
    found_.plies = plies_.take();
    return std::move(found_);
  }

 private:
  OpenNode* find(std::int64_t id) { return find_open(open_, id); }

  static void fold_pending(OpenNode& node) {
    if (node.pending && node.row.side) node.fold.add(*node.pending, *node.row.side);
    node.pending.reset();
  }

  void begin_child(OpenNode& parent, const NodeRow& child) {
    parent.searched.insert(child);
    parent.stage.enter(child);
    // A further search of the pending move: the move counts once, and its last search decides.
    const bool again = parent.moves > 0 && child.move && child.move == parent.pending_move;
    if (again) {
      parent.pending.reset();
      return;
    }
    fold_pending(parent);
    parent.pending_move = child.move;
    ++parent.moves;
  }

  void note_shape(const OpenNode& node, bool leaf) {
    // A node without a value was left while the search stopped.
    uniform_ = uniform_ && node.row.unrecorded == 0 && node.row.value;
    if (leaf) {
      uniform_ = uniform_ && leaf_ply_.value_or(node.row.ply) == node.row.ply;
      leaf_ply_ = node.row.ply;
      return;
    }
    const std::int64_t moves = node.row.legal.value_or(saturated_sum(node.moves, node.skipped));
    const bool known = node.row.legal.has_value() || !node.skipped_unknown;
    uniform_ = uniform_ && known && branching_.value_or(moves) == moves;
    branching_ = moves;
  }

  void close() {
    OpenNode node = std::move(open_.back());
    open_.pop_back();
    // The kind of a node that was never left is unknown (schemas/trace.sql, ply_summary).
    if (node.row.last) count_left(plies_.at(node.row.ply), static_cast<std::size_t>(node.row.kind));
    fold_pending(node);
    const bool leaf = node.moves == 0;
    // An illegal move is a visited node, but not part of the game's tree.
    if (node.row.kind != format::NodeKind::kIllegal) {
      if (leaf) ++found_.tree.leaves;
      // A node cut before its first child is not a leaf of the game's tree.
      note_shape(node, leaf && !node.cut);
    }
    const Proofs proofs = proofs_of(node, leaf);
    if (!open_.empty()) {
      if (node.row.counts()) open_.back().pending = proofs;
      return;
    }
    if (!root_claim_) return;
    const Cost cost = root_claim_->bound == Bound::kExact   ? proofs.exactly
                      : root_claim_->bound == Bound::kLower ? proofs.at_least
                                                            : proofs.at_most;
    if (cost.possible()) found_.minimal_tree = TreeSize{cost.nodes, cost.leaves};
  }

  Proofs proofs_of(const OpenNode& node, bool leaf) const {
    if (!root_claim_) return {};
    // The proof of a node is unknown if its children were not recorded.
    if (leaf && node.row.unrecorded > 0) return {};
    if (leaf) return proofs_of_claim(claim_of(node.row), root_claim_->value);
    if (!node.row.side) return {};
    const bool all = !node.skipped_unknown && node.skipped == 0 && node.row.unrecorded == 0 &&
                     node.row.legal.value_or(node.moves) <= node.moves;
    ProofFold fold = node.fold;
    if (node.row.score) {  // stand pat is a further option
      fold.add(proofs_of_stand(*node.row.score, *node.row.side, root_claim_->value),
               *node.row.side);
    }
    Proofs proofs = fold.close(*node.row.side, all);
    if (!node.by_table) return proofs;
    // If the children do not prove it, the entry does: the claim then counts as a leaf.
    const Proofs claim = proofs_of_claim(claim_of(node.row), root_claim_->value);
    if (!proofs.at_least.possible()) proofs.at_least = claim.at_least;
    if (!proofs.at_most.possible()) proofs.at_most = claim.at_most;
    if (!proofs.exactly.possible()) proofs.exactly = claim.exactly;
    return proofs;
  }

  std::optional<Claim> root_claim_;
  std::vector<OpenNode> open_;
  TreeMeasures found_;
  PlyRows plies_;
  bool uniform_ = true;
  std::optional<std::int64_t> leaf_ply_, branching_;
};

}  // namespace

void add_counts(PlySummaryRow& total, const PlySummaryRow& row) {
  const std::int64_t pass = total.pass, ply = total.ply;
  format::for_each_column<PlySummaryRow>([&](const auto& column) {
    total.*column.member = saturated_sum(total.*column.member, row.*column.member);
  });
  total.pass = pass;
  total.ply = ply;
}

Result<TreeMeasures> measure_tree(const TraceReader& reader, const PassRow& pass,
                                  const ScanControl& control) {
  const auto root = pass.root ? reader.node(*pass.root) : std::nullopt;
  if (!root) return TreeMeasures{};
  Measurer measurer(*root);
  std::uint64_t nodes = 0;
  const Status read = scan_subtree(reader, *root, control, nodes, measurer);
  if (!read) return read;
  return measurer.finish();
}

double knuth_moore_leaves(double branching, std::int64_t depth) {
  // Knuth and Moore, 1975: at least b^ceil(d/2) + b^floor(d/2) - 1 leaves.
  const std::int64_t half = depth / 2;
  return std::pow(branching, static_cast<double>(depth - half)) +
         std::pow(branching, static_cast<double>(half)) - 1;
}

std::optional<double> effective_branching_factor(double nodes, std::int64_t depth) {
  // A tree of this depth has at least one node per ply.
  if (depth < 1 || nodes < static_cast<double>(depth) + 1) return std::nullopt;
  const auto tree_of = [&](double b) {
    // Stops above `nodes`: further plies would only increase the sum, up to infinity.
    double sum = 1;
    double level = 1;
    for (std::int64_t i = 0; i < depth && sum <= nodes; ++i) sum += (level *= b);
    return sum;
  };
  double low = 1;
  double high = nodes;
  // 200 bisections suffice for any double.
  for (int i = 0; i < 200 && high - low > 1e-12 * high; ++i) {
    const double middle = low + (high - low) / 2;
    (tree_of(middle) < nodes ? low : high) = middle;
  }
  return high;
}

}  // namespace plytrace
