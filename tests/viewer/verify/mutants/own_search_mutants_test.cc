// SPDX-License-Identifier: MIT
//
// Bugs of public chess engines, each planted in plytrace's own selective search
// (core/search/selective.h): game, evaluator and context are the real ones, but for the functions
// replaced here. Each bug is refuted or warned of at a node in which it made a difference, and the
// same search without it is not. Bugs of MultiPV and of singular searches, which plytrace's own
// searches do not have, are planted in the test's engine (verify/chess/chess_engine.h). So is a
// stopped iteration whose value is the result: a pass of plytrace's own says that it was stopped.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/games/chess/evaluators.h"
#include "core/search/declaration.h"
#include "core/search/run_search.h"
#include "tests/viewer/verify/verify_support.h"
#include "tracer/recorder.h"
#include "tracer/recording.h"

namespace plytrace::test::own_search_mutants {
namespace {

using chess::Chess;
using chess::Pesto;
using verify::Finding;
using verify::Rule;
using verify::Verdict;
using verify::VerifyReport;

enum class Bug {
  kNone,
  kCastlingNotInKey,    // the key lacks castling rights
  kEnPassantNotInKey,   // the key lacks the en-passant square
  kEnPassantSplitsKey,  // the key holds the file of any double step, though nothing can capture
  kMoveLost,            // the list of moves loses its third one
  kLastMove,            // the list of moves loses its last one
  kMoveTwice,           // the first move is listed again at the end
  kInventedDraw,        // says draw where nothing is drawn
  kGameTwofold,         // one occurrence before the search is a draw
  kNoRepetition,        // draws by history are not seen
  kMateIsDraw,          // checkmate is scored as a draw
  kMateNotShifted,      // the table keeps mates as distances from the root
  kFailLowIsExact,      // values at or below alpha are claimed and stored as exact
  kNullMoveInZugzwang,  // passes with pawns alone
  kNullMoveInCheck,     // passes in check
  kReducedTrusted,      // a reduced search that beats alpha is not repeated to the full depth
  kAbortedStored,       // a node that is stopped stores the best value so far
  kIllegalQuiet,        // quiescence lists captures of guarded pieces by the king
  kDrift,               // the evaluation keeps a term of the last double step
  kIllegalLine,         // the principal variation ends with an illegal move
  kLineCut,             // the principal variation ends after one move
};

// The state that the layers of the search in progress share.
struct Planted {
  Bug bug = Bug::kNone;
  int root_plies = 0;
  bool touched = false;           // the bug has just made a difference
  bool in_quiescence = false;     // the moves of a quiescence node are being listed
  std::uint64_t real_key = 0;     // right key of the position asked for last
  std::set<std::int64_t> bitten;  // the nodes in which it made one
};
Planted* planted = nullptr;

// The position as a FEN, with one field changed.
std::string with_field(const std::string& fen, int field, const std::string& text) {
  std::vector<std::string> fields = words_of(fen);
  fields[static_cast<std::size_t>(field)] = text;
  std::string changed;
  for (const std::string& one : fields) changed += (changed.empty() ? "" : " ") + one;
  return changed;
}

class BuggyChess : public Chess {
 public:
  explicit BuggyChess(const Chess& right) : Chess(right) {}

  std::uint64_t key() const {
    planted->real_key = Chess::key();
    switch (planted->bug) {
      case Bug::kCastlingNotInKey:
        return Chess::from_position({}, with_field(fen(), 2, "-"))->key();
      case Bug::kEnPassantNotInKey:
        return Chess::from_position({}, with_field(fen(), 3, "-"))->key();
      case Bug::kEnPassantSplitsKey:
        planted->touched |= double_step_ != 0;
        return Chess::key() ^ static_cast<std::uint64_t>(double_step_) * 0x9e3779b97f4a7c15U;
      default:
        return Chess::key();
    }
  }
  void play(MoveCode move) {
    illegal_.push_back(planted->bug == Bug::kIllegalQuiet && !Chess::is_legal(move));
    Chess::play(move);
    const auto from = chess::from_square(move);
    const auto to = chess::to_square(move);
    const bool is_double_step =
        piece_on(to) == chess::kPawn && (to - from == 16 || from - to == 16);
    steps_.push_back(double_step_);
    double_step_ = is_double_step ? 1 + static_cast<int>(to % 8) : 0;
  }
  void pass() {
    illegal_.push_back(false);
    steps_.push_back(double_step_);
    double_step_ = 0;
    Chess::pass();
  }
  // The part of the score that a faulty incremental evaluation forgets to subtract on undo.
  int drift() const { return double_step_; }
  void undo() {
    Chess::undo();
    illegal_.pop_back();
    double_step_ = steps_.back();
    steps_.pop_back();
  }
  void generate(MoveList& moves) const {
    const std::size_t before = moves.size();
    Chess::generate(moves);
    const std::size_t count = moves.size() - before;
    const auto first = moves.begin() + static_cast<std::ptrdiff_t>(before);
    if (planted->bug == Bug::kMoveLost && count > 5) {
      moves.erase(first + 2);
    } else if (planted->bug == Bug::kLastMove && count > 1) {
      moves.pop_back();
    } else if (planted->bug == Bug::kMoveTwice && count > 1) {
      moves.push_back(*first);
    } else if (!planted->in_quiescence || !changes_quiescence(moves, before)) {
      return;
    }
    planted->touched = true;
  }
  bool is_finished() const {
    if (Chess::is_finished()) return true;
    if (planted->bug == Bug::kNoRepetition && reason() == DrawReason::kHistory) {
      planted->touched = true;
    }
    if (!is_wrongly_drawn()) return false;
    planted->touched = true;
    return true;
  }
  bool is_drawn_by_history() const { return is_wrongly_drawn() || Chess::is_drawn_by_history(); }
  bool is_zugzwang_likely() const {
    return planted->bug != Bug::kNullMoveInZugzwang && Chess::is_zugzwang_likely();
  }

 private:
  DrawReason reason() const { return draw_reason(plies_played() - planted->root_plies); }
  // Adds captures by the king that expose it. After such a move the opponent tries nothing.
  bool changes_quiescence(MoveList& moves, std::size_t before) const {
    if (!illegal_.empty() && illegal_.back()) {
      moves.resize(before);
      return true;
    }
    const std::size_t legal = moves.size();
    const int side = player_to_move();
    const chess::Square king = chess::first_square(pieces(side, chess::kKing));
    for (chess::Square to = 0; to < 64; ++to) {
      const bool is_beside = (chess::king_attacks(king) & chess::bit(to)) != 0;
      const chess::Piece piece = piece_on(to);
      if (!is_beside || in_check() || piece == chess::kNoPiece || piece == chess::kKing) continue;
      const bool is_own = (pieces(side, piece) & chess::bit(to)) != 0;
      const MoveCode move = chess::move_code(king, to);
      if (!is_own && !Chess::is_legal(move)) moves.push_back(move);
    }
    return moves.size() > legal;
  }
  bool is_wrongly_drawn() const {
    if (plies_played() == planted->root_plies || Chess::is_finished()) return false;
    if (planted->bug == Bug::kGameTwofold) return reason() == DrawReason::kGameOnly;
    return planted->bug == Bug::kInventedDraw && Chess::key() % 61 == 7 &&
           reason() == DrawReason::kNone;
  }

  int double_step_ = 0;  // 1 + the file of the double step that led here, or 0
  std::vector<int> steps_;
  std::vector<bool> illegal_;  // of each move played
};

class BuggyPesto : public Pesto {
 public:
  explicit BuggyPesto(const Pesto& right) : Pesto(right) {}
  Score operator()(const BuggyChess& game, int player) const {
    const Score right = Pesto::operator()(game, player);
    if (planted->bug == Bug::kDrift && game.drift() > 0 && !game.is_finished()) {
      planted->touched = true;
      return right + game.drift();
    }
    if (planted->bug != Bug::kMateIsDraw || std::abs(right) < Pesto::mate_threshold()) return right;
    planted->touched = true;
    return 0;
  }
  Score mate_threshold() const {
    return planted->bug == Bug::kMateNotShifted ? kInfinity : Pesto::mate_threshold();
  }
};

class BuggyContext : public SearchContext<BuggyChess, BuggyPesto, SinkObserver> {
  using Base = SearchContext<BuggyChess, BuggyPesto, SinkObserver>;

 public:
  using Base::Base;

  OpenNode open(MoveCode move, int depth, Window window, Role role) {
    begin(role);
    const OpenNode node = Base::open(move, depth, window, role);
    key_at(ply()) = planted->real_key;
    mark(here());
    return node;
  }
  Score leave_leaf(MoveCode move, int depth, Window window, Role role) {
    begin(role);
    return leaf([&] { return Base::leave_leaf(move, depth, window, role); });
  }
  Score leave_quiet(MoveCode move, Window window, Role role) {
    begin(role);
    return leaf([&] { return Base::leave_quiet(move, window, role); });
  }
  OpenNode begin_quiescence(Window window) {
    planted->in_quiescence = bug() == Bug::kIllegalQuiet;
    const OpenNode node = Base::begin_quiescence(window);
    planted->in_quiescence = false;
    return node;
  }
  Score leaf_score() {
    const Score score = Base::leaf_score();
    mark(here());
    return score;
  }
  void open_quiescence(const OpenNode& node, MoveCode move, Role role) {
    begin(role);
    Base::open_quiescence(node, move, role);
    mark(here());
  }

  std::optional<Score> ask_table(OpenNode& node) {
    const std::int64_t id = here();
    const std::set<std::uint64_t>& stored = stored_[node.key];
    const bool of_others =
        stored.size() > 1 || (stored.size() == 1 && *stored.begin() != key_at(ply()));
    if (of_others || (bug() == Bug::kMateNotShifted && mates_.count(node.key) != 0)) bite(id);
    const auto answer = Base::ask_table(node);
    if (answer) mark(id);
    if (answer) end();
    return answer;
  }
  void list_moves(OpenNode& node) {
    Base::list_moves(node);
    mark(here());
  }

  bool may_pass() const {
    return Base::may_pass() || (bug() == Bug::kNullMoveInCheck && in_check());
  }
  void pass() {
    passed_in_check_ = in_check();
    Base::pass();
  }
  // The opponent could take the king: such a position is scored as it is.
  bool is_leaf(int depth) const { return passed_in_check_ || Base::is_leaf(depth); }
  void undo() {
    Base::undo();
    just_reduced_ = passed_in_check_ = false;
  }
  // Lets the search believe that it has stopped, just where it would repeat a reduced search.
  bool stopped() const {
    return Base::stopped() || (bug() == Bug::kReducedTrusted && just_reduced_);
  }
  bool prefers(const OpenNode& node, MoveCode move, Score value, Score best) {
    const bool better = Base::prefers(node, move, value, best);
    if (better) best_[&node] = value;
    const bool beats_window =
        node.side == Side::kMax ? value > node.window.alpha : value < node.window.beta;
    if (bug() == Bug::kReducedTrusted && beats_window && was_reduced_) bite(here());
    return better;
  }

  Score leave(OpenNode& node, Score value) {
    const std::int64_t id = here();
    const bool fails_low =
        node.side == Side::kMax ? value <= node.start.alpha : value >= node.start.beta;
    if (bug() == Bug::kFailLowIsExact && fails_low) {
      node.entry = {};
      bite(id);
    }
    if (std::abs(value) >= 27'000) {
      mates_.insert(node.key);
      if (bug() == Bug::kMateNotShifted) bite(id);
    }
    stored_[node.key].insert(key_at(ply()));
    best_.erase(&node);
    const Score left = Base::leave(node, value);
    end();
    return left;
  }
  Score abandon(OpenNode& node) {
    const auto best = best_.find(&node);
    if (bug() != Bug::kAbortedStored || best == best_.end()) return Base::abandon(node);
    bite(here());
    return leave(node, best->second);
  }
  Score leave_quiescence(OpenNode& node, Score value, std::optional<Score> own) {
    const Score left = Base::leave_quiescence(node, value, own);
    end();
    return left;
  }
  Score leave_cut_by_null_move(OpenNode& node, Score value) {
    const std::int64_t id = here();
    if (bug() == Bug::kNullMoveInZugzwang) bite(id);
    if (bug() == Bug::kNullMoveInZugzwang) bite(static_cast<std::int64_t>(observer.last_child()));
    stored_[node.key].insert(key_at(ply()));
    const Score left = Base::leave_cut_by_null_move(node, value);
    mark(id);
    end();
    return left;
  }

  std::vector<MoveCode> root_line() const {
    std::vector<MoveCode> line = Base::root_line();
    if (bug() == Bug::kIllegalLine && !line.empty()) line.push_back(line.back());
    if (bug() == Bug::kLineCut && line.size() > 1) line.resize(1);
    return line;
  }

 private:
  static Bug bug() { return planted->bug; }
  static void bite(std::int64_t node) { planted->bitten.insert(node); }
  static void mark(std::int64_t node) {
    if (planted->touched) bite(node);
    planted->touched = false;
  }
  std::int64_t here() const { return static_cast<std::int64_t>(observer.current_node()); }

  template <class Leave>
  Score leaf(const Leave& leave) {
    const bool in_check = passed_in_check_;
    const Score value = leave();
    mark(static_cast<std::int64_t>(observer.last_child()));
    if (in_check) bite(static_cast<std::int64_t>(observer.last_child()));
    end();
    return value;
  }
  void begin(Role role) {
    if (roles_.size() <= ply()) roles_.resize(ply() + 1);
    roles_[ply()] = role;
  }
  // The node of this ply has been left.
  void end() { was_reduced_ = just_reduced_ = roles_[ply()] == Role::kReduced; }
  std::uint64_t& key_at(std::size_t ply) {
    if (keys_.size() <= ply) keys_.resize(ply + 1);
    return keys_[ply];
  }

  bool passed_in_check_ = false;
  bool just_reduced_ = false;  // until the move is taken back
  bool was_reduced_ = false;   // the node left last
  std::vector<Role> roles_;
  std::vector<std::uint64_t> keys_;                          // the right ones of the open path
  std::map<std::uint64_t, std::set<std::uint64_t>> stored_;  // the right keys of a table key
  std::set<std::uint64_t> mates_;                            // table keys under which a mate is
  std::map<const OpenNode*, Score> best_;
};

struct Setting {
  std::string position = "startpos";
  int depth = 3;
  bool iterative = false, quiescence = true;
  int null_move = 0;
  bool reduces = false, extends = false, table = true;
  std::uint64_t node_limit = 0;
};

SearchSettings settings_of(const Setting& setting) {
  SearchSettings settings;
  settings.algorithm = plytrace::Algorithm::kPvs;
  settings.depth = setting.depth;
  settings.iterative = setting.iterative;
  settings.quiescence = setting.quiescence;
  if (setting.null_move > 0) settings.null_move = setting.null_move;
  settings.late_reductions = setting.reduces;
  if (setting.extends) settings.extend = Extension::kCheck;
  if (setting.table) settings.table_megabytes = 1;
  if (setting.node_limit > 0) settings.node_limit = setting.node_limit;
  return settings;
}

// Records the search, as GameModel does it for the right game.
void record_search(const std::string& file, const Setting& setting, Planted& with) {
  planted = &with;
  const auto right = Chess::from_position({}, setting.position);
  ASSERT_TRUE(right.is_ok()) << right.status().message();
  const auto searched = Chess::from_position(
      with.bug == Bug::kNoRepetition ? Arguments{{"history", "off"}} : Arguments{},
      setting.position);
  const BuggyChess game(*searched);
  const auto pesto = Pesto::create(game, {});
  const BuggyPesto evaluator(*pesto);
  with.root_plies = game.plies_played();
  const SearchSettings settings = settings_of(setting);

  auto recording = Recording::start({file, true}, {});
  ASSERT_TRUE(recording.is_ok()) << recording.status().message();
  RecorderOptions options;
  options.capture = kCaptureDefault | kCaptureKeys | kCaptureNotes;
  auto recorder = (*recording)->add_stream(options);
  GameTraits traits{true, true};
  traits.mate_threshold = pesto->mate_threshold();
  SearchDeclaration declaration =
      declare(settings, pesto->parameters_json(), recorder->capture(), traits);
  declaration.game = "chess";
  declaration.game_options = right->options_json();
  declaration.position = right->position_text();
  declaration.evaluator = "pesto";
  declaration.max_player = max_player_of(*right);
  declaration.score_range = pesto->score_range();
  declaration.move_text = [&](MoveCode move) { return right->move_text(move); };
  recorder->begin_search(declaration);
  {
    SinkObserver observer(*recorder);
    BuggyContext context(game, evaluator, settings, observer);
    SearchResult result;
    run_single_passes<BuggyContext, Selective<BuggyContext>>(context, result);
    result.counters = context.counters();
    result.stopped = context.limits().status();
    recorder->end_search(search_end(result, declaration.move_text));
  }
  recorder.reset();
  ASSERT_TRUE((*recording)->finish().is_ok());
}

struct Mutant {
  const char* name;
  Bug bug;
  Setting setting;
  Rule rule;
};

constexpr auto kRooks = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
constexpr auto kPawn = "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1";
constexpr auto kPawns = "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1";
constexpr auto kMateIn2 = "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1";
constexpr auto kRookEnding = "7k/8/5K2/8/8/8/8/R7 w - - 0 1";
constexpr auto kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const std::vector<Mutant> kMutants{
    {"the key lacks castling rights",
     Bug::kCastlingNotInKey,
     {.position = kRooks, .depth = 4},
     Rule::kKeyClash},
    {"the key lacks the en-passant square",
     Bug::kEnPassantNotInKey,
     {.position = "4n2k/8/8/8/4p3/8/3P4/4R2K w - - 0 1", .depth = 5, .iterative = true},
     Rule::kKeyClash},
    {"the key holds an en-passant file though nothing can capture",
     Bug::kEnPassantSplitsKey,
     {.position = kPawn, .depth = 4},
     Rule::kWarnKeySplit},
    {"a move is lost", Bug::kMoveLost, {.position = kRooks}, Rule::kMoveList},
    {"the last move is never searched", Bug::kLastMove, {.position = kRooks}, Rule::kMoveList},
    {"a move is searched twice",
     Bug::kMoveTwice,
     {.position = kRooks, .table = false},
     Rule::kWarnDuplicateMove},
    {"a draw where none is", Bug::kInventedDraw, {}, Rule::kDraw},
    {"a second occurrence in the game is a draw",
     Bug::kGameTwofold,
     {.position = "startpos moves g1f3 g8f6 f3g1", .depth = 2},
     Rule::kDraw},
    {"draws by history are not seen",
     Bug::kNoRepetition,
     {.position = "4k1n1/8/8/8/8/8/7P/4K1N1 w - - 98 60", .depth = 4},
     Rule::kLeafScore},
    {"checkmate is scored as a draw", Bug::kMateIsDraw, {.position = kMateIn2}, Rule::kLeafScore},
    {"a mate in the table is not shifted by the ply",
     Bug::kMateNotShifted,
     {.position = kRookEnding, .depth = 5, .iterative = true, .extends = true},
     Rule::kTableEntry},
    {"a fail-low is exact", Bug::kFailLowIsExact, {.position = kRooks}, Rule::kClaim},
    {"a null move with pawns alone",
     Bug::kNullMoveInZugzwang,
     {.position = kPawns, .depth = 5, .null_move = 1},
     Rule::kWarnZugzwang},
    {"a null move in check",
     Bug::kNullMoveInCheck,
     {.position = "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1",
      .depth = 5,
      .quiescence = false,
      .null_move = 1},
     Rule::kIllegalMove},
    {"a reduced search is trusted",
     Bug::kReducedTrusted,
     {.position = kRooks, .depth = 4, .reduces = true, .table = false},
     Rule::kWarnReducedTrusted},
    {"a stopped node stores its value",
     Bug::kAbortedStored,
     {.position = kRooks, .depth = 4, .iterative = true, .node_limit = 700},
     Rule::kCount},
    {"quiescence plays illegal moves",
     Bug::kIllegalQuiet,
     {.position = kKiwipete, .depth = 2},
     Rule::kIllegalMove},
    {"the evaluation keeps a term of an earlier position",
     Bug::kDrift,
     {.depth = 3},
     Rule::kLeafScore},
    {"the line ends with an illegal move", Bug::kIllegalLine, {.depth = 2}, Rule::kPvLegal},
    {"the line of a mate is cut short",
     Bug::kLineCut,
     {.position = kRookEnding, .table = false},
     Rule::kWarnPvMate},
};

const Finding* first_of(const VerifyReport& report, Rule rule) {
  for (const auto* list : {&report.findings, &report.warnings}) {
    for (const Finding& finding : *list) {
      if (finding.rule == rule) return &finding;
    }
  }
  return nullptr;
}

// The rule judges the result, not a node.
bool is_of_result(Rule rule) { return rule == Rule::kPvLegal || rule == Rule::kWarnPvMate; }

TEST(OwnSearchMutants, EachIsFoundAtItsNode) {
  for (const Mutant& mutant : kMutants) {
    SCOPED_TRACE(mutant.name);
    const ScratchFolder folder;
    Planted nothing;
    record_search(folder / "right.db", mutant.setting, nothing);
    const VerifyReport sound = judge(folder / "right.db");
    EXPECT_NE(sound.verdict, Verdict::kRefuted) << outline(sound);
    EXPECT_EQ(first_of(sound, mutant.rule), nullptr) << first_of(sound, mutant.rule)->message;

    Planted wrong;
    wrong.bug = mutant.bug;
    record_search(folder / "wrong.db", mutant.setting, wrong);
    const VerifyReport report = judge(folder / "wrong.db");
    const Finding* found = first_of(report, mutant.rule);
    if (found == nullptr) {
      ADD_FAILURE() << wrong.bitten.size() << " bitten, " << outline(report).substr(0, 2000)
                    << warned(report).substr(0, 500);
      continue;
    }
    EXPECT_TRUE(info(mutant.rule).warning || report.verdict == Verdict::kRefuted);
    if (is_of_result(mutant.rule)) continue;
    EXPECT_TRUE(wrong.bitten.count(found->node) != 0) << found->message;
    for (const Finding& finding : report.findings) {
      EXPECT_TRUE(wrong.bitten.count(finding.node) != 0) << finding.message;
    }
  }
}

}  // namespace
}  // namespace plytrace::test::own_search_mutants
