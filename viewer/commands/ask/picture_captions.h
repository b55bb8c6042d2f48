// SPDX-License-Identifier: MIT
//
// What a picture says of itself: which search it shows, how much of it, and how two searches
// differ. All texts are printable and shortened. Thread rule: pure functions.
#pragma once

#include <string>
#include <vector>

#include "viewer/commands/ask/tree_picture.h"
#include "viewer/tree/excerpt.h"

namespace plytrace {

// The lines below a picture of one search, of two drawn as one tree, or of two side by side.
// `drawn` are its nodes: of two searches the marks are explained that occur there.
std::vector<std::string> picture_captions(const TreePictureOptions& options,
                                          const cli::Selection& selection,
                                          const tree::Excerpt& excerpt, const draw::Diagram& drawn,
                                          const OtherPictured* other = nullptr);
// Above each of two trees side by side.
std::vector<std::string> picture_headings(const cli::Selection& a, const cli::Selection& b,
                                          const tree::Excerpt& excerpt);

// Which search a picture shows: "connect4, alphabeta (fail-soft), depth 4: value 3, best move d".
// An exercise keeps the result to itself.
std::string caption_of_search(const cli::Selection& selection, bool with_result = true);

}  // namespace plytrace
