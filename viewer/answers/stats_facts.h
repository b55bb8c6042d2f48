// SPDX-License-Identifier: MIT
//
// The single numbers of a pass, beside its tables by ply and by pass (answer_tables.h): one list,
// from which the text and the JSON of `stats` and the table of `report` come. One row more here,
// and its key in schemas/outputs/stats.schema.json, is all that a further number needs. Thread
// rule: pure functions.
#pragma once

#include <vector>

#include "viewer/analysis/pass_stats.h"
#include "viewer/format/answer_table.h"

namespace plytrace {

// As an AnswerTable has its columns: one without a name is for people alone, one without a heading
// for programs alone.
struct StatsFact {
  // Where people read it: some numbers are one line of `stats` and several rows of a report.
  enum class Page { kBoth, kStats, kReport };

  text::Cell cell;  // the name of a number within an object is "minimal_tree/nodes"
  Page page = Page::kBoth;
  bool scanned = false;  // not known without a scan; in JSON below "scan"
  bool rare = false;     // a report is silent of it where no search has any
};

// In the order in which people and programs read them. Who has a row in a report has it for every
// pass.
std::vector<StatsFact> stats_facts(const PassStats& stats, const PassRow& pass);

// The part of them that is about cutoffs alone: ranks, and what forward pruning left out.
std::vector<StatsFact> cut_facts(const CutCounts& cuts);

// Adds those with a name, scanned or counted, to an object.
void put_facts(text::Json& json, const std::vector<StatsFact>& facts, bool scanned);

}  // namespace plytrace
