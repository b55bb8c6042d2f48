// SPDX-License-Identifier: MIT
//
// Partial recording: which nodes of a search get rows. Every other visited node is counted in
// `unrecorded` of its nearest recorded ancestor, and in ply_summary; the root of a pass is recorded
// in any case. One filter for plytrace search, plytrace import and libplytrace. Thread rule:
// values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/status.h"

namespace plytrace {

struct RecordFilter {
  std::vector<std::string> below;       // moves: the path to this node, and all below it
  std::string below_text;               // the same as the user wrote it
  std::optional<std::uint64_t> at_key;  // the positions with this key, the paths there, all below
  std::optional<int> from_ply;          // this ply and all below, and the paths there
  std::optional<int> max_ply;
  std::optional<std::uint64_t> max_nodes;
  std::optional<std::uint64_t> only_search;  // of its stream, from 1

  bool active() const {
    return !below.empty() || max_ply || max_nodes || only_search || keeps_waiting();
  }
  // True where a node may get its row only when one below it does: what happened in it until then
  // has none.
  bool keeps_waiting() const { return at_key || from_ply; }
  // As search.options holds it.
  std::string json() const;
};

// The moves of a path such as /d/c (%2F is '/', %25 is '%', %7E is '~'). Usage error without a '/'.
Result<std::vector<std::string>> moves_of_path(const std::string& path);

// A position key: a number, or hexadecimal after 0x; negative ones as the trace shows them.
Result<std::uint64_t> parse_key(const std::string& text);

}  // namespace plytrace
