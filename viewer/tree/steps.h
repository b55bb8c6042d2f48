// SPDX-License-Identifier: MIT
//
// The search behind an excerpt as steps in search order: a node is entered, its best value or its
// window changes, it is cut, it is left. Each step records what the node knows at that time, so
// that a picture of any moment shows nothing of the future. Thread rule: pure function.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/tree/excerpt.h"

namespace plytrace::tree {

struct Step {
  enum class Kind {
    kEnter,   // a leaf has its value at once
    kBest,    // the best value changed, but no bound
    kBound,   // alpha or beta of the node changed
    kCutoff,  // the number of skipped moves is known now
    kLeave    // the node returned its value
  };
  Kind kind = Kind::kEnter;
  std::size_t node = 0;  // index in the excerpt
  // State of the node after this step. `left`: it has its final value.
  bool left = false;
  std::optional<Score> alpha, beta, best;
  std::string text;      // what happened, without the node's name
  std::string sentence;  // the same as a lecturer would say it
};
std::string_view word(Step::Kind kind);

struct Steps {
  std::vector<Step> steps;
  // The step at which each place of the excerpt appears; steps.size(): never.
  std::vector<std::size_t> appears;
};

// The excerpt must have been taken with its updates.
Steps steps_of(const Excerpt& excerpt);

// The state of a node at some moment.
struct NodeState {
  bool left = false;  // the node has its final value
  std::optional<Score> alpha, beta, best;
};

// The state of the search after a step: which places were reached, and the state of each node.
struct Moment {
  std::size_t step = 0;
  bool is_last = false;
  std::size_t node = 0;           // the place where the step happened
  std::vector<bool> seen;         // per place of the excerpt
  std::vector<NodeState> states;  // per place; valid if `seen`
};
Moment moment_at(const Steps& steps, std::size_t step);

}  // namespace plytrace::tree
