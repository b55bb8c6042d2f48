// SPDX-License-Identifier: MIT
//
// The captions of pictures: which search is shown, how much of it, and how two searches differ. All
// texts are printable and shortened. Thread rule: pure functions.
#pragma once

#include <string>
#include <vector>

#include "viewer/answers/figure/figure_request.h"
#include "viewer/tree/excerpt.h"

namespace plytrace {

// The lines below a picture of one search, of two joined in one tree, or of two side by side. Of
// the marks for two searches, only those that occur in `drawn` are explained.
std::vector<std::string> picture_captions(const FigureRequest& request, const Selection& selection,
                                          const tree::Excerpt& excerpt, const draw::Diagram& drawn,
                                          const OtherPictured* other = nullptr);
// The headings of two trees drawn side by side.
std::vector<std::string> picture_headings(const Selection& a, const Selection& b,
                                          const tree::Excerpt& excerpt);

// Identifies the search: "connect4, alphabeta (fail-soft), depth 4: value 3, best move d". An
// exercise omits the result.
std::string caption_of_search(const Selection& selection, bool with_result = true);

// "; 2,708 nodes of the search were not recorded", or "".
std::string unrecorded_words(const Selection& selection);

}  // namespace plytrace
