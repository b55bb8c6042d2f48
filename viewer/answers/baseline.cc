// SPDX-License-Identifier: MIT
#include "viewer/answers/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>

#include "viewer/analysis/content_digest.h"
#include "viewer/answers/compare/comparability.h"
#include "viewer/answers/compare/comparison.h"
#include "viewer/answers/verify_junit.h"
#include "viewer/format/characters.h"
#include "viewer/format/numbers.h"
#include "viewer/format/page.h"
#include "viewer/format/rows/format.h"

namespace plytrace::answers {
namespace {

using text::Json;

constexpr std::string_view kForm = "plytrace baseline 1";

// A digest reads all nodes, so a larger trace gets none.
constexpr std::int64_t kMostDigested = 1'000'000;

std::int64_t recorded_nodes(const TraceReader& reader, const SearchRow& search) {
  std::int64_t nodes = 0;
  for (const PassRow& pass : reader.passes(search.id)) {
    if (pass.root && pass.last) nodes += *pass.last - *pass.root + 1;
  }
  return nodes;
}

std::string sorted(const std::string& json) { return text::sorted_text(text::sorted_json(json)); }

SearchResultRow result_of(const TraceReader& reader, const SearchRow& search) {
  SearchResultRow row;
  row.id = search.id;
  row.game = search.game;
  row.game_options = sorted(search.game_options);
  row.position = search.position;
  row.algorithm = search.algorithm;
  row.options = sorted(search.options);
  row.evaluator = search.evaluator;
  row.status = format::word(search.status);
  row.value = search.value;
  row.best_move = search.best_move.value_or("");
  std::optional<std::int64_t> depth = search.depth;
  if (const auto pass = reader.choose_pass(search, std::nullopt)) {
    const SideResult result = result_of(CompareInput{reader, search, *pass});
    row.value = result.value;
    row.best_move = result.best_move.value_or("");
    if (result.claim) row.bound = format::word(result.claim->bound);
    if (!depth) depth = pass->depth;
  }
  row.depth = depth ? std::to_string(*depth) : "";
  row.nodes = search.nodes ? *search.nodes : recorded_nodes(reader, search);
  return row;
}

// The texts of a search under their names in the file.
struct TextField {
  std::string_view name;
  std::string SearchResultRow::*text;
  bool is_setting = false;
  bool is_new = false;  // files of older versions lack it
};
constexpr TextField kTexts[] = {
    {"game", &SearchResultRow::game, true},
    {"game_options", &SearchResultRow::game_options, true},
    {"position", &SearchResultRow::position, true},
    {"algorithm", &SearchResultRow::algorithm, true},
    {"options", &SearchResultRow::options, true},
    {"evaluator", &SearchResultRow::evaluator, true},
    {"depth", &SearchResultRow::depth, true},
    {"status", &SearchResultRow::status},
    {"best_move", &SearchResultRow::best_move},
    {"verdict", &SearchResultRow::verdict},
    {"digest", &SearchResultRow::digest},
    {"bound", &SearchResultRow::bound, false, true},
};

Json search_json(const SearchResultRow& row) {
  Json json = {{"search", row.id}};
  for (const TextField& field : kTexts) json[field.name] = text::text_json(row.*field.text);
  json["nodes"] = text::number_json(row.nodes);
  json["value"] = text::score_json(row.value);
  return json;
}

// False if a member is missing or of another type.
bool read_search(const Json& json, SearchResultRow& row) {
  if (!json.is_object()) return false;
  const auto id = json.find("search"), nodes = json.find("nodes"), value = json.find("value");
  if (id == json.end() || nodes == json.end() || value == json.end()) return false;
  if (!id->is_number_integer() || !(nodes->is_null() || nodes->is_number_integer())) return false;
  row.id = id->get<std::int64_t>();
  if (!nodes->is_null()) row.nodes = nodes->get<std::int64_t>();
  if (value->is_number()) {
    row.value = value->get<double>();
  } else if (value->is_string()) {
    const auto score = parse_score(value->get<std::string>());
    if (!score) return false;
    row.value = *score;
  } else if (!value->is_null()) {
    return false;
  }
  for (const TextField& field : kTexts) {
    const auto text = json.find(field.name);
    if (text == json.end() && field.is_new) continue;
    if (text == json.end() || !text->is_string()) return false;
    row.*field.text = text->get<std::string>();
  }
  return true;
}

std::string shown(const std::string& text) { return text.empty() ? "none" : text; }
std::string shown(std::optional<Score> value) { return value ? score_text(*value) : "none"; }
std::string shown(std::optional<std::int64_t> nodes) {
  return nodes ? text::grouped(*nodes) : "unknown";
}

class Differences {
 public:
  explicit Differences(BaselineComparison& found) : found_(found) {}
  template <class Value>
  void add(const char* what, const Value& before, const Value& after,
           const std::string& more = "") {
    std::string name = what;
    std::replace(name.begin(), name.end(), '_', ' ');
    found_.what.emplace_back(what);
    found_.changes.push_back(name + " " + shown(after) + " instead of " + shown(before) + more);
  }

 private:
  BaselineComparison& found_;
};

void compare_nodes(const SearchResultRow& before, const SearchResultRow& after,
                   const BaselineLimits& limits, Differences& differences) {
  if (before.nodes == after.nodes) return;
  if (!before.nodes || !after.nodes || *before.nodes == 0) {
    return differences.add("nodes", before.nodes, after.nodes);
  }
  const auto a = static_cast<double>(*before.nodes), b = static_cast<double>(*after.nodes);
  const double percent = 100 * (b - a) / a;
  if (std::abs(percent) <= limits.nodes) return;
  differences.add("nodes", before.nodes, after.nodes, fmt::format(" ({:+.2f} %)", percent));
}

bool is_same_value(const SearchResultRow& before, const SearchResultRow& after,
                   const BaselineLimits& limits) {
  if (!before.bound.empty() && before.bound != after.bound) return false;
  if (before.value == after.value) return true;
  return before.value && after.value && std::abs(*after.value - *before.value) <= limits.value;
}

// The value, with what it claims if that is not the same in both.
std::string value_words(const SearchResultRow& row, bool with_claim) {
  const auto bound = format::from_word<Bound>(row.bound);
  if (!with_claim || !row.value) return shown(row.value);
  return claim_or_value(bound ? std::optional(Claim{*bound, *row.value}) : std::nullopt,
                        *row.value);
}

void compare_search(const BaselineLimits& limits, BaselineComparison& found) {
  if (!found.before || !found.after) return;
  const SearchResultRow &before = *found.before, &after = *found.after;
  for (const TextField& field : kTexts) {
    if (!field.is_setting || before.*field.text == after.*field.text) continue;
    const auto options = field.name.ends_with("options")
                             ? other_options(before.*field.text, after.*field.text)
                             : std::nullopt;
    for (const OtherOption& option : options.value_or(std::vector<OtherOption>())) {
      found.other_settings.push_back("option " + option.name + " " + option.in_b + " instead of " +
                                     option.in_a);
    }
    if (options && !options->empty()) continue;
    std::string name(field.name);
    std::replace(name.begin(), name.end(), '_', ' ');
    found.other_settings.push_back(name + " " + shown(after.*field.text) + " instead of " +
                                   shown(before.*field.text));
  }
  if (!found.other_settings.empty()) return;
  Differences differences(found);
  compare_nodes(before, after, limits, differences);
  if (!is_same_value(before, after, limits)) {
    const bool claims_other = !before.bound.empty() && before.bound != after.bound;
    differences.add("value", value_words(before, claims_other), value_words(after, claims_other));
  }
  if (before.best_move != after.best_move) {
    differences.add("best_move", before.best_move, after.best_move);
  }
  if (before.status != after.status) differences.add("status", before.status, after.status);
  if (is_worse_verdict(before.verdict, after.verdict)) {
    differences.add("verdict", before.verdict, after.verdict);
  }
}

std::string search_name(const BaselineComparison& found) {
  const SearchResultRow& row = found.before ? *found.before : *found.after;
  return fmt::format("{}, search {}", found.trace, row.id);
}

std::string asked_words(const BaselineComparison& found) {
  const SearchResultRow& row = found.before ? *found.before : *found.after;
  std::string words = row.game;
  if (!row.algorithm.empty()) words += (words.empty() ? "" : ", ") + row.algorithm;
  if (!row.depth.empty()) words += ", depth " + row.depth;
  return words;
}

// The difference of the search in words; "" if it is unchanged.
std::string difference_words(const BaselineComparison& found) {
  if (!found.before) return "a new search";
  if (!found.after) return "the search is missing";
  if (!found.other_settings.empty()) {
    return fmt::format("not comparable: {}", fmt::join(found.other_settings, "; "));
  }
  return fmt::format("{}", fmt::join(found.changes, "; "));
}

std::string searches(std::size_t number) {
  return text::grouped(number) + (number == 1 ? " search" : " searches");
}

std::string verdict_line(const BaselineCheck& check) {
  const std::size_t changed = check.changed();
  if (changed > 0) {
    return fmt::format("CHANGED: {} of {}", text::grouped(changed), searches(check.compared()));
  }
  if (!check.is_complete()) {
    if (check.compared() == 0) return "NOT COMPARABLE: no search could be compared";
    return fmt::format("NOT COMPARABLE: not all searches; no change in {}",
                       searches(check.compared()));
  }
  return "SAME: " + searches(check.compared());
}

// The names of traces, at most ten.
std::string names(const std::vector<std::string>& traces) {
  constexpr std::size_t kMost = 10;
  std::string list;
  for (std::size_t i = 0; i < std::min(kMost, traces.size()); ++i) {
    list += (i == 0 ? "" : ", ") + text::printable(traces[i]);
  }
  return traces.size() <= kMost ? list : list + fmt::format(" and {} more", traces.size() - kMost);
}

std::vector<std::string> notes(const BaselineCheck& check, const std::string& folder) {
  std::vector<std::string> list;
  if (!check.new_traces.empty()) {
    list.push_back("without a baseline: " + names(check.new_traces) + "; 'plytrace baseline save " +
                   folder + "' makes one");
  }
  if (!check.gone_traces.empty()) {
    list.push_back("in the baseline, but not given: " + names(check.gone_traces));
  }
  return list;
}

std::vector<const BaselineComparison*> listed(const BaselineCheck& check) {
  std::vector<const BaselineComparison*> list;
  for (const BaselineComparison& search : check.searches) {
    if (!difference_words(search).empty()) list.push_back(&search);
  }
  return list;
}

std::string left_out(std::size_t all, std::size_t limit) {
  return all <= limit ? "" : fmt::format("{} more", text::grouped(all - limit));
}

std::string case_xml(const std::string& trace, const std::string& name, const std::string& tag,
                     const std::string& message) {
  const std::string head = fmt::format("    <testcase classname=\"{}\" name=\"{}\"",
                                       verify::xml_escaped(trace), verify::xml_escaped(name));
  if (message.empty()) return head + "/>\n";
  return fmt::format("{}>\n      <{} message=\"{}\"/>\n    </testcase>\n", head, tag,
                     verify::xml_escaped(message));
}

}  // namespace

bool is_worse_verdict(const std::string& before, const std::string& after) {
  using verify::Verdict;
  const auto of_word = [](const std::string& word) -> std::optional<Verdict> {
    for (const Verdict verdict :
         {Verdict::kVerified, Verdict::kRefuted, Verdict::kIncomplete, Verdict::kError}) {
      if (verify::word(verdict) == word) return verdict;
    }
    return std::nullopt;
  };
  const auto a = of_word(before), b = of_word(after);
  return a && b && *a != *b && verify::worse(*a, *b) == *b;
}

Result<TraceResults> trace_results(const TraceReader& reader) {
  TraceResults results;
  results.trace = std::filesystem::path(reader.file().path).filename().string();
  const std::vector<SearchRow> rows = reader.searches();
  std::int64_t nodes = 0;
  for (const SearchRow& row : rows) nodes += recorded_nodes(reader, row);
  for (const SearchRow& row : rows) {
    SearchResultRow& result = results.searches.emplace_back(result_of(reader, row));
    if (nodes > kMostDigested) continue;
    const auto digest = ContentDigest::of(reader, row);
    if (!digest) return digest.status();
    result.digest = digest->text();
  }
  if (!reader.status()) return reader.status();
  return results;
}

std::string baseline_file_text(const TraceResults& results) {
  Json json = {
      {"form", kForm}, {"trace", text::text_json(results.trace)}, {"searches", Json::array()}};
  for (const SearchResultRow& row : results.searches) json["searches"].push_back(search_json(row));
  return text::json_text(json, 2) + "\n";
}

Result<TraceResults> parse_baseline(const std::string& file, const std::string& text) {
  const Json json = text::parsed_json(text);
  const auto form = json.is_object() ? json.find("form") : json.end();
  if (!json.is_object() || form == json.end() || *form != kForm) {
    return Status::bad_input(file + ": not a file of 'plytrace baseline save'; save it again");
  }
  TraceResults results;
  const auto trace = json.find("trace"), searches = json.find("searches");
  bool is_read =
      trace != json.end() && trace->is_string() && searches != json.end() && searches->is_array();
  if (is_read) {
    results.trace = trace->get<std::string>();
    for (const Json& search : *searches) {
      is_read = is_read && read_search(search, results.searches.emplace_back());
    }
  }
  if (!is_read) {
    return Status::bad_input(file + ": a member is missing or of another type; save it again");
  }
  return results;
}

std::size_t BaselineCheck::compared() const {
  return static_cast<std::size_t>(
      std::count_if(searches.begin(), searches.end(),
                    [](const BaselineComparison& search) { return search.is_comparable(); }));
}

std::size_t BaselineCheck::changed() const {
  return static_cast<std::size_t>(
      std::count_if(searches.begin(), searches.end(),
                    [](const BaselineComparison& search) { return !search.what.empty(); }));
}

bool BaselineCheck::is_complete() const {
  return compared() == searches.size() && new_traces.empty() && gone_traces.empty();
}

void compare_with_baseline(const TraceResults& before, const TraceResults& after,
                           const BaselineLimits& limits, BaselineCheck& check) {
  const std::size_t most = std::max(before.searches.size(), after.searches.size());
  for (std::size_t i = 0; i < most; ++i) {
    BaselineComparison& found = check.searches.emplace_back();
    found.trace = after.trace;
    if (i < before.searches.size()) found.before = before.searches[i];
    if (i < after.searches.size()) found.after = after.searches[i];
    compare_search(limits, found);
  }
}

std::string lines(const BaselineCheck& check, const std::string& folder, std::size_t limit) {
  std::string text = verdict_line(check) + "\n";
  const auto list = listed(check);
  for (std::size_t i = 0; i < std::min(limit, list.size()); ++i) {
    text += "  " + text::printable(search_name(*list[i])) + " (" +
            text::printable(asked_words(*list[i])) + ")\n    " +
            text::printable(difference_words(*list[i])) + "\n";
  }
  if (const std::string more = left_out(list.size(), limit); !more.empty()) {
    text += "  and " + more + " (--limit 0 for all)\n";
  }
  for (const std::string& note : notes(check, folder)) text += note + "\n";
  return text;
}

std::string markdown(const BaselineCheck& check, std::size_t limit) {
  text::Page page(verdict_line(check));
  std::vector<std::vector<std::string>> rows;
  const auto list = listed(check);
  for (std::size_t i = 0; i < std::min(limit, list.size()); ++i) {
    rows.push_back({search_name(*list[i]), asked_words(*list[i]), difference_words(*list[i])});
  }
  if (!rows.empty()) {
    page.table({{"search", TextTable::kLeft},
                {"settings", TextTable::kLeft},
                {"result", TextTable::kLeft}},
               rows);
  }
  const std::string more = left_out(list.size(), limit);
  if (!more.empty()) page.paragraph("and " + more);
  if (const auto others = notes(check, "DIR"); !others.empty()) page.list(others);
  return page.markdown();
}

text::Json json(const BaselineCheck& check, const std::string& folder) {
  Json json = {{"baseline", text::text_json(folder)},
               {"compared", check.compared()},
               {"changed", check.changed()},
               {"complete", check.is_complete()},
               {"new_traces", text::texts_json(check.new_traces)},
               {"gone_traces", text::texts_json(check.gone_traces)},
               {"searches", Json::array()}};
  for (const BaselineComparison& search : check.searches) {
    json["searches"].push_back(
        {{"trace", text::text_json(search.trace)},
         {"comparable", search.is_comparable()},
         {"other_settings", text::texts_json(search.other_settings)},
         {"what", search.what},
         {"before", search.before ? search_json(*search.before) : Json(nullptr)},
         {"after", search.after ? search_json(*search.after) : Json(nullptr)}});
  }
  return json;
}

std::string junit_xml(const BaselineCheck& check) {
  std::string cases;
  std::size_t tests = 0, errors = 0;
  for (const BaselineComparison& search : check.searches) {
    ++tests;
    errors += search.is_comparable() ? 0U : 1U;
    const SearchResultRow& row = search.before ? *search.before : *search.after;
    cases += case_xml(search.trace, fmt::format("search {}", row.id),
                      search.is_comparable() ? "failure" : "error", difference_words(search));
  }
  const auto add_missing = [&](const std::vector<std::string>& traces, const char* message) {
    for (const std::string& trace : traces) cases += case_xml(trace, "baseline", "error", message);
    tests += traces.size();
    errors += traces.size();
  };
  add_missing(check.new_traces, "has no baseline");
  add_missing(check.gone_traces, "is in the baseline, but was not given");
  const std::string counts =
      fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\"", tests, check.changed(), errors);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"plytrace baseline\" {}>\n"
      "  <testsuite name=\"baseline\" {}>\n{}  </testsuite>\n</testsuites>\n",
      counts, counts, cases);
}

}  // namespace plytrace::answers
