// SPDX-License-Identifier: MIT
#include "viewer/analysis/part_counts.h"

#include <map>
#include <optional>
#include <vector>

#include "viewer/analysis/open_path.h"
#include "viewer/analysis/relatives.h"

namespace plytrace {
namespace {

class PartCounter {
 public:
  PartCounter(const TraceReader& reader, std::int64_t root) : reader_(reader), root_(root) {}

  void take(const NodeRow& node) {
    open_.enter(node);
    PlySummaryRow& row = plies_.at(node.ply);
    count_entered(row, node.role);
    // The kind of a node that was never left is unknown (schemas/trace.sql, ply_summary).
    if (node.last) count_left(row, static_cast<std::size_t>(node.kind));
    row.unrecorded = saturated_sum(row.unrecorded, node.unrecorded);
  }

  void take(const BoundUpdateRow& update) {
    if (update.node < root_) return;
    if (const auto ply = ply_of(update.node)) ++plies_.at(*ply).bound_updates;
  }

  void take(const CutoffRow& cutoff) {
    if (cutoff.node < root_) return;
    const auto ply = ply_of(cutoff.node);
    if (!ply) return;
    const OpenPath::Open* const open = open_.at(cutoff.node);
    const NodeRow& node = open != nullptr ? open->row : entered_before(cutoff.node);
    CutCounts::Searched searched;
    if (node.unrecorded == 0) {
      searched = open != nullptr ? CutCounts::Searched{open->moves.size(), open->stage.of(cutoff)}
                                 : searched_before(node, cutoff);
    }
    counts_.add(cutoff, *ply, searched, plies_.at(*ply));
  }

  void take(const NoteRow& note) {
    if (note.node < root_) return;
    const auto stage = counts_.add(note);
    if (!stage || open_.at(note.node) == nullptr) return;
    if (OpenPath::Open* const parent = open_.above()) parent->stage.note(note.node, *stage);
  }

  PartCounts finish() {
    counts_.plies = plies_.take();
    std::erase_if(counts_.plies, [](const PlySummaryRow& row) {
      return row.nodes + row.bound_updates + row.alpha_cutoffs + row.beta_cutoffs == 0;
    });
    return std::move(counts_);
  }

 private:
  // The moves that the cut node had searched, for a node that was entered before the part began.
  CutCounts::Searched searched_before(const NodeRow& node, const CutoffRow& cutoff) {
    CutCounts::Searched searched{moves_until(reader_, node, cutoff), {}};
    const std::vector<NodeRow> searches = last_searches(reader_, node, cutoff);
    LastStage last;
    for (const NodeRow& search : searches) {
      last.enter(search);
      constexpr std::size_t kMostNotes = 1000;
      const BoundedEvents found = events_of(reader_, search, kMostNotes, event_tables<NoteRow>());
      for (const NoteRow& note : found.events.of<NoteRow>()) {
        if (note.name == "stage") last.note(search.id, counts_.stages.place_of(note.value));
      }
    }
    searched.stage = last.of(cutoff);
    return searched;
  }

  // A node entered before the part began; a default row if the trace lacks it.
  const NodeRow& entered_before(std::int64_t id) {
    const auto [at, is_new] = before_.try_emplace(id);
    if (is_new) at->second = reader_.node(id).value_or(NodeRow());
    return at->second;
  }

  std::optional<std::int64_t> ply_of(std::int64_t id) {
    if (const OpenPath::Open* const open = open_.at(id)) return open->row.ply;
    const NodeRow& node = entered_before(id);
    return node.id == id ? std::optional(node.ply) : std::nullopt;
  }

  const TraceReader& reader_;
  std::int64_t root_;
  OpenPath open_;
  PlyRows plies_;
  std::map<std::int64_t, NodeRow> before_;
  PartCounts counts_;
};

}  // namespace

PartCounts count_part(const TraceReader& reader, std::int64_t root, std::int64_t first,
                      std::int64_t until) {
  PartCounter counter(reader, root);
  const auto scan = reader.scan(first, until);
  while (scan->next()) {
    if (const auto* node = scan->get<NodeRow>()) counter.take(*node);
    if (const auto* update = scan->get<BoundUpdateRow>()) counter.take(*update);
    if (const auto* cutoff = scan->get<CutoffRow>()) counter.take(*cutoff);
    if (const auto* note = scan->get<NoteRow>()) counter.take(*note);
  }
  return counter.finish();
}

}  // namespace plytrace
