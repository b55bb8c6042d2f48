// SPDX-License-Identifier: MIT
#include "viewer/commands/make/recording_progress.h"

#include <chrono>

#include "viewer/cli/cli.h"

namespace plytrace {

RecordingProgress::RecordingProgress(const Recording& recording)
    : recording_(recording), thread_([this] { run(); }) {}

RecordingProgress::~RecordingProgress() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void RecordingProgress::run() {
  cli::Progress progress("nodes recorded:", 0);
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, std::chrono::milliseconds(150), [this] { return done_; })) {
    progress.at(recording_.nodes_written());
  }
}

}  // namespace plytrace
