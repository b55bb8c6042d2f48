// SPDX-License-Identifier: MIT
#include "viewer/draw/tree_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "viewer/draw/text_metrics.h"
#include "viewer/format/numbers.h"
#include "viewer/format/rows/format.h"
#include "viewer/meaning/claim.h"

namespace plytrace::draw {
namespace {

// "≤", "≥" or "=": the bound that the node claims.
std::string bound_sign(const NodeRow& row) {
  return with_signs(std::string(format::sign(claimed_bound(row).value_or(Bound::kExact))));
}

// True if `move` is the next letter or the next number after `before`.
bool follows(const std::string& before, const std::string& move) {
  const auto is_letter = [](const std::string& text) {
    return text.size() == 1 && text[0] >= 'a' && text[0] <= 'z';
  };
  if (is_letter(before) && is_letter(move)) return move[0] == before[0] + 1;
  const auto is_number = [](const std::string& text) {
    return !text.empty() && text.size() < 6 &&
           text.find_first_not_of("0123456789") == std::string::npos;
  };
  return is_number(before) && is_number(move) && std::stoi(move) == std::stoi(before) + 1;
}

// 880123 becomes "9e5".
std::string short_power(double number) {
  const int power = static_cast<int>(std::floor(std::log10(number) + 1e-9));
  const double digit = std::round(number / std::pow(10, power));
  return digit >= 10 ? fmt::format("1e{}", power + 1) : fmt::format("{:.0f}e{}", digit, power);
}

// "d"; several moves become "a\u2013c, e", with consecutive ones as a range.
std::string moves_text(const tree::ExcerptNode& node, std::size_t most) {
  // A move that was searched again is named only once.
  std::vector<std::string> moves = node.moves;
  moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
  std::string text;
  for (std::size_t i = 0; i < moves.size();) {
    std::size_t end = i + 1;
    while (end < moves.size() && follows(moves[end - 1], moves[end])) ++end;
    const bool is_range = end - i > 2;
    if (!is_range) end = i + 1;
    text += (text.empty() ? "" : ", ") + text::printable(moves[i]);
    if (is_range) text += "\u2013" + text::printable(moves[end - 1]);
    i = end;
  }
  if (node.move_count > static_cast<std::int64_t>(node.moves.size()) && !node.moves.empty()) {
    text += ", \u2026";
  }
  return shortened(text, most);
}

}  // namespace

std::string value_label(const NodeRow& row) {
  if (!row.value) return "?";
  const std::string sign = bound_sign(row);
  return (sign == "=" ? "" : sign + " ") + score_label(*row.value);
}

std::string claim_label(const NodeRow& row, const Labels& labels) {
  if (labels.value) return value_label(row);
  return labels.bound && row.value ? bound_sign(row) : "";
}

std::string edge_text(const tree::ExcerptNode& node, bool with_move, std::size_t most) {
  std::string text = with_move ? moves_text(node, most) : std::string();
  if (node.null_window) return text + (text.empty() ? "" : " ") + "(null window)";
  const bool is_named = node.is_searched() && node.row.role != format::Role::kMove;
  if (node.again && !is_named) return text + (text.empty() ? "" : " ") + "(again)";
  if (node.parent < 0 || node.row.role == format::Role::kMove) return text;
  return text + (text.empty() ? "" : " ") + "(" + text::readable(word(node.row.role)) + ")";
}

std::string size_text_of_searched(const tree::TreeSize& size) {
  return size.nodes > 1 ? size_text(size) : text::count(1, "node");
}

std::vector<std::string> size_texts(const tree::ExcerptNode& gap) {
  std::vector<std::string> texts;
  if (gap.by_first) texts.push_back("A " + size_text_of_searched(gap.size));
  const tree::TreeSize second{gap.by_first ? gap.other_nodes : gap.size.nodes};
  if (gap.by_second) texts.push_back("B " + size_text_of_searched(second));
  return texts;
}

std::string size_text(const tree::TreeSize& size) {
  using Sure = tree::TreeSize::Sure;
  if (size.sure == Sure::kUnknown) {
    return "\u2265 " + text::count(static_cast<std::int64_t>(size.nodes), "node");
  }
  if (size.nodes <= 1) return "";
  if (size.sure == Sure::kExact) return text::count(static_cast<std::int64_t>(size.nodes), "node");
  if (size.nodes < 10'000)
    return "~" + text::grouped(static_cast<std::int64_t>(size.nodes)) + " nodes";
  return "~" + short_power(size.nodes) + " nodes";
}

std::vector<std::string> count_lines(const tree::Excerpt& excerpt, const tree::ExcerptNode& node,
                                     bool with_move, bool of_two) {
  std::vector<std::string> lines;
  const tree::ExcerptNode& above = excerpt.nodes[static_cast<std::size_t>(node.parent)];
  const bool is_skipped = node.fate == tree::Fate::kPruned;
  const bool all_hidden = !is_skipped && node.moves.empty();
  const bool is_named = with_move && !node.moves.empty();
  if (is_skipped && (node.move_count != 1 || node.moves.empty())) {
    lines.push_back(node.move_count == 0 ? "moves skipped?"
                                         : text::grouped(node.move_count) + " skipped");
  } else if (!is_skipped && !is_named && !all_hidden) {
    lines.push_back(text::count(node.move_count, "move"));
  }
  const bool is_gap_of_two = of_two && !is_skipped && above.is_searched();
  if (is_gap_of_two) {
    for (std::string& size : size_texts(node)) lines.push_back(std::move(size));
    return lines;
  }
  const auto moves = static_cast<double>(is_skipped ? node.move_count : 0);
  const bool is_drawn = is_skipped && !node.children.empty();
  if (node.size.nodes <= moves || is_drawn) return lines;
  std::string size = is_skipped ? size_text(node.size) : size_text_of_searched(node.size);
  if (all_hidden && above.is_searched()) size = "\u2026 " + size;
  if (!size.empty()) lines.push_back(std::move(size));
  return lines;
}

std::string with_signs(std::string text) {
  for (const auto& [plain, sign] :
       {std::pair("<=", "\u2264"), std::pair(">=", "\u2265"), std::pair("-inf", "\u2212\u221E"),
        std::pair("+inf", "+\u221E"), std::pair("->", "\u2192")}) {
    const std::size_t length = std::string_view(plain).size();
    for (std::size_t at = 0; (at = text.find(plain, at)) != std::string::npos;) {
      text.replace(at, length, sign);
    }
  }
  // Only the minus sign of a number is replaced; a dash inside a move stays.
  for (std::size_t at = 0; (at = text.find('-', at)) != std::string::npos; ++at) {
    const bool begins = at == 0 || text[at - 1] == ' ' || text[at - 1] == '(';
    if (begins && at + 1 < text.size() && text[at + 1] >= '0' && text[at + 1] <= '9') {
      text.replace(at, 1, "\u2212");
    }
  }
  return text;
}

std::string cut_condition(const CutoffRow& cutoff) {
  const std::string text = with_signs(text::cutoff_symbols(cutoff, score_label));
  const bool plain =
      cutoff.kind == format::CutoffKind::kForward || cutoff.cause == format::Cause::kChild;
  return plain ? text : text + " (" + text::readable(word(cutoff.cause)) + ")";
}

}  // namespace plytrace::draw
