// SPDX-License-Identifier: MIT
#include "viewer/analysis/usual_size.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace plytrace {
namespace {

// A median of fewer nodes is not used.
constexpr std::int64_t kEnough = 4;
// The factor of an open window over null windows, and of a node without bounds over others.
constexpr double kOpenCosts = 4;
// The factor of an iteration over the previous one.
constexpr double kDepthCosts = 2;

bool is_unbounded(const NodeRow& row) {
  return row.alpha && row.beta && *row.alpha == -kInfinity && *row.beta == kInfinity;
}
bool is_searched(const NodeRow& row) {
  return row.kind != format::NodeKind::kTable && row.kind != format::NodeKind::kKnown;
}

}  // namespace

void SizeHistogram::add(std::int64_t size) {
  const auto bits = std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(size, 1)));
  ++counts_[static_cast<std::size_t>(bits - 1)];
  ++count_;
}

SizeHistogram& SizeHistogram::operator+=(const SizeHistogram& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  count_ += other.count_;
  return *this;
}

double SizeHistogram::median() const {
  const std::int64_t middle = count_ / 2;
  std::int64_t below = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (below + counts_[i] > middle) {
      const double share = static_cast<double>(middle - below) / static_cast<double>(counts_[i]);
      const double least = std::ldexp(1.0, static_cast<int>(i));
      return std::floor(least + share * least);
    }
    below += counts_[i];
  }
  return 0;
}

double SizeHistogram::largest() const {
  for (std::size_t i = counts_.size(); i-- > 0;) {
    if (counts_[i] > 0) return std::ldexp(1.0, static_cast<int>(i) + 1) - 1;
  }
  return 0;
}

UsualSizes::Kind UsualSizes::kind_of(const NodeRow& row) {
  const std::int64_t depth = row.depth ? *row.depth - kLowest : kDepths - 1 - row.ply;
  // Null windows have width 1 if scores are integers, and are narrower otherwise.
  const bool open = !row.alpha || !row.beta || *row.beta - *row.alpha > 1;
  return {static_cast<int>(std::clamp<std::int64_t>(depth, 0, kDepths - 1)), row.phase, open};
}

std::size_t UsualSizes::place(const Kind& kind, std::size_t role) {
  const std::size_t depth = static_cast<std::size_t>(kind.slot) * 2 + (kind.open ? 1 : 0);
  return (depth * 2 + (kind.phase == format::Phase::kMain ? 0 : 1)) * kRoles + role;
}

void UsualSizes::add(std::size_t branch, const NodeRow& row, std::int64_t size) {
  Branch& here = branches_[std::min(branch, kBranches - 1)];
  here.reach = std::max(here.reach, row.ply + row.depth.value_or(0));
  if (!is_searched(row)) return;
  if (here.groups.empty()) here.groups.resize(std::size_t{kDepths} * 2 * 2 * kRoles);
  // Codes in a damaged trace may be arbitrary.
  const std::size_t role = std::min(static_cast<std::size_t>(row.role), kRoles - 1);
  auto& group = here.groups[place(kind_of(row), role)];
  if (!group) group = std::make_unique<SizeHistogram>();
  group->add(size);
}

SizeHistogram UsualSizes::sum(const Kind& kind, std::optional<format::Role> role,
                              std::size_t branches) const {
  SizeHistogram sum;
  for (std::size_t branch = 0; branch < std::min(branches, kBranches); ++branch) {
    const auto& groups = branches_[branch].groups;
    for (std::size_t i = 0; i < kRoles && !groups.empty(); ++i) {
      if (role && static_cast<std::size_t>(*role) != i) continue;
      if (const auto& group = groups[place(kind, i)]) sum += *group;
    }
  }
  return sum;
}

// Extrapolates from the next smaller depth with enough nodes, by the growth per depth up to it.
std::optional<UsualSize> UsualSizes::by_growth(Kind kind, std::size_t branches) const {
  kind.phase = format::Phase::kMain;
  for (Kind lower = kind; --lower.slot >= 0;) {
    const SizeHistogram near = sum(lower, std::nullopt, branches);
    if (near.count() < kEnough) continue;
    double growth = 2;
    if (lower.slot >= 2) {
      const Kind lowest{lower.slot - 2, lower.phase, lower.open};
      const SizeHistogram far = sum(lowest, std::nullopt, branches);
      if (far.count() >= kEnough) growth = std::sqrt(near.median() / far.median());
    }
    growth = std::clamp(growth, 1.5, 8.0);
    const double grown = std::pow(growth, kind.slot - lower.slot);
    return UsualSize{std::floor(near.median() * grown), near.count(), UsualSize::Of::kGrowth,
                     near.largest() * grown};
  }
  return std::nullopt;
}

std::optional<UsualSize> UsualSizes::of(const NodeRow& row, std::size_t branches) const {
  if (branches < kBranches) return found(row, branches);
  const Kind kind = kind_of(row);
  const std::tuple key(kind.slot, static_cast<int>(kind.phase), kind.open,
                       static_cast<int>(row.role), is_unbounded(row));
  const auto known = beyond_.find(key);
  if (known != beyond_.end()) return known->second;
  return beyond_.emplace(key, found(row, branches)).first->second;
}

// The expected size of a root: roots are the largest nodes of their depth.
double UsualSizes::by_last_root(Kind kind, std::size_t branches) const {
  double grown = 1;
  while (--kind.slot >= 0) {
    grown *= kDepthCosts;
    const SizeHistogram lower = sum(kind, std::nullopt, branches);
    if (lower.count() > 0) return lower.largest() * grown;
  }
  return 0;
}

std::optional<UsualSize> UsualSizes::found(const NodeRow& row, std::size_t branches) const {
  auto usual = compared(row, branches);
  if (!usual) return usual;
  const double cost = is_unbounded(row) ? kOpenCosts : 1;
  const double least = row.parent ? 0 : by_last_root(kind_of(row), branches);
  usual->median = std::max(std::floor(usual->median * cost), least);
  usual->largest = std::max(usual->largest * cost, least);
  return usual;
}

std::optional<UsualSize> UsualSizes::compared(const NodeRow& row, std::size_t branches) const {
  const Kind kind = kind_of(row);
  const SizeHistogram alike = sum(kind, row.role, branches);
  if (alike.count() >= kEnough) {
    return UsualSize{alike.median(), alike.count(), UsualSize::Of::kRole, alike.largest()};
  }
  const SizeHistogram deep = sum(kind, std::nullopt, branches);
  if (deep.count() >= kEnough) {
    return UsualSize{deep.median(), deep.count(), UsualSize::Of::kDepth, deep.largest()};
  }
  auto grown = by_growth(kind, branches);
  // The last resort is nodes with the other kind of window; an open one costs more.
  const Kind other{kind.slot, kind.phase, !kind.open};
  const SizeHistogram others = sum(other, std::nullopt, branches);
  if (others.count() >= kEnough) {
    const double cost = kind.open ? kOpenCosts : 1;
    const double least = others.median() * cost;
    if (!grown || grown->median < least) {
      grown = UsualSize{least, others.count(), UsualSize::Of::kGrowth, others.largest() * cost};
    }
  } else if (!grown) {
    grown = by_growth(other, branches);
  }
  // A few nodes of this depth are not enough for a median, but they raise the expectation.
  if (grown && deep.count() > 0) {
    grown->median = std::max(grown->median, deep.median());
    grown->largest = std::max(grown->largest, deep.largest());
  }
  return grown;
}

std::int64_t UsualSizes::reach(std::size_t branches) const {
  std::int64_t reach = 0;
  for (std::size_t i = 0; i < std::min(branches, kBranches); ++i) {
    reach = std::max(reach, branches_[i].reach);
  }
  return reach;
}

}  // namespace plytrace
