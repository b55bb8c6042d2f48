// SPDX-License-Identifier: MIT
#include "viewer/answers/hot.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "viewer/analysis/pass_stats.h"
#include "viewer/answers/answer_tables.h"
#include "viewer/cli/terminal_text.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_words.h"

namespace plytrace::answers {
namespace {

using text::Cell;
using text::Json;

// Nodes of the heavy path listed in JSON; the text shows fewer (answer_tables.h).
constexpr std::size_t kMostHotNodes = 200;

// The words for an account; its words as a cause, and the command that shows more about it.
struct AccountWords {
  std::string_view what, words;
  const char *cause, *command, *options;
};
constexpr std::array<AccountWords, 7> kAccounts{
    {{"aspiration_fails", "passes that failed their window",
      "lie in passes that failed their window", "stats", ""},
     {"null_window_re_searches", "re-searches after a null window",
      "lie in second searches of a move after a null window", "find",
      " --role re_search --sort -size --limit 5"},
     {"reduced_repeated", "reduced searches that were repeated",
      "lie in reduced searches that were repeated", "find",
      " --role reduced --sort -size --limit 5"},
     {"null_moves", "null moves", "lie below null moves", "find",
      " --role null_move --sort -size --limit 5"},
     {"probes", "probes (internal deepening and the like)",
      "lie in probes (internal deepening and the like)", "find",
      " --role probe --sort -size --limit 5"},
     {"quiescence", "quiescence", "lie in quiescence", "find",
      " --where \"phase = 'quiescence'\" --sort -size --limit 5"},
     {"late_waste", "late waste: before the move that cut",
      "were searched in vain before the move that cut: moves that cut come late", "stats",
      " --scan"}}};

const AccountWords* about(std::string_view account) {
  const auto* const at = std::find_if(kAccounts.begin(), kAccounts.end(),
                                      [&](const auto& row) { return row.what == account; });
  return at == kAccounts.end() ? nullptr : at;
}

std::string_view words(Habit habit) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"children have more depth than their plies leave",
       "children are at least two plies deeper than their plies leave",
       "children have a window that reaches out of their parent's",
       "a move is searched again in the same role",
       "moves are searched again though the first search had not beaten the window",
       "late moves are not reduced", "null moves or probes have the full depth",
       "moves are tried after one that had closed the window", "the third move or a later one cuts",
       "moves are tried though standing pat had closed the window",
       "the table's move is not tried first", "nothing is stored in the table",
       "the table is not asked"});
  static_assert(kWords.size() == kHabits);
  return kWords[static_cast<std::size_t>(habit)];
}

std::string by_words(std::int64_t by) { return (by > 0 ? "+" : "") + std::to_string(by); }

// The kind of the compared nodes: "of depth 3 in quiescence", "5 plies from the root".
std::string kind_words(const HotTrigger& trigger) {
  const NodeRow& row = trigger.node.row;
  std::string words = row.depth
                          ? fmt::format("of depth {}", *row.depth)
                          : fmt::format("{} from the root",
                                        row.ply == 1 ? "1 ply" : fmt::format("{} plies", row.ply));
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

// The name of an account in text, such as "null-window re-searches".
std::string_view account_words(std::string_view what) {
  const AccountWords* const known = about(what);
  return known == nullptr ? what : known->words;
}

// The usual size and how it was found: "12 nodes, the median of 30 nodes of depth 3 elsewhere".
std::string usual_words(const HotTrigger& trigger) {
  const UsualSize& usual = trigger.usual;
  const std::string median = text::count(static_cast<std::int64_t>(usual.median), "node");
  if (trigger.why == HotTrigger::Why::kPasses) return median + ", the median of these passes";
  if (usual.of == UsualSize::Of::kGrowth) {
    return fmt::format("{} {}, extrapolated from {} of smaller depth", median, kind_words(trigger),
                       text::count(usual.nodes, "node"));
  }
  return fmt::format("{}, the median of {} {} elsewhere", median, text::count(usual.nodes, "node"),
                     kind_words(trigger));
}

// Why this node is the trigger.
std::string why_words(const HotTrigger& trigger) {
  switch (trigger.why) {
    case HotTrigger::Why::kSpread:
      return "Its other children are also much larger than usual: from here on the search is large "
             "everywhere.";
    case HotTrigger::Why::kExtended:
      return fmt::format(
          "From here on the depth does not fall with each ply: the path looks {} "
          "plies further ahead.",
          trigger.count);
    case HotTrigger::Why::kQuiescence:
      return "Quiescence begins here and goes unusually deep.";
    case HotTrigger::Why::kPasses:
      return fmt::format(
          "{} passes of this depth failed their window, or repeated a question that an earlier "
          "pass had answered.",
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
  return "None of its children holds half of its nodes: they are spread over all of them.";
}

// If there is no trigger: the kind of work that took many nodes, and a command that shows more
// about it.
struct HotCause {
  std::string_view what;  // the name of an account
  std::int64_t nodes = 0;
  std::string words, command;
};

// nullopt if there is a trigger, or if no account has a quarter of the nodes.
std::optional<HotCause> cause_of(const HotSpots& found, const std::string& file,
                                 std::int64_t search) {
  constexpr std::int64_t kShare = 4;
  if (found.trigger || found.accounts.empty()) return std::nullopt;
  const HotAccount& largest = found.accounts.front();
  if (largest.nodes == 0 || largest.nodes * kShare < found.nodes) return std::nullopt;
  const AccountWords* const cause = about(largest.what);
  if (cause == nullptr) return std::nullopt;
  return HotCause{largest.what, largest.nodes, cause->cause,
                  fmt::format("plytrace {} {} --search {} --pass {}{}", cause->command,
                              cli::shell_word(file), search, largest.pass, cause->options)};
}

// A sentence about single nodes, if none is the trigger.
std::string no_node_words(const HotSpots& found) {
  const auto judged = [](const HotNode& node) { return node.nodes >= HotTrigger::kLeastNodes; };
  const auto& path = found.heavy_path;
  std::string why;
  if (found.is_partial()) {
    why = "because not all nodes were recorded";
  } else if (std::none_of(path.begin(), path.end(), judged)) {
    why = "because subtrees of fewer than " + text::grouped(HotTrigger::kLeastNodes) +
          " nodes are not judged";
  } else if (std::none_of(path.begin(), path.end(), [&](const HotNode& node) {
               return judged(node) && node.usual.has_value();
             })) {
    why = "because there are no nodes of the same kind to compare with";
  } else {
    return fmt::format("No node of the heavy path with {} nodes or more is much larger than usual.",
                       text::grouped(HotTrigger::kLeastNodes));
  }
  return "Whether a single node caused this is not known, " + why + ".";
}

// The text for a search without a trigger; begins with the cause, if there is one.
std::string no_trigger_words(const std::optional<HotCause>& cause, const HotSpots& found) {
  const std::string none = no_node_words(found);
  if (!cause) return none;
  // The words are those of several nodes.
  std::string words = cause->words;
  if (cause->nodes == 1 && words.starts_with("lie ")) words.replace(0, 3, "lies");
  if (cause->nodes == 1 && words.starts_with("were ")) words.replace(0, 4, "was");
  return fmt::format("{} ({} of {}) {}. {} Next: {}", text::count(cause->nodes, "node"),
                     share_text(cause->nodes, found.nodes),
                     found.is_partial() ? "the recorded ones" : "all", words, none, cause->command);
}

// Why the heavy path ends at its last node.
std::string path_end_words(const HotSpots& found) {
  if (found.heavy_path.empty()) return "There is no node.";
  const HotNode& end = found.heavy_path.back();
  if (end.children == 0) {
    if (end.row.unrecorded > 0) return "It ends here: the nodes below were not recorded.";
    const bool is_inner = end.row.kind == format::NodeKind::kInterior || end.row.is_open();
    return is_inner ? "It ends in a node without children." : "It ends in a leaf.";
  }
  const std::string share = share_text(end.largest_child, end.nodes);
  const std::string_view nodes = end.row.unrecorded > 0 ? "the recorded nodes" : "the nodes";
  if (end.children == 1) {
    return fmt::format("It ends here: the only child holds less than half of {} ({}).", nodes,
                       share);
  }
  return fmt::format(
      "It ends here: none of the {} children holds half of {}; the largest holds {}.",
      text::grouped(end.children), nodes, share);
}

// The first `most` nodes of the heavy path.
text::AnswerTable heavy_path_table(const TraceReader& reader, const HotSpots& found,
                                   std::size_t most) {
  text::AnswerTable table;
  std::string path;
  for (std::size_t i = 0; i < std::min(most, found.heavy_path.size()); ++i) {
    const HotNode& node = found.heavy_path[i];
    const std::string move = i == 0 ? "/" : reader.component(node.row);
    path += i == 0 ? "" : "/" + move;
    const bool is_trigger = found.trigger && found.trigger->node.row.id == node.row.id;
    // Named by --moves, the move is in JSON, too.
    const bool is_named = reader.names_moves();
    const std::string name = is_named ? text::name_of(reader, node.row) : text::printable(move);
    Cell shown{is_named ? "name" : "", "move", is_named ? text::text_json(name) : Json(), name,
               TextTable::kLeft};
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
    table.add({std::move(by), text::text_cell("reason", "reason", change.reason),
               text::count_cell("count", "times", change.count)});
  }
  return table;
}

std::string title(const TraceReader& reader, const HotAnswer& answer) {
  const HotSpots& found = answer.found;
  const std::string passes = answer.ordinal      ? fmt::format("pass {}", *answer.ordinal)
                             : found.passes == 1 ? std::string("1 pass")
                                                 : text::grouped(found.passes) + " passes";
  std::string title =
      fmt::format("{}  search {} ({}), {}: {}", reader.file().path, answer.search.id,
                  text::search_words(answer.search), passes, text::count(found.nodes, "node"));
  if (found.unrecorded > 0) title += ", and " + text::grouped(found.unrecorded) + " not recorded";
  return text::wrapped(title, 2) + "\n";
}

std::string trigger_text(const TraceReader& reader, const HotAnswer& answer) {
  const HotSpots& found = answer.found;
  if (!found.trigger) {
    const auto cause = cause_of(found, reader.file().path, answer.search.id);
    return "\n" + text::wrapped(no_trigger_words(cause, found), 2) + "\n";
  }
  const HotTrigger& trigger = *found.trigger;
  const std::string where =
      trigger.why == HotTrigger::Why::kPasses
          ? fmt::format("#{}, the first of {} wasted passes", trigger.node.row.id, trigger.count)
          : fmt::format("#{} {}", trigger.node.row.id, reader.path(trigger.node.row.id));
  return "\n" +
         text::wrapped(fmt::format("Trigger: {}: {}, {} of all; usual are {}. {}", where,
                                   text::count(trigger.node.nodes, "node"),
                                   share_text(trigger.node.nodes, found.nodes),
                                   usual_words(trigger), why_words(trigger)),
                       2) +
         "\n";
}

std::string path_text(const TraceReader& reader, const HotAnswer& answer) {
  const HotSpots& found = answer.found;
  if (found.heavy_path.empty()) return {};
  const text::AnswerTable table = heavy_path_table(reader, found, kMostRowsForPeople);
  std::string text = fmt::format("\nHeavy path from the root of pass {}{}\n", found.pass.ordinal,
                                 found.unrecorded > 0 ? " (of the recorded nodes)" : "") +
                     table.for_people().text("  ", text::kPageWidth);
  if (found.heavy_path.size() > kMostRowsForPeople) {
    text += fmt::format("  and {} more\n", found.heavy_path.size() - kMostRowsForPeople);
  }
  return text + text::wrapped("  " + path_end_words(found), 2) + "\n";
}

std::string changes_text(const HotSpots& found) {
  if (found.depth_changes.empty()) return {};
  std::string text = "\nExtensions and reductions\n" +
                     depth_changes_table(found).for_people().text("  ", text::kPageWidth);
  if (found.depth_changes_left_out > 0) {
    text +=
        fmt::format("  and {} for other reasons\n", text::grouped(found.depth_changes_left_out));
  }
  return text;
}

}  // namespace

HotAnswer answer(const TraceReader& reader, HotQuestion question) {
  auto found = value_of(find_hot_spots(reader, question.search, question.passes, question.control));
  if (found.passes == 0) {
    throw Failure::bad_input(fmt::format(
        "{}: search {}: {}; info, pv and verify read it", reader.file().path, question.search.id,
        question.ordinal ? "the pass contains no nodes" : "no pass contains nodes"));
  }
  // Nodes that were not recorded may be what makes another node large.
  if (found.is_partial()) found.trigger.reset();
  return HotAnswer{std::move(question.search), question.ordinal, std::move(found)};
}

Json json(const TraceReader& reader, const HotAnswer& answer) {
  const HotSpots& found = answer.found;
  Json json;
  json["trace"] = text::text_json(reader.file().path);
  json["search"] = answer.search.id;
  json["pass"] = text::number_json(answer.ordinal);
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

Json json_with_words(const TraceReader& reader, const HotAnswer& answer) {
  const HotSpots& found = answer.found;
  Json object = json(reader, answer);
  for (Json& account : object["accounts"]) {
    account["text"] = account_words(account["what"].get<std::string>());
  }
  object["path_end"] = path_end_words(found);
  object["trigger_text"] =
      found.trigger
          ? "usual are " + usual_words(*found.trigger) + ". " + why_words(*found.trigger)
          : no_trigger_words(cause_of(found, reader.file().path, found.pass.search), found);
  return object;
}

std::string lines(const TraceReader& reader, const HotAnswer& answer) {
  return text::printable_lines(
      title(reader, answer) + trigger_text(reader, answer) + path_text(reader, answer) +
      "\nWhat the " + (answer.found.unrecorded > 0 ? "recorded " : "") +
      "nodes were searched for (one may count in several)\n" +
      accounts_table(answer.found).for_people().text("  ", text::kPageWidth) +
      changes_text(answer.found));
}

draw::CurvePlot curves(const TraceReader& reader, const HotAnswer& answer) {
  const HotSpots& found = answer.found;
  draw::Curve nodes{"on the heavy path", {}}, usual{"usual of such nodes elsewhere", {}};
  draw::Curve trigger{"trigger", {}};
  for (std::size_t i = 0; i < std::min(found.heavy_path.size(), HotSpots::kMostCompared); ++i) {
    const HotNode& node = found.heavy_path[i];
    const auto step = static_cast<double>(i), size = static_cast<double>(node.nodes);
    nodes.points.emplace_back(step, size);
    if (node.usual) usual.points.emplace_back(step, node.usual->median);
    if (found.trigger && found.trigger->node.row.id == node.row.id) {
      trigger.points.emplace_back(step, size);
    }
  }
  draw::CurvePanel panel{"nodes", {std::move(nodes)}};
  if (!usual.points.empty()) panel.curves.push_back(std::move(usual));
  if (!trigger.points.empty()) panel.curves.push_back(std::move(trigger));
  return {fmt::format("{}: heavy path of pass {}", reader.file().path, found.pass.ordinal),
          "steps from the root",
          {std::move(panel)}};
}

const char* hot_definitions() {
  return "\n\nDefinitions:\n"
         "  heavy path   from the root: always the child with at least half of its parent's nodes\n"
         "  trigger      the first node on that path with a quarter of all nodes (at least\n"
         "               2,000) whose rows prove that it began what is rare elsewhere; else\n"
         "               the first with fifteen times the nodes usual for its depth, phase\n"
         "               and role, not all below one child; or the first of many failed passes\n"
         "  late waste   moves that were searched before the one that cut\n"
         "  confirmed    searches of a move again whose value beat the bound that the first "
         "search\n"
         "               was tested against, too";
}

}  // namespace plytrace::answers
