// SPDX-License-Identifier: MIT
//
// One subtree, judged with a ledger, a judge, a replay and a scanner of its own.
// Thread rule: made by one thread, then taken over by another.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "viewer/verify/certificate/certificate_marks.h"
#include "viewer/verify/game/replay.h"
#include "viewer/verify/node/node_judge.h"
#include "viewer/verify/report/ledger.h"
#include "viewer/verify/scan/scanner.h"
#include "viewer/verify/scan/subtrees.h"
#include "viewer/verify/verify_trace.h"
#include "viewer/verify/whole_file.h"

namespace plytrace::verify {

// How a search is judged; the same for all of its subtrees. Only read while they are judged.
struct Judging {
  const SearchRow& search;
  const VerifyOptions& options;
  const Facts& facts;
  const UsedEntries& used;
  std::int64_t refused_events = 0;

  // Sets what the user chose, and what the whole file leaves in doubt.
  void prepare(Ledger& ledger) const;
};

class JudgedSubtree {
 public:
  JudgedSubtree(const TraceReader& reader, const Judging& judging, const Subtree& subtree,
                KnownBefore before);

  // Whether the scanner of the search may take it over.
  bool is_usable() const { return is_usable_; }
  Scanner& scanner() { return scanner_; }

 private:
  Ledger ledger_;
  TableOrigins origins_;
  NodeJudge judge_;
  std::unique_ptr<Replay> replay_;
  std::optional<CertificateMarks> marks_;
  std::map<std::int64_t, PassResult> passes_;
  std::function<void(std::uint64_t)> no_progress_;
  Scanner scanner_;
  bool is_usable_ = false;
};

}  // namespace plytrace::verify
