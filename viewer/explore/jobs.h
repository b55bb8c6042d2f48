// SPDX-License-Identifier: MIT
//
// Runs work that takes longer than a page waits. Each job runs in a thread of its own with readers
// of its own, and the page polls for its answer. Asking again after the end starts a new job. A job
// that is no longer wanted stops when it next reports progress. Thread rule: each object belongs to
// one thread; the work runs in another.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include "core/status.h"
#include "viewer/format/json.h"

namespace plytrace::explore {

class Job {
 public:
  // The connection between the work and its job.
  struct Control {
    // Reports progress. If the job was stopped, this ends the work with an exception.
    std::function<void(double share)> progress;
    const std::atomic<bool>* stop = nullptr;
  };
  using Work = std::function<text::Json(const Control&)>;

  explicit Job(Work work);
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  bool is_done() const { return done_; }
  void wait() const { done_.wait(false); }
  double share() const { return share_; }
  // Valid once the job is done.
  const Result<text::Json>& answer() const { return answer_; }

 private:
  void run(const Work& work);

  std::atomic<bool> stop_ = false, done_ = false;
  std::atomic<double> share_ = 0;
  Result<text::Json> answer_ = text::Json();
  std::thread thread_;
};

class Jobs {
 public:
  // Returns {"state": "none"}, {"state": "running", "done": share}, or the result of the work of
  // that name, preceded by "state" and "done". `start` begins the work unless it is running. Beyond
  // kMost names, finished jobs are dropped.
  static constexpr std::size_t kMost = 16;
  text::Json ask(const std::string& name, bool start, const Job::Work& work);
  // From now on ask() starts each job and waits for its end.
  void wait_for_answers() { waits_ = true; }

 private:
  std::map<std::string, std::unique_ptr<Job>> jobs_;
  bool waits_ = false;
};

}  // namespace plytrace::explore
