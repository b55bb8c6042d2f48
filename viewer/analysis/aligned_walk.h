// SPDX-License-Identifier: MIT
//
// The walk of `compare`: two recorded trees side by side, aligned by move, in the order of A. It
// only keeps counts and ids; viewer/answers/compare makes paths and texts for the few results that
// are shown. viewer/answers/compare/comparison.h defines when nodes are the same and when claims
// contradict each other.
//
// It does not recurse; memory is proportional to the depth. Thread rule: one thread an object.
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
  std::size_t limit = 10;             // entries per list
  std::int64_t block_nodes = 100000;  // subtrees up to this size are kept in memory
  std::function<void(std::uint64_t)> progress;
  const std::atomic<bool>* interrupt = nullptr;
};

// The kind of the first difference between two searches.
enum class Difference : std::uint8_t { kOnlyA, kOnlyB, kOrder, kDepth, kValue };

// Plies up to this number are counted separately; deeper ones together.
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
  kExcluded,
  kUnrecorded,  // the other side may have searched it without recording it
  kCount
};
const char* word(Reason reason);

// Why `node` on one side has no counterpart of `child`, which the other side searched.
Reason why_missing(const BlockNode& node, const BlockNode& child);

// Whether a cutoff left the node unsearched.
constexpr bool is_cut(Reason reason) { return reason <= Reason::kForward; }

// The walk keeps pruned subtrees, contradictions and differences as ids only. Paths and texts are
// made at the end for the few that are shown.
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

// The contradictions of one kind: their number, and the first ones (origins before consequences).
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
  // When the difference showed in A's search: after this id was entered, or when a node was left
  // (inner nodes first).
  std::tuple<std::int64_t, int, std::int64_t> when{INT64_MAX, 0, 0};
  Difference what = Difference::kValue;
  std::optional<BlockNode> a, b;                // the nodes that differ
  std::optional<BlockNode> parent_a, parent_b;  // the parents of an absent node
};

class AlignedWalk {
 public:
  using ReasonCounts = std::array<std::uint64_t, static_cast<std::size_t>(Reason::kCount)>;

  // Nodes per ply; plies from kMostComparedPlies on are counted together.
  struct PlyCounts {
    std::vector<std::uint64_t> of_ply;
    std::uint64_t deeper = 0;

    void add(std::int64_t ply);
    std::uint64_t at(std::size_t ply) const { return ply < of_ply.size() ? of_ply[ply] : 0; }
  };

  // The counts of one side.
  struct SideCounts {
    std::uint64_t only = 0;     // nodes that the other side did not search
    std::uint64_t skipped = 0;  // moves that cutoffs skipped here and the other side searched
    PlyCounts both_plies, only_plies;
    ReasonCounts because{};  // `only`, by the reason why the other side did not search them
  };

  struct Found {
    std::uint64_t both = 0, claims_compared = 0;
    SideCounts a, b;
    std::uint64_t skipped_subtree_nodes = 0;
    std::vector<SkippedCandidate> skipped;  // sorted, at most `limit`
    // Contradictions; those in which a claim rests on the table; those that rest on assumptions.
    ContradictionList contradictions, by_table, conditional;
    DifferenceCandidate first;
  };

  AlignedWalk(NodeSource& a, NodeSource& b, const CompareSettings& settings, bool compare_claims,
              bool uniform);

  // Walks the trees below the two roots. Errors: kInterrupted.
  Status run(const std::shared_ptr<NodeBlock>& root_a, const std::shared_ptr<NodeBlock>& root_b);
  const Found& found() const { return found_; }

 private:
  // A node in a block, which stays in memory while it is used.
  struct Place {
    NodeBlock* block = nullptr;
    std::size_t index = 0;

    BlockNode& node() const { return block->nodes[index]; }
  };

  // A pair of corresponding nodes, whose children are still to be compared.
  struct Frame {
    Place a, b;            // the expanded nodes, whose children are in their blocks
    Place stub_a, stub_b;  // the nodes in the parents' blocks; equal to a, b unless expanded here
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
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;  // the pairs of all frames in sequence
  std::vector<ChildKey> keys_a_, keys_b_;
  Found found_;
};

}  // namespace plytrace
