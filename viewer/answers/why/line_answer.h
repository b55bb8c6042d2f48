// SPDX-License-Identifier: MIT
//
// Where a line was lost, step by step in the requested pass, and in short for each pass of the
// search. Errors: those of follow_line(), interrupted. Thread rule: one thread per reader.
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
  std::size_t most_passes = 20;  // only the last ones; SIZE_MAX: all
  const std::atomic<bool>* interrupt = nullptr;
};

// The outcome of the line in one pass; without a story, `problem` says why the pass cannot be
// followed.
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

  // False if the trace does not contain the answer.
  bool is_certain() const { return asked.loss != LineLoss::kUnknown; }
};

LineAnswer answer(const TraceReader& reader, LineQuestion question);

text::Json json(const TraceReader& reader, const LineAnswer& answer);
std::string lines(const TraceReader& reader, const LineAnswer& answer);

}  // namespace plytrace::answers
