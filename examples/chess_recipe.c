/* SPDX-License-Identifier: MIT
 *
 * The search of a chess engine with all its usual parts, and what each part reports to plytrace:
 * a transposition table with mates shifted by the ply, mate distance, null move, stand pat and
 * captures, principal variation search, late move reductions, futility, and a limit that aborts.
 * Copy the calls; the lines that belong to plytrace say so. One wrapper, visit(), enters and leaves
 * every node of main search and quiescence, so that think() may return anywhere.
 *
 *   chess_recipe [TRACE [DEPTH [NODE_LIMIT]]]
 *
 * It plays chess on 5 x 5 squares (Gardner's start position; pawns step once and become queens).
 */
#include <plytrace/plytrace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EMPTY, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, WALL = 99 };
enum { WIDTH = 7, SQUARES = WIDTH * 9, MATE = 10000, INFINITE = 20000, NULL_MOVE = 0xFFFF };

typedef struct {
  signed char board[SQUARES]; /* White's pieces are positive; a wall around 5 x 5 */
  int side;                   /* 1: White to move, -1: Black */
} Position;
typedef struct {
  int from, to, gain; /* gain: value of the captured piece, for move ordering */
} Move;

static const int kValue[] = {0, 100, 300, 320, 500, 900, 0};

static Position start(void) {
  static const char kRow[] = {ROOK, KNIGHT, BISHOP, QUEEN, KING};
  Position p;
  memset(p.board, WALL, sizeof p.board);
  p.side = 1;
  for (int x = 0; x < 5; ++x) {
    for (int y = 0; y < 5; ++y) p.board[(y + 2) * WIDTH + x + 1] = EMPTY;
    p.board[2 * WIDTH + x + 1] = kRow[x];
    p.board[3 * WIDTH + x + 1] = PAWN;
    p.board[5 * WIDTH + x + 1] = -PAWN;
    p.board[6 * WIDTH + x + 1] = (signed char)-kRow[x];
  }
  return p;
}

static const int kSteps[] = {1, -1, WIDTH, -WIDTH, WIDTH + 1, WIDTH - 1, -WIDTH + 1, -WIDTH - 1};
static const int kJumps[] = {15, 13, 9, 5, -15, -13, -9, -5};

static int slides(int piece, int direction) {
  return piece == QUEEN || (piece == ROOK && direction < 4) || (piece == BISHOP && direction >= 4);
}

/* Whether `side` attacks the square. */
static int attacks(const Position* p, int side, int square) {
  for (int i = 0; i < 8; ++i) {
    int at = square + kSteps[i], steps = 1;
    if (p->board[square + kJumps[i]] == side * KNIGHT) return 1;
    while (p->board[at] == EMPTY) at += kSteps[i], ++steps;
    if (p->board[at] == WALL) continue;
    if (steps == 1 && p->board[at] == side * KING) return 1;
    if (steps == 1 && i >= 4 && p->board[at] == side * PAWN && (kSteps[i] < 0) == (side > 0))
      return 1;
    if (p->board[at] * side > 0 && slides(p->board[at] * side, i)) return 1;
  }
  return 0;
}

static int in_check(const Position* p, int side) {
  int square = 0;
  while (p->board[square] != side * KING) ++square;
  return attacks(p, -side, square);
}

static Position after(Position p, Move move) {
  const int row = move.to / WIDTH - 2;
  p.board[move.to] = p.board[move.from];
  p.board[move.from] = EMPTY;
  if (p.board[move.to] == p.side * PAWN && (row == 0 || row == 4)) {
    p.board[move.to] = (signed char)(p.side * QUEEN);
  }
  p.side = -p.side;
  return p;
}

static void add(const Position* p, Move* moves, int* count, int from, int to) {
  const int taken = p->board[to] * -p->side;
  const Move move = {from, to, taken > 0 ? kValue[taken] : 0};
  const Position next = after(*p, move);
  if (!in_check(&next, p->side)) moves[(*count)++] = move;
}

/* Legal moves, captures first. */
static int generate(const Position* p, Move* moves) {
  int count = 0;
  for (int from = 0; from < SQUARES; ++from) {
    const int piece = p->board[from] == WALL ? 0 : p->board[from] * p->side;
    if (piece <= 0) continue;
    if (piece == PAWN) {
      const int up = p->side * WIDTH;
      if (p->board[from + up] == EMPTY) add(p, moves, &count, from, from + up);
      for (int aside = -1; aside <= 1; aside += 2) {
        const int there = p->board[from + up + aside];
        if (there != WALL && there * p->side < 0) add(p, moves, &count, from, from + up + aside);
      }
      continue;
    }
    for (int i = 0; i < 8; ++i) {
      int to = from + (piece == KNIGHT ? kJumps[i] : kSteps[i]);
      if (piece != KNIGHT && piece != KING && !slides(piece, i)) continue;
      for (; p->board[to] != WALL; to += kSteps[i]) {
        if (p->board[to] * p->side > 0) break;
        add(p, moves, &count, from, to);
        if (p->board[to] != EMPTY || piece == KNIGHT || piece == KING) break;
      }
    }
  }
  for (int i = 1; i < count; ++i) { /* stable: the most valuable capture first */
    const Move move = moves[i];
    int at = i;
    for (; at > 0 && moves[at - 1].gain < move.gain; --at) moves[at] = moves[at - 1];
    moves[at] = move;
  }
  return count;
}

static int evaluate(const Position* p) {
  int score = 0;
  for (int square = 0; square < SQUARES; ++square) {
    const int piece = p->board[square] == WALL ? 0 : p->board[square];
    const int x = square % WIDTH - 3, y = square / WIDTH - 4;
    if (piece == 0) continue;
    score += (piece > 0 ? 1 : -1) * (kValue[abs(piece)] - 3 * (x * x + y * y));
  }
  return score * p->side;
}

static uint64_t key_of(const Position* p) {
  uint64_t key = (uint64_t)(p->side + 2) * 0x9E3779B97F4A7C15u;
  for (int square = 0; square < SQUARES; ++square) {
    if (p->board[square] == WALL) continue;
    key = (key ^ (uint64_t)(p->board[square] + 7)) * 0xBF58476D1CE4E5B9u;
    key ^= key >> 29;
  }
  return key;
}

/* --- The table: it stores mate scores as distances from the node, not from the root. */

enum { ENTRIES = 1 << 14, NEAR_MATE = MATE - 200 };
typedef struct {
  uint64_t key;
  int depth, bound, raw;
} Entry;
static Entry table[ENTRIES];

static int from_table(int raw, int ply) {
  return raw > NEAR_MATE ? raw - ply : raw < -NEAR_MATE ? raw + ply : raw;
}
static int to_table(int value, int ply) {
  return value > NEAR_MATE ? value + ply : value < -NEAR_MATE ? value - ply : value;
}

/* --- Reporting to plytrace */

static plytrace_stream* s; /* NULL: nothing is recorded */
static plytrace_node here; /* the open node that think() works on */
static long nodes, node_limit;
static int stopped;

static plytrace_move number_of(Move move) { return (plytrace_move)(move.from * SQUARES + move.to); }

static const char* move_text(plytrace_move number, void* user) {
  static char text[32];
  const int from = (int)number / SQUARES, to = (int)number % SQUARES;
  (void)user;
  if (number == NULL_MOVE) return "null";
  snprintf(text, sizeof text, "%c%d%c%d", 'a' + from % WIDTH - 1, from / WIDTH - 1,
           'a' + to % WIDTH - 1, to / WIDTH - 1);
  return text;
}

static void tell_probe(const Entry* entry, int value, int depth, int used) {
  plytrace_entry_args args = PLYTRACE_ENTRY_INIT;
  args.key = args.entry_key = entry->key;
  args.has_entry_key = 1;
  args.depth = depth;
  args.stored_depth = entry->depth;
  args.bound = entry->bound;
  args.used = used;
  args.value = value;
  args.has_raw = entry->raw != value;
  args.raw = entry->raw;
  plytrace_probe(s, here, &args);
}

static void tell_store(const Entry* entry, int value) {
  plytrace_entry_args args = PLYTRACE_ENTRY_INIT;
  args.key = entry->key;
  args.depth = entry->depth;
  args.bound = entry->bound;
  args.value = value;
  args.has_raw = entry->raw != value;
  args.raw = entry->raw;
  plytrace_store(s, here, &args);
}

/* Reports moves that are dropped without a proof; `value` is their assumed value. */
static void tell_forward(int cause, int value, int alpha, int beta, int moves) {
  plytrace_cutoff_args args = PLYTRACE_CUTOFF_INIT;
  args.kind = PLYTRACE_CUT_FORWARD;
  args.cause = cause;
  args.has_value = args.has_window = 1;
  args.value = value;
  args.alpha = alpha;
  args.beta = beta;
  args.skipped = moves;
  plytrace_cutoff(s, here, &args);
}

/* --- The search */

static int think(const Position* p, int depth, int alpha, int beta, int ply, int null_allowed);

/* The wrapper: enters and leaves every node of main search and quiescence. */
static int visit(const Position* p, plytrace_move move, int role, int depth, int alpha, int beta,
                 int ply, int null_allowed) {
  const plytrace_node outer = here;
  const plytrace_leave_args aborted = PLYTRACE_LEAVE_INIT;
  plytrace_enter_args args = PLYTRACE_ENTER_INIT;
  int value;
  args.move = move;
  args.side = p->side > 0 ? PLYTRACE_MAX : PLYTRACE_MIN;
  args.depth = depth;
  args.role = role;
  args.phase = depth > 0 ? PLYTRACE_MAIN : PLYTRACE_QUIESCENCE;
  args.has_window = args.has_key = 1;
  args.alpha = alpha;
  args.beta = beta;
  args.key = key_of(p);
  here = plytrace_enter_as(s, &args);
  value = think(p, depth, alpha, beta, ply, null_allowed);
  if (stopped) {
    plytrace_leave_as(s, here, &aborted); /* it has no value */
  } else {
    plytrace_leave(s, here, value);
  }
  here = outer;
  return value;
}

/* Searches a move: reduced first if it is late and quiet, with a null window unless it is the
 * first. */
static int search_move(const Position* p, Move move, int index, int checked, int depth, int alpha,
                       int beta, int ply) {
  const Position next = after(*p, move);
  const plytrace_move number = number_of(move);
  const int reduce = depth >= 3 && index >= 3 && move.gain == 0 && !checked;
  int value, role = PLYTRACE_MOVE;
  if (index == 0) return -visit(&next, number, role, depth - 1, -beta, -alpha, ply + 1, 1);
  if (reduce) {
    value = -visit(&next, number, PLYTRACE_REDUCED, depth - 2, -alpha - 1, -alpha, ply + 1, 1);
    if (stopped || value <= alpha) return value;
    role = PLYTRACE_RE_SEARCH;
  }
  value = -visit(&next, number, role, depth - 1, -alpha - 1, -alpha, ply + 1, 1);
  if (stopped || value <= alpha || value >= beta) return value;
  return -visit(&next, number, PLYTRACE_RE_SEARCH, depth - 1, -beta, -alpha, ply + 1, 1);
}

static int quiesce(const Position* p, const Move* moves, int count, int alpha, int beta, int ply) {
  int best = evaluate(p);
  plytrace_score(s, here, best); /* the stand pat */
  if (best >= beta) {
    plytrace_cut(s, here, PLYTRACE_CUT_BETA, PLYTRACE_BY_STAND_PAT, best, alpha, beta);
    return best;
  }
  if (best > alpha) {
    alpha = best;
    plytrace_bound(s, here, PLYTRACE_BY_STAND_PAT, alpha, beta);
  }
  for (int i = 0; i < count && moves[i].gain > 0; ++i) {
    const Position next = after(*p, moves[i]);
    const int value =
        -visit(&next, number_of(moves[i]), PLYTRACE_MOVE, 0, -beta, -alpha, ply + 1, 1);
    if (stopped) return 0;
    if (value <= best) continue;
    best = value;
    if (best >= beta) {
      plytrace_cut(s, here, PLYTRACE_CUT_BETA, PLYTRACE_BY_CHILD, best, alpha, beta);
      return best;
    }
    if (best > alpha) {
      alpha = best;
      plytrace_bound(s, here, PLYTRACE_BY_CHILD, alpha, beta);
    }
  }
  return best;
}

static int think(const Position* p, int depth, int alpha, int beta, int ply, int null_allowed) {
  const int entry_alpha = alpha, checked = in_check(p, p->side);
  Entry* const entry = &table[key_of(p) % ENTRIES];
  Move moves[128];
  int best = -INFINITE;
  if (++nodes > node_limit) stopped = 1;
  if (stopped) return 0;

  const int count = generate(p, moves);
  if (count == 0) {
    plytrace_is(s, here, PLYTRACE_TERMINAL, PLYTRACE_EXACT);
    return checked ? ply - MATE : 0;
  }
  /* Mate distance: nothing here is better than a mate in one. */
  if (beta > MATE - ply - 1) {
    beta = MATE - ply - 1;
    if (alpha >= beta) {
      plytrace_is(s, here, PLYTRACE_KNOWN, PLYTRACE_UPPER);
      return beta;
    }
    plytrace_bound(s, here, PLYTRACE_BY_MATE_DISTANCE, alpha, beta);
  }
  if (depth <= 0) return quiesce(p, moves, count, alpha, beta, ply);

  if (entry->key == key_of(p) && ply > 0) {
    const int value = from_table(entry->raw, ply);
    const int fits = entry->bound == PLYTRACE_EXACT ||
                     (entry->bound == PLYTRACE_LOWER ? value >= beta : value <= alpha);
    const int answers = entry->depth >= depth && fits;
    tell_probe(entry, value, depth, answers ? PLYTRACE_ANSWERED : PLYTRACE_USED_NO);
    if (answers) {
      plytrace_is(s, here, PLYTRACE_TABLE, entry->bound);
      return value;
    }
  }
  /* Null move: if passing still reaches beta, a move will, too. */
  if (null_allowed && depth >= 3 && !checked && ply > 0 && evaluate(p) >= beta) {
    Position passed = *p;
    passed.side = -passed.side;
    const int value =
        -visit(&passed, NULL_MOVE, PLYTRACE_NULL_MOVE, depth - 3, -beta, -beta + 1, ply + 1, 0);
    if (stopped) return 0;
    if (value >= beta && value < NEAR_MATE) {
      plytrace_cut(s, here, PLYTRACE_CUT_BETA, PLYTRACE_BY_NULL_MOVE, value, alpha, beta);
      return value;
    }
  }
  for (int i = 0; i < count; ++i) {
    /* Futility: quiet moves of a node that lies far below alpha. */
    const int hope = evaluate(p) + 250;
    if (depth == 1 && !checked && moves[i].gain == 0 && hope <= alpha && alpha > -NEAR_MATE) {
      tell_forward(PLYTRACE_BY_FUTILITY, hope, alpha, beta, count - i);
      if (hope > best) best = hope;
      break;
    }
    const int value = search_move(p, moves[i], i, checked, depth, alpha, beta, ply);
    if (stopped) return 0;
    if (value <= best) continue;
    best = value;
    if (best >= beta) {
      plytrace_cut(s, here, PLYTRACE_CUT_BETA, PLYTRACE_BY_CHILD, best, alpha, beta);
      break;
    }
    if (best > alpha) {
      alpha = best;
      plytrace_bound(s, here, PLYTRACE_BY_CHILD, alpha, beta);
    }
  }
  entry->key = key_of(p);
  entry->depth = depth;
  entry->raw = to_table(best, ply);
  entry->bound = best <= entry_alpha ? PLYTRACE_UPPER
                 : best >= beta      ? PLYTRACE_LOWER
                                     : PLYTRACE_EXACT;
  tell_store(entry, best);
  return best;
}

int main(int argc, char** argv) {
  const int deepest = argc > 2 ? atoi(argv[2]) : 8;
  plytrace_trace* const trace = argc > 1 ? plytrace_open(argv[1], NULL) : NULL;
  const Position root = start();
  plytrace_search search = PLYTRACE_SEARCH_INIT;
  plytrace_result result = PLYTRACE_RESULT_INIT;
  node_limit = argc > 3 ? atol(argv[3]) : 1000000000;
  s = trace ? plytrace_open_stream(trace) : NULL;
  search.game = "minichess";
  search.position = "5x5 Gardner";
  search.algorithm = "pvs";
  search.scores = PLYTRACE_SIDE_TO_MOVE;
  search.depth = deepest;
  search.captured = "usual";
  search.has_score_range = 1;
  search.score_min = -MATE;
  search.score_max = MATE;
  search.move_text = move_text;
  if (s) plytrace_begin_search(s, &search);
  for (int depth = 1; depth <= deepest && !stopped; ++depth) {
    if (s) plytrace_begin_pass(s, PLYTRACE_ITERATION, depth, -INFINITE, INFINITE);
    const int value =
        visit(&root, PLYTRACE_NO_MOVE, PLYTRACE_MOVE, depth, -INFINITE, INFINITE, 0, 0);
    const int status = stopped ? PLYTRACE_NODE_LIMIT : PLYTRACE_FINISHED;
    if (s) plytrace_end_pass(s, status, PLYTRACE_NO_MOVE);
    result.status = status;
    if (stopped) break;
    result.has_value = result.has_lower = result.has_upper = 1;
    result.value = result.lower = result.upper = value;
    result.completed_depth = depth;
  }
  if (s) plytrace_end_search(s, &result);
  printf("value %d, depth %d, nodes %ld\n", (int)result.value, (int)result.completed_depth, nodes);
  if (s && plytrace_error(s)) fprintf(stderr, "%s\n", plytrace_error(s));
  if (trace && plytrace_close(trace) != 0) fprintf(stderr, "%s\n", plytrace_trace_error(trace));
  return 0;
}
