// SPDX-License-Identifier: MIT
#include "viewer/answers/verify_file.h"

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace plytrace::verify {
namespace {

using RowResult = Result<JudgedSearch>;

Result<std::vector<SearchRow>> searches_of(const TraceReader& reader,
                                           const ChosenSearches& chosen) {
  if (!chosen.search && !chosen.only_last) {
    if (auto all = reader.searches(); !all.empty()) return all;
    if (const Status status = reader.status(); !status) return status;
  }
  auto one = reader.choose_search(chosen.search);
  if (!one) return one.status();
  return std::vector<SearchRow>{std::move(*one)};
}

// Bad input becomes a row with an error.
RowResult failed_row(JudgedSearch row, const Status& status) {
  if (status.code() != StatusCode::kBadInput) return status;
  row.report.verdict = Verdict::kError;
  row.error = status.message();
  return row;
}

// The file that a job reads.
struct Opened {
  explicit Opened(TraceReader opened) : reader(std::move(opened)), whole(reader) {
    // Small searches are judged in half the time. A recorder would wait for its end.
    if (!reader.file().recording) snapshot.emplace(reader);
  }

  const TraceReader reader;
  std::optional<TraceReader::Snapshot> snapshot;
  WholeFile whole;
};

struct Job {
  std::size_t file = SIZE_MAX;
  std::unique_ptr<Opened> opened;  // the reader of `file`; null after a failure
};

// A file whose rows have not all been taken.
struct ListedFile {
  bool is_listed = false;           // `searches` is known
  std::vector<SearchRow> searches;  // empty if they could not be read: one row says so
  std::size_t rows = 0, begun = 0, taken = 0;
  bool has_several = false;
  std::map<std::size_t, RowResult> done;  // not yet taken

  bool has_work() const { return begun < rows; }
};

class JudgingFiles {
 public:
  JudgingFiles(const std::vector<std::string>& names, const ChosenSearches& chosen,
               FileJudge& judge)
      : names_(names), chosen_(chosen), judge_(judge) {}

  Status run(std::size_t jobs) {
    Job first;
    if (names_.empty()) return Status::ok();
    list(first, next_file());
    const std::size_t useful = names_.size() > 1 ? jobs : std::min(jobs, rows_left());
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < useful; ++i) {
      // Fewer threads than asked for only make it take longer.
      try {
        threads.emplace_back([this] { work({}); });
      } catch (const std::system_error&) {
        break;
      }
    }
    work(std::move(first));
    for (std::thread& thread : threads) thread.join();
    if (failure_) std::rethrow_exception(failure_);
    return status_;
  }

 private:
  static constexpr std::size_t kList = SIZE_MAX;
  struct Task {
    std::size_t file = 0, search = kList;  // kList: read which searches the file has
  };

  std::size_t next_file() {
    files_.try_emplace(listed_);
    return listed_++;
  }
  std::size_t rows_left() const { return files_.empty() ? 0 : files_.begin()->second.rows; }

  // An exception ends the loop and is thrown by run().
  void work(Job job) {
    try {
      while (const auto task = next_task(job)) {
        if (task->search == kList) {
          list(job, task->file);
        } else {
          judge(job, *task);
        }
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      changed_.notify_all();
    }
  }

  std::optional<Task> next_task(const Job& job) {
    std::unique_lock lock(mutex_);
    for (;;) {
      if (!status_ || failure_) return std::nullopt;
      const bool is_full = pending_ >= kMostPending;
      if (const auto task = is_full ? awaited_task() : useful_task(job)) return task;
      const bool may_get_work =
          is_full || std::any_of(files_.begin(), files_.end(),
                                 [](const auto& file) { return !file.second.is_listed; });
      if (!may_get_work) return std::nullopt;
      changed_.wait(lock);
    }
  }
  // Returns the search that the pending rows wait for, unless a job has begun it. Call it with the
  // lock held.
  std::optional<Task> awaited_task() {
    const auto first = files_.begin();
    const bool is_free = first->second.has_work() && first->second.begun == first->second.taken;
    return is_free ? std::optional(begin_search(first)) : std::nullopt;
  }
  // Returns what a job does next: a search of its own file, else the next file, else a search of
  // the first file that has some left. Call it with the lock held.
  std::optional<Task> useful_task(const Job& job) {
    const auto own = files_.find(job.file);
    if (own != files_.end() && own->second.has_work()) return begin_search(own);
    if (listed_ < names_.size()) return Task{next_file(), kList};
    const auto helped = std::find_if(files_.begin(), files_.end(),
                                     [](const auto& file) { return file.second.has_work(); });
    return helped != files_.end() ? std::optional(begin_search(helped)) : std::nullopt;
  }
  static Task begin_search(std::map<std::size_t, ListedFile>::iterator file) {
    return {file->first, file->second.begun++};
  }

  Result<Opened*> open(Job& job, std::size_t file) {
    if (job.file == file && job.opened != nullptr) return job.opened.get();
    job.opened.reset();
    job.file = file;
    auto reader = TraceReader::open(names_[file]);
    if (!reader) return reader.status();
    job.opened = std::make_unique<Opened>(std::move(*reader));
    return job.opened.get();
  }

  void list(Job& job, std::size_t file) {
    const auto opened = open(job, file);
    auto searches = opened ? searches_of((*opened)->reader, chosen_)
                           : Result<std::vector<SearchRow>>(opened.status());
    const bool is_one_chosen = searches && searches->size() == 1;
    const bool has_several =
        is_one_chosen ? (*opened)->reader.searches().size() > 1 : searches.is_ok();
    const std::lock_guard lock(mutex_);
    ListedFile& listed = files_.at(file);
    const Status begun = searches ? judge_.begin((*opened)->reader, *searches) : Status::ok();
    listed.is_listed = true;
    listed.has_several = has_several;
    if (searches && begun) {
      listed.rows = searches->size();
      listed.searches = std::move(*searches);
    } else {
      listed.rows = listed.begun = 1;
      JudgedSearch row;
      row.trace = names_[file];
      put(listed, 0, begun ? failed_row(std::move(row), searches.status()) : RowResult(begun));
    }
    changed_.notify_all();
  }

  void judge(Job& job, const Task& task) {
    JudgedSearch row;
    SearchRow search;
    {
      const std::lock_guard lock(mutex_);
      const ListedFile& file = files_.at(task.file);
      search = file.searches[task.search];
      row.is_one_of_several = file.has_several;
    }
    row.trace = names_[task.file];
    row.search = search.id;
    const auto opened = open(job, task.file);
    auto report =
        opened ? judge_.judge((*opened)->whole, search) : Result<VerifyReport>(opened.status());
    RowResult result = row;
    if (report) {
      result->report = std::move(*report);
    } else {
      // A reader keeps its first error, which the other searches may not have.
      job.opened.reset();
      result = failed_row(std::move(row), report.status());
    }
    const std::lock_guard lock(mutex_);
    put(files_.at(task.file), task.search, std::move(result));
    changed_.notify_all();
  }

  // Hands rows over in order: a row waits until those before it have been taken. Call it with the
  // lock held.
  void put(ListedFile& listed, std::size_t search, RowResult row) {
    listed.done.emplace(search, std::move(row));
    ++pending_;
    while (!files_.empty() && status_) {
      ListedFile& first = files_.begin()->second;
      const auto next = first.done.find(first.taken);
      if (next == first.done.end()) return;
      status_ = next->second ? judge_.take(std::move(*next->second)) : next->second.status();
      first.done.erase(next);
      --pending_;
      if (++first.taken == first.rows) files_.erase(files_.begin());
    }
  }

  const std::vector<std::string>& names_;
  const ChosenSearches& chosen_;
  FileJudge& judge_;
  std::mutex mutex_;  // guards all members below, and begin() and take() of the judge
  std::condition_variable changed_;
  std::map<std::size_t, ListedFile> files_;  // keyed by index in `names_`
  std::size_t listed_ = 0;                   // files that a job has begun to read
  std::size_t pending_ = 0;                  // rows that wait for earlier ones
  Status status_;
  std::exception_ptr failure_;
};

}  // namespace

Status judge_files(const std::vector<std::string>& files, const ChosenSearches& chosen,
                   FileJudge& judge, std::size_t jobs) {
  return JudgingFiles(files, chosen, judge).run(jobs);
}

}  // namespace plytrace::verify
