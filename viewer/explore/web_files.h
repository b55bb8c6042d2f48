// SPDX-License-Identifier: MIT
//
// The files of the explorer's page (viewer/explore/web), compiled in. Thread rule: constants.
#pragma once

#include <string_view>

namespace plytrace::explore {

struct WebFile {
  std::string_view name, text;
};

// None of that name: null. "" is index.html.
const WebFile* web_file(std::string_view name);
// By what the name ends in.
std::string_view media_type(std::string_view name);

}  // namespace plytrace::explore
