// SPDX-License-Identifier: MIT
//
// Formats the parameters of games, evaluators and algorithms as text and as JSON, for the commands
// that list them. Thread rule: pure functions.
#pragma once

#include <string>
#include <vector>

#include "core/parameters.h"
#include "viewer/format/json.h"

namespace plytrace {

// One line per parameter: name, range, default, meaning, in columns; "" if there are none.
std::string parameter_lines(const std::vector<Parameter>& parameters, std::size_t indent);

// [{"name","range","default","meaning"}]
text::Json parameters_json(const std::vector<Parameter>& parameters);

// `name` padded to `width`, two blanks, then the summary, on one line.
std::string summary_line(const std::string& name, std::size_t width, const std::string& summary);

// The usage error for a name that is not in a list.
Status unknown_name(const std::string& kind, const std::string& name,
                    const std::vector<std::string>& known);

}  // namespace plytrace
