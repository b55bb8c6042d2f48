// SPDX-License-Identifier: MIT
//
// A batch is what a store writes at a time: the records of fixed size that BufferReader made of a
// chunk. It belongs to one stream and to at most one pass. Its nodes are in id order, with most
// leaves in separate runs; its events are in id order without gaps, so that they store no id. A
// node that was left in its batch is complete; one of an earlier batch gets a Closing record.
// Thread rule: one thread (the writer's).
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

// Consecutive plain leaves of one parent. Points into the event buffer, which outlives the batch.
struct LeafRun {
  // The constructor lets emplace_back() build the run in place instead of copying it.
  LeafRun(std::int64_t first_id, std::int64_t parent_id, const buffered::LeafHeader* of_all,
          std::span<const buffered::PlainLeaf> all, std::int32_t of_ply)
      : first(first_id), parent(parent_id), header(of_all), leaves(all), ply(of_ply) {}

  std::int64_t first;  // id of the first leaf
  std::int64_t parent;
  const buffered::LeafHeader* header;
  std::span<const buffered::PlainLeaf> leaves;
  std::int32_t ply;

  std::size_t size() const { return leaves.size(); }
  std::int64_t last() const { return first + static_cast<std::int64_t>(size()) - 1; }
  void drop_last() { leaves = leaves.first(size() - 1); }
  // The columns that all leaves of the run share: everything except id, move and value.
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

// The result of a node that was entered in an earlier batch.
struct Closing {
  std::int64_t id = 0;
  std::int32_t ply = 0;
  NodeResult result;
};

// The backed-up value of a node of an earlier batch, where it differs from what the node returned.
struct Credit {
  std::int64_t id = 0;
  Score score = kNoScore;
};

// The moves that a node excludes: `count` ids in Batch::skipped, beginning at `first`.
struct Excluded {
  std::int64_t id = 0;
  std::size_t first = 0, count = 0;
};

// Rare rows, written in the given order before the nodes of their batch.
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
// The number of events that were refused or unreadable: the search is no longer complete.
struct RefusedRow {
  std::int64_t search = 0, events = 0;
};
using RareRow = std::variant<SearchBeginRow, PassBeginRow, PassEndRow, SearchEndRow, RefusedRow>;

// The number of visited nodes of one ply that got no row.
struct Unrecorded {
  std::int32_t ply = 0;
  std::int64_t nodes = 0;
};

struct Batch {
  // Empties the batch and frees memory that a single huge event took.
  void clear();
  // The number of events in it; a node that was entered and left counts twice.
  std::uint64_t event_count() const;

  // The index of the node in `nodes`. Precondition: it is there.
  std::size_t index_of(std::int64_t id) const;

  std::int64_t pass = 0;  // 0: none
  std::int64_t first_node = 0, first_event = 0;
  std::size_t node_count = 0;
  std::vector<NodeRecord> nodes;  // nodes outside runs; the last node of the batch is always here
  std::vector<LeafRun> runs;
  std::vector<EventRecord> events;
  std::vector<Closing> closings;
  std::vector<Credit> credits;
  std::vector<Excluded> excluded;
  std::vector<MoveId> skipped;
  std::string text;
  std::vector<RareRow> rare;
  std::vector<Unrecorded> unrecorded;
  std::size_t nodes_left = 0;  // how many of all its nodes have been left
  std::uint32_t events_of_type[format::kEventTables] = {};
};

}  // namespace plytrace
