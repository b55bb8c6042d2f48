// SPDX-License-Identifier: MIT
//
// Recorder is the event buffer of one search thread (a stream); it submits full chunks to the
// writer thread of its Recording. It numbers nodes in the order of entering and events in the order
// of time, skips nodes that its filter excludes, closes nodes that were never left, and asks for
// the text of a move once per code. An event costs a few writes: no clock, no lock, no allocation
// once warm. Memory: the open path and the known moves. Misuse (leave without enter and the like)
// is a programmer's mistake here; the C interface checks. Thread rule: one thread at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/event_buffer.h"
#include "tracer/event_chunk.h"
#include "tracer/record_filter.h"
#include "tracer/recording.h"

namespace plytrace {

struct RecorderOptions {
  unsigned capture = kCaptureDefault;
  std::string engine{}, engine_version{};
  RecordFilter filter{};
};

class Recorder final : public EventSink, private EventBuffer {
 public:
  // Use Recording::add_stream.
  Recorder(Recording& recording, std::int64_t stream, const RecorderOptions& options);
  // Ends a search that was not ended, as failed.
  ~Recorder() override;

  unsigned capture() const override { return options_.capture; }
  void begin_search(const SearchDeclaration&) override;
  void begin_pass(const PassBegin&) override;
  [[gnu::always_inline]] void enter(const EnterEvent& event) override {
    partial_ ? enter_in_part(event) : EventBuffer::enter(event);
  }
  void bound(const BoundEvent& event) override {
    if (has_row()) EventBuffer::bound(event);
  }
  void cutoff(const CutoffEvent&) override;
  void report(const ExtraEvent&) override;
  [[gnu::always_inline]] void report(const StoreEvent& event) {
    if (records(event)) EventBuffer::store(event);
  }
  [[gnu::always_inline]] void report(const ProbeEvent& event) {
    if (records(event)) EventBuffer::probe(event);
  }
  void report(const NoteEvent& event);
  [[gnu::always_inline]] void leave(const LeaveEvent& event) override {
    partial_ ? leave_in_part(event) : EventBuffer::leave(event);
  }
  // The same as enter, leave and report, without a call. Keys, stores and probes must be captured.
  // False: nothing was written.
  [[gnu::always_inline]] bool try_enter(const PlainEnterEvent& event, Phase phase,
                                        const std::uint64_t* key) {
    return EventBuffer::try_enter(event, phase, key);
  }
  [[gnu::always_inline]] bool try_leave(const LeaveNumbers& left) {
    return EventBuffer::try_leave(left);
  }
  [[gnu::always_inline]] bool try_bound(const BoundEvent& event) {
    return EventBuffer::try_bound(event);
  }
  // The event has no reason.
  [[gnu::always_inline]] bool try_cutoff(const CutoffEvent& event) {
    return EventBuffer::try_cutoff(event);
  }
  // The child left last, in a recording in which each node has a row.
  NodeId child_left_last() const { return EventBuffer::last_child(); }
  [[gnu::always_inline]] bool try_store(const EntryNumbers& entry) {
    return EventBuffer::try_store(entry);
  }
  [[gnu::always_inline]] bool try_probe(const EntryNumbers& entry) {
    return EventBuffer::try_probe(entry);
  }
  void leaf(const EnterEvent& entered, const LeaveEvent& left) override;
  void end_pass(const PassEnd&) override;
  void end_search(const SearchEnd&) override;
  // Replaces the engine of the options for searches that begin from now on.
  void set_engine(std::string engine, std::string version);
  // Reports the backed-up value of the child left last: the value that the innermost open node
  // used, where it differs from what the child returned.
  void credit(Score score);
  // Reports the moves that the innermost open node excludes. At most once a node, before its first
  // child.
  void exclude(std::span<const MoveCode> moves);
  // Reports that an event of this stream was refused or unreadable. The declaration of the current
  // (or else the last) search becomes void, and the file records that it lacks events.
  void refuse(std::int64_t events = 1) { refused_ += events; }
  // Reports that an event was lost for lack of memory. The file records that.
  void lose() noexcept;
  // Returns when all events so far are in the file, or after a second. A signal handler of the
  // recording thread may call it: it neither allocates nor takes a lock that the thread may hold.
  // If an event is only half written (`is_amid_event`), the current chunk is not submitted.
  void flush(bool is_amid_event) noexcept;
  NodeId last_child() const override { return has_row() ? EventBuffer::last_child() : kNoNode; }
  NodeId current_node() const override { return has_row() ? EventBuffer::current_node() : kNoNode; }
  // The node that try_enter() just entered.
  NodeId entered_node() const { return NodeId{last_node_}; }
  EventBuffer* event_buffer() override { return partial_ ? nullptr : this; }

  // The number of nodes with a row so far.
  std::uint64_t recorded_nodes() const {
    return static_cast<std::uint64_t>(last_node_ - first_node_);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kNoAnchor = std::numeric_limits<std::size_t>::max();

  // An open node of a partial recording.
  struct Part {
    std::int64_t id = 0;  // 0: no row, or none yet
    std::int64_t unrecorded = 0;
    std::size_t anchor = kNoAnchor;  // index of the nearest node with a row, itself included
    std::int32_t ply = 0;
    MoveId move = kNoMoveId;  // if its parent has a row, or waits
    Role role = Role::kMove;
    SearchedMoves searched;   // while it waits
    std::size_t matched = 0;  // how much of filter.below the path has matched
    bool is_inside = true;    // at or below filter.at_key
    bool waits = false;       // gets its row when a node below it does
  };
  enum class Keep { kRow, kLater, kNone };

  void make_space() override;
  void make_space_for_moves(std::size_t count) override;
  void make_space_for_text(std::size_t size);
  MoveId learn_move(MoveCode code) override;
  void hand_over();
  void seal();
  void complete_chunk();
  void start_chunk();
  void begin_pass_row(std::int64_t root);
  // Whether the innermost open node has a row.
  bool has_row() const { return !partial_ || (!part_.empty() && part_.back().id != 0); }
  template <class Event>
  bool records(const Event&) const {
    return (options_.capture & Event::kCapture) != 0 && has_row();
  }
  void enter_in_part(EnterEvent event);
  Keep how_to_keep(const EnterEvent& event, Part& node);
  void skip(const Part& node);
  void wait(const EnterEvent& event, Part& node);
  void add_part(const EnterEvent& event, Part& node);
  void add_waiting_nodes();
  void forget_waiting(const Part& node);
  void count_searched(const Part& node, Part& parent, NodeKind kind);
  void leave_in_part(LeaveEvent event);
  void count_unrecorded(std::int32_t ply);
  void put_extra(Extra extra, std::uint32_t count = 0, Role role = Role::kMove);
  void put_event(const EventRecord& record);
  void cutoff_with_reason(const CutoffEvent& event);
  void add_text(EventRecord& record, std::string_view name, std::string_view value);

  Recording& recording_;
  const std::int64_t stream_;
  RecorderOptions options_;
  const bool partial_;
  EventChunk* chunk_;

  std::int64_t first_node_;          // the last id before the first node
  std::int64_t refused_ = 0;         // events refused since the last chunk
  std::vector<Part> part_;           // the open path of a partial recording
  std::vector<EnterEvent> waiting_;  // enter events of the waiting nodes, outermost first
  std::unordered_map<MoveCode, MoveId> large_codes_;
  std::vector<MoveId> below_;  // the path of `below` in the options
  bool is_left_out_ = false;   // the filter excludes the whole search
  std::uint64_t searches_ = 0;
  std::vector<std::int64_t> unrecorded_;  // unrecorded nodes of each ply since the last chunk

  bool in_search_ = false, in_pass_ = false, pass_row_due_ = false;
  bool knows_windows_ = false;  // see EventChunk
  SearchDeclaration declaration_;
  PassBeginRow pass_;
  std::int64_t search_ = 0;
  Clock::time_point search_start_, pass_start_;
};

}  // namespace plytrace
