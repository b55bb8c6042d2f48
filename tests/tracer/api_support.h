// SPDX-License-Identifier: MIT
//
// Shared by the tests of the C interface: a small engine, its declaration, and an open trace.
#pragma once

#include <gtest/gtest.h>
#include <plytrace/plytrace.h>

#include <limits>
#include <string>

#include "tests/test_support.h"

namespace plytrace::test {

inline constexpr double kInf = std::numeric_limits<double>::infinity();

// A negamax over an artificial tree: the value of a leaf is a hash of its path.
class Negamax {
 public:
  explicit Negamax(plytrace_stream* stream) : stream_(stream) {}

  int nodes = 0, cutoffs = 0;

  int search(plytrace_move move, int side, int depth, int alpha, int beta, unsigned path) {
    ++nodes;
    const plytrace_node node = plytrace_enter(stream_, move, side, depth, alpha, beta);
    if (depth == 0) {
      const int value = static_cast<int>((path * 2654435761U) >> 20) % 100 - 50;
      plytrace_leave_leaf(stream_, node, PLYTRACE_HORIZON, value);
      return value;
    }
    int best = -1000;
    for (unsigned i = 0; i < 4; ++i) {
      const int value = -search(i, 1 - side, depth - 1, -beta, -alpha, path * 4 + i + 1);
      if (value <= best) continue;
      best = value;
      if (best >= beta) {
        ++cutoffs;
        plytrace_cutoff_args cut = PLYTRACE_CUTOFF_INIT;
        cut.has_value = cut.has_window = 1;
        cut.value = best;
        cut.alpha = alpha;
        cut.beta = beta;
        cut.skipped = static_cast<int>(3 - i);
        plytrace_cutoff(stream_, node, &cut);
        break;
      }
      if (best > alpha) {
        alpha = best;
        plytrace_bound(stream_, node, PLYTRACE_BY_CHILD, alpha, beta);
      }
    }
    plytrace_leave(stream_, node, best);
    return best;
  }

 private:
  plytrace_stream* stream_;
};

inline plytrace_search side_view() {
  plytrace_search search = PLYTRACE_SEARCH_INIT;
  search.scores = PLYTRACE_SIDE_TO_MOVE;
  search.game = "made-up";
  search.captured = "windows,bounds,cutoffs";
  search.fail = "soft";
  return search;
}

// A trace with default options and one stream; the test closes the trace.
class OpenedTrace : public testing::Test {
 protected:
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  plytrace_trace* trace = plytrace_open(file.c_str(), nullptr);
  plytrace_stream* stream = plytrace_open_stream(trace);
};

}  // namespace plytrace::test
