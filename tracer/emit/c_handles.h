// SPDX-License-Identifier: MIT
//
// What the handles of the C interface stand for: the traces of the process and their streams, and
// how an event gets to a stream's emitter. Handles are never freed, only emptied: an event after
// close is then a misuse that can be reported, not a crash; a closed trace costs a few hundred
// bytes. Thread rule: new_trace() from any thread; a stream is for one thread at a time, which
// on_stream() holds it to.
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

// A lock that its owner can ask for: a handler of signals may come amid a call that holds it.
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
  std::atomic<std::uint64_t> shared{0};  // events that came from two threads at once: refused
  // Moves that came as texts: their numbers have the top bit set.
  plytrace::MoveTexts texts;
  // Of the search under way.
  const char* (*move_text)(plytrace_move, void*) = nullptr;
  void* user = nullptr;
};

struct plytrace_trace {
  std::unique_ptr<plytrace::Recording> recording;  // null once closed, or never opened
  const pid_t process = ::getpid();                // a fork has no writer thread
  plytrace::RecorderOptions recorder;
  plytrace::OwnedMutex mutex;  // of `recording` and `streams`, as they come and go
  std::list<plytrace_stream> streams;
  std::string error;
  double seconds_waited = 0;
  std::uint64_t lost_events = 0;

  // In the child of a fork the trace stays the parent's.
  bool is_forked() const noexcept { return process != ::getpid(); }
};

namespace plytrace {

inline constexpr const char* kWithinCall =
    "called amid another call of the library, by a handler of signals or a move_text; call "
    "plytrace_flush there, or come back later";
inline constexpr const char* kForked =
    "the trace belongs to the process that this one was forked from, which goes on recording; open "
    "another one here";

// At exit(), and at the end of main(), what was told until then reaches the file. The child of a
// fork records nothing into the traces of its parent, and waits for none of its threads. Where
// there is no memory for one more, one that records nothing, and says so in its error.
plytrace_trace* new_trace() noexcept;

// No event is under way any more.
void close_stream(plytrace_stream& stream);

// Keeps the first complaint, counts the others.
void complain(plytrace_stream& stream, const char* function, const char* what);
// Another thread may be amid an event: then nothing but the count is touched.
void refuse_turn(plytrace_stream& stream, const char* function, Turn::Taken taken) noexcept;
// There was no memory for an event: the stream records nothing more.
void give_up(plytrace_stream& stream) noexcept;

inline constexpr const char* kClosed = "the stream is closed; open another one";

// Runs `work` on the emitter of an open stream, and keeps what it complains about.
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
