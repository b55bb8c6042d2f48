// SPDX-License-Identifier: MIT
#include "viewer/verify/scan/reread.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "viewer/verify/saturated.h"
#include "viewer/verify/scan/open_node.h"

namespace plytrace::verify {
namespace {

using format::Role;
using format::Side;

void turn(std::optional<Score>& score) {
  if (score) score = 0 - *score;
}

void turn(std::optional<Bound>& bound) {
  if (bound) bound = View{true}(*bound);
}

void turn(std::optional<Score>& alpha, std::optional<Score>& beta) {
  turn(alpha);
  turn(beta);
  std::swap(alpha, beta);
}

void turn(format::CutoffKind& kind) {
  if (kind == format::CutoffKind::kForward) return;
  kind =
      kind == format::CutoffKind::kAlpha ? format::CutoffKind::kBeta : format::CutoffKind::kAlpha;
}

// How engines write a null move.
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
         std::map<std::int64_t, std::int64_t> depths)
      : reading_(reading), scan_(std::move(scan)), reader_(reader), depths_(std::move(depths)) {}

  Item next() override {
    const Item item = scan_->next();
    switch (item) {
      case Item::kNode:
        node_ = scan_->node();
        reread_node();
        break;
      case Item::kBoundUpdate:
        update_ = scan_->bound_update();
        if (is_turned(update_.node)) turn(update_.alpha, update_.beta);
        break;
      case Item::kCutoff:
        cutoff_ = scan_->cutoff();
        reread_cutoff();
        break;
      case Item::kTableStore:
        store_ = scan_->table_store();
        reread_entry(store_);
        upwards(store_.depth);
        break;
      case Item::kTableProbe:
        probe_ = scan_->table_probe();
        reread_entry(probe_);
        upwards(probe_.depth);
        upwards(probe_.stored_depth);
        break;
      default:
        break;
    }
    return item;
  }
  const NodeRow& node() const override { return node_; }
  const BoundUpdateRow& bound_update() const override { return update_; }
  const CutoffRow& cutoff() const override { return cutoff_; }
  const TableStoreRow& table_store() const override { return store_; }
  const TableProbeRow& table_probe() const override { return probe_; }
  const NoteRow& note() const override { return scan_->note(); }

 private:
  struct Open {
    std::int64_t id = 0, stored_ply = 0, shift = 0;  // shift of the ply below it
    std::optional<Side> side, stored_side;
    bool turned = false;
    bool is_null_move = false;             // only in this reading
    std::vector<std::int64_t> searched{};  // moves, where a second search of one is a re-search
  };

  bool alternates() const {
    return reading_ == OtherReading::kAlternatingSides ||
           reading_ == OtherReading::kAlternatingTurned;
  }
  bool turns() const {
    return reading_ == OtherReading::kTurnedScores || reading_ == OtherReading::kAlternatingTurned;
  }

  void reread_node() {
    while (!path_.empty() && path_.back().id != node_.parent) path_.pop_back();
    const Open* const parent = path_.empty() ? nullptr : &path_.back();
    if (parent == nullptr) {
      const auto depth = depths_.find(node_.id);
      top_ = depth == depths_.end() ? 0 : depth->second;
    }
    Open open;
    open.id = node_.id;
    open.stored_ply = node_.ply;
    open.stored_side = node_.side;
    if (parent != nullptr) {
      open.shift = parent->shift;
      const bool moves = makes_a_move(node_, parent->stored_ply);
      if (alternates() && parent->side) node_.side = moves ? other(*parent->side) : *parent->side;
      if (reading_ == OtherReading::kNullMoves && is_null_move(*parent)) {
        node_.role = Role::kNullMove;
        open.is_null_move = true;
        if (node_.ply == parent->stored_ply) ++open.shift;
      }
    }
    if (reading_ == OtherReading::kReSearches && parent != nullptr) name_re_search(path_.back());
    node_.ply = saturated_sum(node_.ply, open.shift);
    open.side = node_.side;
    open.turned = turns() && node_.side == Side::kMin;
    if (open.turned) {
      turn(node_.alpha, node_.beta);
      turn(node_.value);
      turn(node_.score);
      turn(node_.bound);
    }
    upwards(node_.depth);
    path_.push_back(open);
  }

  void name_re_search(Open& parent) {
    if (node_.role != Role::kMove || node_.move.value_or(0) <= 0) return;
    std::vector<std::int64_t>& moves = parent.searched;
    if (std::find(moves.begin(), moves.end(), *node_.move) != moves.end()) {
      node_.role = Role::kReSearch;
    } else {
      moves.push_back(*node_.move);
    }
  }

  static Side other(Side side) { return side == Side::kMax ? Side::kMin : Side::kMax; }

  bool is_null_move(const Open& parent) {
    if (node_.role != Role::kMove) return false;
    if (!node_.move) {
      return node_.side && parent.stored_side && node_.side != parent.stored_side;
    }
    const auto [known, is_new] = null_texts_.try_emplace(*node_.move, false);
    if (is_new) known->second = is_null_text(reader_.move_text(node_.move));
    return known->second;
  }

  void reread_cutoff() {
    if (is_turned(cutoff_.node)) {
      turn(cutoff_.kind);
      turn(cutoff_.value);
      turn(cutoff_.alpha, cutoff_.beta);
    }
    const bool by_null_move = cutoff_.cause == format::Cause::kChild && !path_.empty() &&
                              std::any_of(path_.begin(), path_.end(), [this](const Open& open) {
                                return open.is_null_move && open.id == cutoff_.child;
                              });
    if (by_null_move) cutoff_.cause = format::Cause::kNullMove;
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
      depth = saturated_sum(top_, saturated_sum(~*depth, 1));
    }
  }

  // An event may be of any node that is open, and the innermost ones may have been left.
  bool is_turned(std::int64_t node) const {
    const auto found = std::find_if(path_.rbegin(), path_.rend(),
                                    [node](const Open& open) { return open.id == node; });
    return found != path_.rend() && found->turned;
  }

  const OtherReading reading_;
  std::unique_ptr<TraceScan> scan_;
  const TraceReader& reader_;
  std::map<std::int64_t, std::int64_t> depths_;
  std::int64_t top_ = 0;
  std::vector<Open> path_;
  std::unordered_map<std::int64_t, bool> null_texts_;
  NodeRow node_;
  BoundUpdateRow update_;
  CutoffRow cutoff_;
  TableStoreRow store_;
  TableProbeRow probe_;
};

}  // namespace

std::string meant_by(OtherReading reading, const SearchRow& search) {
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
      return met_min;
    case OtherReading::kAlternatingSides:
    case OtherReading::kAlternatingTurned:
      return !met_min;
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
                                  std::map<std::int64_t, std::int64_t> depths) {
  return std::make_unique<Reread>(reading, std::move(scan), reader, std::move(depths));
}

}  // namespace plytrace::verify
