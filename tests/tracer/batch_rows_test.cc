// SPDX-License-Identifier: MIT
//
// A list of moves gets the same text whether its text is cached or not.
#include "tracer/batch_rows.h"

#include <gtest/gtest.h>

namespace plytrace::test {
namespace {

using Moves = std::vector<MoveId>;

std::string plain(const Moves& moves) {
  std::string text;
  for (const MoveId move : moves) {
    text += (text.empty() ? "[" : ",") + json_quote("m" + std::to_string(move));
  }
  return text.empty() ? "[]" : text + "]";
}

TEST(MoveLists, HaveTheirTextWhateverCameBefore) {
  MoveLists lists;
  for (MoveId id = 0; id < 400; ++id) lists.name_move(id, "m" + std::to_string(id));
  std::vector<Moves> all{{}, {0}, {0, 0}, {254}, {255}, {256}, {1, 255}, {399, 1}};
  for (MoveId length = 1; length < 40; ++length) {
    for (MoveId first = 0; first < 30; ++first) {
      Moves& moves = all.emplace_back();
      for (MoveId i = 0; i < length; ++i) moves.push_back((first + i) % 31);
    }
  }
  for (int round = 0; round < 2; ++round) {
    for (const Moves& moves : all) {
      // In a batch, other lists may follow in the same array.
      Moves with_others = moves;
      with_others.insert(with_others.end(), {300, 7, 7, 255, 1, 2, 3, 4});
      for (const Moves& place : {moves, with_others, moves}) {
        const format::HashedText text = lists.text_of(place, moves.size());
        ASSERT_EQ(text.text, plain(moves));
        ASSERT_EQ(text.hash, format::RowHash::hash_of(text.text)) << text.text;
      }
    }
  }
}

TEST(MoveLists, ForgetWhatAMoveWasCalledBeforeItHadAName) {
  MoveLists lists;
  lists.name_move(2, "b");
  const Moves moves{1, 2};
  EXPECT_EQ(lists.text_of(moves, 2).text, R"(["?","b"])");
  lists.name_move(1, "a");
  EXPECT_EQ(lists.text_of(moves, 2).text, R"(["a","b"])");
}

}  // namespace
}  // namespace plytrace::test
