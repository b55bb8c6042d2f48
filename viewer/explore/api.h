// SPDX-License-Identifier: MIT
//
// The explorer's questions: "/TOKEN/api/NAME?parameters" answered in JSON (a schema each,
// schemas/outputs/explore_*.schema.json), each bounded and saying what it left out. `t` = 0 or 1
// chooses the trace. A whole number of 2^53 or more, which a browser could not hold, is a text. A
// failure is {"error"} with 400 (the question), 404 (what it names) or 503 (the trace cannot be
// read now). Thread rule: one thread an object.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "viewer/explore/deadline.h"
#include "viewer/explore/jobs.h"
#include "viewer/explore/request.h"
#include "viewer/explore/trace_source.h"

namespace plytrace::explore {

class Api {
 public:
  // What can be answered in parts takes no longer than `time` a part.
  explicit Api(const std::vector<std::string>& traces,
               std::chrono::milliseconds time = Deadline::kUsual);
  Response answer(const std::string& name, Query query);
  // The same; the failure as a status.
  Result<Response> ask(const std::string& name, Query query);
  // Who answers questions that hold SQL of the user's, of which the text is as question_text() has
  // it; without one they are answered here, and may take any time.
  using Apart = std::function<Result<std::string>(const std::string& question)>;
  void ask_apart(Apart apart) { apart_ = std::move(apart); }
  // Whether questions of that name may take long.
  static bool is_heavy(std::string_view name);

 private:
  std::vector<TraceSource> traces_;
  std::chrono::milliseconds time_;
  Jobs jobs_;
  Apart apart_;
};

}  // namespace plytrace::explore
