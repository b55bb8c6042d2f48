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
  // `is_known` becomes true if these values have one of the shapes; plain lists and objects of
  // nodes have none.
  ShapeReader(const Values& values, bool& is_known) : values_(values), is_known_(is_known) {}

  Outline read() {
    const Value& whole = values_[0];
    // Only a known shape fails up to here.
    const bool was_known = std::exchange(is_known_, true);
    for (const Value& value : values_) check_keys(value);
    if (auto outline = read_names(values_)) return std::move(*outline);
    check_only_key();
    is_known_ = was_known;
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
      understand(values_[value], node);
    }
    return std::move(outline_);
  }

 private:
  // Refuses a key that an object has twice: most programs keep only the last value.
  static void check_keys(const Value& object) {
    std::unordered_set<std::string_view> seen;
    for (const std::string& key : object.keys) {
      if (!seen.insert(key).second) wrong_tree("the key '" + key + "' for the second time");
    }
  }

  // Refuses {"L":{"v":3},"R":{"v":5}}: if all objects have the same only key, it may describe the
  // node itself.
  void check_only_key() const {
    std::string_view only;
    std::size_t count = 0;
    for (std::size_t i = 1; i < values_.size(); ++i) {
      const Value& value = values_[i];
      if (value.keys.size() != 1) continue;
      if (count++ == 0) only = value.keys[0];
      if (value.keys[0] != only) return;
    }
    const std::string key(only);
    if (count < 2 || is_node_key(key) || is_type(key) || is_near_miss(key)) return;
    wrong_tree(
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

  void understand(const Value& value, std::size_t node) {
    switch (value.kind) {
      case Kind::kNumber:
        outline_.nodes[node].value = value.text;
        return;
      case Kind::kNull:
        wrong_tree("null where a node is expected; leave a missing child out: [[3,5],[2]]");
      case Kind::kText:
        return text_leaf(value, node);
      case Kind::kDict:
        return dict(value, node);
      default:
        return sequence(value, node);
    }
  }

  void text_leaf(const Value& value, std::size_t node) {
    outline_.nodes[node].value = number_text(value.text);
    is_known_ = is_known_ || !outline_.nodes[node].value.empty() || is_like_number(value.text);
    if (!outline_.nodes[node].value.empty()) return;
    if (is_like_number(value.text)) no_score(value.text, "");
    wrong_tree("'" + value.text +
               "' is a name where a node or a score is expected; names refer to nodes in "
               "adjacency lists: {\"A\":[\"B\",\"C\"],\"B\":3,\"C\":5}");
  }

  bool is_head(const Value& value) const {
    if (value.kind == Kind::kNull) return true;
    return value.kind == Kind::kText && number_text(value.text).empty() &&
           !is_like_number(value.text);
  }

  void sequence(const Value& value, std::size_t node) {
    is_known_ = is_known_ || value.kind == Kind::kTuple;
    if (value.items.empty()) wrong_tree(std::string(kEmptyBrackets));
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
  void score_behind_name(const Value& value) const {
    if (value.items.size() != 3 || is_name_score_children(value)) return;
    if (!values_[value.items[2]].is_sequence()) return;
    wrong_tree("behind '" + values_[value.items[0]].text +
               "' a number and brackets: the number may be a score or a child; write "
               "(\"A\",3,[(\"B\",5)]) or (\"A\",[3,(\"B\",5)])");
  }

  // ("A", [...]), ("A", 3), ("A", 3, [...]), (MAX x y z), [null, [...]]
  void headed(const Value& value, std::size_t node) {
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
      score_behind_name(value);
      const bool has_score = value.items.size() == 2 || is_name_score_children(value);
      if (has_score) to.value = second.text;
      if (has_score) begin = 2;
    }
    if (begin == value.items.size()) return;
    const Value& rest = values_[value.items[begin]];
    const bool is_list_of_children = begin + 1 == value.items.size() && rest.is_sequence() &&
                                     (rest.items.empty() || !is_head(values_[rest.items[0]]));
    return is_list_of_children ? children(rest.items, 0, node) : children(value.items, begin, node);
  }

  void children(const std::vector<std::size_t>& items, std::size_t begin, std::size_t node) {
    for (std::size_t i = begin; i < items.size(); ++i) {
      const std::size_t child = outline_.add();
      outline_.link(node, child);
      work_.emplace_back(items[i], child);
    }
  }

  // An object with the keys of a node, or one whose keys are moves.
  void dict(const Value& value, std::size_t node) {
    const bool is_node = std::any_of(value.keys.begin(), value.keys.end(), is_node_key);
    if (is_node) return node_object(value, node);
    for (const std::string& key : value.keys) {
      if (is_near_miss(key)) unknown_key(key);
    }
    if (value.items.empty()) {
      wrong_tree(
          "an object without nodes; a node is {\"name\":\"A\",\"children\":[3,5]} or "
          "{\"A\":{\"B\":3,\"C\":5}}");
    }
    is_known_ = true;
    if (std::any_of(value.keys.begin(), value.keys.end(), is_type)) return of_type(value, node);
    if (are_paths(value.keys)) {
      wrong_tree("'" + value.keys.back() +
                 "' is a path where the name of a child is expected: {\"A\":{\"B\":{\"D\":3}}}");
    }
    children(value.items, 0, node);
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      outline_.nodes[outline_.nodes[node].children[i]].name = value.keys[i];
    }
  }

  // {"max":[3,5]}, {"leaf":3}: the key is the type of the node itself.
  void of_type(const Value& value, std::size_t node) {
    if (value.items.size() > 1) {
      wrong_tree("'" + value.keys[0] + "' and '" + value.keys[1] +
                 "' of one object: MAX, MIN and leaf are types of nodes; write {\"type\":\"MAX\","
                 "\"children\":[...]} for each");
    }
    outline_.nodes[node].type = value.keys[0];
    const Value& below = values_[value.items[0]];
    if (below.is_sequence()) return children(below.items, 0, node);
    return understand(below, node);
  }

  void node_object(const Value& value, std::size_t node) {
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      const Value& item = values_[value.items[i]];
      value.keys[i] == "children" ? children_of(value.items[i], node)
                                  : set_attribute(value.keys[i], item, outline_.nodes[node]);
    }
  }

  // The value of "children": a list, an object of names, or a single node.
  void children_of(std::size_t item, std::size_t node) {
    const Value& value = values_[item];
    if (value.kind == Kind::kNull) return;
    if (value.is_sequence()) {
      is_known_ = is_known_ ||
                  std::any_of(value.items.begin(), value.items.end(),
                              [this](auto child) { return values_[child].kind == Kind::kText; });
      return children(value.items, 0, node);
    }
    if (value.kind != Kind::kDict) {
      wrong_tree("'children' of a node is not a list: {\"children\":[3,5]}");
    }
    const bool is_child = std::any_of(value.keys.begin(), value.keys.end(),
                                      [](auto& key) { return is_node_key(key) || is_type(key); });
    is_known_ = true;
    if (is_child) return children({item}, 0, node);
    if (!value.items.empty()) dict(value, node);
  }

  const Values& values_;
  bool& is_known_;
  bool has_pairs_ = false;
  Outline outline_;
  std::vector<std::pair<std::size_t, std::size_t>> work_;  // values that make nodes
};

}  // namespace

Outline read_brackets(std::string_view text, bool& is_known) {
  Values values;
  is_known = false;
  if (!read_values(text, values, is_known)) wrong_tree("no brackets of values");
  return ShapeReader(values, is_known).read();
}

}  // namespace plytrace::tree
