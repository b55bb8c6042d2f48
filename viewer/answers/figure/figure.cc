// SPDX-License-Identifier: MIT
#include "viewer/answers/figure/figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "viewer/answers/figure/captions.h"
#include "viewer/answers/figure/fitting.h"
#include "viewer/answers/figure/moments.h"
#include "viewer/answers/figure/subject.h"
#include "viewer/answers/why/cut_account.h"
#include "viewer/draw/html_writer.h"
#include "viewer/draw/paper.h"
#include "viewer/draw/tree_diagram.h"
#include "viewer/format/rows/format.h"
#include "viewer/tree/excerpt.h"

namespace plytrace {
namespace {

// An HTML page can hold more nodes than a printed picture.
constexpr std::size_t kPageNodes = 3000, kBoardsOnPage = 300;

std::string page(const FigureRequest& request, const Selection& selection, const NodeRow& root,
                 const draw::DiagramOptions& looks, tree::ExcerptOptions limits) {
  limits.with_updates = true;
  limits.max_across = SIZE_MAX;
  if (!request.max_nodes) limits.max_nodes = looks.labels.board ? kBoardsOnPage : kPageNodes;
  if (!request.depth) limits.max_levels = INT64_MAX;
  // Pruned subtrees cannot be folded when the page is printed, so they are drawn only on request.
  if (!request.pruned) limits.pruned = style_of(request).pruned;
  const auto excerpt = value_of(take_excerpt(request, selection, root, looks, limits));
  draw::DiagramOptions with_boards = looks;
  add_boards(selection, nullptr, excerpt, with_boards);
  draw::HtmlOptions html;
  html.title = text::printable(request.title);
  html.caption = picture_captions(request, selection, excerpt, {});
  html.search = caption_of_search(selection);
  html.question = caption_of_search(selection, false);
  html.root = selection.reader.path(root.id);
  html.theme = request.theme;
  html.direction = request.direction.value_or(draw::Direction::kTopDown);
  html.legend = request.legend;
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
  return draw::html_page(excerpt, tree::steps_of(excerpt), html);
}

// Another look of a tree, and the options that request it.
struct OtherLook {
  std::string words;
  draw::Style style;
  std::optional<draw::Direction> direction;
  double font_size = 0;  // 0: that of the request
};

// Draws the picture of a request again with other options, and collects notes for the user.
class Drawing {
 public:
  Drawing(const FigureRequest& request, Selection& selection, const draw::PictureFormat& format,
          const OtherPictured* other)
      : request_(request), selection_(selection), format_(format), other_(other) {}

  // The picture of another request; `with_updates` for a picture that is shown step by step.
  Result<PlacedTree> drawn(const FigureRequest& request, bool with_updates) const {
    const auto subject = tree_subject(request, selection_, other_);
    subject->limits.with_updates = with_updates;
    return fitted_figure(request, selection_, *subject, format_, other_);
  }
  void advise_look(const tree::Excerpt& shown);
  void tell_of_pruned(const PlacedTree& picture);
  // `place` computes the placement that is written.
  template <class Place>
  void warn_of_small_text(const draw::Placement& placed, bool with_updates, const Place& place);

  std::vector<std::string> notes;

 private:
  std::string look_that_holds_all(const std::vector<OtherLook>& looks) const;

  const FigureRequest& request_;
  Selection& selection_;
  const draw::PictureFormat& format_;
  const OtherPictured* const other_;
};

// The first of these looks with which the whole tree fits on the paper.
std::string Drawing::look_that_holds_all(const std::vector<OtherLook>& looks) const {
  FigureRequest request = request_;
  for (const OtherLook& look : looks) {
    request.style = look.style;
    request.direction = look.direction;
    if (look.font_size > 0) request.paper.font_size = look.font_size;
    const auto picture = drawn(request, false);
    if (picture && is_whole(picture->excerpt)) return look.words;
  }
  return "";
}

// If the tree does not fit on the paper, suggests a look with which it would.
void Drawing::advise_look(const tree::Excerpt& shown) {
  const bool may_turn = request_.paper.is_asked && !request_.max_nodes &&
                        request_.only == FigureRequest::Only::kAll && !request_.is_left_right();
  if (!may_turn || !may_be_whole(shown) || !request_.wants_notes) return;
  // Without --direction, the tree has already been turned if that helps.
  std::string found;
  if (request_.direction) {
    found = look_that_holds_all({{"--direction LR", request_.style, draw::Direction::kLeftRight}});
  }
  if (request_.style == draw::Style::kPlain && other_ == nullptr) {
    const std::string styled =
        look_that_holds_all({{"--style textbook", draw::Style::kTextbook, request_.direction},
                             {"--style dots", draw::Style::kDots, request_.direction}});
    if (!found.empty() && !styled.empty()) found += " or ";
    found += styled;
  }
  if (found.empty() && request_.paper.font_size > draw::kLegiblePoints) {
    found = look_that_holds_all(
        {{"--font-size 6pt", request_.style, request_.direction, draw::kLegiblePoints}});
  }
  if (found.empty()) return;
  // The counts of a joined tree belong to no single search, so do not print them.
  const std::string part = other_ != nullptr ? "a part of the trees"
                                             : text::grouped(shown.shown) + " of " +
                                                   text::grouped(shown.total) + " nodes";
  notes.push_back(fmt::format(
      "{} holds {} with text of {:g} pt; {} holds all", request_.paper.name, part,
      request_.paper.font_size > 0 ? request_.paper.font_size : draw::kLegiblePoints, found));
}

bool shows_pruned(const PlacedTree& picture) {
  return std::any_of(picture.excerpt.nodes.begin(), picture.excerpt.nodes.end(),
                     [](const auto& node) { return node.fate == tree::Fate::kPruned; });
}

// Explains skipped moves that are not drawn as the user may expect.
void Drawing::tell_of_pruned(const PlacedTree& picture) {
  if (!request_.wants_notes) return;
  const auto is_stub_of_several = [](const draw::DiagramNode& node) {
    return !node.absent && std::any_of(node.lines.begin(), node.lines.end(), [](const auto& line) {
      return line.says == draw::Says::kSkips;
    });
  };
  const auto& nodes = picture.diagram.nodes;
  if (request_.pruned != tree::Pruned::kCount &&
      std::any_of(nodes.begin(), nodes.end(), is_stub_of_several)) {
    notes.push_back(request_.paper.name +
                    " has too little space to draw each skipped move: cut \u00D72 stands for two");
  }
  if (request_.pruned != tree::Pruned::kTree || request_.only != FigureRequest::Only::kAll ||
      shows_pruned(picture)) {
    return;
  }
  FigureRequest of_cutoffs = request_;
  of_cutoffs.only = FigureRequest::Only::kCutoffs;
  const auto found = drawn(of_cutoffs, false);
  if (!found || !shows_pruned(*found)) return;
  notes.emplace_back("none of the nodes shown has a cutoff; --only cutoffs shows some");
}

// "omit --legend" if that is enough, "give --max-nodes 30" if the user set --max-nodes, else "give
// --width 200mm".
template <class IsLegible>
std::string way_to_legible(const FigureRequest& request, const IsLegible& is_legible) {
  FigureRequest other = request;
  other.legend = false;
  if (request.legend && is_legible(other)) return "omit --legend";
  other = request;
  for (std::size_t nodes = request.max_nodes.value_or(0) * 3 / 4; nodes > 0;
       nodes = nodes * 3 / 4) {
    other.max_nodes = nodes;
    if (is_legible(other)) return "give --max-nodes " + std::to_string(nodes);
  }
  constexpr double kWider = 1.25, kWidest = 2000, kPointsPerMillimetre = 72 / 25.4;
  other = request;
  for (double width = kWider * request.paper.width / kPointsPerMillimetre; width <= kWidest;
       width *= kWider) {
    const std::string name = fmt::format("{:.0f}mm", width);
    auto paper = draw::find_paper(name);
    if (!paper) continue;
    paper->font_size = request.paper.font_size;
    other.paper = *paper;
    if (is_legible(other)) return "give --width " + name;
  }
  return "draw less of the tree";
}

// Warns about text that is too small on the paper.
template <class Place>
void Drawing::warn_of_small_text(const draw::Placement& placed, bool with_updates,
                                 const Place& place) {
  const double points = draw::smallest_text_on(request_.paper, placed);
  const bool is_of_dots = request_.style == draw::Style::kDots;
  const double wanted =
      is_of_dots || request_.paper.font_size == 0 ? draw::kLegiblePoints : request_.paper.font_size;
  constexpr double kAlmost = 0.97;  // dots that fill the paper leave a margin
  const auto has_wanted = [&](const draw::Paper& paper, const draw::Placement& on) {
    return is_of_dots ? draw::smallest_text_on(paper, on) >= kAlmost * draw::kLegiblePoints
                      : draw::fit_on(paper, on) >= 1;
  };
  if (has_wanted(request_.paper, placed) || !request_.wants_notes) return;
  const auto is_legible = [&](const FigureRequest& request) {
    const auto picture = drawn(request, with_updates);
    if (!picture) return false;
    const Result<draw::Placement> other = place(request, *picture);
    return other && has_wanted(request.paper, *other);
  };
  const double per_point = is_of_dots ? draw::kDotAsText : 1;
  // Rounded down: 7.96 pt must not read as the 8 pt that it misses.
  const double shown = std::floor(points / per_point * 10) / 10;
  notes.push_back(
      fmt::format("warning: on {} the smallest {} would be {:.1f} pt; to have {:g} pt {}",
                  request_.paper.name, is_of_dots ? "dot" : "text", shown, wanted / per_point,
                  way_to_legible(request_, is_legible)));
}

}  // namespace

Figure tree_figure(const FigureRequest& request, Selection& selection,
                   const draw::PictureFormat& format, const OtherPictured* other) {
  const TraceReader::Snapshot snapshot(selection.reader);
  std::optional<TraceReader::Snapshot> other_snapshot;
  if (other != nullptr) other_snapshot.emplace(other->selection.reader);
  const auto made = tree_subject(request, selection, other);
  const TreeSubject& subject = *made;
  if (format.is_page()) {
    return Figure{{page(request, selection, subject.root, subject.looks, subject.limits)}, {}};
  }
  const auto picture = value_of(fitted_figure(request, selection, subject, format, other));
  if (other != nullptr) require(other->selection.reader.status());
  Drawing drawing(request, selection, format, other);
  drawing.advise_look(picture.excerpt);
  drawing.tell_of_pruned(picture);
  draw::Output output;
  output.dots = request.dots.value_or(output.dots);
  // Without a paper that was asked for, only the font size counts.
  output.scale = request.paper.is_asked ? draw::scale_on(request.paper, picture.placed)
                                        : request.paper.width / draw::layout_width(request.paper);
  auto bytes = value_of(format.bytes(picture.diagram, picture.placed, output));
  drawing.warn_of_small_text(picture.placed, false,
                             [](const FigureRequest&, const PlacedTree& drawn) {
                               return Result<draw::Placement>(drawn.placed);
                             });
  return Figure{{std::move(bytes)}, std::move(drawing.notes)};
}

Figure step_figure(const FigureRequest& asked, Selection& selection,
                   const draw::PictureFormat& format, bool apart) {
  const TraceReader::Snapshot snapshot(selection.reader);
  FigureRequest request = asked;
  const bool is_slide = !request.paper.is_asked && !apart && format.moments_are_slides;
  if (is_slide) {
    const double font_size = request.paper.font_size;
    request.paper = *draw::find_paper("slide");
    request.paper.font_size = font_size > 0 ? font_size : draw::kFigureFontSize;
  }
  const auto made = tree_subject(request, selection);
  TreeSubject& subject = *made;
  subject.limits.with_updates = true;
  const auto picture = value_of(fitted_figure(request, selection, subject, format));
  Drawing drawing(request, selection, format, nullptr);
  drawing.advise_look(picture.excerpt);
  drawing.tell_of_pruned(picture);
  const auto moments = moments_of(request, selection, picture, format, apart);
  drawing.warn_of_small_text(
      moments.placed, true, [&](const FigureRequest& others, const PlacedTree& drawn) {
        return result_of(
            [&] { return moments_of(others, selection, drawn, format, apart).placed; });
      });
  return Figure{step_bytes(request, moments, format, apart), std::move(drawing.notes)};
}

}  // namespace plytrace
