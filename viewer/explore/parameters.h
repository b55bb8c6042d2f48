// SPDX-License-Identifier: MIT
//
// Reads the parameters of a request. Each is taken by name, with its allowed values, and finish()
// rejects any that was not taken. Each function throws a usage error that lists the allowed values.
// Thread rule: one thread per object.
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

  // nullopt if the parameter is missing.
  std::optional<std::string> text(const std::string& name);
  std::optional<std::int64_t> number(const std::string& name, std::int64_t least = 0,
                                     std::int64_t most = std::numeric_limits<std::int64_t>::max());
  std::int64_t number_or(const std::string& name, std::int64_t usual, std::int64_t least,
                         std::int64_t most);
  // Decimal digits; a missing parameter is a usage error.
  std::int64_t node(const std::string& name = "id");
  bool flag(const std::string& name);  // 0 or 1; false if missing
  // One of these words; the first if missing.
  std::string word(const std::string& name, const std::vector<std::string>& words);
  // Numbers separated by commas; empty if missing.
  std::vector<std::int64_t> numbers(const std::string& name, std::size_t most);

  // Fails if nobody has taken one of the parameters.
  void finish() const;

 private:
  [[noreturn]] static void fail(const std::string& name, const std::string& why);

  struct Item {
    std::string name, value;
    bool taken = false;
  };
  std::vector<Item> items_;
};

}  // namespace plytrace::explore
