// SPDX-License-Identifier: MIT
//
// Shows how a recording grows while the search has the main thread: a progress line from a thread
// of its own, only where stderr is a terminal (viewer/cli/cli.h). Thread rule: made and destroyed
// on one thread; the recording outlives it.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "tracer/recording.h"

namespace plytrace {

class RecordingProgress {
 public:
  explicit RecordingProgress(const Recording& recording);
  ~RecordingProgress();
  RecordingProgress(const RecordingProgress&) = delete;
  RecordingProgress& operator=(const RecordingProgress&) = delete;

 private:
  void run();

  const Recording& recording_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace plytrace
