// SPDX-License-Identifier: MIT
#include "viewer/plain/json.h"

#include <cmath>

#include "viewer/plain/characters.h"

namespace plytrace::text {

Json score_json(std::optional<Score> score) {
  if (!score) return nullptr;
  // JSON has no infinities (docs/cli.md).
  if (*score == kInfinity || *score == -kInfinity) return score_text(*score);
  constexpr Score kWholeLimit = 9007199254740992.0;  // 2^53: exact as an integer
  // Whole scores without ".0", and -0 as 0.
  if (std::abs(*score) <= kWholeLimit && *score == std::trunc(*score)) {
    return static_cast<std::int64_t>(*score);
  }
  return *score;
}

Json embedded_json(const std::string& text) {
  Json value = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  return value.is_discarded() ? Json(text) : value;
}

Json text_json(const std::string& text) { return valid_utf8(text); }

Json texts_json(const std::vector<std::string>& texts) {
  Json array = Json::array();
  for (const std::string& text : texts) array.push_back(text_json(text));
  return array;
}

Json number_json(std::optional<std::int64_t> number) {
  return number ? Json(*number) : Json(nullptr);
}

}  // namespace plytrace::text
