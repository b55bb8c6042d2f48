// SPDX-License-Identifier: MIT
#include "viewer/answers/why/lost_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "viewer/analysis/bound_origin.h"
#include "viewer/answers/why/cut_account.h"
#include "viewer/answers/why/move_place.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_words.h"
#include "viewer/meaning/depth_gain.h"

namespace plytrace {
namespace {

using format::CutoffKind;
using format::NodeKind;
using format::Role;

bool is_less_deep(const LineStep& step) {
  return step.node.role == Role::kReduced || step.depth_gain.value_or(0) < 0;
}

std::string plies_words(std::int64_t number) {
  return number == 1 ? "1 ply" : fmt::format("{} plies", number);
}

std::string less_deep_words(const LineStep& step) {
  const std::int64_t gain = step.depth_gain.value_or(0);
  return gain < 0 ? plies_words(-gain) + " shallower" : "shallower";
}

std::optional<NodeRow> hand_over_below(const TraceReader& reader, const NodeRow& node) {
  std::optional<NodeRow> found;
  reader.for_each_child(node, [&](const NodeRow& child) {
    if (child.role == Role::kHandOver) found = child;
    return true;
  });
  return found;
}

// Follows the moves of the line. If a move is missing, continues in a hand-over.
PathEnd walk_line(const TraceReader& reader, std::string_view path, const PassRow& pass) {
  PathEnd end = value_of(walk_path(reader, path, pass));
  while (!end.is_whole() && hand_over_below(reader, end.node)) {
    const std::string whole = end.text(end.steps.size());
    const std::string above = end.found == 0 ? "" : end.text(end.found);
    auto next = walk_path(reader, above + "/=" + whole.substr(above.size()), pass);
    if (!next || next->found <= end.found) break;
    end = std::move(*next);
  }
  return end;
}

class Following {
 public:
  Following(const TraceReader& reader, const SearchRow& search, Place place, LineStory& story)
      : reader_(reader), search_(search), place_(std::move(place)), story_(story) {}

  void tell() {
    take_steps();
    if (place_.end.is_whole()) return tell_choice();
    story_.ply = found() + 1;
    story_.node = place_.end.node;
    switch (place_.outcome.value_or(MoveOutcome::kMaybeUnrecorded)) {
      case MoveOutcome::kSkipped:
      case MoveOutcome::kBelowSkipped:
        return tell_cut();
      case MoveOutcome::kBelowLeaf:
        return tell_leaf();
      case MoveOutcome::kFiltered:
        return tell_filtered();
      case MoveOutcome::kExcluded:
        return lose(LineLoss::kLeftOut, excluded_move_words(move(), where()));
      case MoveOutcome::kStopped:
        return lose(LineLoss::kStopped,
                    fmt::format("{} before {} was tried",
                                end_words(reader_, search_, place_.end.node), move()));
      case MoveOutcome::kMaybeSkipped:
        return lose(
            LineLoss::kUnknown,
            fmt::format("{} may have been skipped at {}: names are not recorded", move(), where()));
      default:
        break;
    }
    lose(LineLoss::kUnknown, fmt::format("{} is not recorded below {}", move(), where()));
  }

 private:
  std::int64_t found() const { return story_.steps.empty() ? 0 : story_.steps.back().ply; }
  std::string move() const {
    return text::choice_name(reader_, place_.end.node, place_.missing_move);
  }
  std::string where() const { return place_name(reader_, place_.end.node); }
  void lose(LineLoss loss, std::string text) {
    story_.loss = loss;
    story_.text = std::move(text);
  }

  // Collects the steps from the last node upwards, then reverses them.
  void take_steps() {
    const auto is_move = [](const PathStep& step) { return !step.same_position; };
    const auto& steps = place_.end.steps;
    story_.length = std::count_if(steps.begin(), steps.end(), is_move);
    std::int64_t ply = std::count_if(
        steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(place_.end.found), is_move);
    NodeRow node = place_.end.node;
    for (auto parent = parent_of(reader_, node); parent; parent = parent_of(reader_, node)) {
      const auto taken = taken_child(reader_, search_, story_.pass, *parent);
      const bool chosen = (taken && taken->id == node.id) || node.role == Role::kHandOver;
      story_.steps.push_back({ply, node, depth_gain(*parent, node), chosen});
      if (node.move) --ply;
      node = std::move(*parent);
    }
    std::reverse(story_.steps.begin(), story_.steps.end());
  }

  void tell_cut() {
    const bool is_forward = place_.cut->kind == CutoffKind::kForward;
    story_.cut = place_.cut;
    const CutAccount account = account_for(reader_, place_.end.node, *place_.cut);
    story_.facts = facts_of(reader_, account);
    lose(is_forward ? LineLoss::kForwardCut : LineLoss::kCutoff,
         fmt::format("{} was skipped at {} by {}", move(), where(),
                     text::cutoff_words(text::with_names(reader_, *place_.cut), 4)));
  }

  void tell_leaf() {
    switch (place_.end.node.kind) {
      case NodeKind::kTable:
        return tell_table();
      case NodeKind::kHorizon:
        return tell_short();
      default:
        return lose(LineLoss::kLeaf, fmt::format("it ended at {}, which is a leaf: {}", where(),
                                                 format::word(place_.end.node.kind)));
    }
  }

  void tell_table() {
    std::string text = fmt::format("the transposition table answered {}", where());
    for (const TableProbeRow& probe : reader_.events_of<TableProbeRow>(place_.end.node)) {
      if (probe.used == format::TableUse::kAnswered) story_.entry = probe;
    }
    if (story_.entry) {
      text += ": " + text::claim(story_.entry->value, story_.entry->bound);
      if (story_.entry->stored_depth)
        text += fmt::format(", depth {}", *story_.entry->stored_depth);
      const auto origin = story_.entry->stored_by ? reader_.node(*story_.entry->stored_by)
                                                  : std::optional<NodeRow>();
      if (origin) text += ", stored by " + place_name(reader_, *origin);
    }
    lose(LineLoss::kTable, std::move(text));
  }

  // Quiescence does not search quiet moves, so the depth was used up here too.
  void tell_filtered() {
    if (place_.end.node.phase == format::Phase::kQuiescence) return tell_short();
    lose(LineLoss::kForwardCut,
         fmt::format("{} is legal at {}, but was neither searched nor reported as skipped", move(),
                     where()));
  }

  // Explains which move used up the depth before the last move of the line.
  void tell_short() {
    const std::string short_of = plies_words(story_.length - found());
    const auto reduced = std::find_if(story_.steps.begin(), story_.steps.end(), is_less_deep);
    if (reduced == story_.steps.end()) {
      return lose(LineLoss::kHorizon,
                  fmt::format("the depth was used up at {}, {} before the end of the line: no "
                              "extension",
                              where(), short_of));
    }
    blame(*reduced, fmt::format("was searched {}, and the depth was used up at {}, {} before the "
                                "end of the line",
                                less_deep_words(*reduced), where(), short_of));
  }

  void blame(const LineStep& reduced, const std::string& what) {
    story_.ply = reduced.ply;
    story_.node = reduced.node;
    lose(LineLoss::kReduction, fmt::format("{} {}", place_name(reader_, reduced.node), what));
  }

  // The line was searched to its end: finds the first move that its side did not choose.
  void tell_choice() {
    const auto refused = std::find_if(story_.steps.begin(), story_.steps.end(),
                                      [](const LineStep& step) { return !step.chosen; });
    if (refused == story_.steps.end()) {
      story_.text = "the pass played this line";
      return;
    }
    story_.ply = refused->ply;
    story_.node = refused->node;
    const auto parent = parent_of(reader_, refused->node);
    if (parent && !parent->value) {
      return lose(LineLoss::kStopped,
                  end_words(reader_, search_, *parent) + " before it chose a move");
    }
    const std::string taken = choice_words(refused->node);
    if (refused->node.role == Role::kReduced) {
      return blame(*refused, fmt::format("was searched {} and not again, and was not taken: {}",
                                         less_deep_words(*refused), taken));
    }
    lose(LineLoss::kNotChosen,
         fmt::format("{} was not taken: {}", place_name(reader_, refused->node), taken));
  }

  // "it returned <= 2, and MAX took d (#2), = 3".
  std::string choice_words(const NodeRow& node) const {
    std::string text = "it returned " + text::claim_words(reader_, node);
    const auto parent = parent_of(reader_, node);
    if (!parent) return text;
    const auto best = taken_child(reader_, search_, story_.pass, *parent);
    if (!best) return text + fmt::format(", and {} took none", text::side(*parent));
    return text + fmt::format(", and {} took {}, {}", text::side(*parent),
                              move_name(reader_, *best), text::claim_words(reader_, *best));
  }

  const TraceReader& reader_;
  const SearchRow& search_;
  Place place_;
  LineStory& story_;
};

}  // namespace

std::string_view word(LineLoss loss) {
  static constexpr std::array<std::string_view, 10> kWords{
      "cutoff",  "forward_cut", "left_out",   "table",   "reduction",
      "horizon", "leaf",        "not_chosen", "stopped", "unknown"};
  return kWords[static_cast<std::size_t>(loss)];
}

LineStory follow_line(const TraceReader& reader, const SearchRow& search, const PassRow& pass,
                      std::string_view path) {
  Place place = place_of(reader, walk_line(reader, path, pass));
  if (Status status = consult_rules(reader, search, place); !status) {
    // Quiescence skips most moves without recording it.
    if (place.outcome || place.end.node.phase != format::Phase::kQuiescence) throw Failure(status);
    place.outcome = MoveOutcome::kFiltered;
  }
  LineStory story;
  story.pass = pass;
  Following(reader, search, std::move(place), story).tell();
  require(reader.status());
  return story;
}

}  // namespace plytrace
