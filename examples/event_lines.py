#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# A Python engine that records itself by printing event lines:
#
#   python3 event_lines.py | plytrace import - -o nim.db
#   plytrace verify nim.db
#
# The game is Nim: a move takes any number of stones from one heap; taking the last stone wins. Moves
# come from a generator, so the search does not know how many there are.
import json
import sys

counters = {"nodes": 0, "cutoffs": 0}


def emit(event, **fields):
    """One event line. None is left out; infinities are texts in JSON."""
    for name, value in list(fields.items()):
        if value is None:
            del fields[name]
        elif value == float("inf"):
            fields[name] = "+inf"
        elif value == float("-inf"):
            fields[name] = "-inf"
    print(json.dumps({"event": event, **fields}, separators=(",", ":")))


def moves(heaps):
    for heap, stones in enumerate(heaps):
        for taken in range(stones, 0, -1):
            rest = list(heaps)
            rest[heap] -= taken
            yield f"{taken} from {'abc'[heap]}", tuple(rest)


def negamax(heaps, alpha, beta, move=None):
    """The value for the side to move: 1 wins, -1 loses. Fail-soft."""
    counters["nodes"] += 1
    emit("enter", move=move, alpha=alpha, beta=beta)
    if not any(heaps):
        emit("leave", kind="terminal", value=-1)
        return -1
    best, best_move = float("-inf"), None
    for move, rest in moves(heaps):
        value = -negamax(rest, -beta, -alpha, move)
        if value <= best:
            continue
        best, best_move = value, move
        if best >= beta:
            counters["cutoffs"] += 1
            emit("cutoff", kind="beta", value=best, alpha=alpha, beta=beta)
            break
        if best > alpha:
            alpha = best
            emit("bound", alpha=alpha, beta=beta)
    emit("leave", value=best, best_move=best_move)
    return best


def main():
    heaps = (2, 3, 3)
    emit("search", game="nim", position=" ".join(map(str, heaps)), algorithm="negamax",
         perspective="side", captured=["windows", "bounds", "cutoffs"], fail="soft",
         score_min=-1, score_max=1, engine="event_lines.py")
    value = negamax(heaps, -1, 1)
    emit("end_search", value=value, lower=value, upper=value)
    print(f"value {value}, nodes {counters['nodes']}, cutoffs {counters['cutoffs']}",
          file=sys.stderr)


if __name__ == "__main__":
    main()
