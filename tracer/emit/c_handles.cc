// SPDX-License-Identifier: MIT
#include "tracer/emit/c_handles.h"

#include <cstdlib>
#include <new>

namespace plytrace {
namespace {

constexpr const char* kNoMemory = "out of memory; this stream records nothing more";

// All traces of the process, for as long as it runs; never taken away, since other threads may
// record until the very end.
struct Traces {
  std::mutex mutex;
  std::list<plytrace_trace> list;
};
Traces* g_traces = nullptr;

// At exit(), and at the end of main(): what was told until now reaches the file. No search is ended
// and nothing of the engine is called, some of which may be gone already. Locks are tried: exit()
// in a signal handler may have come amid a call of this library.
void flush_all() noexcept {
  const std::unique_lock lock(g_traces->mutex, std::try_to_lock);
  if (!lock) return;
  for (plytrace_trace& trace : g_traces->list) {
    const std::unique_lock streams(trace.mutex, std::try_to_lock);
    if (trace.recording == nullptr || trace.process != ::getpid() || !streams) continue;
    for (plytrace_stream& stream : trace.streams) {
      // A turn that is not given back: who comes later is refused.
      if (stream.turn.take() == Turn::Taken::kYes && stream.emitter != nullptr) {
        stream.emitter->flush(false);
      }
    }
  }
}

Traces* make_traces() {
  g_traces = std::make_unique<Traces>().release();
  Turn::prepare();
  (void)std::atexit(flush_all);
  (void)std::at_quick_exit(flush_all);
  return g_traces;
}

}  // namespace

plytrace_trace* new_trace() noexcept {
  static plytrace_trace nothing;
  try {
    static Traces& all = *make_traces();
    const std::lock_guard lock(all.mutex);
    return &all.list.emplace_back();
  } catch (const std::bad_alloc&) {
    nothing.error = "out of memory";  // so short that it takes none
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
  } catch (...) {  // the count must do
  }
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
  } catch (...) {  // the count must do
  }
}

}  // namespace plytrace
