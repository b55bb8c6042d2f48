// SPDX-License-Identifier: MIT
//
// Recorder turns the events of one search thread (a stream) into records, and hands full batches
// to the writer thread of its Recording. It numbers nodes in the order of entering and events in
// the order of time, computes plies, closes nodes that were never left, and asks for the text of a
// move once per code. An event costs a few writes into the current batch: no clock, no lock, no
// allocation once warm. Memory: the open path, and the moves met.
// Misuse (leave without enter and the like) is a programmer's mistake here; the C interface checks.
// Thread rule: one thread at a time.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "tracer/batch.h"
#include "tracer/record_filter.h"
#include "tracer/recording.h"

namespace plytrace {

struct RecorderOptions {
  unsigned capture = kCaptureDefault;
  std::string engine{}, engine_version{};
  RecordFilter filter{};
};

class Recorder final : public EventSink {
 public:
  // Use Recording::add_stream.
  Recorder(Recording& recording, std::int64_t stream, const RecorderOptions& options);
  // A search that was not ended is ended as failed.
  ~Recorder() override;
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  unsigned capture() const override { return options_.capture; }
  void begin_search(const SearchDeclaration&) override;
  void begin_pass(const PassBegin&) override;
  void enter(const EnterEvent&) override;
  void bound(const BoundEvent&) override;
  void cutoff(const CutoffEvent&) override;
  void store(const StoreEvent&) override;
  void probe(const ProbeEvent&) override;
  void note(const NoteEvent&) override;
  void leave(const LeaveEvent&) override;
  void leaf(const EnterEvent&, const LeaveEvent&) override;
  void end_pass(const PassEnd&) override;
  void end_search(const SearchEnd&) override;
  // Of the searches that begin from now on, instead of the one in the options.
  void set_engine(std::string engine, std::string version);
  // The innermost open node took this score from the child that was left last, which is not the
  // value that the child returned.
  void credit(Score score);
  // The innermost open node, which has no child yet, leaves these moves out. Once a node.
  void exclude(std::span<const MoveCode> moves);
  // An event of this stream was refused, or could not be read. The search under way (else the last
  // one) declares nothing from now on, and the file says that it lacks events.
  void refuse() { ++refused_; }
  // An event of this stream was lost, as there was no memory for it: the file will say so.
  void lose() noexcept;
  // Returns when what was told so far is in the file, or after a second. For a signal handler of
  // the recording thread, too: it takes no memory, and no lock that the thread holds. Amid an event
  // the batch under way stays where it is.
  void flush(bool is_amid_event) noexcept;
  NodeId last_child() const override;
  NodeId current_node() const override;

  // Nodes that got a row so far.
  std::uint64_t recorded_nodes() const { return recorded_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kNoAnchor = std::numeric_limits<std::size_t>::max();

  // An open node.
  struct Frame {
    std::int64_t id = 0;  // 0: it gets no row
    std::int64_t last_child = 0;
    std::int64_t unrecorded = 0;
    std::size_t anchor = kNoAnchor;  // index of the nearest frame with a row, itself included
    std::int32_t ply = 0;
    std::int32_t searched = 0;  // moves searched so far
    std::size_t matched = 0;    // how much of filter.below the path has matched
    bool is_inside = true;      // at or below filter.at_key
    bool waits = false;         // gets its row with the first one below it
  };
  enum class Keep { kRow, kLater, kNone };

  void hand_over();
  void complete_batch();
  void start_batch();
  bool flush_wanted() const { return recording_.queue_.flush_epoch() != epoch_; }
  void begin_pass_row(std::int64_t root);
  void enter_in_part(const EnterEvent& event);
  Keep how_to_keep(const EnterEvent& event, Frame& frame);
  void skip(const Frame& frame);
  void wait(const EnterEvent& event, Frame& frame);
  void add_waiting_nodes();
  void forget_waiting(const Frame& frame);
  NodeRecord& add_node(const EnterEvent& event, std::int32_t ply, std::int64_t parent);
  void count_unrecorded(std::int32_t ply);
  NodeResult& result_of(const Frame& frame);
  EventRecord* add_event(EventType type);
  void add_moves(std::span<const MoveCode> moves);
  void add_key(EventRecord& record, std::uint64_t key) const;
  void add_text(EventRecord& record, std::string_view name, std::string_view value);
  // Once a node: most games number their moves from 0, and a table is faster than a map.
  MoveId move_id(MoveCode code) {
    const bool is_known = code < small_codes_.size() && small_codes_[code] != kNoMoveId;
    return is_known ? small_codes_[code] : learn_move(code);
  }
  MoveId learn_move(MoveCode code);

  Recording& recording_;
  const std::int64_t stream_;
  RecorderOptions options_;
  const bool partial_;
  Batch* batch_;
  unsigned epoch_ = 0;

  std::int64_t next_node_, next_event_;
  std::uint64_t recorded_ = 0;
  std::int64_t refused_ = 0;  // since the last hand-over
  std::vector<Frame> stack_;
  std::vector<EnterEvent> waiting_;  // of the open nodes that wait, outermost first
  std::vector<MoveId> small_codes_;  // by code; kNoMoveId = not met yet
  std::unordered_map<MoveCode, MoveId> large_codes_;
  std::vector<MoveId> below_;  // of the filter
  bool is_left_out_ = false;   // the whole search is, by the filter
  std::uint64_t searches_ = 0;
  std::vector<std::int64_t> unrecorded_;  // per ply, since the last hand-over

  bool in_search_ = false, in_pass_ = false, pass_row_due_ = false;
  SearchDeclaration declaration_;
  PassBeginRow pass_;
  std::int64_t search_ = 0;
  Clock::time_point search_start_, pass_start_;
};

}  // namespace plytrace
