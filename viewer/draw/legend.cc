// SPDX-License-Identifier: MIT
#include "viewer/draw/legend.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <string_view>
#include <tuple>

#include "viewer/draw/placement.h"

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
    for (LegendItem& item : items_) item.size = diagram_.text_sizes().legend;
    return std::move(items_);
  }

 private:
  using Kind = LegendItem::Kind;

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

  void add(bool wanted, Kind kind, std::string text) {
    if (wanted) items_.push_back({kind, std::move(text)});
  }
  void add_sign(bool wanted, std::string_view sign, std::string_view text, bool is_pruned = false) {
    if (wanted) items_.push_back({Kind::kSign, std::string(text), std::string(sign), is_pruned});
  }

  void add_dots() {
    const auto has_dot = [&](bool solid) {
      return has([&](const auto& node) {
        return node.dot > 0 && node.solid == solid && !node.pruned && node.shape != Shape::kRoof;
      });
    };
    add(has_dot(true), Kind::kCritical, "needed with perfect move ordering");
    add(has_dot(false), Kind::kNotCritical, "not needed with perfect ordering");
  }

  void add_sides() {
    // Only the first outline's entry explains the contents that all outlines share.
    std::string inside;
    const auto any = [](const std::string&) { return true; };
    if (says(Says::kWindow, any)) {
      inside =
          std::string(": ") + (says(Says::kValue, any) ? "value, " : "") + "(alpha, beta) on entry";
    }
    const auto add_side = [&](Shape shape, Kind kind, const char* text) {
      if (!has_shape(shape)) return;
      add(true, kind, text + inside);
      inside.clear();
    };
    add_side(Shape::kMax, Kind::kMax, "MAX to move");
    add_side(Shape::kUp, Kind::kUp, "MAX to move");
    add_side(Shape::kMin, Kind::kMin, "MIN to move");
    add_side(Shape::kDown, Kind::kDown, "MIN to move");
    add(has([](const auto& node) {
          return node.shape == Shape::kPlain && node.dot == 0 && !node.pruned;
        }),
        Kind::kSide, "side to move not recorded" + inside);
    add(has_shape(Shape::kOver), Kind::kOver, "game over");
  }

  void add_searches() {
    const bool first = has([](const auto& node) { return node.marked_first; });
    const bool second = has([](const auto& node) { return node.marked_second; });
    add(has([](const auto& node) { return node.principal; }), Kind::kPrincipal,
        first || second ? "principal variation of A" : "principal variation");
    const std::string verb =
        has([](const auto& node) { return node.maybe_in_both; }) ? "recorded" : "searched";
    add(first, Kind::kFirst, "only A " + verb + " it");
    add(second, Kind::kSecond, "only B " + verb + " it");
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
    add(is_cut, Kind::kCut,
        is_said             ? "cut: its condition"
        : is_seen_somewhere ? "cut"
                            : "cut: what follows was not searched");
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
    add(is_outlined, Kind::kPruned, text);
    add_sign(!is_outlined, "4", text, true);
  }

  void add_left_out() {
    add(has_shape(Shape::kElided), Kind::kElided, "searched, left out of the picture");
    const bool is_dense = has([](const auto& node) { return node.dot > 0; });
    add(has_shape(Shape::kRoof), Kind::kRoof,
        is_dense ? "left out: the larger, the more nodes" : "searched, left out of the picture");
    add(has([](const auto& node) {
          return node.edge == EdgeStyle::kDashed && node.shape != Shape::kElided &&
                 node.shape != Shape::kRoof;
        }),
        Kind::kAside, "does not count, or is searched again");
    add(has([](const auto& node) { return node.dashed_line; }), Kind::kDashed, "no usable value");
  }

  const Diagram& diagram_;
  std::vector<LegendItem> items_;
};

Shape shape_of(LegendItem::Kind kind) {
  using Kind = LegendItem::Kind;
  switch (kind) {
    case Kind::kMax:
      return Shape::kMax;
    case Kind::kMin:
      return Shape::kMin;
    case Kind::kUp:
      return Shape::kUp;
    case Kind::kDown:
      return Shape::kDown;
    case Kind::kSide:
    case Kind::kCritical:
    case Kind::kNotCritical:
      return Shape::kPlain;
    case Kind::kSign:
      return Shape::kBare;
    case Kind::kElided:
      return Shape::kElided;
    case Kind::kRoof:
      return Shape::kRoof;
    default:
      return Shape::kOver;
  }
}

bool is_dot(const LegendItem& item) {
  return item.kind == LegendItem::Kind::kCritical || item.kind == LegendItem::Kind::kNotCritical;
}

Face sign_face(const LegendItem& item) {
  // Uses the picture's own face: values there are bold.
  return item.sign.size() > 3 || item.is_pruned ? Face::kRegular : Face::kBold;
}

}  // namespace

std::vector<LegendItem> legend_items(const Diagram& diagram) { return Legend(diagram).items(); }

DiagramNode legend_sample(const LegendItem& item, bool is_dense) {
  using Kind = LegendItem::Kind;
  DiagramNode sample;
  sample.shape = shape_of(item.kind);
  if (item.kind == Kind::kSign) sample.lines = {{item.sign, item.size, sign_face(item)}};
  if (item.kind == Kind::kAside) sample.edge = EdgeStyle::kDashed;
  sample.pruned = item.kind == Kind::kPruned || item.is_pruned;
  if ((item.kind == Kind::kRoof && is_dense) || is_dot(item)) sample.dot = 1;
  sample.dashed_line = item.kind == Kind::kDashed;
  sample.solid = item.kind == Kind::kCritical;
  sample.marked_first = item.kind == Kind::kFirst;
  sample.marked_second = item.kind == Kind::kSecond;
  sample.principal = item.kind == Kind::kPrincipal;
  if (item.kind == Kind::kCut) {
    sample.edge = EdgeStyle::kDotted;
    sample.cut_mark = true;
  }
  return sample;
}

Size legend_sample_size(const LegendItem& item) {
  if (is_dot(item)) return {kDotSample, kDotSample};
  if (item.kind != LegendItem::Kind::kSign) return kSampleSize;
  return {std::max(kSampleSize.width, text_width(item.sign, item.size, sign_face(item))),
          std::max(kSampleSize.height, line_height(item.size))};
}

}  // namespace plytrace::draw
