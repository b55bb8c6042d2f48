// SPDX-License-Identifier: MIT
#include "viewer/tree/excerpt.h"

#include <algorithm>
#include <deque>
#include <queue>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "viewer/analysis/move_set.h"
#include "viewer/format/rows/row_words.h"
#include "viewer/meaning/claim.h"
#include "viewer/meaning/null_window.h"
#include "viewer/tree/excerpt_places.h"
#include "viewer/tree/principal_variation.h"
#include "viewer/tree/tree_source.h"

namespace plytrace::tree {
namespace {

// A node is folded if its children exceed max_children by this many; fewer are all shown.
constexpr std::size_t kFoldSlack = 3;
// How many nodes may be examined in search of cutoffs, per node that may be shown.
constexpr std::size_t kLooksPerNode = 50;
// Pictures with more nodes do not look up what was skipped.
constexpr std::size_t kMostSized = 10'000;

// The nodes of the pass's principal variation; none if its value is only a bound.
std::unordered_set<std::int64_t> principal_nodes(const TraceReader& reader, const NodeRow& root,
                                                 const std::vector<std::string>& reported) {
  const auto bound = claimed_bound(root);
  if (bound && bound != Bound::kExact) return {};
  std::unordered_set<std::int64_t> ids;
  for (const NodeRow& node : principal_variation(reader, root, reported).nodes) ids.insert(node.id);
  return ids;
}

// Counters by level, counted from the excerpt's root.
class PlacesTaken {
 public:
  std::size_t& operator[](std::int64_t level) {
    const auto index = static_cast<std::size_t>(level);
    if (counts_.size() <= index) counts_.resize(index + 1, 0);
    return counts_[index];
  }
  bool fits(std::int64_t level, std::size_t more, std::size_t most) {
    const std::size_t now = (*this)[level];
    return now <= most && more <= most - now;
  }

 private:
  std::vector<std::size_t> counts_;
};

class Chooser {
 public:
  Chooser(const TraceReader& reader, const ExcerptOptions& options, const NodeRow& root)
      : reader_(reader),
        options_(options),
        source_(reader, root, options.with_updates, 4 * options.max_nodes + 4096) {
    if (options.other != nullptr) {
      other_.emplace(options.other->reader, options.other->root, false,
                     4 * options.max_nodes + 4096);
    }
    const NodeRow& pass_root = options.pass_root ? *options.pass_root : root;
    const bool is_whole = pass_root.id == root.id;
    const auto line = principal_variation(
        reader, root, is_whole ? options.reported_pv : std::vector<std::string>());
    for (const NodeRow& node : line.nodes) on_line_.insert(node.id);
    principal_ = principal_nodes(reader, pass_root, options.reported_pv);
    Look look;
    look.row = root;
    look.size = source_.size(root);
    look.on_line = true;
    look.principal = principal_.count(root.id) > 0;
    if (options.other != nullptr) {
      const OtherSearch& other = *options.other;
      other_principal_ = principal_nodes(
          other.reader, other.pass_root ? *other.pass_root : other.root, other.reported_pv);
      look.other_principal = other_principal_.count(other.root.id) > 0;
      look.by_second = true;
      look.other = options.other->root;
      look.other_size = other_->size(*look.other);
    }
    looks_.push_back(look);
  }

  Status find_focus(std::int64_t focus) {
    if (add_path(focus)) return Status::ok();
    return Status::bad_input("node " + std::to_string(focus) + " (" + reader_.path(focus) +
                             ") is not below the picture's root " + reader_.path(looks_[0].row.id) +
                             "; choose another --root");
  }

  // Opened or marked nodes outside the excerpt are ignored.
  void find_opened_and_marked() {
    for (const std::int64_t node : options_.opened) {
      if (add_path(node)) opened_.insert(node);
    }
    for (const std::int64_t node : options_.marked) add_path(node);
  }

  Excerpt choose() {
    load(0);
    show(0);
    offer_children(0);
    // Limit the looks, or Only::kCutoffs would read a tree with few cutoffs to its end.
    std::size_t looks_left = kLooksPerNode * options_.max_nodes;
    while (!queue_.empty() && shown_ < options_.max_nodes && looks_left-- > 0) {
      const int next = std::get<5>(queue_.top());
      queue_.pop();
      consider(next);
    }
    show_lone_leaves();
    add_pruned();
    return excerpt_of(looks_, reader_, options_);
  }

 private:
  // Marks the nodes from the root to this one as mandatory; false if it is not below the root.
  bool add_path(std::int64_t node) {
    std::vector<std::int64_t> path;
    for (auto row = reader_.node(node); row; row = reader_.node(*row->parent)) {
      path.push_back(row->id);
      if (row->id == looks_[0].row.id) {
        focus_.insert(path.begin(), path.end());
        return true;
      }
      if (!row->parent) break;
    }
    return false;
  }

  bool is_closed(const Look& look) const {
    return std::count(options_.closed.begin(), options_.closed.end(), look.row.id) > 0;
  }
  // True if the user requested the node: the focus, or a child of an opened node.
  bool is_asked_for(const Look& look) const {
    return look.focus || (look.parent >= 0 && opened_.count(looks_[at(look.parent)].row.id) > 0);
  }
  bool must_be_shown(const Look& look) const {
    return is_asked_for(look) || (look.on_line && !options_.largest_first);
  }

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  // The search that look.row comes from.
  const TreeSource& source_of(const Look& look) const { return look.by_first ? source_ : *other_; }

  std::string component(const Look& look) const { return move_name(look, reader_, options_); }

  void load(int index) {
    if (looks_[at(index)].loaded) return;
    looks_[at(index)].loaded = true;
    // This reference stays valid until the children are added.
    Look& look = looks_[at(index)];
    const TreeSource::Family family = source_of(look).children(look.row);
    TreeSource::Family others;
    if (look.other) others = other_->children(*look.other);
    read_events(look, family, others);
    std::vector<Look> children = children_of(look, family, others);
    const auto read = static_cast<std::int64_t>(family.children.size());
    look.child_count = family.count + static_cast<std::int64_t>(children.size()) - read;
    look.unread_before_last = family.unread_before_last;
    std::set<std::string> by_first, by_second;
    MoveSet first_moves, second_moves;
    for (Look& child : children) {
      const std::string move = component(child);
      if (child.by_first) by_first.insert(move);
      if (child.by_second) by_second.insert(move);
      if (child.by_first) first_moves.insert(child.row);
      if (child.by_second) second_moves.insert(child.other.value_or(child.row));
      const MoveSet& moves = child.by_first ? first_moves : second_moves;
      const NodeRow& parent = child.by_first ? look.row : look.other.value_or(look.row);
      child.rank = moves.rank_in(parent).value_or(0);
    }
    name_children(family, children);
    if (look.by_both()) explain_absence(look, by_first, by_second, children);
    for (Look& child : children) child.maybe_by_both |= look.maybe_by_both;
    if (!look.by_both()) by_second.clear();
    look.skips = skips(look.cutoffs, look.other_cutoffs, by_first, by_second);
    look.gaps = family.count > 0 ? 1 : 0;
    for (std::size_t i = 1; i < children.size(); ++i) {
      const bool is_joined =
          alike(children[i - 1], children[i]) && children[i - 1].by_first == children[i].by_first;
      if (!is_joined) ++look.gaps;
    }
    for (Look& child : children) {
      child.parent = index;
      child.level = looks_[at(index)].level + 1;
      child.place = looks_[at(index)].children.size();
      looks_[at(index)].children.push_back(static_cast<int>(looks_.size()));
      looks_.push_back(std::move(child));
    }
  }

  void read_events(Look& look, const TreeSource::Family& family,
                   const TreeSource::Family& others) const {
    NodeEvents events = source_of(look).events(look.row, family);
    look.cutoffs = std::move(events.of<CutoffRow>());
    if (options_.with_updates) look.updates = std::move(events.of<BoundUpdateRow>());
    if (look.other) look.other_cutoffs = other_->events(*look.other, others).of<CutoffRow>();
    // Two searches are aligned by the names of moves, so both are named alike.
    const TraceReader* const second = options_.other == nullptr ? nullptr : &options_.other->reader;
    for (CutoffRow& row : look.cutoffs) {
      row = text::with_names(look.by_first ? reader_ : *second, std::move(row));
    }
    for (CutoffRow& row : look.other_cutoffs) row = text::with_names(*second, std::move(row));
  }

  std::vector<Look> children_of(const Look& look, const TreeSource::Family& family,
                                const TreeSource::Family& others) {
    std::vector<Look> children;
    if (!look.other) {
      for (const NodeRow& row : family.children) {
        children.push_back(child_of(row, look.by_first, std::nullopt));
      }
      return children;
    }
    const bool is_all_read = family.count == static_cast<std::int64_t>(family.children.size());
    for (const PairedChild& pair :
         paired(reader_, family.children, options_.other->reader, others.children, names_)) {
      if (pair.first) {
        children.push_back(child_of(*pair.first, true, pair.second));
      } else if (is_all_read) {
        children.push_back(child_of(*pair.second, false, std::nullopt));
      }
    }
    return children;
  }

  Look child_of(const NodeRow& row, bool by_first, const std::optional<NodeRow>& other) const {
    Look look;
    look.row = row;
    look.by_first = by_first;
    look.by_second = other || !by_first;
    look.other = other;
    look.size = source_of(look).size(row);
    if (other) look.other_size = other_->size(*other);
    if (look.by_second) {
      look.other_principal = other_principal_.count(other ? other->id : row.id) > 0;
    }
    if (!by_first) return look;
    look.on_line = on_line_.count(row.id) > 0;
    look.principal = principal_.count(row.id) > 0;
    look.focus = focus_.count(row.id) > 0;
    return look;
  }

  // Sets the children's names, and marks null-window searches that a re-search followed.
  void name_children(const TreeSource::Family& family, std::vector<Look>& children) const {
    std::set<std::pair<bool, std::string>> names;
    for (std::size_t i = 0; i < children.size(); ++i) {
      Look& child = children[i];
      const std::string move = component(child);
      names.emplace(child.by_first, move);
      child.part = child.row.move ? TraceReader::path_component(move) : move;
      child.null_window = is_searched_again(child, children);
    }
    const bool is_all_read = family.count == static_cast<std::int64_t>(family.children.size());
    if (names.size() == children.size() && is_all_read) return;
    for (Look& child : children) {
      const TraceReader& of_row = child.by_first ? reader_ : options_.other->reader;
      child.part = of_row.component(child.row);
    }
  }

  static bool is_searched_again(const Look& child, const std::vector<Look>& children) {
    if (child.row.role != format::Role::kMove || !has_null_window(child.row)) return false;
    const std::int64_t next = child.row.last.value_or(child.row.id) + 1;
    return std::any_of(children.begin(), children.end(), [&](const Look& other) {
      const NodeRow& row =
          other.by_first == child.by_first || !other.other ? other.row : *other.other;
      return row.id == next && row.role == format::Role::kReSearch && row.move == child.row.move;
    });
  }

  // Explains why only one of two searches has a child: a cutoff skipped it in the other search, the
  // other searched the move less often, or it did not record all that it visited there.
  void explain_absence(const Look& look, const std::set<std::string>& by_first,
                       const std::set<std::string>& by_second, std::vector<Look>& children) const {
    const Skippers first(look.cutoffs), second(look.other_cutoffs);
    for (Look& child : children) {
      if (child.by_both()) continue;
      const std::string move = component(child);
      child.again = (child.by_first ? by_second : by_first).count(move) > 0;
      if (child.again) continue;
      child.maybe_by_both = (child.by_first ? *look.other : look.row).unrecorded > 0;
      if (child.maybe_by_both) continue;
      if (child.by_first) {
        child.skipped_by_other = second.of(move);
      } else {
        child.skipped_by = first.of(move);
      }
    }
  }

  // 2: must be shown (the line of best moves, the focus path); 1: the root's moves, cut nodes, and
  // nodes that cut their parent or decided its value; 0: all others.
  int rank(const Look& look) const {
    if (must_be_shown(look)) return 2;
    if (options_.largest_first) return 0;
    if (look.level == 1) return 1;
    const bool matters = decided(look) || was_cut(look.row) || (look.other && was_cut(*look.other));
    return matters ? 1 : 0;
  }

  // True if the node gave its parent its value.
  bool decided(const Look& look) const {
    const Look& parent = looks_[at(look.parent)];
    const bool is_of_row = parent.by_first == look.by_first;
    const auto best = is_of_row ? parent.row.best : parent.other->best;
    return best == look.row.id || (look.other && parent.other->best == look.other->id);
  }

  // Difference in size between the two searches.
  std::int64_t difference(const Look& look) const {
    return other_ ? std::abs(look.size - look.other_size) : 0;
  }

  // A look's loaded cutoffs, or the value and window of a row: a node's events are read only once
  // it is taken.
  static bool was_cut(const Look& look) {
    return !look.cutoffs.empty() || !look.other_cutoffs.empty();
  }
  static bool was_cut(const NodeRow& row) {
    if (row.kind != format::NodeKind::kInterior || !row.side || !row.value) return false;
    return *row.side == format::Side::kMax ? row.beta && *row.value >= *row.beta
                                           : row.alpha && *row.value <= *row.alpha;
  }

  bool eligible(const Look& look) const {
    if (look.level > options_.max_levels) return false;
    switch (options_.only) {
      case ExcerptOptions::Only::kAll:
      // Any node may have a cutoff below it; consider() shows only nodes that have one.
      case ExcerptOptions::Only::kCutoffs:
        return true;
      case ExcerptOptions::Only::kPrincipal:
        return look.on_line;
      case ExcerptOptions::Only::kPath:
        // The children of the path's last node are shown as well.
        return look.focus || looks_[at(look.parent)].row.id == options_.focus;
    }
    return true;
  }

  void offer_children(int index) {
    const bool closed = is_closed(looks_[at(index)]);
    for (const int child : looks_[at(index)].children) {
      const Look& look = looks_[at(child)];
      if (!eligible(look) || (closed && !is_asked_for(look))) continue;
      // Among the important nodes, those close to the root come first; otherwise the largest.
      const int importance = rank(look);
      queue_.emplace(importance, importance == 1 ? -look.level : 0, difference(look), look.size,
                     -look.row.id, child);
    }
  }

  void consider(int index) {
    load(index);
    const bool wanted =
        options_.only != ExcerptOptions::Only::kCutoffs || was_cut(looks_[at(index)]);
    // A node that does not fit is left out with its subtree; a smaller one may fit later.
    if (wanted && !show_with_ancestors(index)) return;
    offer_children(index);
  }

  bool show_with_ancestors(int index) {
    std::vector<int> missing;
    // The nodes between a cutoff and the root may not be shown yet, with Only::kCutoffs.
    for (int i = index; !looks_[at(i)].shown; i = looks_[at(i)].parent) missing.push_back(i);
    if (shown_ + missing.size() > options_.max_nodes) return false;
    for (std::size_t i = missing.size(); i-- > 0;) {
      if (!fits(looks_[at(missing[i])])) return false;
      show(missing[i]);
    }
    return true;
  }

  bool fits(const Look& look) {
    const bool must = must_be_shown(look);
    const Look& parent = looks_[at(look.parent)];
    if (folded(parent) && parent.shown_children >= options_.max_children && !must) return false;
    if (must) return true;
    // The node takes a place on its level and may change the number of its parent's gaps. The gaps
    // below it take places on the next level.
    const std::size_t at_level = across(look.level) + 1 + gaps_with(look) - parent.gaps;
    return at_level <= options_.max_across &&
           across(look.level + 1) + marks(look) <= options_.max_across;
  }

  bool folded(const Look& parent) const {
    return static_cast<std::size_t>(parent.child_count) > options_.max_children + kFoldSlack;
  }

  // Places below a node for its gaps and skipped moves.
  std::size_t marks(const Look& look) const {
    std::size_t places = look.gaps;
    for (const Skip& skip : look.skips) places += skipped_places(skip);
    return places;
  }

  // The number of gaps below the parent once this node is shown.
  std::size_t gaps_with(const Look& look) const {
    const Look& parent = looks_[at(look.parent)];
    const bool is_last = look.place + 1 == parent.children.size();
    const auto is_hidden = [&](std::size_t place) {
      const Look& beside = looks_[at(parent.children[place])];
      return !beside.shown && beside.by_first == look.by_first && alike(beside, look);
    };
    const bool before = look.place > 0 && is_hidden(look.place - 1);
    const bool after = is_last ? unread(parent) > 0 : is_hidden(look.place + 1);
    // Between two hidden neighbours the node splits their gap; with none it removes its own.
    return parent.gaps + (before && after ? 1 : 0) - (!before && !after ? 1 : 0);
  }

  std::size_t& across(std::int64_t level) { return across_[level]; }

  void show(int index) {
    Look& look = looks_[at(index)];
    look.shown = true;
    ++shown_;
    ++across(look.level);
    across(look.level + 1) += marks(look);
    if (look.parent < 0) return;
    Look& parent = looks_[at(look.parent)];
    // Recount the parent's gaps: a new child may close a gap or split it in two.
    const std::size_t gaps = gaps_with(look);
    across(look.level) += gaps - parent.gaps;
    parent.gaps = gaps;
    ++parent.shown_children;
  }

  // A few leaves take no more space than the gap that would stand for them.
  void show_lone_leaves() {
    if (options_.only != ExcerptOptions::Only::kAll) return;
    for (std::size_t i = 0; i < looks_.size() && shown_ < options_.max_nodes; ++i) {
      if (!looks_[i].shown || looks_[i].level >= options_.max_levels) continue;
      if (is_closed(looks_[i])) continue;
      // A copy, because load() may reallocate the looks.
      const std::vector<int> children = looks_[i].children;
      for (std::size_t first = 0, end = 0; first < children.size(); first = end) {
        end = end_of_gap(children, first);
        if (end == first) {
          ++end;
        } else if (are_lone_leaves(looks_[i], children, first, end)) {
          for (std::size_t k = first; k < end; ++k) load(children[k]), show(children[k]);
        }
      }
    }
  }

  // The index after the last neighbour that shares a gap with this one; `first` if it is shown.
  std::size_t end_of_gap(const std::vector<int>& children, std::size_t first) const {
    std::size_t end = first;
    const auto is_of_gap = [&](const Look& look) {
      const Look& start = looks_[at(children[first])];
      return !look.shown && look.by_first == start.by_first && alike(look, start);
    };
    while (end < children.size() && is_of_gap(looks_[at(children[end])])) ++end;
    return end;
  }

  bool are_lone_leaves(const Look& parent, const std::vector<int>& children, std::size_t first,
                       std::size_t end) const {
    const std::size_t leaves = end - first;
    if (leaves > options_.lone_leaves || shown_ + leaves > options_.max_nodes) return false;
    if (leaves > 1 && folded(parent)) return false;
    if (end == children.size() && unread(parent) > 0) return false;
    for (std::size_t k = first; k < end; ++k) {
      if (looks_[at(children[k])].size != 1) return false;
    }
    return true;
  }

  // True if each skipped move may have a place of its own: all are named, and there are at most
  // `most`.
  bool apart(const Skip& skip, std::size_t most) const {
    const bool named = skip.count > 0 && skip.names.size() == static_cast<std::size_t>(skip.count);
    return named && options_.pruned != Pruned::kCount && skip.names.size() <= most;
  }

  // While nodes are chosen, the pruned tree is ignored: it gets only the places they leave.
  std::size_t skipped_places(const Skip& skip) const {
    if (options_.pruned == Pruned::kHide) return 0;
    const bool is_ghost = options_.pruned == Pruned::kGhost;
    return is_ghost && apart(skip, options_.most_apart) ? skip.names.size() : 1;
  }

  void add_pruned() {
    // The pointers stay valid: add_skipped() no longer touches a look once it is done with it, and
    // unfold() fills `below` only once.
    std::deque<PrunedPlace*> open;
    for (Look& look : looks_) {
      if (!look.shown) continue;
      for (const Skip& skip : look.skips) {
        if (skipped_places(skip) > 0) add_skipped(look, skip);
      }
      for (PrunedPlace& place : look.skipped) open.push_back(&place);
    }
    if (options_.pruned != Pruned::kTree || options_.pruned_below == 0) return;
    for (; !open.empty(); open.pop_front()) {
      unfold(*open.front());
      for (PrunedPlace& place : open.front()->below) open.push_back(&place);
    }
  }

  // Like apart(), but also reserves the places on the level when each move gets one.
  bool take_places(const Look& look, const Skip& skip) {
    if (options_.pruned != Pruned::kTree) return apart(skip, options_.most_apart);
    if (!apart(skip, options_.max_children)) return false;
    const std::size_t more = skip.names.size() - 1;
    if (!apart_.fits(look.level + 1, more, options_.pruned_apart)) return false;
    apart_[look.level + 1] += more;
    across(look.level + 1) += more;
    return true;
  }

  void add_skipped(Look& look, const Skip& skip) {
    const std::size_t before = look.skipped.size();
    if (take_places(look, skip)) {
      for (const std::string& name : skip.names) {
        look.skipped.push_back(pruned_place(look.row, look.level, unpruned(look), {name}));
      }
    } else {
      look.skipped.push_back(shared_place(look, skip));
    }
    for (std::size_t i = before; i < look.skipped.size(); ++i) {
      look.skipped[i].node.skipped_by = skip.first;
      look.skipped[i].node.skipped_by_other = skip.second;
    }
  }

  // Null if nothing is known, or if the look-ups for so many nodes would take longer than drawing.
  PrunedMoves* unpruned(const Look& look) const {
    if (shown_ > kMostSized) return nullptr;
    return look.by_first ? options_.unpruned : options_.other->unpruned;
  }

  static PrunedPlace pruned_place(const NodeRow& cut, std::int64_t cut_level, PrunedMoves* unpruned,
                                  PrunedMoves::Line line) {
    PrunedPlace place;
    place.cut = &cut;
    place.cut_level = cut_level;
    place.unpruned = unpruned;
    place.node.fate = Fate::kPruned;
    place.node.moves = {line.back()};
    place.node.size.sure = TreeSize::Sure::kUnknown;
    if (unpruned != nullptr) {
      const PrunedNode& known = unpruned->behind(cut, line);
      place.node.row = known.row;
      place.node.size = known.size;
    }
    place.line = std::move(line);
    return place;
  }

  // One place for all that a cutoff skipped.
  PrunedPlace shared_place(const Look& look, const Skip& skip) const {
    PrunedPlace place;
    place.node.fate = Fate::kPruned;
    place.node.move_count = skip.count;
    place.node.size = {0, TreeSize::Sure::kExact};
    for (const std::string& name : skip.names) {
      const bool wanted = place.node.moves.size() < ExcerptNode::kMostNames;
      if (wanted && options_.pruned != Pruned::kCount) place.node.moves.push_back(name);
      place.node.size.add(pruned_place(look.row, look.level, unpruned(look), {name}).node.size);
    }
    if (skip.names.empty()) {
      place.node.size = {static_cast<double>(place.node.move_count), TreeSize::Sure::kUnknown};
    }
    return place;
  }

  // Adds what would have been visited below a pruned node, or its size.
  void unfold(PrunedPlace& place) {
    const bool is_leaf = place.node.size.nodes <= 1;
    if (is_leaf || place.cut == nullptr || place.node.move_count != 1) return;
    const std::int64_t level = place.cut_level + static_cast<std::int64_t>(place.line.size()) + 1;
    const auto replies = place.unpruned == nullptr
                             ? std::vector<std::string>()
                             : place.unpruned->replies(*place.cut, place.line);
    const bool fits = shown_ + replies.size() <= options_.max_nodes &&
                      across_.fits(level, replies.size(), options_.max_across) &&
                      below_.fits(level, replies.size(), options_.pruned_below) &&
                      level <= options_.max_levels && replies.size() <= options_.max_children;
    if (replies.empty() || !fits) return add_roof(place, replies.size());
    shown_ += replies.size();
    across(level) += replies.size();
    below_[level] += replies.size();
    for (const std::string& reply : replies) {
      PrunedMoves::Line line = place.line;
      line.push_back(reply);
      place.below.push_back(
          pruned_place(*place.cut, place.cut_level, place.unpruned, std::move(line)));
    }
  }

  static void add_roof(PrunedPlace& place, std::size_t replies) {
    PrunedPlace roof;
    roof.node.fate = Fate::kLeftOut;
    roof.node.move_count = static_cast<std::int64_t>(replies);
    roof.node.size = place.node.size;
    // Excludes the pruned node itself.
    roof.node.size.nodes -= 1;
    place.below.push_back(std::move(roof));
  }

  const TraceReader& reader_;
  const ExcerptOptions& options_;
  TreeSource source_;
  std::optional<TreeSource> other_;
  MoveNames names_;
  std::vector<Look> looks_;
  std::unordered_set<std::int64_t> opened_, focus_, on_line_, principal_, other_principal_;
  // (rank, -level, difference, size, -id, look): the best candidate is on top.
  std::priority_queue<std::tuple<int, std::int64_t, std::int64_t, std::int64_t, std::int64_t, int>>
      queue_;
  std::size_t shown_ = 0;
  // All places; those of skipped moves beyond one per cutoff; those below skipped moves.
  PlacesTaken across_, apart_, below_;
};

}  // namespace

std::optional<CutPlace> nearest_cutoff(const TraceReader& reader, const NodeRow& root,
                                       const ExcerptOptions& options) {
  ExcerptOptions cuts;
  cuts.only = ExcerptOptions::Only::kCutoffs;
  cuts.pruned = Pruned::kCount;
  cuts.max_across = SIZE_MAX;
  cuts.max_levels = INT64_MAX;
  cuts.pass_root = options.pass_root;
  cuts.reported_pv = options.reported_pv;
  const auto excerpt = take_excerpt(reader, root, cuts);
  if (!excerpt) return std::nullopt;
  std::optional<CutPlace> nearest;
  std::vector<std::int64_t> level(excerpt->nodes.size(), 0);
  for (std::size_t i = 1; i < level.size(); ++i) {
    const ExcerptNode& node = excerpt->nodes[i];
    const auto above = static_cast<std::size_t>(node.parent);
    level[i] = level[above] + 1;
    const bool is_nearer = node.skipped_by && (!nearest || level[above] < nearest->level);
    if (is_nearer) nearest = CutPlace{excerpt->nodes[above].row.id, level[above]};
  }
  return nearest;
}

Result<Excerpt> take_excerpt(const TraceReader& reader, const NodeRow& root,
                             const ExcerptOptions& options) {
  const TraceReader::Snapshot snapshot(reader);
  Chooser chooser(reader, options, root);
  if (options.focus) {
    if (const Status status = chooser.find_focus(*options.focus); !status) return status;
  }
  chooser.find_opened_and_marked();
  Excerpt excerpt = chooser.choose();
  if (!reader.status()) return reader.status();
  return excerpt;
}

}  // namespace plytrace::tree
