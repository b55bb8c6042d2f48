// SPDX-License-Identifier: MIT
//
// The data embedded in a page, decoded as the page decodes it: columns become lists of rows.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace plytrace::test {

// The page's data; "nodes" and "steps" are arrays of objects, and texts are expanded.
nlohmann::json page_data(const std::string& page);

}  // namespace plytrace::test
