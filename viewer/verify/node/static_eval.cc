// SPDX-License-Identifier: MIT
//
// Compares the note static_eval of a node with what the node assumed because of it. Only a warning,
// because an engine may prune by a score that a table entry has corrected.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "viewer/verify/node/node_judge.h"

namespace plytrace::verify {
namespace {

using format::Cause;

std::optional<Score> number_of(std::string_view text) {
  Score number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  return is_number && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

// The assumption of a node: its value, or that of some moves, is at least (at most) a number.
struct Taken {
  const char* by = "";
  Score value = 0;
  bool at_least = true;
};

// From the cutoff that ended the node, its stand-pat score, and the moves that it dropped.
std::optional<Taken> taken_by(const OpenNode& node, Score eval) {
  if (node.cut && node.cut->value && node.cut->cause == Cause::kFutility) {
    return Taken{"a futility cutoff", *node.cut->value, node.cut->high};
  }
  if (node.cut && node.cut->value && node.cut->cause == Cause::kRazoring && !node.cut->high) {
    return Taken{"razoring", *node.cut->value, false};
  }
  const bool stands_pat = node.cut && node.cut->cause == Cause::kStandPat && node.cut->value;
  if (stands_pat || node.row.score) {
    const Score score = node.row.score ? node.view(*node.row.score) : *node.cut->value;
    if (score > eval) return Taken{"stand pat", score, true};
  }
  if (node.futility) return Taken{"moves dropped by futility", *node.futility, false};
  return std::nullopt;
}

}  // namespace

void NodeJudge::note(OpenNode& node, const NoteRow& row, bool is_innermost) {
  const auto number = number_of(row.value);
  if (!number) return;
  // Recorders do not convert notes, so the value has the engine's point of view.
  node.static_eval = facts_.one_sided ? *number : node.view(*number);
  if (is_innermost && !node.row.excluded) compare_static_evals(node);
}

// Compares the note with that of another node of the same position. Positions are compared by
// plytrace's own hash, or else by the engine's key.
void NodeJudge::compare_static_evals(const OpenNode& node) {
  const auto own = own_key(node);
  if (!own && !node.row.key) return;
  const auto key = own ? *own : static_cast<std::uint64_t>(*node.row.key);
  const NotedEval here{*node.static_eval, node.row.id, node.row.side};
  const NotedEval* const other = static_evals_.find_or_keep(key, here);
  // A key may leave the side to move out.
  if (other == nullptr || other->score == here.score || other->side != here.side) return;
  ledger_.warn(Rule::kWarnStaticEvalDiffers, node.row.id, [&] {
    return fmt::format("{}: its static_eval is {}, that of node {} (#{}), the same position, is {}",
                       ledger_.name(node.row), score_text(node.view(here.score)),
                       ledger_.path(other->node), other->node, score_text(node.view(other->score)));
  });
}

void NodeJudge::warn_static_eval(const OpenNode& node) {
  const Score eval = *node.static_eval;
  const auto taken = taken_by(node, eval);
  if (!taken) return;
  const bool fits = taken->at_least ? taken->value <= eval : taken->value >= eval;
  // The score may have been corrected by a table entry.
  const bool is_entry =
      taken->at_least ? taken->value <= node.entry_most : taken->value >= node.entry_least;
  const bool is_searched =
      std::any_of(node.children.begin(), node.children.end(), [&](const ChildRecord& child) {
        if (!child.has_value) return false;
        const Interval& proven = child.readings.front().proven;
        return taken->at_least ? proven.lower >= taken->value : proven.upper <= taken->value;
      });
  if (fits || is_entry || (is_searched && node.cut)) return;
  ledger_.warn(Rule::kWarnStaticEval, node.row.id, [&] {
    return fmt::format(
        "{}: {} takes it to be {} {}, but its static_eval is {}", ledger_.name(node.row), taken->by,
        taken->at_least != node.view.min ? ">=" : "<=", score_text(node.view(taken->value)),
        score_text(node.view(eval)));
  });
}

}  // namespace plytrace::verify
