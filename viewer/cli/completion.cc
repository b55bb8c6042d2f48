// SPDX-License-Identifier: MIT
#include "viewer/cli/completion.h"

#include <algorithm>
#include <utility>

namespace plytrace::cli {
namespace {

const OptionFacts* option_named(const CommandFacts& command, const std::string& name) {
  for (const OptionFacts& option : command.options) {
    if (option.is_argument) continue;
    const auto& names = option.names;
    if (std::find(names.begin(), names.end(), name) != names.end()) return &option;
  }
  return nullptr;
}

// The argument at this position; a list takes all that follow.
const OptionFacts* argument_at(const CommandFacts& command, std::size_t position) {
  const OptionFacts* last = nullptr;
  for (const OptionFacts& option : command.options) {
    if (!option.is_argument) continue;
    last = &option;
    if (position == 0) return last;
    --position;
  }
  return last != nullptr && last->takes_several ? last : nullptr;
}

// A word that starts with '-', split into the option's name and a value in the same word.
struct OptionWord {
  const OptionFacts* option = nullptr;
  std::string head;  // "--fail=", "-d"
  bool has_value = false;
};

OptionWord option_word(const CommandFacts& command, const std::string& word) {
  const std::size_t equals = word.find('=');
  if (word.starts_with("--")) {
    const bool has_value = equals != std::string::npos;
    return {option_named(command, word.substr(0, equals)),
            has_value ? word.substr(0, equals + 1) : word, has_value};
  }
  const OptionFacts* const option = option_named(command, word.substr(0, 2));
  return {option, word.substr(0, 2), word.size() > 2};
}

class Walk {
 public:
  explicit Walk(const CommandFacts& command) : command_(command) {}

  void pass(const std::string& word) {
    if (expecting_ != nullptr) {
      take(std::exchange(expecting_, nullptr), word);
    } else if (!only_arguments_ && word == "--") {
      only_arguments_ = true;
    } else if (is_option(word)) {
      const OptionWord found = option_word(command_, word);
      if (found.option == nullptr) return;
      typed_.given.insert(found.option);
      if (found.option->value.empty()) return;
      if (!found.has_value) {
        expecting_ = found.option;
      } else {
        take(found.option, word.substr(found.head.size()));
      }
    } else if (const OptionFacts* argument = argument_at(command_, arguments_++)) {
      take(argument, word);
    }
  }

  TypedWords end(const std::string& word) {
    typed_.part = word;
    if (expecting_ != nullptr) {
      typed_.option = expecting_;
    } else if (is_option(word) || (word == "-" && !only_arguments_)) {
      const OptionWord found = option_word(command_, word);
      typed_.is_name = !found.has_value;
      if (found.has_value && found.option != nullptr && !found.option->value.empty()) {
        typed_.option = found.option;
        typed_.head = found.head;
        typed_.part = word.substr(found.head.size());
      }
    } else {
      typed_.option = argument_at(command_, arguments_);
      typed_.is_name = typed_.option == nullptr && word.empty() && !only_arguments_;
    }
    return std::move(typed_);
  }

 private:
  bool is_option(const std::string& word) const {
    return !only_arguments_ && word.size() > 1 && word.front() == '-';
  }
  void take(const OptionFacts* option, const std::string& value) {
    typed_.given.insert(option);
    typed_.values[option->names.back()] = value;
  }

  const CommandFacts& command_;
  TypedWords typed_;
  const OptionFacts* expecting_ = nullptr;  // the option whose value is the next word
  std::size_t arguments_ = 0;
  bool only_arguments_ = false;
};

}  // namespace

TypedWords typed_words(const CommandFacts& command, const std::vector<std::string>& words) {
  Walk walk(command);
  for (std::size_t i = 0; i + 1 < words.size(); ++i) walk.pass(words[i]);
  return walk.end(words.empty() ? std::string() : words.back());
}

std::size_t place_of_command(const std::vector<std::string>& words) {
  std::size_t place = 0;
  while (place < words.size() && words[place].starts_with('-')) {
    place += words[place] == "--color" ? 2U : 1U;
  }
  return std::min(place, words.size());
}

void complete_last_entry(TypedWords& typed) {
  const std::size_t comma = typed.part.rfind(',');
  if (comma == std::string::npos) return;
  typed.head += typed.part.substr(0, comma + 1);
  typed.part.erase(0, comma + 1);
}

}  // namespace plytrace::cli
