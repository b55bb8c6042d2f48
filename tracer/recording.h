// SPDX-License-Identifier: MIT
//
// A Recording is one trace file being written, with its writer thread and the streams that record
// into it.
//
//   auto recording = Recording::start({.path = "run.db"}, {});     // Result<unique_ptr<Recording>>
//   auto recorder = (*recording)->add_stream({.engine = "mine"});  // one per search thread
//   ... search with SinkObserver(*recorder) ...
//   recorder.reset();
//   Status status = (*recording)->finish();
//
// A failing store never disturbs a search: the recording keeps the first error, drops and counts
// the events after it, and finish() returns the error. Memory is bounded by buffer_bytes. Thread
// rule: add_stream and the Recorders on any thread; start, finish and the destructor on one.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "core/status.h"
#include "tracer/buffer_reader.h"
#include "tracer/chunk_queue.h"
#include "tracer/destination.h"
#include "tracer/move_dictionary.h"
#include "tracer/ply_summary.h"
#include "tracer/trace_store.h"
#include "tracer/trace_writer.h"

namespace plytrace {

class Recorder;
struct RecorderOptions;

struct RecordingOptions {
  // 16 MB of chunks mostly stay in the caches; 64 MB cost each node some 5 ns more.
  std::size_t buffer_bytes = std::size_t{16} << 20;
  // How often rows are committed. Two intervals and a write make the 250 ms that the format
  // promises.
  std::chrono::milliseconds commit_interval{80};
  // The writer of a new file. Only tests choose kInsert: it is the reference for kPages.
  WriterKind writer = WriterKind::kPages;
};

class Recording {
 public:
  static Result<std::unique_ptr<Recording>> start(const Destination&, const RecordingOptions&);
  // Records into a given store, which messages call `name`.
  Recording(std::unique_ptr<TraceStore> store, std::string name, const RecordingOptions&);
  // Without finish() the trace keeps all rows so far but stays marked as unfinished.
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  std::unique_ptr<Recorder> add_stream(const RecorderOptions&);
  // A recorder for the next of several searches: it continues the first stream where the previous
  // recorder, which must be gone, ended. Do not combine with add_stream().
  std::unique_ptr<Recorder> add_search(const RecorderOptions&);

  // Returns the first error of the store, as an environment error. All recorders must be gone.
  Status finish();

  // Call before finish() to give up an empty recording: later events are not written, a new file is
  // removed, and an old one that was to be replaced stays.
  void discard() { discarded_ = true; }

  // Stops the writer thread outside of SQLite and of the file until resume(). A fork needs this,
  // because the child has no such thread. Returns false if the thread did not stop within a second.
  bool pause() { return working_.try_lock_for(std::chrono::seconds(1)); }
  void resume() { working_.unlock(); }

  // The time that search threads spent waiting for the writer.
  double seconds_waited() const { return queue_.seconds_waited(); }
  std::uint64_t lost_events() const { return lost_events_.load(); }
  // The number of nodes that the writer has processed so far.
  std::uint64_t nodes_written() const { return nodes_written_.load(std::memory_order_relaxed); }
  std::size_t chunks_made() const { return queue_.chunks_made(); }

 private:
  friend class Recorder;
  std::int64_t next_search() { return last_search_.fetch_add(1) + 1; }
  std::int64_t next_pass() { return last_pass_.fetch_add(1) + 1; }
  LastIds last_ids_of(std::int64_t stream) const;
  // Called when the recorder of a stream ends.
  void leave_stream(std::int64_t stream, std::int64_t last_node, std::int64_t last_event) {
    if (stream != 0) return;
    first_stream_.node = last_node;
    first_stream_.event = last_event;
  }

  // Counts events that never reached a chunk for lack of memory.
  void lose(std::uint64_t events) { lost_events_ += events; }

  // Waits, at most a second, until the first `chunks` chunks are in the file.
  void wait_until_committed(std::uint64_t chunks) noexcept;

  std::thread start_writer();
  void run_writer();
  void stop_writer();
  void leave_nothing();
  void write(EventChunk& chunk);
  void store();
  bool commit();
  void fail(Status status);
  Status mark_failed(bool in_place);

  const std::string name_;  // the path as given, for messages
  std::string place_;       // the same whatever folder the program goes to
  const RecordingOptions options_;
  std::unique_ptr<TraceStore> store_;
  const LastIds last_;    // the last ids before this recording
  LastIds first_stream_;  // the last ids of stream 0, while no recorder uses it
  bool is_new_file_ = false;
  std::atomic<bool> discarded_{false};
  MoveDictionary moves_;
  ChunkQueue queue_;
  std::atomic<std::int64_t> last_search_, last_pass_, streams_{0};

  // Used by the writer thread only.
  std::map<std::int64_t, BufferReader> readers_;  // by stream
  Batch batch_;
  PlySummary summary_;
  bool pending_ = false;  // there are rows that are written and not committed
  std::uint64_t pending_events_ = 0, committed_events_ = 0;
  Status status_;  // others read it only after the thread has ended
  std::atomic<std::uint64_t> nodes_written_{0};
  std::uint64_t chunks_written_ = 0;
  std::atomic<std::uint64_t> chunks_committed_{0},
      chunks_wanted_{0};  // committed; requested by flush
  std::atomic<std::uint64_t> lost_events_{0};
  std::timed_mutex working_;  // held while the thread uses the store
  std::thread writer_;
};

}  // namespace plytrace
