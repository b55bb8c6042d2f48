// SPDX-License-Identifier: MIT
//
// Rules for a child and its parent, applied when the child is entered.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "viewer/meaning/saturated.h"
#include "viewer/verify/node/node_judge.h"
#include "viewer/verify/per_node.h"

namespace plytrace::verify {
namespace {

using format::Role;

bool is_code(std::int64_t code, std::int64_t last) { return code >= 0 && code <= last; }

// Whether `asked` is the smallest window above alpha. With `of_reals` it must end at the next
// double; otherwise the step of an engine with integer scores is allowed.
bool is_null_window(Window asked, Window current, bool of_reals) {
  if (asked.alpha != current.alpha || asked.beta > current.beta) return false;
  // Engines with real-valued scores choose a step below 1.
  const bool is_small_step = !of_reals && asked.beta <= asked.alpha + 1;
  return is_small_step || asked.beta == std::nextafter(asked.alpha, kInfinity);
}

bool is_wider(Window inner, Window outer) {
  return inner.alpha < outer.alpha || inner.beta > outer.beta;
}

}  // namespace

PLYTRACE_PER_NODE bool NodeJudge::check_row(TakenRow& row, const OpenNode* parent,
                                            bool is_root_of_pass) {
  blamed_depth_.reset();
  if (row->unrecorded > 0) origins_.partial_keys().miss_stores();
  check_codes(row);
  check_declared(*row);
  const bool may_be_own = check_own_role(row);
  if (parent != nullptr) {
    check_ply_and_depth(*parent, row);
    check_role(*parent, row);
  } else if (is_root_of_pass && row->ply != 0) {
    // A row without a parent that is not the root of a pass has no known ply.
    ledger_.blame(Rule::kPly, row->id, [&] {
      return Words{
          fmt::format("{}: ply is {}, the root of a pass has ply 0", ledger_.name(*row), row->ply),
          "0", std::to_string(row->ply)};
    });
    row.take(&NodeRow::ply, 0);
  }
  return may_be_own && !has_own_kind(row);
}

// An undefined code counts as unreported.
void NodeJudge::check_codes(TakenRow& row) {
  const auto is_wrong = [&](std::string_view column, std::int64_t code, std::int64_t last) {
    if (is_code(code, last)) return false;
    ledger_.blame(Rule::kCode, row->id, [&] {
      return Words{fmt::format("{}: column {} holds the code {}, which is not defined",
                               ledger_.name(*row), column, code),
                   "a code of schemas/trace_format.h", std::to_string(code)};
    });
    return true;
  };
  const auto code = [](auto value) { return static_cast<std::int64_t>(value); };
  using format::NodeKind;
  if (is_wrong("kind", code(row->kind), code(NodeKind::kIllegal))) {
    row.take(&NodeRow::kind, NodeKind::kUnknown);
  }
  if (row->bound && is_wrong("bound", code(*row->bound), 2)) {
    row.take(&NodeRow::bound, std::nullopt);
  }
  if (row->side && is_wrong("side", code(*row->side), 1)) row.take(&NodeRow::side, std::nullopt);
  if (is_wrong("role", code(row->role), 5)) row.take(&NodeRow::role, Role::kMove);
  // No rule uses the phase, so it needs no replacement.
  is_wrong("phase", code(row->phase), 1);
  // Any number from 0 on is valid.
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  if (row->unrecorded < 0 && is_wrong("unrecorded", code(row->unrecorded), kMost)) {
    row.take(&NodeRow::unrecorded, 0);
  }
}

void NodeJudge::check_declared(const NodeRow& row) {
  const auto missing = [&](std::string_view column, CaptureMask kind) {
    if (!facts_.captures(kind)) return;
    // A missing column proves nothing, except that plytrace writes every column it declares.
    if (!facts_.demands.every_column) {
      return ledger_.incomplete(
          fmt::format("column {} is NULL in places, though its kind of event is declared as "
                      "captured: report it at every node{}, or leave that kind out of `captured`",
                      column, kind == kCapWindows ? " (-inf and +inf without pruning)" : ""));
    }
    ledger_.blame(Rule::kDeclared, row.id, [&] {
      return Words{fmt::format("{}: column {} is NULL, though the search declares its kind of "
                               "event as captured",
                               ledger_.name(row), column),
                   "a value", "NULL"};
    });
  };
  if (!row.alpha || !row.beta) missing(row.alpha ? "beta" : "alpha", kCapWindows);
  // A leaf without a bound type is exact, and no value lies inside of an empty window.
  const bool has_meaning = !row.alpha || !row.beta || *row.alpha < *row.beta;
  const bool may_lack_bound =
      !facts_.demands.every_column && (row.kind != format::NodeKind::kInterior || !has_meaning);
  if (row.value && !row.bound && !may_lack_bound) missing("bound", kCapBoundTypes);
  if (!row.key) missing("key", kCapKeys);
}

// The range holds for scores of the evaluator, not for the end of a window that clamped a value.
void NodeJudge::check_range(OpenNode& node) {
  const NodeRow& row = node.row;
  using format::NodeKind;
  // Table answers and known positions may be worth what no evaluator returns.
  const bool has_own_score = row.kind == NodeKind::kHorizon || row.kind == NodeKind::kTerminal ||
                             row.kind == NodeKind::kDraw;
  if (!row.score && row.bound && row.bound != Bound::kExact) return;  // a bound can be any number
  const auto score = row.score ? row.score : row.value;
  // Leaves of plytrace's own searches are compared with the evaluator itself (rule leaf_score).
  if (facts_.demands.game_positions || !has_own_score || !score) return;
  if (*score >= facts_.range.lower && *score <= facts_.range.upper) return;
  // A value outside its window may be the end that it was clamped to.
  const bool lies_inside = row.alpha && row.beta && *score > *row.alpha && *score < *row.beta;
  const bool tells_score = row.score || facts_.soft || facts_.captures(kCapScores);
  if (!lies_inside && !tells_score) return;
  node.flags |= kFindingBelow;  // values clipped to that range may seem to contradict it
  ledger_.blame(Rule::kScoreRange, row.id, [&] {
    const std::string range =
        fmt::format("{}..{}", score_text(facts_.range.lower), score_text(facts_.range.upper));
    return Words{fmt::format("{}: its score {} lies outside the declared range {}",
                             ledger_.name(row), score_text(*score), range),
                 range, score_text(*score)};
  });
}

PLYTRACE_PER_NODE void NodeJudge::enter(OpenNode& parent, OpenNode& child) {
  child.other_depth = blamed_depth_;
  child.place = place_below(parent, child.row);
  const std::int64_t move = child.row.move.value_or(0);
  learned_.has_namesakes = learned_.has_namesakes ||
                           parent.children.has_namesake(child.row.role, move, parent.row.legal);
  // Without a side there is no view, so windows cannot be compared.
  if (!parent.row.side) return;
  // Before the window: a missing update found here gives the parent a second reading, so that a
  // child entered with the other one has no finding as well.
  if (child.row.counts()) check_going_on(parent, child.row);
  check_not_left_out(parent, child);
  // The other search of the position must leave out the same moves.
  const bool is_told_once = child.row.role == Role::kHandOver && !child.row.excluded;
  if (is_told_once && parent.row.excluded) child.row.excluded = parent.row.excluded;
  check_window(parent, child);
}

// A node that excludes a move to find out the value of the others must not search that move.
void NodeJudge::check_not_left_out(const OpenNode& parent, const OpenNode& child) {
  if (!parent.row.excluded || !child.row.counts() || !child.row.move) return;
  const std::vector<std::string> excluded = excluded_texts(parent.row);
  if (std::find(excluded.begin(), excluded.end(), ledger_.move_text(*child.row.move)) ==
      excluded.end()) {
    return;
  }
  // The number of legal moves and cutoffs cannot explain this; an unreported role might.
  ledger_.blame(
      Rule::kCount, child.row.id,
      [&] {
        return Words{fmt::format("{}: its parent says that it leaves this move out",
                                 ledger_.name(child.row)),
                     "a move that is not left out", "a search of it"};
      },
      kCapRoles);
}

void NodeJudge::check_ply_and_depth(const OpenNode& parent, TakenRow& row) {
  const bool moves = makes_a_move(*row, parent.row.ply);
  const std::int64_t ply = saturated_sum(parent.row.ply, moves ? 1 : 0);
  // At the end of the range a ply cannot grow and equals the parent's ply.
  if (row->ply != ply || (moves && ply == parent.row.ply)) {
    ledger_.blame(Rule::kPly, row->id, [&] {
      return Words{fmt::format("{}: ply is {}, its parent's is {}", ledger_.name(*row), row->ply,
                               parent.row.ply),
                   std::to_string(ply), std::to_string(row->ply)};
    });
    row.take(&NodeRow::ply, ply);
  }
  // Nothing determines the depth of a child if the search extends and reduces.
  if (!facts_.uniform || !row->depth || !parent.row.depth || !row->counts()) return;
  const std::int64_t depth = saturated_sum(*parent.row.depth, moves ? -1 : 0);
  if (*row->depth == depth) return;
  // The search may have continued with the depth that has a finding above.
  if (parent.other_depth && *row->depth == saturated_sum(*parent.other_depth, moves ? -1 : 0))
    return;
  blamed_depth_ = row->depth;
  ledger_.blame(Rule::kDepth, row->id, [&] {
    return Words{fmt::format("{}: remaining depth is {}, its parent's is {}{}", ledger_.name(*row),
                             *row->depth, *parent.row.depth, moves ? ", and a move takes 1" : ""),
                 std::to_string(depth), std::to_string(*row->depth)};
  });
  row.take(&NodeRow::depth, depth);
}

// Whether, in a search that tries a null window first, this is the same move again with a wider
// one.
bool NodeJudge::is_unnamed_re_search(const OpenNode& parent, const NodeRow& row) const {
  if (!facts_.demands.scout_windows || facts_.form != WindowForm::kScout || row.role != Role::kMove)
    return false;
  // plytrace's null windows end at the next double (docs/games.md, 3.10).
  const bool is_null = row.alpha && row.beta && *row.beta == std::nextafter(*row.alpha, kInfinity);
  return !is_null && !parent.children.empty() && parent.children.back().move == row.move;
}

void NodeJudge::check_role(const OpenNode& parent, TakenRow& row) {
  const auto blame = [&](std::string_view why, std::string_view expected) {
    ledger_.blame(Rule::kRole, row->id, [&] {
      return Words{
          fmt::format("{}: its role is {}, but {}", ledger_.name(*row), word(row->role), why),
          std::string(expected), std::string(word(row->role))};
    });
  };
  if (row->role == Role::kHandOver) {
    if (row->move) return blame("it has a move", "no move, or the role move");
    if (row->side && parent.row.side && row->side != parent.row.side) {
      return blame("the side to move changes", "the side of its parent");
    }
    if (parent.children.has_counted())
      return blame("its parent has searched before it", "probe, or no search before it");
    return;
  }
  // These may have the parent's position, or any move.
  if (row->role == Role::kNullMove || row->role == Role::kProbe) return;
  if (!row->move) return blame("it has no move", "a move, or the role hand_over");
  if (row->role == Role::kReduced && facts_.uniform) {
    return blame("the search declares itself uniform, so nothing is reduced", "move");
  }
  if (is_unnamed_re_search(parent, *row)) {
    blame("its move was searched just before, with a null window", "re_search");
    row.take(&NodeRow::role, Role::kReSearch);
  }
  // The full search after a reduced one is often reported as an ordinary child.
  if (row->role == Role::kMove && parent.children.is_search_again(row->role, *row->move)) {
    row.take(&NodeRow::role, Role::kReSearch);
  }
  // Move 0 has no name, so the repeated search is unknown.
  if (row->role != Role::kReSearch || *row->move == 0) return;
  if (parent.children.has_tried(*row->move)) return;
  // The earlier search of the move may be unrecorded.
  if (parent.is_doubted(kDoubtUnrecorded)) return;
  blame("its move was not searched before", "move");
  row.take(&NodeRow::role, Role::kMove);
}

// The parent continues with a counting child, so it must not have been cut, and should not have
// cut.
void NodeJudge::check_going_on(OpenNode& parent, const NodeRow& child) {
  if (parent.cut && !is_silent(Rule::kAfterCutoff, parent.doubts)) {
    parent.doubt(kDoubtAfterCut);
    ledger_.blame(Rule::kAfterCutoff, child.id, [&] {
      return Words{fmt::format("{}: it was entered after a cutoff of its parent {}",
                               ledger_.name(child), ledger_.name(parent.row)),
                   "no further counted child", "a further counted child"};
    });
  }
  if (parent.fold().is_empty() || !parent.window_known || parent.cut) return;
  if (parent.is_doubted(kDoubtList)) return;
  // A move about to be searched again closes nothing, because its value will be replaced.
  const std::int64_t move = child.move.value_or(-1);
  if (parent.children.is_search_again(child.role, move)) return;
  if (!facts_.captures(kCapRoles) && parent.children.has_tried(move)) return;
  bool closed = true;
  bool equal = true;
  // In all readings: if one of them leaves the window open, another finding explains it.
  for (std::size_t i = 0; i < parent.fold().size(); ++i) {
    for (std::size_t k = 0; k < parent.current.size(); ++k) {
      closed = closed && parent.closes(parent.fold()[i], parent.current[k].beta);
      equal = equal && parent.fold()[i] == parent.current[k].beta;
    }
  }
  if (!closed) return check_missing_update(parent);
  // Minimax continues whatever it finds.
  if (facts_.form == WindowForm::kFull) return;
  const auto message = [&] {
    const Window window = parent.view(parent.current.front());
    const bool min = parent.view.min;
    return fmt::format("{}: it searched {} although its value {} had already reached {} {}",
                       ledger_.name(parent.row),
                       ledger_.child_name(child.id, child.move.value_or(-1)),
                       score_text(parent.view(parent.fold().front())), min ? "alpha" : "beta",
                       score_text(min ? window.alpha : window.beta));
  };
  if (facts_.exact_windows) {
    ledger_.blame(Rule::kMissedCutoff, parent.subject(), [&] {
      return Words{message(), "a cutoff", "a further child"};
    });
  } else {
    ledger_.warn(equal ? Rule::kWarnStrictComparison : Rule::kWarnMissedCutoff, parent.subject(),
                 message);
  }
  parent.doubt(kDoubtMissedCut);
}

// If windows are exact, a value inside the window must have become one of its ends.
void NodeJudge::check_missing_update(OpenNode& parent) {
  bool raises = true;
  for (std::size_t i = 0; i < parent.fold().size(); ++i) {
    for (std::size_t k = 0; k < parent.current.size(); ++k) {
      raises = raises && parent.fold()[i] > parent.current[k].alpha;
    }
  }
  if (!raises) return;
  ++sums_.habits.improvable;
  if (!facts_.exact_windows || facts_.form == WindowForm::kFull) return;
  // Without roles, the value may be that of a null window about to be searched again.
  if (facts_.form != WindowForm::kPlain && !facts_.captures(kCapRoles)) return;
  if (is_silent(Rule::kUpdate, parent.doubts)) return;
  const Window current = parent.current.front();
  const Window expected{parent.fold().front(), current.beta};
  ledger_.blame(Rule::kUpdate, parent.subject(), [&] {
    return Words{
        fmt::format("{}: its value became {}, but no update raised the window {}",
                    ledger_.name(parent.row), score_text(parent.view(parent.fold().front())),
                    window_text(parent.view(current))),
        window_text(parent.view(expected)), window_text(parent.view(current))};
  });
  parent.doubt(kDoubtUpdate);
  parent.current = Candidates<Window>(current, expected);
}

// Whether the algorithm derives the window `asked` from `current` for this child.
bool NodeJudge::fits_window(const OpenNode& parent, const NodeRow& child, Window current,
                            Window asked) const {
  if (asked == current) {
    // plytrace's PVS gives the full window only to first moves and re-searches.
    const bool first = !parent.children.has_counted();
    if (!facts_.demands.scout_windows || facts_.form != WindowForm::kScout || first ||
        child.role == Role::kReSearch || is_null_window(asked, current, true)) {
      return true;
    }
  }
  // --ties last and random: once a move has raised alpha, the next moves get it one step lower, so
  // that equal values can be detected (docs/games.md, 3.9).
  if (facts_.loose_root && parent.level == 0 && asked.beta == current.beta &&
      current.alpha > parent.frame.front().alpha &&
      asked.alpha == std::nextafter(current.alpha, -kInfinity)) {
    return true;
  }
  if (facts_.form == WindowForm::kFull) return parent.entry.contains(asked);
  if (facts_.form == WindowForm::kPlain) return false;
  if (is_null_window(asked, current, facts_.demands.scout_windows)) return true;
  // A re-search may begin at the value that the earlier search of its move returned.
  if (child.role != Role::kReSearch || asked.beta != current.beta) return false;
  return parent.children.has_returned(child.move.value_or(-1), asked.alpha);
}

// The window that the child should have had, for messages and for the nodes below it.
Window NodeJudge::expected_window(const OpenNode& parent, const OpenNode& child) const {
  Window window = parent.current.front();
  const bool first = !parent.children.has_counted();
  if (facts_.demands.scout_windows && facts_.form == WindowForm::kScout && !first &&
      child.row.role == Role::kMove) {
    window.beta = std::min(window.beta, std::nextafter(window.alpha, kInfinity));
  }
  return window;
}

void NodeJudge::warn_wider(const OpenNode& parent, const OpenNode& child, Window asked) {
  bool wider = true;
  for (std::size_t i = 0; i < parent.current.size(); ++i) {
    wider = wider && is_wider(asked, parent.current[i]);
  }
  if (!wider || (facts_.loose_root && parent.level == 0)) return;
  ledger_.warn(Rule::kWarnWiderWindow, child.row.id, [&] {
    const Window had = parent.current.front();
    const bool holds = asked.alpha <= had.alpha && asked.beta >= had.beta;
    return fmt::format("{}: its window {} {} its parent's {}", ledger_.name(child.row),
                       window_text(parent.view(asked)),
                       holds ? "is wider than" : "reaches outside of",
                       window_text(parent.view(had)));
  });
}

// A window that is neither the parent's nor a null window at its lower end was narrowed by an
// unreported bound.
void NodeJudge::warn_untold_bound(OpenNode& parent, const OpenNode& child, Window asked) {
  if (parent.current.is_empty()) return;
  // These searches choose their own window: a null window, or one that begins at an earlier value.
  const bool is_scout = child.row.role == Role::kReSearch || child.row.role == Role::kReduced;
  for (std::size_t i = 0; i < parent.current.size(); ++i) {
    const Window had = parent.current[i];
    const bool is_raised = asked.alpha > had.alpha && !is_scout;
    const bool is_lowered = asked.beta < had.beta && !is_scout &&
                            !is_null_window(asked, {asked.alpha, had.beta}, false);
    if (!is_raised && !is_lowered) return;
  }
  ledger_.warn(Rule::kWarnUntoldBound, parent.subject(), [&] {
    return fmt::format(
        "{}: it gave {} the window {}, though its own was {}: no bound update says "
        "why",
        ledger_.name(parent.row), ledger_.child_name(child.row.id, child.row.move.value_or(-1)),
        window_text(parent.view(asked)), window_text(parent.view(parent.current.front())));
  });
  parent.doubt(kDoubtUntoldBound);
}

void NodeJudge::blame_inverted(const NodeRow& row, Window stored) {
  ledger_.blame(Rule::kWindowInverted, row.id, [&] {
    return Words{fmt::format("{}: its window {} has alpha above beta", ledger_.name(row),
                             window_text(stored)),
                 "alpha < beta", window_text(stored)};
  });
}

void NodeJudge::enter_root(OpenNode& root, const PassRow* pass) {
  root_depth_ = root.row.depth;
  learned_.horizon_ply.reset();
  root.place = hash_combine(kPlaceOfRoot, static_cast<std::uint64_t>(root.row.move.value_or(-1)));
  open_until_ = root.row.value ? std::nullopt : root.row.last;
  if (!root_depth_ && pass != nullptr) {
    // A search of one pass is as deep as its row says; an iteration is not.
    const bool is_whole_search = pass->purpose == format::PassPurpose::kFixed;
    root_depth_ = pass->depth || !is_whole_search ? pass->depth : facts_.depth;
  }
  if (root.row.phase == format::Phase::kQuiescence && root_depth_) {
    sums_.early_quiescence = std::max(sums_.early_quiescence, *root_depth_);
  }
  if (!root.window_known) return;
  const Window stored{*root.row.alpha, *root.row.beta};
  // An engine that counts mates often opens with the window from the quickest loss to the quickest
  // win.
  ends_.note_limit(stored.alpha);
  ends_.note_limit(stored.beta);
  if (pass != nullptr && pass->alpha && pass->beta) {
    // If the row of the pass differs (it gets a finding at its end), later rows may fit either
    // window.
    const Window asked = root.view(Window{*pass->alpha, *pass->beta});
    if (asked != root.entry.front()) {
      root.doubt(kDoubtWindow);
      root.entry = root.current = root.frame = Candidates<Window>(root.entry.front(), asked);
    }
  }
  if (stored.alpha <= stored.beta) return;
  root.doubt(kDoubtInversion);
  blame_inverted(root.row, stored);
}

void NodeJudge::check_window(OpenNode& parent, OpenNode& child) {
  // NULL is checked against the declaration (check_declared), not here.
  if (!child.window_known) return;
  const Window stored{*child.row.alpha, *child.row.beta};
  const Window asked = parent.view(stored);
  // A backed-up value uses another scale than the parent's window (a mate distance), and so may the
  // child's window.
  const bool derived = facts_.exact_windows && parent.window_known && child.row.counts() &&
                       !child.row.credited && !parent.current.is_empty() &&
                       !is_silent(Rule::kWindow, parent.doubts);
  if (derived) {
    if (!parent.current.narrow(
            [&](Window current) { return fits_window(parent, child.row, current, asked); })) {
      const Window right = parent.view(expected_window(parent, child));
      ledger_.blame(Rule::kWindow, child.row.id, [&] {
        const bool is_turned = stored == Window{-right.beta, -right.alpha};
        return Words{fmt::format("{}: it was entered with the window {}, its parent's window "
                                 "gives {} at that moment{}",
                                 ledger_.name(child.row), window_text(stored), window_text(right),
                                 is_turned ? "; it was not negated for the side to move" : ""),
                     window_text(right), window_text(stored)};
      });
      // Rows below may fit the row, or the expected window.
      child.doubt(kDoubtWindow);
      const Window own = child.view(right);
      child.entry = child.current = child.frame = Candidates<Window>(child.entry.front(), own);
      return;
    }
  } else if (parent.window_known && child.row.counts() && !child.row.credited) {
    // Windows that are not declared exact may be wider or narrower than necessary: warnings.
    warn_wider(parent, child, asked);
    warn_untold_bound(parent, child, asked);
  }
  if (stored.alpha > stored.beta) {
    // Windows below an inverted one are inverted as well.
    const Window own = parent.window_known ? parent.current.front() : Window{};
    const bool inherited = child.row.counts() && own.alpha > own.beta &&
                           (parent.is_doubted(kDoubtInversion) ||
                            (parent.is_doubted(kDoubtMissedCut) && facts_.exact_windows));
    child.doubt(kDoubtInversion);
    if (!inherited) {
      if (child.row.counts() && own.alpha > own.beta) parent.doubt(kDoubtInversion);
      blame_inverted(child.row, stored);
    }
  } else if (stored.alpha == stored.beta && child.row.counts() && !facts_.strict_cuts) {
    ledger_.warn(Rule::kWarnEmptyWindow, child.row.id, [&] {
      return fmt::format("{}: its window {} is empty", ledger_.name(child.row),
                         window_text(stored));
    });
  }
}

}  // namespace plytrace::verify
