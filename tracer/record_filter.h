// SPDX-License-Identifier: MIT
//
// RecordFilter selects the nodes of a search that get rows in a partial recording. Every other
// visited node is counted in `unrecorded` of its nearest recorded ancestor and in ply_summary. The
// root of a pass always gets a row. plytrace search, plytrace import and libplytrace use the same
// filter. Thread rule: values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/status.h"

namespace plytrace {

struct RecordFilter {
  std::vector<std::string> below;       // a path of moves: its nodes and everything below its end
  std::string below_text;               // the path as the user wrote it
  std::optional<std::uint64_t> at_key;  // positions with this key, all below, the paths to them
  std::optional<int> from_ply;          // nodes from this ply on, and the paths to them
  std::optional<int> max_ply;
  std::optional<std::uint64_t> max_nodes;
  std::optional<std::uint64_t> only_search;  // number of a search within its stream, from 1

  bool active() const {
    return !below.empty() || max_ply || max_nodes || only_search || keeps_waiting();
  }
  // Whether a node may have to wait for its row until a node below gets one. Events of a waiting
  // node are not recorded.
  bool keeps_waiting() const { return at_key || from_ply; }
  // The JSON object for search.options.
  std::string json() const;
};

// The moves of a path such as /d/c (%2F is '/', %25 is '%', %7E is '~'). Usage error without a '/'.
Result<std::vector<std::string>> moves_of_path(const std::string& path);

// Parses a position key: a decimal number (negative as SQL shows large keys) or 0x and hex digits.
Result<std::uint64_t> parse_key(const std::string& text);

}  // namespace plytrace
