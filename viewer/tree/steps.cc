// SPDX-License-Identifier: MIT
#include "viewer/tree/steps.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <tuple>

#include "viewer/format/rows/format.h"

namespace plytrace::tree {
namespace {

// A step that happened after node `at` was entered and before the next node was. In that time a
// search only returns up its path, so steps of inner nodes come first.
struct Timed {
  std::int64_t at = 0, inner = 0;
  Step step;
  std::optional<std::size_t> cutoff;  // index among the node's cutoffs

  auto key() const { return std::tuple(at, inner); }
};

class Timeline {
 public:
  explicit Timeline(const Excerpt& excerpt) : excerpt_(excerpt) {}

  Steps run() {
    for (std::size_t i = 0; i < excerpt_.nodes.size(); ++i) {
      if (excerpt_.nodes[i].is_searched()) add_node(i);
    }
    std::stable_sort(timed_.begin(), timed_.end(),
                     [](const Timed& a, const Timed& b) { return a.key() < b.key(); });
    Steps result;
    result.appears.assign(excerpt_.nodes.size(), timed_.size());
    cut_at_.resize(excerpt_.nodes.size());
    for (std::size_t k = 0; k < timed_.size(); ++k) note_appearance(k, result);
    for (std::size_t i = 0; i < excerpt_.nodes.size(); ++i) {
      if (!excerpt_.nodes[i].is_searched()) result.appears[i] = appearance(i, result);
    }
    for (Timed& timed : timed_) result.steps.push_back(std::move(timed.step));
    return result;
  }

 private:
  static bool is_leaf(const ExcerptNode& node) { return node.size.nodes <= 1; }

  void add_node(std::size_t i) {
    const ExcerptNode& node = excerpt_.nodes[i];
    state_ = Step();
    state_.node = i;
    state_.alpha = node.row.alpha;
    state_.beta = node.row.beta;
    if (is_leaf(node)) state_.best = node.row.value;
    add_enter(node);
    if (is_leaf(node) && node.cutoffs.empty() && node.updates.empty()) return;
    add_events(node);
    if (!is_leaf(node) && node.row.last) add_leave(node);
  }

  void add(Step::Kind kind, std::int64_t at, std::string text) {
    Timed timed{at, -excerpt_.nodes[state_.node].row.id, state_, {}};
    timed.step.kind = kind;
    timed.step.text = std::move(text);
    timed_.push_back(std::move(timed));
  }

  void add_enter(const ExcerptNode& node) {
    std::string text = "entered, " + std::string(text::side(node.row)) + ", window " +
                       text::window(node.row.alpha, node.row.beta);
    if (is_leaf(node)) {
      text += ": " + std::string(word(node.row.kind)) + ", " + text::claim(node.row);
    }
    add(Step::Kind::kEnter, node.row.id, std::move(text));
  }

  void add_leave(const ExcerptNode& node) {
    state_.best = node.row.value;
    add(Step::Kind::kLeave, *node.row.last,
        node.row.value ? "left, value " + text::claim(node.row) : "left without a value");
  }

  // Merges the children's results and the node's own updates and cutoffs in order of time.
  void add_events(const ExcerptNode& node) {
    best_of_.clear();
    auto result = node.results.begin();
    auto update = node.updates.begin();
    auto cutoff = node.cutoffs.begin();
    const auto before = [](const auto& a, const auto& a_end, const auto& b, const auto& b_end) {
      return a != a_end && (b == b_end || std::tuple(a->at, a->id) < std::tuple(b->at, b->id));
    };
    while (true) {
      const bool is_update = before(update, node.updates.end(), cutoff, node.cutoffs.end());
      const std::int64_t next = is_update                      ? update->at
                                : cutoff != node.cutoffs.end() ? cutoff->at
                                                               : std::int64_t{INT64_MAX};
      if (result != node.results.end() && result->at <= next) {
        // If an update or a cutoff follows from this result, that step reports it.
        const bool is_told = next == result->at;
        take_result(node, *result++, is_told);
      } else if (is_update) {
        take_update(*update++);
      } else if (cutoff != node.cutoffs.end()) {
        add(Step::Kind::kCutoff, cutoff->at, text::cutoff_words(*cutoff));
        timed_.back().cutoff = static_cast<std::size_t>(cutoff - node.cutoffs.begin());
        ++cutoff;
      } else {
        return;
      }
    }
  }

  void take_update(const BoundUpdateRow& update) {
    std::optional<Window> before;
    if (state_.alpha && state_.beta) before = Window{*state_.alpha, *state_.beta};
    if (update.alpha) state_.alpha = update.alpha;
    if (update.beta) state_.beta = update.beta;
    add(Step::Kind::kBound, update.at,
        text::update_words(update, before) + " (" + text::readable(word(update.cause)) + ")");
  }

  // If a move was searched several times, its last result counts.
  void take_result(const ExcerptNode& node, const ChildResult& result, bool is_told) {
    best_of_[result.move] = result.value;
    std::optional<Score> best = node.row.score;
    for (const auto& [move, value] : best_of_) {
      const bool is_max = node.row.side == format::Side::kMax;
      if (!best || (is_max ? value > *best : value < *best)) best = value;
    }
    if (!node.row.side || best == state_.best) return;
    state_.best = best;
    if (!is_told) {
      add(Step::Kind::kBest, result.at, "best so far " + text::score(best));
    }
  }

  void note_appearance(std::size_t k, Steps& result) {
    const Timed& timed = timed_[k];
    if (timed.step.kind == Step::Kind::kEnter) result.appears[timed.step.node] = k;
    if (!timed.cutoff) return;
    std::vector<std::size_t>& cuts = cut_at_[timed.step.node];
    cuts.resize(std::max(cuts.size(), *timed.cutoff + 1), timed_.size());
    cuts[*timed.cutoff] = k;
  }

  // The step at which a place without a node appears: skipped moves with their cutoff, left-out
  // nodes once the search has passed them.
  std::size_t appearance(std::size_t i, const Steps& result) const {
    const ExcerptNode& place = excerpt_.nodes[i];
    const auto parent = static_cast<std::size_t>(place.parent);
    if (place.skipped_by) return cut_at_[parent].at(*place.skipped_by);
    if (!excerpt_.nodes[parent].is_searched()) return result.appears[parent];
    const auto past = std::partition_point(timed_.begin(), timed_.end(), [&](const Timed& timed) {
      return timed.at < *place.row.last;
    });
    return static_cast<std::size_t>(past - timed_.begin());
  }

  const Excerpt& excerpt_;
  std::vector<Timed> timed_;
  std::vector<std::vector<std::size_t>> cut_at_;  // per place and cutoff
  Step state_;                                    // state of the current node
  // The best result of each move of the current node.
  std::map<std::optional<std::int64_t>, Score> best_of_;
};

}  // namespace

std::string_view word(Step::Kind kind) {
  static constexpr std::array<std::string_view, 5> kWords{"enter", "best", "bound", "cutoff",
                                                          "leave"};
  return kWords[static_cast<std::size_t>(kind)];
}

Steps steps_of(const Excerpt& excerpt) { return Timeline(excerpt).run(); }

Moment moment_at(const Steps& steps, std::size_t step) {
  Moment moment;
  moment.step = step;
  moment.is_last = step + 1 == steps.steps.size();
  moment.node = steps.steps[step].node;
  for (const std::size_t appears : steps.appears) moment.seen.push_back(appears <= step);
  moment.states.resize(steps.appears.size());
  for (std::size_t i = 0; i <= step; ++i) {
    const Step& done = steps.steps[i];
    moment.states[done.node] = {done.kind == Step::Kind::kLeave, done.alpha, done.beta, done.best};
  }
  return moment;
}

}  // namespace plytrace::tree
