// SPDX-License-Identifier: MIT
//
// The lines of a certificate (docs/verify.md, "Certificates") as values, and texts with their
// escapes. Thread rule: pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/score.h"
#include "core/status.h"
#include "schemas/trace_format.h"

namespace plytrace::verify {

// One line, whatever the text; never empty, and no label.
std::string escaped(std::string_view text);
// Without blanks, too.
std::string escaped_word(std::string_view text);
// Nothing where an escape means nothing.
std::optional<std::string> unescaped(std::string_view text);

struct CertificateHeader {
  std::string game, game_options, position;
  bool max_at_root = true;
  bool to_the_end = false;            // depth: end
  std::optional<std::int64_t> depth;  // none: end or mixed
  std::string evaluator, parameters;
  std::optional<Window> scores;  // the range of all scores, where it is declared
  std::string claim;
  std::optional<Score> lower, upper;  // what the trees are to show
};

enum class CertificateType { kOne, kAll, kHorizon, kEnd, kDraw, kStand, kSame, kAssumed, kRange };

struct CertificateNode {
  CertificateType type = CertificateType::kOne;
  std::size_t level = 0;
  std::int64_t children = 0;                    // of kOne and kAll
  Score score = 0;                              // of a leaf
  format::Bound bound = format::Bound::kExact;  // lower: it is worth at least the score
  std::optional<std::int64_t> label, same;      // its own, and the one that it names
  std::string assumption;                       // of kAssumed
  std::optional<std::string> move;              // none at the root, and of kStand
};

// A line below a tree; usage says what is wrong with it.
Result<CertificateNode> parse_certificate_node(std::string_view line);

// Takes the first word off a line.
std::string_view take_word(std::string_view& rest);
std::optional<std::int64_t> parse_count(std::string_view text);

}  // namespace plytrace::verify
