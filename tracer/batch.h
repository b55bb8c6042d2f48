// SPDX-License-Identifier: MIT
//
// What a store writes at a time: the records of fixed size that BufferReader made of a chunk.
// A batch belongs to one stream and to at most one pass. Its nodes are in id order, most leaves
// apart from the others; its events are in id order without gaps, so that they need no id of their
// own. A node that closes within its batch is complete; a node of an earlier batch gets a Closing
// record. Thread rule: one thread (the writer's).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/observer.h"
#include "tracer/records.h"

namespace plytrace {

// Plain leaves below one node, entered one after the other. They stay where they stand on the tape,
// which outlives the batch.
struct LeafRun {
  // A constructor, so that emplace_back() makes it in place.
  LeafRun(std::int64_t first_id, std::int64_t parent_id, const buffered::LeafHeader* of_all,
          std::span<const buffered::PlainLeaf> all, std::int32_t of_ply)
      : first(first_id), parent(parent_id), header(of_all), leaves(all), ply(of_ply) {}

  std::int64_t first;  // its id
  std::int64_t parent;
  const buffered::LeafHeader* header;
  std::span<const buffered::PlainLeaf> leaves;
  std::int32_t ply;

  std::size_t size() const { return leaves.size(); }
  std::int64_t last() const { return first + static_cast<std::int64_t>(size()) - 1; }
  void drop_last() { leaves = leaves.first(size() - 1); }
  // All but what a leaf has of its own: its id, its move and its value.
  NodeRecord common() const {
    NodeRecord node;
    node.parent = parent;
    node.ply = ply;
    node.set_common(*header);
    node.result.kind = header->kind();
    node.result.bound = header->bound();
    return node;
  }
  NodeRecord node(std::size_t index) const;
};

// A node of an earlier batch was left.
struct Closing {
  std::int64_t id = 0;
  std::int32_t ply = 0;
  NodeResult result;
};

// The parent took another score from a node of an earlier batch than the node returned.
struct Credit {
  std::int64_t id = 0;
  Score score = kNoScore;
};

// Moves that a node leaves out: `count` ids from `first` on in Batch::skipped.
struct Excluded {
  std::int64_t id = 0;
  std::size_t first = 0, count = 0;
};

// Rows that are rare: they are written in the order given, before the nodes of their batch.
struct SearchBeginRow {
  std::int64_t id = 0;
  SearchDeclaration declaration;
  std::string engine, engine_version;
  double started_at = 0;
};
struct PassBeginRow {
  std::int64_t id = 0, search = 0, ordinal = 0, stream = 0;
  PassBegin pass;
  std::int64_t root = 0;  // 0: no node was entered
};
struct PassEndRow {
  std::int64_t id = 0, last = 0;
  PassEnd pass;
  std::string best_move;
  double seconds = 0;
};
struct SearchEndRow {
  std::int64_t id = 0;
  SearchEnd search;
  double finished_at = 0, seconds = 0;
};
// Events that made no sense or could not be read: nothing of the search is complete any more.
struct RefusedRow {
  std::int64_t search = 0, events = 0;
};
using RareRow = std::variant<SearchBeginRow, PassBeginRow, PassEndRow, SearchEndRow, RefusedRow>;

// Visited nodes of one ply that were not recorded.
struct Unrecorded {
  std::int32_t ply = 0;
  std::int64_t nodes = 0;
};

struct Batch {
  // Makes it empty again; gives back what a single huge event made it take.
  void clear();
  // Events that it stands for; a node that was entered and left is two.
  std::uint64_t event_count() const;

  // Where the node stands in `nodes`, which has it.
  std::size_t index_of(std::int64_t id) const;

  std::int64_t pass = 0;  // 0: none
  std::int64_t first_node = 0, first_event = 0;
  std::size_t node_count = 0;
  std::vector<NodeRecord> nodes;  // that are in no run; the last node of all is one of them
  std::vector<LeafRun> runs;
  std::vector<EventRecord> events;
  std::vector<Closing> closings;
  std::vector<Credit> credits;
  std::vector<Excluded> excluded;
  std::vector<MoveId> skipped;
  std::string text;
  std::vector<RareRow> rare;
  std::vector<Unrecorded> unrecorded;
  std::size_t nodes_left = 0;  // of all nodes
  std::uint32_t events_of_type[format::kEventTables] = {};
};

}  // namespace plytrace
