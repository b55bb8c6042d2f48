// SPDX-License-Identifier: MIT
//
// Compares columns of one row of a pass or a search with what follows from its nodes.
// Thread rule: one thread an object.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "viewer/format/rows/format.h"
#include "viewer/verify/report/ledger.h"

namespace plytrace::verify {

inline std::string text_of(const std::string& text) { return text; }
inline std::string text_of(Score score) { return score_text(score); }
inline std::string text_of(std::int64_t number) { return std::to_string(number); }

template <class T>
std::string text_or_null(const std::optional<T>& value) {
  return value ? text_of(*value) : "NULL";
}

// Compares columns of one row; the first that differs is reported. NULL means unknown, except in a
// finished trace of plytrace's own, which has every column.
class RowCheck {
 public:
  RowCheck(Ledger& ledger, bool is_whole, Rule rule, std::int64_t node, std::string row)
      : ledger_(ledger), is_whole_(is_whole), rule_(rule), node_(node), row_(std::move(row)) {}

  bool is_whole() const { return is_whole_; }

  template <class T>
  void same(std::string_view column, const std::optional<T>& stored,
            const std::optional<T>& right) {
    if (stored == right || (!is_whole_ && (!stored || !right))) return;
    wrong(column, text_or_null(stored), text_or_null(right));
  }

  void wrong(std::string_view column, const std::string& stored, const std::string& right) {
    if (blamed_) return;
    blamed_ = true;
    ledger_.blame(rule_, node_, [&] {
      return Words{fmt::format("{}: {} is {}, its nodes say {}", row_, column, stored, right),
                   right, stored};
    });
  }

 private:
  Ledger& ledger_;
  bool is_whole_;
  Rule rule_;
  std::int64_t node_;
  std::string row_;
  bool blamed_ = false;
};

}  // namespace plytrace::verify
