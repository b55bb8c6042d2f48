// SPDX-License-Identifier: MIT
//
// MoveDictionary maps move texts to their ids in one trace file, for all streams of a recording.
// Id 0 is '?'. Ids ascend in the order in which texts are first seen. The writer thread drains the
// new entries before it writes a batch, so that a row never cites an id that is not in the file.
// Thread rule: any thread.
#pragma once

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tracer/batch.h"

namespace plytrace {

struct MoveEntry {
  MoveId id = 0;
  std::string text;
};

class MoveDictionary {
 public:
  // `known`: the entries that the file already holds.
  explicit MoveDictionary(const std::vector<MoveEntry>& known);

  MoveId id_of(const std::string& text);
  // Returns the entries added since the last call.
  std::vector<MoveEntry> drain_new();

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, MoveId> ids_;
  std::vector<MoveEntry> new_;
  MoveId next_ = 1;
};

}  // namespace plytrace
