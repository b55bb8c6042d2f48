// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/compare_collections.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <utility>

#include "viewer/answers/baseline.h"
#include "viewer/format/characters.h"
#include "viewer/format/numbers.h"
#include "viewer/format/table.h"

namespace plytrace {
namespace {

using text::Json;

constexpr int kBootstrapSamples = 10'000;

struct KnownSearch {
  std::string trace_id, search_id, file, position, algorithm, depth, value, move, verdict, bound;
  std::int64_t nodes = 0;
};
// Keyed by what was asked: position, searcher, depth.
using Searches = std::map<std::string, KnownSearch>;
using Plies = std::map<std::int64_t, std::int64_t>;  // nodes by ply
using PliesOf = std::map<std::string, Plies>;        // keyed by trace and search

std::int64_t integer(const std::string& cell) { return std::strtoll(cell.c_str(), nullptr, 10); }

std::string place(const std::string& trace, const std::string& search) {
  return trace + "/" + search;
}

// `left_out`: counts the searches that are not compared.
Result<Searches> searches_in(const Collection& collection, LeftOut& left_out) {
  Searches searches;
  const Status status = collection.query(
      "SELECT s.game, s.game_options, s.position, s.algorithm, s.options, s.evaluator, s.depth,"
      " s.trace, s.search, t.file, s.nodes, s.value, s.best_move, s.verdict,"
      " CASE s.value WHEN s.lower THEN iif(s.value = s.upper, 'exact', 'lower')"
      " WHEN s.upper THEN 'upper' ELSE '' END"
      " FROM search AS s JOIN trace AS t ON t.id = s.trace WHERE s.status = 'finished'"
      " ORDER BY t.file, s.search",
      [&](const std::vector<std::string>& cells) {
        std::string asked;
        for (std::size_t i = 0; i < 7; ++i) asked += cells[i] + '\n';
        KnownSearch known{cells[7],  cells[8],  cells[9],  cells[2],  cells[3],          cells[6],
                          cells[11], cells[12], cells[13], cells[14], integer(cells[10])};
        const bool is_new = searches.try_emplace(std::move(asked), std::move(known)).second;
        left_out.repeated += is_new ? 0 : 1;
      });
  if (!status) return status;
  const Status counted = collection.query(
      "SELECT count(*) FROM search WHERE status IS NOT 'finished'",
      [&](const std::vector<std::string>& cells) { left_out.unfinished = integer(cells[0]); });
  if (!counted) return counted;
  return searches;
}

Result<PliesOf> plies_in(const Collection& collection) {
  PliesOf plies;
  const Status status = collection.query(
      "SELECT p.trace, p.search, y.ply, sum(y.nodes + y.unrecorded) FROM ply AS y"
      " JOIN pass AS p ON p.trace = y.trace AND p.pass = y.pass GROUP BY 1, 2, 3",
      [&](const std::vector<std::string>& cells) {
        plies[place(cells[0], cells[1])][integer(cells[2])] = integer(cells[3]);
      });
  if (!status) return status;
  return plies;
}

std::vector<std::string> what_is_worse(const KnownSearch& a, const KnownSearch& b,
                                       const answers::BaselineLimits& limits) {
  std::vector<std::string> worse;
  const auto most = static_cast<double>(a.nodes) * (1 + limits.nodes / 100);
  if (static_cast<double>(b.nodes) > most) worse.emplace_back("nodes");
  const double change =
      std::strtod(b.value.c_str(), nullptr) - std::strtod(a.value.c_str(), nullptr);
  const bool is_within = a.value == b.value || std::abs(change) <= limits.value;
  const bool claims_other = !a.bound.empty() && a.bound != b.bound;
  if (!is_within || claims_other) worse.emplace_back("value");
  if (a.move != b.move) worse.emplace_back("best_move");
  if (answers::is_worse_verdict(a.verdict, b.verdict)) worse.emplace_back("verdict");
  return worse;
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

double growth(const ComparedSearch& search) {
  return static_cast<double>(search.nodes_b) /
         static_cast<double>(std::max<std::int64_t>(search.nodes_a, 1));
}

std::string chance_text(const std::optional<text::Wilcoxon>& test) {
  if (!test) return "-";
  return test->p < 1e-300 ? "< 1e-300" : fmt::format("{:.2g}", test->p);
}

Json wilcoxon_json(const std::optional<text::Wilcoxon>& test) {
  return test ? Json(test->p) : Json(nullptr);
}

std::string value_words(const std::string& value, const std::string& bound, bool with_claim) {
  if (!with_claim) return value;
  const auto claimed = format::from_word<Bound>(bound);
  return claimed ? claim_text({*claimed, std::strtod(value.c_str(), nullptr)})
                 : value + " without a claim";
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
    add(left_out.repeated, "", side, " with the same question as an earlier one");
  }
  return words;
}

std::string search_lines(const ComparedSearch& search) {
  std::string what;
  for (const std::string& word : search.worse) {
    what += what.empty() ? "" : "; ";
    if (word == "nodes") {
      what += fmt::format("nodes {} instead of {}", text::grouped(search.nodes_b),
                          text::grouped(search.nodes_a));
      if (search.ply) {
        what += fmt::format(", most in ply {} ({} instead of {})", *search.ply,
                            text::grouped(search.ply_nodes_b), text::grouped(search.ply_nodes_a));
      }
    } else if (word == "value") {
      const bool with_claims = !search.bound_a.empty() && search.bound_a != search.bound_b;
      what += "value " + value_words(search.value_b, search.bound_b, with_claims) + " instead of " +
              value_words(search.value_a, search.bound_a, with_claims);
    } else if (word == "best_move") {
      what += "best move " + search.move_b + " instead of " + search.move_a;
    } else {
      what += search.verdict_b + " instead of " + search.verdict_a;
    }
  }
  const std::string& algorithm = search.algorithm;
  return text::printable(fmt::format(
             "  {}depth {}: {}", algorithm + (algorithm.empty() ? "" : ", "), search.depth, what)) +
         "\n    " + text::printable(search.position + "  (" + search.trace_b + ")") + "\n";
}

}  // namespace

Result<CollectionComparison> compare_collections(const Collection& a, const Collection& b,
                                                 const answers::BaselineLimits& limits,
                                                 std::uint64_t seed) {
  CollectionComparison found;
  const auto searches_a = searches_in(a, found.left_out_a);
  const auto searches_b = searches_in(b, found.left_out_b);
  if (!searches_a) return searches_a.status();
  if (!searches_b) return searches_b.status();
  const auto plies_a = plies_in(a), plies_b = plies_in(b);
  if (!plies_a) return plies_a.status();
  if (!plies_b) return plies_b.status();
  PlyDifferences plies;
  std::vector<double> ratios, differences;
  const auto plies_of = [](const PliesOf& all, const KnownSearch& search) {
    const auto known = all.find(place(search.trace_id, search.search_id));
    return known == all.end() ? Plies() : known->second;
  };
  for (const auto& [asked, before] : *searches_a) {
    const auto other = searches_b->find(asked);
    if (other == searches_b->end()) {
      ++found.only_a;
      continue;
    }
    const KnownSearch& after = other->second;
    ++found.compared;
    differences.push_back(static_cast<double>(after.nodes - before.nodes));
    if (before.nodes > 0 && after.nodes > 0) {
      ratios.push_back(
          std::log(static_cast<double>(after.nodes) / static_cast<double>(before.nodes)));
    }
    found.better += after.nodes < before.nodes ? 1 : 0;
    ComparedSearch search{before.position,
                          before.algorithm,
                          before.depth,
                          before.file,
                          after.file,
                          before.nodes,
                          after.nodes,
                          before.value,
                          after.value,
                          before.move,
                          after.move,
                          before.verdict,
                          after.verdict,
                          before.bound,
                          after.bound,
                          {},
                          0,
                          0,
                          what_is_worse(before, after, limits)};
    plies.add(plies_of(*plies_a, before), plies_of(*plies_b, after), search);
    if (!search.worse.empty()) found.worse.push_back(std::move(search));
  }
  found.only_b = static_cast<std::int64_t>(searches_b->size()) - found.compared;
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

std::string comparison_text(const CollectionComparison& found, std::size_t limit) {
  std::string text =
      fmt::format("{} compared: {} worse, {} with fewer nodes; {} only in A, {} only in B\n",
                  text::grouped(found.compared) + (found.compared == 1 ? " search" : " searches"),
                  text::grouped(found.worse.size()), text::grouped(found.better),
                  text::grouped(found.only_a), text::grouped(found.only_b));
  const std::string not_compared = left_out_words(found);
  if (!not_compared.empty()) text += "not compared: " + not_compared + "\n";
  if (found.ratio) {
    text +=
        fmt::format("nodes: {:.4f} times the baseline (95 % interval {:.4f} to {:.4f}), p = {}\n",
                    *found.ratio, found.interval.low, found.interval.high, chance_text(found.test));
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
               text::grouped(ply.positions_worse), chance_text(ply.test)});
  }
  return text + "\n" + table.text() + "p: Wilcoxon's signed-rank test over the searches\n";
}

Json comparison_json(const CollectionComparison& found, std::size_t limit) {
  Json json = {{"compared", found.compared},
               {"worse_total", found.worse.size()},
               {"fewer_nodes", found.better},
               {"only_a", found.only_a},
               {"only_b", found.only_b},
               {"unfinished_a", found.left_out_a.unfinished},
               {"unfinished_b", found.left_out_b.unfinished},
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
    json["worse"].push_back({{"position", text::text_json(row.position)},
                             {"algorithm", text::text_json(row.algorithm)},
                             {"depth", text::text_json(row.depth)},
                             {"trace_a", text::text_json(row.trace_a)},
                             {"trace_b", text::text_json(row.trace_b)},
                             {"what", row.worse},
                             {"nodes_a", row.nodes_a},
                             {"nodes_b", row.nodes_b},
                             {"value_a", text::text_json(row.value_a)},
                             {"value_b", text::text_json(row.value_b)},
                             {"bound_a", text::text_json(row.bound_a)},
                             {"bound_b", text::text_json(row.bound_b)},
                             {"best_move_a", text::text_json(row.move_a)},
                             {"best_move_b", text::text_json(row.move_b)},
                             {"verdict_a", text::text_json(row.verdict_a)},
                             {"verdict_b", text::text_json(row.verdict_b)},
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
