// SPDX-License-Identifier: MIT
#include "viewer/commands/make/suite_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "core/parameters.h"
#include "viewer/format/csv.h"
#include "viewer/format/numbers.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/table.h"
#include "viewer/meaning/claim.h"
#include "viewer/verify/report/verify_report.h"

namespace plytrace {
namespace {

using text::Json;

constexpr int kResamples = 10'000;

struct MeasureTraits {
  std::string_view word;
  SuiteColumn column;
};
// In the order of SuiteMeasure.
constexpr MeasureTraits kMeasures[] = {
    {"nodes", "nodes"}, {"leaves", "leaf_evaluations"}, {"time", "seconds"}};

double number(const std::string& cell) {
  return cell.empty() ? 0 : std::strtod(cell.c_str(), nullptr);
}
int depth_of(const SuiteRow& row) { return static_cast<int>(number(row["depth"])); }

bool is_finished(const SuiteRow& row) {
  return row["status"] == format::word(SearchStatus::kFinished);
}
bool is_refuted(const SuiteRow& row) {
  return row["verdict"] == verify::word(verify::Verdict::kRefuted);
}

// Equal for searches of one tree, whose sizes can be compared.
std::string pair_key(const SuiteRow& row) {
  return row["game"] + '\n' + row["game_options"] + '\n' + row["depth"] + '\n' + row["position"];
}

std::string parameters_of(const SuiteRow& row) {
  const std::string& text = row["options"];
  // Nearly all rows have this text. Parsing it takes longer than all other comparisons.
  if (text.find("\"parameters\":{}") != std::string::npos) {
    return row["evaluator"] + "\n{}";
  }
  const Json options = text::parsed_json(text);
  return row["evaluator"] + "\n" +
         (options.is_object() && options.contains("parameters")
              ? text::json_text(options["parameters"])
              : std::string());
}

std::optional<Claim> claim_of(const SuiteRow& row) {
  const auto bound = format::from_word<Bound>(row["bound"]);
  if (!bound || row["value"].empty()) return std::nullopt;
  return Claim{*bound, number(row["value"])};
}

// Whether both searched the same position whole with the same evaluator.
bool have_one_question(const SuiteRow& a, const SuiteRow& b) {
  return a["completed_depth"] == b["completed_depth"] && a["game_options"] == b["game_options"] &&
         parameters_of(a) == parameters_of(b);
}

// Whether their values must be equal.
bool are_comparable(const SuiteRow& a, const SuiteRow& b) {
  const auto is_exact = [](const SuiteRow& row) {
    return row["bound"] == format::word(Bound::kExact);
  };
  return is_exact(a) && is_exact(b) && have_one_question(a, b);
}

// Whether no value satisfies both, as "at least 99" and "exactly 7".
bool contradict(const SuiteRow& a, const SuiteRow& b) {
  const auto claim_a = claim_of(a), claim_b = claim_of(b);
  return claim_a && claim_b && exclude_each_other(*claim_a, *claim_b) && have_one_question(a, b);
}

// "at least 99"; a plain "7" if the value is exact.
std::string claimed_value(const SuiteRow& row) {
  const auto claim = claim_of(row);
  return claim && claim->bound != Bound::kExact ? claim_text(*claim) : std::string(row["value"]);
}

// Whatever may tell a searcher from another one of its name, with a word for each setting.
std::map<std::string, std::string> settings_of(const SuiteRow& row) {
  std::map<std::string, std::string> settings{{"game", row["game"]},
                                              {"evaluator", row["evaluator"]}};
  const auto add_all = [&settings](const Json& options) {
    for (const auto& [key, value] : options.items()) {
      settings[key] = value.is_string() ? value.get<std::string>() : text::json_text(value);
    }
  };
  for (const SuiteColumn column : {SuiteColumn("game_options"), SuiteColumn("options")}) {
    Json options = text::parsed_json(row[column]);
    if (!options.is_object()) continue;
    if (options.contains("parameters")) add_all(options["parameters"]);
    options.erase("parameters");
    add_all(options);
  }
  return settings;
}

// Sorts the rows into groups.
class Grouping {
 public:
  explicit Grouping(SuiteSummary& summary) : summary_(summary) {}

  void add(const SuiteRow& row) {
    positions_.insert(row["position"]);
    if (!asked_.insert(question_of(row)).second) {
      ++summary_.duplicates;
      return;
    }
    const auto [searcher, is_new] = places_.try_emplace(searcher_of(row), places_.size());
    if (is_new) first_rows_.push_back(&row);
    const auto key = std::pair(depth_of(row), searcher->second);
    const auto group = groups_.try_emplace(key).first;
    group->second.depth = key.first;
    if (is_finished(row)) {
      group->second.rows.push_back(&row);
    } else {
      ++group->second.stopped;
    }
  }

  // Finds the reference's row of each row.
  void pair_with(const std::string& reference) {
    const auto name_of = [this](std::size_t place) -> const std::string& {
      return (*first_rows_[place])["searcher"];
    };
    const std::string name =
        reference.empty() && !groups_.empty() ? name_of(groups_.begin()->first.second) : reference;
    std::map<std::string, std::vector<const SuiteRow*>> known;
    std::vector<std::string> names;
    for (auto& [key, group] : groups_) {
      group.searcher = label_of(key.second);
      names.insert(names.end(), {name_of(key.second), group.searcher});
      group.is_reference = group.searcher == name || name_of(key.second) == name;
      if (!group.is_reference) continue;
      for (const SuiteRow* row : group.rows) known[pair_key(*row)].push_back(row);
    }
    if (std::find(names.begin(), names.end(), name) == names.end() && !name.empty()) {
      throw Failure::usage("--reference: no row is of a searcher '" + name + "'" +
                           did_you_mean(name, names));
    }
    for (auto& [key, group] : groups_) {
      for (const SuiteRow* row : group.rows) {
        const SuiteRow* const other = partner_of(*row, known[pair_key(*row)]);
        group.reference.push_back(other);
        summary_.without_partner += other == nullptr ? 1 : 0;
      }
      summary_.groups.push_back(std::move(group));
    }
    summary_.reference = name;
    summary_.positions = static_cast<std::int64_t>(positions_.size());
  }

 private:
  // The name of a searcher, with the settings in which it differs from others of its name.
  std::string label_of(std::size_t place) const {
    const std::string& name = (*first_rows_[place])["searcher"];
    const auto settings = settings_of(*first_rows_[place]);
    std::set<std::string> differing;
    for (const SuiteRow* const other : first_rows_) {
      if ((*other)["searcher"] != name) continue;
      for (const auto& [key, value] : settings_of(*other)) {
        const auto own = settings.find(key);
        if (own != settings.end() && own->second != value) differing.insert(key);
      }
    }
    const std::string words = text::joined(
        differing, ", ", [&](const std::string& key) { return key + " " + settings.at(key); });
    return words.empty() ? name : name + " (" + words + ")";
  }

  // The row of the reference with the same evaluator, if there is one.
  static const SuiteRow* partner_of(const SuiteRow& row, const std::vector<const SuiteRow*>& rows) {
    const auto same = std::find_if(rows.begin(), rows.end(), [&row](const SuiteRow* other) {
      return parameters_of(*other) == parameters_of(row);
    });
    return same != rows.end() ? *same : rows.empty() ? nullptr : rows.front();
  }

  SuiteSummary& summary_;
  std::set<std::string> positions_, asked_;
  std::map<std::string, std::size_t> places_;  // searchers in the order of their first rows
  std::vector<const SuiteRow*> first_rows_;    // by place
  std::map<std::pair<int, std::size_t>, SearcherRows> groups_;
};

// Returns the logarithms of the ratios.
std::vector<double> compare_sizes(const SearcherRows& group, const SummaryQuestion& question,
                                  SearcherSummary& summary) {
  std::vector<double> ratios, differences;
  for (std::size_t i = 0; i < group.rows.size(); ++i) {
    if (group.reference[i] == nullptr) continue;
    const double own = measured(*group.rows[i], question.measure);
    const double other = measured(*group.reference[i], question.measure);
    differences.push_back(own - other);
    if (own > 0 && other > 0) ratios.push_back(std::log(own / other));
  }
  summary.pairs = static_cast<std::int64_t>(differences.size());
  if (ratios.empty()) return ratios;
  summary.ratio = std::exp(text::mean_of(ratios));
  summary.test = text::wilcoxon(differences);
  return ratios;
}

// All but the interval of the ratio. Returns the logarithms of the ratios.
std::vector<double> summarize_group(const SearcherRows& group, const SummaryQuestion& question,
                                    SearcherSummary& summary) {
  summary.searcher = group.searcher;
  summary.depth = group.depth;
  summary.searches = static_cast<std::int64_t>(group.rows.size());
  summary.stopped = group.stopped;
  std::vector<double> sizes;
  for (const SuiteRow* row : group.rows) sizes.push_back(measured(*row, question.measure));
  summary.mean = text::mean_of(sizes);
  summary.median = text::quantile_of(sizes, 0.5);
  summary.lower_quartile = text::quantile_of(sizes, 0.25);
  summary.upper_quartile = text::quantile_of(sizes, 0.75);
  if (group.is_reference) return {};
  std::vector<double> ratios = compare_sizes(group, question, summary);
  for (std::size_t i = 0; i < group.rows.size(); ++i) {
    const SuiteRow* const other = group.reference[i];
    const SuiteRow& row = *group.rows[i];
    if (other == nullptr || !are_comparable(row, *other)) continue;
    ++summary.comparable;
    summary.same_value += row["value"] == (*other)["value"] ? 1 : 0;
    summary.same_move += row["best_move"] == (*other)["best_move"] ? 1 : 0;
  }
  return ratios;
}

// Refuted searches first, then differing values.
void find_disagreements(std::size_t most, SuiteSummary& summary) {
  const auto add = [&](const SuiteRow* row, const SuiteRow* reference) {
    ++summary.disagreements_total;
    if (summary.disagreements.size() < most) summary.disagreements.push_back({row, reference});
  };
  for (const SearcherRows& group : summary.groups) {
    for (const SuiteRow* row : group.rows) {
      if (is_refuted(*row)) add(row, nullptr);
    }
  }
  for (const SearcherRows& group : summary.groups) {
    for (std::size_t i = 0; i < group.rows.size(); ++i) {
      const SuiteRow *row = group.rows[i], *other = group.reference[i];
      if (other != nullptr && contradict(*row, *other)) add(row, other);
    }
  }
}

std::string size_text(double size, SuiteMeasure measure) {
  if (!std::isfinite(size)) return "-";
  if (measure == SuiteMeasure::kTime) return fmt::format("{:.6f}", size);
  if (std::abs(size) >= 1e15) return fmt::format("{:.1f}", size);
  const double tenths = std::round(size * 10);
  const auto whole = static_cast<std::int64_t>(tenths / 10);
  return text::grouped(whole) +
         (size == std::trunc(size) ? "" : fmt::format(".{:.0f}", std::fmod(tenths, 10)));
}

std::string disagreement_text(const Disagreement& found) {
  const SuiteRow& row = *found.row;
  const std::string where =
      fmt::format("  {}, depth {}, line {}: ", row["searcher"], row["depth"], row["line"]);
  const std::string what = found.reference == nullptr
                               ? "refuted by verify"
                               : fmt::format("value {} instead of {}", claimed_value(row),
                                             claimed_value(*found.reference));
  return where + what + "  " + row["position"] + "\n";
}

Json number_json(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json searcher_json(const SearcherSummary& row) {
  const bool is_compared = row.ratio.has_value();
  return {{"depth", row.depth},
          {"searcher", row.searcher},
          {"searches", row.searches},
          {"stopped", row.stopped},
          {"mean", number_json(row.mean)},
          {"median", number_json(row.median)},
          {"lower_quartile", number_json(row.lower_quartile)},
          {"upper_quartile", number_json(row.upper_quartile)},
          {"pairs", row.pairs},
          {"ratio", is_compared ? Json(*row.ratio) : Json(nullptr)},
          {"ratio_low", is_compared ? number_json(row.interval.low) : Json(nullptr)},
          {"ratio_high", is_compared ? number_json(row.interval.high) : Json(nullptr)},
          {"wilcoxon_pairs", row.test ? Json(row.test->pairs) : Json(nullptr)},
          {"wilcoxon_rank_sum", row.test ? Json(row.test->rank_sum) : Json(nullptr)},
          {"wilcoxon_p", row.test ? Json(row.test->p) : Json(nullptr)},
          {"comparable", row.comparable},
          {"same_value", row.same_value},
          {"same_move", row.same_move}};
}

}  // namespace

std::string_view word(SuiteMeasure measure) {
  return kMeasures[static_cast<std::size_t>(measure)].word;
}

double measured(const SuiteRow& row, SuiteMeasure measure) {
  return number(row[kMeasures[static_cast<std::size_t>(measure)].column]);
}

SuiteSummary summarize(const std::vector<SuiteRow>& rows, const SummaryQuestion& question) {
  SuiteSummary summary;
  summary.measure = question.measure;
  Grouping grouping(summary);
  for (const SuiteRow& row : rows) grouping.add(row);
  grouping.pair_with(question.reference);
  std::vector<std::vector<double>> ratios;
  for (const SearcherRows& group : summary.groups) {
    SearcherSummary& searcher = summary.searchers.emplace_back();
    ratios.push_back(summarize_group(group, question, searcher));
  }
  const auto logs = text::bootstrap_means(ratios, kResamples, question.seed);
  for (std::size_t i = 0; i < logs.size(); ++i) {
    if (ratios[i].empty()) continue;
    summary.searchers[i].interval = {std::exp(logs[i].low), std::exp(logs[i].high)};
  }
  find_disagreements(question.most_listed, summary);
  return summary;
}

std::string lines(const SuiteSummary& summary) {
  if (summary.searchers.empty()) return "no searches\n";
  std::string text;
  for (const Disagreement& found : summary.disagreements) text += disagreement_text(found);
  if (summary.disagreements_total > 0) {
    const bool is_one = summary.disagreements_total == 1;
    text = fmt::format("{} {} with {} or {} refuted:\n", text::grouped(summary.disagreements_total),
                       is_one ? "search disagrees" : "searches disagree", summary.reference,
                       is_one ? "is" : "are") +
           text;
    const auto listed = static_cast<std::int64_t>(summary.disagreements.size());
    if (listed < summary.disagreements_total) {
      text += fmt::format("  and {} more\n", text::grouped(summary.disagreements_total - listed));
    }
    text += "\n";
  }
  const bool has_stopped = std::any_of(summary.searchers.begin(), summary.searchers.end(),
                                       [](const SearcherSummary& row) { return row.stopped > 0; });
  std::vector<TextTable::Column> columns{
      {"depth"},         {"searcher", TextTable::kLeft},
      {"searches"},      {fmt::format("mean {}", word(summary.measure))},
      {"median"},        {"ratio"},
      {"95 % interval"}, {"p"},
      {"same value"},    {"same move"}};
  if (has_stopped) columns.push_back({"not finished"});
  TextTable table(columns);
  for (const SearcherSummary& row : summary.searchers) {
    const auto share = [&](std::int64_t part) {
      return row.comparable == 0 ? std::string("-")
                                 : text::grouped(part) + " of " + text::grouped(row.comparable);
    };
    table.add(
        {std::to_string(row.depth), row.searcher, text::grouped(row.searches),
         size_text(row.mean, summary.measure), size_text(row.median, summary.measure),
         row.ratio ? fmt::format("{:.4g}", *row.ratio) : "-",
         row.ratio ? fmt::format("{:.4g} to {:.4g}", row.interval.low, row.interval.high) : "-",
         text::p_text(row.test), share(row.same_value), share(row.same_move),
         has_stopped ? text::grouped(row.stopped) : ""});
  }
  text += table.text();
  text += fmt::format("ratio: geometric mean over the positions, against {}; p: Wilcoxon's test\n",
                      summary.reference);
  if (summary.without_partner > 0) {
    text +=
        fmt::format("{} without a ratio: {} has no search of the same game, position and depth\n",
                    text::grouped(summary.without_partner), summary.reference);
  }
  if (summary.duplicates > 0) {
    text += fmt::format("{} left out, because an earlier row is of the same search\n",
                        text::count(summary.duplicates, "row"));
  }
  return text;
}

Json json(const SuiteSummary& summary) {
  Json json = {{"measure", word(summary.measure)},
               {"reference", summary.reference},
               {"positions", summary.positions},
               {"duplicates", summary.duplicates},
               {"without_partner", summary.without_partner},
               {"disagreements_total", summary.disagreements_total},
               {"disagreements", Json::array()},
               {"searchers", Json::array()}};
  for (const Disagreement& found : summary.disagreements) {
    const SuiteRow& row = *found.row;
    const Json cells = suite_json(row);
    json["disagreements"].push_back(
        {{"searcher", cells["searcher"]},
         {"depth", cells["depth"]},
         {"line", cells["line"]},
         {"position", cells["position"]},
         {"value", cells["value"]},
         {"reference_value",
          found.reference == nullptr ? Json(nullptr) : suite_json(*found.reference)["value"]},
         {"verdict", cells["verdict"]}});
  }
  for (const SearcherSummary& row : summary.searchers) {
    json["searchers"].push_back(searcher_json(row));
  }
  return json;
}

std::string csv(const SuiteSummary& summary) {
  std::string text;
  for (const SearcherSummary& row : summary.searchers) {
    // Take the columns from the JSON, so that both stay the same.
    std::vector<std::string> names, cells;
    const Json json = searcher_json(row);
    for (const auto& [name, value] : json.items()) {
      names.push_back(name);
      cells.push_back(value.is_string() ? value.get<std::string>()
                      : value.is_null() ? ""
                                        : text::json_text(value));
    }
    if (text.empty()) text += text::csv_line(names) + "\n";
    text += text::csv_line(cells) + "\n";
  }
  return text;
}

}  // namespace plytrace
