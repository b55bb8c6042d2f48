// SPDX-License-Identifier: MIT
#include "viewer/verify/scan/reread.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "viewer/meaning/saturated.h"
#include "viewer/verify/scan/open_node.h"

namespace plytrace::verify {
namespace {

using format::Role;
using format::Side;

template <class T>
void turn(T& value) {
  value = turned(value);
}
void turn(std::optional<Score>& alpha, std::optional<Score>& beta) {
  turn(alpha);
  turn(beta);
  std::swap(alpha, beta);
}

// Whether a text is a usual name of a null move.
bool is_null_text(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::array<std::string_view, 7> kNames{"null", "null_move", "nullmove", "null move",
                                                   "0000", "--",        "@@@@"};
  return std::find(kNames.begin(), kNames.end(), text) != kNames.end();
}

class Reread final : public TraceScan {
 public:
  Reread(OtherReading reading, std::unique_ptr<TraceScan> scan, const TraceReader& reader,
         std::map<std::int64_t, std::int64_t> depths, ReadingEvidence& evidence)
      : reading_(reading),
        scan_(std::move(scan)),
        reader_(reader),
        depths_(std::move(depths)),
        evidence_(evidence) {}

  bool next() override {
    stand_at_end();
    // Returns the child for which the previous bound update was invented.
    if (std::exchange(is_child_held_, false)) {
      stand_on(node_);
      return true;
    }
    if (!scan_->next()) {
      while (!path_.empty()) leave();
      return false;
    }
    scan_->visit([this]<class Row>(const Row& stored) {
      Row& row = place<Row>();
      row = stored;
      reread(row);
      if (is_child_held_) {
        stand_on(std::get<BoundUpdateRow>(events_));
      } else {
        stand_on(row);
      }
    });
    return true;
  }

 private:
  struct Open {
    std::int64_t id = 0, stored_ply = 0, shift = 0;  // shift of the plies below it
    std::optional<Side> side, stored_side;
    bool turned = false;
    bool is_null_move = false;                     // a null move in this reading only
    std::optional<std::int64_t> depth{}, legal{};  // as stored
    // First searches of the counting moves, if the reading needs them.
    std::vector<NodeRow> searched{};
    std::int64_t skipped = 0;
    bool has_null_move = false, has_reduced_null_move = false;
    // Used for unreported bounds: the current window, and the best child so far.
    std::optional<Window> window{};
    std::optional<Score> value{}, best{};  // as stored
    std::int64_t best_child = 0;           // 0: no child was searched
    std::optional<Score> entry{};          // value of the entry that a probe used
  };

  template <class Row>
  Row& place() {
    if constexpr (std::is_same_v<Row, NodeRow>) {
      return node_;
    } else {
      return std::get<Row>(events_);
    }
  }

  bool alternates() const {
    return reading_ == OtherReading::kAlternatingSides ||
           reading_ == OtherReading::kAlternatingTurned;
  }
  bool turns() const {
    return reading_ == OtherReading::kTurnedScores || reading_ == OtherReading::kAlternatingTurned;
  }

  void reread(BoundUpdateRow& row) {
    if (is_turned(row.node)) turn(row.alpha, row.beta);
    const auto node = std::find_if(path_.rbegin(), path_.rend(),
                                   [&](const Open& open) { return open.id == row.node; });
    if (node != path_.rend() && row.alpha && row.beta) node->window = Window{*row.alpha, *row.beta};
  }
  void reread(TableStoreRow& row) {
    reread_entry(row);
    upwards(row.depth);
  }
  void reread(TableProbeRow& row) {
    reread_entry(row);
    const bool is_used =
        row.used == format::TableUse::kNarrowed || row.used == format::TableUse::kAnswered;
    if (Open* const node = is_used ? open_node(row.node) : nullptr) node->entry = row.value;
    upwards(row.depth);
    upwards(row.stored_depth);
  }
  template <class Row>
  void reread(Row&) const {}

  void reread(NodeRow& row) {
    // Open nodes are known only by `parent`, because this runs before the scanner has judged the
    // row.
    while (!path_.empty() && path_.back().id != row.parent) leave();
    const Open* const parent = path_.empty() ? nullptr : &path_.back();
    if (parent == nullptr) {
      const auto depth = depths_.find(row.id);
      top_ = depth == depths_.end() ? 0 : depth->second;
    }
    Open open;
    open.id = row.id;
    open.stored_ply = row.ply;
    open.stored_side = row.side;
    open.depth = row.depth;
    open.legal = row.legal;
    open.value = row.value;
    if (parent != nullptr) weigh_depths(row, *parent);
    if (parent != nullptr) {
      open.shift = parent->shift;
      const bool moves = makes_a_move(row, parent->stored_ply);
      // A child without a move has the same side to move as its parent.
      if (alternates() && parent->side) row.side = moves ? other(*parent->side) : *parent->side;
      if (reading_ == OtherReading::kNullMoves && is_null_move(row, *parent)) {
        row.role = Role::kNullMove;
        open.is_null_move = true;
        path_.back().has_null_move = true;
        const bool is_reduced = row.depth && parent->depth && *row.depth < *parent->depth - 1;
        if (is_reduced) path_.back().has_reduced_null_move = true;
        // A null move counts as a ply (schemas/trace.sql), but a null move reported without a move
        // did not.
        if (row.ply == parent->stored_ply) ++open.shift;
      }
    }
    if (parent != nullptr && asks_for_moves()) note_move(row, path_.back());
    row.ply = saturated_sum(row.ply, open.shift);
    open.side = row.side;
    // The side in this reading decides, not the side in the row.
    open.turned = turns() && row.side == Side::kMin;
    if (open.turned) {
      if (row.value.value_or(0) != 0) ++evidence_.rows_for;
      turn(row.alpha, row.beta);
      turn(row.value);
      turn(row.score);
      turn(row.bound);
    }
    upwards(row.depth);
    if (row.alpha && row.beta) open.window = Window{*row.alpha, *row.beta};
    if (reading_ == OtherReading::kUntoldBounds && !path_.empty()) tell_bound(row, path_.back());
    last_entered_ = row.id;
    path_.push_back(open);
  }

  // A child has a narrower window than its parent at the end that the parent raises: adds the bound
  // update that was not reported. The other end proves nothing, because a null window sets it from
  // the first.
  void tell_bound(const NodeRow& row, Open& parent) {
    if (!row.counts() || !row.alpha || !row.beta || !parent.window || !parent.side) return;
    const bool is_max = *parent.side == Side::kMax;
    Window now = *parent.window;
    const bool is_narrower = is_max ? *row.alpha > now.alpha : *row.beta < now.beta;
    (is_max ? now.alpha : now.beta) = is_max ? *row.alpha : *row.beta;
    if (is_narrower && now.alpha < now.beta) {
      if (const auto cause = cause_of(parent, is_max ? now.alpha : now.beta, is_max)) {
        make_update(parent, now, *cause);
      }
    }
    note_best(row, parent, is_max);
  }

  // The cause that can have raised the end without an event; nullopt: the window is wrong, a bug.
  std::optional<format::Cause> cause_of(const Open& parent, Score end, bool is_max) {
    if (parent.best_child != 0) {
      return parent.best == end ? std::optional(format::Cause::kChild) : std::nullopt;
    }
    if (parent.entry == end) return format::Cause::kTable;
    // An engine that knows this bound of a node returns at least that value.
    const bool is_returned =
        !parent.value || (is_max ? *parent.value >= end : *parent.value <= end);
    if (!is_returned) ++evidence_.rows_against;
    return format::Cause::kOther;
  }

  void make_update(Open& parent, const Window& now, format::Cause cause) {
    parent.window = now;
    BoundUpdateRow& update = std::get<BoundUpdateRow>(events_);
    update = {};
    update.at = last_entered_;
    update.node = parent.id;
    update.cause = cause;
    update.alpha = now.alpha;
    update.beta = now.beta;
    if (cause == format::Cause::kChild) update.child = parent.best_child;
    is_child_held_ = true;
  }

  static void note_best(const NodeRow& row, Open& parent, bool is_max) {
    const std::optional<Score> value = row.credited ? row.credited : row.value;
    if (!value) return;
    const bool is_better =
        parent.best_child == 0 || (is_max ? *value > *parent.best : *value < *parent.best);
    if (!is_better) return;
    parent.best = value;
    parent.best_child = row.id;
  }

  bool asks_for_moves() const {
    return reading_ == OtherReading::kReSearches || reading_ == OtherReading::kNullMoves;
  }

  void note_move(NodeRow& row, Open& parent) {
    if (row.role != Role::kMove || row.move.value_or(0) <= 0) return;
    std::vector<NodeRow>& moves = parent.searched;
    const auto known = std::find_if(moves.begin(), moves.end(), [&row](const NodeRow& first) {
      return first.move == row.move;
    });
    if (known == moves.end()) {
      moves.push_back(row);
    } else if (reading_ == OtherReading::kReSearches) {
      row.role = Role::kReSearch;
      // A re-search has more depth or a wider window. A move that occurs twice in a list is
      // searched again in the same way, or in a window that has become narrower.
      const bool asks_more = row.depth > known->depth || row.alpha < known->alpha ||
                             (known->beta && (!row.beta || row.beta > known->beta));
      ++(asks_more ? evidence_.rows_for : evidence_.rows_against);
    }
  }

  // Depths that count upwards grow with each ply, and the horizon has the depth of the pass.
  void weigh_depths(const NodeRow& row, const Open& parent) {
    if (reading_ != OtherReading::kDepthUpwards || !row.depth) return;
    if (parent.depth && row.ply > parent.stored_ply && *row.depth != *parent.depth) {
      ++(*row.depth > *parent.depth ? evidence_.rows_for : evidence_.rows_against);
    }
    const bool is_horizon = row.kind == format::NodeKind::kHorizon;
    if (is_horizon && *row.depth < top_) ++evidence_.rows_against;
  }

  // A passing move is either a legal move of the game or a null move.
  void leave() {
    const Open& node = path_.back();
    if (node.has_null_move) {
      const auto moves = static_cast<std::int64_t>(node.searched.size()) + node.skipped;
      const bool is_extra = node.legal && *node.legal <= moves;
      const bool is_for = node.has_reduced_null_move || is_extra;
      ++(is_for ? evidence_.rows_for : evidence_.rows_against);
    }
    path_.pop_back();
  }

  static Side other(Side side) { return side == Side::kMax ? Side::kMin : Side::kMax; }

  bool is_null_move(const NodeRow& row, const Open& parent) {
    if (row.role != Role::kMove) return false;
    if (!row.move) {
      return row.side && parent.stored_side && row.side != parent.stored_side;
    }
    const auto [known, is_new] = null_texts_.try_emplace(*row.move, false);
    if (is_new) known->second = is_null_text(reader_.move_text(row.move));
    return known->second;
  }

  void reread(CutoffRow& row) {
    if (Open* const node = open_node(row.node)) {
      node->skipped = saturated_sum(node->skipped, row.skipped.value_or(0));
    }
    if (is_turned(row.node)) {
      turn(row.kind);
      turn(row.value);
      turn(row.alpha, row.beta);
    }
    // The cutoff changes with the child: a null move makes it assumed instead of proven.
    const bool by_null_move = row.cause == format::Cause::kChild && !path_.empty() &&
                              std::any_of(path_.begin(), path_.end(), [&row](const Open& open) {
                                return open.is_null_move && open.id == row.child;
                              });
    if (by_null_move) row.cause = format::Cause::kNullMove;
  }

  template <class Entry>
  void reread_entry(Entry& entry) {
    if (!is_turned(entry.node)) return;
    turn(entry.value);
    turn(entry.raw);
    turn(entry.bound);
  }

  void upwards(std::optional<std::int64_t>& depth) const {
    if (reading_ == OtherReading::kDepthUpwards && depth) {
      // ~d + 1 is -d, without overflow at the smallest number.
      depth = saturated_sum(top_, saturated_sum(~*depth, 1));
    }
  }

  // An event may belong to any open node, and inner ones may already have been left.
  Open* open_node(std::int64_t node) {
    const auto found = std::find_if(path_.rbegin(), path_.rend(),
                                    [node](const Open& open) { return open.id == node; });
    return found == path_.rend() ? nullptr : &*found;
  }
  bool is_turned(std::int64_t node) {
    const Open* const open = open_node(node);
    return open != nullptr && open->turned;
  }

  NodeRow node_;
  format::EventRows events_;

  const OtherReading reading_;
  std::unique_ptr<TraceScan> scan_;
  const TraceReader& reader_;
  std::map<std::int64_t, std::int64_t> depths_;
  std::int64_t top_ = 0, last_entered_ = 0;
  bool is_child_held_ = false;
  std::vector<Open> path_;
  std::unordered_map<std::int64_t, bool> null_texts_;
  ReadingEvidence& evidence_;
};

}  // namespace

std::string meant_by(OtherReading reading, const SearchRow& search, std::uint64_t findings) {
  switch (reading) {
    case OtherReading::kFailHard:
      return "fail = hard was meant";
    case OtherReading::kFailSoft:
      return "fail = soft was meant";
    case OtherReading::kFailMixed:
      return "fail is not declared: at one end of the window the search is soft, at the other hard";
    case OtherReading::kTurnedScores:
      return search.perspective == "side" ? "perspective = max was meant"
                                          : "perspective = side was meant";
    case OtherReading::kAlternatingSides:
      return "side was meant to alternate";
    case OtherReading::kAlternatingTurned:
      return "side was meant to alternate, and perspective = side";
    case OtherReading::kNullMoves:
      return "role = null_move was meant for the moves that pass";
    case OtherReading::kReSearches:
      return "role = re_search was meant for a second search of the same move (or roles are not "
             "captured)";
    case OtherReading::kUntoldBounds:
      return findings == 1 ? "a bound event is missing at this node"
                           : "a bound event is missing at these nodes";
    default:
      return "depth was meant to count down to the horizon";
  }
}

bool is_worth_a_trial(OtherReading reading, const Facts& facts, bool met_min) {
  switch (reading) {
    case OtherReading::kFailHard:
      return facts.soft;
    case OtherReading::kFailSoft:
      return facts.hard;
    case OtherReading::kFailMixed:
      return facts.hard || facts.soft;
    case OtherReading::kTurnedScores:
      // Sign and side to move show only at MIN nodes.
      return met_min;
    case OtherReading::kAlternatingSides:
    case OtherReading::kAlternatingTurned:
      return !met_min;
    case OtherReading::kUntoldBounds:
      return facts.captures(kCapBounds) && facts.form != WindowForm::kFull &&
             !facts.demands.every_row;
    default:
      return true;
  }
}

void reread(OtherReading reading, Facts& facts) {
  const bool is_fail = reading == OtherReading::kFailHard || reading == OtherReading::kFailSoft ||
                       reading == OtherReading::kFailMixed;
  if (!is_fail) return;
  facts.hard = reading == OtherReading::kFailHard;
  facts.soft = reading == OtherReading::kFailSoft;
}

std::unique_ptr<TraceScan> reread(OtherReading reading, std::unique_ptr<TraceScan> scan,
                                  const TraceReader& reader,
                                  std::map<std::int64_t, std::int64_t> depths,
                                  ReadingEvidence& evidence) {
  return std::make_unique<Reread>(reading, std::move(scan), reader, std::move(depths), evidence);
}

bool is_supported(OtherReading reading, const ReadingEvidence& evidence) {
  switch (reading) {
    case OtherReading::kNullMoves:
    case OtherReading::kReSearches:
    case OtherReading::kDepthUpwards:
      return evidence.rows_for > 0 && evidence.rows_against == 0;
    case OtherReading::kUntoldBounds:
      return evidence.rows_against == 0;
    case OtherReading::kTurnedScores:
    case OtherReading::kAlternatingTurned:
      // A single number of the wrong sign is a mere mistake.
      return evidence.rows_for > 1;
    default:
      return true;
  }
}

}  // namespace plytrace::verify
