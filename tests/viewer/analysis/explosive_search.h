// SPDX-License-Identifier: MIT
//
// A small engine with the usual parts (PVS, a table, quiescence, null moves, reductions, check
// extensions, iterations with aspiration), recorded as other people record theirs. It is sound, and
// its sizes are normal. In the last iteration a fault can be planted, at one node or in its
// subtree, that makes the search explode in one of the usual ways. Positions form a graph: the same
// moves in another order lead to the same position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace plytrace::test {

enum class Explosion {
  kNone,
  kExtension,     // every move is extended, without limit
  kCheckChain,    // one move of each node is extended, for a hundred plies
  kNullMove,      // null moves in zugzwang: not reduced, several in a row, and never a cutoff
  kQuiescence,    // endless quiescence: every move is a capture
  kReSearch,      // each move is searched again, whatever its first result was
  kOrdering,      // the worst moves come first, in a subtree
  kOrderingOnce,  // the worst moves come first, at one node
  kTable,         // the table is switched off in a subtree
  kReduction,     // reduced moves are searched at full depth, and then always again
  kDuplicate,     // one move is searched again and again
  kProbes,        // internal deepening at every node, to the full depth
  kFullWindow,    // a subtree ignores its bounds and never cuts
  kNoCut,         // nothing is cut in a subtree
  kInQuiescence,  // endless quiescence from its second ply on
  kAspiration,    // the window moves by one point at a time and is never opened
  kRestart,       // the last iteration begins again and again
  kProbeLoop      // null windows at the root alternate between two values
};

struct ExplosiveOptions {
  std::uint64_t seed = 1;
  Explosion explosion = Explosion::kNone;
  int branching = 7, depth = 6;
  bool pvs = true, table = true, null_moves = true, reductions = true, quiescence = true;
  bool checks = true, iterations = true;
  std::size_t table_entries = 1 << 16;
  int wild_nodes = 40000;  // size of the explosion
  std::uint64_t most_nodes = 1'000'000;
  bool is_stopped = false;  // stop the search at that limit; otherwise its nodes become leaves
};

struct ExplosiveResult {
  std::int64_t planted = 0;  // id of the node with the fault; 0 if there is none
  std::uint64_t nodes = 0;
};

// Records the search to a new file.
ExplosiveResult record_explosive(const std::string& file, const ExplosiveOptions& options);

}  // namespace plytrace::test
