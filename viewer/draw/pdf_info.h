// SPDX-License-Identifier: MIT
//
// What a PDF says about itself. Cairo writes the time into it, and equal pictures are to be equal
// files; it knows no title. Thread rule: pure functions.
#pragma once

#include <string>
#include <string_view>

namespace plytrace::draw {

// Puts 1 January 2000 for the date, which cairo writes as plain digits: (D:20260131235959Z). The
// length stays, so that the offsets in the file stay right.
void fix_pdf_date(std::string& pdf);

// Appends a document information with these texts (UTF-8), as an update of the file (ISO 32000-1,
// 7.5.6). A file without a plain table of objects stays as it is.
void add_pdf_info(std::string& pdf, std::string_view title, std::string_view subject);

}  // namespace plytrace::draw
