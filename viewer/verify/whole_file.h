// SPDX-License-Identifier: MIT
//
// What judging one search asks of the whole file: where passes begin, which nodes table entries
// come from, who read them. Read once for all searches of a file: if each search read these tables
// again, a file would take time quadratic in its searches. A file that is still being written is
// read again when it has changed. Memory: an entry for each pass, a bit for each node that the
// table answered from. Thread rule: one thread an object. Errors: the reader's status() keeps them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "schemas/table_keys.h"
#include "viewer/reader/trace_reader.h"
#include "viewer/verify/scan/node_set.h"

namespace plytrace::verify {

// Where a pass begins.
struct RootPlace {
  std::int64_t root = 0, pass = 0;

  auto operator<=>(const RootPlace&) const = default;
};

// What all table probes of the file took from entries.
struct UsedEntries {
  NodeSet nodes;                          // that stored an entry which was used
  std::unordered_set<std::int64_t> keys;  // of entries that were used as exact
  std::vector<format::KeyPart> parts;     // of keys that entries keep
};

class WholeFile {
 public:
  // Must not outlive the reader.
  explicit WholeFile(const TraceReader& reader) : reader_(reader) {}

  const TraceReader& reader() const { return reader_; }
  // Reads again what has changed; inside a snapshot, whose rows the answers below are of.
  void refresh();
  // The roots of all passes, by id.
  const std::vector<RootPlace>& roots() const { return roots_; }
  bool has_several_streams() const { return several_streams_; }
  int readings() const { return readings_; }  // how often it read the file
  std::int64_t refused_events() const { return refused_events_; }
  const UsedEntries& used_entries() const { return used_; }
  // The node that stored a used entry, and the node that read it, by the first; read when asked
  // for.
  using Readers = std::vector<std::pair<std::int64_t, std::int64_t>>;
  const Readers& readers();

 private:
  void read_roots();
  void read_used_entries();

  const TraceReader& reader_;
  std::vector<std::string> version_;
  int readings_ = 0;
  std::vector<RootPlace> roots_;
  bool several_streams_ = false;
  bool other_engines_ = false;
  std::int64_t refused_events_ = 0;
  UsedEntries used_;
  std::optional<Readers> readers_;
};

}  // namespace plytrace::verify
