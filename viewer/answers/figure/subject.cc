// SPDX-License-Identifier: MIT
#include "viewer/answers/figure/subject.h"

#include <algorithm>
#include <array>

#include "viewer/tree/principal_variation.h"

namespace plytrace {
namespace {

// Limits for pictures of dots, before the paper decides how many are side by side.
constexpr std::size_t kDots = 2000, kDotsAcross = 300;
// Leaves without outline that are shown instead of the triangle that would stand for them.
constexpr std::size_t kBareLeaves = 3;

// Default limit if every node has a board.
constexpr std::size_t kBoards = 14;

tree::ExcerptOptions excerpt_options(const FigureRequest& request,
                                     const draw::DiagramOptions& looks,
                                     const Selection& selection) {
  tree::ExcerptOptions excerpt;
  // Drawn as if nothing had been pruned.
  // A tree given by its values is all known, so what was pruned from it is drawn, too.
  const bool is_known = selection.search.game == "tree" && request.style != draw::Style::kDots;
  const tree::Pruned usual = looks.blank_cuts || request.is_solution || is_known
                                 ? tree::Pruned::kTree
                                 : style_of(request).pruned;
  excerpt.pruned = request.pruned.value_or(usual);
  if (looks.labels.board) excerpt.max_nodes = kBoards;
  if (looks.style == draw::Style::kTextbook) excerpt.lone_leaves = kBareLeaves;
  if (looks.style == draw::Style::kDots) {
    excerpt.max_nodes = kDots;
    excerpt.max_across = kDotsAcross;
    excerpt.max_levels = INT64_MAX;
    excerpt.max_children = SIZE_MAX / 2;
  }
  if (request.max_nodes) {
    // A requested number of nodes is shown whatever the size of the paper.
    excerpt.max_nodes = *request.max_nodes;
    excerpt.max_across = SIZE_MAX;
    excerpt.max_levels = INT64_MAX;
    if (excerpt.max_nodes > 1000) excerpt.max_children = SIZE_MAX / 2;
  }
  if (request.depth) excerpt.max_levels = *request.depth;
  excerpt.only = request.only;
  if (request.only == FigureRequest::Only::kPath) {
    const auto node = value_of(selection.reader.find(request.only_path, selection.pass));
    excerpt.focus = node.id;
  }
  return excerpt;
}

// Trees with at most this many nodes are drawn in the textbook style.
constexpr std::int64_t kTextbookNodes = 30;
constexpr std::size_t kMostApart = 4;

// Converts a path to one from the picture's root. It may name a node of the trace or a skipped
// move.
std::string path_below(const FigureRequest& request, const Selection& selection,
                       const NodeRow& root, const std::string& path, const char* option) {
  auto parts = value_of(TraceReader::split_path(path));
  std::string whole;
  for (const std::string& part : parts) whole += "/" + TraceReader::path_component(part);
  const std::string above = selection.reader.path(root.id);
  if (above == "/") return whole;
  if (whole.rfind(above, 0) == 0) return whole.substr(above.size());
  throw Failure::usage(std::string(request.command) + ": " + option + ": " + path +
                       " is not below " + above);
}

// Applies --blank, --note and --highlight.
void add_marks(const FigureRequest& request, const Selection& selection, const NodeRow& root,
               draw::DiagramOptions& looks) {
  looks.blank_values = request.blank_values;
  looks.blank_cuts = request.blank_cuts;
  looks.blank_windows = request.blank_windows;
  for (const std::string& path : request.highlighted) {
    looks.highlighted.insert(path_below(request, selection, root, path, "--highlight"));
  }
  for (const auto& [path, text] : request.notes) {
    looks.notes[path_below(request, selection, root, path, "--note")] = text;
  }
}

std::vector<std::string> followed_line(const Selection& of) {
  return tree::followed_line(of.reader, of.search, of.pass);
}

// Adds the second search, which must be of the same position.
void add_other(const FigureRequest& request, const Selection& selection, const OtherPictured& other,
               TreeSubject& subject) {
  const Selection& second = other.selection;
  const std::string why = why_not_aligned(input_of(selection), input_of(second));
  if (!why.empty() || !selection.pass.root || !second.pass.root) {
    throw Failure::usage(std::string(request.command) +
                         ": the two did not search the same position" +
                         (why.empty() ? "" : ": " + why));
  }
  const auto root =
      value_of(second.reader.find(selection.reader.path(subject.root.id), second.pass));
  subject.other_unpruned = std::make_unique<tree::PrunedMoves>(second.reader, second.search);
  subject.other.emplace(tree::OtherSearch{second.reader, root, subject.other_unpruned.get(),
                                          second.reader.node(*second.pass.root),
                                          followed_line(second)});
  subject.limits.other = &*subject.other;
  subject.looks.of_two = other.found != nullptr;
}

// Applies --unfold.
void unfold(const FigureRequest& request, const Selection& selection, const NodeRow& root,
            tree::ExcerptOptions& limits) {
  for (const std::string& path : request.unfolded) {
    const auto node = value_of(selection.reader.find(path, selection.pass));
    if (node.id < root.id || node.id > selection.reader.last_of(root)) {
      throw Failure::usage(std::string(request.command) + ": --unfold: " + path +
                           " is not below the picture's root " + selection.reader.path(root.id));
    }
    limits.opened.push_back(node.id);
  }
}

// Marked nodes are always shown; for a skipped move, the node that skipped it.
void show_marked(const Selection& selection, const NodeRow& root, const draw::DiagramOptions& looks,
                 tree::ExcerptOptions& limits) {
  const std::string above = selection.reader.path(root.id);
  const auto show = [&](std::string path) {
    if (above != "/") path.insert(0, above);
    for (; !path.empty(); path.resize(path.rfind('/'))) {
      const auto node = selection.reader.find(path, selection.pass);
      if (node) return limits.marked.push_back(node->id);
    }
  };
  for (const auto& [path, text] : looks.notes) show(path);
  for (const std::string& path : looks.highlighted) show(path);
}

draw::Labels labels_of(const FigureRequest& request, bool of_two) {
  if (request.labels) return *request.labels;
  draw::Labels labels = style_of(request).labels;
  if (of_two && request.style == draw::Style::kPlain) {
    // The windows of two searches seldom agree; how much each visited is what they differ in.
    labels.window = false;
    labels.size = true;
  }
  return labels;
}

}  // namespace

const StyleRow& style_of(const FigureRequest& request) {
  using Caption = FigureRequest::Caption;
  static constexpr std::array<StyleRow, 3> kStyles{{
      {draw::Style::kPlain, {}, tree::Pruned::kGhost, Caption::kFull},
      {draw::Style::kTextbook,
       {.move = false, .value = true, .window = false, .bound = true},
       tree::Pruned::kTree,
       Caption::kNone},
      {draw::Style::kDots,
       {.move = false, .value = false, .window = false, .bound = false},
       tree::Pruned::kCount,
       Caption::kFull},
  }};
  const auto* const row = std::find_if(kStyles.begin(), kStyles.end(), [&](const StyleRow& style) {
    return style.style == request.style;
  });
  return row == kStyles.end() ? kStyles[0] : *row;
}

std::unique_ptr<TreeSubject> tree_subject(const FigureRequest& request, Selection& selection,
                                          const OtherPictured* other) {
  const auto root = select_node(selection, request.root);
  auto subject = std::make_unique<TreeSubject>(selection);
  subject->root = root;
  draw::DiagramOptions& looks = subject->looks;
  looks.labels = labels_of(request, other != nullptr && other->found != nullptr);
  looks.style = request.style;
  looks.one_text_size = request.paper.font_size > 0;
  looks.hides_cuts = request.pruned == tree::Pruned::kHide;
  looks.root_path = selection.reader.path(root.id);
  if (request.style == draw::Style::kTextbook && request.pruned == tree::Pruned::kCount) {
    looks.pruned_stubs = draw::DiagramOptions::Stubs::kInner;
  }
  add_marks(request, selection, root, looks);
  auto limits = excerpt_options(request, looks, selection);
  // Worksheet and solution must have the same shapes, and both may show pruned subtrees.
  looks.equal_shapes = request.style != draw::Style::kDots &&
                       (looks.one_text_size || looks.blank_cuts || request.is_solution ||
                        limits.pruned == tree::Pruned::kTree);
  unfold(request, selection, root, limits);
  show_marked(selection, root, looks, limits);
  looks.name_every_cut = limits.only == tree::ExcerptOptions::Only::kCutoffs;
  if (selection.pass.root) limits.pass_root = selection.reader.node(*selection.pass.root);
  limits.reported_pv = followed_line(selection);
  limits.unpruned = &subject->unpruned;
  const bool is_small = selection.reader.last_of(root) - root.id < kTextbookNodes;
  limits.most_apart = is_small ? kMostApart : 1;
  subject->limits = std::move(limits);
  if (other != nullptr) {
    add_other(request, selection, *other, *subject);
  }
  return subject;
}

}  // namespace plytrace
