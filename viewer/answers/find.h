// SPDX-License-Identifier: MIT
//
// Finds nodes by condition: the first matching nodes of a pass by one query (find_all), or one part
// of the trace at a time in search order (find_part). Both return the same answer type. Thread
// rule: one thread per reader.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/analysis/node_conditions.h"
#include "viewer/analysis/same_position.h"
#include "viewer/format/json.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::answers {

struct FoundNode {
  NodeRow node;
  std::string path;
  std::int64_t recorded = 0;  // nodes of its subtree recorded so far
  // Set if the question is about cutoffs: the node's cutoffs, and the rank of the move that caused
  // the first matching one.
  std::vector<CutoffRow> cutoffs{};
  std::optional<std::int64_t> cut_rank{};
  // Set if the question is about a position: what the node stored, and the entries it used.
  std::vector<TableStoreRow> stores{};
  std::vector<TableProbeRow> uses{};
  EntryUsers used_by{};
};

struct FindAnswer {
  std::optional<std::int64_t> search, pass;  // nullopt if the whole trace was searched
  std::vector<FoundNode> nodes;
  std::size_t found = 0;              // number of matches in the part that was searched
  bool truncated = false;             // there may be more
  std::optional<std::int64_t> until;  // the last node examined; nullopt: all were
  bool of_position = false;           // the question was about a position
  // Set if the condition asks for fen: the positions that it saw, and those that it did not.
  std::optional<TraceReader::PositionCounts> positions;
};

// Answered by one read-only query on node_text.
struct FindQuestion {
  SearchRow search;
  PassRow pass;
  // One for each of condition_kinds().
  std::vector<ConditionInput> conditions = std::vector<ConditionInput>(condition_kinds().size());
  std::string where;              // SQL expression over node_text
  std::optional<NodeRow> before;  // only nodes entered before this one
  // The position of a node, or a position given by its key; in the pass only, or in the whole
  // search.
  std::optional<NodeRow> same_as;
  std::string fen;  // finds this position by playing the moves; "" = not asked for
  std::optional<std::int64_t> key;
  bool in_pass_only = false;
  std::string sort = "id";
  std::size_t limit = 100;  // 0: no limit

  const std::atomic<bool>* interrupt = nullptr;
  // Called during long work: what is done, how far, and out of how much (0: unknown).
  std::function<void(std::string_view what, std::uint64_t done, std::uint64_t all)> progress{};

  bool asks_position() const { return same_as || key || !fen.empty(); }
  bool asks_cutoffs() const;
};
// "id, ply, ... or legal": the columns to sort by; a leading '-' puts the largest first.
std::string sort_words();
const std::vector<std::string>& sort_columns();
FindAnswer find_all(const TraceReader& reader, FindQuestion question);

// Searches the nodes first..last in search order until `limit` nodes are found or the deadline
// passes. With another sort order all nodes are searched, and the first `limit` are listed.
struct FindPartQuestion {
  std::vector<NodeCondition> on_node;
  std::string cutoff;  // a word of the condition "cutoff"; "": not used
  ValueRange cut_rank;
  std::string where;
  std::int64_t first = 0, last = std::numeric_limits<std::int64_t>::max() - 1;
  std::string sort = "id";  // one of part_orders()
  std::size_t limit = 100;
  std::chrono::steady_clock::time_point deadline;
  bool counts_all = false;  // search all nodes in any order, and list the first `limit`
  std::function<void(const NodeRow&)> each{};  // called for every node found

  bool by_cutoff() const { return (!cutoff.empty() && cutoff != "none") || cut_rank.is_given(); }
};
const std::vector<std::string>& part_orders();
FindAnswer find_part(const TraceReader& reader, FindPartQuestion question);

text::Json json(const TraceReader& reader, const FindAnswer& answer);
std::string lines(const TraceReader& reader, const FindAnswer& answer);
std::string csv(const TraceReader& reader, const FindAnswer& answer);

}  // namespace plytrace::answers
