// SPDX-License-Identifier: MIT
//
// The walk of `compare`: two recorded trees side by side, aligned by move, in the order of A. It
// counts, and keeps numbers of what is worth telling; viewer/answers/compare makes paths and
// texts of the few that are kept. What is the same node, and what is a contradiction:
// viewer/answers/compare/comparison.h.
//
// An explicit stack: depth costs memory in proportion, never recursion. Thread rule: one thread an
// object.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "viewer/analysis/alignment.h"
#include "viewer/analysis/node_block.h"

namespace plytrace {

struct CompareSettings {
  std::size_t limit = 10;             // entries of each list
  std::int64_t block_nodes = 100000;  // subtrees up to this size are held in memory
  std::function<void(std::uint64_t)> progress;
  const std::atomic<bool>* interrupt = nullptr;
};

// At what two searches first go different ways.
enum class Difference : std::uint8_t { kOnlyA, kOnlyB, kOrder, kDepth, kValue };

// Plies that are counted one by one; those behind them are counted together.
inline constexpr std::size_t kMostComparedPlies = 1000;

// Why a node that one side searched was not searched by the other.
enum class Reason : std::uint8_t {
  kAlphaCutoff,
  kBetaCutoff,
  kForward,
  kHorizon,
  kTerminal,
  kTable,
  kKnown,
  kDraw,
  kUnknown,
  kIllegal,
  kSearchedAgain,
  kNullMove,
  kProbe,
  kUnnamed,
  kUnfinished,
  kNotGenerated,
  kCount
};
const char* word(Reason reason);

// Why `node` of the one side has no counterpart of `child`, which the other side searched.
Reason why_missing(const BlockNode& node, const BlockNode& child);

// A cutoff left it unsearched.
constexpr bool is_cut(Reason reason) { return reason <= Reason::kForward; }

// What a pruned subtree, a contradiction and a difference are while the walk goes on: numbers only.
// Paths and texts are made at the end, for the few that are kept.
struct SkippedCandidate {
  std::uint64_t nodes = 0;
  std::int64_t node = 0, cut_node = 0;
  bool skipped_by_a = false;

  // The largest first, then in the order of A.
  bool operator<(const SkippedCandidate& other) const {
    return std::tuple(~nodes, skipped_by_a, node) <
           std::tuple(~other.nodes, other.skipped_by_a, other.node);
  }
};

struct ContradictionCandidate {
  BlockNode a, b;
  bool consequence = false;
};

// The contradictions of one kind: how many, and the first of them (origins before consequences).
struct ContradictionList {
  std::vector<ContradictionCandidate> origins, consequences;
  std::uint64_t total = 0;
  AssumptionSet assumed = 0;

  void add(const ContradictionCandidate& candidate, std::size_t limit) {
    ++total;
    auto& list = candidate.consequence ? consequences : origins;
    if (list.size() < limit) list.push_back(candidate);
  }
};

struct DifferenceCandidate {
  // When it showed, in A's time: id entered last, then nodes left from the innermost out.
  std::tuple<std::int64_t, int, std::int64_t> when{INT64_MAX, 0, 0};
  Difference what = Difference::kValue;
  std::optional<BlockNode> a, b;                // the node or nodes it is about
  std::optional<BlockNode> parent_a, parent_b;  // of an absent node
};

class AlignedWalk {
 public:
  using ReasonCounts = std::array<std::uint64_t, static_cast<std::size_t>(Reason::kCount)>;

  // Nodes per ply; those behind kMostComparedPlies together.
  struct PlyCounts {
    std::vector<std::uint64_t> of_ply;
    std::uint64_t deeper = 0;

    void add(std::int64_t ply);
    std::uint64_t at(std::size_t ply) const { return ply < of_ply.size() ? of_ply[ply] : 0; }
  };

  // What one side adds up to.
  struct SideCounts {
    std::uint64_t only = 0;     // nodes that the other did not search
    std::uint64_t skipped = 0;  // moves that cutoffs skipped here and the other searched
    PlyCounts both_plies, only_plies;
    ReasonCounts because{};  // `only`, by what the other did instead
  };

  struct Found {
    std::uint64_t both = 0, claims_compared = 0;
    SideCounts a, b;
    std::uint64_t skipped_subtree_nodes = 0;
    std::vector<SkippedCandidate> skipped;  // sorted, at most `limit`
    // Contradictions; those where a claim rests on the table; those that rest on assumptions.
    ContradictionList contradictions, by_table, conditional;
    DifferenceCandidate first;
  };

  AlignedWalk(NodeSource& a, NodeSource& b, const CompareSettings& settings, bool compare_claims,
              bool uniform);

  // Walks the trees below the two roots; kInterrupted.
  Status run(const std::shared_ptr<NodeBlock>& root_a, const std::shared_ptr<NodeBlock>& root_b);
  const Found& found() const { return found_; }

 private:
  // A node in a block that stays in memory while it is used.
  struct Place {
    NodeBlock* block = nullptr;
    std::size_t index = 0;

    BlockNode& node() const { return block->nodes[index]; }
  };

  // A pair of the same node, with its children still to be compared.
  struct Frame {
    Place a, b;            // expanded: their children are in their blocks
    Place stub_a, stub_b;  // where the parent holds them; the same as a, b unless expanded here
    std::shared_ptr<NodeBlock> block_a, block_b;
    std::size_t first_pair = 0, next_pair = 0, end_pair = 0;
    bool contradiction_below = false;
  };

  void open(Place stub_a, Place stub_b);
  void close();
  static bool gather(const Place& place, std::vector<ChildKey>& keys);
  void match_children(Frame& frame);
  void match_sorted(Frame& frame);
  void leave_out(bool of_a, Place child, const BlockNode& other, Reason reason);
  void keep_largest(const SkippedCandidate& candidate);
  void note_order(const Frame& frame);
  void note_difference(DifferenceCandidate candidate);
  void compare_claims(Frame& frame);

  NodeSource& a_;
  NodeSource& b_;
  const CompareSettings& settings_;
  bool compare_claims_, uniform_;
  std::int64_t root_depth_a_ = 0, root_depth_b_ = 0;
  std::vector<Frame> stack_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;  // the frames' pairs, one after another
  std::vector<ChildKey> keys_a_, keys_b_;
  Found found_;
};

}  // namespace plytrace
