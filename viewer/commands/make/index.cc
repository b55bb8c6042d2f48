// SPDX-License-Identifier: MIT
//
// plytrace index TRACE: adds the indexes that make look-ups by key, parent and value fast.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "tracer/trace_index.h"
#include "viewer/cli/cli.h"
#include "viewer/commands/commands.h"
#include "viewer/format/characters.h"
#include "viewer/format/json.h"
#include "viewer/format/numbers.h"
#include "viewer/reader/trace_meta.h"

namespace plytrace {
namespace {

struct IndexCommand {
  std::string file;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

struct Added {
  std::vector<std::string> names, there_before;
  std::int64_t bytes = 0;
};

Result<Added> add_indexes(const std::string& file) {
  Added added;
  {
    // The reader explains better than the writer what is wrong with a file.
    const auto reader = TraceReader::open(file);
    if (!reader) return reader.status();
    added.there_before = indexes_of(*reader);
    added.bytes = reader->file().bytes;
  }
  IndexSettings settings;
  settings.interrupt = &cli::interrupted();
  cli::Progress progress("indexes:", format::kTraceIndexes.size());
  settings.progress = [&](std::size_t made) { progress.at(made); };
  if (Status status = index_trace(file, settings); !status) return status;
  const auto reader = TraceReader::open(file);
  if (!reader) return reader.status();
  added.names = indexes_of(*reader);
  added.bytes = reader->file().bytes - added.bytes;
  return added;
}

Status run_index(const IndexCommand& options) {
  cli::catch_interrupts();
  const auto added = add_indexes(options.file);
  if (!added) return added.status();
  if (options.format == cli::OutputFormat::kJson) {
    return cli::write_json({{"trace", text::text_json(options.file)},
                            {"indexes", added->names},
                            {"added", added->names.size() - added->there_before.size()},
                            {"bytes", added->bytes}});
  }
  const bool is_new = added->names.size() > added->there_before.size();
  return cli::write_stdout(
      fmt::format("{}: indexes by {}{}\n", text::printable(options.file), text::list(added->names),
                  is_new ? fmt::format("; {} bytes more", text::grouped(added->bytes))
                         : "; all existed already"));
}

}  // namespace

void setup_index(cli::Program& app, cli::CommandList& commands) {
  const auto options = std::make_shared<IndexCommand>();
  cli::Command* command = cli::add_command(
      app, "index", "Add indexes to a trace, for look-ups by key, parent and value",
      {"plytrace index run.db",
       "plytrace sql run.db \"SELECT path FROM node_text WHERE parent = 1\""});
  cli::add_explanation(
      command,
      "Speeds up find --same-as and --key, and queries of sql. No answer changes, and no "
      "command\nrequires the indexes; the file grows by half or more. A trace that is being "
      "recorded is\nrefused. An interrupt leaves the trace unchanged.");
  command->add_option("trace TRACE", options->file, "The trace file")->required();
  cli::add_format(command, options->format);
  commands.add(command, [options] { return run_index(*options); });
}

}  // namespace plytrace
