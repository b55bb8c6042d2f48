// SPDX-License-Identifier: MIT
//
// plytrace perft GAME -d N: counts the positions reached at each depth.
#include <fmt/format.h>

#include <memory>

#include "viewer/cli/game_options.h"
#include "viewer/cli/option_values.h"
#include "viewer/commands/commands.h"

namespace plytrace {
namespace {

// More plies than any game of plytrace has.
constexpr int kMaxPerftDepth = 10'000'000;

struct PerftOptions {
  cli::GameOptions game;
  int depth = 0;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

Status write_paths(const std::vector<std::uint64_t>& paths, cli::OutputFormat format) {
  if (format == cli::OutputFormat::kJson) {
    text::Json depths = text::Json::array();
    for (std::size_t i = 0; i < paths.size(); ++i) {
      depths.push_back({{"depth", i + 1}, {"paths", paths[i]}});
    }
    return cli::write_json({{"depths", std::move(depths)}});
  }
  const bool csv = format == cli::OutputFormat::kCsv;
  std::string text = csv ? "depth,paths\n" : "depth  paths\n";
  for (std::size_t i = 0; i < paths.size(); ++i) {
    text +=
        csv ? fmt::format("{},{}\n", i + 1, paths[i]) : fmt::format("{:>5}  {}\n", i + 1, paths[i]);
  }
  return cli::write_stdout(text);
}

Status run_perft(const PerftOptions& options) {
  const Result<std::unique_ptr<AnyGame>> game = cli::make_game(options.game);
  if (!game) return game.status();
  cli::catch_interrupts();
  const std::vector<std::uint64_t> paths = (*game)->perft(options.depth, &cli::interrupted());
  // Also after an interrupt, print the depths that were finished.
  if (Status status = write_paths(paths, options.format); !status) return status;
  if (paths.size() == static_cast<std::size_t>(options.depth)) return Status::ok();
  return {StatusCode::kInterrupted,
          fmt::format("perft: interrupted, depth {} was not finished", paths.size() + 1)};
}

}  // namespace

void setup_perft(cli::Program& app, cli::CommandList& commands) {
  const auto options = std::make_shared<PerftOptions>();
  cli::Command* command = cli::add_command(
      app, "perft", "Count the positions reached at each depth, to check a move generator",
      {"plytrace perft connect4 -d 7", "plytrace perft tictactoe -d 9 --moves b2 --format json",
       "plytrace perft connectk -g width=4 -g height=4 -g connect=3 -d 6"});
  cli::add_game_options(command, options->game);
  command->add_option("-d,--depth N", options->depth, "Longest path")
      ->required()
      ->check(cli::whole_number(0, kMaxPerftDepth));
  cli::add_format(command, options->format, true);
  commands.add(command, [options] { return run_perft(*options); });
}

}  // namespace plytrace
