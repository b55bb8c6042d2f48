// SPDX-License-Identifier: MIT
//
// The whole explorer: the guard, the page's files ("/TOKEN/FILE") and its API ("/TOKEN/api/NAME").
// Thread rule: each object belongs to one thread.
#pragma once

#include <string>
#include <vector>

#include "viewer/explore/api.h"
#include "viewer/explore/guard.h"

namespace plytrace::explore {

class Explorer {
 public:
  Explorer(const std::vector<std::string>& traces, const std::string& moves, Guard guard);
  Response answer(const Request& request);

 private:
  Response page_or_answer(const Request& request);
  Api api_;
  Guard guard_;
};

}  // namespace plytrace::explore
