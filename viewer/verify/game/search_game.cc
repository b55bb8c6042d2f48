// SPDX-License-Identifier: MIT
#include "viewer/verify/game/search_game.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/registry.h"
#include "viewer/format/characters.h"
#include "viewer/format/json.h"

namespace plytrace::verify {

// The options of the search hold them under "parameters".
std::string evaluator_parameters(const SearchRow& search) {
  const text::SortedJson options = text::sorted_json(search.options);
  if (!options.is_object() || !options.contains("parameters")) return "{}";
  return text::sorted_text(options["parameters"]);
}

namespace {

std::unique_ptr<SearchGame> made_by_program(const SearchRow& search, std::string* reason) {
  auto game = rules::RulesGame::make(rules::chosen(), search.game, search.position);
  if (!game) {
    *reason = game.status().message();
    return nullptr;
  }
  auto made = std::make_unique<SearchGame>();
  made->by_program = game->get();
  made->max_player = (*game)->max_player();
  const bool has_player = search.max_player == 0 || search.max_player == 1;
  if (has_player && (*game)->is_side_known()) {
    made->max_player = static_cast<int>(*search.max_player);
  }
  made->game = std::move(*game);
  auto scores = made->game->make_evaluator({});
  if (scores) {
    made->evaluator = std::move(*scores);
  } else {
    *reason = scores.status().message() + ": leaf scores were not compared";
  }
  return made;
}

}  // namespace

std::unique_ptr<SearchGame> make_search_game(const SearchRow& search, std::string* reason,
                                             bool* is_known) {
  if (rules::chosen()) {
    if (is_known != nullptr) *is_known = true;
    return made_by_program(search, reason);
  }
  const bool found = is_game(search.game);
  if (is_known != nullptr) *is_known = found;
  if (!found) {
    *reason = search.game.empty()
                  ? "the trace does not name its game"
                  : fmt::format("the game '{}' is not known{}", text::printable(search.game),
                                game_meant_by(search));
    return nullptr;
  }
  auto game = make_game_from_json(search.game, search.game_options, search.position);
  if (!game) {
    *reason = "the game refuses the position: " + game.status().message();
    return nullptr;
  }
  auto made = std::make_unique<SearchGame>();
  made->game = std::move(*game);
  made->max_player = made->game->max_player();
  if (search.max_player) {
    if (*search.max_player != 0 && *search.max_player != 1) {
      *reason = fmt::format(
          "the search has player {} for MAX, expected 0 or 1: leaf scores were "
          "not compared",
          *search.max_player);
      return made;
    }
    made->max_player = static_cast<int>(*search.max_player);
  }
  // Without an evaluator the board still checks moves, lists, ends and keys.
  if (search.evaluator.empty()) {
    *reason = "the trace names no evaluator: leaf scores were not compared";
    return made;
  }
  auto parameters = arguments_from_json(evaluator_parameters(search));
  if (parameters) {
    auto evaluator = made->game->make_evaluator({search.evaluator, *parameters});
    if (evaluator) made->evaluator = std::move(*evaluator);
  }
  if (!made->evaluator) *reason = "the evaluator is not known: leaf scores were not compared";
  return made;
}

bool is_same_root_move(const SearchRow& search, const std::string& a, const std::string& b) {
  if (a == b) return true;
  std::string reason;
  const auto made = make_search_game(search, &reason);
  if (!made) return false;
  const auto first = made->game->read_move(a);
  const auto second = made->game->read_move(b);
  return first.is_ok() && second.is_ok() && *first == *second;
}

namespace {

// A position of chess, or of another game on a board of at least eight ranks.
bool is_fen(std::string_view position) {
  const std::string_view first = position.substr(0, position.find(' '));
  return first == "startpos" || first == "fen" || std::count(first.begin(), first.end(), '/') >= 7;
}

}  // namespace

std::string game_meant_by(const SearchRow& search) {
  std::string meant = did_you_mean_game(search.game);
  if (!meant.empty() || !is_fen(search.position)) return meant;
  const bool is_chess = make_game("chess", {}, search.position).is_ok();
  return is_chess ? " (did you mean 'chess'?)" : "";
}

bool may_expect_replay(const SearchRow& search) {
  if (search.game.empty() || rules::chosen()) return false;
  return is_game(search.game) || is_fen(search.position) || !game_meant_by(search).empty();
}

std::string game_words(const SearchRow& search) {
  for (const Preset& preset : presets()) {
    const auto game = make_game(preset.name, {}, std::nullopt);
    const bool is_it = game && (*game)->info().name == search.game &&
                       (*game)->options_json() == search.game_options;
    if (is_it) return preset.name;
  }
  const std::string values = option_words(search.game_options);
  return search.game + (values.empty() ? "" : " (" + values + ")");
}

std::string option_words(const std::string& json) {
  std::string text;
  const text::Json options = text::embedded_json(json);
  if (!options.is_object()) return text;
  for (const auto& [name, value] : options.items()) {
    const std::string words = value.is_string()   ? value.get<std::string>()
                              : value.is_object() ? "(" + option_words(text::json_text(value)) + ")"
                                                  : text::json_text(value);
    text += (text.empty() ? "" : ", ") + name + " " + words;
  }
  return text;
}

}  // namespace plytrace::verify
