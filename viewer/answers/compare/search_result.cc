// SPDX-License-Identifier: MIT
#include "viewer/answers/compare/search_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "viewer/analysis/pass_stats.h"
#include "viewer/answers/compare/comparability.h"
#include "viewer/format/json.h"
#include "viewer/format/numbers.h"
#include "viewer/format/rows/format.h"
#include "viewer/verify/report/verify_report.h"

namespace plytrace::answers {
namespace {

std::string sorted(const std::string& json) { return text::sorted_text(text::sorted_json(json)); }

struct Setting {
  std::string_view name;
  std::string SearchResultRow::*text;
  bool may_be_unknown = false;  // "" equals all others
};
constexpr Setting kSettings[] = {
    {"game", &SearchResultRow::game},
    {"game options", &SearchResultRow::game_options},
    {"position", &SearchResultRow::position},
    {"side to move", &SearchResultRow::side, true},
    {"player of MAX", &SearchResultRow::max_player, true},
    {"moves left out at the root", &SearchResultRow::left_out, true},
    {"algorithm", &SearchResultRow::algorithm},
    {"options", &SearchResultRow::options},
    {"evaluator", &SearchResultRow::evaluator},
    {"depth", &SearchResultRow::depth},
};

std::string shown(const std::string& text) {
  constexpr std::size_t kLongest = 120;
  if (text.empty()) return "none";
  return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
}
std::string shown(std::optional<std::int64_t> nodes) {
  return nodes ? text::grouped(*nodes) : "unknown";
}

void add_other_setting(const Setting& setting, const SearchResultRow& before,
                       const SearchResultRow& after, std::vector<std::string>& list) {
  const std::string &a = before.*setting.text, &b = after.*setting.text;
  if (a == b || (setting.may_be_unknown && (a.empty() || b.empty()))) return;
  if (setting.name.ends_with("options")) {
    const auto options = other_options(a, b).value_or(std::vector<OtherOption>());
    for (const OtherOption& option : options) {
      list.push_back("option " + option.name + " " + option.in_b + " instead of " + option.in_a);
    }
    if (!options.empty()) return;
  }
  list.push_back(std::string(setting.name) + " " + shown(b) + " instead of " + shown(a));
}

std::vector<std::string> why_not_comparable(const SearchResultRow& before,
                                            const SearchResultRow& after) {
  std::vector<std::string> list;
  for (const Setting& setting : kSettings) {
    // These follow from the position, which differs.
    if (setting.may_be_unknown && before.position != after.position) continue;
    add_other_setting(setting, before, after, list);
  }
  for (std::string why :
       {why_no_result(before, "the baseline"), why_no_result(after, "the new search")}) {
    if (!why.empty()) list.push_back(std::move(why));
  }
  return list;
}

bool is_within(std::optional<Score> before, std::optional<Score> after, double limit) {
  if (before == after) return true;
  return before && after && std::abs(*after - *before) <= limit;
}

void add_nodes(const SearchResultRow& before, const SearchResultRow& after,
               const BaselineLimits& limits, ResultChanges& found) {
  if (before.nodes == after.nodes) return;
  ResultChange change{"nodes", shown(before.nodes), shown(after.nodes)};
  if (before.nodes && after.nodes && *before.nodes != 0) {
    const auto a = static_cast<double>(*before.nodes), b = static_cast<double>(*after.nodes);
    const double percent = 100 * (b - a) / a;
    if (std::abs(percent) <= limits.nodes) return;
    change.more = fmt::format(" ({:+.2f} %)", percent);
  }
  found.changes.push_back(std::move(change));
}

// A bound is not the value, even if the numbers are equal. A baseline that claims nothing about its
// value is compared by the value only.
void add_value(const SearchResultRow& before, const SearchResultRow& after,
               const BaselineLimits& limits, ResultChanges& found) {
  const bool has_claim = before.claim != ClaimedRange();
  const bool claims_other = has_claim && before.claim.kind() != after.claim.kind();
  const bool is_same =
      is_within(before.value, after.value, limits.value) &&
      (!has_claim || (is_within(before.claim.lower, after.claim.lower, limits.value) &&
                      is_within(before.claim.upper, after.claim.upper, limits.value)));
  if (!claims_other && is_same) return;
  const bool names_claims = claims_other || before.claim.kind() == ClaimedRange::Kind::kInterval ||
                            before.value == after.value;
  const auto words = [&](const SearchResultRow& row) {
    return names_claims ? range_words(row.claim, *row.value) : score_text(*row.value);
  };
  found.changes.push_back({"value", words(before), words(after)});
}

}  // namespace

SearchResultRow result_row(const CompareInput& input) {
  const SearchRow& search = input.search;
  SearchResultRow row;
  row.id = search.id;
  row.game = search.game;
  row.game_options = sorted(search.game_options);
  row.position = search.position;
  row.algorithm = search.algorithm;
  row.options = sorted(search.options);
  row.evaluator = search.evaluator;
  if (search.max_player) row.max_player = std::to_string(*search.max_player);
  row.status = format::word(input.of_pass ? input.pass.status : search.status);
  const SideResult result = result_of(input);
  row.value = result.value;
  row.claim = result.range;
  row.best_move = result.best_move.value_or("");
  const auto depth = searched_depth(input);
  row.depth = depth ? std::to_string(*depth) : "";
  row.nodes = search.nodes ? *search.nodes
                           : static_cast<std::int64_t>(cost_of(input.reader, search).visited());
  // The root of a pass is not that of the search.
  if (lacks_its_root(input)) return row;
  const auto root = input.pass.root ? input.reader.node(*input.pass.root) : std::nullopt;
  if (!root) return row;
  if (root->side) row.side = *root->side == format::Side::kMax ? "MAX" : "MIN";
  std::vector<std::string> moves = excluded_texts(*root);
  std::sort(moves.begin(), moves.end());
  row.left_out = moves.empty() ? "none" : fmt::format("{}", fmt::join(moves, ", "));
  return row;
}

std::string ResultChange::words() const {
  std::string name = what;
  std::replace(name.begin(), name.end(), '_', ' ');
  return name + " " + after + " instead of " + before + more;
}

const ResultChange* ResultChanges::of(std::string_view what) const {
  const auto found = std::find_if(changes.begin(), changes.end(),
                                  [&](const ResultChange& change) { return change.what == what; });
  return found == changes.end() ? nullptr : &*found;
}

std::string why_no_result(const SearchResultRow& row, std::string_view name) {
  const std::string finished(format::word(format::SearchStatus::kFinished));
  if (row.status != finished) return fmt::format("{} was not finished ({})", name, row.status);
  return row.value ? "" : fmt::format("{} has no value", name);
}

ResultChanges changes_of(const SearchResultRow& before, const SearchResultRow& after,
                         const BaselineLimits& limits) {
  ResultChanges found;
  found.not_comparable = why_not_comparable(before, after);
  if (!found.not_comparable.empty()) return found;
  add_nodes(before, after, limits, found);
  add_value(before, after, limits, found);
  if (before.best_move != after.best_move) {
    found.changes.push_back({"best_move", shown(before.best_move), shown(after.best_move)});
  }
  if (is_worse_verdict(before.verdict, after.verdict)) {
    found.changes.push_back({"verdict", shown(before.verdict), after.verdict});
  }
  return found;
}

bool is_worse_verdict(const std::string& before, const std::string& after) {
  using verify::Verdict;
  const auto a = verify::verdict_from(before), b = verify::verdict_from(after);
  if (b == Verdict::kRefuted) return a != b;
  return a && b && *a != *b && verify::worse(*a, *b) == *b;
}

}  // namespace plytrace::answers
