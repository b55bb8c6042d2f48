// SPDX-License-Identifier: MIT
#include "core/registry.h"

#include <algorithm>

#include "core/json_reader.h"

// The games, one line each, in the order in which commands list them. A game called `nim`
// provides `const GameDefinition& nim_definition();`.
#define PLYTRACE_GAMES(GAME) \
  GAME(connectk)             \
  GAME(othello)              \
  GAME(chess)                \
  GAME(andantino)            \
  GAME(doublecard)           \
  GAME(tree)                 \
  GAME(synthetic)

namespace plytrace {

#define PLYTRACE_DECLARE(name) const GameDefinition& name##_definition();
PLYTRACE_GAMES(PLYTRACE_DECLARE)
#undef PLYTRACE_DECLARE

namespace {

const std::vector<const GameDefinition*>& definitions() {
#define PLYTRACE_LIST(name) &name##_definition(),
  static const std::vector<const GameDefinition*> list = {PLYTRACE_GAMES(PLYTRACE_LIST)};
#undef PLYTRACE_LIST
  return list;
}

// Engines write Chess as well as chess.
bool is_name(std::string_view name, std::string_view text) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(name.begin(), name.end(), text.begin(), text.end(),
                    [&](char a, char b) { return a == lower(b); });
}

const GameDefinition* find_definition(std::string_view name) {
  for (const GameDefinition* definition : definitions()) {
    if (is_name(definition->info.name, name)) return definition;
  }
  return nullptr;
}

const Preset* find_preset(std::string_view name) {
  const auto found = std::find_if(presets().begin(), presets().end(),
                                  [&](const Preset& preset) { return is_name(preset.name, name); });
  return found == presets().end() ? nullptr : &*found;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find_first_of(separators);
    parts.push_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// Whether the text of a legal move contains a blank.
bool moves_contain_blanks(const AnyGame& game) {
  MoveList moves;
  game.generate(moves);
  return std::any_of(moves.begin(), moves.end(), [&](MoveCode move) {
    return game.move_text(move).find(' ') != std::string::npos;
  });
}

// The texts of a list of moves. Blanks separate moves only if no move of the game contains one.
std::vector<std::string_view> split_moves(const AnyGame& game, std::string_view list) {
  list = trimmed(list);
  if (list.empty()) return {};
  const bool has_separators = list.find_first_of(",;") != std::string_view::npos;
  // `0 2 A 1` is one move, not four.
  if (has_separators || game.parse_move(list).is_ok() || moves_contain_blanks(game)) {
    return split(list, ",;");
  }
  std::vector<std::string_view> parts = split(list, " ");
  parts.erase(std::remove(parts.begin(), parts.end(), std::string_view{}), parts.end());
  return parts;
}

Result<std::string> plain_value(JsonReader& reader, JsonReader::Token token) {
  using Token = JsonReader::Token;
  switch (token) {
    case Token::kString:
      return reader.string();
    case Token::kNumber:
      return std::string(reader.number());
    // Options that are on or off take these words.
    case Token::kTrue:
      return std::string("on");
    case Token::kFalse:
      return std::string("off");
    case Token::kError:
      return reader.error();
    default:
      return reader.error("expected a string, a number or a boolean");
  }
}

}  // namespace

const std::vector<GameInfo>& games() {
  static const std::vector<GameInfo> list = [] {
    std::vector<GameInfo> infos;
    for (const GameDefinition* definition : definitions()) infos.push_back(definition->info);
    return infos;
  }();
  return list;
}

const std::vector<Preset>& presets() {
  static const std::vector<Preset> list = [] {
    std::vector<Preset> all;
    for (const GameDefinition* definition : definitions()) {
      all.insert(all.end(), definition->presets.begin(), definition->presets.end());
    }
    return all;
  }();
  return list;
}

bool is_game(std::string_view name) {
  return find_definition(name) != nullptr || find_preset(name) != nullptr;
}

std::string did_you_mean_game(std::string_view name) {
  std::vector<std::string> names;
  for (const GameInfo& game : games()) names.push_back(game.name);
  for (const Preset& preset : presets()) names.push_back(preset.name);
  return did_you_mean(name, names);
}

Result<std::unique_ptr<AnyGame>> make_game(std::string_view name, const Arguments& options,
                                           const std::optional<std::string>& position) {
  if (const GameDefinition* definition = find_definition(name)) {
    return definition->make(options, position);
  }
  const Preset* preset = find_preset(name);
  if (preset == nullptr) {
    return Status::usage("there is no game '" + std::string(name) + "'" + did_you_mean_game(name) +
                         "; 'plytrace list games' shows them");
  }
  Arguments all = preset->options;
  // After those of the preset, which they override (core/parameters.h).
  all.insert(all.end(), options.begin(), options.end());
  return find_definition(preset->game)->make(all, position);
}

Result<std::unique_ptr<AnyGame>> make_game_from_json(std::string_view name,
                                                     std::string_view options_json,
                                                     std::string_view position) {
  const Result<Arguments> options = arguments_from_json(options_json);
  if (!options) return options.status();
  return make_game(name, *options, std::string(position));
}

Result<Arguments> arguments_from_json(std::string_view json) {
  using Token = JsonReader::Token;
  JsonReader reader("options", json);
  if (reader.next() != Token::kBeginObject) return reader.error("expected a JSON object");
  Arguments arguments;
  Token token = reader.next();
  // `{}` is allowed; after a comma a name must follow.
  while (token != Token::kEndObject || !arguments.empty()) {
    if (token != Token::kString) return reader.error("expected a name in double quotes");
    std::string name = std::move(reader.string());
    if (reader.next() != Token::kColon) return reader.error("expected ':'");
    const Result<std::string> value = plain_value(reader, reader.next());
    if (!value) return value.status();
    arguments.emplace_back(std::move(name), *value);
    token = reader.next();
    if (token == Token::kEndObject) break;
    if (token != Token::kComma) return reader.error("expected ',' or '}'");
    token = reader.next();
  }
  if (reader.next() != Token::kEnd) return reader.error("text after the object");
  return arguments;
}

Status play_moves(AnyGame& game, std::string_view list, MoveList* played) {
  int number = 0;
  for (const std::string_view text : split_moves(game, list)) {
    const std::string where = "move " + std::to_string(++number) + " '" + std::string(text) + "'";
    const Result<MoveCode> move = game.parse_move(text);
    if (!move) {
      return {move.status().code(),
              where + " of the list cannot be read: " + move.status().message()};
    }
    if (!game.is_legal(*move)) {
      return Status::bad_input(where + " of the list is not legal: " + game.why_illegal(*move));
    }
    game.play(*move);
    if (played != nullptr) played->push_back(*move);
  }
  return Status::ok();
}

}  // namespace plytrace
