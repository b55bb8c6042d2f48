// SPDX-License-Identifier: MIT
//
// The explorer's API: "/TOKEN/api/NAME?parameters", answered in JSON (one schema each,
// schemas/outputs/explore_*.schema.json). Each answer is bounded and says what it omits. `t` = 0 or
// 1 chooses the trace. Whole numbers of 2^53 or more, which JavaScript cannot represent, are sent
// as texts. A failure is {"error"} with status 400 (wrong request), 404 (what it names does not
// exist) or 503 (the trace cannot be read now). Thread rule: each object belongs to one thread.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "viewer/explore/deadline.h"
#include "viewer/explore/jobs.h"
#include "viewer/explore/request.h"
#include "viewer/explore/trace_source.h"

namespace plytrace::explore {

// Whether a job computes the answers of that name.
bool is_computed_by_a_job(std::string_view name);

class Api {
 public:
  // `time` limits each part of an answer that can be given in parts. `moves`: as in --moves.
  explicit Api(const std::vector<std::string>& traces,
               std::chrono::milliseconds time = Deadline::kUsual,
               const std::string& moves = "trace");
  Response answer(const std::string& name, Query query);
  // The same, with a failure as a Status.
  Result<Response> ask(const std::string& name, Query query);
  // A function that answers requests with the user's SQL in another process; `question` has the
  // form of question_text(). Without it they are answered here, without a time limit.
  using Apart = std::function<Result<std::string>(const std::string& question)>;
  void ask_apart(Apart apart) { apart_ = std::move(apart); }
  // Answers that a job computes come at once, when the job has ended.
  void wait_for_jobs() { jobs_.wait_for_answers(); }

 private:
  std::vector<TraceSource> traces_;
  std::chrono::milliseconds time_;
  Jobs jobs_;
  Apart apart_;
};

}  // namespace plytrace::explore
