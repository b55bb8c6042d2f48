// SPDX-License-Identifier: MIT
#include "core/parameters.h"

#include <algorithm>
#include <charconv>

#include "core/score.h"

namespace plytrace {

ArgumentReader::ArgumentReader(std::string owner, const Arguments& arguments)
    : owner_(std::move(owner)), arguments_(arguments) {}

const std::string* ArgumentReader::find(std::string_view key, std::string range,
                                        std::string fallback, std::string_view meaning) {
  parameters_.push_back(
      {std::string(key), std::move(range), std::move(fallback), std::string(meaning)});
  const std::string* value = nullptr;
  // The last one counts: the options of a preset come before those of the user.
  for (const auto& [name, text] : arguments_) {
    if (name == key) value = &text;
  }
  return value;
}

void ArgumentReader::fail(std::string_view key, std::string_view value,
                          const std::string& expected) {
  if (!status_) return;
  status_ = Status::usage(owner_ + ": " + std::string(key) + "=" + std::string(value) +
                          " is not possible: expected " + expected);
}

std::int64_t ArgumentReader::integer(std::string_view key, std::int64_t low, std::int64_t high,
                                     std::int64_t fallback, std::string_view meaning) {
  const std::string* text = find(key, std::to_string(low) + ".." + std::to_string(high),
                                 std::to_string(fallback), meaning);
  std::int64_t value = fallback;
  if (text != nullptr) {
    const auto end = std::from_chars(text->data(), text->data() + text->size(), value);
    if (end.ec != std::errc{} || end.ptr != text->data() + text->size() || value < low ||
        value > high) {
      fail(key, *text,
           "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
      value = fallback;
    }
  }
  values_.add(key, value);
  return value;
}

double ArgumentReader::number(std::string_view key, double low, double high, double fallback,
                              std::string_view meaning) {
  const std::string* text =
      find(key, score_text(low) + ".." + score_text(high), score_text(fallback), meaning);
  Result<Score> value = text == nullptr ? Result<Score>(fallback) : parse_score(*text);
  if (!value || (text != nullptr && (*value < low || *value > high))) {
    fail(key, *text, "a number from " + score_text(low) + " to " + score_text(high));
    value = fallback;
  }
  values_.add(key, *value);
  return *value;
}

std::size_t ArgumentReader::choice(std::string_view key,
                                   std::initializer_list<std::string_view> words,
                                   std::size_t fallback, std::string_view meaning) {
  std::string range;
  std::string expected;
  for (std::string_view word : words) {
    range += (range.empty() ? "" : "|") + std::string(word);
    expected += (expected.empty() ? "" : " or ") + std::string(word);
  }
  const std::string* text = find(key, range, std::string(words.begin()[fallback]), meaning);
  const auto* const usual = words.begin() + fallback;
  const auto* found = text == nullptr ? usual : std::find(words.begin(), words.end(), *text);
  if (found == words.end()) {
    fail(key, *text, expected);
    found = usual;
  }
  values_.add(key, *found);
  return static_cast<std::size_t>(found - words.begin());
}

Status ArgumentReader::finish() {
  if (!status_) return status_;
  std::vector<std::string> known;
  for (const Parameter& parameter : parameters_) known.push_back(parameter.name);
  for (const auto& [name, value] : arguments_) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    std::string list;
    for (const std::string& word : known) list += (list.empty() ? "" : ", ") + word;
    return Status::usage(owner_ + " has no option '" + name + "'" + did_you_mean(name, known) +
                         (list.empty() ? "; it has none" : "; it has " + list));
  }
  return Status::ok();
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates) {
  std::string nearest;
  // Counts as a typing error: up to a third of the letters wrong, or one in a short word.
  std::size_t nearest_distance = std::max<std::size_t>(1, (word.size() + 1) / 3) + 1;
  std::vector<std::size_t> row;
  // The table of the edit distance, one row at a time.
  for (const std::string& candidate : candidates) {
    row.resize(candidate.size() + 1);
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= word.size(); ++i) {
      std::size_t diagonal = row[0];
      row[0] = i;
      for (std::size_t j = 1; j < row.size(); ++j) {
        const std::size_t substituted = diagonal + (word[i - 1] == candidate[j - 1] ? 0U : 1U);
        diagonal = row[j];
        row[j] = std::min({substituted, row[j] + 1, row[j - 1] + 1});
      }
    }
    if (row.back() < nearest_distance) {
      nearest_distance = row.back();
      nearest = candidate;
    }
  }
  return nearest;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string nearest = nearest_word(word, candidates);
  return nearest.empty() ? "" : " (did you mean '" + nearest + "'?)";
}

Result<std::pair<std::string, std::string>> parse_argument(std::string_view text) {
  const std::size_t equals = text.find('=');
  // The first '=' ends the key: a value may contain more of them.
  if (equals == std::string_view::npos || equals == 0) {
    return Status::usage("'" + std::string(text) + "' is not a setting: write key=value");
  }
  return std::pair{std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

std::string json_quote(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (byte < 0x20) {
      quoted += "\\u00";
      quoted += kHex[byte >> 4U];
      quoted += kHex[byte & 15U];
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

void JsonObjectText::key(std::string_view name) {
  if (text_.size() > 1) text_ += ',';
  text_ += json_quote(name) + ":";
}

JsonObjectText& JsonObjectText::add(std::string_view name, std::int64_t value) {
  return add_json(name, std::to_string(value));
}

JsonObjectText& JsonObjectText::add(std::string_view name, double value) {
  // JSON has no infinities.
  const bool finite = value != kInfinity && value != -kInfinity;
  return add_json(name, finite ? score_text(value) : json_quote(score_text(value)));
}

JsonObjectText& JsonObjectText::add(std::string_view name, std::string_view value) {
  return add_json(name, json_quote(value));
}

JsonObjectText& JsonObjectText::add_json(std::string_view name, std::string_view json) {
  key(name);
  text_ += json;
  return *this;
}

}  // namespace plytrace
