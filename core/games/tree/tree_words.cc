// SPDX-License-Identifier: MIT
#include "core/games/tree/tree_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <unordered_set>

namespace plytrace::tree {

std::string lower(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

std::optional<NodeType> node_type(std::string_view word) {
  const std::string text = lower(word);
  if (text == "max" || text == "maximizer" || text == "maximiser") return NodeType::kMax;
  if (text == "min" || text == "minimizer" || text == "minimiser") return NodeType::kMin;
  if (text == "leaf" || text == "terminal") return NodeType::kLeaf;
  return std::nullopt;
}

bool is_word_of_chance(std::string_view word) {
  constexpr std::array<std::string_view, 15> kWords{
      "chance",   "chances",    "exp",     "expect",      "expectation",
      "expected", "expectimax", "average", "avg",         "nature",
      "dice",     "random",     "prob",    "probability", "probabilities"};
  return std::find(kWords.begin(), kWords.end(), lower(word)) != kWords.end();
}

bool is_word_of_data(std::string_view word) {
  static const std::unordered_set<std::string_view> kWords = {
      "val",        "values",     "eval",        "payoff",         "payoffs",
      "reward",     "weight",     "size",        "cost",           "data",
      "result",     "state",      "depth",       "branching",      "player",
      "turn",       "leaves",     "moves",       "actions",        "branches",
      "kids",       "successors", "succs",       "utils",          "points",
      "outcome",    "winner",     "heuristic",   "attributes",     "attrs",
      "props",      "properties", "node",        "nodes",          "child",
      "childs",     "subtree",    "subtrees",    "terminal_value", "isleaf",
      "is_leaf",    "isterminal", "is_terminal", "parent",         "ply",
      "comment",    "text",       "title",       "content",        "directed",
      "multigraph", "edges",      "links",       "adjacency",      "matrix",
      "alpha",      "beta"};
  return kWords.contains(lower(word));
}

std::optional<Score> finite_number_of(std::string_view text) {
  Score value = 0;
  const char* const last = text.data() + text.size();
  const auto end = std::from_chars(text.data(), last, value);
  if (end.ptr != last || text.empty()) return std::nullopt;
  // from_chars does not distinguish overflow from underflow; strtod does.
  if (end.ec == std::errc::result_out_of_range)
    value = std::strtod(std::string(text).c_str(), nullptr);
  if (!std::isfinite(value)) return std::nullopt;
  // -0 becomes 0, so that equal trees have equal texts and hashes.
  return value == 0 ? 0 : value;
}

std::string number_text(std::string_view text) {
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  const std::optional<Score> value = finite_number_of(text);
  return value ? score_text(*value) : "";
}

const std::vector<std::string>& node_keys() {
  static const std::vector<std::string> keys = {"name",  "id",    "label",   "type",    "move",
                                                "value", "score", "utility", "children"};
  return keys;
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : separator).append(word);
  return text;
}

}  // namespace plytrace::tree
