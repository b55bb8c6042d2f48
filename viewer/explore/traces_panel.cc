// SPDX-License-Identifier: MIT
//
// "traces": the files, their searches, and the passes of these; and the words of "export" and
// "find".
#include <algorithm>

#include "viewer/explore/panels.h"
#include "viewer/format/rows/format.h"
#include "viewer/verify/game/search_game.h"

namespace plytrace::explore {
namespace {

// The last ones: what a growing trace has just begun is among them.
constexpr std::size_t kMostSearches = 50, kMostPasses = 200;

text::Json fail_json(const PassRow& pass) {
  if (!pass.value || !pass.alpha || !pass.beta) return nullptr;
  const Bound bound = bound_in(*pass.value, {*pass.alpha, *pass.beta});
  if (bound == Bound::kExact) return nullptr;
  return bound == Bound::kUpper ? "low" : "high";
}

text::Json pass_json(const TraceReader& reader, const PassRow& pass) {
  const auto root = pass.root ? reader.node(*pass.root) : std::nullopt;
  const auto last = root ? std::optional(reader.last_of(*root)) : std::nullopt;
  const auto bound = root ? claimed_bound(*root) : std::nullopt;
  return {{"pass", pass.ordinal},
          {"purpose", format::word(pass.purpose)},
          {"root", text::number_json(pass.root)},
          {"last", text::number_json(last)},
          {"nodes", last ? text::Json(*last - root->id + 1) : text::Json(0)},
          {"depth", text::number_json(pass.depth)},
          {"alpha", text::score_json(pass.alpha)},
          {"beta", text::score_json(pass.beta)},
          {"value", text::score_json(pass.value)},
          {"bound", bound ? text::Json(format::word(*bound)) : text::Json(nullptr)},
          {"best_move", pass.best_move ? text::text_json(*pass.best_move) : text::Json(nullptr)},
          {"status", format::word(pass.status)},
          {"fail", fail_json(pass)}};
}

text::Json search_json(const TraceReader& reader, const SearchPasses& found) {
  const SearchRow& search = found.search;
  const std::size_t more = found.passes.size() - std::min(found.passes.size(), kMostPasses);
  text::Json passes = text::Json::array();
  for (std::size_t i = more; i < found.passes.size(); ++i) {
    passes.push_back(pass_json(reader, found.passes[i]));
  }
  return {
      {"search", search.id},
      {"game", text::text_json(search.game)},
      {"game_options", text::embedded_json(search.game_options)},
      {"position", text::text_json(search.position)},
      {"engine", text::text_json(search.engine)},
      {"algorithm", text::text_json(search.algorithm)},
      {"evaluator", text::text_json(search.evaluator)},
      {"depth", text::number_json(search.depth)},
      {"value", text::score_json(search.value)},
      {"lower", text::score_json(search.lower)},
      {"upper", text::score_json(search.upper)},
      {"best_move", search.best_move ? text::text_json(*search.best_move) : text::Json(nullptr)},
      {"pv", text::texts_json(search.pv)},
      {"status", format::word(search.status)},
      {"passes", std::move(passes)},
      {"more_passes", more}};
}

struct Extent {
  std::int64_t nodes = 0, last = 0;
};
// The nodes of all passes, and the largest of their ids.
Extent extent_of(const TraceReader& reader, const std::vector<SearchPasses>& searches) {
  Extent found;
  for (const SearchPasses& of : searches) {
    for (const PassRow& pass : of.passes) {
      std::optional<std::int64_t> last = pass.last;
      if (!last && pass.root) {
        const auto root = reader.node(*pass.root);
        if (root) last = reader.last_of(*root);
      }
      if (!last || !pass.root) continue;
      found.nodes += *last - *pass.root + 1;
      found.last = std::max(found.last, *last);
    }
  }
  return found;
}

text::Json trace_json(const TraceSource& source, const TraceReader& reader) {
  const auto& searches = source.searches();
  const std::size_t more = searches.size() - std::min(searches.size(), kMostSearches);
  text::Json list = text::Json::array();
  for (std::size_t i = more; i < searches.size(); ++i) {
    list.push_back(search_json(reader, searches[i]));
  }
  const SearchRow* const last = searches.empty() ? nullptr : &searches.back().search;
  const Extent extent = extent_of(reader, searches);
  return {{"file", text::text_json(source.file())},
          {"nodes", extent.nodes},
          {"last", extent.last},
          {"growing", reader.file().recording},
          {"game", last ? text::text_json(verify::game_words(*last)) : text::Json(nullptr)},
          {"engine", last ? text::text_json(last->engine) : text::Json(nullptr)},
          {"searches", std::move(list)},
          {"more_searches", more}};
}

}  // namespace

Result<text::Json> answer_traces(Asked& asked) {
  if (Status status = asked.parameters.finish(); !status) return status;
  text::Json traces = text::Json::array();
  for (TraceSource& source : asked.traces) {
    const auto reader = source.open();
    if (!reader) return reader.status();
    const TraceReader::Snapshot snapshot(**reader);
    traces.push_back(trace_json(source, **reader));
  }
  return text::Json{{"traces", std::move(traces)},
                    {"formats", saved_formats()},
                    {"conditions", told_conditions()}};
}

}  // namespace plytrace::explore
