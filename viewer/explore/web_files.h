// SPDX-License-Identifier: MIT
//
// The files of the explorer's page (viewer/explore/web), compiled into the program. Thread rule:
// constants.
#pragma once

#include <string_view>

namespace plytrace::explore {

struct WebFile {
  std::string_view name, text;
};

// Returns null for an unknown name. "" is index.html.
const WebFile* web_file(std::string_view name);
// Chosen by the extension of the name.
std::string_view media_type(std::string_view name);

}  // namespace plytrace::explore
