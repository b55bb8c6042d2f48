// SPDX-License-Identifier: MIT
#include "viewer/answers/figure/fitting.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "viewer/answers/figure/captions.h"
#include "viewer/answers/figure/node_boards.h"
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

// Everything that fitting a picture to its paper changes.
struct Draft {
  draw::DiagramOptions looks;
  tree::ExcerptOptions limits;
  std::optional<FigureRequest::Caption> caption;
};

Result<PlacedTree> draw_excerpt(const FigureRequest& request, const Selection& selection,
                                const NodeRow& root, const Draft& draft,
                                const draw::PictureFormat& format, const OtherPictured* other) {
  auto excerpt = take_excerpt(request, selection, root, draft.looks, draft.limits);
  if (!excerpt) return excerpt.status();
  draw::DiagramOptions looks = draft.looks;
  add_boards(selection, other, *excerpt, looks);
  add_names(selection, other, *excerpt, looks);
  draw::Diagram diagram = whole_diagram(request, selection, *excerpt, looks, other);
  PlacedTree picture{
      std::move(*excerpt), std::move(looks), format.prepared(std::move(diagram)), {}};
  picture.placed = draw::place(picture.diagram);
  return picture;
}

// A change that may make text larger. It is kept if the text becomes legible or grows by the factor
// `worth`.
struct Step {
  enum class When : std::uint8_t { kAlways, kNoCaptionAsked, kMarked, kMarkedNoLabelsAsked };
  void (*change)(Draft&);
  double worth = 1;
  When when = When::kAlways;
};

// Tried before anything is left out.
constexpr std::array kDenser{
    Step{[](Draft& draft) { draft.looks.families_apart = false; }},
    // The window of a leaf mostly repeats its parent's window.
    Step{[](Draft& draft) { draft.looks.leaf_windows = false; }},
};

void narrow(Draft& draft) { draft.looks.narrow = true; }
// The caption remains in the file's metadata.
void drop_caption(Draft& draft) { draft.caption = FigureRequest::Caption::kNone; }
void drop_windows(Draft& draft) { draft.looks.labels.window = false; }
// Then the line of best moves is not required.
void show_largest(Draft& draft) { draft.limits.largest_first = true; }
void drop_gap_counts(Draft& draft) { draft.looks.counts_gaps = false; }

// Tried last, if the required nodes are still too large for the paper.
constexpr std::array kGiveWay{
    Step{narrow},
    Step{drop_caption, kWorthIt, Step::When::kNoCaptionAsked},
    Step{drop_windows, kWorthIt, Step::When::kMarkedNoLabelsAsked},
    Step{show_largest, kWorthIt, Step::When::kMarked},
    Step{drop_gap_counts, kWorthIt},
    Step{drop_windows, 1, Step::When::kMarkedNoLabelsAsked},
    Step{show_largest, 1, Step::When::kMarked},
    Step{drop_gap_counts},
};

// Finds the draft that shows as much of the tree as the paper holds legibly.
class Fitting {
 public:
  Fitting(const FigureRequest& request, const Selection& selection, const TreeSubject& subject,
          const draw::PictureFormat& format, const OtherPictured* other)
      : request_(request),
        selection_(selection),
        root_(subject.root),
        draft_{subject.looks, subject.limits, request.caption},
        format_(format),
        other_(other) {}

  Result<PlacedTree> run() {
    // Fit the searched nodes first; the pruned tree gets the remaining space.
    const bool yields = draft_.limits.pruned == tree::Pruned::kTree && !request_.max_nodes &&
                        !draft_.looks.blank_cuts;
    if (yields) draw_pruned({0, 0, Stubs::kInner});
    auto picture = fitting_searched();
    if (yields && picture && !is_small(*picture)) unfold_pruned(*picture);
    if (!picture || shows_marks(*picture)) return picture;
    if (yields) {
      // A marked skipped move needs a place of its own.
      draw_pruned({SIZE_MAX, SIZE_MAX, Stubs::kNone});
      picture = fitting_searched();
      if (!picture || shows_marks(*picture)) return picture;
    }
    return Status::bad_input(
        std::string(request_.command) +
        ": --note, --highlight: this picture does not show the path; try a larger "
        "--max-nodes or --depth, another --root" +
        (request_.only == FigureRequest::Only::kAll ? "" : ", or omit --only"));
  }

 private:
  using Stubs = draw::DiagramOptions::Stubs;

  // The number of places per level for skipped moves and for what is below them.
  struct PrunedRoom {
    std::size_t apart = 0, below = 0;
    Stubs stubs = Stubs::kNone;
  };

  Result<PlacedTree> fitting_searched() {
    // If the paper is given, it decides how many nodes are side by side.
    const bool is_bounded = draft_.limits.max_across < kAcrossPaper;
    if (is_asked() && !request_.max_nodes && is_bounded) draft_.limits.max_across = kAcrossPaper;
    auto picture = drawn();
    for (const Step& step : kDenser) take(picture, step);
    keep_whole(picture);
    cut_down(picture);
    give_way(picture);
    if (picture && is_asked() && draft_.looks.style == draw::Style::kDots) {
      const double scale = dots_to_fill(request_.paper, picture->placed);
      if (scale > 1 || is_small(*picture)) {
        draft_.looks.dot_scale = scale;
        picture = drawn();
      }
    }
    return picture;
  }

  bool is_asked() const { return request_.paper.is_asked; }
  bool has_marks() const {
    return !draft_.looks.notes.empty() || !draft_.looks.highlighted.empty();
  }
  bool shows_marks(const PlacedTree& picture) const {
    return picture.diagram.marks >= draft_.looks.notes.size() + draft_.looks.highlighted.size();
  }
  bool may_lose_caption() const {
    return is_asked() && !draft_.caption &&
           style_of(request_).caption != FigureRequest::Caption::kNone;
  }

  // A whole tree in a plainer look is better than part of it.
  void keep_whole(Result<PlacedTree>& picture) {
    const bool is_wanted = picture && is_asked() && !request_.max_nodes && is_small(*picture);
    if (!is_wanted || picture->excerpt.shown < picture->excerpt.total) return;
    const Draft before = draft_;
    const bool captionless = may_lose_caption();
    for (const auto& [is_narrow, has_no_caption] :
         {std::pair(false, true), std::pair(true, false), std::pair(true, true)}) {
      if (has_no_caption && !captionless) continue;
      draft_ = before;
      if (is_narrow) narrow(draft_);
      if (has_no_caption) drop_caption(draft_);
      auto plainer = drawn();
      if (!plainer || is_small(*plainer)) continue;
      picture = std::move(plainer);
      return;
    }
    draft_ = before;
  }

  // Reduces the budget until the picture is legible. On low paper, fewer levels or no caption may
  // show more than fewer nodes side by side.
  void cut_down(Result<PlacedTree>& picture) {
    if (!picture || request_.max_nodes || !is_small(*picture)) return;
    const tree::ExcerptOptions uncut = draft_.limits;
    if (!make_legible(picture, false)) return;
    for (const auto& [captionless, by_levels] :
         {std::pair(false, true), std::pair(true, true), std::pair(true, false)}) {
      if (captionless && !may_lose_caption()) continue;
      const Draft cut = draft_;
      draft_.limits = uncut;
      if (captionless) drop_caption(draft_);
      auto other = drawn();
      make_legible(other, by_levels);
      if (picture && other && is_better(*other, *picture, request_.paper)) {
        picture = std::move(other);
      } else {
        draft_ = cut;
      }
    }
  }

  // Shows less and less of the tree. Returns whether the picture was ever too deep.
  bool make_legible(Result<PlacedTree>& picture, bool by_levels) {
    const std::int64_t fewest =
        request_.depth ? draft_.limits.max_levels : fewest_levels_of(draft_.looks);
    bool was_too_deep = false;
    while (picture && is_small(*picture)) {
      const bool is_deep = is_too_deep(*picture);
      was_too_deep |= is_deep;
      const std::int64_t levels = levels_of(picture->excerpt);
      if (!make_smaller(draft_.limits, fewest, levels, is_deep && by_levels)) break;
      picture = drawn();
    }
    return was_too_deep;
  }

  void draw_pruned(const PrunedRoom& room) {
    draft_.limits.pruned_apart = room.apart;
    draft_.limits.pruned_below = room.below;
    if (draft_.looks.style == draw::Style::kTextbook) draft_.looks.pruned_stubs = room.stubs;
  }

  // Shows as much as stays legible: first all moves in places of their own, with less and less
  // below them; then fewer of their values.
  void unfold_pruned(PlacedTree& picture) {
    const std::size_t across = draft_.limits.max_across;
    std::vector<PrunedRoom> rooms{{SIZE_MAX, SIZE_MAX}};
    for (std::size_t below = across / 2; below > 0; below /= 2) rooms.push_back({SIZE_MAX, below});
    for (const Stubs stubs : {Stubs::kInner, Stubs::kAll}) rooms.push_back({SIZE_MAX, 0, stubs});
    // In a textbook figure all skipped moves must look alike, so do not separate only some.
    const bool may_mix = draft_.looks.style != draw::Style::kTextbook;
    for (std::size_t some = across / 2; may_mix && some > 0; some /= 2)
      rooms.push_back({some, some});
    for (const PrunedRoom& room : rooms) {
      draw_pruned(room);
      auto unfolded = drawn();
      if (!unfolded || is_small(*unfolded)) continue;
      picture = std::move(*unfolded);
      return;
    }
  }

  Result<PlacedTree> drawn() const {
    FigureRequest request = request_;
    request.caption = draft_.caption;
    return draw_excerpt(request, selection_, root_, draft_, format_, other_);
  }
  double points(const PlacedTree& picture) const {
    return draw::smallest_text_on(request_.paper, picture.placed);
  }
  bool is_too_deep(const PlacedTree& picture) const {
    return draw::is_height_bound(request_.paper, picture.placed) != request_.is_left_right();
  }
  bool is_small(const PlacedTree& picture) const { return points(picture) < draw::kLegiblePoints; }

  bool applies(Step::When when) const {
    switch (when) {
      case Step::When::kNoCaptionAsked:
        return !draft_.caption;
      case Step::When::kMarkedNoLabelsAsked:
        return has_marks() && !request_.labels;
      case Step::When::kMarked:
        return has_marks();
      case Step::When::kAlways:
        break;
    }
    return true;
  }

  void take(Result<PlacedTree>& picture, const Step& step) {
    if (!picture || !is_asked() || !is_small(*picture) || !applies(step.when)) return;
    const Draft before = draft_;
    step.change(draft_);
    auto changed = drawn();
    const double enough = std::min(draw::kLegiblePoints, step.worth * points(*picture));
    if (!changed || points(*changed) >= enough) {
      picture = std::move(changed);
    } else {
      draft_ = before;
    }
  }

  void give_way(Result<PlacedTree>& picture) {
    while (picture && is_asked() && is_small(*picture) &&
           draft_.looks.most_characters > kFewestCharacters) {
      draft_.looks.most_characters -= kFewestCharacters / 2;
      picture = drawn();
    }
    for (const Step& step : kGiveWay) take(picture, step);
  }

  const FigureRequest& request_;
  const Selection& selection_;
  const NodeRow& root_;
  Draft draft_;
  const draw::PictureFormat& format_;
  const OtherPictured* const other_;
};

}  // namespace

bool is_whole(const tree::Excerpt& shown) {
  return std::none_of(shown.nodes.begin(), shown.nodes.end(),
                      [](const auto& node) { return node.fate == tree::Fate::kLeftOut; });
}

bool may_be_whole(const tree::Excerpt& shown) {
  constexpr std::int64_t kMostOnPaper = 200;
  return !is_whole(shown) && shown.total <= kMostOnPaper;
}

Result<tree::Excerpt> take_excerpt(const FigureRequest& request, const Selection& selection,
                                   const NodeRow& root, const draw::DiagramOptions& looks,
                                   const tree::ExcerptOptions& limits) {
  auto excerpt = tree::take_excerpt(selection.reader, root, limits);
  if (excerpt && looks.labels.board && excerpt->shown > static_cast<std::int64_t>(kMostBoards)) {
    return Status::usage(fmt::format(
        "{}: --labels board: {} nodes are too many to draw a board in each; try --max-nodes {} "
        "or less, or --labels without board",
        request.command, text::grouped(excerpt->shown), kMostBoards));
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

void add_names(const Selection& selection, const OtherPictured* other, const tree::Excerpt& excerpt,
               draw::DiagramOptions& looks) {
  if (!looks.labels.name || (other != nullptr && other->found != nullptr)) return;
  looks.names = names_of(selection, excerpt);
}

draw::Diagram whole_diagram(const FigureRequest& request, const Selection& selection,
                            const tree::Excerpt& excerpt, const draw::DiagramOptions& looks,
                            const OtherPictured* other) {
  draw::Diagram diagram = nodes_of(excerpt, looks, selection, other);
  if (other != nullptr && other->found == nullptr) {
    diagram.headings = picture_headings(selection, other->selection, excerpt);
  }
  diagram.title = text::printable(request.title);
  diagram.description = picture_captions(request, selection, excerpt, diagram, other);
  using Caption = FigureRequest::Caption;
  const Caption caption = request.caption.value_or(style_of(request).caption);
  if (caption != Caption::kNone) diagram.caption = diagram.description;
  if (caption == Caption::kShort) diagram.caption.resize(other != nullptr ? 2 : 1);
  for (const auto& [number, note] : diagram.footnotes) diagram.caption.push_back(note);
  diagram.row_names = looks.style == draw::Style::kTextbook;
  diagram.text_width = std::min(diagram.text_width, request.paper.width);
  diagram.legend = request.legend;
  diagram.is_narrow = looks.narrow;
  diagram.families_apart = looks.families_apart && looks.style == draw::Style::kTextbook;
  diagram.theme = request.theme;
  diagram.direction = request.direction.value_or(draw::Direction::kTopDown);
  return diagram;
}

Result<PlacedTree> fitted_figure(const FigureRequest& request, const Selection& selection,
                                 const TreeSubject& subject, const draw::PictureFormat& format,
                                 const OtherPictured* other) {
  auto picture = Fitting(request, selection, subject, format, other).run();
  const draw::Paper& paper = request.paper;
  const bool may_turn =
      paper.is_asked && !request.direction && subject.looks.style != draw::Style::kDots;
  if (!picture || !may_turn) return picture;
  const bool is_small = draw::smallest_text_on(paper, picture->placed) < draw::kLegiblePoints;
  if (!is_small && (request.max_nodes || !may_be_whole(picture->excerpt))) return picture;
  FigureRequest turned = request;
  turned.direction = draw::Direction::kLeftRight;
  auto lying = Fitting(turned, selection, subject, format, other).run();
  const bool is_preferred =
      lying && (is_small ? is_better(*lying, *picture, paper) : is_whole(lying->excerpt));
  return is_preferred ? std::move(lying) : std::move(picture);
}

}  // namespace plytrace
