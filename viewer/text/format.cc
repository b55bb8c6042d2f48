// SPDX-License-Identifier: MIT
#include "viewer/text/format.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "viewer/cli/cli.h"

namespace plytrace::text {
namespace {

constexpr const char* kHex = "0123456789ABCDEF";

unsigned char byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

// Characters that act on a terminal or on the text around them instead of being seen.
bool acts(char32_t code) {
  const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
  const bool separator = code == 0x2028 || code == 0x2029;
  const bool direction = code == 0x061C || code == 0x200E || code == 0x200F ||
                         (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
  const bool none = code == 0xFEFF || code == 0xFFFE || code == 0xFFFF;
  return control || separator || direction || none;
}

void append_code(std::string& result, char32_t code) {
  if (code < 0x100) {
    result += {'\\', 'x', kHex[code / 16], kHex[code % 16]};
    return;
  }
  result += "\\u{";
  for (int shift = 12; shift >= 0; shift -= 4) result += kHex[(code >> shift) & 15];
  result += '}';
}

template <class Escaped>
std::string escape(std::string_view text, const Escaped& escaped) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const auto character = character_at(text, at);
    if (!character) {
      append_code(result, byte_at(text, at));
      ++at;
      continue;
    }
    if (escaped(character->code)) {
      append_code(result, character->code);
    } else {
      result += text.substr(at, character->bytes);
    }
    at += character->bytes;
  }
  return result;
}

bool same(std::optional<Score> a, Score b) { return a && *a == b; }

}  // namespace

std::optional<Character> character_at(std::string_view text, std::size_t at) {
  const unsigned lead = byte_at(text, at);
  if (lead < 0x80) return Character{1, lead};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || at + bytes > text.size()) return std::nullopt;
  char32_t code = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    const unsigned next = byte_at(text, at + i);
    if ((next & 0xC0) != 0x80) return std::nullopt;
    code = code * 64 + (next & 0x3F);
  }
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kSmallest[bytes] || code > 0x10FFFF || surrogate) return std::nullopt;
  return Character{bytes, code};
}

std::string printable(std::string_view text) { return escape(text, acts); }

std::string printable_lines(std::string_view text) {
  return escape(text, [](char32_t code) { return code != '\n' && acts(code); });
}

std::string markup_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string valid_utf8(std::string_view text) {
  return escape(text, [](char32_t) { return false; });
}

std::string wrapped(std::string_view line, std::size_t indent, std::size_t width) {
  std::string text;
  std::size_t column = 0;
  bool is_first = true;  // word of its line
  std::size_t at = line.find_first_not_of(' ');
  text.append(std::min(at, line.size()), ' ');
  column = text.size();
  while (at < line.size()) {
    std::size_t end = std::min(line.find(' ', at), line.size());
    const std::size_t gap = std::min(line.find_first_not_of(' ', end), line.size());
    const std::string_view word = line.substr(at, end - at);
    const std::size_t columns = width_of(word);
    if (!is_first && column + columns > width) {
      text.erase(text.find_last_not_of(' ') + 1);
      text += "\n" + std::string(indent, ' ');
      column = indent;
    }
    text += word;
    if (gap < line.size()) text.append(gap - end, ' ');
    column += columns + (gap - end);
    is_first = false;
    at = gap;
  }
  return text;
}

std::size_t width_of(std::string_view printable) {
  return static_cast<std::size_t>(std::count_if(printable.begin(), printable.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

std::optional<std::string> beside(Score score) {
  if (std::isinf(score)) return std::nullopt;
  constexpr std::size_t kClearlyShorter = 4;
  const std::string text = score_text(score);
  for (const auto& [neighbour, sign] : {std::pair{std::nextafter(score, -kInfinity), "+"},
                                        {std::nextafter(score, kInfinity), "-"}}) {
    if (std::isinf(neighbour)) continue;
    const std::string shorter = score_text(neighbour);
    if (shorter.size() + kClearlyShorter <= text.size()) return shorter + sign;
  }
  return std::nullopt;
}

std::string score(std::optional<Score> score, std::string_view none) {
  return score ? beside(*score).value_or(score_text(*score)) : std::string(none);
}

std::string window(std::optional<Score> alpha, std::optional<Score> beta) {
  return "(" + score(alpha, "?") + ", " + score(beta, "?") + ")";
}

std::optional<Bound> claim_of(const NodeRow& node) {
  if (!node.alpha || !node.beta) return claim_in(node, std::nullopt);
  return claim_in(node, Window{*node.alpha, *node.beta});
}

std::optional<Bound> claim_in(const NodeRow& node, const std::optional<Window>& window,
                              bool may_be_clamped) {
  using format::NodeKind;
  if (!node.value) return std::nullopt;
  const bool is_leaf = node.kind != NodeKind::kInterior && node.kind != NodeKind::kUnknown;
  const bool is_empty = window && window->alpha >= window->beta;
  if (node.bound) {
    // An empty window gives every value a meaning that it does not have, but for exact ones.
    const bool means_nothing =
        is_empty && node.kind == NodeKind::kInterior && node.bound != Bound::kExact;
    return means_nothing ? std::nullopt : node.bound;
  }
  const Score value = *node.value;
  if (is_leaf) {
    // A clamped leaf claims the side that it was clamped from.
    if (node.score && *node.score < value) return Bound::kUpper;
    if (node.score && *node.score > value) return Bound::kLower;
    const bool at_end = window && (value == window->alpha || value == window->beta);
    const bool is_clamped = may_be_clamped && !node.score && at_end;
    // Whoever asked the table takes the answer for what it means in the window. What was not
    // recorded below a leaf is a search, too.
    const bool is_asked = node.kind == NodeKind::kTable && window;
    if (!is_clamped && !is_asked && node.unrecorded <= 0) return Bound::kExact;
  }
  if (!window || is_empty) return std::nullopt;
  return bound_in(value, *window);
}

std::string claim(std::optional<Score> value, std::optional<Bound> bound) {
  if (!value) return "no value";
  if (!bound) return score_text(*value);
  const char* sign = *bound == Bound::kLower ? ">= " : *bound == Bound::kUpper ? "<= " : "= ";
  return sign + score_text(*value);
}

std::string claim(const NodeRow& node) { return claim(node.value, claim_of(node)); }

std::string_view bound_words(std::optional<Bound> bound) {
  if (!bound) return "no claim";
  switch (*bound) {
    case Bound::kExact:
      return "exact";
    case Bound::kLower:
      return "lower bound";
    case Bound::kUpper:
      return "upper bound";
  }
  return "?";
}

std::string cutoff_condition(const CutoffRow& cutoff) {
  switch (cutoff.kind) {
    case format::CutoffKind::kAlpha:
      return score(cutoff.value, "value ?") + " <= alpha " + score(cutoff.alpha, "?");
    case format::CutoffKind::kBeta:
      return score(cutoff.value, "value ?") + " >= beta " + score(cutoff.beta, "?");
    case format::CutoffKind::kForward:
      break;
  }
  return cutoff.value ? "taken as " + score(cutoff.value) : "no value";
}

std::string cutoff_symbols(const CutoffRow& cutoff,
                           const std::function<std::string(Score)>& number) {
  const auto text = [&](std::optional<Score> score) { return score ? number(*score) : "?"; };
  switch (cutoff.kind) {
    case format::CutoffKind::kAlpha:
      return text(cutoff.value) + " <= " + text(cutoff.alpha);
    case format::CutoffKind::kBeta:
      return text(cutoff.value) + " >= " + text(cutoff.beta);
    case format::CutoffKind::kForward:
      break;
  }
  return words(format::word(cutoff.cause));
}

std::string skipped_words(const CutoffRow& cutoff, std::size_t most) {
  if (!cutoff.skipped) return "skipped moves not known";
  if (*cutoff.skipped == 0) return "skipped none";
  std::string text = "skipped " + cli::grouped(*cutoff.skipped);
  const auto names = skipped_texts(cutoff);
  return names && !names->empty() ? text + ": " + list(*names, most) : text;
}

std::string cutoff_words(const CutoffRow& cutoff, std::size_t most) {
  std::string text(format::word(cutoff.kind));
  text += cutoff.kind == format::CutoffKind::kForward ? " pruning" : " cutoff";
  if (cutoff.cause != format::Cause::kChild) text += " by " + words(format::word(cutoff.cause));
  text += ": " + cutoff_condition(cutoff) + ", " + skipped_words(cutoff, most);
  if (cutoff.reason) text += " (" + printable(*cutoff.reason) + ")";
  return text;
}

std::string update_words(const BoundUpdateRow& update, std::optional<Window> before) {
  if (!before) return "window " + window(update.alpha, update.beta);
  std::string text;
  if (!same(update.alpha, before->alpha)) {
    text = "alpha " + score(before->alpha) + " -> " + score(update.alpha, "?");
  }
  if (!same(update.beta, before->beta)) {
    text += (text.empty() ? "" : ", ") + std::string("beta ") + score(before->beta) + " -> " +
            score(update.beta, "?");
  }
  return text.empty() ? "window unchanged " + window(update.alpha, update.beta) : text;
}

std::string list(const std::vector<std::string>& texts, std::size_t most) {
  std::string result;
  const std::size_t shown = most == 0 ? texts.size() : std::min(most, texts.size());
  for (std::size_t i = 0; i < shown; ++i) result += (i == 0 ? "" : ", ") + printable(texts[i]);
  if (shown == texts.size()) return result;
  return result + " and " + cli::grouped(static_cast<std::int64_t>(texts.size() - shown)) + " more";
}

std::string_view side(const NodeRow& node) { return node.side ? format::word(*node.side) : "?"; }

std::string words(std::string_view stored) {
  if (stored == "re_search") return "re-search";
  if (stored == "hand_over") return "hand-over";
  std::string text(stored);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string search_words(const SearchRow& search) {
  const std::string algorithm =
      search.algorithm.empty() ? std::string("a search") : printable(search.algorithm);
  return search.game.empty() ? algorithm : algorithm + " on " + printable(search.game);
}

std::string count(std::int64_t number, std::string_view noun) {
  return cli::grouped(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

}  // namespace plytrace::text
