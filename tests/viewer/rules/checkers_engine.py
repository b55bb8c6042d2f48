#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Alpha-beta (fail-soft) for checkers as event lines, with one fault if asked for:
checkers_engine.py DEPTH [illegal|missing|key|score]. The rules are those of the example.
"""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../examples"))
sys.dont_write_bytecode = True
import rules_program as rules

FAULT = sys.argv[2] if len(sys.argv) > 2 else ""
nodes = 0


def emit(event, **fields):
    print(json.dumps({"event": event, **fields}))


def material(board):
    return sum({"b": 1, "B": 2, "w": -1, "W": -2}.get(piece, 0) for piece in board)


def search(board, side, depth, alpha, beta, move=None):
    global nodes
    nodes += 1
    is_max = side == "b"
    name = "1-32" if FAULT == "illegal" and nodes == 100 else move
    # The faulty key forgets the last rows.
    key = board[:20] + side if FAULT == "key" else board + side
    emit("enter", side="max" if is_max else "min", depth=depth, alpha=alpha, beta=beta, key=key,
         **({"move": name} if name else {}))
    moves = rules.legal(board, side)
    if depth == 0 or not moves:
        value = material(board) + (7 if FAULT == "score" and nodes > 50 and depth == 0 else 0)
        emit("leave", value=value, kind="horizon" if moves else "terminal", legal=len(moves))
        return value
    if FAULT == "missing" and nodes > 100 and len(moves) > 2:
        moves.pop()
    best, best_move = -99 if is_max else 99, None
    for i, each in enumerate(moves):
        value = search(*rules.play(board, side, each), depth - 1, alpha, beta, each)
        if best_move is None or (value > best if is_max else value < best):
            best, best_move = value, each
        if best >= beta if is_max else best <= alpha:
            emit("cutoff", kind="beta" if is_max else "alpha", cause="child", value=best, alpha=alpha,
                 beta=beta, skipped_moves=moves[i + 1:])
            break
        if best > alpha if is_max else best < beta:
            alpha, beta = (best, beta) if is_max else (alpha, best)
            emit("bound", alpha=alpha, beta=beta)
    emit("leave", value=best, best_move=best_move, legal=len(moves))
    return best


start, first = rules.START.split()
emit("search", game="checkers", position=rules.START, captured=["usual", "skipped"], max_player=0, uniform=True)
search(start, first, int(sys.argv[1]), -99, 99)
emit("end_search", status="finished")
