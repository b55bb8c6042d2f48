// SPDX-License-Identifier: MIT
//
// A searcher: an algorithm, an evaluator and search settings under one name. It is written as words
// joined by '+', or with the options of `search` after the algorithm; each replaces one of the
// command's options:
//
//   minimax   alphabeta+static   pvs+occurrence+d3+table16   alphabeta+iterative+filter=clean
//   pvs --order history --table 16
//
// A word key=value is an option of the game for this searcher only; with it, the game must still be
// able to read the positions. Thread rule: values.
#pragma once

#include <string>

#include "core/any_game.h"
#include "viewer/commands/make/search_options.h"

namespace plytrace {

struct Searcher {
  std::string name;           // as the user wrote it
  EvaluatorChoice evaluator;  // its name is always set, never left to the default
  SearchSettings settings;
  Arguments game_options;  // added to the options of the game; may be empty
};

// The result of a search, with its best move as text ("" for none).
struct Searched {
  SearchResult result;
  std::string move;
};

// `options` are those of the game being played.
Searched search_with(const Searcher& searcher, const cli::GameOptions& options,
                     const AnyGame& position);

// True if both search a position in the same way.
bool search_alike(const Searcher& a, const Searcher& b);

// The options of the search that a text describes: `options`, which are those of the command, with
// what the text replaces. An empty text stands for the command's own options. A Failure (usage)
// names the word and `option`, where it was written.
SearchOptions options_from(const std::string& option, const std::string& text,
                           const SearchOptions& options, const AnyGame& game);
Searcher searcher_from(const std::string& option, const std::string& text,
                       const SearchOptions& options, const AnyGame& game);

// "iterative, eval-cache": the flags that a searcher may have as a word.
std::string switch_words();

// A description of the resulting settings: "alphabeta (fail-soft), depth 2, patterns".
std::string searcher_words(const Searcher& searcher);

}  // namespace plytrace
