// SPDX-License-Identifier: MIT
#include "viewer/answers/why/cut_account.h"

#include <fmt/format.h>

#include <array>

#include "schemas/assumptions.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_words.h"

namespace plytrace {
namespace {

using format::Cause;
using format::CutoffKind;
using Reach = CutAccount::Reach;
using What = BoundOrigin::What;

std::string_view word(WindowEnd end) { return end == WindowEnd::kAlpha ? "alpha" : "beta"; }

Reach reach_of(const BoundOrigin& origin) {
  switch (origin.what) {
    case What::kPass:
      return Reach::kPass;
    case What::kOwnWindow:
    case What::kNotRecorded:
      return Reach::kUnknown;
    default:
      break;
  }
  if (origin.levels == 0) return Reach::kOwn;
  return origin.levels == 1 ? Reach::kShallow : Reach::kDeep;
}

// "by the table, from the entry of #17 (/a): >= 3"; the entry is the last one that narrowed the
// window.
std::string table_words(const TraceReader& reader, const NodeRow& node,
                        const BoundUpdateRow& update) {
  std::optional<TableProbeRow> entry;
  // Take the last probe before the update, because a node may use several entries.
  for (const TableProbeRow& probe : reader.events_of<TableProbeRow>(node)) {
    if (probe.id < update.id && probe.used == format::TableUse::kNarrowed) entry = probe;
  }
  if (!entry) return "by a table entry";
  std::string text = "by a table entry, " + text::claim(entry->value, entry->bound);
  if (entry->stored_by) text += fmt::format(", that #{} stored", *entry->stored_by);
  return text;
}

std::string setter_words(const TraceReader& reader, const BoundOrigin& origin) {
  const std::string place = place_name(reader, origin.node);
  if (origin.child) {
    return fmt::format("was set at {}, where {} already has {} by {}{}", place,
                       text::side(origin.node), text::score(origin.bound),
                       move_name(reader, *origin.child),
                       origin.update ? "" : " (the update itself is not recorded)");
  }
  switch (origin.update ? origin.update->cause : Cause::kOther) {
    case Cause::kTable:
      return fmt::format("was set at {} {}", place,
                         table_words(reader, origin.node, *origin.update));
    case Cause::kChild:
      return fmt::format("was set at {} by a child that is not recorded", place);
    default:
      return fmt::format(
          "was set at {} by {}", place,
          text::readable(format::word(origin.update ? origin.update->cause : Cause::kOther)));
  }
}

std::string where_from(const TraceReader& reader, const BoundOrigin& origin) {
  switch (origin.what) {
    case What::kUpdate:
    case What::kChild:
      return setter_words(reader, origin);
    case What::kEarlierSearch:
      return fmt::format("was proven at {} by an earlier search of the same move, {}",
                         place_name(reader, origin.node), move_name(reader, *origin.child));
    case What::kPass: {
      const bool open = origin.bound == kInfinity || origin.bound == -kInfinity;
      return open ? "is the open end of the window of the pass"
                  : "is the end of the window of the pass";
    }
    case What::kOwnWindow:
      return fmt::format("first appears at {} ({}); its parent's window does not account for it",
                         place_name(reader, origin.node),
                         text::readable(format::word(origin.node.role)));
    case What::kNotRecorded:
      break;
  }
  return fmt::format("cannot be followed above {}: that is not recorded",
                     place_name(reader, origin.node));
}

std::string cut_words(const TraceReader& reader, const CutAccount& account) {
  const std::string words = text::cutoff_words(text::with_names(reader, account.row));
  const std::string place = place_name(reader, account.node);
  if (!account.child) return fmt::format("{}: {}", place, words);
  return fmt::format(
      "{}: {} returned {}: {}", place, move_name(reader, *account.child),
      text::score(account.child->credited ? account.child->credited : account.child->value), words);
}

std::string reach_words(const CutAccount& account) {
  switch (account.reach) {
    case Reach::kOwn:
      return "the bound was set in the cut node itself";
    case Reach::kShallow:
      return "a shallow cutoff: the bound came from the parent of the cut node";
    case Reach::kDeep:
      return fmt::format("a deep cutoff: the bound came from {} plies above the cut node",
                         account.origin->levels);
    case Reach::kPass:
      return "no move set the bound: it is the window of the pass";
    default:
      return "who set the bound is not recorded";
  }
}

// Why the skipped moves could not change the result, if the cut was right.
std::string argument(const CutAccount& account) {
  const bool is_alpha = account.row.kind == CutoffKind::kAlpha;
  const bool skips = account.row.skipped != 0;
  const std::string value = text::score(account.row.value);
  std::string text = fmt::format("if {} is right, #{} is worth {} {}{}", value, account.node.id,
                                 is_alpha ? "at most" : "at least", value,
                                 skips ? ", whatever the skipped moves are worth" : "");
  const BoundOrigin& origin = *account.origin;
  if (origin.test) {
    return text +
           fmt::format(", and the null window of #{} asks no more than that", origin.test->id);
  }
  if (origin.child && account.reach != Reach::kUnknown) {
    return text + fmt::format(", and {} at #{} already has {}", text::side(origin.node),
                              origin.node.id, text::score(origin.bound));
  }
  if (account.reach == Reach::kPass) {
    return text + fmt::format(", and the pass asks nothing {} {}", is_alpha ? "below" : "above",
                              text::score(is_alpha ? account.row.alpha : account.row.beta));
  }
  return text + fmt::format(", and the window ends at {}",
                            text::score(is_alpha ? account.row.alpha : account.row.beta, "?"));
}

// The assumption of the cutoff, in the words of verify; "" if there is none.
std::string assumption(const CutAccount& account) {
  const CutoffRow& row = account.row;
  const bool is_of_moves =
      row.cause == Cause::kSee || row.cause == Cause::kHistory || row.cause == Cause::kLateMove;
  if (row.kind == CutoffKind::kForward && !is_of_moves) {
    // The dropped moves are assumed to be bad, whatever the cause says about a cutoff of a node.
    if (!row.value || !account.node.side) {
      return "it assumes: " + std::string(explanation(format::Assumption::kForward));
    }
    return fmt::format("it assumes: the dropped moves are worth {} {}",
                       account.node.side == format::Side::kMax ? "at most" : "at least",
                       text::score(row.value));
  }
  switch (row.cause) {
    case Cause::kChild:
    case Cause::kStandPat:
      return "";
    case Cause::kTable:
      return "it rests on the table entry";
    default:
      return "it assumes: " + std::string(explanation(format::assumption_of(row.cause)));
  }
}

}  // namespace

std::string_view word(Reach reach) {
  static constexpr std::array<std::string_view, 6> kWords{"none", "own",  "shallow",
                                                          "deep", "pass", "unknown"};
  return kWords[static_cast<std::size_t>(reach)];
}

CutAccount account_for(const TraceReader& reader, const NodeRow& node, const CutoffRow& row) {
  CutAccount account;
  account.row = row;
  account.node = node;
  if (row.child) account.child = reader.node(*row.child);
  // A forward cut compared nothing, so no bound decided it.
  if (row.kind == CutoffKind::kForward) return account;
  const bool is_alpha = row.kind == CutoffKind::kAlpha;
  // Use the window at the time of the cutoff, including earlier updates.
  account.origin = origin_of(reader, node, is_alpha ? WindowEnd::kAlpha : WindowEnd::kBeta, row.id);
  account.reach = reach_of(*account.origin);
  const auto bound = is_alpha ? row.alpha : row.beta;
  if (row.value && bound) account.holds = is_alpha ? *row.value <= *bound : *row.value >= *bound;
  return account;
}

std::string origin_words(const TraceReader& reader, const BoundOrigin& origin) {
  std::string text = fmt::format("{} {} {}", word(origin.end), text::score(origin.bound, "?"),
                                 where_from(reader, origin));
  if (origin.loosened) text += "; moves of the root get it one step looser, to see ties";
  if (origin.test) {
    text +=
        fmt::format("; {} was searched with a null window, which only asks whether it beats that",
                    move_name(reader, *origin.test));
  }
  return text;
}

std::vector<Fact> facts_of(const TraceReader& reader, const CutAccount& account) {
  std::vector<Fact> facts{{"cut", account.node.id, cut_words(reader, account)}};
  if (account.row.kind == CutoffKind::kForward) {
    facts.push_back(
        {"assumption", account.node.id, "no bound proves a forward cut: " + assumption(account)});
    return facts;
  }
  facts.push_back({"bound", account.origin->node.id, origin_words(reader, *account.origin)});
  facts.push_back({"reach", account.origin->node.id, reach_words(account)});
  if (std::string assumed = assumption(account); !assumed.empty()) {
    facts.push_back({"assumption", account.node.id, std::move(assumed)});
  }
  if (account.holds == false) {
    facts.push_back({"argument", account.node.id,
                     fmt::format("this cutoff is wrong: {} is false; see plytrace verify",
                                 text::cutoff_condition(account.row))});
  } else if (account.holds) {
    facts.push_back({"argument", account.node.id, argument(account)});
  }
  return facts;
}

}  // namespace plytrace
