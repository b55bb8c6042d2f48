// SPDX-License-Identifier: MIT
//
// The objects behind the handles of the C interface: the traces of the process and their streams,
// and the way of an event to its stream's emitter. Handles are never freed, only emptied, so that
// an event after close is a misuse that can be reported and not a crash; a closed trace costs a few
// hundred bytes. Thread rule: new_trace() from any thread; a stream belongs to one thread at a
// time, which on_stream() enforces.
#pragma once

#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "plytrace/plytrace.h"
#include "tracer/emit/emitter.h"
#include "tracer/emit/move_texts.h"
#include "tracer/emit/turn.h"
#include "tracer/recording.h"

namespace plytrace {

// A mutex that knows its owner, since a signal handler may interrupt a call that holds it.
class OwnedMutex {
 public:
  void lock() {
    mutex_.lock();
    owner_ = std::this_thread::get_id();
  }
  bool try_lock() {
    if (is_mine() || !mutex_.try_lock()) return false;
    owner_ = std::this_thread::get_id();
    return true;
  }
  void unlock() {
    owner_ = std::thread::id();
    mutex_.unlock();
  }
  bool is_mine() const { return owner_ == std::this_thread::get_id(); }

 private:
  std::mutex mutex_;
  std::atomic<std::thread::id> owner_{std::thread::id()};
};

}  // namespace plytrace

struct plytrace_stream {
  plytrace_trace* trace = nullptr;
  std::unique_ptr<plytrace::Emitter> emitter;  // null once closed
  plytrace::Turn turn;
  std::string error;
  std::uint64_t errors = 0;
  std::atomic<std::uint64_t> shared{0};  // events refused because two threads used the stream
  // Moves given as texts; their numbers have the top bit set.
  plytrace::MoveTexts texts;
  // The text function of the current search.
  const char* (*move_text)(plytrace_move, void*) = nullptr;
  void* user = nullptr;
};

struct plytrace_trace {
  std::unique_ptr<plytrace::Recording> recording;  // null once closed, or never opened
  const pid_t process = ::getpid();                // a forked child has no writer thread
  plytrace::RecorderOptions recorder;
  plytrace::OwnedMutex mutex;  // guards `recording` and `streams` while they are opened and closed
  std::list<plytrace_stream> streams;
  std::string path;  // of a trace that was opened
  std::string error;
  const char* refusal = nullptr;  // why the last call was refused, without memory
  double seconds_waited = 0;
  std::uint64_t lost_events = 0;

  // In a forked child the trace still belongs to the parent.
  bool is_forked() const noexcept { return process != ::getpid(); }
};

namespace plytrace {

inline constexpr const char* kWithinCall =
    "called during another call of the library, by a signal handler or move_text; call "
    "plytrace_flush there, or try again later";
inline constexpr const char* kForked =
    "the trace belongs to the process that this one was forked from, which goes on recording; open "
    "another one here";

// Makes a trace. At exit(), and at the end of main(), all events so far reach the file. A forked
// child records nothing into the traces of its parent and does not wait for the parent's threads.
// Without memory for a trace, returns one that records nothing and has that error.
plytrace_trace* new_trace() noexcept;

// Whether this process has recorded a trace into this file, and whether it has closed it.
enum class OwnFile { kNo, kOpen, kClosed };
OwnFile own_file(const std::string& path);

// Ends the current event of a stream.
void close_stream(plytrace_stream& stream);

// Keeps the first misuse and counts the others.
void complain(plytrace_stream& stream, const char* function, const char* what);
// Counts an event from a second thread. Touches nothing else, since the first one may be in an
// event.
void refuse_turn(plytrace_stream& stream, const char* function, Turn::Taken taken) noexcept;
// Called when there is no memory for an event: the stream records nothing more.
void give_up(plytrace_stream& stream) noexcept;

inline constexpr const char* kClosed = "the stream is closed; open another one";

// Runs `work` on the emitter of an open stream if the thread of its previous event calls; `work`
// makes no call and returns whether it did the event. False: use on_stream().
template <class Work>
[[gnu::always_inline]] inline bool try_on_stream(plytrace_stream* stream,
                                                 const Work& work) noexcept {
  if (stream == nullptr || !stream->turn.retake()) [[unlikely]]
    return false;
  const bool is_done = stream->emitter != nullptr && work(*stream->emitter);
  stream->turn.give();
  return is_done;
}

// Runs `work` on the emitter of an open stream and keeps its misuse.
template <class Work>
[[gnu::always_inline]] inline void on_stream(plytrace_stream* stream, const char* function,
                                             const Work& work) noexcept {
  if (stream == nullptr) return;
  if (const Turn::Taken taken = stream->turn.take(); taken != Turn::Taken::kYes) [[unlikely]]
    return refuse_turn(*stream, function, taken);
  try {
    if (stream->emitter == nullptr) {
      complain(*stream, function, kClosed);
    } else if (const Misuse misuse = work(*stream->emitter); misuse != Misuse::kNone) {
      complain(*stream, function, message(misuse));
    }
  } catch (...) {
    give_up(*stream);
  }
  stream->turn.give();
}

}  // namespace plytrace
