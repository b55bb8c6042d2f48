// SPDX-License-Identifier: MIT
#include "core/games/tree/tree_shapes.h"

#include <array>
#include <cctype>

#include "core/games/tree/tree_words.h"
#include "core/parameters.h"

namespace plytrace::tree {
namespace {

constexpr std::string_view kForms =
    "\na tree may be given as text, as a file, or as - for standard input, in one of these forms:"
    "\n  nested lists:      [[3,12,8],[2,4,6],[14,5,2]]"
    "\n  objects:           {\"name\":\"A\",\"children\":[{\"name\":\"B\",\"value\":3},"
    "{\"name\":\"C\",\"value\":5}]}"
    "\n                     (id and label are names, score and utility values, type is MAX or MIN)"
    "\n  nested objects:    {\"A\":{\"B\":3,\"C\":5}}"
    "\n  adjacency:         {\"A\":[\"B\",\"C\"],\"B\":3,\"C\":5}, with \"root\":\"A\" if several "
    "names have no parent"
    "\n  nodes and edges:   {\"nodes\":[{\"id\":\"A\"},{\"id\":\"B\",\"value\":3},"
    "{\"id\":\"C\",\"value\":5}],\"edges\":[[\"A\",\"B\"],[\"A\",\"C\"]]}"
    "\n  tuples:            ((3,12,8),(2,4,6)) or (\"A\",[(\"B\",3),(\"C\",5)])"
    "\n  value, children:   [null,[[3,[]],[5,[]]]]"
    "\n  Newick:            (B:3,C:5)A;"
    "\n  DOT:               digraph { A -> B; A -> C; B [label=3]; C [label=5] }";

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

bool begins_with_word(std::string_view text, std::string_view word) {
  return lower(text.substr(0, word.size())) == word &&
         (text.size() == word.size() ||
          std::isalnum(static_cast<unsigned char>(text[word.size()])) == 0);
}

bool is_dot(std::string_view text) {
  const bool begins = begins_with_word(text, "digraph") || begins_with_word(text, "graph") ||
                      begins_with_word(text, "strict") || text.starts_with("//") ||
                      text.starts_with("/*") || text.starts_with('#');
  return begins && text.find('{') != std::string_view::npos;
}

// The form in which a text of another known format should be written; "" if the format is not known
// either.
std::string nearest_form(std::string_view text) {
  struct Format {
    std::string_view begin, words;
  };
  constexpr std::array<Format, 8> kFormats{
      {{"<", "XML; the nearest form is nodes and edges, or objects"},
       {"graph", "a Mermaid chart; the nearest form is DOT"},
       {"flowchart", "a Mermaid chart; the nearest form is DOT"},
       {"efg", "a game of Gambit; the nearest form is objects"},
       {"#nexus", "a NEXUS file; the nearest form is its Newick line"},
       {"---", "YAML; the nearest form is objects, in JSON"},
       {"- ", "a list with dashes; the nearest form is nested lists"},
       {"\\", "TeX; the nearest form is nested lists"}}};
  for (const Format& format : kFormats) {
    const bool is_word = std::isalpha(static_cast<unsigned char>(format.begin.back())) != 0;
    if (is_word ? begins_with_word(text, format.begin) : text.starts_with(format.begin)) {
      return "this looks like " + std::string(format.words);
    }
  }
  const std::string_view line = text.substr(0, text.find('\n'));
  constexpr std::size_t kLongestName = 255;
  if (line.find_first_of("([{") != std::string_view::npos &&
      line.find('/') > line.find_first_of("([{")) {
    return "words before brackets; the nearest form is the brackets alone, as nested objects or "
           "tuples: {\"A\":{\"B\":3,\"C\":5}} or (MAX (MIN 3 5) (MIN 2 9))";
  }
  if (line.size() == text.size() && text.size() <= kLongestName) {
    return "'" + std::string(text) + "' is not a tree, and no file has this name";
  }
  if (line.size() == text.size()) return "";
  if (line.find("->") != std::string_view::npos) {
    return "this looks like a list of edges; the nearest form is DOT: digraph { ... }";
  }
  if (line.find(',') != std::string_view::npos || line.find('\t') != std::string_view::npos) {
    return "this looks like a table; the nearest form is nodes and edges, or adjacency";
  }
  return line.find(':') != std::string_view::npos ? "this looks like YAML; the nearest form is "
                                                    "objects, in JSON"
                                                  : "this looks like an outline by lines; the "
                                                    "nearest form is nested objects";
}

// The same for a text that begins with a bracket and that has no known shape.
std::string nearest_bracket_form(std::string_view text) {
  if (text.find("=>") != std::string_view::npos) {
    return "'=>' after a key; the nearest form is {\"A\":[\"B\",\"C\"],\"B\":3,\"C\":5}";
  }
  if (text.starts_with("{{") || text.starts_with("{ {")) {
    return "braces are objects with keys; the nearest form is [[3,5],[2,9]]";
  }
  const std::size_t end = text.find_first_of(" ,:[]{}()\"", 1);
  const bool has_word = end > 1 && end != std::string_view::npos && text[end] == ' ' &&
                        finite_number_of(text.substr(1, end - 1)) == std::nullopt;
  if (text.starts_with('[') && has_word) {
    return "a name without quotes in square brackets; the nearest form is (A (B 3 5) (C 2 9))";
  }
  if (text.starts_with('[') && text.find(';') != std::string_view::npos) {
    return "a matrix; the nearest form is [[3,5],[2,9]]";
  }
  return "";
}

std::string called(const OutlineNode& node) {
  return node.name.empty() ? "a node" : "node '" + node.name + "'";
}

// Writes a node up to its children.
void open_node(const OutlineNode& node, std::string& text) {
  const bool is_leaf = node.children.empty();
  const std::string value = is_leaf && node.value.empty() ? number_text(node.label) : node.value;
  if (is_word_of_chance(node.type)) {
    throw Failure::bad_input("tree: " + called(node) + " is " + std::string(kChance));
  }
  if (is_leaf && value.empty()) {
    throw Failure::bad_input("tree: " + called(node) + " is a leaf without a score");
  }
  if (!node.type.empty() && !node_type(node.type)) {
    throw Failure::bad_input("tree: " + called(node) + " is of type '" + node.type +
                             "': a node is of type MAX, MIN or leaf; games of more than two "
                             "players are not supported");
  }
  JsonObjectText object;
  // A label that is not a score is a name.
  const bool is_score = is_leaf && node.value.empty();
  const std::string& name =
      node.name_rank < 2 && !node.label.empty() && !is_score ? node.label : node.name;
  if (!name.empty()) object.add("name", std::string_view(name));
  if (!node.move.empty()) object.add("move", std::string_view(node.move));
  if (!node.type.empty()) object.add("type", std::string_view(node.type));
  if (!value.empty()) object.add_json("value", value);
  std::string fields = object.str();
  fields.pop_back();
  text += fields;
  if (!node.children.empty()) text += fields == "{" ? "\"children\":[" : ",\"children\":[";
}

}  // namespace

void Outline::link(std::size_t parent, std::size_t child) {
  if (nodes[child].has_parent) {
    throw Failure::bad_input("tree: " + called(nodes[child]) +
                             " has two parents; give each node one parent, as a tree has");
  }
  nodes[child].has_parent = true;
  nodes[parent].children.push_back(child);
}

void Outline::find_root(bool is_only_one) {
  std::vector<std::string> names;
  for (std::size_t i = nodes.size(); i-- > 0;) {
    if (nodes[i].has_parent) continue;
    root = i;
    names.insert(names.begin(), "'" + nodes[i].name + "'");
  }
  if (names.empty()) {
    throw Failure::bad_input("tree: every node has a parent, so no node is the root");
  }
  is_whole = is_only_one;
  if (names.size() == 1 || !is_only_one) return;
  constexpr std::size_t kShown = 4;
  const bool is_long = names.size() > kShown;
  if (is_long) names.resize(kShown);
  throw Failure::bad_input("tree: " + joined(names) + (is_long ? ", ..." : "") +
                           " have no parent; say which of them is the root: \"root\":" +
                           json_quote(names.front().substr(1, names.front().size() - 2)));
}

std::string Outline::json() const {
  struct Open {
    std::size_t node, next;
  };
  std::string text;
  std::vector<Open> open = {{root, 0}};
  open_node(nodes[root], text);
  std::size_t count = 1;
  while (!open.empty()) {
    const OutlineNode& node = nodes[open.back().node];
    const std::size_t next = open.back().next++;
    if (next == node.children.size()) {
      text += next > 0 ? "]}" : "}";
      open.pop_back();
      continue;
    }
    if (next > 0) text += ',';
    const std::size_t child = node.children[next];
    // A node has one parent, so a cycle can only lead back to the root.
    if (child == root) {
      throw Failure::bad_input("tree: " + called(nodes[root]) + " is below itself");
    }
    open_node(nodes[child], text);
    open.push_back({child, 0});
    ++count;
  }
  if (is_whole && count < nodes.size()) {
    throw Failure::bad_input("tree: " + std::to_string(nodes.size() - count) +
                             " nodes are not below the root '" + nodes[root].name +
                             "'; their parents lead in a circle");
  }
  return text;
}

std::string json_of_shape(std::string_view text, const Status& json_error, bool lists_forms) {
  text = trimmed(text);
  if (is_dot(text)) return read_dot(text).json();
  const bool has_brackets = text.starts_with('(') || text.starts_with('[') || text.starts_with('{');
  if (text.starts_with('(') && text.ends_with(';')) return read_newick(text).json();
  if (has_brackets) {
    bool is_known = false;
    const auto outline = result_of([&] { return read_brackets(text, is_known); });
    if (is_known) return value_of(outline).json();
    // Newick without its semicolon has names behind brackets, which no tuple has.
    if (text.starts_with('(')) {
      const auto newick = result_of([&] { return read_newick(text); });
      if (newick) return newick->json();
    }
  }
  std::string message = json_error.message();
  if (message.find("not supported") != std::string::npos) throw Failure(json_error);
  if (!has_brackets && !text.empty()) {
    const std::string near = nearest_form(text);
    if (!near.empty()) message = "tree: " + near;
  }
  if (const std::string near = has_brackets ? nearest_bracket_form(text) : ""; !near.empty()) {
    throw Failure::bad_input("tree: " + near);
  }
  message += "; a tree is nested lists of leaf values, on a command line in quotes: '" +
             std::string(kExample) + "'";
  if (lists_forms || !has_brackets || text.starts_with('(')) message += kForms;
  throw Failure::bad_input(message);
}

}  // namespace plytrace::tree
