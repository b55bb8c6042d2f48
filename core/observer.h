// SPDX-License-Identifier: MIT
//
// The observer seam: what a search tells about itself, as events. A search is a template over its
// observer; with NullObserver every call compiles away, so an untraced search pays nothing.
// SinkObserver passes the events on to an EventSink, the interface that recorders implement.
//
// Order of events of one search:
//   begin_search  { begin_pass  enter ... leave  end_pass }  end_search
// and inside a node, between its enter and its leave, any number of
//   probe, bound, cutoff, store, note, and whole children (enter ... leave).
// Every event but enter speaks of the innermost open node. Events cannot fail: a sink keeps its
// first error and reports it when asked. All scores and windows are from MAX's point of view;
// SideToMoveObserver (search/negamax_view.h) converts for searches that count otherwise.
// What each event means for a verdict stands in docs/events.md. Thread rule: one search, one
// thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/game.h"
#include "core/score.h"
#include "schemas/trace_format.h"

namespace plytrace {

using format::Cause;
using format::CutoffKind;
using format::NodeKind;
using format::PassPurpose;
using format::Phase;
using format::Role;
using format::SearchStatus;
using format::Side;
using format::TableUse;

// The row id of a node in the trace; 0 = none (and always 0 from NullObserver).
enum class NodeId : std::int64_t {};
inline constexpr NodeId kNoNode{0};

constexpr Side other(Side side) { return side == Side::kMax ? Side::kMin : Side::kMax; }

// Optional extra events; the bits of SearchDeclaration::capture and of `search --capture`.
enum Capture : unsigned {
  kCaptureSkipped = 1,  // the skipped moves by name, not only their number
  kCaptureKeys = 2,
  kCaptureProbes = 4,
  kCaptureStores = 8,
  kCaptureNotes = 16,
  kCaptureDefault = kCaptureSkipped | kCaptureProbes | kCaptureStores
};

// What a search says about itself before it starts: the row of `search`, minus the results.
struct SearchDeclaration {
  std::string game, game_options, position;
  std::string algorithm, options, evaluator;
  bool counts_from_side_to_move = false;  // perspective
  std::optional<int> max_player;
  std::optional<int> depth;
  std::vector<std::string> captured;  // kinds of event that are emitted completely
  std::string fail;                   // "soft", "hard" or "" = not declared
  bool exact_windows = false;
  bool uniform = false;
  std::optional<Window> score_range;
  // The text of a move; called from the search thread, once per code.
  std::function<std::string(MoveCode)> move_text;
};

struct PassBegin {
  PassPurpose purpose = PassPurpose::kFixed;
  int depth = 0;
  Window window;
};

struct EnterEvent {
  MoveCode move =
      kNoMove;  // kNoMove: the root of a pass, a hand-over, a probe of the same position
  Side side = Side::kMax;
  int depth = 0;
  Window window{};
  Role role = Role::kMove;
  Phase phase = Phase::kMain;
  std::optional<std::uint64_t> key{};
};

// The window of the node is now `window`. With Cause::kChild the child is the last one left.
struct BoundEvent {
  Cause cause = Cause::kChild;
  Window window;
};

// The node stops searching moves. With Cause::kChild the child is the last one left.
struct CutoffEvent {
  CutoffKind kind = CutoffKind::kBeta;
  Cause cause = Cause::kChild;
  Score value = 0;
  Window window{};                      // of the node at that moment, not yet updated by value
  std::span<const MoveCode> skipped{};  // in the order they would have been tried
  bool skipped_known = true;     // false where the list depends on what would have been tried
  std::optional<int> unnamed{};  // how many were skipped, where they have no names
  std::string_view reason{};     // words of the engine
};

struct StoreEvent {
  int depth = 0;
  Bound bound = Bound::kExact;
  Score value = 0;
  MoveCode move = kNoMove;
  std::uint64_t key = 0;       // of the table; 0 = not told
  std::optional<Score> raw{};  // as it lies in the table, where that differs from value
};

struct ProbeEvent {
  std::uint64_t key = 0;  // the table was asked with; 0 = not told
  int depth = 0;          // asked
  int stored_depth = 0;
  Bound bound = Bound::kExact;
  Score value = 0;
  MoveCode move = kNoMove;
  TableUse used = TableUse::kNo;
  NodeId stored_by = kNoNode;  // current_node() at the time of the store, kept in the entry
  std::optional<Score> raw{};
  std::optional<std::uint64_t> entry_key{};  // the entry was stored under, where that is known
};

struct NoteEvent {
  std::string_view name, value;
};

struct LeaveEvent {
  std::optional<Score> value{};  // none: abandoned, the node has no usable value
  NodeKind kind = NodeKind::kInterior;
  std::optional<Bound> bound{};
  std::optional<Score> score{};  // static score, where it differs from value
  NodeId best = kNoNode;         // the child whose value was taken
  std::optional<int> legal{};    // moves that would have been searched without cutoffs
};

struct PassEnd {
  SearchStatus status = SearchStatus::kFinished;
  std::optional<Score> value{};
  MoveCode best_move = kNoMove;
  std::uint64_t nodes = 0;
};

struct SearchEnd {
  SearchStatus status = SearchStatus::kFinished;
  std::optional<Score> value{}, lower{}, upper{};
  std::optional<int> completed_depth{};
  std::string best_move{};  // "" = none
  std::vector<std::string> pv{};
  std::uint64_t nodes = 0, leaf_evaluations = 0;
};

// clang-format off
template <class O>
concept Observer = requires(O& o, const PassBegin& pass, const EnterEvent& enter,
                            const BoundEvent& bound, const CutoffEvent& cutoff,
                            const StoreEvent& store, const ProbeEvent& probe,
                            const NoteEvent& note, const LeaveEvent& leave, const PassEnd& end) {
  // false: the search need not build what only an observer would read.
  { O::kObserves } -> std::convertible_to<bool>;
  // Bits of Capture: which optional events this observer wants.
  { o.capture() } -> std::same_as<unsigned>;
  o.begin_pass(pass); o.enter(enter); o.bound(bound); o.cutoff(cutoff); o.store(store);
  o.probe(probe); o.note(note); o.leave(leave); o.end_pass(end);
  // The child of the innermost open node that was left last; kNoNode if none was.
  { o.last_child() } -> std::same_as<NodeId>;
  // The innermost open node.
  { o.current_node() } -> std::same_as<NodeId>;
};
// clang-format on

struct NullObserver {
  static constexpr bool kObserves = false;
  static constexpr unsigned capture() { return 0; }
  void begin_pass(const PassBegin&) noexcept {}
  void enter(const EnterEvent&) noexcept {}
  void bound(const BoundEvent&) noexcept {}
  void cutoff(const CutoffEvent&) noexcept {}
  void store(const StoreEvent&) noexcept {}
  void probe(const ProbeEvent&) noexcept {}
  void note(const NoteEvent&) noexcept {}
  void leave(const LeaveEvent&) noexcept {}
  void end_pass(const PassEnd&) noexcept {}
  static constexpr NodeId last_child() noexcept { return kNoNode; }
  static constexpr NodeId current_node() noexcept { return kNoNode; }
};

// What recorders implement. Calls never throw and never fail; see status().
class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual unsigned capture() const = 0;
  virtual void begin_search(const SearchDeclaration&) = 0;
  virtual void begin_pass(const PassBegin&) = 0;
  virtual void enter(const EnterEvent&) = 0;
  virtual void bound(const BoundEvent&) = 0;
  virtual void cutoff(const CutoffEvent&) = 0;
  virtual void store(const StoreEvent&) = 0;
  virtual void probe(const ProbeEvent&) = 0;
  virtual void note(const NoteEvent&) = 0;
  virtual void leave(const LeaveEvent&) = 0;
  // The same as enter() and leave(), for a node in which nothing happened: most nodes are leaves.
  virtual void leaf(const EnterEvent& entered, const LeaveEvent& left) {
    enter(entered);
    leave(left);
  }
  virtual void end_pass(const PassEnd&) = 0;
  virtual void end_search(const SearchEnd&) = 0;
  virtual NodeId last_child() const = 0;
  virtual NodeId current_node() const = 0;
};

// An observer that passes everything on to a sink.
class SinkObserver {
 public:
  static constexpr bool kObserves = true;
  explicit SinkObserver(EventSink& sink) : sink_(&sink), capture_(sink.capture()) {}

  unsigned capture() const { return capture_; }
  void begin_pass(const PassBegin& e) { sink_->begin_pass(e); }
  void enter(const EnterEvent& e) { sink_->enter(e); }
  void bound(const BoundEvent& e) { sink_->bound(e); }
  void cutoff(const CutoffEvent& e) { sink_->cutoff(e); }
  void store(const StoreEvent& e) {
    if ((capture_ & kCaptureStores) != 0) sink_->store(e);
  }
  void probe(const ProbeEvent& e) {
    if ((capture_ & kCaptureProbes) != 0) sink_->probe(e);
  }
  void note(const NoteEvent& e) { sink_->note(e); }
  void leave(const LeaveEvent& e) { sink_->leave(e); }
  void leaf(const EnterEvent& entered, const LeaveEvent& left) { sink_->leaf(entered, left); }
  void end_pass(const PassEnd& e) { sink_->end_pass(e); }
  NodeId last_child() const { return sink_->last_child(); }
  NodeId current_node() const { return sink_->current_node(); }

 private:
  EventSink* sink_;
  unsigned capture_;
};

static_assert(Observer<NullObserver> && Observer<SinkObserver>);

}  // namespace plytrace
