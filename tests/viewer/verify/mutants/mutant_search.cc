// SPDX-License-Identifier: MIT
//
// All scores and windows in this file count from the side to move; the Emitter converts them. is(m)
// marks where a mutant's code differs; bite() records that the difference mattered.
#include "tests/viewer/verify/mutants/mutant_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/registry.h"
#include "tracer/emit/emitter.h"

namespace plytrace::test {
namespace {

using Algorithm = Variant::Algorithm;

class MutantSearch {
 public:
  MutantSearch(const Variant& variant, Mutation mutation, Emitter& emitter, AnyGame& game,
               const AnyEvaluator& evaluator)
      : variant_(variant),
        mutation_(mutation),
        emit_(emitter),
        game_(game),
        evaluator_(evaluator),
        max_player_(game.max_player()) {}

  MutantResult run() {
    const int first = variant_.iterative ? 1 : variant_.depth;
    for (depth_ = first; depth_ <= variant_.depth && !stopped_; ++depth_) {
      variant_.algorithm == Algorithm::kMtdf ? run_probes() : run_iteration();
    }
    return finish();
  }

 private:
  struct Node {
    OpenNodeId id{};
    Side side = Side::kMax;
    MoveCode move = kNoMove, best_move = kNoMove;
    int depth = 0, ply = 0;
    Window entry, start, window;  // on entry; as narrowed by the table; current
    std::optional<Score> best;
    NodeId best_child = kNoNode;
    MoveList moves;
    std::size_t searched = 0;
    bool was_cut = false;
    std::uint64_t key = 0;
    Score score = 0;  // static score of the position, for leaves that return it
  };
  struct Entry {
    std::uint64_t key = 0;
    int depth = -1;
    Bound bound = Bound::kExact;
    Score value = 0;
    NodeId stored_by = kNoNode;
  };
  struct PassResult {
    Score value = 0;
    bool has_value = true;
    Window window;
  };

  bool is(Mutation mutation) const { return mutation_ == mutation; }
  bool is(Mutation mutation, const Node& node) const {
    return is(mutation) && (variant_.only_ply < 0 || node.ply == variant_.only_ply);
  }
  static std::int64_t row(OpenNodeId id) { return static_cast<std::int64_t>(id); }
  void bite(const Node& node) { result_.bitten.insert(row(node.id)); }
  // Returns whether `right` and `wrong` differ, and records the node if they do.
  template <class T>
  bool differs(const Node& node, const T& right, const T& wrong) {
    if (right == wrong) return false;
    bite(node);
    return true;
  }

  // --- Passes ----------------------------------------------------------------------------------

  PassResult run_pass(PassPurpose purpose, Window window) {
    emit_.begin_pass({purpose, depth_, window});
    best_move_ = kNoMove;
    root_score_.reset();
    const Score value = visit(kNoMove, depth_, window, Role::kMove, 0);
    PassEnd end;
    end.status = stopped_ ? SearchStatus::kNodeLimit : SearchStatus::kFinished;
    if (is(Mutation::kPassValueOfOlderPass) && older_value_ && !stopped_) {
      if (*older_value_ != value) result_.bitten.insert(root_);
      end.value = older_value_;
    }
    older_value_ = value;
    end.best_move = best_move_;
    emit_.end_pass(end);
    return {value, !stopped_, window};
  }

  void run_iteration() {
    const PassPurpose purpose = variant_.iterative ? PassPurpose::kIteration : PassPurpose::kFixed;
    Window window{-kInfinity, kInfinity};
    const bool narrow = variant_.aspiration > 0 && guess_;
    if (narrow) window = {*guess_ - variant_.aspiration, *guess_ + variant_.aspiration};
    PassResult pass = run_pass(purpose, window);
    const bool failed_low = pass.value <= window.alpha && narrow;
    const bool failed_high = pass.value >= window.beta && narrow;
    if (!stopped_ && (failed_low || failed_high)) {
      const bool is_last = depth_ == variant_.depth;
      if ((is(Mutation::kAspirationNotRepeated) && is_last) ||
          (is(Mutation::kPassLost) && !is_last)) {
        result_.bitten.insert(root_);
      } else {
        const Score first = pass.value;
        Window wide{-kInfinity, kInfinity};
        if (is(Mutation::kAspirationOpensWrongEnd)) {
          wide = failed_high ? Window{-kInfinity, window.beta} : Window{window.alpha, kInfinity};
        }
        pass = run_pass(PassPurpose::kAspiration, wide);
        const bool still_fails = pass.value <= wide.alpha || pass.value >= wide.beta;
        if (is(Mutation::kAspirationOpensWrongEnd) && still_fails) result_.bitten.insert(root_);
        if (is(Mutation::kAspirationKeepsFirstValue) && first != pass.value) {
          result_.bitten.insert(root_);
          pass.value = first;
        }
      }
    }
    take(pass, {pass.value, pass.value});
  }

  void run_probes() {
    Score lower = -kInfinity;
    Score upper = kInfinity;
    Score value = guess_.value_or(0);
    PassResult pass;
    while (lower < upper && !stopped_) {
      const Score beta = std::max(value, lower + 1);
      pass = run_pass(PassPurpose::kProbe, {beta - 1, beta});
      value = pass.value;
      const bool failed_low = value < beta;
      (failed_low ? upper : lower) = value;
      if (is(Mutation::kMtdTakesWrongBound) || is(Mutation::kMtdStopsAfterOneProbe)) {
        if (lower < upper) result_.bitten.insert(root_);
        if (is(Mutation::kMtdTakesWrongBound)) value += failed_low ? -1 : 1;
        break;
      }
    }
    take(pass, {value, value});
  }

  void take(const PassResult& pass, Window claim) {
    if (!pass.has_value) {
      // Stopped inside the iteration: the previous iteration counts.
      if (is(Mutation::kAbortedPassUsed) && root_score_ && guess_ && *root_score_ != *guess_) {
        result_.bitten.insert(last_root_);
        end_.value = end_.lower = end_.upper = *root_score_;
      }
      return;
    }
    guess_ = pass.value;
    last_root_ = root_;
    end_.value = end_.lower = end_.upper = claim.alpha;
    end_.completed_depth = depth_;
    const std::string best = best_move_ == kNoMove ? "" : game_.move_text(best_move_);
    if (is(Mutation::kBestMoveOfOlderPass) && !end_.best_move.empty()) {
      if (best != end_.best_move) result_.bitten.insert(root_);
      return;
    }
    end_.best_move = best;
  }

  MutantResult finish() {
    end_.status = stopped_ ? SearchStatus::kNodeLimit : SearchStatus::kFinished;
    result_.value = end_.value;
    result_.best_move = end_.best_move;
    emit_.end_search(end_);
    return result_;
  }

  // --- Nodes -----------------------------------------------------------------------------------

  Score visit(MoveCode move, int depth, Window window, Role role, int ply) {
    Node node;
    node.side = game_.player_to_move() == max_player_ ? Side::kMax : Side::kMin;
    node.move = move;
    node.depth = depth;
    node.ply = ply;
    node.entry = node.start = node.window = window;
    node.key = key();
    emit_.enter({move, node.side, depth, window, role, Phase::kMain, node.key}, node.id);
    if (ply == 0) root_ = row(node.id);
    last_left_ = node.id;
    if (stops_here(node)) {
      if (is(Mutation::kAbortedNodeReturnsZero)) {
        bite(node);
        return leave(node, 0, Bound::kExact, NodeKind::kInterior);
      }
      // The other mutants forget, or never check, that the search was stopped.
      stopped_ = is(Mutation::kAbortedPassUsed);
      aborted_ = !stopped_;
      emit_.leave(node.id, {});
      return 0;
    }
    if (game_.is_finished() || depth == 0) return leaf(node);
    if (is(Mutation::kEndsTooEarly, node) && depth == 1) {
      bite(node);
      return leaf(node);
    }
    if (const auto answer = ask_table(node)) return *answer;
    list_moves(node);
    for (std::size_t i = 0; i < node.moves.size() && !(node.was_cut && !goes_on(node)); ++i) {
      if (loses(node, i)) continue;
      search_move(node, i);
      if (stopped_) break;
    }
    return close(node);
  }

  // A node limit inside the last iteration, for the mutants about aborting.
  bool stops_here(const Node& node) {
    const bool has_limit = is(Mutation::kAbortedChildUsed) || is(Mutation::kAbortedPassUsed) ||
                           is(Mutation::kAbortedNodeReturnsZero);
    if (!has_limit || stopped_) return false;
    if (is(Mutation::kAbortedPassUsed)) {
      return depth_ == variant_.depth && node.ply == 2 && root_score_;
    }
    return depth_ == variant_.depth && node.ply == 2 && ++at_ply_two_ == 1;
  }
  bool goes_on(const Node& node) const { return is(Mutation::kSearchesAfterCut, node); }

  std::uint64_t key() const {
    // Collisions: only a few bits of the hash are used.
    return is(Mutation::kKeyCollides) ? game_.key() & 63 : game_.key();
  }

  Score static_score(int player) const { return evaluator_.evaluate(player); }

  Score leaf(Node& node) {
    const int player = game_.player_to_move();
    Score score = static_score(player);
    if (is(Mutation::kLeafSignAtMin, node) && node.side == Side::kMin &&
        differs(node, score, -score)) {
      score = -score;
    }
    if (is(Mutation::kLeafOfParent, node) && differs(node, score, -parent_score_)) {
      score = -parent_score_;
    }
    if (is(Mutation::kLeafRounded, node) && differs(node, score, 2 * std::floor(score / 2))) {
      score = 2 * std::floor(score / 2);
    }
    Score value = score;
    if (variant_.hard) value = std::clamp(score, node.entry.alpha, node.entry.beta);
    if (is(Mutation::kLeafClamped, node)) {
      value = std::clamp(score, node.entry.alpha, node.entry.beta);
      differs(node, score, value);
    }
    const bool over = game_.is_finished() || node.depth > 0;
    Bound bound = Bound::kExact;
    if (value != score) bound = value < score ? Bound::kLower : Bound::kUpper;
    LeaveEvent event{value, over ? NodeKind::kTerminal : NodeKind::kHorizon};
    event.bound = bound;
    if (value != score) event.score = score;
    emit_.leave(node.id, event);
    return value;
  }

  void list_moves(Node& node) {
    game_.generate(node.moves);
    if (is(Mutation::kLeafOfParent)) node.score = static_score(game_.player_to_move());
    if (node.ply == 0 && depth_ > 1 && !is(Mutation::kBestNotFirst)) {
      const auto best = std::find(node.moves.begin(), node.moves.end(), last_best_);
      if (best != node.moves.end()) std::rotate(node.moves.begin(), best, best + 1);
    }
    if (is(Mutation::kBestNotFirst) && node.ply == 0 && last_best_ != kNoMove &&
        node.moves.front() != last_best_) {
      bite(node);
    }
  }

  // Moves that the mutant loses.
  bool loses(Node& node, std::size_t i) {
    const bool last = i + 1 == node.moves.size() && i > 0;
    const bool loses_last =
        is(Mutation::kLosesLastMove, node) || is(Mutation::kLosesMoveSilently, node);
    // The killer was moved to the front, and the move now in its place is skipped as the killer.
    const bool killer = is(Mutation::kKillerSkipsMove, node) && i == 1 && node.depth == 2;
    if (!(loses_last && last) && !killer) return false;
    bite(node);
    return true;
  }

  Window child_window(const Node& node, bool scout) const {
    Window window = node.window;
    if (is(Mutation::kWindowOfEntry, node) || is(Mutation::kWidensWindow, node)) {
      window = node.entry;
    }
    if (is(Mutation::kWindowOfRoot, node)) window = {-kInfinity, kInfinity};
    if (is(Mutation::kWindowAlphaTooHigh, node)) window.alpha += 1;
    if (is(Mutation::kWindowBetaTooLow, node)) window.beta -= 1;
    if (scout) {
      window.beta = window.alpha + 1;
      if (is(Mutation::kScoutTooLow, node)) window = {window.alpha - 1, window.alpha};
      if (is(Mutation::kScoutTooHigh, node)) window = {window.alpha + 1, window.alpha + 2};
    }
    if (is(Mutation::kWindowNotNegated, node)) return window;
    if (is(Mutation::kWindowNotSwapped, node)) return {-window.alpha, -window.beta};
    return {-window.beta, -window.alpha};
  }

  Score search_child(Node& node, MoveCode move, Window window, Role role, Window right) {
    int depth = node.depth - 1;
    const bool reduces = is(Mutation::kReducesSecretly, node) && node.searched > 1 && depth > 0;
    if (reduces) --depth;
    if (is(Mutation::kLeafOfParent)) parent_score_ = node.score;
    game_.play(move);
    const Score value = -visit(move, depth, window, role, node.ply + 1);
    game_.undo();
    child_ = last_left_;
    if (reduces || !(window == right)) result_.bitten.insert(row(last_left_));
    return value;
  }

  void search_move(Node& node, std::size_t i) {
    MoveCode move = node.moves[i];
    const bool twice = is(Mutation::kSearchesMoveTwice, node) && i == 1;
    if (twice) move = node.moves[0];
    const bool went_on = node.was_cut;
    const bool scout = variant_.algorithm == Algorithm::kPvs && node.searched > 0 &&
                       node.window.alpha > -kInfinity;
    Window right{-node.window.beta, -node.window.alpha};
    if (scout) right.alpha = -(node.window.alpha + 1);
    Score value = search_child(node, move, child_window(node, scout), Role::kMove, right);
    if (twice || went_on) result_.bitten.insert(row(child_));
    if (twice) bite(node);
    ++node.searched;
    if (scout && value > node.window.alpha && value < node.window.beta && !stopped_) {
      value = search_again(node, move, value);
    }
    if (stopped_) return;
    if (std::exchange(aborted_, false)) bite(node);
    if (is(Mutation::kValueNotNegated, node) && differs(node, value, -value)) value = -value;
    if (is(Mutation::kDistanceNotCredited, node) && differs(node, value, value - 1)) value -= 1;
    take_value(node, value, i);
  }

  Score search_again(Node& node, MoveCode move, Score value) {
    if (is(Mutation::kNoReSearch, node)) {
      bite(node);
      return value;
    }
    if (is(Mutation::kReSearchOnlyFarAbove, node) && value < node.window.alpha + 3) {
      bite(node);
      return value;
    }
    const Window right{-node.window.beta, -node.window.alpha};
    Window window = right;
    if (is(Mutation::kReSearchInWrongHalf, node)) window = {-value, -node.window.alpha};
    const Score again = search_child(node, move, window, Role::kReSearch, right);
    if (is(Mutation::kReSearchIgnored, node) && differs(node, again, value)) return value;
    return again;
  }

  bool is_better(Node& node, Score value) {
    if (!node.best) return true;
    if (is(Mutation::kKeepsWorst, node) && value != *node.best) {
      bite(node);
      return value < *node.best;
    }
    if (is(Mutation::kKeepsLast, node)) return differs(node, true, value > *node.best) || true;
    if (is(Mutation::kTakesLaterTie, node) && value == *node.best) {
      bite(node);
      return true;
    }
    return value > *node.best;
  }

  void take_value(Node& node, Score value, std::size_t i) {
    const std::optional<Score> before = node.best;
    if (is_better(node, value)) {
      if (is(Mutation::kReturnsSecondBest, node) && before && value > *before) {
        bite(node);
      } else {
        node.best = value;
      }
      const bool keeps_first =
          is(Mutation::kBestIsFirst, node) && before && differs(node, true, false);
      if (!keeps_first) {
        node.best_child = NodeId{row(child_)};
        node.best_move = node.moves[i];
        if (node.ply == 0) {
          best_move_ = node.moves[i];
          root_score_ = value;
        }
      }
    }
    if (cuts(node, value, i)) return cut(node, value, i);
    update(node, value, i);
  }

  bool cuts(Node& node, Score value, std::size_t i) {
    const bool right = value >= node.window.beta;
    bool wrong = right;
    if (is(Mutation::kCutsOneEarly, node)) wrong = value >= node.window.beta - 1;
    if (is(Mutation::kCutsAboveAlpha, node)) wrong = value > node.window.alpha;
    if (is(Mutation::kCutsAfterFailLow, node)) wrong = right || value <= node.window.alpha;
    if (is(Mutation::kCutsOnFirstMove, node)) wrong = right || i == 1;
    if (is(Mutation::kCutsWithSumOfBounds, node)) wrong = right || value >= -node.window.alpha;
    if (is(Mutation::kCutsStrictly, node)) wrong = value > node.window.beta;
    if (is(Mutation::kMissesCuts, node)) wrong = right && i % 2 == 1;
    if (is(Mutation::kCutsAtWrongEnd, node) && right) bite(node);
    // Skipping after the last move makes no difference.
    const bool is_last = i + 1 == node.moves.size();
    if (wrong != right && (!is_last || wrong)) bite(node);
    return wrong;
  }

  void cut(Node& node, Score value, std::size_t i) {
    if (node.was_cut) return;
    node.was_cut = true;
    CutoffEvent event{CutoffKind::kBeta, Cause::kChild, value, node.window};
    event.skipped = std::span(node.moves).subspan(i + 1);
    if (is(Mutation::kCutsAtWrongEnd, node)) event.kind = CutoffKind::kAlpha;
    if (is(Mutation::kSkippedNotCounted, node) && !event.skipped.empty()) {
      bite(node);
      event.skipped = {};
    }
    std::vector<MoveCode> named(event.skipped.begin(), event.skipped.end());
    if (is(Mutation::kSkippedNamedWrongly, node) && !named.empty()) {
      bite(node);
      named.front() = node.moves.front();
      event.skipped = named;
    }
    emit_.cutoff(node.id, event);
  }

  void update(Node& node, Score value, std::size_t i) {
    if (node.was_cut) return;
    const Window before = node.window;
    Window right = before;
    if (value < before.beta) right.alpha = std::max(before.alpha, value);
    Window window = right;
    const bool raises = right.alpha > before.alpha;
    const bool ignored = is(Mutation::kAlphaNeverRaised, node) || is(Mutation::kNeverUpdates, node);
    if (ignored) window = before;
    if (is(Mutation::kAlphaOneTooHigh, node) && raises && value + 1 < before.beta) {
      window.alpha = value + 1;
    }
    const bool follows =
        is(Mutation::kAlphaFollowsAnyValue, node) || is(Mutation::kWidensAlpha, node);
    if (follows && value < before.beta) window.alpha = value;
    if (is(Mutation::kBetaLoweredByChild, node) && raises) window = {before.alpha, value};
    const bool is_last = i + 1 == node.moves.size();
    if (!(window == right) && (!is_last || !(window == before))) bite(node);
    node.window = window;
    if (!(window == before)) emit_.bound(node.id, {Cause::kChild, window});
  }

  // --- Leaving ---------------------------------------------------------------------------------

  Score close(Node& node) {
    if (stopped_ || !node.best) {
      last_left_ = node.id;
      emit_.leave(node.id, {.kind = NodeKind::kInterior});
      return 0;
    }
    const Score best = *node.best;
    // The bounds from the table hold as well.
    Score value = std::max(best, node.start.alpha > node.entry.alpha ? node.start.alpha : best);
    value = std::min(value, node.start.beta < node.entry.beta ? node.start.beta : value);
    if (variant_.hard) value = std::clamp(best, node.start.alpha, node.start.beta);
    const Score right = value;
    if (is(Mutation::kReturnsAlpha, node)) value = std::max(value, node.entry.alpha);
    if (is(Mutation::kReturnsMoreThanBeta, node) && node.was_cut) value += 1;
    if (is(Mutation::kHardReturnsWrongEnd, node) && value >= node.entry.beta) {
      value = std::max(node.entry.alpha, node.entry.beta - 2);
    }
    const bool weaker = is(Mutation::kReturnsWeaker, node) && value < node.entry.alpha - 1 &&
                        node.entry.alpha < kInfinity;
    if (weaker) value = node.entry.alpha - std::floor((node.entry.alpha - value) / 2);
    if (weaker && variant_.hard) value = right;
    differs(node, right, value);
    return leave(node, value, claimed(node, value), NodeKind::kInterior);
  }

  Bound claimed(Node& node, Score value) {
    const Bound right = bound_in(value, node.entry);
    Bound bound = right;
    const bool flips = right != Bound::kExact &&
                       (is(Mutation::kClaimsFlipped, node) ||
                        (is(Mutation::kClaimsNotMirroredAtMin, node) && node.side == Side::kMin));
    if (flips) bound = right == Bound::kLower ? Bound::kUpper : Bound::kLower;
    if (is(Mutation::kClaimsExactAlways, node)) bound = Bound::kExact;
    if (is(Mutation::kClaimsExactAfterCut, node) && right == Bound::kLower) bound = Bound::kExact;
    if (is(Mutation::kSoftBoundAsExactAtRoot) && node.ply == 1) bound = Bound::kExact;
    differs(node, right, bound);
    return bound;
  }

  Score leave(Node& node, Score value, Bound bound, NodeKind kind) {
    if (kind == NodeKind::kInterior) store(node, value, bound);
    LeaveEvent event{value, kind};
    event.bound = bound;
    const bool failed_low = value <= node.entry.alpha;
    if (kind == NodeKind::kInterior) {
      if (!failed_low || is(Mutation::kTakesLaterTie, node)) event.best = node.best_child;
      int legal = static_cast<int>(node.moves.size());
      if (is(Mutation::kLosesMoveSilently, node) && !node.was_cut && legal > 1) --legal;
      if (legal > 0) event.legal = legal;
    }
    if (node.ply == 0) {
      if (failed_low) best_move_ = kNoMove;
      if (!failed_low) last_best_ = best_move_;
    }
    last_left_ = node.id;
    emit_.leave(node.id, event);
    return value;
  }

  // --- Table -----------------------------------------------------------------------------------

  const Entry* find(const Node& node) const {
    if (!variant_.table || node.ply == 0) return nullptr;
    if (is(Mutation::kKeyNotCompared)) {
      const auto slot = slots_.find(node.key & 31);
      return slot == slots_.end() ? nullptr : &slot->second;
    }
    const auto found = table_.find(node.key);
    return found == table_.end() ? nullptr : &found->second;
  }

  std::optional<Score> ask_table(Node& node) {
    const Entry* found = find(node);
    if (found == nullptr) return std::nullopt;
    Entry entry = *found;
    if (is(Mutation::kKeyNotCompared) && entry.key != node.key) bite(node);
    if (is(Mutation::kKeyCollides)) bite(node);
    if (entry.depth != node.depth) {
      if (!is(Mutation::kDepthNotChecked, node) || entry.depth > node.depth) return std::nullopt;
    }
    if (is(Mutation::kReadsLastWritten, node)) entry.value = last_written_.value;
    if (is(Mutation::kStoresUnderChildKey)) bite(node);
    const bool answers = entry.bound == Bound::kExact ||
                         (entry.bound == Bound::kLower && entry.value >= node.entry.beta) ||
                         (entry.bound == Bound::kUpper && entry.value <= node.entry.alpha);
    ProbeEvent event{node.key,    node.depth, entry.depth,   entry.bound,
                     entry.value, kNoMove,    TableUse::kNo, entry.stored_by};
    if (is(Mutation::kTableUnused)) {
      bite(node);
      emit_.probe(node.id, event);
      return std::nullopt;
    }
    if (!answers && !is(Mutation::kEntryBoundIgnored, node)) return narrow(node, entry, event);
    event.used = TableUse::kAnswered;
    emit_.probe(node.id, event);
    Score value = entry.value;
    Bound bound = entry.bound;
    if (is(Mutation::kEntryBoundIgnored, node) && differs(node, bound, Bound::kExact)) {
      bound = Bound::kExact;
    }
    if (is(Mutation::kAnswerOfWrongSign, node) && differs(node, value, -value)) value = -value;
    if (is(Mutation::kDepthNotChecked, node) && entry.depth < node.depth) bite(node);
    if (is(Mutation::kReadsLastWritten, node) && entry.value != found->value) bite(node);
    return leave(node, value, bound, NodeKind::kTable);
  }

  std::optional<Score> narrow(Node& node, const Entry& entry, ProbeEvent event) {
    Window window = node.window;
    const bool raises = entry.bound == Bound::kLower || is(Mutation::kUpperEntryRaisesAlpha, node);
    (raises ? window.alpha : window.beta) = entry.value;
    const bool is_tighter = window.alpha >= node.window.alpha && window.beta <= node.window.beta &&
                            !(window == node.window) && window.alpha < window.beta;
    if (is_tighter) event.used = TableUse::kNarrowed;
    const bool wrong = is(Mutation::kReadsLastWritten, node) && is_tighter;
    if (wrong) bite(node);
    emit_.probe(node.id, event);
    if (!is_tighter) return std::nullopt;
    if (raises && entry.bound == Bound::kUpper) bite(node);
    node.start = node.window = window;
    emit_.bound(node.id, {Cause::kTable, window});
    return std::nullopt;
  }

  void store(Node& node, Score value, Bound bound) {
    if (!variant_.table || stopped_) return;
    Entry entry{node.key, node.depth, bound, value, NodeId{row(node.id)}};
    if (is(Mutation::kStoresExact, node)) entry.bound = Bound::kExact;
    if (is(Mutation::kStoresFlipped, node) && bound != Bound::kExact) {
      entry.bound = bound == Bound::kLower ? Bound::kUpper : Bound::kLower;
    }
    if (is(Mutation::kStoresWeaker, node) && bound == Bound::kExact) entry.bound = Bound::kLower;
    differs(node, entry.bound, bound);
    if (is(Mutation::kStoresNegated, node) && differs(node, value, -value)) entry.value = -value;
    if (is(Mutation::kStoresDeeper, node)) {
      bite(node);
      ++entry.depth;
    }
    // The key is computed before the move is undone, so it belongs to the position after the move.
    if (is(Mutation::kStoresUnderChildKey) && node.best_move != kNoMove) {
      game_.play(node.best_move);
      entry.key = game_.key();
      game_.undo();
    }
    emit_.store(node.id, {entry.depth, entry.bound, entry.value, kNoMove, entry.key});
    last_written_ = entry;
    table_[entry.key] = entry;
    slots_[entry.key & 31] = entry;
  }

  const Variant& variant_;
  const Mutation mutation_;
  Emitter& emit_;
  AnyGame& game_;
  const AnyEvaluator& evaluator_;
  const int max_player_;

  std::unordered_map<std::uint64_t, Entry> table_, slots_;
  Entry last_written_;
  Score parent_score_ = 0;
  OpenNodeId last_left_{}, child_{};
  MoveCode best_move_ = kNoMove, last_best_ = kNoMove;
  std::optional<Score> guess_, older_value_, root_score_;
  std::int64_t root_ = 0, last_root_ = 0;
  int depth_ = 0, at_ply_two_ = 0;
  bool stopped_ = false, aborted_ = false;
  SearchEnd end_;
  MutantResult result_;
};

SearchDeclaration declaration(const Variant& variant, const AnyGame& game) {
  SearchDeclaration search;
  search.game = variant.known ? game.info().name : "a game of my own";
  search.game_options = game.options_json();
  search.position = game.position_text();
  search.algorithm = variant.algorithm == Algorithm::kPvs    ? "pvs"
                     : variant.algorithm == Algorithm::kMtdf ? "mtdf"
                                                             : "negamax";
  search.evaluator = game.info().evaluators.front().name;
  search.counts_from_side_to_move = true;
  search.max_player = game.max_player();
  search.depth = variant.depth;
  search.captured = {"windows", "bounds", "cutoffs", "skipped", "legal",      "roles",
                     "scores",  "probes", "stores",  "keys",    "bound_types"};
  if (variant.declared) search.fail = variant.hard ? "hard" : "soft";
  search.exact_windows = variant.declared;
  search.uniform = true;
  search.move_text = [&game](MoveCode move) { return game.move_text(move); };
  return search;
}

}  // namespace

MutantResult record_mutant(const std::string& file, const Variant& variant, Mutation mutation) {
  const auto position =
      variant.position.empty() ? std::nullopt : std::optional<std::string>(variant.position);
  auto game = make_game(variant.game, {}, position);
  EXPECT_TRUE(game.is_ok()) << game.status().message();
  auto evaluator = (*game)->make_evaluator({});
  EXPECT_TRUE(evaluator.is_ok()) << evaluator.status().message();
  auto recording = Recording::start({file, true}, {});
  EXPECT_TRUE(recording.is_ok()) << recording.status().message();
  MutantResult result;
  {
    RecorderOptions options;
    options.capture = kCaptureDefault | kCaptureKeys;
    options.engine = "mutant";
    Emitter emitter(**recording, options, {});
    emitter.begin_search(declaration(variant, **game));
    result = MutantSearch(variant, mutation, emitter, **game, **evaluator).run();
  }
  const Status status = (*recording)->finish();
  EXPECT_TRUE(status.is_ok()) << status.message();
  return result;
}

}  // namespace plytrace::test
