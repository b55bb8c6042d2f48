// SPDX-License-Identifier: MIT
#include "viewer/explore/jobs.h"

#include <new>
#include <utility>

namespace plytrace::explore {
namespace {

// Thrown by progress() and caught where the work began, because an analysis cannot be stopped
// otherwise.
struct Stopped {};

}  // namespace

Job::Job(Work work) : thread_([this, work = std::move(work)] { run(work); }) {}

Job::~Job() {
  stop_ = true;
  thread_.join();
}

void Job::run(const Work& work) {
  Control control;
  control.stop = &stop_;
  control.progress = [this](double share) {
    if (stop_) throw Stopped();
    share_ = share;
  };
  try {
    answer_ = work(control);
  } catch (const Failure& failure) {
    answer_ = failure.status();
  } catch (const Stopped&) {
    answer_ = Status::environment("stopped");
  } catch (const std::bad_alloc&) {
    answer_ = Status::environment("out of memory");
  }
  done_ = true;
  done_.notify_all();
}

text::Json Jobs::ask(const std::string& name, bool start, const Job::Work& work) {
  if (jobs_.size() >= kMost && !jobs_.contains(name)) {
    std::erase_if(jobs_, [](const auto& job) { return !job.second || job.second->is_done(); });
    if (jobs_.size() >= kMost)
      throw Failure::environment("too many answers are being computed; ask again later");
  }
  std::unique_ptr<Job>& job = jobs_[name];
  if ((start || waits_) && (!job || job->is_done())) job = std::make_unique<Job>(work);
  if (waits_) job->wait();
  if (!job) return {{"state", "none"}, {"done", 0}};
  if (!job->is_done()) return {{"state", "running"}, {"done", job->share()}};
  text::Json answer{{"state", "done"}, {"done", 1}};
  answer.update(value_of(job->answer()));
  return answer;
}

}  // namespace plytrace::explore
