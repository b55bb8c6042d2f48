// SPDX-License-Identifier: MIT
#include "viewer/answers/baseline.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "core/number_text.h"
#include "viewer/analysis/content_digest.h"
#include "viewer/analysis/pass_of.h"
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

// The texts of a search under their names in the file.
struct TextField {
  std::string_view name;
  std::string SearchResultRow::*text;
  bool is_new = false;  // files of older versions lack it
};
constexpr TextField kTexts[] = {
    {"game", &SearchResultRow::game},
    {"game_options", &SearchResultRow::game_options},
    {"position", &SearchResultRow::position},
    {"side", &SearchResultRow::side, true},
    {"max_player", &SearchResultRow::max_player, true},
    {"left_out", &SearchResultRow::left_out, true},
    {"algorithm", &SearchResultRow::algorithm},
    {"options", &SearchResultRow::options},
    {"evaluator", &SearchResultRow::evaluator},
    {"status", &SearchResultRow::status},
    {"best_move", &SearchResultRow::best_move},
    {"verdict", &SearchResultRow::verdict},
    {"digest", &SearchResultRow::digest},
};

Json search_json(const SearchResultRow& row) {
  Json json = {{"search", row.id}};
  for (const TextField& field : kTexts) json[field.name] = text::text_json(row.*field.text);
  json["depth"] = text::number_json(number_from<std::int64_t>(row.depth));
  json["bound"] = word(row.claim.kind());
  json["lower"] = text::score_json(row.claim.lower);
  json["upper"] = text::score_json(row.claim.upper);
  json["nodes"] = text::number_json(row.nodes);
  json["value"] = text::score_json(row.value);
  return json;
}

// False if the member is neither a score nor null. A missing one is null if it `may_be_missing`.
bool read_score(const Json& json, const char* name, bool may_be_missing,
                std::optional<Score>& score) {
  const auto member = json.find(name);
  if (member == json.end()) return may_be_missing;
  if (member->is_number()) score = member->get<double>();
  if (member->is_string()) {
    const auto parsed = parse_score(member->get<std::string>());
    if (parsed) score = *parsed;
  }
  return score || member->is_null();
}

// Files of older versions have a `bound`, but not the ends of the claim.
bool read_claim(const Json& json, SearchResultRow& row) {
  if (!read_score(json, "lower", true, row.claim.lower)) return false;
  if (!read_score(json, "upper", true, row.claim.upper)) return false;
  const auto word = json.find("bound");
  if (word == json.end() || json.contains("lower") || !row.value) return true;
  const auto bound = word->is_string() ? format::from_word<Bound>(word->get<std::string>())
                                       : std::optional<Bound>();
  if (bound) row.claim = range_of({*bound, *row.value});
  return word->is_string();
}

// False if a member is missing or of another type.
bool read_search(const Json& json, SearchResultRow& row) {
  if (!json.is_object()) return false;
  const auto id = json.find("search"), nodes = json.find("nodes");
  if (id == json.end() || nodes == json.end()) return false;
  if (!id->is_number_integer() || !(nodes->is_null() || nodes->is_number_integer())) return false;
  row.id = id->get<std::int64_t>();
  if (!nodes->is_null()) row.nodes = nodes->get<std::int64_t>();
  // A text in files of older versions.
  const auto depth = json.find("depth");
  if (depth == json.end()) return false;
  if (depth->is_string()) row.depth = depth->get<std::string>();
  if (depth->is_number_integer()) row.depth = std::to_string(depth->get<std::int64_t>());
  if (!read_score(json, "value", false, row.value) || !read_claim(json, row)) return false;
  for (const TextField& field : kTexts) {
    const auto text = json.find(field.name);
    if (text == json.end() && field.is_new) continue;
    if (text == json.end() || !text->is_string()) return false;
    row.*field.text = text->get<std::string>();
  }
  return true;
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
  if (!found.found.not_comparable.empty()) {
    return fmt::format("not comparable: {}", fmt::join(found.found.not_comparable, "; "));
  }
  return text::joined(found.found.changes, "; ",
                      [](const ResultChange& change) { return change.words(); });
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

std::string left_out(std::size_t all, std::size_t limit) {
  return all <= limit ? "" : fmt::format("{} more", text::grouped(all - limit));
}

constexpr std::size_t kMostTraces = 10;

std::vector<std::string> notes(const BaselineCheck& check, const std::string& folder) {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < std::min(kMostTraces, check.unreadable.size()); ++i) {
    list.push_back("not compared: " + text::printable(check.unreadable[i].message));
  }
  if (const auto more = left_out(check.unreadable.size(), kMostTraces); !more.empty()) {
    list.push_back("not compared: " + more);
  }
  if (!check.new_traces.empty()) {
    list.push_back("without a baseline: " + text::list(check.new_traces, kMostTraces) +
                   "; 'plytrace baseline save " + folder + "' makes one");
  }
  if (!check.gone_traces.empty()) {
    list.push_back("in the baseline, but not given: " + text::list(check.gone_traces, kMostTraces));
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

std::string case_xml(const std::string& trace, const std::string& name, const std::string& tag,
                     const std::string& message) {
  const std::string head = fmt::format("    <testcase classname=\"{}\" name=\"{}\"",
                                       verify::xml_escaped(trace), verify::xml_escaped(name));
  if (message.empty()) return head + "/>\n";
  return fmt::format("{}>\n      <{} message=\"{}\"/>\n    </testcase>\n", head, tag,
                     verify::xml_escaped(message));
}

}  // namespace

TraceResults trace_results(const TraceReader& reader) {
  TraceResults results;
  results.trace = std::filesystem::path(reader.file().path).filename().string();
  const std::vector<SearchRow> rows = reader.searches();
  const std::int64_t nodes = rows_of(reader, rows);
  for (const SearchRow& row : rows) {
    const auto pass = reader.choose_pass(row, std::nullopt);
    SearchResultRow& result = results.searches.emplace_back(
        result_row(CompareInput{reader, row, pass ? *pass : PassRow()}));
    if (nodes > kMostDigested) continue;
    const auto digest = value_of(ContentDigest::of(reader, row));
    result.digest = digest.text();
  }
  require(reader.status());
  return results;
}

std::string baseline_file_text(const TraceResults& results) {
  const Json json = {{"form", kForm},
                     {"trace", text::text_json(results.trace)},
                     {"searches", text::list_json(results.searches, search_json)}};
  return text::json_text(json, 2) + "\n";
}

TraceResults parse_baseline(const std::string& file, const std::string& text) {
  const Json json = text::parsed_json(text);
  const auto form = json.is_object() ? json.find("form") : json.end();
  if (!json.is_object() || form == json.end() || *form != kForm) {
    throw Failure::bad_input(file + ": not a file of 'plytrace baseline save'; save it again");
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
    throw Failure::bad_input(file + ": a member is missing or of another type; save it again");
  }
  return results;
}

std::optional<std::string> trace_of_baseline(const std::string& file, const std::string& text) {
  // A file that was cut short is not JSON, but still belongs to the baseline.
  if (text.find("\"plytrace baseline ") == std::string::npos) return std::nullopt;
  const Json json = text::parsed_json(text);
  const auto trace = json.is_object() ? json.find("trace") : json.end();
  const bool is_named = json.is_object() && trace != json.end() && trace->is_string();
  return is_named ? trace->get<std::string>() : std::filesystem::path(file).filename().string();
}

std::size_t BaselineCheck::compared() const {
  return static_cast<std::size_t>(
      std::count_if(searches.begin(), searches.end(),
                    [](const BaselineComparison& search) { return search.is_comparable(); }));
}

std::size_t BaselineCheck::changed() const {
  return static_cast<std::size_t>(std::count_if(
      searches.begin(), searches.end(),
      [](const BaselineComparison& search) { return !search.found.changes.empty(); }));
}

bool BaselineCheck::is_complete() const {
  return compared() == searches.size() && unreadable.empty() && new_traces.empty() &&
         gone_traces.empty();
}

void compare_with_baseline(const TraceResults& before, const TraceResults& after,
                           const BaselineLimits& limits, BaselineCheck& check) {
  const std::size_t most = std::max(before.searches.size(), after.searches.size());
  for (std::size_t i = 0; i < most; ++i) {
    BaselineComparison& found = check.searches.emplace_back();
    found.trace = after.trace;
    if (i < before.searches.size()) found.before = before.searches[i];
    if (i < after.searches.size()) found.after = after.searches[i];
    if (found.before && found.after) {
      found.found = changes_of(*found.before, *found.after, limits);
    }
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
  Json json = {
      {"baseline", text::text_json(folder)},
      {"compared", check.compared()},
      {"changed", check.changed()},
      {"complete", check.is_complete()},
      {"unreadable", text::list_json(check.unreadable,
                                     [](const UnreadableTrace& unreadable) -> Json {
                                       return {{"trace", text::text_json(unreadable.trace)},
                                               {"message", text::text_json(unreadable.message)}};
                                     })},
      {"new_traces", text::texts_json(check.new_traces)},
      {"gone_traces", text::texts_json(check.gone_traces)},
      {"searches", Json::array()}};
  for (const BaselineComparison& search : check.searches) {
    json["searches"].push_back(
        {{"trace", text::text_json(search.trace)},
         {"comparable", search.is_comparable()},
         {"other_settings", text::texts_json(search.found.not_comparable)},
         {"what", text::list_json(search.found.changes,
                                  [](const ResultChange& change) { return change.what; })},
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
  for (const UnreadableTrace& unreadable : check.unreadable) {
    cases += case_xml(unreadable.trace, "baseline", "error", unreadable.message);
  }
  tests += check.unreadable.size();
  errors += check.unreadable.size();
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
