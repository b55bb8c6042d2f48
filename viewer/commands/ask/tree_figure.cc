// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/tree_figure.h"

#include <fmt/format.h>

#include <algorithm>

#include "viewer/commands/ask/node_boards.h"
#include "viewer/commands/ask/picture_captions.h"
#include "viewer/draw/theme.h"
#include "viewer/format/rows/format.h"

namespace plytrace {
namespace {

// Nodes with a board.
constexpr std::size_t kMostBoards = 500;

constexpr std::size_t kFewestAcross = 2, kAcrossPaper = 40;
constexpr std::int64_t kFewestLevels = 1;
constexpr double kWorthIt = 1.1;              // an enlargement by this factor justifies a change
constexpr std::size_t kFewestCharacters = 8;  // for the moves at an edge

// True if exact values of a position are the same in both searches.
bool same_values(const Selection& a, const Selection& b) {
  return a.search.uniform && b.search.uniform && a.pass.depth == b.pass.depth &&
         a.search.evaluator == b.search.evaluator;
}

// One tree, or two side by side.
draw::Diagram nodes_of(const tree::Excerpt& excerpt, const draw::DiagramOptions& looks,
                       const Selection& selection, const OtherPictured* other) {
  if (other == nullptr || other->found != nullptr) return draw::tree_diagram(excerpt, looks);
  draw::DiagramOptions first = looks, second = looks;
  first.prefix = "a";
  second.prefix = "b";
  second.board = looks.other_board;
  const bool same = same_values(selection, other->selection);
  return draw::side_by_side(
      draw::tree_diagram(tree::side_of(excerpt, tree::Side::kFirst, same), first),
      draw::tree_diagram(tree::side_of(excerpt, tree::Side::kSecond, same), second));
}

Result<PlacedTree> draw_excerpt(const TreePictureOptions& options, const Selection& selection,
                                const NodeRow& root, const draw::DiagramOptions& looks,
                                const tree::ExcerptOptions& limits, const draw::Paper& paper,
                                const draw::PictureFormat& format, const OtherPictured* other) {
  auto excerpt = take_excerpt(options, selection, root, looks, limits);
  if (!excerpt) return excerpt.status();
  draw::DiagramOptions with_boards = looks;
  add_boards(selection, other, *excerpt, with_boards);
  draw::Diagram diagram = whole_diagram(options, selection, *excerpt, with_boards, paper, other);
  PlacedTree picture{
      std::move(*excerpt), std::move(with_boards), format.prepared(std::move(diagram)), {}};
  picture.placed = draw::place(picture.diagram);
  return picture;
}

// The number of levels below the root.
std::int64_t levels_of(const tree::Excerpt& excerpt) {
  std::vector<std::int64_t> level(excerpt.nodes.size(), 0);
  std::int64_t deepest = 0;
  for (std::size_t i = 1; i < level.size(); ++i) {
    level[i] = level[static_cast<std::size_t>(excerpt.nodes[i].parent)] + 1;
    deepest = std::max(deepest, level[i]);
  }
  return deepest;
}

// Reduces the budget by one step: fewer levels if the picture is too deep, else fewer nodes side by
// side. False if the budget is already minimal.
bool make_smaller(tree::ExcerptOptions& limits, std::int64_t fewest_levels, std::int64_t levels,
                  bool is_too_deep) {
  const bool may_flatten = std::min(limits.max_levels, levels) > fewest_levels;
  if (limits.max_across > kFewestAcross && !(is_too_deep && may_flatten)) {
    limits.max_across -= std::max<std::size_t>(1, limits.max_across / 10);
  } else if (may_flatten) {
    limits.max_levels = std::min(limits.max_levels, levels) - 1;
  } else {
    return false;
  }
  return true;
}

// Enough levels to show every marked node.
std::int64_t fewest_levels_of(const draw::DiagramOptions& looks) {
  std::int64_t fewest = kFewestLevels;
  const auto include = [&](const std::string& path) {
    fewest = std::max<std::int64_t>(fewest, std::count(path.begin(), path.end(), '/'));
  };
  for (const auto& [path, text] : looks.notes) include(path);
  for (const std::string& path : looks.highlighted) include(path);
  return fewest;
}

// The factor by which the dots of a small tree may grow on this paper, or must shrink for a large
// tree, so that the caption keeps its size.
double dots_to_fill(const draw::Paper& paper, const draw::Placement& placed) {
  constexpr double kLargest = 2.5;
  double width = 1, height = 1;
  for (const draw::Box& box : placed.nodes) {
    width = std::max(width, box.x + box.width / 2);
    height = std::max(height, box.y + box.height / 2);
  }
  const double around = placed.height - height + placed.caption_height;
  return std::min({kLargest, 0.98 * paper.width / width, (paper.height - around) / height});
}

// Prefers the more legible picture (all legible ones are equal), then the one that shows more
// nodes.
bool is_better(const PlacedTree& one, const PlacedTree& other, const draw::Paper& paper) {
  const auto points = [&](const PlacedTree& picture) {
    return std::min(draw::kLegiblePoints, draw::smallest_text_on(paper, picture.placed));
  };
  return std::pair(points(one), one.excerpt.shown) > std::pair(points(other), other.excerpt.shown);
}

// Chooses as much of the tree as is legible on the paper.
class Fitting {
 public:
  Fitting(const TreePictureOptions& options, const Selection& selection, const NodeRow& root,
          const draw::DiagramOptions& looks, const tree::ExcerptOptions& limits,
          const draw::Paper& paper, const draw::PictureFormat& format, const OtherPictured* other)
      : options_(options),
        selection_(selection),
        root_(root),
        looks_(looks),
        limits_(limits),
        paper_(paper),
        format_(format),
        other_(other) {}

  Result<PlacedTree> run() {
    // Fit the searched nodes first; the pruned tree gets the remaining space.
    const bool yields =
        limits_.pruned == tree::Pruned::kTree && !options_.max_nodes && !looks_.blank_cuts;
    if (yields) draw_pruned(0, 0, Stubs::kInner);
    auto picture = fitting_searched();
    if (yields && picture && !is_small(*picture)) unfold_pruned(*picture);
    if (!picture || shows_marks(*picture)) return picture;
    if (yields) {
      // A marked skipped move needs a place of its own.
      draw_pruned(SIZE_MAX, SIZE_MAX, Stubs::kNone);
      picture = fitting_searched();
      if (!picture || shows_marks(*picture)) return picture;
    }
    return Status::bad_input(std::string(options_.command) +
                             ": --note, --highlight: this picture does not show the path; try a "
                             "larger --max-nodes or --depth, another --root" +
                             (options_.only.empty() ? "" : ", or omit --only"));
  }

 private:
  Result<PlacedTree> fitting_searched() {
    // If the paper is given, it decides how many nodes are side by side.
    const bool is_bounded = limits_.max_across < kAcrossPaper;
    if (paper_.is_asked && !options_.max_nodes && is_bounded) limits_.max_across = kAcrossPaper;
    auto picture = drawn();
    try_with(picture, 1, [&] { looks_.families_apart = false; });
    // The window of a leaf mostly repeats its parent's window.
    try_with(picture, 1, [&] { looks_.leaf_windows = false; });
    keep_whole(picture);
    cut_down(picture);
    give_way(picture);
    if (picture && paper_.is_asked && looks_.style == draw::Style::kDots) {
      const double scale = dots_to_fill(paper_, picture->placed);
      if (scale > 1 || is_small(*picture)) {
        looks_.dot_scale = scale;
        picture = drawn();
      }
    }
    return picture;
  }

  bool shows_marks(const PlacedTree& picture) const {
    return picture.diagram.marks >= looks_.notes.size() + looks_.highlighted.size();
  }

  bool may_lose_caption() const {
    return paper_.is_asked && options_.caption.empty() && style_of(options_).caption != "none";
  }

  // A whole tree in a plainer look is better than part of it. The caption remains in the file's
  // metadata.
  void keep_whole(Result<PlacedTree>& picture) {
    const bool is_wanted = picture && paper_.is_asked && !options_.max_nodes && is_small(*picture);
    if (!is_wanted || picture->excerpt.shown < picture->excerpt.total) return;
    const draw::DiagramOptions looks = looks_;
    const std::string caption = options_.caption;
    for (const bool narrow : {false, true}) {
      for (const bool captionless : {false, true}) {
        if (captionless ? !may_lose_caption() : !narrow) continue;
        looks_.narrow = narrow;
        if (captionless) options_.caption = "none";
        auto plainer = drawn();
        if (plainer && !is_small(*plainer)) {
          picture = std::move(plainer);
          return;
        }
        options_.caption = caption;
      }
    }
    looks_ = looks;
  }

  // Reduces the budget until the picture is legible. On low paper, fewer levels or no caption may
  // show more than fewer nodes side by side.
  void cut_down(Result<PlacedTree>& picture) {
    if (!picture || options_.max_nodes || !is_small(*picture)) return;
    const tree::ExcerptOptions uncut = limits_;
    if (!make_legible(picture, false)) return;
    for (const bool captionless : {false, true}) {
      for (const bool by_levels : {true, false}) {
        if (captionless ? !may_lose_caption() : !by_levels) continue;
        const tree::ExcerptOptions cut = limits_;
        const std::string caption = options_.caption;
        limits_ = uncut;
        if (captionless) options_.caption = "none";
        auto other = drawn();
        make_legible(other, by_levels);
        if (picture && other && is_better(*other, *picture, paper_)) {
          picture = std::move(other);
        } else {
          limits_ = cut;
          options_.caption = caption;
        }
      }
    }
  }

  // Shows less and less of the tree. Returns whether the picture was ever too deep.
  bool make_legible(Result<PlacedTree>& picture, bool by_levels) {
    const std::int64_t fewest = options_.depth ? limits_.max_levels : fewest_levels_of(looks_);
    bool was_too_deep = false;
    while (picture && is_small(*picture)) {
      const bool is_deep = is_too_deep(*picture);
      was_too_deep |= is_deep;
      if (!make_smaller(limits_, fewest, levels_of(picture->excerpt), is_deep && by_levels)) break;
      picture = drawn();
    }
    return was_too_deep;
  }

  using Stubs = draw::DiagramOptions::Stubs;

  // Sets the number of places per level for skipped moves and for what is below them.
  void draw_pruned(std::size_t apart, std::size_t below, Stubs stubs) {
    limits_.pruned_apart = apart;
    limits_.pruned_below = below;
    if (looks_.style == draw::Style::kTextbook) looks_.pruned_stubs = stubs;
  }

  // Shows as much as stays legible: first all moves in places of their own, with less and less
  // below them; then fewer of their values.
  void unfold_pruned(PlacedTree& picture) {
    const auto is_legible = [&] {
      auto unfolded = drawn();
      if (!unfolded || is_small(*unfolded)) return false;
      picture = std::move(*unfolded);
      return true;
    };
    draw_pruned(SIZE_MAX, SIZE_MAX, Stubs::kNone);
    if (is_legible()) return;
    for (std::size_t below = limits_.max_across / 2; below > 0; below /= 2) {
      draw_pruned(SIZE_MAX, below, Stubs::kNone);
      if (is_legible()) return;
    }
    for (const Stubs stubs : {Stubs::kInner, Stubs::kAll}) {
      draw_pruned(SIZE_MAX, 0, stubs);
      if (is_legible()) return;
    }
    // In a textbook figure all skipped moves must look alike, so do not separate only some.
    if (looks_.style == draw::Style::kTextbook) return;
    for (std::size_t some = limits_.max_across / 2; some > 0; some /= 2) {
      draw_pruned(some, some, Stubs::kNone);
      if (is_legible()) return;
    }
  }

  Result<PlacedTree> drawn() const {
    return draw_excerpt(options_, selection_, root_, looks_, limits_, paper_, format_, other_);
  }
  double points(const PlacedTree& picture) const {
    return draw::smallest_text_on(paper_, picture.placed);
  }
  bool is_too_deep(const PlacedTree& picture) const {
    const bool is_top_down = direction_of(options_) == draw::Direction::kTopDown;
    return draw::is_height_bound(paper_, picture.placed) == is_top_down;
  }
  bool is_small(const PlacedTree& picture) const { return points(picture) < draw::kLegiblePoints; }

  // Applies a change if the paper is given and the text too small; keeps it if the text becomes
  // legible or grows by the factor `times`.
  template <class Change>
  void try_with(Result<PlacedTree>& picture, double times, Change change) {
    if (!picture || !paper_.is_asked || !is_small(*picture)) return;
    const draw::DiagramOptions looks = looks_;
    const tree::ExcerptOptions limits = limits_;
    const std::string caption = options_.caption;
    change();
    auto changed = drawn();
    if (!changed || points(*changed) >= std::min(draw::kLegiblePoints, times * points(*picture))) {
      picture = std::move(changed);
    } else {
      looks_ = looks;
      limits_ = limits;
      options_.caption = caption;
    }
  }

  // The required nodes are still too large for the paper, so shorten their texts and show less
  // beside them.
  void give_way(Result<PlacedTree>& picture) {
    while (picture && paper_.is_asked && is_small(*picture) &&
           looks_.most_characters > kFewestCharacters) {
      looks_.most_characters -= kFewestCharacters / 2;
      picture = drawn();
    }
    try_with(picture, 1, [&] { looks_.narrow = true; });
    const bool is_marked = !looks_.notes.empty() || !looks_.highlighted.empty();
    // This helps on low paper; the caption remains in the file's metadata.
    if (options_.caption.empty()) try_with(picture, kWorthIt, [&] { options_.caption = "none"; });
    for (const double times : {kWorthIt, 1.0}) {
      if (is_marked && options_.labels.empty()) {
        try_with(picture, times, [&] { looks_.labels.window = false; });
      }
      // Then the line of best moves is not required.
      if (is_marked) try_with(picture, times, [&] { limits_.largest_first = true; });
      try_with(picture, times, [&] { looks_.counts_gaps = false; });
    }
  }

  TreePictureOptions options_;
  const Selection& selection_;
  const NodeRow& root_;
  draw::DiagramOptions looks_;
  tree::ExcerptOptions limits_;
  const draw::Paper& paper_;
  const draw::PictureFormat& format_;
  const OtherPictured* const other_;
};

// Replaces the picture by another drawing of it if that is better.
template <class Drawn>
void choose(Result<PlacedTree>& picture, const draw::Paper& paper, const Drawn& drawn) {
  auto other = drawn();
  if (other && is_better(*other, *picture, paper)) picture = std::move(other);
}

}  // namespace

draw::Direction direction_of(const TreePictureOptions& options) {
  return options.direction == "LR" ? draw::Direction::kLeftRight : draw::Direction::kTopDown;
}

bool is_whole(const tree::Excerpt& shown) {
  return std::none_of(shown.nodes.begin(), shown.nodes.end(),
                      [](const auto& node) { return node.fate == tree::Fate::kLeftOut; });
}

bool may_be_whole(const tree::Excerpt& shown) {
  constexpr std::int64_t kMostOnPaper = 200;
  return !is_whole(shown) && shown.total <= kMostOnPaper;
}

Result<tree::Excerpt> take_excerpt(const TreePictureOptions& options, const Selection& selection,
                                   const NodeRow& root, const draw::DiagramOptions& looks,
                                   const tree::ExcerptOptions& limits) {
  auto excerpt = tree::take_excerpt(selection.reader, root, limits);
  if (excerpt && looks.labels.board && excerpt->shown > static_cast<std::int64_t>(kMostBoards)) {
    return Status::usage(fmt::format(
        "{}: --labels board: {} nodes are too many to draw a board in each; try --max-nodes {} "
        "or less, or --labels without board",
        options.command, text::grouped(excerpt->shown), kMostBoards));
  }
  return excerpt;
}

void add_boards(const Selection& selection, const OtherPictured* other,
                const tree::Excerpt& excerpt, draw::DiagramOptions& looks) {
  if (!looks.labels.board) return;
  std::vector<NodeRow> rows, other_rows;
  for (const tree::ExcerptNode& node : excerpt.nodes) {
    if (node.is_searched()) (node.by_first ? rows : other_rows).push_back(node.row);
  }
  BoardPart part = board_part(selection, rows);
  if (!other_rows.empty()) part.include(board_part(other->selection, other_rows));
  looks.board = board_of(selection, part);
  if (other != nullptr) looks.other_board = board_of(other->selection, part);
}

draw::Diagram whole_diagram(const TreePictureOptions& options, const Selection& selection,
                            const tree::Excerpt& excerpt, const draw::DiagramOptions& looks,
                            const draw::Paper& paper, const OtherPictured* other) {
  draw::Diagram diagram = nodes_of(excerpt, looks, selection, other);
  if (other != nullptr && other->found == nullptr) {
    diagram.headings = picture_headings(selection, other->selection, excerpt);
  }
  diagram.title = text::printable(options.title);
  diagram.description = picture_captions(options, selection, excerpt, diagram, other);
  const std::string_view caption = or_usual(options.caption, style_of(options).caption);
  if (caption != "none") diagram.caption = diagram.description;
  if (caption == "short") diagram.caption.resize(other != nullptr ? 2 : 1);
  for (const auto& [number, note] : diagram.footnotes) diagram.caption.push_back(note);
  diagram.row_names = looks.style == draw::Style::kTextbook;
  diagram.text_width = std::min(diagram.text_width, paper.width);
  diagram.legend = options.legend;
  diagram.is_narrow = looks.narrow;
  diagram.families_apart = looks.families_apart && looks.style == draw::Style::kTextbook;
  diagram.theme = draw::theme_of(options.theme);
  diagram.direction = direction_of(options);
  return diagram;
}

Result<PlacedTree> figure(TreePictureOptions options, const Selection& selection,
                          const TreeSubject& subject, const draw::Paper& paper,
                          const draw::PictureFormat& format, const OtherPictured* other) {
  const auto drawn = [&] {
    return Fitting(options, selection, subject.root, subject.looks, subject.limits, paper, format,
                   other)
        .run();
  };
  auto picture = drawn();
  const bool may_turn =
      paper.is_asked && options.direction.empty() && subject.looks.style != draw::Style::kDots;
  if (!picture || !may_turn) return picture;
  options.direction = "LR";
  if (draw::smallest_text_on(paper, picture->placed) < draw::kLegiblePoints) {
    choose(picture, paper, drawn);
  } else if (!options.max_nodes && may_be_whole(picture->excerpt)) {
    auto lying = drawn();
    if (lying && is_whole(lying->excerpt)) picture = std::move(lying);
  }
  return picture;
}

}  // namespace plytrace
