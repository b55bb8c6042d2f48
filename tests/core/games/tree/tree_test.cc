// SPDX-License-Identifier: MIT
#include "core/games/tree/tree.h"

#include <gtest/gtest.h>

#include "core/perft.h"
#include "core/registry.h"

namespace plytrace::tree {
namespace {

Tree tree(std::string_view json, const Arguments& options = {}) {
  const Result<Tree> read = Tree::from_position(options, json);
  EXPECT_TRUE(read) << json << ": " << read.status().message();
  return read ? *read : *Tree::from_position({}, "0");
}

std::string text_of(std::string_view json) { return tree(json).position_text(); }

std::vector<std::string> move_texts(const Tree& game) {
  MoveList moves;
  game.generate(moves);
  std::vector<std::string> texts;
  for (const MoveCode move : moves) texts.push_back(game.move_text(move));
  return texts;
}

void play(Tree& game, std::initializer_list<const char*> moves) {
  for (const char* text : moves) {
    const Result<MoveCode> move = game.parse_move(text);
    ASSERT_TRUE(move && game.is_legal(*move)) << text;
    game.play(*move);
  }
}

Score score(const Tree& game, int player = 0) { return (*Scores::create(game, {}))(game, player); }

TEST(Tree, ChildrenAreCalledByTheirNumber) {
  Tree game = tree("[[3,12,8],[2,4,6],[14,5,2]]");
  EXPECT_EQ(move_texts(game), (std::vector<std::string>{"1", "2", "3"}));
  EXPECT_EQ(game.plies_left(), 2);
  play(game, {"3", "2"});
  EXPECT_TRUE(game.is_finished());
  EXPECT_EQ(game.winner(), kNobody);
  EXPECT_EQ(score(game, 0), 5);
  EXPECT_EQ(score(game, 1), -5);
  EXPECT_EQ(game.board_text(), "leaf 5");
  game.undo();
  game.undo();
  EXPECT_EQ(game.position_text(), "[[3,12,8],[2,4,6],[14,5,2]]");
}

TEST(Tree, PerftCountsPaths) {
  EXPECT_EQ(perft(tree("[[3,12,8],[2,4,6],[14,5,2]]"), 3, nullptr),
            (std::vector<std::uint64_t>{3, 9, 0}));
  EXPECT_EQ(perft(tree("[[1,[2,3]],4]"), 3, nullptr), (std::vector<std::uint64_t>{2, 2, 2}));
  EXPECT_EQ(perft(tree("7"), 2, nullptr), (std::vector<std::uint64_t>{0, 0}));
}

TEST(Tree, NamedMovesAndValuesOfInnerNodes) {
  Tree game = tree(
      R"({"name":"A","value":1.5,"children":[{"move":"a1","children":[3]},{"name":"B","value":-2}]})");
  EXPECT_EQ(move_texts(game), (std::vector<std::string>{"a1", "B"}));
  EXPECT_EQ(score(game), 1.5);
  EXPECT_EQ(game.board_text(), "A: 2 moves, value 1.5");
  play(game, {"a1"});
  EXPECT_EQ(score(game), 0);  // a horizon node without a value
  EXPECT_EQ(game.position_text(), "[3]");
  EXPECT_EQ(game.board_text(), "1 move");
}

TEST(Tree, RootOptionSaysWhoMovesAndMaxStays) {
  Tree game = tree("[[1,2],[3,4]]", {{"root", "min"}});
  EXPECT_EQ(game.player_to_move(), 1);
  EXPECT_EQ(game.max_player(), 0);
  play(game, {"2"});
  EXPECT_EQ(game.player_to_move(), 0);
  EXPECT_EQ(game.max_player(), 0);
  EXPECT_EQ(game.options_json(), R"({"root":"max"})");
  EXPECT_EQ(game.position_text(), "[3,4]");
  const Tree again = tree(game.position_text(), *arguments_from_json(game.options_json()));
  EXPECT_EQ(again.key(), game.key());
  EXPECT_EQ(again.player_to_move(), game.player_to_move());
}

TEST(Tree, CanonicalFormIsTheShortest) {
  EXPECT_EQ(text_of(" [ 1 , [ 2.50 , -0 ] ] "), "[1,[2.5,0]]");
  EXPECT_EQ(text_of(R"({"children":[{"value":1},{"move":"2","value":2}]})"), "[1,2]");
  EXPECT_EQ(text_of(R"({"move":"x","value":1e3})"), "1000");
  EXPECT_EQ(text_of(R"({"value":3,"children":[]})"), "3");
  EXPECT_EQ(text_of(R"([{"children":[4],"value":3,"move":"a\/b","name":"\u00e9\n"}])"),
            "[{\"name\":\"\xC3\xA9\\u000a\",\"move\":\"a/b\",\"value\":3,\"children\":[4]}]");
  EXPECT_EQ(text_of("[1e-400,1e300]"), "[0,1e+300]");
}

TEST(Tree, CanonicalFormReadsBackAsItself) {
  for (const char* json :
       {"5", "[1,2]", "[[1,2],[[3]]]", R"({"name":"r","children":[1,{"move":"q","value":2}]})",
        R"([{"move":"2","children":[1]},{"move":"1","value":0.1}])",
        R"([{"value":7,"children":[1,{"value":2,"children":[3]}]}])"}) {
    EXPECT_EQ(text_of(json), json);
    EXPECT_EQ(tree(json).key(), tree(text_of(json)).key());
  }
}

TEST(Tree, EqualSubtreesHaveEqualKeysAndOthersDoNot) {
  Tree left = tree(R"([[{"move":"x","value":1},2],[{"move":"x","value":1},2],[2,1]])");
  Tree right = left;
  Tree other = left;
  play(left, {"1"});
  play(right, {"2"});
  play(other, {"3"});
  EXPECT_EQ(left.key(), right.key());
  EXPECT_NE(left.key(), other.key());
  EXPECT_NE(tree("[1]", {{"root", "max"}}).key(), tree("[1]", {{"root", "min"}}).key());
}

TEST(Tree, RefusesWhatIsNoTree) {
  const auto expect = [](std::string_view json, const char* reason) {
    const Status status = Tree::from_position({}, json).status();
    EXPECT_EQ(status.code(), StatusCode::kBadInput) << json;
    EXPECT_NE(status.message().find(reason), std::string::npos) << json << ": " << status.message();
  };
  expect("", "expected a number");
  expect("[]", "a list without children");
  expect("[[3,5],[]]", "a list without children");
  expect("[1,]", "a comma without a node after it");
  expect("[1", "expected ',' or ']'");
  expect("[1 2]", "expected ',' or ']'");
  expect("[1]]", "text after the tree");
  expect("{}", "a leaf without a value");
  expect(R"({"name":"A"})", "a leaf without a value");
  expect(R"([1,{"children":[]}])", "a leaf without a value");
  expect(R"({"value":1,"value":2})", "for the second time");
  expect(R"({"valeu":1})", "did you mean 'value'?");
  expect(R"({"value":"1"})", "expected a number");
  expect(R"({"value":1,})", "expected a key");
  expect(R"([{"move":"","value":1}])", "a move without text");
  expect(R"([{"move":"2","value":1},5])", "two children of / have the move '2'");
  expect(R"([[{"move":"x","value":1},{"move":"x","value":2}]])", "two children of /1 have");
  expect("[1e999]", "too large");
  expect("[NaN]", "not JSON");
  expect("[null]", "expected a number");
  expect("[+1]", "not JSON");
  expect("[01]", "leading zero");
  expect("[\"x\"]", "expected a number");
  expect("{\"name\":\"\xFF\",\"value\":1}", "not UTF-8");
  expect("[1,}", "at character 4");
  // The message did not show what a tree looks like.
  expect("rubbish", "in quotes: '[[3,12,8],[2,4,6],[14,5,2]]'");
  expect("[]", "in quotes: '[[3,12,8],[2,4,6],[14,5,2]]'");
}

TEST(Tree, RefusesUnknownOptions) {
  EXPECT_EQ(Tree::start({{"root", "both"}}).status().code(), StatusCode::kUsage);
  EXPECT_EQ(Tree::start({{"rot", "max"}}).status().code(), StatusCode::kUsage);
}

TEST(Tree, SaysWhichMovesThereAre) {
  const Tree game = tree("[1,2,3,4,5,6,7,8,9,10]");
  EXPECT_FALSE(game.parse_move("a1"));
  EXPECT_FALSE(game.is_legal(*game.parse_move("11")));
  EXPECT_EQ(game.why_illegal(*game.parse_move("11")),
            "this node has no child '11'; it has 1, 2, 3, 4, 5, 6, 7, 8 and 2 more");
}

TEST(Tree, SurvivesAMillionPlies) {
  constexpr int kPlies = 1'000'000;
  const std::string json = std::string(kPlies, '[') + "7" + std::string(kPlies, ']');
  Tree game = tree(json);
  EXPECT_EQ(game.plies_left(), kPlies);
  EXPECT_EQ(game.position_text(), json);
  for (int i = 0; i < kPlies; ++i) game.play(1);
  EXPECT_TRUE(game.is_finished());
  EXPECT_EQ(score(game), 7);
  EXPECT_EQ(perft(tree(json), kPlies, nullptr).back(), 1U);
}

TEST(Tree, SurvivesAMillionOpenBracketsWithoutAnEnd) {
  EXPECT_EQ(Tree::from_position({}, std::string(1'000'000, '[')).status().code(),
            StatusCode::kBadInput);
  std::string objects;
  for (int i = 0; i < 200'000; ++i) objects += R"({"children":[)";
  EXPECT_EQ(Tree::from_position({}, objects).status().code(), StatusCode::kBadInput);
}

TEST(Tree, ANodeMayHaveAHundredThousandChildren) {
  constexpr int kChildren = 100'000;
  std::string json = "[";
  for (int i = 0; i < kChildren; ++i) {
    json += (i > 0 ? "," : "") + std::string(R"({"move":"m)") + std::to_string(kChildren - i) +
            R"(","value":)" + std::to_string(i) + "}";
  }
  json += "]";
  Tree game = tree(json);
  EXPECT_EQ(game.position_text(), json);
  MoveList moves;
  game.generate(moves);
  ASSERT_EQ(moves.size(), static_cast<std::size_t>(kChildren));
  Score sum = 0;
  for (const MoveCode move : moves) {
    game.play(move);
    sum += game.value();
    game.undo();
  }
  EXPECT_EQ(sum, 0.5 * kChildren * (kChildren - 1));
}

}  // namespace
}  // namespace plytrace::tree
