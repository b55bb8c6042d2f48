// SPDX-License-Identifier: MIT
#include "viewer/answers/figure/node_boards.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "viewer/verify/game/game_at.h"
#include "viewer/verify/game/play_to.h"

namespace plytrace {
namespace {

using BoardMark = BoardPicture::Mark;

// The single mark that was added; nullopt if more than one changed.
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

// Puts a dot on the stone of the last move, or a frame around its letter.
void mark_last_move(const BoardPicture& before, BoardPicture& now) {
  const auto piece = added_mark(before, now);
  if (piece && piece->form == BoardPicture::Form::kText) {
    now.add(BoardPicture::Form::kBox, BoardPicture::Paint::kFrame, piece->x, piece->y, 0.9, 0.9);
  } else if (piece && piece->form == BoardPicture::Form::kDisc) {
    const bool is_filled = piece->paint == BoardPicture::Paint::kBlack;
    now.add_disc(!is_filled, piece->x, piece->y, piece->width / 3);
  }
}

}  // namespace

BoardPart board_part(const Selection& selection, const std::vector<NodeRow>& nodes) {
  std::optional<BoardPart> part;
  for (const NodeRow& row : nodes) {
    const auto game = verify::game_at(selection.reader, selection.search, row);
    if (!game) continue;
    if (!part) part = game->board_part();
    part->include(game->board_part());
  }
  return part.value_or(BoardPart());
}

draw::Board board_at(const TraceReader& reader, const SearchRow& search, const NodeRow& row,
                     const std::optional<BoardPart>& part) {
  const auto game = verify::game_at(reader, search, row);
  if (!game) return {};
  const BoardPart shown = part.value_or(game->board_part());
  draw::Board board{game->board_text(), game->board_picture(shown)};
  if (row.ply > 0 && row.move) {
    game->undo();
    mark_last_move(game->board_picture(shown), board.picture);
  }
  return board;
}

std::function<draw::Board(const NodeRow&)> board_of(const Selection& selection,
                                                    const BoardPart& part) {
  return [&selection, part](const NodeRow& row) {
    return board_at(selection.reader, selection.search, row, part);
  };
}

std::vector<std::string> names_of(const Selection& selection, const tree::Excerpt& excerpt) {
  const std::unique_ptr<AnyGame> game = verify::game_of(selection.search);
  if (!game) return {};
  std::vector<std::string> names(excerpt.nodes.size());
  bool has_names = false;
  for (std::size_t i = 0; i < excerpt.nodes.size(); ++i) {
    const tree::ExcerptNode* node = &excerpt.nodes[i];
    if (node->fate == tree::Fate::kLeftOut || node->move_count != 1) continue;
    // Skipped moves lead on from the nearest node that was searched.
    std::vector<std::string> line;
    for (; !node->is_searched() && node->parent >= 0;
         node = &excerpt.nodes[static_cast<std::size_t>(node->parent)]) {
      line.insert(line.begin(), node->move());
    }
    std::size_t played = 0;
    bool is_there = verify::play_to(selection.reader, node->row, *game, &played);
    for (std::size_t k = 0; is_there && k < line.size(); ++k) {
      const auto move = verify::move_here(*game, line[k]);
      is_there = move.has_value();
      if (!is_there) break;
      game->play(*move);
      ++played;
    }
    if (is_there) names[i] = game->position_name();
    has_names = has_names || !names[i].empty();
    for (; played > 0; --played) game->undo();
  }
  return has_names ? names : std::vector<std::string>();
}

}  // namespace plytrace
