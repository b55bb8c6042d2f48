// SPDX-License-Identifier: MIT
//
// What a picture that cannot be read has to do without. Thread rule: pure but for what it is given.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "viewer/commands/ask/tree_picture.h"

namespace plytrace {

using IsLegible = std::function<bool(const TreePictureOptions&)>;

// Of the options that a picture was asked for with those that keep its text from being legible, as
// they stand on a command line ("--direction LR", "--note '/d=the best'"): no fewer would do, and
// marks are kept before looks, the first before the last. Empty where it is not legible without all
// of them either. `is_legible` draws; it is asked kMostTries times at most.
inline constexpr std::size_t kMostTries = 32;
std::vector<std::string> options_to_leave_out(const TreePictureOptions& options,
                                              const IsLegible& is_legible);

}  // namespace plytrace
