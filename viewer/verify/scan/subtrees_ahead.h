// SPDX-License-Identifier: MIT
//
// Threads that judge the subtrees of a search ahead of its scan, each with a reader of its own. The
// scan takes the results in order. Memory: a bounded number of results waits.
// Thread rule: one thread an object; it starts and joins the others.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "viewer/reader/trace_reader.h"
#include "viewer/verify/scan/judged_subtree.h"
#include "viewer/verify/scan/subtrees.h"

namespace plytrace::verify {

class SubtreesAhead {
 public:
  // `subtrees`: by id, one behind the other. `reader` holds a snapshot for as long as this exists.
  SubtreesAhead(const TraceReader& reader, const Judging& judging, std::vector<Subtree> subtrees,
                std::size_t threads);
  ~SubtreesAhead();
  SubtreesAhead(const SubtreesAhead&) = delete;
  SubtreesAhead& operator=(const SubtreesAhead&) = delete;

  bool has_next_until(std::int64_t last) const {
    return taken_ < subtrees_.size() && subtrees_[taken_].last <= last;
  }
  const Subtree& next() const { return subtrees_[taken_]; }
  // Waits for the next subtree. Null if the scan has to judge it.
  std::unique_ptr<JudgedSubtree> take_next();
  // Sets what the scan knows after a subtree: one that was judged on other terms is of no use. The
  // threads stop after many results in a row that the scan did not take over.
  void tell(const KnownBefore& known, bool is_taken_over);
  std::size_t taken_over() const { return taken_over_; }  // number of results

 private:
  enum class State : std::uint8_t { kFree, kBegun, kDone };
  struct Place {
    State state = State::kFree;
    std::unique_ptr<JudgedSubtree> judged;
  };
  void run(const TraceReader& reader);
  std::optional<std::size_t> begin_next(KnownBefore& known);

  const Judging judging_;
  const std::vector<Subtree> subtrees_;
  const std::size_t most_ahead_;
  std::size_t taken_over_ = 0;
  std::size_t missed_ = 0;  // results in a row that were not taken over
  std::mutex mutex_;        // guards the members below
  std::condition_variable changed_;
  std::vector<Place> places_;  // parallel to subtrees_
  KnownBefore known_;
  std::size_t begun_ = 0;  // the first that no thread has begun
  std::size_t taken_ = 0;  // written by the scan only
  bool is_stopped_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace plytrace::verify
