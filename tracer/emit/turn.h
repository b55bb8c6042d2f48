// SPDX-License-Identifier: MIT
//
// Whose turn it is on a stream: a stream may move between threads, but is used by one at a time.
// Two at once would ruin the recorder's memory, and the engine's with it; so an event that begins
// while another is under way is refused. An event of the thread that had the last one pays for two
// loads and two stores. A thread that takes over looks whether the one before is amid an event,
// after a barrier that all threads pass (membarrier(2)): either it sees the other's mark, or the
// other sees that it lost the stream. (An exchange instead costs each event a fifth more.)
// Thread rule: any thread.
#pragma once

#include <linux/membarrier.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

namespace plytrace {

class Turn {
 public:
  enum class Taken {
    kYes,
    kWithin,  // the same thread, amid an event: its own move_text tells another one
    kShared   // two threads at once: refused from now on
  };

  // Per event.
  [[gnu::always_inline]] Taken take() noexcept {
    const Thread self = this_thread();
    if (owner_.load(std::memory_order_relaxed) != self && !take_over(self)) return Taken::kShared;
    if (is_busy()) return Taken::kWithin;
    busy_.store(true, std::memory_order_relaxed);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (owner_.load(std::memory_order_relaxed) == self) [[likely]]
      return Taken::kYes;
    owner_.store(kShared, std::memory_order_relaxed);
    return Taken::kShared;
  }
  void give() noexcept { busy_.store(false, std::memory_order_release); }

  // An event is under way. For signal handlers, too.
  bool is_busy() const noexcept { return busy_.load(std::memory_order_acquire); }

  // Of the thread that asks.
  bool is_within() const noexcept {
    return is_busy() && owner_.load(std::memory_order_relaxed) == this_thread();
  }
  // Nobody's from now on: every event is refused.
  void end() noexcept { owner_.store(kShared, std::memory_order_relaxed); }

  // Once, before the first turn.
  static void prepare() noexcept { barrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED); }

 private:
  // What tells the threads of a process apart.
  using Thread = std::uintptr_t;
  static constexpr Thread kNobody = 0, kShared = 1;

  [[gnu::always_inline]] static Thread this_thread() noexcept {
#if __has_builtin(__builtin_thread_pointer)
    return reinterpret_cast<Thread>(__builtin_thread_pointer());  // without a call
#else
    return reinterpret_cast<Thread>(pthread_self());
#endif
  }

  [[gnu::noinline]] bool take_over(Thread self) noexcept {
    Thread before = owner_.load(std::memory_order_relaxed);
    if (before == kShared) return false;
    const bool is_mine = owner_.compare_exchange_strong(before, self);
    barrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
    if (is_mine && !is_busy()) return true;
    owner_.store(kShared, std::memory_order_relaxed);
    return false;
  }
  // Where the system has none, two threads at once are mostly seen all the same.
  static void barrier(int command) noexcept { (void)syscall(SYS_membarrier, command, 0, 0); }

  std::atomic<Thread> owner_{kNobody};
  std::atomic<bool> busy_{false};
};

}  // namespace plytrace
