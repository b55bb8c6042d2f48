// SPDX-License-Identifier: MIT
#include "viewer/commands/ask/node_boards.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <vector>

namespace plytrace {
namespace {

using BoardMark = BoardPicture::Mark;

// The one mark that is new where the same part of the board was shown before; none where that is
// another one, or more than one changed.
std::optional<BoardMark> added_mark(const BoardPicture& before, const BoardPicture& now) {
  const auto has = [](const BoardPicture& picture, const BoardMark& mark) {
    return std::any_of(picture.marks.begin(), picture.marks.end(), [&](const BoardMark& other) {
      return other.form == mark.form && other.x == mark.x && other.y == mark.y &&
             other.text == mark.text;
    });
  };
  for (const BoardMark& mark : before.marks) {
    if (!has(now, mark)) return std::nullopt;
  }
  std::vector<BoardMark> added;
  for (const BoardMark& mark : now.marks) {
    if (!has(before, mark)) added.push_back(mark);
  }
  return added.size() == 1 ? std::optional(added[0]) : std::nullopt;
}

std::vector<BoardMark> discs_of(const BoardPicture& picture) {
  std::vector<BoardMark> discs;
  std::copy_if(picture.marks.begin(), picture.marks.end(), std::back_inserter(discs),
               [](const BoardMark& mark) { return mark.form == BoardPicture::Form::kDisc; });
  return discs;
}

// The same where another part was shown: the disc without which the others stand as before. None
// where that is not one disc only.
std::optional<BoardMark> added_disc(const BoardPicture& before, const BoardPicture& now) {
  const std::vector<BoardMark> old = discs_of(before), discs = discs_of(now);
  const bool has_stones_only =
      std::all_of(now.marks.begin(), now.marks.end(), [](const BoardMark& mark) {
        return mark.form == BoardPicture::Form::kDisc || mark.form == BoardPicture::Form::kText ||
               mark.paint == BoardPicture::Paint::kFaint;
      });
  if (!has_stones_only || discs.size() != old.size() + 1) return std::nullopt;
  std::optional<BoardMark> found;
  for (std::size_t added = 0; added < discs.size(); ++added) {
    bool is_same = true;
    for (std::size_t i = 0; i < old.size() && is_same; ++i) {
      // Both lists go row by row.
      const BoardMark& disc = discs[i < added ? i : i + 1];
      const BoardMark& first = discs[added == 0 ? 1 : 0];
      is_same = disc.paint == old[i].paint &&
                std::hypot((disc.x - first.x) - (old[i].x - old[0].x),
                           (disc.y - first.y) - (old[i].y - old[0].y)) < 1e-6;
    }
    if (is_same && found) return std::nullopt;
    if (is_same) found = discs[added];
  }
  return found;
}

// A dot on the stone of the last move, a frame around its letter.
void mark_last_move(const BoardPicture& before, BoardPicture& now) {
  auto piece = added_mark(before, now);
  if (!piece) piece = added_disc(before, now);
  if (piece && piece->form == BoardPicture::Form::kText) {
    now.add(BoardPicture::Form::kBox, BoardPicture::Paint::kFrame, piece->x, piece->y, 0.9, 0.9);
  } else if (piece && piece->form == BoardPicture::Form::kDisc) {
    const bool is_filled = piece->paint == BoardPicture::Paint::kBlack;
    now.add_disc(!is_filled, piece->x, piece->y, piece->width / 3);
  }
}

}  // namespace

std::function<draw::Board(const NodeRow&)> board_of(const cli::Selection& selection) {
  return [&selection](const NodeRow& row) {
    const auto game = cli::game_at(selection.reader, selection.search, row);
    if (!game) return draw::Board();
    draw::Board board{game->board_text(), game->board_picture()};
    if (row.ply > 0 && row.move) {
      game->undo();
      mark_last_move(game->board_picture(), board.picture);
    }
    return board;
  };
}

}  // namespace plytrace
