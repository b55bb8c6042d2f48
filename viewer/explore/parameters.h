// SPDX-License-Identifier: MIT
//
// The parameters of a request: each is taken by its name, with what it may be; at the end
// everything must have been taken. The first thing that is wrong is kept, as a usage error that
// says what may stand there. Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/status.h"
#include "viewer/explore/request.h"

namespace plytrace::explore {

class Parameters {
 public:
  explicit Parameters(Query query);

  // None where it was not given.
  std::optional<std::string> text(const std::string& name);
  std::optional<std::int64_t> number(const std::string& name, std::int64_t least = 0,
                                     std::int64_t most = std::numeric_limits<std::int64_t>::max());
  std::int64_t number_or(const std::string& name, std::int64_t usual, std::int64_t least,
                         std::int64_t most);
  // Decimal digits; without it, a usage error.
  std::int64_t node(const std::string& name = "id");
  bool flag(const std::string& name);  // 0 or 1; 0 where it was not given
  // One of these, the first where it was not given.
  std::string word(const std::string& name, const std::vector<std::string>& words);
  // Between commas; none where it was not given.
  std::vector<std::int64_t> numbers(const std::string& name, std::size_t most);

  // What was wrong first; a name that nobody took is wrong, too.
  Status finish();

 private:
  void fail(const std::string& name, const std::string& why);

  struct Item {
    std::string name, value;
    bool taken = false;
  };
  std::vector<Item> items_;
  Status status_;
};

}  // namespace plytrace::explore
