// SPDX-License-Identifier: MIT
//
// Trees written with brackets, in JSON or as literals of Python or Lisp: nested values. Shapes in
// which names refer to nodes are in name_reader.cc.
#include <algorithm>
#include <array>
#include <cctype>
#include <unordered_set>
#include <utility>

#include "core/games/tree/bracket_values.h"
#include "core/games/tree/tree_words.h"
#include "core/parameters.h"

namespace plytrace::tree {
namespace {

using Kind = Value::Kind;

Status wrong(const std::string& what) { return wrong_tree(what); }

constexpr std::string_view kEmptyBrackets =
    "brackets without a node (a leaf is a number: [[3,5],[2,9]], or [3,[]] in the form "
    "[null,[[3,[]],[5,[]]]])";

// A typing error in a key of a node, or a word for it of another program. Other short keys are
// names of moves.
bool is_near_miss(const std::string& key) {
  constexpr std::size_t kShortest = 4;
  if (is_word_of_data(key)) return true;
  return key.size() >= kShortest && !did_you_mean(key, node_keys()).empty();
}

bool is_type(const std::string& key) { return node_type(key).has_value(); }

// Whether a text is a number in another notation, such as "1/2", "50%" or "-inf".
bool is_like_number(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  constexpr std::array<std::string_view, 4> kInfinite{"inf", "Inf", "infinity", "\u221e"};
  if (std::find(kInfinite.begin(), kInfinite.end(), text) != kInfinite.end()) return true;
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) != 0 &&
         text.find_first_not_of("0123456789.,/%") == std::string_view::npos;
}

// Whether the keys of one object are paths or begins of paths, such as A/B/D and A/B/E.
bool are_paths(const std::vector<std::string>& keys) {
  for (const char separator : {'/', '.', '>', '|'}) {
    const auto depth = [separator](const std::string& key) {
      return std::count(key.begin(), key.end(), separator);
    };
    std::unordered_set<std::string> known(keys.begin(), keys.end());
    bool are_all_deep = true, is_deeper = false;
    for (const std::string& key : keys) {
      are_all_deep = are_all_deep && depth(key) > 0;
      is_deeper = is_deeper || depth(key) > 1;
      const std::size_t last = key.rfind(separator);
      if (last != std::string::npos && known.contains(key.substr(0, last))) return true;
    }
    if (are_all_deep && (is_deeper || separator == '/')) return true;
  }
  return false;
}

class ShapeReader {
 public:
  explicit ShapeReader(const Values& values) : values_(values) {}

  // Whether these values have one of the shapes; plain lists and objects of nodes have none.
  bool is_known() const { return is_known_; }

  Result<Outline> read() {
    const Value& whole = values_[0];
    for (const Value& value : values_) {
      if (Status status = check_keys(value); !status) return known(status);
    }
    Result<Outline> names = Status::bad_input("");
    if (read_names(values_, names)) {
      is_known_ = true;
      return names;
    }
    if (Status status = check_only_key(); !status) return known(status);
    has_pairs_ = std::any_of(values_.begin(), values_.end(),
                             [](const Value& value) {
                               return value.is_sequence() && value.items.empty();
                             }) ||
                 mixes_tuples_and_lists();
    outline_.root = outline_.add();
    work_ = {{0, outline_.root}};
    // A single name with a subtree is the root's.
    if (whole.kind == Kind::kDict && whole.items.size() == 1 && !is_node_key(whole.keys[0]) &&
        !is_near_miss(whole.keys[0]) && !is_type(whole.keys[0])) {
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
  Status known(Status status) {
    is_known_ = true;
    return status;
  }

  // Refuses a key that an object has twice: most programs keep only the last value.
  static Status check_keys(const Value& object) {
    std::unordered_set<std::string_view> seen;
    for (const std::string& key : object.keys) {
      if (!seen.insert(key).second) return wrong("the key '" + key + "' for the second time");
    }
    return Status::ok();
  }

  // Refuses {"L":{"v":3},"R":{"v":5}}: if all objects have the same only key, it may describe the
  // node itself.
  Status check_only_key() const {
    std::string_view only;
    std::size_t count = 0;
    for (std::size_t i = 1; i < values_.size(); ++i) {
      const Value& value = values_[i];
      if (value.keys.size() != 1) continue;
      if (count++ == 0) only = value.keys[0];
      if (value.keys[0] != only) return Status::ok();
    }
    const std::string key(only);
    if (count < 2 || is_node_key(key) || is_type(key) || is_near_miss(key)) return Status::ok();
    return wrong(
        "the only key of " + std::to_string(count) + " objects is '" + key +
        "', which may be a move or describe the node; name the node: {\"name\":" + json_quote(key) +
        ",\"value\":3} or {\"children\":[{\"name\":" + json_quote(key) + ",\"value\":3}]}");
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
    if (!outline_.nodes[node].value.empty()) return known(Status::ok());
    if (is_like_number(value.text)) return known(no_score(value.text, ""));
    return wrong("'" + value.text +
                 "' is a name where a node or a score is expected; names refer to nodes in "
                 "adjacency lists: {\"A\":[\"B\",\"C\"],\"B\":3,\"C\":5}");
  }

  bool is_head(const Value& value) const {
    if (value.kind == Kind::kNull) return true;
    return value.kind == Kind::kText && number_text(value.text).empty() &&
           !is_like_number(value.text);
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

  // ("A", 3, [...]), or ["A", 3, [["B",5], ...]]
  bool is_name_score_children(const Value& value) const {
    if (value.items.size() != 3) return false;
    const Value& third = values_[value.items[2]];
    if (third.kind != Kind::kList) return false;
    return value.kind == Kind::kTuple || third.items.empty() ||
           values_[third.items[0]].is_sequence();
  }

  // Refuses (A 3 (B 5 6)), where 3 is the score of A or its first child.
  Status score_behind_name(const Value& value) const {
    if (value.items.size() != 3 || is_name_score_children(value)) return Status::ok();
    if (!values_[value.items[2]].is_sequence()) return Status::ok();
    return wrong("behind '" + values_[value.items[0]].text +
                 "' a number and brackets: the number may be a score or a child; write "
                 "(\"A\",3,[(\"B\",5)]) or (\"A\",[3,(\"B\",5)])");
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
    const bool is_leaf = node_type(head.text) == NodeType::kLeaf;
    if (second.kind == Kind::kNumber && (to.type.empty() || is_leaf)) {
      if (Status status = score_behind_name(value); !status) return status;
      const bool has_score = value.items.size() == 2 || is_name_score_children(value);
      if (has_score) to.value = second.text;
      if (has_score) begin = 2;
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
    if (std::any_of(value.keys.begin(), value.keys.end(), is_type)) return of_type(value, node);
    if (are_paths(value.keys)) {
      return wrong("'" + value.keys.back() +
                   "' is a path where the name of a child is expected: {\"A\":{\"B\":{\"D\":3}}}");
    }
    if (Status status = children(value.items, 0, node); !status) return status;
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      outline_.nodes[outline_.nodes[node].children[i]].name = value.keys[i];
    }
    return Status::ok();
  }

  // {"max":[3,5]}, {"leaf":3}: the key is the type of the node itself.
  Status of_type(const Value& value, std::size_t node) {
    if (value.items.size() > 1) {
      return wrong("'" + value.keys[0] + "' and '" + value.keys[1] +
                   "' of one object: MAX, MIN and leaf are types of nodes; write {\"type\":\"MAX\","
                   "\"children\":[...]} for each");
    }
    outline_.nodes[node].type = value.keys[0];
    const Value& below = values_[value.items[0]];
    if (below.is_sequence()) return children(below.items, 0, node);
    return understand(below, node);
  }

  Status node_object(const Value& value, std::size_t node) {
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      const Value& item = values_[value.items[i]];
      Status status = value.keys[i] == "children"
                          ? children_of(value.items[i], node)
                          : set_attribute(value.keys[i], item, outline_.nodes[node]);
      if (!status) return status;
    }
    return Status::ok();
  }

  // The value of "children": a list, an object of names, or a single node.
  Status children_of(std::size_t item, std::size_t node) {
    const Value& value = values_[item];
    if (value.kind == Kind::kNull) return Status::ok();
    if (value.is_sequence()) {
      is_known_ = is_known_ ||
                  std::any_of(value.items.begin(), value.items.end(),
                              [this](auto child) { return values_[child].kind == Kind::kText; });
      return children(value.items, 0, node);
    }
    if (value.kind != Kind::kDict) {
      return wrong("'children' of a node is not a list: {\"children\":[3,5]}");
    }
    const bool is_child = std::any_of(value.keys.begin(), value.keys.end(),
                                      [](auto& key) { return is_node_key(key) || is_type(key); });
    is_known_ = true;
    if (is_child) return children({item}, 0, node);
    return value.items.empty() ? Status::ok() : dict(value, node);
  }

  const Values& values_;
  bool is_known_ = false, has_pairs_ = false;
  Outline outline_;
  std::vector<std::pair<std::size_t, std::size_t>> work_;  // values that make nodes
};

}  // namespace

Result<Outline> read_brackets(std::string_view text, bool& is_known) {
  Values values;
  is_known = false;
  bool is_python = false;
  if (!read_values(text, values, is_python)) return wrong("no brackets of values");
  ShapeReader reader(values);
  Result<Outline> outline = reader.read();
  is_known = reader.is_known() || is_python;
  return outline;
}

}  // namespace plytrace::tree
