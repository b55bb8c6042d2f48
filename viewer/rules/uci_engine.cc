// SPDX-License-Identifier: MIT
#include "viewer/rules/uci_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/parameters.h"
#include "viewer/format/characters.h"

namespace plytrace::rules {
namespace {

// No position of any game has more moves, and no engine writes more lines about one.
constexpr std::size_t kMostLines = 10'000, kMostBytes = std::size_t{1} << 20;
constexpr std::string_view kOption = "option name ";

bool is_one_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](unsigned char c) { return c > 0x20 && c != 0x7F; });
}

// UCI compares names and values without case.
bool is_same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

// The output of `d` and `go perft 1` about one position.
class Description {
 public:
  // False after the last line.
  bool take(std::string_view line) {
    constexpr std::string_view kEnd = "Nodes searched";
    if (line.starts_with(kEnd)) return false;
    if (line.starts_with("info ")) return true;
    if (is_board_) {
      const bool is_end = line.starts_with("Fen:") || line.starts_with("fen:");
      if (!is_end && !is_move(line)) {
        told_.board += std::string(line) + "\n";
        return true;
      }
      is_board_ = false;
    }
    if (const auto fen = value_of("Fen", line)) told_.position = *fen;
    if (const auto key = value_of("Key", line)) told_.key = *key;
    if (is_move(line)) told_.legal.emplace_back(line.substr(0, line.find(':')));
    return true;
  }

  // Leaves out a board, position or key whose form is not known.
  ToldPosition finish() {
    std::string& board = told_.board;
    while (!board.empty() && (board.back() == '\n' || board.back() == ' ')) board.pop_back();
    board.erase(0, board.find_first_not_of('\n'));
    board = printable_board(std::move(board)).value_or("");
    if (!is_one_line(told_.position, kLongestText)) told_.position.clear();
    if (!is_one_line(told_.key, kLongestText)) told_.key.clear();
    // The second word of a FEN.
    const std::size_t side = told_.position.find(' ');
    if (side != std::string::npos) {
      const std::string word = told_.position.substr(side, 3);
      if (word == " w " || word == " b ") told_.to_move = word == " w " ? 0 : 1;
    }
    return std::move(told_);
  }

 private:
  // "e2e4: 1"
  static bool is_move(std::string_view line) {
    const std::size_t colon = line.find(": ");
    return colon != std::string_view::npos && is_one_word(line.substr(0, colon)) &&
           is_one_line(line.substr(0, colon), kLongestMove) && line.substr(colon + 2) == "1" &&
           !line.starts_with("Key");
  }
  static std::optional<std::string> value_of(std::string_view name, std::string_view line) {
    if (!line.starts_with(name) || !line.substr(name.size()).starts_with(": ")) return std::nullopt;
    return std::string(line.substr(name.size() + 2));
  }

  ToldPosition told_;
  bool is_board_ = true;
};

}  // namespace

Result<std::string> position_command(const Question& question) {
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7F; };
  if (std::any_of(question.position.begin(), question.position.end(), is_control)) {
    return Status::bad_input("the position has control characters");
  }
  const bool is_start = question.position.empty() || question.position.starts_with("startpos");
  std::string command = is_start ? "position startpos" : "position fen " + question.position;
  if (is_start && !question.position.empty()) command = "position " + question.position;
  if (question.moves.empty()) return command;
  // The position of a trace may be "FEN moves e2e4" itself.
  if (question.position.find(" moves ") == std::string::npos) command += " moves";
  for (const std::string& move : question.moves) {
    if (!is_one_word(move)) return Status::bad_input("a move is not one word");
    command += " " + move;
  }
  return command;
}

// "option name UCI_Variant type combo default chess var chess var xiangqi"
UciEngine::Option UciEngine::option_of(std::string_view line) {
  constexpr std::string_view kType = " type ", kValue = " var ";
  line.remove_prefix(kOption.size());
  const std::size_t type = std::min(line.find(kType), line.size());
  Option option{std::string(text::printable(line.substr(0, type))), {}};
  if (line.substr(type).starts_with(" type check")) option.values = {"true", "false"};
  for (std::size_t at = line.find(kValue, type); at != std::string_view::npos;) {
    const std::size_t begin = at + kValue.size();
    at = line.find(kValue, begin);
    option.values.emplace_back(text::printable(line.substr(begin, at - begin)));
  }
  return option;
}

UciEngine::UciEngine(std::vector<std::string> words, const Patience& patience)
    : patience_(patience) {
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<std::string> command;
  for (std::string& word : words) {
    const std::size_t equals = word.find('=');
    const bool is_option = !command.empty() && equals != std::string::npos && word[0] != '-';
    if (is_option) {
      options.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    } else {
      command.push_back(std::move(word));
    }
  }
  process_ = std::make_unique<ChildProcess>(std::move(command));
  read_options();
  for (const auto& [name, value] : options) {
    // The options before it may have added values: files of variants do.
    if (!why_ignored(name, value).empty()) read_options();
    if (const std::string why = why_ignored(name, value); !why.empty()) throw Failure::usage(why);
    process_->write(fmt::format("setoption name {} value {}\n", name, value));
  }
  process_->write("isready\n");
  wait_for("readyok");
}

void UciEngine::read_options() {
  options_.clear();
  process_->write("uci\n");
  wait_for("uciok");
}

std::string UciEngine::why_ignored(const std::string& name, const std::string& value) const {
  const auto option = std::find_if(options_.begin(), options_.end(), [&](const Option& known) {
    return is_same_word(known.name, name);
  });
  if (option == options_.end()) {
    std::vector<std::string> names;
    for (const Option& known : options_) names.push_back(known.name);
    return "the engine has no option '" + name + "'" + did_you_mean(name, names);
  }
  const std::vector<std::string>& values = option->values;
  const bool takes =
      values.empty() || std::any_of(values.begin(), values.end(),
                                    [&](const auto& known) { return is_same_word(known, value); });
  if (takes) return "";
  return "the engine's option " + option->name + " has no value '" + value + "'" +
         did_you_mean(value, values);
}

void UciEngine::wait_for(std::string_view word) {
  for (std::size_t lines = 0; lines < kMostLines; ++lines) {
    const auto line = process_->next_line(patience_);
    if (!line) {
      throw Failure(
          Status(line.status().code(), fmt::format("no {}: {}", word, line.status().message())));
    }
    if (*line == word) return;
    if (line->starts_with(kOption)) options_.push_back(option_of(*line));
    if (line->starts_with("No such option")) {
      throw Failure::environment(std::string(text::printable(*line)));
    }
  }
  throw Failure::environment(fmt::format("no {}: it writes other lines without end", word));
}

void UciEngine::ask(const std::vector<Question>& questions, const Take& take) {
  for (std::size_t i = 0; i < questions.size(); ++i) {
    try {
      require(take(i, ask(questions[i])));
    } catch (const Failure& failure) {
      throw Failure(Status(failure.status().code(),
                           "request " + questions[i].words() + ": " + failure.status().message()));
    }
  }
}

ToldPosition UciEngine::ask(const Question& question) {
  const auto command = position_command(question);
  if (!command) {
    ToldPosition refused;
    refused.error = command.status().message();
    return refused;
  }
  process_->write(*command + "\nd\ngo perft 1\n");
  Description description;
  std::size_t bytes = 0;
  for (std::size_t lines = 0; lines < kMostLines && bytes < kMostBytes; ++lines) {
    const auto line = value_of(process_->next_line(patience_));
    bytes += line.size();
    if (description.take(line)) continue;
    ToldPosition told = description.finish();
    const std::string_view twice = repeated_move(told.legal);
    if (twice.empty()) return told;
    throw Failure::environment(fmt::format("it lists the move {} twice", twice));
  }
  throw Failure::environment("it writes lines without end");
}

}  // namespace plytrace::rules
