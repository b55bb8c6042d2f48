// SPDX-License-Identifier: MIT
#include "viewer/commands/make/searchers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "core/number_text.h"
#include "core/registry.h"
#include "viewer/commands/make/search_report.h"
#include "viewer/format/characters.h"

namespace plytrace {
namespace {

// Parses "d4" as 4 if the prefix is "d".
std::optional<int> number_after(std::string_view prefix, std::string_view word) {
  if (!word.starts_with(prefix)) return std::nullopt;
  const auto number = number_from<int>(word.substr(prefix.size()));
  return number >= 0 ? number : std::nullopt;
}

// The game with the searcher's own options, in the same position.
Result<std::unique_ptr<AnyGame>> own_game(const Arguments& own, const cli::GameOptions& options,
                                          const AnyGame& position) {
  auto arguments = cli::arguments_from(options.settings);
  arguments.insert(arguments.end(), own.begin(), own.end());
  // Convert through the text, because the options may change the representation of the board.
  return make_game(options.game, arguments, position.position_text());
}

bool is_evaluator(const std::string& word, const AnyGame& game) {
  for (const EvaluatorInfo& evaluator : game.info().evaluators) {
    if (evaluator.name == word) return true;
  }
  return false;
}

// The flags that a searcher may have as a word.
constexpr std::array<std::pair<std::string_view, bool SearchSettings::*>, 2> kSwitches{
    {{"iterative", &SearchSettings::iterative}, {"eval-cache", &SearchSettings::eval_cache}}};

std::vector<std::string> known_words(const AnyGame& game) {
  std::vector<std::string> words;
  for (const auto& [name, option] : kSwitches) words.emplace_back(name);
  for (const AlgorithmTraits& algorithm : kAlgorithms) words.emplace_back(algorithm.name);
  for (const auto& order : kOrderings) words.emplace_back(order.word);
  for (const EvaluatorInfo& evaluator : game.info().evaluators) words.push_back(evaluator.name);
  return words;
}

bool is_order(const std::string& text) {
  return std::any_of(kOrderings.begin(), kOrderings.end(),
                     [&](const auto& order) { return order.word == text; });
}

bool apply_switch(const std::string& word, SearchOptions& options) {
  for (const auto& [name, option] : kSwitches) {
    if (name != word) continue;
    options.settings.*option = true;
    return true;
  }
  return false;
}

// Applies one word to the options; false if no searcher knows it.
bool apply(const std::string& word, const AnyGame& game, SearchOptions& options) {
  // A word with two meanings has the first one in this order.
  if (find_algorithm(word) != nullptr) {
    options.algorithm = word;
  } else if (is_evaluator(word, game)) {
    // Parameters given with -w belong to the evaluator named by -e.
    if (word != options.evaluator.name) options.evaluator.settings.clear();
    options.evaluator.name = word;
  } else if (is_order(word)) {
    options.order = word;
  } else if (apply_switch(word, options)) {
    return true;
  } else if (word.find('=') != std::string::npos) {
    options.game.settings.push_back(word);
  } else if (const auto depth = number_after("d", word)) {
    options.depth = *depth;
  } else if (const auto table = number_after("table", word)) {
    options.settings.table_megabytes = *table;
  } else {
    return false;
  }
  return true;
}

void apply_words(const std::string& option, const std::string& text, const AnyGame& game,
                 SearchOptions& options) {
  // Another '+' keeps an empty last word, which is a mistake.
  for (const std::string& word : text::split(text + "+", '+')) {
    if (apply(word, game, options)) continue;
    throw Failure::usage(
        option + ": '" + word +
        "' is not an algorithm, an order, an evaluator of this game, d4 (a depth), table16 (MB), " +
        switch_words() + ", or key=value (an option of the game)" +
        did_you_mean(word, known_words(game)) + "; join such words by '+', as in alphabeta+static");
  }
}

// Parses "pvs --order history --table 16", with the options of `search`.
void apply_options(const std::string& option, const std::string& text, SearchOptions& options) {
  std::vector<std::string> words = text::split(text, ' ');
  std::erase(words, "");
  const auto help = std::find_if(words.begin(), words.end(), [](const std::string& word) {
    return word == "-h" || word == "--help" || word == "-V" || word == "--version";
  });
  if (help != words.end()) throw Failure::usage(option + ": '" + *help + "' is not a searcher");
  cli::Program program("", "");
  cli::Command* const search = program.add_command("search", "");
  cli::EvaluatorOptions evaluator;
  std::vector<std::string> game;
  search->add_option("ALGORITHM", options.algorithm, "");
  add_algorithm_options(search, options);
  cli::add_evaluator_options(search, evaluator);
  search->add_option("-g,--game-option", game, "")->allow_extra_args(false);
  words.insert(words.begin(), "search");
  const auto refused = program.parse(words);
  if (refused) throw Failure::usage(option + " '" + text + "': " + refused->message());
  // Parameters given with -w belong to the evaluator named by -e.
  if (!evaluator.name.empty() && evaluator.name != options.evaluator.name) {
    options.evaluator = evaluator;
  } else {
    auto& settings = options.evaluator.settings;
    settings.insert(settings.end(), evaluator.settings.begin(), evaluator.settings.end());
  }
  options.game.settings.insert(options.game.settings.end(), game.begin(), game.end());
}

}  // namespace

std::string switch_words() {
  return text::joined(kSwitches, ", ", [](const auto& known) { return known.first; });
}

bool search_alike(const Searcher& a, const Searcher& b) {
  return a.settings == b.settings && a.evaluator.name == b.evaluator.name &&
         a.evaluator.parameters == b.evaluator.parameters && a.game_options == b.game_options;
}

Searched search_with(const Searcher& searcher, const cli::GameOptions& options,
                     const AnyGame& position) {
  std::unique_ptr<AnyGame> own;
  if (!searcher.game_options.empty()) {
    own = value_of(own_game(searcher.game_options, options, position));
  }
  const AnyGame& game = own ? *own : position;
  // Not recorded, because a game has many searches.
  auto result = value_of(game.search(searcher.evaluator, searcher.settings, nullptr));
  std::string move = result.best_move == kNoMove ? "" : game.move_text(result.best_move);
  return {std::move(result), std::move(move)};
}

SearchOptions options_from(const std::string& option, const std::string& text,
                           const SearchOptions& options, const AnyGame& game) {
  SearchOptions asked = options;
  // Set the name, so that searchers with the same settings can be compared.
  if (asked.evaluator.name.empty()) asked.evaluator.name = game.info().evaluators.front().name;
  if (text.empty()) return asked;
  if (text.find(' ') == std::string::npos) {
    apply_words(option, text, game, asked);
  } else {
    apply_options(option, text, asked);
  }
  return asked;
}

Searcher searcher_from(const std::string& option, const std::string& text,
                       const SearchOptions& options, const AnyGame& game) {
  auto asked = options_from(option, text, options, game);
  auto evaluator = cli::evaluator_choice(asked.evaluator);
  (void)value_of(game.make_evaluator(evaluator));
  auto settings = value_of(search_settings(asked, game));
  settings.interrupt = &cli::interrupted();
  // Keep only the options that belong to this searcher.
  asked.game.settings.erase(
      asked.game.settings.begin(),
      asked.game.settings.begin() + static_cast<std::ptrdiff_t>(options.game.settings.size()));
  auto own = cli::arguments_from(asked.game.settings);
  if (!own.empty()) {
    // Check that its own game can read the position.
    if (const auto made = own_game(own, options.game, game); !made) {
      throw Failure({made.status().code(), option + " " + text + ": " + made.status().message()});
    }
  }
  return {text.empty() ? asked.algorithm : text, std::move(evaluator), settings, std::move(own)};
}

std::string searcher_words(const Searcher& searcher) {
  const SearchSettings& settings = searcher.settings;
  std::string text = method_words(settings);
  if (settings.time_limit) text += fmt::format(", at most {:g} s", *settings.time_limit);
  if (settings.node_limit) {
    text += fmt::format(", at most {} {}", *settings.node_limit,
                        *settings.node_limit == 1 ? "node" : "nodes");
  }
  if (settings.order != Ordering::kNatural) {
    text += fmt::format(", {} order", word(settings.order));
  }
  if (settings.eval_cache) text += ", eval cache";
  if (settings.table_megabytes > 0) text += fmt::format(", table {} MB", settings.table_megabytes);
  for (const auto& [key, value] : searcher.game_options) {
    text += fmt::format(", {}={}", key, value);
  }
  return text + ", evaluator " + searcher.evaluator.name;
}

}  // namespace plytrace
