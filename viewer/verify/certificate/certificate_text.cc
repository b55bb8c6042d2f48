// SPDX-License-Identifier: MIT
#include "viewer/verify/certificate/certificate_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace plytrace::verify {
namespace {

using Type = CertificateType;

constexpr std::array<std::pair<std::string_view, Type>, 9> kTypes{{{"one", Type::kOne},
                                                                   {"all", Type::kAll},
                                                                   {"horizon", Type::kHorizon},
                                                                   {"end", Type::kEnd},
                                                                   {"draw", Type::kDraw},
                                                                   {"stand", Type::kStand},
                                                                   {"=", Type::kSame},
                                                                   {"?", Type::kAssumed},
                                                                   {"range", Type::kRange}}};

constexpr std::array<std::pair<char, char>, 4> kEscapes{
    {{'\\', '\\'}, {'\n', 'n'}, {'\r', 'r'}, {'\t', 't'}}};
// Escaped only at the front, where they would have another meaning.
constexpr std::array<std::pair<char, char>, 2> kFrontEscapes{{{'@', '@'}, {' ', 's'}}};

Status wrong(std::string_view why) { return Status::usage(std::string(why)); }

// Parses the arguments of a node type, up to its label.
Status parse_arguments(std::string_view& rest, CertificateNode& node) {
  if (node.type == Type::kOne) {
    node.children = 1;
    return Status::ok();
  }
  if (node.type == Type::kRange) return Status::ok();
  if (node.type == Type::kAll || node.type == Type::kSame) {
    const auto number = parse_count(take_word(rest));
    if (!number) return wrong("'all' and '=' are followed by a number");
    if (node.type == Type::kSame) node.same = number;
    node.children = node.type == Type::kAll ? *number : 0;
    return Status::ok();
  }
  if (node.type == Type::kAssumed) {
    node.assumption = take_word(rest);
    if (node.assumption.empty()) return wrong("'?' is followed by a kind");
  }
  std::string_view word = take_word(rest);
  const bool may_be_bound = node.type != Type::kAssumed && node.type != Type::kStand;
  if (may_be_bound && (word == "lower" || word == "upper")) {
    node.bound = word == "lower" ? format::Bound::kLower : format::Bound::kUpper;
    word = take_word(rest);
  }
  const auto score = parse_score(word);
  if (!score) return wrong(fmt::format("'{}' is no number", word));
  node.score = *score;
  return Status::ok();
}

bool may_have_label(Type type) {
  return type != Type::kStand && type != Type::kSame && type != Type::kRange;
}

}  // namespace

std::string_view take_word(std::string_view& rest) {
  // One blank ends a word and is removed; a move that begins with a blank is escaped as \s.
  const std::size_t end = std::min(rest.find(' '), rest.size());
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return word;
}

std::optional<std::int64_t> parse_count(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

std::string escaped(std::string_view text) {
  // An empty text could not be read back.
  if (text.empty()) return "\\e";
  std::string out;
  for (const char c : text) {
    const auto is_it = [c](const auto& entry) { return entry.first == c; };
    const auto code = std::find_if(kEscapes.begin(), kEscapes.end(), is_it);
    const auto front = std::find_if(kFrontEscapes.begin(), kFrontEscapes.end(), is_it);
    if (code != kEscapes.end()) {
      out += {'\\', code->second};
    } else if (front != kFrontEscapes.end() && out.empty()) {
      out += {'\\', front->second};
    } else {
      out += c;
    }
  }
  return out;
}

std::string escaped_word(std::string_view text) {
  std::string out = escaped(text);
  for (std::size_t at = out.find(' '); at != std::string::npos; at = out.find(' ', at)) {
    out.replace(at, 1, "\\s");
  }
  return out;
}

std::optional<std::string> unescaped(std::string_view text) {
  if (text == "\\e") return "";
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    if (++i == text.size()) return std::nullopt;
    const auto is_it = [c = text[i]](const auto& entry) { return entry.second == c; };
    const auto code = std::find_if(kEscapes.begin(), kEscapes.end(), is_it);
    const auto front = std::find_if(kFrontEscapes.begin(), kFrontEscapes.end(), is_it);
    if (code == kEscapes.end() && front == kFrontEscapes.end()) return std::nullopt;
    out += code != kEscapes.end() ? code->first : front->first;
  }
  return out;
}

Result<CertificateNode> parse_certificate_node(std::string_view line) {
  CertificateNode node;
  const auto level = parse_count(take_word(line));
  if (!level) return wrong("it does not begin with a level");
  node.level = static_cast<std::size_t>(*level);
  const std::string_view word = take_word(line);
  const auto type = std::find_if(kTypes.begin(), kTypes.end(),
                                 [word](const auto& entry) { return entry.first == word; });
  if (type == kTypes.end()) return wrong(fmt::format("'{}' is no type of node", word));
  node.type = type->second;
  if (Status status = parse_arguments(line, node); !status) return status;
  if (may_have_label(node.type) && line.starts_with('@')) {
    node.label = parse_count(take_word(line).substr(1));
    if (!node.label) return wrong("a label is @ and a number");
  }
  if (!line.empty()) {
    node.move = unescaped(line);
    if (!node.move) return wrong("its move has an unknown escape");
  }
  return node;
}

}  // namespace plytrace::verify
