// SPDX-License-Identifier: MIT
//
// Traits that the nodes of findings have in common: side to move, ply, depth, move. A trait that
// all nodes of the search share says nothing and is left out. Memory: constant. Thread rule: one
// thread an object.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "viewer/reader/trace_reader.h"
#include "viewer/verify/report/verify_report.h"

namespace plytrace::verify {

class CommonTraits {
 public:
  static constexpr std::size_t kMostSets = 8;

  // Adds a node of the search; the order does not matter. `sets`: a bit for each set of findings
  // that the node belongs to.
  void note(const NodeRow& node, const NodeRow* parent, std::uint32_t sets);
  std::vector<CommonTrait> of(std::size_t set, const TraceReader& reader) const;

 private:
  enum Trait : std::uint8_t { kSide, kTwice, kPly, kDepth, kMove, kKind, kRole, kPhase, kTraits };
  // The value shared by all nodes so far.
  struct Shared {
    std::int64_t value = 0;
    bool is_met = false, is_mixed = false;

    void note(std::int64_t more) {
      is_mixed = is_mixed || (is_met && more != value);
      value = more;
      is_met = true;
    }
  };
  using Values = std::array<std::int64_t, kTraits>;
  static Values values_of(const NodeRow& node, const NodeRow* parent);
  static CommonTrait in_words(Trait trait, std::int64_t value, const TraceReader& reader);

  std::array<Shared, kTraits> of_all_{};
  std::array<std::array<Shared, kTraits>, kMostSets> of_set_{};
};

}  // namespace plytrace::verify
