// SPDX-License-Identifier: MIT
//
// Answers a request in a separate process, `plytrace explore --answer`, which can be killed at any
// time. Nothing else can stop SQLite within one operation, such as a call of replace(). Errors:
// those of the answer, by its exit code; kInterrupted if it took too long; environment. Thread
// rule: any thread.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "core/status.h"

namespace plytrace::explore {

// `question` is like "sql?q=SELECT%201", `moves` as in --moves.
Result<std::string> answer_apart(const std::vector<std::string>& traces, const std::string& moves,
                                 const std::string& question, std::chrono::milliseconds time);

}  // namespace plytrace::explore
