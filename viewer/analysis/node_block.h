// SPDX-License-Identifier: MIT
//
// Parts of a recorded tree in memory, for analyses with random access (`compare` visits one tree in
// the order of another). A subtree of at most `block_nodes` nodes is read by one sequential scan
// into a NodeBlock. Of a larger subtree only the root and its children are read, and a child is
// expanded when it is needed. So every node is read once, nearly always sequentially, and memory is
// bounded by block size, depth and branching, not by the trace.
//
//   NodeSource source(reader, pass, names, 100'000);
//   std::shared_ptr<NodeBlock> block = source.root();
//   for (std::size_t i = 1; i < block->nodes[0].next; i = block->nodes[i].next) ...  // children
//
// Thread rule: one thread an object; the reader must outlive it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "schemas/assumptions.h"
#include "viewer/meaning/claim.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

// The assumptions behind a node's claim besides the tree below it, as a set of bits.
using AssumptionSet = std::uint32_t;
constexpr AssumptionSet assumes(format::Assumption assumption) {
  return AssumptionSet{1} << static_cast<unsigned>(assumption);
}
// Some child was never left.
inline constexpr AssumptionSet kHasUnfinished = AssumptionSet{1} << 29U;
// Not an assumption by itself: the value is from a table entry whose storing node is known. It
// becomes one if the storing node rests on one.
inline constexpr AssumptionSet kRestsOnTable = AssumptionSet{1} << 30U;
// Not an assumption either: a leaf where the depth was used up.
inline constexpr AssumptionSet kReachesHorizon = AssumptionSet{1} << 31U;
inline constexpr AssumptionSet kAssumptions = ~(kRestsOnTable | kReachesHorizon);
static_assert(static_cast<unsigned>(format::Assumption::kCount) <= 29);

// The assumptions in the set as text: "forward, reduced".
std::string assumption_words(AssumptionSet set);

// The kind of cut that left moves of a node unsearched.
enum class Cut : std::uint8_t { kNone, kAlpha, kBeta, kForward };

// Numbers move texts, equally in both traces of a comparison.
class MoveNames {
 public:
  // Returns -1 for no move, and 0 for a move without text.
  std::int32_t intern(const TraceReader& reader, std::optional<std::int64_t> move);

 private:
  std::unordered_map<std::string, std::int32_t> by_text_;
};

struct BlockNode {
  static constexpr std::int64_t kNoDepth = INT64_MIN;

  std::int64_t id = 0, last = 0, ply = 0;
  std::int64_t depth = kNoDepth;
  std::int64_t unrecorded = 0;  // nodes below it that were visited but not recorded
  std::size_t next = 0;         // index in the block after the subtree of this node
  Score value = 0;              // 0 if there is no usable value
  std::int32_t move = -1;
  Bound bound = Bound::kExact;
  bool has_value = false;
  bool leaves_out = false;  // moves, on purpose
  bool claims = false;      // has a value, and `bound` is its claim
  bool open = false;        // never left: `last` is the last node recorded below it
  bool credited = false;
  format::NodeKind kind = format::NodeKind::kUnknown;
  format::Role role = format::Role::kMove;
  Cut cut = Cut::kNone;     // the cut that left moves unsearched
  AssumptionSet below = 0;  // what the node and all nodes that count towards its value rest on

  bool counts() const { return format::counts(role, kind); }
  Claim claim() const { return {bound, value}; }
};

struct NodeBlock {
  // True: a subtree in id order. False: nodes[0] and its children, without their subtrees.
  bool whole = true;
  std::vector<BlockNode> nodes;

  // Adds what child `child` rests on to its parent's `below`.
  void pass_up(std::size_t parent, std::size_t child);
};

class NodeSource {
 public:
  struct Totals {
    std::uint64_t nodes = 0;
    std::uint64_t unrecorded = 0;  // visited nodes without a row
    std::uint64_t skipped = 0;     // moves skipped by cutoffs, if their number is known
    std::uint64_t claims = 0;
  };

  NodeSource(const TraceReader& reader, const SearchRow& search, const PassRow& pass,
             std::shared_ptr<MoveNames> names, std::int64_t block_nodes);

  const TraceReader& reader() const { return reader_; }
  const Totals& totals() const { return totals_; }

  // The expanded root of the pass; null if the pass has no node.
  std::shared_ptr<NodeBlock> root();
  // Expands a node of a block that is not whole; null if the node is missing from the file.
  std::shared_ptr<NodeBlock> expand(const BlockNode& node);
  // Reads the subtree of such a node once, only to count it: `visit` gets the ply of each node.
  // Returns what its value rests on.
  AssumptionSet count(const BlockNode& node, const std::function<void(std::int64_t ply)>& visit);

  // The assumptions of any node of the search, in this pass and in earlier ones whose results its
  // table may hold.
  AssumptionSet assumptions_of_search();

 private:
  BlockNode from_row(const NodeRow& row);
  void count_node(const BlockNode& node);
  void apply(const BoundUpdateRow& row, BlockNode& node) const;
  void apply(const CutoffRow& row, BlockNode& node) const;
  void apply(const TableProbeRow& row, BlockNode& node) const;
  template <class Tree>
  void scan_into(std::int64_t first, std::int64_t last, Tree& tree);
  std::shared_ptr<NodeBlock> load(std::int64_t first, std::int64_t last);
  std::shared_ptr<NodeBlock> load_children(const BlockNode& node);

  const TraceReader& reader_;
  const SearchRow& search_;
  const PassRow& pass_;
  std::shared_ptr<MoveNames> names_;
  std::int64_t block_nodes_;
  std::int64_t first_id_;  // first id of the search in the stream of the pass
  std::unordered_map<std::int64_t, std::int32_t> moves_;
  Totals totals_;
};

}  // namespace plytrace
