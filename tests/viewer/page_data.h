// SPDX-License-Identifier: MIT
//
// The data of a page, read as the page reads it: its tables in columns as lists of rows.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace plytrace::test {

// The page's data; "nodes" and "steps" are arrays of objects, texts stand where they are shown.
nlohmann::json page_data(const std::string& page);

}  // namespace plytrace::test
