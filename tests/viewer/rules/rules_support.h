// SPDX-License-Identifier: MIT
//
// Shared by the tests of rules programs: the helper program, and Nim searched as event lines.
#pragma once

#include <string>
#include <vector>

#include "tests/test_support.h"
#include "tests/viewer/verify/engine_lines.h"

namespace plytrace::test {

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The words that start the helper, which behaves as `mode` says (rules_helper.c).
inline std::string helper(const std::string& mode) {
  return "'" + test_binary("plytrace_rules_helper") + "' " + mode;
}

// An engine that searches Nim (7 stones, 1 to 3 are taken) to the end by alpha-beta, fail-soft, and
// its faults. Scores: 1 if the first player wins, else -1.
class NimEngine {
 public:
  std::string illegal_at;    // the path of a node whose move is "4" in the trace
  std::string forgotten;     // the path of a move that is neither searched nor skipped
  int key_of_heap_3 = 3;     // its key, with the side to move
  bool has_history = false;  // heaps reached by different paths have different keys
  int wrong_score = 0;       // added to the score of the first terminal node

  std::string lines(int heap = 7) {
    text_ = search_line(",\"max_player\":0,\"position\":\"" + std::to_string(heap) + " 0\"",
                        "\"usual\",\"skipped\"");
    node("", "", heap, true, -2, 2);
    return text_ + end_line(",\"status\":\"finished\"");
  }

 private:
  int key(const std::string& path, int heap, bool is_max) const {
    const int number = heap == 3 ? key_of_heap_3 : heap;
    return 2 * number + (is_max ? 0 : 1) + (has_history ? 100 * static_cast<int>(path.size()) : 0);
  }

  int node(const std::string& path, const std::string& move, int heap, bool is_max, int alpha,
           int beta) {
    const std::string side = is_max ? "max" : "min";
    text_ += enter_line(path == illegal_at && !path.empty() ? "4" : move, side, heap, alpha, beta,
                        ",\"key\":" + std::to_string(key(path, heap, is_max)));
    if (heap == 0) {
      int score = is_max ? -1 : 1;
      score += wrong_score;
      wrong_score = 0;
      text_ += leave_line(score, ",\"kind\":\"terminal\",\"legal\":0");
      return score;
    }
    std::vector<int> moves;
    for (int taken = 1; taken <= std::min(3, heap); ++taken) {
      if (path + "/" + std::to_string(taken) != forgotten) moves.push_back(taken);
    }
    int best = is_max ? -2 : 2;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const std::string name = std::to_string(moves[i]);
      const int value = node(path + "/" + name, name, heap - moves[i], !is_max, alpha, beta);
      if (is_max ? value > best : value < best) best = value;
      if (is_max ? best >= beta : best <= alpha) {
        std::string skipped;
        for (std::size_t j = i + 1; j < moves.size(); ++j) {
          skipped += (skipped.empty() ? "\"" : ",\"") + std::to_string(moves[j]) + "\"";
        }
        text_ += cutoff_line(is_max ? "beta" : "alpha", "child", best, alpha, beta,
                             ",\"skipped_moves\":[" + skipped + "]");
        break;
      }
      int& end = is_max ? alpha : beta;
      if (is_max ? best > end : best < end) {
        end = best;
        text_ += bound_line(alpha, beta);
      }
    }
    text_ += leave_line(best, ",\"legal\":" + std::to_string(moves.size()));
    return best;
  }

  std::string text_;
};

}  // namespace plytrace::test
