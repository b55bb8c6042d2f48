// SPDX-License-Identifier: MIT
//
// The rows of a trace as in schemas/trace.sql, with scores from MAX's view. The tests write them by
// SQL of their own, without the recorder. Thread rule: plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/score.h"

namespace plytrace::test::foreign {

using Id = std::optional<std::int64_t>;
using MaybeScore = std::optional<Score>;

struct NodeLine {
  std::int64_t id = 0;
  Id parent, last;
  std::int64_t ply = 0;
  Id move, side, depth;
  MaybeScore alpha, beta, value, score, credited;
  format::NodeKind kind = format::NodeKind::kUnknown;
  std::optional<format::Bound> bound;
  format::Phase phase = format::Phase::kMain;
  format::Role role = format::Role::kMove;
  Id best, legal;
  std::int64_t unrecorded = 0;
  Id key;
};

// An event of any of the four tables; `id` orders them.
struct EventLine {
  enum class Table : std::uint8_t { kUpdate, kCutoff, kStore, kProbe };
  Table table = Table::kUpdate;
  std::int64_t id = 0, at = 0, node = 0;
  format::Cause cause = format::Cause::kChild;
  format::CutoffKind kind = format::CutoffKind::kAlpha;
  Id child;
  MaybeScore value, raw, alpha, beta;
  Id skipped;
  std::optional<std::string> skipped_moves;
  Id depth, key, entry_key, stored_by, stored_depth, move;
  std::optional<format::Bound> bound;
  format::TableUse used = format::TableUse::kNo;
};

struct PassLine {
  std::int64_t id = 0, search = 0, ordinal = 1, stream = 0;
  format::PassPurpose purpose = format::PassPurpose::kFixed;
  Id depth;
  MaybeScore alpha, beta;
  Id root, last;
  MaybeScore value;
  std::optional<std::string> best_move;
  std::optional<std::string> status;
  Id nodes;
};

struct SearchLine {
  std::int64_t id = 0;
  std::string algorithm;
  Id depth;
  std::set<std::string> captured;
  std::optional<std::string> fail;
  bool exact_windows = false;
  std::optional<bool> uniform;
  bool strict_cuts = false;
  MaybeScore score_min, score_max;
  std::optional<std::string> status;
  MaybeScore value, lower, upper;
  Id completed_depth;
  std::optional<std::string> best_move;
  std::vector<std::string> pv;
  Id nodes;
  bool one_sided = false;  // the engine's scores count from the side to move
};

// One search and all rows that belong to it.
struct Trace {
  SearchLine search;
  std::vector<PassLine> passes;
  std::vector<NodeLine> nodes;
  std::vector<EventLine> events;
};

}  // namespace plytrace::test::foreign
