#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# An engine that records itself with plytrace.py, and a reader of its trace:
#
#   PLYTRACE=nim.ndjson python3 python_engine.py && plytrace import nim.ndjson -o nim.db
#   python3 python_engine.py nim.db
#
# The game is Nim: a move takes any number of stones from one heap; taking the last stone wins.
import sys

import plytrace


def moves(heaps):
    for heap, stones in enumerate(heaps):
        for taken in range(stones, 0, -1):
            yield f"{taken} from {'abc'[heap]}", heaps[:heap] + (stones - taken,) + heaps[heap + 1:]


def negamax(out, heaps, side, alpha, beta, move=None):
    """The value for the side to move: 1 wins, -1 loses."""
    with out.enter(move, side=side, alpha=alpha, beta=beta, key=f"{heaps} {side}") as node:
        legal = list(moves(heaps))
        if not legal:
            return node.leave(-1, kind="terminal")
        best = -2
        for played, (move, rest) in enumerate(legal):
            value = -negamax(out, rest, "min" if side == "max" else "max", -beta, -alpha, move)
            if value <= best:
                continue
            best = value
            if best >= beta:
                node.cutoff("beta", best, alpha=alpha, beta=beta, skipped_moves=[m for m, _ in legal[played + 1:]])
                break
            if best > alpha:
                alpha = best
                node.bound(alpha, beta)
        return node.leave(best, legal=len(legal))


def record():
    with plytrace.Emitter() as out:
        out.search(game="nim", position="1 2 3", perspective="side", fail="soft", engine="python_engine.py",
                   captured=["usual", "skipped", "legal"], score_min=-1, score_max=1)
        value = negamax(out, (1, 2, 3), "max", -1, 1)
        out.end_search(value=value, lower=value, upper=value)
    print(f"value {value}")


def read(path):
    with plytrace.Trace(path) as trace:
        for child in trace.children(1):
            events = [event["event"] for event in trace.events(child["id"])]
            print(f"{child['path']}: value {child['value']:g}, {child['size']} nodes, {events}")


if __name__ == "__main__":
    read(sys.argv[1]) if len(sys.argv) > 1 else record()
