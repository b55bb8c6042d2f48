// SPDX-License-Identifier: MIT
#include "viewer/commands/make/add_indexes.h"

#include <fmt/format.h>

#include <vector>

#include "tracer/trace_index.h"
#include "viewer/cli/cli.h"
#include "viewer/format/characters.h"
#include "viewer/format/json.h"
#include "viewer/format/numbers.h"
#include "viewer/reader/trace_meta.h"

namespace plytrace {
namespace {

struct Added {
  std::vector<std::string> names, there_before;
  std::int64_t bytes = 0;
};

Result<Added> added_to(const std::string& file) {
  Added added;
  {
    // The reader explains better than the writer what is wrong with a file.
    const auto reader = value_of(TraceReader::open(file));
    added.there_before = indexes_of(reader);
    added.bytes = reader.file().bytes;
  }
  IndexSettings settings;
  const auto progress = cli::watch("indexes:", format::kTraceIndexes.size(), settings);
  require(index_trace(file, settings));
  const auto reader = value_of(TraceReader::open(file));
  added.names = indexes_of(reader);
  added.bytes = reader.file().bytes - added.bytes;
  return added;
}

}  // namespace

Status add_indexes(const std::string& file, cli::OutputFormat format) {
  const auto added = value_of(added_to(file));
  if (format == cli::OutputFormat::kJson) {
    return cli::write_json({{"trace", text::text_json(file)},
                            {"indexes", added.names},
                            {"added", added.names.size() - added.there_before.size()},
                            {"bytes", added.bytes}});
  }
  const bool is_new = added.names.size() > added.there_before.size();
  return cli::write_stdout(
      fmt::format("{}: indexes by {}{}\n", text::printable(file), text::list(added.names),
                  is_new ? fmt::format("; {} bytes more", text::grouped(added.bytes))
                         : "; all existed already"));
}

}  // namespace plytrace
