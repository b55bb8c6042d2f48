// SPDX-License-Identifier: MIT
//
// Turn gives a stream to one thread at a time. A stream may move between threads, but two at once
// would corrupt the memory of the recorder and the engine, so an event that begins during another
// one is refused. The thread of the previous event pays two loads and two stores. A thread that
// takes over issues a barrier for all threads (membarrier(2),
// on Windows FlushProcessWriteBuffers) and then checks whether the previous
// thread is in an event: either it sees the other's mark, or the other sees that it lost the
// stream. (An atomic exchange instead makes each event a fifth more expensive.) Thread rule: any
// thread.
#pragma once

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <linux/membarrier.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include <atomic>
#include <cstdint>

namespace plytrace {

class Turn {
 public:
  enum class Taken {
    kYes,
    kWithin,  // the same thread is in an event: its move_text reports another one
    kShared   // two threads at once; all later events are refused, too
  };

  // Runs once an event.
  [[gnu::always_inline]] Taken take() noexcept {
    return retake() ? Taken::kYes : take_from_other();
  }
  // take() for the thread of the previous event, without a call. False: use take().
  [[gnu::always_inline]] bool retake() noexcept {
    const Thread self = this_thread();
    if (owner_.load(std::memory_order_relaxed) != self || is_busy()) [[unlikely]]
      return false;
    busy_.store(true, std::memory_order_relaxed);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (owner_.load(std::memory_order_relaxed) == self) [[likely]]
      return true;
    owner_.store(kShared, std::memory_order_relaxed);
    return false;
  }
  void give() noexcept { busy_.store(false, std::memory_order_release); }

  // Whether a thread is in an event. Signal handlers may call it.
  bool is_busy() const noexcept { return busy_.load(std::memory_order_acquire); }

  // Whether the calling thread is in an event.
  bool is_within() const noexcept {
    return is_busy() && owner_.load(std::memory_order_relaxed) == this_thread();
  }
  // From now on every event is refused.
  void end() noexcept { owner_.store(kShared, std::memory_order_relaxed); }

  // Must run once, before the first turn.
#ifdef _WIN32
  static void prepare() noexcept {}
#else
  static void prepare() noexcept { barrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED); }
#endif

 private:
  // Identifies a thread within the process.
  using Thread = std::uintptr_t;
  static constexpr Thread kNobody = 0, kShared = 1;

  [[gnu::always_inline]] static Thread this_thread() noexcept {
#ifdef _WIN32
    return reinterpret_cast<Thread>(NtCurrentTeb());
#elif __has_builtin(__builtin_thread_pointer)
    return reinterpret_cast<Thread>(__builtin_thread_pointer());  // without a call
#else
    return reinterpret_cast<Thread>(pthread_self());
#endif
  }

  [[gnu::noinline]] Taken take_from_other() noexcept {
    const Thread self = this_thread();
    if (owner_.load(std::memory_order_relaxed) != self && !take_over(self)) return Taken::kShared;
    if (is_busy()) return Taken::kWithin;
    return retake() ? Taken::kYes : Taken::kShared;
  }
  bool take_over(Thread self) noexcept {
    Thread before = owner_.load(std::memory_order_relaxed);
    if (before == kShared) return false;
    const bool is_mine = owner_.compare_exchange_strong(before, self);
#ifdef _WIN32
    FlushProcessWriteBuffers();
#else
    barrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
#endif
    if (is_mine && !is_busy()) return true;
    owner_.store(kShared, std::memory_order_relaxed);
    return false;
  }
#ifndef _WIN32
  // Without membarrier(2) two threads at once are still detected in most cases.
  static void barrier(int command) noexcept { (void)syscall(SYS_membarrier, command, 0, 0); }
#endif

  std::atomic<Thread> owner_{kNobody};
  std::atomic<bool> busy_{false};
};

}  // namespace plytrace
