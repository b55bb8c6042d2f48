// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/tree_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>

#include "viewer/answers/why/cut_account.h"
#include "viewer/cli/cli.h"
#include "viewer/cli/option_values.h"
#include "viewer/commands/ask/picture_captions.h"
#include "viewer/commands/ask/tree_figure.h"
#include "viewer/commands/ask/tree_moments.h"
#include "viewer/commands/ask/tree_subject.h"
#include "viewer/draw/html_writer.h"
#include "viewer/draw/paper.h"
#include "viewer/draw/theme.h"
#include "viewer/draw/tree_diagram.h"
#include "viewer/format/rows/format.h"
#include "viewer/tree/excerpt.h"

namespace plytrace {
namespace {

// An HTML page can hold more nodes than a printed picture.
constexpr std::size_t kPageNodes = 3000, kBoardsOnPage = 300;

Result<std::string> page(const TreePictureOptions& options, const Selection& selection,
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
  html.theme = draw::theme_of(options.theme);
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
// Another look of a tree, and the options that request it.
struct OtherLook {
  std::string words, style, direction;
};

// The first of these looks with which the whole tree fits on the paper.
std::string look_that_holds_all(const std::vector<OtherLook>& looks, TreePictureOptions options,
                                Selection& selection, const draw::Paper& paper,
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

// If the tree does not fit on the paper, suggests a look with which it would.
void advise_look(const TreePictureOptions& options, Selection& selection, const draw::Paper& paper,
                 const draw::PictureFormat& format, const OtherPictured* other,
                 const tree::Excerpt& shown) {
  const bool may_turn = paper.is_asked && !options.max_nodes && options.only.empty() &&
                        direction_of(options) == draw::Direction::kTopDown;
  if (!may_turn || !may_be_whole(shown) || cli::global().quiet) return;
  const auto first_of = [&](const std::vector<OtherLook>& looks) {
    return look_that_holds_all(looks, options, selection, paper, format, other);
  };
  const bool is_plain = options.style == "plain" && other == nullptr;
  // Without --direction, the tree has already been turned if that helps.
  std::string found;
  if (!options.direction.empty()) found = first_of({{"--direction LR", options.style, "LR"}});
  if (is_plain) {
    const std::string styled = first_of({{"--style textbook", "textbook", options.direction},
                                         {"--style dots", "dots", options.direction}});
    if (!found.empty() && !styled.empty()) found += " or ";
    found += styled;
  }
  if (found.empty()) return;
  // The counts of a joined tree belong to no single search, so do not print them.
  const std::string part = other != nullptr ? "a part of the trees"
                                            : text::grouped(shown.shown) + " of " +
                                                  text::grouped(shown.total) + " nodes";
  cli::tell(fmt::format("{} holds {} with text of {:g} pt; {} holds all", paper.name, part,
                        draw::kLegiblePoints, found));
}

bool shows_pruned(const PlacedTree& picture) {
  return std::any_of(picture.excerpt.nodes.begin(), picture.excerpt.nodes.end(),
                     [](const auto& node) { return node.fate == tree::Fate::kPruned; });
}

// Explains skipped moves that are not drawn as the user may expect.
void tell_of_pruned(TreePictureOptions options, Selection& selection, const draw::Paper& paper,
                    const draw::PictureFormat& format, const OtherPictured* other,
                    const PlacedTree& picture) {
  if (cli::global().quiet) return;
  const auto is_stub_of_several = [](const draw::DiagramNode& node) {
    return !node.absent && std::any_of(node.lines.begin(), node.lines.end(), [](const auto& line) {
      return line.says == draw::Says::kSkips;
    });
  };
  const auto& nodes = picture.diagram.nodes;
  if (options.pruned != "count" && std::any_of(nodes.begin(), nodes.end(), is_stub_of_several)) {
    cli::tell(paper.name +
              " has too little space to draw each skipped move: cut \u00D72 stands for two");
  }
  if (options.pruned != "tree" || !options.only.empty() || shows_pruned(picture)) return;
  options.only = "cutoffs";
  const auto subject = tree_subject(options, selection, other);
  if (!subject) return;
  const auto of_cutoffs = figure(options, selection, **subject, paper, format, other);
  if (!of_cutoffs || !shows_pruned(*of_cutoffs)) return;
  cli::tell("none of the nodes shown has a cutoff; --only cutoffs shows some");
}

// True if the picture is legible with other options. `place` computes the placement that is
// written.
template <class Place>
bool is_legible_with(const TreePictureOptions& options, Selection& selection,
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

// True if the picture would be legible with these options.
using IsLegible = std::function<bool(const TreePictureOptions&)>;

// "give --max-nodes 30" if the user set --max-nodes, else "give --width 200mm".
std::string way_to_legible(const TreePictureOptions& options, const draw::Paper& paper,
                           const IsLegible& is_legible) {
  TreePictureOptions other = options;
  for (std::size_t nodes = options.max_nodes.value_or(0) * 3 / 4; nodes > 0;
       nodes = nodes * 3 / 4) {
    other.max_nodes = nodes;
    if (is_legible(other)) return "give --max-nodes " + std::to_string(nodes);
  }
  constexpr double kWider = 1.25, kWidest = 2000, kPointsPerMillimetre = 72 / 25.4;
  other = options;
  for (double width = kWider * paper.width / kPointsPerMillimetre; width <= kWidest;
       width *= kWider) {
    other.width = fmt::format("{:.0f}mm", width);
    if (is_legible(other)) return "give --width " + other.width;
  }
  return "draw less of the tree";
}

// Warns about text that is too small on the paper.
void warn_of_small_text(const TreePictureOptions& options, const draw::Paper& paper,
                        const draw::Placement& placed, const IsLegible& is_legible) {
  const double points = draw::smallest_text_on(paper, placed);
  if (points >= draw::kLegiblePoints || cli::global().quiet) return;
  const bool is_of_dots = options.style == "dots";
  const double per_point = is_of_dots ? draw::kDotAsText : 1;
  cli::tell(fmt::format("warning: on {} the smallest {} would be {:.1f} pt; to have {:g} pt {}",
                        paper.name, is_of_dots ? "dot" : "text", points / per_point,
                        draw::kLegiblePoints / per_point,
                        way_to_legible(options, paper, is_legible)));
}

}  // namespace

std::vector<cli::Option*> add_tree_picture_options(cli::Command* command,
                                                   TreePictureOptions& picture) {
  std::vector<cli::Option*> options;
  const auto add = [&](const char* name, auto& value, const char* help, const char* type) {
    options.push_back(command->add_option(name, value, help)->type_name(type));
    return options.back();
  };
  add("--root", picture.root, "Draw the tree below this node (default {})", "NODE");
  add("--depth", picture.depth, "Plies to draw below it, at most (default 8)", "N")
      ->check(cli::whole_number(0, 1'000'000));
  add("--max-nodes", picture.max_nodes,
      "Nodes to draw, at most (default 60, or 14 with boards, and legible on A4)", "N")
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
  add("--highlight", picture.highlighted, "Highlight a node; repeatable", "PATH")
      ->allow_extra_args(false);
  return options;
}

Result<std::string> tree_picture(const TreePictureOptions& options, Selection& selection,
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
  output.dots = options.dots.value_or(output.dots);
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
                                               Selection& selection,
                                               const draw::PictureFormat& format, bool apart) {
  const TraceReader::Snapshot snapshot(selection.reader);
  const auto made = tree_subject(options, selection);
  if (!made) return made.status();
  TreeSubject& subject = **made;
  subject.limits.with_updates = true;
  const bool is_slide = options.width.empty() && !apart && format.moments_are_slides;
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
