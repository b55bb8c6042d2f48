// SPDX-License-Identifier: MIT
#include "viewer/text/format.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plytrace::text {
namespace {

bool same(std::optional<Score> a, Score b) { return a && *a == b; }

}  // namespace

std::optional<Bound> claim_of(const NodeRow& node) {
  if (!node.alpha || !node.beta) return claim_in(node, std::nullopt);
  return claim_in(node, Window{*node.alpha, *node.beta});
}

std::optional<Bound> claim_in(const NodeRow& node, const std::optional<Window>& window,
                              bool may_be_clamped) {
  using format::NodeKind;
  if (!node.value) return std::nullopt;
  const bool is_leaf = node.kind != NodeKind::kInterior && node.kind != NodeKind::kUnknown;
  const bool is_empty = window && window->alpha >= window->beta;
  if (node.bound) {
    // An empty window gives every value a meaning that it does not have, but for exact ones.
    const bool means_nothing =
        is_empty && node.kind == NodeKind::kInterior && node.bound != Bound::kExact;
    return means_nothing ? std::nullopt : node.bound;
  }
  const Score value = *node.value;
  if (is_leaf) {
    // A clamped leaf claims the side that it was clamped from.
    if (node.score && *node.score < value) return Bound::kUpper;
    if (node.score && *node.score > value) return Bound::kLower;
    const bool at_end = window && (value == window->alpha || value == window->beta);
    const bool is_clamped = may_be_clamped && !node.score && at_end;
    // Whoever asked the table takes the answer for what it means in the window. What was not
    // recorded below a leaf is a search, too.
    const bool is_asked = node.kind == NodeKind::kTable && window;
    if (!is_clamped && !is_asked && node.unrecorded <= 0) return Bound::kExact;
  }
  if (!window || is_empty) return std::nullopt;
  return bound_in(value, *window);
}

std::string claim(std::optional<Score> value, std::optional<Bound> bound) {
  if (!value) return "no value";
  if (!bound) return score_text(*value);
  const char* sign = *bound == Bound::kLower ? ">= " : *bound == Bound::kUpper ? "<= " : "= ";
  return sign + score_text(*value);
}

std::string claim(const NodeRow& node) { return claim(node.value, claim_of(node)); }

std::string_view bound_words(std::optional<Bound> bound) {
  if (!bound) return "no claim";
  switch (*bound) {
    case Bound::kExact:
      return "exact";
    case Bound::kLower:
      return "lower bound";
    case Bound::kUpper:
      return "upper bound";
  }
  return "?";
}

std::string cutoff_condition(const CutoffRow& cutoff) {
  switch (cutoff.kind) {
    case format::CutoffKind::kAlpha:
      return score(cutoff.value, "value ?") + " <= alpha " + score(cutoff.alpha, "?");
    case format::CutoffKind::kBeta:
      return score(cutoff.value, "value ?") + " >= beta " + score(cutoff.beta, "?");
    case format::CutoffKind::kForward:
      break;
  }
  return cutoff.value ? "taken as " + score(cutoff.value) : "no value";
}

std::string cutoff_symbols(const CutoffRow& cutoff,
                           const std::function<std::string(Score)>& number) {
  const auto text = [&](std::optional<Score> score) { return score ? number(*score) : "?"; };
  switch (cutoff.kind) {
    case format::CutoffKind::kAlpha:
      return text(cutoff.value) + " <= " + text(cutoff.alpha);
    case format::CutoffKind::kBeta:
      return text(cutoff.value) + " >= " + text(cutoff.beta);
    case format::CutoffKind::kForward:
      break;
  }
  return words(format::word(cutoff.cause));
}

std::string skipped_words(const CutoffRow& cutoff, std::size_t most) {
  if (!cutoff.skipped) return "skipped moves not known";
  if (*cutoff.skipped == 0) return "skipped none";
  std::string text = "skipped " + grouped(*cutoff.skipped);
  const auto names = skipped_texts(cutoff);
  return names && !names->empty() ? text + ": " + list(*names, most) : text;
}

std::string cutoff_words(const CutoffRow& cutoff, std::size_t most) {
  std::string text(format::word(cutoff.kind));
  text += cutoff.kind == format::CutoffKind::kForward ? " pruning" : " cutoff";
  if (cutoff.cause != format::Cause::kChild) text += " by " + words(format::word(cutoff.cause));
  text += ": " + cutoff_condition(cutoff) + ", " + skipped_words(cutoff, most);
  if (cutoff.reason) text += " (" + printable(*cutoff.reason) + ")";
  return text;
}

std::string update_words(const BoundUpdateRow& update, std::optional<Window> before) {
  if (!before) return "window " + window(update.alpha, update.beta);
  std::string text;
  if (!same(update.alpha, before->alpha)) {
    text = "alpha " + score(before->alpha) + " -> " + score(update.alpha, "?");
  }
  if (!same(update.beta, before->beta)) {
    text += (text.empty() ? "" : ", ") + std::string("beta ") + score(before->beta) + " -> " +
            score(update.beta, "?");
  }
  return text.empty() ? "window unchanged " + window(update.alpha, update.beta) : text;
}

std::string_view side(const NodeRow& node) { return node.side ? format::word(*node.side) : "?"; }

std::string words(std::string_view stored) {
  if (stored == "re_search") return "re-search";
  if (stored == "hand_over") return "hand-over";
  std::string text(stored);
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string search_words(const SearchRow& search) {
  const std::string algorithm =
      search.algorithm.empty() ? std::string("a search") : printable(search.algorithm);
  return search.game.empty() ? algorithm : algorithm + " on " + printable(search.game);
}

}  // namespace plytrace::text
