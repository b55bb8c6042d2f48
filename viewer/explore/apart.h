// SPDX-License-Identifier: MIT
//
// A question answered by another process of this program, `plytrace explore --answer`, which can be
// ended at any time: within one step of a statement of SQL, a call of replace() say, nothing else
// stops it. Errors: those of the answer, by its exit code; kInterrupted where it took too long;
// environment. Thread rule: any thread.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "core/status.h"

namespace plytrace::explore {

// `question`: as "sql?q=SELECT%201".
Result<std::string> answer_apart(const std::vector<std::string>& traces,
                                 const std::string& question, std::chrono::milliseconds time);

}  // namespace plytrace::explore
