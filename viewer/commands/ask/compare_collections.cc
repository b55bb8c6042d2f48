// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/compare_collections.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/number_text.h"
#include "viewer/format/characters.h"
#include "viewer/format/numbers.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/table.h"
#include "viewer/verify/report/verify_report.h"

namespace plytrace {
namespace {

using text::Json;

constexpr int kBootstrapSamples = 10'000;

struct KnownSearch {
  std::string trace_id, search_id, file;
  answers::SearchResultRow result;
};
// Keyed by what was asked: position, searcher, depth.
using Searches = std::map<std::string, KnownSearch>;
using Plies = std::map<std::int64_t, std::int64_t>;  // nodes by ply
using PliesOf = std::map<std::string, Plies>;        // keyed by trace and search

// Another program may have written into the file.
Failure damaged(const Collection& collection, const std::string& column, const std::string& cell) {
  return Failure::bad_input(
      fmt::format("{}: damaged collection: {} is '{}'; collect the traces again", collection.path(),
                  column, text::printable(cell.substr(0, 40))));
}

std::int64_t count_in(const Collection& collection, const char* column, const std::string& cell) {
  const auto number = number_from<std::int64_t>(cell);
  if (!number || *number < 0) throw damaged(collection, column, cell);
  return *number;
}

std::optional<Score> score_in(const Collection& collection, const char* column,
                              const std::string& cell) {
  if (cell.empty()) return std::nullopt;
  const auto score = parse_score(cell);
  if (!score) throw damaged(collection, column, cell);
  return *score;
}

std::string place(const std::string& trace, const std::string& search) {
  return trace + "/" + search;
}

// The columns of a result. Where the result of a search is not known, its row stands for it.
std::string result_cells(const Collection& collection) {
  if (!collection.has_results()) {
    return "s.depth, s.value, s.lower, s.upper, s.best_move, NULL, NULL";
  }
  return "coalesce(s.result_depth, s.depth), coalesce(s.result_value, s.value),"
         " iif(s.result_value IS NULL, s.lower, s.result_lower),"
         " iif(s.result_value IS NULL, s.upper, s.result_upper),"
         " coalesce(s.result_best_move, s.best_move), s.root_side, s.root_left_out";
}

// `left_out`: counts the searches that are not compared.
Searches searches_in(const Collection& collection, LeftOut& left_out) {
  Searches searches;
  const auto sorted = [](const std::string& json) {
    return text::sorted_text(text::sorted_json(json));
  };
  require(collection.query(
      "SELECT s.game, s.game_options, s.position, s.algorithm, s.options, s.evaluator,"
      " s.max_player, s.trace, s.search, t.file, s.nodes, s.status, s.verdict, " +
          result_cells(collection) +
          " FROM search AS s JOIN trace AS t ON t.id = s.trace ORDER BY t.file, s.search",
      [&](const std::vector<std::string>& cells) {
        KnownSearch known{cells[7], cells[8], cells[9], {}};
        answers::SearchResultRow& result = known.result;
        result.game = cells[0];
        result.game_options = sorted(cells[1]);
        result.position = cells[2];
        result.algorithm = cells[3];
        result.options = sorted(cells[4]);
        result.evaluator = cells[5];
        result.max_player = cells[6];
        if (!cells[10].empty()) result.nodes = count_in(collection, "nodes", cells[10]);
        result.status = cells[11];
        if (!cells[11].empty() && !format::from_word<format::SearchStatus>(cells[11])) {
          throw damaged(collection, "status", result.status);
        }
        result.verdict = cells[12];
        if (!result.verdict.empty() && !verify::verdict_from(result.verdict)) {
          throw damaged(collection, "verdict", result.verdict);
        }
        result.depth = cells[13];
        result.value = score_in(collection, "value", cells[14]);
        result.claim = {score_in(collection, "lower", cells[15]),
                        score_in(collection, "upper", cells[16])};
        result.best_move = cells[17];
        result.side = cells[18];
        result.left_out = cells[19];
        if (result.status != format::word(format::SearchStatus::kFinished)) {
          ++left_out.unfinished;
          return;
        }
        if (!answers::why_no_result(result, "it").empty()) {
          ++left_out.without_value;
          return;
        }
        std::string asked;
        for (const std::string* text :
             {&result.game, &result.game_options, &result.position, &result.algorithm,
              &result.options, &result.evaluator, &result.depth}) {
          asked += *text + '\n';
        }
        const bool is_new = searches.try_emplace(std::move(asked), std::move(known)).second;
        left_out.repeated += is_new ? 0 : 1;
      }));
  return searches;
}

PliesOf plies_in(const Collection& collection) {
  PliesOf plies;
  // A text, which sum() takes for 0, is the maximum of its column.
  require(collection.query(
      "SELECT p.trace, p.search, y.ply, sum(y.nodes + y.unrecorded), max(y.nodes), "
      "max(y.unrecorded)"
      " FROM ply AS y JOIN pass AS p ON p.trace = y.trace AND p.pass = y.pass GROUP BY 1, 2, 3",
      [&](const std::vector<std::string>& cells) {
        for (const std::size_t most : {4U, 5U}) {
          count_in(collection, "number of nodes of a ply", cells[most]);
        }
        plies[place(cells[0], cells[1])][count_in(collection, "ply", cells[2])] =
            count_in(collection, "number of nodes of a ply", cells[3]);
      }));
  return plies;
}

// The nodes of both sides at each ply, for the totals and for each position.
class PlyDifferences {
 public:
  void add(const Plies& a, const Plies& b, ComparedSearch& search) {
    Plies both = a;
    for (const auto& [ply, nodes] : b) both.try_emplace(ply, 0);
    for (const auto& [ply, nodes] : both) {
      const std::int64_t before = at(a, ply), after = at(b, ply);
      Sums& sums = sums_[ply];
      sums.a += before;
      sums.b += after;
      sums.worse += after > before ? 1 : 0;
      sums.differences.push_back(static_cast<double>(after - before));
      const std::int64_t most = search.ply ? search.ply_nodes_b - search.ply_nodes_a : 0;
      if (after - before <= most) continue;
      search.ply = ply;
      search.ply_nodes_a = before;
      search.ply_nodes_b = after;
    }
  }
  std::vector<ComparedPly> plies() const {
    std::vector<ComparedPly> rows;
    for (const auto& [ply, sums] : sums_) {
      rows.push_back({ply, sums.a, sums.b, sums.worse, text::wilcoxon(sums.differences)});
    }
    return rows;
  }

 private:
  struct Sums {
    std::int64_t a = 0, b = 0, worse = 0;
    std::vector<double> differences;
  };
  static std::int64_t at(const Plies& plies, std::int64_t ply) {
    const auto found = plies.find(ply);
    return found == plies.end() ? 0 : found->second;
  }
  std::map<std::int64_t, Sums> sums_;
};

std::int64_t nodes_in(const Plies& plies) {
  std::int64_t sum = 0;
  for (const auto& [ply, nodes] : plies) sum += nodes;
  return sum;
}

double growth(const ComparedSearch& search) {
  return static_cast<double>(search.b.nodes.value_or(0)) /
         static_cast<double>(std::max<std::int64_t>(search.a.nodes.value_or(0), 1));
}

Json wilcoxon_json(const std::optional<text::Wilcoxon>& test) {
  return test ? Json(test->p) : Json(nullptr);
}

std::string searches(std::int64_t number) {
  return text::grouped(number) + (number == 1 ? " search" : " searches");
}

// "2 unfinished searches of A; 76 searches of B that repeat a question"; "" if all are compared.
std::string left_out_words(const CollectionComparison& found) {
  std::string words;
  const auto add = [&](std::int64_t number, const char* before, const char* side,
                       const char* after) {
    if (number == 0) return;
    words += fmt::format("{}{} {}{} of {}{}", words.empty() ? "" : "; ", text::grouped(number),
                         before, number == 1 ? "search" : "searches", side, after);
  };
  for (const char* side : {"A", "B"}) {
    const LeftOut& left_out = *side == 'A' ? found.left_out_a : found.left_out_b;
    add(left_out.unfinished, "unfinished ", side, "");
    add(left_out.without_value, "", side, " without a value");
    add(left_out.repeated, "", side, " with the same question as an earlier one");
  }
  if (found.not_comparable > 0) {
    words +=
        fmt::format("{}{} of both: {}{}", words.empty() ? "" : "; ", searches(found.not_comparable),
                    found.not_comparable == 1 ? "" : "the first: ",
                    text::printable(found.first_not_comparable));
  }
  return words;
}

// "REFUTED: 1 search of A"; "verdicts of 3 searches not compared"; "" if there is nothing to say.
std::string verdict_lines(const CollectionComparison& found) {
  std::string sides;
  for (const auto& [number, side] : {std::pair(found.refuted_a, "A"), {found.refuted_b, "B"}}) {
    if (number == 0) continue;
    sides += (sides.empty() ? "" : ", ") + searches(number) + " of " + side;
  }
  std::string lines = sides.empty() ? "" : "REFUTED: " + sides + "\n";
  if (found.verdicts_not_compared > 0) {
    lines += "verdicts of " + searches(found.verdicts_not_compared) +
             " not compared: one side has none (collect --verify)\n";
  }
  return lines;
}

std::string search_lines(const ComparedSearch& search) {
  std::string what;
  for (const answers::ResultChange& change : search.worse) {
    what += (what.empty() ? "" : "; ") + change.words();
    if (change.what == "nodes" && search.ply) {
      what += fmt::format(", most in ply {} ({} instead of {})", *search.ply,
                          text::grouped(search.ply_nodes_b), text::grouped(search.ply_nodes_a));
    }
  }
  const std::string& algorithm = search.a.algorithm;
  return text::printable(fmt::format("  {}depth {}: {}",
                                     algorithm + (algorithm.empty() ? "" : ", "), search.a.depth,
                                     what)) +
         "\n    " + text::printable(search.a.position + "  (" + search.trace_b + ")") + "\n";
}

}  // namespace

CollectionComparison compare_collections(const Collection& a, const Collection& b,
                                         const answers::BaselineLimits& limits,
                                         std::uint64_t seed) {
  CollectionComparison found;
  require(a.check());
  require(b.check());
  const Searches searches_a = searches_in(a, found.left_out_a);
  const Searches searches_b = searches_in(b, found.left_out_b);
  const PliesOf plies_a = plies_in(a), plies_b = plies_in(b);
  PlyDifferences plies;
  std::vector<double> ratios, differences;
  const auto plies_of = [](const PliesOf& all, const KnownSearch& search) {
    const auto known = all.find(place(search.trace_id, search.search_id));
    return known == all.end() ? Plies() : known->second;
  };
  for (const auto& [asked, before] : searches_a) {
    const auto other = searches_b.find(asked);
    if (other == searches_b.end()) {
      ++found.only_a;
      continue;
    }
    const KnownSearch& after = other->second;
    const Plies of_a = plies_of(plies_a, before), of_b = plies_of(plies_b, after);
    ComparedSearch search{
        .a = before.result, .b = after.result, .trace_a = before.file, .trace_b = after.file};
    if (!search.a.nodes) search.a.nodes = nodes_in(of_a);
    if (!search.b.nodes) search.b.nodes = nodes_in(of_b);
    answers::ResultChanges changes = changes_of(search.a, search.b, limits);
    if (!changes.not_comparable.empty()) {
      if (++found.not_comparable == 1) found.first_not_comparable = changes.not_comparable.front();
      continue;
    }
    ++found.compared;
    const auto is_refuted = [](const answers::SearchResultRow& row) {
      return row.verdict == verify::word(verify::Verdict::kRefuted);
    };
    found.refuted_a += is_refuted(search.a) ? 1 : 0;
    found.refuted_b += is_refuted(search.b) ? 1 : 0;
    const bool lacks_verdict = search.a.verdict.empty() || search.b.verdict.empty();
    found.verdicts_not_compared += lacks_verdict && !is_refuted(search.b) ? 1 : 0;
    const std::int64_t nodes_a = *search.a.nodes, nodes_b = *search.b.nodes;
    differences.push_back(static_cast<double>(nodes_b - nodes_a));
    if (nodes_a > 0 && nodes_b > 0) {
      ratios.push_back(std::log(static_cast<double>(nodes_b) / static_cast<double>(nodes_a)));
    }
    const bool is_better = nodes_b < nodes_a;
    found.better += is_better ? 1 : 0;
    for (answers::ResultChange& change : changes.changes) {
      if (is_better && change.what == "nodes") continue;
      search.worse.push_back(std::move(change));
    }
    plies.add(of_a, of_b, search);
    if (!search.worse.empty()) found.worse.push_back(std::move(search));
  }
  found.only_b =
      static_cast<std::int64_t>(searches_b.size()) - found.compared - found.not_comparable;
  found.plies = plies.plies();
  found.test = text::wilcoxon(differences);
  if (!ratios.empty()) {
    found.ratio = std::exp(text::mean_of(ratios));
    const auto logs = text::bootstrap_mean(ratios, kBootstrapSamples, seed);
    found.interval = {std::exp(logs.low), std::exp(logs.high)};
  }
  std::stable_sort(found.worse.begin(), found.worse.end(),
                   [](const auto& x, const auto& y) { return growth(x) > growth(y); });
  return found;
}

std::string lines(const CollectionComparison& found, std::size_t limit) {
  std::string text = fmt::format(
      "{} compared: {} worse, {} with fewer nodes; {} only in A, {} only in B\n",
      searches(found.compared), text::grouped(found.worse.size()), text::grouped(found.better),
      text::grouped(found.only_a), text::grouped(found.only_b));
  const std::string not_compared = left_out_words(found);
  if (!not_compared.empty()) text += "not compared: " + not_compared + "\n";
  text += verdict_lines(found);
  if (found.ratio) {
    text += fmt::format(
        "nodes: {:.4f} times the baseline (95 % interval {:.4f} to {:.4f}), p = {}\n", *found.ratio,
        found.interval.low, found.interval.high, text::p_text(found.test));
  }
  if (found.worse.empty()) return text;
  for (std::size_t i = 0; i < std::min(limit, found.worse.size()); ++i) {
    text += search_lines(found.worse[i]);
  }
  if (limit < found.worse.size()) {
    text += fmt::format("  and {} more (--limit 0 for all)\n",
                        text::grouped(found.worse.size() - limit));
  }
  TextTable table({{"ply"}, {"nodes of A"}, {"nodes of B"}, {"searches with more"}, {"p"}});
  for (const ComparedPly& ply : found.plies) {
    table.add({std::to_string(ply.ply), text::grouped(ply.nodes_a), text::grouped(ply.nodes_b),
               text::grouped(ply.positions_worse), text::p_text(ply.test)});
  }
  return text + "\n" + table.text() + "p: Wilcoxon's signed-rank test over the searches\n";
}

Json json(const CollectionComparison& found, std::size_t limit) {
  Json json = {{"compared", found.compared},
               {"worse_total", found.worse.size()},
               {"fewer_nodes", found.better},
               {"only_a", found.only_a},
               {"only_b", found.only_b},
               {"unfinished_a", found.left_out_a.unfinished},
               {"unfinished_b", found.left_out_b.unfinished},
               {"without_value_a", found.left_out_a.without_value},
               {"without_value_b", found.left_out_b.without_value},
               {"not_comparable", found.not_comparable},
               {"refuted_a", found.refuted_a},
               {"refuted_b", found.refuted_b},
               {"verdicts_not_compared", found.verdicts_not_compared},
               {"repeated_a", found.left_out_a.repeated},
               {"repeated_b", found.left_out_b.repeated},
               {"ratio", found.ratio ? Json(*found.ratio) : Json(nullptr)},
               {"ratio_low", found.ratio ? Json(found.interval.low) : Json(nullptr)},
               {"ratio_high", found.ratio ? Json(found.interval.high) : Json(nullptr)},
               {"wilcoxon_p", wilcoxon_json(found.test)},
               {"worse", Json::array()},
               {"plies", Json::array()}};
  for (std::size_t i = 0; i < std::min(limit, found.worse.size()); ++i) {
    const ComparedSearch& row = found.worse[i];
    Json what = Json::array();
    for (const answers::ResultChange& change : row.worse) what.push_back(change.what);
    const auto value = [](const answers::SearchResultRow& result) {
      return result.value ? score_text(*result.value) : std::string();
    };
    json["worse"].push_back({{"position", text::text_json(row.a.position)},
                             {"algorithm", text::text_json(row.a.algorithm)},
                             {"depth", text::text_json(row.a.depth)},
                             {"trace_a", text::text_json(row.trace_a)},
                             {"trace_b", text::text_json(row.trace_b)},
                             {"what", std::move(what)},
                             {"nodes_a", row.a.nodes.value_or(0)},
                             {"nodes_b", row.b.nodes.value_or(0)},
                             {"value_a", value(row.a)},
                             {"value_b", value(row.b)},
                             {"bound_a", word(row.a.claim.kind())},
                             {"bound_b", word(row.b.claim.kind())},
                             {"best_move_a", text::text_json(row.a.best_move)},
                             {"best_move_b", text::text_json(row.b.best_move)},
                             {"verdict_a", text::text_json(row.a.verdict)},
                             {"verdict_b", text::text_json(row.b.verdict)},
                             {"ply", text::number_json(row.ply)},
                             {"ply_nodes_a", row.ply_nodes_a},
                             {"ply_nodes_b", row.ply_nodes_b}});
  }
  for (const ComparedPly& ply : found.plies) {
    json["plies"].push_back({{"ply", ply.ply},
                             {"nodes_a", ply.nodes_a},
                             {"nodes_b", ply.nodes_b},
                             {"searches_with_more", ply.positions_worse},
                             {"wilcoxon_p", wilcoxon_json(ply.test)}});
  }
  return json;
}

}  // namespace plytrace
