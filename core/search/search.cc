// SPDX-License-Identifier: MIT
#include "core/search/search.h"

namespace plytrace {

Counters Counters::since(const Counters& earlier) const {
  Counters difference = *this;
  difference.nodes -= earlier.nodes;
  difference.leaf_evaluations -= earlier.leaf_evaluations;
  difference.eval_cache_hits -= earlier.eval_cache_hits;
  difference.table_hits -= earlier.table_hits;
  difference.alpha_cutoffs -= earlier.alpha_cutoffs;
  difference.beta_cutoffs -= earlier.beta_cutoffs;
  difference.cutoffs_skipping -= earlier.cutoffs_skipping;
  difference.moves_skipped -= earlier.moves_skipped;
  difference.ordering_evaluations -= earlier.ordering_evaluations;
  return difference;
}

namespace {

// A clamped value never lies outside its window, and an entry answers at equality.
Status check_strict(const SearchSettings& settings) {
  const AlgorithmTraits& algorithm = traits(settings.algorithm);
  if (!algorithm.cuts_strictly) {
    return Status::usage("--cut strict: " + std::string(algorithm.name) +
                         " has no strict form; use alphabeta or negamax");
  }
  if (settings.fail == FailMode::kHard) {
    return Status::usage(
        "--cut strict: clamped values never exceed a bound; leave out --fail hard");
  }
  if (settings.is_selective()) {
    return Status::usage("--cut strict: quiescence, null moves, reductions and extensions cut at " +
                         std::string("equal values; leave them out"));
  }
  if (settings.table_megabytes > 0) {
    return Status::usage("--cut strict: the table answers at equal values; leave out --table");
  }
  return Status::ok();
}

}  // namespace

Status check_settings(const SearchSettings& settings) {
  if (settings.depth < 0)
    return Status::usage("depth " + std::to_string(settings.depth) + ": use 0 or more");
  // Negated so that NaN is refused as well, here and below.
  if (!(settings.window.alpha < settings.window.beta)) {
    return Status::usage("window " + score_text(settings.window.alpha) + "," +
                         score_text(settings.window.beta) +
                         " is empty: the first number must be the smaller one");
  }
  if (settings.aspiration.has_value() && !(*settings.aspiration > 0)) {
    return Status::usage("aspiration " + score_text(*settings.aspiration) +
                         ": the half width must be above 0");
  }
  if (settings.time_limit.has_value() && !(*settings.time_limit >= 0)) {
    return Status::usage("time limit: give a number of seconds, 0 or more");
  }
  if (settings.table_megabytes < 0) return Status::usage("table: give megabytes, 0 or more");
  const AlgorithmTraits& algorithm = traits(settings.algorithm);
  const std::string name(algorithm.name);
  if (!algorithm.fails_hard && settings.fail == FailMode::kHard) {
    return Status::usage(name + " needs fail-soft values: leave out --fail hard");
  }
  if (!algorithm.sees_ties && settings.ties != Ties::kFirst) {
    return Status::usage("--ties " + std::string(word(settings.ties)) + ": " + name +
                         " cannot see ties; use another algorithm");
  }
  if (settings.null_move.has_value() && *settings.null_move < 1)
    return Status::usage("null move: give the plies of its reduction, 1 or more");
  if (!algorithm.prunes() && (settings.null_move.has_value() || settings.late_reductions)) {
    return Status::usage(name + " searches every move in full: leave out --null-move and --lmr, " +
                         "or use another algorithm");
  }
  if (settings.late_reductions && settings.ties != Ties::kFirst) {
    return Status::usage("--ties " + std::string(word(settings.ties)) +
                         ": with --lmr equal moves are not all searched to one depth; " +
                         "leave out --lmr");
  }
  if (settings.cut == CutMode::kStrict) return check_strict(settings);
  return Status::ok();
}

}  // namespace plytrace
