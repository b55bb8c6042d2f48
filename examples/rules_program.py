#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The rules of American checkers for `plytrace verify --rules` (docs/rules.md).

A position is 32 squares and the side to move: b and w are men, B and W kings. Squares have the
usual numbers 1 to 32, moves are written 11-15 and 15x22x29. Black begins and plays down.
"""
import json
import sys

START = "bbbbbbbbbbbb........wwwwwwwwwwww b"


def step(square, down, right, length):
    row = square // 4 + down * length
    column = 2 * (square % 4) + (square // 4 + 1) % 2 + right * length
    return row * 4 + column // 2 if 0 <= row < 8 and 0 <= column < 8 else None


def directions(piece):
    return [(down, right) for down in {"b": (1,), "w": (-1,)}.get(piece, (1, -1)) for right in (-1, 1)]


def jumps(board, square, piece):
    """All ways to go on jumping from here: lists of squares that begin with this one."""
    found = []
    for down, right in directions(piece):
        over, to = step(square, down, right, 1), step(square, down, right, 2)
        if to is None or board[to] != "." or board[over].lower() in (".", piece.lower()):
            continue
        rest = board[:over] + "." + board[over + 1:]
        is_crowned = piece == "b" and to >= 28 or piece == "w" and to < 4
        further = [] if is_crowned else jumps(rest, to, piece)
        found += [[square] + line for line in further] or [[square, to]]
    return found


def legal(board, side):
    own = [square for square in range(32) if board[square].lower() == side]
    lines = [line for s in own for line in jumps(board[:s] + "." + board[s + 1:], s, board[s])]
    if lines:  # a jump must be made
        return list(dict.fromkeys("x".join(str(s + 1) for s in line) for line in lines))
    steps = [(s, step(s, down, right, 1)) for s in own for down, right in directions(board[s])]
    return [f"{s + 1}-{to + 1}" for s, to in steps if to is not None and board[to] == "."]


def play(board, side, move):
    squares = [int(square) - 1 for square in move.replace("x", "-").split("-")]
    cells, piece = list(board), board[squares[0]]
    for here, to in zip(squares, squares[1:]):
        cells[here] = "."
        for down, right in directions(piece) if "x" in move else ():
            if step(here, down, right, 2) == to:
                cells[step(here, down, right, 1)] = "."
    cells[squares[-1]] = piece.upper() if squares[-1] // 4 == (7 if side == "b" else 0) else piece
    return "".join(cells), "w" if side == "b" else "b"


def answer(request):
    board, side = (request["position"] or START).split()
    for move in request["moves"]:
        if move not in legal(board, side):
            return {"error": f"{move} is not legal"}
        board, side = play(board, side, move)
    moves, position = legal(board, side), f"{board} {side}"
    rows = [" " * (2 - r % 2 * 2) + "   ".join(board[4 * r:4 * r + 4]) for r in range(8)]
    score = sum({"b": 1, "B": 2, "w": -1, "W": -2}.get(piece, 0) for piece in board)
    over = None if moves else "second" if side == "b" else "first"
    return {"legal": moves, "over": over, "to_move": "bw".index(side), "position": position,
            "board": "\n".join(rows), "score": score}


if __name__ == "__main__":
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps({"id": request["id"], **answer(request)}), flush=True)
