// SPDX-License-Identifier: MIT
//
// How many searches had each verdict, for commands that judge many searches, and the exit status
// that `verify` of all of them would have. Thread rule: values.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/status.h"
#include "viewer/format/json.h"
#include "viewer/verify/report/verify_report.h"

namespace plytrace {

class VerdictCounts {
 public:
  // `word` as verify::word() writes it; other words are not counted.
  void add(std::string_view word, std::int64_t searches = 1);
  std::int64_t of(verify::Verdict verdict) const {
    return counts_[static_cast<std::size_t>(verdict)];
  }
  std::string text() const;  // "verdicts 7 verified, 1 refuted"
  text::Json json() const;   // {"verified":7, ...}
  Status status() const;

 private:
  std::array<std::int64_t, 4> counts_{};
};

}  // namespace plytrace
