// SPDX-License-Identifier: MIT
//
// What judging one search needs from the whole file: where passes begin, which nodes stored used
// table entries, and who used them. It is read once for all searches, because reading it for each
// would take quadratic time. A file that is still being written is read again when it has changed.
// Memory: an entry for each pass, a bit for each node whose entry was used. Thread rule: one thread
// an object. Errors: in the reader's status().
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "schemas/table_keys.h"
#include "viewer/reader/trace_reader.h"
#include "viewer/verify/scan/node_set.h"

namespace plytrace::verify {

// The root of a pass.
struct RootPlace {
  std::int64_t root = 0, pass = 0;

  auto operator<=>(const RootPlace&) const = default;
};

// The table entries that probes of the file used.
struct UsedEntries {
  NodeSet nodes;                          // nodes whose stored entry was used
  std::unordered_set<std::int64_t> keys;  // keys of entries that were used as exact
  std::vector<format::KeyPart> parts;     // the parts of their keys that entries keep
  bool is_any = false;                    // an entry was used, whoever stored it
};

class WholeFile {
 public:
  // The reader must outlive this object.
  explicit WholeFile(const TraceReader& reader) : reader_(reader) {}

  const TraceReader& reader() const { return reader_; }
  // Reads again what has changed. Call it inside a snapshot; later answers are about its rows.
  void refresh();
  // The roots of all passes, by id.
  const std::vector<RootPlace>& roots() const { return roots_; }
  bool has_several_streams() const { return several_streams_; }
  int readings() const { return readings_; }  // how often the file was read
  std::int64_t refused_events() const { return refused_events_; }
  const UsedEntries& used_entries() const { return used_; }
  // Pairs of a node that stored a used entry and a node that used it, sorted by the first. Read on
  // the first call.
  using Readers = std::vector<std::pair<std::int64_t, std::int64_t>>;
  const Readers& readers();

 private:
  void read_roots();
  void read_used_entries();
  std::optional<std::int64_t> key_of_entry(const TableProbeRow& row) const;

  const TraceReader& reader_;
  std::int64_t version_ = 0;
  int readings_ = 0;
  std::vector<RootPlace> roots_;
  bool several_streams_ = false;
  bool other_engines_ = false;
  std::int64_t refused_events_ = 0;
  UsedEntries used_;
  std::optional<Readers> readers_;
};

}  // namespace plytrace::verify
