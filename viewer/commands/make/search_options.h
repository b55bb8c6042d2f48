// SPDX-License-Identifier: MIT
//
// The options of `plytrace search` as the user wrote them, and their conversion to the settings of
// a search and its recording. Every error is a usage error that names the option, except an illegal
// move in a path of --below, which is bad input. Thread rule: values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/any_game.h"
#include "tracer/destination.h"
#include "tracer/recorder.h"
#include "viewer/cli/cli.h"
#include "viewer/cli/game_options.h"

namespace plytrace {

struct SearchOptions {
  cli::GameOptions game;
  cli::EvaluatorOptions evaluator;
  SearchSettings settings;  // only what the command line gives in the form of the search
  std::string algorithm{word(SearchSettings{}.algorithm)};
  std::string fail{word(SearchSettings{}.fail)};
  std::string cut{word(SearchSettings{}.cut)};
  std::optional<int> depth;
  std::string time_limit, window, aspiration;
  std::string order{word(SearchSettings{}.order)};
  std::string ties{word(SearchSettings{}.ties)};
  std::string extend{word(SearchSettings{}.extend)};

  std::string notation = "trace";  // how the text output writes moves
  std::string positions;  // a file with positions; "-": standard input; "": a single search

  Destination output;
  bool has_temporary_trace = false;  // without an output: recorded for this command only
  std::string capture = "skipped,probes,stores";
  std::string below, at_key;
  std::optional<int> from_ply, max_ply;
  std::optional<std::uint64_t> max_nodes;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

// Adds the options that control the search, except --window, which belongs to one position.
void add_algorithm_options(cli::Command* command, SearchOptions& options);
void add_search_options(cli::Command* command, SearchOptions& options);

// `game` must be at the root of the search.
Result<SearchSettings> search_settings(const SearchOptions& options, const AnyGame& game);
Result<RecorderOptions> recorder_options(const SearchOptions& options, const AnyGame& game);

}  // namespace plytrace
