// SPDX-License-Identifier: MIT
#include "viewer/draw/pdf_info.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "viewer/format/characters.h"

namespace plytrace::draw {
namespace {

// Encodes a PDF text string as UTF-16, big-endian.
std::string pdf_text(std::string_view text) {
  std::string out = "<FEFF";
  for (std::size_t at = 0; at < text.size();) {
    const auto next = text::character_at(text, at).value_or(text::Character{1, 0xFFFD});
    const auto code = static_cast<unsigned>(next.code);
    if (code < 0x10000) {
      out += fmt::format("{:04X}", code);
    } else {
      out += fmt::format("{:04X}{:04X}", 0xD800 + ((code - 0x10000) >> 10),
                         0xDC00 + ((code - 0x10000) & 0x3FF));
    }
    at += next.bytes;
  }
  return out + ">";
}

// The number after a word, searching from `from`.
std::optional<std::size_t> number_after(std::string_view text, std::string_view word,
                                        std::size_t from) {
  std::size_t at = text.find(word, from);
  if (at == std::string_view::npos) return std::nullopt;
  at = text.find_first_of("0123456789", at + word.size());
  std::size_t number = 0;
  const bool is_there =
      at != std::string_view::npos &&
      std::from_chars(text.data() + at, text.data() + text.size(), number).ec == std::errc();
  return is_there ? std::optional(number) : std::nullopt;
}

}  // namespace

void fix_pdf_date(std::string& pdf) {
  constexpr std::string_view kDate = "/CreationDate (D:";
  const std::size_t at = pdf.rfind(kDate);
  if (at == std::string::npos) return;
  std::string_view fixed = "20000101000000";
  for (std::size_t i = at + kDate.size(); i < pdf.size() && !fixed.empty(); ++i) {
    if (pdf[i] < '0' || pdf[i] > '9') return;
    pdf[i] = fixed.front();
    fixed.remove_prefix(1);
  }
}

void add_pdf_info(std::string& pdf, std::string_view title, std::string_view subject) {
  const std::size_t trailer = pdf.rfind("trailer");
  if (trailer == std::string::npos) return;
  const auto size = number_after(pdf, "/Size", trailer), root = number_after(pdf, "/Root", trailer),
             info = number_after(pdf, "/Info", trailer),
             table = number_after(pdf, "startxref", trailer);
  if (!size || !root || !info || !table) return;
  const std::size_t object = pdf.size();
  pdf += fmt::format(
      "{} 0 obj\n<< /Title {}\n/Subject {}\n/Creator (plytrace)\n/Producer (cairo)\n"
      "/CreationDate (D:20000101000000Z)\n>>\nendobj\n",
      *info, pdf_text(title), pdf_text(subject));
  const std::size_t update = pdf.size();
  pdf += fmt::format(
      "xref\n{} 1\n{:010} 00000 n \ntrailer\n<< /Size {} /Root {} 0 R /Info {} 0 R /Prev {} "
      ">>\nstartxref\n{}\n%%EOF\n",
      *info, object, *size, *root, *info, *table, update);
}

}  // namespace plytrace::draw
