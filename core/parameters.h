// SPDX-License-Identifier: MIT
//
// Named parameters of games and evaluators: their definitions (Parameter), the user's settings
// (Arguments), and the checked conversion from text to value (ArgumentReader).
// Every error is a usage error that names the key, the value and the range. Thread rule: values.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/status.h"

namespace plytrace {

// One parameter as `plytrace list NAME` shows it.
struct Parameter {
  std::string name;
  std::string range;     // "1..26", "on|off"
  std::string fallback;  // the default, as text
  std::string meaning;
};

// key=value pairs in the order given; a later pair replaces an earlier one of the same key.
using Arguments = std::vector<std::pair<std::string, std::string>>;

// A JSON object of named values, for game_options and the like: numbers stay numbers.
class JsonObjectText {
 public:
  JsonObjectText& add(std::string_view name, std::int64_t value);
  JsonObjectText& add(std::string_view name, double value);
  JsonObjectText& add(std::string_view name, std::string_view value);
  // Inserts `json` unchanged.
  JsonObjectText& add_json(std::string_view name, std::string_view json);
  std::string str() const { return text_ + "}"; }

 private:
  void key(std::string_view name);
  std::string text_ = "{";
};

// Reads arguments one parameter at a time. It keeps the first failure, and every later read returns
// its fallback, so that a game reads all its options and calls finish() once. parameters() lists
// every parameter that was read, with its range, default and meaning, and values_json() the values,
// so that the function that reads the options is their only list:
//
//   struct Options {
//     int width = 7;
//     bool gravity = true;
//     void read(ArgumentReader& reader) {
//       reader.integer_into(width, "width", 1, 26, "columns");
//       reader.choice_into(gravity, "gravity", {"off", "on"}, "pieces fall");
//     }
//   };
//   const Result<Options> options = read_settings<Options>("connectk", arguments);
class ArgumentReader {
 public:
  ArgumentReader(std::string owner, const Arguments& arguments);

  std::int64_t integer(std::string_view key, std::int64_t low, std::int64_t high,
                       std::int64_t fallback, std::string_view meaning = "");
  double number(std::string_view key, double low, double high, double fallback,
                std::string_view meaning = "");
  // The index of the given word.
  std::size_t choice(std::string_view key, std::initializer_list<std::string_view> words,
                     std::size_t fallback, std::string_view meaning = "");
  // The same, into a variable whose present value is the default; a choice is its index.
  template <class Integer>
  void integer_into(Integer& value, std::string_view key, std::int64_t low, std::int64_t high,
                    std::string_view meaning) {
    value =
        static_cast<Integer>(integer(key, low, high, static_cast<std::int64_t>(value), meaning));
  }
  template <class Choice>
  void choice_into(Choice& value, std::string_view key,
                   std::initializer_list<std::string_view> words, std::string_view meaning) {
    value = static_cast<Choice>(choice(key, words, static_cast<std::size_t>(value), meaning));
  }

  // Adds a failure that concerns several values.
  void fail(Status status) {
    if (status_) status_ = std::move(status);
  }
  // The first failure. A key that was never read is a failure; the message suggests the nearest
  // key.
  Status finish();

  // The parameters read so far, in that order.
  const std::vector<Parameter>& parameters() const { return parameters_; }
  // Their values as a JSON object, in that order: the form in which traces store them.
  std::string values_json() const { return values_.str(); }

 private:
  const std::string* find(std::string_view key, std::string range, std::string fallback,
                          std::string_view meaning);
  void fail(std::string_view key, std::string_view value, const std::string& expected);

  std::string owner_;
  const Arguments& arguments_;
  std::vector<Parameter> parameters_;
  JsonObjectText values_;
  Status status_;
};

// Settings is a struct of values with their defaults, and read(ArgumentReader&) as above.
template <class Settings>
Result<Settings> read_settings(const std::string& owner, const Arguments& arguments) {
  ArgumentReader reader(owner, arguments);
  Settings settings;
  settings.read(reader);
  if (Status status = reader.finish(); !status) return status;
  return settings;
}

template <class Settings>
ArgumentReader described(Settings settings) {
  static const Arguments none;
  ArgumentReader reader("", none);
  settings.read(reader);
  return reader;
}
// The parameters of the settings.
template <class Settings>
std::vector<Parameter> parameters_of() {
  return described(Settings()).parameters();
}
// The settings as a JSON object.
template <class Settings>
std::string settings_json(const Settings& settings) {
  return described(settings).values_json();
}

// The candidate nearest to `word` by edit distance, if it may be a typing error; otherwise "".
std::string nearest_word(std::string_view word, const std::vector<std::string>& candidates);

// ` (did you mean 'x'?)`, or "" if no candidate is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

// Splits "key=value". A usage error without '=' or with an empty key.
Result<std::pair<std::string, std::string>> parse_argument(std::string_view text);

// `text` with quotes, backslashes and control characters escaped, in double quotes.
std::string json_quote(std::string_view text);

}  // namespace plytrace
