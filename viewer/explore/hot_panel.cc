// SPDX-License-Identifier: MIT
//
// Panel "hot": where the nodes of a pass or a search went, as `plytrace hot` reports. A job
// computes it.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "viewer/analysis/icicle.h"
#include "viewer/answers/hot.h"
#include "viewer/explore/panels.h"

namespace plytrace::explore {
namespace {

// The last recorded node of these passes, and their approximate number of nodes.
struct HotExtent {
  std::int64_t last = 0;
  double nodes = 0;
};
HotExtent hot_extent(const TraceReader& reader, const std::vector<PassRow>& passes) {
  HotExtent extent;
  for (const IcicleSpan& span : spans_of(reader, passes)) {
    extent.last = std::max(extent.last, span.last);
    extent.nodes += static_cast<double>(span.nodes());
  }
  return extent;
}

text::Json hot_spots(const std::string& file, bool names_moves, answers::HotQuestion question,
                     double nodes, const Job::Control& control) {
  const auto reader = value_of(TraceSource::open_again(file, names_moves));
  const TraceReader::Snapshot snapshot(reader);
  question.control.progress = [&](std::uint64_t done) {
    control.progress(std::min(1.0, static_cast<double>(done) / std::max(1.0, nodes)));
  };
  question.control.interrupt = control.stop;
  const auto found = answers::answer(reader, std::move(question));
  return answers::json_with_words(reader, found);
}

}  // namespace

text::Json answer_hot(Asked& asked) {
  const auto of_search = asked.parameters.number("search"),
             of_pass = asked.parameters.number("pass");
  const bool start = asked.parameters.flag("start");
  asked.parameters.finish();
  const auto search = value_of(asked.reader.choose_search(of_search));
  answers::HotQuestion question{search, asked.reader.passes(search.id), {}};
  if (of_pass) {
    const auto pass = value_of(asked.reader.choose_pass(search, of_pass));
    question.passes = {pass};
    question.ordinal = pass.ordinal;
  }
  const HotExtent extent = hot_extent(asked.reader, question.passes);
  const std::string file = asked.source.file();
  // The extent is part of the name, because a pass that has grown needs a new job.
  const std::string name = "hot " + std::to_string(search.id) + " " +
                           std::to_string(of_pass.value_or(0)) + " " + std::to_string(extent.last) +
                           " " + file;
  const bool names_moves = asked.source.names_moves();
  return asked.jobs.ask(name, start, [=](const Job::Control& control) {
    return hot_spots(file, names_moves, question, extent.nodes, control);
  });
}

}  // namespace plytrace::explore
