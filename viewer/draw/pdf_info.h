// SPDX-License-Identifier: MIT
//
// Metadata of a PDF. Cairo writes the current time into the file, which would make equal pictures
// differ, and it cannot set a title. Thread rule: pure functions.
#pragma once

#include <string>
#include <string_view>

namespace plytrace::draw {

// Replaces the date, which cairo writes in plain text as (D:20260131235959Z), with 1 January 2000.
// The length is unchanged, so the offsets in the file stay valid.
void fix_pdf_date(std::string& pdf);

// Appends a document information dictionary with these texts (UTF-8) as an incremental update (ISO
// 32000-1, 7.5.6). A file without a plain cross-reference table is left unchanged.
void add_pdf_info(std::string& pdf, std::string_view title, std::string_view subject);

}  // namespace plytrace::draw
