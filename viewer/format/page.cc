// SPDX-License-Identifier: MIT
#include "viewer/format/page.h"

#include <fmt/format.h>

#include "viewer/format/characters.h"

namespace plytrace::text {
namespace {

std::string escaped_html(std::string_view raw) { return markup_escaped(printable_lines(raw)); }

// Escapes the text so that nothing in it is read as Markdown or HTML.
std::string escaped_markdown(std::string_view raw) {
  std::string text;
  for (const char c : printable(raw)) {
    if (std::string_view("\\`*_[]<>|#").find(c) != std::string_view::npos) text += '\\';
    text += c;
  }
  return text;
}

void replace_all(std::string& text, std::string_view from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

// Removes what precedes the svg element in a file, and makes the ids unique on the page.
std::string inline_svg(std::string svg, int number) {
  if (const std::size_t begin = svg.find("<svg"); begin != std::string::npos) svg.erase(0, begin);
  const std::string prefix = fmt::format("figure{}-", number);
  // All the ways in which an SVG defines or references an id.
  for (const std::string name : {" id=\"", " id='", "href=\"#", "href='#", "url(#"}) {
    replace_all(svg, name, name + prefix);
  }
  return svg;
}

// Tables with more columns are printed smaller.
constexpr std::size_t kManyColumns = 12;
// Longer words are broken where a table would be wider than the paper.
constexpr std::size_t kLongWord = 16;

bool has_long_word(std::string_view text) {
  std::size_t length = 0;
  for (const char c : text) {
    length = c == ' ' || c == '\n' ? 0 : length + 1;
    if (length > kLongWord) return true;
  }
  return false;
}

constexpr const char* kStyle = R"(
body { font: 1rem/1.5 "DejaVu Serif", Georgia, serif; color: #000; background: #fff;
       max-width: 58rem; margin: 2rem auto; padding: 0 1.5rem; }
h1, h2, th { font-family: "DejaVu Sans", Helvetica, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; border-bottom: 2px solid #000; padding-bottom: .4rem; }
h2 { font-size: 1.15rem; margin-top: 2.2rem; }
p { overflow-wrap: anywhere; }
.verdict { border-left: 6px solid #000; padding: .4rem 1rem; background: #f2f2f2; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .88rem; margin: 1rem 0; }
th, td { padding: .2rem .7rem; border-bottom: 1px solid #ccc; text-align: left; vertical-align: top; }
th { border-bottom: 1.5px solid #000; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
pre { font: .88rem/1.3 "DejaVu Sans Mono", monospace; background: #f2f2f2; padding: .7rem 1rem;
      overflow-x: auto; }
figure { margin: 1.5rem 0; }
figure svg { max-width: 100%; height: auto; }
@media screen { figure svg { zoom: 1.5; } }
.beside { display: flex; flex-wrap: wrap; column-gap: 3rem; align-items: flex-start; }
figcaption { font-size: .9rem; margin-top: .4rem; }
@page { margin: 20mm 25mm; }
@media print { html { font-size: 10pt; } body { margin: 0; max-width: none; padding: 0; }
  figure, tr, li, .verdict { break-inside: avoid; } h1, h2 { break-after: avoid; }
  .wide, pre { overflow: visible; } pre { white-space: pre-wrap; } .long { overflow-wrap: anywhere; }
  tbody tr:nth-child(-n+2), tbody tr:nth-last-child(2) { break-after: avoid; }
  table { font-size: 7pt; max-width: 100%; } th, td { padding: .15rem .2rem; }
  .many { font-size: 6pt; } .beside { column-gap: 1rem; break-inside: avoid; }
  th.n { white-space: normal; } }
)";

}  // namespace

Page::Page(const std::string& title)
    : title_(title),
      html_("<h1>" + escaped_html(title) + "</h1>\n"),
      markdown_("# " + escaped_markdown(title) + "\n") {}

void Page::heading(const std::string& text) {
  html_ += "<h2>" + escaped_html(text) + "</h2>\n";
  markdown_ += "\n## " + escaped_markdown(text) + "\n";
}

void Page::paragraph(const std::string& text) {
  html_ += "<p>" + escaped_html(text) + "</p>\n";
  markdown_ += "\n" + escaped_markdown(text) + "\n";
}

void Page::verdict(const std::string& text) {
  html_ += "<p class=\"verdict\">" + escaped_html(text) + "</p>\n";
  markdown_ += "\n> " + escaped_markdown(text) + "\n";
}

void Page::list(const std::vector<std::string>& items) {
  if (items.empty()) return;
  html_ += "<ul>\n";
  markdown_ += "\n";
  for (const std::string& item : items) {
    html_ += "<li>" + escaped_html(item) + "</li>\n";
    markdown_ += "- " + escaped_markdown(item) + "\n";
  }
  html_ += "</ul>\n";
}

void Page::table(const std::vector<TextTable::Column>& columns,
                 const std::vector<std::vector<std::string>>& rows) {
  const auto cell = [&](std::size_t column, const char* tag, const std::string& text) {
    const bool number = columns[column].align == TextTable::kRight;
    const char* const kind = number ? " class=\"n\"" : has_long_word(text) ? " class=\"long\"" : "";
    html_ += fmt::format("<{}{}>{}</{}>", tag, kind, escaped_html(text), tag);
    markdown_ += " " + escaped_markdown(text) + " |";
  };
  html_ += fmt::format("<div class=\"wide\"><table{}>\n<thead><tr>",
                       columns.size() > kManyColumns ? " class=\"many\"" : "");
  markdown_ += "\n|";
  for (std::size_t i = 0; i < columns.size(); ++i) cell(i, "th", columns[i].heading);
  html_ += "</tr></thead>\n";
  markdown_ += "\n|";
  for (const TextTable::Column& column : columns) {
    markdown_ += column.align == TextTable::kRight ? "---:|" : "---|";
  }
  markdown_ += "\n";
  for (const std::vector<std::string>& row : rows) {
    html_ += "<tr>";
    markdown_ += "|";
    for (std::size_t i = 0; i < columns.size(); ++i) cell(i, "td", i < row.size() ? row[i] : "");
    html_ += "</tr>\n";
    markdown_ += "\n";
  }
  html_ += "</table></div>\n";
}

void Page::lines(const std::string& text) {
  html_ += "<pre>" + escaped_html(text) + "</pre>\n";
  // An indented block, because a fenced one could be closed by its own text.
  std::string block = "    ";
  for (const char c : printable_lines(text)) {
    block += c;
    if (c == '\n') block += "    ";
  }
  markdown_ += "\n" + block + "\n";
}

void Page::figure(const std::string& file, const std::string& caption, const std::string& svg) {
  const std::string words = fmt::format("Figure {}. {}", ++figures_, caption);
  html_ += "<figure>\n" + inline_svg(svg, figures_) + "<figcaption>" + escaped_html(words) +
           "</figcaption>\n</figure>\n";
  markdown_ +=
      fmt::format("\n![{0}]({1}.svg)\n\n{0} ([PDF]({1}.pdf))\n", escaped_markdown(words), file);
}

void Page::begin_beside() { html_ += "<div class=\"beside\">\n"; }
void Page::end_beside() { html_ += "</div>\n"; }

std::string Page::html() const {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
         escaped_html(title_) + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n" +
         html_ + "</body>\n</html>\n";
}

}  // namespace plytrace::text
