// SPDX-License-Identifier: MIT
//
// Status and Result<T>: how a function reports that something outside the program went wrong.
// Programmer mistakes are assertions, never a Status. Only main turns a Status into a message on
// stderr and an exit code; the numbers are the exit codes of the command line.
// A message is one line: what, where, and what to try. Thread rule: plain values.
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>

namespace plytrace {

enum class StatusCode : int {
  kOk = 0,
  kAnswerNo = 1,      // refuted, different, nothing found: the answer itself is on stdout
  kUsage = 2,         // unknown name, value outside its range, output exists
  kBadInput = 3,      // missing or damaged file, illegal move or position, unknown path
  kNoAnswer = 4,      // INCOMPLETE
  kEnvironment = 5,   // disk full, no permission, out of memory
  kInterrupted = 130  // Ctrl-C
};

class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(StatusCode code, std::string message) : code_(code), message_(std::move(message)) {}

  static Status ok() { return {}; }
  static Status usage(std::string message) { return {StatusCode::kUsage, std::move(message)}; }
  static Status bad_input(std::string message) {
    return {StatusCode::kBadInput, std::move(message)};
  }
  static Status environment(std::string message) {
    return {StatusCode::kEnvironment, std::move(message)};
  }
  // The command has printed its answer; only the exit code remains to be set.
  static Status answer(StatusCode code) { return {code, {}}; }

  bool is_ok() const { return code_ == StatusCode::kOk; }
  explicit operator bool() const { return is_ok(); }
  StatusCode code() const { return code_; }
  const std::string& message() const { return message_; }

 private:
  StatusCode code_ = StatusCode::kOk;
  std::string message_;
};

// A value, or the Status that says why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}         // NOLINT: implicit on purpose
  Result(Status status) : status_(std::move(status)) {  // NOLINT: implicit on purpose
    assert(!status_.is_ok() && "a Result without a value needs a failure");
  }

  bool is_ok() const { return value_.has_value(); }
  explicit operator bool() const { return is_ok(); }
  const Status& status() const { return status_; }

  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }

 private:
  std::optional<T> value_;
  Status status_;
};

}  // namespace plytrace
