// SPDX-License-Identifier: MIT
//
// Status and Result<T>: how a function reports that something outside the program went wrong.
// Programmer mistakes are assertions, never a Status. Only main turns a Status into a message on
// stderr and an exit code; the numbers are the exit codes of the command line.
// A message is one line: what, where, and what to try. Thread rule: plain values.
#pragma once

#include <cassert>
#include <exception>
#include <optional>
#include <string>
#include <type_traits>
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

// Thrown by value_of() and require() to end a command, a request or the reading of a text with a
// Status; whatever began it catches it, as result_of() does. Functions whose callers clean up after
// a failure, or add to its message, return the Status instead.
class Failure : public std::exception {
 public:
  explicit Failure(Status status) : status_(std::move(status)) {}
  static Failure usage(std::string message) { return Failure(Status::usage(std::move(message))); }
  static Failure bad_input(std::string message) {
    return Failure(Status::bad_input(std::move(message)));
  }
  static Failure environment(std::string message) {
    return Failure(Status::environment(std::move(message)));
  }
  const Status& status() const { return status_; }

 private:
  Status status_;
};

template <class T>
T value_of(Result<T> result) {
  if (!result) throw Failure(result.status());
  return std::move(*result);
}

inline void require(const Status& status) {
  if (!status) throw Failure(status);
}

// The value that `work` returns, or the Status that ended it.
template <class Work>
Result<std::invoke_result_t<Work>> result_of(const Work& work) try {
  return work();
} catch (const Failure& failure) {
  return failure.status();
}

}  // namespace plytrace
