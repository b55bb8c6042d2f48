// SPDX-License-Identifier: MIT
//
// Answers that take longer than a page waits: each is made in a thread of its own, from readers of
// its own, and asked after until it is done. A job that is asked for again after its end starts
// anew; one that is no longer wanted is stopped at its next progress.
// Thread rule: one thread an object; the work runs in another.
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
  // What the work is told, and tells.
  struct Control {
    // Ends the work where it has been stopped: it does not come back from there.
    std::function<void(double share)> progress;
    const std::atomic<bool>* stop = nullptr;
  };
  using Work = std::function<Result<text::Json>(const Control&)>;

  explicit Job(Work work);
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  bool is_done() const { return done_; }
  double share() const { return share_; }
  // Of one that is done.
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
  // {"state": "none"}, {"state": "running", "done": share}, or what the work of that name gave,
  // with "state" and "done" before it. `start`: begins the work, unless it is under way. Of more
  // than kMost names those that are done are forgotten.
  static constexpr std::size_t kMost = 16;
  Result<text::Json> ask(const std::string& name, bool start, const Job::Work& work);

 private:
  std::map<std::string, std::unique_ptr<Job>> jobs_;
};

}  // namespace plytrace::explore
