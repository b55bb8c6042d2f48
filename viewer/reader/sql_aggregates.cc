// SPDX-License-Identifier: MIT
//
// The aggregates median(x), percentile(x, percent) and stddev(x) of a user's query.
#include <cmath>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "viewer/format/statistics.h"
#include "viewer/reader/user_query.h"

namespace plytrace::reader {
namespace {

constexpr std::size_t kMostValues = std::size_t{1} << 26;  // 512 MB

// The values of a group. SQLite zeroes the memory of this struct and calls finish() in all cases.
struct Group {
  std::vector<double>* values;
  double percent;
  bool has_percent;
};

void* group_of(sqlite3_context* context, int bytes) {
  return sqlite3_aggregate_context(context, bytes);
}

// False, with an error, unless it is a number from 0 to 100, the same for all values.
bool take_percent(sqlite3_context* context, sqlite3_value* value, Group& group) {
  const int type = sqlite3_value_type(value);
  const double percent = sqlite3_value_double(value);
  const bool is_valid = (type == SQLITE_INTEGER || type == SQLITE_FLOAT) && percent >= 0 &&
                        percent <= 100 && (!group.has_percent || percent == group.percent);
  if (!is_valid) {
    sqlite3_result_error(context, "percentile(x, p): p must be one number from 0 to 100", -1);
  }
  group.percent = percent;
  group.has_percent = true;
  return is_valid;
}

// NULL and texts are left out, as avg() leaves out NULL.
void add_value(sqlite3_context* context, int count, sqlite3_value** arguments) {
  auto* const group = static_cast<Group*>(group_of(context, sizeof(Group)));
  if (group == nullptr) return sqlite3_result_error_nomem(context);
  if (count > 1 && !take_percent(context, arguments[1], *group)) return;
  const int type = sqlite3_value_numeric_type(arguments[0]);
  if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) return;
  // An exception must not pass through SQLite.
  try {
    if (group->values == nullptr) {
      group->values = std::make_unique<std::vector<double>>().release();
    }
    if (group->values->size() == kMostValues) {
      return sqlite3_result_error(context,
                                  "median(), percentile() and stddev() take at most 67,108,864 "
                                  "values; group them, or query a copy with sqlite3",
                                  -1);
    }
    group->values->push_back(sqlite3_value_double(arguments[0]));
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  }
}

double deviation_of(const std::vector<double>& values) {
  const double mean = text::mean_of(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

// Calls `result` with the values of the group and the percentage, unless the group is empty.
template <class Result>
void finish(sqlite3_context* context, Result result) {
  auto* const group = static_cast<Group*>(group_of(context, 0));
  if (group == nullptr || group->values == nullptr) return sqlite3_result_null(context);
  const std::unique_ptr<std::vector<double>> values(group->values);
  try {
    result(*values, group->percent);
  } catch (const std::bad_alloc&) {
    sqlite3_result_error_nomem(context);
  }
}

void finish_median(sqlite3_context* context) {
  finish(context, [&](std::vector<double>& values, double) {
    sqlite3_result_double(context, text::quantile_of(std::move(values), 0.5));
  });
}

void finish_percentile(sqlite3_context* context) {
  finish(context, [&](std::vector<double>& values, double percent) {
    sqlite3_result_double(context, text::quantile_of(std::move(values), percent / 100));
  });
}

// The deviation of a sample, divided by n - 1; NULL for a single value.
void finish_deviation(sqlite3_context* context) {
  finish(context, [&](std::vector<double>& values, double) {
    if (values.size() < 2) return sqlite3_result_null(context);
    sqlite3_result_double(context, deviation_of(values));
  });
}

}  // namespace

void set_aggregates(sqlite3* database, bool make) {
  constexpr int kFlags = SQLITE_UTF8 | SQLITE_DIRECTONLY;
  const auto set = [&](const char* name, int arguments, void (*finish)(sqlite3_context*)) {
    sqlite3_create_function(database, name, arguments, kFlags, nullptr, nullptr,
                            make ? add_value : nullptr, make ? finish : nullptr);
  };
  set("median", 1, finish_median);
  set("percentile", 2, finish_percentile);
  set("stddev", 1, finish_deviation);
}

}  // namespace plytrace::reader
