// SPDX-License-Identifier: MIT
//
// Covers core/games/tree/tree_shapes.h: the shapes in which people write down a tree.
#include "core/games/tree/tree_shapes.h"

#include <gtest/gtest.h>

#include "core/games/tree/tree.h"

namespace plytrace::tree {
namespace {

constexpr const char* kNamed =
    R"({"name":"A","children":[{"name":"B","children":[{"name":"D","value":3},{"name":"E","value":5}]},)"
    R"({"name":"C","children":[{"name":"F","value":2},{"name":"G","value":9}]}]})";
constexpr const char* kPlain = "[[3,5],[2,9]]";

std::string canonical(std::string_view text, const Arguments& options = {}) {
  const Result<Tree> read = Tree::from_position(options, text);
  return read ? read->position_text() : read.status().message();
}

void expect_refused(std::string_view text, std::string_view reason) {
  const Status status = Tree::from_position({}, text).status();
  EXPECT_EQ(status.code(), StatusCode::kBadInput) << text;
  EXPECT_NE(status.message().find(reason), std::string::npos) << text << ": " << status.message();
}

// A name without a move used to be dropped: the moves were 1 and 2.
TEST(TreeShapes, ANameIsTheMoveUnlessOneIsGiven) {
  const Result<Tree> tree = Tree::from_position(
      {}, R"({"children":[{"name":"Left","value":1},{"name":"B","move":"b1","value":2},3]})");
  ASSERT_TRUE(tree);
  MoveList moves;
  tree->generate(moves);
  ASSERT_EQ(moves.size(), 3U);
  EXPECT_EQ(tree->move_text(moves[0]), "Left");
  EXPECT_EQ(tree->move_text(moves[1]), "b1");
  EXPECT_EQ(tree->move_text(moves[2]), "3");
}

TEST(TreeShapes, EqualNamesOfSiblingsAreNoMoves) {
  const char* const twins = R"({"children":[{"name":"x","value":1},{"name":"x","value":2}]})";
  const std::string once = canonical(twins);
  EXPECT_EQ(once, R"([{"name":"x","move":"1","value":1},{"name":"x","move":"2","value":2}])");
  EXPECT_EQ(canonical(once), once);
}

TEST(TreeShapes, IdsLabelsAndTypesAreReadFromObjects) {
  EXPECT_EQ(
      canonical(
          R"({"id":"A","type":"MAX","children":[)"
          R"({"id":"B","type":"MIN","children":[{"id":"D","value":3},{"id":"E","score":5}]},)"
          R"({"id":"C","type":"min","children":[{"id":"F","utility":2},{"id":"G","label":"9"}]}]})"),
      kNamed);
  // The label wins over the id, whichever comes first.
  EXPECT_EQ(canonical(R"({"label":"A","id":1,"value":3})"), R"({"name":"A","value":3})");
  EXPECT_EQ(canonical(R"({"id":1,"label":"A","value":3})"), R"({"name":"A","value":3})");
  EXPECT_EQ(canonical(R"({"value":null,"children":[{"value":1,"children":null}]})"), "[1]");
}

TEST(TreeShapes, TypesSayWhoMovesAndMustAlternate) {
  const char* const min_first = R"({"type":"MIN","children":[3,5]})";
  EXPECT_EQ(Tree::from_position({}, min_first)->player_to_move(), 1);
  EXPECT_EQ(Tree::from_position({}, min_first)->options_json(), R"({"root":"min"})");
  EXPECT_NE(canonical(min_first, {{"root", "max"}}).find("is of type MIN, but MAX is to move"),
            std::string::npos);
  expect_refused(R"({"type":"MAX","children":[{"name":"B","type":"MAX","children":[1,2]},3]})",
                 "/B is of type MAX, but MIN is to move there");
}

TEST(TreeShapes, AdjacencyListsWithTheirRootFoundOrGiven) {
  EXPECT_EQ(canonical(R"({"A":["B","C"],"B":["D","E"],"C":["F","G"],"D":3,"E":5,"F":2,"G":9})"),
            kNamed);
  EXPECT_EQ(canonical(R"({"D":3,"C":["F","G"],"E":5,"B":["D","E"],"F":2,"A":["B","C"],"G":9})"),
            kNamed);
  EXPECT_EQ(canonical(R"({"tree":{"A":["B","C"],"B":["D","E"],"C":["F","G"]},)"
                      R"("values":{"D":3,"E":5,"F":2,"G":9}})"),
            kNamed);
  EXPECT_EQ(canonical(R"({"root":"A","X":["Y"],"A":["B"],"Y":1,"B":2})"),
            R"({"name":"A","children":[{"name":"B","value":2}]})");
  expect_refused(R"({"X":["Y"],"A":["B"],"Y":1,"B":2})",
                 R"('X', 'A' have no parent; say which of them is the root: "root":"X")");
  expect_refused(R"({"A":["B","C"],"B":["D"],"C":["D"],"D":3})", "'D' has two parents");
  expect_refused(R"({"A":["B"],"B":["A"]})", "every node has a parent");
}

TEST(TreeShapes, NestedObjectsNodesAndEdgesAndListsByParents) {
  EXPECT_EQ(canonical(R"({"A":{"B":{"D":3,"E":5},"C":{"F":2,"G":9}}})"), kNamed);
  EXPECT_EQ(canonical(R"({"L":[3,5],"R":[2,9]})"),
            R"([{"name":"L","children":[3,5]},{"name":"R","children":[2,9]}])");
  EXPECT_EQ(canonical(R"({"nodes":[{"id":"A"},{"id":"B","value":3},{"id":"C","label":"5"}],)"
                      R"("edges":[["A","B"],{"from":"A","to":"C"}]})"),
            R"({"name":"A","children":[{"name":"B","value":3},{"name":"C","value":5}]})");
  EXPECT_EQ(canonical(R"([{"id":2,"parent":1,"value":3},{"id":1,"parent":null}])"),
            R"({"name":"1","children":[{"name":"2","value":3}]})");
}

// Keys of other programs were taken for names of moves, which gave other trees without a word.
TEST(TreeShapes, KeysThatDescribeNodesAreNotNamesOfMoves) {
  expect_refused(R"({"val":1,"left":{"val":3},"right":{"val":12}})", "unknown key 'val'");
  expect_refused(R"({"depth":2,"branching":2,"leaves":[3,12,2,4]})", "unknown key 'depth'");
  expect_refused(R"({"A":{"B":{"weight":3},"C":{"weight":5}}})", "unknown key 'weight'");
  EXPECT_EQ(
      canonical(R"({"left":{"left":3,"right":5},"right":{"left":2,"right":9}})"),
      R"([{"name":"left","children":[{"name":"left","value":3},{"name":"right","value":5}]},)"
      R"({"name":"right","children":[{"name":"left","value":2},{"name":"right","value":9}]}])");
}

TEST(TreeShapes, ASideAsTheKeyIsTheTypeOfTheNode) {
  EXPECT_EQ(canonical(R"({"max":[{"min":[3,5]},{"min":[2,9]}]})"), kPlain);
  EXPECT_EQ(canonical(R"({"MAX":{"L":{"MIN":[3,5]},"R":{"MIN":[2,9]}}})"),
            R"([{"name":"L","children":[3,5]},{"name":"R","children":[2,9]}])");
  expect_refused(R"({"max":[3,5],"min":[2,9]})", "MAX, MIN and leaf are types of nodes");
  expect_refused(R"({"max":[{"max":[3,5]},{"max":[2,9]}]})", "MIN is to move there");
}

TEST(TreeShapes, MessagesNameTheNearestForm) {
  expect_refused(R"({"name":"A","children":["B","C"]})", "adjacency lists: {");
  expect_refused("[A [B [3] [5]] [C [2] [9]]]", "the nearest form is (A (B 3 5) (C 2 9))");
  expect_refused("{{3,5},{2,9}}", "the nearest form is [[3,5],[2,9]]");
  expect_refused("tree = {'A': {'B': 3}}", "the nearest form is the brackets alone");
  expect_refused("node(max,[leaf(3),leaf(12)])", "(MAX (MIN 3 5) (MIN 2 9))");
  expect_refused("[null,null,3]", "leave a missing child out: [[3,5],[2]]");
  expect_refused(R"({"A":[],"B":3})", "[null,[[3,[]],[5,[]]]]");
  expect_refused(R"({"A":{}})", "a node is {");
}

// Such trees were read as others, or keys and values of them were dropped.
TEST(TreeShapes, WhatIsNotUsedIsRefused) {
  expect_refused(R"({"A/B/D":3,"A/B/E":12,"A/C/F":2})", R"('A/C/F' is a path)");
  expect_refused(R"({"1":4,"1.1":3,"1.2":5})", R"('1.2' is a path)");
  for (const char* score : {"1/2", "50%", "3,5", "-inf", "\u221e"}) {
    expect_refused(R"([[")" + std::string(score) + R"(",3],[2,4]])", "not a decimal number");
  }
  expect_refused(R"({"L":{"v":3},"R":{"v":5}})", "the only key of 2 objects is 'v'");
  expect_refused(R"({"n":[{"n":[3,5]},{"n":[2,9]}]})", "name the node: {");
  expect_refused(R"({"A":{"B":3,"B":5}})", "the key 'B' for the second time");
  expect_refused(R"({'name':'A','value':3,'score':4})", "'score' gives a second score");
  expect_refused(R"({'name':['A'],'children':[3]})", "'name' of a node is a text");
  expect_refused(R"({"type":"leaf","value":3,"children":[1,2]})", "type leaf with children");
  expect_refused("(A 3 (B 5 6))", R"(write ("A",3,[("B",5)]) or ("A",[3,("B",5)]))");
  expect_refused(R"({"A":["B"],"B":3,"X":["Y"],"Y":["X"]})", "2 nodes are not below the root 'A'");
  expect_refused(R"({"tree":{"A":["B"]},"values":{"B":3},"depth":2})", "the key 'depth'");
  expect_refused(R"({"nodes":["A","B"],"edges":[["A","B",3]]})", R"(["A","B","left"])");
  expect_refused(R"({"nodes":["A","B"],"links":[{"source":"A","target":"B","weight":3}]})",
                 R"({"from":"A","to":"B","move":"left"})");
  expect_refused(R"([{"id":0,"parent":-1},{"id":1,"parent":0,"value":3}])", R"("parent":null)");
  expect_refused(R"([{"id":1,"children":[2,3]},{"id":2,"value":3},{"id":3,"value":5}])",
                 "may be a score or the id");
  expect_refused("((3:1,5:1):1,(2:1,9:1):1);", "write (B:3,C:5)A; or (3,5);");
  expect_refused("digraph { A -> B; B [payoff=3] }", "a score is B [label=3]");
  // A label that is not a score is a name.
  EXPECT_EQ(canonical(R"({"label":"5","children":[{"label":"7","value":3},2]})"),
            R"({"name":"5","children":[{"name":"7","value":3},2]})");
}

TEST(TreeShapes, ShapesOfOtherPrograms) {
  constexpr const char* kSmall =
      R"({"name":"A","children":[{"name":"B","value":3},{"name":"C","value":5}]})";
  // AIMA's, NetworkX's, d3's.
  EXPECT_EQ(canonical("{'succs':{'A':{'x':'B','y':'C'}},'utils':{'B':3,'C':5}}"),
            R"({"name":"A","children":[{"name":"B","move":"x","value":3},)"
            R"({"name":"C","move":"y","value":5}]})");
  EXPECT_EQ(canonical(R"({"directed":true,"multigraph":false,"graph":{},"nodes":[{"id":"A"},)"
                      R"({"id":"B","value":3},{"id":"C","value":5}],"links":[)"
                      R"({"source":"A","target":"B"},{"source":"A","target":"C","key":0}]})"),
            kSmall);
  EXPECT_EQ(canonical(R"([{"id":"A","parentId":null},{"id":"B","parentId":"A","value":3},)"
                      R"({"id":"C","parentId":"A","value":5}])"),
            kSmall);
  EXPECT_EQ(
      canonical(R"({"nodes":[["A",{}],["B",{"value":3}],["C",5]],"edges":[["A","B"],["A","C"]]})"),
      kSmall);
  EXPECT_EQ(canonical(R"({"edges":[["A","B"],["A","C"]],"values":{"B":3,"C":5}})"), kSmall);
  EXPECT_EQ(canonical(R"({"A":{"children":["B","C"]},"B":{"value":3},"C":{"score":5}})"), kSmall);
  EXPECT_EQ(
      canonical(R"([{"id":"A","children":["B","C"]},{"id":"B","value":3},{"id":"C","value":5}])"),
      kSmall);
  EXPECT_EQ(canonical("digraph { A -> subgraph s { B C }; B [label=3]; C [label=5] }"), kSmall);
  EXPECT_EQ(canonical(R"({"name":"A","children":{"name":"B","value":3}})"),
            R"({"name":"A","children":[{"name":"B","value":3}]})");
  EXPECT_EQ(
      canonical(R"({"max":[{"min":[{"leaf":3},{"leaf":5}]},{"min":[{"leaf":2},{"leaf":9}]}]})"),
      kPlain);
  EXPECT_EQ(canonical(R"([["3","5"],["2","9"]])"), kPlain);
  // Defaults of a subgraph end with it.
  EXPECT_EQ(Tree::from_position({},
                                "digraph { subgraph { node [shape=invtriangle]; A } A -> B; "
                                "B -> C; C [label=3] }")
                ->player_to_move(),
            1);
}

TEST(TreeShapes, TuplesPairsAndPython) {
  EXPECT_EQ(canonical("((3,5),(2,9))"), kPlain);
  EXPECT_EQ(canonical("((3,5,),[2,9])"), kPlain);
  EXPECT_EQ(canonical(R"(("A",[("B",[("D",3),("E",5)]),("C",[("F",2),("G",9)])]))"), kNamed);
  EXPECT_EQ(canonical("[null,[[null,[[3,[]],[5,[]]]],[null,[[2,[]],[9,[]]]]]]"), kPlain);
  EXPECT_EQ(canonical("(None, [(None, [3, 5]), (None, [2, 9])])"), kPlain);
  EXPECT_EQ(canonical("(0, [(3, []), (5, [])])"), R"({"value":0,"children":[3,5]})");
  EXPECT_EQ(canonical("(MAX (MIN 3 5) (MIN 2 9))"), kPlain);
  EXPECT_EQ(canonical("{'name': 'A', 'children': [{'name': 'B', 'value': 3}]}"),
            R"({"name":"A","children":[{"name":"B","value":3}]})");
  // A number and a list are two children, as before.
  EXPECT_EQ(canonical("[3,[5,2]]"), "[3,[5,2]]");
}

TEST(TreeShapes, Newick) {
  EXPECT_EQ(canonical("((D:3,E:5)B,(F:2,G:9)C)A;"), kNamed);
  EXPECT_EQ(canonical(" ((D:3, E:5)B, [a comment] (F:2,'G':9)C)A ;\n"), kNamed);
  EXPECT_EQ(canonical("((D:3,E:5)B,(F:2,G:9)C)A"), kNamed);
  EXPECT_EQ(canonical("((3,5),(2,9));"), kPlain);
  expect_refused("((D:3,E)B,(F:2,G:9)C)A;", "node 'E' is a leaf without a score");
  expect_refused("(D:x)A;", "expected a number after ':'");
}

TEST(TreeShapes, Dot) {
  EXPECT_EQ(canonical("digraph { A -> B; A -> C; B -> {D E}; C -> F; C -> G;\n"
                      "D [label=3]; E [label=\"5\"]; F [label=\"F\\n2\"]; G [label=\"G = 9\"] }"),
            kNamed);
  EXPECT_EQ(canonical("// a tree\nstrict graph g { node [shape=box] A -- B -- D A -- C B -- E\n"
                      "C -- F C -- G D [value=3] E [value=5]; F [value=2]; G [value=9] }"),
            kNamed);
  EXPECT_EQ(canonical(R"(digraph { a [label="MAX"]; a -> b [label="L"]; b [label=3] })"),
            R"({"name":"a","children":[{"name":"b","move":"L","value":3}]})");
  EXPECT_EQ(Tree::from_position({}, "digraph { r [shape=invtriangle]; r -> 3; r -> 5 }")
                ->player_to_move(),
            1);
  // The first tree of several.
  EXPECT_EQ(canonical("digraph { A -> 3; X -> 5 }"),
            R"({"name":"A","children":[{"name":"3","value":3}]})");
  expect_refused("digraph { A -> B", "no closing '}'");
  expect_refused("digraph { A -> C; B -> C; C [label=1] }", "'C' has two parents");
}

// Such trees would have been drawn as if MAX and MIN moved in turn.
TEST(TreeShapes, ChanceNodesAndThreePlayersAreRefusedInWords) {
  expect_refused(R"({"type":"MAX","children":[{"type":"chance","children":[1,2]}]})",
                 "chance nodes are not supported");
  expect_refused(R"({"children":[{"value":1,"probability":0.5}]})",
                 "chance nodes are not supported");
  expect_refused(
      "digraph { A -> B [label=\"0.5\"]; A -> C [label=\"1/2\"]; B[label=3] C[label=4] }",
      "'A' is a chance node");
  expect_refused("digraph { A [label=Chance]; A -> B; B [label=3] }", "'A' is a chance node");
  expect_refused("(chance 3 5)", "chance nodes are not supported");
  expect_refused(R"({"children":[{"value":[1,2,6]}]})", "games of three players");
  expect_refused("digraph { A -> B; B [label=\"(1,2,6)\"] }", "games of three players");
  expect_refused(R"({"type":"P3","value":3})", "more than two players");
}

TEST(TreeShapes, AnUnknownFormGetsTheListOfThoseThatAreRead) {
  for (const char* text : {"<tree/>", "EFG 2 R", "graph TD\nA-->B", "A\n  B\n  C", "a,b\n1,2",
                           R"({"name":"A","children":[{"name":"B","size":3}]})"}) {
    for (const char* form : {"nested lists:", "objects:", "adjacency:", "nodes and edges:",
                             "tuples:", "value, children:", "Newick:", "DOT:"}) {
      expect_refused(text, form);
    }
  }
  expect_refused("<tree/>", "looks like XML; the nearest form is nodes and edges");
  expect_refused("graph TD\nA-->B", "a Mermaid chart; the nearest form is DOT");
  expect_refused("nowhere.json", "'nowhere.json' is not a tree, and no file has this name");
  expect_refused(R"({"name":"A","children":[{"name":"B","size":3}]})", "unknown key 'size'");
}

TEST(TreeShapes, SurviveADeepTree) {
  constexpr int kPlies = 20'000;
  const std::string open(kPlies, '('), close(kPlies, ')');
  const std::string lists = std::string(kPlies, '[') + "7" + std::string(kPlies, ']');
  EXPECT_EQ(canonical(open + "7" + close + ";"), lists);
  EXPECT_EQ(canonical(open + "7" + close), lists);
  EXPECT_FALSE(Tree::from_position({}, open));
}

}  // namespace
}  // namespace plytrace::tree
