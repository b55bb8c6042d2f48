// SPDX-License-Identifier: MIT
//
// Finds invisible characters that affect the text around them or a terminal: control characters,
// bidirectional marks, noncharacters. Source: Default_Ignorable_Code_Point of Unicode 15.1, line
// separators, and annotation marks. Thread rule: pure function.
#pragma once

namespace plytrace::text {

bool is_unseen(char32_t code);

}  // namespace plytrace::text
