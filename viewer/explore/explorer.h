// SPDX-License-Identifier: MIT
//
// The explorer as a whole: the guard before the page's files ("/TOKEN/FILE") and its questions
// ("/TOKEN/api/NAME"). Thread rule: one thread an object.
#pragma once

#include <string>
#include <vector>

#include "viewer/explore/api.h"
#include "viewer/explore/guard.h"

namespace plytrace::explore {

class Explorer {
 public:
  Explorer(const std::vector<std::string>& traces, Guard guard);
  Response answer(const Request& request);
  // Whether its answer may take long; what is refused never does.
  bool is_heavy(const Request& request) const;

 private:
  Response page_or_answer(const Request& request);
  Api api_;
  Guard guard_;
};

}  // namespace plytrace::explore
