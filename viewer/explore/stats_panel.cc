// SPDX-License-Identifier: MIT
//
// "stats": counts of a subtree by ply, and which moves cut, a part of it at each question.
#include <algorithm>
#include <map>

#include "viewer/analysis/open_path.h"
#include "viewer/analysis/relatives.h"
#include "viewer/analysis/tree_measures.h"
#include "viewer/explore/panels.h"
#include "viewer/meaning/saturated.h"

namespace plytrace::explore {
namespace {

constexpr std::int64_t kCountedAtOnce = 50'000;
constexpr std::int64_t kMostCountedPlies = 1000;  // those from there on in one row
constexpr auto kCountedRanks = static_cast<std::int64_t>(TreeMeasures::kRanks);

struct CountedPly {
  PlySummaryRow nodes;
  std::int64_t forward = 0;
};

text::Json counted_ply_json(std::int64_t number, const PlySummaryRow& n, std::int64_t forward) {
  return {{"ply", number},
          {"nodes", n.nodes},
          {"interior", n.interior},
          {"horizon", n.horizon},
          {"terminal", n.terminal},
          {"table", n.table},
          {"other", n.known + n.draw + n.unknown + n.illegal},
          {"alpha_cutoffs", n.alpha_cutoffs},
          {"beta_cutoffs", n.beta_cutoffs},
          {"forward", forward},
          {"cut_by_move", n.cut_by_move},
          {"cut_by_first", n.cut_by_first},
          {"skipped", n.skipped}};
}

// What the recorder counted of a pass, at once however large it is; which moves cut, it did not.
Result<text::Json> pass_summary_json(const Asked& asked, const NodeRow& root) {
  const auto where = where_is(asked, root.id);
  if (!where) return where.status();
  if (root.parent || where->pass->root != root.id) {
    return Status::usage("stats: only the root of a pass has a summary");
  }
  text::Json plies = text::Json::array();
  for (const PlySummaryRow& ply : asked.reader.ply_summary(where->pass->id)) {
    if (ply.ply < kMostCountedPlies) plies.push_back(counted_ply_json(ply.ply, ply, 0));
  }
  const std::int64_t last = asked.reader.last_of(root);
  return text::Json{{"first", root.id},
                    {"last", last},
                    {"until", last},
                    {"plies", std::move(plies)},
                    {"ranks", nullptr}};
}

// A part of a subtree in the order of search. What lies in a node that was entered before it is
// looked up.
class PartCounts {
 public:
  PartCounts(const TraceReader& reader, std::int64_t root) : reader_(reader), root_(root) {}

  void take(const NodeRow& node) {
    open_.enter(node);
    PlySummaryRow& ply = at(node.ply).nodes;
    ++ply.nodes;
    if (const auto kind = static_cast<std::size_t>(node.kind); kind < kCountOfKind.size()) {
      ++(ply.*kCountOfKind[kind]);
    }
  }

  void take(const CutoffRow& cutoff) {
    if (cutoff.node < root_) return;
    const OpenPath::Open* const open = open_.at(cutoff.node);
    const auto before = open == nullptr ? reader_.node(cutoff.node) : std::nullopt;
    if (open == nullptr && !before) return;
    CountedPly& ply = at(open != nullptr ? open->row.ply : before->ply);
    ply.nodes.skipped = saturated_sum(ply.nodes.skipped, cutoff.skipped.value_or(0));
    if (cutoff.kind == format::CutoffKind::kForward) {
      ++ply.forward;
      return;
    }
    ++(cutoff.kind == format::CutoffKind::kAlpha ? ply.nodes.alpha_cutoffs
                                                 : ply.nodes.beta_cutoffs);
    if (cutoff.cause != format::Cause::kChild || !cutoff.child) return;
    const auto own = before ? own_cut(reader_, *before, {cutoff}) : std::nullopt;
    if (const auto rank = open != nullptr ? open->rank() : own && own->rank ? *own->rank : 0) {
      ++ranks_[std::min(rank, kCountedRanks)];
      ++ply.nodes.cut_by_move;
      if (rank == 1) ++ply.nodes.cut_by_first;
    }
  }

  text::Json plies_json() const {
    text::Json rows = text::Json::array();
    for (const auto& [number, ply] : plies_) {
      rows.push_back(counted_ply_json(number, ply.nodes, ply.forward));
    }
    return rows;
  }

  text::Json ranks_json() const {
    text::Json rows = text::Json::array();
    for (const auto& [rank, cutoffs] : ranks_) {
      const std::string name = std::to_string(rank) + (rank == kCountedRanks ? " or later" : "");
      rows.push_back({{"rank", name}, {"cutoffs", cutoffs}});
    }
    return rows;
  }

 private:
  CountedPly& at(std::int64_t ply) { return plies_[std::min(ply, kMostCountedPlies)]; }

  const TraceReader& reader_;
  std::int64_t root_;
  OpenPath open_;
  std::map<std::int64_t, CountedPly> plies_;
  std::map<std::int64_t, std::int64_t> ranks_;
};

}  // namespace

Result<text::Json> answer_stats(Asked& asked) {
  const std::int64_t id = asked.parameters.node("node");
  const auto from = asked.parameters.number("from");
  const bool summary = asked.parameters.flag("summary");
  if (Status status = asked.parameters.finish(); !status) return status;
  const auto node = node_of(asked, id);
  if (!node) return node.status();
  if (summary) return pass_summary_json(asked, *node);
  const std::int64_t last = asked.reader.last_of(*node);
  const std::int64_t first = std::clamp(from.value_or(id), id, last);
  const std::int64_t until = std::min(last, first + kCountedAtOnce - 1);
  PartCounts counts(asked.reader, id);
  const auto scan = asked.reader.scan(first, until);
  while (scan->next()) {
    if (const auto* row = scan->get<NodeRow>()) counts.take(*row);
    if (const auto* row = scan->get<CutoffRow>()) counts.take(*row);
  }
  return text::Json{{"first", id},
                    {"last", last},
                    {"until", until},
                    {"plies", counts.plies_json()},
                    {"ranks", counts.ranks_json()}};
}

}  // namespace plytrace::explore
