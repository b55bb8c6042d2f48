// SPDX-License-Identifier: MIT
//
// Asks a rules program for the positions of the nodes that the replay will reach next, many at a
// time, because one after the other would wait for each answer. The answers stay in the program's
// memory. Only moves that the program has listed are asked for. Thread rule: as the reader's.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "viewer/reader/trace_reader.h"
#include "viewer/rules/rules_program.h"

namespace plytrace::verify {

class PositionsAhead {
 public:
  PositionsAhead(const TraceReader& reader, std::shared_ptr<rules::RulesProgram> program,
                 std::string position)
      : reader_(reader), program_(std::move(program)), position_(std::move(position)) {}

  // Call it before the replay enters a node.
  void reach(std::int64_t node);

 private:
  static constexpr std::size_t kNodes = 4096;        // that are read at a time
  static constexpr std::size_t kLongestPath = 4096;  // bytes; deeper positions are asked one by one

  // A node that was read, and how its position is reached.
  struct Place {
    std::int64_t node = 0;
    std::string above;     // path of the parent's position
    std::string move;      // "" for the same position
    bool is_lost = false;  // not reached by moves of the game
    std::string path() const { return move.empty() ? above : rules::Line::joined(above, move); }
  };
  void begin(const NodeRow& node);
  void ask_again();
  void ask(std::vector<Place> places);
  bool is_listed(const rules::Answer& above, const std::string& move) const;

  const TraceReader& reader_;
  std::shared_ptr<rules::RulesProgram> program_;
  std::string position_;
  std::int64_t first_ = 0, last_ = -1;  // of the nodes that were read last
  std::vector<Place> open_;             // the path to the last of them
};

}  // namespace plytrace::verify
