// SPDX-License-Identifier: MIT
//
// One search, or two of the same position, as a page with figures: runs verify, the analyses and
// the comparison, and draws what the page shows. Errors: those of each, and interrupted. Thread
// rule: one call at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/answers/report/report_page.h"
#include "viewer/draw/diagram.h"
#include "viewer/format/json.h"

namespace plytrace::answers {

struct ReportQuestion {
  Selection* a = nullptr;
  Selection* b = nullptr;  // null: one search
  std::string title;       // "": made from the searches
  draw::Theme theme = draw::Theme::kPaper;
  std::size_t limit = 10;  // entries of each list

  const std::atomic<bool>* interrupt = nullptr;
  // Receives the name of the part that is being read, and how many of its nodes are done.
  std::function<void(std::string_view what, std::uint64_t done, std::uint64_t all)> progress{};
};

struct ReportAnswer {
  struct File {
    std::string name, bytes;  // "": there is none
  };
  ReportContents contents;
  std::vector<File> files;         // the page last
  std::vector<std::string> notes;  // for the user
};

ReportAnswer answer(const ReportQuestion& question);

// `page` is the path of the page.
text::Json json(const ReportAnswer& answer, const std::string& page);

}  // namespace plytrace::answers
