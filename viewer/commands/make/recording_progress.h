// SPDX-License-Identifier: MIT
//
// Shows a progress line for a recording from a second thread, because the search runs in the main
// thread; only if stderr is a terminal (viewer/cli/cli.h). Thread rule: created and destroyed on
// one thread; the recording must outlive it.
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
