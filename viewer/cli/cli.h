// SPDX-License-Identifier: MIT
//
// What all subcommands of plytrace share, but for how they declare their options (command.h): how
// results are written, how scores look in JSON, how long work shows progress. main() runs the
// chosen one and is the only place that turns a Status into a message and an exit code. Rules:
// results to stdout, everything else to stderr; on failure stdout stays empty, so a command writes
// its result only when it has all of it (or streams, when it can no longer fail on input).
// Thread rule: the main thread; interrupted() may be read by any.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/status.h"
#include "viewer/cli/command.h"
#include "viewer/format/json.h"
#include "viewer/format/numbers.h"

namespace plytrace::cli {

// Options that every command has.
struct Global {
  bool quiet = false;
  std::string color = "auto";  // auto|always|never; NO_COLOR counts under auto
};
Global& global();
bool color_on_stdout();
// Of the terminal that stdout is; 0 where it is none.
std::size_t columns_on_stdout();

enum class OutputFormat { kText, kJson, kCsv };
// --format text|json (and csv where `with_csv`).
void add_format(Command* command, OutputFormat& format, bool with_csv = false);

// Writes to stdout. A closed pipe ends the program quietly; another failure is an environment
// error. Once something is relied on, text waits (1 MB of it at most) until the command has ended.
Status write_stdout(std::string_view text);
// What the command says rests on this, a file that is being read: where it is no longer ok at the
// end, nothing that still waits for stdout is said, no file is written, and the failure is the
// command's.
void rely_on(std::shared_ptr<const Status> source);
Status relied_on();  // the first failure of what is relied on
// The command has ended so: what waits is said, or dropped after a failure.
Status end_of_answer(const Status& done);
Status write_json(const text::Json& value);

// Writes a whole file through a temporary file beside it, so that a failure leaves no half file.
// "-" is stdout. An existing file: usage error unless `force`; what the command reads, a trace that
// is not closed and the journals of one are refused always.
Status write_file(const std::string& path, std::string_view bytes, bool force);
// The usage error for an output that exists, or ok.
Status check_output(const std::string& path, bool force);
// The files that the command reads ("-": what standard input comes from), and the usage error for
// an output that is one of them by any name, or a journal of one.
void note_input(const std::string& path);
Status check_not_input(const std::string& path);
// "plytrace: NOTE" on stderr, made printable; nothing with -q.
void tell(const std::string& note);
// "No space left on device" and the like, for the current errno.
std::string errno_text();

// Set by Ctrl-C (SIGINT, SIGTERM) once catch_interrupts() was called; a second signal kills.
void catch_interrupts();
// From now on the first signal ends the program, with a word and exit code 130: for work that asks
// nobody whether to go on, and of which nothing half done is left.
void end_on_interrupt();
const std::atomic<bool>& interrupted();

// A progress line on stderr, at most ten times a second, only when stderr is a terminal and not -q.
// `total` 0 = not known.
class Progress {
 public:
  Progress(std::string what, std::uint64_t total);
  ~Progress();  // clears the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void at(std::uint64_t done);

 private:
  void draw(std::uint64_t done);
  std::string what_;
  std::uint64_t total_;
  bool shown_ = false;
  bool enabled_;
  std::chrono::steady_clock::time_point start_, last_;
};

}  // namespace plytrace::cli
