// SPDX-License-Identifier: MIT
#include "tests/viewer/verify/chess/chess_engine.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "core/games/chess/chess.h"
#include "core/games/chess/evaluators.h"

namespace plytrace::test {
namespace {

using chess::Chess;

constexpr int kMate = 30'000, kInfinite = 32'000, kNearMate = kMate - 1'000;

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

  ChessRun run() {
    line(fmt::format(
        R"({{"event":"search","game":"chess","position":"{}","engine":"tested","perspective":"side","fail":"soft","captured":[{}],"options":{}}})",
        engine_.position, engine_.captured, engine_.options));
    for (int depth = engine_.iterates ? 1 : engine_.depth; depth <= engine_.depth; ++depth) {
      if (!search_lines(depth)) break;
    }
    if (has(ChessBug::kIllegalLine)) result_line_.push_back("a1a1");
    if (has(ChessBug::kLineCut)) result_line_.resize(1);
    std::string claim;
    if (completed_ > 0) {
      claim =
          fmt::format(R"(,"value":{0},"lower":{0},"upper":{0},"completed_depth":{1},"pv":[{2}])",
                      value_, completed_, quoted(result_line_));
    }
    line(fmt::format(R"({{"event":"end_search","status":"{}"{}}})", status(), claim));
    return {std::move(lines_), std::move(bitten_)};
  }

 private:
  struct Entry {
    std::int64_t key = 0;
    int depth = 0, raw = 0, ply = 0;
    std::string bound;
    MoveCode move = kNoMove;
  };
  struct OpenNode {
    std::int64_t id, key;
  };
  // The question to a node. `excluded`: the moves that it leaves out.
  struct Task {
    int depth, alpha, beta, ply;
    MoveList excluded{};
  };

  bool has(ChessBug bug) const { return engine_.bug == bug; }
  // The bug makes a difference at the innermost open node.
  void bite() { bitten_.insert(open_.back().id); }
  std::int64_t key() const { return open_.back().key; }

  // -- What it writes ----------------------------------------------------------------------------

  void line(const std::string& text) { lines_ += text + "\n"; }
  std::string status() const { return stopped_ ? "node_limit" : "finished"; }

  static std::string quoted(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts) all += (all.empty() ? "\"" : ",\"") + text + "\"";
    return all;
  }

  std::string text_of(MoveCode move) const {
    const unsigned way = engine_.mixes_names ? ++texts_ % 3 : 0;
    if (engine_.in_san || way == 2) return game_.san(move);
    const std::string text = game_.move_text(move);
    const bool is_other_castling = engine_.king_takes_rook || way == 1;
    if (!is_other_castling || game_.san(move).substr(0, 3) != "O-O") return text;
    return text.substr(0, 2) + (text[2] == 'g' ? "h" : "a") + text.substr(3);
  }
  std::vector<std::string> texts(const MoveList& moves, std::size_t from) const {
    std::vector<std::string> names;
    for (std::size_t i = from; i < moves.size(); ++i) names.push_back(text_of(moves[i]));
    return names;
  }

  // Returns false if the node is stopped at once.
  bool enter(const std::string& move, const std::string& role, const Task& task,
             bool quiescence = false) {
    open_.push_back({static_cast<std::int64_t>(++nodes_), key_of_position()});
    pv_[static_cast<std::size_t>(task.ply)].clear();
    const std::string name = move.empty() ? "" : fmt::format(R"("move":"{}",)", move);
    line(fmt::format(
        R"({{"event":"enter",{}"side":"{}","depth":{},"alpha":{},"beta":{},"role":"{}","key":{}{}}})",
        name, task.ply % 2 == 0 ? "max" : "min", std::max(task.depth, 0), task.alpha, task.beta,
        role, key(), quiescence ? R"(,"phase":"quiescence")" : ""));
    if (!task.excluded.empty()) {
      line(fmt::format(R"({{"event":"exclude","moves":[{}]}})", quoted(texts(task.excluded, 0))));
    }
    note_partition();
    stopped_ = stopped_ || (engine_.node_limit > 0 && nodes_ > engine_.node_limit);
    return !stopped_;
  }

  int leave(int value, const std::string& kind, const std::string& more = "") {
    line(fmt::format(R"({{"event":"leave","value":{},"kind":"{}"{}}})", value, kind, more));
    open_.pop_back();
    return value;
  }

  // Leaves a node that was stopped.
  int abandon() {
    line(R"({"event":"leave"})");
    open_.pop_back();
    return 0;
  }

  // `skipped`: none if they are not reported.
  void cutoff(const std::string& cause, int value, int alpha, int beta,
              const std::optional<std::vector<std::string>>& skipped = std::nullopt) {
    const std::string moves =
        skipped ? fmt::format(R"(,"skipped_moves":[{}])", quoted(*skipped)) : "";
    line(fmt::format(
        R"({{"event":"cutoff","kind":"beta","cause":"{}","value":{},"alpha":{},"beta":{}{}}})",
        cause, value, alpha, beta, moves));
  }
  void bound(const std::string& cause, int alpha, int beta) {
    line(fmt::format(R"({{"event":"bound","cause":"{}","alpha":{},"beta":{}}})", cause, alpha,
                     beta));
  }

  // -- Positions ---------------------------------------------------------------------------------

  std::int64_t key_of_position() const {
    std::istringstream fields(game_.fen());
    std::string board, side, castling, passant, clock;
    fields >> board >> side >> castling >> passant >> clock;
    std::string all = board + side;
    if (!has(ChessBug::kCastlingNotInKey)) all += castling;
    if (!has(ChessBug::kEnPassantNotInKey)) all += passant;
    if (has(ChessBug::kEnPassantSplitsKey) && is_after_double_step())
      all += static_cast<char>('a' + chess::to_square(last_moves_.back()) % 8);
    if (has(ChessBug::kClockInKey)) all += clock;
    return static_cast<std::int64_t>(std::hash<std::string>()(all) >> 1U);
  }
  bool is_after_double_step() const {
    if (last_moves_.empty()) return false;
    const MoveCode move = last_moves_.back();
    const bool is_two_ranks = (chess::from_square(move) ^ chess::to_square(move)) == 16;
    return is_two_ranks && game_.piece_on(chess::to_square(move)) == chess::kPawn;
  }

  // The bug makes a difference as soon as a key stands for two positions, or a position has two
  // keys.
  void note_partition() {
    auto& positions = positions_[key()];
    auto& keys = keys_[game_.key()];
    positions.insert(game_.key());
    keys.insert(key());
    if (positions.size() > 1 || keys.size() > 1) bite();
  }

  bool is_draw(int ply) {
    if (ply == 0) return false;
    if (has(ChessBug::kInventedDraw) && ply == 2 && nodes_ % 7 == 0) return bite(), true;
    if (has(ChessBug::kNoRepetition)) {
      if (game_.is_drawn_by_history()) bite();
      return game_.is_finished() && !game_.is_drawn_by_history() && game_.winner() == kNobody;
    }
    int in_game = 0;
    for (std::size_t i = 0; i < history_.size(); ++i) {
      if (history_[i] != game_.key()) continue;
      if (i >= before_) return true;
      ++in_game;
    }
    if (in_game == 1 && has(ChessBug::kGameTwofold)) return bite(), true;
    return in_game >= 2 || (game_.is_finished() && game_.winner() == kNobody);
  }

  int evaluate() {
    int score = static_cast<int>(evaluator_(game_, game_.player_to_move()));
    if (has(ChessBug::kEvaluationDrifts)) score += static_cast<int>(nodes_ % 2);
    return score;
  }

  void note_static_eval() {
    const int score = evaluate();
    auto& scores = scores_[game_.key()];
    scores.insert(score);
    if (scores.size() > 1) bite();
    line(fmt::format(R"({{"event":"note","name":"static_eval","value":"{}"}})", score));
  }

  int end_value(int ply) {
    if (!game_.in_check()) return 0;
    if (has(ChessBug::kMateIsDraw)) return bite(), 0;
    return ply - kMate;
  }

  // -- The table ---------------------------------------------------------------------------------

  std::int64_t slot() const {
    return engine_.slots > 0 ? key() % static_cast<std::int64_t>(engine_.slots) : key();
  }
  // `towards` is 1 for a value on its way into the table, -1 for one on its way out.
  int shifted(int value, int ply, int towards) const {
    if (has(ChessBug::kMateNotShifted)) ply = 0;
    if (value >= kNearMate) return value + towards * ply;
    return value <= -kNearMate ? value - towards * ply : value;
  }

  std::optional<Entry> probe(const Task& task, bool& answers, int& value) {
    const auto found = table_.find(slot());
    if (found == table_.end() || found->second.key != key()) return std::nullopt;
    const Entry& entry = found->second;
    value = shifted(entry.raw, task.ply, -1);
    const bool fits = entry.bound == "exact" || (entry.bound == "lower" && value >= task.beta) ||
                      (entry.bound == "upper" && value <= task.alpha);
    const bool is_mate = std::abs(value) >= kNearMate;
    answers =
        task.ply > 0 && entry.depth >= task.depth && fits && (engine_.keeps_mates || !is_mate);
    if (has(ChessBug::kMateNotShifted) && is_mate && entry.ply != task.ply && answers) bite();
    const std::string raw = entry.raw == value ? "" : fmt::format(R"("raw":{},)", entry.raw);
    line(fmt::format(
        R"({{"event":"probe","value":{},{}"bound":"{}","depth":{},"stored_depth":{},"used":"{}"}})",
        value, raw, entry.bound, task.depth, entry.depth,
        answers                 ? "answered"
        : entry.move != kNoMove ? "move"
                                : "no"));
    return entry;
  }

  void store(const Task& task, int value, const std::string& bound, MoveCode move) {
    const int raw = shifted(value, task.ply, 1);
    table_[slot()] = {key(), task.depth, raw, task.ply, bound, move};
    line(fmt::format(R"({{"event":"store","value":{},{}"bound":"{}","depth":{}}})", value,
                     raw == value ? "" : fmt::format(R"("raw":{},)", raw), bound, task.depth));
  }

  // A node that left moves out proves only a lower bound of its position.
  void keep(const Task& task, int asked, int value, MoveCode move) {
    std::string bound = value <= asked ? "upper" : value >= task.beta ? "lower" : "exact";
    if (task.excluded.empty()) {
      if (bound == "upper" && has(ChessBug::kFailLowIsExact)) bite(), bound = "exact";
      store(task, value, bound, move);
      return;
    }
    if (has(task.ply == 0 ? ChessBug::kLineStored : ChessBug::kSingularStored)) {
      if (bound != "lower") bite();
      store(task, value, bound, move);
    } else if (engine_.stores_parts && bound != "upper") {
      store(task, value, "lower", move);
    }
  }

  // -- The search --------------------------------------------------------------------------------

  // Searches for the best moves at this depth. Returns false if it was stopped.
  bool search_lines(int depth) {
    MoveList moves, found;
    game_.generate(moves);
    const auto lines = std::min(static_cast<std::size_t>(engine_.lines), moves.size());
    while (found.size() < lines) {
      const bool is_first = found.empty();
      root_depth_ = depth;
      const int value = aspire(depth, found);
      if (stopped_ && has(ChessBug::kAbortedIsResult) && is_first && root_best_ > -kInfinite) {
        bitten_.insert(root_);
        take_result(root_best_, completed_);
      }
      if (stopped_) return false;
      if (is_first) take_result(value, depth);
      found.push_back(root_move_);
    }
    return true;
  }
  void take_result(int value, int depth) {
    value_ = value;
    completed_ = depth;
    result_line_ = pv_[0];
  }

  // A pass, and further ones while the value lies outside of the window.
  int aspire(int depth, const MoveList& excluded) {
    const bool is_first = excluded.empty();
    int alpha = -kInfinite, beta = kInfinite;
    if (engine_.aspiration > 0 && completed_ > 0 && is_first) {
      alpha = std::max(alpha, value_ - engine_.aspiration);
      beta = std::min(beta, value_ + engine_.aspiration);
    }
    std::string purpose = !is_first ? "multipv" : engine_.iterates ? "iteration" : "fixed";
    for (;;) {
      line(fmt::format(R"({{"event":"pass","purpose":"{}","depth":{}}})", purpose, depth));
      root_best_ = -kInfinite;
      root_ = static_cast<std::int64_t>(nodes_) + 1;
      const int value = node("", "move", {depth, alpha, beta, 0, excluded});
      std::vector<std::string> told = pv_[0];
      if (has(ChessBug::kIllegalFirstLine) && depth == 1) told.emplace_back("a1a1");
      line(fmt::format(R"({{"event":"end_pass","status":"{}"{}}})", status(),
                       told.empty() ? "" : R"(,"pv":[)" + quoted(told) + "]"));
      if (stopped_ || (value > alpha && value < beta)) return value;
      (value <= alpha ? alpha : beta) = value <= alpha ? -kInfinite : kInfinite;
      purpose = "aspiration";
    }
  }

  // The line from here begins with that move.
  void lead(int ply, MoveCode move) {
    const auto at = static_cast<std::size_t>(ply);
    pv_[at].assign(1, text_of(move));
    pv_[at].insert(pv_[at].end(), pv_[at + 1].begin(), pv_[at + 1].end());
  }

  int child(MoveCode move, const std::string& role, Task task) {
    const std::string text = text_of(move);
    history_.push_back(game_.key());
    last_moves_.push_back(move);
    game_.play(move);
    if (engine_.extends && task.depth > 0 && task.ply < 2 * root_depth_ && game_.in_check())
      ++task.depth;
    const int value = -node(text, role, {task.depth, -task.beta, -task.alpha, task.ply + 1});
    game_.undo();
    last_moves_.pop_back();
    history_.pop_back();
    return value;
  }

  // Late quiet moves at less depth first, all but the first with a null window, if so asked.
  int search_move(MoveCode move, std::size_t index, bool is_quiet, const Task& task) {
    const Task null{task.depth, task.alpha, task.alpha + 1, task.ply};
    std::string role = "move";
    if (engine_.reduces && is_quiet && index >= 3 && task.depth >= 2) {
      const int got = child(move, "reduced", {task.depth - 1, task.alpha, null.beta, task.ply});
      if (stopped_ || got <= task.alpha) return got;
      role = "re_search";
    }
    if (engine_.scouts && index > 0) {
      const int got = child(move, role, null);
      if (stopped_ || got <= task.alpha || got >= task.beta) return got;
      role = "re_search";
    }
    return child(move, role, task);
  }

  bool try_null_move(const Task& task) {
    const bool checked = game_.in_check(), pawns = game_.is_zugzwang_likely();
    const bool may = (!checked || has(ChessBug::kNullMoveInCheck)) &&
                     (!pawns || has(ChessBug::kNullMoveInZugzwang));
    if (!engine_.passes || !may || task.depth < 2 || task.ply == 0 || is_after_null_) return false;
    is_after_null_ = true;
    std::vector<std::uint64_t> history;  // a null move ends the history that can be repeated
    std::swap(history, history_);
    const std::size_t before = std::exchange(before_, 0);
    last_moves_.push_back(chess::kNullMove);
    game_.play(chess::kNullMove);
    const std::int64_t next = static_cast<std::int64_t>(nodes_) + 1;
    const int value = -node(engine_.null_text, "null_move",
                            {task.depth - 2, -task.beta, -task.beta + 1, task.ply + 1});
    game_.undo();
    last_moves_.pop_back();
    before_ = before;
    std::swap(history, history_);
    is_after_null_ = false;
    if (checked) bitten_.insert(next);
    if (stopped_ || value < task.beta || value >= kNearMate) return false;
    if (pawns) bite();
    cutoff("null_move", task.beta, task.alpha, task.beta);
    return true;
  }

  enum class Singular { kNo, kExtend, kCut };

  // Tests whether the table's move is singular: whether all other moves, searched to half the
  // depth, stay below its value by a margin.
  Singular try_singular(const Task& task, const Entry& entry, int value, std::size_t moves) {
    if (!engine_.singular || task.depth < 3 || task.ply == 0 || moves < 2) return Singular::kNo;
    if (entry.bound == "upper" || entry.depth < task.depth - 3 || entry.move == kNoMove)
      return Singular::kNo;
    if (std::abs(value) >= kNearMate) return Singular::kNo;
    const int limit = value - 2 * task.depth;
    const int got =
        node("", "probe", {(task.depth - 1) / 2, limit - 1, limit, task.ply, {entry.move}});
    pv_[static_cast<std::size_t>(task.ply)].clear();
    if (stopped_) return Singular::kNo;
    if (got < limit) return Singular::kExtend;
    if (limit < task.beta) return Singular::kNo;
    cutoff("multi_cut", limit, task.alpha, task.beta);
    return Singular::kCut;
  }

  int node(const std::string& move, const std::string& role, Task task) {
    if (task.depth <= 0) return quiescence(move, role, task);
    if (!enter(move, role, task)) return abandon();
    const bool is_whole = task.excluded.empty();
    if (is_whole && is_draw(task.ply)) return leave(0, "draw");
    MoveList moves;
    game_.generate(moves);
    if (moves.empty()) return leave(end_value(task.ply), "terminal");
    int value = 0, extension = 0;
    if (is_whole) {
      bool answers = false;
      const std::optional<Entry> entry = probe(task, answers, value);
      if (answers) return leave(value, "table");
      note_static_eval();
      if (try_null_move(task)) return leave(task.beta, "interior");
      if (stopped_) return abandon();
      sort(moves, entry ? entry->move : kNoMove);
      const Singular is = entry ? try_singular(task, *entry, value, moves.size()) : Singular::kNo;
      if (stopped_) return abandon();
      if (is == Singular::kCut) return leave(value - 2 * task.depth, "interior");
      extension = is == Singular::kExtend ? 1 : 0;
    } else {
      sort(moves, kNoMove);
      std::erase_if(moves, [&](MoveCode code) {
        return std::count(task.excluded.begin(), task.excluded.end(), code) > 0;
      });
    }
    lose(moves, task);
    return search_moves(moves, task, extension);
  }

  // Moves that change the score at once first, and before them the table's move.
  void sort(MoveList& moves, MoveCode first) const {
    std::stable_sort(moves.begin(), moves.end(), [&](MoveCode a, MoveCode b) {
      if ((a == first) != (b == first)) return a == first;
      return game_.noise(a) > game_.noise(b);
    });
  }
  void lose(MoveList& moves, const Task& task) {
    const bool loses_last = has(ChessBug::kLastMove) && moves.size() > 1 && task.ply == 1;
    const bool loses_one =
        has(ChessBug::kMoveLost) && moves.size() > 3 && task.ply > 0 && nodes_ % 4 == 0;
    if (loses_last) bite(), moves.pop_back();
    if (loses_one) bite(), moves.erase(moves.begin() + 2);
  }

  int search_moves(MoveList moves, Task task, int extension) {
    const int asked = task.alpha;
    const std::string legal =
        engine_.tells_legal ? fmt::format(R"(,"legal":{})", moves.size()) : "";
    const bool checked = game_.in_check();
    int best = -kInfinite;
    MoveCode best_move = kNoMove;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const int depth = task.depth - 1 + (i == 0 ? extension : 0);
      const bool is_quiet = !checked && game_.noise(moves[i]) == 0;
      const int got = search_move(moves[i], i, is_quiet, {depth, task.alpha, task.beta, task.ply});
      if (stopped_) return stop(task, asked, best, best_move);
      if (has(ChessBug::kMoveTwice) && i == 0 && task.ply > 0 && got < task.beta) {
        bite();
        moves.insert(moves.begin() + 1, moves[0]);
      }
      if (got <= best) continue;
      best = got;
      if (best > task.alpha) {
        best_move = moves[i];
        lead(task.ply, best_move);
        if (task.ply == 0) root_move_ = best_move, root_best_ = best;
      }
      if (best >= task.beta) {
        cutoff("child", best, task.alpha, task.beta, texts(moves, i + 1));
        break;
      }
      if (best <= task.alpha) continue;
      task.alpha = best;
      bound("child", task.alpha, task.beta);
    }
    keep(task, asked, best, best_move);
    return leave(best, "interior", legal);
  }

  int stop(const Task& task, int asked, int best, MoveCode best_move) {
    if (has(ChessBug::kAbortedStored) && best > -kInfinite) {
      bite();
      keep(task, asked, best, best_move);
    }
    return abandon();
  }

  int quiescence(const std::string& move, const std::string& role, Task task) {
    if (!enter(move, role, task, engine_.quiesces)) return abandon();
    if (is_draw(task.ply)) return leave(0, "draw");
    MoveList moves;
    game_.generate(moves);
    if (moves.empty()) return leave(end_value(task.ply), "terminal");
    if (!engine_.quiesces || task.ply > engine_.depth + 3) return leave(evaluate(), "horizon");
    int best = -kInfinite;
    std::string score;
    if (!game_.in_check()) {
      best = evaluate();
      score = fmt::format(R"(,"score":{})", best);
      if (best >= task.beta) {
        cutoff("stand_pat", best, task.alpha, task.beta);
        return leave(best, "interior", score);
      }
      if (best > task.alpha) {
        task.alpha = best;
        bound("stand_pat", task.alpha, task.beta);
      }
      std::erase_if(moves, [&](MoveCode code) { return !game_.is_tactical(code); });
    }
    if (has(ChessBug::kIllegalQuiescence) && nodes_ % 50 == 0) {
      bite();
      enter("a1h8", "move", {0, -task.beta, -task.alpha, task.ply + 1}, true);
      bite();
      leave(kInfinite - 1, "horizon");
    }
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const int got = child(moves[i], "move", {0, task.alpha, task.beta, task.ply});
      if (stopped_) return abandon();
      if (got <= best) continue;
      best = got;
      if (best >= task.beta) {
        cutoff("child", best, task.alpha, task.beta, texts(moves, i + 1));
        break;
      }
      if (best <= task.alpha) continue;
      task.alpha = best;
      bound("child", task.alpha, task.beta);
      lead(task.ply, moves[i]);
    }
    const std::string legal =
        engine_.tells_legal && !moves.empty() ? fmt::format(R"(,"legal":{})", moves.size()) : "";
    return leave(best, moves.empty() ? "horizon" : "interior", score + legal);
  }

  const ChessEngine& engine_;
  Chess game_;
  chess::Pesto evaluator_ = *chess::Pesto::create(game_, {});
  std::vector<std::uint64_t> history_;
  std::size_t before_ = 0;  // the first of them belong to the game before the search
  MoveList last_moves_;
  std::map<std::int64_t, Entry> table_;
  std::vector<std::vector<std::string>> pv_ = std::vector<std::vector<std::string>>(128);
  bool is_after_null_ = false, stopped_ = false;
  int root_depth_ = 0, root_best_ = -kInfinite;
  MoveCode root_move_ = kNoMove;
  std::int64_t root_ = 0;
  int value_ = 0, completed_ = 0;
  std::vector<std::string> result_line_;
  std::uint64_t nodes_ = 0;
  mutable unsigned texts_ = 0;  // written moves
  std::vector<OpenNode> open_;
  std::set<std::int64_t> bitten_;
  // Met so far: positions by key, keys and static scores by position.
  std::map<std::int64_t, std::set<std::uint64_t>> positions_;
  std::map<std::uint64_t, std::set<std::int64_t>> keys_;
  std::map<std::uint64_t, std::set<int>> scores_;
  std::string lines_;
};

}  // namespace

ChessRun run_chess(const ChessEngine& engine) { return Search(engine).run(); }

}  // namespace plytrace::test
