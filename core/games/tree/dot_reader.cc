// SPDX-License-Identifier: MIT
//
// DOT: the first tree of a graph. The root is the first node without a parent; in an undirected
// graph an edge leads from the node that is named first. Labels are names; a number at the end of a
// leaf's label, or its attribute `value`, is the leaf's score; labels of edges are moves. The
// labels MAX and MIN, and the shapes triangle and invtriangle, are types.
// Source: the DOT language, https://graphviz.org/doc/info/lang.html
#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <sstream>
#include <unordered_map>
#include <utility>

#include "core/games/tree/tree_shapes.h"
#include "core/games/tree/tree_words.h"

namespace plytrace::tree {
namespace {

using Attributes = std::map<std::string, std::string>;

bool is_id_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' ||
         static_cast<unsigned char>(c) >= 0x80;
}

std::vector<std::string> words_of(std::string label) {
  std::replace_if(
      label.begin(), label.end(), [](char c) { return c == ':' || c == '='; }, ' ');
  std::istringstream words(label);
  return {std::istream_iterator<std::string>(words), {}};
}

// The probability that a text such as "0.5", "1/3" or "p=0.25" gives; -1 for another text.
double probability(const std::string& label) {
  const std::vector<std::string> words = words_of(label);
  if (words.empty() || words.size() > 2) return -1;
  std::string text = words.back();
  double factor = 1;
  if (text.ends_with('%')) {
    text.pop_back();
    factor = 0.01;
  }
  if (const std::size_t slash = text.find('/'); slash != std::string::npos) {
    const auto below = finite_number_of(text.substr(slash + 1));
    if (!below || *below <= 0) return -1;
    factor = 1 / *below;
    text.resize(slash);
  } else if (factor == 1 && text.find('.') == std::string::npos) {
    return -1;
  }
  const auto number = finite_number_of(text);
  return number ? *number * factor : -1;
}

class DotReader {
 public:
  explicit DotReader(std::string_view text) : text_(text) {}

  Outline read() {
    next();
    if (is_word("strict")) next();
    is_directed_ = is_word("digraph");
    if (!is_directed_ && !is_word("graph")) error("expected digraph or graph");
    next();
    if (token_ != "{" || is_quoted_) next();  // the graph's name
    if (!takes("{")) error("expected '{'");
    int depth = 1;
    while (depth > 0) {
      if (at_end_) error("the graph has no closing '}'");
      if (takes("{")) {
        ++depth;
        outer_defaults_.push_back(defaults_);
      } else if (takes("}")) {
        --depth;
        if (outer_defaults_.empty()) continue;
        defaults_ = std::move(outer_defaults_.back());
        outer_defaults_.pop_back();
      } else if (takes(";")) {
        continue;
      } else {
        statement();
      }
    }
    if (outline_.nodes.empty()) error("the graph has no nodes");
    outline_.find_root(false);
    return finish();
  }

 private:
  bool is_word(std::string_view word) const { return !is_quoted_ && lower(token_) == word; }
  bool is_mark() const {
    return !is_quoted_ && !token_.empty() && !is_id_character(token_[0]) && token_[0] != '-';
  }
  bool is_edge() const { return !is_quoted_ && (token_ == "->" || token_ == "--"); }
  bool takes(std::string_view mark) {
    if (is_quoted_ || token_ != mark) return false;
    next();
    return true;
  }

  void statement() {
    if (takes("subgraph")) {
      if (token_ != "{" || is_quoted_) next();
      return;  // the braces of a subgraph are read like the graph's
    }
    const bool sets_defaults = is_word("node") || is_word("edge") || is_word("graph");
    const bool is_of_nodes = is_word("node");
    if (is_mark() || is_edge()) error("expected a node, not '" + token_ + "'");
    std::vector<std::string> chain = {token_};
    next();
    if (takes("=")) {  // an attribute of the graph
      next();
      return;
    }
    skip_port();
    while (is_edge()) {
      next();
      if (takes("subgraph") && (token_ != "{" || is_quoted_)) next();
      if (takes("{")) {
        group(chain);
        continue;
      }
      if (is_mark() || is_edge() || at_end_) error("expected a node after the edge");
      edge(chain.back(), token_);
      chain.push_back(token_);
      next();
      skip_port();
    }
    Attributes attributes;
    while (takes("[")) {
      read_attributes(attributes);
    }
    if (sets_defaults && chain.size() == 1) {
      if (is_of_nodes) defaults_ = std::move(attributes);
      return;
    }
    if (made_.empty()) {
      Attributes& of = attributes_[node(chain[0])];
      for (const auto& [key, value] : attributes) of[key] = value;
    }
    const auto label = attributes.find("label");
    for (const std::size_t child : std::exchange(made_, {})) {
      if (label != attributes.end()) outline_.nodes[child].move = label->second;
    }
  }

  // "A -> { B C }": edges to each of them.
  void group(std::vector<std::string>& chain) {
    const std::string parent = chain.back();
    while (!takes("}")) {
      if (at_end_) error("expected '}'");
      if (takes(";") || takes(",")) continue;
      if (is_mark() || is_edge()) error("expected a node, not '" + token_ + "'");
      edge(parent, token_);
      chain.push_back(token_);
      next();
    }
  }

  void skip_port() {
    while (takes(":")) next();
  }

  void read_attributes(Attributes& attributes) {
    while (!takes("]")) {
      if (at_end_) error("expected ']'");
      if (takes(",") || takes(";")) continue;
      const std::string key = token_;
      next();
      if (!takes("=")) error("expected '=' after '" + key + "'");
      // A second meaning of Graphviz's own attributes: weight and size lay the graph out.
      const bool is_layout = key == "weight" || key == "size" || key == "comment";
      if (is_word_of_data(key) && !is_layout) {
        error("the attribute '" + key + "' has no meaning; a score is B [label=3]; found");
      }
      attributes[key] = token_;
      next();
    }
  }

  std::size_t node(const std::string& id) {
    const auto [known, is_new] = ids_.try_emplace(id, outline_.nodes.size());
    if (is_new) {
      outline_.nodes[outline_.add()].name = id;
      attributes_.push_back(defaults_);
    }
    return known->second;
  }

  void edge(const std::string& from, const std::string& to) {
    const std::size_t parent = node(from);
    const std::size_t child = node(to);
    made_.push_back(child);
    return outline_.link(parent, child);
  }

  // Gives names, scores and types to the nodes, by their attributes.
  Outline finish() {
    for (std::size_t i = 0; i < outline_.nodes.size(); ++i) {
      OutlineNode& node = outline_.nodes[i];
      const Attributes& attributes = attributes_[i];
      const auto of = [&](const char* key) {
        const auto found = attributes.find(key);
        return found == attributes.end() || found->second == "\\N" ? "" : found->second;
      };
      for (const char* key : {"value", "score", "utility", "xlabel"}) {
        if (node.value.empty()) node.value = number_text(of(key));
      }
      node.type = of("type");
      if (of("shape") == "triangle" && !node.children.empty()) node.type = "MAX";
      if (of("shape") == "invtriangle" && !node.children.empty()) node.type = "MIN";
      take_label(of("label"), node);
      if (is_chance(node)) node.type = "chance";
    }
    return std::move(outline_);
  }

  static void take_label(std::string label, OutlineNode& node) {
    std::vector<std::string> words = words_of(label);
    const bool is_leaf = node.children.empty();
    if (is_leaf && label.find(',') != std::string::npos && label.find_first_of("([") == 0) {
      throw Failure::bad_input("tree: node '" + node.name + "': " + std::string(kSeveralScores));
    }
    for (auto word = words.begin(); word != words.end();) {
      const bool is_type = !is_leaf && (node_type(*word) || is_word_of_chance(*word));
      if (is_type) node.type = *word;
      word = is_type ? words.erase(word) : word + 1;
    }
    if (!words.empty() && node.value.empty()) {
      node.value = number_text(words.back());
      if (!node.value.empty()) words.pop_back();
    } else if (!words.empty() && number_text(words.back()) == node.value) {
      words.pop_back();
    }
    if (!words.empty()) {
      node.name = joined(words, " ");
    } else if (is_leaf && node.value.empty()) {
      node.value = number_text(node.name);
    }
  }

  // Whether the labels of the edges below are probabilities.
  bool is_chance(const OutlineNode& node) const {
    if (node.children.size() < 2) return false;
    double sum = 0;
    for (const std::size_t child : node.children) {
      const double part = probability(outline_.nodes[child].move);
      if (part < 0) return false;
      sum += part;
    }
    return sum > 0.98 && sum < 1.02;
  }

  // -- Tokens ----------------------------------------------------------------------

  void next() {
    skip_blanks();
    token_.clear();
    is_quoted_ = false;
    at_end_ = at_ >= text_.size();
    if (at_end_) return;
    const char c = text_[at_];
    if (c == '"') return quoted();
    if (c == '<') return html();
    const bool is_number =
        c == '-' && at_ + 1 < text_.size() && text_[at_ + 1] != '-' && text_[at_ + 1] != '>';
    if (is_id_character(c) || is_number) {
      do {
        token_ += text_[at_++];
      } while (at_ < text_.size() && is_id_character(text_[at_]));
      return;
    }
    const std::string_view two = text_.substr(at_, 2);
    token_ = two == "->" || two == "--" ? two : two.substr(0, 1);
    at_ += token_.size();
  }

  void quoted() {
    is_quoted_ = true;
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] != '\\' || at_ + 1 >= text_.size()) {
        token_ += text_[at_];
        continue;
      }
      const char c = text_[++at_];
      // \n, \l and \r end a line of a label; \N is the node's name.
      if (c == 'n' || c == 'l' || c == 'r') {
        token_ += '\n';
      } else {
        token_ += c == '"' || c == '\\' ? std::string(1, c) : std::string{'\\', c};
      }
    }
    at_ = std::min(at_ + 1, text_.size());
  }

  // An HTML label: its text without tags.
  void html() {
    is_quoted_ = true;
    int depth = 0;
    do {
      const char c = text_[at_++];
      if (c == '<') ++depth;
      if (c != '<' && c != '>' && depth == 1) token_ += c;
      if (c == '>') {
        --depth;
        if (depth == 1) token_ += ' ';
      }
    } while (depth > 0 && at_ < text_.size());
  }

  void skip_blanks() {
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      const bool starts_line = at_ == 0 || text_[at_ - 1] == '\n';
      if (std::isspace(static_cast<unsigned char>(rest[0])) != 0) {
        ++at_;
      } else if (rest.starts_with("//") || (rest[0] == '#' && starts_line)) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (rest.starts_with("/*")) {
        const std::size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
      } else {
        return;
      }
    }
  }

  [[noreturn]] void error(const std::string& what) const {
    throw Failure::bad_input("tree: DOT: " + what + " before character " + std::to_string(at_ + 1) +
                             " of the text");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string token_;
  bool is_quoted_ = false, at_end_ = false, is_directed_ = false;
  Outline outline_;
  std::vector<Attributes> attributes_;  // attributes of each node
  Attributes defaults_;
  std::vector<Attributes> outer_defaults_;  // those outside of the open subgraphs
  std::unordered_map<std::string, std::size_t> ids_;
  std::vector<std::size_t> made_;  // the nodes that edges of the current statement lead to
};

}  // namespace

Outline read_dot(std::string_view text) { return DotReader(text).read(); }

}  // namespace plytrace::tree
