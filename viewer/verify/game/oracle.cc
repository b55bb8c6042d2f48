// SPDX-License-Identifier: MIT
#include "viewer/verify/game/oracle.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/registry.h"
#include "viewer/format/rows/format.h"
#include "viewer/verify/game/search_game.h"
#include "viewer/verify/verify_trace.h"

namespace plytrace::verify {
namespace {

// More plies than any finite game has.
constexpr std::int64_t kToTheEnd = 1'000'000;

constexpr std::string_view kTooMany = "it needs more nodes than --oracle-nodes allows";

std::optional<Interval> claim_of(const NodeRow& node, const Facts& facts) {
  // A node that excluded moves claims nothing about the position.
  if (!excluded_texts(node).empty()) return std::nullopt;
  std::optional<Window> window;
  if (node.alpha && node.beta) window = Window{*node.alpha, *node.beta};
  const auto bound = claimed_bound(node, window, facts.may_clamp_leaves());
  if (!bound) return std::nullopt;
  return claimed_interval(*node.value, *bound, facts.range);
}

// A pass that excluded moves on purpose is not about the position with all its moves.
bool is_judged(const PassResult& pass) {
  return pass.met && pass.outcome.has_value && excluded_texts(pass.root).empty();
}

bool is_other_position(const NodeRow& a, const NodeRow& b) {
  return (a.key && b.key && a.key != b.key) || (a.side && b.side && a.side != b.side);
}

bool holds(const Interval& claim, Score value) {
  return value >= claim.lower && value <= claim.upper;
}

}  // namespace

std::optional<MoveCode> Oracle::code_of(std::int64_t move) {
  const auto known = codes_.find(move);
  if (known != codes_.end()) return known->second;
  const auto code = game_->parse_move(reader_.move_text(move));
  return codes_.emplace(move, code ? std::optional(*code) : std::nullopt).first->second;
}

std::string Oracle::prepare(const PassResults& passes) {
  const bool is_solved = std::all_of(passes.begin(), passes.end(), [](const auto& entry) {
    return !is_judged(entry.second) || goes_to_the_end(entry.second);
  });
  if (!facts_.uniform && !is_solved) {
    return "the search is not uniform: what a node is worth does not follow from its position and "
           "depth alone";
  }
  // Each of these assumptions can make a node differ from minimax at its depth.
  const auto& assumed = ledger_.report().assumptions;
  for (const Assumption kind :
       {Assumption::kForward, Assumption::kDeeper, Assumption::kPathDependent}) {
    if (assumed[static_cast<std::size_t>(kind)] > 0) {
      return fmt::format("the search has parts that rest on the assumption '{}'", word(kind));
    }
  }
  if (options_.reference != nullptr) return "";
  std::string reason;
  auto game = make_search_game(search_, &reason);
  if (!game) return reason;
  game_ = std::move(game->game);
  evaluator_ = std::move(game->evaluator);
  max_player_ = game->max_player;
  if (!evaluator_) return reason;
  if (game_->filters_by_order()) {
    return "the moves of a node depend on what was tried before it";
  }
  return "";
}

std::string Oracle::run(const PassResults& passes) {
  if (std::string reason = prepare(passes); !reason.empty()) return reason;
  if (options_.reference != nullptr) return run_reference(passes);
  const PassResult* last = nullptr;
  for (const auto& [root, pass] : passes) {
    if (!is_judged(pass)) continue;
    last = &pass;
    if (options_.scope != OracleScope::kFull) continue;
    if (std::string reason = check_pass(pass); !reason.empty()) return reason;
  }
  if (last == nullptr) return "no pass of all the moves was finished";
  if (options_.scope == OracleScope::kFull) return "";
  if (std::string reason = check_pass(*last); !reason.empty()) return reason;
  return options_.scope == OracleScope::kSampled ? check_samples(*last) : "";
}

// The depth of the root's value: from the rows, else the requested depth of the search, else, if no
// leaf is at the horizon, to the end of the game.
std::optional<std::int64_t> Oracle::depth_of_walk(const PassResult& pass) const {
  if (!facts_.uniform) return kToTheEnd;
  if (const auto told = depth_of(pass)) return told;
  if (search_.depth) return search_.depth;
  return goes_to_the_end(pass) ? std::optional(kToTheEnd) : std::nullopt;
}

// Checks the root: its value, and the value of each of its moves.
std::string Oracle::check_pass(const PassResult& pass) {
  ledger_.enter_pass(pass.row.id);
  const auto depth = depth_of_walk(pass);
  if (!depth) return "the depth of the search is not recorded, and it does not go to the end";
  const bool is_max = game_->player_to_move() == max_player_;
  const bool is_other_side = pass.root.side && (*pass.root.side == format::Side::kMax) != is_max;
  if (facts_.has_moves_for_roots || (pass.root.move && is_other_side)) {
    return "its passes are moves of a root that was not recorded";
  }
  // Only a full check compares the recorded nodes below the root during the walk.
  const bool full = options_.scope == OracleScope::kFull;
  const auto value = walk(*depth, full ? std::vector<NodeRow>{pass.root} : std::vector<NodeRow>{});
  if (!value) return std::string(kTooMany);
  std::vector<std::pair<MoveCode, Score>> moves;
  // A separate walk, because the one above keeps no values of single moves.
  if (*depth > 0 && !game_->is_finished() && pass.best_move) {
    if (const auto best = code_of(*pass.best_move); best && game_->is_legal(*best)) {
      game_->play(*best);
      const auto worth = walk(*depth - 1, {});
      game_->undo();
      if (!worth) return std::string(kTooMany);
      moves.emplace_back(*best, *worth);
    }
  }
  check_root(pass, *value, moves);
  return "";
}

void Oracle::check_root(const PassResult& pass, Score value,
                        const std::vector<std::pair<MoveCode, Score>>& moves) {
  ledger_.count(Check::kOracle);
  const auto claim = claim_of(pass.root, facts_);
  const bool is_full = options_.scope == OracleScope::kFull;
  // In a full check close_level() has compared the root already, after the nodes below it.
  if (!is_full && claim && !holds(*claim, value)) {
    ledger_.blame(Rule::kOracleValue, pass.root.id, [&] {
      return Words{fmt::format("{}: it claims {}, a search without pruning gives {}",
                               ledger_.name(pass.root), interval_text(*claim), score_text(value)),
                   score_text(value), interval_text(*claim)};
    });
    return;
  }
  // A root that claims only a bound need not know its best move.
  if (claim && !claim->is_exact()) return;
  for (const auto& [move, worth] : moves) {
    ledger_.count(Check::kOracle);
    if (worth == value) continue;
    // clang 14 cannot capture structured bindings.
    ledger_.blame(Rule::kOracleBest, pass.root.id, [&, best = move, given = worth] {
      return Words{fmt::format("{}: its best move {} is worth {}, the best are worth {}",
                               ledger_.name(pass.root), game_->move_text(best), score_text(given),
                               score_text(value)),
                   "a move worth " + score_text(value), game_->move_text(best)};
    });
  }
}

// The depth of a node that does not report it.
std::optional<std::int64_t> Oracle::depth_below(const PassResult& pass, const NodeRow& node) const {
  const auto depth = depth_of_walk(pass);
  // The value of a node below the horizon (quiescence) has no depth.
  if (!depth || node.ply - pass.root.ply > *depth) return std::nullopt;
  return *depth - (node.ply - pass.root.ply);
}

// Checks nodes spread evenly over the pass; the same ones in every run.
std::string Oracle::check_samples(const PassResult& pass) {
  const std::int64_t rows = pass.rows;
  const auto samples = static_cast<std::int64_t>(options_.samples);
  const std::int64_t step = std::max<std::int64_t>(1, rows / std::max<std::int64_t>(1, samples));
  for (std::int64_t i = 0, id = pass.root.id; i < samples && id <= pass.last; ++i, id += step) {
    const auto node = reader_.node(id);
    if (!node || !node->value) continue;
    // Uses the depth of the node, or else derives it from that of the root.
    const auto depth = facts_.uniform && node->depth ? node->depth : depth_below(pass, *node);
    if (!depth) continue;
    // Collects the moves from the node up to the root.
    std::vector<std::int64_t> moves;
    std::optional<NodeRow> at = node;
    // A parent has a smaller id; this keeps a damaged row from causing a loop.
    while (at && at->parent && *at->parent < at->id) {
      if (at->move) moves.push_back(*at->move);
      at = reader_.node(*at->parent);
    }
    std::size_t played = 0;
    for (auto move = moves.rbegin(); move != moves.rend(); ++move, ++played) {
      const auto code = code_of(*move);
      // A path that the game cannot follow is reported by the replay; skip the node.
      if (!code || game_->is_finished() || !game_->is_legal(*code)) break;
      game_->play(*code);
    }
    bool enough = true;
    if (played == moves.size()) {
      const auto value = walk(*depth, {});
      enough = value.has_value();
      if (value) {
        ledger_.count(Check::kOracle);
        check_claim(*node, *value, false);
      }
    }
    for (; played > 0; --played) game_->undo();
    if (!enough) return std::string(kTooMany);
  }
  return "";
}

void Oracle::open_level(std::int64_t depth, std::vector<NodeRow> recorded, bool is_played) {
  if (open_ == path_.size()) path_.emplace_back();
  Level& level = path_[open_++];
  level.moves.clear();
  level.next = 0;
  level.best.reset();
  level.is_max = game_->player_to_move() == max_player_;
  level.is_played = is_played;
  level.is_blamed = false;
  level.recorded = std::move(recorded);
  if (depth > 0 && !game_->is_finished()) game_->generate(level.moves);
  if (level.moves.empty()) level.best = evaluator_->evaluate(max_player_);
}

std::vector<NodeRow> Oracle::recorded_below(const Level& level, MoveCode move) {
  std::vector<NodeRow> below;
  for (const NodeRow& node : level.recorded) {
    reader_.for_each_child(node, [&](const NodeRow& child) {
      if (child.counts() && child.move && code_of(*child.move) == move) below.push_back(child);
      return true;
    });
  }
  return below;
}

// Leaves the innermost position with its true value.
void Oracle::close_level(Score value) {
  Level& level = path_[--open_];
  const bool is_blamed_below = level.is_blamed;
  bool blamed = is_blamed_below;
  const std::vector<NodeRow> recorded = std::move(level.recorded);  // a check may continue the walk
  const bool is_played = level.is_played;
  for (const NodeRow& node : recorded) {
    ledger_.count(Check::kOracle);
    blamed = check_claim(node, value, is_blamed_below) || blamed;
  }
  if (is_played) game_->undo();
  if (open_ == 0) return;
  Level& above = path_[open_ - 1];
  above.is_blamed = above.is_blamed || blamed;
  const bool better = !above.best || (above.is_max ? value > *above.best : value < *above.best);
  if (better) above.best = value;
}

std::optional<Score> Oracle::walk(std::int64_t depth, std::vector<NodeRow> recorded) {
  open_ = 0;
  open_level(depth, std::move(recorded), false);
  while (true) {
    // Out of nodes: undo all moves, so that the game is ready for the next question.
    if (left_ == 0) {
      while (open_ > 0) {
        if (path_[--open_].is_played) game_->undo();
      }
      return std::nullopt;
    }
    Level& level = path_[open_ - 1];
    if (level.next < level.moves.size()) {
      const MoveCode move = level.moves[level.next++];
      std::vector<NodeRow> below = recorded_below(level, move);
      game_->play(move);
      --left_;
      open_level(depth - static_cast<std::int64_t>(open_), std::move(below), true);
      continue;
    }
    const Score value = *level.best;
    const bool is_root = open_ == 1;
    close_level(value);
    if (is_root) return value;
  }
}

// Returns true if the claim of the node is wrong. Reports it unless a node below was reported.
bool Oracle::check_claim(const NodeRow& node, Score value, bool is_blamed_below) {
  const auto claim = claim_of(node, facts_);
  if (!claim || holds(*claim, value)) return false;
  // A wrong claim below explains this one.
  if (is_blamed_below) return true;
  const auto skipped = breaking_skip(node, *claim);
  ledger_.blame(skipped ? Rule::kOracleSkipped : Rule::kOracleClaim, node.id, [&] {
    std::string why =
        fmt::format("{}: it claims {}, its true value at depth {} is {}", ledger_.name(node),
                    interval_text(*claim), node.depth.value_or(0), score_text(value));
    if (skipped) why += fmt::format("; the skipped move {} gives that", *skipped);
    return Words{std::move(why), score_text(value), interval_text(*claim)};
  });
  return true;
}

// A skipped move of the node that is better than its claim allows, if the game is at the node.
std::optional<std::string> Oracle::breaking_skip(const NodeRow& node, const Interval& claim) {
  // Inside a walk the stack and the board are in use, so the finding then names no move.
  if (open_ > 0 || !node.depth) return std::nullopt;
  const bool is_max = node.side == format::Side::kMax;
  for (const CutoffRow& cutoff : reader_.events_of<CutoffRow>(node)) {
    const auto moves = skipped_texts(cutoff);
    if (!moves) continue;
    for (const std::string& text : *moves) {
      const auto code = game_->parse_move(text);
      if (!code || game_->is_finished() || !game_->is_legal(*code)) continue;
      game_->play(*code);
      const auto value = walk(*node.depth - 1, {});
      game_->undo();
      if (!value) return std::nullopt;
      // The move affects the claim only if it is better for the mover than the claim allows.
      if (is_max ? *value > claim.upper : *value < claim.lower) return text;
    }
  }
  return std::nullopt;
}

// Why a trace cannot serve as the truth, "" if it can: it must be complete, without pruning, and
// proven itself.
std::string Oracle::reference_fault(const SearchRow& search) const {
  if (search.game != search_.game || search.game_options != search_.game_options ||
      search.position != search_.position) {
    return "the reference searched another position";
  }
  const auto report = verify_trace(*options_.reference, search, {});
  if (!report) return "the reference cannot be read: " + report.status().message();
  if (report->verdict == Verdict::kRefuted) {
    const Finding& first = report->findings.front();
    return fmt::format("the reference is refuted itself: {}: {}", info(first.rule).name,
                       first.message);
  }
  if (report->verdict != Verdict::kVerified) {
    return "the reference is incomplete itself: " + report->reasons.front();
  }
  if (report->cutoffs > 0) {
    return fmt::format(
        "the reference is pruned ({} cutoffs); it must be a search without any, such "
        "as -a minimax",
        report->cutoffs);
  }
  if (report->unconditional) return "";
  return fmt::format("the reference rests on assumptions ({})", report->assumptions_text());
}

std::string Oracle::run_reference(const PassResults& passes) {
  const auto search = options_.reference->choose_search(std::nullopt);
  if (!search) return search.status().message();
  if (std::string fault = reference_fault(*search); !fault.empty()) return fault;
  const auto pass = options_.reference->choose_pass(*search, std::nullopt);
  if (!pass) return pass.status().message();
  const auto root = pass->root ? options_.reference->node(*pass->root) : std::nullopt;
  if (!root || !root->value) return "the reference was not finished";
  bool compared = false;
  for (const auto& [id, result] : passes) {
    if (!is_judged(result) || result.root.depth != root->depth) continue;
    if (is_other_position(result.root, *root)) return "the reference searched another position";
    compared = true;
    if (std::string reason = compare_with_reference(result, *root); !reason.empty()) return reason;
  }
  return compared ? "" : "the reference was searched to another depth";
}

// Compares both trees side by side, by move. Only exact nodes of the reference are used.
std::string Oracle::compare_with_reference(const PassResult& pass, const NodeRow& root) {
  ledger_.enter_pass(pass.row.id);
  struct Pair {
    NodeRow node, reference;
  };
  std::vector<Pair> open{{pass.root, root}};
  while (!open.empty()) {
    if (left_ == 0) return std::string(kTooMany);
    --left_;
    const Pair pair = std::move(open.back());
    open.pop_back();
    const auto truth = claim_of(pair.reference, facts_);
    if (!truth || !truth->is_exact()) return "the reference has nodes whose value is not exact";
    ledger_.count(Check::kOracle);
    const auto claim = claim_of(pair.node, facts_);
    const bool wrong = claim && !holds(*claim, truth->lower);
    const bool is_root = pair.node.id == pass.root.id;
    if (options_.scope == OracleScope::kRoot) {
      if (!wrong) return "";
      check_root(pass, truth->lower, {});
      return "";
    }
    std::map<std::string, NodeRow> moves;
    options_.reference->for_each_child(pair.reference, [&](const NodeRow& child) {
      // If a move was searched several times, the last search counts.
      if (child.counts()) moves.insert_or_assign(options_.reference->move_text(child.move), child);
      return true;
    });
    bool below = false;
    reader_.for_each_child(pair.node, [&](const NodeRow& child) {
      const auto match = moves.find(reader_.move_text(child.move));
      // Values of different depths are not comparable.
      if (!child.counts() || match == moves.end() || child.depth != match->second.depth)
        return true;
      const auto child_truth = claim_of(match->second, facts_);
      const auto child_claim = claim_of(child, facts_);
      below = below || (child_truth && child_claim && !holds(*child_claim, child_truth->lower));
      open.push_back({child, match->second});
      return true;
    });
    // Only the innermost node is reported, because the values above follow from it.
    if (!wrong || below) continue;
    ledger_.blame(is_root ? Rule::kOracleValue : Rule::kOracleClaim, pair.node.id, [&] {
      return Words{
          fmt::format("{}: it claims {}, in the reference it is worth {}", ledger_.name(pair.node),
                      interval_text(*claim), score_text(truth->lower)),
          score_text(truth->lower), interval_text(*claim)};
    });
  }
  return "";
}

}  // namespace plytrace::verify
