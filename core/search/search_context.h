// SPDX-License-Identifier: MIT
//
// SearchContext: what all algorithms share. It holds the position, the counters, the limits, the
// moves of the open nodes, the principal variation, the tables and the orderings, and implements
// the steps that every algorithm takes: enter a node, score a leaf, probe the table, list the
// moves, leave. The algorithms (one header each) contain the rest.
//
// All scores here are from MAX's view; algorithms that count from the side to move convert with
// search/negamax_view.h. The value that a node returns means, for every algorithm:
//   value <= alpha of its entry window: an upper bound of the true value (exact at a leaf)
//   value >= beta: a lower bound (exact at a leaf)
//   between: the true value
// Fail-soft returns the best bound that it knows; fail-hard clamps every value, of leaves too, into
// the window of the node, as the table narrowed it (games.md 3.3).
//
// A limit stops the search from inside: enter() returns false, the callers see stopped() after
// their child, and every open node is left without a value. Thread rule: one search, one thread.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/game.h"
#include "core/observer.h"
#include "core/score.h"
#include "core/search/key_map.h"
#include "core/search/limits.h"
#include "core/search/ordering.h"
#include "core/search/pv_lines.h"
#include "core/search/root_choice.h"
#include "core/search/search.h"
#include "core/search/transposition_table.h"

namespace plytrace {

// The state of an interior node while it is open.
struct OpenNode {
  Side side = Side::kMax;
  int depth = 0;
  Window entry;                // on entry; the claim about the value refers to this one
  Window window;               // current: narrowed by the table, tightened by children
  Window start;                // before the first child was searched
  std::size_t first_move = 0;  // its moves: [first_move, end_of_moves) of the context's list
  std::size_t end_of_moves = 0;
  bool is_root = false;
  std::uint64_t key = 0;         // set only if a table or map needs it
  MoveCode best_move = kNoMove;  // the first strictly best one, proven or not
  NodeId best = kNoNode;
  PvLines::Line line = PvLines::kEmpty;

  std::size_t move_count() const { return end_of_moves - first_move; }
};

template <Game G, Evaluator<G> E, Observer O>
class SearchContext {
 public:
  SearchContext(const G& root, const E& evaluator, const SearchSettings& settings, O& observer_in)
      : observer(observer_in),
        game_(root),
        evaluator_(evaluator),
        settings_(settings),
        max_player_(max_player_of(root)),
        limits_(settings),
        table_(settings.table_megabytes),
        choice_(settings.ties, settings.seed) {}

  SearchContext(const SearchContext&) = delete;
  SearchContext& operator=(const SearchContext&) = delete;

  O& observer;

  // -- The steps of a node, in the order in which the algorithms take them -----------------------

  Side side() const { return game_.player_to_move() == max_player_ ? Side::kMax : Side::kMin; }

  // Counts the current position as a node. Returns false if a limit forbids it; the node then does
  // not exist. leave_leaf() or open() must be called next, and reports the node to the observer.
  bool enter() {
    if (!limits_.allows(counters_.nodes)) return false;
    ++counters_.nodes;
    return true;
  }

  bool is_leaf(int depth) const { return depth == 0 || game_.is_finished(); }

  // Scores the leaf that was just entered and leaves it.
  Score leave_leaf(MoveCode move, int depth, Window window, Role role) {
    const NodeKind kind = leaf_kind();  // first, because the evaluator reads the same data
    const auto [score, value] = scored(window);
    if constexpr (O::kObserves) {
      const PlainLeafEvent plain{move, side(), depth, window, kind, last_bound_, value};
      if (role != Role::kMove || last_bound_ != Bound::kExact || !report_plain(plain)) {
        report_leaf(entered(move, depth, window, role), left(score, value));
      }
    }
    return value;
  }

  // Opens the node that was just entered as an interior node.
  OpenNode open(MoveCode move, int depth, Window window, Role role) {
    if (!report_plain(PlainEnterEvent{move, side(), depth, window, role})) {
      report_enter(move, depth, window, role);
    }
    OpenNode node;
    node.side = side();
    node.depth = depth;
    // Copy each from the argument. A copy from node.entry would load both halves at once while
    // their stores are still pending, which stalls.
    node.entry = window;
    node.window = window;
    node.start = window;
    node.is_root = ply_ == 0;
    node.first_move = node.end_of_moves = moves_.size();
    if (remembers_moves_ || table_.exists()) node.key = game_.key();
    return node;
  }

  // Probes the table. Returns a value if the table answers; the node has then been left. Otherwise
  // the window may have been narrowed. The root is always searched, because its moves are needed.
  std::optional<Score> ask_table(OpenNode& node);

  // Lists the moves in the order in which the search tries them.
  void list_moves(OpenNode& node);

  MoveCode move(const OpenNode& node, std::size_t i) const { return moves_[node.first_move + i]; }

  // Returns false if the game's filter rejects the move at this point.
  bool admits(MoveCode move) {
    if constexpr (OrderFilteredGame<G>) {
      return game_.admits(move);
    } else {
      static_cast<void>(move);
      return true;
    }
  }

  void play(MoveCode move) {
    game_.play(move);
    ++ply_;
  }
  void undo() {
    game_.undo();
    --ply_;
  }

  // The window for the next child: the node's own, except at the root if ties must be seen.
  Window child_window(const OpenNode& node) const {
    return node.is_root ? choice_.loosened(node.window, node.start) : node.window;
  }

  // Whether a limit was reached. Algorithms check this after every child.
  bool stopped() const { return limits_.struck(); }

  // Whether `value`, just returned for `move`, replaces `best`. A strictly better one does; at the
  // root, --ties last and random may also pick an equal one. Root values are recorded here.
  bool prefers(const OpenNode& node, MoveCode move, Score value, Score best) {
    const bool better = node.side == Side::kMax ? value > best : value < best;
    if (!node.is_root) return better;
    choice_.record({move, value, last_bound_});
    const bool in_window = value > node.start.alpha && value < node.start.beta;
    return choice_.prefers(better, value == best && in_window);
  }

  // Makes the child left last the node's best one.
  void keep(OpenNode& node, MoveCode move) {
    node.best_move = move;
    node.best = observer.last_child();
    lines_.release(node.line);
    node.line = lines_.prepend(move, returned_line_);
    returned_line_ = PvLines::kEmpty;
  }

  // Whether a value that has reached the end of the window cuts: with --cut strict only beyond it.
  bool cuts_at(Score value, Score end) const {
    return value != end || settings_.cut == CutMode::kEqual;
  }

  // Counts a cutoff after move number i. The algorithm reports the event.
  void count_cutoff(const OpenNode& node, std::size_t i) {
    ++(node.side == Side::kMax ? counters_.beta_cutoffs : counters_.alpha_cutoffs);
    const std::size_t rest = node.move_count() - i - 1;
    counters_.cutoffs_skipping += rest > 0 ? 1 : 0;
    counters_.moves_skipped += rest;
    if (settings_.order == Ordering::kKiller) killers_.on_cut(ply_, move(node, i));
    if (settings_.order == Ordering::kHistory)
      history_.on_cut(node.side, move(node, i), node.depth);
  }

  // Reports that the child left last tightened the window to this one.
  [[gnu::always_inline]] void report_bound(Window window) {
    if (!report_plain(PlainBoundEvent{window})) report_bound({Cause::kChild, window});
  }

  // Reports a cutoff caused by the child left last.
  [[gnu::always_inline]] void report_cutoff(CutoffKind kind, Score value, const OpenNode& node,
                                            std::size_t i) {
    if (!lists_are_known()) {
      return report_cutoff(
          {.kind = kind, .value = value, .window = node.window, .skipped_known = false});
    }
    const std::span<const MoveCode> skipped(moves_.data() + node.first_move + i + 1,
                                            node.move_count() - i - 1);
    if (!report_plain(PlainCutoffEvent{kind, value, node.window, skipped})) {
      report_cutoff({.kind = kind, .value = value, .window = node.window, .skipped = skipped});
    }
  }

  // False: the moves of a node depend on the order in which they are tried.
  bool lists_are_known() const {
    if constexpr (OrderFilteredGame<G>) {
      return !game_.filters_by_order();
    } else {
      return true;
    }
  }

  // Leaves an interior node with the value of its best child.
  Score leave(OpenNode& node, Score best_value);

  // Leaves a node that a limit interrupted. The returned value is meaningless.
  Score abandon(OpenNode& node) {
    lines_.release(node.line);
    observer.leave({std::nullopt, NodeKind::kInterior, {}, {}, kNoNode, legal(node)});
    moves_.resize(node.first_move);
    return 0;
  }

  // -- Further steps of the selective search (search/selective.h) ---------------------------------

  std::size_t ply() const { return ply_; }
  bool in_check() const {
    if constexpr (CheckGame<G>) return game_.in_check();
    return false;
  }
  // 0: a quiet move.
  int noise([[maybe_unused]] MoveCode move) const {
    if constexpr (NoisyGame<G>) return game_.noise(move);
    return 0;
  }
  // Whether passing here may prove something.
  bool may_pass() const {
    if constexpr (PassGame<G>) return game_.may_pass() && !game_.is_zugzwang_likely();
    return false;
  }
  void pass() {
    if constexpr (PassGame<G>) game_.pass();
    ++ply_;
  }
  // Whether a score counts the plies to the end of the game.
  bool counts_plies([[maybe_unused]] Score score) const {
    if constexpr (MateEvaluator<E, G>) return std::abs(score) >= evaluator_.mate_threshold();
    return false;
  }
  void note(std::string_view name, std::string_view value) {
    if constexpr (O::kObserves) observer.report(NoteEvent{name, value});
  }

  // Lists the moves that a quiescence search tries at the node that was just entered: in check all,
  // else the noisy ones. leave_quiet() or open_quiescence() must be called next, and reports it.
  OpenNode begin_quiescence(Window window);
  void open_quiescence(const OpenNode& node, MoveCode move, Role role) {
    EnterEvent event = entered(move, 0, node.entry, role);
    event.phase = Phase::kQuiescence;
    observer.enter(event);
  }
  // Scores and leaves a node without such a move.
  Score leave_quiet(MoveCode move, Window window, Role role) {
    EnterEvent event = entered(move, 0, window, role);
    event.phase = Phase::kQuiescence;
    const auto [score, value] = scored(window);
    if constexpr (O::kObserves) report_leaf(event, left(score, value));
    return value;
  }
  // The static score of the current position, which counts as a leaf evaluation.
  Score leaf_score() {
    if (settings_.eval_cache) [[unlikely]]
      return remembered_leaf_score();
    ++counters_.leaf_evaluations;
    return evaluator_(game_, max_player_);
  }
  // Leaves an interior node of the quiescence search. `own`: its static score, if it may take it.
  Score leave_quiescence(OpenNode& node, Score best_value, std::optional<Score> own);
  // Leaves a node that a null move cut with this value before its moves were listed.
  Score leave_cut_by_null_move(OpenNode& node, Score value);

  void report_bound_by(Cause cause, Window window) { report_bound({cause, window}); }
  // A cutoff before the first child: all listed moves are skipped.
  void report_cutoff_by(Cause cause, Score value, const OpenNode& node) {
    const CutoffKind kind = node.side == Side::kMax ? CutoffKind::kBeta : CutoffKind::kAlpha;
    report_cutoff({kind, cause, value, node.window,
                   std::span(moves_).subspan(node.first_move, node.move_count()),
                   lists_are_known()});
  }

  // -- For RootSolver --------------------------------------------------------------

  bool may_enter() { return limits_.allows(counters_.nodes); }

  void begin_pass(const PassBegin& pass) {
    if constexpr (OrderFilteredGame<G>) game_.begin_pass();
    eval_cache_.clear();
    choice_.begin_pass();
    root_best_move_ = kNoMove;
    observer.begin_pass(pass);
  }

  // From now on the best move of every finished node is remembered and tried first (games.md 3.5).
  void remember_moves() { remembers_moves_ = true; }

  // The static score of the current position. It does not count as a leaf evaluation.
  Score static_score() const { return evaluator_(game_, max_player_); }

  // The first move in the order of generation, or kNoMove.
  MoveCode first_legal_move() const {
    MoveList list;
    if (!game_.is_finished()) game_.generate(list);
    return list.empty() ? kNoMove : list.front();
  }

  // Results of the root that was left last: its best move (proven or not), its variation, the claim
  // about its value, and its moves with their values in search order, each once.
  MoveCode root_best_move() const { return root_best_move_; }
  std::vector<MoveCode> root_line() const { return lines_.moves(returned_line_); }
  Bound last_bound() const { return last_bound_; }
  const std::vector<RootMove>& root_moves() const { return choice_.moves(); }

  const SearchSettings& settings() const { return settings_; }
  const Counters& counters() const { return counters_; }
  const Limits& limits() const { return limits_; }

 private:
  EnterEvent entered(MoveCode move, int depth, Window window, Role role) const {
    EnterEvent event{move, side(), depth, window, role, Phase::kMain, std::nullopt};
    if constexpr (O::kObserves) {
      if ((observer.capture() & kCaptureKeys) != 0) event.key = game_.key();
    }
    return event;
  }
  // Returns false if the observer needs the full event. Reporting that is a separate call, so that
  // the common case builds no event in memory. Returns true with NullObserver, which needs nothing.
  template <class Plain>
  [[gnu::always_inline]] bool report_plain(const Plain& event) {
    if constexpr (requires { observer.report_plain(event); }) {
      return observer.report_plain(event);
    } else {
      return !O::kObserves;
    }
  }
  [[gnu::noinline]] void report_enter(MoveCode move, int depth, Window window, Role role) {
    observer.enter(entered(move, depth, window, role));
  }
  [[gnu::noinline]] void report_leave(LeaveEvent event) { observer.leave(event); }
  [[gnu::always_inline]] void report_leave(const OpenNode& node, Score value, NodeId best) {
    const auto moves = static_cast<int>(node.move_count());
    if (!lists_are_known() || !report_plain(PlainLeaveEvent{value, last_bound_, best, moves})) {
      report_leave({value, NodeKind::kInterior, last_bound_, std::nullopt, best, legal(node)});
    }
  }
  [[gnu::noinline]] void report_bound(BoundEvent event) { observer.bound(event); }
  [[gnu::noinline]] void report_cutoff(CutoffEvent event) { observer.cutoff(event); }
  [[gnu::noinline]] void report_leaf(const EnterEvent& entered, const LeaveEvent& left) {
    if constexpr (requires { observer.leaf(entered, left); }) {
      observer.leaf(entered, left);
    } else {
      observer.enter(entered);
      observer.leave(left);
    }
  }
  [[gnu::noinline]] Score remembered_leaf_score();
  // Lists the moves of a node that is left without searching them. Only an observer needs them.
  void list_skipped_moves(OpenNode& node) {
    if constexpr (O::kObserves) {
      if (!lists_are_known()) return;
      game_.generate(moves_);
      node.end_of_moves = moves_.size();
    }
  }
  void store(const OpenNode& node, Score value, MoveCode proven);
  // Scores the position. Sets the returned line to empty, and last_bound_.
  struct Scored {
    Score score, value;
  };
  Scored scored(Window window) {
    const Score score = leaf_score();
    const Score value = returned(score, window);
    last_bound_ = value == score ? Bound::kExact : (value < score ? Bound::kLower : Bound::kUpper);
    return_line(PvLines::kEmpty);
    return {score, value};
  }
  NodeKind leaf_kind() const {
    if constexpr (HistoryGame<G>) {
      if (game_.is_finished() && game_.is_drawn_by_history()) return NodeKind::kDraw;
    }
    return game_.is_finished() ? NodeKind::kTerminal : NodeKind::kHorizon;
  }
  // The leave event of a scored node.
  LeaveEvent left(Score score, Score value) const {
    LeaveEvent event{value, leaf_kind(), last_bound_};
    if (value != score) event.score = score;
    return event;
  }
  void sort_by_score(Side side, std::span<MoveCode> moves);
  // A mate distance counts from the root in the search, and from the node in the table.
  Score moved_by_plies(Score value, Score plies) const {
    if constexpr (MateEvaluator<E, G>) {
      if (std::abs(value) >= evaluator_.mate_threshold()) {
        return value > 0 ? value + plies : value - plies;
      }
    }
    return value;
  }
  Score for_table(Score value) const { return moved_by_plies(value, static_cast<Score>(ply_)); }
  Score from_table(Score value) const { return moved_by_plies(value, -static_cast<Score>(ply_)); }
  // The value stored in the table, if it differs from the value that the node sees.
  static std::optional<Score> raw(Score stored, Score seen) {
    return stored == seen ? std::nullopt : std::optional<Score>(stored);
  }
  TableUse use_of(const TableEntry& entry, const OpenNode& node) const;
  Score answer_by_table(OpenNode& node, const TableEntry& entry);

  // The value that the node returns: unchanged (fail-soft) or clamped to the window (fail-hard).
  Score returned(Score value, Window window) const {
    return settings_.fail == FailMode::kSoft ? value : std::clamp(value, window.alpha, window.beta);
  }

  // The move that iterative deepening remembers for this position, or kNoMove.
  MoveCode remembered_move(const OpenNode& node) const {
    if (!remembers_moves_) return kNoMove;
    const MoveCode* const move = best_moves_.find(node.key);
    return move == nullptr ? kNoMove : *move;
  }

  std::optional<int> legal(const OpenNode& node) const {
    if (!lists_are_known()) return std::nullopt;
    return static_cast<int>(node.move_count());
  }

  void return_line(PvLines::Line line) {
    lines_.release(returned_line_);
    returned_line_ = line;
  }
  // After a fail low no move is proven best, so the node has no line.
  void return_line_of(OpenNode& node, bool failed_low) {
    if (failed_low) {
      lines_.release(node.line);
      node.line = PvLines::kEmpty;
    }
    return_line(node.line);
  }

  G game_;
  const E& evaluator_;
  const SearchSettings& settings_;
  const int max_player_;
  std::size_t ply_ = 0;
  bool remembers_moves_ = false;
  Counters counters_;
  Limits limits_;
  MoveList moves_;  // the moves of all open nodes, the innermost ones last
  PvLines lines_;
  PvLines::Line returned_line_ = PvLines::kEmpty;  // line of the node left last
  Bound last_bound_ = Bound::kExact;               // claim of the node left last
  MoveCode root_best_move_ = kNoMove;
  MoveCode table_move_ = kNoMove;  // passed from ask_table to list_moves
  KeyMap<MoveCode> best_moves_;
  KeyMap<Score> eval_cache_;
  TranspositionTable table_;
  KillerMoves killers_;
  HistoryScores history_;
  MoveSorter sorter_;
  RootChoice choice_;
};

template <Game G, Evaluator<G> E, Observer O>
std::optional<Score> SearchContext<G, E, O>::ask_table(OpenNode& node) {
  table_move_ = kNoMove;
  if (!table_.exists() || node.is_root) return std::nullopt;
  const TableEntry* const stored = table_.find(node.key);
  if (stored == nullptr) return std::nullopt;

  TableEntry entry = *stored;
  entry.value = from_table(stored->value);
  const TableUse use = use_of(entry, node);
  observer.report(ProbeEvent{node.key, node.depth, entry.depth(), entry.bound(), entry.value,
                             entry.move, use, entry.stored_by, raw(stored->value, entry.value),
                             entry.key});
  if (use == TableUse::kAnswered) return answer_by_table(node, entry);
  table_move_ = entry.move;
  if (use == TableUse::kNarrowed) {
    (entry.bound() == Bound::kLower ? node.window.alpha : node.window.beta) = entry.value;
    node.start = node.window;
    observer.bound({Cause::kTable, node.window});
  }
  return std::nullopt;
}

// An entry answers or narrows only at exactly the required depth. Its move is always used, unless
// iterative deepening remembers a move.
template <Game G, Evaluator<G> E, Observer O>
TableUse SearchContext<G, E, O>::use_of(const TableEntry& entry, const OpenNode& node) const {
  if (entry.depth() == node.depth) {
    const Score value = entry.value;
    switch (entry.bound()) {
      case Bound::kExact:
        return TableUse::kAnswered;
      case Bound::kLower:
        if (value >= node.window.beta) return TableUse::kAnswered;
        if (value > node.window.alpha) return TableUse::kNarrowed;
        break;
      case Bound::kUpper:
        if (value <= node.window.alpha) return TableUse::kAnswered;
        if (value < node.window.beta) return TableUse::kNarrowed;
        break;
    }
  }
  const bool tried_first = entry.move != kNoMove && remembered_move(node) == kNoMove;
  return tried_first ? TableUse::kMove : TableUse::kNo;
}

// A bound that closes the window is a cutoff. Only an observer needs the list of skipped moves.
template <Game G, Evaluator<G> E, Observer O>
Score SearchContext<G, E, O>::answer_by_table(OpenNode& node, const TableEntry& entry) {
  ++counters_.table_hits;
  const Score value = returned(entry.value, node.entry);
  last_bound_ =
      value == entry.value ? entry.bound() : (value < entry.value ? Bound::kLower : Bound::kUpper);
  LeaveEvent event{value, NodeKind::kTable, last_bound_};
  if constexpr (O::kObserves) {
    if (entry.bound() != Bound::kExact) {
      list_skipped_moves(node);
      const CutoffKind kind =
          entry.bound() == Bound::kLower ? CutoffKind::kBeta : CutoffKind::kAlpha;
      observer.cutoff({kind, Cause::kTable, entry.value, node.window,
                       std::span(moves_).subspan(node.first_move), lists_are_known()});
      event.legal = legal(node);
      moves_.resize(node.first_move);
    }
  }
  observer.leave(event);
  return_line(PvLines::kEmpty);
  return value;
}

template <Game G, Evaluator<G> E, Observer O>
void SearchContext<G, E, O>::list_moves(OpenNode& node) {
  game_.generate(moves_);
  node.end_of_moves = moves_.size();
  const std::span<MoveCode> moves = std::span(moves_).subspan(node.first_move);
  switch (settings_.order) {
    case Ordering::kNatural:
      break;
    case Ordering::kReverse:
      std::reverse(moves.begin(), moves.end());
      break;
    case Ordering::kStatic:
      sort_by_score(node.side, moves);
      break;
    case Ordering::kKiller:
      killers_.order(ply_, moves);
      break;
    case Ordering::kHistory:
      sorter_.sort(moves, [this, &node](MoveCode move) { return history_.score(node.side, move); });
      break;
  }
  const MoveCode remembered = remembered_move(node);
  const MoveCode first = remembered != kNoMove ? remembered : table_move_;
  if (first != kNoMove) move_to_front(moves, first);
}

// Sorts the moves, best for the mover first. An order-dependent filter counts every played move as
// tried, so such a game is sorted on a copy.
template <Game G, Evaluator<G> E, Observer O>
void SearchContext<G, E, O>::sort_by_score(Side side, std::span<MoveCode> moves) {
  std::optional<G> copy;
  if (!lists_are_known()) copy = game_;
  G& game = copy.has_value() ? *copy : game_;
  sorter_.sort(moves, [this, side, &game](MoveCode move) {
    ++counters_.ordering_evaluations;
    game.play(move);
    const Score score = evaluator_(game, max_player_);
    game.undo();
    return side == Side::kMax ? score : turned(score);
  });
}

template <Game G, Evaluator<G> E, Observer O>
Score SearchContext<G, E, O>::leave(OpenNode& node, Score best_value) {
  if (node.is_root) root_best_move_ = node.best_move;
  moves_.resize(node.first_move);
  // If the filter admitted no move, the position itself is scored.
  if (node.best_move == kNoMove) {
    const auto [score, value] = scored(node.start);
    observer.leave(left(score, value));
    return value;
  }

  const Score value = returned(best_value, node.start);
  const bool failed_low =
      node.side == Side::kMax ? value <= node.start.alpha : value >= node.start.beta;
  last_bound_ = bound_in(value, node.entry);
  if (remembers_moves_) best_moves_.put(node.key, node.best_move);
  // A node that failed low has only upper bounds for its moves, so no move is proven best.
  const MoveCode proven = failed_low ? kNoMove : node.best_move;
  if (table_.exists()) store(node, value, proven);
  report_leave(node, value, failed_low ? kNoNode : node.best);
  return_line_of(node, failed_low);
  return value;
}

// Stores a value that claims what last_bound_ says.
template <Game G, Evaluator<G> E, Observer O>
void SearchContext<G, E, O>::store(const OpenNode& node, Score value, MoveCode proven) {
  const Score stored = for_table(value);
  table_.store(node.key, node.depth, last_bound_, stored, proven, observer.current_node());
  observer.report(StoreEvent{node.depth, last_bound_, value, proven, node.key, raw(stored, value)});
}

template <Game G, Evaluator<G> E, Observer O>
OpenNode SearchContext<G, E, O>::begin_quiescence(Window window) {
  OpenNode node;
  node.side = side();
  node.entry = node.window = node.start = window;
  node.is_root = ply_ == 0;
  node.first_move = node.end_of_moves = moves_.size();
  if (game_.is_finished()) return node;
  game_.generate(moves_);
  const auto first = moves_.begin() + static_cast<std::ptrdiff_t>(node.first_move);
  if (!in_check()) {
    moves_.erase(std::remove_if(first, moves_.end(), [this](MoveCode m) { return noise(m) == 0; }),
                 moves_.end());
  }
  node.end_of_moves = moves_.size();
  sorter_.sort(std::span(moves_).subspan(node.first_move),
               [this](MoveCode move) { return static_cast<Score>(noise(move)); });
  return node;
}

template <Game G, Evaluator<G> E, Observer O>
Score SearchContext<G, E, O>::leave_quiescence(OpenNode& node, Score best_value,
                                               std::optional<Score> own) {
  if (node.is_root) root_best_move_ = node.best_move;
  const Score value = returned(best_value, node.start);
  const bool failed_low =
      node.side == Side::kMax ? value <= node.start.alpha : value >= node.start.beta;
  last_bound_ = bound_in(value, node.entry);
  report_leave({value, NodeKind::kInterior, last_bound_, own, failed_low ? kNoNode : node.best,
                legal(node)});
  moves_.resize(node.first_move);
  return_line_of(node, failed_low);
  return value;
}

template <Game G, Evaluator<G> E, Observer O>
Score SearchContext<G, E, O>::leave_cut_by_null_move(OpenNode& node, Score proven) {
  list_skipped_moves(node);
  report_cutoff_by(Cause::kNullMove, proven, node);
  const Score value = returned(proven, node.start);
  last_bound_ = bound_in(value, node.entry);
  if (table_.exists()) store(node, value, kNoMove);
  report_leave({value, NodeKind::kInterior, last_bound_, std::nullopt, kNoNode, legal(node)});
  moves_.resize(node.first_move);
  return_line(PvLines::kEmpty);
  return value;
}

template <Game G, Evaluator<G> E, Observer O>
Score SearchContext<G, E, O>::remembered_leaf_score() {
  if constexpr (HistoryGame<G> || MateEvaluator<E, G>) {
    // The score of a finished game may depend on plies or history, which the key does not include.
    if (game_.is_finished()) {
      ++counters_.leaf_evaluations;
      return evaluator_(game_, max_player_);
    }
  }
  const std::uint64_t key = evaluation_key_of(game_);
  if (const Score* const known = eval_cache_.find(key)) {
    ++counters_.eval_cache_hits;
    return *known;
  }
  ++counters_.leaf_evaluations;
  const Score score = evaluator_(game_, max_player_);
  eval_cache_.put(key, score);
  return score;
}

}  // namespace plytrace
