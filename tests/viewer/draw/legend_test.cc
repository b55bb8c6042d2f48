// SPDX-License-Identifier: MIT
//
// Compares the legend with what is painted: it explains each painted mark, and nothing else.
#include "viewer/draw/legend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "viewer/draw/painter.h"
#include "viewer/draw/theme.h"

namespace plytrace::draw {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

enum class Kind {
  kMax,
  kMin,
  kUp,
  kDown,
  kSide,
  kPruned,
  kElided,
  kRoof,
  kOver,
  kPrincipal,
  kCut,
  kAside,
  kDashed,
  kFirst,
  kSecond
};
const std::map<Shape, Kind> kOfShape = {
    {Shape::kMax, Kind::kMax},       {Shape::kMin, Kind::kMin},    {Shape::kUp, Kind::kUp},
    {Shape::kDown, Kind::kDown},     {Shape::kPlain, Kind::kSide}, {Shape::kOver, Kind::kOver},
    {Shape::kElided, Kind::kElided}, {Shape::kRoof, Kind::kRoof}};

Kind kind_of(const LegendItem& item) {
  const DiagramNode& sample = item.sample;
  if (item.is_edge && sample.cut_mark) return Kind::kCut;
  if (item.is_edge) return sample.principal ? Kind::kPrincipal : Kind::kAside;
  if (sample.marked_first) return Kind::kFirst;
  if (sample.marked_second) return Kind::kSecond;
  if (sample.dashed_line) return Kind::kDashed;
  return sample.pruned ? Kind::kPruned : kOfShape.at(sample.shape);
}

// Records the marks of a tree by their appearance on paper.
class SeenMarks : public Painter {
 public:
  void edge(const PaintedEdge& edge) override {
    if (!edge.mark.empty()) kinds.insert(Kind::kCut);
    const bool to_gap = edge.to.shape == Shape::kElided || edge.to.shape == Shape::kRoof;
    if (edge.pen.dash == Dash::kDashed && !to_gap) kinds.insert(Kind::kAside);
    for (const PaintedText& text : edge.texts) {
      if (text.text.ends_with("(re-search)")) signs.insert("(re-search)");
      if (text.ink == Ink::kCondition) see_neighbours(text.text);
    }
  }

  void node(const PaintedNode& node) override {
    const bool has_outline = node.pen.width > 0;
    const bool is_grey = node.pen.color == std::string(palette(Theme::kPaper).ghost_line);
    if (has_outline && is_grey) kinds.insert(Kind::kPruned);
    if (has_outline && !is_grey) see_shape(node);
    if (node.pen.dash == Dash::kDashed) kinds.insert(Kind::kDashed);
    if (node.pen.width == kPrincipalWidth) kinds.insert(Kind::kPrincipal);
    if (!node.hatching.empty()) {
      // Rising lines and falling lines are different hatchings.
      const Stroke& line = node.hatching[0];
      const bool rises = (line.from.x - line.to.x) * (line.from.y - line.to.y) < 0;
      kinds.insert(rises ? Kind::kFirst : Kind::kSecond);
    }
    for (const PaintedText& text : node.texts) {
      if (text.face == Face::kBold || text.text[0] == '(') see_neighbours(text.text);
      const std::string line(text.text);
      if (text.face == Face::kBold && line.find("\u2264 ") < line.size()) signs.insert("\u2264");
      if (line.find("\u2265 ") < line.size()) signs.insert("\u2265");
      if (line.find('~') < line.size()) signs.insert("~");
      if (line == "table" || line == "draw") signs.insert(line);
    }
  }

  void frame(const Box&) override {}
  void text(const PaintedText&) override {}

  std::set<Kind> kinds;
  std::set<std::string> signs;

 private:
  void see_neighbours(std::string_view text) {
    if (text.find("7+") < text.size()) signs.insert("3+");
    if (text.find("7-") < text.size()) signs.insert("3-");
  }

  void see_shape(const PaintedNode& node) { kinds.insert(kOfShape.at(node.node.shape)); }
};

DiagramNode random_node(std::mt19937& random, bool is_root) {
  // Each picture gets few kinds of marks, so that many are absent.
  const auto one_in = [&](unsigned n) { return random() % n == 0; };
  DiagramNode node;
  node.shape = static_cast<Shape>(random() % (static_cast<unsigned>(Shape::kBare) + 1));
  node.pruned = !is_root && one_in(6);
  node.cut_mark = node.pruned && one_in(2);
  if (node.cut_mark && one_in(2)) node.condition = one_in(2) ? "7+ \u2265 3" : "5 \u2265 7-";
  node.edge = node.pruned             ? EdgeStyle::kDotted
              : !is_root && one_in(9) ? EdgeStyle::kDashed
                                      : EdgeStyle::kSolid;
  node.dashed_line = !node.pruned && node.shape != Shape::kBare && one_in(9);
  node.principal = !node.pruned && node.shape != Shape::kBare && one_in(9);
  node.marked_first = one_in(9);
  node.marked_second = !node.marked_first && one_in(9);
  const char* const values[] = {"3", "\u2264 3", "\u2265 3", "7+", "7-"};
  const Face face = node.pruned ? Face::kRegular : Face::kBold;
  if (one_in(2))
    node.lines.push_back({values[node.pruned ? 0 : random() % 5], 12, face, Says::kValue});
  const char* const windows[] = {"(2, 3)", "(7-, 7)", "(7, 7+)"};
  if (one_in(2)) node.lines.push_back({windows[random() % 3], 8, Face::kRegular, Says::kWindow});
  const char* const counts[] = {"8 nodes", "~8e5 nodes", "\u2265 1 node"};
  if (one_in(5)) node.lines.push_back({counts[random() % 3], 8, Face::kRegular, Says::kCount});
  if (one_in(9))
    node.lines.push_back({one_in(2) ? "table" : "draw", 7, Face::kRegular, Says::kKind});
  if (!is_root && one_in(9)) node.edge_label = "d (re-search)";
  return node;
}

TEST(Legend, ExplainsTheMarksThatARandomTreeHasAndNoOthers) {
  std::mt19937 random(11);
  for (int round = 0; round < 400; ++round) {
    Diagram diagram;
    for (std::size_t i = 0, size = 1 + random() % 6; i < size; ++i) {
      diagram.nodes.push_back(random_node(random, i == 0));
      diagram.nodes.back().id = "n" + std::to_string(i);
      if (i > 0) diagram.nodes.back().parent = static_cast<int>(random() % i);
      diagram.nodes.back().absent = i > 0 && random() % 8 == 0;
    }
    SeenMarks seen;
    paint(diagram, place(diagram), seen);
    std::set<Kind> kinds;
    std::set<std::string> signs;
    for (const LegendItem& item : legend_items(diagram)) {
      if (item.sample.lines.empty()) {
        EXPECT_TRUE(kinds.insert(kind_of(item)).second) << item.text;
      } else if (!item.sample.pruned) {
        EXPECT_TRUE(signs.insert(item.sample.lines[0].text).second) << item.text;
      }
    }
    EXPECT_EQ(kinds, seen.kinds) << "round " << round;
    EXPECT_EQ(signs, seen.signs) << "round " << round;
  }
}

std::vector<std::string> legend_texts(const Diagram& diagram) {
  std::vector<std::string> texts;
  for (const LegendItem& item : legend_items(diagram)) texts.push_back(item.text);
  return texts;
}

// The legend promised true values and nodes although the dotted boxes had neither.
TEST(Legend, SaysOfSkippedMovesWhatTheirPlacesHold) {
  Diagram diagram;
  diagram.nodes.resize(2);
  diagram.nodes[0].shape = Shape::kUp;
  DiagramNode& skipped = diagram.nodes[1];
  skipped.parent = 0;
  skipped.shape = Shape::kBare;
  skipped.pruned = skipped.cut_mark = true;
  EXPECT_THAT(legend_texts(diagram),
              ElementsAre("MAX to move", "cut: what follows was not searched"));
  skipped.lines = {{"4", 12, Face::kRegular, Says::kValue}};
  EXPECT_THAT(legend_texts(diagram),
              ElementsAre("MAX to move", "cut", "never searched: true value"));
  EXPECT_TRUE(legend_items(diagram).back().sample.pruned);
  skipped.shape = Shape::kOver;
  skipped.lines = {{"3 skipped", 8, Face::kRegular, Says::kCount}};
  EXPECT_EQ(legend_texts(diagram).back(), "never searched");
  skipped.lines.push_back({"12 nodes", 8, Face::kRegular, Says::kCount});
  EXPECT_EQ(legend_texts(diagram).back(), "never searched: nodes saved");
  skipped.lines.push_back({"4", 12, Face::kRegular, Says::kValue});
  EXPECT_EQ(legend_texts(diagram).back(), "never searched: true value, nodes saved");
}

TEST(Legend, ADotIsRoundAndALongSignHasItsRoom) {
  LegendItem dot{"", {}};
  dot.sample.dot = 1;
  EXPECT_EQ(legend_sample_size(dot).width, legend_sample_size(dot).height);
  LegendItem word{"", {}};
  word.sample.shape = Shape::kBare;
  word.sample.lines = {{"(re-search)", 8.5}};
  EXPECT_GE(legend_sample_size(word).width, text_width("(re-search)", 8.5));
  Diagram empty;
  empty.nodes.resize(1);
  empty.nodes[0].shape = Shape::kBare;
  EXPECT_THAT(legend_items(empty), IsEmpty());
}

}  // namespace
}  // namespace plytrace::draw
