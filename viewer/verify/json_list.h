// SPDX-License-Identifier: MIT
//
// The length of a JSON array of strings without building it: a scan meets one for every cutoff.
// Thread rule: pure function.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace plytrace::verify {

// nullopt where `text` is not a JSON array of strings.
std::optional<std::int64_t> json_list_length(std::string_view text);

}  // namespace plytrace::verify
