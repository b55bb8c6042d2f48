// SPDX-License-Identifier: MIT
//
// The search of one node, from enter to leave. Values and windows are from the view of the side to
// move. plants() marks the places where bugs take effect.
#include <algorithm>
#include <cmath>
#include <utility>

#include "tests/viewer/verify/foreign/engine.h"

namespace plytrace::test::foreign {

using format::Cause;
using format::NodeKind;
using format::Phase;
using format::Role;

namespace {

constexpr Score kMargin = 3;

// Converts a child's window to its own view, or its value to the parent's view.
Window seen_by(bool same_side, Window window) {
  return same_side ? window : Window{-window.beta, -window.alpha};
}

// The value limited to a window; the lower end if the window is inverted.
Score clamped(Score value, Score low, Score high) { return std::max(std::min(value, high), low); }

// The window with which the values of a child are compared before a mate distance is subtracted.
Window before_credit(const Rules& rules, Window window) {
  if (rules.mate != Rules::Mate::kByCredit) return window;
  const auto back = [](Score end) {
    if (std::isinf(end) || std::abs(end) <= kMateRange) return end;
    return end > 0 ? end + 1 : end - 1;
  };
  return {back(window.alpha), back(window.beta)};
}

}  // namespace

MaybeScore Engine::visit(const Call& call) {
  // Step 1. Enter, and return if there is nothing to search.
  Node node;
  enter(node, call);
  if (stops(node)) return abandon(node);
  if (const MaybeScore value = leaf(node)) return value;
  // Step 2. Probe the table; narrow the window by known bounds.
  if (const MaybeScore value = ask_table(node)) return value;
  if (const MaybeScore value = narrow(node)) return value;
  // Step 3. At the horizon: evaluate, or continue with quiescence.
  if (node.depth <= 0 && !node.in_quiescence) {
    if (style_.quiescence == Quiescence::kNone) return evaluate(node);
    if (style_.quiescence == Quiescence::kHandOver) return hand_over(node);
    node.in_quiescence = true;
  }
  // Step 4. Pruning that no trace can prove.
  if (const MaybeScore value = guess(node)) return value;
  if (stopped_) return abandon(node);
  // Step 5. The moves.
  list_moves(node);
  spoil_moves(node);
  if (const MaybeScore value = stand_pat(node)) return value;
  for (std::size_t i = 0; i < node.moves.size() && !node.was_cut; ++i) {
    if (drop_late_moves(node, i)) break;
    if (!search_move(node, i)) return abandon(node);
  }
  return close(node);
}

void Engine::enter(Node& node, const Call& call) {
  node.at = call.at;
  node.position = &graph_[call.at];
  node.side = node.position->side;
  node.ply = call.ply;
  node.depth = call.depth;
  node.quiet = call.quiet;
  node.in_quiescence = call.in_quiescence;
  node.may_pass = call.may_pass;
  node.entry = node.frame = node.now = call.window;
  node.hard = style_.fail == Fail::kHard || (style_.fail == Fail::kMixed && call.at % 2 == 0);
  NodeLine& row = told_.enter(node, call.parent, call.window);
  if (call.move != 0) row.move = style_.unnamed ? 0 : call.move;
  row.role = call.role;
  row.phase = node.in_quiescence ? Phase::kQuiescence : Phase::kMain;
  if (style_.tells_node_keys) row.key = told_key(node.at + 1);
  if (call.parent == nullptr) last_root_ = node.id;
}

bool Engine::stops(Node& node) {
  const bool may_stop = style_.node_limit > 0 && told_.is_first_pass() == false;
  if (!stopped_ && may_stop && ++visited_ > style_.node_limit && node.ply > 0) {
    stopped_ = true;
    jumped_ = style_.jumps_out;
  }
  return stopped_;
}

// Leaves the node without a value, or does not leave it at all.
MaybeScore Engine::abandon(Node& node) {
  if (node.ply == 0 && node.fold) stopped_value_ = node.fold;
  NodeLine& row = told_.row(node);
  row.kind = node.moves.empty() ? NodeKind::kUnknown : NodeKind::kInterior;
  if (node.ply > 0 && node.fold && style_.table != TableForm::kNone &&
      plants(Bug::kAbortedStored, node.id)) {
    write(node, *node.fold, Bound::kExact, depth_of(node));
  }
  if (!jumped_) told_.leave(node);
  return std::nullopt;
}

MaybeScore Engine::leave_leaf(Node& node, NodeKind kind, Score value, MaybeScore score,
                              std::optional<Bound> bound) {
  NodeLine& row = told_.row(node);
  row.kind = kind;
  row.value = Told::turn(node, value);
  if (score && *score != value) row.score = Told::turn(node, *score);
  row.bound = Told::turn(node, bound.value_or(Bound::kExact));
  told_.leave(node);
  return value;
}

// The end of the game, or a value that is known without a search.
MaybeScore Engine::leaf(Node& node) {
  const Position& position = *node.position;
  const Score sign = node.side == Side::kMax ? 1 : -1;
  const Rules& rules = style_.rules;
  if (position.over) {
    const Score value = position.lost ? mated(rules, node.ply) : sign * position.score;
    return leave_leaf(node, NodeKind::kTerminal, value, std::nullopt, Bound::kExact);
  }
  if (rules.draw_after > 0 && node.ply > 0 && node.quiet >= rules.draw_after) {
    return leave_leaf(node, NodeKind::kDraw, sign * rules.draw_score, std::nullopt, Bound::kExact);
  }
  if (style_.known_leaves && node.ply > 0 && node.at % 5 == 0) {
    const Score truth = truth_of(node);
    const bool lies = plants(Bug::kKnownWrong, node.id);
    if (lies) return leave_leaf(node, NodeKind::kKnown, truth + 7, std::nullopt, Bound::kExact);
    if (truth >= node.now.beta) {
      return leave_leaf(node, NodeKind::kKnown, node.now.beta, std::nullopt, Bound::kLower);
    }
    return leave_leaf(node, NodeKind::kKnown, truth, std::nullopt, Bound::kExact);
  }
  if (node.depth == 1 && node.ply > 0 && plants(Bug::kHorizonTooEarly, node.id)) {
    return leave_leaf(node, NodeKind::kHorizon, sign * position.score, std::nullopt, Bound::kExact);
  }
  return std::nullopt;
}

// The static score at the horizon. A lazy engine stops the evaluation far outside the window.
MaybeScore Engine::evaluate(Node& node) {
  const Score sign = node.side == Side::kMax ? 1 : -1;
  const Score score = sign * node.position->score;
  const Score rough = score + node.at % 3 - 1;
  if (style_.lazy && rough - kMargin >= node.now.beta) {
    return leave_leaf(node, NodeKind::kHorizon, rough - kMargin, std::nullopt, Bound::kLower);
  }
  if (style_.lazy && rough + kMargin <= node.now.alpha) {
    return leave_leaf(node, NodeKind::kHorizon, rough + kMargin, std::nullopt, Bound::kUpper);
  }
  if (style_.lazy && rough - kMargin > node.now.alpha && rough - kMargin < score &&
      rough - kMargin < node.now.beta && node.ply > 0 &&
      plants(Bug::kLazyAsExact, told_.row(node).parent.value_or(0))) {
    return leave_leaf(node, NodeKind::kHorizon, rough - kMargin, std::nullopt, Bound::kLower);
  }
  Score value = score;
  if (node.hard && style_.leaf_clamps) value = clamped(score, node.now.alpha, node.now.beta);
  Bound bound = Bound::kExact;
  if (value != score) bound = value < score ? Bound::kLower : Bound::kUpper;
  // Bounds from the table also hold for the value.
  if (style_.stores_leaves && value == score) write(node, value, Bound::kExact, depth_of(node));
  return leave_leaf(node, NodeKind::kHorizon, value, score, bound);
}

// The true value of the position for the side to move.
Score Engine::truth_of(const Node& node) const {
  return Told::turn(
      node, minimax(graph_, style_.rules, node.at, std::max(node.depth, 0), node.ply, node.quiet));
}

MaybeScore Engine::narrow(Node& node) {
  if (node.ply == 0) return std::nullopt;
  if (style_.mate_distance) {
    const bool wrong = plants(Bug::kMateDistanceWrong, node.id);
    const Score best = wrong ? -5 : -mated(style_.rules, node.ply + 1);
    if (const MaybeScore value =
            narrow_to(node, Cause::kMateDistance, mated(style_.rules, node.ply), best)) {
      return value;
    }
  }
  // Whoever has more than a draw claims none.
  if (style_.draw_claims && node.at % 4 == 0 && node.now.alpha < 0) {
    return narrow_to(node, Cause::kDrawClaim, 0, kInfinity);
  }
  if (style_.static_bounds && node.at % 3 != 0) {
    Score truth = truth_of(node);
    if (plants(Bug::kStaticBoundWrong, node.id)) truth += 9;
    const Score slack = node.at % 4;
    return narrow_to(node, Cause::kStatic, truth - slack, truth + slack);
  }
  return std::nullopt;
}

// Narrows the window to known bounds; returns a value if that closes it.
MaybeScore Engine::narrow_to(Node& node, Cause cause, Score floor, Score ceiling) {
  Window& now = node.now;
  const bool strict = node.side == Side::kMax ? style_.strict_max : style_.strict_min;
  node.floor = std::max(node.floor, floor);
  node.ceiling = std::min(node.ceiling, ceiling);
  if (floor > now.beta || (floor == now.beta && !strict)) {
    list_moves(node);
    cut(node, floor, std::nullopt, cause);
    return close_with(node, node.hard ? now.beta : floor, std::nullopt);
  }
  if (floor > now.alpha) {
    now.alpha = node.frame.alpha = floor;
    told_.update(node, cause, now);
  }
  if (ceiling < now.alpha || (ceiling == now.alpha && !strict)) {
    list_moves(node);
    node.was_cut = true;
    told_.cutoff(node, false, cause, now, ceiling).skipped = skipped(node);
    return close_with(node, node.hard ? now.alpha : ceiling, std::nullopt);
  }
  if (ceiling < now.beta) {
    now.beta = node.frame.beta = ceiling;
    told_.update(node, cause, now);
  }
  return std::nullopt;
}

MaybeScore Engine::hand_over(Node& node) {
  Call call;
  call.at = node.at;
  call.window = node.now;
  if (std::isfinite(node.now.beta) && plants_below(Bug::kHandOverWrongWindow, node)) {
    call.window.beta -= 2;
    call.window.alpha = std::min(call.window.alpha, call.window.beta - 1);
  }
  call.role = Role::kHandOver;
  call.ply = node.ply;
  call.quiet = node.quiet;
  call.in_quiescence = true;
  call.parent = &node;
  const std::int64_t child = told_.next_node();
  MaybeScore value = visit(call);
  if (!value) return abandon(node);
  if (plants(Bug::kHandOverNegated, node.id, *value != 0)) value = -*value;
  return close_with(node, *value, child);
}

MaybeScore Engine::guess(Node& node) {
  if (node.in_quiescence || node.depth < 1 || node.ply == 0) return std::nullopt;
  if (const MaybeScore value = try_static_cut(node)) return value;
  if (const MaybeScore value = try_null_move(node)) return value;
  if (stopped_) return std::nullopt;
  if (const MaybeScore value = try_probcut(node)) return value;
  if (stopped_) return std::nullopt;
  if (const MaybeScore value = try_multi_cut(node)) return value;
  if (!stopped_) deepen_inside(node);
  return std::nullopt;
}

MaybeScore Engine::try_static_cut(Node& node) {
  const Score score = (node.side == Side::kMax ? 1 : -1) * node.position->score;
  if (style_.futility && score - kMargin >= node.now.beta) {
    list_moves(node);
    cut(node, score - kMargin, std::nullopt, Cause::kFutility);
    return close_with(node, node.hard ? node.now.beta : score - kMargin, std::nullopt);
  }
  if (style_.razoring && node.depth == 1 && score + kMargin <= node.now.alpha) {
    list_moves(node);
    node.was_cut = true;
    told_.cutoff(node, false, Cause::kRazoring, node.now, score + kMargin).skipped = skipped(node);
    return close_with(node, node.hard ? node.now.alpha : score + kMargin, std::nullopt);
  }
  return std::nullopt;
}

MaybeScore Engine::try_null_move(Node& node) {
  const int after = node.position->null_move;
  if (!style_.null_move || !node.may_pass || after < 0 || !std::isfinite(node.now.beta)) {
    return std::nullopt;
  }
  if (graph_[after].side == node.side) return std::nullopt;
  Call call;
  call.at = after;
  call.depth = std::max(node.depth - 2, 0);
  call.window = seen_by(false, {node.now.beta - 1, node.now.beta});
  call.role = Role::kNullMove;
  call.ply = node.ply + 1;
  call.may_pass = false;
  call.parent = &node;
  const std::int64_t child = told_.next_node();
  const MaybeScore answer = visit(call);
  if (!answer) return std::nullopt;
  const Score value = -*answer;
  if (value < node.now.beta) {
    if (plants(Bug::kNullMoveBelowBeta, node.id)) {
      list_moves(node);
      cut(node, value, child, Cause::kNullMove);
      return close_with(node, node.now.beta, std::nullopt);
    }
    if (is(Bug::kNullMoveCounts) && value > node.now.alpha &&
        plants(Bug::kNullMoveCounts, node.id)) {
      node.fold = value;
    }
    return std::nullopt;
  }
  plants(Bug::kNullMoveInZugzwang, node.id, truth_of(node) < node.now.beta);
  list_moves(node);
  cut(node, value, child, Cause::kNullMove);
  return close_with(node, node.hard ? node.now.beta : value, std::nullopt);
}

MaybeScore Engine::try_probcut(Node& node) {
  if (!style_.probcut || node.depth < 2 || !std::isfinite(node.now.beta)) return std::nullopt;
  Call call;
  call.at = node.at;
  call.depth = node.depth - 2;
  call.window = {node.now.beta + kMargin - 1, node.now.beta + kMargin};
  call.role = Role::kProbe;
  call.ply = node.ply;
  call.quiet = node.quiet;
  call.may_pass = false;
  call.parent = &node;
  const std::int64_t child = told_.next_node();
  const MaybeScore value = visit(call);
  if (value && *value<node.now.beta + kMargin&& * value> node.now.alpha &&
      plants(Bug::kProbeCounts, node.id)) {
    node.fold = *value;
  }
  if (!value || *value < node.now.beta + kMargin) return std::nullopt;
  list_moves(node);
  cut(node, *value - kMargin, child, Cause::kProbcut);
  return close_with(node, node.hard ? node.now.beta : *value - kMargin, std::nullopt);
}

// Two of the first three moves reach beta two plies shallower.
MaybeScore Engine::try_multi_cut(Node& node) {
  constexpr std::size_t kTried = 3;
  if (!style_.multi_cut || node.depth < 3 || !node.may_pass || !std::isfinite(node.now.beta)) {
    return std::nullopt;
  }
  list_moves(node);
  const std::vector<Position::Move> moves = node.moves;
  const Window null{node.now.beta - 1, node.now.beta};
  int reached = 0;
  for (std::size_t i = 0; i < std::min(kTried, moves.size()); ++i) {
    const auto child = search_child(node, moves[i], node.depth - 3, null, Role::kProbe);
    if (!child) return std::nullopt;
    reached += child->value >= node.now.beta ? 1 : 0;
    if (reached < 2) continue;
    cut(node, node.now.beta, std::nullopt, Cause::kMultiCut);
    return close_with(node, node.now.beta, std::nullopt);
  }
  return std::nullopt;
}

void Engine::list_moves(Node& node) {
  node.moves.clear();
  for (const Position::Move& move : node.position->moves) {
    if (!node.in_quiescence || move.tactical) node.moves.push_back(move);
  }
  const auto first = std::find_if(node.moves.begin(), node.moves.end(),
                                  [&](const auto& move) { return move.name == node.table_move; });
  if (first != node.moves.end()) std::rotate(node.moves.begin(), first, first + 1);
  told_.row(node).legal = static_cast<std::int64_t>(node.moves.size());
}

// Bugs in move generation and ordering.
void Engine::spoil_moves(Node& node) {
  if (node.moves.size() < 2) return;
  if (node.in_quiescence) {
    if (plants(Bug::kCaptureLost, node.id)) node.moves.pop_back();
    return;
  }
  if (plants(Bug::kLosesMove, node.id)) node.moves.pop_back();
  if (plants(Bug::kLosesMoveSilently, node.id)) {
    node.moves.pop_back();
    told_.row(node).legal = static_cast<std::int64_t>(node.moves.size());
  }
  if (plants(Bug::kMoveTwice, node.id)) node.moves.back() = node.moves.front();
  if (plants(Bug::kKillerSkipped, node.id)) node.moves.erase(node.moves.begin());
  if (node.table_move != 0 && plants(Bug::kTableMoveOfOther, node.id)) {
    // Plays the move of another position here.
    Position::Move move = node.moves.front();
    move.name = 9;
    node.moves.insert(node.moves.begin(), move);
  }
}

MaybeScore Engine::stand_pat(Node& node) {
  if (!node.in_quiescence) return std::nullopt;
  Score score = (node.side == Side::kMax ? 1 : -1) * node.position->score;
  const bool is_leaf = node.moves.empty() && style_.quiet_leaf;
  if (is_leaf) {
    told_.row(node).legal.reset();
    return evaluate(node);
  }
  node.stand_pat = score;
  told_.row(node).score = Told::turn(node, score);
  if (plants(Bug::kStandPatTooHigh, node.id)) score += 5;
  node.fold = score;
  if (cuts(node, score) && !plants_below(Bug::kStandPatNotCompared, node)) {
    cut(node, score, std::nullopt, Cause::kStandPat);
    return close(node);
  }
  if (score > node.now.alpha) {
    node.now.alpha = score;
    told_.update(node, Cause::kStandPat, node.now);
  }
  return std::nullopt;
}

// Returns false if the search was stopped.
bool Engine::search_move(Node& node, std::size_t index) {
  const Position::Move& move = node.moves[index];
  const bool extends = style_.rules.extensions && move.extends && !node.in_quiescence;
  int depth = extends ? node.depth : node.depth - 1;
  if (node.in_quiescence) depth = style_.depth_goes_on ? node.depth - 1 : 0;
  ++node.searched;
  if (!node.in_quiescence && depth >= 1 && plants(Bug::kReducesSecretly, told_.next_node())) {
    --depth;
  }
  const bool is_late = index > 0 && style_.pvs && node.now.beta - node.now.alpha > 1 &&
                       std::isfinite(node.now.alpha);
  const std::int64_t id = told_.next_node();
  std::optional<Child> child = is_late ? search_late_child(node, move, depth, index)
                                       : search_child(node, move, depth, node.now, Role::kMove);
  if (!child && plants(Bug::kAbortedChildUsed, node.id)) {
    // Continues as if nothing had been stopped.
    stopped_ = false;
    visited_ = -1'000'000;
    child = Child{id, 0};
  }
  if (!child) return false;
  consider(node, *child);
  return true;
}

std::optional<Engine::Child> Engine::search_child(Node& node, const Position::Move& move, int depth,
                                                  Window window, Role role) {
  const Position& below = graph_[move.to];
  const bool same_side = below.side == node.side;
  Call call;
  call.at = move.to;
  call.depth = depth;
  call.role = role;
  call.move = move.name;
  call.ply = node.ply + 1;
  call.quiet = node.position->quiet ? node.quiet + 1 : 0;
  call.in_quiescence = node.in_quiescence;
  call.parent = &node;
  const std::int64_t id = told_.next_node();
  const bool is_open = std::isfinite(window.beta) && std::isfinite(window.alpha);
  if (is_open && window.alpha < window.beta - 1 && plants_below(Bug::kBetaTooLow, node))
    window.beta -= 1;
  if (is_open && window.alpha < window.beta - 1 && plants_below(Bug::kAlphaTooHigh, node)) {
    window.alpha += 1;
  }
  if (window.alpha != node.frame.alpha && plants(Bug::kAlphaNotPassed, id)) {
    window.alpha = node.frame.alpha;
  }
  call.window = seen_by(same_side, before_credit(style_.rules, window));
  if (is_open && window.alpha != -window.beta && !same_side) {
    if (plants_below(Bug::kWindowNotNegated, node)) call.window = window;
    if (plants_below(Bug::kWindowNotSwapped, node)) call.window = {-window.alpha, -window.beta};
  }
  const MaybeScore returned = visit(call);
  if (!returned) return std::nullopt;
  const Score value = same_side ? *returned : -*returned;
  Score taken = credited(style_.rules, value);
  if (taken != value && plants(Bug::kCreditedTwice, id)) taken = credited(style_.rules, taken);
  if (taken != value) told_.row(id).credited = Told::turn(node, taken);
  if (value != 0 && !same_side && plants(Bug::kValueNotNegated, node.id)) {
    return Child{id, -value};
  }
  return Child{id, taken};
}

// Searches with a null window first, perhaps reduced; then wider if the result exceeds alpha.
std::optional<Engine::Child> Engine::search_late_child(Node& node, const Position::Move& move,
                                                       int depth, std::size_t index) {
  const Window null{node.now.alpha, node.now.alpha + 1};
  const bool reduces = style_.reductions && index >= 1 && depth >= 2;
  std::optional<Child> child;
  if (reduces) {
    child = search_child(node, move, depth - 1, null, Role::kReduced);
    if (!child || child->value <= node.now.alpha) return child;
    if (plants(Bug::kReducedTrusted, node.id)) return child;
    child = search_child(node, move, depth, null, Role::kReSearch);
  } else {
    child = search_child(node, move, depth, null, Role::kMove);
  }
  if (!child) return child;
  if (plants(Bug::kReSearchInverted, node.id,
             child->value > node.now.alpha && child->value < node.now.beta)) {
    return child;
  }
  if (child->value <= node.now.alpha || child->value >= node.now.beta) return child;
  if (plants(Bug::kNoReSearch, node.id)) return child;
  Window window = node.now;
  if (style_.re_search_from_value && child->value < node.now.beta) window.alpha = child->value;
  if (style_.raises_before_re_search) {
    node.now.alpha = child->value;
    told_.update(node, Cause::kChild, node.now).child = child->id;
    window = node.now;
  }
  if (plants_below(Bug::kReSearchNullAgain, node)) window = null;
  const int again =
      depth >= 1 && plants(Bug::kReSearchShallow, told_.next_node()) ? depth - 1 : depth;
  const std::optional<Child> second = search_child(node, move, again, window, Role::kReSearch);
  if (second && second->value != child->value && plants(Bug::kReSearchDropped, node.id)) {
    return child;
  }
  return second;
}

bool Engine::cuts(const Node& node, Score value) const {
  const bool strict = node.side == Side::kMax ? style_.strict_max : style_.strict_min;
  return strict ? value > node.now.beta : value >= node.now.beta;
}

// Compares a child's value with the best so far and with the window.
void Engine::consider(Node& node, const Child& child) {
  const Score value = child.value;
  const bool is_new = !node.fold || value > *node.fold;
  const bool wrong = node.fold && value < *node.fold && plants(Bug::kKeepsLast, node.id);
  const bool more = node.searched < node.moves.size();
  if (node.fold && value > *node.fold && !more && plants(Bug::kReturnsSecondBest, node.id)) {
    return;
  }
  if (is_new || wrong) {
    node.fold = value;
    node.best = child.id;
  }
  if (more && is_new && style_.table != TableForm::kNone &&
      plants(Bug::kStoresBeforeRest, node.id)) {
    write(node, value, Bound::kExact, depth_of(node));
  }
  if (cuts(node, value)) {
    if (more && plants(Bug::kSearchAfterCut, told_.next_node())) {
      cut(node, value, child.id, Cause::kChild);
      node.was_cut = false;
      return;
    }
    Id cited = child.id;
    if (node.searched > 1 && plants(Bug::kCutCitesOther, node.id)) cited = node.id + 1;
    return cut(node, value, cited, Cause::kChild);
  }
  if (more && std::isfinite(node.now.beta)) {
    const bool early = value > node.now.alpha && plants(Bug::kCutEarly, node.id);
    const bool low = value <= node.now.alpha && plants(Bug::kCutAtFailLow, node.id);
    if (early || low) return cut(node, value, child.id, Cause::kChild);
  }
  if (more && std::isfinite(node.now.beta) && value < node.now.beta && value > node.now.alpha &&
      plants(Bug::kBetaLoweredByChild, node.id)) {
    node.now.beta = value;
    told_.update(node, Cause::kChild, node.now).child = child.id;
    return;
  }
  if (value <= node.now.alpha) return;
  node.now.alpha = value;
  if (more && plants(Bug::kAlphaRaisedTooFar, node.id, value + 2 < node.now.beta)) {
    node.now.alpha += 2;
  }
  told_.update(node, Cause::kChild, node.now).child = child.id;
}

std::int64_t Engine::skipped(const Node& node) const {
  return static_cast<std::int64_t>(node.moves.size() - node.searched);
}

void Engine::cut(Node& node, Score value, Id child, Cause cause) {
  node.was_cut = true;
  EventLine& line = told_.cutoff(node, true, cause, node.now, value);
  line.child = child;
  line.skipped = skipped(node);
  std::string names;
  for (std::size_t i = node.searched; i < node.moves.size(); ++i) {
    names += (names.empty() ? "\"" : ",\"") + std::string("m") +
             std::to_string(style_.unnamed ? 0 : node.moves[i].name) + "\"";
  }
  line.skipped_moves = "[" + names + "]";
  if (plants(Bug::kSkippedMiscounted, node.id)) {
    line.skipped = *line.skipped + 1;
    line.skipped_moves.reset();
  }
}

// Forward pruning: drops the last moves after two were searched. Returns whether it did.
bool Engine::drop_late_moves(Node& node, std::size_t index) {
  if (node.in_quiescence || node.moves.size() < 2 || !node.fold || index == 0) return false;
  if (plants(Bug::kDropsWithoutWord, node.id)) return true;
  if (index + 1 == node.moves.size() && plants(Bug::kSkipsSearchedMove, node.id)) {
    // Reports a dropped move but names one that was searched.
    EventLine& line = told_.forward(node, Cause::kLateMove, node.now);
    line.skipped = 1;
    line.skipped_moves = "[\"m" + std::to_string(node.moves.front().name) + "\"]";
    line.value = Told::turn(node, *node.fold);
    return true;
  }
  if (plants(Bug::kHandOverAfterMoves, node.id)) {
    hand_over_late(node);
    return true;
  }
  if (!style_.late_moves || index < 2) return false;
  plants(Bug::kLateMoveWrong, node.id, truth_of(node) > *node.fold);
  EventLine& line = told_.forward(node, Cause::kLateMove, node.now);
  line.skipped = skipped(node);
  if (style_.late_move_value) {
    const Score taken = *node.fold;
    line.value = Told::turn(node, taken);
  }
  return true;
}

// Used only by a bug: after some moves the node hands over to quiescence.
void Engine::hand_over_late(Node& node) {
  Call call;
  call.at = node.at;
  call.window = node.now;
  call.role = Role::kHandOver;
  call.ply = node.ply;
  call.quiet = node.quiet;
  call.in_quiescence = true;
  call.parent = &node;
  outcome_.planted.insert(told_.next_node());
  node.best = told_.next_node();
  if (const MaybeScore value = visit(call)) node.fold = value;
}

MaybeScore Engine::close(Node& node) {
  // No move was searched and there is no stand pat: all moves were dropped.
  Score value = node.fold.value_or(node.now.alpha);
  Id best = node.best;
  if (node.stand_pat && best && *node.stand_pat < value && plants(Bug::kStandPatWins, node.id)) {
    value = *node.stand_pat;
    best.reset();
  }
  const Score inside = clamped(value, node.floor, node.ceiling);
  if (inside != value) best.reset();
  value = inside;
  if (node.hard) value = clamped(value, node.frame.alpha, node.frame.beta);
  return close_with(node, spoil_value(node, value), best);
}

// Bugs in the value that a node returns.
Score Engine::spoil_value(Node& node, Score value) {
  const Window entry = node.entry;
  if (node.was_cut && std::isfinite(entry.alpha) && plants(Bug::kCutReturnsAlpha, node.id)) {
    return entry.alpha;
  }
  if (node.was_cut && plants(Bug::kCutReturnsTooMuch, node.id)) return value + 3;
  if (node.hard && std::isfinite(entry.beta) && value <= entry.alpha &&
      plants(Bug::kHardWrongEnd, node.id)) {
    return entry.beta;
  }
  return value;
}

MaybeScore Engine::close_with(Node& node, Score value, Id best) {
  NodeLine& row = told_.row(node);
  row.kind = NodeKind::kInterior;
  row.value = Told::turn(node, value);
  Bound bound = bound_in(value, node.entry);
  const bool is_empty = node.entry.alpha >= node.entry.beta;
  if (!is_empty) store(node, value, bound);
  NodeLine& again = told_.row(node);
  if (bound != Bound::kExact && plants(Bug::kBoundAsExact, node.id)) bound = Bound::kExact;
  if (bound != Bound::kExact && plants(Bug::kBoundFlipped, node.id)) {
    bound = bound == Bound::kLower ? Bound::kUpper : Bound::kLower;
  }
  again.bound = Told::turn(node, bound);
  if (value > node.entry.alpha && value > node.frame.alpha) again.best = best;
  if (node.ply == 0 && again.best && told_.row(*again.best).move.value_or(0) != 0) {
    best_move_ = "m" + std::to_string(*told_.row(*again.best).move);
  }
  told_.leave(node);
  return value;
}

}  // namespace plytrace::test::foreign
