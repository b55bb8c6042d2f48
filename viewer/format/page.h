// SPDX-License-Identifier: MIT
//
// A document written as HTML and as Markdown at once: headings, paragraphs, lists, tables, boards,
// figures. The HTML is one file that makes no network requests; the Markdown refers to its figures
// as files. All texts are plain text: they are made printable and escaped.
//
//   Page page("connect4: alphabeta");
//   page.heading("What was searched");
//   page.table({{"ply"}, {"nodes"}}, {{"0", "1"}});
//   write(page.html(), page.markdown());
//
// Thread rule: one thread per object.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "viewer/format/table.h"

namespace plytrace::text {

class Page {
 public:
  explicit Page(const std::string& title);

  void heading(const std::string& text);
  void paragraph(const std::string& text);
  // A highlighted paragraph with the answer.
  void verdict(const std::string& text);
  void list(const std::vector<std::string>& items);
  void table(const std::vector<TextTable::Column>& columns,
             const std::vector<std::vector<std::string>>& rows);
  void table(const TextTable& table) { this->table(table.columns(), table.rows()); }
  // Preformatted lines, such as boards and commands.
  void lines(const std::string& text);
  // Embeds the SVG in the HTML. In the Markdown, adds the image `file`.svg with a link to
  // `file`.pdf.
  void figure(const std::string& file, const std::string& caption, const std::string& svg);
  // Items written between these two stand side by side in the HTML if the page is wide enough.
  void begin_beside();
  void end_beside();

  std::string html() const;
  const std::string& markdown() const { return markdown_; }

 private:
  std::string title_;
  std::string html_, markdown_;
  int figures_ = 0;
};

}  // namespace plytrace::text
