// SPDX-License-Identifier: MIT
//
// plytrace merge TRACE... -o ALL: copies the searches of several traces into one file, through
// event lines in memory and the importer, so that ids and digests are those of a new recording.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "tracer/import/importer.h"
#include "tracer/recording.h"
#include "viewer/cli/option_values.h"
#include "viewer/commands/ask/selection.h"
#include "viewer/commands/commands.h"
#include "viewer/format/rows/event_lines.h"
#include "viewer/reader/trace_meta.h"
#include "viewer/verify/digest_rule.h"

namespace plytrace {
namespace {

struct MergeOptions {
  std::vector<std::string> traces;
  Destination output;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

struct Merged {
  std::uint64_t searches = 0, nodes = 0;
};

// If the importer refuses a line of the other trace, nothing was copied wrongly, but the trace
// cannot be merged.
Status copy_trace(const TraceReader& reader, Recording& recording, Merged& merged) {
  // A file has one number of missing events for all its searches.
  if (const auto missing = refused_events(reader) + reader.file().lost_events; missing > 0) {
    return Status::bad_input(fmt::format(
        "{}: cannot be merged: {} missing, and the searches of the other traces would seem to lack "
        "them",
        reader.file().path, text::count(missing, "event") + (missing == 1 ? " is" : " are")));
  }
  RecorderOptions options;
  options.capture = kCaptureDefault | kCaptureKeys | kCaptureNotes;
  Importer importer(recording, options, false);
  std::string buffer, fault;
  text::EventLines lines(reader, [&](std::string_view line) {
    buffer.assign(line);
    buffer.reserve(line.size() + EventLine::kPadding);
    fault = importer.import_line(buffer);
    return fault.empty() && !cli::interrupted().load();
  });
  Status status;
  for (const SearchRow& search : reader.searches()) {
    status = lines.write(search);
    if (!status || !fault.empty() || cli::interrupted().load()) break;
    // The copy gets digests of its own, which would hide that rows were changed.
    const auto altered =
        verify::alterations(reader, search, verify::Facts(search), lines.digests());
    if (!altered.empty()) {
      fault = fmt::format("search {} was changed after it was recorded ({}); see plytrace verify",
                          search.id, altered.front().message);
      break;
    }
  }
  importer.finish(!fault.empty() || cli::interrupted().load());
  merged.searches += importer.searches();
  merged.nodes += importer.nodes();
  const std::string& file = reader.file().path;
  if (!fault.empty()) return Status::bad_input(file + ": cannot be merged: " + fault);
  if (status.is_ok() && lines.unrecorded() > 0) {
    return Status::bad_input(file +
                             ": cannot be merged: " + text::count(lines.unrecorded(), "node") +
                             " were visited but not recorded, and a copy would not say so");
  }
  return status.is_ok() ? reader.status() : status;
}

void copy_all(const MergeOptions& options, Recording& recording, Merged& merged) {
  cli::Progress progress("traces:", options.traces.size());
  for (std::size_t i = 0; i < options.traces.size(); ++i) {
    const auto reader = value_of(cli::open_trace(options.traces[i]));
    if (reader.file().recording) {
      throw Failure::bad_input(options.traces[i] + ": is not finished; only whole traces merge");
    }
    require(copy_trace(reader, recording, merged));
    if (cli::interrupted().load()) {
      throw Failure({StatusCode::kInterrupted, "merge: interrupted; no trace was written"});
    }
    progress.at(i + 1);
  }
}

Status run_merge(const MergeOptions& options) {
  cli::check_not_input(options.output.path);
  cli::catch_interrupts();
  auto recording = value_of(Recording::start(options.output, {}));
  Merged merged;
  try {
    copy_all(options, *recording, merged);
  } catch (const Failure&) {
    recording->discard();
    (void)recording->finish();
    remove_destination(options.output.path);
    throw;
  }
  require(recording->finish());
  if (options.format == cli::OutputFormat::kJson) {
    return cli::write_json({{"trace", options.output.path},
                            {"traces", options.traces.size()},
                            {"searches", merged.searches},
                            {"nodes", merged.nodes}});
  }
  return cli::write_stdout(
      options.output.path + ": " + text::count(static_cast<std::int64_t>(merged.nodes), "node") +
      " in " + std::to_string(merged.searches) + (merged.searches == 1 ? " search" : " searches") +
      " of " + text::count(static_cast<std::int64_t>(options.traces.size()), "trace") + "\n");
}

}  // namespace

void setup_merge(cli::Program& app) {
  const auto [command, options] =
      cli::add_command(app, "merge", "Copy the searches of several traces into one trace",
                       {"plytrace merge one.db two.db -o all.db"}, run_merge);
  options->output.can_append = false;
  command->add_option("TRACE FILE", options->traces, "The traces, in the order of their searches")
      ->required()
      ->check(cli::input_file());
  command->add_option("-o,--output TRACE", options->output.path, "The trace to make")->required();
  command->add_flag("--force", options->output.force, "Replace an existing trace");
  cli::add_format(command, options->format);
}

}  // namespace plytrace
