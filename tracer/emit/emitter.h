// SPDX-License-Identifier: MIT
//
// Emitter takes the events of other engines. It accepts them in any order, refuses those that make
// no sense (with a reason), completes the others and passes them to a Recorder.
//
// * Scores may count from the side to move; the emitter converts scores and windows to MAX's view.
// * Only enter and leave are mandatory; the emitter begins a missing search or pass.
// * Every event names its node. Nodes opened later that were never left (an exception, a longjmp)
//   are first closed without value.
// * A node is always entered and left; invalid members of the event are dropped.
// * A search that was not ended is ended: as finished if the last root was left with a value.
// * A pass without a best move gets that of its root's best child.
// * A node without a best child gets the one that last moved its window or cut it off, if that has
//   the node's value.
// * For a node without a kind see leave(). One without a score gets that of its stand-pat events.
// * A store or probe without a key gets that of its node.
// * For a probe, the emitter finds the node that stored the entry among the stores with the entry's
//   key (by default the key asked for).
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
#include "schemas/table_keys.h"
#include "tracer/emit/store_index.h"
#include "tracer/recorder.h"
#include "tracer/recording.h"

namespace plytrace {

enum class Misuse : std::uint8_t {
  kNone,
  kNotANumber,    // NaN as a score or window
  kNoSuchNode,    // an event for a node that is not open
  kSearchIsOpen,  // begin_search before the end_search of another search
  kNoSearch,      // end_search or end_pass without a begin
  kBadCode,       // an enumeration out of its range
  kNoChild,       // a backed-up value without a child
  kEmptyWindow,   // alpha above beta at a pass
  kNoSide,        // scores count from the side to move, which is unknown
  kNoSize,        // a structure of the C interface was not initialized
  kTooLate,       // excluded moves after a child, or a second time
  kUnknownKind,   // `captured` names an unknown kind of event
  kWithin,        // an event reported during another one
  kTooLong        // a text that is too long for a trace
};
const char* message(Misuse misuse);

// The name of an open node: the id of its row, or a negative number if it gets none. 0: no node.
enum class OpenNodeId : std::int64_t {};

class Emitter {
 public:
  // `implied` is the declaration of a search without begin_search().
  Emitter(Recording& recording, const RecorderOptions& options, SearchDeclaration implied);
  ~Emitter();
  Emitter(const Emitter&) = delete;
  Emitter& operator=(const Emitter&) = delete;

  // declaration.counts_from_side_to_move applies to all scores of the search.
  Misuse begin_search(const SearchDeclaration& declaration);
  // Applies to searches that begin from now on.
  void set_engine(std::string engine, std::string version);
  // Scores in `end` count as the engine counts, from the side to move at the root. Counts of 0 are
  // replaced by the emitter's own.
  Misuse end_search(SearchEnd end);
  Misuse begin_pass(const PassBegin& pass);
  Misuse end_pass(PassEnd end);

  // Enters a node below the innermost open one, or the root of a pass. Enter, leave and bound
  // convert and complete an rvalue event in place, since copying it right after it was made would
  // stall. Enter and leave are inlined and rare cases take the event by value, so that the common
  // case never builds it in memory.
  Misuse enter(EnterEvent&& event, OpenNodeId& node);
  Misuse enter(const EnterEvent& event, OpenNodeId& node) { return enter(EnterEvent(event), node); }
  Misuse bound(OpenNodeId node, BoundEvent&& event);
  Misuse bound(OpenNodeId node, const BoundEvent& event) { return bound(node, BoundEvent(event)); }
  Misuse cutoff(OpenNodeId node, CutoffEvent event);
  Misuse store(OpenNodeId node, StoreEvent&& event);
  Misuse store(OpenNodeId node, const StoreEvent& event) { return store(node, StoreEvent(event)); }
  Misuse probe(OpenNodeId node, ProbeEvent&& event);
  Misuse probe(OpenNodeId node, const ProbeEvent& event) { return probe(node, ProbeEvent(event)); }
  Misuse note(OpenNodeId node, const NoteEvent& event);
  // event.kind kUnknown becomes kInterior if the node has children or a cutoff, kTable if a table
  // entry answered it, and kHorizon if it has only a score.
  Misuse leave(OpenNodeId node, LeaveEvent&& event);
  Misuse leave(OpenNodeId node, const LeaveEvent& event) { return leave(node, LeaveEvent(event)); }
  // Sets the defaults of leave() for `node`, for a search that returns at many places and leaves at
  // one. kUnknown and nullopt: no default.
  Misuse is(OpenNodeId node, NodeKind kind, std::optional<Bound> bound);
  // Sets the static score of `node`, such as a stand pat, as the default of leave().
  Misuse score(OpenNodeId node, Score score);
  // `node`, which must not have a child yet, excludes these moves on purpose.
  Misuse exclude(OpenNodeId node, std::span<const MoveCode> moves);
  // Reports the backed-up value that `node` used for the child left last, in the node's own view.
  Misuse credit(OpenNodeId node, Score score);

  // Reports that the caller refused an event or could not read it, so that the recording is marked
  // as incomplete. Returns the misuse. `may_be_store`: the event may have been a store, so the
  // origins of table entries are unknown from now on.
  Misuse refused(Misuse misuse, bool may_be_store = false) {
    if (misuse != Misuse::kNone) [[unlikely]]
      refuse(misuse, may_be_store);
    return misuse;
  }

  // Reports that events before this one are missing. Any of them may have been a store.
  void miss(std::int64_t events) {
    recorder_->refuse(events);
    stores_.clear();
  }
  // Reports that an event was lost for lack of memory.
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
    // In MAX's view, or kNoScore: the backed-up value of the child left last; and of the child that
    // last moved the window or cut the node off, its backed-up value and the bound to which that
    // may have been clamped.
    Score last_value = kNoScore;
    Score best_value = kNoScore, best_limit = kNoScore;
    NodeId best = kNoNode;
    Score stand_pat = kNoScore;
    std::uint64_t key = 0;  // 0: not reported
    Side side{};
    NodeKind kind = NodeKind::kUnknown;  // from is()
    std::optional<Bound> bound{};        // from is(), in MAX's view
    bool has_children = false, has_cutoff = false, is_answered = false, has_excluded = false;
    // Whether stand_pat was reported after is() had named a leaf that needs no evaluation.
    bool is_score_of_leaf = false;
  };
  // A child of the root, with its move.
  struct RootMove {
    NodeId row;
    MoveCode move;
  };

  void refuse(Misuse misuse, bool may_be_store);
  // Makes `node` the innermost one, which it usually is already.
  Misuse reach(OpenNodeId node) {
    const bool is_innermost = !frames_.empty() && frames_.back().id == node;
    return is_innermost ? Misuse::kNone : reach_outer(node);
  }
  std::uint64_t whole_key(std::uint64_t key) const;
  Misuse reach_outer(OpenNodeId node);
  // Makes the node of an event the innermost one. `good`: the event's scores are valid.
  Misuse reach_for_scores(OpenNodeId node, bool good) {
    Misuse misuse = good ? reach(node) : Misuse::kNotANumber;
    if (misuse == Misuse::kNone && !is_side_known(frames_.back().side)) misuse = Misuse::kNoSide;
    return refused(misuse);
  }
  EnterEvent begin_root(EnterEvent event);
  void abandon_innermost();
  void remember_best(Cause cause, Score limit);
  // A static score that was reported before stays, so that a contradiction can be found.
  void told_static(Score score) {
    if (std::isnan(frames_.back().stand_pat)) frames_.back().stand_pat = score;
  }
  static void complete(const Frame& frame, LeaveEvent& event);
  static NodeKind kind_of(const Frame& frame, bool has_score) {
    if (frame.has_children) return NodeKind::kInterior;
    if (frame.is_answered) return NodeKind::kTable;
    if (frame.has_cutoff) return NodeKind::kInterior;
    return has_score ? NodeKind::kHorizon : NodeKind::kUnknown;
  }
  // Whether both ends are known, or neither.
  static bool has_both_ends(Window window) {
    const auto [alpha, beta] = window;
    return !std::isunordered(alpha, beta) || (std::isnan(alpha) && std::isnan(beta));
  }
  static bool is_nan(const std::optional<Score>& score) { return score && std::isnan(*score); }
  void close_pass(PassEnd end);
  void forget_root();
  void remember_root_move(NodeId row, MoveCode move);
  void leave_root(std::optional<Score> value, NodeId best);
  template <class T>
  static void turn(T& value) {
    value = turned(value);
  }
  bool flips(Side side) const { return side_view_ && side == Side::kMin; }
  // Whether the view of the node's scores is known.
  bool is_side_known(Side side) const {
    return !side_view_ || side == Side::kMax || side == Side::kMin;
  }
  // Checks the scores of an event.
  Misuse misuse_of(bool is_number, Side side) const {
    if (!is_number) return Misuse::kNotANumber;
    return is_side_known(side) ? Misuse::kNone : Misuse::kNoSide;
  }

  std::unique_ptr<Recorder> recorder_;
  const SearchDeclaration implied_;
  std::vector<Frame> frames_;
  bool in_search_ = false, in_pass_ = false;
  bool pass_begun_ = false;  // the recorder knows the pass: its root was entered
  bool pass_is_implied_ = false;
  bool side_view_ = false;
  PassBegin pass_;
  Side root_side_ = Side::kMax;
  std::optional<Score> root_value_;    // the value of the pass, in MAX's view
  std::optional<Score> search_value_;  // that of the last pass that is no further line
  // Roots entered with different moves are moves of a root that was not recorded: there the other
  // side is to move, and the result of the search counts from it.
  MoveCode move_to_root_ = kNoMove;
  bool has_moves_for_roots_ = false;
  MoveCode root_best_ = kNoMove;  // the best move of the pass, if leave reported the best child
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
    const EnterEvent root = begin_root(event);  // keeps the rest of `event` known to the compiler
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
  // A copy of it. g++ 12 would build a new event with overlapping stores, and reading it would
  // stall.
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

// Completes the leave event from the events of the node.
[[gnu::always_inline]] inline void Emitter::complete(const Frame& frame, LeaveEvent& event) {
  const Score score = event.score ? *event.score : frame.stand_pat;
  const bool has_score = !std::isnan(score);
  if (event.kind == NodeKind::kUnknown) event.kind = frame.kind;
  // The returned value only signals the illegal move to the caller.
  if (event.kind == NodeKind::kIllegal) {
    event = {.kind = NodeKind::kIllegal};
    return;
  }
  if (!event.bound && event.value) event.bound = frame.bound;
  if (event.kind == NodeKind::kUnknown) event.kind = kind_of(frame, has_score);
  // A leaf has a score only if that differs from its value. A node that was stopped before it had a
  // value keeps its stand-pat score.
  const bool is_clamped = event.value != score && (event.kind == NodeKind::kHorizon ||
                                                   (frame.is_score_of_leaf && event.value));
  const bool is_other = event.kind == NodeKind::kInterior || is_clamped;
  if (has_score && is_other && !event.score) event.score = score;
  if (!event.value) return;
  const bool has_taken = *event.value == frame.best_value || *event.value == frame.best_limit;
  if (event.best == kNoNode && has_taken) event.best = frame.best;
}

// An engine may report the bits of a key that its entries keep. Other positions have these bits,
// too: where they are bits of the node's own key, that key is meant.
inline std::uint64_t Emitter::whole_key(std::uint64_t key) const {
  const std::uint64_t own = frames_.back().key;
  return format::is_part_of_key(key, own) ? own : key;
}

[[gnu::always_inline]] inline Misuse Emitter::store(OpenNodeId node, StoreEvent&& event) {
  const Misuse misuse = reach_for_scores(node, !std::isnan(event.value) && !is_nan(event.raw));
  if (misuse != Misuse::kNone) {
    stores_.clear();  // an unknown store may have replaced any entry
    return misuse;
  }
  if (flips(frames_.back().side)) {
    turn(event.value);
    turn(event.raw);
    turn(event.bound);
  }
  if (event.key == 0) event.key = frames_.back().key;
  if (event.key != 0)
    stores_.remember(whole_key(event.key), event, recorder_->current_node(), frames_.back().side);
  recorder_->report(event);
  return Misuse::kNone;
}

[[gnu::always_inline]] inline Misuse Emitter::probe(OpenNodeId node, ProbeEvent&& event) {
  const Misuse misuse = reach_for_scores(node, !std::isnan(event.value) && !is_nan(event.raw));
  if (misuse != Misuse::kNone) return misuse;
  if (flips(frames_.back().side)) {
    turn(event.value);
    turn(event.raw);
    turn(event.bound);
  }
  if (event.key == 0) event.key = frames_.back().key;
  if (event.stored_by == kNoNode) {
    event.stored_by = stores_.origin(whole_key(event.key), event, frames_.back().side);
  }
  if (event.used == TableUse::kAnswered) frames_.back().is_answered = true;
  recorder_->report(event);
  return Misuse::kNone;
}

}  // namespace plytrace
