// SPDX-License-Identifier: MIT
//
// Covers tracer/recording.cc and tracer/held_signals.h: what a process may do while it records:
// fork, close the recorder's files, become a daemon, reach limits, change its folder, jump, handle
// signals. Each engine runs in its own process, which is ended after half a minute. It works or
// gives a reported error; it never hangs, crashes, or writes a byte into another file.
#include <gtest/gtest.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "plytrace/plytrace.h"
#include "tests/tracer/recording_support.h"

namespace plytrace::test {
namespace {

// The exit code of `engine` in its own process; 128 + n if signal n ended it. 142 (SIGALRM) means
// that it hung.
template <class Engine>
int in_a_child(const Engine& engine) {
  const pid_t child = fork();
  if (child == 0) {
    if (std::freopen("/dev/null", "w", stderr) == nullptr) _exit(97);
    alarm(30);
    _exit(engine());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int exit_code_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Searches `roots` roots with `children` children each.
void search(plytrace_stream* stream, int roots, int children = 50) {
  for (int root = 0; root < roots; ++root) {
    const plytrace_node node = plytrace_enter(stream, PLYTRACE_NO_MOVE, 0, 1, -9, 9);
    for (int i = 0; i < children; ++i) {
      plytrace_leave(stream, plytrace_enter(stream, static_cast<plytrace_move>(1 + i), 1, 0, -9, 9),
                     i % 7);
    }
    plytrace_leave(stream, node, 6);
  }
}

// Whether an error is given exactly where closing failed.
bool close_says_what_failed(plytrace_trace* trace) {
  const bool failed = plytrace_close(trace) == -1;
  return failed == (plytrace_trace_error(trace) != nullptr);
}

void rest() { std::this_thread::sleep_for(std::chrono::milliseconds(200)); }

// Opens a trace; with `appends` an existing trace of one small search, written by SQL.
plytrace_trace* open_trace(const std::string& file, bool appends = false) {
  plytrace_options options = PLYTRACE_OPTIONS_INIT;
  if (appends) {
    plytrace_trace* const first = plytrace_open(file.c_str(), &options);
    search(plytrace_open_stream(first), 1);
    plytrace_close(first);
    options.append = 1;
  }
  return plytrace_open(file.c_str(), &options);
}

// plytrace_close waited forever for a thread that does not exist in the child of a fork.
TEST(Process, TheChildOfAForkGetsAnErrorAndTheParentGoesOn) {
  for (const bool rests : {true, false}) {
    const ScratchFolder folder;
    const std::string file = folder / "t.db", own = folder / "own.db";
    const int code = in_a_child([&] {
      plytrace_trace* const trace = open_trace(file);
      plytrace_stream* const stream = plytrace_open_stream(trace);
      search(stream, 100);
      if (rests) rest();
      const pid_t child = fork();
      if (child == 0) {
        alarm(20);
        // More than the buffers between search and writer hold.
        search(stream, 20'000);
        plytrace_flush(stream);
        if (plytrace_error(stream) == nullptr) _exit(1);
        if (std::strstr(plytrace_error(stream), "forked") == nullptr) _exit(2);
        if (plytrace_open_stream(trace) != nullptr) _exit(3);
        plytrace_close_stream(stream);
        (void)plytrace_seconds_waited(trace);
        if (plytrace_close(trace) != -1) _exit(4);
        if (std::strstr(plytrace_trace_error(trace), "forked") == nullptr) _exit(5);
        // A trace that the child opens itself works normally.
        plytrace_trace* const mine = open_trace(own);
        search(plytrace_open_stream(mine), 10);
        if (plytrace_close(mine) != 0) _exit(6);
        std::exit(0);
      }
      search(stream, 100);
      if (exit_code_of(child) != 0) return 10 + exit_code_of(child);
      return plytrace_close(trace) == 0 ? 0 : 50;
    });
    EXPECT_EQ(code, 0) << rests;
    EXPECT_EQ(count(file, "SELECT count(*) FROM node"), 200 * 51);
    EXPECT_EQ(count(own, "SELECT count(*) FROM node"), 10 * 51);
    EXPECT_EQ(sql_value(file, "SELECT DISTINCT status FROM search"), "finished");
  }
}

TEST(Process, ManyForksAmidASearchHangNobody) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const int code = in_a_child([&] {
    plytrace_trace* const trace = open_trace(file);
    std::thread other([&] { search(plytrace_open_stream(trace), 2000); });
    plytrace_stream* const stream = plytrace_open_stream(trace);
    int wrong = 0;
    for (int i = 0; i < 40; ++i) {
      search(stream, 20);
      const pid_t child = fork();
      if (child == 0) {
        alarm(10);
        search(stream, 5);
        _exit(plytrace_close(trace) == -1 ? 0 : 1);
      }
      wrong += exit_code_of(child) == 0 ? 0 : 1;
    }
    other.join();
    return plytrace_close(trace) == 0 ? wrong : 99;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(count(file, "SELECT count(*) FROM node"), 2800 * 51);
}

// Pages of the trace were written to a file that had got the recorder's descriptor number.
TEST(Process, NoByteGoesIntoAFileOfThePrograms) {
  for (const bool appends : {false, true}) {
    for (const bool waits : {true, false}) {
      const ScratchFolder folder;
      const std::string file = folder / "t.db", own = folder / "own";
      const int code = in_a_child([&] {
        plytrace_trace* const trace = open_trace(file, appends);
        plytrace_stream* const stream = plytrace_open_stream(trace);
        search(stream, 100);
        if (waits) rest();
        for (int descriptor = 3; descriptor < 100; ++descriptor) close(descriptor);
        // Takes all descriptor numbers that were in use.
        for (int i = 0; i < 20; ++i) {
          FILE* const mine = std::fopen((own + std::to_string(i)).c_str(), "w+");
          std::fputs("mine", mine);
          std::fflush(mine);
        }
        search(stream, 3000);
        rest();
        search(stream, 3000);
        const bool told = plytrace_close(trace) == -1;
        // The program's own files are still open.
        for (int descriptor = 3; descriptor < 23; ++descriptor) {
          if (lseek(descriptor, 0, SEEK_END) != 4) return 100 + descriptor;
        }
        const char* const error = plytrace_trace_error(trace);
        if (!told || error == nullptr) return 1;
        if (std::strstr(error, "closed the recorder's file") != nullptr) return 0;
        std::ofstream(folder / "error") << error;
        return 2;
      });
      EXPECT_EQ(code, 0) << appends << waits << read_file(folder / "error");
      for (int i = 0; i < 20; ++i) EXPECT_EQ(read_file(own + std::to_string(i)), "mine");
      EXPECT_NE(plytrace({"info", file}).exit_code, 5);
      const int verdict = plytrace({"verify", file}).exit_code;
      EXPECT_TRUE(verdict == 4 || verdict == 3) << verdict;
    }
  }
}

// Like daemon(3): a fork whose parent exits, then all files are closed.
TEST(Process, ADaemonGetsAnError) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db", own = folder / "own";
  const int code = in_a_child([&] {
    plytrace_trace* const trace = open_trace(file);
    plytrace_stream* const stream = plytrace_open_stream(trace);
    search(stream, 100);
    rest();
    const pid_t child = fork();
    if (child != 0) return exit_code_of(child);
    alarm(20);
    setsid();
    if (chdir("/") != 0) _exit(9);
    for (int descriptor = 3; descriptor < 100; ++descriptor) close(descriptor);
    FILE* const mine = std::fopen(own.c_str(), "w+");
    std::fputs("mine", mine);
    std::fflush(mine);
    search(stream, 10'000);
    const bool told = plytrace_close(trace) == -1;
    std::exit(told && lseek(fileno(mine), 0, SEEK_END) == 4 ? 0 : 1);
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(read_file(own), "mine");
}

void limit(int resource, rlim_t most) {
  const rlimit value{most, most};
  setrlimit(resource, &value);
}

// SIGXFSZ ended the engine.
TEST(Process, ALimitOfFileSizesIsReported) {
  for (const bool appends : {false, true}) {
    const ScratchFolder folder;
    const std::string file = folder / "t.db";
    const int code = in_a_child([&] {
      plytrace_trace* const trace = open_trace(file, appends);
      plytrace_stream* const stream = plytrace_open_stream(trace);
      limit(RLIMIT_FSIZE, 200'000);
      search(stream, 3000);
      rest();
      search(stream, 3000);
      if (plytrace_close(trace) != -1) return 1;
      sigset_t pending;
      sigpending(&pending);
      if (sigismember(&pending, SIGXFSZ) == 1) return 2;
      return std::strstr(plytrace_trace_error(trace), "File too large") != nullptr ? 0 : 3;
    });
    EXPECT_EQ(code, 0) << appends;
    // Exit code 3: no search had been committed by then.
    const int verdict = plytrace({"verify", file}).exit_code;
    EXPECT_TRUE(verdict == 4 || verdict == 3) << verdict;
    // A limit so small that not even the schema fits.
    const int none = in_a_child([&] {
      limit(RLIMIT_FSIZE, 1000);
      plytrace_trace* const trace = open_trace(folder / "none.db", appends);
      search(plytrace_open_stream(trace), 10);
      return plytrace_trace_error(trace) != nullptr && plytrace_close(trace) == -1 ? 0 : 1;
    });
    EXPECT_EQ(none, 0);
  }
}

TEST(Process, ALimitOfOpenFilesIsReported) {
  const ScratchFolder folder;
  const int before = in_a_child([&] {
    limit(RLIMIT_NOFILE, 3);
    plytrace_trace* const trace = open_trace(folder / "u.db");
    search(plytrace_open_stream(trace), 10);
    return plytrace_trace_error(trace) != nullptr ? 0 : 1;
  });
  EXPECT_EQ(before, 0);
  // UBSan's check of virtual calls opens a pipe, and takes a failure for a wrong object.
  if (is_address_sanitized()) return;
  const int amid = in_a_child([&] {
    plytrace_trace* const trace = open_trace(folder / "t.db");
    plytrace_stream* const stream = plytrace_open_stream(trace);
    search(stream, 100);
    rest();
    limit(RLIMIT_NOFILE, 3);
    search(stream, 3000);
    rest();
    return close_says_what_failed(trace) ? 0 : 1;
  });
  EXPECT_EQ(amid, 0);
}

TEST(Process, ALimitOfMemoryIsReported) {
  if (is_address_sanitized()) return;  // ASan reserves more than any limit
  const ScratchFolder folder;
  const int memory = in_a_child([&] {
    plytrace_trace* const trace = open_trace(folder / "v.db");
    plytrace_stream* const stream = plytrace_open_stream(trace);
    search(stream, 10);
    limit(RLIMIT_AS, 1);
    search(stream, 6000);
    return close_says_what_failed(trace) ? 0 : 1;
  });
  EXPECT_EQ(memory, 0);
}

// After chdir a relative name pointed elsewhere: with `force` the old trace could not be replaced,
// and another file of that name was marked as failed.
TEST(Process, ItMayGoToAnotherFolder) {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder / "elsewhere");
  write_file(folder / "elsewhere/t.db", "another's");
  for (const int force : {0, 1, 1}) {
    const int code = in_a_child([&] {
      if (chdir(folder.path().c_str()) != 0) return 9;
      plytrace_options options = PLYTRACE_OPTIONS_INIT;
      options.force = force;
      plytrace_trace* const trace = plytrace_open("t.db", &options);
      if (chdir("elsewhere") != 0) return 8;
      umask(0777);
      search(plytrace_open_stream(trace), 100);
      return plytrace_close(trace) == 0 ? 0 : 1;
    });
    EXPECT_EQ(code, 0) << force;
    EXPECT_EQ(count(folder / "t.db", "SELECT count(*) FROM node"), 5100);
  }
  EXPECT_EQ(read_file(folder / "elsewhere/t.db"), "another's");
}

jmp_buf g_back;
plytrace_trace* g_trace = nullptr;

TEST(Process, ItMayJumpOutOfASearch) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const int code = in_a_child([&] {
    plytrace_trace* const trace = open_trace(file);
    plytrace_stream* const stream = plytrace_open_stream(trace);
    const plytrace_node root = plytrace_enter(stream, PLYTRACE_NO_MOVE, 0, 1, -9, 9);
    if (setjmp(g_back) == 0) {
      plytrace_enter(stream, 1, 1, 0, -9, 9);
      plytrace_enter(stream, 2, 0, 0, -9, 9);
      longjmp(g_back, 1);
    }
    plytrace_leave(stream, root, 3);
    search(stream, 10);
    return plytrace_close(trace) == 0 ? 0 : 1;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(plytrace({"verify", file}).exit_code, 4);
}

// A jump out of the library's call for the text of a move is reported, without a crash.
TEST(Process, AJumpOutOfTheLibraryIsReported) {
  const ScratchFolder folder;
  const int code = in_a_child([&] {
    plytrace_trace* const trace = open_trace(folder / "t.db");
    plytrace_stream* const stream = plytrace_open_stream(trace);
    plytrace_search told = PLYTRACE_SEARCH_INIT;
    told.move_text = [](plytrace_move, void*) -> const char* { longjmp(g_back, 1); };
    plytrace_begin_search(stream, &told);
    if (setjmp(g_back) == 0) search(stream, 1);
    search(stream, 1);
    if (plytrace_error(stream) == nullptr) return 1;
    return plytrace_close(trace) == -1 && plytrace_trace_error(trace) != nullptr ? 0 : 2;
  });
  EXPECT_EQ(code, 0);
}

// The handler waited for itself, or freed what the interrupted call was using.
TEST(Process, AHandlerOfSignalsMayCloseTheTrace) {
  const ScratchFolder folder;
  for (int round = 0; round < 20; ++round) {
    const std::string file = folder / (std::to_string(round) + ".db");
    const int code = in_a_child([&] {
      g_trace = open_trace(file);
      plytrace_stream* const stream = plytrace_open_stream(g_trace);
      signal(SIGALRM, [](int) {
        plytrace_close(g_trace);
        std::_Exit(0);
      });
      const itimerval soon{{0, 0}, {0, 3'000 + 1'700 * round}};
      setitimer(ITIMER_REAL, &soon, nullptr);
      for (int i = 0; i < 1000; ++i) search(stream, 10);
      plytrace_close(g_trace);
      pause();
      return 1;
    });
    EXPECT_EQ(code, 0) << round;
    const int verdict = plytrace({"verify", file}).exit_code;
    EXPECT_TRUE(verdict == 0 || verdict == 4 || verdict == 3) << verdict;
  }
}

TEST(Process, EveryWayToEndLeavesATrace) {
  void (*const ways[])() = {[] { std::exit(3); },
                            [] { std::quick_exit(3); },
                            [] { std::_Exit(3); },
                            [] { std::abort(); },
                            [] { raise(SIGKILL); },
                            [] { execl("/bin/sh", "sh", "-c", "exit 3", nullptr); },
                            [] { std::thread([] { std::exit(3); }).join(); }};
  for (std::size_t i = 0; i < std::size(ways); ++i) {
    const ScratchFolder folder;
    const std::string file = folder / "t.db";
    const int code = in_a_child([&] {
      plytrace_trace* const trace = open_trace(file);
      plytrace_stream* const stream = plytrace_open_stream(trace);
      search(stream, 100);
      plytrace_flush(stream);
      ways[i]();
      return 1;
    });
    EXPECT_TRUE(code == 3 || code == 128 + SIGABRT || code == 128 + SIGKILL) << i << ": " << code;
    EXPECT_EQ(count(file, "SELECT count(*) FROM node"), 5100) << i;
    EXPECT_EQ(plytrace({"verify", file}).exit_code, 4) << i;
  }
}

TEST(Process, ASecondRecorderOfTheFileIsRefused) {
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const int code = in_a_child([&] {
    plytrace_trace* const trace = open_trace(file);
    plytrace_stream* const stream = plytrace_open_stream(trace);
    search(stream, 100);
    rest();
    for (const int append : {0, 1}) {
      plytrace_options options = PLYTRACE_OPTIONS_INIT;
      options.append = append;
      options.force = 1 - append;
      plytrace_trace* const second = plytrace_open(file.c_str(), &options);
      if (plytrace_trace_error(second) == nullptr) return 1;
      search(plytrace_open_stream(second), 10);
      if (plytrace_close(second) != -1) return 2;
    }
    search(stream, 100);
    return plytrace_close(trace) == 0 ? 0 : 3;
  });
  EXPECT_EQ(code, 0);
  EXPECT_EQ(count(file, "SELECT count(*) FROM node"), 200 * 51);
  EXPECT_EQ(count(file, "SELECT count(*) FROM search"), 1);
}

// Without its former rights the process can no longer create a journal.
TEST(Process, ItMayGiveUpItsRights) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can";
  const ScratchFolder folder;
  const std::string file = folder / "t.db";
  const int code = in_a_child([&] {
    plytrace_trace* const trace = open_trace(file);
    plytrace_stream* const stream = plytrace_open_stream(trace);
    search(stream, 100);
    rest();
    if (chmod(folder.path().c_str(), 0700) != 0 || setgid(65534) != 0 || setuid(65534) != 0)
      return 9;
    search(stream, 3000);
    rest();
    const bool failed = plytrace_close(trace) == -1;
    return failed && plytrace_trace_error(trace) != nullptr ? 0 : 1;
  });
  EXPECT_EQ(code, 0);
  const int jailed = in_a_child([&] {
    plytrace_trace* const trace = open_trace(folder / "u.db");
    plytrace_stream* const stream = plytrace_open_stream(trace);
    search(stream, 100);
    rest();
    if (chroot(folder.path().c_str()) != 0 || chdir("/") != 0) return 9;
    search(stream, 3000);
    rest();
    const bool failed = plytrace_close(trace) == -1;
    return failed && plytrace_trace_error(trace) != nullptr ? 0 : 1;
  });
  EXPECT_EQ(jailed, 0);
}

}  // namespace
}  // namespace plytrace::test
