// SPDX-License-Identifier: MIT
#include "schemas/assumptions.h"

#include <array>
#include <cstddef>

namespace plytrace::format {
namespace {

struct Entry {
  std::string_view word, text;
};
constexpr std::array kEntries{
    Entry{"known", "claims without search (book, tablebase, solved pattern) are right"},
    Entry{"unrecorded", "nodes that were visited but not recorded returned true claims"},
    Entry{"unknown_kind", "nodes of unknown kind returned true claims"},
    Entry{"move_list",
          "nodes that do not say how many moves they had, or whose moves share a name or "
          "have none, searched them all"},
    Entry{"forward",
          "moves dropped by forward pruning, or left out at the root, are no better than assumed"},
    Entry{"reduced",
          "moves last searched at reduced depth, and answers that no row shows to be deep "
          "enough, are worth what that search said"},
    Entry{"instability", "searches that disagree about one position are unstable, not wrong"},
    Entry{"null_move", "passing is never better than moving"},
    Entry{"probcut", "a reduced search outside the window decides as a full one would"},
    Entry{"multi_cut", "where moves reach beta at less depth, one does so at the full depth"},
    Entry{"razoring", "a position far below alpha stays below it"},
    Entry{"futility", "a position far above beta stays above it"},
    Entry{"late_move", "late moves are no better than assumed"},
    Entry{"see", "moves that lose material by a static exchange are no better than assumed"},
    Entry{"history", "moves that have failed often are no better than assumed"},
    Entry{"draw_claim", "draws that the side to move says it can claim can be claimed"},
    Entry{"static", "static bounds are right"},
    Entry{"mate_distance",
          "bounds from the distance to mate are right, and mates that a shallower search found"},
    Entry{"other", "bounds of a cause that the engine did not name are right"},
    Entry{"credited",
          "values that parents took in another form (a distance shift) are shifted rightly"},
    Entry{"deeper", "values of a deeper search stand for those of the depth asked"},
    Entry{"adjusted", "table values that were adjusted were adjusted rightly"},
    Entry{"table_origin",
          "table entries whose origin is not in this search, or that no key ties to the position "
          "(capture keys, and tell the probe the key that the entry was stored under), are right"},
    Entry{"path_dependent",
          "table values below which a draw by history lies, and all of them where history "
          "draws games, hold here too"},
    Entry{"told_depth",
          "the depth that the search says it completed, where no row shows it or depths do not "
          "count plies, is right"}};
static_assert(kEntries.size() == static_cast<std::size_t>(Assumption::kCount));

}  // namespace

std::string_view word(Assumption assumption) {
  const auto at = static_cast<std::size_t>(assumption);
  return at < kEntries.size() ? kEntries[at].word : "?";
}

std::string_view explanation(Assumption assumption) {
  return kEntries[static_cast<std::size_t>(assumption)].text;
}

std::optional<Assumption> assumption(std::string_view word) {
  for (std::size_t i = 0; i < kEntries.size(); ++i) {
    if (kEntries[i].word == word) return static_cast<Assumption>(i);
  }
  return std::nullopt;
}

Assumption assumption_of(Cause cause) {
  switch (cause) {
    case Cause::kStatic:
      return Assumption::kStatic;
    case Cause::kMateDistance:
      return Assumption::kMateDistance;
    case Cause::kNullMove:
      return Assumption::kNullMove;
    case Cause::kProbcut:
      return Assumption::kProbcut;
    case Cause::kFutility:
      return Assumption::kFutility;
    case Cause::kLateMove:
      return Assumption::kLateMove;
    case Cause::kRazoring:
      return Assumption::kRazoring;
    case Cause::kMultiCut:
      return Assumption::kMultiCut;
    case Cause::kSee:
      return Assumption::kSee;
    case Cause::kHistory:
      return Assumption::kHistory;
    case Cause::kDrawClaim:
      return Assumption::kDrawClaim;
    default:
      return Assumption::kOther;
  }
}

}  // namespace plytrace::format
