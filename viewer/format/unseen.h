// SPDX-License-Identifier: MIT
//
// Characters that are not seen, but act on the text around them, or on a terminal: controls,
// bidirectional marks, invisible characters, noncharacters. Source: Default_Ignorable_Code_Point of
// Unicode 15.1, separators of lines, and marks of annotations. Thread rule: pure function.
#pragma once

namespace plytrace::text {

bool is_unseen(char32_t code);

}  // namespace plytrace::text
