// SPDX-License-Identifier: MIT
//
// plytrace play GAME: plays a whole game, lets several searchers search each position, and writes a
// row for each search, and curves. The output files are checked before the first search and written
// at the end.
#include <fmt/format.h>

#include <memory>

#include "core/registry.h"
#include "viewer/cli/option_values.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/make/game_play.h"
#include "viewer/commands/make/play_report.h"
#include "viewer/commands/make/search_options.h"
#include "viewer/commands/make/searchers.h"

namespace plytrace {
namespace {

constexpr std::size_t kMostSearchers = 8;  // the curves have this many line styles

struct PlayOptions {
  SearchOptions search;
  std::vector<std::string> compare;
  std::string players[2];
  std::string line;
  int opening = 0, repeat = 1;
  std::optional<int> max_moves, player;
  std::string rows_file, plot_file, scale = "auto", width, title;
  std::vector<std::string> what{"nodes"};
  bool force = false;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

// The index of the searcher in the plan; adds it if it is new.
std::size_t place_of(Searcher searcher, std::vector<Searcher>& searchers) {
  for (std::size_t i = 0; i < searchers.size(); ++i) {
    if (search_alike(searchers[i], searcher)) return i;
  }
  searchers.push_back(std::move(searcher));
  return searchers.size() - 1;
}

void add_compared(const PlayOptions& options, const AnyGame& game, PlayPlan& plan) {
  for (const std::string& text : options.compare) {
    auto searcher = searcher_from("--compare", text, options.search, game);
    // The searcher was there before if its index is not the last or nothing was added.
    if (place_of(std::move(searcher), plan.searchers) + 1 < plan.searchers.size() ||
        plan.searchers.size() == plan.compared) {
      throw Failure::usage("--compare: '" + text + "' searches in the same way as an earlier one");
    }
    plan.compared = plan.searchers.size();
  }
  if (plan.compared <= kMostSearchers) return;
  throw Failure::usage(
      fmt::format("--compare: {} searchers; name at most {}", plan.compared, kMostSearchers));
}

void add_players(const PlayOptions& options, const AnyGame& game, PlayPlan& plan) {
  for (const int player : {0, 1}) {
    const std::string& text = options.players[player];
    if (text == "random") continue;
    const std::string option = player == 0 ? "--first" : "--second";
    auto searcher = searcher_from(option, text, options.search, game);
    if (searcher.settings.depth == 0) {
      throw Failure::usage(option +
                           ": a search of depth 0 finds no move to play; use -d 1 or more");
    }
    plan.players[player] = place_of(std::move(searcher), plan.searchers);
  }
  // Without --compare, compare the players.
  if (plan.compared == 0) plan.compared = plan.searchers.size();
  if (plan.compared == 0) {
    throw Failure::usage("play: two random players and nothing to compare; add --compare");
  }
}

// The moves of --line, each of which must be legal after those before.
MoveList line_from(const PlayOptions& options, const AnyGame& start) {
  const std::unique_ptr<AnyGame> game = start.clone();
  MoveList line;
  const Status status = play_moves(*game, options.line, &line);
  if (!status) throw Failure({status.code(), "--line: " + status.message()});
  return line;
}

PlayPlan plan_from(const PlayOptions& options, const AnyGame& game) {
  PlayPlan plan;
  plan.game = options.search.game;
  plan.seed = options.search.settings.seed;
  plan.opening = options.opening;
  plan.max_moves = options.max_moves;
  plan.player = options.player;
  plan.repeat = options.repeat;
  plan.line = line_from(options, game);
  if (!plan.line.empty() && plan.opening > 0) {
    throw Failure::usage(
        "play: --line and --opening exclude each other: the game starts with given or with random "
        "moves");
  }
  add_compared(options, game, plan);
  add_players(options, game, plan);
  for (const Searcher& searcher : plan.searchers) {
    if (plan.repeat > 1 && searcher.settings.time_limit) {
      throw Failure::usage(
          "--repeat: with --time-limit every search takes the same time; omit one of them");
    }
  }
  return plan;
}

struct Plot {
  draw::CurveFile file;
  std::vector<PlayMeasure> measures;
  draw::Scale scale = draw::Scale::kAuto;
};

Plot plot_from(const PlayOptions& options) {
  Plot plot;
  for (const std::string& word : options.what) {
    plot.measures.push_back(value_of(play_measure(word)));
  }
  plot.scale = options.scale == "log"      ? draw::Scale::kLogarithmic
               : options.scale == "linear" ? draw::Scale::kLinear
                                           : draw::Scale::kAuto;
  plot.file = draw::curve_file("--plot", options.plot_file, options.width);
  return plot;
}

void check_outputs(const PlayOptions& options) {
  for (const std::string& file : {options.rows_file, options.plot_file}) {
    if (!file.empty()) cli::check_output(file, options.force);
  }
  if (options.rows_file == "-" && options.format == cli::OutputFormat::kJson) {
    throw Failure::usage("play: stdout cannot take both the rows and JSON; omit -o - or --format");
  }
  cli::check_two_outputs("play: -o and --plot", options.rows_file, options.plot_file);
}

void write_outputs(const PlayOptions& options, const Plot& plot, const PlayReport& report) {
  std::string picture;
  if (!options.plot_file.empty()) {
    if (report.game.searches.empty()) {
      throw Failure::bad_input("play: no position was searched, so there is nothing to plot");
    }
    // Draw before writing anything, because gnuplot may fail.
    draw::CurvePlot curves = play_curves(report, plot.measures, plot.scale);
    curves.paper_width = plot.file.paper_width;
    // On paper the caption of the figure says what it shows.
    if (plot.file.paper_width > 0 || !options.title.empty()) curves.title = options.title;
    picture = value_of(draw::draw_curves(curves, plot.file.format));
  }
  if (!options.rows_file.empty()) {
    cli::write_file(options.rows_file, play_rows(report), options.force);
  }
  if (!options.plot_file.empty()) {
    cli::write_file(options.plot_file, picture, options.force);
  }
  if (options.rows_file == "-") return;  // stdout already contains the rows
  require(cli::write_answer(options.format, report));
}

Status run_play(const PlayOptions& options) {
  const auto start = cli::make_game(options.search.game);
  const auto plan = plan_from(options, *start);
  check_outputs(options);
  const auto plot = plot_from(options);
  cli::catch_interrupts();
  const PlayedGame game = [&] {
    const auto most = static_cast<std::uint64_t>(plan.max_moves.value_or(0));
    cli::Progress progress("positions searched:", most);
    return play_game(*start, plan, [&](std::uint64_t positions) { progress.at(positions); });
  }();
  const PlayReport report{*start, plan, game, options.rows_file, options.plot_file};
  if (game.interrupted && game.searches.empty()) {
    return Status(StatusCode::kInterrupted, "play: interrupted before the first move");
  }
  write_outputs(options, plot, report);
  return game.interrupted ? Status(StatusCode::kInterrupted,
                                   "play: interrupted; the output ends with the last position "
                                   "that all searchers finished")
                          : Status::ok();
}

void add_play_options(cli::Command* command, PlayOptions& options) {
  cli::add_game_options(command, options.search.game);
  command
      ->add_option("--compare LIST", options.compare,
                   "Searchers of each position: algorithms, evaluators, orders, d4 (a depth),\n" +
                       switch_words() + ", joined by '+' (default: the players)")
      ->delimiter(',');
  command->add_option("--first WHO", options.players[0],
                      "Who plays for player 0: a searcher or random");
  command->add_option("--second WHO", options.players[1],
                      "The same for player 1 (default: as -a, -e)");
  cli::add_evaluator_options(command, options.search.evaluator);
  add_algorithm_options(command, options.search);
  command
      ->add_option("--line LIST", options.line,
                   "Moves to follow, searching each position on the way")
      ->may_be_empty();
  command
      ->add_option("--opening N", options.opening,
                   "Random opening moves, chosen by --seed (default {})")
      ->check(cli::whole_number(0, 1'000'000));
  command->add_option("--max-moves N", options.max_moves, "Stop after this many further moves")
      ->check(cli::whole_number(1, 1'000'000));
  command->add_option("--player 0|1", options.player, "Compare only where this player is to move")
      ->check(cli::whole_number(0, 1));
  command->add_option("--repeat N", options.repeat, "Search N times, keep the shortest time")
      ->check(cli::whole_number(1, 1000));
  command->add_option("-o,--output FILE", options.rows_file, "The rows as CSV; - is stdout");
  command->add_option("--plot FILE", options.plot_file,
                      "Curves against the moves: " + draw::curve_endings() + " (gnuplot's script)");
  command
      ->add_option("--what LIST", options.what,
                   "A panel for each of nodes,time,depth,leaves (default {})")
      ->delimiter(',')
      ->offers(play_measure_words());
  command->add_option("--scale SCALE", options.scale, "auto, linear or log (default {})")
      ->check(cli::one_of({"auto", "linear", "log"}));
  command->add_option("--width WIDTH", options.width,
                      "Of the curves: 85mm or another width, slide or A4, with type of 8 pt");
  command->add_option("--title TEXT", options.title,
                      "Above the curves (default: the searchers; with --width none)");
  command->add_flag("--force", options.force, "Replace existing files");
  cli::add_format(command, options.format, true);
  command->only_with("--what", {"--plot"});
  command->only_with("--scale", {"--plot"});
  command->only_with("--width", {"--plot"});
  command->only_with("--title", {"--plot"});
  command->only_with("--force", {"--output", "--plot"});
  command->only_with("--seed", {"--ties", "--opening", "--first", "--second", "--compare"});
}

}  // namespace

void setup_play(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "play", "Play a game, each position searched by several searchers; rows and curves",
      {"plytrace play connect4 -d 4 --compare minimax,alphabeta,alphabeta+static -o game.csv",
       "plytrace play connect4 -d 5 --compare ways,danger --plot time.svg --what nodes,time",
       "plytrace play othello --compare minimax,pvs --iterative --node-limit 5000 --plot d.pdf "
       "--what depth"},
      run_play);
  add_play_options(command, *options);
}

}  // namespace plytrace
