// SPDX-License-Identifier: MIT
#include "tracer/writer/pages/run_writer.h"

#include <cstdlib>
#include <new>
#include <string_view>
#include <system_error>

#include "tracer/held_signals.h"

namespace plytrace::writer {

bool RunWriter::suits_machine() {
  const char* const text = std::getenv("PLYTRACE_WRITE");
  const std::string_view wanted = text == nullptr ? "" : text;
  if (wanted == "alone" || wanted == "apart") return wanted == "apart";
  return std::thread::hardware_concurrency() > 2;
}

RunWriter::~RunWriter() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  handed_in_.notify_one();
  thread_.join();
}

bool RunWriter::start(std::size_t bytes) noexcept {
  if (thread_.joinable() || !may_start_) return may_start_;
  try {
    waiting_.reserve(kRuns);
    spare_.reserve(kRuns);
    while (spare_.size() < kRuns) {
      spare_.push_back({std::make_unique_for_overwrite<std::uint8_t[]>(bytes)});
    }
    thread_ = std::thread([this] { run_thread(); });
  } catch (const std::bad_alloc&) {
    may_start_ = false;
  } catch (const std::system_error&) {
    may_start_ = false;
  }
  return may_start_;
}

Status RunWriter::hand_in(PageRun& run, std::size_t bytes) {
  if (!start(bytes)) {
    if (status_.is_ok()) status_ = write_(run);
    run.pages = 0;
    return status_;
  }
  std::unique_lock lock(mutex_);
  written_.wait(lock, [this] { return !spare_.empty(); });
  waiting_.push_back(std::exchange(run, std::move(spare_.back())));
  spare_.pop_back();
  run.pages = 0;
  handed_in_.notify_one();
  return status_;
}

Status RunWriter::wait() {
  std::unique_lock lock(mutex_);
  written_.wait(lock, [this] { return waiting_.empty() && !is_writing_; });
  return status_;
}

void RunWriter::run_thread() {
  hold_all_signals();
  std::unique_lock lock(mutex_);
  for (;;) {
    handed_in_.wait(lock, [this] { return !waiting_.empty() || is_over_; });
    if (waiting_.empty()) return;
    PageRun run = std::move(waiting_.front());
    waiting_.erase(waiting_.begin());
    is_writing_ = true;
    const bool is_wanted = status_.is_ok();
    lock.unlock();
    Status status = is_wanted ? write_(run) : Status::ok();
    lock.lock();
    if (!status.is_ok()) status_ = std::move(status);
    spare_.push_back(std::move(run));
    is_writing_ = false;
    written_.notify_one();
  }
}

}  // namespace plytrace::writer
