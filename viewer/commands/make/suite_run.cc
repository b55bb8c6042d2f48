// SPDX-License-Identifier: MIT
#include "viewer/commands/make/suite_run.h"

#include <algorithm>
#include <exception>
#include <map>
#include <mutex>
#include <span>
#include <system_error>
#include <thread>
#include <utility>

#include "tracer/recording.h"
#include "viewer/commands/make/digested_search.h"
#include "viewer/commands/make/search_report.h"

namespace plytrace {
namespace {

using Indices = std::span<const std::size_t>;

// The parts of one search of the plan.
struct Place {
  const FilePosition& position;
  const SuiteSearcher& searcher;
  std::optional<int> depth;
};

Place place_of(const SuitePlan& plan, std::size_t index) {
  const std::size_t depths = std::max<std::size_t>(plan.depths.size(), 1);
  const std::size_t searcher = index / depths;
  return {plan.positions[searcher / plan.searchers.size()],
          plan.searchers[searcher % plan.searchers.size()],
          plan.depths.empty() ? std::nullopt : std::optional(plan.depths[index % depths])};
}

// The consecutive searches that are due in each part.
std::vector<Indices> parts_of(const SuitePlan& plan, Indices due) {
  std::vector<Indices> parts;
  for (std::size_t at = 0; at < due.size();) {
    const std::size_t part = due[at] / plan.searches_a_part;
    std::size_t end = at;
    while (end < due.size() && due[end] / plan.searches_a_part == part) ++end;
    parts.push_back(due.subspan(at, end - at));
    at = end;
  }
  return parts;
}

// Judges and digests the searches of a trace, which were recorded in this order.
Status judge(const SuitePlan& plan, const std::string& trace,
             std::vector<SuiteSearched>& rows) try {
  const auto reader = value_of(TraceReader::open(trace));
  const TraceReader::Snapshot snapshot(reader);
  verify::WholeFile file(reader);
  const std::vector<SearchRow> searches = reader.searches();
  if (searches.size() < rows.size()) {
    return Status::environment(trace + ": lacks searches that were recorded");
  }
  const std::size_t first = searches.size() - rows.size();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const SearchRow& search = searches[first + i];
    rows[i].row["search"] = std::to_string(search.id);
    auto found = digested_search(file, search, plan.verifies, true);
    rows[i].row["verdict"] = std::move(found.verdict);
    rows[i].row["digest"] = found.digest->text();
  }
  return reader.status();
} catch (const Failure& failure) {
  return failure.status();
}

class SuiteRun {
 public:
  SuiteRun(const SuitePlan& plan, Indices due, const std::function<Status(SuitePart)>& take)
      : plan_(plan), parts_(parts_of(plan, due)), take_(take), progress_("searches:", due.size()) {}

  Status run() {
    const auto most = static_cast<std::size_t>(std::max(plan_.jobs, 1));
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < std::min(most, parts_.size()); ++i) {
      // If fewer threads start than were asked for, it only takes longer.
      try {
        threads.emplace_back([this] { work(); });
      } catch (const std::system_error&) {
        break;
      }
    }
    work();
    for (std::thread& thread : threads) thread.join();
    if (failure_) std::rethrow_exception(failure_);
    return status_;
  }

 private:
  bool ended() const { return !status_ || failure_ || cli::interrupted().load(); }

  // Runs one part after the other. An exception ends the run and is thrown by run().
  void work() {
    try {
      for (;;) {
        std::size_t part = 0;
        {
          const std::lock_guard lock(mutex_);
          if (ended() || begun_ == parts_.size()) return;
          part = begun_++;
        }
        auto done = run_part(parts_[part]);
        const std::lock_guard lock(mutex_);
        hand_over(part, std::move(done));
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
    }
  }

  // Parts wait here until those before them are done. Call it with the lock held.
  void hand_over(std::size_t part, SuitePart done) {
    done_.emplace(part, std::move(done));
    for (auto next = done_.find(taken_); next != done_.end(); next = done_.find(taken_)) {
      if (status_.is_ok()) status_ = take_(std::move(next->second));
      done_.erase(next);
      ++taken_;
    }
  }

  SuitePart run_part(Indices indices) {
    SuitePart part;
    const Destination trace = plan_.trace ? plan_.trace(indices.front()) : Destination{};
    std::unique_ptr<Recording> recording;
    if (!trace.path.empty()) recording = value_of(Recording::start(trace, {}));
    for (const std::size_t index : indices) {
      try {
        part.searched.push_back(run_search(index, recording.get(), trace.path));
      } catch (const Failure&) {
        if (recording != nullptr) (void)recording->finish();
        throw;
      }
      {
        const std::lock_guard lock(mutex_);
        progress_.at(++searched_);
      }
      if (cli::interrupted().load()) break;
    }
    if (recording == nullptr) return part;
    part.trace = recording->finish();
    recording.reset();
    if (!part.trace || !(plan_.verifies || plan_.digests)) return part;
    part.trace = judge(plan_, trace.path, part.searched);
    if (!plan_.keeps_traces) remove_destination(trace.path);
    return part;
  }

  SuiteSearched run_search(std::size_t index, Recording* recording, const std::string& trace) {
    auto search = value_of(prepare(plan_, index));
    if (plan_.summary_only) search.recorder.filter.max_nodes = 1;
    const auto outcome = value_of(recording != nullptr ? run_recorded(search, *recording, trace)
                                                       : run_prepared(search, {}, false));
    SuiteSearched searched{index, asked_row(plan_, index, search), {}};
    add_result(search, outcome, searched.row);
    if (!plan_.keeps_traces) searched.row["trace"].clear();
    if (plan_.makes_reports) searched.report = search_json(report_of(search, outcome));
    return searched;
  }

  const SuitePlan& plan_;
  const std::vector<Indices> parts_;
  const std::function<Status(SuitePart)>& take_;
  std::mutex mutex_;  // guards all members below
  std::size_t begun_ = 0, taken_ = 0;
  std::uint64_t searched_ = 0;
  std::map<std::size_t, SuitePart> done_;
  Status status_;
  std::exception_ptr failure_;
  cli::Progress progress_;
};

}  // namespace

Result<PreparedSearch> prepare(const SuitePlan& plan, std::size_t index) {
  const Place place = place_of(plan, index);
  SearchOptions options = place.searcher.options;
  // A searcher may have options of the game that the others do not have.
  options.game.position = place.position.game.position;
  options.game.has_position = place.position.game.has_position;
  options.game.moves = place.position.game.moves;
  if (place.depth) options.depth = place.depth;
  return prepare_search(options);
}

SuiteRow asked_row(const SuitePlan& plan, std::size_t index, const PreparedSearch& search) {
  const Place place = place_of(plan, index);
  return asked_row(search, place.position.line, place.searcher.name);
}

Status check_plan(const SuitePlan& plan) {
  const std::size_t depths = std::max<std::size_t>(plan.depths.size(), 1);
  for (std::size_t at = plan.begin() / depths; at * depths < plan.end(); ++at) {
    const std::size_t index = at * depths;
    try {
      (void)value_of(prepare(plan, index));
    } catch (const Failure& failure) {
      return at_line(plan.file, place_of(plan, index).position, failure.status());
    }
  }
  return Status::ok();
}

Status run_suite(const SuitePlan& plan, const std::vector<std::size_t>& due,
                 const std::function<Status(SuitePart)>& take) {
  return SuiteRun(plan, due, take).run();
}

}  // namespace plytrace
