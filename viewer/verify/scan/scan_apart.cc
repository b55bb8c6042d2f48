// SPDX-License-Identifier: MIT
//
// A scanner that judges one subtree apart from the rest of the search, and how the scanner of the
// search takes over its result. It does so only if it would have come to the same state: then the
// nodes that are still open, the board, the ledger and all sums go on from there.
#include <algorithm>
#include <utility>
#include <variant>

#include "viewer/meaning/saturated.h"
#include "viewer/verify/scan/judged_subtree.h"
#include "viewer/verify/scan/scanner.h"

namespace plytrace::verify {
namespace {

// More events of nodes above a subtree than a sound trace has there.
constexpr std::size_t kMostRest = 4096;

}  // namespace

KnownBefore Scanner::known() const {
  if (pass_ == nullptr) return {0, judge_.learned(), false};
  return {pass_->row.id, judge_.learned(), pass_->unrecorded > 0};
}

bool Scanner::run_below(const std::vector<NodeRow>& path, const KnownBefore& before) {
  stand_at(path, before);
  if (replay_ != nullptr && !replay_->stand_at(path)) return false;
  if (!ledger_.is_blank()) return false;
  const auto scan = reader_.scan(apart_->root, *path.back().last, &digests_);
  // The first row is that of its root.
  scan->next();
  while (is_self_contained_ && scan->next()) {
    scan->visit([this](const auto& row) { take_apart(row); });
  }
  settle_leaf(false);
  return is_self_contained_ && reader_.status().is_ok() && !judge_.has_remembered();
}

// Opens the nodes of the path. The rules about them are for the scanner of the search.
void Scanner::stand_at(const std::vector<NodeRow>& path, const KnownBefore& before) {
  pass_ = &passes_.begin()->second;
  pass_->met = true;
  pass_->root = path.front();
  pass_->unrecorded = before.has_unrecorded ? 1 : 0;
  ledger_.enter_pass(pass_->row.id);
  for (const NodeRow& row : path) {
    OpenNode& node = place_to_push();
    node.row = row;
    push(node);
    if (open_ == 1) {
      judge_.enter_root(node, &pass_->row);
    } else {
      node.place = NodeJudge::place_below(path_[open_ - 2], row);
    }
  }
  judge_.take_learned(before.learned);
  const OpenNode& root = path_[open_ - 1];
  last_entered_ = root.row.id;
  apart_ = Apart{before, root.row.id, root.level, root.row, root, {}};
}

void Scanner::take_apart(const NodeRow& row) {
  if (!apart_->rest.empty()) is_self_contained_ = false;
  if (is_self_contained_) take(row);
}

template <class Event>
void Scanner::take_apart(const Event& row) {
  if (apart_->rest.empty() && row.node >= apart_->root) return take(row);
  apart_->rest.push_back(row);
  is_self_contained_ = is_self_contained_ && apart_->rest.size() <= kMostRest;
}

// Returns whether the result was taken over.
bool Scanner::read_subtree(const Subtree& subtree, JudgedSubtree* judged) {
  if (judged == nullptr) {
    read(subtree.first, subtree.last);
    return false;
  }
  Scanner& other = judged->scanner();
  take(other.apart_->row);
  if (can_take_over(other)) {
    take_over(other);
    return true;
  }
  const auto scan = reader_.scan(subtree.first, subtree.last, &digests_);
  // Its root has been entered.
  scan->next();
  read(*scan);
  return false;
}

// Whether the other scanner began in the state in which this one is now, as far as that matters.
bool Scanner::can_take_over(const Scanner& other) const {
  const Apart& apart = *other.apart_;
  const OpenNode& root = path_[open_ - 1];
  const auto is_same_step = [](const OpenNode& a, const OpenNode& b) {
    return a.row.id == b.row.id && a.row.move == b.row.move && a.row.role == b.row.role;
  };
  return open_ == apart.level + 1 && known() == apart.before && root.row == apart.row &&
         static_cast<const NodeState&>(root) == apart.state &&
         std::equal(path_.begin(), path_.begin() + static_cast<std::ptrdiff_t>(apart.level),
                    other.path_.begin(), is_same_step) &&
         (replay_ == nullptr || replay_->can_take_over(apart.level, *other.replay_)) &&
         ledger_.can_add(other.ledger_);
}

void Scanner::take_over(Scanner& other) {
  const Apart& apart = *other.apart_;
  if (path_.size() < other.open_) path_.resize(other.open_);
  for (std::size_t i = apart.level; i < other.open_; ++i) std::swap(path_[i], other.path_[i]);
  open_ = other.open_;
  last_entered_ = other.last_entered_;
  if (other.pass_->rows > 0) pass_->last = other.pass_->last;
  pass_->rows += other.pass_->rows;
  const std::int64_t unrecorded =
      saturated_difference(other.pass_->unrecorded, apart.before.has_unrecorded ? 1 : 0);
  pass_->unrecorded = saturated_sum(pass_->unrecorded, unrecorded);
  const std::uint64_t told = nodes_ >> 16U;
  nodes_ += other.nodes_;
  if (progress_ && nodes_ >> 16U != told) progress_(nodes_);
  cutoffs_ += other.cutoffs_;
  met_min_ = met_min_ || other.met_min_;
  digests_.add(other.digests_);
  // The replay compares its findings with those of the ledger before.
  if (replay_ != nullptr) replay_->take_over(apart.level, open_, *other.replay_);
  ledger_.add(std::move(other.ledger_));
  judge_.add(std::move(other.judge_));
  if (certificate_ != nullptr) certificate_->add(std::move(*other.certificate_));
  for (const format::AnyEvent& event : apart.rest) {
    std::visit([this](const auto& row) { take(row); }, event);
  }
}

}  // namespace plytrace::verify
