// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/tree_subject.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "viewer/cli/cli.h"

namespace plytrace {
namespace {

Result<draw::Labels> read_labels(const std::vector<std::string>& names, const char* command) {
  draw::Labels labels{false, false, false, false, false, false};
  const std::map<std::string, bool*> known = {
      {"move", &labels.move},   {"value", &labels.value}, {"window", &labels.window},
      {"bound", &labels.bound}, {"id", &labels.id},       {"board", &labels.board},
      {"name", &labels.name},   {"size", &labels.size},   {"rank", &labels.rank}};
  for (const std::string& name : names) {
    const auto found = known.find(name);
    if (found == known.end()) {
      return Status::usage(
          std::string(command) + ": --labels: unknown label '" + name +
          "'; give some of move, value, window, bound, id, board, name, size, rank");
    }
    *found->second = true;
  }
  return labels;
}

// Limits for pictures of dots, before the paper decides how many are side by side.
constexpr std::size_t kDots = 2000, kDotsAcross = 300;
// Leaves without outline that are shown instead of the triangle that would stand for them.
constexpr std::size_t kBareLeaves = 3;

// Default limit if every node has a board.
constexpr std::size_t kBoards = 14;

Result<tree::ExcerptOptions> excerpt_options(const TreePictureOptions& options,
                                             const draw::DiagramOptions& looks,
                                             const Selection& selection) {
  tree::ExcerptOptions excerpt;
  // Drawn as if nothing had been pruned.
  const std::string_view usual = looks.blank_cuts ? "tree" : style_of(options).pruned;
  const std::string_view pruned = or_usual(options.pruned, usual);
  excerpt.pruned = pruned == "ghost"   ? tree::Pruned::kGhost
                   : pruned == "tree"  ? tree::Pruned::kTree
                   : pruned == "count" ? tree::Pruned::kCount
                                       : tree::Pruned::kHide;
  if (looks.labels.board) excerpt.max_nodes = kBoards;
  if (looks.style == draw::Style::kTextbook) excerpt.lone_leaves = kBareLeaves;
  if (looks.style == draw::Style::kDots) {
    excerpt.max_nodes = kDots;
    excerpt.max_across = kDotsAcross;
    excerpt.max_levels = INT64_MAX;
    excerpt.max_children = SIZE_MAX / 2;
  }
  if (options.max_nodes) {
    // A requested number of nodes is shown whatever the size of the paper.
    excerpt.max_nodes = *options.max_nodes;
    excerpt.max_across = SIZE_MAX;
    excerpt.max_levels = INT64_MAX;
    if (excerpt.max_nodes > 1000) excerpt.max_children = SIZE_MAX / 2;
  }
  if (options.depth) excerpt.max_levels = *options.depth;
  if (options.only == "pv") {
    excerpt.only = tree::ExcerptOptions::Only::kPrincipal;
  } else if (options.only == "cutoffs") {
    excerpt.only = tree::ExcerptOptions::Only::kCutoffs;
  } else if (options.only.starts_with("path:")) {
    excerpt.only = tree::ExcerptOptions::Only::kPath;
    const auto node = selection.reader.find(options.only.substr(5), selection.pass);
    if (!node) return node.status();
    excerpt.focus = node->id;
  } else if (!options.only.empty()) {
    return Status::usage(std::string(options.command) + ": --only: '" + options.only +
                         "'; give pv, cutoffs or path:PATH");
  }
  return excerpt;
}

// Trees with at most this many nodes are drawn in the textbook style.
constexpr std::int64_t kTextbookNodes = 30;
constexpr std::size_t kMostApart = 4;

// Converts a path to one from the picture's root. It may name a node of the trace or a skipped
// move.
Result<std::string> path_below(const TreePictureOptions& options, const Selection& selection,
                               const NodeRow& root, const std::string& path, const char* option) {
  auto parts = TraceReader::split_path(path);
  if (!parts) return parts.status();
  std::string whole;
  for (const std::string& part : *parts) whole += "/" + TraceReader::path_component(part);
  const std::string above = selection.reader.path(root.id);
  if (above == "/") return whole;
  if (whole.rfind(above, 0) == 0) return whole.substr(above.size());
  return Status::usage(std::string(options.command) + ": " + option + ": " + path +
                       " is not below " + above);
}

// Applies --blank, --note and --highlight.
Status add_marks(const TreePictureOptions& options, const Selection& selection, const NodeRow& root,
                 draw::DiagramOptions& looks) {
  const auto blank = [&](const char* what) {
    return std::find(options.blank.begin(), options.blank.end(), what) != options.blank.end();
  };
  looks.blank_values = blank("values");
  looks.blank_cuts = blank("cuts");
  looks.blank_windows = blank("windows");
  for (const std::string& path : options.highlighted) {
    const auto below = path_below(options, selection, root, path, "--highlight");
    if (!below) return below.status();
    looks.highlighted.insert(*below);
  }
  for (const std::string& note : options.notes) {
    const std::size_t equals = note.find('=');
    if (equals == std::string::npos) {
      return Status::usage(std::string(options.command) + ": --note: '" + note +
                           "'; give PATH=TEXT");
    }
    const auto below = path_below(options, selection, root, note.substr(0, equals), "--note");
    if (!below) return below.status();
    looks.notes[*below] = note.substr(equals + 1);
  }
  return Status::ok();
}

// Adds the second search, which must be of the same position.
Status add_other(const TreePictureOptions& options, const Selection& selection,
                 const OtherPictured& other, TreeSubject& subject) {
  const Selection& second = other.selection;
  const std::string why = why_other_position(selection.search, second.search);
  if (!why.empty() || !selection.pass.root || !second.pass.root) {
    return Status::usage(std::string(options.command) +
                         ": the two did not search the same position" +
                         (why.empty() ? "" : ": " + why));
  }
  const auto root = second.reader.find(selection.reader.path(subject.root.id), second.pass);
  if (!root) return root.status();
  subject.other_unpruned = std::make_unique<tree::PrunedMoves>(second.reader, second.search);
  subject.other.emplace(tree::OtherSearch{second.reader, *root, subject.other_unpruned.get(),
                                          second.reader.node(*second.pass.root), second.search.pv});
  subject.limits.other = &*subject.other;
  subject.looks.of_two = other.found != nullptr;
  return Status::ok();
}

// The windows of two searches seldom agree, and their sizes are what differs.
const std::vector<std::string>& usual_labels(const StyleRow& style, bool of_two) {
  static const std::vector<std::string> kOfTwo = {"move", "value", "bound", "size"};
  return of_two && style.style == draw::Style::kPlain ? kOfTwo : style.labels;
}

// Applies --unfold.
Status unfold(const TreePictureOptions& options, const Selection& selection, const NodeRow& root,
              tree::ExcerptOptions& limits) {
  for (const std::string& path : options.unfolded) {
    const auto node = selection.reader.find(path, selection.pass);
    if (!node) return node.status();
    if (node->id < root.id || node->id > selection.reader.last_of(root)) {
      return Status::usage(std::string(options.command) + ": --unfold: " + path +
                           " is not below the picture's root " + selection.reader.path(root.id));
    }
    limits.opened.push_back(node->id);
  }
  return Status::ok();
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

}  // namespace

const StyleRow& style_of(const TreePictureOptions& options) {
  static const std::array<StyleRow, 3> kStyles{{
      {"plain", draw::Style::kPlain, {"move", "value", "window", "bound"}, "ghost", "full"},
      {"textbook", draw::Style::kTextbook, {"value", "bound"}, "tree", "none"},
      {"dots", draw::Style::kDots, {}, "count", "full"},
  }};
  for (const StyleRow& style : kStyles) {
    if (style.name == options.style) return style;
  }
  return kStyles[0];
}

std::string_view or_usual(const std::string& asked, std::string_view usual) {
  return asked.empty() ? usual : asked;
}

Result<std::unique_ptr<TreeSubject>> tree_subject(const TreePictureOptions& options,
                                                  Selection& selection,
                                                  const OtherPictured* other) {
  const StyleRow& style = style_of(options);
  const auto labels = read_labels(
      options.labels.empty() ? usual_labels(style, other != nullptr && other->found != nullptr)
                             : options.labels,
      options.command);
  if (!labels) return labels.status();
  if (style.style == draw::Style::kDots && !options.labels.empty()) {
    return Status::usage(std::string(options.command) +
                         ": --labels: dots have no texts; try another --style, or --note");
  }
  const auto root = select_node(selection, options.root);
  if (!root) return root.status();
  auto subject = std::make_unique<TreeSubject>(selection);
  subject->root = *root;
  draw::DiagramOptions& looks = subject->looks;
  looks.labels = *labels;
  looks.style = style.style;
  looks.hides_cuts = options.pruned == "hide";
  looks.root_path = selection.reader.path(root->id);
  if (style.style == draw::Style::kTextbook && options.pruned == "count") {
    looks.pruned_stubs = draw::DiagramOptions::Stubs::kInner;
  }
  if (Status status = add_marks(options, selection, *root, looks); !status) return status;
  auto limits = excerpt_options(options, looks, selection);
  if (!limits) return limits.status();
  if (Status status = unfold(options, selection, *root, *limits); !status) return status;
  show_marked(selection, *root, looks, *limits);
  looks.name_every_cut = limits->only == tree::ExcerptOptions::Only::kCutoffs;
  if (selection.pass.root) limits->pass_root = selection.reader.node(*selection.pass.root);
  limits->reported_pv = selection.search.pv;
  limits->unpruned = &subject->unpruned;
  const bool is_small = selection.reader.last_of(*root) - root->id < kTextbookNodes;
  limits->most_apart = is_small ? kMostApart : 1;
  subject->limits = std::move(*limits);
  if (other != nullptr) {
    if (Status status = add_other(options, selection, *other, *subject); !status) return status;
  }
  return subject;
}

}  // namespace plytrace
