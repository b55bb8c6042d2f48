// SPDX-License-Identifier: MIT
#include "viewer/draw/legend.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "viewer/draw/outline.h"

namespace plytrace::draw {
namespace {

constexpr Size kSampleSize{22, 13};
constexpr double kDotSample = 9;

// Words in nodes and after moves that a reader may not know.
struct Word {
  std::string_view word, meaning;
};
constexpr std::array<Word, 5> kKinds{{{"table", "answered by the transposition table"},
                                      {"known", "known without a search"},
                                      {"draw", "a draw by the game's history"},
                                      {"unknown", "kind of the node not recorded"},
                                      {"illegal", "the move was illegal"}}};
constexpr std::array<Word, 4> kRoles{{{"(null window)", "whether the move is better, and no more"},
                                      {"(re-search)", "the move once more, in another window"},
                                      {"(again)", "one of several searches of the move"},
                                      {"(hand over)", "the same position, searched on"}}};

// True if a digit precedes the sign, as in "3+" or "(2-, 2)".
bool has_neighbour(std::string_view text, char sign) {
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (text[at] == sign && std::isdigit(static_cast<unsigned char>(text[at - 1])) != 0) {
      return true;
    }
  }
  return false;
}

class Legend {
 public:
  explicit Legend(const Diagram& diagram) : diagram_(diagram) {}

  std::vector<LegendItem> items() {
    if (has([](const DiagramNode& node) { return node.dot > 0; })) add_dots();
    add_sides();
    add_searches();
    add_signs();
    add_pruned();
    add_left_out();
    return std::move(items_);
  }

 private:
  template <class Test>
  bool has(Test test) const {
    return std::any_of(diagram_.nodes.begin(), diagram_.nodes.end(),
                       [&](const DiagramNode& node) { return !node.absent && test(node); });
  }
  bool has_shape(Shape shape) const {
    return has([&](const auto& node) { return node.shape == shape && !node.pruned; });
  }
  template <class Test>
  bool says(Says what, Test test) const {
    return has([&](const DiagramNode& node) {
      const auto is_said = [&](const TextLine& line) {
        return line.says == what && test(line.text);
      };
      return std::any_of(node.lines.begin(), node.lines.end(), is_said) ||
             std::any_of(node.beside.begin(), node.beside.end(), is_said);
    });
  }

  void add(bool wanted, std::string text, DiagramNode sample) {
    if (wanted) items_.push_back({std::move(text), std::move(sample)});
  }
  void add_edge(bool wanted, std::string text, const DiagramNode& sample) {
    if (wanted) items_.push_back({std::move(text), sample, true});
  }
  void add_sign(bool wanted, std::string_view sign, std::string_view text, bool is_pruned = false) {
    DiagramNode sample = of_shape(Shape::kBare);
    sample.pruned = is_pruned;
    // Uses the picture's own face: values there are bold.
    const Face face = sign.size() > 3 || is_pruned ? Face::kRegular : Face::kBold;
    sample.lines = {{std::string(sign), diagram_.text_sizes().legend, face}};
    add(wanted, std::string(text), std::move(sample));
  }

  static DiagramNode of_shape(Shape shape) {
    DiagramNode sample;
    sample.shape = shape;
    return sample;
  }
  static DiagramNode marked(bool DiagramNode::*mark) {
    DiagramNode sample = of_shape(Shape::kOver);
    sample.*mark = true;
    return sample;
  }
  static DiagramNode with_edge(EdgeStyle edge) {
    DiagramNode sample;
    sample.edge = edge;
    sample.cut_mark = edge == EdgeStyle::kDotted;
    return sample;
  }
  static DiagramNode dot(Shape shape, bool solid) {
    DiagramNode sample = of_shape(shape);
    sample.dot = 1;
    sample.solid = solid;
    return sample;
  }

  void add_dots() {
    const auto has_dot = [&](bool solid) {
      return has([&](const auto& node) {
        return node.dot > 0 && node.solid == solid && !node.pruned && node.shape != Shape::kRoof;
      });
    };
    add(has_dot(true), "needed with perfect move ordering", dot(Shape::kPlain, true));
    add(has_dot(false), "not needed with perfect ordering", dot(Shape::kPlain, false));
  }

  void add_sides() {
    // Only the first outline's entry explains the contents that all outlines share.
    std::string inside;
    const auto any = [](const std::string&) { return true; };
    if (says(Says::kWindow, any)) {
      inside =
          std::string(": ") + (says(Says::kValue, any) ? "value, " : "") + "(alpha, beta) on entry";
    }
    const auto add_side = [&](Shape shape, const char* text) {
      if (!has_shape(shape)) return;
      add(true, text + inside, of_shape(shape));
      inside.clear();
    };
    add_side(Shape::kMax, "MAX to move");
    add_side(Shape::kUp, "MAX to move");
    add_side(Shape::kMin, "MIN to move");
    add_side(Shape::kDown, "MIN to move");
    add(has([](const auto& node) {
          return node.shape == Shape::kPlain && node.dot == 0 && !node.pruned;
        }),
        "side to move not recorded" + inside, of_shape(Shape::kPlain));
    add(has_shape(Shape::kOver), "game over", of_shape(Shape::kOver));
  }

  void add_searches() {
    const bool first = has([](const auto& node) { return node.marked_first; });
    const bool second = has([](const auto& node) { return node.marked_second; });
    add_edge(has([](const auto& node) { return node.principal; }),
             first || second ? "principal variation of A" : "principal variation",
             marked(&DiagramNode::principal));
    const std::string verb =
        has([](const auto& node) { return node.maybe_in_both; }) ? "recorded" : "searched";
    add(first, "only A " + verb + " it", marked(&DiagramNode::marked_first));
    add(second, "only B " + verb + " it", marked(&DiagramNode::marked_second));
  }

  void add_signs() {
    const auto holds = [](const char* sign) {
      return [sign](const std::string& text) { return text.find(sign) != std::string::npos; };
    };
    add_sign(says(Says::kValue, holds("\u2264 ")), "\u2264", "at most");
    add_sign(says(Says::kValue, holds("\u2265 ")) || says(Says::kCount, holds("\u2265 ")), "\u2265",
             "at least");
    for (const auto& [sign, sample, text] : {std::tuple{'+', "3+", "the number next above 3"},
                                             std::tuple{'-', "3-", "the number next below 3"}}) {
      const auto beside = [sign = sign](const std::string& of) { return has_neighbour(of, sign); };
      add_sign(says(Says::kValue, beside) || says(Says::kWindow, beside) ||
                   has([&](const auto& node) { return beside(node.condition); }),
               sample, text);
    }
    add_sign(says(Says::kCount, holds("~")), "~", "estimated");
    add_sign(says(Says::kSkips, [](const auto&) { return true; }), "cut \u00D72",
             "two skipped moves");
    for (const Word& kind : kKinds) {
      add_sign(says(Says::kKind, [&](const std::string& text) { return text == kind.word; }),
               kind.word, kind.meaning);
    }
    for (const Word& role : kRoles) {
      add_sign(has([&](const auto& node) { return node.edge_label.ends_with(role.word); }),
               role.word, role.meaning);
    }
  }

  // True if the node was never searched but something is visible at the end of its edge.
  static bool is_seen(const DiagramNode& node) {
    return node.pruned &&
           (node.shape != Shape::kBare ||
            std::any_of(node.lines.begin(), node.lines.end(),
                        [](const TextLine& line) { return line.says != Says::kSkips; }));
  }

  void add_pruned() {
    const bool is_cut = has([](const auto& node) { return node.cut_mark; });
    const bool is_said = has([](const auto& node) { return !node.condition.empty(); });
    const bool is_seen_somewhere = has(is_seen);
    add_edge(is_cut,
             is_said             ? "cut: its condition"
             : is_seen_somewhere ? "cut"
                                 : "cut: what follows was not searched",
             with_edge(EdgeStyle::kDotted));
    if (!is_seen_somewhere) return;
    const auto with = [&](Says what, const char* part) {
      return has([&](const DiagramNode& node) {
        const auto is_part = [&](const TextLine& line) {
          return line.says == what && line.text.find(part) != std::string::npos;
        };
        return node.pruned && (std::any_of(node.lines.begin(), node.lines.end(), is_part) ||
                               std::any_of(node.beside.begin(), node.beside.end(), is_part));
      });
    };
    std::string text = "never searched";
    const bool has_value = with(Says::kValue, "");
    if (has_value) text += ": true value";
    if (with(Says::kCount, "node")) text += std::string(has_value ? "," : ":") + " nodes saved";
    const bool is_outlined =
        has([](const auto& node) { return node.pruned && node.shape != Shape::kBare; });
    add(is_outlined, text, marked(&DiagramNode::pruned));
    add_sign(!is_outlined, "4", text, true);
  }

  void add_left_out() {
    add(has_shape(Shape::kElided), "searched, left out of the picture", of_shape(Shape::kElided));
    const bool is_dense = has([](const auto& node) { return node.dot > 0; });
    add(has_shape(Shape::kRoof),
        is_dense ? "left out: the larger, the more nodes" : "searched, left out of the picture",
        diagram_.nodes[0].dot > 0 ? dot(Shape::kRoof, false) : of_shape(Shape::kRoof));
    add_edge(has([](const auto& node) {
               return node.edge == EdgeStyle::kDashed && node.shape != Shape::kElided &&
                      node.shape != Shape::kRoof;
             }),
             "does not count, or is searched again", with_edge(EdgeStyle::kDashed));
    add(has([](const auto& node) { return node.dashed_line; }), "no usable value",
        marked(&DiagramNode::dashed_line));
  }

  const Diagram& diagram_;
  std::vector<LegendItem> items_;
};

}  // namespace

std::vector<LegendItem> legend_items(const Diagram& diagram) { return Legend(diagram).items(); }

Size legend_sample_size(const LegendItem& item) {
  const DiagramNode& sample = item.sample;
  if (sample.dot > 0 && sample.shape == Shape::kPlain) return {kDotSample, kDotSample};
  const Size sign = text_size(sample.lines);
  return {std::max(kSampleSize.width, sign.width), std::max(kSampleSize.height, sign.height)};
}

}  // namespace plytrace::draw
