// SPDX-License-Identifier: MIT
//
// plytrace compare A B: two searches of the same position, aligned by move. The comparison itself
// is viewer/analysis/comparison.h; here are its options, its JSON and its text.
#include "viewer/analysis/comparison.h"

#include <fmt/core.h>

#include <cmath>
#include <memory>
#include <string>

#include "viewer/analysis/comparability.h"
#include "viewer/analysis/pass_stats.h"
#include "viewer/answers/answer_tables.h"
#include "viewer/cli/option_values.h"
#include "viewer/cli/terminal_text.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/ask/tree_picture.h"
#include "viewer/commands/commands.h"
#include "viewer/draw/picture_formats.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/rows/row_json.h"
#include "viewer/format/table.h"

namespace plytrace {
namespace {

using text::Json;

struct CompareOptions {
  cli::TraceOptions a, b;
  std::size_t limit = 10;
  bool baseline = false;
  double nodes_tolerance = 0, value_tolerance = 0;  // percent; score
  std::string picture_file;                         // "" = none
  bool force = false;
  TreePictureOptions picture;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

// What is held against each other: the passes that were named, else all that each search did.
struct Costs {
  SearchCost a, b;
  bool of_passes = false;  // --pass-a or --pass-b
  // Why fewer nodes are no saving, and why the roots may have two values.
  std::vector<std::string> no_saving;
  std::string roots_differ;

  bool several() const { return a.passes > 1 || b.passes > 1; }
};

// The only pass of a search has been walked: its nodes are known without the summary.
SearchCost cost_of(const cli::Selection& side, std::uint64_t walked) {
  SearchCost cost = plytrace::cost_of(side.reader, side.search);
  if (cost.passes == 1) cost.nodes = walked;
  return cost;
}

// B held against A as what is expected.
struct Baseline {
  std::optional<double> nodes_change;  // of B against A, in percent
  std::optional<double> value_change;
  bool nodes_ok = false, value_ok = false, best_move_ok = false;
  std::vector<std::string> not_comparable;  // what was searched otherwise

  bool is_comparable() const { return not_comparable.empty(); }
  bool ok() const { return is_comparable() && nodes_ok && value_ok && best_move_ok; }
};

Baseline judge(const Comparison& found, const Costs& costs, const CompareOptions& options) {
  Baseline baseline;
  const auto a = static_cast<double>(costs.of_passes ? found.nodes_a : costs.a.nodes);
  const auto b = static_cast<double>(costs.of_passes ? found.nodes_b : costs.b.nodes);
  // Nothing can be said of a change from nothing.
  if (a > 0) {
    baseline.nodes_change = 100 * (b - a) / a;
    baseline.nodes_ok = std::abs(*baseline.nodes_change) <= options.nodes_tolerance;
  }
  if (found.value_a && found.value_b) {
    const bool same = *found.value_a == *found.value_b;  // also where both are infinite
    baseline.value_change = same ? 0 : *found.value_b - *found.value_a;
    baseline.value_ok = std::abs(*baseline.value_change) <= options.value_tolerance;
  }
  baseline.best_move_ok = found.same_best_move;
  return baseline;
}

Json text_or_null(const std::optional<std::string>& text) {
  return text ? text::text_json(*text) : Json(nullptr);
}

bool is_complete(const cli::Selection& side) {
  return side.pass.last && side.pass.status == format::SearchStatus::kFinished;
}

Json side_json(const cli::Selection& side, std::optional<Score> value,
               const std::optional<std::string>& best_move, std::uint64_t nodes,
               const SearchCost& cost) {
  Json json;
  json["trace"] = side.reader.file().path;
  json["search"] = side.search.id;
  json["pass"] = side.pass.ordinal;
  json["game"] = side.search.game;
  json["position"] = side.search.position;
  json["algorithm"] = side.search.algorithm;
  json["options"] = text::embedded_json(side.search.options);
  json["evaluator"] = side.search.evaluator;
  json["depth"] = text::number_json(side.pass.depth);
  json["value"] = text::score_json(value);
  json["best_move"] = text_or_null(best_move);
  json["nodes"] = nodes;
  json["passes"] = cost.passes;
  json["nodes_in_all_passes"] = cost.nodes;
  json["status"] = word(side.pass.status);
  json["complete"] = is_complete(side);
  return json;
}

Json node_json(const ComparedNode& node) {
  Json json;
  json["node"] = node.node;
  json["depth"] = text::number_json(node.depth);
  json["value"] = text::score_json(node.value);
  json["bound"] = node.bound ? Json(word(*node.bound)) : Json(nullptr);
  return json;
}

Json difference_json(const std::optional<FirstDifference>& difference) {
  if (!difference) return nullptr;
  Json json;
  json["path"] = difference->path;
  json["what"] = word(difference->what);
  json["message"] = difference->message;
  json["a"] = difference->a ? node_json(*difference->a) : Json(nullptr);
  json["b"] = difference->b ? node_json(*difference->b) : Json(nullptr);
  return json;
}

Json contradictions_json(const std::vector<Contradiction>& contradictions) {
  Json list = Json::array();
  for (const Contradiction& found : contradictions) {
    Json json;
    json["path"] = found.path;
    json["a"] = node_json(found.a);
    json["b"] = node_json(found.b);
    json["message"] = found.message;
    json["consequence"] = found.consequence;
    list.push_back(std::move(json));
  }
  return list;
}

Json skipped_json(const std::vector<SkippedSubtree>& subtrees) {
  Json list = Json::array();
  for (const SkippedSubtree& subtree : subtrees) {
    Json json;
    json["path"] = subtree.path;
    json["by"] = subtree.by;
    json["nodes"] = subtree.nodes;
    json["skipped_in"] = subtree.skipped_by_a ? "a" : "b";
    json["node"] = subtree.node;
    json["cut_node"] = subtree.cut_node;
    list.push_back(std::move(json));
  }
  return list;
}

Json texts_json(const std::vector<std::string>& texts) {
  Json json = Json::array();
  for (const std::string& words : texts) json.push_back(text::text_json(words));
  return json;
}

Json baseline_json(const Baseline& baseline) {
  Json json;
  json["comparable"] = baseline.is_comparable();
  json["not_comparable"] = texts_json(baseline.not_comparable);
  json["ok"] = baseline.ok();
  json["nodes_change_percent"] = text::score_json(baseline.nodes_change);
  json["nodes_ok"] = baseline.nodes_ok;
  json["value_change"] = text::score_json(baseline.value_change);
  json["value_ok"] = baseline.value_ok;
  json["best_move_ok"] = baseline.best_move_ok;
  return json;
}

Json comparison_json(const Comparison& found, const Costs& costs, const cli::Selection& a,
                     const cli::Selection& b) {
  Json json;
  json["same_position"] = found.same_position;
  json["same_value"] = found.same_value;
  json["same_best_move"] = found.same_best_move;
  json["a"] = side_json(a, found.value_a, found.best_move_a, found.nodes_a, costs.a);
  json["b"] = side_json(b, found.value_b, found.best_move_b, found.nodes_b, costs.b);
  json["nodes"] = {{"both", found.both}, {"only_a", found.only_a}, {"only_b", found.only_b}};
  json["contradictions"] = contradictions_json(found.contradictions);
  json["contradictions_total"] = found.contradictions_total;
  json["skipped_in_a"] = found.skipped_in_a;
  json["skipped_in_b"] = found.skipped_in_b;
  json["first_difference"] = difference_json(found.first_difference);
  const text::AnswerTable plies = plies_table(found, found.by_ply.size());
  json["by_ply"] = plies.json();
  json["deeper_plies"] = plies.json_below(kDeeperPlies);
  json["largest_skipped"] = skipped_json(found.largest_skipped);
  json["skipped_subtrees"] = {{"count", found.skipped_subtrees},
                              {"nodes", found.skipped_subtree_nodes}};
  json["skipped_in_a_searched_in_b"] = found.skipped_in_a_searched_in_b;
  json["skipped_in_b_searched_in_a"] = found.skipped_in_b_searched_in_a;
  json["only_a_because"] = found.only_a_because;
  json["only_b_because"] = found.only_b_because;
  json["claims_compared"] = found.claims_compared;
  json["conditional_contradictions"] = {{"count", found.conditional},
                                        {"assumptions", found.conditional_on}};
  json["no_saving"] = texts_json(costs.no_saving);
  json["roots_differ"] = text::text_json(costs.roots_differ);
  json["message"] = found.same_position ? found.claims_not_compared : found.why_not_same;
  return json;
}

std::string value_text(std::optional<Score> value) { return value ? score_text(*value) : "none"; }

std::string sides_text(const Comparison& found, const cli::Selection& a, const cli::Selection& b) {
  TextTable table({{"", TextTable::kLeft},
                   {"trace", TextTable::kLeft},
                   {"algorithm", TextTable::kLeft},
                   {"depth", TextTable::kRight},
                   {"value", TextTable::kRight},
                   {"best move", TextTable::kLeft},
                   {"nodes", TextTable::kRight},
                   {"", TextTable::kLeft}});
  const auto add = [&](const char* name, const cli::Selection& side, std::optional<Score> value,
                       const std::optional<std::string>& best_move, std::uint64_t nodes) {
    std::string trace = side.reader.file().path;
    if (side.reader.searches().size() > 1) trace += fmt::format(" search {}", side.search.id);
    if (side.reader.passes(side.search.id).size() > 1)
      trace += fmt::format(" pass {}", side.pass.ordinal);
    table.add({name, trace, side.search.algorithm,
               side.pass.depth ? std::to_string(*side.pass.depth) : "-", value_text(value),
               best_move.value_or("-"), text::grouped(nodes),
               is_complete(side) ? "" : "unfinished"});
  };
  add("A", a, found.value_a, found.best_move_a, found.nodes_a);
  add("B", b, found.value_b, found.best_move_b, found.nodes_b);
  return table.text();
}

std::string agreement_text(const Comparison& found, const Costs& costs) {
  std::string text;
  text += fmt::format("value      {}\n", found.same_value ? "the same" : "DIFFERENT");
  const bool named = found.best_move_a && found.best_move_b;
  text += fmt::format("best move  {}\n", found.same_best_move ? "the same"
                                         : named              ? "DIFFERENT"
                                                              : "named by one of them only");
  text += "claims     ";
  if (!found.claims_not_compared.empty()) {
    text += "not compared: " + found.claims_not_compared;
  } else if (found.claims_compared == 0) {
    text += "not compared: no two nodes with a known claim have equal depth";
  } else if (found.contradictions_total == 0) {
    text += fmt::format("no contradiction in {} pairs of equal depth",
                        text::grouped(found.claims_compared));
  } else {
    text +=
        fmt::format("{} {} in {} pairs of equal depth", text::grouped(found.contradictions_total),
                    found.contradictions_total == 1 ? "CONTRADICTION" : "CONTRADICTIONS",
                    text::grouped(found.claims_compared));
  }
  text += "\n";
  if (found.conditional > 0) {
    text += fmt::format("           {} {} each other, but {} on assumptions ({})\n",
                        text::count(static_cast<std::int64_t>(found.conditional),
                                    found.contradictions_total > 0 ? "more pair" : "pair"),
                        found.conditional == 1 ? "excludes" : "exclude",
                        found.conditional == 1 ? "rests" : "rest", found.conditional_on);
  }
  if (!costs.roots_differ.empty()) {
    text +=
        text::wrapped("           the two values are no contradiction: " + costs.roots_differ, 11) +
        "\n";
  }
  return text;
}

std::string contradictions_text(const Comparison& found) {
  if (found.contradictions.empty()) return {};
  std::string text = "\nContradictions, the innermost first\n";
  for (const Contradiction& entry : found.contradictions) {
    text += fmt::format("  {}  {}{}\n", entry.path, entry.message,
                        entry.consequence ? " (one lies below)" : "");
  }
  const std::uint64_t left = found.contradictions_total - found.contradictions.size();
  if (left > 0) text += fmt::format("  and {} more\n", text::grouped(left));
  return text;
}

std::string because_text(const char* side, const std::map<std::string, std::uint64_t>& because) {
  std::string text;
  for (const auto& [reason, nodes] : because) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", text::grouped(nodes), reason);
  }
  return text.empty() ? text : fmt::format("  only in {}, by what the other did: {}\n", side, text);
}

// "; B visited 40.0 % fewer", or nothing where both cost the same. Whether that is a saving depends
// on more: no_saving_text().
std::string fewer_text(std::uint64_t nodes_a, std::uint64_t nodes_b) {
  const auto a = static_cast<double>(nodes_a);
  const auto b = static_cast<double>(nodes_b);
  if (nodes_b < nodes_a) return fmt::format("; B visited {} fewer", percent_text(a - b, a));
  if (nodes_a < nodes_b) return fmt::format("; A visited {} fewer", percent_text(b - a, b));
  return "";
}

// The two did not do the same work.
std::string no_saving_text(const Costs& costs) {
  if (costs.no_saving.empty()) return "";
  std::string words;
  for (const std::string& reason : costs.no_saving) words += (words.empty() ? "" : "; ") + reason;
  return text::wrapped("  fewer nodes are no saving here: " + words, 4) + "\n";
}

// What a search with several passes saves is no matter of the pass that is aligned.
std::string all_passes_text(const Costs& costs) {
  const auto words = [](const SearchCost& cost) {
    return text::grouped(cost.nodes) +
           (cost.passes == 1 ? "" : fmt::format(" in {} passes", cost.passes));
  };
  return fmt::format("Nodes of all passes: A {}, B {}{}\n", words(costs.a), words(costs.b),
                     fewer_text(costs.a.nodes, costs.b.nodes));
}

std::string nodes_text(const Comparison& found, const Costs& costs, const cli::Selection& a,
                       const cli::Selection& b) {
  std::string text = "\n";
  const bool of_passes = costs.of_passes || costs.several();
  if (costs.several() && !costs.of_passes) text += all_passes_text(costs);
  text += of_passes ? fmt::format("Nodes of pass {} of A and pass {} of B", a.pass.ordinal,
                                  b.pass.ordinal)
                    : std::string("Nodes");
  text += fmt::format(": {} in both, {} only in A, {} only in B", text::grouped(found.both),
                      text::grouped(found.only_a), text::grouped(found.only_b));
  if (costs.of_passes || !costs.several()) text += fewer_text(found.nodes_a, found.nodes_b);
  text +=
      "\n" + no_saving_text(costs) + plies_table(found, kMostRowsForPeople).for_people().text("  ");
  text += because_text("A", found.only_a_because);
  text += because_text("B", found.only_b_because);
  return text;
}

std::string skipped_text(const Comparison& found, const SearchRow& a, const SearchRow& b) {
  const auto side = [](const char* name, const SearchRow& search, std::uint64_t skipped,
                       const char* other, std::uint64_t searched) {
    // A search need not say how many moves its cutoffs skip.
    const bool known = skipped > 0 || search.captures("skipped");
    std::string text = (known ? text::grouped(skipped) : "not recorded") + " in " + name;
    if (skipped > 0)
      text += fmt::format(" ({} of them searched by {})", text::grouped(searched), other);
    return text;
  };
  std::string text = "\nMoves left unsearched by cutoffs: " +
                     side("A", a, found.skipped_in_a, "B", found.skipped_in_a_searched_in_b) +
                     ", " +
                     side("B", b, found.skipped_in_b, "A", found.skipped_in_b_searched_in_a) + "\n";
  if (found.largest_skipped.empty()) return text;
  text += "Largest pruned subtrees, in nodes that the other trace searched\n";
  TextTable table({{"nodes"}, {"move", TextTable::kLeft}, {"pruned by", TextTable::kLeft}});
  std::uint64_t shown = 0;
  for (const SkippedSubtree& subtree : found.largest_skipped) {
    table.add({text::grouped(subtree.nodes), subtree.path, subtree.by});
    shown += subtree.nodes;
  }
  text += table.text("  ");
  const std::uint64_t left = found.skipped_subtrees - found.largest_skipped.size();
  if (left > 0) {
    text += fmt::format("  and {} more with {} nodes\n", text::grouped(left),
                        text::grouped(found.skipped_subtree_nodes - shown));
  }
  return text;
}

std::string comparison_text(const Comparison& found, const Costs& costs, const cli::Selection& a,
                            const cli::Selection& b) {
  std::string text = sides_text(found, a, b) + "\n";
  if (!found.same_position) {
    return text + "Not the same position: " + found.why_not_same + "\nNothing was aligned.\n";
  }
  text += agreement_text(found, costs) + contradictions_text(found) +
          nodes_text(found, costs, a, b) + skipped_text(found, a.search, b.search);
  text += "\nFirst difference: ";
  text += found.first_difference
              ? found.first_difference->path + "  " + found.first_difference->message
              : "none, the two searched the same tree in the same order";
  return text + "\n";
}

std::string baseline_text(const Baseline& baseline, const CompareOptions& options) {
  const auto verdict = [](bool ok) { return ok ? "ok" : "CHANGED"; };
  if (!baseline.is_comparable()) {
    std::string words;
    for (const std::string& other : baseline.not_comparable) {
      words += (words.empty() ? "" : "; ") + other;
    }
    return "\n" + text::wrapped("Against the baseline A: not comparable: " + words, 2) + "\n";
  }
  std::string text = fmt::format("\nAgainst the baseline A: {}\n", verdict(baseline.ok()));
  text += fmt::format("  nodes      {}: {}, {:g} % tolerated\n", verdict(baseline.nodes_ok),
                      baseline.nodes_change ? fmt::format("{:+.2f} %", *baseline.nodes_change)
                                            : std::string("not known"),
                      options.nodes_tolerance);
  text += fmt::format(
      "  value      {}: {}, {} tolerated\n", verdict(baseline.value_ok),
      baseline.value_change ? "by " + score_text(*baseline.value_change) : std::string("not known"),
      score_text(options.value_tolerance));
  text += fmt::format("  best move  {}\n", verdict(baseline.best_move_ok));
  return text;
}

std::uint64_t expected_nodes(const cli::Selection& side) {
  return static_cast<std::uint64_t>(side.pass.nodes.value_or(0));
}

Status write_answer(const Comparison& found, const Costs& costs, const Baseline& baseline,
                    const cli::Selection& a, const cli::Selection& b,
                    const CompareOptions& options) {
  if (options.format == cli::OutputFormat::kJson) {
    Json json = comparison_json(found, costs, a, b);
    if (options.baseline) json["baseline"] = baseline_json(baseline);
    return cli::write_json(json);
  }
  std::string text = comparison_text(found, costs, a, b);
  if (options.baseline) text += baseline_text(baseline, options);
  return cli::write_stdout(cli::for_terminal(text::printable_lines(text)));
}

// The format that the picture's name says; usage error for none, for one that holds no two, and for
// a file that exists without --force.
Result<draw::PictureFormat> picture_format(const CompareOptions& options) {
  const std::string& file = options.picture_file;
  if (file == "-") {
    return Status::usage("compare: --render: stdout has the comparison; name a file");
  }
  const auto format = cli::picture_format("compare", file, "");
  if (!format) return format;
  if (format->is_page()) {
    return Status::usage("compare: --render: " + file + ": " + std::string(format->name) +
                         " holds one search; try " +
                         draw::picture_format_list("or", &draw::PictureFormat::is_picture));
  }
  if (Status status = cli::check_dots("compare", options.picture.dots, *format); !status) {
    return status;
  }
  const Status free = cli::check_output(file, options.force);
  if (!free) return free;
  return format;
}

Status draw_both(const CompareOptions& options, cli::Selection& a, cli::Selection& b,
                 const Comparison& found, const draw::PictureFormat& format) {
  const OtherPictured other{b, &found};
  const auto bytes = tree_picture(options.picture, a, format, &other);
  if (!bytes) return bytes.status();
  return cli::write_file(options.picture_file, *bytes, options.force);
}

Status run_compare(const CompareOptions& options) {
  auto a = cli::select(options.a);
  if (!a) return a.status();
  auto b = cli::select(options.b);
  if (!b) return b.status();
  // Before the comparison, which may take minutes.
  std::optional<draw::PictureFormat> format;
  if (!options.picture_file.empty()) {
    const auto named = picture_format(options);
    if (!named) return named.status();
    format = *named;
  }
  cli::catch_interrupts();
  const std::uint64_t nodes_a = expected_nodes(*a);
  const std::uint64_t nodes_b = expected_nodes(*b);
  // A share of an unknown whole would mislead.
  cli::Progress progress("comparing", nodes_a > 0 && nodes_b > 0 ? nodes_a + nodes_b : 0);
  CompareSettings settings;
  settings.limit = cli::entries(options.limit);
  settings.progress = [&](std::uint64_t done) { progress.at(done); };
  settings.interrupt = &cli::interrupted();
  const auto found =
      compare({a->reader, a->search, a->pass}, {b->reader, b->search, b->pass}, settings);
  if (!found) return found.status();
  // The picture first: where it cannot be written there is no answer either.
  if (format) {
    const Status drawn = draw_both(options, *a, *b, *found, *format);
    if (!drawn) return drawn;
  }
  const CompareInput of_a{a->reader, a->search, a->pass}, of_b{b->reader, b->search, b->pass};
  const Costs costs{cost_of(*a, found->nodes_a), cost_of(*b, found->nodes_b),
                    options.a.pass || options.b.pass, why_no_saving(of_a, of_b, *found),
                    why_roots_may_differ(of_a, of_b, *found)};
  Baseline baseline = judge(*found, costs, options);
  baseline.not_comparable = other_settings(of_a, of_b);
  const Status written = write_answer(*found, costs, baseline, *a, *b, options);
  if (!written) return written;
  if (options.baseline && !baseline.is_comparable()) return Status::answer(StatusCode::kNoAnswer);
  // A change within the tolerances agrees, but contradicting claims never do.
  const bool yes = options.baseline
                       ? found->same_position && baseline.ok() && found->contradictions_total == 0
                       : found->agrees();
  return yes ? Status::ok() : Status::answer(StatusCode::kAnswerNo);
}

}  // namespace

void setup_compare(cli::Program& app, cli::CommandList& commands) {
  auto options = std::make_shared<CompareOptions>();
  cli::Command* command = cli::add_command(
      app, "compare", "Compare two searches of one position, aligned by move",
      {"plytrace compare minimax.db alphabeta.db",
       "plytrace compare minimax.db alphabeta.db --limit 3 --format json",
       "plytrace compare minimax.db alphabeta.db --render union.svg",
       "plytrace compare deeper.db deeper.db --pass-a 3 --pass-b 4  # two iterations",
       "plytrace compare base.db new.db --baseline --nodes-tolerance 2"});
  command->add_option("A", options->a.file, "Trace of one search")
      ->required()
      ->check(cli::input_file())
      ->type_name("FILE");
  command->add_option("B", options->b.file, "Trace of the other; may be the same file")
      ->required()
      ->check(cli::input_file())
      ->type_name("FILE");
  command->add_option("--search-a", options->a.search, "Search in A (default: the last)")
      ->check(cli::whole_number(0))
      ->type_name("N");
  command->add_option("--search-b", options->b.search, "Search in B (default: the last)")
      ->check(cli::whole_number(0))
      ->type_name("N");
  command->add_option("--pass-a", options->a.pass, "Pass of A (default: the last finished)")
      ->check(cli::whole_number(0))
      ->type_name("N");
  command->add_option("--pass-b", options->b.pass, "Pass of B (default: the last finished)")
      ->check(cli::whole_number(0))
      ->type_name("N");
  command->add_option("--limit", options->limit, "Most entries of each list, 0 = all (default {})")
      ->check(cli::whole_number(0))
      ->type_name("N");
  cli::Option* baseline = command->add_flag(
      "--baseline", options->baseline,
      "A is expected: exit 1 if nodes, value or best move change beyond the tolerances,\n"
      "4 if another position, depth or option was searched");
  command->add_option("--nodes-tolerance", options->nodes_tolerance, "In percent (default {})")
      ->check(cli::real_number(0))
      ->needs(baseline)
      ->type_name("PERCENT");
  command->add_option("--value-tolerance", options->value_tolerance, "In score (default {})")
      ->check(cli::real_number(0))
      ->needs(baseline)
      ->type_name("SCORE");
  cli::Option* render =
      command
          ->add_option("--render", options->picture_file,
                       "Draw the union of the two trees, as FILE ends: " +
                           draw::picture_format_list("or", &draw::PictureFormat::is_picture))
          ->type_name("FILE");
  options->picture.command = "compare";
  for (cli::Option* option : add_tree_picture_options(command, options->picture)) {
    option->needs(render);
  }
  command->add_flag("--force", options->force, "Overwrite FILE");
  command->only_with("--force", {"--render"});
  cli::add_format(command, options->format);
  commands.add(command, [options] { return run_compare(*options); });
}

}  // namespace plytrace
