// SPDX-License-Identifier: MIT
//
// Describes the word at the cursor of a command line, for completion: the name of an option, or the
// value of an option or argument. It knows only the declared options; viewer/commands/complete.h
// knows the values. Thread rule: pure functions.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "viewer/cli/command.h"

namespace plytrace::cli {

struct TypedWords {
  // The option or argument that the word is a value of; nullptr if the word is the name of an
  // option, or unknown.
  const OptionFacts* option = nullptr;
  bool is_name = false;  // the word may be the name of an option
  std::string head;      // the part of the word before each candidate ("--fail=")
  std::string part;      // the rest of the word, which a candidate completes
  // The last value of each option and argument in front of the cursor, by its last name.
  std::map<std::string, std::string> values;
  std::set<const OptionFacts*> given;

  std::string value(const std::string& name) const {
    const auto at = values.find(name);
    return at == values.end() ? std::string() : at->second;
  }
};

// `words` are those after the command; the last one ends at the cursor and may be empty.
TypedWords typed_words(const CommandFacts& command, const std::vector<std::string>& words);

// The index of the command: the first word that is not an option of the program, nor the value of
// one. The number of words if there is none.
std::size_t place_of_command(const std::vector<std::string>& words);

// Moves the entries of a list before the last comma from the part into the head.
void complete_last_entry(TypedWords& typed);

}  // namespace plytrace::cli
