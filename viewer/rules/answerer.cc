// SPDX-License-Identifier: MIT
#include "viewer/rules/answerer.h"

#include <algorithm>

#include "viewer/format/characters.h"
#include "viewer/format/json.h"
#include "viewer/rules/json_lines.h"
#include "viewer/rules/uci_engine.h"

namespace plytrace::rules {

std::string Question::json() const {
  return text::json_text(
      text::Json{{"position", text::text_json(position)}, {"moves", text::texts_json(moves)}});
}

std::string Question::words() const {
  constexpr std::size_t kMost = 200;
  std::string words = text::printable(json());
  if (words.size() > kMost) words = words.substr(0, kMost) + "...";
  return words;
}

bool is_one_line(std::string_view text, std::size_t most) {
  if (text.size() > most) return false;
  const bool is_plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
  return is_plain || text::printable(text) == text;
}

std::string_view repeated_move(const std::vector<std::string>& legal) {
  std::vector<std::string_view> sorted(legal.begin(), legal.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  return twice == sorted.end() ? std::string_view() : *twice;
}

std::optional<std::string> printable_board(std::string board) {
  constexpr std::size_t kMostRows = 200, kMostColumns = 400;
  while (board.ends_with('\n')) board.pop_back();
  std::size_t rows = 0;
  for (std::size_t at = 0; at <= board.size(); ++rows) {
    const std::size_t end = std::min(board.find('\n', at), board.size());
    if (end - at > kMostColumns) return std::nullopt;
    at = end + 1;
  }
  if (rows > kMostRows) return std::nullopt;
  return text::printable_lines(board);
}

namespace {

constexpr std::string_view kUci = "uci:";

Result<std::vector<std::string>> words_behind_kind(std::string_view words) {
  return split_words(words.substr(words.starts_with(kUci) ? kUci.size() : 0));
}

}  // namespace

std::unique_ptr<Answerer> start_answerer(const std::string& words, const Patience& patience) {
  auto split = value_of(words_behind_kind(words));
  if (words.starts_with(kUci)) return std::make_unique<UciEngine>(std::move(split), patience);
  return std::make_unique<JsonLines>(std::move(split), patience);
}

Status check_words(const std::string& words) { return words_behind_kind(words).status(); }

}  // namespace plytrace::rules
