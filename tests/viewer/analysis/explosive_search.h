// SPDX-License-Identifier: MIT
//
// A small engine with what engines have (PVS, a table, quiescence, null moves, reductions, check
// extensions, iterations with aspiration), recorded as other people record theirs. It is sound, and
// its nodes lie where they should; but in the last iteration it can go wrong at one node, or in the
// subtree below it, in one of the ways in which searches explode. Positions form a graph: the same
// moves in another order lead to the same position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace plytrace::test {

enum class Explosion {
  kNone,
  kExtension,     // every move is extended, without limit
  kCheckChain,    // one move of each node is, for a hundred plies
  kNullMove,      // null moves in zugzwang: not reduced, in a row, and never a cutoff
  kQuiescence,    // without end: every move is a capture
  kReSearch,      // each move is searched again, whatever the first result was
  kOrdering,      // the worst moves first, in a subtree
  kOrderingOnce,  // at one node
  kTable,         // switched off in a subtree
  kReduction,     // reduced moves are searched as deep as others, and then always again
  kDuplicate,     // one move again and again
  kProbes,        // internal deepening at every node, to the full depth
  kFullWindow,    // no bound is handed on in a subtree, and nothing cut
  kNoCut,         // nothing is cut in a subtree
  kInQuiescence,  // quiescence without end from its second ply on
  kAspiration,    // a window that is moved by one point at a time, and never opened
  kRestart,       // the last iteration begins again and again
  kProbeLoop      // null windows at the root, to and fro between two values
};

struct ExplosiveOptions {
  std::uint64_t seed = 1;
  Explosion explosion = Explosion::kNone;
  int branching = 7, depth = 6;
  bool pvs = true, table = true, null_moves = true, reductions = true, quiescence = true;
  bool checks = true, iterations = true;
  std::size_t table_entries = 1 << 16;
  int wild_nodes = 40000;  // how far an explosion goes
  std::uint64_t most_nodes = 1'000'000;
  bool is_stopped = false;  // the search is given up there; else its nodes become leaves
};

struct ExplosiveResult {
  std::int64_t planted = 0;  // id of the node; 0 where there is none
  std::uint64_t nodes = 0;
};

// Records the search to a new file.
ExplosiveResult record_explosive(const std::string& file, const ExplosiveOptions& options);

}  // namespace plytrace::test
