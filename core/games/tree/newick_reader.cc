// SPDX-License-Identifier: MIT
//
// Newick: (B:3,(D:3,E:5)C)A; The length of a branch is the score of the node; a leaf whose name is
// a number and that has no length has that score.
// Source: J. Felsenstein, "The Newick tree format", PHYLIP.
#include <algorithm>
#include <cctype>

#include "core/games/tree/tree_shapes.h"
#include "core/games/tree/tree_words.h"

namespace plytrace::tree {
namespace {

class NewickReader {
 public:
  explicit NewickReader(std::string_view text) : text_(text) {}

  Outline read() {
    outline_.root = outline_.add();
    open_ = {outline_.root};
    while (true) {
      subtree();
      // After a node: a sibling, the end of its parent, or the end of the tree.
      while (true) {
        const char c = peek();
        if (open_.size() > 1 && c == ',') {
          ++at_;
          open_child(open_[open_.size() - 2], true);
          break;
        }
        if (open_.size() > 1 && c == ')') {
          ++at_;
          open_.pop_back();
          name_and_length();
          continue;
        }
        if (open_.size() > 1) error("expected ',' or ')'");
        if (c == ';') ++at_;
        if (peek() != '\0') error("text after the tree; give one tree");
        return std::move(outline_);
      }
    }
  }

 private:
  // Reads the brackets that open here, up to the innermost first leaf.
  void subtree() {
    while (peek() == '(') {
      ++at_;
      open_child(open_.back(), false);
    }
    return name_and_length();
  }

  void open_child(std::size_t parent, bool is_sibling) {
    const std::size_t child = outline_.add();
    if (is_sibling) open_.pop_back();
    open_.push_back(child);
    return outline_.link(parent, child);
  }

  void name_and_length() {
    OutlineNode& node = outline_.nodes[open_.back()];
    const std::string name = label();
    if (peek() == ':') {
      ++at_;
      node.value = number_text(label());
      if (node.value.empty()) error("expected a number after ':'");
    }
    const bool is_leaf = node.children.empty();
    if (is_leaf && !node.value.empty() && !number_text(name).empty()) {
      error("the leaf '" + name + "' has the length " + node.value +
            ", and either may be its score; write (B:3,C:5)A; or (3,5);");
    }
    if (node_type(name) && !is_leaf) {
      node.type = name;
    } else if (is_leaf && node.value.empty() && !number_text(name).empty()) {
      node.value = number_text(name);
    } else {
      node.name = name;
    }
    if (is_word_of_chance(name) && !is_leaf) node.type = name;
  }

  std::string label() {
    std::string text;
    if (peek() == '\'') {
      for (++at_; at_ < text_.size(); ++at_) {
        // A quote is doubled inside of quotes.
        if (text_[at_] == '\'' && (at_ + 1 >= text_.size() || text_[at_ + 1] != '\'')) break;
        if (text_[at_] == '\'') ++at_;
        text += text_[at_];
      }
      if (at_ < text_.size()) ++at_;
      return text;
    }
    constexpr std::string_view kEnds = "()[]:;,' \t\r\n";
    while (at_ < text_.size() && kEnds.find(text_[at_]) == std::string_view::npos) {
      text += text_[at_++];
    }
    return text;
  }

  // The next character behind blanks and comments; '\0' at the end.
  char peek() {
    while (at_ < text_.size()) {
      if (text_[at_] == '[') {
        at_ = std::min(text_.find(']', at_), text_.size() - 1) + 1;
      } else if (std::isspace(static_cast<unsigned char>(text_[at_])) != 0) {
        ++at_;
      } else {
        return text_[at_];
      }
    }
    return '\0';
  }

  [[noreturn]] void error(std::string_view what) const {
    throw Failure::bad_input("tree: Newick: " + std::string(what) + " at character " +
                             std::to_string(at_ + 1) + " of the text");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Outline outline_;
  std::vector<std::size_t> open_;  // the path to the current node
};

}  // namespace

Outline read_newick(std::string_view text) { return NewickReader(text).read(); }

}  // namespace plytrace::tree
