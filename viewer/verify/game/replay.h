// SPDX-License-Identifier: MIT
//
// Replay: the moves of a trace played on a real board of the game, beside the scan. Checks that
// moves are legal, that searched and skipped moves are the moves of the rules, that leaf scores are
// the evaluator's, that terminal nodes are terminal and draws are draws, keys and sides to move.
// Moves are compared as moves, in whatever notation they are written. Below a move that
// cannot be played nothing is checked. Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/any_game.h"
#include "viewer/reader/trace_reader.h"
#include "viewer/verify/game/key_partition.h"
#include "viewer/verify/game/positions_ahead.h"
#include "viewer/verify/game/search_game.h"
#include "viewer/verify/report/ledger.h"
#include "viewer/verify/scan/open_node.h"
#include "viewer/verify/scan/taken_row.h"

namespace plytrace::verify {

class Replay {
 public:
  // Null if the game, or its position, is unknown to plytrace; `reason` then says why. `is_known`:
  // the name is that of a game that plytrace knows.
  static std::unique_ptr<Replay> make(const TraceReader& reader, const SearchRow& search,
                                      const Facts& facts, Ledger& ledger, std::string* reason,
                                      bool* is_known);

  void begin_pass();
  // Call it before a node is entered below `level`, the innermost open node. If an earlier child
  // there names the same move in another notation, the row takes the number of that name: e1h1
  // becomes e1g1, and Nf3 becomes g1f3.
  void take_first_name(std::size_t level, TakenRow& row);
  // The text by which a child of the node at `level`, the innermost open node, names that move; the
  // text itself if there is none.
  std::string first_name(std::size_t level, const std::string& text);
  // Enters a node at this level of the open path. Corrects row.side after a finding.
  void enter(std::size_t level, TakenRow& row);
  void cutoff(std::size_t level, const CutoffRow& row);
  // The game's hash at the innermost open node, if that is at `level` and has a board.
  std::optional<std::uint64_t> own_key(std::size_t level) const;
  // Plays the moves of these nodes, from the root of a pass, without judging them. Returns false if
  // they cannot be played.
  bool stand_at(const std::vector<NodeRow>& path);
  // Whether another replay, which stood at the node at `level`, the innermost open node here, and
  // then went on, can be continued from here.
  bool can_take_over(std::size_t level, const Replay& ahead) const;
  // Goes on where that replay has come, with `open` nodes open.
  void take_over(std::size_t level, std::size_t open, Replay& ahead);
  // Call it before the judge leaves the node. Sets the true score of a wrong leaf, and corrects
  // row.kind after a finding.
  void check(OpenNode& node);
  void leave(std::size_t level);
  // Judges a leaf below the node at `level`, the innermost open node, in one step, if
  // NodeJudge::is_plain_leaf() accepts it. Returns false, and does nothing, if there may be a
  // finding.
  bool take_plain_leaf(std::size_t level, const NodeRow& row);
  // After the last node: says what only the whole scan shows.
  void finish();
  // The value of mate-in-0, if all checkmates that were met agree with it.
  std::optional<Score> mate_base() const { return sums_.mate_base; }
  // The game at the root of the search; stands there between passes.
  const AnyGame& game() const { return *game_; }

 private:
  // A child whose move is in its parent's list.
  struct Searched {
    MoveCode move = kNoMove;
    std::int64_t node = 0;
    std::optional<format::Side> side;
    // Number of findings of the replay, at it and below, that contradict its position.
    std::uint64_t contradictions = 0;
  };
  // The number by which a child names its move.
  struct Name {
    MoveCode move = kNoMove;
    std::int64_t number = 0;
  };
  // A child with contradictions; kept apart from the list, to which every node is added.
  struct Contradicted {
    std::int64_t node = 0;
    std::int64_t last = 0;    // id of the last node below it
    ReplayCounts findings{};  // findings of the replay at it and below, by rule
  };
  // A node as it was entered.
  struct Entered {
    std::int64_t ply = 0;
    bool is_after_pass = false;        // a null move leads here, or to a node above
    bool is_lost = false;              // no board below here
    bool is_played = false;            // leaving it undoes a move
    bool is_searched = false;          // it is the last of its parent's searched children
    bool has_findings_before = false;  // there were findings when it was entered
    ReplayCounts findings_before{};    // the counts of these findings
    std::uint64_t contradictions_before = 0;

    bool has_board_of(const Entered& other) const {
      return ply == other.ply && is_after_pass == other.is_after_pass && is_lost == other.is_lost &&
             is_played == other.is_played;
    }
  };
  struct Level : Entered {
    std::vector<Searched> searched;
    std::vector<Contradicted> contradicted;
    std::vector<Name> names;  // of its first moves, each once
    std::vector<MoveCode> skipped;
    bool skipped_known = true;
    bool list_blamed = false;       // a child has a finding, so the list cannot be right
    bool goes_on = false;           // a move, or a null move, was tried from its position
    std::optional<Searched> again;  // the first that was searched again without being a re-search
    // If the list depends on the moves tried (ghost filter): the next move of the generator.
    bool follows_order = false;
    MoveList order;
    std::size_t next = 0;
  };
  // A drawn end of the game that has a score.
  struct DrawnEnd {
    std::int64_t pass = 0, node = 0;
    std::string name;
    Score score = 0;
  };
  // A node that was searched on though history had drawn the game.
  struct MissedDraw {
    std::int64_t pass = 0, node = 0;
    std::string name;
  };
  static constexpr std::size_t kMostDrawnEnds = 1000, kMostMissedDraws = 1000;
  // Sums over the nodes of the search, most of which are read only after the scan.
  struct Sums {
    std::uint64_t contradictions = 0;
    std::uint64_t nodes_for_claims = 0;  // searched to check claims without search
    std::optional<Score> mate_base;
    bool is_mate_base_unclear = false;
    std::vector<DrawnEnd> drawn_ends;
    std::optional<Score> least_lost;  // the least score of a lost end, without its sign
    Score most_at_horizon = 0;        // the largest static score, without its sign
    std::vector<MissedDraw> missed_draws;
    std::uint64_t missed_draws_total = 0;
    bool has_told_draws = false;  // a leaf of kind draw was one by history

    void add(Sums&& more, bool are_ends_mates);
  };

  Replay(const TraceReader& reader, const Facts& facts, Ledger& ledger,
         std::unique_ptr<AnyGame> game)
      : reader_(reader), facts_(facts), ledger_(ledger), game_(std::move(game)) {}

  std::optional<MoveCode> code_of(std::int64_t move);
  [[gnu::noinline]] std::optional<MoveCode> later_code_of(std::int64_t move);
  std::optional<MoveCode> code_of_text(const std::string& text);
  // The move that a text means in the position of the board, in any notation of the game.
  std::optional<MoveCode> code_here(std::int64_t move);
  std::optional<MoveCode> code_here(const std::string& text);
  const std::optional<std::vector<MoveCode>>& skipped_moves(const CutoffRow& row);
  Level& begin(std::size_t level, const NodeRow& row);
  bool follow(std::size_t level, const NodeRow& row);
  [[gnu::noinline]] bool play_to_root(const NodeRow& row, Level& level);
  bool play(Level& above, const NodeRow& row, Level& level);
  bool is_plain_leaf(const NodeRow& row) const;
  bool pass(const NodeRow& row, Level& level);
  format::Side side_to_move() const;
  void check_position(TakenRow& row);
  void check_leaf(OpenNode& node);
  [[gnu::noinline]] void check_draw(OpenNode& node);
  [[gnu::noinline]] void check_end(const OpenNode& node);
  [[gnu::noinline]] void check_lost_end(const OpenNode& node, Score score);
  void check_drawn_end(const OpenNode& node, Score score);
  void check_sign(const OpenNode& node);
  void report_drawn_ends();
  void warn_drawn_end(const DrawnEnd& end);
  void note_missed_draw(const OpenNode& node);
  [[gnu::noinline]] void check_known(OpenNode& node);
  [[gnu::noinline]] void check_moves(OpenNode& node, const Level& level);
  void warn_about_zugzwang(const OpenNode& node);
  bool has_legal_move();
  std::uint64_t claim_share() const;
  std::uint64_t most_nodes_for_claims() const;
  void check_quiescence_moves(OpenNode& node, const Level& level);
  void check_unordered_moves(OpenNode& node, const Level& level);
  void check_reverse_order(const OpenNode& node, const Level& level);
  const Searched* find_misnamed(const Level& level, const std::vector<MoveCode>& extra) const;
  const Searched* find_misnamed_twin(const Level& level, const Searched& again) const;
  void blame_again(Level& level, const Searched& again);
  void blame_misnamed(const Level& level, const Searched& child, const std::string& why,
                      std::string expected);
  [[gnu::noinline]] void keep_findings(Level& above, const Level& here);
  [[gnu::noinline]] void follow_order(Level& parent, const NodeRow& row, MoveCode move);
  // Properties that a rules program does not report are not compared.
  bool is_key_told() const { return program_ == nullptr || program_->is_key_known(); }
  bool is_side_told() const { return program_ == nullptr || program_->is_side_known(); }
  bool is_end_told() const { return program_ == nullptr || program_->is_end_known(); }
  void blame(Rule rule, const NodeRow& row, const std::string& why, std::string expected,
             std::string actual);
  std::string texts(const std::vector<MoveCode>& moves) const;

  const TraceReader& reader_;
  const Facts& facts_;
  Ledger& ledger_;
  std::unique_ptr<AnyGame> game_;
  std::unique_ptr<AnyEvaluator> evaluator_;
  const rules::RulesGame* program_ = nullptr;  // *game_, if a rules program judges
  std::optional<PositionsAhead> ahead_;        // then
  int max_player_ = 0;
  std::int64_t last_entered_ = 0;
  std::vector<Level> levels_;
  // Indexed by move id; nullopt: not a known move.
  std::vector<std::optional<MoveCode>> first_codes_;
  std::unordered_map<std::int64_t, std::optional<MoveCode>> codes_;
  std::unordered_map<std::string, std::optional<MoveCode>> codes_of_texts_;
  std::unordered_map<std::string, std::optional<std::vector<MoveCode>>> lists_;  // skipped moves
  MoveList legal_;
  std::vector<MoveCode> seen_;  // moves of a node that were searched or skipped
  KeyPartition keys_;
  // true: the search reports the moves before its root, or declares that history counts
  bool has_history_ = false;
  Sums sums_;
};

}  // namespace plytrace::verify
