// SPDX-License-Identifier: MIT
#include "viewer/verify/game/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "viewer/format/characters.h"
#include "viewer/format/numbers.h"
#include "viewer/verify/game/search_game.h"
#include "viewer/verify/per_node.h"

namespace plytrace::verify {
namespace {

constexpr const char* kSearchedBefore = "its move was searched before as another child";

using format::NodeKind;
using format::Role;

// The first move at the first root that has moves, if none of them is in the game's notation.
// Another engine may use its own, and then nothing can be compared.
std::optional<std::string> move_of_other_notation(const TraceReader& reader,
                                                  const SearchRow& search, const AnyGame& game) {
  std::optional<std::string> first;
  for (const PassRow& pass : reader.passes(search.id)) {
    const auto root = pass.root ? reader.node(*pass.root) : std::nullopt;
    if (!root) continue;
    for (const NodeRow& child : reader.children(*root)) {
      if (!child.move || child.role == Role::kNullMove) continue;
      const std::string text = reader.move_text(child.move);
      if (game.read_move(text).is_ok()) return std::nullopt;
      if (!first) first = text;
    }
    if (first) return first;
  }
  return std::nullopt;
}

// Names a move of the trace and one of the game.
std::string why_other_notation(const std::string& game_name, const AnyGame& game,
                               const std::string& move) {
  MoveList moves;
  game.generate(moves);
  const std::string example =
      moves.empty() ? "" : fmt::format(", the game writes '{}'", game.move_text(moves.front()));
  return fmt::format("its moves are not written as moves of {} are: the trace has '{}'{}",
                     game_name, text::printable(move), example);
}

}  // namespace

std::unique_ptr<Replay> Replay::make(const TraceReader& reader, const SearchRow& search,
                                     const Facts& facts, Ledger& ledger, std::string* reason,
                                     bool* is_known) {
  auto made = make_search_game(search, reason, is_known);
  // A foreign engine may write positions in its own way; plytrace's own must fit.
  if (facts.demands.game_positions && (!made || !made->evaluator) && (*is_known || made)) {
    ledger.blame(Rule::kPosition, 0, [&] {
      return Words{*reason, "a position and an evaluator of the game",
                   fmt::format("{}, {}", search.position, search.evaluator)};
    });
  }
  if (!made) return nullptr;
  // Moves in another notation would all seem illegal.
  const auto other = facts.demands.game_positions
                         ? std::nullopt
                         : move_of_other_notation(reader, search, *made->game);
  if (other) {
    *reason = made->by_program == nullptr
                  ? why_other_notation(search.game, *made->game, *other)
                  : "the rules program writes moves in another way than the trace: " +
                        made->game->why_illegal(kNoMove);
    return nullptr;
  }
  std::unique_ptr<Replay> replay(new Replay(reader, facts, ledger, std::move(made->game)));
  replay->evaluator_ = std::move(made->evaluator);
  replay->program_ = made->by_program;
  if (made->by_program != nullptr) {
    replay->ahead_.emplace(reader, made->by_program->program(), search.position);
  }
  replay->max_player_ = made->max_player;
  replay->has_history_ = search.position.find(" moves ") != std::string::npos ||
                         search.game_options.find("\"history\"") != std::string::npos;
  return replay;
}

void Replay::blame(Rule rule, const NodeRow& row, const std::string& why, std::string expected,
                   std::string actual) {
  // A wrong list means missing moves, not another position.
  if (rule != Rule::kMoveList) ++sums_.contradictions;
  ledger_.blame(rule, row.id, [&] {
    return Words{fmt::format("{}: {}", ledger_.name(row), why), std::move(expected),
                 std::move(actual)};
  });
}

std::string Replay::texts(const std::vector<MoveCode>& moves) const {
  std::string text;
  for (std::size_t i = 0; i < moves.size() && i < 8; ++i) {
    text += i == 0 ? "" : ", ";
    text += moves[i] == kNoMove ? "a text that is not a move" : game_->move_text(moves[i]);
  }
  if (moves.size() > 8) text += fmt::format(", {} more", moves.size() - 8);
  return text.empty() ? "none" : text;
}

std::optional<MoveCode> Replay::code_of_text(const std::string& text) {
  const auto known = codes_of_texts_.find(text);
  if (known != codes_of_texts_.end()) return known->second;
  const auto code = game_->parse_move(text);
  return codes_of_texts_.emplace(text, code ? std::optional(*code) : std::nullopt).first->second;
}

std::optional<MoveCode> Replay::code_here(std::int64_t move) {
  const auto code = code_of(move);
  if (facts_.demands.game_positions) return code;
  return code ? game_->in_own_notation(*code) : code_here(reader_.move_text(move));
}

std::optional<MoveCode> Replay::code_here(const std::string& text) {
  if (facts_.demands.game_positions) return code_of_text(text);
  const auto code = game_->read_move(text);
  return code ? std::optional(*code) : std::nullopt;
}

// The moves that the row lists as skipped, which must not be NULL; nullopt if the text is not a
// list. Most lists occur many times.
const std::optional<std::vector<MoveCode>>& Replay::skipped_moves(const CutoffRow& row) {
  constexpr std::size_t kMostLists = 4096;
  const auto known = lists_.find(*row.skipped_moves);
  if (known != lists_.end()) return known->second;
  std::optional<std::vector<MoveCode>> moves;
  if (const auto texts = skipped_texts(row)) {
    moves.emplace();
    // A name that is not a move stays in the list, and is not among the legal moves.
    for (const std::string& text : *texts) moves->push_back(code_of_text(text).value_or(kNoMove));
  }
  if (lists_.size() >= kMostLists) lists_.clear();
  return lists_.emplace(*row.skipped_moves, std::move(moves)).first->second;
}

// Called for each node. Nearly all moves of most games have small ids.
std::optional<MoveCode> Replay::code_of(std::int64_t move) {
  constexpr std::size_t kFirst = 1024;
  const auto number = static_cast<std::size_t>(move);
  if (number < first_codes_.size() && first_codes_[number]) return first_codes_[number];
  const auto code = later_code_of(move);
  if (number < kFirst) {
    first_codes_.resize(std::max(first_codes_.size(), number + 1));
    first_codes_[number] = code;
  }
  return code;
}

std::optional<MoveCode> Replay::later_code_of(std::int64_t move) {
  const auto known = codes_.find(move);
  if (known != codes_.end()) return known->second;
  return codes_.emplace(move, code_of_text(reader_.move_text(move))).first->second;
}

void Replay::begin_pass() { game_->begin_pass(); }

void Replay::take_first_name(std::size_t level, TakenRow& row) {
  // A position of chess has at most 218 moves; the walk must not grow with the nodes of other
  // games.
  constexpr std::size_t kMostNames = 256;
  Level& above = levels_[level];
  if (facts_.demands.game_positions || above.is_lost || !row->move) return;
  const auto code = code_here(*row->move);
  if (!code || row->role == Role::kNullMove) return;
  const auto first = std::find_if(above.names.begin(), above.names.end(),
                                  [&](const Name& name) { return name.move == *code; });
  if (first != above.names.end()) {
    row.take(&NodeRow::move, first->number);
  } else if (above.names.size() < kMostNames) {
    above.names.push_back({*code, *row->move});
  }
}

std::string Replay::first_name(std::size_t level, const std::string& text) {
  const Level& here = levels_[level];
  if (facts_.demands.game_positions || here.is_lost) return text;
  const auto code = code_here(text);
  const auto first = std::find_if(here.names.begin(), here.names.end(),
                                  [&](const Name& name) { return code && name.move == *code; });
  return first == here.names.end() ? text : reader_.move_text(first->number);
}

Replay::Level& Replay::begin(std::size_t level, const NodeRow& row) {
  if (levels_.size() <= level) levels_.resize(level + 1);
  Level& here = levels_[level];
  here.searched.clear();
  here.contradicted.clear();
  here.names.clear();
  here.skipped.clear();
  here.skipped_known = true;
  here.list_blamed = here.goes_on = false;
  here.again.reset();
  here.follows_order = false;
  here.next = 0;
  here.is_played = here.is_searched = here.is_after_pass = false;
  here.ply = row.ply;
  // To be retracted if the move of this node turns out to be misnamed (blame_misnamed).
  here.has_findings_before = ledger_.has_findings();
  if (here.has_findings_before) here.findings_before = ledger_.replay_findings();
  here.contradictions_before = sums_.contradictions;
  last_entered_ = row.id;
  return here;
}

// Plays the move of a node that has begun. Returns false if the board cannot follow.
bool Replay::follow(std::size_t level, const NodeRow& row) {
  Level& here = levels_[level];
  here.is_lost = level > 0 ? levels_[level - 1].is_lost || !play(levels_[level - 1], row, here)
                           : !play_to_root(row, here);
  return !here.is_lost;
}

PLYTRACE_PER_NODE void Replay::enter(std::size_t level, TakenRow& row) {
  Level& here = begin(level, *row);
  if (ahead_) ahead_->reach(row->id);
  if (!follow(level, *row)) return;
  ledger_.count(Check::kReplay);
  check_position(row);
  if (game_->filters_by_order()) {
    here.follows_order = true;
    here.order.clear();
    game_->generate(here.order);
  }
}

// A root entered with a move is either one of the moves of an unrecorded root, or the search's
// position after its preceding move. The side to move decides. Returns false if the board cannot
// follow.
bool Replay::play_to_root(const NodeRow& row, Level& level) {
  if (!row.move || facts_.demands.game_positions) return true;
  const bool is_loop = facts_.has_moves_for_roots;
  if (row.side == side_to_move() && !is_loop) return true;
  const auto code = code_of(*row.move);
  if (!code || !game_->is_legal(*code)) return !is_loop;
  game_->play(*code);
  level.is_played = !row.side || row.side == side_to_move();
  if (!level.is_played) game_->undo();
  return true;
}

bool Replay::play(Level& above, const NodeRow& row, Level& level) {
  level.is_after_pass = above.is_after_pass;
  above.goes_on = above.goes_on || row.move || row.role == Role::kNullMove;
  if (row.role == Role::kNullMove) return pass(row, level);
  if (!row.move) {
    // A hand-over or a probe has the same board; a move without its text cannot be played.
    const bool is_missing = makes_a_move(row, above.ply);
    if (is_missing) above.list_blamed = true;
    return !is_missing;
  }
  const auto code = code_here(*row.move);
  if (!code || !game_->is_legal(*code)) {
    // The engine also found that the move is illegal.
    if (row.kind == NodeKind::kIllegal) return false;
    const std::string text = reader_.move_text(row.move);
    above.list_blamed = true;
    blame(Rule::kIllegalMove, row,
          code ? "its move is not legal: " + game_->why_illegal(*code)
               : "'" + text + "' is not a move of the game",
          "a legal move", text);
    return false;
  }
  // Null moves and probes are not in the list of moves; a re-search is already in it, and so is a
  // reduced search of the move that was searched just before.
  const bool is_again =
      row.role == Role::kReSearch || (row.role == Role::kReduced && !above.searched.empty() &&
                                      above.searched.back().move == *code);
  if (row.counts() && !is_again) {
    const auto first = std::find_if(above.searched.begin(), above.searched.end(),
                                    [&](const Searched& child) { return child.move == *code; });
    if (first == above.searched.end()) {
      if (above.follows_order) follow_order(above, row, *code);
      above.searched.push_back({*code, row.id, row.side, 0});
      level.is_searched = true;
    } else if (facts_.captures(kCapRoles)) {
      // Without reported roles a second search of a move may be a re-search.
      if (above.list_blamed) return false;
      // In other engines' traces only the whole list shows whether one of the two was another move:
      // some search the table's move first, and again in its place in the list.
      if (first->contradictions > 0 && facts_.demands.distinct_moves) {
        above.list_blamed = true;
        blame_misnamed(above, *first, fmt::format("its move was searched again as #{}", row.id),
                       "another move");
      } else {
        const Searched again{*code, row.id, row.side, 0};
        if (facts_.demands.distinct_moves) return blame_again(above, again), false;
        if (!above.again) above.again = again;
        above.searched.push_back(again);
        level.is_searched = true;
      }
    } else if (above.follows_order) {
      follow_order(above, row, *code);
    }
  }
  game_->play(*code);
  level.is_played = true;
  return true;
}

// Plays a null move, whatever its text. In a game without null moves, the nodes below have no
// board.
bool Replay::pass(const NodeRow& row, Level& level) {
  const std::optional<bool> may = game_->may_pass();
  if (!may) return false;
  if (!*may) {
    // An engine that takes kings learns from the reply that it could not pass.
    if (row.kind == NodeKind::kIllegal) return false;
    blame(Rule::kIllegalMove, row, "a null move, though the side to move is in check",
          "a move out of check", "a null move");
    return false;
  }
  game_->pass();
  level.is_played = level.is_after_pass = true;
  return true;
}

// Moves of the generator that the search left out must be ones that the filter refuses.
void Replay::follow_order(Level& parent, const NodeRow& row, MoveCode move) {
  const auto from = parent.order.begin() + static_cast<std::ptrdiff_t>(parent.next);
  if (std::find(from, parent.order.end(), move) == parent.order.end()) {
    parent.follows_order = false;  // the search had another order, so its list is unknown
    return;
  }
  while (parent.order[parent.next] != move) {
    if (game_->admits(parent.order[parent.next++])) {
      parent.follows_order = false;
      blame(Rule::kMoveList, row,
            fmt::format("the filter admits {} before it, which was not searched",
                        game_->move_text(parent.order[parent.next - 1])),
            game_->move_text(parent.order[parent.next - 1]), game_->move_text(move));
      return;
    }
  }
  ++parent.next;
  if (game_->admits(move)) return;
  parent.follows_order = false;
  blame(Rule::kMoveList, row, "the filter does not admit its move", "another move",
        game_->move_text(move));
}

format::Side Replay::side_to_move() const {
  return game_->player_to_move() == max_player_ ? format::Side::kMax : format::Side::kMin;
}

void Replay::check_position(TakenRow& row) {
  const format::Side side = side_to_move();
  if (row->side && *row->side != side && is_side_told()) {
    blame(Rule::kSide, *row, fmt::format("{} is to move", word(side)), std::string(word(side)),
          std::string(word(*row->side)));
    row.take(&NodeRow::side, side);
  }
  if (!row->key || !is_key_told()) return;
  const auto own = static_cast<std::int64_t>(game_->key());
  if (!facts_.demands.game_positions) {
    // The keys of other engines are made in their own way. A node that leaves moves out may have
    // them in its key.
    if (!row->excluded) keys_.note(*row->key, game_->key(), row->id);
  } else if (*row->key != own) {
    blame(Rule::kKey, *row, "its key is not the hash of its position", key_text(own),
          key_text(*row->key));
  }
}

void Replay::cutoff(std::size_t level, const CutoffRow& row) {
  Level& here = levels_[level];
  if (here.is_lost) return;
  if (!row.skipped_moves) {
    // If the number of skipped moves is unknown as well, there may be some.
    if (row.skipped.value_or(1) != 0) here.skipped_known = false;
    return;
  }
  const auto& moves = skipped_moves(row);
  if (!moves) {
    here.skipped_known = false;
    return;
  }
  if (facts_.demands.game_positions) {
    here.skipped.insert(here.skipped.end(), moves->begin(), moves->end());
    return;
  }
  std::optional<std::vector<std::string>> texts;
  for (std::size_t i = 0; i < moves->size(); ++i) {
    MoveCode move = (*moves)[i];
    if (move == kNoMove) {
      if (!texts) texts = skipped_texts(row);
      move = code_here((*texts)[i]).value_or(kNoMove);
    } else {
      move = game_->in_own_notation(move);
    }
    here.skipped.push_back(move);
  }
}

PLYTRACE_PER_NODE void Replay::check(OpenNode& node) {
  Level& level = levels_[node.level];
  // A stopped node has not had all of its moves.
  if (level.is_lost || !node.row.value) return;
  if (node.row.kind == NodeKind::kInterior) {
    if (!level.list_blamed) check_moves(node, level);
    if (node.cut && node.cut->cause == format::Cause::kNullMove) warn_about_zugzwang(node);
  } else {
    check_leaf(node);
    if (node.row.kind == NodeKind::kKnown) check_known(node);
    node.has_legal_move = node.row.kind == NodeKind::kUnknown && has_legal_move();
    // A table entry that closed the window skipped all moves.
    if (node.cut && !level.skipped.empty()) check_moves(node, level);
  }
}

// A null move shows that a move reaches beta only where some move is at least as good as passing.
void Replay::warn_about_zugzwang(const OpenNode& node) {
  const auto is_probe = [](const ChildRecord& child) { return child.role == Role::kProbe; };
  if (!game_->is_zugzwang_likely()) return;
  if (std::any_of(node.children.begin(), node.children.end(), is_probe)) return;
  ledger_.warn(Rule::kWarnZugzwang, node.row.id, [&] {
    return fmt::format(
        "{}: its null move cut, but the side to move has only pawns and the king, and every move "
        "may be worse than passing; search its moves instead, or verify the cutoff by a probe",
        ledger_.name(node.row));
  });
}

std::optional<std::uint64_t> Replay::own_key(std::size_t level) const {
  if (levels_[level].is_lost || !is_key_told()) return std::nullopt;
  return game_->key();
}

void Replay::leave(std::size_t level) {
  const Level& here = levels_[level];
  if (here.is_played) {
    game_->undo();
  } else if (level > 0) {
    // The search of a hand-over, or of a probe without a move, goes on from its parent's position.
    levels_[level - 1].goes_on = levels_[level - 1].goes_on || here.goes_on;
  }
  // Without a contradiction the move is not misnamed, and nothing is retracted.
  if (here.is_searched && sums_.contradictions != here.contradictions_before) {
    keep_findings(levels_[level - 1], here);
  }
}

// Whether the board stands at the position that the row describes.
bool Replay::is_plain_leaf(const NodeRow& row) const {
  return row.side == side_to_move() &&
         (!row.key || *row.key == static_cast<std::int64_t>(game_->key())) &&
         game_->is_finished() == (row.kind == NodeKind::kTerminal) &&
         evaluator_->evaluate(max_player_) == *row.value;
}

PLYTRACE_PER_NODE bool Replay::take_plain_leaf(std::size_t level, const NodeRow& row) {
  Level& above = levels_[level];
  const auto code = code_of(*row.move);
  const bool is_replayed = !above.is_lost && !above.follows_order && program_ == nullptr &&
                           evaluator_ != nullptr && code && game_->is_legal(*code);
  const bool is_first = std::none_of(above.searched.begin(), above.searched.end(),
                                     [&](const Searched& child) { return child.move == code; });
  if (!is_replayed || !is_first) return false;
  game_->play(*code);
  const bool is_plain = is_plain_leaf(row);
  game_->undo();
  if (!is_plain) return false;
  above.searched.push_back({*code, row.id, row.side, 0});
  above.goes_on = true;
  last_entered_ = row.id;
  ledger_.count(Check::kReplay);
  return true;
}

// Stores the findings of the child of `above` that is being left.
void Replay::keep_findings(Level& above, const Level& here) {
  Searched& child = above.searched.back();
  child.contradictions = sums_.contradictions - here.contradictions_before;
  Contradicted kept{child.node, last_entered_, ledger_.replay_findings()};
  for (std::size_t i = 0; here.has_findings_before && i < kept.findings.size(); ++i) {
    kept.findings[i] -= here.findings_before[i];
  }
  above.contradicted.push_back(kept);
}

void Replay::finish() {
  const bool is_fault = has_history_ || sums_.has_told_draws;
  const std::int64_t pass = ledger_.pass();
  for (const MissedDraw& missed : sums_.missed_draws) {
    ledger_.enter_pass(missed.pass);
    const std::string what =
        missed.name + ": the game is drawn here by repetition or fifty moves, but it searched on";
    if (is_fault) {
      ledger_.blame(Rule::kDraw, missed.node, [&] { return Words{what, "a draw", "interior"}; });
      continue;
    }
    ledger_.warn(Rule::kWarnDraw, missed.node, [&] {
      return fmt::format(
          "{} ({} in all); if the engine ignores such draws deliberately, declare the option "
          "history=off of the game",
          what, text::count(sums_.missed_draws_total, "node"));
    });
    break;
  }
  report_drawn_ends();
  ledger_.enter_pass(pass);
  keys_.report(ledger_, facts_.is_key_of_more);
}

void Replay::check_moves(OpenNode& node, const Level& level) {
  // Other engines go on where too little material is left, and where they see no draw by history.
  const bool may_go_on = game_->is_finished() && game_->winner() == kNobody &&
                         !facts_.demands.game_positions && has_legal_move();
  // A node that was cut before its first move did not go on, nor did one whose hand-over took the
  // draw.
  if (may_go_on && level.goes_on && game_->is_drawn_by_history()) note_missed_draw(node);
  if (game_->is_finished() && !may_go_on) {
    // A node that was cut or left by forward pruning before its first move (a null move, razoring,
    // its static score) need not have looked for the end of the game, nor need a leaf at the
    // horizon.
    const bool is_quiet = node.row.phase == format::Phase::kQuiescence && node.row.score;
    const bool has_no_move = !node.children.has_counted() &&
                             (node.cut || node.has_forward || is_quiet) &&
                             !facts_.demands.game_positions;
    // A node that handed over searched no move; the search below it is judged.
    if (has_no_move || node.hand_over() != nullptr) return;
    blame(Rule::kGameEnd, node.row, "the game is over here", "terminal", "interior");
    if (node.children.empty() && !node.cut) node.row.kind = NodeKind::kTerminal;
    return;
  }
  const bool has_hand_over =
      std::any_of(node.children.begin(), node.children.end(),
                  [](const ChildRecord& child) { return child.role == Role::kHandOver; });
  // A list that cannot be complete, or has a finding already, is not compared.
  if (node.is_doubted(kDoubtUnrecorded) || node.skipped_list_wrong || has_hand_over) return;
  // Nothing was searched, so no value can follow: the value rule says so.
  if (node.children.empty() && !node.cut && !node.has_forward && !node.row.score) return;
  const bool is_choice =
      node.row.phase == format::Phase::kQuiescence && !facts_.demands.game_positions;
  if (is_choice) return check_quiescence_moves(node, level);
  if (!game_->filters_by_order()) return check_unordered_moves(node, level);
  // The moves that a filter would refuse after the cutoff depend on moves that were not tried.
  if (!level.follows_order || node.cut) return;
  Level& here = levels_[node.level];
  while (here.next < here.order.size()) {
    if (game_->admits(here.order[here.next++])) {
      return blame(Rule::kMoveList, node.row,
                   fmt::format("{} was not searched, though the filter admits it",
                               game_->move_text(here.order[here.next - 1])),
                   game_->move_text(here.order[here.next - 1]), "not searched");
    }
  }
}

bool Replay::has_legal_move() {
  legal_.clear();
  game_->generate(legal_);
  return !legal_.empty();
}

// In quiescence the list is the engine's choice, except where it must answer a check and does not
// take its static score instead.
void Replay::check_quiescence_moves(OpenNode& node, const Level& level) {
  const bool must_be_whole = game_->in_check() && !node.cut && !node.has_forward &&
                             !node.row.score && facts_.captures(kCapScores);
  if (must_be_whole) return check_unordered_moves(node, level);
  node.is_list_replayed = node.row.score.has_value();
}

void Replay::check_unordered_moves(OpenNode& node, const Level& level) {
  legal_.clear();
  game_->generate(legal_);
  // Most searches follow the order of generation and skip the rest.
  std::vector<MoveCode>& seen = seen_;
  seen.clear();
  for (const Searched& child : level.searched) seen.push_back(child.move);
  seen.insert(seen.end(), level.skipped.begin(), level.skipped.end());
  if (level.again) {
    std::sort(seen.begin(), seen.end());
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
  }
  const bool adds_up = node.row.legal == static_cast<std::int64_t>(seen.size());
  // The count rule reports a wrong sum, but lets a move that was searched twice stand for another.
  if (node.row.legal && !adds_up && level.skipped_known && !level.again) return;
  // Excluded moves are legal by the rules, but `legal` does not count them.
  const std::vector<std::string> excluded = excluded_texts(node.row);
  for (const std::string& text : excluded) seen.push_back(code_here(text).value_or(kNoMove));
  const auto expected = static_cast<std::int64_t>(legal_.size() - excluded.size());
  // An engine that makes moves before it knows whether they are legal skips some that are not.
  const bool may_list_more = game_->may_pass().has_value() || program_ != nullptr;
  const bool is_pseudo_legal =
      !facts_.demands.game_positions && may_list_more && (node.cut || node.has_forward);
  const bool may_have_more = is_pseudo_legal && node.row.legal > expected;
  if (node.row.legal && *node.row.legal != expected && !may_have_more) {
    std::string why = fmt::format("it says that {} {} legal, the rules give {}",
                                  text::count(*node.row.legal, "move"),
                                  *node.row.legal == 1 ? "is" : "are", expected);
    // All moves that it counted have names.
    if (adds_up && *node.row.legal < expected) {
      std::erase_if(legal_, [&](MoveCode move) {
        return std::find(seen.begin(), seen.end(), move) != seen.end();
      });
      why += "; missing: " + texts(legal_);
    }
    return blame(Rule::kMoveList, node.row, why, std::to_string(expected),
                 std::to_string(*node.row.legal));
  }
  node.is_list_replayed = seen == legal_;
  if (node.is_list_replayed && !facts_.reverse_moves) return;
  check_reverse_order(node, level);
  if (node.is_list_replayed) return;
  std::vector<MoveCode> sorted = legal_;
  std::sort(sorted.begin(), sorted.end());
  std::sort(seen.begin(), seen.end());
  node.is_list_replayed = seen == sorted;
  if (node.is_list_replayed) return;
  std::vector<MoveCode> missing;
  std::vector<MoveCode> extra;
  std::set_difference(sorted.begin(), sorted.end(), seen.begin(), seen.end(),
                      std::back_inserter(missing));
  std::set_difference(seen.begin(), seen.end(), sorted.begin(), sorted.end(),
                      std::back_inserter(extra));
  if (is_pseudo_legal) {
    std::erase_if(extra, [&](MoveCode move) {
      return std::none_of(level.searched.begin(), level.searched.end(),
                          [&](const Searched& child) { return child.move == move; });
    });
    if (extra.empty() && missing.empty()) return;
  }
  // A missing move may be among the skipped moves that have no names.
  if (extra.empty() && !level.skipped_known) return;
  if (const Searched* child = level.again ? find_misnamed_twin(level, *level.again) : nullptr) {
    return blame_misnamed(level, *child, kSearchedBefore, "another move");
  }
  if (const Searched* child = find_misnamed(level, extra)) {
    return blame_misnamed(level, *child, "its move is in the list twice", texts(missing));
  }
  const auto twice = std::stable_partition(extra.begin(), extra.end(), [&](MoveCode move) {
    return !std::binary_search(sorted.begin(), sorted.end(), move);
  });
  std::string why =
      fmt::format("moves neither searched nor skipped: {}; moves that are not there: {}",
                  texts(missing), texts({extra.begin(), twice}));
  if (twice != extra.end()) why += "; moves listed twice: " + texts({twice, extra.end()});
  blame(Rule::kMoveList, node.row, why, text::count(legal_.size(), "move"),
        text::count(seen.size(), "move"));
}

// If the search declares the order, legal_ holds all moves in the opposite one.
void Replay::check_reverse_order(const OpenNode& node, const Level& level) {
  if (!facts_.reverse_moves || level.again) return;
  auto next = legal_.rbegin();
  for (const Searched& child : level.searched) {
    // The whole list says what is wrong with a move that is not there.
    if (std::find(legal_.begin(), legal_.end(), child.move) == legal_.end()) return;
    while (next != legal_.rend() && *next != child.move) ++next;
    if (next != legal_.rend()) continue;
    return blame(Rule::kMoveList, node.row,
                 fmt::format("{} (#{}) was searched after moves that stand before it, but the "
                             "search declares the order reverse",
                             game_->move_text(child.move), child.node),
                 "moves from the last to the first", "another order");
  }
}

// The only child that has an extra move and contains rows that contradict it.
const Replay::Searched* Replay::find_misnamed(const Level& level,
                                              const std::vector<MoveCode>& extra) const {
  const Searched* misnamed = nullptr;
  for (const Searched& child : level.searched) {
    if (child.contradictions == 0 ||
        std::find(extra.begin(), extra.end(), child.move) == extra.end()) {
      continue;
    }
    if (misnamed != nullptr) return nullptr;
    misnamed = &child;
  }
  return misnamed;
}

// The one of two searches of a move that rows below it contradict. If they contradict both, it is
// not the name that is wrong.
const Replay::Searched* Replay::find_misnamed_twin(const Level& level,
                                                   const Searched& again) const {
  const Searched* misnamed = nullptr;
  bool fits_one = false;
  for (const Searched& child : level.searched) {
    if (child.move != again.move) continue;
    if (child.contradictions == 0) fits_one = true;
    if (child.contradictions > 0 && misnamed == nullptr) misnamed = &child;
  }
  return fits_one ? misnamed : nullptr;
}

// A search of a move that was searched before, in a trace whose moves are distinct.
void Replay::blame_again(Level& level, const Searched& again) {
  level.list_blamed = true;
  NodeRow row;
  row.id = again.node;
  row.side = again.side;
  blame(Rule::kMoveList, row, kSearchedBefore, "another move, or the role re_search",
        game_->move_text(again.move));
}

// Reports one wrong move as one finding: the child's findings and those below follow from it.
void Replay::blame_misnamed(const Level& level, const Searched& child, const std::string& why,
                            std::string expected) {
  const auto kept = std::find_if(level.contradicted.begin(), level.contradicted.end(),
                                 [&](const Contradicted& each) { return each.node == child.node; });
  if (kept != level.contradicted.end()) {
    ledger_.retract_replay(kept->node, kept->last, kept->findings);
  }
  NodeRow row;
  row.id = child.node;
  row.side = child.side;
  blame(Rule::kMoveList, row,
        why + ", and what lies below does not follow from it: it was another move",
        std::move(expected), game_->move_text(child.move));
}

}  // namespace plytrace::verify
