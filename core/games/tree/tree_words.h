// SPDX-License-Identifier: MIT
//
// The words that the readers of trees share: keys and types of nodes, numbers, and the sentences
// about trees that plytrace does not search. Thread rule: pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/score.h"

namespace plytrace::tree {

// Shown in messages as an example of the form.
inline constexpr std::string_view kExample = "[[3,12,8],[2,4,6],[14,5,2]]";

inline constexpr std::string_view kChance =
    "a chance node (chance nodes are not supported: the game 'tree' has two players, MAX and MIN, "
    "who move in turn)";
inline constexpr std::string_view kSeveralScores =
    "several scores for one node (games of three players are not supported: the game 'tree' has "
    "two players, MAX and MIN, and one score for a leaf)";

// ASCII letters in lower case.
std::string lower(std::string_view word);

enum class NodeType { kMax, kMin, kLeaf };
// The type that a word such as "MAX", "min" or "leaf" names.
std::optional<NodeType> node_type(std::string_view word);
// Whether a type or a key belongs to chance nodes: "chance", "expectimax", "probability", ...
bool is_word_of_chance(std::string_view word);

// Whether a key describes a node in trees of other programs ("val", "payoff", "moves", ...). Such a
// key is not taken for the name of a move.
bool is_word_of_data(std::string_view word);

// The value of a number; nullopt for another text, and if it is too large for a double.
std::optional<Score> finite_number_of(std::string_view text);
// The same as the text of a JSON number; "+3" and ".5" are read as well. "" for another text.
std::string number_text(std::string_view text);

// The keys that the object of a node may have.
const std::vector<std::string>& node_keys();
// "a, b, c"
std::string joined(const std::vector<std::string>& words, std::string_view separator = ", ");

}  // namespace plytrace::tree
