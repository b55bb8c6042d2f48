// SPDX-License-Identifier: MIT
//
// The nodes that `find` found, looked up, and as rows of text, CSV and JSON. Thread rule: the
// reader's.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "viewer/analysis/same_position.h"
#include "viewer/cli/printer.h"
#include "viewer/format/json.h"
#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct FoundNode {
  NodeRow node;
  std::string path;
  std::vector<CutoffRow> cutoffs;  // only where cutoffs were asked for
  // Only where a position was: what it stored, and the entries that it used.
  std::vector<TableStoreRow> stores;
  std::vector<TableProbeRow> uses;
  EntryUsers used_by;
};

struct FoundNodes {
  std::vector<FoundNode> nodes;
  bool truncated = false;
  bool of_position = false;  // one was asked for
};

// Each with its path, in the order of the ids, which a query gave: what it cannot find is damage.
// kInterrupted before the next node where the program was told to stop.
Result<std::vector<FoundNode>> look_up(const TraceReader& reader,
                                       const std::vector<std::int64_t>& ids, bool with_cutoffs,
                                       const std::atomic<bool>& interrupt);

void write_found_text(const TraceReader& reader, const FoundNodes& found, text::Printer& printer);
void write_found_csv(const TraceReader& reader, const FoundNodes& found, text::Printer& printer);
// The rows alone.
text::Json found_json(const TraceReader& reader, const FoundNodes& found);

}  // namespace plytrace
