// SPDX-License-Identifier: MIT
//
// Counts by the notes 'stage' (where the move that led to a node came from) and 'extension' (why
// the depth of a node grew); schemas/trace.sql gives their meaning.
//
//   nodes of a stage     its notes; a node that notes two stages counts for both
//   cutoffs of a stage   cutoffs with a rank (row_counts.h) whose move came from it: the last stage
//                        noted in the searches of that move in succession, because an engine may
//                        note it only before a reduced search
//
// Memory: kMostNames names of kMostLetters bytes. Thread rule: plain values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/rows.h"

namespace plytrace {

// Counts by a name that the engine chose.
class NameCounts {
 public:
  static constexpr std::size_t kMostNames = 50;
  static constexpr std::size_t kMostLetters = 60;
  struct Row {
    std::string name;
    std::uint64_t nodes = 0, cutoffs = 0;
  };

  // The place of a name in rows(); all names after the first kMostNames share the last place.
  std::size_t place_of(std::string_view name) {
    name = name.empty() ? "?" : name.substr(0, kMostLetters);
    const auto found =
        std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) { return row.name == name; });
    if (found != rows_.end()) return static_cast<std::size_t>(found - rows_.begin());
    if (rows_.size() < kMostNames) {
      rows_.push_back({std::string(name), 0, 0});
      return rows_.size() - 1;
    }
    return kMostNames;
  }
  Row& at(std::size_t place) { return place < rows_.size() ? rows_[place] : others_; }

  // The names with the most cutoffs first, then those with the most nodes.
  std::vector<Row> rows() const {
    std::vector<Row> sorted = rows_;
    std::sort(sorted.begin(), sorted.end(), [](const Row& a, const Row& b) {
      if (a.cutoffs != b.cutoffs) return a.cutoffs > b.cutoffs;
      return a.nodes != b.nodes ? a.nodes > b.nodes : a.name < b.name;
    });
    return sorted;
  }
  const Row& others() const { return others_; }  // sum over the names beyond kMostNames

 private:
  std::vector<Row> rows_;
  Row others_;
};

// The stage of the move that was searched last at an open node, as a place in NameCounts.
class LastStage {
 public:
  // A child whose value counts is entered.
  void enter(const NodeRow& child) {
    if (!child.move || child.move != move_) stage_.reset();
    move_ = child.move;
    child_ = child.id;
  }
  void note(std::int64_t child, std::size_t stage) {
    if (child == child_) stage_ = stage;
  }
  std::optional<std::size_t> of(const CutoffRow& cutoff) const {
    return cutoff.child.value_or(child_) == child_ ? stage_ : std::nullopt;
  }

 private:
  std::int64_t child_ = 0;
  std::optional<std::int64_t> move_;
  std::optional<std::size_t> stage_;
};

}  // namespace plytrace
