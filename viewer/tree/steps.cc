// SPDX-License-Identifier: MIT
#include "viewer/tree/steps.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <tuple>

#include "viewer/format/numbers.h"
#include "viewer/format/rows/format.h"
#include "viewer/meaning/claim.h"

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
  // True if nothing happened in the node, so that its value is known when it is entered. A node
  // without children may still have been cut, by stand pat or a table's answer.
  static bool is_leaf(const ExcerptNode& node) {
    return node.size.nodes <= 1 && node.cutoffs.empty() && node.updates.empty();
  }

  void add_node(std::size_t i) {
    const ExcerptNode& node = excerpt_.nodes[i];
    state_ = Step();
    state_.node = i;
    state_.alpha = node.row.alpha;
    state_.beta = node.row.beta;
    if (is_leaf(node)) state_.best = node.row.value;
    add_enter(node);
    if (is_leaf(node)) return;
    add_events(node);
    if (node.row.last) add_leave(node);
  }

  // Without a sentence, the step is described by its text.
  void add(Step::Kind kind, std::int64_t at, std::string text, std::string sentence = "") {
    Timed timed{at, -excerpt_.nodes[state_.node].row.id, state_, {}};
    timed.step.kind = kind;
    const ExcerptNode& node = excerpt_.nodes[state_.node];
    timed.step.left = kind == Step::Kind::kLeave || (is_leaf(node) && node.row.last);
    timed.step.sentence =
        sentence.empty() ? capital(name_of(state_.node)) + ": " + text : std::move(sentence);
    timed.step.text = std::move(text);
    timed_.push_back(std::move(timed));
  }

  // "the root", "2/1".
  std::string name_of(std::size_t i) const {
    std::string name;
    for (; excerpt_.nodes[i].parent >= 0; i = static_cast<std::size_t>(excerpt_.nodes[i].parent)) {
      name = excerpt_.nodes[i].part + (name.empty() ? "" : "/") + name;
    }
    return name.empty() ? "the root" : name;
  }
  static std::string capital(std::string text) {
    if (text.starts_with("the ")) text[0] = 'T';
    return text;
  }
  // "MIN at 2"; empty if the side is not known.
  std::string player(const ExcerptNode& node) const {
    if (!node.row.side) return "";
    return std::string(text::side(node.row)) + " at " + name_of(state_.node);
  }
  static bool is_max(const ExcerptNode& node) { return node.row.side == format::Side::kMax; }

  // "MAX at the root has 3", "MIN at 1 can hold MAX to 3"; `when` is "now" or "already".
  std::string holding(const ExcerptNode& node, Score value, const std::string& when = "") const {
    return player(node) + (is_max(node) ? " " : " can ") + (when.empty() ? "" : when + " ") +
           (is_max(node) ? "has " : "hold MAX to ") + text::score(value);
  }

  std::string entering(const ExcerptNode& node) const {
    const NodeRow& row = node.row;
    if (!row.side) return "";
    std::string sentence = std::string(text::side(row)) + " is to move at " + name_of(state_.node);
    std::string known;
    if (row.alpha && *row.alpha > -kInfinity) known = "MAX already has " + text::score(row.alpha);
    if (row.beta && *row.beta < kInfinity) {
      known += std::string(known.empty() ? "" : ", ") + "MIN can already hold MAX to " +
               text::score(row.beta);
    }
    return sentence + (known.empty() ? "." : "; " + known + ".");
  }

  // "2 is worth at most 3".
  static std::string worth(const ExcerptNode& node, const std::string& name) {
    if (!node.row.value) return "";
    const auto bound = claimed_bound(node.row);
    if (!bound) return "";
    const char* const how = *bound == Bound::kUpper   ? "at most "
                            : *bound == Bound::kLower ? "at least "
                                                      : "";
    return name + " is worth " + how + text::score(node.row.value);
  }

  // ", by 1": the child of a node with this id, or with this result.
  std::string by(std::optional<std::int64_t> child, std::size_t i) const {
    if (!child) return "";
    for (const int index : excerpt_.nodes[i].children) {
      const auto at = static_cast<std::size_t>(index);
      const bool is_it = excerpt_.nodes[at].is_searched() && excerpt_.nodes[at].row.id == *child;
      if (is_it) return " by " + name_of(at);
    }
    return "";
  }

  // "MAX already has 3 by b": the bound of the other side when this node is cut, and its move.
  std::string already(const ExcerptNode& node, const CutoffRow& cutoff) const {
    const bool is_alpha = !is_max(node);
    const auto bound = is_alpha ? cutoff.alpha : cutoff.beta;
    if (!bound) return "";
    std::string text = is_alpha ? "MAX already has " : "MIN can already hold MAX to ";
    text += text::score(bound);
    for (int above = node.parent; above >= 0;) {
      const auto at = static_cast<std::size_t>(above);
      const ExcerptNode& holder = excerpt_.nodes[at];
      above = holder.parent;
      if (is_max(holder) != is_alpha) continue;
      for (const BoundUpdateRow& update : holder.updates) {
        const auto raised = is_alpha ? update.alpha : update.beta;
        if (raised == bound && update.at < cutoff.at) return text + by(update.child, at);
      }
    }
    return text;
  }

  // "4 and 6": the leaves that a cutoff skipped, else its moves or their number.
  std::string skipped(const ExcerptNode& node, std::size_t cutoff) const {
    std::vector<std::string> leaves, moves;
    std::int64_t count = 0;
    for (const int index : node.children) {
      const ExcerptNode& place = excerpt_.nodes[static_cast<std::size_t>(index)];
      if (place.skipped_by != cutoff) continue;
      count += place.move_count;
      const bool is_leaf = place.row.kind == format::NodeKind::kHorizon ||
                           place.row.kind == format::NodeKind::kTerminal;
      if (is_leaf && place.row.value) leaves.push_back(text::score(place.row.value));
      if (place.move_count == 1) moves.push_back(text::printable(place.move()));
    }
    const auto size = static_cast<std::size_t>(count);
    if (count == 0) return "";
    constexpr std::size_t kMostNamed = 4;
    const bool are_leaves = leaves.size() == size;
    if (size > kMostNamed || (!are_leaves && moves.size() != size)) {
      return text::count(count, "move") + (count == 1 ? " needs" : " need");
    }
    const std::vector<std::string>& named = are_leaves ? leaves : moves;
    std::string list = are_leaves ? "" : size == 1 ? "move " : "moves ";
    for (std::size_t i = 0; i < size; ++i) {
      list += (i == 0 ? "" : i + 1 == size ? " and " : ", ") + named[i];
    }
    return list + (size == 1 ? " needs" : " need");
  }

  std::string cutting(const ExcerptNode& node, const CutoffRow& cutoff, std::size_t number) const {
    const bool is_plain = cutoff.cause == format::Cause::kChild && cutoff.value && node.row.side;
    if (!is_plain) return "";
    const std::string known = already(node, cutoff), what = skipped(node, number);
    if (known.empty()) return "";
    return holding(node, *cutoff.value) + ", " + known +
           (what.empty() ? "." : ": " + what + " no look.");
  }

  void add_enter(const ExcerptNode& node) {
    std::string text = "entered, " + std::string(text::side(node.row)) + ", window " +
                       text::window(node.row.alpha, node.row.beta);
    if (is_leaf(node)) {
      text += ": " + std::string(word(node.row.kind)) + ", " + text::claim(node.row);
    }
    const bool is_plain =
        node.row.kind == format::NodeKind::kHorizon || node.row.kind == format::NodeKind::kTerminal;
    std::string sentence = is_leaf(node) ? "" : entering(node);
    if (is_leaf(node) && is_plain) sentence = worth(node, "Leaf " + name_of(state_.node));
    if (!sentence.empty() && !sentence.ends_with(".")) sentence += ".";
    add(Step::Kind::kEnter, node.row.id, std::move(text), std::move(sentence));
  }

  void add_leave(const ExcerptNode& node) {
    state_.best = node.row.value;
    std::string sentence =
        worth(node, node.parent < 0 ? "The root" : "Node " + name_of(state_.node));
    if (!sentence.empty())
      sentence += (node.parent < 0 ? by(node.row.best, state_.node) : "") + ".";
    add(Step::Kind::kLeave, *node.row.last,
        node.row.value ? "left, value " + text::claim(node.row) : "left without a value",
        std::move(sentence));
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
        take_update(node, *update++);
      } else if (cutoff != node.cutoffs.end()) {
        const auto number = static_cast<std::size_t>(cutoff - node.cutoffs.begin());
        take_stand_pat(node, cutoff->cause);
        add(Step::Kind::kCutoff, cutoff->at, text::cutoff_words(*cutoff),
            cutting(node, *cutoff, number));
        timed_.back().cutoff = number;
        ++cutoff;
      } else {
        return;
      }
    }
  }

  // The stand-pat score is the best value until a child has a better one.
  void take_stand_pat(const ExcerptNode& node, format::Cause cause) {
    if (cause == format::Cause::kStandPat && !state_.best) state_.best = node.row.score;
  }

  void take_update(const ExcerptNode& node, const BoundUpdateRow& update) {
    take_stand_pat(node, update.cause);
    std::optional<Window> before;
    if (state_.alpha && state_.beta) before = Window{*state_.alpha, *state_.beta};
    if (update.alpha) state_.alpha = update.alpha;
    if (update.beta) state_.beta = update.beta;
    const auto own = is_max(node) ? update.alpha : update.beta;
    std::string sentence;
    if (update.cause == format::Cause::kChild && node.row.side && own) {
      sentence = holding(node, *own, "now") + by(update.child, state_.node) + ".";
    }
    add(Step::Kind::kBound, update.at,
        text::update_words(update, before) + " (" + text::readable(word(update.cause)) + ")",
        std::move(sentence));
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
      add(Step::Kind::kBest, result.at, "best so far " + text::score(best),
          holding(node, *best) + " so far.");
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
    moment.states[done.node] = {done.left, done.alpha, done.beta, done.best};
  }
  return moment;
}

}  // namespace plytrace::tree
