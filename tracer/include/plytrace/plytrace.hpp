// SPDX-License-Identifier: MIT
//
// plytrace.hpp: plytrace.h for C++. A Node leaves itself when its scope ends, by an exception too
// (then without a value). Everything else is as in plytrace.h: nothing throws but what allocates
// the handles, a stream that records nothing costs one branch per event.
//
//   plytrace::api::Stream stream = plytrace::api::start(PLYTRACE_SIDE_TO_MOVE);   // of $PLYTRACE
//   int search(...) {
//     auto node = stream.enter(move, PLYTRACE_OTHER_SIDE, depth, alpha, beta);
//     ...
//     return node.leave(best);            // hands the value on
//   }
//   stream.finish(value);
//
// Several threads, or options: a Trace, and one of its Streams for each thread. If an exception
// destroys a Trace or a Stream, the search under way ends as interrupted.
//
// Needs C++17. Thread rule: as in plytrace.h.
#pragma once

// An engine that has included plytrace_emit.h uses that one.
#ifndef PLYTRACE_PLYTRACE_H
#include <plytrace/plytrace.h>
#endif

#include <cmath>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace plytrace::api {

// A score as a trace holds it. A whole number that no double holds becomes NaN, which is refused
// and counted, instead of its neighbour.
template <class Score>
double as_double(Score value) noexcept {
  const auto number = static_cast<double>(value);
  if constexpr (std::is_integral_v<Score> && sizeof(Score) > 4) {
    constexpr double kEnd = 9223372036854775808.0;  // 2^63
    const bool is_too_large = number >= (std::is_signed_v<Score> ? kEnd : 2 * kEnd);
    if (is_too_large || static_cast<Score>(number) != value) return std::nan("");
  }
  return number;
}

// An open node. It can be moved, but not copied. At the end of its scope it is left without a
// value, unless it was left before.
class Node {
 public:
  Node(plytrace_stream* stream, plytrace_node node) noexcept : stream_(stream), node_(node) {}
  Node(Node&& other) noexcept
      : stream_(std::exchange(other.stream_, nullptr)), node_(other.node_) {}
  Node& operator=(Node&&) = delete;
  ~Node() { abandon(); }

  // The id by which the parent names its best child; stays valid after leave.
  plytrace_node id() const noexcept { return node_; }

  // Leaves the node with `value` and returns the value: return node.leave(value).
  template <class Score>
  Score leave(Score value) noexcept {
    return leave_leaf(PLYTRACE_AUTO, value);
  }
  // Sets kind and bound for a later leave(value), for a search with many return statements: return
  // node.leave(search(..., node)).
  void is(int kind, int bound = PLYTRACE_NO_BOUND) noexcept {
    plytrace_is(stream_, node_, kind, bound);
  }
  // The static score that the node may return itself: stand pat.
  void score(double score) noexcept { plytrace_score(stream_, node_, score); }
  // Moves that the node excludes on purpose. Call it before the first child.
  void exclude(const std::vector<plytrace_move>& moves) noexcept {
    plytrace_exclude(stream_, node_, moves.data(), moves.size());
  }
  // Leaves a leaf of this kind. `bound` is the claim of its value: PLYTRACE_LOWER or PLYTRACE_UPPER
  // for a table entry or a static bound that closes the window; without it a leaf is exact.
  template <class Score>
  Score leave_leaf(int kind, Score value, int bound = PLYTRACE_NO_BOUND) noexcept {
    if (stream_ != nullptr) {
      plytrace_leave_args args = PLYTRACE_LEAVE_INIT;
      args.kind = kind;
      args.has_value = 1;
      args.value = as_double(value);
      args.bound = bound;
      leave_as(args);
    }
    return value;
  }
  // Leaves the node with its best child, the claim of its value, and the number of legal moves.
  template <class Score>
  Score leave(Score value, plytrace_node best, int bound = PLYTRACE_NO_BOUND,
              std::int32_t legal = PLYTRACE_NO_NUMBER) noexcept {
    if (stream_ != nullptr) {
      plytrace_leave_args args = PLYTRACE_LEAVE_INIT;
      args.has_value = 1;
      args.value = as_double(value);
      args.best = best;
      args.bound = bound;
      args.legal = legal;
      leave_as(args);
    }
    return value;
  }
  void leave_as(const plytrace_leave_args& args) noexcept {
    plytrace_leave_as(std::exchange(stream_, nullptr), node_, &args);
  }
  // Leaves the node without a value, because the search is stopping.
  void abandon() noexcept {
    if (stream_ == nullptr) return;
    const plytrace_leave_args args = PLYTRACE_LEAVE_INIT;
    leave_as(args);
  }

  void bound(double alpha, double beta, int cause = PLYTRACE_BY_CHILD) noexcept {
    plytrace_bound(stream_, node_, cause, alpha, beta);
  }
  // A cutoff by the child left last. `skipped` = number of moves left, if known. Returns the value.
  template <class Score>
  Score cutoff(int kind, Score value, double alpha, double beta,
               std::int32_t skipped = PLYTRACE_NO_NUMBER,
               const plytrace_move* skipped_moves = nullptr) noexcept {
    return cutoff_by(PLYTRACE_BY_CHILD, kind, value, alpha, beta, skipped, skipped_moves);
  }
  // A cutoff with another cause: PLYTRACE_BY_NULL_MOVE, PLYTRACE_BY_STAND_PAT, ...
  template <class Score>
  Score cutoff_by(int cause, int kind, Score value, double alpha, double beta,
                  std::int32_t skipped = PLYTRACE_NO_NUMBER,
                  const plytrace_move* skipped_moves = nullptr) noexcept {
    if (stream_ == nullptr) return value;
    plytrace_cutoff_args args = PLYTRACE_CUTOFF_INIT;
    args.kind = kind;
    args.cause = cause;
    args.has_value = args.has_window = 1;
    args.value = as_double(value);
    args.alpha = alpha;
    args.beta = beta;
    args.skipped = skipped;
    args.skipped_moves = skipped_moves;
    plytrace_cutoff(stream_, node_, &args);
    return value;
  }
  // The same in the window that the events of the node give it (plytrace_cut_here).
  template <class Score>
  Score cutoff(int kind, Score value) noexcept {
    return cutoff_by(PLYTRACE_BY_CHILD, kind, value);
  }
  template <class Score>
  Score cutoff_by(int cause, int kind, Score value) noexcept {
    if (stream_ != nullptr) plytrace_cut_here(stream_, node_, kind, cause, as_double(value));
    return value;
  }
  void cutoff_as(const plytrace_cutoff_args& args) noexcept {
    plytrace_cutoff(stream_, node_, &args);
  }
  void store(const plytrace_entry_args& args) noexcept { plytrace_store(stream_, node_, &args); }
  void store(std::uint64_t key, double value, int bound, std::int32_t depth = PLYTRACE_NO_NUMBER,
             plytrace_move move = PLYTRACE_NO_MOVE) noexcept {
    if (stream_ == nullptr) return;
    plytrace_entry_args args = PLYTRACE_ENTRY_INIT;
    args.key = key;
    args.value = value;
    args.bound = bound;
    args.depth = depth;
    args.move = move;
    store(args);
  }
  void probe(const plytrace_entry_args& args) noexcept { plytrace_probe(stream_, node_, &args); }
  // A table entry that was found, and how it was used: PLYTRACE_NARROWED, PLYTRACE_ANSWERED, ...
  void probe(std::uint64_t key, double value, int bound, int used,
             std::int32_t stored_depth = PLYTRACE_NO_NUMBER,
             std::int32_t asked_depth = PLYTRACE_NO_NUMBER) noexcept {
    plytrace_probe_entry(stream_, node_, key, value, bound, used, stored_depth, asked_depth);
  }
  // The search returns the value of the entry found: return node.answer(key, value, bound, ...).
  template <class Score>
  Score answer(std::uint64_t key, Score value, int bound,
               std::int32_t stored_depth = PLYTRACE_NO_NUMBER,
               std::int32_t asked_depth = PLYTRACE_NO_NUMBER) noexcept {
    plytrace_answer(stream_, node_, key, as_double(value), bound, stored_depth, asked_depth);
    return leave(value);
  }
  // The entry found narrows the window to (alpha, beta).
  void narrow(std::uint64_t key, double value, int bound, double alpha, double beta,
              std::int32_t stored_depth = PLYTRACE_NO_NUMBER,
              std::int32_t asked_depth = PLYTRACE_NO_NUMBER) noexcept {
    plytrace_narrow(stream_, node_, key, value, bound, alpha, beta, stored_depth, asked_depth);
  }
  void credit(double score) noexcept { plytrace_credit(stream_, node_, score); }
  void note(const char* name, const std::string& value) noexcept {
    plytrace_note(stream_, node_, name, value.c_str());
  }

 private:
  plytrace_stream* stream_;  // null: already left, or not recorded
  plytrace_node node_;
};

// The recorder of one thread. A default-constructed stream records nothing.
class Stream {
 public:
  Stream() noexcept = default;
  explicit Stream(plytrace_stream* stream) noexcept : stream_(stream) {}
  Stream(Stream&& other) noexcept
      : stream_(std::exchange(other.stream_, nullptr)), owns_trace_(other.owns_trace_) {}
  Stream& operator=(Stream&& other) noexcept {
    if (this != &other) {
      close();
      stream_ = std::exchange(other.stream_, nullptr);
      owns_trace_ = other.owns_trace_;
    }
    return *this;
  }
  ~Stream() {
    if (std::uncaught_exceptions() > exceptions_) plytrace_interrupt(stream_);
    close();
  }

  explicit operator bool() const noexcept { return stream_ != nullptr; }
  plytrace_stream* get() const noexcept { return stream_; }

  void begin_search(const plytrace_search& search) noexcept {
    if (stream_ != nullptr) plytrace_begin_search(stream_, &search);
  }
  // `scores`: PLYTRACE_SIDE_TO_MOVE or PLYTRACE_MAX_VIEW. `captured` as in plytrace_search.
  void begin_search(int scores, const char* captured = nullptr) noexcept {
    plytrace_search search = PLYTRACE_SEARCH_INIT;
    search.scores = scores;
    search.captured = captured;
    begin_search(search);
  }
  void end_search(const plytrace_result& result) noexcept {
    if (stream_ != nullptr) plytrace_end_search(stream_, &result);
  }
  void end_search() noexcept {
    if (stream_ != nullptr) plytrace_end_search(stream_, nullptr);
  }
  // Ends the search with the claim that the root is worth exactly `value`.
  void end_search(double value) noexcept {
    plytrace_result result = PLYTRACE_RESULT_INIT;
    result.has_value = result.has_lower = result.has_upper = 1;
    result.value = result.lower = result.upper = value;
    end_search(result);
  }
  // The same, and closes the file. Returns the value.
  template <class Score>
  Score finish(Score value) noexcept {
    plytrace_finish(std::exchange(stream_, nullptr), as_double(value));
    return value;
  }
  void begin_pass(int purpose, std::int32_t depth, double alpha, double beta) noexcept {
    if (stream_ != nullptr) plytrace_begin_pass(stream_, purpose, depth, alpha, beta);
  }
  void end_pass(int status = PLYTRACE_FINISHED,
                plytrace_move best_move = PLYTRACE_NO_MOVE) noexcept {
    if (stream_ != nullptr) plytrace_end_pass(stream_, status, best_move);
  }
  void end_pass(const plytrace_result& result) noexcept {
    if (stream_ != nullptr) plytrace_end_pass_as(stream_, &result);
  }

  Node enter(plytrace_move move, int side, std::int32_t depth, double alpha, double beta,
             int role = PLYTRACE_MOVE) noexcept {
    return {stream_, plytrace_enter_role(stream_, move, side, depth, alpha, beta, role)};
  }
  // Enters a node, and leaves it with the value of call(node), which is returned:
  //   value = -stream.visit(move, PLYTRACE_OTHER_SIDE, depth - 1, -beta, -alpha,
  //                         [&](auto& node) { return search(depth - 1, -beta, -alpha, node); });
  template <class Call>
  auto visit(plytrace_move move, int side, std::int32_t depth, double alpha, double beta,
             const Call& call, int role = PLYTRACE_MOVE) {
    Node node = enter(move, side, depth, alpha, beta, role);
    return node.leave(call(node));
  }
  Node enter_as(const plytrace_enter_args& args) noexcept {
    return {stream_, plytrace_enter_as(stream_, &args)};
  }
  // A move by its text.
  plytrace_move move(const std::string& text) noexcept {
    return stream_ == nullptr ? PLYTRACE_UNNAMED_MOVE
                              : plytrace_move_of_text(stream_, text.c_str());
  }

  // Returns when all events so far are in the file; a signal handler may call it.
  void flush() noexcept { plytrace_flush(stream_); }
  // The first misuse, or "".
  std::string error() const {
    const char* text = plytrace_error(stream_);
    return text == nullptr ? "" : text;
  }
  // Also closes the file of a stream of start().
  void close() noexcept {
    plytrace_stream* const stream = std::exchange(stream_, nullptr);
    if (stream == nullptr) return;
    if (owns_trace_) {
      plytrace_close(plytrace_trace_of(stream));
    } else {
      plytrace_close_stream(stream);
    }
  }

 private:
  friend Stream start(int scores, const char* captured, const char* path);

  plytrace_stream* stream_ = nullptr;
  bool owns_trace_ = false;
  int exceptions_ = std::uncaught_exceptions();  // when the stream was made
};

// Opens the file of the environment variable PLYTRACE (or of `path`), with a search that declares
// `scores` and `captured`. Without the variable the stream records nothing.
inline Stream start(int scores, const char* captured = nullptr, const char* path = nullptr) {
  Stream stream(plytrace_start(path, scores, captured));
  stream.owns_trace_ = true;
  return stream;
}

// A trace file that is being written. Its streams must not be in use when it closes.
class Trace {
 public:
  Trace() noexcept = default;
  explicit Trace(const std::string& path, plytrace_options options = PLYTRACE_OPTIONS_INIT)
      : Trace(path.c_str(), options) {}
  // NULL takes the path from the environment variable PLYTRACE; without it nothing is recorded.
  explicit Trace(const char* path, plytrace_options options = PLYTRACE_OPTIONS_INIT)
      : trace_(plytrace_open(path, &options)) {}
  Trace(Trace&& other) noexcept
      : trace_(std::exchange(other.trace_, nullptr)),
        streams_(std::move(other.streams_)),
        closed_(other.closed_) {}
  // Closes the current trace first; its streams must not be in use.
  Trace& operator=(Trace&& other) noexcept {
    if (this != &other) {
      close();
      trace_ = std::exchange(other.trace_, nullptr);
      streams_ = std::move(other.streams_);
      closed_ = other.closed_;
    }
    return *this;
  }
  ~Trace() {
    if (std::uncaught_exceptions() > exceptions_) {
      for (plytrace_stream* const stream : streams_) plytrace_interrupt(stream);
    }
    close();
  }

  // A stream that records nothing if the file could not be created; see error().
  Stream stream() {
    streams_.push_back(plytrace_open_stream(trace_));
    return Stream(streams_.back());
  }

  // True if the whole trace is in the file.
  bool close() noexcept {
    if (trace_ == nullptr || closed_) return true;
    closed_ = true;
    return plytrace_close(trace_) == 0;
  }
  // The reason why the file failed, or "".
  std::string error() const {
    const char* text = plytrace_trace_error(trace_);
    return text == nullptr ? "" : text;
  }
  plytrace_trace* get() const noexcept { return trace_; }

 private:
  plytrace_trace* trace_ = nullptr;
  std::vector<plytrace_stream*> streams_;
  bool closed_ = false;
  int exceptions_ = std::uncaught_exceptions();  // when the trace was made
};

}  // namespace plytrace::api
