// SPDX-License-Identifier: MIT
//
// Signals that the recorder's work must not raise in, or take from, the program that it records.
// A write beyond the limit of a file's size (RLIMIT_FSIZE) raises SIGXFSZ, which ends a process:
// held back, the write fails with EFBIG, as any other failing write.
// Thread rule: each of these is about the thread that calls it.
#pragma once

#include <signal.h>
#include <time.h>

namespace plytrace {

// Of a thread of the recorder's own: no handler of the program's runs in it. What a fault of the
// thread itself raises stays.
inline void hold_all_signals() {
  sigset_t signals;
  sigfillset(&signals);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) {
    sigdelset(&signals, fault);
  }
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

// SIGXFSZ, in a thread of the program's, for as long as the object lives.
class HeldSizeSignal {
 public:
  HeldSizeSignal() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  ~HeldSizeSignal() {
    // One that was blocked before is the program's.
    if (sigismember(&before_, SIGXFSZ) == 1) return;
    constexpr timespec kNoWait{0, 0};
    while (sigtimedwait(&signal_, nullptr, &kNoWait) == SIGXFSZ) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  HeldSizeSignal(const HeldSizeSignal&) = delete;
  HeldSizeSignal& operator=(const HeldSizeSignal&) = delete;

 private:
  sigset_t signal_, before_;
};

}  // namespace plytrace
