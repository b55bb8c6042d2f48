// SPDX-License-Identifier: MIT
//
// The observer seam: through it a search reports its events. A search is a template over its
// observer; with NullObserver every call compiles away, so an untraced search pays nothing.
// SinkObserver passes the events to an EventSink, the interface that recorders implement, or writes
// them to the event buffer of a sink that has one (core/event_buffer.h).
//
// Order of events of one search:
//   begin_search  { begin_pass  enter ... leave  end_pass }  end_search
// and inside a node, between its enter and its leave, any number of
//   bound, cutoff, report (of a probe, a store, a note), and whole children (enter ... leave).
// Every event but enter concerns the innermost open node. Events cannot fail: a sink keeps its
// first error and reports it when asked. All scores and windows are from MAX's point of view;
// searches that count otherwise convert (search/negamax_view.h).
// docs/events.md says what each event means to `verify`. Thread rule: one search, one thread.
#pragma once

#include <concepts>
#include <type_traits>
#include <variant>

#include "core/event_buffer.h"
#include "core/events.h"

namespace plytrace {

// O has a report() for every type of ExtraEvent.
template <class O, class Event>
concept Accepts = requires(O& o, const Event& event) {
  o.report(event);
};
template <class O, class... Events>
consteval bool accepts_all(std::type_identity<std::variant<const Events*...>>) {
  return (Accepts<O, Events> && ...);
}

// clang-format off
template <class O>
concept Observer = requires(O& o, const PassBegin& pass, const EnterEvent& enter,
                            const BoundEvent& bound, const CutoffEvent& cutoff,
                            const LeaveEvent& leave, const PassEnd& end) {
  // false: the search may skip work that only an observer needs.
  { O::kObserves } -> std::convertible_to<bool>;
  // Bits of Capture: the optional events that this observer takes.
  { o.capture() } -> std::same_as<unsigned>;
  o.begin_pass(pass); o.enter(enter); o.bound(bound); o.cutoff(cutoff); o.leave(leave);
  o.end_pass(end);
  // The last child that the innermost open node finished; kNoNode if there is none.
  { o.last_child() } -> std::same_as<NodeId>;
  // The innermost open node.
  { o.current_node() } -> std::same_as<NodeId>;
  requires accepts_all<O>(std::type_identity<ExtraEvent>());
};
// clang-format on

struct NullObserver {
  static constexpr bool kObserves = false;
  static constexpr unsigned capture() { return 0; }
  void begin_pass(const PassBegin&) noexcept {}
  void enter(const EnterEvent&) noexcept {}
  void bound(const BoundEvent&) noexcept {}
  void cutoff(const CutoffEvent&) noexcept {}
  template <class Event>
  void report(const Event&) noexcept {}
  void leave(const LeaveEvent&) noexcept {}
  void end_pass(const PassEnd&) noexcept {}
  static constexpr NodeId last_child() noexcept { return kNoNode; }
  static constexpr NodeId current_node() noexcept { return kNoNode; }
};

// The interface of recorders. Calls never throw and never fail; see status().
class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual unsigned capture() const = 0;
  virtual void begin_search(const SearchDeclaration&) = 0;
  virtual void begin_pass(const PassBegin&) = 0;
  virtual void enter(const EnterEvent&) = 0;
  virtual void bound(const BoundEvent&) = 0;
  virtual void cutoff(const CutoffEvent&) = 0;
  virtual void report(const ExtraEvent&) = 0;
  virtual void leave(const LeaveEvent&) = 0;
  // enter() and leave() in one call, for a node without events in between. Most nodes are such.
  virtual void leaf(const EnterEvent& entered, const LeaveEvent& left) {
    enter(entered);
    leave(left);
  }
  virtual void end_pass(const PassEnd&) = 0;
  virtual void end_search(const SearchEnd&) = 0;
  virtual NodeId last_child() const = 0;
  virtual NodeId current_node() const = 0;
  // A buffer to which enter, leave, leaf, bound and cutoff may be written instead; nullptr: none.
  virtual EventBuffer* event_buffer() { return nullptr; }
};

// An observer that passes everything to a sink. The events of every node go to the sink's event
// buffer, without a call.
class SinkObserver {
 public:
  static constexpr bool kObserves = true;
  explicit SinkObserver(EventSink& sink)
      : sink_(&sink),
        buffer_(sink.event_buffer()),
        buffer_without_keys_((sink.capture() & kCaptureKeys) == 0 ? buffer_ : nullptr),
        capture_(sink.capture()) {}

  unsigned capture() const { return capture_; }
  void begin_pass(const PassBegin& e) { sink_->begin_pass(e); }
  void enter(const EnterEvent& e) {
    if (buffer_ == nullptr) return sink_->enter(e);
    buffer_->enter(e);
  }
  void bound(const BoundEvent& e) {
    if (buffer_ == nullptr) return sink_->bound(e);
    buffer_->bound(e);
  }
  void cutoff(const CutoffEvent& e) {
    if (buffer_ == nullptr || !e.reason.empty()) return sink_->cutoff(e);
    buffer_->cutoff(e);
  }
  template <class Event>
  void report(const Event& e) {
    if ((capture_ & Event::kCapture) != 0) sink_->report(&e);
  }
  void leave(const LeaveEvent& e) {
    if (buffer_ == nullptr) return sink_->leave(e);
    buffer_->leave(e);
  }
  void leaf(const EnterEvent& entered, const LeaveEvent& left) {
    if (buffer_ == nullptr) return sink_->leaf(entered, left);
    buffer_->leaf(entered, left);
  }
  // Takes a Plain...Event. False: it was not reported. Plain events have no keys.
  template <class Event>
  [[gnu::always_inline]] bool report_plain(const Event& e) {
    return buffer_without_keys_ != nullptr && buffer_without_keys_->report_plain(e);
  }
  void end_pass(const PassEnd& e) { sink_->end_pass(e); }
  NodeId last_child() const {
    return buffer_ == nullptr ? sink_->last_child() : buffer_->last_child();
  }
  NodeId current_node() const {
    return buffer_ == nullptr ? sink_->current_node() : buffer_->current_node();
  }

 private:
  EventSink* sink_;
  EventBuffer* buffer_;
  EventBuffer* buffer_without_keys_;
  unsigned capture_;
};

static_assert(Observer<NullObserver> && Observer<SinkObserver>);

}  // namespace plytrace
