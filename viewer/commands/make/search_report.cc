// SPDX-License-Identifier: MIT
#include "viewer/commands/make/search_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace plytrace {
namespace {

using text::Json;

constexpr std::size_t kTextMoves = 40;  // longest list of moves shown in the text

Json move_json(const AnyGame& game, MoveCode move) {
  return move == kNoMove ? Json(nullptr) : Json(game.move_text(move));
}

Json moves_json(const AnyGame& game, const std::vector<MoveCode>& moves) {
  Json list = Json::array();
  for (const MoveCode move : moves) list.push_back(game.move_text(move));
  return list;
}

Json counters_json(const Counters& c) {
  return {{"nodes", c.nodes},
          {"leaf_evaluations", c.leaf_evaluations},
          {"eval_cache_hits", c.eval_cache_hits},
          {"table_hits", c.table_hits},
          {"alpha_cutoffs", c.alpha_cutoffs},
          {"beta_cutoffs", c.beta_cutoffs},
          {"cutoffs_skipping", c.cutoffs_skipping},
          {"skipped", c.moves_skipped},
          {"ordering_evaluations", c.ordering_evaluations}};
}

Json root_moves_json(const SearchReport& report) {
  Json list = Json::array();
  for (const RootMove& move : report.result.root_moves) {
    list.push_back({{"move", report.game.move_text(move.move)},
                    {"value", text::score_json(move.value)},
                    {"bound", format::word(move.bound)}});
  }
  return list;
}

Json iterations_json(const SearchReport& report) {
  Json list = Json::array();
  for (const Iteration& iteration : report.result.iterations) {
    list.push_back({{"depth", iteration.depth},
                    {"value", text::score_json(iteration.value)},
                    {"best_move",
                     move_json(report.game, iteration.pv.empty() ? kNoMove : iteration.pv.front())},
                    {"pv", moves_json(report.game, iteration.pv)},
                    {"counters", counters_json(iteration.counters)}});
  }
  return list;
}

Json recording_json(const std::optional<RecordingReport>& recording) {
  if (!recording) return nullptr;
  return {{"nodes", recording->nodes},
          {"lost_events", recording->lost_events},
          {"seconds_waited", recording->seconds_waited}};
}

double nodes_per_second(const SearchResult& result) {
  return result.seconds > 0 ? static_cast<double>(result.counters.nodes) / result.seconds : 0;
}

std::string count(std::uint64_t number) { return text::grouped(static_cast<std::int64_t>(number)); }

std::string plural(std::uint64_t number, const std::string& one, const std::string& many) {
  return count(number) + " " + (number == 1 ? one : many);
}

// Lists of moves as the text names them: moves of the root, or a line from there.
std::string move_name(const SearchReport& report, MoveCode move) {
  return report.names_moves ? report.game.move_name(move) : report.game.move_text(move);
}

std::vector<std::string> choice_names(const SearchReport& report,
                                      const std::vector<MoveCode>& moves) {
  std::vector<std::string> names;
  for (const MoveCode move : moves) names.push_back(move_name(report, move));
  return names;
}

std::vector<std::string> line_names(const SearchReport& report,
                                    const std::vector<MoveCode>& moves) {
  if (!report.names_moves) return choice_names(report, moves);
  std::vector<std::string> names;
  const std::unique_ptr<AnyGame> game = report.game.clone();
  for (const MoveCode move : moves) {
    names.push_back(game->move_name(move));
    game->play(move);
  }
  return names;
}

std::string moves_text(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kTextMoves); ++i) {
    text += (i == 0 ? "" : "  ") + names[i];
  }
  if (names.size() > kTextMoves) text += fmt::format("  ... ({} more)", names.size() - kTextMoves);
  return text;
}

std::string value_text(std::optional<Score> value, Bound bound) {
  if (!value) return "none (no pass was finished)";
  const char* sign = bound == Bound::kLower   ? "at least "
                     : bound == Bound::kUpper ? "at most "
                                              : "";
  return sign + score_text(*value);
}

// Explains from whose point of view the value is.
std::string max_text(const AnyGame& game) {
  return game.max_player() == game.player_to_move() ? " (MAX is to move)" : " (MIN is to move)";
}

std::string indented_lines(const std::string& text) {
  std::string out = "  ";
  for (const char c : text) {
    out += c;
    if (c == '\n') out += "  ";
  }
  return out + "\n";
}

std::string line(const std::string& name, const std::string& value) {
  return fmt::format("{:<12} {}\n", name, value);
}

std::string counters_text(const Counters& c) {
  std::string text = line("nodes", count(c.nodes));
  text += line("leaves", plural(c.leaf_evaluations, "evaluation", "evaluations") +
                             (c.eval_cache_hits == 0
                                  ? ""
                                  : ", " + plural(c.eval_cache_hits, "cache hit", "cache hits")));
  if (c.table_hits > 0) text += line("table", plural(c.table_hits, "answer", "answers"));
  if (c.ordering_evaluations > 0) {
    text += line("ordering", plural(c.ordering_evaluations, "evaluation", "evaluations"));
  }
  if (c.alpha_cutoffs + c.beta_cutoffs > 0) {
    text += line("cutoffs", fmt::format("{} alpha, {} beta; {} skipped {}", count(c.alpha_cutoffs),
                                        count(c.beta_cutoffs), count(c.cutoffs_skipping),
                                        plural(c.moves_skipped, "move", "moves")));
  }
  return text;
}

std::string iterations_text(const SearchReport& report) {
  if (report.result.iterations.size() < 2) return {};
  std::string text = "\ndepth         value           nodes  best\n";
  for (const Iteration& iteration : report.result.iterations) {
    const std::string best = iteration.pv.empty() ? "-" : move_name(report, iteration.pv.front());
    text += fmt::format("{:>5}  {:>12}  {:>14}  {}\n", iteration.depth, score_text(iteration.value),
                        count(iteration.counters.nodes), best);
  }
  return text;
}

std::string stop_text(const SearchReport& report) {
  switch (report.result.stopped) {
    case SearchStatus::kTimeLimit:
      return "the time limit";
    case SearchStatus::kNodeLimit:
      return "the node limit";
    case SearchStatus::kInterrupted:
      return "an interrupt";
    default:
      return {};
  }
}

std::string recording_text(const std::optional<RecordingReport>& recording) {
  if (!recording) return {};
  std::string text = recording->trace + ", " + plural(recording->nodes, "node", "nodes");
  if (recording->lost_events > 0) {
    text += ", NOT COMPLETE: " + plural(recording->lost_events, "event", "events") + " lost";
  }
  return line("trace", text);
}

}  // namespace

std::string method_words(const SearchSettings& settings) {
  std::string text{word(settings.algorithm)};
  if (traits(settings.algorithm).prunes()) {
    text += fmt::format(" (fail-{}{})", word(settings.fail),
                        settings.cut == CutMode::kStrict ? ", strict cuts" : "");
  }
  return text +
         fmt::format(", {} {}", settings.iterative ? "depths 1 to" : "depth", settings.depth);
}

text::Json search_json(const SearchReport& report) {
  const SearchResult& result = report.result;
  const AnyGame& game = report.game;
  // After pruning, other moves may be as good.
  const bool all_exact = !traits(report.settings.algorithm).prunes();
  return {{"game", game.info().name},
          {"game_options", text::embedded_json(game.options_json())},
          {"position", game.position_text()},
          {"side", game.max_player() == game.player_to_move() ? "MAX" : "MIN"},
          {"algorithm", word(report.settings.algorithm)},
          {"depth", report.settings.depth},
          {"evaluator", report.evaluator},
          {"value", text::score_json(result.value)},
          {"bound", result.value ? Json(format::word(result.bound)) : Json(nullptr)},
          {"best_move", move_json(game, result.proven_move())},
          {"best_moves", all_exact ? moves_json(game, result.best_moves) : Json(nullptr)},
          {"pv", moves_json(game, result.pv)},
          {"root_moves", root_moves_json(report)},
          {"counters", counters_json(result.counters)},
          {"iterations", iterations_json(report)},
          {"completed_depth", result.value ? Json(result.completed_depth) : Json(nullptr)},
          {"status", format::word(result.stopped)},
          {"seconds", result.seconds},
          {"nodes_per_second", nodes_per_second(result)},
          {"trace", report.recording ? Json(report.recording->trace) : Json(nullptr)},
          {"recording", recording_json(report.recording)}};
}

std::string search_text(const SearchReport& report) {
  const SearchResult& result = report.result;
  const AnyGame& game = report.game;
  std::string text = game.info().name + " " + game.options_json() + "\n\n";
  text += indented_lines(game.board_text()) + "\n";
  text += line("position", game.position_text());
  text += line("search", method_words(report.settings) + ", evaluator " + report.evaluator);
  text +=
      line("value", value_text(result.value, result.bound) + (result.value ? max_text(game) : ""));
  const MoveCode best = result.proven_move();
  text += line("best move", best == kNoMove ? "none" : move_name(report, best));
  if (result.best_moves.size() > 1) {
    text += line("best moves", moves_text(choice_names(report, result.best_moves)));
  }
  if (!result.pv.empty()) text += line("line", moves_text(line_names(report, result.pv)));
  text += counters_text(result.counters);
  text += line("time", fmt::format("{:.3f} s, {} nodes/s", result.seconds,
                                   count(static_cast<std::uint64_t>(nodes_per_second(result)))));
  if (const std::string reason = stop_text(report); !reason.empty()) {
    text +=
        line("stopped", fmt::format("by {}, {} was completed", reason,
                                    result.value ? fmt::format("depth {}", result.completed_depth)
                                                 : std::string("no depth")));
  }
  text += recording_text(report.recording);
  return text + iterations_text(report);
}

}  // namespace plytrace
