// SPDX-License-Identifier: MIT
#include "viewer/commands/complete.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "core/events.h"
#include "core/number_text.h"
#include "core/parameters.h"
#include "core/registry.h"
#include "core/search/algorithm.h"
#include "core/search/algorithm_options.h"
#include "viewer/analysis/pass_of.h"
#include "viewer/cli/completion.h"
#include "viewer/commands/commands.h"
#include "viewer/format/characters.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace::completion {
namespace {

using cli::CommandFacts;
using cli::OptionFacts;
using cli::TypedWords;

// A node may have any number of children.
constexpr std::size_t kMostChildren = 1000;

struct Candidate {
  std::string word;
  std::string description = {};
};
using Candidates = std::vector<Candidate>;

Candidates candidates(const std::vector<std::string>& words) {
  Candidates list;
  for (const std::string& word : words) list.push_back({word});
  return list;
}

// The words of a range such as "off|on"; none for "1..26".
std::vector<std::string> words_of_range(std::string_view range) {
  if (range.find('|') == std::string_view::npos) return {};
  return text::split(range, '|');
}

Candidates game_names(const TypedWords&) {
  Candidates list;
  for (const Preset& preset : presets()) list.push_back({preset.name, preset.summary});
  for (const GameInfo& game : games()) list.push_back({game.name, game.summary});
  return list;
}

// The typed game or the game of the typed preset.
const GameInfo* typed_game(const TypedWords& typed) {
  std::string name = typed.value("GAME");
  for (const Preset& preset : presets()) {
    if (preset.name == name) name = preset.game;
  }
  for (const GameInfo& game : games()) {
    if (game.name == name) return &game;
  }
  return nullptr;
}

Candidates algorithm_names(const TypedWords&) {
  Candidates list;
  for (const AlgorithmTraits& algorithm : kAlgorithms) {
    list.push_back({std::string(algorithm.name), std::string(algorithm.summary)});
  }
  return list;
}

Candidates players(const TypedWords& typed) {
  Candidates list = algorithm_names(typed);
  list.push_back({"random", "a random legal move"});
  return list;
}

// The evaluators of the typed game, or of all games.
Candidates evaluator_names(const TypedWords& typed) {
  Candidates list;
  const GameInfo* const only = typed_game(typed);
  for (const GameInfo& game : games()) {
    if (only != nullptr && only != &game) continue;
    for (const EvaluatorInfo& evaluator : game.evaluators) {
      list.push_back({evaluator.name, evaluator.summary});
    }
  }
  return list;
}

Candidates listed_names(const TypedWords& typed) {
  Candidates list{{"games"}, {"evaluators"}, {"algorithms"}};
  for (const auto names : {game_names, evaluator_names, algorithm_names}) {
    for (Candidate& candidate : names(typed)) list.push_back(std::move(candidate));
  }
  return list;
}

// "width=", and "gravity=off", "gravity=on" where the words are known.
Candidates settings(const std::vector<Parameter>& parameters) {
  Candidates list;
  for (const Parameter& parameter : parameters) {
    const auto words = words_of_range(parameter.range);
    if (words.empty()) list.push_back({parameter.name + "=", parameter.meaning});
    for (const std::string& word : words) {
      list.push_back({parameter.name + "=" + word, parameter.meaning});
    }
  }
  return list;
}

Candidates game_settings(const TypedWords& typed) {
  const GameInfo* const game = typed_game(typed);
  return game == nullptr ? Candidates() : settings(game->options);
}

Candidates evaluator_settings(const TypedWords& typed) {
  const GameInfo* const game = typed_game(typed);
  if (game == nullptr) return {};
  const std::string name = typed.value("--evaluator");
  for (const EvaluatorInfo& evaluator : game->evaluators) {
    if (name.empty() || evaluator.name == name) return settings(evaluator.parameters);
  }
  return {};
}

Candidates optional_events(const TypedWords&) {
  Candidates list;
  for (const auto& [bit, word] : kOptionalEvents) list.push_back({std::string(word)});
  list.push_back({"none"});
  return list;
}

// The shells pass a word as it was typed. "~/run.db" and "$PWD/run.db" are names of files.
std::string expanded(const std::string& word) {
  const auto value_of_variable = [](const std::string& name) -> std::string {
    const char* const value = std::getenv(name.c_str());
    return value == nullptr ? "" : value;
  };
  if (word == "~" || word.starts_with("~/")) return value_of_variable("HOME") + word.substr(1);
  if (!word.starts_with('$')) return word;
  const bool is_braced = word.starts_with("${");
  const std::size_t begin = is_braced ? 2 : 1;
  std::size_t end = begin;
  while (end < word.size() &&
         (std::isalnum(static_cast<unsigned char>(word[end])) != 0 || word[end] == '_')) {
    ++end;
  }
  const std::size_t rest = is_braced && word.substr(end, 1) == "}" ? end + 1 : end;
  return value_of_variable(word.substr(begin, end - begin)) + word.substr(rest);
}

// The children of the part of the path that ends with its last '/'.
Candidates node_paths(const TypedWords& typed) {
  if (typed.part.empty()) return {{"/", "the root"}};
  const std::size_t slash = typed.part.rfind('/');
  if (slash == std::string::npos) return {};
  const auto reader = TraceReader::open(expanded(typed.value("trace")));
  if (!reader) return {};
  const TraceReader::Snapshot snapshot(*reader);
  const auto place = choose_place(*reader, number_from<std::int64_t>(typed.value("--search")),
                                  number_from<std::int64_t>(typed.value("--pass")));
  if (!place) return {};
  const std::string above = typed.part.substr(0, slash + 1);
  const auto parent = reader->find(above, place->pass);
  if (!parent) return {};
  Candidates list;
  reader->for_each_child(*parent, [&](const NodeRow& child) {
    const std::int64_t below = reader->last_of(child) - child.id;
    list.push_back({above + reader->component(child) + (below > 0 ? "/" : ""),
                    child.value ? "value " + score_text(*child.value) : std::string()});
    return list.size() < kMostChildren;
  });
  return list;
}

// "path:/d/" for `render --only`.
Candidates shown_parts(const TypedWords& typed) {
  constexpr std::string_view kPath = "path:";
  if (!typed.part.starts_with(kPath)) return candidates({"pv", "cutoffs", "path:/"});
  TypedWords below = typed;
  below.part.erase(0, kPath.size());
  Candidates list = node_paths(below);
  for (Candidate& candidate : list) candidate.word.insert(0, kPath);
  return list;
}

// The words of a searcher, as in "alphabeta+static".
Candidates searcher_words(const TypedWords& typed) {
  const std::size_t plus = typed.part.rfind('+');
  const std::string head = plus == std::string::npos ? "" : typed.part.substr(0, plus + 1);
  Candidates list = algorithm_names(typed);
  for (Candidate& candidate : evaluator_names(typed)) list.push_back(std::move(candidate));
  for (const auto& [order, word] : kOrderings) list.push_back({std::string(word)});
  for (Candidate& candidate : list) candidate.word.insert(0, head);
  return list;
}

// The origin of values that no declared list names. `name` is an option or argument, with the
// command in front if the name has several meanings, or what the help shows for the value.
struct Source {
  std::string_view name;
  Candidates (*candidates)(const TypedWords&);
  const char* files = nullptr;  // what the shell adds
};
constexpr Source kSources[] = {
    {"list NAME", listed_names},
    {"check-answer TREE", nullptr, "files"},
    {"GAME", game_names},
    {"--algorithm", algorithm_names},
    {"--with", algorithm_names},
    {"--first", players},
    {"--second", players},
    {"--evaluator", evaluator_names},
    {"--weight", evaluator_settings},
    {"--game-option", game_settings},
    {"--capture", optional_events},
    {"--compare", searcher_words},
    {"--only", shown_parts},
    {"--unfold", node_paths},
    {"--highlight", node_paths},
    {"--note", node_paths},
    {"--oracle",
     [](const TypedWords&) {
       return candidates({"root", "sampled:", "full"});
     }},
    {"--same-as", node_paths},
    {"--before", node_paths},
    {"--root", node_paths},
    {"node", node_paths},
    {"path", node_paths},
    {"--position", nullptr, "files"},
    {"--tree", nullptr, "files"},
    {"EVENTS", nullptr, "files"},
    {"TRACE", nullptr, "traces"},
    {"TRACE2", nullptr, "traces"},
    {"TRACE|DIR", nullptr, "traces"},
    {"FILE", nullptr, "files"},
    {"TABLE", nullptr, "files"},
    {"DIR|FILE", nullptr, "files"},
    {"DIR", nullptr, "folders"},
};

const Source* source_named(const std::string& name) {
  for (const Source& source : kSources) {
    if (source.name == name) return &source;
  }
  return nullptr;
}

const Source* source_of(const CommandFacts& command, const OptionFacts& option) {
  for (const std::string& name :
       {command.name + " " + option.names.back(), option.names.back(), option.value}) {
    if (const Source* source = source_named(name)) return source;
  }
  return nullptr;
}

// The values of an option of the search, such as --order.
std::vector<std::string> search_option_words(const std::string& name) {
  for (const AlgorithmTraits& algorithm : kAlgorithms) {
    for (const Parameter& option : algorithm_options(algorithm)) {
      if ("--" + option.name != name) continue;
      // One algorithm may take fewer words than another.
      return words_of_range(search_option(option.name).range);
    }
  }
  return {};
}

std::string on_one_line(std::string help) {
  std::replace(help.begin(), help.end(), '\n', ' ');
  return help;
}

// Several values of one option, separated by commas.
bool is_list(const OptionFacts& option) {
  return option.value.ends_with("LIST") || option.value.ends_with(",..") ||
         (option.takes_several && !option.words.empty());
}

class Answer {
 public:
  explicit Answer(TypedWords typed) : typed_(std::move(typed)) {}

  void add(const Candidates& list) {
    const std::string given = "," + typed_.head;
    for (const auto& [word, description] : list) {
      if (given.find("," + word + ",") != std::string::npos) continue;
      // A trace may hold any text; no candidate may act on the terminal or make two lines.
      if (!word.starts_with(typed_.part) || text::printable(word) != word) continue;
      text_ += typed_.head + word;
      if (!description.empty()) text_ += "\t" + text::printable(description);
      text_ += "\n";
    }
  }
  void add_files(const char* kind) { text_ += std::string("\t") + kind + "\n"; }

  void add_names(const CommandFacts& command) {
    for (const OptionFacts& option : command.options) {
      if (option.is_argument || (typed_.given.count(&option) > 0 && !option.takes_several))
        continue;
      const std::string& name = option.names.back();
      add({{name, on_one_line(option.help)}});
      // The parser knows it as another form of --format (cli/command.cc).
      if (name == "--format") add({{"--json", "--format json"}});
    }
  }

  void add_values(const CommandFacts& command) {
    const OptionFacts& option = *typed_.option;
    if (is_list(option)) complete_last_entry(typed_);
    if (!option.words.empty()) return add(candidates(option.words));
    const Source* const source = source_of(command, option);
    if (source == nullptr) return add(candidates(search_option_words(option.names.back())));
    if (source->candidates != nullptr) add(source->candidates(typed_));
    if (source->files != nullptr) add_files(source->files);
  }

  const std::string& text() const { return text_; }

 private:
  TypedWords typed_;
  std::string text_;
};

// Completes the command, or the program's own options in front of the command.
std::string complete_command(const std::vector<std::string>& words) {
  cli::Program program("", "");
  setup_commands(program, "");
  const auto all = program.facts();
  const TypedWords typed = cli::typed_words(all.front(), words);
  Answer answer(typed);
  if (typed.option != nullptr) {  // --color
    answer.add_values(all.front());
    return answer.text();
  }
  Candidates commands;
  for (std::size_t i = 1; i < all.size(); ++i) commands.push_back({all[i].name, all[i].summary});
  commands.push_back({"help", "Explain a command"});
  if (words.back().starts_with('-')) {
    answer.add_names(all.front());
  } else {
    answer.add(commands);
  }
  return answer.text();
}

std::string complete_arguments(const std::string& name, const std::vector<std::string>& words) {
  if (name == "help") return words.size() == 1 ? complete_command(words) : std::string();
  const auto known = std::find_if(std::begin(kCommands), std::end(kCommands),
                                  [&](const NamedCommand& entry) { return entry.name == name; });
  if (known == std::end(kCommands)) return {};
  cli::Program program("", "");
  setup_commands(program, name);
  const CommandFacts command = program.facts().back();
  const TypedWords typed = cli::typed_words(command, words);
  Answer answer(typed);
  if (typed.option != nullptr) answer.add_values(command);
  if (typed.is_name) answer.add_names(command);
  return answer.text();
}

}  // namespace
}  // namespace plytrace::completion

namespace plytrace {

Status complete(const std::vector<std::string>& words) {
  if (words.empty()) return Status::ok();
  const std::size_t place = cli::place_of_command(words);
  const std::string answer =
      place + 1 < words.size()
          ? completion::complete_arguments(
                words[place], {words.begin() + static_cast<std::ptrdiff_t>(place) + 1, words.end()})
          : completion::complete_command(words);
  (void)cli::write_stdout(answer);
  return Status::ok();
}

}  // namespace plytrace
