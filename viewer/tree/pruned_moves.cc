// SPDX-License-Identifier: MIT
#include "viewer/tree/pruned_moves.h"

#include <algorithm>
#include <cmath>

#include "viewer/verify/game/minimax_value.h"
#include "viewer/verify/game/play_to.h"

namespace plytrace::tree {
namespace {

// Limits in nodes for one move: counting its subtree, and searching for its value.
constexpr double kMostToCount = 200'000, kMostToSearch = 100'000;
// A rules program is asked for each of them.
constexpr int kShareOfAProgram = 100;

}  // namespace

void TreeSize::add(const TreeSize& other) {
  nodes += other.nodes;
  sure = std::max(sure, other.sure);
}

class PrunedMoves::Stand {
 public:
  Stand(PrunedMoves& moves, const NodeRow& node, const Line& line) : game_(moves.game()) {
    ok_ = verify::play_to(moves.reader_, node, game_, &played_);
    for (std::size_t i = 0; ok_ && i < line.size(); ++i) {
      const auto code = verify::move_here(game_, line[i]);
      ok_ = code.has_value();
      if (!ok_) break;
      game_.play(*code);
      ++played_;
    }
  }
  ~Stand() {
    for (; played_ > 0; --played_) game_.undo();
  }
  Stand(const Stand&) = delete;
  Stand& operator=(const Stand&) = delete;

  bool is_there() const { return ok_; }

 private:
  AnyGame& game_;
  std::size_t played_ = 0;
  bool ok_ = false;
};

PrunedMoves::PrunedMoves(const TraceReader& reader, const SearchRow& search, Effort effort)
    : reader_(reader), uniform_(search.uniform), left_(effort) {
  std::string reason;
  game_ = verify::make_search_game(search, &reason);
  if (game_ && game_->by_program != nullptr) {
    left_.to_count /= kShareOfAProgram;
    left_.to_search /= kShareOfAProgram;
  }
  // The legal moves would depend on those tried before.
  if (game_ && game_->game->filters_by_order()) game_.reset();
}

PrunedMoves::~PrunedMoves() = default;

const PrunedNode& PrunedMoves::behind(const NodeRow& node, const Line& line) {
  const auto [known, is_new] = known_.try_emplace({node.id, line});
  if (is_new) known->second = look(node, line);
  return known->second;
}

std::vector<std::string> PrunedMoves::replies(const NodeRow& node, const Line& line) {
  std::vector<std::string> texts;
  const PrunedNode& place = behind(node, line);
  if (!place.is_known || place.row.kind != format::NodeKind::kInterior) return texts;
  const Stand stand(*this, node, line);
  MoveList moves;
  game().generate(moves);
  for (const MoveCode move : moves) {
    texts.push_back(reader_.names_moves() ? game().move_name(move) : game().move_text(move));
  }
  return texts;
}

PrunedNode PrunedMoves::look(const NodeRow& node, const Line& line) {
  // Only if position and depth determine the tree; in quiescence depth does not.
  const bool follows = uniform_ && game_ && node.depth && node.phase == format::Phase::kMain;
  if (!follows) return guess(node, line);
  const Stand stand(*this, node, line);
  if (!stand.is_there()) return guess(node, line);
  const std::int64_t depth = *node.depth - static_cast<std::int64_t>(line.size());
  PrunedNode place;
  place.is_known = true;
  place.row.depth = depth;
  place.row.side =
      game().player_to_move() == game_->max_player ? format::Side::kMax : format::Side::kMin;
  place.row.kind = game().is_finished() ? format::NodeKind::kTerminal
                   : depth <= 0         ? format::NodeKind::kHorizon
                                        : format::NodeKind::kInterior;
  place.size = size_here(depth);
  const bool is_cheap =
      place.size.sure == TreeSize::Sure::kExact &&
      place.size.nodes <= std::min(kMostToSearch, static_cast<double>(left_.to_search));
  if (game_->evaluator && is_cheap) {
    // A limit beyond what is_cheap admits.
    verify::MinimaxValue value(game(), *game_->evaluator, game_->max_player, 2'000'000, nullptr);
    place.row.value = value.of_position(depth);
    place.row.bound = format::Bound::kExact;
    left_.to_search -= static_cast<std::int64_t>(value.nodes());
  }
  return place;
}

// Estimates the size by assuming as many moves at every node below as here.
PrunedNode PrunedMoves::guess(const NodeRow& node, const Line& line) const {
  PrunedNode place;
  place.size.sure = TreeSize::Sure::kUnknown;
  if (!node.depth || node.phase != format::Phase::kMain) return place;
  const std::int64_t depth = *node.depth - static_cast<std::int64_t>(line.size());
  if (depth <= 0) place.size.sure = TreeSize::Sure::kAbout;
  if (depth <= 0 || !node.legal || *node.legal < 1) return place;
  const auto moves = static_cast<double>(*node.legal);
  place.size.sure = TreeSize::Sure::kAbout;
  // 1 + m + m^2 + ... + m^depth.
  place.size.nodes = moves == 1
                         ? static_cast<double>(depth + 1)
                         : (std::pow(moves, static_cast<double>(depth + 1)) - 1) / (moves - 1);
  return place;
}

// Counts exactly while that is fast, then extrapolates the last growth factor.
TreeSize PrunedMoves::size_here(std::int64_t depth) {
  TreeSize size;
  double last = 1, growth = 1;
  // A trace with a greater depth is damaged.
  constexpr std::int64_t kMostPlies = 10'000;
  const int most = static_cast<int>(std::min(depth, kMostPlies));
  for (int d = 1; d <= most && last > 0; ++d) {
    const double next = last * growth;
    // Depth 1 is always counted, because extrapolation needs one growth factor.
    const bool is_affordable = d == 1 || left_.to_count > 0;
    const double most_paths =
        game_->by_program == nullptr ? kMostToCount : kMostToCount / kShareOfAProgram;
    if (size.sure == TreeSize::Sure::kExact && next <= most_paths && is_affordable) {
      const auto paths = game().perft(d, nullptr);
      // perft() stops early if the game is over on all paths.
      const double now =
          paths.size() < static_cast<std::size_t>(d) ? 0 : static_cast<double>(paths.back());
      growth = now / last;
      last = now;
      left_.to_count -= static_cast<std::int64_t>(now);
    } else {
      size.sure = TreeSize::Sure::kAbout;
      last = next;
    }
    size.nodes += last;
  }
  return size;
}

}  // namespace plytrace::tree
