// SPDX-License-Identifier: MIT
#include "core/games/tree/bracket_values.h"

#include <algorithm>
#include <cctype>

#include "core/games/tree/tree_words.h"
#include "core/parameters.h"

namespace plytrace::tree {
namespace {

using Kind = Value::Kind;

class ValueReader {
 public:
  explicit ValueReader(std::string_view text) : text_(text) {}

  bool is_python() const { return is_python_; }

  // False if the text is not made of such values.
  bool read(Values& values) {
    std::vector<std::size_t> open;
    bool needs_separator = false;
    while (true) {
      skip_blanks();
      if (at_ == text_.size()) return open.empty() && !values.empty();
      if (!values.empty() && open.empty()) return false;
      const char c = text_[at_];
      if (c == ')' || c == ']' || c == '}') {
        if (open.empty() || closing(values[open.back()].kind) != c) return false;
        ++at_;
        open.pop_back();
        needs_separator = true;
        continue;
      }
      if (c == ',') {
        if (!needs_separator) return false;
        ++at_;
        needs_separator = false;
        continue;
      }
      // Only Lisp separates by blanks.
      if (needs_separator && values[open.back()].kind != Kind::kTuple) return false;
      const std::size_t index = values.size();
      if (!open.empty() && values[open.back()].kind == Kind::kDict && !key(values[open.back()])) {
        return false;
      }
      values.emplace_back();
      if (!open.empty()) values[open.back()].items.push_back(index);
      needs_separator = !begins(values[index]);
      if (!needs_separator) open.push_back(index);
      if (needs_separator && !scalar(values[index])) return false;
    }
  }

 private:
  static char closing(Kind kind) {
    return kind == Kind::kTuple ? ')' : kind == Kind::kList ? ']' : '}';
  }

  bool begins(Value& value) {
    const char c = at_ < text_.size() ? text_[at_] : '\0';
    if (c != '(' && c != '[' && c != '{') return false;
    value.kind = c == '(' ? Kind::kTuple : c == '[' ? Kind::kList : Kind::kDict;
    ++at_;
    return true;
  }

  bool key(Value& dict) {
    Value text;
    if (!scalar(text)) return false;
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != ':') return false;
    ++at_;
    skip_blanks();
    dict.keys.push_back(text.kind == Kind::kNull ? "null" : text.text);
    return true;
  }

  bool scalar(Value& value) {
    if (at_ == text_.size()) return false;
    const char quote = text_[at_];
    value.kind = Kind::kText;
    is_python_ = is_python_ || quote == '\'';
    if (quote == '"' || quote == '\'') return quoted(value.text, quote);
    constexpr std::string_view kEnds = "()[]{}:,\"' \t\r\n";
    while (at_ < text_.size() && kEnds.find(text_[at_]) == std::string_view::npos) {
      value.text += text_[at_++];
    }
    if (value.text.empty()) return false;
    if (value.text == "null" || value.text == "None" || value.text == "nil") {
      value.kind = Kind::kNull;
    } else if (const std::string number = number_text(value.text); !number.empty()) {
      value.kind = Kind::kNumber;
      value.text = number;
    }
    is_python_ = is_python_ || (value.kind == Kind::kNull && value.text != "null");
    return true;
  }

  bool quoted(std::string& text, char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
        ++at_;
        // Other escapes, such as \u00e9, occur only in JSON, which TreeReader reads.
        text += text_[at_] == 'n' || text_[at_] == 't' ? ' ' : text_[at_];
      } else {
        text += text_[at_];
      }
    }
    return at_++ < text_.size();
  }

  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool is_python_ = false;
};

void set_score(const std::string& key, const Value& value, OutlineNode& node) {
  if (value.kind == Kind::kNull) return;
  if (value.is_sequence()) wrong_tree(std::string(kSeveralScores));
  if (!node.value.empty()) wrong_tree("the key '" + key + "' gives a second score");
  node.value = number_text(value.text);
  if (node.value.empty()) no_score(value.text, node.name);
}

// The rank of a key that names a node; 0 for another key.
int name_rank(const std::string& key) {
  return key == "name" ? 3 : key == "label" ? 2 : key == "id" ? 1 : 0;
}

}  // namespace

bool read_values(std::string_view text, Values& values, bool& is_python) {
  ValueReader reader(text);
  if (!reader.read(values)) return false;
  is_python = reader.is_python();
  return true;
}

void wrong_tree(const std::string& what) { throw Failure::bad_input("tree: " + what); }

void unknown_key(const std::string& key) {
  if (is_word_of_chance(key)) wrong_tree(std::string(kChance));
  wrong_tree("unknown key '" + key + "'" + did_you_mean(key, node_keys()) + "; a node has " +
             joined(node_keys()) +
             ": {\"name\":\"A\",\"children\":[{\"name\":\"B\",\"value\":3}]}");
}

void no_score(const std::string& text, const std::string& name) {
  const std::string of = name.empty() ? "" : " of '" + name + "'";
  wrong_tree("the score '" + text + "'" + of + " is not a decimal number such as 3, -1 or 0.5");
}

bool is_node_key(const std::string& key) {
  const auto& keys = node_keys();
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

void set_attribute(const std::string& key, const Value& value, OutlineNode& node) {
  if (!is_node_key(key)) unknown_key(key);
  if (key == "value" || key == "score" || key == "utility") return set_score(key, value, node);
  if (value.kind == Kind::kNull) return;
  if (!value.is_scalar()) {
    wrong_tree("'" + key + "' of a node is a text: {\"" + key + "\":\"A\",\"value\":3}");
  }
  if (key == "type") {
    node.type = value.text;
  } else if (key == "move") {
    node.move = value.text;
  } else if (key == "label" && !number_text(value.text).empty()) {
    node.label = value.text;
  } else if (name_rank(key) > node.name_rank) {
    // The key that leads to a node with a name is its move.
    if (node.name_rank == 0 && node.move.empty()) node.move = node.name;
    node.name = value.text;
    node.name_rank = name_rank(key);
  }
}

}  // namespace plytrace::tree
