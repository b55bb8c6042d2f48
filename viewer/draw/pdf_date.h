// SPDX-License-Identifier: MIT
//
// Cairo writes the time into a PDF; equal pictures are to be equal files. Thread rule: pure.
#pragma once

#include <string>

namespace plytrace::draw {

// Puts 1 January 2000 for the date, which cairo writes as plain digits: (D:20260131235959Z). The
// length stays, so that the offsets in the file stay right.
void fix_pdf_date(std::string& pdf);

}  // namespace plytrace::draw
