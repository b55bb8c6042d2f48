// SPDX-License-Identifier: MIT
//
// The column list of each table for SELECT, and the bounds that ids and counts are clamped to. Only
// the files of viewer/reader/ include this. Thread rule: pure functions.
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

// More nodes, plies or moves than any trace can hold. A larger number in a damaged row is clamped
// to this, so that differences do not overflow; it stays wrong, so `verify` still reports it.
inline constexpr std::int64_t kTooMany = std::int64_t{1} << 53;

// `last`, clamped to at most kTooMany away from `first`.
std::int64_t near(std::int64_t first, std::int64_t last);

// "SELECT columns FROM table rest".
std::string select_from(const char* columns, const char* table, const char* rest);
template <class Row>
std::string select_rows(const char* rest) {
  return select_from(format::column_names<Row>(), format::Table<Row>::kName, rest);
}

// The first `limit` texts of a JSON array of strings; nullopt if the text is not one.
std::optional<std::vector<std::string>> json_texts(std::string_view json, std::size_t limit);

template <class Row>
constexpr const char* table_of(const Row&) {
  return format::Table<Row>::kName;
}

}  // namespace plytrace::reader
