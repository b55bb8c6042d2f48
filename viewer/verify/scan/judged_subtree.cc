// SPDX-License-Identifier: MIT
#include "viewer/verify/scan/judged_subtree.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace plytrace::verify {
namespace {

// The nodes from the root of the pass to this one; empty if the rows do not lead there.
std::vector<NodeRow> path_to(const TraceReader& reader, std::int64_t node, std::int64_t root) {
  std::vector<NodeRow> path;
  for (std::optional<std::int64_t> id = node; path.empty() || path.back().id != root;) {
    auto row = id ? reader.node(*id) : std::nullopt;
    if (!row || (!path.empty() && row->id >= path.back().id)) return {};
    id = row->parent;
    path.push_back(std::move(*row));
  }
  std::reverse(path.begin(), path.end());
  return path;
}

std::unique_ptr<Replay> replay_of(const TraceReader& reader, const Judging& judging,
                                  Ledger& ledger) {
  std::string reason;
  bool is_known = false;
  return Replay::make(reader, judging.search, judging.facts, ledger, &reason, &is_known);
}

std::optional<CertificateMarks> marks_of(const Judging& judging) {
  const CertificateMarks* const of_search = judging.options.certificate;
  return of_search == nullptr ? std::nullopt : std::optional<CertificateMarks>(of_search->claim());
}

}  // namespace

void Judging::prepare(Ledger& ledger) const {
  ledger.accept(options.accepted);
  ledger.choose(Check::kStructure, options.structure);
  ledger.choose(Check::kProof, options.proof);
  ledger.choose(Check::kReplay, options.replay);
  ledger.choose(Check::kOracle, options.oracle.has_value());
  if (refused_events > 0) ledger.doubt_all(refused_events);
}

JudgedSubtree::JudgedSubtree(const TraceReader& reader, const Judging& judging,
                             const Subtree& subtree, KnownBefore before)
    : ledger_(reader, judging.facts, judging.options.max_findings),
      origins_(judging.used),
      judge_(judging.facts, ledger_, origins_),
      replay_(replay_of(reader, judging, ledger_)),
      marks_(marks_of(judging)),
      scanner_(reader, ledger_, judge_, replay_.get(), marks_ ? &*marks_ : nullptr, passes_,
               no_progress_) {
  judging.prepare(ledger_);
  judge_.set_replay(replay_.get());
  PassResult& pass = passes_[*subtree.pass->root];
  pass.row = *subtree.pass;
  if (before.pass != pass.row.id) {
    before.pass = pass.row.id;
    before.has_unrecorded = false;
    before.learned.horizon_ply.reset();
  }
  const std::vector<NodeRow> path = path_to(reader, subtree.first, *pass.row.root);
  const bool is_whole = !path.empty() && path.back().last == subtree.last;
  is_usable_ = is_whole && replay_ != nullptr && scanner_.run_below(path, before);
}

}  // namespace plytrace::verify
