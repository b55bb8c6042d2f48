// SPDX-License-Identifier: MIT
//
// What all subcommands share, except the declaration of options (command.h): writing results,
// progress and interrupts. main() runs the selected command and is the only place that turns a
// Status into a message and an exit code. Results go to stdout, everything else to stderr. On
// failure stdout stays empty: a command writes its result when it is complete, or streams it once
// the input can no longer fail. Thread rule: the main thread; any thread may call interrupted().
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/status.h"
#include "viewer/cli/command.h"
#include "viewer/format/json.h"
#include "viewer/format/numbers.h"

namespace plytrace::cli {

// Options of every command.
struct Global {
  bool quiet = false;
  bool no_pager = false;
  std::string color = "auto";  // auto|always|never; NO_COLOR applies to auto
};
Global& global();
bool color_on_stdout();
// The width of the terminal on stdout; 0 if stdout is not a terminal.
std::size_t columns_on_stdout();

enum class OutputFormat { kText, kJson, kCsv };
// Adds --format text|json (and csv if `with_csv`).
void add_format(Command* command, OutputFormat& format, bool with_csv = false);

// Writes to stdout. A closed pipe ends the program quietly; other failures are environment errors.
// After rely_on(), up to 1 MB of text is held back until the command has ended.
Status write_stdout(std::string_view text);
// Makes the answer depend on a file that is being read. If `source` is no longer ok at the end, the
// held-back text is dropped, no file is written, and the command fails with that status.
void rely_on(std::shared_ptr<const Status> source);
// A note on stderr after the answer, unless its text is empty then or -q was given.
void tell_at_end(std::function<std::string()> note);
Status relied_on();  // the first failure among the sources of rely_on()
// Call at the end of the command: writes the held-back text, or drops it after a failure.
Status end_of_answer(const Status& done);
Status write_json(const text::Json& value);
// Writes an answer by its functions json() and lines(), and csv() if the command offers it, each of
// which takes these arguments.
template <class... Answer>
Status write_answer(OutputFormat format, const Answer&... answer) {
  if (format == OutputFormat::kJson) return write_json(json(answer...));
  if constexpr (requires { csv(answer...); }) {
    if (format == OutputFormat::kCsv) return write_stdout(csv(answer...));
  }
  return write_stdout(lines(answer...));
}

// Writes a whole file through a temporary file beside it, so that a failure leaves no partial file.
// "-" is stdout. An existing file is a usage error unless `force`. Always refused: an input of the
// command, a trace that is not closed, and the journals of one. Errors of these functions: Failure.
void write_file(const std::string& path, std::string_view bytes, bool force);
// The same for several files. None of them is replaced before all have been written, so that a full
// disk leaves no half of them. If one cannot be put in its place, new files are removed again.
struct OutputFile {
  std::string path;
  std::string_view bytes;
};
void write_files(const std::vector<OutputFile>& files, bool force);
// Before long work: refuses an output that exists, as write_file() does, and one whose folder does
// not exist, unless the command makes that folder.
void check_output(const std::string& path, bool force, bool makes_folder = false);
// Refuses two outputs that are one file. An output without a name ("") is none; `names` says which
// options name the two, as in "search: -o and --render".
void check_two_outputs(const std::string& names, const std::string& a, const std::string& b);
// The bytes of a file that the command reads, which is registered as by note_input(). bad_input for
// a folder and for a file that cannot be opened.
std::string read_file(const std::string& path);
// Registers a file that the command reads ("-": the source of standard input). Writing to it under
// any name, or to a journal of it, is then a usage error.
void note_input(const std::string& path);
void check_not_input(const std::string& path);
// Prints "plytrace: NOTE" on stderr, made printable; nothing with -q.
void tell(const std::string& note);
// The message for the current errno, such as "No space left on device".
std::string errno_text();

// After catch_interrupts(), the first SIGINT (Ctrl-C), SIGTERM or SIGHUP sets interrupted(); a
// second one ends the program as after end_on_interrupt().
void catch_interrupts();
// From now on the first signal ends the program, and a rules program, with a message and exit code
// 130. For work that does not poll interrupted() and leaves nothing unfinished behind.
void end_on_interrupt();
const std::atomic<bool>& interrupted();
// A signal that ends the program removes the trace, its journals and its folder, if those are all
// that the folder holds, until the trace is forgotten.
void note_temporary_trace(const std::string& path);
void forget_temporary_trace(const std::string& path);

// A progress line on stderr, updated at most ten times a second, only if stderr is a terminal and
// -q is not given. `total` 0: unknown.
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

// Lets an interrupt end the work that `control` is passed to, and shows its progress as long as the
// result exists.
template <class Control>
std::unique_ptr<Progress> watch(std::string what, std::uint64_t total, Control& control) {
  catch_interrupts();
  auto progress = std::make_unique<Progress>(std::move(what), total);
  control.progress = [shown = progress.get()](std::uint64_t done) { shown->at(done); };
  control.interrupt = &interrupted();
  return progress;
}

}  // namespace plytrace::cli
