// SPDX-License-Identifier: MIT
//
// What the value of an option may be. A validator's message follows the option's name, so that a
// bad value gives one sentence and exit code 2:
//
//   command->add_option("--limit", limit, "Most rows, 0 = all")->check(cli::whole_number(0));
//   // plytrace: sql: --limit: '-1' is no whole number from 0 up; see 'plytrace sql --help'
//
// An option that is given must have a value: parse() refuses '' for all but those that say
// may_be_empty(). Thread rule: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "viewer/cli/command.h"

namespace plytrace::cli {

// Decimal digits, with a minus sign where `least` is below 0. The bounds must fit the variable.
Check whole_number(std::int64_t least,
                   std::int64_t most = std::numeric_limits<std::int64_t>::max());
// Any number of 64 bits without a sign: a seed.
Check unsigned_number();
// A finite number; without `most`, of any size.
Check real_number(double least, double most = std::numeric_limits<double>::max());

// What a --limit lets through: 0 is no limit, in every command.
constexpr std::size_t entries(std::size_t limit) { return limit == 0 ? SIZE_MAX : limit; }

// One of these words; the message names the nearest one.
Check one_of(std::vector<std::string> words);

// A file that the command reads: nothing that it writes may be that file (cli.h, check_not_input).
Check input_file();

}  // namespace plytrace::cli
