// SPDX-License-Identifier: MIT
//
// The part of JSON Schema that schemas/outputs uses, for tests that compare real outputs with it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace plytrace::test {

// What is wrong with `value`, each with its place ("/passes/0/depth: ..."); empty if nothing is. A
// key that the schema does not describe is wrong too, and so is a keyword that is not known here.
std::vector<std::string> schema_problems(const nlohmann::json& schema, const nlohmann::json& value);

// The problems of a command's output with schemas/outputs/NAME.schema.json, as one text.
std::string output_problems(const std::string& name, const std::string& output);

}  // namespace plytrace::test
