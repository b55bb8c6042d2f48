// SPDX-License-Identifier: MIT
#include "viewer/answers/why/value_origin.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "viewer/answers/why/fact.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_words.h"

namespace plytrace {
namespace {

using format::Cause;
using format::NodeKind;
using format::Role;
using format::TableUse;

// The maximum depth of trees (ARCHITECTURE.md, "Threads").
constexpr std::size_t kMostOriginSteps = 100'000;

// The child that caused a cutoff of the node, if any.
std::optional<std::int64_t> cutting_child(const NodeEvents& events) {
  for (const CutoffRow& cutoff : events.of<CutoffRow>()) {
    if (cutoff.kind != format::CutoffKind::kForward && cutoff.child) return cutoff.child;
  }
  return std::nullopt;
}

bool stood_pat(const NodeRow& node, const NodeEvents& events) {
  const bool by_cut =
      std::any_of(events.of<CutoffRow>().begin(), events.of<CutoffRow>().end(),
                  [](const CutoffRow& cutoff) { return cutoff.cause == Cause::kStandPat; });
  return by_cut || (!node.best && node.score == node.value);
}

// The child that gave the node its value: the best child it records, the one that cut, or else the
// first with that value.
std::optional<NodeRow> child_taken(const TraceReader& reader, const NodeRow& node,
                                   const NodeEvents& events) {
  const auto named = node.best ? node.best : cutting_child(events);
  // Children have larger ids; a damaged row must not lead upwards.
  if (named && *named > node.id) {
    if (auto child = reader.node(*named); child && child->value) return child;
  }
  std::optional<NodeRow> found;
  reader.for_each_child(node, [&](const NodeRow& child) {
    if (!child.counts() || !child.value) return true;
    const bool same = (child.credited ? child.credited : child.value) == node.value;
    // A hand-over decides the parent's value, whatever other children have. Otherwise the last
    // search of a move counts, and among the moves the first with the value.
    if (child.role == Role::kHandOver) {
      found = child;
    } else if (same && (!found || found->move == child.move)) {
      found = child;
    }
    return true;
  });
  return found;
}

Score taken_from(const NodeRow& child) { return child.credited.value_or(*child.value); }

// A fail-hard search clamps the value of a child into its window.
bool gives_value(const NodeRow& child, const NodeRow& node) {
  const Score taken = taken_from(child);
  const bool is_low = node.alpha == node.value && taken < *node.value;
  const bool is_high = node.beta == node.value && taken > *node.value;
  return taken == *node.value || is_low || is_high;
}

std::optional<std::int64_t> storing_node(const NodeEvents& events) {
  std::optional<std::int64_t> storing;
  for (const TableProbeRow& probe : events.of<TableProbeRow>()) {
    if (probe.used == TableUse::kAnswered) storing = probe.stored_by;
  }
  return storing;
}

}  // namespace

ValueOrigin value_origin(const TraceReader& reader, const NodeRow& node) {
  using End = ValueOrigin::End;
  ValueOrigin origin;
  origin.node = node;
  std::unordered_set<std::int64_t> seen{node.id};
  const auto go_to = [&](NodeRow next) {
    // In a damaged trace an entry may lead back to an earlier node of the chain.
    if (!next.value || !seen.insert(next.id).second) return false;
    origin.node = std::move(next);
    ++origin.steps;
    return true;
  };
  while (origin.steps < kMostOriginSteps) {
    const NodeRow at = origin.node;
    const NodeEvents events = reader.events(at);
    if (at.kind == NodeKind::kTable) {
      const auto storing = storing_node(events);
      auto next = storing ? reader.node(*storing) : std::nullopt;
      origin.end = End::kEntry;
      if (!next || !go_to(std::move(*next))) return origin;
      origin.entries.emplace_back(at.id, *storing);
      continue;
    }
    if (at.kind != NodeKind::kInterior && at.last == at.id) {
      origin.end = at.kind == NodeKind::kUnknown ? End::kNotKnown : End::kLeaf;
      return origin;
    }
    if (stood_pat(at, events)) {
      origin.end = End::kOwnScore;
      return origin;
    }
    auto child = child_taken(reader, at, events);
    if (child && at.value && child->value && !gives_value(*child, at)) {
      origin.end = End::kOther;
      origin.other = std::move(child);
      return origin;
    }
    origin.end = End::kNotKnown;
    if (!child || !go_to(std::move(*child))) return origin;
  }
  return origin;
}

std::string origin_words(const TraceReader& reader, const ValueOrigin& origin) {
  std::string text = fmt::format("its value comes from {}, {}", place_name(reader, origin.node),
                                 text::claim_words(reader, origin.node));
  switch (origin.end) {
    case ValueOrigin::End::kLeaf:
      text += fmt::format(" ({})", format::word(origin.node.kind));
      break;
    case ValueOrigin::End::kOwnScore:
      text += " (its own static score)";
      break;
    case ValueOrigin::End::kEntry:
      text += " (a table entry whose origin is not recorded)";
      break;
    case ValueOrigin::End::kOther:
      text += fmt::format(", although its best child {} gave {}", place_name(reader, *origin.other),
                          score_text(taken_from(*origin.other)));
      break;
    default:
      text += " (from where is not recorded)";
  }
  constexpr std::size_t kMost = 6;
  for (std::size_t i = 0; i < std::min(origin.entries.size(), kMost); ++i) {
    text +=
        fmt::format("{}#{} answered by the entry of #{}", i == 0 ? "; through the table: " : ", ",
                    origin.entries[i].first, origin.entries[i].second);
  }
  if (origin.entries.size() > kMost) {
    text += fmt::format(" and {} more", origin.entries.size() - kMost);
  }
  return text;
}

}  // namespace plytrace
