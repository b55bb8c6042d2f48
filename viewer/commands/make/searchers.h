// SPDX-License-Identifier: MIT
//
// A searcher: an algorithm, an evaluator and the settings of a search under a name, written as
// words joined by '+', each of which replaces a part of what the options say:
//
//   minimax   alphabeta+static   pvs+occurrence+d3   alphabeta+iterative+filter=clean
//
// A key=value is an option of the game for this searcher alone: it must read the same positions.
// Thread rule: values.
#pragma once

#include <string>
#include <vector>

#include "core/any_game.h"
#include "viewer/commands/make/search_options.h"

namespace plytrace {

struct Searcher {
  std::string name;           // as it was written
  EvaluatorChoice evaluator;  // with its name
  SearchSettings settings;
  Arguments game_options;  // its own, after those of the game; may be empty
};

// What a search found, with its best move as text ("" for none).
struct Searched {
  SearchResult result;
  std::string move;
};

// `options` are those of the game that is played.
Result<Searched> search_with(const Searcher& searcher, const cli::GameOptions& options,
                             const AnyGame& position);

// True where both search a position in the same way.
bool search_alike(const Searcher& a, const Searcher& b);

// "" is what the options say. A usage error names the word; `option` says where it was written.
Result<Searcher> searcher_from(const std::string& option, const std::string& text,
                               const SearchOptions& options, const AnyGame& game);

// "iterative, eval-cache": the options without a value that a searcher may have as a word.
std::string switch_words();

// What the words of the options come to: "alphabeta (fail-soft), depth 2, patterns".
std::string searcher_words(const Searcher& searcher);

}  // namespace plytrace
