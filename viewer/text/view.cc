// SPDX-License-Identifier: MIT
#include "viewer/text/view.h"

#include <utility>

namespace plytrace::text {
namespace {

void negate(std::optional<Score>& score) {
  if (score) score = -*score;
}

void negate_window(std::optional<Score>& alpha, std::optional<Score>& beta) {
  negate(alpha);
  negate(beta);
  std::swap(alpha, beta);
}

void negate_bound(std::optional<Bound>& bound) {
  if (bound == Bound::kLower) {
    bound = Bound::kUpper;
  } else if (bound == Bound::kUpper) {
    bound = Bound::kLower;
  }
}

}  // namespace

NodeRow View::operator()(NodeRow node) const {
  if (!negates(node.side)) return node;
  negate_window(node.alpha, node.beta);
  for (auto* score : {&node.value, &node.score, &node.credited}) negate(*score);
  negate_bound(node.bound);
  return node;
}

BoundUpdateRow View::operator()(BoundUpdateRow row, std::optional<format::Side> side) const {
  if (negates(side)) negate_window(row.alpha, row.beta);
  return row;
}

CutoffRow View::operator()(CutoffRow row, std::optional<format::Side> side) const {
  if (!negates(side)) return row;
  negate_window(row.alpha, row.beta);
  negate(row.value);
  if (row.kind == format::CutoffKind::kAlpha) {
    row.kind = format::CutoffKind::kBeta;
  } else if (row.kind == format::CutoffKind::kBeta) {
    row.kind = format::CutoffKind::kAlpha;
  }
  return row;
}

TableStoreRow View::operator()(TableStoreRow row, std::optional<format::Side> side) const {
  if (!negates(side)) return row;
  negate(row.value);
  negate(row.raw);
  negate_bound(row.bound);
  return row;
}

TableProbeRow View::operator()(TableProbeRow row, std::optional<format::Side> side) const {
  if (!negates(side)) return row;
  negate(row.value);
  negate(row.raw);
  negate_bound(row.bound);
  return row;
}

}  // namespace plytrace::text
