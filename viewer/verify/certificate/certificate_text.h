// SPDX-License-Identifier: MIT
//
// Parses lines of a certificate (docs/verify.md, "Certificates") and escapes texts. Thread rule:
// pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/score.h"
#include "core/status.h"
#include "schemas/trace_format.h"

namespace plytrace::verify {

// Escapes any text to one line that is not empty and cannot be read as a label.
std::string escaped(std::string_view text);
// Like escaped(), and without blanks.
std::string escaped_word(std::string_view text);
// Returns nullopt for an invalid escape.
std::optional<std::string> unescaped(std::string_view text);

struct CertificateHeader {
  std::string game, game_options, position;
  bool max_at_root = true;
  bool to_the_end = false;            // "depth: end"
  std::optional<std::int64_t> depth;  // nullopt: end or mixed
  std::string evaluator, parameters;
  std::optional<Window> scores;  // the range of all scores, if declared
  std::string claim;
  std::optional<Score> lower, upper;  // what the trees prove
};

enum class CertificateType { kOne, kAll, kHorizon, kEnd, kDraw, kStand, kSame, kAssumed, kRange };

struct CertificateNode {
  CertificateType type = CertificateType::kOne;
  std::size_t level = 0;
  std::int64_t children = 0;                    // for kOne and kAll
  Score score = 0;                              // for a leaf
  format::Bound bound = format::Bound::kExact;  // kLower: worth at least the score
  std::optional<std::int64_t> label, same;      // its own label, and the label that it refers to
  std::string assumption;                       // for kAssumed
  std::optional<std::string> move;              // nullopt at the root and for kStand
};

// Parses a line of a tree; the usage error says what is wrong with it.
Result<CertificateNode> parse_certificate_node(std::string_view line);

// Removes the first word from `rest` and returns it.
std::string_view take_word(std::string_view& rest);
std::optional<std::int64_t> parse_count(std::string_view text);

}  // namespace plytrace::verify
