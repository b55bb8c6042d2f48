// SPDX-License-Identifier: MIT
//
// An engine with a transposition table that records itself with plytrace.cjs:
//
//   PLYTRACE=nim.ndjson node javascript_engine.mjs && plytrace import nim.ndjson -o nim.db
//   plytrace verify nim.db
//
// The game is Nim: a move takes any number of stones from one heap; taking the last stone wins.
import * as plytrace from "./plytrace.cjs";

const out = plytrace.start({
  game: "nim", position: "1 2 3", perspective: "side", fail: "soft", engine: "javascript_engine.mjs",
  captured: ["usual", "keys", "legal"], score_min: -1, score_max: 1,
});
const table = new Map();
let nodes = 0;

function movesOf(heaps) {
  const moves = [];
  heaps.forEach((stones, heap) => {
    for (let taken = stones; taken > 0; --taken) {
      const rest = heaps.map((each, i) => (i === heap ? each - taken : each));
      moves.push({ name: `${taken} from ${"abc"[heap]}`, rest });
    }
  });
  return moves;
}

// The value for the side to move: 1 wins, -1 loses.
function negamax(heaps, player, alpha, beta, move) {
  const key = `${heaps} ${player}`;
  const node = out.enter(move, { alpha, beta, key });
  const alphaBefore = alpha;
  ++nodes;
  const moves = movesOf(heaps);
  if (moves.length === 0) return node.leave(-1, { kind: "terminal" });
  const entry = table.get(key);
  if (entry && (entry.bound === "exact" || (entry.bound === "lower" ? entry.value >= beta : entry.value <= alpha))) {
    return node.answer(entry.value, { bound: entry.bound });
  }
  let best = -2;
  for (const { name, rest } of moves) {
    const value = -negamax(rest, -player, -beta, -alpha, name);
    if (value <= best) continue;
    best = value;
    if (best >= beta) {
      node.cutoff("beta", best, { alpha, beta });
      break;
    }
    if (best > alpha) {
      alpha = best;
      node.bound(alpha, beta);
    }
  }
  const bound = best >= beta ? "lower" : best <= alphaBefore ? "upper" : "exact";
  table.set(key, { value: best, bound });
  node.store(best, { bound });
  return node.leave(best, { legal: moves.length });
}

console.log(`value ${out.finish(negamax([1, 2, 3], 1, -1, 1))}, nodes ${nodes}`);
