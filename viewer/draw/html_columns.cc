// SPDX-License-Identifier: MIT
#include "viewer/draw/html_columns.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace plytrace::draw {
namespace {

using PageJson = nlohmann::ordered_json;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Length in bytes of the whole number at the start of a text; 0 if there is none or if JavaScript
// would print it differently (too many digits, leading zeros, -0).
std::size_t number_length(std::string_view text) {
  constexpr std::size_t kMostDigits = 15;
  const std::size_t sign = !text.empty() && text[0] == '-' ? 1 : 0;
  std::size_t end = sign;
  while (end < text.size() && is_digit(text[end])) ++end;
  const std::size_t digits = end - sign;
  const bool is_padded = digits > 1 && text[sign] == '0';
  const bool is_minus_zero = sign == 1 && digits == 1 && text[1] == '0';
  return digits == 0 || digits > kMostDigits || is_padded || is_minus_zero ? 0 : end;
}

// A '-' counts as a minus sign only at the start of a word.
bool may_start_number(const std::string& text, std::size_t at) {
  if (is_digit(text[at])) return at == 0 || (!is_digit(text[at - 1]) && text[at - 1] != '.');
  return text[at] == '-' && (at == 0 || text[at - 1] == ' ' || text[at - 1] == '(');
}

}  // namespace

std::size_t TextList::number(const std::string& text) {
  const auto [found, is_new] = numbers_.emplace(text, texts_.size());
  if (is_new) texts_.push_back(text);
  return found->second;
}

PageJson TextList::json() const { return texts_; }

PageJson sentence_parts(const std::string& sentence, TextList& texts, const NodeFinder& find) {
  std::string words;
  PageJson numbers = PageJson::array();
  for (std::size_t at = 0; at < sentence.size();) {
    const std::size_t length =
        may_start_number(sentence, at) ? number_length(std::string_view(sentence).substr(at)) : 0;
    if (length == 0) {
      words += sentence[at++];
      continue;
    }
    const std::int64_t number = std::strtoll(sentence.c_str() + at, nullptr, 10);
    const std::size_t behind = at + length;
    const std::size_t close = sentence.find(')', behind);
    std::optional<std::size_t> node;
    if (!words.empty() && words.back() == '#' && sentence.compare(behind, 2, " (") == 0 &&
        close != std::string::npos) {
      node = find(number, std::string_view(sentence).substr(behind + 2, close - behind - 2));
    }
    if (node) words.pop_back();
    words += node ? '\x02' : '\x01';
    numbers.push_back(node ? PageJson(*node) : PageJson(number));
    at = node ? close + 1 : behind;
  }
  PageJson parts = {texts.number(words)};
  parts.insert(parts.end(), numbers.begin(), numbers.end());
  return parts;
}

Columns::Column& Columns::column(const std::string& name, const char* kind) {
  Column& found = columns_[name];
  if (found.kind.empty()) found.name = name, found.kind = kind;
  found.rows.push_back(count_);
  return found;
}

void Columns::add(const std::string& name, const PageJson& value) {
  if (value.is_boolean()) {
    column(name, "flag");
  } else if (value.is_number()) {
    Column& numbers = column(name, "number");
    const auto now = value.get<std::int64_t>();
    numbers.values.push_back(now - std::exchange(numbers.last, now));
  } else if (value.is_string()) {
    column(name, "text").values.push_back(texts_.number(value.get_ref<const std::string&>()));
  } else if (value.is_array() && std::all_of(value.begin(), value.end(), [](const PageJson& item) {
               return item.is_string();
             })) {
    PageJson list = PageJson::array();
    for (const PageJson& item : value) {
      list.push_back(texts_.number(item.get_ref<const std::string&>()));
    }
    column(name, "texts").values.push_back(std::move(list));
  } else {
    column(name, "json").values.push_back(value);
  }
}

void Columns::add_row(const PageJson& row) {
  for (const auto& [name, value] : row.items()) add(name, value);
  ++count_;
}

void Columns::add_sentences(PageJson sentences) {
  column("why", "sentences").values.push_back(std::move(sentences));
}

PageJson Columns::json() const {
  PageJson columns = PageJson::object();
  for (const auto& [name, column] : columns_) {
    PageJson& json = columns[name];
    json["kind"] = column.kind;
    if (column.rows.size() < count_) {
      PageJson& at = json["at"] = PageJson::array();
      std::size_t before = 0;
      for (const std::size_t row : column.rows) at.push_back(row - std::exchange(before, row));
    }
    if (column.kind != "flag") json["v"] = column.values;
  }
  return {{"count", count_}, {"columns", std::move(columns)}};
}

}  // namespace plytrace::draw
