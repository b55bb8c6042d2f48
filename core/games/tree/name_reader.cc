// SPDX-License-Identifier: MIT
//
// Trees in which names refer to nodes: adjacency lists, nodes and edges, lists of nodes with ids.
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/games/tree/bracket_values.h"
#include "core/games/tree/tree_words.h"

namespace plytrace::tree {
namespace {

using Kind = Value::Kind;
using Keys = std::span<const std::string_view>;

constexpr std::array<std::string_view, 7> kLinks = {"tree",      "children", "graph",     "edges",
                                                    "adjacency", "succs",    "successors"};
constexpr std::array<std::string_view, 5> kScores = {"values", "scores", "utilities", "utils",
                                                     "leaves"};
constexpr std::array<std::string_view, 2> kEdges = {"edges", "links"};
constexpr std::array<std::string_view, 2> kFrom = {"from", "source"};
constexpr std::array<std::string_view, 2> kTo = {"to", "target"};
constexpr std::array<std::string_view, 4> kMove = {"move", "label", "name", "action"};
constexpr std::array<std::string_view, 2> kIds = {"id", "name"};
constexpr std::array<std::string_view, 3> kParent = {"parent", "parentId", "parent_id"};
constexpr std::string_view kAdjacency = R"({"A":["B","C"],"B":3,"C":5})";
constexpr std::string_view kGraph =
    R"({"nodes":[{"id":"A"},{"id":"B","value":3}],"edges":[["A","B"]]})";

bool is_one_of(std::string_view key, Keys keys) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

[[noreturn]] void wrong(const std::string& what, std::string_view form) {
  wrong_tree(what + ": " + std::string(form));
}

class NameReader {
 public:
  explicit NameReader(const Values& values) : values_(values) {}

  // False if names do not refer to nodes.
  bool read() {
    const Value& whole = values_[0];
    if (whole.is_sequence()) {
      if (!is_list_of_nodes(whole)) return false;
      list_of_nodes(whole);
      return true;
    }
    if (whole.kind != Kind::kDict) return false;
    if (edges_of(whole) != nullptr) {
      graph(whole);
      return true;
    }
    const Value* const scores = dict_at(whole, kScores);
    if (refers(whole)) {
      adjacency(whole, nullptr);
      return true;
    }
    const Value* const links = dict_at(whole, kLinks);
    if (links == nullptr || (scores == nullptr && !refers(*links))) return false;
    for (std::size_t i = 0; i < whole.keys.size(); ++i) {
      const Value* const item = &values_[whole.items[i]];
      if (item == links || item == scores) continue;
      if (whole.keys[i] != "root") unused(whole.keys[i], kAdjacency);
      take_root(*item);
    }
    adjacency(*links, scores);
    return true;
  }

  Outline& outline() { return outline_; }

 private:
  [[noreturn]] static void unused(const std::string& key, std::string_view form) {
    wrong("the key '" + key + "' has no meaning here; the nearest form is", form);
  }

  const Value* at(const Value& dict, std::string_view key) const {
    for (std::size_t i = 0; i < dict.keys.size(); ++i) {
      if (dict.keys[i] == key) return &values_[dict.items[i]];
    }
    return nullptr;
  }
  const Value* first_at(const Value& dict, Keys keys) const {
    for (const std::string_view key : keys) {
      if (const Value* const found = at(dict, key)) return found;
    }
    return nullptr;
  }
  const Value* dict_at(const Value& dict, Keys keys) const {
    for (const std::string_view key : keys) {
      const Value* const found = at(dict, key);
      if (found != nullptr && found->kind == Kind::kDict) return found;
    }
    return nullptr;
  }

  std::size_t named(const std::string& name) {
    const auto [known, is_new] = names_.try_emplace(name, outline_.nodes.size());
    if (is_new) {
      OutlineNode& node = outline_.nodes[outline_.add()];
      node.name = name;
      node.name_rank = 1;
    }
    return known->second;
  }

  void take_root(const Value& value) {
    if (value.kind == Kind::kNull) return;
    if (!value.is_scalar()) wrong("'root' is the name of a node", R"("root":"A")");
    root_ = value.text;
  }

  void find_root() {
    if (root_.empty()) return outline_.find_root(true);
    if (!names_.contains(root_)) wrong_tree("the root '" + root_ + "' is not one of the nodes");
    outline_.root = names_.at(root_);
  }

  static bool is_name(const Value& value) {
    return value.kind == Kind::kText && number_text(value.text).empty();
  }

  // -- Adjacency -------------------------------------------------------------------

  // Whether an item of this sequence or dict is a name or has_key(). nullopt if an item is
  // not a scalar.
  std::optional<bool> refers_once(const Value& value, const std::unordered_set<std::string>& keys) {
    bool refers = false;
    for (const std::size_t item : value.items) {
      const Value& child = values_[item];
      if (!child.is_scalar()) return std::nullopt;
      // A text in a list is a name. Behind a move it is one only if the node exists.
      refers = refers || (is_name(child) && value.is_sequence()) || keys.contains(child.text);
    }
    return refers;
  }

  // Whether each value lists names or scores, and at least one lists a name.
  bool refers(const Value& whole) {
    const std::unordered_set<std::string> keys(whole.keys.begin(), whole.keys.end());
    if (std::any_of(whole.keys.begin(), whole.keys.end(), is_node_key)) return false;
    bool refers = false;
    for (const std::size_t item : whole.items) {
      const Value& value = values_[item];
      if (value.is_scalar() || value.kind == Kind::kNull) continue;
      const bool is_node = std::any_of(value.keys.begin(), value.keys.end(), is_node_key);
      const Value* const list = is_node ? at(value, "children") : &value;
      if (list == nullptr || list->kind == Kind::kNull) continue;
      const auto found = refers_once(*list, keys);
      if (!found) return false;
      refers = refers || *found;
    }
    return refers;
  }

  void adjacency(const Value& links, const Value* scores) {
    declared_.insert(links.keys.begin(), links.keys.end());
    if (scores != nullptr) declared_.insert(scores->keys.begin(), scores->keys.end());
    for (std::size_t i = 0; i < links.items.size(); ++i) {
      const Value& value = values_[links.items[i]];
      const bool is_root = links.keys[i] == "root" && is_name(value);
      is_root ? take_root(value) : entry(links.keys[i], value);
    }
    if (scores != nullptr) give_scores(*scores);
    return find_root();
  }

  void give_scores(const Value& scores) {
    for (std::size_t i = 0; i < scores.items.size(); ++i) {
      const Value& value = values_[scores.items[i]];
      const std::size_t node = named(scores.keys[i]);
      set_attribute("value", value, outline_.nodes[node]);
    }
  }

  // "A": ["B", 3], or "A": {"left": "B"}, or "A": {"children": ["B"]}, or "A": 3.
  void entry(const std::string& name, const Value& value) {
    const std::size_t node = named(name);
    if (value.is_sequence()) return children(value, node);
    if (value.kind != Kind::kDict) return set_attribute("value", value, outline_.nodes[node]);
    if (std::any_of(value.keys.begin(), value.keys.end(), is_node_key)) {
      return attributes(value, node);
    }
    children(value, node);
    const std::vector<std::size_t>& below = outline_.nodes[node].children;
    for (std::size_t i = 0; i < value.keys.size(); ++i) {
      outline_.nodes[below[below.size() - value.keys.size() + i]].move = value.keys[i];
    }
  }

  void children(const Value& list, std::size_t node) {
    for (const std::size_t item : list.items) {
      const Value& child = values_[item];
      if (!child.is_scalar()) {
        wrong("the children of '" + outline_.nodes[node].name + "' are names or scores",
              kAdjacency);
      }
      // A number is a leaf's score, unless a node has that name.
      const bool has_name = is_name(child) || declared_.contains(child.text);
      const std::size_t below = has_name ? named(child.text) : outline_.add();
      if (!has_name) outline_.nodes[below].value = number_text(child.text);
      outline_.link(node, below);
    }
  }

  void attributes(const Value& object, std::size_t node) {
    for (std::size_t i = 0; i < object.items.size(); ++i) {
      const std::string& key = object.keys[i];
      const Value& value = values_[object.items[i]];
      const bool is_list = key == "children" && value.is_sequence();
      const bool is_none = key == "children" && value.kind == Kind::kNull;
      if (key == "children" && !is_list && !is_none) {
        wrong("the children of '" + outline_.nodes[node].name + "' are a list", kAdjacency);
      }
      if (is_none) continue;
      is_list ? children(value, node) : set_attribute(key, value, outline_.nodes[node]);
    }
  }

  // -- Nodes and edges -------------------------------------------------------------

  // The list of edges, if nodes or scores are given as well.
  const Value* edges_of(const Value& whole) const {
    const Value* const edges = first_at(whole, kEdges);
    const bool has_nodes = at(whole, "nodes") != nullptr || dict_at(whole, kScores) != nullptr;
    return edges != nullptr && edges->is_sequence() && has_nodes ? edges : nullptr;
  }

  void graph(const Value& whole) {
    const Value* const edges = edges_of(whole);
    const Value* const scores = dict_at(whole, kScores);
    for (std::size_t i = 0; i < whole.items.size(); ++i) {
      const Value& value = values_[whole.items[i]];
      const std::string& key = whole.keys[i];
      // NetworkX writes these; "graph" has the attributes of the whole.
      const bool is_plain = key == "directed" || key == "multigraph" || key == "nodes" ||
                            (key == "graph" && value.items.empty());
      if (&value == edges || &value == scores || is_plain) continue;
      if (key != "root") unused(key, kGraph);
      take_root(value);
    }
    if (const Value* const nodes = at(whole, "nodes")) graph_nodes(*nodes);
    if (scores != nullptr) give_scores(*scores);
    for (const std::size_t item : edges->items) edge(values_[item]);
    return find_root();
  }

  // ["A","B"], ["A","B","left"], or an object with both ends and perhaps a move.
  void edge(const Value& edge) {
    const Value* from = nullptr;
    const Value* to = nullptr;
    const Value* move = nullptr;
    const std::size_t size = edge.items.size();
    if (edge.is_sequence() && (size == 2 || size == 3)) {
      from = &values_[edge.items[0]];
      to = &values_[edge.items[1]];
      if (size == 3) move = &values_[edge.items[2]];
    }
    for (std::size_t i = 0; i < edge.keys.size(); ++i) {
      const Value& value = values_[edge.items[i]];
      const std::string& key = edge.keys[i];
      // The key of an edge numbers parallel edges in NetworkX.
      if (key == "key" && value.text == "0") continue;
      const Value*& end = is_one_of(key, kFrom) ? from : is_one_of(key, kTo) ? to : move;
      if (is_word_of_chance(key)) wrong_tree(std::string(kChance));
      if (&end == &move && !is_one_of(key, kMove)) {
        wrong("the key '" + key + "' of an edge has no meaning; an edge is",
              R"({"from":"A","to":"B","move":"left"})");
      }
      end = &value;
    }
    const bool has_ends = from != nullptr && to != nullptr && from->is_scalar() && to->is_scalar();
    if (!has_ends || (move != nullptr && !is_name(*move) && edge.is_sequence())) {
      wrong("an edge has two ends, and perhaps a move",
            R"(["A","B"], ["A","B","left"], {"from":"A","to":"B"} or {"source":..,"target":..})");
    }
    const std::size_t below = named(to->text);
    if (move != nullptr && move->kind != Kind::kNull) {
      set_attribute("move", *move, outline_.nodes[below]);
    }
    return outline_.link(named(from->text), below);
  }

  // A list of nodes with an id each, of pairs of id and node, or an object of id and node.
  void graph_nodes(const Value& nodes) {
    for (std::size_t i = 0; i < nodes.items.size(); ++i) {
      const Value& node = values_[nodes.items[i]];
      if (nodes.kind == Kind::kDict) {
        pair(nodes.keys[i], node);
      } else if (node.kind == Kind::kDict) {
        identified(node);
      } else if (node.is_scalar()) {
        named(node.text);
      } else if (node.items.size() == 2 && values_[node.items[0]].is_scalar()) {
        pair(values_[node.items[0]].text, values_[node.items[1]]);
      } else {
        wrong("a node has an id and perhaps a value", kGraph);
      }
    }
  }

  // The id of a node, and its score or its attributes.
  void pair(const std::string& id, const Value& node) {
    const std::size_t index = named(id);
    if (node.kind == Kind::kDict) return attributes(node, index);
    return set_attribute("value", node, outline_.nodes[index]);
  }

  const Value* id_of(const Value& node) const { return first_at(node, kIds); }

  // An object with an id (or a name), which others refer to. "parent" is read elsewhere.
  void identified(const Value& node) {
    const Value* const id = id_of(node);
    if (id == nullptr || !id->is_scalar()) wrong("a node of the list has no id", kGraph);
    if (!identified_.insert(id->text).second) {
      wrong_tree("two nodes of the list have the id '" + id->text + "'");
    }
    const std::size_t index = named(id->text);
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      const Value& value = values_[node.items[i]];
      const std::string& key = node.keys[i];
      if (&value == id || (has_parents_ && is_one_of(key, kParent))) continue;
      const bool is_list = key == "children" && value.is_sequence();
      if (is_list && has_parents_ && !value.items.empty()) {
        wrong_tree("a list of nodes gives the parents or the children, not both");
      }
      if (key == "children" && (is_list || value.kind == Kind::kNull)) {
        children(value, index);
      } else {
        set_attribute(key, value, outline_.nodes[index]);
      }
    }
  }

  // -- Lists of nodes --------------------------------------------------------------

  // A list of objects with ids, which have parents, or children that are ids.
  bool is_list_of_nodes(const Value& whole) {
    bool refers = false;
    for (const std::size_t item : whole.items) {
      const Value& node = values_[item];
      if (node.kind != Kind::kDict || id_of(node) == nullptr) return false;
      declared_.insert(id_of(node)->text);
      has_parents_ = has_parents_ || first_at(node, kParent) != nullptr;
    }
    for (const std::size_t item : whole.items) {
      const Value* const list = at(values_[item], "children");
      if (list != nullptr && list->is_sequence()) {
        refers = refers || refers_once(*list, declared_).value_or(false);
      }
    }
    return refers || has_parents_;
  }

  void list_of_nodes(const Value& whole) {
    for (const std::size_t item : whole.items) identified(values_[item]);
    for (const std::size_t item : whole.items) {
      const Value* const parent = first_at(values_[item], kParent);
      if (parent == nullptr || parent->kind == Kind::kNull) continue;
      if (parent->kind == Kind::kText && parent->text.empty()) continue;
      const std::string& id = id_of(values_[item])->text;
      if (!parent->is_scalar() || !names_.contains(parent->text)) {
        wrong("the parent '" + parent->text + "' of '" + id +
                  "' is not in the list; the root has the parent null",
              R"([{"id":"A","parent":null},{"id":"B","parent":"A","value":3}])");
      }
      outline_.link(named(parent->text), named(id));
    }
    return find_root();
  }

  const Values& values_;
  Outline outline_;
  std::string root_;                                    // the name of the root, if it is given
  bool has_parents_ = false;                            // a list of nodes gives parents
  std::unordered_map<std::string, std::size_t> names_;  // the nodes
  std::unordered_set<std::string> declared_;            // names that numbers may refer to
  std::unordered_set<std::string> identified_;          // ids of the list of nodes
};

}  // namespace

std::optional<Outline> read_names(const Values& values) {
  NameReader reader(values);
  if (!reader.read()) return std::nullopt;
  return std::move(reader.outline());
}

}  // namespace plytrace::tree
