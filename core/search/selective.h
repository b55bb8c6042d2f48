// SPDX-License-Identifier: MIT
//
// The selective search: alpha-beta or PVS in negamax form with quiescence, null moves, late move
// reductions and check extensions, each only if the settings ask for it. It replaces every
// algorithm whose settings ask for one of these (search/run_search.h), and uses the windows of that
// algorithm. With minimax only quiescence and extensions are possible; its values remain exact.
//
// Values have the same meaning as in the other algorithms, but for a smaller tree: quiescence
// leaves moves out, a null move may cut a node, and late moves are searched to less depth. Sources:
// Beal, "A generalised quiescence search algorithm", Artificial Intelligence 43, 1990; Donninger,
// "Null move and deep search", ICCA Journal 16(3), 1993; Levy, Broughton and Taylor, "The SEX
// algorithm in computer chess", ICCA Journal 12(1), 1989. Thread rule: one search, one thread.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/search/negamax_view.h"
#include "core/search/search_context.h"

namespace plytrace {

template <class Context>
class Selective {
 public:
  explicit Selective(Context& context) : c_(context), settings_(context.settings()) {}

  // Searches the root. Window and value are MAX's, as everywhere outside of the recursion.
  Score search(MoveCode move, int depth, Window window, Role role) {
    root_depth_ = depth;
    const Side side = c_.side();
    return seen_by(side, visit(side, move, depth, seen_by(side, window), role));
  }

 private:
  // Returns the value of the context's current position for `side`, which is to move.
  Score visit(Side side, MoveCode move, int depth, Window window, Role role) {
    if (depth == 0 && settings_.quiescence) return quiescence(side, move, window, role);
    // Step 1. Enter the node.
    if (!c_.enter()) return 0;
    // Step 2. Score a leaf.
    if (c_.is_leaf(depth))
      return seen_by(side, c_.leave_leaf(move, depth, seen_by(side, window), role));
    // Step 3. Probe the table: it may answer, or narrow the window.
    OpenNode node = c_.open(move, depth, seen_by(side, window), role);
    if (extension() > 0) c_.note("extension", "check");
    if (const auto answer = c_.ask_table(node)) return seen_by(side, *answer);
    // Step 4. Null move: if passing already reaches beta, some move will, too.
    if (may_try_null_move(node, role)) {
      const std::optional<Score> proof = try_null_move(node);
      if (c_.stopped()) return c_.abandon(node);
      if (proof) return seen_by(side, c_.leave_cut_by_null_move(node, seen_by(side, *proof)));
    }
    // Step 5. List the moves in the order to try them.
    c_.list_moves(node);
    const bool in_check = settings_.late_reductions && c_.in_check();
    const auto value = search_moves(node, -kInfinity, [&](MoveCode next, int searched) {
      return reduce_and_search(node, next, in_check ? 0 : searched);
    });
    if (!value) return c_.abandon(node);
    // Step 9. Leave with the value of the best child.
    return seen_by(side, c_.leave(node, seen_by(side, *value)));
  }

  // Depth 0: the side to move takes the static score, or makes a noisy move. In check it has no
  // static score and tries all moves.
  Score quiescence(Side side, MoveCode move, Window window, Role role) {
    // Step 1. Enter the node.
    if (!c_.enter()) return 0;
    // Step 2. Score a leaf: the game is over, or there is nothing to try.
    OpenNode node = c_.begin_quiescence(seen_by(side, window));
    if (node.move_count() == 0)
      return seen_by(side, c_.leave_quiet(move, seen_by(side, window), role));
    c_.open_quiescence(node, move, role);
    // Step 3. Stand pat.
    std::optional<Score> own;
    if (!c_.in_check()) {
      own = seen_by(side, c_.leaf_score());
      const auto [alpha, beta] = seen_by(side, node.window);
      if (*own >= beta) {
        c_.report_cutoff_by(Cause::kStandPat, seen_by(side, *own), node);
        return seen_by(side, c_.leave_quiescence(node, seen_by(side, *own), seen_by(side, *own)));
      }
      if (*own > alpha && prunes_) {
        node.window = seen_by(side, Window{*own, beta});
        c_.report_bound_by(Cause::kStandPat, node.window);
      }
    }
    // Steps 6 to 8.
    const auto value = search_moves(node, own.value_or(-kInfinity), [&](MoveCode next, int) {
      c_.play(next);
      const Score found =
          child(node, next, 0, seen_by(node.side, c_.child_window(node)), Role::kMove);
      c_.undo();
      return found;
    });
    if (!value) return c_.abandon(node);
    // Step 9. Leave with the best of the static score and the children's values.
    const auto score = own ? std::optional(seen_by(side, *own)) : std::nullopt;
    return seen_by(side, c_.leave_quiescence(node, seen_by(side, *value), score));
  }

  // The value of the best move, at least `value`; nullopt if a limit struck. `search_move` is
  // called with a move and the number of moves searched before.
  template <class SearchMove>
  std::optional<Score> search_moves(OpenNode& node, Score value, const SearchMove& search_move) {
    int searched = 0;
    for (std::size_t i = 0; i < node.move_count(); ++i) {
      const Side side = node.side;
      const MoveCode next = c_.move(node, i);
      if (!c_.admits(next)) continue;
      // Step 6. Search the move, and keep the first best one.
      const Score found = search_move(next, searched++);
      if (c_.stopped()) return std::nullopt;
      if (c_.prefers(node, next, seen_by(side, found), seen_by(side, value))) {
        value = found;
        c_.keep(node, next);
      }
      if (!prunes_) continue;
      const auto [alpha, beta] = seen_by(side, node.window);
      // Step 7. Cutoff: the opponent will avoid this position.
      if (value >= beta) {
        c_.count_cutoff(node, i);
        c_.report_cutoff(seen_by(side, CutoffKind::kBeta), seen_by(side, value), node, i);
        break;
      }
      // Step 8. Raise alpha.
      if (value > alpha) {
        node.window = seen_by(side, Window{value, beta});
        c_.report_bound(node.window);
      }
    }
    return value;
  }

  // Step 4 in detail. No two null moves in a row, and none where passing may be better than moving.
  bool may_try_null_move(const OpenNode& node, Role role) const {
    if (!settings_.null_move || role == Role::kNullMove || node.is_root) return false;
    if (node.depth <= *settings_.null_move || !c_.may_pass()) return false;
    // No value reaches an infinite beta, and a null move cannot prove a mate score.
    const Score beta = seen_by(node.side, node.window).beta;
    return beta < kInfinity && !c_.counts_plies(beta) &&
           seen_by(node.side, c_.static_score()) >= beta;
  }

  // The value that passing proves for the side to move, if it reaches beta.
  std::optional<Score> try_null_move(const OpenNode& node) {
    const Score beta = seen_by(node.side, node.window).beta;
    c_.pass();
    const Score found = child(node, kNoMove, node.depth - 1 - *settings_.null_move,
                              {std::nextafter(beta, -kInfinity), beta}, Role::kNullMove);
    c_.undo();
    if (c_.stopped() || found < beta) return std::nullopt;
    return c_.counts_plies(found) ? beta : found;
  }

  // Step 6 in detail: late moves at less depth first, a null window for all moves but the first if
  // the algorithm scouts, then whatever is still in question.
  Score reduce_and_search(const OpenNode& node, MoveCode move, int searched) {
    const bool is_quiet = c_.noise(move) == 0;
    const Window whole = seen_by(node.side, c_.child_window(node));
    const bool scouts = scouts_ && node.best_move != kNoMove;
    const Window first =
        scouts ? Window{whole.alpha, std::nextafter(whole.alpha, kInfinity)} : whole;
    c_.play(move);
    const int depth = node.depth - 1 + extension();
    const int reduced = is_quiet && !c_.in_check() ? reduction(node.depth, searched) : 0;
    Score found = 0;
    if (reduced > 0) found = child(node, move, depth - reduced, first, Role::kReduced);
    const auto is_open = [&] { return !c_.stopped() && found > whole.alpha; };
    if (reduced == 0 || is_open()) {
      found = child(node, move, depth, first, reduced == 0 ? Role::kMove : Role::kReSearch);
      if (scouts && is_open() && found < whole.beta)
        found = child(node, move, depth, whole, Role::kReSearch);
    }
    c_.undo();
    return found;
  }

  // The plies by which a quiet move is reduced after `searched` other moves.
  int reduction(int depth, int searched) const {
    constexpr int kLeastDepth = 3, kFirst = 3, kFarther = 12;
    if (!settings_.late_reductions || depth < kLeastDepth || searched < kFirst) return 0;
    return searched < kFarther ? 1 : 2;
  }

  // The plies by which the current position is searched deeper than its parent's depth says. The
  // limit keeps endless checks from growing the tree without end.
  int extension() const {
    if (settings_.extend != Extension::kCheck || c_.ply() == 0) return 0;
    return c_.ply() <= 2 * static_cast<std::size_t>(root_depth_) && c_.in_check() ? 1 : 0;
  }

  // The value of the current position, a child of `node`, for the side to move in `node`, with a
  // window of that side.
  Score child(const OpenNode& node, MoveCode move, int depth, Window window, Role role) {
    const Side mover = c_.side();
    if (mover != node.side) window = seen_by(Side::kMin, window);
    const Score found = visit(mover, move, depth, window, role);
    return mover == node.side ? found : 0 - found;
  }

  Context& c_;
  const SearchSettings& settings_;
  const bool prunes_ = traits(settings_.algorithm).prunes();
  const bool scouts_ = traits(settings_.algorithm).windows == WindowForm::kScout;
  int root_depth_ = 0;
};

}  // namespace plytrace
