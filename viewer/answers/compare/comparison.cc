// SPDX-License-Identifier: MIT
#include "viewer/answers/compare/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "viewer/format/characters.h"
#include "viewer/format/json.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_words.h"
#include "viewer/reader/path_walk.h"
#include "viewer/reader/trace_meta.h"
#include "viewer/verify/pass/root_loop.h"

namespace plytrace {
namespace {

ComparedNode compared(const BlockNode& node) {
  ComparedNode result;
  result.node = node.id;
  if (node.has_value) result.value = node.value;
  if (node.claims) result.bound = node.bound;
  if (node.depth != BlockNode::kNoDepth) result.depth = node.depth;
  return result;
}

std::string claim_words(const BlockNode& node) {
  if (!node.has_value) return "nothing (it has no value)";
  return node.claims ? claim_text(node.claim()) : "a value of " + score_text(node.value);
}

text::SortedJson parsed(const std::string& text) {
  // Compare as JSON, so that blanks and the order of keys do not matter.
  text::SortedJson value = text::sorted_json(text);
  return value.is_discarded() ? text::SortedJson(text) : value;
}

std::string shortened(const std::string& text) {
  constexpr std::size_t kLongest = 120;
  return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
}

std::string why_no_claims_compared(const SearchRow& a, const SearchRow& b) {
  const auto parameters = [](const SearchRow& search) {
    const text::SortedJson options = parsed(search.options);
    return options.is_object() ? options.value("parameters", text::SortedJson::object())
                               : text::SortedJson::object();
  };
  if (a.evaluator != b.evaluator) {
    return fmt::format("the evaluators differ: '{}' in A, '{}' in B", text::printable(a.evaluator),
                       text::printable(b.evaluator));
  }
  if (parameters(a) != parameters(b)) return "the parameters of the evaluator differ";
  return {};
}

std::optional<NodeRow> root_of(const CompareInput& input) {
  return input.pass.root ? input.reader.node(*input.pass.root) : std::nullopt;
}

// Why the roots of the two passes are different positions; "" if they are one, as far as is known.
std::string why_other_roots(const CompareInput& a, const CompareInput& b) {
  for (const CompareInput* input : {&a, &b}) {
    if (!lacks_its_root(*input)) continue;
    return std::string("the passes of ") + (input == &a ? "A" : "B") +
           " are moves of a root that was not recorded; name one pass of A and one of B that are "
           "searches of the same move";
  }
  const auto root_a = root_of(a), root_b = root_of(b);
  if (!root_a || !root_b) return {};
  const bool is_loop = verify::has_moves_for_roots(a.reader, a.search) ||
                       verify::has_moves_for_roots(b.reader, b.search);
  const auto entered = [](const CompareInput& input, const NodeRow& root) {
    return root.move ? "with move " + input.reader.move_text(root.move)
                     : std::string("without a move");
  };
  const std::string how_a = entered(a, *root_a), how_b = entered(b, *root_b);
  if (is_loop && how_a != how_b) {
    return "the root of A was entered " + how_a + ", that of B " + how_b;
  }
  if (root_a->side && root_b->side && root_a->side != root_b->side) {
    const bool is_max = *root_a->side == format::Side::kMax;
    return std::string(is_max ? "MAX" : "MIN") + " is to move at the root of A, " +
           (is_max ? "MIN" : "MAX") + " at that of B";
  }
  return {};
}

// The cutoff that kept a node from searching `move`, with the numbers it compared.
std::string cut_text(const TraceReader& reader, std::int64_t node, const std::string& move,
                     const char* side) {
  const auto row = reader.node(node);
  if (!row) return {};
  const CutoffRow* by = nullptr;
  const NodeEvents events = reader.events(*row);
  for (const CutoffRow& cutoff : events.of<CutoffRow>()) {
    if (cutoff.skipped == 0) continue;
    const auto texts = skipped_texts(cutoff);
    const bool names_it = texts && std::find(texts->begin(), texts->end(), move) != texts->end();
    // Prefer the row that names the move, else the last cutoff that ended the node and may have
    // skipped the move.
    if (by == nullptr || names_it || cutoff.kind != format::CutoffKind::kForward) by = &cutoff;
    if (names_it) break;
  }
  if (by == nullptr) return {};
  std::string words = std::string(word(by->kind)) + " cutoff in " + side + " at " +
                      reader.path(node) + " (#" + std::to_string(node) +
                      "): " + text::cutoff_condition(*by);
  const auto child = by->child ? reader.node(*by->child) : std::nullopt;
  if (by->cause == format::Cause::kChild && child) {
    words += " after " + reader.move_name(*child);
  } else if (by->cause != format::Cause::kChild) {
    words += " by " + std::string(word(by->cause));
  }
  return words;
}

class Comparer {
 public:
  Comparer(const CompareInput& a, const CompareInput& b, const CompareSettings& settings)
      : input_a_(a),
        input_b_(b),
        settings_(settings),
        names_(std::make_shared<MoveNames>()),
        a_(a.reader, a.search, a.pass, names_, settings.block_nodes),
        b_(b.reader, b.search, b.pass, names_, settings.block_nodes) {}

  Comparison run();

 private:
  using Found = AlignedWalk::Found;

  void fill_results(Comparison& result) const;
  void fill_counts(const Found& found, Comparison& result) const;
  void fill_contradictions(const Found& found, bool uniform, Comparison& result);
  void fill_skipped(const Found& found, Comparison& result) const;
  void fill_first_difference(const Found& found, Comparison& result) const;
  std::string difference_text(const DifferenceCandidate& difference) const;
  std::string absence_text(const BlockNode& parent, const BlockNode& child, bool in_a) const;

  CompareInput input_a_, input_b_;
  CompareSettings settings_;
  std::shared_ptr<MoveNames> names_;
  NodeSource a_, b_;
};

Comparison Comparer::run() {
  // Hold both files, because they may be the same growing file.
  const TraceReader::Snapshot still_a(input_a_.reader);
  const TraceReader::Snapshot still_b(input_b_.reader);
  Comparison result;
  const auto root_a = a_.root();
  const auto root_b = b_.root();
  if (!root_a || !root_b) {
    const CompareInput& empty = root_a ? input_b_ : input_a_;
    throw Failure(without_nodes(empty.reader, empty.pass));
  }
  result.why_not_same = why_not_aligned(input_a_, input_b_);
  result.same_position = result.why_not_same.empty();
  result.lacks_root = lacks_its_root(input_a_) || lacks_its_root(input_b_);
  result.may_differ_in_position =
      input_a_.search.position.empty() && input_b_.search.position.empty();
  result.claims_not_compared = why_no_claims_compared(input_a_.search, input_b_.search);
  const bool uniform = input_a_.search.uniform && input_b_.search.uniform;
  fill_results(result);
  // Searches of two positions have no nodes in common, so only values and counts are compared.
  if (!result.same_position) return result;

  AlignedWalk walk(a_, b_, settings_, result.claims_not_compared.empty(), uniform);
  require(walk.run(root_a, root_b));
  // Rows that were read before damage was found are not an answer.
  for (const CompareInput* input : {&input_a_, &input_b_}) require(input->reader.status());
  fill_counts(walk.found(), result);
  fill_contradictions(walk.found(), uniform, result);
  fill_skipped(walk.found(), result);
  fill_first_difference(walk.found(), result);
  return result;
}

void Comparer::fill_results(Comparison& result) const {
  const auto fill = [](const CompareInput& input, ComparedSide& side) {
    SideResult found = result_of(input);
    side.value = found.value;
    side.best_move = std::move(found.best_move);
    side.lacks_events = may_lack_events(input.reader, input.search);
    // An estimate until the nodes are counted; ids have gaps only in a partial recording.
    const auto root = input.reader.node(*input.pass.root);
    if (!root) return;
    side.nodes = side.only = static_cast<std::uint64_t>(
        input.pass.nodes.value_or(input.reader.last_of(*root) - root->id + 1));
  };
  fill(input_a_, result.a);
  fill(input_b_, result.b);
  // A bound is not the value, even if the numbers are equal.
  result.same_value = is_same_value(result_of(input_a_), result_of(input_b_));
  result.same_best_move = result.a.best_move == result.b.best_move;
}

void Comparer::fill_counts(const Found& found, Comparison& result) const {
  const AlignedWalk::SideCounts& a = found.a;
  const AlignedWalk::SideCounts& b = found.b;
  result.both = found.both;
  const auto fill = [&](const NodeSource& source, const AlignedWalk::SideCounts& counts,
                        ComparedSide& side) {
    // Replace the pass's own number with the counted one.
    side.nodes = found.both + counts.only;
    side.only = counts.only;
    side.unrecorded = source.totals().unrecorded;
    side.skipped = source.totals().skipped;
    side.skipped_but_searched = counts.skipped;
    for (std::size_t i = 0; i < counts.because.size(); ++i) {
      if (counts.because[i] > 0)
        side.only_because[word(static_cast<Reason>(i))] = counts.because[i];
    }
  };
  fill(a_, a, result.a);
  fill(b_, b, result.b);
  result.claims_compared = found.claims_compared;
  const std::size_t plies = std::max({a.both_plies.of_ply.size(), b.both_plies.of_ply.size(),
                                      a.only_plies.of_ply.size(), b.only_plies.of_ply.size()});
  for (std::size_t ply = 0; ply < plies; ++ply) {
    const std::uint64_t only_a = a.only_plies.at(ply);
    const std::uint64_t only_b = b.only_plies.at(ply);
    result.by_ply.push_back({static_cast<std::int64_t>(ply), a.both_plies.at(ply) + only_a,
                             b.both_plies.at(ply) + only_b, only_a, only_b});
  }
  const PlyComparison deeper{
      static_cast<std::int64_t>(kMostComparedPlies), a.both_plies.deeper + a.only_plies.deeper,
      b.both_plies.deeper + b.only_plies.deeper, a.only_plies.deeper, b.only_plies.deeper};
  if (deeper.nodes_a + deeper.nodes_b > 0) result.deeper = deeper;
}

void Comparer::fill_contradictions(const Found& found, bool uniform, Comparison& result) {
  ContradictionList contradictions = found.contradictions;
  ContradictionList conditional = found.conditional;
  // A claim that rests on a table entry is unconditional only if its search makes no assumptions.
  if (found.by_table.total > 0) {
    const AssumptionSet assumed =
        (a_.assumptions_of_search() | b_.assumptions_of_search()) & kAssumptions;
    ContradictionList& target = assumed == 0 ? contradictions : conditional;
    target.total += found.by_table.total;
    target.assumed |= assumed;
    if (assumed == 0) {
      const auto append = [](auto& list, const auto& more) {
        list.insert(list.end(), more.begin(), more.end());
        std::sort(list.begin(), list.end(),
                  [](const auto& x, const auto& y) { return x.a.id < y.a.id; });
      };
      append(target.origins, found.by_table.origins);
      append(target.consequences, found.by_table.consequences);
    }
  }
  // Contradictions that only follow from others come last.
  auto list = contradictions.origins;
  list.insert(list.end(), contradictions.consequences.begin(), contradictions.consequences.end());
  if (list.size() > settings_.limit) list.resize(settings_.limit);
  for (const ContradictionCandidate& pair : list) {
    Contradiction entry;
    entry.path = input_a_.reader.path(pair.a.id);
    entry.a = compared(pair.a);
    entry.b = compared(pair.b);
    entry.consequence = pair.consequence;
    entry.message = "A (#" + std::to_string(pair.a.id) + ") claims " + claim_words(pair.a) +
                    ", B (#" + std::to_string(pair.b.id) + ") claims " + claim_words(pair.b);
    if (entry.a.depth) entry.message += ", both at depth " + std::to_string(*entry.a.depth);
    result.contradictions.push_back(std::move(entry));
  }
  result.contradictions_total = contradictions.total;
  result.conditional = conditional.total;
  result.conditional_on = assumption_words(conditional.assumed);
  if (conditional.total > 0 && !uniform) {
    result.conditional_on += result.conditional_on.empty() ? "" : ", ";
    result.conditional_on += "uniform, which is not declared";
  }
}

void Comparer::fill_skipped(const Found& found, Comparison& result) const {
  result.skipped_subtrees = found.a.skipped + found.b.skipped;
  result.skipped_subtree_nodes = found.skipped_subtree_nodes;
  for (const SkippedCandidate& candidate : found.skipped) {
    const TraceReader& searched = (candidate.skipped_by_a ? input_b_ : input_a_).reader;
    const TraceReader& cut = (candidate.skipped_by_a ? input_a_ : input_b_).reader;
    SkippedSubtree entry;
    entry.path = searched.path(candidate.node);
    entry.skipped_by_a = candidate.skipped_by_a;
    entry.nodes = candidate.nodes;
    entry.node = candidate.node;
    entry.cut_node = candidate.cut_node;
    const auto row = searched.node(candidate.node);
    const std::string move = row ? searched.move_text(row->move) : "";
    entry.by = cut_text(cut, candidate.cut_node, move, candidate.skipped_by_a ? "A" : "B");
    result.largest_skipped.push_back(std::move(entry));
  }
}

// ", B did not: " and why the side that has `parent` did not search the other side's `child`.
std::string Comparer::absence_text(const BlockNode& parent, const BlockNode& child,
                                   bool in_a) const {
  const CompareInput& missing = in_a ? input_a_ : input_b_;
  const CompareInput& present = in_a ? input_b_ : input_a_;
  const Reason reason = why_missing(parent, child);
  const std::string side = in_a ? "A" : "B";
  const std::string place =
      missing.reader.path(parent.id) + " (#" + std::to_string(parent.id) + ")";
  if (reason == Reason::kUnrecorded) {
    return "; whether " + side + " did is not known: not all nodes below " + place +
           " were recorded";
  }
  const bool is_whole = reason != Reason::kUnfinished && reason != Reason::kUnknown &&
                        reason != Reason::kNotGenerated;
  if (!is_whole && may_have_gone_on(missing.reader, missing.search)) {
    return "; whether " + side + " did is not known: the recording lacks the end of " + place;
  }
  if (is_cut(reason)) {
    const auto row = present.reader.node(child.id);
    const std::string move = row ? present.reader.move_text(row->move) : "";
    return ", " + side + " did not: " + cut_text(missing.reader, parent.id, move, side.c_str());
  }
  return ", " + side + " did not: " + word(reason) + " at " + place;
}

std::string Comparer::difference_text(const DifferenceCandidate& difference) const {
  const auto id = [](const std::optional<BlockNode>& node) {
    return "(#" + std::to_string(node->id) + ")";
  };
  const auto move = [](const TraceReader& reader, const BlockNode& node) {
    const auto row = reader.node(node.id);
    return row ? reader.move_name(*row) : std::string("?");
  };
  using What = Difference;
  switch (difference.what) {
    case What::kOnlyA:
      return "A searched it " + id(difference.a) +
             absence_text(*difference.parent_b, *difference.a, false);
    case What::kOnlyB:
      return "B searched it " + id(difference.b) +
             absence_text(*difference.parent_a, *difference.b, true);
    case What::kOrder:
      return (difference.a ? "A went on with " + move(input_a_.reader, *difference.a) + " " +
                                 id(difference.a)
                           : std::string("A was done")) +
             (difference.b
                  ? ", B with " + move(input_b_.reader, *difference.b) + " " + id(difference.b)
                  : std::string(", B was done"));
    case What::kDepth:
      return "A searched it at depth " + std::to_string(difference.a->depth) + ", B at depth " +
             std::to_string(difference.b->depth);
    case What::kValue:
      break;
  }
  return "A claims " + claim_words(*difference.a) + ", B " + claim_words(*difference.b);
}

void Comparer::fill_first_difference(const Found& found, Comparison& result) const {
  const DifferenceCandidate& first = found.first;
  if (!first.a && !first.b) return;
  using What = Difference;
  FirstDifference entry;
  entry.what = first.what;
  entry.path = first.what == What::kOnlyB   ? input_b_.reader.path(first.b->id)
               : first.what == What::kOrder ? input_a_.reader.path(first.parent_a->id)
                                            : input_a_.reader.path(first.a->id);
  if (first.a && first.what != What::kOnlyB) entry.a = compared(*first.a);
  if (first.b && first.what != What::kOnlyA) entry.b = compared(*first.b);
  entry.message = difference_text(first);
  result.first_difference = std::move(entry);
}

// An infinite end claims nothing, unless it is the value.
ClaimedRange finite_ends(const SearchRow& search) {
  ClaimedRange range{search.lower, search.upper};
  if (range.lower == range.upper) return range;
  if (range.lower == -kInfinity) range.lower.reset();
  if (range.upper == kInfinity) range.upper.reset();
  return range;
}

}  // namespace

std::string_view word(Difference what) {
  static constexpr std::array<std::string_view, 5> kWords{"only_a", "only_b", "order", "depth",
                                                          "value"};
  return kWords[static_cast<std::size_t>(what)];
}

CompareInput input_of(const Selection& selection) {
  return {selection.reader, selection.search, selection.pass, {}, selection.of_pass};
}

bool lacks_its_root(const CompareInput& input) {
  return !input.of_pass && verify::has_moves_for_roots(input.reader, input.search);
}

bool SideResult::is_wider() const {
  return range != ClaimedRange() && value && range != range_of({bound(), *value});
}

bool is_same_value(const SideResult& a, const SideResult& b) {
  if (!a.value || a.value != b.value || a.bound() != b.bound()) return false;
  return a.is_wider() == b.is_wider() && (!a.is_wider() || a.range == b.range);
}

SideResult result_of(const CompareInput& input) {
  const SearchRow& search = input.search;
  const bool is_alone = lacks_its_root(input);
  const bool is_of_search =
      is_alone || (!input.of_pass && (!search.completed_depth || !input.pass.depth ||
                                      input.pass.depth == search.completed_depth));
  SideResult result;
  if (is_of_search) {
    result.value = search.value;
    result.best_move = search.best_move;
    if (search.value) result.range = finite_ends(search);
    const bool claims =
        search.value && (search.lower == search.value || search.upper == search.value);
    if (claims) {
      result.claim = Claim{search.lower == search.upper   ? Bound::kExact
                           : search.lower == search.value ? Bound::kLower
                                                          : Bound::kUpper,
                           *search.value};
    }
  }
  if (is_alone) return result;
  const auto root = input.pass.root ? input.reader.node(*input.pass.root) : std::nullopt;
  // An unfinished pass has no value, but its root may have one.
  const auto of_pass = input.pass.value || !root ? input.pass.value : root->value;
  if (!result.value) result.value = of_pass;
  // A pass with another value says nothing about the move of this one.
  if (result.value != of_pass) return result;
  if (!result.best_move) result.best_move = input.pass.best_move;
  if (!root) return result;
  if (result.range == ClaimedRange() && result.value == root->value) {
    result.claim = claim_of(*root);
    if (result.claim) result.range = range_of(*result.claim);
  }
  const auto best = root->best && !result.best_move ? input.reader.node(*root->best) : std::nullopt;
  if (best) result.best_move = input.reader.move_text(best->move);
  return result;
}

std::string claimed_value(const CompareInput& input) { return claimed_value(result_of(input)); }

std::string claimed_value(const SideResult& result) {
  if (!result.value) return "none";
  if (!result.is_wider()) return format::sign_before(result.bound()) + score_text(*result.value);
  return range_words(result.range, *result.value);
}

std::string named_best_move(const CompareInput& input, const std::string& best_move) {
  if (lacks_its_root(input)) return best_move;
  return text::best_move_name(input.reader, input.pass, best_move);
}

std::string why_other_position(const SearchRow& a, const SearchRow& b) {
  if (a.game != b.game) {
    const auto name = [](const std::string& game) {
      return game.empty() ? "a game without a name" : "the game " + game;
    };
    return "A searched " + name(a.game) + ", B " + name(b.game);
  }
  if (parsed(a.game_options) != parsed(b.game_options)) {
    return "the game options differ: " + shortened(a.game_options) + " in A, " +
           shortened(b.game_options) + " in B";
  }
  if (a.position != b.position) {
    return "the positions differ: '" + shortened(a.position) + "' in A, '" + shortened(b.position) +
           "' in B";
  }
  // Scores counted from different sides cannot be compared.
  if (a.max_player && b.max_player && a.max_player != b.max_player) {
    return "scores are seen from player " + std::to_string(*a.max_player) + " in A, from player " +
           std::to_string(*b.max_player) + " in B";
  }
  return {};
}

std::string why_not_aligned(const CompareInput& a, const CompareInput& b) {
  std::string why = why_other_position(a.search, b.search);
  return why.empty() ? why_other_roots(a, b) : why;
}

Comparison compare(const CompareInput& a, const CompareInput& b, const CompareSettings& settings) {
  return Comparer(a, b, settings).run();
}

}  // namespace plytrace
