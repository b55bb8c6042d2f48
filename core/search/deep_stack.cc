// SPDX-License-Identifier: MIT
#include "core/search/deep_stack.h"

#include <pthread.h>

#include <exception>
#include <memory>
#include <new>

namespace plytrace {
namespace {

// Number of plies that fit into the stack of any thread (usually 8 MiB, at least 2 MiB).
constexpr long kPliesAnywhere = 256;

struct Job {
  const std::function<void()>& work;
  std::exception_ptr failure;
};

void* run_job(void* argument) {
  Job& job = *static_cast<Job*>(argument);
  // An exception must not leave the thread; the caller rethrows it.
  try {
    job.work();
  } catch (...) {
    job.failure = std::current_exception();
  }
  return nullptr;
}

struct DestroyAttributes {
  void operator()(pthread_attr_t* attributes) const { pthread_attr_destroy(attributes); }
};

}  // namespace

void run_on_deep_stack(long plies, const std::function<void()>& work) {
  if (plies <= kPliesAnywhere) {
    work();
    return;
  }
  // Stack for everything except the plies: `work` itself, and what it calls.
  constexpr unsigned long kBase = 1UL << 20;
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) throw std::bad_alloc();
  const std::unique_ptr<pthread_attr_t, DestroyAttributes> cleanup(&attributes);
  const unsigned long bytes = kBase + static_cast<unsigned long>(plies) * kStackPerPly;
  if (pthread_attr_setstacksize(&attributes, bytes) != 0) throw std::bad_alloc();
  Job job{work, nullptr};
  pthread_t thread{};
  // std::thread cannot set the stack size.
  if (pthread_create(&thread, &attributes, run_job, &job) != 0) throw std::bad_alloc();
  pthread_join(thread, nullptr);
  if (job.failure != nullptr) std::rethrow_exception(job.failure);
}

}  // namespace plytrace
