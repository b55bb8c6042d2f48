// SPDX-License-Identifier: MIT
#include "tracer/recording.h"

#include <time.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <system_error>
#include <utility>
#include <variant>

#include "tracer/held_signals.h"
#include "tracer/recorder.h"
#include "tracer/replacing_store.h"

namespace plytrace {
namespace {

bool begins_something(const EventChunk& chunk) {
  return std::any_of(chunk.rare.begin(), chunk.rare.end(), [](const RareRow& row) {
    return std::holds_alternative<SearchBeginRow>(row) || std::holds_alternative<PassBeginRow>(row);
  });
}

bool ends_something(const EventChunk& chunk) {
  return std::any_of(chunk.rare.begin(), chunk.rare.end(), [](const RareRow& row) {
    return std::holds_alternative<SearchEndRow>(row) || std::holds_alternative<PassEndRow>(row);
  });
}

// Makes the store of a new file.
Result<std::unique_ptr<TraceStore>> create_store(const Destination& destination,
                                                 WriterKind writer) {
  if (Status status = create_destination(destination); !status) return status;
  auto store = create_trace(destination.path, writer);
  if (!store) remove_destination(destination.path);
  return store;
}

}  // namespace

Result<std::unique_ptr<Recording>> Recording::start(const Destination& wanted,
                                                    const RecordingOptions& options) {
  const HeldSizeSignal held;
  Destination destination = definite(wanted);
  if (Status status = check_destination(destination); !status) return status;
  std::error_code no_folder;
  const auto place = std::filesystem::absolute(destination.path, no_folder);
  if (!no_folder) destination.path = place.string();
  const std::string& path = destination.path;
  const bool replaces = replaces_file(destination);
  auto store = destination.append ? append_to_trace(path)
               : replaces         ? ReplacingStore::make(path, options.writer)
                                  : create_store(destination, options.writer);
  if (!store) return store.status();
  auto recording = std::make_unique<Recording>(std::move(*store), wanted.path, options);
  recording->place_ = path;
  recording->is_new_file_ = !destination.append && !replaces;
  return recording;
}

// Called instead of the store's finish(): removes what this recording created.
void Recording::leave_nothing() {
  store_.reset();
  if (is_new_file_) remove_destination(place_);
}

Recording::Recording(std::unique_ptr<TraceStore> store, std::string name,
                     const RecordingOptions& options)
    : name_(std::move(name)),
      options_(options),
      store_(std::move(store)),
      last_(store_->last_ids()),
      first_stream_(last_),
      moves_(store_->moves()),
      queue_(options.buffer_bytes),
      last_search_(last_.search),
      last_pass_(last_.pass),
      // The last member, since the thread uses the others from the start.
      writer_(start_writer()) {}

std::thread Recording::start_writer() {
  const HeldSignals held;
  return std::thread([this] { run_writer(); });
}

Recording::~Recording() {
  const HeldSizeSignal held;
  stop_writer();
  store_.reset();
}

std::unique_ptr<Recorder> Recording::add_stream(const RecorderOptions& options) {
  // The first stream continues stream 0 of the file; further streams are new to the file.
  const std::int64_t index = streams_.fetch_add(1);
  queue_.add_user();
  return std::make_unique<Recorder>(*this, index == 0 ? 0 : last_.stream + index, options);
}

std::unique_ptr<Recorder> Recording::add_search(const RecorderOptions& options) {
  if (streams_ == 0) return add_stream(options);
  return std::make_unique<Recorder>(*this, 0, options);
}

LastIds Recording::last_ids_of(std::int64_t stream) const {
  if (stream == 0) return first_stream_;
  LastIds fresh;
  fresh.node = fresh.event = stream * format::kStreamStride;
  return fresh;
}

Status Recording::finish() {
  const HeldSizeSignal held;
  stop_writer();
  if (discarded_) {
    leave_nothing();
    return Status::ok();
  }
  const bool in_place = store_->is_in_place();
  if (!in_place) {
    // The committed rows are gone with the file, or in a file that nobody will look for.
    pending_events_ += std::exchange(committed_events_, 0);
    fail(Status::environment("the file was removed, replaced or cut while it was recorded"));
  }
  // An event lost before the store makes the trace as incomplete as a failed write.
  if (status_.is_ok() && lost_events_.load() > 0) fail(Status::environment("out of memory"));
  if (status_.is_ok()) {
    if (Status status = store_->finish(queue_.seconds_waited()); !status) fail(std::move(status));
  }
  return status_.is_ok() ? status_ : mark_failed(in_place);
}

// Marks the trace as failed, unless the file is no longer in place, and returns the message.
Status Recording::mark_failed(bool in_place) {
  const bool marked = in_place && store_->mark_failed(lost_events_.load());
  const char* const advice = !in_place ? "leave the file where it is until the end"
                             : status_.code() == StatusCode::kBadInput
                                 ? "append to another trace"
                                 : "free disk space or choose another place";
  return {status_.code(), name_ + ": cannot write the trace: " + status_.message() +
                              (marked ? "; the trace is marked as failed, "
                                      : "; the trace could not be marked as failed, ") +
                              std::to_string(lost_events_.load()) + " events are lost; " + advice};
}

void Recording::stop_writer() {
  if (!writer_.joinable()) return;
  queue_.close();
  writer_.join();
}

// Also commits shortly after a search or pass begins, so that a trace shows it even if the engine
// crashes soon. While searches or passes end between two commits, this delay doubles up to the
// usual interval, because a commit costs as much as a search of 400 nodes.
void Recording::run_writer() {
  using Clock = ChunkQueue::Clock;
  constexpr auto kShortest = std::chrono::milliseconds(10);
  auto committed = Clock::now() - kShortest;
  Clock::duration delay = kShortest;
  bool has_begun = false;  // a search or pass whose begin is not committed
  bool has_ended = false;  // the same of its end
  while (!queue_.drained()) {
    const Clock::duration interval = has_begun ? delay : options_.commit_interval;
    EventChunk* chunk = queue_.next_full(committed + interval);
    if (chunk != nullptr) {
      has_begun = has_begun || begins_something(*chunk);
      has_ended = has_ended || ends_something(*chunk);
      write(*chunk);
      ++chunks_written_;
      queue_.release(chunk);
    } else {
      // No chunk came during the interval, so request the partly filled ones.
      queue_.request_flush();
    }
    const std::uint64_t wanted = chunks_wanted_.load(std::memory_order_relaxed);
    const bool is_wanted = wanted > chunks_committed_ && chunks_written_ >= wanted;
    const Clock::duration due = has_begun ? delay : options_.commit_interval;
    if (Clock::now() < committed + due && !is_wanted) continue;
    committed = Clock::now();
    // Readers blocked the commit. Write further chunks and try again.
    if (!commit()) continue;
    delay = has_ended ? std::min<Clock::duration>(2 * delay, options_.commit_interval) : kShortest;
    has_begun = has_ended = false;
    chunks_committed_ = chunks_written_;
  }
  commit();
}

void Recording::wait_until_committed(std::uint64_t chunks) noexcept {
  chunks_wanted_ = std::max(chunks_wanted_.load(), chunks);
  // Polls, since a signal handler must not use a condition variable (Recorder::flush).
  constexpr timespec kPause{0, 2'000'000};
  for (int i = 0; i < 500 && chunks_committed_ < chunks; ++i) nanosleep(&kPause, nullptr);
}

void Recording::write(EventChunk& chunk) {
  if (discarded_) return;
  const std::lock_guard working(working_);
  // After the first failure, drop and count further events; the search goes on.
  if (!status_.is_ok()) {
    lost_events_ += BufferReader::events(chunk);
    return;
  }
  bool is_read = false;
  try {
    readers_[chunk.stream].read(chunk, batch_, summary_.counts_of(chunk.pass));
    is_read = true;
    store();
  } catch (const std::bad_alloc&) {
    if (!is_read) lost_events_ += BufferReader::events(chunk);
    fail(Status::environment("out of memory"));
  }
}

// Writes the current batch.
void Recording::store() {
  pending_ = true;
  pending_events_ += batch_.event_count();
  nodes_written_.fetch_add(batch_.node_count, std::memory_order_relaxed);
  summary_.add(batch_);
  // Moves first, so that no row cites a move that is not in the file.
  Status status = store_->write_moves(moves_.drain_new());
  if (status.is_ok()) status = store_->write(batch_);
  if (!status.is_ok()) fail(std::move(status));
}

// Returns false if readers blocked the commit.
bool Recording::commit() {
  if (!pending_ || !status_.is_ok()) return true;
  const std::lock_guard working(working_);
  try {
    // The counts must match the rows that this commit makes visible.
    Status status = store_->write_plies(summary_.drain_changed());
    if (!status.is_ok()) return fail(std::move(status)), true;
    const auto done = store_->commit();
    if (!done) return fail(done.status()), true;
    if (!*done) return false;
    pending_ = false;
    committed_events_ += std::exchange(pending_events_, 0);
  } catch (const std::bad_alloc&) {
    fail(Status::environment("out of memory"));
  }
  return true;
}

void Recording::fail(Status status) {
  status_ = std::move(status);
  // Uncommitted rows are lost with the transaction.
  lost_events_ += std::exchange(pending_events_, 0);
}

}  // namespace plytrace
