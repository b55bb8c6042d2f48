// SPDX-License-Identifier: MIT
//
// A small engine with the parts of a real one: principal variation search with re-searches, a
// transposition table, null move, and quiescence with stand pat. It plays breakthrough on 5 x 5:
// pawns step forward, straight or diagonally, and take diagonally; the first to reach the last row
// wins.
//
//   full_engine [TRACE [DEPTH]]
//
// Each event is one call; the search is the same with and without a trace.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <plytrace/plytrace.hpp>
#include <string>
#include <vector>

namespace {

using plytrace::api::Node;

constexpr int kSize = 5, kSquares = kSize * kSize;
constexpr int kWin = 10'000, kInfinite = 20'000;
constexpr plytrace_move kNullMove = kSquares * kSquares;

struct Position {
  int squares[kSquares] = {};  // 1: White, going up; -1: Black
  int player = 1;
};

Position start() {
  Position position;
  for (int file = 0; file < kSize; ++file) {
    position.squares[file] = position.squares[kSize + file] = 1;
    position.squares[kSquares - 1 - file] = position.squares[kSquares - 1 - kSize - file] = -1;
  }
  return position;
}

struct Move {
  int from = 0, to = 0;
  plytrace_move number() const { return static_cast<plytrace_move>(from * kSquares + to); }
};

const char* move_text(plytrace_move number, void*) {
  static std::string text;
  const auto square = [](plytrace_move at) {
    return std::string{static_cast<char>('a' + at % kSize), static_cast<char>('1' + at / kSize)};
  };
  text = number == kNullMove ? "null" : square(number / kSquares) + square(number % kSquares);
  return text.c_str();
}

std::vector<Move> moves_of(const Position& position, bool captures_only) {
  std::vector<Move> moves;
  for (int from = 0; from < kSquares; ++from) {
    if (position.squares[from] != position.player) continue;
    const int row = from / kSize + position.player;
    if (row < 0 || row >= kSize) continue;
    for (int aside = -1; aside <= 1; ++aside) {
      const int file = from % kSize + aside;
      if (file < 0 || file >= kSize) continue;
      const int there = position.squares[row * kSize + file];
      const bool takes = there == -position.player && aside != 0;
      if (takes || (there == 0 && !captures_only)) moves.push_back({from, row * kSize + file});
    }
  }
  return moves;
}

Position after(Position position, const Move& move) {
  position.squares[move.to] = position.player;
  position.squares[move.from] = 0;
  position.player = -position.player;
  return position;
}

// Whether the player who just moved has won.
bool is_lost(const Position& position) {
  bool has_pawn = false;
  for (int at = 0; at < kSquares; ++at) {
    has_pawn = has_pawn || position.squares[at] == position.player;
    const int goal = position.player == 1 ? 0 : kSize - 1;
    if (position.squares[at] == -position.player && at / kSize == goal) return true;
  }
  return !has_pawn;
}

int evaluate(const Position& position) {
  int score = 0;
  for (int at = 0; at < kSquares; ++at) {
    const int row = at / kSize;
    if (position.squares[at] == 1) score += 10 + row * row;
    if (position.squares[at] == -1) score -= 10 + (kSize - 1 - row) * (kSize - 1 - row);
  }
  return score * position.player;
}

std::uint64_t key_of(const Position& position) {
  std::uint64_t key = position.player == 1 ? 0x9E3779B97F4A7C15 : 0xC2B2AE3D27D4EB4F;
  for (const int square : position.squares) {
    key = (key ^ static_cast<std::uint64_t>(square + 2)) * 0xBF58476D1CE4E5B9;
    key ^= key >> 31;
  }
  return key;
}

struct Entry {
  std::uint64_t key = 0;
  int depth = -1, value = 0, bound = PLYTRACE_EXACT;
  Move move;
};

class Engine {
 public:
  explicit Engine(plytrace::api::Stream& stream) : stream_(stream), table_(1 << 14) {}

  int nodes = 0, cutoffs = 0;

  // One pass from the root.
  int search(const Position& root, int depth) {
    stream_.begin_pass(PLYTRACE_ITERATION, depth, -kInfinite, kInfinite);
    const int value = search(root, depth, -kInfinite, kInfinite, PLYTRACE_NO_MOVE, PLYTRACE_MOVE);
    stream_.end_pass();
    return value;
  }

 private:
  // The enter event: the side to move, the window, and why the node is searched.
  Node enter(const Position& position, int depth, int alpha, int beta, plytrace_move move, int role,
             int phase) {
    ++nodes;
    plytrace_enter_args args = PLYTRACE_ENTER_INIT;
    args.move = move;
    args.side = position.player == 1 ? PLYTRACE_MAX : PLYTRACE_MIN;
    args.depth = depth;
    args.role = role;
    args.phase = phase;
    args.has_window = args.has_key = 1;
    args.alpha = alpha;
    args.beta = beta;
    args.key = key_of(position);
    return stream_.enter_as(args);
  }

  // Reports a beta cutoff that skips the moves from `first` on.
  void cut(Node& node, int cause, int value, int alpha, int beta, const std::vector<Move>& moves,
           std::size_t first) {
    ++cutoffs;
    std::vector<plytrace_move> skipped;
    for (std::size_t i = first; i < moves.size(); ++i) skipped.push_back(moves[i].number());
    plytrace_cutoff_args args = PLYTRACE_CUTOFF_INIT;
    args.kind = PLYTRACE_CUT_BETA;
    args.cause = cause;
    args.has_value = args.has_window = 1;
    args.value = value;
    args.alpha = alpha;
    args.beta = beta;
    args.skipped = static_cast<std::int32_t>(skipped.size());
    args.skipped_moves = skipped.data();
    node.cutoff_as(args);
  }

  static int bound_of(int value, int alpha, int beta) {
    return value <= alpha ? PLYTRACE_UPPER : value >= beta ? PLYTRACE_LOWER : PLYTRACE_EXACT;
  }

  int search(const Position& position, int depth, int alpha, int beta, plytrace_move move,
             int role) {
    Node node = enter(position, depth, alpha, beta, move, role, PLYTRACE_MAIN);
    if (is_lost(position)) return leave_leaf(node, PLYTRACE_TERMINAL, -kWin);
    const int entry_alpha = alpha;
    const bool is_root = move == PLYTRACE_NO_MOVE;

    // The table answers, or at least knows a move.
    Entry& entry = table_[key_of(position) % table_.size()];
    const bool known = entry.key == key_of(position);
    if (known && !is_root) {
      const bool fits =
          entry.bound == PLYTRACE_EXACT ||
          (entry.bound == PLYTRACE_LOWER ? entry.value >= beta : entry.value <= alpha);
      const bool answers = entry.depth == depth && fits;
      probe(node, entry, depth, answers);
      if (answers) return leave_table(node, entry);
    }
    if (depth == 0) {
      const int value = quiesce(position, alpha, beta, PLYTRACE_NO_MOVE, PLYTRACE_HAND_OVER);
      return leave(node, value, last_left_, bound_of(value, alpha, beta), PLYTRACE_NO_NUMBER);
    }
    std::vector<Move> moves = moves_of(position, false);

    // Null move: if the other side may move twice and we still reach beta, a move will, too.
    if (depth >= 2 && !is_root && role != PLYTRACE_NULL_MOVE && beta < kWin) {
      Position passed = position;
      passed.player = -passed.player;
      const int value =
          -search(passed, std::max(0, depth - 3), -beta, -beta + 1, kNullMove, PLYTRACE_NULL_MOVE);
      if (value >= beta) {
        cut(node, PLYTRACE_BY_NULL_MOVE, value, alpha, beta, moves, 0);
        return leave(node, value, 0, PLYTRACE_LOWER, count(moves));
      }
    }
    if (known) bring_forward(moves, entry.move);

    int best = -kInfinite;
    Move best_move;
    plytrace_node best_child = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Position next = after(position, moves[i]);
      const plytrace_move number = moves[i].number();
      const int first_beta = i == 0 ? beta : alpha + 1;
      int value = -search(next, depth - 1, -first_beta, -alpha, number, PLYTRACE_MOVE);
      if (i > 0 && value > alpha && value < beta) {
        value = -search(next, depth - 1, -beta, -alpha, number, PLYTRACE_RE_SEARCH);
      }
      if (value <= best) continue;
      best = value;
      best_move = moves[i];
      best_child = last_left_;
      if (best >= beta) {
        cut(node, PLYTRACE_BY_CHILD, best, alpha, beta, moves, i + 1);
        break;
      }
      if (best > alpha) {
        alpha = best;
        node.bound(alpha, beta);
      }
    }
    const int bound = bound_of(best, entry_alpha, beta);
    store(node, entry, {key_of(position), depth, best, bound, best_move});
    // A node that failed low has no best move.
    return leave(node, best, bound == PLYTRACE_UPPER ? 0 : best_child, bound, count(moves));
  }

  // Quiescence: captures only, and the side to move may stand pat.
  int quiesce(const Position& position, int alpha, int beta, plytrace_move move, int role) {
    Node node = enter(position, 0, alpha, beta, move, role, PLYTRACE_QUIESCENCE);
    if (is_lost(position)) return leave_leaf(node, PLYTRACE_TERMINAL, -kWin);
    const int entry_alpha = alpha;
    const int stand_pat = evaluate(position);
    const std::vector<Move> moves = moves_of(position, true);
    if (moves.empty()) return leave_leaf(node, PLYTRACE_HORIZON, stand_pat);
    int best = stand_pat;
    plytrace_node best_child = 0;
    if (stand_pat >= beta) {
      cut(node, PLYTRACE_BY_STAND_PAT, stand_pat, alpha, beta, moves, 0);
    } else if (stand_pat > alpha) {
      alpha = stand_pat;
      node.bound(alpha, beta, PLYTRACE_BY_STAND_PAT);
    }
    for (std::size_t i = 0; i < moves.size() && best < beta; ++i) {
      const int value =
          -quiesce(after(position, moves[i]), -beta, -alpha, moves[i].number(), PLYTRACE_MOVE);
      if (value <= best) continue;
      best = value;
      best_child = last_left_;
      if (best >= beta) {
        cut(node, PLYTRACE_BY_CHILD, best, alpha, beta, moves, i + 1);
      } else if (best > alpha) {
        alpha = best;
        node.bound(alpha, beta);
      }
    }
    const int bound = bound_of(best, entry_alpha, beta);
    if (bound == PLYTRACE_UPPER) best_child = 0;
    return leave(node, best, best_child, bound, count(moves), stand_pat);
  }

  // --- Leaving, and the table
  // ---------------------------------------------------------------------

  int leave(Node& node, int value, plytrace_node best, int bound, std::int32_t legal,
            int stand_pat = kInfinite) {
    plytrace_leave_args args = PLYTRACE_LEAVE_INIT;
    args.kind = PLYTRACE_INTERIOR;
    args.bound = bound;
    args.has_value = 1;
    args.value = value;
    args.has_score = stand_pat != kInfinite;
    args.score = stand_pat;
    args.best = best;
    args.legal = legal;
    node.leave_as(args);
    last_left_ = node.id();
    return value;
  }

  int leave_leaf(Node& node, int kind, int value) {
    plytrace_leave_args args = PLYTRACE_LEAVE_INIT;
    args.kind = kind;
    args.bound = PLYTRACE_EXACT;
    args.has_value = 1;
    args.value = value;
    node.leave_as(args);
    last_left_ = node.id();
    return value;
  }

  int leave_table(Node& node, const Entry& entry) {
    plytrace_leave_args args = PLYTRACE_LEAVE_INIT;
    args.kind = PLYTRACE_TABLE;
    args.bound = entry.bound;
    args.has_value = 1;
    args.value = entry.value;
    node.leave_as(args);
    last_left_ = node.id();
    return entry.value;
  }

  void probe(Node& node, const Entry& entry, int depth, bool answers) {
    plytrace_entry_args args = args_of(entry);
    args.depth = depth;
    args.stored_depth = entry.depth;
    args.used = answers ? PLYTRACE_ANSWERED : PLYTRACE_USED_MOVE;
    node.probe(args);
  }

  void store(Node& node, Entry& entry, const Entry& with) {
    entry = with;
    node.store(args_of(entry));
  }

  static plytrace_entry_args args_of(const Entry& entry) {
    plytrace_entry_args args = PLYTRACE_ENTRY_INIT;
    args.key = entry.key;
    args.depth = entry.depth;
    args.bound = entry.bound;
    args.value = entry.value;
    args.move = entry.move.number();
    return args;
  }

  static void bring_forward(std::vector<Move>& moves, const Move& move) {
    const auto same = [&](const Move& other) { return other.number() == move.number(); };
    const auto found = std::find_if(moves.begin(), moves.end(), same);
    if (found != moves.end()) std::rotate(moves.begin(), found, found + 1);
  }

  static std::int32_t count(const std::vector<Move>& moves) {
    return static_cast<std::int32_t>(moves.size());
  }

  plytrace::api::Stream& stream_;
  std::vector<Entry> table_;
  plytrace_node last_left_ = 0;  // the node that was left last: a child, to its parent
};

}  // namespace

int main(int argc, char** argv) {
  const int deepest = argc > 2 ? std::atoi(argv[2]) : 4;
  plytrace::api::Trace trace = argc > 1 ? plytrace::api::Trace(argv[1]) : plytrace::api::Trace();
  plytrace::api::Stream stream = trace.stream();

  plytrace_search search = PLYTRACE_SEARCH_INIT;
  search.game = "breakthrough";
  search.position = "5x5 start";
  search.algorithm = "pvs";
  search.scores = PLYTRACE_SIDE_TO_MOVE;
  search.depth = deepest;
  search.captured =
      "windows,bounds,cutoffs,skipped,legal,roles,scores,probes,stores,keys,bound_types";
  search.fail = "soft";
  search.has_score_range = 1;
  search.score_min = -kWin;
  search.score_max = kWin;
  search.move_text = move_text;
  stream.begin_search(search);

  Engine engine(stream);
  int value = 0;
  for (int depth = 1; depth <= deepest; ++depth) value = engine.search(start(), depth);

  plytrace_result result = PLYTRACE_RESULT_INIT;
  result.has_value = result.has_lower = result.has_upper = 1;
  result.value = result.lower = result.upper = value;
  result.completed_depth = deepest;
  stream.end_search(result);

  std::printf("value %d, nodes %d, cutoffs %d\n", value, engine.nodes, engine.cutoffs);
  const std::string misuse = stream.error();
  if (!misuse.empty()) std::fprintf(stderr, "%s\n", misuse.c_str());
  stream.close();
  if (!trace.close()) std::fprintf(stderr, "%s\n", trace.error().c_str());
}
