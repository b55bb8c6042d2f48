// SPDX-License-Identifier: MIT
//
// Panels "pv": the principal variation of a pass. "align": the node with the same path in the other
// trace. "only": those of the given nodes that the other trace does not have. "difference": where
// two traces first differ, computed by a job.
#include <algorithm>
#include <utility>

#include "viewer/analysis/pass_of.h"
#include "viewer/answers/compare/compare.h"
#include "viewer/answers/pv.h"
#include "viewer/explore/other_trace.h"
#include "viewer/explore/panels.h"

namespace plytrace::explore {
namespace {

constexpr std::size_t kMostAligned = 200;  // nodes per request

text::Json id_of_path(const TraceReader& reader, const PassRow& pass, const std::string& path) {
  const auto node = reader.find(path, pass);
  return node ? text::Json(node->id) : text::Json(nullptr);
}

text::Json compared(const std::string& file_a, const std::string& file_b, bool names_moves,
                    const Job::Control& control) {
  const auto a = value_of(TraceSource::open_again(file_a, names_moves));
  const auto b = value_of(TraceSource::open_again(file_b, names_moves));
  const auto in_a = value_of(choose_place(a, {}, {})), in_b = value_of(choose_place(b, {}, {}));
  CompareSettings settings;
  settings.interrupt = control.stop;
  const auto all = static_cast<double>(in_a.pass.nodes.value_or(1) + in_b.pass.nodes.value_or(1));
  settings.progress = [&](std::uint64_t nodes) {
    control.progress(std::min(1.0, static_cast<double>(nodes) / all));
  };
  const auto found = compare({a, in_a.search, in_a.pass}, {b, in_b.search, in_b.pass}, settings);
  if (!found.same_position) throw Failure::bad_input(found.why_not_same);
  const auto& first = found.first_difference;
  const std::string path = first ? first->path : "/";
  return text::Json{{"first_difference", answers::json(first)},
                    {"a", id_of_path(a, in_a.pass, path)},
                    {"b", id_of_path(b, in_b.pass, path)}};
}

}  // namespace

text::Json answer_pv(Asked& asked) {
  const auto search_id = asked.parameters.number("search");
  const auto ordinal = asked.parameters.number("pass");
  asked.parameters.finish();
  const auto place = value_of(choose_place(asked.reader, search_id, ordinal));
  const auto found = answers::answer(asked.reader, answers::PvQuestion{place.search, place.pass});
  return answers::json(asked.reader, found);
}

text::Json answer_align(Asked& asked) {
  const std::int64_t id = asked.parameters.node();
  asked.parameters.finish();
  const auto other = other_trace(asked);
  const TraceReader::Snapshot snapshot(*other.reader);
  const auto found = aligned(asked, other, id);
  return text::Json{{"node", found.node ? text::Json(found.node->id) : text::Json(nullptr)},
                    {"matched", found.moves}};
}

text::Json answer_only(Asked& asked) {
  const auto ids = asked.parameters.numbers("ids", kMostAligned);
  asked.parameters.finish();
  const auto other = other_trace(asked);
  const TraceReader::Snapshot snapshot(*other.reader);
  text::Json only = text::Json::array();
  for (const std::int64_t id : ids) {
    const auto found = aligned(asked, other, id);
    if (!found.node) only.push_back(id);
  }
  return text::Json{{"only", std::move(only)}};
}

text::Json answer_difference(Asked& asked) {
  const bool start = asked.parameters.flag("start");
  asked.parameters.finish();
  other_trace(asked);
  const std::string a = asked.traces.front().file(), b = asked.traces.back().file();
  const bool names_moves = asked.source.names_moves();
  return asked.jobs.ask("difference", start, [=](const Job::Control& control) {
    return compared(a, b, names_moves, control);
  });
}

}  // namespace plytrace::explore
