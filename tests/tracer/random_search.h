// SPDX-License-Identifier: MIT
//
// A small alpha-beta over an artificial tree, for tests of the recorder. It emits and counts every
// kind of event, and uses none of the project's games or searches.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "core/observer.h"

namespace plytrace::test {

struct Emitted {
  std::uint64_t nodes = 0, bounds = 0, cutoffs = 0, skipped = 0, leaves = 0;
  Score value = 0;
  bool operator==(const Emitted&) const = default;
  Emitted& operator+=(const Emitted& pass) {
    nodes += pass.nodes;
    bounds += pass.bounds;
    cutoffs += pass.cutoffs;
    skipped += pass.skipped;
    leaves += pass.leaves;
    value = pass.value;
    return *this;
  }
};

// Leaf scores are hashes of the path, so that all runs are equal.
template <class O>
class RandomSearch {
 public:
  // Scores are multiples of `unit`.
  RandomSearch(O& observer, unsigned branching, std::uint64_t seed, Score unit = 1)
      : observer_(observer), seed_(seed), unit_(unit) {
    for (MoveCode move = 0; move < branching; ++move) moves_.push_back(move);
  }

  static SearchDeclaration declaration(int depth) {
    SearchDeclaration d;
    d.game = "made-up";
    d.game_options = "{}";
    d.position = "start";
    d.algorithm = "alphabeta";
    d.evaluator = "hash";
    d.depth = depth;
    d.captured = {"windows", "bounds", "cutoffs", "skipped", "legal"};
    d.fail = "soft";
    d.exact_windows = true;
    d.uniform = true;
    d.score_range = Window{0, 999};
    d.move_text = [](MoveCode code) { return "m" + std::to_string(code); };
    return d;
  }

  // One pass.
  Emitted run(int depth) {
    emitted_ = {};
    observer_.begin_pass({PassPurpose::kFixed, depth, {}});
    emitted_.value = visit(kNoMove, depth, Side::kMax, {}, seed_);
    observer_.end_pass({SearchStatus::kFinished, emitted_.value, 0, emitted_.nodes});
    return emitted_;
  }

  static SearchEnd end(const Emitted& total) {
    SearchEnd end;
    end.value = end.lower = end.upper = total.value;
    end.best_move = "m0";
    end.pv = {"m0"};
    end.nodes = total.nodes;
    end.leaf_evaluations = total.leaves;
    return end;
  }

 private:
  static std::uint64_t hash(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    return x ^ (x >> 31);
  }

  Score visit(MoveCode move, int depth, Side side, Window window, std::uint64_t path) {
    ++emitted_.nodes;
    observer_.enter({move, side, depth, window});
    if (depth == 0) {
      ++emitted_.leaves;
      const Score score = unit_ * static_cast<Score>(hash(path) % 1000);
      observer_.leave({score, NodeKind::kHorizon, Bound::kExact});
      return score;
    }
    const bool is_max = side == Side::kMax;
    const Window entry = window;
    Score best = is_max ? -kInfinity : kInfinity;
    NodeId best_child = kNoNode;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      const Score value = visit(moves_[i], depth - 1, other(side), window, hash(path + i + 1));
      if (is_max ? value <= best : value >= best) continue;
      best = value;
      best_child = observer_.last_child();
      if (is_max ? best >= window.beta : best <= window.alpha) {
        ++emitted_.cutoffs;
        emitted_.skipped += moves_.size() - i - 1;
        observer_.cutoff({is_max ? CutoffKind::kBeta : CutoffKind::kAlpha, Cause::kChild, best,
                          window, std::span<const MoveCode>(moves_).subspan(i + 1)});
        break;
      }
      if (is_max ? best <= window.alpha : best >= window.beta) continue;
      (is_max ? window.alpha : window.beta) = best;
      ++emitted_.bounds;
      observer_.bound({Cause::kChild, window});
    }
    LeaveEvent leave{best, NodeKind::kInterior, bound_in(best, entry)};
    leave.best = best_child;
    leave.legal = static_cast<int>(moves_.size());
    observer_.leave(leave);
    return best;
  }

  O& observer_;
  const std::uint64_t seed_;
  const Score unit_;
  std::vector<MoveCode> moves_;
  Emitted emitted_;
};

}  // namespace plytrace::test
