// SPDX-License-Identifier: MIT
//
// Validators for option values. The message of a validator is appended to the option's name, so
// that a bad value gives one sentence and exit code 2:
//
//   command->add_option("--depth N", depth, "Plies")->check(cli::whole_number(1, 100));
//   // plytrace: log: --depth: '0' must be a whole number from 1 to 100; see 'plytrace log --help'
//
// parse() rejects an empty value for every option not marked may_be_empty(). Thread rule: pure
// functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "viewer/cli/command.h"

namespace plytrace::cli {

// Decimal digits, with a minus sign if `least` is negative. The bounds must fit into the variable.
Check whole_number(std::int64_t least,
                   std::int64_t most = std::numeric_limits<std::int64_t>::max());
// Any unsigned 64-bit number, such as a seed.
Check unsigned_number();
// A finite number, of any size if `most` is omitted.
Check real_number(double least, double most = std::numeric_limits<double>::max());

// The number of entries that a --limit admits; in every command 0 means no limit.
constexpr std::size_t entries(std::size_t limit) { return limit == 0 ? SIZE_MAX : limit; }

// One of these words; the message suggests the nearest one.
Check one_of(std::vector<std::string> words);

// A file that the command reads. Its own output must not overwrite it (cli.h, note_input()).
Check input_file();
// A folder, or a file that is not written from start to end: it cannot be stdout (-).
Check not_stdout();

}  // namespace plytrace::cli
