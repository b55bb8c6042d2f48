// SPDX-License-Identifier: MIT
#include "viewer/draw/text_metrics.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "viewer/format/rows/format.h"

namespace plytrace::draw {
namespace {

// Advance widths of U+0020..U+007E in thousandths of the font size (DejaVu Sans 2.37).
constexpr std::array<short, 95> kWidths = {
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361,  318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635,  611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352,  635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592,  525, 636, 337, 636, 838};
constexpr std::array<short, 95> kBoldWidths = {
    348,  456, 521, 838, 696, 1002, 872, 306,  457, 457, 523, 838, 380, 415,  380, 365,
    696,  696, 696, 696, 696, 696,  696, 696,  696, 696, 400, 400, 838, 838,  838, 580,
    1000, 774, 762, 734, 830, 683,  683, 821,  837, 372, 372, 775, 637, 995,  837, 850,
    733,  850, 770, 720, 682, 812,  774, 1103, 771, 724, 725, 457, 365, 457,  838, 500,
    500,  675, 716, 593, 716, 678,  435, 716,  712, 343, 343, 665, 343, 1042, 712, 687,
    716,  716, 493, 595, 478, 712,  652, 924,  645, 652, 582, 712, 365, 712,  838};
// Width factor of bold for characters that are only estimated.
constexpr double kBoldFactor = 1.13;

struct Sign {
  char32_t code;
  short width;  // the same in regular and bold
};
constexpr std::array<Sign, 8> kSigns = {{{0x221E, 833},
                                         {0x00D7, 838},
                                         {0x2212, 838},
                                         {0x2264, 838},
                                         {0x2265, 838},
                                         {0x2192, 838},
                                         {0x2013, 500},
                                         {0x2026, 1000}}};
constexpr double kMonoWidth = 602;

// The character at `at`; an invalid byte counts as one character.
text::Character next_character(std::string_view text, std::size_t at) {
  return text::character_at(text, at).value_or(text::Character{1, 0xFFFD});
}

std::optional<double> known_width(char32_t character, bool bold) {
  if (character >= 0x20 && character < 0x7F) {
    return (bold ? kBoldWidths : kWidths)[character - 0x20];
  }
  for (const Sign& sign : kSigns) {
    if (sign.code == character) return sign.width;
  }
  return std::nullopt;
}

double guessed_width(char32_t character) {
  if (character >= 0x300 && character < 0x370) return 0;  // combining marks
  if (character < 0x1100) return 800;                     // Latin, Greek, Cyrillic, Arabic, ...
  if (character >= 0x2000 && character < 0x2E80) return 900;
  return 1100;  // wide scripts and symbols
}

std::string plain_label(Score score) {
  if (std::isinf(score)) return score < 0 ? "-\u221E" : "+\u221E";
  std::string text = score_text(score);
  if (text.size() <= 7) return text;
  if (const auto beside = text::beside(score)) return *beside;
  // Powers of ten and similar numbers are shorter in scientific notation and still exact.
  for (int digits = 0; digits < 3; ++digits) {
    std::string scientific = fmt::format("{:.{}e}", score, digits);
    if (std::strtod(scientific.c_str(), nullptr) != score) continue;
    const std::size_t exponent = scientific.find('e');
    return fmt::format("{}e{}", scientific.substr(0, exponent),
                       std::strtol(scientific.c_str() + exponent + 1, nullptr, 10));
  }
  return score == std::floor(score) && std::abs(score) < 1e12 ? text : fmt::format("{:.4g}", score);
}

// Number of bytes of a word that fit on a line, at least one character. Prefers to end after a
// comma in the second half.
std::size_t fitting(std::string_view word, double width, double size) {
  std::size_t end = 0, comma = 0;
  for (std::size_t at = 0; at < word.size();) {
    at += next_character(word, at).bytes;
    if (end > 0 && text_width(word.substr(0, at), size) > width) break;
    end = at;
    if (word[at - 1] == ',') comma = at;
  }
  return comma > end / 2 ? comma : end;
}

}  // namespace

bool is_measured(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const text::Character next = next_character(text, at);
    if (!known_width(next.code, false)) return false;
    at += next.bytes;
  }
  return true;
}

double text_width(std::string_view text, double size, Face face) {
  double total = 0;
  for (std::size_t at = 0; at < text.size();) {
    const text::Character next = next_character(text, at);
    const bool bold = face == Face::kBold;
    const auto known = known_width(next.code, bold);
    const double width = known ? *known : guessed_width(next.code) * (bold ? kBoldFactor : 1);
    const bool mono = face == Face::kMono && width > 0 && width < 1000;
    total += mono ? kMonoWidth : width;
    at += next.bytes;
  }
  return total * size / 1000;
}

double line_height(double size) { return size * 1.2; }

std::string shortened(std::string_view text, std::size_t limit) {
  std::size_t characters = 0, kept = 0;
  for (std::size_t at = 0; at < text.size(); ++characters) {
    if (characters + 1 == limit) kept = at;
    at += next_character(text, at).bytes;
  }
  if (characters <= limit) return std::string(text);
  return std::string(text.substr(0, kept)) + "\u2026";
}

std::string wrapped(std::string_view text, double width, double size) {
  width *= kSurelyFilled;
  std::string out, line;
  const auto end_line = [&] {
    out += line + "\n";
    line.clear();
  };
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    std::string word(text.substr(at, end - at));
    if (!line.empty() && text_width(line + " " + word, size) > width) end_line();
    line += (line.empty() ? "" : " ") + word;
    while (text_width(line, size) > width) {
      const std::size_t fits = fitting(line, width, size);
      if (fits == line.size()) break;
      word = line.substr(fits);
      line.resize(fits);
      end_line();
      line = word;
    }
    at = end + 1;
  }
  return out + line;
}

std::string score_label(Score score) {
  std::string text = plain_label(score);
  for (std::size_t at = 0; (at = text.find('-', at)) != std::string::npos;) {
    // A minus sign of the number or its exponent. A dash after the number means "next below".
    if (at + 1 < text.size()) text.replace(at, 1, "\u2212");
    ++at;
  }
  return text;
}

std::string window_label(Score alpha, Score beta) {
  return "(" + score_label(alpha) + ", " + score_label(beta) + ")";
}

}  // namespace plytrace::draw
