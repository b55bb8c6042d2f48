// SPDX-License-Identifier: MIT
#include "viewer/reader/mate_scale.h"

#include <cmath>

#include "viewer/format/json.h"

namespace plytrace {
namespace {

std::optional<Score> number_of(const text::Json& object, const char* name) {
  if (!object.is_object()) return std::nullopt;
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number()) return std::nullopt;
  return found->get<Score>();
}

}  // namespace

MateScale::MateScale(const SearchRow& search) {
  // A damaged text must not throw: it counts as no options.
  const text::Json options = text::parsed_json(search.options);
  if (!options.is_object()) return;
  threshold = number_of(options, "mate_score");
  base = number_of(options, "mate_base");
  tablebase = number_of(options, "tablebase_score");
  if (threshold && !base && search.engine == "plytrace") {
    base = number_of(options.value("parameters", text::Json()), "mate");
  }
}

std::string MateScale::words(std::optional<Score> score, std::int64_t ply) const {
  if (!score || !std::isfinite(*score)) return "";
  const Score size = std::abs(*score);
  const bool is_good = *score > 0;
  if (!threshold || size < *threshold) {
    if (!tablebase || size < *tablebase) return "";
    return is_good ? "tablebase win" : "tablebase loss";
  }
  const std::string words = is_good ? "mate" : "mated";
  if (!base || size > *base) return words;
  const Score plies = *base - size - static_cast<Score>(ply);
  constexpr Score kMostPlies = 1'000'000;
  if (plies < 0 || plies > kMostPlies || plies != std::floor(plies)) return words;
  return words + " in " + std::to_string((static_cast<std::int64_t>(plies) + 1) / 2);
}

}  // namespace plytrace
