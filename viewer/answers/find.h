// SPDX-License-Identifier: MIT
//
// Nodes by condition: the first ones of a pass by one query (find_all), or a part of the trace at a
// time in the order of search (find_part), with one form for both. Thread rule: one thread a
// reader.
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
  std::int64_t recorded = 0;  // nodes of its subtree so far
  // Only where cutoffs were asked for: its cutoffs, and which of its moves set off the first one
  // that was asked for.
  std::vector<CutoffRow> cutoffs{};
  std::optional<std::int64_t> cut_rank{};
  // Only where a position was asked for: what it stored, and the entries that it used.
  std::vector<TableStoreRow> stores{};
  std::vector<TableProbeRow> uses{};
  EntryUsers used_by{};
};

struct FindAnswer {
  std::optional<std::int64_t> search, pass;  // none where all of the trace was looked through
  std::vector<FoundNode> nodes;
  std::size_t found = 0;              // that meet the conditions, in what was looked through
  bool truncated = false;             // there may be more
  std::optional<std::int64_t> until;  // all up to this node was looked through; none: all
  bool of_position = false;           // one was asked for
};

// By one read-only query on node_text.
struct FindQuestion {
  SearchRow search;
  PassRow pass;
  // Of each of condition_kinds().
  std::vector<ConditionInput> conditions = std::vector<ConditionInput>(condition_kinds().size());
  std::string where;              // SQL over node_text
  std::optional<NodeRow> before;  // entered before this node
  // The position of a node, or one by its key; in the pass alone, or in all of the search.
  std::optional<NodeRow> same_as;
  std::optional<std::int64_t> key;
  bool in_pass_only = false;
  std::string sort = "id";
  std::size_t limit = 100;  // 0: all

  const std::atomic<bool>* interrupt = nullptr;
  // What takes long, how far it is, of how much (0: not known).
  std::function<void(std::string_view what, std::uint64_t done, std::uint64_t all)> progress{};

  bool asks_position() const { return same_as || key; }
  bool asks_cutoffs() const;
};
// "id, ply, ... or legal": what nodes can be sorted by, with '-' before it for the largest first.
std::string sort_words();
Result<FindAnswer> find_all(const TraceReader& reader, const FindQuestion& question);

// Of the nodes first..last in the order of search, until there are enough or it is late; in another
// order all of them, of which the first `limit` are listed.
struct FindPartQuestion {
  std::vector<NodeCondition> on_node;
  std::string cutoff;  // a word of the condition cutoff; "": none was asked for
  ValueRange cut_rank;
  std::string where;
  std::int64_t first = 0, last = std::numeric_limits<std::int64_t>::max() - 1;
  std::string sort = "id";  // one of part_orders()
  std::size_t limit = 100;
  std::chrono::steady_clock::time_point deadline;

  bool by_cutoff() const { return (!cutoff.empty() && cutoff != "none") || cut_rank.is_given(); }
};
const std::vector<std::string>& part_orders();
Result<FindAnswer> find_part(const TraceReader& reader, const FindPartQuestion& question);

text::Json json(const TraceReader& reader, const FindAnswer& answer);
std::string lines(const TraceReader& reader, const FindAnswer& answer);
std::string csv(const TraceReader& reader, const FindAnswer& answer);

}  // namespace plytrace::answers
