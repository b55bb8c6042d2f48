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
    Entry{
        "move_list",
        "nodes that do not report how many moves they had, whose moves share a name or have none, "
        "that call a move illegal (or, at an end of the game, a null move) though its rows show a "
        "search or a result, or for which another search of the position reports other moves, "
        "searched all their moves"},
    Entry{"forward",
          "moves dropped by forward pruning, or left out at the root, are no better than assumed"},
    Entry{"reduced",
          "moves last searched at reduced depth, and answers that no row shows to be deep "
          "enough, are worth the value of that search"},
    Entry{"instability", "searches that disagree about one position are unstable, not wrong"},
    Entry{"null_move", "passing is never better than moving"},
    Entry{"probcut", "a reduced search outside the window decides as a full one would"},
    Entry{"multi_cut", "if moves reach beta at less depth, one of them does so at the full depth"},
    Entry{"razoring", "a position far too bad for the side to move stays too bad"},
    Entry{"futility", "a position far too good for the side to move stays too good"},
    Entry{"late_move", "late moves are no better than assumed"},
    Entry{"see", "moves that lose material by a static exchange are no better than assumed"},
    Entry{"history", "moves that have failed often are no better than assumed"},
    Entry{"draw_claim", "a draw that the side to move claims can really be claimed"},
    Entry{"static", "static bounds are right"},
    Entry{"mate_distance",
          "bounds from the distance to mate, and mates that a shallower search found, are "
          "right"},
    Entry{"other", "bounds whose cause the engine did not name are right"},
    Entry{"credited",
          "values that parents used in another form (a distance shift) were shifted "
          "correctly"},
    Entry{"deeper", "values of a deeper search stand for values of the requested depth"},
    Entry{"adjusted", "table values that were adjusted were adjusted correctly"},
    Entry{"table_origin",
          "table entries are right if their origin is not in this search, or if no key "
          "ties them to the position (capture keys, and report the key that the entry was "
          "stored under with the probe), or if nodes with one key have different moves"},
    Entry{"path_dependent",
          "a table value is right on this path too, though a draw by history lies below it "
          "or history can draw games, and a node is a draw though one with the same moves from the "
          "root was searched"},
    Entry{"told_depth",
          "the completed depth that the search reports is right, though no row shows it or "
          "depths do not count plies"},
    Entry{
        "key_side",
        "the sides to move are right, though nodes with one key report different ones (or the key "
        "leaves the side out)"}};
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
