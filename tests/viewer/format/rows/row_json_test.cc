// SPDX-License-Identifier: MIT
#include "viewer/format/rows/row_json.h"

#include <gtest/gtest.h>

#include "tests/test_support.h"
#include "tests/viewer/random_trace.h"

namespace plytrace::text {
namespace {

// The trace is used only for the names of moves.
class RowJson : public testing::Test {
 protected:
  const test::ScratchFolder folder_;
  const TraceReader reader_ = [this] {
    const std::string file = folder_ / "trace.db";
    test::make_trace(file, test::unknown_game_sql());
    return std::move(*TraceReader::open(file));
  }();
};

TEST_F(RowJson, AnEventHasEveryColumnOfItsTable) {
  CutoffRow row;
  row.id = 4;
  row.node = 2;
  row.at = 3;
  row.kind = format::CutoffKind::kAlpha;
  row.value = 1;
  row.alpha = 3;
  row.skipped = 1;
  row.skipped_moves = R"(["c"])";
  EXPECT_EQ(
      event_json(reader_, row).dump(),
      R"({"type":"cutoff","id":4,"at":3,"node":2,"kind":"alpha","cause":"child","child":null,)"
      R"("value":1,"alpha":3,"beta":null,"skipped":1,"skipped_moves":["c"],"reason":null,)"
      R"("condition":"1 <= alpha 3"})");
}

TEST_F(RowJson, BoundUpdatesAndNotesAreTheirColumns) {
  BoundUpdateRow update;
  update.alpha = -kInfinity;
  update.beta = -0.0;
  EXPECT_EQ(event_json(reader_, update).dump(),
            R"({"type":"bound_update","id":0,"at":0,"node":0,"cause":"child","child":null,)"
            R"("alpha":"-inf","beta":0})");
  NoteRow note;
  note.name = "stage";
  note.value = "killer";
  EXPECT_EQ(event_json(reader_, note).dump(),
            R"({"type":"note","id":0,"at":0,"node":0,"name":"stage","value":"killer"})");
}

}  // namespace
}  // namespace plytrace::text
