// SPDX-License-Identifier: MIT
//
// Emitter takes the events of other engines. It accepts them in any order, refuses those that make
// no sense (with a reason), completes the others and passes them to a Recorder.
//
// * Scores may count from the side to move; the emitter converts scores and windows to MAX's view.
// * Only enter and leave are mandatory; the emitter begins a missing search or pass.
// * If scores count from the side to move, a node without a side gets side_below().
// * Every event names its node. Nodes opened later that were never left (an exception, a longjmp)
//   are first closed without value.
// * A node is always entered and left; invalid members of the event are dropped.
// * A search that was not ended is ended (end_open_search).
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

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
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
  kNoSearch,      // end_search or end_pass without a begin
  kBadCode,       // an enumeration out of its range
  kNoChild,       // a backed-up value without a child
  kEmptyWindow,   // alpha above beta at a pass
  kNoSide,        // scores count from the side to move, which is unknown
  kNoSize,        // a structure of the C interface was not initialized
  kTooLate,       // excluded moves after a child, or a second time
  kUnknownKind,   // `captured` names an unknown kind of event
  kNoObject,      // options that are not a JSON object
  kNoMoveInList,  // a list of moves contains none
  kEmptyRange,    // score_min above score_max
  kWithin,        // an event reported during another one
  kTooLong        // a text that is too long for a trace
};
const char* message(Misuse misuse);

// The name of an open node: the id of its row, or a negative number if it gets none. 0: no node.
enum class OpenNodeId : std::int64_t {};
// The innermost open node, in any event but leave.
inline constexpr OpenNodeId kInnermost{std::numeric_limits<std::int64_t>::max()};

class Emitter {
 public:
  // `implied` is the declaration of a search without begin_search().
  Emitter(Recording& recording, const RecorderOptions& options, SearchDeclaration implied);
  ~Emitter();
  Emitter(const Emitter&) = delete;
  Emitter& operator=(const Emitter&) = delete;

  // declaration.counts_from_side_to_move applies to all scores of the search. Begins with
  // end_open_search().
  Misuse begin_search(SearchDeclaration declaration);
  // Ends a search that was not ended: as finished if its last root was left with a value and its
  // depth is not below the depth wanted, else as interrupted.
  void end_open_search();
  // Applies to searches that begin from now on.
  void set_engine(std::string engine, std::string version);
  // Scores in `end` count as the engine counts, from the side to move at the root. Counts of 0 are
  // replaced by the emitter's own.
  Misuse end_search(SearchEnd end);
  Misuse begin_pass(const PassBegin& pass);
  Misuse end_pass(PassEnd end);

  // The side to move at a node that is entered now: the side that is not to move at the innermost
  // open node. A node of the same position (a hand-over, a probe without a move) has the side of
  // that node; a root has MAX.
  Side side_below(MoveCode move, Role role) const;
  // Enters a node below the innermost open one, or the root of a pass.
  Misuse enter(EnterEvent event, OpenNodeId& node);
  Misuse bound(OpenNodeId node, BoundEvent event);
  Misuse cutoff(OpenNodeId node, CutoffEvent event);
  Misuse store(OpenNodeId node, StoreEvent event);
  Misuse probe(OpenNodeId node, ProbeEvent event);
  Misuse note(OpenNodeId node, const NoteEvent& event);
  // event.kind kUnknown becomes kInterior if the node has children or a cutoff, kTable if a table
  // entry answered it, and kHorizon if it has only a score.
  Misuse leave(OpenNodeId node, LeaveEvent event);
  // The common case of these events, which is inlined and makes no call: a call
  // would make it save registers, and build the event in memory. False: nothing was changed; use
  // the functions above. The side of a node is known.
  bool try_enter(PlainEnterEvent&& event, Phase phase, const std::uint64_t* key, OpenNodeId& node);
  // `scored`: the node has a static score from its events; false for the other nodes.
  template <bool scored>
  bool try_leave(OpenNodeId node, LeaveNumbers& left);
  bool try_bound(OpenNodeId node, BoundEvent&& event);
  // The event has a value and no reason.
  bool try_cutoff(OpenNodeId node, CutoffEvent& event);
  bool try_store(OpenNodeId node, EntryNumbers& entry);
  // Without `finds`, false if the entry may have been stored: looking it up is a call.
  template <bool finds>
  bool try_probe(OpenNodeId node, EntryNumbers& entry);
  // Sets the defaults of leave() for `node`, for a search that returns at many places and leaves at
  // one. kUnknown and nullopt: no default. A node that was called illegal stays so.
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
  // Whether scores count from the side to move, so that a missing side is that of side_below().
  bool derives_sides() const { return side_view_; }
  bool in_pass() const { return in_pass_; }
  std::uint64_t nodes() const { return search_nodes_; }

 private:
  // How the scores of a node count.
  enum class View : std::uint8_t { kOfMax, kOfMin, kUnknown };
  struct Frame {
    // In MAX's view, or kNoScore: the backed-up value of the child left last. If has_best, also of
    // `best`, the child that last moved the window or cut the node off, its backed-up value and the
    // bound to which that may have been clamped. If has_score, also the static score.
    Score last_value = kNoScore;
    Score best_value = kNoScore, best_limit = kNoScore;
    Score stand_pat = kNoScore;
    OpenNodeId id{};
    NodeId best = kNoNode;
    std::uint64_t key = 0;  // 0: not reported
    Side side{};
    View view = View::kUnknown;          // that of the common case, in which the node is no root
    NodeKind kind = NodeKind::kUnknown;  // from is()
    std::uint8_t bound = kNoCode;        // from is(), in MAX's view
    struct Flags {
      bool has_children : 1 = false, has_cutoff : 1 = false;
      bool is_answered : 1 = false, has_excluded : 1 = false;
      // Whether stand_pat was reported after is() had named a leaf that needs no evaluation.
      bool is_score_of_leaf : 1 = false;
      bool has_best : 1 = false, has_score : 1 = false;
      std::uint8_t unused : 1 = 0;  // so that one store sets all bits
    };
    Flags flags;
  };
  // The open path.
  class Frames {
   public:
    Frames() : frames_(64) {
      frames_.front().id = OpenNodeId{std::numeric_limits<std::int64_t>::min()};  // names no node
      top_ = frames_.data();
    }
    bool empty() const { return top_ == frames_.data(); }
    bool is_full() const { return top_ + 1 == frames_.data() + frames_.size(); }
    std::size_t size() const { return static_cast<std::size_t>(top_ - frames_.data()); }
    const Frame& operator[](std::size_t index) const { return frames_[index + 1]; }
    // The innermost node; if there is none, a frame that belongs to no node.
    Frame& back() { return *top_; }
    const Frame& back() const { return *top_; }
    void pop_back() { --top_; }
    // Leaves the innermost node, which is `frame`.
    void pop_back(Frame& frame, Score value) {
      top_ = &frame - 1;
      top_->last_value = value;
    }
    // Adds a child of the innermost node, which is `parent`. Precondition: is_full() is false.
    [[gnu::always_inline]] void add(Frame& parent, OpenNodeId id, Side side, View view,
                                    std::uint64_t key) {
      Frame& frame = *(&parent + 1);
      top_ = &frame;
      // The scores and `best` keep what an earlier node left there: none is read before it is set.
      frame.id = id;
      frame.key = key;
      frame.side = side;
      frame.view = view;
      frame.kind = NodeKind::kUnknown;
      frame.bound = kNoCode;
      frame.flags = {};
    }
    void grow() {
      const std::size_t open = size();
      frames_.resize(2 * frames_.size());
      top_ = frames_.data() + open;
    }

   private:
    std::vector<Frame> frames_;
    Frame* top_;
  };
  // A child of the root, with its move.
  struct RootMove {
    NodeId row;
    MoveCode move;
  };

  void refuse(Misuse misuse, bool may_be_store);
  // Whether an event names the innermost frame, which belongs to a node.
  static bool is_innermost(const Frame& frame, OpenNodeId node) {
    return frame.id == node || node == kInnermost;
  }
  // Makes `node` the innermost one, which it usually is already.
  Misuse reach(OpenNodeId node) {
    return frames_.back().id == node ? Misuse::kNone : reach_outer(node);
  }
  std::uint64_t whole_key(std::uint64_t key) const;
  Misuse reach_outer(OpenNodeId node);
  static bool has_no_move(std::span<const MoveCode> moves) {
    return std::find(moves.begin(), moves.end(), kNoMove) != moves.end();
  }
  // Makes the node of an event the innermost one. `good`: the event's scores are valid.
  Misuse reach_for_scores(OpenNodeId node, bool good) {
    Misuse misuse = good ? reach(node) : Misuse::kNotANumber;
    if (misuse == Misuse::kNone) misuse = misuse_of(true, view_of(frames_.back().side));
    return refused(misuse);
  }
  EnterEvent begin_root(EnterEvent event);
  void abandon_innermost();
  // Keep what leave() needs of an event in MAX's view. `child` is the one left last.
  static void keep(Frame& frame, const BoundEvent& event, NodeId child);
  static void keep(Frame& frame, const CutoffEvent& event, NodeId child);
  // The node has just used the value of the child left last.
  static void keep_best(Frame& frame, NodeId child, Score limit) {
    frame.flags.has_best = child != kNoNode;
    frame.best = child;
    frame.best_value = frame.last_value;
    frame.best_limit = limit;
  }
  static void set_static(Frame& frame, Score score) {
    frame.flags.has_score = true;
    frame.stand_pat = score;
  }
  // A static score that was reported before stays, so that a contradiction can be found.
  static void keep_static(Frame& frame, Score score) {
    if (!frame.flags.has_score) set_static(frame, score);
  }
  static void complete(const Frame& frame, LeaveNumbers& left, bool has_value);
  static NodeKind kind_of(const Frame& frame, bool has_score) {
    if (frame.flags.has_children) return NodeKind::kInterior;
    if (frame.flags.is_answered) return NodeKind::kTable;
    if (frame.flags.has_cutoff) return NodeKind::kInterior;
    return has_score ? NodeKind::kHorizon : NodeKind::kUnknown;
  }
  // Whether both ends are known, or neither.
  static bool has_both_ends(Window window) {
    const auto [alpha, beta] = window;
    return !std::isunordered(alpha, beta) || (std::isnan(alpha) && std::isnan(beta));
  }
  // The number of nodes of this kind that were left.
  std::uint64_t& left_as(NodeKind kind) { return left_[static_cast<std::size_t>(kind)]; }
  static bool is_nan(const std::optional<Score>& score) { return score && std::isnan(*score); }
  void close_pass(PassEnd end);
  void forget_root();
  void remember_root_move(NodeId row, MoveCode move);
  void leave_root(std::optional<Score> value, NodeId best);
  template <class T>
  static void turn(T& value) {
    value = turned(value);
  }
  View view_of(Side side) const {
    if (!side_view_ || side == Side::kMax) return View::kOfMax;
    return side == Side::kMin ? View::kOfMin : View::kUnknown;
  }
  bool flips(Side side) const { return view_of(side) == View::kOfMin; }
  bool flips(const Frame& frame) const { return flips(frame.side); }
  // Checks the scores of an event.
  static Misuse misuse_of(bool is_number, View view) {
    if (!is_number) return Misuse::kNotANumber;
    return view == View::kUnknown ? Misuse::kNoSide : Misuse::kNone;
  }
  [[gnu::always_inline]] static StoreIndex::Entry entry_of(const Frame& frame,
                                                           const EntryNumbers& entry,
                                                           std::int32_t depth) {
    return {std::isnan(entry.raw) ? entry.value : entry.raw, depth, entry.bound, frame.side};
  }
  static void turn_code(std::uint8_t& bound) {
    if (bound != kNoCode) bound = buffered::byte_of(turned(static_cast<Bound>(bound)));
  }
  // Converts the scores that stores and probes share.
  template <class Event>
  [[gnu::always_inline]] static void turn_entry(Event& event) {
    turn(event.value);
    turn(event.raw);
    turn(event.bound);
  }

  std::unique_ptr<Recorder> recorder_;
  const SearchDeclaration implied_;
  Frames frames_;
  bool in_search_ = false, in_pass_ = false;
  bool pass_begun_ = false;  // the recorder knows the pass: its root was entered
  bool pass_is_implied_ = false;
  bool side_view_ = false;
  PassBegin pass_;                         // the last one
  std::int64_t depth_wanted_ = kNoNumber;  // of the search
  Side root_side_ = Side::kMax;
  std::optional<Score> root_value_;    // the value of the pass, in MAX's view
  std::optional<Score> search_value_;  // that of the last pass that is no further line
  // Roots entered with different moves are moves of a root that was not recorded: there the other
  // side is to move, and the result of the search counts from it.
  MoveCode move_to_root_ = kNoMove;
  bool has_moves_for_roots_ = false;
  MoveCode root_best_ = kNoMove;  // the best move of the pass, if leave reported the best child
  std::vector<RootMove> root_moves_;
  std::uint64_t search_nodes_ = 0;
  std::array<std::uint64_t, format::kWords<NodeKind>.size()> left_{};  // by kind
  std::uint64_t nodes_before_pass_ = 0;                                // of the search
  std::int64_t unrecorded_ids_ = 0;
  StoreIndex stores_;
};

[[gnu::always_inline]] inline Side Emitter::side_below(MoveCode move, Role role) const {
  if (frames_.empty()) return Side::kMax;
  const Side side = frames_.back().side;
  const bool is_same = role == Role::kHandOver || (role == Role::kProbe && move == kNoMove);
  if (is_same || (side != Side::kMax && side != Side::kMin)) return side;
  return other(side);
}

[[gnu::always_inline]] inline bool Emitter::try_enter(PlainEnterEvent&& event, Phase phase,
                                                      const std::uint64_t* key, OpenNodeId& node) {
  const auto view = static_cast<View>(side_view_ && event.side == Side::kMin);
  // Local variables, because the compiler loads members again after the event was written.
  Recorder& recorder = *recorder_;
  Frame& parent = frames_.back();
  // The root and its children have more to remember.
  if (parent.view == View::kUnknown) [[unlikely]]
    return false;
  if (view == View::kOfMin) event.window = turned(event.window);
  if (!recorder.try_enter(event, phase, key)) [[unlikely]]
    return false;
  // enter() makes this path larger before it makes that of the recorder larger.
  assert(!frames_.is_full());
  parent.flags.has_children = true;
  ++search_nodes_;
  node = OpenNodeId{static_cast<std::int64_t>(recorder.entered_node())};
  frames_.add(parent, node, event.side, view, key != nullptr ? *key : 0);
  if (key != nullptr) stores_.prefetch(*key);
  return true;
}

template <bool scored>
[[gnu::always_inline]] inline bool Emitter::try_leave(OpenNodeId node, LeaveNumbers& left) {
  Frame& frame = frames_.back();
  const bool is_usual = frame.id == node && frame.view != View::kUnknown;
  if (!is_usual || frame.flags.has_score != scored) [[unlikely]]
    return false;
  if (frame.view == View::kOfMin) {
    turn(left.value);
    turn(left.score);
    turn_code(left.bound);
  }
  complete(frame, left, true);
  if (!recorder_->try_leave(left)) [[unlikely]]
    return false;
  ++left_as(left.kind);
  frames_.pop_back(frame, left.value);
  return true;
}

// Completes the numbers of a node from its events.
[[gnu::always_inline]] inline void Emitter::complete(const Frame& frame, LeaveNumbers& left,
                                                     bool has_value) {
  const bool is_reported = !std::isnan(left.score);
  const Score score = is_reported ? left.score : frame.stand_pat;
  const bool has_score = is_reported || frame.flags.has_score;
  // No later kind replaces an illegal move's.
  if (left.kind == NodeKind::kUnknown || frame.kind == NodeKind::kIllegal) left.kind = frame.kind;
  // The returned value only signals the illegal move to the caller.
  if (left.kind == NodeKind::kIllegal) [[unlikely]] {
    left = {.kind = NodeKind::kIllegal};
    return;
  }
  if (left.bound == kNoCode && has_value) left.bound = frame.bound;
  if (left.kind == NodeKind::kUnknown) left.kind = kind_of(frame, has_score);
  if (has_score) {
    // A leaf has a score only if that differs from its value. A node that was stopped before it had
    // a value keeps its stand-pat score.
    const bool is_clamped = left.value != score && (left.kind == NodeKind::kHorizon ||
                                                    (frame.flags.is_score_of_leaf && has_value));
    if (left.kind == NodeKind::kInterior || is_clamped) left.score = score;
  }
  if (left.best != kNoNode || !frame.flags.has_best) return;
  if (left.value == frame.best_value || left.value == frame.best_limit) left.best = frame.best;
}

// An engine may report the bits of a key that its entries keep. Other positions have these bits,
// too: where they are bits of the node's own key, that key is meant.
inline std::uint64_t Emitter::whole_key(std::uint64_t key) const {
  const std::uint64_t own = frames_.back().key;
  return format::is_part_of_key(key, own) ? own : key;
}

[[gnu::always_inline]] inline void Emitter::keep(Frame& frame, const BoundEvent& event,
                                                 NodeId child) {
  if (event.cause == Cause::kChild) {
    keep_best(frame, child, kNoScore);
  } else if (event.cause == Cause::kStandPat && frame.side == Side::kMax) {
    keep_static(frame, event.window.alpha);
  } else if (event.cause == Cause::kStandPat && frame.side == Side::kMin) {
    keep_static(frame, event.window.beta);
  }
}

[[gnu::always_inline]] inline void Emitter::keep(Frame& frame, const CutoffEvent& event,
                                                 NodeId child) {
  frame.flags.has_cutoff = true;
  if (event.cause == Cause::kStandPat && !std::isnan(event.value)) keep_static(frame, event.value);
  if (event.cause == Cause::kChild && event.kind != CutoffKind::kForward) {
    const bool is_beta = event.kind == CutoffKind::kBeta;
    keep_best(frame, child, is_beta ? event.window.beta : event.window.alpha);
  }
}

[[gnu::always_inline]] inline bool Emitter::try_bound(OpenNodeId node, BoundEvent&& event) {
  Frame& frame = frames_.back();
  if (!is_innermost(frame, node) || frame.view == View::kUnknown) [[unlikely]]
    return false;
  if (frame.view == View::kOfMin) turn(event.window);
  if (!recorder_->try_bound(event)) [[unlikely]]
    return false;
  keep(frame, event, recorder_->child_left_last());
  return true;
}

[[gnu::always_inline]] inline bool Emitter::try_cutoff(OpenNodeId node, CutoffEvent& event) {
  Frame& frame = frames_.back();
  if (!is_innermost(frame, node) || frame.view == View::kUnknown) [[unlikely]]
    return false;
  if (frame.view == View::kOfMin) {
    turn(event.kind);
    turn(event.value);
    turn(event.window);
  }
  if (!recorder_->try_cutoff(event)) [[unlikely]]
    return false;
  keep(frame, event, recorder_->child_left_last());
  return true;
}

[[gnu::always_inline]] inline bool Emitter::try_store(OpenNodeId node, EntryNumbers& entry) {
  Frame& frame = frames_.back();
  if (!is_innermost(frame, node) || frame.view == View::kUnknown) [[unlikely]]
    return false;
  if (frame.view == View::kOfMin) turn_entry(entry);
  if (entry.key == 0) entry.key = frame.key;
  // A key other than the node's may be a part of the node's.
  if (entry.key != frame.key || entry.key == 0 || !stores_.has_memory()) [[unlikely]]
    return false;
  // A row without a key has that of its node.
  const std::uint64_t key = std::exchange(entry.key, 0);
  if (!recorder_->try_store(entry)) [[unlikely]]
    return false;
  stores_.remember(key, entry_of(frame, entry, entry.depth),
                   NodeId{static_cast<std::int64_t>(frame.id)});
  return true;
}

template <bool finds>
[[gnu::always_inline]] inline bool Emitter::try_probe(OpenNodeId node, EntryNumbers& entry) {
  Frame& frame = frames_.back();
  if (!is_innermost(frame, node) || frame.view == View::kUnknown) [[unlikely]]
    return false;
  if (frame.view == View::kOfMin) turn_entry(entry);
  if (entry.key == 0) entry.key = frame.key;
  const bool is_stored_under_it = entry.entry_key == nullptr || *entry.entry_key == entry.key;
  if (entry.key != frame.key || !is_stored_under_it) [[unlikely]]
    return false;
  if constexpr (finds) {
    entry.stored_by = stores_.origin(entry.key, entry_of(frame, entry, entry.stored_depth));
  } else if (entry.key != 0 && stores_.may_have(entry.key)) {
    return false;
  }
  // A row without a key has that of its node.
  if (entry.entry_key == nullptr) entry.key = 0;
  if (!recorder_->try_probe(entry)) [[unlikely]]
    return false;
  if (entry.used == TableUse::kAnswered) frame.flags.is_answered = true;
  return true;
}

}  // namespace plytrace
