// SPDX-License-Identifier: MIT
#include "tests/viewer/analysis/explosive_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <plytrace/plytrace.hpp>
#include <unordered_map>
#include <utility>
#include <vector>

namespace plytrace::test {
namespace {

using api::Node;

constexpr int kInfinite = 30000;

std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

struct Position {
  std::uint64_t key = 0;
  int side = 0, sum = 0;
};

// The parameters with which a node is entered.
struct Step {
  plytrace_move move = PLYTRACE_NO_MOVE;
  int role = PLYTRACE_MOVE;
  int ply = 0, extensions = 0, quiet_plies = 0;
  bool wild = false, after_null = false, is_probe = false;
  const char* extended_by = nullptr;
};

struct Entry {
  std::uint64_t key = 0;
  int depth = -1, value = 0, bound = 0;
  int move = -1;
};

struct GivenUp {};

class ExplosiveEngine {
 public:
  ExplosiveEngine(api::Stream& stream, const ExplosiveOptions& options)
      : stream_(stream), options_(options), table_(options.table_entries) {}

  ExplosiveResult run() {
    try {
      int value = 0;
      for (int depth = options_.iterations ? 1 : options_.depth; depth <= options_.depth; ++depth) {
        value = deepen(depth, value);
      }
    } catch (const GivenUp&) {
      stream_.end_pass(PLYTRACE_TIME_LIMIT);
    }
    return result_;
  }

 private:
  using E = Explosion;
  bool plants(Explosion explosion) const { return options_.explosion == explosion; }

  int pass(int purpose, int depth, int alpha, int beta) {
    stream_.begin_pass(purpose, depth, alpha, beta);
    root_depth_ = depth;
    const int value = visit({mixed(options_.seed), 0, 0}, {}, depth, alpha, beta);
    stream_.end_pass();
    return value;
  }

  int deepen(int depth, int guess) {
    if (depth == options_.depth && (plants(E::kRestart) || plants(E::kProbeLoop))) {
      return begin_again(depth, guess);
    }
    const bool loops = plants(E::kAspiration) && depth == options_.depth;
    if (!options_.iterations) return pass(PLYTRACE_FIXED, depth, -kInfinite, kInfinite);
    if (depth < 3) return pass(PLYTRACE_ITERATION, depth, -kInfinite, kInfinite);
    if (loops) result_.planted = static_cast<std::int64_t>(result_.nodes) + 1;
    if (loops) guess -= 60;
    int width = loops ? 1 : 12;
    for (int tries = 0; tries < 150; ++tries, width *= loops ? 1 : 3) {
      const int alpha = guess - width, beta = guess + width;
      const int value = pass(PLYTRACE_ASPIRATION, depth, alpha, beta);
      if (value > alpha && value < beta) return value;
      guess = loops ? guess + (value >= beta ? 1 : -1) : value;
    }
    return guess;
  }

  // Repeats a question. For probes, two null windows are normal, so a third is the planted fault.
  int begin_again(int depth, int guess) {
    const bool probes = plants(E::kProbeLoop);
    for (int tries = 0; tries < (probes ? 60 : 20); ++tries) {
      if (tries == (probes ? 2 : 1)) result_.planted = static_cast<std::int64_t>(result_.nodes) + 1;
      const int alpha = guess + tries % 2;
      if (probes) {
        pass(PLYTRACE_PROBE_PASS, depth, alpha, alpha + 1);
      } else {
        guess = pass(PLYTRACE_ITERATION, depth, -kInfinite, kInfinite);
      }
    }
    return guess;
  }

  // The game: every move is legal at any time.
  std::uint64_t noise(const Position& at, std::uint64_t salt) const {
    return mixed(at.key ^ mixed(salt + options_.seed));
  }
  Position after(const Position& at, int move) const {
    const auto code = static_cast<std::uint64_t>(2 * move + at.side + 10);
    const std::uint64_t step = mixed(code * 77 + options_.seed);
    const int gain = static_cast<int>(step % 41) - 20;
    return {at.key + mixed(step), 1 - at.side, at.sum + (at.side == 0 ? gain : -gain)};
  }
  int evaluate(const Position& at) const {
    const int score = at.sum + static_cast<int>(noise(at, 1) % 15) - 7;
    return at.side == 0 ? score : -score;
  }
  bool is_check(const Position& at) const { return noise(at, 2) % 16 == 0; }
  bool is_capture(const Position& at, int move) const {
    return noise(at, 100 + static_cast<std::uint64_t>(move)) % 5 == 0;
  }

  // Applies the planted fault at the node where the explosion begins.
  void plant(Step& step, int depth) {
    if (!begins_here(step, depth)) return;
    result_.planted = static_cast<std::int64_t>(result_.nodes);
    step.wild = true;
  }
  bool begins_here(const Step& step, int depth) {
    if (result_.planted != 0 || plants(E::kNone) || plants(E::kAspiration) || plants(E::kRestart) ||
        plants(E::kProbeLoop) || step.after_null) {
      return false;
    }
    if (root_depth_ != options_.depth || step.role != PLYTRACE_MOVE) return false;
    const bool fits = plants(E::kQuiescence)     ? depth == 0 && step.quiet_plies == 0
                      : plants(E::kInQuiescence) ? step.quiet_plies == 1
                                                 : step.ply == planted_ply() && depth >= 3;
    return fits && ++candidates_ > static_cast<int>(options_.seed % 5);
  }
  int planted_ply() const {
    return plants(E::kOrderingOnce) ? 1 : 1 + static_cast<int>(options_.seed / 5 % 2);
  }

  Node enter(const Position& at, const Step& step, int depth, int alpha, int beta) {
    plytrace_enter_args args = PLYTRACE_ENTER_INIT;
    args.move = step.move;
    args.side = at.side;
    args.depth = depth;
    args.role = step.role;
    args.phase = depth <= 0 && options_.quiescence ? PLYTRACE_QUIESCENCE : PLYTRACE_MAIN;
    args.has_window = args.has_key = 1;
    args.alpha = alpha;
    args.beta = beta;
    args.key = at.key;
    return stream_.enter_as(args);
  }

  int visit(const Position& at, Step step, int depth, int alpha, int beta) {
    if (++result_.nodes > options_.most_nodes) throw GivenUp{};
    Node node = enter(at, step, depth, alpha, beta);
    if (step.extended_by != nullptr) node.note("extension", step.extended_by);
    if (plants(E::kQuiescence) || plants(E::kInQuiescence)) plant(step, depth);
    if (step.wild && ++wild_ > options_.wild_nodes) {
      if (options_.is_stopped) throw GivenUp{};
      return node.leave_leaf(PLYTRACE_HORIZON, evaluate(at));
    }
    if (depth <= 0) return quiesce(node, at, step, depth, alpha, beta);
    return search(node, at, step, depth, alpha, beta);
  }

  int quiesce(Node& node, const Position& at, const Step& step, int depth, int alpha, int beta) {
    const int stand = evaluate(at);
    const bool endless =
        step.wild && step.quiet_plies < 9 && (plants(E::kQuiescence) || plants(E::kInQuiescence));
    if (!options_.quiescence || (step.quiet_plies >= 4 && !endless)) {
      return node.leave_leaf(PLYTRACE_HORIZON, stand);
    }
    node.score(stand);
    int best = stand;
    if (best >= beta && !endless) {
      node.cutoff_by(PLYTRACE_BY_STAND_PAT, PLYTRACE_CUT_BETA, best, alpha, beta);
      return node.leave(best);
    }
    int lower = endless ? alpha : std::max(alpha, std::min(best, beta - 1));
    for (int move = 0; move < options_.branching; ++move) {
      if (!endless && !is_capture(at, move)) continue;
      Step next = below(step, move, PLYTRACE_MOVE);
      ++next.quiet_plies;
      const int value = -visit(after(at, move), next, depth - 1, -beta, -lower);
      best = std::max(best, value);
      lower = std::max(lower, std::min(best, beta - 1));
      if (value < beta) continue;
      node.cutoff(PLYTRACE_CUT_BETA, value, lower, beta);
      break;
    }
    return node.leave(best);
  }

  // The step to a child. A fault at a single node does not spread to its children.
  Step below(const Step& step, int move, int role) const {
    Step next;
    next.move = static_cast<plytrace_move>(move);
    next.role = role;
    next.ply = step.ply + 1;
    next.extensions = step.extensions;
    next.quiet_plies = step.quiet_plies;
    next.wild = step.wild && !plants(E::kOrderingOnce) && !plants(E::kDuplicate);
    next.after_null = role == PLYTRACE_NULL_MOVE;
    return next;
  }

  std::vector<int> ordered(const Position& at, const Step& step, int table_move) const {
    std::vector<std::pair<int, int>> scored;
    for (int move = 0; move < options_.branching; ++move) {
      scored.emplace_back(move == table_move ? -kInfinite : evaluate(after(at, move)), move);
    }
    std::sort(scored.begin(), scored.end());
    if (step.wild && (plants(E::kOrdering) || plants(E::kOrderingOnce))) {
      std::reverse(scored.begin(), scored.end());
    }
    std::vector<int> moves;
    for (const auto& [score, move] : scored) moves.push_back(move);
    if (step.wild && plants(E::kDuplicate)) moves.insert(moves.begin(), 300, moves.back());
    return moves;
  }

  // Probes the table: returns the answer, if there is one, and sets its move.
  std::optional<int> probe(Node& node, const Position& at, int depth, int alpha, int beta,
                           int* move) {
    const Entry& entry = table_[at.key % table_.size()];
    if (entry.depth < 0 || entry.key != at.key) return std::nullopt;
    const bool answers =
        entry.depth >= depth &&
        (entry.bound == PLYTRACE_EXACT || (entry.bound == PLYTRACE_LOWER && entry.value >= beta) ||
         (entry.bound == PLYTRACE_UPPER && entry.value <= alpha));
    *move = entry.move;
    node.probe(at.key, entry.value, entry.bound, answers ? PLYTRACE_ANSWERED : PLYTRACE_USED_MOVE,
               entry.depth, depth);
    if (!answers) return std::nullopt;
    return entry.value;
  }

  bool tries_null_move(const Position& at, const Step& step, int depth, int alpha, int beta) const {
    if (!options_.null_moves || step.ply == 0) return false;
    if (step.wild && plants(E::kNullMove)) return depth >= 1 && step.ply < 30;
    return !step.after_null && beta - alpha == 1 && depth >= 3 && evaluate(at) >= beta;
  }

  int search(Node& node, const Position& at, Step step, int depth, int alpha, int beta) {
    const bool has_table = options_.table && !(step.wild && plants(E::kTable));
    int table_move = -1;
    if (has_table) {
      const auto answer = probe(node, at, depth, alpha, beta, &table_move);
      if (answer && step.ply > 0) return node.leave_leaf(PLYTRACE_TABLE, *answer);
    }
    plant(step, depth);
    if (tries_null_move(at, step, depth, alpha, beta)) {
      const bool wild = step.wild && plants(E::kNullMove);
      Position passed = at;
      passed.side = 1 - at.side;
      passed.key = mixed(at.key + 5);
      Step next = below(step, 0, PLYTRACE_NULL_MOVE);
      next.move = stream_.move("null");
      const int value = -visit(passed, next, wild ? depth : depth - 3, -beta, -beta + 1);
      if (value >= beta && !wild) {
        node.cutoff_by(PLYTRACE_BY_NULL_MOVE, PLYTRACE_CUT_BETA, value, alpha, beta);
        return node.leave(value);
      }
    }
    if (step.wild && plants(E::kProbes) && !step.is_probe) {
      Step again = below(step, 0, PLYTRACE_PROBE);
      again.move = PLYTRACE_NO_MOVE;
      again.ply = step.ply;
      again.is_probe = true;
      visit(at, again, depth, alpha, beta);
    }
    return search_moves(node, at, step, depth, alpha, beta, ordered(at, step, table_move));
  }

  int search_moves(Node& node, const Position& at, const Step& step, int depth, int alpha, int beta,
                   const std::vector<int>& moves) {
    int best = -kInfinite, best_move = -1, lower = alpha;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const int value = search_move(at, step, depth, lower, beta, moves[i], i);
      if (value > best) {
        best = value;
        best_move = moves[i];
      }
      if (best >= beta && !(step.wild && (plants(E::kFullWindow) || plants(E::kNoCut)))) {
        node.cutoff(PLYTRACE_CUT_BETA, best, lower, beta,
                    static_cast<std::int32_t>(moves.size() - i - 1));
        break;
      }
      if (best > lower && best < beta) node.bound(lower = best, beta);
    }
    if (options_.table && !(step.wild && plants(E::kTable))) {
      const int bound = best >= beta    ? PLYTRACE_LOWER
                        : best <= alpha ? PLYTRACE_UPPER
                                        : PLYTRACE_EXACT;
      table_[at.key % table_.size()] = {at.key, depth, best, bound, best_move};
      node.store(at.key, best, bound, depth);
    }
    return node.leave(best, 0, PLYTRACE_NO_BOUND, static_cast<std::int32_t>(moves.size()));
  }

  int search_move(const Position& at, const Step& step, int depth, int lower, int beta, int move,
                  std::size_t index) {
    const Position to = after(at, move);
    Step next = below(step, move, PLYTRACE_MOVE);
    int full = depth - 1;
    const bool chain = plants(E::kCheckChain) && step.wild;
    const bool forced = step.wild && plants(E::kExtension) && step.ply < 30;
    const bool check = options_.checks && is_check(to) && step.extensions < 2;
    if (chain) next.wild = index == 0 && step.ply < 100;
    if (forced || check || (chain && next.wild)) {
      ++full;
      ++next.extensions;
      next.extended_by = forced || check ? "check" : "one reply";
    }
    if (step.wild && plants(E::kFullWindow)) return -visit(to, next, full, -kInfinite, kInfinite);
    if (step.wild && plants(E::kReSearch)) {
      visit(to, next, full, -lower - 1, -lower);
      next.role = PLYTRACE_RE_SEARCH;
      return -visit(to, next, full, -beta, -lower);
    }
    const bool wild_reduction = step.wild && plants(E::kReduction);
    if (options_.reductions && index >= 2 && (depth >= 3 || wild_reduction) && !check) {
      next.role = PLYTRACE_REDUCED;
      const int value = -visit(to, next, wild_reduction ? full : full - 1, -lower - 1, -lower);
      if (value <= lower && !wild_reduction) return value;
      next.role = PLYTRACE_RE_SEARCH;
    } else if (index > 0 && options_.pvs && beta - lower > 1) {
      const int value = -visit(to, next, full, -lower - 1, -lower);
      if (value <= lower || value >= beta) return value;
      next.role = PLYTRACE_RE_SEARCH;
    }
    return -visit(to, next, full, -beta, -lower);
  }

  api::Stream& stream_;
  const ExplosiveOptions& options_;
  std::vector<Entry> table_;
  int root_depth_ = 0, candidates_ = 0, wild_ = 0;
  ExplosiveResult result_;
};

}  // namespace

ExplosiveResult record_explosive(const std::string& file, const ExplosiveOptions& options) {
  plytrace_options recording = PLYTRACE_OPTIONS_INIT;
  recording.force = 1;
  api::Trace trace(file, recording);
  api::Stream stream = trace.stream();
  plytrace_search search = PLYTRACE_SEARCH_INIT;
  search.game = "a graph";
  search.algorithm = options.pvs ? "pvs" : "alphabeta";
  search.scores = PLYTRACE_SIDE_TO_MOVE;
  search.depth = options.depth;
  search.captured = "windows,bounds,cutoffs,roles,probes,stores,keys";
  stream.begin_search(search);
  ExplosiveResult result = ExplosiveEngine(stream, options).run();
  stream.end_search();
  EXPECT_EQ(stream.error(), "");
  stream.close();
  EXPECT_TRUE(trace.close());
  return result;
}

}  // namespace plytrace::test
