// SPDX-License-Identifier: MIT
//
// Panel "traces": the files, their searches and passes, and the words that "export" and "find"
// accept.
#include <algorithm>

#include "viewer/answers/info.h"
#include "viewer/explore/panels.h"
#include "viewer/verify/game/search_game.h"

namespace plytrace::explore {
namespace {

// The newest ones are listed, so that a growing trace shows what it has just begun.
constexpr std::size_t kMostSearches = 50, kMostPasses = 200;

struct Extent {
  std::int64_t nodes = 0, last = 0;
};
// The number of nodes of all passes, and the largest node id.
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

// The answer of `info`, and what the page needs in addition.
text::Json trace_json(const TraceSource& source, const TraceReader& reader) {
  const auto info = answers::answer(
      reader, answers::InfoQuestion{.most_searches = kMostSearches, .most_passes = kMostPasses});
  const auto& searches = source.searches();
  const SearchRow* const last = searches.empty() ? nullptr : &searches.back().search;
  const Extent extent = extent_of(reader, searches);
  text::Json json = answers::json(info);
  json["nodes"] = extent.nodes;
  json["last"] = extent.last;
  json["growing"] = reader.file().recording;
  json["game"] = last ? text::text_json(verify::game_words(*last)) : text::Json(nullptr);
  json["engine"] = last ? text::text_json(last->engine) : text::Json(nullptr);
  return json;
}

}  // namespace

text::Json answer_traces(Asked& asked) {
  asked.parameters.finish();
  text::Json traces = text::Json::array();
  for (TraceSource& source : asked.traces) {
    const auto reader = value_of(source.open());
    const TraceReader::Snapshot snapshot(*reader);
    auto trace = trace_json(source, *reader);
    traces.push_back(std::move(trace));
  }
  return text::Json{{"traces", std::move(traces)},
                    {"formats", saved_formats()},
                    {"conditions", told_conditions()}};
}

}  // namespace plytrace::explore
