// SPDX-License-Identifier: MIT
//
// The tables of a page, small enough for 100,000 nodes: a field of all rows is a column, numbers
// are differences to the row before, and each text of the page stands once in its list of texts.
// A column is {"kind", "at", "v"}: its values `v`, and where not every row has one the rows `at`
// that do, as differences. A "flag" has no values, a "text" the number of its text, "texts" lists
// of those, "number" differences, "json" what it is. "sentences" lists [text, numbers...]: the text
// with U+0001 where the next number stands, U+0002 for the node of the page with that number as
// "#id (path)". viewer/draw/html/page/data.js reads them.
// Thread rule: one thread.
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

#include "viewer/format/json.h"

namespace plytrace::draw {

// Each text once, by its number.
class TextList {
 public:
  std::size_t number(const std::string& text);
  nlohmann::ordered_json json() const;

 private:
  std::unordered_map<std::string, std::size_t> numbers_;
  std::vector<std::string> texts_;
};

// The number of the page's node that is written "#id (path)"; none where no such node is on the
// page under that path.
using NodeFinder =
    std::function<std::optional<std::size_t>(std::int64_t id, std::string_view path)>;

// [text, numbers...] of a sentence.
nlohmann::ordered_json sentence_parts(const std::string& sentence, TextList& texts,
                                      const NodeFinder& find);

class Columns {
 public:
  explicit Columns(TextList& texts) : texts_(texts) {}

  // An object of integers, texts, lists of texts, `true`, and what is json as a whole (objects,
  // lists of lists). A name has values of one kind.
  void add_row(const nlohmann::ordered_json& row);
  // A value of the row that is added next, in parts made before.
  void add_sentences(nlohmann::ordered_json sentences);
  nlohmann::ordered_json json() const;

 private:
  struct Column {
    std::string name, kind;
    std::vector<std::size_t> rows;
    nlohmann::ordered_json values = nlohmann::ordered_json::array();
    std::int64_t last = 0;  // number
  };
  Column& column(const std::string& name, const char* kind);
  void add(const std::string& name, const nlohmann::ordered_json& value);

  TextList& texts_;
  std::map<std::string, Column> columns_;
  std::size_t count_ = 0;
};

}  // namespace plytrace::draw
