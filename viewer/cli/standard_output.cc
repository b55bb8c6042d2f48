// SPDX-License-Identifier: MIT
//
// Writes to standard output: at once or, if the answer depends on a file that is still being read,
// after the command has read the whole file.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "viewer/cli/cli.h"
#include "viewer/cli/pager.h"

namespace plytrace::cli {
namespace {

// The files that the answer depends on, and the output that waits for them.
std::vector<std::shared_ptr<const Status>>& sources() {
  static std::vector<std::shared_ptr<const Status>> all;
  return all;
}
std::vector<std::function<std::string()>>& notes() {
  static std::vector<std::function<std::string()>> all;
  return all;
}
std::string& waiting_text() {
  static std::string text;
  return text;
}

Status send(std::string_view text) {
  start_pager_for(text);
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) {
    return Status::ok();
  }
  if (errno == EPIPE && has_pager()) return Status::ok();
  if (errno == EPIPE) std::_Exit(0);  // the consumer closed the pipe: end quietly
  if (errno == EINTR && interrupted()) return {StatusCode::kInterrupted, "interrupted"};
  return Status::environment("cannot write to standard output: " + errno_text());
}

Status send_waiting() {
  if (Status relied = relied_on(); !relied) return relied;
  const std::string text = std::exchange(waiting_text(), {});
  return text.empty() ? Status::ok() : send(text);
}

}  // namespace

void rely_on(std::shared_ptr<const Status> source) { sources().push_back(std::move(source)); }

void tell_at_end(std::function<std::string()> note) { notes().push_back(std::move(note)); }

Status relied_on() {
  for (const auto& source : sources()) {
    if (!source->is_ok()) return *source;
  }
  return Status::ok();
}

Status write_stdout(std::string_view text) {
  // Beyond this size, output is written while the command runs, as long as no damage was found
  // (cli.h).
  constexpr std::size_t kMostWaiting = std::size_t{1} << 20;
  if (sources().empty()) return send(text);
  waiting_text() += text;
  return waiting_text().size() < kMostWaiting ? Status::ok() : send_waiting();
}

Status end_of_answer(const Status& done) {
  // Drop the output if the command failed with a message. The answer "no" may have a message too
  // (find) and is written.
  const bool answered =
      done.code() == StatusCode::kAnswerNo || done.code() == StatusCode::kInterrupted;
  const bool failed = !done.message().empty() && !answered;
  if (failed) waiting_text().clear();
  const Status sent = send_waiting();
  for (const auto& note : notes()) {
    if (const std::string text = failed ? "" : note(); !text.empty()) tell(text);
  }
  return sent.is_ok() ? done : sent;
}

}  // namespace plytrace::cli
