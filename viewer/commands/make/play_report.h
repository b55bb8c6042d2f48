// SPDX-License-Identifier: MIT
//
// The output of `plytrace play`: the rows as CSV, the summary as text, JSON or CSV, and the curves.
// Thread rule: pure functions.
#pragma once

#include <string>
#include <vector>

#include "viewer/cli/cli.h"
#include "viewer/commands/make/game_play.h"
#include "viewer/draw/curves.h"

namespace plytrace {

struct PlayReport {
  const AnyGame& start;
  const PlayPlan& plan;
  const PlayedGame& game;
  std::string rows_file, plot_file;  // "": none
};

// One line per position and searcher, with a heading; safe to open in a spreadsheet.
std::string play_rows(const PlayReport& report);

// The JSON is defined by schemas/outputs/play.schema.json.
text::Json json(const PlayReport& report);
std::string lines(const PlayReport& report);
// One line for each searcher that is compared.
std::string csv(const PlayReport& report);

// The measures of the searches that a curve can show.
enum class PlayMeasure { kNodes, kTime, kDepth, kLeaves };
// Accepts the words nodes, time, depth, leaves.
Result<PlayMeasure> play_measure(const std::string& word);
std::vector<std::string> play_measure_words();
draw::CurvePlot play_curves(const PlayReport& report, const std::vector<PlayMeasure>& measures,
                            draw::Scale scale);

}  // namespace plytrace
