// SPDX-License-Identifier: MIT
#include "viewer/format/rows/format.h"

#include <algorithm>

namespace plytrace::text {
namespace {

bool same(std::optional<Score> a, Score b) { return a && *a == b; }

}  // namespace

std::string claim(std::optional<Score> value, std::optional<Bound> bound) {
  if (!value) return "no value";
  if (!bound) return score_text(*value);
  return std::string(format::sign(*bound)) + " " + score_text(*value);
}

std::string claim(const NodeRow& node) { return claim(node.value, claimed_bound(node)); }

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
  return readable(format::word(cutoff.cause));
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
  if (cutoff.cause != format::Cause::kChild) text += " by " + readable(format::word(cutoff.cause));
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

std::string readable(std::string_view stored) {
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
