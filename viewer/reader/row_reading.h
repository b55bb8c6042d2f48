// SPDX-License-Identifier: MIT
//
// What rows of a trace are asked for: the columns of each table, by name; and the range that ids
// and counts are kept in. Only the files of viewer/reader/ include this. Thread rule: pure
// functions.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/rows.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::reader {

// More nodes, plies, or moves of any kind, than a trace can hold: where a damaged row says more,
// this is taken, so that differences do not wrap around. It stays wrong, for verify to see.
inline constexpr std::int64_t kTooMany = std::int64_t{1} << 53;

// `last`, at most that far away from `first`.
std::int64_t near(std::int64_t first, std::int64_t last);

// "SELECT columns FROM table rest".
std::string select_from(const char* columns, const char* table, const char* rest);
template <class Row>
std::string select_rows(const char* rest) {
  return select_from(format::column_names<Row>(), format::Table<Row>::kName, rest);
}

// A JSON array of texts, the first `limit` of them; nullopt where it is none.
std::optional<std::vector<std::string>> json_texts(std::string_view json, std::size_t limit);

template <class Row>
constexpr const char* table_of(const Row&) {
  return format::Table<Row>::kName;
}

}  // namespace plytrace::reader
