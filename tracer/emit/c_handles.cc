// SPDX-License-Identifier: MIT
#include "tracer/emit/c_handles.h"

#ifndef _WIN32
#include <pthread.h>
#include <time.h>
#endif

#include <cstdlib>
#include <new>
#include <utility>
#include <vector>

namespace plytrace {
namespace {

constexpr const char* kNoMemory = "out of memory; this stream records nothing more";

// All traces of the process. Never destroyed, since other threads may record until the process
// ends.
struct Traces {
  OwnedMutex mutex;
  std::list<plytrace_trace> list;
};
Traces* g_traces = nullptr;

// Runs at exit() and at the end of main(): all events so far reach the file. Ends no search and
// calls nothing of the engine, parts of which may be destroyed already. Only tries locks, since a
// signal handler may have called exit() during a call of this library.
void flush_all() noexcept {
  const std::unique_lock lock(g_traces->mutex, std::try_to_lock);
  if (!lock) return;
  for (plytrace_trace& trace : g_traces->list) {
    const std::unique_lock streams(trace.mutex, std::try_to_lock);
    if (trace.recording == nullptr || trace.is_forked() || !streams) continue;
    for (plytrace_stream& stream : trace.streams) {
      // Never ends this turn, so that later events are refused.
      if (stream.turn.take() == Turn::Taken::kYes && stream.emitter != nullptr) {
        stream.emitter->flush(false);
      }
    }
  }
}

#ifdef _WIN32  // has no fork
void prepare_for_fork() {}
#else
// Gives up after a second, since a signal handler may fork during a call of this library.
bool lock_in_time(OwnedMutex& mutex) noexcept {
  constexpr timespec kPause{0, 1'000'000};
  for (int i = 0; i < 1000; ++i) {
    if (mutex.try_lock()) return true;
    nanosleep(&kPause, nullptr);
  }
  return false;
}

// A fork copies held locks but not the threads that would release them. So before a fork, the
// forking thread takes all our locks and stops the writer threads, which then hold no lock of
// SQLite.
struct Fork {
  bool has_all = false;  // holds the lock of the list
  std::vector<plytrace_trace*> locked;
  std::vector<Recording*> paused;
};
thread_local Fork g_fork;

void before_fork() noexcept {
  g_fork.has_all = lock_in_time(g_traces->mutex);
  if (!g_fork.has_all) return;
  try {
    for (plytrace_trace& trace : g_traces->list) {
      if (trace.is_forked() || !lock_in_time(trace.mutex)) continue;
      g_fork.locked.push_back(&trace);
      if (trace.recording == nullptr || !trace.recording->pause()) continue;
      g_fork.paused.push_back(trace.recording.get());
    }
  } catch (const std::bad_alloc&) {  // the remaining traces stay unlocked
  }
}

void after_fork() noexcept {
  for (Recording* recording : g_fork.paused) recording->resume();
  for (plytrace_trace* trace : g_fork.locked) trace->mutex.unlock();
  g_fork.paused.clear();
  g_fork.locked.clear();
  if (std::exchange(g_fork.has_all, false)) g_traces->mutex.unlock();
}

void in_forked_child() noexcept {
  for (plytrace_trace& trace : g_traces->list) {
    for (plytrace_stream& stream : trace.streams) stream.turn.end();
  }
  after_fork();
}

void prepare_for_fork() { (void)pthread_atfork(before_fork, after_fork, in_forked_child); }
#endif

Traces* make_traces() {
  g_traces = std::make_unique<Traces>().release();
  Turn::prepare();
  prepare_for_fork();
  (void)std::atexit(flush_all);
#ifndef _WIN32  // its C library has no quick_exit()
  (void)std::at_quick_exit(flush_all);
#endif
  return g_traces;
}

}  // namespace

plytrace_trace* new_trace() noexcept {
  static plytrace_trace nothing;
  try {
    static Traces& all = *make_traces();
    if (all.mutex.is_mine()) {
      nothing.error = kWithinCall;
      return &nothing;
    }
    const std::lock_guard lock(all.mutex);
    return &all.list.emplace_back();
  } catch (const std::bad_alloc&) {
    nothing.error = "out of memory";  // short enough not to allocate
    return &nothing;
  }
}

void complain(plytrace_stream& stream, const char* function, const char* what) {
  if (stream.errors++ == 0) stream.error = std::string(function) + ": " + what;
}

void refuse_turn(plytrace_stream& stream, const char* function, Turn::Taken taken) noexcept {
  if (taken == Turn::Taken::kShared) {
    ++stream.shared;
    return;
  }
  try {
    if (stream.emitter != nullptr) (void)stream.emitter->refused(Misuse::kWithin);
    complain(stream, function, message(Misuse::kWithin));
  } catch (...) {  // no memory for the message; only count
  }
}

OwnFile own_file(const std::string& path) {
  const std::lock_guard lock(g_traces->mutex);
  OwnFile own = OwnFile::kNo;
  for (plytrace_trace& trace : g_traces->list) {
    // Another thread may be opening or closing it.
    const std::unique_lock held(trace.mutex, std::try_to_lock);
    if (!held || trace.path != path || trace.is_forked()) continue;
    own = trace.recording == nullptr ? OwnFile::kClosed : OwnFile::kOpen;
  }
  return own;
}

void close_stream(plytrace_stream& stream) {
  if (stream.emitter != nullptr && stream.shared > 0)
    (void)stream.emitter->refused(Misuse::kWithin);
  stream.emitter.reset();
}

void give_up(plytrace_stream& stream) noexcept {
  if (stream.emitter != nullptr) stream.emitter->lose();
  stream.emitter.reset();
  ++stream.errors;
  try {
    if (stream.error.empty()) stream.error = kNoMemory;
  } catch (...) {  // no memory for the message; only count
  }
}

}  // namespace plytrace
