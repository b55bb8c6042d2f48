// SPDX-License-Identifier: MIT
#include "viewer/answers/figure/fitting.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "viewer/answers/figure/captions.h"
#include "viewer/answers/figure/node_boards.h"
#include "viewer/format/rows/format.h"
#include "viewer/reader/path_walk.h"

namespace plytrace {
namespace {

// Nodes with a board.
constexpr std::size_t kMostBoards = 500;

constexpr std::size_t kFewestAcross = 2, kAcrossPaper = 40;
constexpr std::int64_t kFewestLevels = 1;
constexpr double kWorthIt = 1.1;              // an enlargement by this factor justifies a change
constexpr std::size_t kFewestCharacters = 8;  // for the moves at an edge
// A caption is wrapped at the width of its tree, but not below this width.
constexpr double kLeastCaptionWidth = 200;

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
  constexpr double kLargest = 3.75;
  double width = 1, height = 1;
  for (const draw::Box& box : placed.nodes) {
    width = std::max(width, box.right());
    height = std::max(height, box.bottom());
  }
  const double around = placed.height - height + placed.caption_height;
  const double across = draw::layout_width(paper) - 2 * draw::kPictureMargin;
  const double down = draw::layout_height(paper) - 2 * draw::kPictureMargin;
  return std::min({kLargest, 0.99 * across / width, (down - around) / height});
}

bool shows_cut(const PlacedTree& picture) {
  return std::any_of(picture.excerpt.nodes.begin(), picture.excerpt.nodes.end(),
                     [](const auto& node) { return node.skipped_by || node.skipped_by_other; });
}

// Prefers the more legible picture (all legible ones are equal), then one with a cut, then the one
// that shows more nodes.
bool is_better(const PlacedTree& one, const PlacedTree& other, const draw::Paper& paper) {
  const auto merit = [&](const PlacedTree& picture) {
    return std::tuple(draw::fit_on(paper, picture.placed), shows_cut(picture),
                      picture.excerpt.shown);
  };
  return merit(one) > merit(other);
}

// Everything that fitting a picture to its paper changes.
struct Draft {
  draw::DiagramOptions looks;
  tree::ExcerptOptions limits;
  std::optional<FigureRequest::Caption> caption;
  std::int64_t fewest_levels = 0;  // levels that must be shown
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
    Step{[](Draft& draft) { draft.looks.wide_legend = true; }},
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
  Fitting(const FigureRequest& request, const Selection& selection, const FittedSubject& subject,
          const draw::PictureFormat& format, const OtherPictured* other)
      : request_(request),
        selection_(selection),
        root_(subject.root),
        start_{subject.looks, subject.limits, request.caption, 0},
        draft_(start_),
        format_(format),
        other_(other) {}

  Result<PlacedTree> run() {
    // Fit the searched nodes first; the pruned tree gets the remaining space.
    auto picture = fitting_searched();
    if (picture) unfold_pruned(*picture);
    if (picture && may_need_cut() && !shows_cut(*picture)) show_cut(*picture);
    if (!picture || shows_marks(*picture)) return picture;
    if (yields_pruned()) {
      // A marked skipped move needs a place of its own.
      draft_ = start_;
      picture = fitted({SIZE_MAX, SIZE_MAX, Stubs::kNone});
      if (!picture || shows_marks(*picture)) return picture;
    }
    return not_shown(missing_mark(*picture));
  }

 private:
  using Stubs = draw::DiagramOptions::Stubs;

  // The number of places per level for skipped moves and for what is below them.
  struct PrunedRoom {
    std::size_t apart = 0, below = 0;
    Stubs stubs = Stubs::kNone;
  };

  // The pruned tree of a search is drawn where the searched nodes leave space.
  bool yields_pruned() const {
    return start_.limits.pruned == tree::Pruned::kTree && !request_.max_nodes &&
           !request_.is_solution;
  }

  Result<PlacedTree> fitting_searched() { return fitted({0, 0, Stubs::kInner}); }

  Result<PlacedTree> fitted(const PrunedRoom& room) {
    if (yields_pruned()) draw_pruned(room);
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
  bool shows_marks(const PlacedTree& picture) const { return missing_mark(picture).empty(); }
  // The path, from the root of the pass, of a mark that the picture does not show; empty: none.
  std::string missing_mark(const PlacedTree& picture) const {
    std::set<std::string> paths = draft_.looks.highlighted;
    for (const auto& [path, text] : draft_.looks.notes) paths.insert(path);
    for (const std::string& path : paths) {
      if (picture.diagram.marked.count(path) > 0) continue;
      return (draft_.looks.root_path == "/" ? "" : draft_.looks.root_path) + path;
    }
    return "";
  }

  // The error for a marked path that is not in the picture, or in no picture of these searches.
  Status not_shown(const std::string& path) const {
    const auto end = walk_path(selection_.reader, path, selection_.pass);
    if (!end) return end.status();
    const bool is_there =
        end->is_whole() || ends_at_skipped_move(selection_.reader, *end) ||
        (other_ != nullptr && other_->selection.reader.find(path, other_->selection.pass).is_ok());
    if (!is_there) return selection_.reader.find(path, selection_.pass).status();
    return Status::bad_input(
        std::string(request_.command) + ": --note, --highlight: this picture does not show " +
        text::printable(path) + "; try a larger --max-nodes or --depth, another --root" +
        (request_.only == FigureRequest::Only::kAll ? "" : ", or omit --only"));
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
        request_.depth ? draft_.limits.max_levels
                       : std::max(fewest_levels_of(draft_.looks), draft_.fewest_levels);
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

  // A figure of a search with cutoffs shows one, unless the user chose what it shows.
  bool may_need_cut() const {
    return is_asked() && !request_.max_nodes && request_.only == FigureRequest::Only::kAll &&
           draft_.looks.style != draw::Style::kDots &&
           draft_.limits.pruned != tree::Pruned::kHide && other_ == nullptr && !has_marks();
  }

  // Shows the cutoff nearest to the root, with fewer plies and, if it must be, without the line of
  // best moves. Texts may then be smaller, but legible.
  void show_cut(PlacedTree& picture) {
    const auto cut = tree::nearest_cutoff(selection_.reader, root_, start_.limits);
    if (!cut || (request_.depth && cut->level > *request_.depth)) return;
    const Draft before = draft_;
    std::optional<PlacedTree> found;
    Draft best;
    for (const bool largest_first : {false, true}) {
      draft_ = start_;
      draft_.limits.marked.push_back(cut->id);
      draft_.limits.largest_first = largest_first;
      draft_.limits.max_levels = std::max(cut->level, kFewestLevels);
      draft_.fewest_levels = draft_.limits.max_levels;
      auto other = fitting_searched();
      if (!other || !shows_cut(*other)) continue;
      if (found && !is_better(*other, *found, request_.paper)) continue;
      found = std::move(*other);
      best = draft_;
      if (!is_small(*found)) break;
    }
    const bool is_legible =
        found && draw::smallest_text_on(request_.paper, found->placed) >= draw::kLegiblePoints;
    draft_ = is_legible ? best : before;
    if (!is_legible) return;
    picture = std::move(*found);
    unfold_pruned(picture);
  }

  void draw_pruned(const PrunedRoom& room) {
    draft_.limits.pruned_apart = room.apart;
    draft_.limits.pruned_below = room.below;
    if (draft_.looks.style == draw::Style::kTextbook) draft_.looks.pruned_stubs = room.stubs;
  }

  // Shows as much as stays legible: first all moves in places of their own, with less and less
  // below them; then fewer of their values.
  void unfold_pruned(PlacedTree& picture) {
    if (!yields_pruned() || is_small(picture)) return;
    const Draft before = draft_;
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
    draft_ = before;
  }

  Result<PlacedTree> drawn() const {
    FigureRequest request = request_;
    request.caption = draft_.caption;
    return draw_excerpt(request, selection_, root_, draft_, format_, other_);
  }
  // Dots shrink until they fit (dots_to_fill()), so only their legibility counts.
  double fit(const PlacedTree& picture) const {
    draw::Paper paper = request_.paper;
    if (draft_.looks.style == draw::Style::kDots) paper.font_size = 0;
    return draw::fit_on(paper, picture.placed);
  }
  bool is_too_deep(const PlacedTree& picture) const {
    return draw::is_height_bound(request_.paper, picture.placed) != request_.is_left_right();
  }
  bool is_small(const PlacedTree& picture) const { return fit(picture) < 1; }

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
    const double enough = std::min(1.0, step.worth * fit(*picture));
    if (!changed || fit(*changed) >= enough) {
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
  const Draft start_;
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
  diagram.text_width = std::min(kLeastCaptionWidth, draw::layout_width(request.paper));
  diagram.legend = request.legend;
  if (looks.wide_legend) {
    diagram.legend_width = draw::layout_width(request.paper) - 2 * draw::kPictureMargin;
  }
  diagram.is_narrow = looks.narrow;
  diagram.one_text_size = looks.one_text_size;
  diagram.equal_shapes = looks.equal_shapes;
  diagram.families_apart = looks.families_apart && looks.style == draw::Style::kTextbook;
  diagram.theme = request.theme;
  diagram.direction = request.direction.value_or(draw::Direction::kTopDown);
  return diagram;
}

namespace {

// True if the picture shows each pruned move, and all that is below it, as its own node. Only then
// can a worksheet draw the places of its solution as if nothing had been pruned.
bool shows_all_pruned(const PlacedTree& picture) {
  if (picture.looks.pruned_stubs != draw::DiagramOptions::Stubs::kNone) return false;
  const auto& nodes = picture.excerpt.nodes;
  return std::none_of(nodes.begin(), nodes.end(), [&](const tree::ExcerptNode& node) {
    const bool is_below = node.parent >= 0 &&
                          nodes[static_cast<std::size_t>(node.parent)].fate == tree::Fate::kPruned;
    if (node.fate == tree::Fate::kLeftOut) return is_below;
    return node.fate == tree::Fate::kPruned &&
           (node.move_count != 1 || (node.size.nodes > 1 && node.children.empty()));
  });
}

// Draws a picture that leaves out nothing an exercise asks for.
Result<PlacedTree> plain_figure(const FigureRequest& request, const Selection& selection,
                                const FittedSubject& subject, const draw::PictureFormat& format,
                                const OtherPictured* other) {
  auto picture = Fitting(request, selection, subject, format, other).run();
  const draw::Paper& paper = request.paper;
  const bool may_turn =
      paper.is_asked && !request.direction && subject.looks.style != draw::Style::kDots;
  if (!picture || !may_turn) return picture;
  const bool is_small = draw::fit_on(paper, picture->placed) < 1;
  if (!is_small && (request.max_nodes || !may_be_whole(picture->excerpt))) return picture;
  FigureRequest turned = request;
  turned.direction = draw::Direction::kLeftRight;
  auto lying = Fitting(turned, selection, subject, format, other).run();
  const bool is_preferred =
      lying && (is_small ? is_better(*lying, *picture, paper) : is_whole(lying->excerpt));
  return is_preferred ? std::move(lying) : std::move(picture);
}

// Draws a worksheet or its solution, both in the layout of the solution. Gaps in place of pruned
// nodes would give the cutoffs away, so pruned nodes take space from searched ones if need be.
Result<PlacedTree> worksheet_figure(const FigureRequest& request, const Selection& selection,
                                    const FittedSubject& subject, const draw::PictureFormat& format,
                                    const OtherPictured* other) {
  FigureRequest asked = request;
  asked.blank_values = asked.blank_cuts = asked.blank_windows = asked.is_solution = false;
  draw::DiagramOptions whole = subject.looks;
  whole.blank_values = whole.blank_cuts = whole.blank_windows = false;
  const FittedSubject unblanked{subject.root, whole, subject.limits};
  auto solved = plain_figure(asked, selection, unblanked, format, other);
  const bool needs_pruned = request.blank_cuts || request.is_solution;
  if (solved && needs_pruned && !shows_all_pruned(*solved)) {
    asked.is_solution = true;
    solved = plain_figure(asked, selection, unblanked, format, other);
  }
  if (!solved || request.is_solution) return solved;
  asked = request;
  asked.direction = solved->diagram.direction;
  if (solved->diagram.caption.empty()) asked.caption = FigureRequest::Caption::kNone;
  draw::DiagramOptions looks = solved->looks;
  looks.blank_values = request.blank_values;
  looks.blank_cuts = request.blank_cuts;
  looks.blank_windows = request.blank_windows;
  draw::Diagram diagram =
      format.prepared(whole_diagram(asked, selection, solved->excerpt, looks, other));
  draw::Placement placed = draw::laid_over(diagram, solved->placed);
  return PlacedTree{std::move(solved->excerpt), std::move(looks), std::move(diagram),
                    std::move(placed)};
}

}  // namespace

Result<PlacedTree> fitted_figure(const FigureRequest& request, const Selection& selection,
                                 const FittedSubject& subject, const draw::PictureFormat& format,
                                 const OtherPictured* other) {
  const bool is_exercise = subject.looks.is_worksheet() || request.is_solution;
  return (is_exercise ? worksheet_figure : plain_figure)(request, selection, subject, format,
                                                         other);
}

}  // namespace plytrace
