// SPDX-License-Identifier: MIT
#include "viewer/answers/hot_answer.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "viewer/analysis/pass_stats.h"
#include "viewer/cli/terminal_text.h"
#include "viewer/format/rows/format.h"

namespace plytrace {
namespace {

using text::Cell;
using text::Json;

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kAccounts{
    {{"aspiration_fails", "passes that failed their window"},
     {"null_window_re_searches", "re-searches after a null window"},
     {"reduced_repeated", "reduced searches that were repeated"},
     {"null_moves", "null moves"},
     {"probes", "probes (internal deepening and the like)"},
     {"quiescence", "quiescence"},
     {"late_waste", "late waste: before the move that cut"}}};

// The description of an account as a cause, and the command that shows more about it.
struct CauseWords {
  std::string_view what;
  const char *words, *command, *options;
};
constexpr std::array<CauseWords, 7> kCauses{
    {{"aspiration_fails", "lie in passes that failed their window", "stats", ""},
     {"null_window_re_searches", "lie in second searches of a move after a null window", "find",
      " --role re_search --sort -size --limit 5"},
     {"reduced_repeated", "lie in reduced searches that were repeated", "find",
      " --role reduced --sort -size --limit 5"},
     {"null_moves", "lie below null moves", "find", " --role null_move --sort -size --limit 5"},
     {"probes", "lie in probes (internal deepening and the like)", "find",
      " --role probe --sort -size --limit 5"},
     {"quiescence", "lie in quiescence", "find",
      " --where \"phase = 'quiescence'\" --sort -size --limit 5"},
     {"late_waste", "were searched in vain before the move that cut: moves that cut come late",
      "stats", " --scan"}}};

std::string by_words(std::int64_t by) { return (by > 0 ? "+" : "") + std::to_string(by); }

// What the compared nodes have in common: "of depth 3 in quiescence", "5 plies from the root".
std::string kind_words(const HotTrigger& trigger) {
  const NodeRow& row = trigger.node.row;
  std::string words = row.depth ? fmt::format("of depth {}", *row.depth)
                                : fmt::format("{} plies from the root", row.ply);
  if (row.phase == format::Phase::kQuiescence) words += " in quiescence";
  if (trigger.usual.of == UsualSize::Of::kRole && row.role != format::Role::kMove) {
    words += fmt::format(" (role {})", text::readable(word(row.role)));
  }
  return words;
}

Json habit_json(const std::optional<HabitFound>& found) {
  if (!found) return nullptr;
  Json json;
  json["what"] = words(found->habit);
  json["did"] = found->here.did;
  json["could"] = found->here.could;
  json["elsewhere_did"] = found->elsewhere.did;
  json["elsewhere_could"] = found->elsewhere.could;
  return json;
}

Json trigger_json(const TraceReader& reader, const HotSpots& found) {
  if (!found.trigger) return nullptr;
  const HotTrigger& trigger = *found.trigger;
  const NodeRow& row = trigger.node.row;
  Json of;
  of["what"] = trigger.why == HotTrigger::Why::kPasses ? "pass" : word(trigger.usual.of);
  of["nodes"] = trigger.usual.nodes;
  of["phase"] = word(row.phase);
  of["role"] = word(row.role);
  Json json;
  json["path"] = text::text_json(reader.path(row.id));
  json["node"] = row.id;
  json["depth"] = text::number_json(row.depth);
  json["nodes"] = trigger.node.nodes;
  json["median"] = text::score_json(trigger.usual.median);
  json["of"] = std::move(of);
  json["why"] = word(trigger.why);
  json["habit"] = habit_json(trigger.habit);
  return json;
}

}  // namespace

std::string_view account_words(std::string_view what) {
  const auto* const at = std::find_if(kAccounts.begin(), kAccounts.end(),
                                      [&](const auto& account) { return account.first == what; });
  return at == kAccounts.end() ? what : at->second;
}

std::string usual_words(const HotTrigger& trigger) {
  const UsualSize& usual = trigger.usual;
  const std::string median = text::count(static_cast<std::int64_t>(usual.median), "node");
  if (trigger.why == HotTrigger::Why::kPasses) return median + ", the median of these passes";
  if (usual.of == UsualSize::Of::kGrowth) {
    return fmt::format("{} {}, as sizes grow from {} of smaller depth", median, kind_words(trigger),
                       text::count(usual.nodes, "node"));
  }
  return fmt::format("{}, the median of {} {} elsewhere", median, text::count(usual.nodes, "node"),
                     kind_words(trigger));
}

std::string why_words(const HotTrigger& trigger) {
  switch (trigger.why) {
    case HotTrigger::Why::kSpread:
      return "What lies beside its heaviest child is far more than usual, too: from here on the "
             "search is large at every turn.";
    case HotTrigger::Why::kExtended:
      return fmt::format(
          "From here on the depth does not fall with each ply: the path looks {} "
          "plies further ahead.",
          trigger.count);
    case HotTrigger::Why::kQuiescence:
      return "Quiescence begins here, and does not end soon.";
    case HotTrigger::Why::kPasses:
      return fmt::format(
          "{} passes of this depth failed their window, or asked again what one before "
          "them had answered.",
          trigger.count);
    case HotTrigger::Why::kHabit:
      return fmt::format("From here on {}: {} of {} times, elsewhere {} of {}.",
                         words(trigger.habit->habit), text::grouped(trigger.habit->here.did),
                         text::grouped(trigger.habit->here.could),
                         text::grouped(trigger.habit->elsewhere.did),
                         text::grouped(trigger.habit->elsewhere.could));
    case HotTrigger::Why::kEnd:
      break;
  }
  return "No child of it holds half of its nodes: it spreads over all of them.";
}

std::optional<HotCause> cause_of(const HotSpots& found, const std::string& file,
                                 std::int64_t search) {
  constexpr std::int64_t kShare = 4;
  if (found.trigger || found.accounts.empty()) return std::nullopt;
  const HotAccount& largest = found.accounts.front();
  if (largest.nodes == 0 || largest.nodes * kShare < found.nodes) return std::nullopt;
  const auto* const about =
      std::find_if(kCauses.begin(), kCauses.end(),
                   [&](const CauseWords& cause) { return cause.what == largest.what; });
  if (about == kCauses.end()) return std::nullopt;
  return HotCause{largest.what, largest.nodes, about->words,
                  fmt::format("plytrace {} {} --search {} --pass {}{}", about->command,
                              cli::shell_word(file), search, found.pass.ordinal, about->options)};
}

std::string no_trigger_words(const std::optional<HotCause>& cause, const HotSpots& found) {
  const std::string none =
      "No single node caused this: no node on the heavy path is much larger than usual.";
  if (!cause) return none;
  return fmt::format("{} ({} of all) {}. {} Next: {}", text::count(cause->nodes, "node"),
                     share_text(cause->nodes, found.nodes), cause->words, none, cause->command);
}

std::string path_end_words(const HotSpots& found) {
  if (found.heavy_path.empty()) return "There is no node.";
  const HotNode& end = found.heavy_path.back();
  if (end.children == 0) return "It ends in a leaf.";
  return fmt::format(
      "It ends where {} hold less than half each: the largest has {} of it.",
      end.children == 1 ? std::string("its one child") : text::grouped(end.children) + " children",
      share_text(end.largest_child, end.nodes));
}

text::AnswerTable heavy_path_table(const TraceReader& reader, const HotSpots& found,
                                   std::size_t most) {
  text::AnswerTable table;
  std::string path;
  for (std::size_t i = 0; i < std::min(most, found.heavy_path.size()); ++i) {
    const HotNode& node = found.heavy_path[i];
    const std::string move = i == 0 ? "/" : reader.component(node.row);
    path += i == 0 ? "" : "/" + move;
    const bool is_trigger = found.trigger && found.trigger->node.row.id == node.row.id;
    Cell shown{"", "move", Json(), text::printable(move), TextTable::kLeft};
    Cell mark{"", " ", Json(), is_trigger ? "< trigger" : "", TextTable::kLeft};
    table.add({text::text_cell("path", "", path.empty() ? "/" : path),
               text::number_cell("node", "node", node.row.id), std::move(shown),
               text::number_cell("depth", "depth", node.row.depth),
               text::count_cell("nodes", "nodes", node.nodes),
               text::share_cell("share", "share", node.nodes, found.nodes), std::move(mark)});
  }
  return table;
}

text::AnswerTable accounts_table(const HotSpots& found) {
  text::AnswerTable table;
  for (const HotAccount& account : found.accounts) {
    table.add({{"what", "", text::text_json(std::string(account.what)), ""},
               {"", "what for", Json(), std::string(account_words(account.what)), TextTable::kLeft},
               text::count_cell("nodes", "nodes", account.nodes),
               text::share_cell("share", "share", account.nodes, found.nodes),
               text::number_cell("count", "times", account.count),
               text::number_cell("confirmed", "confirmed", account.confirmed)});
  }
  return table;
}

text::AnswerTable depth_changes_table(const HotSpots& found) {
  text::AnswerTable table;
  for (const DepthChange& change : found.depth_changes) {
    Cell by{"by", "plies", Json(change.by), by_words(change.by)};
    Cell reason = text::text_cell("reason", "reason", change.reason);
    reason.words = text::printable(reason.words);
    table.add({std::move(by), std::move(reason), text::count_cell("count", "times", change.count)});
  }
  return table;
}

text::Json hot_json(const TraceReader& reader, const HotSpots& found) {
  Json json;
  json["nodes"] = found.nodes;
  json["unrecorded"] = found.unrecorded;
  json["passes"] = found.passes;
  json["heavy_pass"] = found.pass.ordinal;
  json["heavy_path"] = heavy_path_table(reader, found, kMostHotNodes).json();
  json["heavy_path_total"] = found.heavy_path.size();
  json["trigger"] = trigger_json(reader, found);
  const auto cause = cause_of(found, reader.file().path, found.pass.search);
  json["cause"] = nullptr;
  if (cause) {
    json["cause"] = {{"what", cause->what},
                     {"nodes", cause->nodes},
                     {"share", text::score_json(ratio(cause->nodes, found.nodes))},
                     {"command", text::text_json(cause->command)}};
  }
  json["accounts"] = accounts_table(found).json();
  json["extensions"] = depth_changes_table(found).json();
  json["extensions_left_out"] = found.depth_changes_left_out;
  return json;
}

}  // namespace plytrace
