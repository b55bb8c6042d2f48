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

// Characters that need no escape in a JSON string.
bool is_plain(char c) { return c >= ' ' && c < '\x7F' && c != '"' && c != '\\'; }

// Parses a JSON array of strings without blanks and escapes, as plytrace writes it, and returns
// their number. nullopt for any other JSON; `take` may already have received some texts then.
template <class Take>
std::optional<std::size_t> read_plain_texts(std::string_view json, const Take& take) {
  if (json.size() < 2 || json.front() != '[' || json.back() != ']') return std::nullopt;
  std::size_t count = 0;
  if (json.size() == 2) return count;
  for (std::size_t at = 1; json[at] == '"';) {
    const std::size_t begin = at + 1;
    for (at = begin; at < json.size() && is_plain(json[at]);) ++at;
    if (at == json.size() || json[at] != '"') return std::nullopt;
    take(json.substr(begin, at - begin));
    ++count;
    if (++at == json.size() - 1) return count;
    if (json[at++] != ',') return std::nullopt;
  }
  return std::nullopt;
}

// Passes each string of a JSON array to `take`; false if the text is not an array of strings.
template <class Take>
bool read_json_texts(std::string_view json, const Take& take) {
  using Token = JsonReader::Token;
  JsonReader reader("list", json);
  if (reader.next() != Token::kBeginArray) return false;
  Token token = reader.next();
  if (token != Token::kEndArray) {
    for (;; token = reader.next()) {
      if (token != Token::kString || reader.string().find('\0') != std::string::npos) return false;
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
  // Most cutoffs skip few moves.
  texts.reserve(8);
  const auto take = [&](auto&& text) {
    if (texts.size() < limit) texts.emplace_back(std::forward<decltype(text)>(text));
  };
  // The fast path for what plytrace writes: a scan meets a list at every cutoff.
  if (read_plain_texts(json, take)) return texts;
  // Discard what the fast path collected before it failed.
  texts.clear();
  const bool is_list = read_json_texts(json, take);
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

std::vector<std::string> line_texts(const PassRow& pass) {
  if (!pass.pv) return {};
  return reader::json_texts(*pass.pv, SIZE_MAX).value_or(std::vector<std::string>{});
}

std::optional<std::int64_t> skipped_count(const CutoffRow& cutoff) {
  if (!cutoff.skipped_moves) return std::nullopt;
  const auto plain = reader::read_plain_texts(*cutoff.skipped_moves, [](std::string_view) {});
  if (plain) return static_cast<std::int64_t>(*plain);
  std::int64_t count = 0;
  const auto counted = [&](const std::string&) { ++count; };
  const bool is_list = reader::read_json_texts(*cutoff.skipped_moves, counted);
  return is_list ? std::optional(count) : std::nullopt;
}

}  // namespace plytrace
