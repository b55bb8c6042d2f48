// SPDX-License-Identifier: MIT
#include "tests/viewer/verify/chess/chess_engine.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <vector>

#include "core/games/chess/chess.h"
#include "core/games/chess/evaluators.h"

namespace plytrace::test {
namespace {

using chess::Chess;

constexpr int kMate = 30'000, kInfinite = 32'000;

class Search {
 public:
  explicit Search(const ChessEngine& engine)
      : engine_(engine), game_(*Chess::from_position({}, engine.position)) {
    // The positions of the game, as the engine keeps them: by its keys.
    Chess before = game_;
    for (int ply = before.plies_played(); ply > 0; --ply) {
      before.undo();
      history_.insert(history_.begin(), before.key());
    }
    before_ = history_.size();
  }

  std::string run() {
    std::string options = engine_.options;
    line(fmt::format(
        R"({{"event":"search","game":"chess","position":"{}","engine":"tested","perspective":"side","fail":"soft","captured":[{}],"options":{}}})",
        engine_.position, engine_.captured, options));
    line(fmt::format(R"({{"event":"pass","purpose":"fixed","depth":{}}})", engine_.depth));
    const int value = node("", "move", engine_.depth, -kInfinite, kInfinite, 0);
    std::vector<std::string> pv = pv_[0];
    if (engine_.bug == ChessBug::kIllegalLine) pv.push_back("a1a1");
    std::string moves;
    for (const std::string& move : pv) moves += (moves.empty() ? "\"" : ",\"") + move + "\"";
    line(fmt::format(
        R"({{"event":"end_search","value":{0},"lower":{0},"upper":{0},"completed_depth":{1},"pv":[{2}]}})",
        value, engine_.depth, moves));
    return lines_;
  }

 private:
  struct Entry {
    int depth = 0, value = 0;
    std::string bound;
    long node = 0;
  };

  void line(const std::string& text) { lines_ += text + "\n"; }

  std::string text_of(MoveCode move) const {
    if (engine_.in_san) return game_.san(move);
    const std::string text = game_.move_text(move);
    const bool is_castling = game_.san(move).substr(0, 3) == "O-O";
    if (!is_castling || !engine_.king_takes_rook) return text;
    return text.substr(0, 2) + (text[2] == 'g' ? "h" : "a") + text.substr(3);
  }

  std::int64_t key() const {
    std::istringstream fields(game_.fen());
    std::string board, side, castling, passant, clock;
    fields >> board >> side >> castling >> passant >> clock;
    std::string all = board + side;
    if (engine_.bug != ChessBug::kCastlingNotInKey) all += castling;
    if (engine_.bug != ChessBug::kEnPassantNotInKey) all += passant;
    if (engine_.bug == ChessBug::kClockInKey) all += clock;
    return static_cast<std::int64_t>(std::hash<std::string>()(all) >> 1U);
  }

  bool is_draw(int ply) const {
    if (ply == 0) return false;
    if (engine_.bug == ChessBug::kInventedDraw && ply == 2 && nodes_ % 7 == 0) return true;
    if (engine_.bug != ChessBug::kNoRepetition) {
      int in_game = 0;
      for (std::size_t i = 0; i < history_.size(); ++i) {
        if (history_[i] != game_.key()) continue;
        if (i >= before_) return true;
        ++in_game;
      }
      if (in_game >= (engine_.bug == ChessBug::kGameTwofold ? 1 : 2)) return true;
    }
    return game_.is_finished() && !game_.is_drawn_by_history() && game_.winner() == kNobody;
  }

  int evaluate() {
    const Score score = evaluator_(game_, game_.player_to_move());
    return static_cast<int>(score) +
           (engine_.bug == ChessBug::kEvaluationDrifts ? static_cast<int>(nodes_ % 2) : 0);
  }

  void enter(const std::string& move, const std::string& role, int depth, int alpha, int beta,
             int ply, bool quiescence) {
    ++nodes_;
    pv_[static_cast<std::size_t>(ply)].clear();
    const std::string name = move.empty() ? "" : fmt::format(R"("move":"{}",)", move);
    line(fmt::format(
        R"({{"event":"enter",{}"side":"{}","depth":{},"alpha":{},"beta":{},"role":"{}","key":{}{}}})",
        name, ply % 2 == 0 ? "max" : "min", std::max(depth, 0), alpha, beta, role, key(),
        quiescence ? R"(,"phase":"quiescence")" : ""));
  }

  int leave(int value, const std::string& kind, const std::string& more = "") {
    line(fmt::format(R"({{"event":"leave","value":{},"kind":"{}"{}}})", value, kind, more));
    return value;
  }

  // `skipped`: none if they are not reported.
  void cutoff(const std::string& cause, int value, int alpha, int beta,
              const std::optional<std::vector<std::string>>& skipped) {
    std::string moves;
    if (skipped) {
      for (const std::string& move : *skipped)
        moves += (moves.empty() ? "\"" : ",\"") + move + "\"";
      moves = ",\"skipped_moves\":[" + moves + "]";
    }
    line(fmt::format(
        R"({{"event":"cutoff","kind":"beta","cause":"{}","value":{},"alpha":{},"beta":{}{}}})",
        cause, value, alpha, beta, moves));
  }

  std::vector<std::string> texts(const MoveList& moves, std::size_t from) const {
    std::vector<std::string> names;
    for (std::size_t i = from; i < moves.size(); ++i) names.push_back(text_of(moves[i]));
    return names;
  }

  // The line from here begins with that move.
  void lead(int ply, MoveCode move) {
    const auto at = static_cast<std::size_t>(ply);
    pv_[at].assign(1, text_of(move));
    pv_[at].insert(pv_[at].end(), pv_[at + 1].begin(), pv_[at + 1].end());
  }

  int child(MoveCode move, int depth, int alpha, int beta, int ply) {
    const std::string text = text_of(move);
    history_.push_back(game_.key());
    game_.play(move);
    const int value = -node(text, "move", depth, -beta, -alpha, ply + 1);
    game_.undo();
    history_.pop_back();
    return value;
  }

  bool try_null_move(int depth, int alpha, int beta, int ply) {
    const bool may = engine_.bug == ChessBug::kNullMoveInCheck || !game_.in_check();
    if (!may || depth < 2 || ply == 0 || is_after_null_) return false;
    is_after_null_ = true;
    history_.push_back(game_.key());
    game_.play(chess::kNullMove);
    const int value = -node(engine_.null_text, "null_move", depth - 2, -beta, -beta + 1, ply + 1);
    game_.undo();
    history_.pop_back();
    is_after_null_ = false;
    if (value < beta || value >= kMate - 1000) return false;
    cutoff("null_move", beta, alpha, beta, std::nullopt);
    return true;
  }

  // The entry answers the node.
  bool probe(int depth, int alpha, int beta, int ply, int& value) {
    const auto found = table_.find(key());
    if (found == table_.end() || found->second.depth < depth || ply == 0) return false;
    const Entry& entry = found->second;
    const bool fits = entry.bound == "exact" || (entry.bound == "lower" && entry.value >= beta) ||
                      (entry.bound == "upper" && entry.value <= alpha);
    if (!fits || std::abs(entry.value) >= kMate - 1000) return false;
    value = entry.value;
    line(fmt::format(
        R"({{"event":"probe","value":{},"bound":"{}","depth":{},"stored_depth":{},"used":"answered"}})",
        entry.value, entry.bound, depth, entry.depth));
    leave(value, "table");
    return true;
  }

  int node(const std::string& move, const std::string& role, int depth, int alpha, int beta,
           int ply) {
    if (depth <= 0) return quiescence(move, role, alpha, beta, ply);
    enter(move, role, depth, alpha, beta, ply, false);
    const int asked = alpha;
    if (is_draw(ply)) return leave(0, "draw");
    MoveList moves;
    game_.generate(moves);
    if (moves.empty()) return leave(end_value(ply), "terminal");
    int value = 0;
    if (probe(depth, alpha, beta, ply, value)) return value;
    line(fmt::format(R"({{"event":"note","name":"static_eval","value":"{}"}})", evaluate()));
    const std::string legal =
        engine_.tells_legal ? fmt::format(R"(,"legal":{})", moves.size()) : "";
    if (try_null_move(depth, alpha, beta, ply)) return leave(beta, "interior");
    if (engine_.bug == ChessBug::kLastMove && moves.size() > 1 && ply == 1) moves.pop_back();
    int best = -kInfinite;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const int got = child(moves[i], depth - 1, alpha, beta, ply);
      if (got <= best) continue;
      best = got;
      if (best >= beta) {
        cutoff("child", best, alpha, beta, texts(moves, i + 1));
        break;
      }
      if (best <= alpha) continue;
      alpha = best;
      line(fmt::format(R"({{"event":"bound","alpha":{},"beta":{}}})", alpha, beta));
      lead(ply, moves[i]);
    }
    const std::string bound = best <= asked ? "upper" : best >= beta ? "lower" : "exact";
    if (!is_after_null_) {
      table_[key()] = {depth, best, bound, 0};
      line(fmt::format(R"({{"event":"store","value":{},"bound":"{}","depth":{}}})", best, bound,
                       depth));
    }
    return leave(best, "interior", legal);
  }

  int end_value(int ply) const {
    if (!game_.in_check()) return 0;
    return engine_.bug == ChessBug::kMateIsDraw ? 0 : ply - kMate;
  }

  int quiescence(const std::string& move, const std::string& role, int alpha, int beta, int ply) {
    enter(move, role, 0, alpha, beta, ply, true);
    if (is_draw(ply)) return leave(0, "draw");
    MoveList moves;
    game_.generate(moves);
    if (moves.empty()) return leave(end_value(ply), "terminal");
    if (ply > engine_.depth + 3) return leave(evaluate(), "horizon");
    int best = -kInfinite;
    std::string score;
    if (!game_.in_check()) {
      best = evaluate();
      score = fmt::format(R"(,"score":{})", best);
      if (best >= beta) {
        cutoff("stand_pat", best, alpha, beta, std::nullopt);
        return leave(best, "interior", score);
      }
      if (best > alpha) {
        alpha = best;
        line(fmt::format(R"({{"event":"bound","cause":"stand_pat","alpha":{},"beta":{}}})", alpha,
                         beta));
      }
      std::erase_if(moves, [&](MoveCode code) { return !game_.is_tactical(code); });
    }
    if (engine_.bug == ChessBug::kIllegalQuiescence && nodes_ % 50 == 0) {
      enter("a1h8", "move", 0, -beta, -alpha, ply + 1, true);
      leave(kInfinite - 1, "horizon");
    }
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const int got = child(moves[i], 0, alpha, beta, ply);
      if (got <= best) continue;
      best = got;
      if (best >= beta) {
        cutoff("child", best, alpha, beta, texts(moves, i + 1));
        break;
      }
      if (best <= alpha) continue;
      alpha = best;
      line(fmt::format(R"({{"event":"bound","alpha":{},"beta":{}}})", alpha, beta));
      lead(ply, moves[i]);
    }
    const std::string legal =
        engine_.tells_legal && !moves.empty() ? fmt::format(R"(,"legal":{})", moves.size()) : "";
    return leave(best, moves.empty() ? "horizon" : "interior", score + legal);
  }

  const ChessEngine& engine_;
  Chess game_;
  chess::Pesto evaluator_ = *chess::Pesto::create(game_, {});
  std::vector<std::uint64_t> history_;
  std::size_t before_ = 0;
  std::map<std::int64_t, Entry> table_;
  std::vector<std::vector<std::string>> pv_ = std::vector<std::vector<std::string>>(64);
  bool is_after_null_ = false;
  std::uint64_t nodes_ = 0;
  std::string lines_;
};

}  // namespace

std::string chess_lines(const ChessEngine& engine) { return Search(engine).run(); }

}  // namespace plytrace::test
