// SPDX-License-Identifier: MIT
#include "viewer/verify/report/common_traits.h"

#include <fmt/format.h>

#include <limits>

#include "viewer/format/rows/format.h"

namespace plytrace::verify {
namespace {

// The value of a missing trait.
constexpr std::int64_t kNotTold = std::numeric_limits<std::int64_t>::min();

template <class Value>
std::int64_t told(const std::optional<Value>& value) {
  return value ? static_cast<std::int64_t>(*value) : kNotTold;
}

}  // namespace

CommonTraits::Values CommonTraits::values_of(const NodeRow& node, const NodeRow* parent) {
  const bool may_repeat = parent != nullptr && node.role == format::Role::kMove && node.side &&
                          parent->side && node.ply > parent->ply;
  Values values{};
  values[kSide] = told(node.side);
  values[kTwice] = may_repeat && node.side == parent->side ? 1 : kNotTold;
  values[kPly] = node.ply;
  values[kDepth] = told(node.depth);
  values[kMove] = node.move.value_or(0) > 0 ? *node.move : kNotTold;
  values[kKind] = static_cast<std::int64_t>(node.kind);
  values[kRole] = static_cast<std::int64_t>(node.role);
  values[kPhase] = static_cast<std::int64_t>(node.phase);
  return values;
}

void CommonTraits::note(const NodeRow& node, const NodeRow* parent, std::uint32_t sets) {
  const Values values = values_of(node, parent);
  for (std::size_t i = 0; i < kTraits; ++i) of_all_[i].note(values[i]);
  for (std::size_t set = 0; sets != 0; ++set, sets >>= 1U) {
    if ((sets & 1U) == 0) continue;
    for (std::size_t i = 0; i < kTraits; ++i) of_set_[set][i].note(values[i]);
  }
}

CommonTrait CommonTraits::in_words(Trait trait, std::int64_t value, const TraceReader& reader) {
  const std::string number = fmt::format("{}", value);
  switch (trait) {
    case kSide: {
      const std::string side(word(static_cast<format::Side>(value)));
      return {"side", side, "at " + side + " nodes"};
    }
    case kTwice:
      return {"turn", "twice", "where one side moves twice"};
    case kPly:
      return {"ply", number, "at ply " + number};
    case kDepth:
      return {"depth", number, "at depth " + number};
    case kMove: {
      const std::string move = reader.move_text(value);
      return {"move", move, "after the move " + move};
    }
    case kKind: {
      const std::string kind(word(static_cast<format::NodeKind>(value)));
      return {"kind", kind, "at " + text::readable(kind) + " nodes"};
    }
    case kRole: {
      const std::string role(word(static_cast<format::Role>(value)));
      return {"role", role, "in the role " + text::readable(role)};
    }
    default: {
      const std::string phase(word(static_cast<format::Phase>(value)));
      return {"phase", phase, "in the phase " + text::readable(phase)};
    }
  }
}

std::vector<CommonTrait> CommonTraits::of(std::size_t set, const TraceReader& reader) const {
  std::vector<CommonTrait> traits;
  for (std::size_t i = 0; i < kTraits; ++i) {
    const Shared& shared = of_set_[set][i];
    const bool is_told = shared.is_met && !shared.is_mixed && shared.value != kNotTold;
    // A trait that all nodes of the search share says nothing about the findings.
    if (!is_told || !of_all_[i].is_mixed) continue;
    traits.push_back(in_words(static_cast<Trait>(i), shared.value, reader));
  }
  return traits;
}

}  // namespace plytrace::verify
