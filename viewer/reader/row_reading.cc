// SPDX-License-Identifier: MIT
#include "viewer/reader/row_reading.h"

#include <algorithm>
#include <utility>

#include "core/json_reader.h"

namespace plytrace {
namespace reader {

std::string select_from(const char* columns, const char* table, const char* rest) {
  return std::string("SELECT ") + columns + " FROM " + table + " " + rest;
}

namespace {

// Hands out the texts of a JSON array; false where it is none.
template <class Take>
bool read_json_texts(std::string_view json, const Take& take) {
  using Token = JsonReader::Token;
  JsonReader reader("list", json);
  if (reader.next() != Token::kBeginArray) return false;
  Token token = reader.next();
  if (token != Token::kEndArray) {
    for (;; token = reader.next()) {
      if (token != Token::kString) return false;
      take(reader.string());
      token = reader.next();
      if (token != Token::kComma) break;
    }
    if (token != Token::kEndArray) return false;
  }
  return reader.next() == Token::kEnd;
}

}  // namespace

std::optional<std::vector<std::string>> json_texts(std::string_view json, std::size_t limit) {
  std::vector<std::string> texts;
  const bool is_list = read_json_texts(json, [&](std::string& text) {
    if (texts.size() < limit) texts.push_back(std::move(text));
  });
  return is_list ? std::optional(std::move(texts)) : std::nullopt;
}

std::int64_t near(std::int64_t first, std::int64_t last) {
  using Limits = std::numeric_limits<std::int64_t>;
  const std::int64_t low = first < Limits::min() + kTooMany ? Limits::min() : first - kTooMany;
  const std::int64_t high = first > Limits::max() - kTooMany ? Limits::max() : first + kTooMany;
  return std::clamp(last, low, high);
}

}  // namespace reader

std::optional<std::vector<std::string>> skipped_texts(const CutoffRow& cutoff, std::size_t limit) {
  if (!cutoff.skipped_moves) return std::nullopt;
  return reader::json_texts(*cutoff.skipped_moves, limit);
}

std::vector<std::string> excluded_texts(const NodeRow& node) {
  if (!node.excluded) return {};
  return reader::json_texts(*node.excluded, SIZE_MAX).value_or(std::vector<std::string>{});
}

std::optional<std::int64_t> skipped_count(const CutoffRow& cutoff) {
  std::int64_t count = 0;
  const auto counted = [&](const std::string&) { ++count; };
  const bool is_list =
      cutoff.skipped_moves && reader::read_json_texts(*cutoff.skipped_moves, counted);
  return is_list ? std::optional(count) : std::nullopt;
}

}  // namespace plytrace
