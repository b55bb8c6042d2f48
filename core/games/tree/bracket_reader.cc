// SPDX-License-Identifier: MIT
//
// Trees written with brackets, in JSON or as literals of Python or Lisp: first read into values,
// then understood. Unlike in the JSON of a tree, quotes may be single, and words may have none.
#include <algorithm>
#include <cctype>
#include <unordered_map>
#include <utility>

#include "core/games/tree/tree_shapes.h"
#include "core/games/tree/tree_words.h"
#include "core/parameters.h"

namespace plytrace::tree {
namespace {

struct Value {
  enum class Kind { kNumber, kText, kNull, kList, kTuple, kDict };
  Kind kind = Kind::kNull;
  std::string text;                // the number (as JSON) or the text
  std::vector<std::size_t> items;  // indices into the table of values
  std::vector<std::string> keys;   // the keys of a dict, one for each item

  bool is_sequence() const { return kind == Kind::kList || kind == Kind::kTuple; }
};
using Kind = Value::Kind;
using Values = std::vector<Value>;

// Reads the text into a table of values, the first of which is the whole.
class ValueReader {
 public:
  explicit ValueReader(std::string_view text) : text_(text) {}

  // After read(): the text has single quotes, None or nil, which JSON does not have.
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

Status wrong(const std::string& what) { return Status::bad_input("tree: " + what); }

constexpr std::string_view kEmptyBrackets =
    "brackets without a node (a leaf is a number: [[3,5],[2,9]], or [3,[]] in the form "
    "[null,[[3,[]],[5,[]]]])";

bool is_node_key(const std::string& key) {
  const auto& keys = node_keys();
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

// A typing error in a key of a node, or a word for it of another program. Other short keys are
// names of moves.
bool is_near_miss(const std::string& key) {
  constexpr std::size_t kShortest = 4;
  if (is_word_of_data(key)) return true;
  return key.size() >= kShortest && !did_you_mean(key, node_keys()).empty();
}

bool is_side(const std::string& key) {
  const auto type = node_type(key);
  return type && *type != NodeType::kLeaf;
}

class ShapeReader {
 public:
  explicit ShapeReader(const Values& values) : values_(values) {}

  // Whether these values have one of the shapes; plain lists and objects of nodes have none.
  bool is_known() const { return is_known_; }

  Result<Outline> read() {
    const Value& whole = values_[0];
    if (whole.kind == Kind::kDict) {
      if (has_edges(whole)) return known(graph(whole));
      if (is_adjacency(whole)) return known(adjacency(whole, nullptr, ""));
      if (const auto* const links =
              dict_at(whole, {"tree", "children", "graph", "edges", "adjacency"})) {
        if (dict_at(whole, {"values", "scores", "utilities", "leaves"}) != nullptr) {
          return known(adjacency(*links, &whole, ""));
        }
      }
    }
    if (is_list_by_parents(whole)) return known(by_parents(whole));
    has_pairs_ = std::any_of(values_.begin(), values_.end(),
                             [](const Value& value) {
                               return value.is_sequence() && value.items.empty();
                             }) ||
                 mixes_tuples_and_lists();
    outline_.root = outline_.add();
    work_ = {{0, outline_.root}};
    // A single name with a subtree is the root's.
    if (whole.kind == Kind::kDict && whole.items.size() == 1 && !is_node_key(whole.keys[0]) &&
        !is_near_miss(whole.keys[0]) && !is_side(whole.keys[0])) {
      is_known_ = true;
      outline_.nodes[0].name = whole.keys[0];
      work_ = {{whole.items[0], 0}};
    }
    while (!work_.empty()) {
      const auto [value, node] = work_.back();
      work_.pop_back();
      if (Status status = understand(values_[value], node); !status) return status;
    }
    return std::move(outline_);
  }

 private:
  Result<Outline> known(const Status& status) {
    is_known_ = true;
    if (!status) return status;
    return std::move(outline_);
  }

  bool mixes_tuples_and_lists() const {
    bool has_tuple = false;
    for (const Value& value : values_) {
      if (value.kind != Kind::kTuple) continue;
      has_tuple = true;
      // In Python a node may be the tuple (value, [children]).
      if (value.items.size() != 2 || values_[value.items[1]].kind != Kind::kList) return false;
    }
    return has_tuple;
  }

  // -- Nested values ---------------------------------------------------------------

  Status understand(const Value& value, std::size_t node) {
    switch (value.kind) {
      case Kind::kNumber:
        outline_.nodes[node].value = value.text;
        return Status::ok();
      case Kind::kNull:
        return wrong("null where a node is expected; leave a missing child out: [[3,5],[2]]");
      case Kind::kText:
        return text_leaf(value, node);
      case Kind::kDict:
        return dict(value, node);
      default:
        return sequence(value, node);
    }
  }

  Status text_leaf(const Value& value, std::size_t node) {
    outline_.nodes[node].value = number_text(value.text);
    if (!outline_.nodes[node].value.empty()) return Status::ok();
    return wrong("'" + value.text +
                 "' is a name where a node or a score is expected; names refer to nodes in "
                 "adjacency lists: {\"A\":[\"B\",\"C\"],\"B\":3,\"C\":5}");
  }

  bool is_head(const Value& value) const {
    if (value.kind == Kind::kNull) return true;
    return value.kind == Kind::kText && number_text(value.text).empty();
  }

  Status sequence(const Value& value, std::size_t node) {
    is_known_ = is_known_ || value.kind == Kind::kTuple;
    if (value.items.empty()) return wrong(std::string(kEmptyBrackets));
    const Value& first = values_[value.items[0]];
    const std::size_t size = value.items.size();
    if (is_head(first) && size > 1) return headed(value, node);
    const bool is_pair = has_pairs_ && size == 2 && first.kind == Kind::kNumber &&
                         values_[value.items[1]].is_sequence();
    if (is_pair) {
      is_known_ = true;
      outline_.nodes[node].value = first.text;
      return children(values_[value.items[1]].items, 0, node);
    }
    return children(value.items, 0, node);
  }

  // ("A", [...]), ("A", 3), ("A", 3, [...]), (MAX x y z), [null, [...]]
  Status headed(const Value& value, std::size_t node) {
    is_known_ = true;
    const Value& head = values_[value.items[0]];
    OutlineNode& to = outline_.nodes[node];
    if (node_type(head.text) || is_word_of_chance(head.text)) {
      to.type = head.text;
    } else if (head.kind == Kind::kText) {
      to.name = head.text;
    }
    std::size_t begin = 1;
    const Value& second = values_[value.items[1]];
    const bool has_score = second.kind == Kind::kNumber && to.type.empty() &&
                           (value.items.size() == 2 || values_[value.items[2]].is_sequence());
    if (has_score) {
      to.value = second.text;
      begin = 2;
    }
    if (begin == value.items.size()) return Status::ok();
    const Value& rest = values_[value.items[begin]];
    const bool is_list_of_children = begin + 1 == value.items.size() && rest.is_sequence() &&
                                     (rest.items.empty() || !is_head(values_[rest.items[0]]));
    return is_list_of_children ? children(rest.items, 0, node) : children(value.items, begin, node);
  }

  Status children(const std::vector<std::size_t>& items, std::size_t begin, std::size_t node) {
    for (std::size_t i = begin; i < items.size(); ++i) {
      const std::size_t child = outline_.add();
      if (Status status = outline_.link(node, child); !status) return status;
      work_.emplace_back(items[i], child);
    }
    return Status::ok();
  }

  // An object with the keys of a node, or one whose keys are moves.
  Status dict(const Value& value, std::size_t node) {
    const bool is_node = std::any_of(value.keys.begin(), value.keys.end(), is_node_key);
    if (is_node) return node_object(value, node);
    for (const std::string& key : value.keys) {
      if (is_near_miss(key)) return unknown_key(key);
    }
    if (value.items.empty()) {
      return wrong(
          "an object without nodes; a node is {\"name\":\"A\",\"children\":[3,5]} or "
          "{\"A\":{\"B\":3,\"C\":5}}");
    }
    is_known_ = true;
    if (std::any_of(value.keys.begin(), value.keys.end(), is_side)) return of_side(value, node);
    if (Status status = children(value.items, 0, node); !status) return status;
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      outline_.nodes[outline_.nodes[node].children[i]].name = value.keys[i];
    }
    return Status::ok();
  }

  // {"max":[3,5]}: the key is the type of the node itself.
  Status of_side(const Value& value, std::size_t node) {
    if (value.items.size() > 1) {
      return wrong("'" + value.keys[0] + "' and '" + value.keys[1] +
                   "' of one object: MAX and MIN are types of nodes; write {\"type\":\"MAX\","
                   "\"children\":[...]} for each");
    }
    outline_.nodes[node].type = value.keys[0];
    const Value& below = values_[value.items[0]];
    if (below.is_sequence()) return children(below.items, 0, node);
    return understand(below, node);
  }

  Status node_object(const Value& value, std::size_t node) {
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      if (Status status = member(value.keys[i], values_[value.items[i]], node); !status) {
        return status;
      }
    }
    return Status::ok();
  }

  Status member(const std::string& key, const Value& value, std::size_t node) {
    OutlineNode& to = outline_.nodes[node];
    if (key == "children") {
      if (value.kind == Kind::kNull) return Status::ok();
      if (value.kind == Kind::kDict) return dict(value, node);
      if (!value.is_sequence()) return wrong("'children' of a node is not a list");
      return children(value.items, 0, node);
    }
    if (key == "value" || key == "score" || key == "utility") {
      if (value.is_sequence()) return wrong(std::string(kSeveralScores));
      to.value = number_text(value.text);
      if (value.kind == Kind::kNull || !to.value.empty()) return Status::ok();
      return wrong("the value '" + value.text + "' is not a number");
    }
    if (key == "type") {
      to.type = value.text;
    } else if (key == "move") {
      to.move = value.text;
    } else if (!is_node_key(key)) {
      return unknown_key(key);
    } else if (key == "label" && !number_text(value.text).empty()) {
      to.label = value.text;
    } else if (key != "id" || to.name.empty()) {
      to.name = value.text;
    }
    return Status::ok();
  }

  static Status unknown_key(const std::string& key) {
    if (is_word_of_chance(key)) return wrong(std::string(kChance));
    return wrong("unknown key '" + key + "'" + did_you_mean(key, node_keys()) + "; a node has " +
                 joined(node_keys()));
  }

  // -- Names that refer to nodes ---------------------------------------------------

  const Value* at(const Value& dict, std::string_view key) const {
    for (std::size_t i = 0; i < dict.keys.size(); ++i) {
      if (dict.keys[i] == key) return &values_[dict.items[i]];
    }
    return nullptr;
  }
  const Value* dict_at(const Value& dict, std::initializer_list<std::string_view> keys) const {
    for (const std::string_view key : keys) {
      const Value* const found = at(dict, key);
      if (found != nullptr && found->kind == Kind::kDict) return found;
    }
    return nullptr;
  }

  std::size_t named(const std::string& name) {
    const auto [known, is_new] = names_.try_emplace(name, outline_.nodes.size());
    if (is_new) outline_.nodes[outline_.add()].name = name;
    return known->second;
  }

  // Names refer to each other: lists of texts, and at least one of them.
  bool is_adjacency(const Value& whole) const {
    bool refers = false;
    for (std::size_t i = 0; i < whole.items.size(); ++i) {
      const Value& value = values_[whole.items[i]];
      if (value.kind == Kind::kDict) return false;
      if (!value.is_sequence() || is_node_key(whole.keys[i])) continue;
      for (const std::size_t item : value.items) {
        if (values_[item].is_sequence() || values_[item].kind == Kind::kDict) return false;
        const bool is_name = values_[item].kind == Kind::kText;
        refers = refers || is_name || at(whole, values_[item].text) != nullptr;
      }
    }
    return refers;
  }

  Status adjacency(const Value& links, const Value* whole, std::string root) {
    const auto take_root = [&root](const Value* value) {
      if (value != nullptr && value->kind != Kind::kNull) root = value->text;
    };
    if (whole != nullptr) take_root(at(*whole, "root"));
    for (std::size_t i = 0; i < links.items.size(); ++i) {
      const Value& value = values_[links.items[i]];
      if (links.keys[i] == "root" && value.kind == Kind::kText && number_text(value.text).empty()) {
        take_root(&value);
        continue;
      }
      if (Status status = entry(links.keys[i], value, links, whole); !status) return status;
    }
    const Value* const scores =
        whole == nullptr ? nullptr : dict_at(*whole, {"values", "scores", "utilities", "leaves"});
    for (std::size_t i = 0; scores != nullptr && i < scores->items.size(); ++i) {
      if (Status status = entry(scores->keys[i], values_[scores->items[i]], links, whole);
          !status) {
        return status;
      }
    }
    if (root.empty()) return outline_.find_root(true);
    if (!names_.contains(root)) return wrong("the root '" + root + "' is not one of the nodes");
    outline_.root = names_.at(root);
    return Status::ok();
  }

  // "A": ["B", 3], or "A": 3.
  Status entry(const std::string& name, const Value& value, const Value& links,
               const Value* whole) {
    const std::size_t node = named(name);
    if (value.kind == Kind::kNull) return Status::ok();
    if (!value.is_sequence()) {
      outline_.nodes[node].value = number_text(value.text);
      if (!outline_.nodes[node].value.empty()) return Status::ok();
      return wrong("the value '" + value.text + "' of '" + name + "' is not a number");
    }
    for (const std::size_t item : value.items) {
      const Value& child = values_[item];
      // A number is a leaf's score, unless a node has that name.
      const bool is_name = child.kind == Kind::kText || at(links, child.text) != nullptr ||
                           (whole != nullptr && is_scored(*whole, child.text));
      const std::size_t below = is_name ? named(child.text) : outline_.add();
      if (!is_name) outline_.nodes[below].value = child.text;
      if (Status status = outline_.link(node, below); !status) return status;
    }
    return Status::ok();
  }

  bool is_scored(const Value& whole, const std::string& name) const {
    const Value* const scores = dict_at(whole, {"values", "scores", "utilities", "leaves"});
    return scores != nullptr && at(*scores, name) != nullptr;
  }

  bool has_edges(const Value& whole) const {
    const Value* const edges =
        at(whole, "edges") != nullptr ? at(whole, "edges") : at(whole, "links");
    return edges != nullptr && edges->is_sequence() && at(whole, "nodes") != nullptr;
  }

  Status graph(const Value& whole) {
    if (Status status = graph_nodes(*at(whole, "nodes")); !status) return status;
    const Value* const edges =
        at(whole, "edges") != nullptr ? at(whole, "edges") : at(whole, "links");
    for (const std::size_t item : edges->items) {
      const Value& edge = values_[item];
      const Value* from = nullptr;
      const Value* to = nullptr;
      if (edge.is_sequence() && edge.items.size() >= 2) {
        from = &values_[edge.items[0]];
        to = &values_[edge.items[1]];
      }
      if (edge.kind == Kind::kDict) {
        from = at(edge, "from") != nullptr ? at(edge, "from") : at(edge, "source");
        to = at(edge, "to") != nullptr ? at(edge, "to") : at(edge, "target");
        if (at(edge, "probability") != nullptr) return wrong(std::string(kChance));
      }
      if (from == nullptr || to == nullptr) {
        return wrong(R"(an edge is ["A","B"], {"from":"A","to":"B"} or {"source":..,"target":..})");
      }
      if (Status status = outline_.link(named(from->text), named(to->text)); !status) return status;
    }
    const Value* const root = at(whole, "root");
    if (root == nullptr) return outline_.find_root(true);
    outline_.root = named(root->text);
    return Status::ok();
  }

  // A list of nodes with an id each, or an object of id and node.
  Status graph_nodes(const Value& nodes) {
    for (std::size_t i = 0; i < nodes.items.size(); ++i) {
      const Value& node = values_[nodes.items[i]];
      if (nodes.kind == Kind::kDict) {
        const std::size_t index = named(nodes.keys[i]);
        if (node.kind == Kind::kDict) {
          if (Status status = node_object(node, index); !status) return status;
        } else {
          outline_.nodes[index].value = number_text(node.text);
        }
      } else if (node.kind != Kind::kDict) {
        named(node.text);
      } else if (Status status = identified(node); !status) {
        return status;
      }
    }
    return Status::ok();
  }

  // An object with an id (or a name), which others refer to.
  Status identified(const Value& node) {
    const Value* const id = at(node, "id") != nullptr ? at(node, "id") : at(node, "name");
    if (id == nullptr) return wrong("a node of the list has no id");
    const std::size_t index = named(id->text);
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      if (node.keys[i] == "id" || node.keys[i] == "parent") continue;
      if (Status status = member(node.keys[i], values_[node.items[i]], index); !status) {
        return status;
      }
    }
    return Status::ok();
  }

  bool is_list_by_parents(const Value& whole) const {
    return whole.is_sequence() && !whole.items.empty() &&
           std::all_of(whole.items.begin(), whole.items.end(),
                       [this](std::size_t item) {
                         return values_[item].kind == Kind::kDict &&
                                (at(values_[item], "id") != nullptr ||
                                 at(values_[item], "name") != nullptr);
                       }) &&
           std::any_of(whole.items.begin(), whole.items.end(),
                       [this](std::size_t item) { return at(values_[item], "parent") != nullptr; });
  }

  Status by_parents(const Value& whole) {
    for (const std::size_t item : whole.items) {
      if (Status status = identified(values_[item]); !status) return status;
      const Value* const parent = at(values_[item], "parent");
      if (parent == nullptr || parent->kind == Kind::kNull || parent->text.empty()) continue;
      const Value* const id = at(values_[item], "id");
      const Value* const name = id != nullptr ? id : at(values_[item], "name");
      if (Status status = outline_.link(named(parent->text), named(name->text)); !status) {
        return status;
      }
    }
    return outline_.find_root(true);
  }

  const Values& values_;
  bool is_known_ = false, has_pairs_ = false;
  Outline outline_;
  std::vector<std::pair<std::size_t, std::size_t>> work_;  // values that make nodes
  std::unordered_map<std::string, std::size_t> names_;
};

}  // namespace

Result<Outline> read_brackets(std::string_view text, bool& is_known) {
  Values values;
  is_known = false;
  ValueReader value_reader(text);
  if (!value_reader.read(values)) return Status::bad_input("tree: no brackets of values");
  ShapeReader reader(values);
  Result<Outline> outline = reader.read();
  is_known = reader.is_known() || value_reader.is_python();
  return outline;
}

}  // namespace plytrace::tree
