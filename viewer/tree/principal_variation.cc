// SPDX-License-Identifier: MIT
#include "viewer/tree/principal_variation.h"

#include <algorithm>
#include <utility>

#include "viewer/meaning/claim.h"
#include "viewer/verify/game/game_at.h"
#include "viewer/verify/game/play_to.h"

namespace plytrace::tree {
namespace {

std::optional<Score> given(const NodeRow& child) {
  return child.credited ? child.credited : child.value;
}

std::optional<NodeRow> child_of(const TraceReader& reader, const NodeRow& node,
                                std::optional<std::int64_t> id) {
  // A damaged row may name any id; following only descendants guarantees termination.
  if (!id || *id <= node.id || *id > reader.last_of(node)) return std::nullopt;
  return reader.node(*id);
}

// An upper bound cannot raise a MAX node, and a lower bound cannot lower a MIN node.
bool can_give(const NodeRow& node, const NodeRow& child) {
  const auto claim = claim_of(child);
  const Bound useless = node.side == format::Side::kMax ? Bound::kUpper : Bound::kLower;
  // The number backed up to the parent carries no bound.
  return child.credited || !claim || claim->bound != useless;
}

// The origin of a node's value: a child, the node itself, or not recorded.
struct Source {
  bool is_own = false;
  std::optional<NodeRow> child;
};

constexpr Source kOwn{.is_own = true, .child = {}};

// The last search of the same position by other means that gave the node its value.
std::optional<NodeRow> handed_over(const TraceReader& reader, const NodeRow& node) {
  std::optional<NodeRow> found;
  reader.for_each_child(node, [&](const NodeRow& child) {
    if (child.role == format::Role::kHandOver && given(child) == node.value) found = child;
    return true;
  });
  return found;
}

// The origin recorded by the last cutoff, or else by the update that set the node's bound to its
// value.
Source told_by_events(const TraceReader& reader, const NodeRow& node) {
  const NodeEvents events = reader.events(node);
  const auto source = [&](format::Cause cause, std::optional<std::int64_t> child) {
    return cause == format::Cause::kChild ? Source{false, child_of(reader, node, child)} : kOwn;
  };
  // Take the last cutoff row; forward cutoffs may precede the one that ended the node.
  for (auto cut = events.of<CutoffRow>().rbegin(); cut != events.of<CutoffRow>().rend(); ++cut) {
    if (cut->kind != format::CutoffKind::kForward) return source(cut->cause, cut->child);
  }
  for (auto row = events.of<BoundUpdateRow>().rbegin(); row != events.of<BoundUpdateRow>().rend();
       ++row) {
    const auto bound = node.side == format::Side::kMax ? row->alpha : row->beta;
    if (bound && bound == node.value) return source(row->cause, row->child);
  }
  return {};
}

// True on a fail low: the children only have bounds, and none of them was taken.
bool fails_low(const NodeRow& node) {
  const bool max = node.side == format::Side::kMax;
  const auto end = max ? node.alpha : node.beta;
  return end && node.value && (max ? *node.value <= *end : *node.value >= *end);
}

bool is_leaf(const NodeRow& node) {
  return node.kind != format::NodeKind::kInterior && node.kind != format::NodeKind::kUnknown;
}

// True if the best child that the node records has the node's value and can be its origin.
bool is_explained_by_best(const TraceReader& reader, const NodeRow& node) {
  const auto best = child_of(reader, node, node.best);
  return best && given(*best) == node.value && can_give(node, *best);
}

Source source_of(const TraceReader& reader, const NodeRow& node) {
  // A hand-over gave the value, whatever else the node tried in vain.
  if (auto child = handed_over(reader, node); child && !is_explained_by_best(reader, node)) {
    return {false, std::move(child)};
  }
  if (is_leaf(node)) return kOwn;
  const bool is_score = node.value && node.score == node.value;
  if (node.best) {
    auto best = child_of(reader, node, node.best);
    // An engine may name the first move it tried as best and still return the stand-pat score.
    if (is_score && best && given(*best) != node.value) return kOwn;
    return {false, std::move(best)};
  }
  if (is_score) return kOwn;
  const bool has_source = node.value && node.side && !fails_low(node);
  return has_source ? told_by_events(reader, node) : Source{};
}

// If nothing is recorded: the first child that gave the node its value.
std::optional<NodeRow> first_with_value(const TraceReader& reader, const NodeRow& node) {
  const bool is_inner = node.kind == format::NodeKind::kInterior;
  if (!node.side || !node.value || fails_low(node) || !is_inner) return {};
  std::optional<NodeRow> found;
  reader.for_each_child(node, [&](const NodeRow& child) {
    if (child.counts() && given(child) == node.value && can_give(node, child)) found = child;
    return !found;
  });
  return found;
}

std::optional<NodeRow> last_counting(const TraceReader& reader, const NodeRow& node,
                                     const std::string& move) {
  std::optional<NodeRow> found;
  reader.for_each_child(node, [&](const NodeRow& child) {
    if (child.move && child.counts() && reader.move_text(child.move) == move) found = child;
    return true;
  });
  return found;
}

// A guess if source_of() finds no child: by the move that was reported, or else by the value.
std::optional<NodeRow> guessed(const TraceReader& reader, const NodeRow& node,
                               const std::optional<std::string>& reported) {
  return reported ? last_counting(reader, node, *reported) : first_with_value(reader, node);
}

// The counted child that `is_move` accepts: the one that gave the node its value, else the last.
template <class IsMove>
std::optional<NodeRow> child_of_move(const TraceReader& reader, NodeRow node,
                                     const IsMove& is_move) {
  while (true) {
    auto child = source_of(reader, node).child;
    if (child && is_move(*child)) return child;
    if (!child || child->role != format::Role::kHandOver) break;
    node = std::move(*child);
  }
  std::optional<NodeRow> found;
  reader.for_each_child(node, [&](const NodeRow& child) {
    if (child.counts() && is_move(child)) found = child;
    return true;
  });
  return found;
}

// The line with the names that its nodes have: in a game that plytrace knows, an engine may report
// its line in another notation than its nodes.
std::vector<std::string> with_names_of_nodes(const TraceReader& reader, const SearchRow& search,
                                             const NodeRow& root, std::vector<std::string> line) {
  const auto game = verify::game_at(reader, search, root);
  std::optional<NodeRow> node = root;
  for (std::string& move : line) {
    const auto code = game ? verify::move_here(*game, move) : std::nullopt;
    if (!code) break;
    node = child_of_move(reader, std::move(*node), [&](const NodeRow& child) {
      return child.move && verify::move_here(*game, reader.move_text(child.move)) == code;
    });
    if (!node) break;
    move = reader.move_text(node->move);
    game->play(*code);
  }
  return line;
}

}  // namespace

bool gave_result(const SearchRow& search, const PassRow& pass) {
  return pass.status == format::SearchStatus::kFinished &&
         (!search.completed_depth || !pass.depth || pass.depth == search.completed_depth);
}

std::vector<std::string> followed_line(const TraceReader& reader, const SearchRow& search,
                                       const PassRow& pass) {
  const auto root = pass.root ? reader.node(*pass.root) : std::nullopt;
  std::vector<std::string> line = line_texts(pass);
  if (!line.empty()) return root ? with_names_of_nodes(reader, search, *root, line) : line;
  line = search.pv;
  const bool names_best = search.best_move && gave_result(search, pass);
  if (line.empty() && names_best && root && !fails_low(*root)) line = {*search.best_move};
  if (!root) return line;
  if (!root->move) return with_names_of_nodes(reader, search, *root, std::move(line));
  // The pass is one move of a root that was not recorded; the line of the search begins above it.
  if (line.empty() || line.front() != reader.move_text(root->move)) return {};
  line.erase(line.begin());
  return with_names_of_nodes(reader, search, *root, std::move(line));
}

std::optional<NodeRow> child_taken(const TraceReader& reader, const NodeRow& node,
                                   const std::optional<std::string>& reported) {
  auto [is_own, child] = source_of(reader, node);
  return is_own || child || node.best ? std::move(child) : guessed(reader, node, reported);
}

PrincipalVariation principal_variation(const TraceReader& reader, const NodeRow& root,
                                       const std::vector<std::string>& reported) {
  const TraceReader::Snapshot snapshot(reader);
  PrincipalVariation line;
  line.nodes.push_back(root);
  while (true) {
    // A copy, because the vector grows below.
    const NodeRow node = line.nodes.back();
    auto [is_own, next] = source_of(reader, node);
    if (is_own) {
      line.ends_by_own_value = true;
      return line;
    }
    const std::size_t walked = line.moves.size();
    // Guess only if the trace records no best child; a recorded but missing one is no reason.
    if (!next && !node.best) {
      const bool follows = walked < reported.size() &&
                           std::equal(line.moves.begin(), line.moves.end(), reported.begin());
      if (follows) {
        next = guessed(reader, node, reported[walked]);
      } else if (walked >= reported.size()) {
        next = guessed(reader, node, std::nullopt);
      }
    }
    if (!next) return line;
    if (line.nodes.size() >= kMostSteps) {
      line.cut_short = true;
      return line;
    }
    if (next->move) line.moves.push_back(reader.move_text(next->move));
    line.nodes.push_back(std::move(*next));
  }
}

}  // namespace plytrace::tree
