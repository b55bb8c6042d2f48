// SPDX-License-Identifier: MIT
//
// plytrace perft GAME -d N: counts the positions reached at each depth.
#include <fmt/format.h>

#include <memory>

#include "core/registry.h"
#include "viewer/cli/game_options.h"
#include "viewer/cli/option_values.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/rules_option.h"
#include "viewer/rules/rules_game.h"

namespace plytrace {
namespace {

// More plies than any game of plytrace has.
constexpr int kMaxPerftDepth = 10'000'000;

struct PerftOptions {
  cli::GameOptions game;
  int depth = 0;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

void write_paths(const std::vector<std::uint64_t>& paths, cli::OutputFormat format) {
  if (format == cli::OutputFormat::kJson) {
    text::Json depths = text::Json::array();
    for (std::size_t i = 0; i < paths.size(); ++i) {
      depths.push_back({{"depth", i + 1}, {"paths", paths[i]}});
    }
    return require(cli::write_json({{"depths", std::move(depths)}}));
  }
  const bool csv = format == cli::OutputFormat::kCsv;
  std::string text = csv ? "depth,paths\n" : "depth  paths\n";
  for (std::size_t i = 0; i < paths.size(); ++i) {
    text +=
        csv ? fmt::format("{},{}\n", i + 1, paths[i]) : fmt::format("{:>5}  {}\n", i + 1, paths[i]);
  }
  require(cli::write_stdout(text));
}

Result<std::unique_ptr<AnyGame>> start_of(const cli::GameOptions& options) {
  if (!rules::chosen()) return cli::make_game(options);
  if (!options.settings.empty()) {
    return Status::usage("perft: -g is for the games of plytrace; omit it, or --rules");
  }
  auto game = value_of(rules::RulesGame::make(rules::chosen(), options.game, options.position));
  require(play_moves(*game, options.moves));
  return std::unique_ptr<AnyGame>(std::move(game));
}

Status run_perft(const PerftOptions& options) {
  const auto game = value_of(start_of(options.game));
  cli::catch_interrupts();
  const std::vector<std::uint64_t> paths = game->perft(options.depth, &cli::interrupted());
  require(rules::chosen_status());
  // Also after an interrupt, print the depths that were finished.
  write_paths(paths, options.format);
  if (paths.size() == static_cast<std::size_t>(options.depth)) return Status::ok();
  return {StatusCode::kInterrupted,
          fmt::format("perft: interrupted, depth {} was not finished", paths.size() + 1)};
}

}  // namespace

void setup_perft(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "perft", "Count the positions reached at each depth, to check a move generator",
      {"plytrace perft connect4 -d 7", "plytrace perft tictactoe -d 9 --moves b2 --format json",
       "plytrace perft connectk -g width=4 -g height=4 -g connect=3 -d 6",
       "plytrace perft checkers -d 4 --rules 'python3 checkers.py'"},
      run_perft);
  cli::add_game_options(command, options->game);
  command->add_option("-d,--depth N", options->depth, "Longest path")
      ->required()
      ->check(cli::whole_number(0, kMaxPerftDepth));
  cli::add_format(command, options->format, true);
  cli::add_rules(command);
}

}  // namespace plytrace
