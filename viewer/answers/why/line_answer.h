// SPDX-License-Identifier: MIT
//
// Where a line was lost: in the pass that was asked for, step by step, and in each pass of the
// search. Errors: those of follow_line(), interrupted. Thread rule: one thread a reader.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

#include "viewer/answers/why/lost_line.h"
#include "viewer/format/json.h"

namespace plytrace::answers {

struct LineQuestion {
  SearchRow search;
  PassRow pass;
  std::string path;
  std::size_t most_passes = 20;  // the last ones; SIZE_MAX: all
  const std::atomic<bool>* interrupt = nullptr;
};

// What became of the line in a pass; without a story: why it cannot be followed there.
struct LineInPass {
  PassRow pass;
  std::optional<LineStory> story;
  std::string problem;
};

struct LineAnswer {
  SearchRow search;
  PassRow pass;
  std::string path;
  LineStory asked;
  std::vector<LineInPass> passes;
  std::size_t passes_left_out = 0;

  // False where the trace does not hold the answer.
  bool is_certain() const { return asked.loss != LineLoss::kUnknown; }
};

Result<LineAnswer> answer(const TraceReader& reader, LineQuestion question);

text::Json json(const TraceReader& reader, const LineAnswer& answer);
std::string lines(const TraceReader& reader, const LineAnswer& answer);

}  // namespace plytrace::answers
