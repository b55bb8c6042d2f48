// SPDX-License-Identifier: MIT
//
// Blocks signals while the recorder works, so that it neither raises them in the recorded program
// nor takes them from it. A write beyond the file size limit (RLIMIT_FSIZE) raises SIGXFSZ, which
// would end the process; with the signal blocked the write fails with EFBIG. Thread rule: each
// function affects the calling thread only.
#pragma once

#ifndef _WIN32
#include <signal.h>
#include <time.h>
#endif

namespace plytrace {

#ifdef _WIN32  // has no such signals
struct HeldSignals {
  HeldSignals() {}  // so that no variable is unused
};
struct HeldSizeSignal {
  HeldSizeSignal() {}  // so that no variable is unused
};
#else

// Blocks signals during the life of the object. A thread that begins meanwhile has them blocked
// from its start, so that no handler of the program ever runs in it. Signals for faults of the
// thread itself stay enabled.
class HeldSignals {
 public:
  HeldSignals() {
    sigset_t signals;
    sigfillset(&signals);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT}) {
      sigdelset(&signals, fault);
    }
    pthread_sigmask(SIG_BLOCK, &signals, &before_);
  }
  ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

 private:
  sigset_t before_;
};

// Blocks SIGXFSZ in a thread of the program during the life of the object.
class HeldSizeSignal {
 public:
  HeldSizeSignal() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  ~HeldSizeSignal() {
    // If it was blocked before, a pending signal belongs to the program.
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
#endif

}  // namespace plytrace
