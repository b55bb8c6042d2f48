// SPDX-License-Identifier: MIT
//
// The part of JSON Schema that schemas/outputs uses, to check real outputs in tests.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace plytrace::test {

// Returns the problems of `value`, each with its place ("/passes/0/depth: ..."), or nothing if it
// is valid. A key that the schema does not describe is a problem, and so is a keyword unknown here.
std::vector<std::string> schema_problems(const nlohmann::json& schema, const nlohmann::json& value);

// Checks a command's output against schemas/outputs/NAME.schema.json; returns the problems as one
// text.
std::string output_problems(const std::string& name, const std::string& output);

}  // namespace plytrace::test
