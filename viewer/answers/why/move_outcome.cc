// SPDX-License-Identifier: MIT
#include "viewer/answers/why/move_outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "viewer/answers/why/move_place.h"
#include "viewer/answers/why/value_origin.h"
#include "viewer/format/json.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_words.h"
#include "viewer/meaning/claim.h"
#include "viewer/reader/trace_meta.h"
#include "viewer/tree/principal_variation.h"
#include "viewer/verify/pass/root_loop.h"

namespace plytrace {
namespace {

using format::CutoffKind;
using format::NodeKind;
using format::Role;

// The node's last event that names this child.
template <class Row>
std::optional<Row> row_by(const std::vector<Row>& rows, std::int64_t child) {
  std::optional<Row> found;
  for (const Row& row : rows) {
    if (row.child == child) found = row;
  }
  return found;
}

// "exactly 3", "at most 2", "exactly 31995 (mate in 3)".
std::string worth(const TraceReader& reader, const NodeRow& node) {
  if (!node.value) return "no value";
  const auto claim = claim_of(node);
  if (!claim) return text::score(node.value) + " (no claim)";
  return claim_text(*claim) + text::mate_remark(reader, node, node.value);
}

// "pass 2 (iteration, depth 2)"
std::string pass_words(const PassRow& pass) {
  std::string text = fmt::format("pass {} ({}", pass.ordinal, format::word(pass.purpose));
  if (pass.depth) text += fmt::format(", depth {}", *pass.depth);
  return text + ")";
}

std::string leaf_words(const NodeRow& node) {
  switch (node.kind) {
    case NodeKind::kHorizon:
      return "its depth was used up (horizon)";
    case NodeKind::kTerminal:
      return "the game is over there";
    case NodeKind::kTable:
      return "the transposition table answered it";
    case NodeKind::kKnown:
      return "its value was known without a search";
    case NodeKind::kDraw:
      return "it is a draw by history";
    case NodeKind::kIllegal:
      return std::string(text::no_value_words(node));
    default:
      return "it was not searched further";
  }
}

// A searched node with its parent and the parent's events; collects the facts about the move.
class SearchedMove {
 public:
  SearchedMove(const TraceReader& reader, const SearchRow& search, WhyAnswer& answer)
      : reader_(reader), search_(search), answer_(answer), node_(answer.node) {
    parent_ = parent_of(reader, node_);
    if (!parent_) return;
    parent_events_ = reader.events(*parent_);
    taken_ = taken_child(reader, search, answer.pass, *parent_);
  }

  void tell() {
    tell_window();
    tell_value();
    tell_cut();
    if (!parent_) return tell_root();
    tell_repeats();
    tell_parent();
    // A root that is itself a move chose a reply, not the move of the search.
    if (!parent_->parent && !is_move_of_lost_root(*parent_)) tell_choice();
  }

 private:
  void add(std::string_view kind, const NodeRow& about, std::string text) {
    answer_.facts.push_back({kind, about.id, std::move(text)});
  }

  // True if an earlier fact says the same, perhaps with more words at the end.
  bool is_told(const Fact& fact) const {
    return std::any_of(answer_.facts.begin(), answer_.facts.end(), [&](const Fact& earlier) {
      return earlier.text.compare(0, fact.text.size(), fact.text) == 0;
    });
  }

  // Whether the root of a pass is a move of a root that was not recorded.
  bool is_move_of_lost_root(const NodeRow& root) const {
    return root.move && verify::has_moves_for_roots(reader_, search_);
  }

  // The window of the node, and which nodes set its ends.
  void tell_window() {
    std::string text = fmt::format("it was entered as #{}, {} to move, ply {}", node_.id,
                                   text::side(node_), node_.ply);
    if (node_.depth) text += fmt::format(", depth {}", *node_.depth);
    if (node_.role != Role::kMove) text += ", as " + text::readable(format::word(node_.role));
    text += node_.alpha && node_.beta ? ", with the window " + text::window(node_.alpha, node_.beta)
                                      : std::string(", its window is not recorded");
    add("window", node_, std::move(text));
    for (const WindowEnd end : {WindowEnd::kAlpha, WindowEnd::kBeta}) {
      const auto bound = end_of(node_, end);
      // Infinite bounds were not set by any node.
      if (!bound || *bound == kInfinity || *bound == -kInfinity) continue;
      const BoundOrigin origin = origin_of(reader_, node_, end, 0);
      Fact fact{"bound", origin.node.id, origin_words(reader_, origin)};
      if (is_told(fact)) continue;
      // Both ends of a null window come from one node; mention it once and call it a null window.
      Fact& last = answer_.facts.back();
      const bool says_more = fact.text.compare(0, last.text.size(), last.text) == 0;
      if (says_more) {
        last = std::move(fact);
      } else {
        answer_.facts.push_back(std::move(fact));
      }
    }
  }

  void tell_value() {
    if (node_.is_open()) {
      return add("value", node_, "it was never left: the recording ended in it");
    }
    if (!node_.value) {
      return add("value", node_,
                 "it has no usable value: " + std::string(text::no_value_words(node_)));
    }
    std::string text = fmt::format("it returned {} ({}){}", text::score(node_.value),
                                   text::bound_words(claimed_bound(node_)),
                                   text::mate_remark(reader_, node_, node_.value));
    if (node_.kind != NodeKind::kInterior && node_.kind != NodeKind::kUnknown) {
      text += ": " + leaf_words(node_);
    }
    if (node_.score) text += fmt::format("; its static score is {}", text::score(node_.score));
    if (node_.credited) {
      text += fmt::format("; its parent took {} from it", text::score(node_.credited));
    }
    add("value", node_, std::move(text));
    if (node_.kind == NodeKind::kTable) tell_table();
    tell_origin();
    if (node_.unrecorded > 0) {
      add("unrecorded", node_, unrecorded_words(node_, "it"));
    }
  }

  // Follows the value down to the leaf or the entry where it was computed.
  void tell_origin() {
    const ValueOrigin origin = value_origin(reader_, node_);
    if (origin.steps > 0) add("origin", origin.node, origin_words(reader_, origin));
  }

  void tell_table() {
    for (const TableProbeRow& probe : reader_.events_of<TableProbeRow>(node_)) {
      if (probe.used == format::TableUse::kAnswered) answer_.answered = probe;
    }
    if (!answer_.answered) {
      return add("table", node_, "which entry answered it is not recorded");
    }
    const TableProbeRow& probe = *answer_.answered;
    std::string text = "the entry says " + text::claim(probe.value, probe.bound);
    if (probe.stored_depth) text += fmt::format(", from depth {}", *probe.stored_depth);
    if (probe.depth) text += fmt::format(" (asked for {})", *probe.depth);
    const auto storing = probe.stored_by ? reader_.node(*probe.stored_by) : std::nullopt;
    if (storing) {
      text += fmt::format("; {} stored it, which returned {}", place_name(reader_, *storing),
                          text::claim_words(reader_, *storing));
    } else if (probe.stored_by) {
      text += fmt::format("; #{} stored it, which is not recorded", *probe.stored_by);
    } else {
      text += "; which node stored it is not known";
    }
    add("table", storing ? *storing : node_, std::move(text));
  }

  void tell_cut() {
    for (const CutoffRow& row : reader_.events_of<CutoffRow>(node_)) {
      const bool is_first = !answer_.cut;
      CutAccount account = account_for(reader_, node_, row);
      for (Fact& fact : facts_of(reader_, account)) {
        // The origin of the window was already described.
        if (fact.kind != "bound" || !is_told(fact)) answer_.facts.push_back(std::move(fact));
      }
      // An alpha or beta cutoff ends the node; forward cutoffs come before it.
      if (is_first || row.kind != CutoffKind::kForward) answer_.cut = std::move(account);
    }
  }

  void tell_root() {
    std::string text = "it is the root of its pass";
    if (const auto best = taken_child(reader_, search_, answer_.pass, node_)) {
      text += ", which chose " + move_name(reader_, *best);
    }
    add("root", node_, std::move(text));
    if (is_move_of_lost_root(node_)) {
      answer_.answer = fmt::format(
          "it is the move {} of a root that was not recorded: the search found {} for it",
          text::printable(reader_.move_text(node_.move)), worth(reader_, node_));
      return;
    }
    answer_.answer = "it is the root: the search found " + worth(reader_, node_);
  }

  // The other searches of the same move.
  void tell_repeats() {
    if (!node_.move) return;
    constexpr std::size_t kMost = 8;
    std::size_t repeats = 0;
    reader_.for_each_child(*parent_, [&](const NodeRow& other) {
      if (other.id == node_.id || other.move != node_.move) return true;
      // If a move was searched several times, the last search counts.
      if (node_.counts() && other.counts() && other.id > node_.id) replaced_by_ = other;
      if (repeats++ < kMost) {
        add("repeat", other,
            fmt::format("the same move was also searched as #{}, {}: {}", other.id,
                        text::readable(format::word(other.role)),
                        text::node_words(reader_, other)));
      }
      return true;
    });
    if (repeats > kMost) {
      add("repeat", *parent_, text::count(repeats - kMost, "more search") + " of the same move");
    }
  }

  // Adds a sentence about the parent's use of the value.
  void tell_parent() {
    const std::string parent = place_name(reader_, *parent_);
    const std::string_view side = text::side(*parent_);
    const auto took = row_by(parent_events_.of<BoundUpdateRow>(), node_.id);
    const auto cut = row_by(parent_events_.of<CutoffRow>(), node_.id);
    std::string text;
    if (!node_.value) {
      text = fmt::format("{} could not use it", parent);
    } else if (cut) {
      text = fmt::format("it cut its parent {}: {}", parent,
                         text::cutoff_words(text::with_names(reader_, *cut)));
    } else if (took) {
      text = fmt::format("{} took it: {}", parent, update_words(*took));
    } else if (!node_.counts()) {
      text = fmt::format("it is not a move of {}: its value does not count there", parent);
    } else if (replaced_by_) {
      text =
          fmt::format("{} did not use it: the later search #{} counts", parent, replaced_by_->id);
    } else {
      text = ignored_words(parent, side);
    }
    add("parent", *parent_, std::move(text));
    tell_result_of_parent(took.has_value(), cut.has_value());
  }

  // "alpha -inf -> 3"
  std::string update_words(const BoundUpdateRow& took) const {
    std::optional<Window> before;
    if (parent_->alpha && parent_->beta) before = Window{*parent_->alpha, *parent_->beta};
    for (const BoundUpdateRow& row : parent_events_.of<BoundUpdateRow>()) {
      if (row.id == took.id) break;
      if (row.alpha && row.beta) before = Window{*row.alpha, *row.beta};
    }
    return text::update_words(took, before);
  }

  std::string ignored_words(const std::string& parent, std::string_view side) const {
    const WindowEnd end = own_end(*parent_);
    // The parent's window when it entered this child.
    std::optional<Score> bound = end_of(*parent_, end);
    std::optional<std::int64_t> by;
    for (const BoundUpdateRow& row : parent_events_.of<BoundUpdateRow>()) {
      if (row.at >= node_.id) break;
      if (end_of(row, end) == bound) continue;
      bound = end_of(row, end);
      by = row.child;
    }
    const auto value = taken_value(node_);
    const bool is_max = end == WindowEnd::kAlpha;
    const bool improves = bound && value && (is_max ? *value > *bound : *value < *bound);
    if (taken_ && taken_->id == node_.id) {
      return fmt::format("{} took it as its best value; {}", parent,
                         improves || !bound ? "no bound update is recorded" : "it moved no bound");
    }
    // The parent should have taken the value, and the row does not say why it did not.
    if (!bound || improves) return fmt::format("{} did not take it", parent);
    const auto setter = by ? reader_.node(*by) : std::nullopt;
    return fmt::format(
        "{} ignored it: {} is not {} {} {}{}", parent, text::score(value),
        is_max ? "above" : "below", is_max ? "alpha" : "beta", text::score(bound),
        setter ? fmt::format(", which {} already has by {}", side, move_name(reader_, *setter))
               : "");
  }

  void tell_result_of_parent(bool took, bool cut) {
    if (!parent_->value) {
      answer_.answer = "it was searched: " + worth(reader_, node_) + "; its parent has no value";
      return;
    }
    const std::optional<NodeRow>& best = taken_;
    std::string text =
        fmt::format("#{} returned {}", parent_->id, text::claim_words(reader_, *parent_));
    if (best && best->id == node_.id) {
      text += ", the value of this move";
    } else if (best) {
      text += ", the value of " + move_name(reader_, *best);
    } else {
      text += "; no move of it is proven best";
    }
    add("result", *parent_, std::move(text));
    answer_.answer =
        fmt::format("it was searched: {}; {}", worth(reader_, node_), use_words(took, cut, best));
  }

  std::string_view use_words(bool took, bool cut, const std::optional<NodeRow>& best) const {
    if (cut) return "that cut its parent";
    if (best && best->id == node_.id) return "its parent took that value";
    if (took) return "its parent took that value, and found a better one later";
    if (!node_.value) return "its parent could not use it";
    if (!node_.counts()) return "it does not count as a move";
    if (replaced_by_) return "a later search of the same move counts";
    if (is_weak(*parent_)) {
      const bool is_max = own_end(*parent_) == WindowEnd::kAlpha;
      return is_max ? "no move of its parent raised alpha" : "no move of its parent lowered beta";
    }
    const bool is_max = own_end(*parent_) == WindowEnd::kAlpha;
    const auto value = taken_value(node_);
    const bool is_better = value && (is_max ? *value > *parent_->value : *value < *parent_->value);
    if (is_better) return "its parent did not take that value";
    return "its parent has a better or equal value";
  }

  std::string no_choice_words() const {
    if (!parent_->value) {
      return may_have_gone_on(reader_, search_)
                 ? end_words(reader_, search_, *parent_) + " before it chose a move"
                 : "no move was chosen in this pass: it was stopped";
    }
    const auto& best = answer_.pass.best_move;
    if (!is_weak(*parent_) && best) {
      return fmt::format("this pass chose {}, which is not recorded as a node",
                         text::best_move_name(reader_, answer_.pass, *best));
    }
    if (!is_weak(*parent_)) return "no move was chosen in this pass: no best move is recorded";
    return claimed_bound(*parent_) == Bound::kUpper
               ? "no move was chosen in this pass: it failed low"
               : "no move was chosen in this pass: it failed high";
  }

  // Why the move was or was not chosen at the root.
  void tell_choice() {
    // A later search of the move decides whether it is chosen.
    if (!node_.counts() || replaced_by_) return;
    const std::optional<NodeRow>& best = taken_;
    if (!best) {
      return add("choice", *parent_, no_choice_words());
    }
    answer_.chosen = best->move == node_.move;
    if (*answer_.chosen) {
      answer_.answer = chosen_words();
      return add("choice", *parent_, "it is the move that this pass chose");
    }
    if (!node_.value || !taken_value(*best)) return;
    add("choice", *parent_, choice_words(*best));
    answer_.answer =
        fmt::format("it was not chosen: the search found {} for it, and {} for {}",
                    worth(reader_, node_), worth(reader_, *best), text::name_of(reader_, *best));
    if (is_weak(*best) && !is_weak(node_) && taken_value(node_) == taken_value(*best)) {
      answer_.answer += ": the choice is not proven, this move is";
    }
  }

  // True if the move's value is only an upper bound for its side, because it was only tested
  // against a bound.
  bool is_weak(const NodeRow& move) const {
    const bool is_max = own_end(*parent_) == WindowEnd::kAlpha;
    return claimed_bound(move) == (is_max ? Bound::kUpper : Bound::kLower);
  }

  // Other moves, by their last search, whose value is proven to equal that of `best`.
  std::vector<NodeRow> proven_equals(const NodeRow& best) const {
    constexpr std::size_t kMost = 3;
    std::vector<NodeRow> equals;
    std::optional<NodeRow> last;
    const auto take = [&] {
      const bool is_other = last && last->move != best.move && equals.size() < kMost;
      const bool is_equal = is_other && taken_value(*last) == taken_value(best);
      if (is_equal && claimed_bound(*last) && !is_weak(*last)) equals.push_back(*last);
    };
    reader_.for_each_child(*parent_, [&](const NodeRow& child) {
      if (!child.counts()) return true;
      if (last && last->move != child.move) take();
      last = child;
      return true;
    });
    take();
    return equals;
  }

  std::string names_and_worth(const std::vector<NodeRow>& moves) const {
    return text::joined(moves, ", ", [&](const NodeRow& move) {
      return move_name(reader_, move) + " " + worth(reader_, move);
    });
  }

  // Several moves sharing a value, or a value that is only a bound, do not prove the choice.
  std::string chosen_words() const {
    const std::vector<NodeRow> equals = proven_equals(node_);
    if (is_weak(node_)) {
      return fmt::format(
          "it was chosen, which is not proven: the search found {} for it{}", worth(reader_, node_),
          equals.empty() ? "; for other moves of that value it found no more than a bound, too"
                         : "; it found " + names_and_worth(equals));
    }
    const std::string words =
        fmt::format("it was chosen: the search found {} for it", worth(reader_, node_));
    if (equals.empty()) return words;
    return fmt::format("{}; it tied with {}", words, names_and_worth(equals));
  }

  std::string choice_words(const NodeRow& best) const {
    const bool is_max = own_end(*parent_) == WindowEnd::kAlpha;
    const Score value = *taken_value(node_);
    const Score chosen = *taken_value(best);
    std::string text =
        fmt::format("{} chose {}, for which the search found {}; for this move it found {}",
                    text::side(*parent_), move_name(reader_, best), worth(reader_, best),
                    worth(reader_, node_));
    const auto bound = claimed_bound(node_);
    // The bound of a move that was tested against a bound and failed.
    const Bound weak = is_max ? Bound::kUpper : Bound::kLower;
    if (bound == weak) {
      text += fmt::format(
          ": only {} bound, since it was searched to see whether it is {}; its true "
          "value may be {}",
          is_max ? "an upper" : "a lower", is_max ? "better" : "better for MIN",
          is_max ? "lower" : "higher");
    }
    if (node_.role == format::Role::kReduced) {
      text += "; that is a result at reduced depth, at full depth it may be worth anything";
    }
    if (is_weak(best)) {
      text += fmt::format("; it is not proven that {} is as good", move_name(reader_, best));
    } else if (value == chosen) {
      text += "; " + tie_words(best, bound == weak);
    }
    if (is_max ? value > chosen : value < chosen) {
      text += "; that is better than what was chosen: see plytrace verify";
    }
    return text;
  }

  std::string tie_words(const NodeRow& best, bool is_bound) const {
    const text::Json options = text::parsed_json(search_.options);
    const bool by_lot = options.is_object() && options.value("ties", text::Json()) == "random";
    if (by_lot) return "one of the equal moves was picked at random (--ties random)";
    const char* equal = is_bound ? "at best equal" : "equal";
    if (best.id < node_.id)
      return fmt::format("of {} values the first one searched is kept", equal);
    return fmt::format("{} to a move searched later: the engine's own rule for ties decided",
                       equal);
  }

  const TraceReader& reader_;
  const SearchRow& search_;
  WhyAnswer& answer_;
  const NodeRow& node_;
  std::optional<NodeRow> parent_, replaced_by_;
  std::optional<NodeRow> taken_;  // the child that gave the parent its value
  NodeEvents parent_events_;
};

// The beginning of a sentence about a move without rows.
std::string not_tried_words(const TraceReader& reader, const SearchRow& search) {
  return may_have_gone_on(reader, search) ? "whether it was searched is not known"
                                          : "it was not searched";
}

// Collects the facts about a move that was not searched.
void tell_missing(const TraceReader& reader, const SearchRow& search, const Place& place,
                  const TrialLimits& trial, WhyAnswer& answer) {
  const NodeRow& node = answer.node;
  const std::string move = text::choice_name(reader, node, place.missing_move);
  const std::string where = place_name(reader, node);
  const bool is_below = place.end.found + 1 < place.end.steps.size();
  const std::string not_tried = not_tried_words(reader, search);
  const auto add = [&](std::string_view kind, std::string text) {
    answer.facts.push_back({kind, node.id, std::move(text)});
  };
  switch (answer.outcome) {
    case MoveOutcome::kSkipped:
    case MoveOutcome::kBelowSkipped:
    case MoveOutcome::kMaybeSkipped: {
      answer.cut = account_for(reader, node, *place.cut);
      const bool is_named = skipped_texts(*place.cut).has_value();
      const std::string by = text::cutoff_words(text::with_names(reader, *place.cut), 4);
      answer.answer =
          is_below
              ? fmt::format("it was never reached: {} at {} was skipped by {}", move, where, by)
              : fmt::format("it was not searched: {} was skipped at {} by {}", move, where, by);
      if (answer.outcome == MoveOutcome::kMaybeSkipped) {
        answer.answer = fmt::format(
            "it may have been skipped at {}: the names of skipped moves are "
            "not recorded",
            where);
      } else if (!is_named) {
        add("rules", fmt::format("{} is legal and was not searched, so it is one of the skipped "
                                 "moves; their names are not recorded",
                                 move));
      }
      for (Fact& fact : facts_of(reader, *answer.cut)) answer.facts.push_back(std::move(fact));
      // Run no check search for a move that may have been searched, because its value would prove
      // nothing.
      if (trial.max_nodes > 0 && answer.is_certain()) {
        answer.trial = try_skipped(reader, search, *answer.cut, place.missing_move, trial);
        add("trial", answer.trial->not_done.empty()
                         ? answer.trial->text
                         : "no independent search: " + answer.trial->not_done);
      }
      break;
    }
    case MoveOutcome::kExcluded:
      answer.answer = fmt::format("it was {}: {}", is_below ? "never reached" : "not searched",
                                  excluded_move_words(move, where));
      break;
    case MoveOutcome::kBelowLeaf:
      answer.answer = fmt::format("it was not searched: {} is a leaf, {}", where, leaf_words(node));
      break;
    case MoveOutcome::kStopped:
      answer.answer = fmt::format("{}: {} before {} was tried", not_tried,
                                  end_words(reader, search, node), move);
      break;
    case MoveOutcome::kFiltered:
      answer.answer =
          fmt::format("{}: {} is legal at {}, but neither searched nor skipped{}", not_tried, move,
                      where, may_have_gone_on(reader, search) ? " in what was recorded" : "");
      add("rules", node.legal
                       ? fmt::format("the search had {} there; what it leaves out on its own "
                                     "is not recorded",
                                     text::count(*node.legal, "move"))
                       : "how many moves the search had there is not recorded");
      break;
    case MoveOutcome::kMaybeUnrecorded:
      answer.answer = "it is not recorded: " + unrecorded_words(node, where);
      break;
    case MoveOutcome::kSearched:
      break;
  }
}

std::string searched_words(const TraceReader& reader, const NodeRow& node, bool chosen) {
  std::string text =
      fmt::format("searched as #{} in {}: {}", node.id, text::window(node.alpha, node.beta),
                  node.is_open() ? "never left" : text::claim_words(reader, node));
  if (node.role != Role::kMove) text += ", " + text::readable(format::word(node.role));
  // Forward pruning ends no node.
  for (const CutoffRow& row : reader.events_of<CutoffRow>(node)) {
    if (row.kind != CutoffKind::kForward) text += ", cut: " + text::cutoff_condition(row);
  }
  return chosen ? text + ", taken by its parent" : text;
}

std::string missing_words(const TraceReader& reader, const SearchRow& search, const Place& place) {
  const std::string where = place_name(reader, place.end.node);
  const std::string move = text::choice_name(reader, place.end.node, place.missing_move);
  if (!place.outcome) return fmt::format("not among the moves recorded at {}", where);
  switch (*place.outcome) {
    case MoveOutcome::kSkipped:
    case MoveOutcome::kBelowSkipped:
      return fmt::format("{} was skipped at {}: {}", move, where,
                         place.cut->kind == CutoffKind::kForward
                             ? "forward pruning"
                             : text::cutoff_condition(*place.cut));
    case MoveOutcome::kMaybeSkipped:
      return fmt::format("perhaps skipped at {}: names are not recorded", where);
    case MoveOutcome::kExcluded:
      return excluded_move_words(move, where);
    case MoveOutcome::kBelowLeaf:
      return fmt::format("not searched: {} is a leaf, {}", where, leaf_words(place.end.node));
    case MoveOutcome::kStopped:
      return fmt::format("{}: {}", not_tried_words(reader, search),
                         end_words(reader, search, place.end.node));
    default:
      return fmt::format("not recorded below {}", where);
  }
}

// `is_loop`: the passes are moves of a root that was not recorded, so each is named by its move.
WhyPass tell_pass(const TraceReader& reader, const SearchRow& search, const PassRow& pass,
                  const std::string& path, bool is_loop) {
  WhyPass result;
  result.pass = pass;
  result.text = pass_words(pass) + " " + text::window(pass.alpha, pass.beta) + ": ";
  const auto root = is_loop && pass.root ? reader.node(*pass.root) : std::nullopt;
  if (root && root->move) {
    result.text += "move " + text::printable(reader.move_text(root->move)) + ", ";
  }
  auto end = walk_path(reader, path, pass);
  if (!end) {
    result.text += "it holds no nodes";
    return result;
  }
  const Place place = place_of(reader, std::move(*end));
  result.outcome = place.outcome;
  if (!place.end.is_whole()) {
    result.text += missing_words(reader, search, place);
    return result;
  }
  result.node = place.end.node;
  const auto parent = parent_of(reader, *result.node);
  const auto taken = parent ? taken_child(reader, search, pass, *parent) : std::nullopt;
  result.chosen = taken && taken->id == result.node->id;
  result.text += searched_words(reader, *result.node, result.chosen);
  return result;
}

// The path without "~k", because other passes have other re-searches.
std::string plain_path(PathEnd end) {
  for (PathStep& step : end.steps) step.earlier = 0;
  return end.text(end.steps.size());
}

}  // namespace

std::string_view word(MoveOutcome outcome) {
  static constexpr std::array<std::string_view, 9> kWords{
      "searched", "skipped",  "below_skipped", "excluded",        "below_leaf",
      "stopped",  "filtered", "maybe_skipped", "maybe_unrecorded"};
  return kWords[static_cast<std::size_t>(outcome)];
}

std::optional<NodeRow> taken_child(const TraceReader& reader, const SearchRow& search,
                                   const PassRow& pass, const NodeRow& parent) {
  if (parent.best) return reader.node(*parent.best);
  const auto bound = claimed_bound(parent);
  const bool is_max = own_end(parent) == WindowEnd::kAlpha;
  // A value that no move reached is no choice.
  if (!parent.value || bound == (is_max ? Bound::kUpper : Bound::kLower)) return std::nullopt;
  std::optional<std::string> reported;
  if (pass.root == parent.id) {
    const std::vector<std::string> line = tree::followed_line(reader, search, pass);
    if (!line.empty()) reported = line.front();
  }
  return tree::child_taken(reader, parent, reported);
}

std::string end_words(const TraceReader& reader, const SearchRow& search, const NodeRow& node) {
  return (may_have_gone_on(reader, search) ? "the recording ends in " : "the search ended in ") +
         place_name(reader, node);
}

WhyAnswer why(const TraceReader& reader, const WhyQuestion& question) {
  const auto& [search, pass, path, node, max_passes, trial] = question;
  const TraceReader::Snapshot snapshot(reader);
  Place place =
      place_of(reader, value_of(walk_path(reader, node ? reader.path(node->id) : path, pass)));
  if (node && (!place.end.is_whole() || place.end.node.id != node->id)) {
    // In a damaged trace, or for a node of an unlisted pass, the node itself still exists.
    place.end.node = *node;
    place.end.steps.resize(place.end.found);
    place = place_of(reader, std::move(place.end));
  }
  // The game's rules come last, because they cost a replay and only answer what no event does.
  require(consult_rules(reader, search, place));
  WhyAnswer answer;
  answer.search = search;
  answer.pass = pass;
  answer.outcome = *place.outcome;
  answer.path = place.end.text(place.end.steps.size());
  answer.node = place.end.node;
  answer.node_path = place.end.text(place.end.found);
  answer.missing_move = place.missing_move;
  if (answer.outcome == MoveOutcome::kSearched) {
    answer.answer = "it was searched";
    SearchedMove(reader, search, answer).tell();
  } else {
    tell_missing(reader, search, place, trial, answer);
  }
  std::vector<PassRow> passes = reader.passes(search.id);
  if (max_passes != 0 && passes.size() > max_passes) {
    // The last passes are the decisive ones.
    answer.passes_left_out = passes.size() - max_passes;
    passes.erase(passes.begin(),
                 passes.begin() + static_cast<std::ptrdiff_t>(answer.passes_left_out));
  }
  const std::string plain = plain_path(place.end);
  const bool is_loop = verify::has_moves_for_roots(reader, search);
  for (const PassRow& other : passes) {
    answer.passes.push_back(tell_pass(reader, search, other, plain, is_loop));
  }
  require(reader.status());
  return answer;
}

}  // namespace plytrace
