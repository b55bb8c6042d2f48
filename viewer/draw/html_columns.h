// SPDX-License-Identifier: MIT
//
// The data tables of an HTML page, encoded compactly enough for 100,000 nodes. One field of all
// rows is a column, numbers are stored as differences from the previous row, and each distinct text
// is stored once in the page's list of texts.
// A column is {"kind", "at", "v"}. `v` holds its values; if some rows have none, `at` lists the
// rows that do, as differences. The kinds:
// - "flag": no values
// - "text": the index of a text; "texts": lists of indexes
// - "number": differences
// - "json": the value as it is
// - "sentences": lists of [text, numbers...]. In the text U+0001 stands for the next number, and
//   U+0002 for the page's node with that number, written "#id (path)".
// viewer/draw/html/page/data.js reads this encoding. Thread rule: one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace plytrace::draw {

// Assigns each distinct text a number.
class TextList {
 public:
  std::size_t number(const std::string& text);
  nlohmann::ordered_json json() const;

 private:
  std::unordered_map<std::string, std::size_t> numbers_;
  std::vector<std::string> texts_;
};

// Returns the number of the page's node that a sentence writes as "#id (path)", or nothing if the
// page has no such node under that path.
using NodeFinder =
    std::function<std::optional<std::size_t>(std::int64_t id, std::string_view path)>;

// Encodes a sentence as [text, numbers...].
nlohmann::ordered_json sentence_parts(const std::string& sentence, TextList& texts,
                                      const NodeFinder& find);

class Columns {
 public:
  explicit Columns(TextList& texts) : texts_(texts) {}

  // Adds a row: an object of integers, texts, lists of texts, `true`, or any other JSON, which is
  // stored unchanged. All values of one name must have the same kind.
  void add_row(const nlohmann::ordered_json& row);
  // Adds sentences from sentence_parts() to the row that the next add_row() adds.
  void add_sentences(nlohmann::ordered_json sentences);
  nlohmann::ordered_json json() const;

 private:
  struct Column {
    std::string name, kind;
    std::vector<std::size_t> rows;
    nlohmann::ordered_json values = nlohmann::ordered_json::array();
    std::int64_t last = 0;  // previous number, for the differences
  };
  Column& column(const std::string& name, const char* kind);
  void add(const std::string& name, const nlohmann::ordered_json& value);

  TextList& texts_;
  std::map<std::string, Column> columns_;
  std::size_t count_ = 0;
};

}  // namespace plytrace::draw
