// SPDX-License-Identifier: MIT
#include "viewer/verify/game/key_partition.h"

#include <fmt/format.h>

#include <string>

#include "viewer/format/numbers.h"

namespace plytrace::verify {
namespace {

// "12 nodes in all; 1 key in 4 was looked at".
std::string total_words(std::uint64_t nodes, std::uint64_t one_in) {
  return text::count(nodes, "node") + " in all" +
         (one_in == 1 ? "" : fmt::format("; 1 key in {} was looked at", one_in));
}

}  // namespace

void KeyPartition::Conflict::add(std::int64_t one, std::int64_t another) {
  if (nodes++ > 0) return;
  first = one;
  second = another;
}

void KeyPartition::note(std::int64_t engine_key, std::uint64_t own_key, std::int64_t node) {
  const auto key = static_cast<std::uint64_t>(engine_key);
  const Seen* const position = by_engine_key_.find_or_keep(key, {own_key, node});
  if (position != nullptr && position->other != own_key) clash_.add(position->node, node);
  const Seen* const of_position = by_own_key_.find_or_keep(own_key, {key, node});
  if (of_position != nullptr && of_position->other != key) split_.add(of_position->node, node);
}

void KeyPartition::report(Ledger& ledger, bool is_key_of_more) const {
  if (clash_.nodes > 0) {
    ledger.warn(Rule::kWarnKeyClash, clash_.second, [&] {
      return fmt::format(
          "node {} (#{}) has the key of node {} (#{}), but is another position: castling rights, "
          "en passant or something else is missing from the key; {}",
          ledger.path(clash_.second), clash_.second, ledger.path(clash_.first), clash_.first,
          total_words(clash_.nodes, by_engine_key_.one_in()));
    });
  }
  if (split_.nodes > 0 && !is_key_of_more) {
    ledger.warn(Rule::kWarnKeySplit, split_.second, [&] {
      return fmt::format(
          "node {} (#{}) is the position of node {} (#{}), but has another key: the key holds more "
          "than the position (an en-passant file where nothing can take, the fifty-move count); "
          "{}; if that is meant, declare \"key_of\" in the options of the search",
          ledger.path(split_.second), split_.second, ledger.path(split_.first), split_.first,
          total_words(split_.nodes, by_own_key_.one_in()));
    });
  }
}

}  // namespace plytrace::verify
