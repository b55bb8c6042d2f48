// SPDX-License-Identifier: MIT
//
// Emitter: the forgiving side of the recorder, for engines that are not ours. It takes events in
// any order, refuses those that make no sense (and says why), and passes the rest on to a Recorder.
//
// * Scores may count from the side to move: they are turned into MAX's view here, windows swapped.
// * Only enter and leave are needed: a search or pass that nobody began is begun.
// * Every event names its node. Nodes opened later that were never left (an exception, a longjmp)
//   are closed without value first.
// * A node is entered and left whatever else is wrong with the event: what is wrong is left out.
// * A search that nobody ended is ended: finished if the last root was left with a value.
// * A pass without a best move has that of its root's best child.
// * A node without a best child has the one that moved its window or cut it last, if it has its
// value.
// * A node without a kind: see leave(). One without a score has that of its stand-pat events.
// * A store or probe without a key has that of its node.
// * A probe learns the node that stored its entry from the stores with the key of the entry, which
//   is the key asked with where the engine does not say.
//
// Errors: Misuse; a refused event changes nothing but the mark that events are missing. Thread
// rule: one thread, as the Recorder.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/observer.h"
#include "tracer/emit/store_index.h"
#include "tracer/recorder.h"
#include "tracer/recording.h"

namespace plytrace {

enum class Misuse : std::uint8_t {
  kNone,
  kNotANumber,    // NaN as a score or window
  kNoSuchNode,    // an event for a node that is not open
  kSearchIsOpen,  // begin_search before end_search
  kNoSearch,      // end_search, end_pass without a begin
  kBadCode,       // an enumeration out of its range
  kNoChild,       // credit without a child
  kEmptyWindow,   // alpha above beta at a pass
  kNoSide,        // scores count from the side to move, which is not known
  kNoSize,        // a structure of the C interface that was not set up
  kTooLate,       // excluded moves after a child, or a second time
  kUnknownKind,   // `captured` names a kind of event that there is not
  kWithin,        // an event told while another one is under way
  kTooLong        // a text longer than any that a trace holds
};
const char* message(Misuse misuse);

// The name of an open node: the id of its row, or a negative number if it gets none. 0: no node.
enum class OpenNodeId : std::int64_t {};

class Emitter {
 public:
  // `implied` is declared for a search that nobody began.
  Emitter(Recording& recording, const RecorderOptions& options, SearchDeclaration implied);
  ~Emitter();
  Emitter(const Emitter&) = delete;
  Emitter& operator=(const Emitter&) = delete;

  // declaration.counts_from_side_to_move says how all scores of the search count.
  Misuse begin_search(const SearchDeclaration& declaration);
  // Of the searches that begin from now on.
  void set_engine(std::string engine, std::string version);
  // `end` as the engine counts, from the side to move at the root. Counts of 0 are filled in.
  Misuse end_search(SearchEnd end);
  Misuse begin_pass(const PassBegin& pass);
  Misuse end_pass(PassEnd end);

  // A node below the innermost open one, or the root of a pass. Enter, leave and bound turn and
  // complete an event that is given away where it is: a copy right after it was made waits for its
  // bytes. Enter and leave are inlined, and what is rare gets the event by value, so that the
  // others need not build it in memory at all.
  Misuse enter(EnterEvent&& event, OpenNodeId& node);
  Misuse enter(const EnterEvent& event, OpenNodeId& node) { return enter(EnterEvent(event), node); }
  Misuse bound(OpenNodeId node, BoundEvent&& event);
  Misuse bound(OpenNodeId node, const BoundEvent& event) { return bound(node, BoundEvent(event)); }
  Misuse cutoff(OpenNodeId node, CutoffEvent event);
  Misuse store(OpenNodeId node, StoreEvent event);
  Misuse probe(OpenNodeId node, ProbeEvent event);
  Misuse note(OpenNodeId node, const NoteEvent& event);
  // event.kind kUnknown becomes kInterior for a node with children or a cutoff, kTable for one that
  // an entry answered, kHorizon for one that has only a score.
  Misuse leave(OpenNodeId node, LeaveEvent&& event);
  Misuse leave(OpenNodeId node, const LeaveEvent& event) { return leave(node, LeaveEvent(event)); }
  // What leave() will say of `node` where it does not say it itself: for a search that returns at
  // many places and is left at one. kUnknown, nothing: not said.
  Misuse is(OpenNodeId node, NodeKind kind, std::optional<Bound> bound);
  // The static score that `node` may itself take, a stand pat: what leave() does not say.
  Misuse score(OpenNodeId node, Score score);
  // `node`, which has no child yet, leaves these moves out by intent.
  Misuse exclude(OpenNodeId node, std::span<const MoveCode> moves);
  // `node` took this score, in its own view, from the child that it left last.
  Misuse credit(OpenNodeId node, Score score);

  // The caller refused an event itself, or could not read it: the recording says so. The misuse is
  // handed back. `may_be_store`: from now on no table entry has a known origin.
  Misuse refused(Misuse misuse, bool may_be_store = false) {
    if (misuse != Misuse::kNone) [[unlikely]]
      refuse(misuse, may_be_store);
    return misuse;
  }

  // An event could not be told, as there was no memory for it.
  void lose() noexcept { recorder_->lose(); }
  // See Recorder::flush.
  void flush(bool is_amid_event) noexcept { recorder_->flush(is_amid_event); }

  OpenNodeId innermost() const;
  bool in_search() const { return in_search_; }
  bool in_pass() const { return in_pass_; }
  std::uint64_t nodes() const { return search_nodes_; }

 private:
  struct Frame {
    OpenNodeId id{};
    // In MAX's view, kNoScore where there is none: what was taken from the child left last; of the
    // child that moved the window or cut the node last, what was taken from it, and the bound that
    // it may have been clamped to.
    Score last_value = kNoScore;
    Score best_value = kNoScore, best_limit = kNoScore;
    NodeId best = kNoNode;
    Score stand_pat = kNoScore;
    std::uint64_t key = 0;  // 0: not told
    Side side{};
    NodeKind kind = NodeKind::kUnknown;  // as is() said
    std::optional<Bound> bound{};        // as is() said, in MAX's view
    bool has_children = false, has_cutoff = false, is_answered = false, has_excluded = false;
  };
  // A child of the root.
  struct RootMove {
    NodeId row;
    MoveCode move;
  };

  void refuse(Misuse misuse, bool may_be_store);
  // Makes `node` the innermost one, as it mostly is.
  Misuse reach(OpenNodeId node) {
    const bool is_innermost = !frames_.empty() && frames_.back().id == node;
    return is_innermost ? Misuse::kNone : reach_outer(node);
  }
  Misuse reach_outer(OpenNodeId node);
  Misuse reach_for_scores(OpenNodeId node, bool good);
  EnterEvent begin_root(EnterEvent event);
  void abandon_innermost();
  void remember_best(Cause cause, Score limit);
  static void complete(const Frame& frame, LeaveEvent& event);
  static NodeKind kind_of(const Frame& frame, bool has_score) {
    if (frame.has_children) return NodeKind::kInterior;
    if (frame.is_answered) return NodeKind::kTable;
    if (frame.has_cutoff) return NodeKind::kInterior;
    return has_score ? NodeKind::kHorizon : NodeKind::kUnknown;
  }
  // Or none.
  static bool has_both_ends(Window window) {
    const auto [alpha, beta] = window;
    return !std::isunordered(alpha, beta) || (std::isnan(alpha) && std::isnan(beta));
  }
  static bool is_nan(const std::optional<Score>& score) { return score && std::isnan(*score); }
  void close_pass(PassEnd end);
  void forget_root();
  void remember_root_move(NodeId row, MoveCode move);
  void leave_root(std::optional<Score> value, NodeId best);
  bool flips(Side side) const { return side_view_ && side == Side::kMin; }
  // Do the scores of a node mean anything?
  bool is_side_known(Side side) const {
    return !side_view_ || side == Side::kMax || side == Side::kMin;
  }
  // Of the scores of an event.
  Misuse misuse_of(bool is_number, Side side) const {
    if (!is_number) return Misuse::kNotANumber;
    return is_side_known(side) ? Misuse::kNone : Misuse::kNoSide;
  }

  std::unique_ptr<Recorder> recorder_;
  const SearchDeclaration implied_;
  std::vector<Frame> frames_;
  bool in_search_ = false, in_pass_ = false;
  bool pass_begun_ = false;  // the recorder knows of it: its root was entered
  bool pass_is_implied_ = false;
  bool side_view_ = false;
  PassBegin pass_;
  Side root_side_ = Side::kMax;
  std::optional<Score> root_value_;  // of the pass, in MAX's view
  // Roots entered with different moves are moves of a root that was not recorded: there the other
  // side is to move, and the result of the search counts from it.
  MoveCode move_to_root_ = kNoMove;
  bool has_moves_for_roots_ = false;
  MoveCode root_best_ = kNoMove;  // of the pass, where leave told the best child
  std::vector<RootMove> root_moves_;
  std::uint64_t search_nodes_ = 0, pass_nodes_ = 0, leaves_ = 0;
  std::int64_t unrecorded_ids_ = 0;
  StoreIndex stores_;
};

[[gnu::always_inline]] inline Misuse Emitter::enter(EnterEvent&& event, OpenNodeId& node) {
  const bool is_root = frames_.empty();
  if (is_root && !in_search_) [[unlikely]]
    begin_search(implied_);
  const Misuse misuse = misuse_of(has_both_ends(event.window), event.side);
  if (misuse != Misuse::kNone) [[unlikely]]
    event.window = {kNoScore, kNoScore};
  if (is_root) [[unlikely]] {
    const EnterEvent root = begin_root(event);  // the rest of `event` stays what the compiler knows
    event.depth = root.depth;
    event.window = root.window;
  } else {
    frames_.back().has_children = true;
    if (flips(event.side)) event.window = turned(event.window);
  }
  recorder_->enter(event);
  ++search_nodes_;
  ++pass_nodes_;
  const NodeId row = recorder_->current_node();
  node = OpenNodeId{static_cast<std::int64_t>(row)};
  if (row == kNoNode) [[unlikely]]
    node = OpenNodeId{--unrecorded_ids_};
  if (frames_.size() == 1) [[unlikely]]
    remember_root_move(row, event.move);
  // A copy of it: what is made here, g++ 12 stores in overlapping pieces, and reading waits for
  // them.
  static constexpr Frame kNew{};
  Frame& frame = frames_.emplace_back(kNew);
  frame.id = node;
  frame.key = event.key.value_or(0);
  frame.side = event.side;
  return refused(misuse);
}

[[gnu::always_inline]] inline Misuse Emitter::leave(OpenNodeId node, LeaveEvent&& event) {
  Misuse misuse = reach(node);
  if (misuse != Misuse::kNone) [[unlikely]]
    return refused(misuse);
  const Frame& frame = frames_.back();
  const bool has_score = event.value || event.score || event.bound;
  const bool is_number = !is_nan(event.value) && !is_nan(event.score);
  if (has_score) misuse = misuse_of(is_number, frame.side);
  if (misuse != Misuse::kNone) [[unlikely]]
    event = {.kind = event.kind};
  if (flips(frame.side)) {
    if (event.value) *event.value = turned(*event.value);
    if (event.score) *event.score = turned(*event.score);
    if (event.bound) *event.bound = turned(*event.bound);
  }
  if (static_cast<std::int64_t>(event.best) < 0) event.best = kNoNode;
  complete(frame, event);
  leaves_ += event.kind == NodeKind::kHorizon || event.kind == NodeKind::kTerminal ? 1U : 0U;
  frames_.pop_back();
  if (!frames_.empty()) [[likely]] {
    frames_.back().last_value = event.value.value_or(kNoScore);
  }
  recorder_->leave(event);
  if (frames_.empty()) [[unlikely]]
    leave_root(event.value, event.best);
  return refused(misuse);
}

// What follows from the events of the node, where its leave does not say it.
[[gnu::always_inline]] inline void Emitter::complete(const Frame& frame, LeaveEvent& event) {
  const Score score = event.score ? *event.score : frame.stand_pat;
  const bool has_score = !std::isnan(score);
  if (event.kind == NodeKind::kUnknown) event.kind = frame.kind;
  // Whatever the engine returned tells its caller so.
  if (event.kind == NodeKind::kIllegal) {
    event = {.kind = NodeKind::kIllegal};
    return;
  }
  if (!event.bound && event.value) event.bound = frame.bound;
  if (event.kind == NodeKind::kUnknown) event.kind = kind_of(frame, has_score);
  // A leaf has a score only where that is not its value; a node that was stopped before it had a
  // value keeps what it stood pat on.
  const bool is_other = event.kind == NodeKind::kInterior ||
                        (event.kind == NodeKind::kHorizon && event.value != score);
  if (has_score && is_other && !event.score) event.score = score;
  if (!event.value) return;
  const bool has_taken = *event.value == frame.best_value || *event.value == frame.best_limit;
  if (event.best == kNoNode && has_taken) event.best = frame.best;
}

}  // namespace plytrace
