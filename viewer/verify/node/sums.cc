// SPDX-License-Identifier: MIT
//
// Adds the sums of a judge to those of another one, which judged the nodes before.
#include <algorithm>

#include "viewer/verify/node/node_judge.h"

namespace plytrace::verify {

void NodeJudge::Habits::add(const Habits& more) {
  updates += more.updates;
  improvable += more.improvable;
  table_found += more.table_found;
  table_used += more.table_used;
  draws += more.draws;
  table_answers += more.table_answers;
  windows += more.windows;
  cutoffs += more.cutoffs;
  untold += more.untold;
}

void NodeJudge::Sums::add(Sums&& more) {
  habits.add(more.habits);
  scores = {std::min(scores.lower, more.scores.lower), std::max(scores.upper, more.scores.upper)};
  outer_ends.add(more.outer_ends);
  longest_step = std::max(longest_step, more.longest_step);
  early_quiescence = std::max(early_quiescence, more.early_quiescence);
  if (!early_leaf) early_leaf = std::move(more.early_leaf);
  horizon_seen = horizon_seen || more.horizon_seen;
  end_seen = end_seen || more.end_seen;
  for (std::size_t i = 0; i < steps.size(); ++i) steps[i] += more.steps[i];
  for (const SelfReduced& node : more.self_reduced) {
    if (self_reduced.size() < kMostSelfReduced) self_reduced.push_back(node);
  }
}

void NodeJudge::add(NodeJudge&& later) {
  learned_ = later.learned_;
  sums_.add(std::move(later.sums_));
}

}  // namespace plytrace::verify
