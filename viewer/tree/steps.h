// SPDX-License-Identifier: MIT
//
// The search behind an excerpt, step by step in its own order: a node is entered, its best value so
// far changes, its window narrows, it is cut, it is left. Each step tells what the node knows then,
// so that a picture of any moment shows nothing of the future. Thread rule: pure function.
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
    kBest,    // the best value so far changed, and nothing with it
    kBound,   // alpha or beta of the node changed
    kCutoff,  // and what it skipped is known
    kLeave    // with its value
  };
  Kind kind = Kind::kEnter;
  std::size_t node = 0;  // index in the excerpt
  // Of the node behind this step.
  std::optional<Score> alpha, beta, best;
  std::string text;  // what happened, without the node's name
};
std::string_view word(Step::Kind kind);

struct Steps {
  std::vector<Step> steps;
  // For each place of the excerpt the step with which it appears; steps.size(): with none.
  std::vector<std::size_t> appears;
};

// Of an excerpt taken with its updates.
Steps steps_of(const Excerpt& excerpt);

// What a node knows at some moment.
struct NodeState {
  bool left = false;  // it has its final value
  std::optional<Score> alpha, beta, best;
};

// The search behind a step: what is not seen yet, what is under way.
struct Moment {
  std::size_t step = 0;
  bool is_last = false;
  std::size_t node = 0;           // where the step happened
  std::vector<bool> seen;         // of each place of the excerpt
  std::vector<NodeState> states;  // likewise; of a node that is seen
};
Moment moment_at(const Steps& steps, std::size_t step);

}  // namespace plytrace::tree
