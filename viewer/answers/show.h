// SPDX-License-Identifier: MIT
//
// One node with its children and everything that happened in it, in time order. Thread rule: one
// thread per reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viewer/format/json.h"
#include "viewer/meaning/view.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::answers {

struct ShowQuestion {
  SearchRow search;
  PassRow pass;  // the pass that contains the node
  NodeRow node;
  text::View view{};
  // SIZE_MAX: no limit.
  std::size_t most_children = 100;     // listed children
  std::size_t most_events = 100;       // limit for each kind of event
  std::size_t most_moves = 100;        // names of skipped or excluded moves in words
  std::size_t most_listed = SIZE_MAX;  // names of skipped moves in its JSON
  bool with_path = true;
  // Counts children only up to kMostChildren (analysis/relatives.h) and reads events only up to the
  // end of the first thousand, because a node may have a million of either.
  bool is_bounded = false;
};

// An event in words and as JSON.
struct ShownEvent {
  std::int64_t at = 0;
  std::string words;  // "! beta cutoff ...": a mark, a blank, and what happened
  text::Json json;
};

struct ShowAnswer {
  SearchRow search;
  PassRow pass;
  NodeRow node;                     // its row, scores from the chosen point of view
  std::string excluded;             // the moves that it left out on purpose, in words
  std::optional<std::string> path;  // if requested
  std::vector<NodeRow> children;    // the first ones
  std::int64_t children_total = 0;
  bool children_capped = false;  // there are more than children_total
  NodeEvents rows;               // the events as stored
  std::vector<ShownEvent> events;
  bool more_events = false;  // there may be more
  std::size_t most_events = 0;
  std::optional<std::string> position, board;
  // The position without the moves that led to it, if the text of a position contains them (chess:
  // the FEN alone).
  std::optional<std::string> position_alone;
  std::optional<std::string> mark;  // its text in TRACE.marks.json (answers/marks.h)
  std::string no_position;          // why a known game has no position here; "" where it has one
};

ShowAnswer answer(const TraceReader& reader, ShowQuestion question);

text::Json json(const TraceReader& reader, const ShowAnswer& answer);
std::string lines(const TraceReader& reader, const ShowAnswer& answer);

}  // namespace plytrace::answers
