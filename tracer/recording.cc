// SPDX-License-Identifier: MIT
#include "tracer/recording.h"

#include <utility>

#include "tracer/recorder.h"
#include "tracer/trace_writer.h"

namespace plytrace {

Result<std::unique_ptr<Recording>> Recording::start(const Destination& destination,
                                                    const RecordingOptions& options) {
  const std::string& path = destination.path;
  Status status =
      destination.append ? check_destination(destination) : create_destination(destination);
  if (!status) return status;
  auto store = destination.append ? append_to_trace(path) : create_trace(path);
  if (!store) {
    if (!destination.append) remove_destination(path);
    return store.status();
  }
  return std::make_unique<Recording>(std::move(*store), path, options);
}

Recording::Recording(std::unique_ptr<TraceStore> store, std::string name,
                     const RecordingOptions& options)
    : name_(std::move(name)),
      options_(options),
      store_(std::move(store)),
      last_(store_->last_ids()),
      moves_(store_->moves()),
      queue_(options.buffer_bytes),
      last_search_(last_.search),
      last_pass_(last_.pass),
      writer_([this] { run_writer(); }) {}

Recording::~Recording() { stop_writer(); }

std::unique_ptr<Recorder> Recording::add_stream(const RecorderOptions& options) {
  // The first stream goes on where stream 0 of the file ended; further ones are new to the file.
  const std::int64_t index = streams_.fetch_add(1);
  queue_.add_user();
  return std::make_unique<Recorder>(*this, index == 0 ? 0 : last_.stream + index, options);
}

LastIds Recording::last_ids_of(std::int64_t stream) const {
  if (stream == 0) return last_;
  LastIds fresh;
  fresh.node = fresh.event = stream * format::kStreamStride;
  return fresh;
}

Status Recording::finish() {
  stop_writer();
  if (status_.is_ok()) {
    if (Status status = store_->finish(queue_.seconds_waited()); !status) fail(std::move(status));
  }
  if (status_.is_ok()) return status_;
  store_->mark_failed(lost_events_.load());
  return Status::environment(name_ + ": cannot write the trace: " + status_.message() +
                             "; the trace is marked as failed, " +
                             std::to_string(lost_events_.load()) +
                             " events are lost; make room or choose another place");
}

void Recording::stop_writer() {
  if (!writer_.joinable()) return;
  queue_.close();
  writer_.join();
}

void Recording::run_writer() {
  auto tick = BatchQueue::Clock::now() + options_.commit_interval;
  while (!queue_.drained()) {
    Batch* batch = queue_.take(tick);
    if (batch != nullptr) {
      write(*batch);
      queue_.release(batch);
    } else {
      queue_.request_flush();
    }
    if (BatchQueue::Clock::now() < tick) continue;
    commit();
    tick = BatchQueue::Clock::now() + options_.commit_interval;
  }
  commit();
}

void Recording::write(const Batch& batch) {
  const std::uint64_t events = batch.event_count();
  if (!status_.is_ok()) {
    lost_events_ += events;
    return;
  }
  pending_ = true;
  pending_events_ += events;
  nodes_written_.fetch_add(batch.nodes.size(), std::memory_order_relaxed);
  summary_.add(batch);
  Status status = store_->write_moves(moves_.take_new());
  if (status.is_ok()) status = store_->write(batch);
  if (!status.is_ok()) fail(std::move(status));
}

void Recording::commit() {
  if (!pending_ || !status_.is_ok()) return;
  Status status = store_->write_plies(summary_.take_changed());
  if (status.is_ok()) status = store_->commit();
  if (!status.is_ok()) return fail(std::move(status));
  pending_ = false;
  pending_events_ = 0;
}

void Recording::fail(Status status) {
  status_ = std::move(status);
  lost_events_ += std::exchange(pending_events_, 0);
}

}  // namespace plytrace
