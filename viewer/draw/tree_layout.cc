// SPDX-License-Identifier: MIT
#include "viewer/draw/tree_layout.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace plytrace::draw {
namespace {

constexpr int kNone = -1;

// Field names follow the paper. A subtree's position is the sum of `mod` over its ancestors plus
// `prelim`; a thread leads from the end of a contour to where it continues.
struct Work {
  int first_child = 0, children = 0;  // a range of Tidy::child_
  double prelim = 0, mod = 0, shift = 0, change = 0;
  int left_thread = kNone, right_thread = kNone;
  int extreme_left = kNone, extreme_right = kNone;  // lowest nodes of the two contours
  double mod_left = 0, mod_right = 0;               // sums of mod down to these nodes
};

class Tidy {
 public:
  Tidy(const std::vector<LayoutNode>& nodes, double between_families)
      : nodes_(nodes), between_families_(between_families), work_(nodes.size()) {
    list_children();
  }

  std::vector<double> run() {
    // Children come after their parents, so iterating backwards is bottom-up.
    for (std::size_t i = nodes_.size(); i-- > 0;) place_children(static_cast<int>(i));
    return absolute();
  }

 private:
  Work& work(int node) { return work_[static_cast<std::size_t>(node)]; }
  const LayoutNode& shape(int node) const { return nodes_[static_cast<std::size_t>(node)]; }
  int child(int node, int i) {
    return child_[static_cast<std::size_t>(work(node).first_child + i)];
  }
  int first(int node) { return child(node, 0); }
  int last(int node) { return child(node, work(node).children - 1); }
  double bottom(int node) const { return shape(node).bottom; }

  void list_children() {
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
      assert(nodes_[i].parent >= 0 && nodes_[i].parent < static_cast<int>(i));
      ++work(nodes_[i].parent).children;
    }
    int at = 0;
    for (Work& node : work_) {
      node.first_child = at;
      at += node.children;
    }
    child_.resize(static_cast<std::size_t>(at));
    std::vector<int> filled(nodes_.size(), 0);
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
      const auto parent = static_cast<std::size_t>(nodes_[i].parent);
      child_[static_cast<std::size_t>(work_[parent].first_child + filled[parent]++)] =
          static_cast<int>(i);
    }
  }

  // The last placed sibling that reaches down to `bottom`.
  struct Lowest {
    double bottom;
    int index;
  };

  void place_children(int node) {
    if (work(node).children > 0) {
      lowest_.clear();
      note_lowest(bottom(work(first(node)).extreme_left), 0);
      for (int i = 1; i < work(node).children; ++i) {
        const double reach = bottom(work(child(node, i)).extreme_right);
        separate(node, i);
        note_lowest(reach, i);
      }
      center(node);
    }
    set_extremes(node);
  }

  void note_lowest(double reach, int index) {
    while (!lowest_.empty() && reach >= lowest_.back().bottom) lowest_.pop_back();
    lowest_.push_back({reach, index});
  }

  void set_extremes(int node) {
    Work& own = work(node);
    if (own.children == 0) {
      own.extreme_left = own.extreme_right = node;
      own.mod_left = own.mod_right = 0;
      return;
    }
    own.extreme_left = work(first(node)).extreme_left;
    own.mod_left = work(first(node)).mod_left;
    own.extreme_right = work(last(node)).extreme_right;
    own.mod_right = work(last(node)).mod_right;
  }

  int next_left(int node) {
    return work(node).children == 0 ? work(node).left_thread : first(node);
  }
  int next_right(int node) {
    return work(node).children == 0 ? work(node).right_thread : last(node);
  }

  // Moves child i right until its left contour clears the right contour of the siblings before it.
  void separate(int node, int i) {
    int right = child(node, i - 1), left = child(node, i);
    double right_mod = work(right).mod, left_mod = work(left).mod;
    std::size_t reach = lowest_.size() - 1;
    while (right != kNone && left != kNone) {
      // Find the sibling that forms the contour at this depth; the siblings after it must move as
      // well.
      while (reach > 0 && bottom(right) > lowest_[reach].bottom) --reach;
      const double gap = shape(right).parent == shape(left).parent ? 0 : between_families_;
      const double overlap = (right_mod + work(right).prelim + shape(right).width) -
                             (left_mod + work(left).prelim) + gap;
      if (overlap > 0) {
        left_mod += overlap;
        move_subtree(node, i, lowest_[reach].index, overlap);
      }
      // Nodes differ in height, so the contour that ends higher up advances first.
      const double right_bottom = bottom(right), left_bottom = bottom(left);
      if (right_bottom <= left_bottom) {
        right = next_right(right);
        if (right != kNone) right_mod += work(right).mod;
      }
      if (right_bottom >= left_bottom) {
        left = next_left(left);
        if (left != kNone) left_mod += work(left).mod;
      }
    }
    if (right == kNone && left != kNone) set_left_thread(node, i, left, left_mod);
    if (right != kNone && left == kNone) set_right_thread(node, i, right, right_mod);
  }

  void move_subtree(int node, int i, int since, double distance) {
    Work& moved = work(child(node, i));
    moved.mod += distance;
    moved.mod_left += distance;
    moved.mod_right += distance;
    if (since == i - 1) return;
    // The siblings in between are spread evenly over the distance.
    const double share = distance / (i - since);
    work(child(node, since + 1)).shift += share;
    moved.shift -= share;
    moved.change -= distance - share;
  }

  void set_left_thread(int node, int i, int to, double mod_to) {
    Work& head = work(first(node));
    Work& end = work(head.extreme_left);
    // The shorter contour continues in the longer one, whose coordinates differ by `difference`.
    end.left_thread = to;
    const double difference = (mod_to - work(to).mod) - head.mod_left;
    end.mod += difference;
    end.prelim -= difference;
    head.extreme_left = work(child(node, i)).extreme_left;
    head.mod_left = work(child(node, i)).mod_left;
  }

  void set_right_thread(int node, int i, int to, double mod_to) {
    Work& head = work(child(node, i));
    Work& end = work(head.extreme_right);
    end.right_thread = to;
    const double difference = (mod_to - work(to).mod) - head.mod_right;
    end.mod += difference;
    end.prelim -= difference;
    head.extreme_right = work(child(node, i - 1)).extreme_right;
    head.mod_right = work(child(node, i - 1)).mod_right;
  }

  void center(int node) {
    const Work& a = work(first(node));
    const Work& b = work(last(node));
    work(node).prelim =
        (a.prelim + a.mod + b.mod + b.prelim + shape(last(node)).width) / 2 - shape(node).width / 2;
  }

  std::vector<double> absolute() {
    std::vector<double> left(nodes_.size()), sum(nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const double above = i == 0 ? 0 : sum[static_cast<std::size_t>(nodes_[i].parent)];
      sum[i] = above + work_[i].mod;
      left[i] = work_[i].prelim + sum[i];
      spread_children(static_cast<int>(i));
    }
    const double smallest = left.empty() ? 0 : *std::min_element(left.begin(), left.end());
    for (double& x : left) x -= smallest;
    return left;
  }

  void spread_children(int node) {
    double speed = 0, moved = 0;
    for (int i = 0; i < work(node).children; ++i) {
      Work& one = work(child(node, i));
      // move_subtree() stored only differences; accumulate them from left to right.
      speed += one.shift;
      moved += speed + one.change;
      one.mod += moved;
    }
  }

  const std::vector<LayoutNode>& nodes_;
  const double between_families_;
  std::vector<Work> work_;
  std::vector<int> child_;
  std::vector<Lowest> lowest_;  // stack of reaches; the lowest is at the bottom
};

}  // namespace

std::vector<double> tidy_positions(const std::vector<LayoutNode>& nodes, double between_families) {
  return Tidy(nodes, between_families).run();
}

}  // namespace plytrace::draw
