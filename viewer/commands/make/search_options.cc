// SPDX-License-Identifier: MIT
#include "viewer/commands/make/search_options.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "core/search/algorithm_options.h"
#include "viewer/cli/option_values.h"
#include "viewer/format/characters.h"

namespace plytrace {
namespace {

// More plies than any game of plytrace has; a depth is stored in 32 bits.
constexpr int kMaxSearchDepth = 10'000'000;
constexpr int kMaxTableMegabytes = 1 << 20;

// "first, random".
template <class List>
std::string words_of(const List& list) {
  return text::joined(list, ", ", [](const auto& row) { return row.word; });
}

// Sets the value that belongs to a given word.
template <class List, class Value>
Status choose(const std::string& option, const std::string& given, const List& list, Value& value) {
  std::vector<std::string> words;
  for (const auto& [known, word] : list) {
    if (word != given) {
      words.emplace_back(word);
      continue;
    }
    value = known;
    return Status::ok();
  }
  return Status::usage(option + ": '" + given + "' is not one of " + words_of(list) +
                       did_you_mean(given, words));
}

std::vector<Worded<Algorithm>> algorithms() {
  std::vector<Worded<Algorithm>> all;
  for (const AlgorithmTraits& row : kAlgorithms) all.push_back({row.algorithm, row.name});
  return all;
}

// Help for an option from its list of values, such as "Order of the moves:\nnatural, static,
// killer, history (default natural)".
std::string help_of(std::string_view name) {
  Parameter option = search_option(name);
  std::string& help = option.meaning;
  help.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(help.front())));
  const bool is_flag = option.range == "on|off";
  if (!is_flag && option.range.find('|') != std::string::npos) {
    std::string words;
    for (const char c : option.range) words += c == '|' ? ", " : std::string(1, c);
    help += ":\n" + words;
  }
  return is_flag || option.fallback == "none" ? help : help + " (default " + option.fallback + ")";
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// Parses "5s", "200ms", "2m", "1h", or plain seconds.
Result<double> seconds(const std::string& text) {
  const Status unreadable =
      Status::usage("--time-limit: '" + text + "' is not a duration; write 5s, 200ms, 2m or 1h");
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || !std::isfinite(number) || number < 0) return unreadable;
  const std::string unit = end;
  constexpr std::array<std::pair<const char*, double>, 5> kUnits{
      {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"m", 60}, {"h", 3600}}};
  for (const auto& [name, factor] : kUnits) {
    if (unit == name) return number * factor;
  }
  return unreadable;
}

Result<Window> window(const std::string& text) {
  const std::vector<std::string> parts = split(text, ',');
  const Status unreadable =
      Status::usage("--window: '" + text +
                    "' is not a window; write LO,HI with LO below HI, such as -5,5 or -inf,3");
  if (parts.size() != 2) return unreadable;
  const Result<Score> low = parse_score(parts[0]);
  const Result<Score> high = parse_score(parts[1]);
  if (!low || !high || !(*low < *high)) return unreadable;
  return Window{*low, *high};
}

// Without -d: the whole tree if the game is always searched whole, else as deep as the limits
// allow.
Result<int> depth(const SearchOptions& options, const AnyGame& game) {
  if (options.depth) return *options.depth;
  const bool limited = !options.time_limit.empty() || options.settings.node_limit.has_value();
  if (game.info().searched_whole || (options.settings.iterative && limited))
    return game.plies_left();
  return Status::usage(
      "-d: a depth is needed; give -d N, or --iterative with --time-limit or --node-limit");
}

void check_combinations(const SearchOptions& options, const SearchSettings& settings) {
  const AlgorithmTraits& algorithm = traits(settings.algorithm);
  if (!algorithm.prunes() && (settings.aspiration || !options.window.empty())) {
    throw Failure::usage(std::string(algorithm.name) +
                         " searches without a window; omit --window and --aspiration");
  }
  if (options.output.path.empty()) {
    if (options.output.append) {
      throw Failure::usage("--append applies only to a recording; name the trace with -o");
    }
    const bool selects_nodes = !options.below.empty() || !options.at_key.empty() ||
                               options.from_ply || options.max_ply || options.max_nodes;
    if (selects_nodes && !options.has_temporary_trace) {
      throw Failure::usage(
          "--below, --at-key, --from-ply, --max-ply and --max-nodes apply only to a recording; "
          "name the trace with -o");
    }
  }
  if (options.output.append && options.output.force) {
    throw Failure::usage(
        "--append and --force exclude each other: the trace is either extended or replaced");
  }
}

// All optional events: "skipped,keys,probes,stores,notes", joined by `separator`.
std::string optional_events(const char* separator) {
  std::string list;
  for (const auto& [bit, word] : kOptionalEvents) {
    list += (list.empty() ? "" : separator) + std::string(word);
  }
  return list;
}

Result<unsigned> capture(const std::string& list) {
  unsigned bits = 0;
  if (list == "none") return bits;
  for (const std::string& part : split(list, ',')) {
    const auto known = std::find_if(kOptionalEvents.begin(), kOptionalEvents.end(),
                                    [&](const auto& kind) { return part == kind.second; });
    if (known == kOptionalEvents.end()) {
      return Status::usage("--capture: '" + part + "' is not one of " + optional_events(", ") +
                           " (or none alone)" +
                           did_you_mean(part, split("none," + optional_events(","), ',')));
    }
    bits |= known->first;
  }
  return bits;
}

// The moves of a path in the game's notation.
Result<std::vector<std::string>> path_moves(const std::string& path, const AnyGame& root) {
  const auto texts = moves_of_path(path);
  if (!texts) return Status::usage("--below: " + texts.status().message());
  std::vector<std::string> moves;
  const std::unique_ptr<AnyGame> game = root.clone();
  for (const std::string& text : *texts) {
    const Result<MoveCode> move = game->parse_move(text);
    if (!move) {
      return Status::bad_input("--below " + path + ": " + move.status().message());
    }
    if (game->is_finished() || !game->is_legal(*move)) {
      return Status::bad_input("--below " + path + ": " + text +
                               " is not legal there: " + game->why_illegal(*move));
    }
    moves.push_back(game->move_text(*move));
    game->play(*move);
  }
  return moves;
}

void add_recording_options(cli::Command* command, SearchOptions& options) {
  command->add_option("-o,--output TRACE", options.output.path, "Record into this trace");
  command->add_flag("--force", options.output.force, "Replace an existing trace");
  command->add_flag("--append", options.output.append,
                    "Add the search to a trace, which is created if it does not exist");
  command->add_option("--capture LIST", options.capture,
                      "Extra events: " + optional_events(",") + " or none\n(default {})");
  command->add_option("--below PATH", options.below,
                      "Record only this node, the path to it, and everything below it");
  command->add_option("--at-key KEY", options.at_key, "Record only below positions with this key");
  command
      ->add_option("--from-ply N", options.from_ply,
                   "Record from this ply down, and the paths leading there")
      ->check(cli::whole_number(0, kMaxSearchDepth));
  command->add_option("--max-ply N", options.max_ply, "Record down to this ply")
      ->check(cli::whole_number(0, kMaxSearchDepth));
  command->add_option("--max-nodes N", options.max_nodes, "Record the first N nodes")
      ->check(cli::whole_number(1));
}

}  // namespace

void add_algorithm_options(cli::Command* command, SearchOptions& options) {
  command->add_option("-a,--algorithm NAME", options.algorithm,
                      words_of(algorithms()) + " (default {})");
  command->add_option("--fail MODE", options.fail, help_of("fail"));
  command->add_option("--cut MODE", options.cut, help_of("cut"));
  command->add_option("-d,--depth N", options.depth, help_of("depth"))
      ->check(cli::whole_number(0, kMaxSearchDepth));
  command->add_flag("--iterative", options.settings.iterative, help_of("iterative"));
  command->add_option("--time-limit TIME", options.time_limit, help_of("time-limit"));
  command->add_option("--node-limit N", options.settings.node_limit, help_of("node-limit"));
  command->add_option("--aspiration DELTA", options.aspiration, help_of("aspiration"));
  command->add_option("--order NAME", options.order, help_of("order"));
  command->add_flag("--eval-cache", options.settings.eval_cache, help_of("eval-cache"));
  command->add_option("--table MB", options.settings.table_megabytes, help_of("table"))
      ->check(cli::whole_number(0, kMaxTableMegabytes));
  command->add_option("--ties RULE", options.ties, help_of("ties"));
  command->add_option("--seed N", options.settings.seed, help_of("seed"))
      ->check(cli::unsigned_number());
  command->add_flag("--quiescence", options.settings.quiescence, help_of("quiescence"));
  command->add_option("--null-move N", options.settings.null_move, help_of("null-move"))
      ->check(cli::whole_number(1, kMaxSearchDepth));
  command->add_flag("--lmr", options.settings.late_reductions, help_of("lmr"));
  command->add_option("--extend NAME", options.extend, help_of("extend"));
}

void add_search_options(cli::Command* command, SearchOptions& options) {
  cli::add_game_options(command, options.game);
  cli::add_evaluator_options(command, options.evaluator);
  add_algorithm_options(command, options);
  command->add_option("--window LO,HI", options.window, help_of("window"));
  add_recording_options(command, options);
  cli::Option* const positions =
      command
          ->add_option("--positions FILE", options.positions,
                       "Search each line of a file: POSITION [moves LIST], or start [moves LIST];\n"
                       "-o 'name-%d.db' makes a trace of each")
          ->check(cli::input_file());
  command
      ->add_option("--notation WORD", options.notation,
                   "Name moves as traces write them, or as san\n(chess: Nbd7): trace or san "
                   "(default {})")
      ->check(cli::one_of({"trace", "san"}))
      ->excludes(positions);
  cli::add_format(command, options.format, true);
}

Result<SearchSettings> search_settings(const SearchOptions& options, const AnyGame& game) {
  SearchSettings settings = options.settings;
  Status chosen = choose("-a", options.algorithm, algorithms(), settings.algorithm);
  if (chosen) chosen = choose("--fail", options.fail, kFailModes, settings.fail);
  if (chosen) chosen = choose("--cut", options.cut, kCutModes, settings.cut);
  if (chosen) chosen = choose("--order", options.order, kOrderings, settings.order);
  if (chosen) chosen = choose("--ties", options.ties, kTies, settings.ties);
  if (chosen) chosen = choose("--extend", options.extend, kExtensions, settings.extend);
  if (!chosen) return chosen;
  settings.depth = value_of(depth(options, game));
  if (!options.time_limit.empty()) settings.time_limit = value_of(seconds(options.time_limit));
  if (!options.window.empty()) settings.window = value_of(window(options.window));
  if (!options.aspiration.empty()) {
    const auto delta = parse_score(options.aspiration);
    if (!delta || !(*delta > 0) || std::isinf(*delta)) {
      return Status::usage("--aspiration: '" + options.aspiration +
                           "' must be a number greater than 0");
    }
    settings.aspiration = *delta;
  }
  // Check the options first, because their messages name what the user wrote; then the settings, as
  // any caller of the search must.
  check_combinations(options, settings);
  require(check_settings(settings));
  return settings;
}

Result<RecorderOptions> recorder_options(const SearchOptions& options, const AnyGame& game) {
  RecorderOptions recorder;
  recorder.capture = value_of(capture(options.capture));
  // verify checks traces of this engine more strictly (viewer/verify/facts.h).
  recorder.engine = "plytrace";
  recorder.engine_version = PLYTRACE_VERSION;
  if (!options.at_key.empty()) {
    const auto key = parse_key(options.at_key);
    if (!key) return Status::usage("--at-key: " + key.status().message());
    recorder.filter.at_key = *key;
    recorder.capture |= kCaptureKeys;
  }
  recorder.filter.from_ply = options.from_ply;
  recorder.filter.max_ply = options.max_ply;
  recorder.filter.max_nodes = options.max_nodes;
  if (!options.below.empty()) {
    recorder.filter.below = value_of(path_moves(options.below, game));
    recorder.filter.below_text = options.below;
  }
  return recorder;
}

}  // namespace plytrace
