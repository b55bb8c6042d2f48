// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/tree_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "viewer/analysis/cut_account.h"
#include "viewer/cli/cli.h"
#include "viewer/cli/option_values.h"
#include "viewer/commands/ask/leave_out.h"
#include "viewer/commands/ask/node_boards.h"
#include "viewer/commands/ask/picture_captions.h"
#include "viewer/commands/ask/tree_subject.h"
#include "viewer/draw/html_writer.h"
#include "viewer/draw/paper.h"
#include "viewer/draw/theme.h"
#include "viewer/draw/tree_diagram.h"
#include "viewer/text/format.h"
#include "viewer/tree/excerpt.h"

namespace plytrace {
namespace {

// Of nodes with a board: on a page to walk in, and at most.
constexpr std::size_t kBoardsOnPage = 300, kMostBoards = 500;

constexpr std::size_t kFewestAcross = 2, kAcrossPaper = 40;
constexpr std::int64_t kFewestLevels = 1;
constexpr double kWorthIt = 1.1;              // times as large
constexpr std::size_t kFewestCharacters = 8;  // of the moves at an edge
// Nodes of a tree that a page may hold.
constexpr std::int64_t kMostToTurn = 200;

struct PlacedTree {
  tree::Excerpt excerpt;
  draw::DiagramOptions looks;
  draw::Diagram diagram;
  draw::Placement placed;
};

draw::Theme theme_of(const TreePictureOptions& options) { return draw::theme_of(options.theme); }

draw::Direction direction_of(const TreePictureOptions& options) {
  return options.direction == "LR" ? draw::Direction::kLeftRight : draw::Direction::kTopDown;
}

Result<tree::Excerpt> take_excerpt(const TreePictureOptions& options,
                                   const cli::Selection& selection, const NodeRow& root,
                                   const draw::DiagramOptions& looks,
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

// The boards of what is shown, alike in all nodes.
void add_boards(const cli::Selection& selection, const OtherPictured* other,
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

// The exact value of a position in one is that in the other.
bool same_values(const cli::Selection& a, const cli::Selection& b) {
  return a.search.uniform && b.search.uniform && a.pass.depth == b.pass.depth &&
         a.search.evaluator == b.search.evaluator;
}

// One tree, or one beside the other.
draw::Diagram nodes_of(const tree::Excerpt& excerpt, const draw::DiagramOptions& looks,
                       const cli::Selection& selection, const OtherPictured* other) {
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

// The nodes as `looks` says, and all around them.
draw::Diagram whole_diagram(const TreePictureOptions& options, const cli::Selection& selection,
                            const tree::Excerpt& excerpt, const draw::DiagramOptions& looks,
                            const draw::Paper& paper, const OtherPictured* other = nullptr) {
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
  diagram.theme = theme_of(options);
  diagram.direction = direction_of(options);
  return diagram;
}

Result<PlacedTree> draw_excerpt(const TreePictureOptions& options, const cli::Selection& selection,
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

// Below the root.
std::int64_t levels_of(const tree::Excerpt& excerpt) {
  std::vector<std::int64_t> level(excerpt.nodes.size(), 0);
  std::int64_t deepest = 0;
  for (std::size_t i = 1; i < level.size(); ++i) {
    level[i] = level[static_cast<std::size_t>(excerpt.nodes[i].parent)] + 1;
    deepest = std::max(deepest, level[i]);
  }
  return deepest;
}

// The next smaller budget: fewer levels where these take too much room, else fewer nodes side by
// side; false if it is the least.
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

// Down to what is marked, at least.
std::int64_t fewest_levels_of(const draw::DiagramOptions& looks) {
  std::int64_t fewest = kFewestLevels;
  const auto include = [&](const std::string& path) {
    fewest = std::max<std::int64_t>(fewest, std::count(path.begin(), path.end(), '/'));
  };
  for (const auto& [path, text] : looks.notes) include(path);
  for (const std::string& path : looks.highlighted) include(path);
  return fewest;
}

// How much larger a small tree of dots may be drawn on the paper, or how much smaller the dots of a
// large one must be, so that its caption stays as it is.
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

// The text of one can be read, or nearly; of two alike in that, it shows more.
bool is_better(const PlacedTree& one, const PlacedTree& other, const draw::Paper& paper) {
  const auto points = [&](const PlacedTree& picture) {
    return std::min(draw::kLegiblePoints, draw::smallest_text_on(paper, picture.placed));
  };
  return std::pair(points(one), one.excerpt.shown) > std::pair(points(other), other.excerpt.shown);
}

// As much of the tree as the paper holds legibly.
class Fitting {
 public:
  Fitting(const TreePictureOptions& options, const cli::Selection& selection, const NodeRow& root,
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
    // What was searched comes first; the pruned tree takes the room that it leaves.
    const bool yields =
        limits_.pruned == tree::Pruned::kTree && !options_.max_nodes && !looks_.blank_cuts;
    if (yields) draw_pruned(0, 0, Stubs::kInner);
    auto picture = fitting_searched();
    if (yields && picture && !is_small(*picture)) unfold_pruned(*picture);
    if (!picture || shows_marks(*picture)) return picture;
    if (yields) {
      // A skipped move that is marked has a place of its own.
      draw_pruned(SIZE_MAX, SIZE_MAX, Stubs::kNone);
      picture = fitting_searched();
      if (!picture || shows_marks(*picture)) return picture;
    }
    return Status::bad_input(
        std::string(options_.command) +
        ": --note, --highlight: a path names nothing that this picture shows; try a larger "
        "--max-nodes or --depth, another --root" +
        (options_.only.empty() ? "" : ", or it without --only"));
  }

 private:
  Result<PlacedTree> fitting_searched() {
    // How many stand side by side is then up to the paper.
    const bool is_bounded = limits_.max_across < kAcrossPaper;
    if (paper_.is_asked && !options_.max_nodes && is_bounded) limits_.max_across = kAcrossPaper;
    auto picture = drawn();
    try_with(picture, 1, [&] { looks_.families_apart = false; });
    // What a leaf's window says its parent's says, too.
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

  // A whole tree in a plainer look goes before a part of it. The file holds the caption anyway.
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

  // To a budget that is legible. Where the paper is low fewer levels may show more than fewer nodes
  // side by side, or the picture without its caption.
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

  // Less and less of the tree; whether its height was ever too much.
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

  // With so many places of one level for skipped moves and for what lies below them.
  void draw_pruned(std::size_t apart, std::size_t below, Stubs stubs) {
    limits_.pruned_apart = apart;
    limits_.pruned_below = below;
    if (looks_.style == draw::Style::kTextbook) looks_.pruned_stubs = stubs;
  }

  // As much as stays legible: all moves apart, with less and less below them, then of their values.
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
    // Some moves apart and some not would look in a textbook figure as if they differed.
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

  // A change of the picture that paper asks for, where it makes small text so many times as large.
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

  // What must be shown is still too large for the paper: less is said of it, and less beside it.
  void give_way(Result<PlacedTree>& picture) {
    while (picture && paper_.is_asked && is_small(*picture) &&
           looks_.most_characters > kFewestCharacters) {
      looks_.most_characters -= kFewestCharacters / 2;
      picture = drawn();
    }
    try_with(picture, 1, [&] { looks_.narrow = true; });
    const bool is_marked = !looks_.notes.empty() || !looks_.highlighted.empty();
    // Where it is low; the file holds the caption anyway.
    if (options_.caption.empty()) try_with(picture, kWorthIt, [&] { options_.caption = "none"; });
    for (const double times : {kWorthIt, 1.0}) {
      if (is_marked && options_.labels.empty()) {
        try_with(picture, times, [&] { looks_.labels.window = false; });
      }
      // Not the line of best moves.
      if (is_marked) try_with(picture, times, [&] { limits_.largest_first = true; });
      try_with(picture, times, [&] { looks_.counts_gaps = false; });
    }
  }

  TreePictureOptions options_;
  const cli::Selection& selection_;
  const NodeRow& root_;
  draw::DiagramOptions looks_;
  tree::ExcerptOptions limits_;
  const draw::Paper& paper_;
  const draw::PictureFormat& format_;
  const OtherPictured* const other_;
};

// The same picture, drawn in another way where that is better.
template <class Drawn>
void choose(Result<PlacedTree>& picture, const draw::Paper& paper, const Drawn& drawn) {
  auto other = drawn();
  if (other && is_better(*other, *picture, paper)) picture = std::move(other);
}

Result<PlacedTree> figure(TreePictureOptions options, const cli::Selection& selection,
                          const TreeSubject& subject, const draw::Paper& paper,
                          const draw::PictureFormat& format, const OtherPictured* other = nullptr) {
  const auto drawn = [&] {
    return Fitting(options, selection, subject.root, subject.looks, subject.limits, paper, format,
                   other)
        .run();
  };
  auto picture = drawn();
  const bool may_turn =
      paper.is_asked && options.direction.empty() && subject.looks.style != draw::Style::kDots;
  if (picture && may_turn &&
      draw::smallest_text_on(paper, picture->placed) < draw::kLegiblePoints) {
    options.direction = "LR";
    choose(picture, paper, drawn);
  }
  return picture;
}

// The wider of two texts at each place, so that each moment fits into one placement.
void widen(draw::Diagram& widest, const draw::Diagram& moment) {
  for (std::size_t i = 0; i < moment.nodes.size(); ++i) {
    std::vector<draw::TextLine>& lines = widest.nodes[i].lines;
    for (std::size_t k = 0; k < std::min(lines.size(), moment.nodes[i].lines.size()); ++k) {
      const draw::TextLine& line = moment.nodes[i].lines[k];
      const auto width = [](const draw::TextLine& of) {
        return draw::text_width(of.text, of.size, of.face);
      };
      if (width(line) > width(lines[k])) lines[k] = line;
    }
  }
}

// "Step 9 of 23: /2 entered, MIN, window (3, +inf)".
std::string sentence(const PlacedTree& picture, const tree::Steps& steps, std::size_t k,
                     const TraceReader& reader) {
  const tree::Step& step = steps.steps[k];
  const std::string path = reader.path(picture.excerpt.nodes[step.node].row.id);
  return fmt::format("Step {} of {}: {} {}", k + 1, steps.steps.size(), text::printable(path),
                     draw::with_signs(step.text));
}

struct Moments {
  std::vector<draw::Diagram> diagrams;
  draw::Placement placed;  // of each, but for its sentence
};

constexpr std::size_t kMostSteps = 400;
// Least width of the sentence below a step: a small tree may fill a slide.
constexpr double kSentenceWidth = 260;

Result<Moments> moments_of(const TreePictureOptions& options, const cli::Selection& selection,
                           const PlacedTree& picture, const draw::Paper& paper,
                           const draw::PictureFormat& format) {
  const tree::Steps steps = tree::steps_of(picture.excerpt);
  if (steps.steps.size() > kMostSteps) {
    return Status::usage(fmt::format(
        "render: --steps: {} steps are more than {}; try a smaller --max-nodes or --depth",
        steps.steps.size(), kMostSteps));
  }
  Moments moments;
  draw::Diagram widest = picture.diagram;
  widest.text_width = std::min(widest.text_width, kSentenceWidth);
  for (std::size_t k = 0; k < steps.steps.size(); ++k) {
    draw::DiagramOptions looks = picture.looks;
    const tree::Moment moment = tree::moment_at(steps, k);
    looks.moment = &moment;
    looks.footnotes = false;  // one sentence stands below each
    draw::Diagram diagram = whole_diagram(options, selection, picture.excerpt, looks, paper);
    diagram.direction = picture.diagram.direction;
    diagram.caption = {sentence(picture, steps, k, selection.reader)};
    diagram.text_width = std::min(diagram.text_width, kSentenceWidth);
    diagram = format.prepared(std::move(diagram));
    widen(widest, diagram);
    if (k == 0 || diagram.caption.front().size() > widest.caption.front().size()) {
      widest.caption = diagram.caption;
    }
    moments.diagrams.push_back(std::move(diagram));
  }
  moments.placed = draw::place(widest);
  for (draw::Diagram& diagram : moments.diagrams) {
    std::string& text = diagram.caption.front();
    text = draw::wrapped(text, moments.placed.width, draw::kCaptionSize);
  }
  return moments;
}

Result<std::vector<std::string>> step_bytes(const TreePictureOptions& options,
                                            const Moments& moments, const draw::Paper& paper,
                                            const draw::PictureFormat& format, bool apart) {
  draw::Output output;
  output.dots = options.dots;
  if (paper.is_asked) output.scale = draw::scale_on(paper, moments.placed);
  std::vector<std::string> files;
  if (!apart) {
    auto bytes = format.moments(moments.diagrams, moments.placed, output);
    if (!bytes) return bytes.status();
    files.push_back(std::move(*bytes));
    return files;
  }
  draw::Placement placed = moments.placed;
  for (const draw::Diagram& diagram : moments.diagrams) {
    placed.caption = diagram.caption.front();
    auto bytes = format.bytes(diagram, placed, output);
    if (!bytes) return bytes.status();
    files.push_back(std::move(*bytes));
  }
  return files;
}

// A page to walk in holds more than a printed one.
constexpr std::size_t kPageNodes = 3000;

Result<std::string> page(const TreePictureOptions& options, const cli::Selection& selection,
                         const NodeRow& root, const draw::DiagramOptions& looks,
                         tree::ExcerptOptions limits) {
  limits.with_updates = true;
  limits.max_across = SIZE_MAX;
  if (!options.max_nodes) limits.max_nodes = looks.labels.board ? kBoardsOnPage : kPageNodes;
  if (!options.depth) limits.max_levels = INT64_MAX;
  const auto excerpt = take_excerpt(options, selection, root, looks, limits);
  if (!excerpt) return excerpt.status();
  draw::DiagramOptions with_boards = looks;
  add_boards(selection, nullptr, *excerpt, with_boards);
  draw::HtmlOptions html;
  html.title = text::printable(options.title);
  html.caption = picture_captions(options, selection, *excerpt, {});
  html.search = caption_of_search(selection);
  html.question = caption_of_search(selection, false);
  html.root = selection.reader.path(root.id);
  html.theme = theme_of(options);
  html.direction = direction_of(options);
  html.legend = options.legend;
  html.labels = looks.labels;
  html.board = with_boards.board;
  html.why_skipped = [&](const NodeRow& cut, const CutoffRow& cutoff) {
    std::vector<std::string> sentences;
    for (const Fact& fact :
         facts_of(selection.reader, account_for(selection.reader, cut, cutoff))) {
      sentences.push_back(text::printable(fact.text));
    }
    return sentences;
  };
  return draw::html_page(*excerpt, tree::steps_of(*excerpt), html);
}

// Another look of a tree, and how one asks for it.
struct OtherLook {
  std::string words, style, direction;
};

bool is_whole(const tree::Excerpt& shown) {
  return std::none_of(shown.nodes.begin(), shown.nodes.end(),
                      [](const auto& node) { return node.fate == tree::Fate::kLeftOut; });
}

// The first of these looks in which the paper holds the whole tree.
std::string look_that_holds_all(const std::vector<OtherLook>& looks, TreePictureOptions options,
                                cli::Selection& selection, const draw::Paper& paper,
                                const draw::PictureFormat& format, const OtherPictured* other) {
  for (const OtherLook& look : looks) {
    options.style = look.style;
    options.direction = look.direction;
    const auto subject = tree_subject(options, selection, other);
    if (!subject) continue;
    const auto drawn = figure(options, selection, **subject, paper, format, other);
    if (drawn && is_whole(drawn->excerpt)) return look.words;
  }
  return "";
}

// Where the paper is too narrow for a tree that it would hold in another look.
void advise_look(const TreePictureOptions& options, cli::Selection& selection,
                 const draw::Paper& paper, const draw::PictureFormat& format,
                 const OtherPictured* other, const tree::Excerpt& shown) {
  const bool may_turn = paper.is_asked && !options.max_nodes && options.only.empty() &&
                        direction_of(options) == draw::Direction::kTopDown;
  if (is_whole(shown) || !may_turn || shown.total > kMostToTurn || cli::global().quiet) return;
  const auto first_of = [&](const std::vector<OtherLook>& looks) {
    return look_that_holds_all(looks, options, selection, paper, format, other);
  };
  const bool is_plain = options.style == "plain" && other == nullptr;
  std::string found = first_of({{"--direction LR", options.style, "LR"}});
  if (is_plain) {
    const std::string styled = first_of({{"--style textbook", "textbook", "TB"},
                                         {"--style textbook --direction LR", "textbook", "LR"},
                                         {"--style dots", "dots", "TB"}});
    if (!found.empty() && !styled.empty()) found += " or ";
    found += styled;
  }
  if (found.empty()) return;
  // The nodes of two searches are not those of one tree.
  const std::string part = other != nullptr ? "a part of the trees"
                                            : text::grouped(shown.shown) + " of " +
                                                  text::grouped(shown.total) + " nodes";
  std::fprintf(stderr, "plytrace: %s holds %s with text of %g pt; %s holds all\n",
               paper.name.c_str(), part.c_str(), draw::kLegiblePoints, found.c_str());
}

bool shows_pruned(const PlacedTree& picture) {
  return std::any_of(picture.excerpt.nodes.begin(), picture.excerpt.nodes.end(),
                     [](const auto& node) { return node.fate == tree::Fate::kPruned; });
}

// Where skipped moves are not drawn as one would expect.
void tell_of_pruned(TreePictureOptions options, cli::Selection& selection, const draw::Paper& paper,
                    const draw::PictureFormat& format, const OtherPictured* other,
                    const PlacedTree& picture) {
  if (cli::global().quiet) return;
  const auto is_stub_of_several = [](const draw::DiagramNode& node) {
    return !node.absent && std::any_of(node.lines.begin(), node.lines.end(), [](const auto& line) {
      return line.text.starts_with(draw::kTimes);
    });
  };
  const auto& nodes = picture.diagram.nodes;
  if (options.pruned != "count" && std::any_of(nodes.begin(), nodes.end(), is_stub_of_several)) {
    std::fprintf(stderr,
                 "plytrace: %s has no room for each skipped move: a cut marked %s2 skipped two\n",
                 paper.name.c_str(), std::string(draw::kTimes).c_str());
  }
  if (options.pruned != "tree" || !options.only.empty() || shows_pruned(picture)) return;
  options.only = "cutoffs";
  const auto subject = tree_subject(options, selection, other);
  if (!subject) return;
  const auto of_cutoffs = figure(options, selection, **subject, paper, format, other);
  if (!of_cutoffs || !shows_pruned(*of_cutoffs)) return;
  std::fprintf(stderr, "plytrace: no cutoff is among the nodes shown; --only cutoffs shows some\n");
}

// Whether the text of a picture with other options can be read; `place` makes of the tree what is
// written.
template <class Place>
bool is_legible_with(const TreePictureOptions& options, cli::Selection& selection,
                     const draw::PictureFormat& format, const OtherPictured* other,
                     bool with_updates, const Place& place) {
  const auto subject = tree_subject(options, selection, other);
  const auto paper = cli::paper_of(options.command, options.width);
  if (!subject || !paper) return false;
  (*subject)->limits.with_updates = with_updates;
  const auto drawn = figure(options, selection, **subject, *paper, format, other);
  if (!drawn) return false;
  const Result<draw::Placement> placed = place(*drawn, *paper);
  return placed && draw::smallest_text_on(*paper, *placed) >= draw::kLegiblePoints;
}

// "leave out --direction LR, --note /d=best", else a width.
std::string way_to_legible(const TreePictureOptions& options, const draw::Paper& paper,
                           const IsLegible& is_legible) {
  std::string words;
  for (const std::string& word : options_to_leave_out(options, is_legible)) {
    words += (words.empty() ? "leave out " : ", ") + word;
  }
  if (!words.empty()) return words;
  constexpr double kWider = 1.25, kWidest = 2000, kPointsPerMillimetre = 72 / 25.4;
  TreePictureOptions wide = options;
  for (double width = kWider * paper.width / kPointsPerMillimetre; width <= kWidest;
       width *= kWider) {
    wide.width = fmt::format("{:.0f}mm", width);
    if (is_legible(wide)) return "give --width " + wide.width;
  }
  return "draw less of it";
}

// Where text is too small on the paper.
void warn_of_small_text(const TreePictureOptions& options, const draw::Paper& paper,
                        const draw::Placement& placed, const IsLegible& is_legible) {
  const double points = draw::smallest_text_on(paper, placed);
  if (points >= draw::kLegiblePoints || cli::global().quiet) return;
  const bool is_of_dots = options.style == "dots";
  const double per_point = is_of_dots ? draw::kDotAsText : 1;
  std::fprintf(
      stderr, "plytrace: warning: on %s the smallest %s would be %.1f pt; to have %g pt %s\n",
      paper.name.c_str(), is_of_dots ? "dot" : "text", points / per_point,
      draw::kLegiblePoints / per_point, way_to_legible(options, paper, is_legible).c_str());
}

}  // namespace

std::vector<cli::Option*> add_tree_picture_options(cli::Command* command,
                                                   TreePictureOptions& picture) {
  std::vector<cli::Option*> options;
  const auto add = [&](const char* name, auto& value, const char* help, const char* type) {
    options.push_back(command->add_option(name, value, help)->type_name(type));
    return options.back();
  };
  add("--root", picture.root, "Draw the tree below this node (default /)", "NODE");
  add("--depth", picture.depth, "At most so many plies below it (default 8)", "N")
      ->check(cli::whole_number(0, 1'000'000));
  add("--max-nodes", picture.max_nodes,
      "At most so many nodes (default 60, with boards 14, and legible on A4)", "N")
      ->check(cli::whole_number(1, 1'000'000));
  add("--only", picture.only, "pv, cutoffs or path:PATH", "WHAT");
  add("--unfold", picture.unfolded, "Show this node's moves before others; repeatable", "NODE")
      ->allow_extra_args(false);
  add("--pruned", picture.pruned,
      "Skipped moves: ghost, tree (what was below), count, hide (default ghost)", "HOW")
      ->check(cli::one_of({"ghost", "tree", "count", "hide"}));
  add("--labels", picture.labels, "Some of move,value,window,bound,id,board,name,size,rank", "LIST")
      ->delimiter(',');
  add("--style", picture.style,
      "plain; textbook: triangles, bare leaves, grey pruned values; dots: large trees", "STYLE")
      ->check(cli::one_of({"plain", "textbook", "dots"}));
  for (cli::Option* option : cli::add_picture_looks(
           command, {picture.theme, picture.direction, picture.caption, picture.width,
                     picture.title, picture.legend, picture.dots})) {
    options.push_back(option);
  }
  add("--blank", picture.blank, "For exercises, leave out some of values,cuts,windows", "LIST")
      ->check(cli::one_of({"values", "cuts", "windows"}))
      ->delimiter(',');
  add("--note", picture.notes, "Write a text at a node; repeatable", "PATH=TEXT")
      ->allow_extra_args(false);
  add("--highlight", picture.highlighted, "Set a node off; repeatable", "PATH")
      ->allow_extra_args(false);
  return options;
}

Result<std::string> tree_picture(const TreePictureOptions& options, cli::Selection& selection,
                                 const draw::PictureFormat& format, const OtherPictured* other) {
  const TraceReader::Snapshot snapshot(selection.reader);
  std::optional<TraceReader::Snapshot> other_snapshot;
  if (other != nullptr) other_snapshot.emplace(other->selection.reader);
  const auto made = tree_subject(options, selection, other);
  if (!made) return made.status();
  const TreeSubject& subject = **made;
  if (format.is_page()) {
    return page(options, selection, subject.root, subject.looks, subject.limits);
  }
  const auto paper = cli::paper_of(options.command, options.width);
  if (!paper) return paper.status();
  const auto picture = figure(options, selection, subject, *paper, format, other);
  if (!picture) return picture.status();
  if (other != nullptr && !other->selection.reader.status()) {
    return other->selection.reader.status();
  }
  advise_look(options, selection, *paper, format, other, picture->excerpt);
  tell_of_pruned(options, selection, *paper, format, other, *picture);
  draw::Output output;
  output.dots = options.dots;
  if (paper->is_asked) output.scale = draw::scale_on(*paper, picture->placed);
  auto bytes = format.bytes(picture->diagram, picture->placed, output);
  if (!bytes) return bytes;
  warn_of_small_text(options, *paper, picture->placed, [&](const TreePictureOptions& others) {
    return is_legible_with(others, selection, format, other, false,
                           [](const PlacedTree& drawn, const draw::Paper&) {
                             return Result<draw::Placement>(drawn.placed);
                           });
  });
  return bytes;
}

Result<std::vector<std::string>> step_pictures(const TreePictureOptions& options,
                                               cli::Selection& selection,
                                               const draw::PictureFormat& format, bool apart) {
  const TraceReader::Snapshot snapshot(selection.reader);
  const auto made = tree_subject(options, selection);
  if (!made) return made.status();
  TreeSubject& subject = **made;
  subject.limits.with_updates = true;
  // Overlays in one file are a slide.
  const bool is_slide = options.width.empty() && !apart && format.name == "tex";
  const auto paper = cli::paper_of(options.command, is_slide ? "slide" : options.width);
  if (!paper) return paper.status();
  const auto picture = figure(options, selection, subject, *paper, format);
  if (!picture) return picture.status();
  advise_look(options, selection, *paper, format, nullptr, picture->excerpt);
  tell_of_pruned(options, selection, *paper, format, nullptr, *picture);
  const auto moments = moments_of(options, selection, *picture, *paper, format);
  if (!moments) return moments.status();
  TreePictureOptions on_paper = options;
  if (is_slide) on_paper.width = paper->name;
  warn_of_small_text(on_paper, *paper, moments->placed, [&](const TreePictureOptions& others) {
    return is_legible_with(
        others, selection, format, nullptr, true,
        [&](const PlacedTree& drawn, const draw::Paper& on) -> Result<draw::Placement> {
          auto others_moments = moments_of(others, selection, drawn, on, format);
          if (!others_moments) return others_moments.status();
          return std::move(others_moments->placed);
        });
  });
  return step_bytes(options, *moments, *paper, format, apart);
}

}  // namespace plytrace
