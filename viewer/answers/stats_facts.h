// SPDX-License-Identifier: MIT
//
// The single numbers of a pass, in addition to its tables by ply and by pass (answer_tables.h). The
// text and JSON of `stats` and the table of `report` are all made from this list. To add a number,
// add an entry here and its key to schemas/outputs/stats.schema.json. Thread rule: pure functions.
#pragma once

#include <vector>

#include "viewer/analysis/pass_stats.h"
#include "viewer/format/answer_table.h"

namespace plytrace {

// One number. As in AnswerTable, a fact without a name is not in JSON, and one without a heading
// not in text.
struct StatsFact {
  // The outputs that show the fact in text: some numbers share a line in `stats` but have rows of
  // their own in a report.
  enum class Page { kBoth, kStats, kReport };

  text::Cell cell;  // the name of a member of an object is like "minimal_tree/nodes"
  Page page = Page::kBoth;
  bool scanned = false;  // needs a scan; in JSON below "scan"
  bool rare = false;     // a report omits it if no search has a value
};

// The facts in the order of text and JSON. A fact that has a row in a report
// is in the list of every pass.
std::vector<StatsFact> stats_facts(const PassStats& stats, const PassRow& pass);

// The moves that alpha and beta cutoffs skipped: "1 skipped 2 moves". `is_complete`: each cutoff
// says how many (knows_skipped()).
std::string skipped_words(const PlySummaryRow& total, bool is_complete);

// The facts about cutoffs (ranks, stages, moves skipped by forward pruning) and about extensions.
// `by_move`: the cutoffs by a move, also those without a known rank.
std::vector<StatsFact> cut_facts(const CutCounts& cuts, std::int64_t by_move);

// Adds facts to a JSON object: with `scanned` the facts that need a scan, otherwise all others.
// Facts without a name are not in JSON.
void put_facts(text::Json& json, const std::vector<StatsFact>& facts, bool scanned);

}  // namespace plytrace
