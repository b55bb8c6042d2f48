/* SPDX-License-Identifier: MIT
 *
 * A small chess engine, instrumented as docs/instrument_your_search.md says: principal variation
 * search with late move reductions, a table with mates shifted by the ply, mate distance, a null
 * move, futility, a singular extension, quiescence with stand pat, draws by repetition and fifty
 * moves, and a time limit that aborts. docs/chess.md finds a bug in it.
 * Copy the calls of plytrace. One wrapper, visit(), enters and leaves every node of main search and
 * quiescence, so that think() may return anywhere.
 *
 *   chess_engine [TRACE [DEPTH [FEN [MILLISECONDS [BUG]]]]]
 *
 * BUG is the number of a mistake to make: 1 leaves the castling rights out of the key.
 */
#include <plytrace/plytrace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EMPTY, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, WALL = 99 };
enum { WIDTH = 10, SQUARES = 120, A1 = 21, UP = WIDTH, RIGHT = 1, NOWHERE = 0 };
enum { MATE = 30000, NEAR_MATE = 29000, INFINITE = 32000, MOST_PLIES = 100, MOST_MOVES = 256 };
enum { NULL_MOVE = 0xFFFFFF };
static const char kStart[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
static const char kLetters[] = ".PNBRQK";

/* --- The board */

typedef struct {
  signed char board[SQUARES]; /* White's pieces are positive; a wall around 8 x 8 */
  int side;                   /* 1: White to move, -1: Black */
  int rights;                 /* to castle: 1 White short, 2 long, 4 Black short, 8 long */
  int passant;                /* the square behind a pawn that moved two squares, or NOWHERE */
  int clock;                  /* plies without a capture or a pawn move */
  int king[2];                /* of White and Black */
} Position;
typedef struct {
  int from, to, promotion, gain; /* gain: value of what it wins, for move ordering */
} Move;

static const int kValue[] = {0, 100, 320, 330, 500, 900, 0};
static const int kSteps[] = {UP, -UP, RIGHT, -RIGHT, 11, 9, -9, -11};
static const int kJumps[] = {21, 19, 12, 8, -21, -19, -12, -8};

static int file_of(int square) { return square % WIDTH - 1; }
static int rank_of(int square) { return square / WIDTH - 2; }
static int king_of(const Position* p, int side) { return p->king[side < 0]; }

static int slides(int piece, int direction) {
  return piece == QUEEN || (piece == ROOK && direction < 4) || (piece == BISHOP && direction >= 4);
}

/* Whether `side` attacks the square. */
static int attacks(const Position* p, int side, int square) {
  if (p->board[square - side * UP - 1] == side * PAWN) return 1;
  if (p->board[square - side * UP + 1] == side * PAWN) return 1;
  for (int i = 0; i < 8; ++i) {
    int at = square + kSteps[i], steps = 1;
    if (p->board[square + kJumps[i]] == side * KNIGHT) return 1;
    while (p->board[at] == EMPTY) at += kSteps[i], ++steps;
    if (p->board[at] == WALL || p->board[at] * side < 0) continue;
    if (steps == 1 && p->board[at] == side * KING) return 1;
    if (slides(abs(p->board[at]), i)) return 1;
  }
  return 0;
}
static int in_check(const Position* p, int side) { return attacks(p, -side, king_of(p, side)); }

/* The rights that are lost when something moves from or to a square. */
static int rights_of(int square) {
  switch (square) {
    case A1:
      return 2;
    case A1 + 4:
      return 3;
    case A1 + 7:
      return 1;
    case A1 + 70:
      return 8;
    case A1 + 74:
      return 12;
    case A1 + 77:
      return 4;
    default:
      return 0;
  }
}

static Position after(Position p, Move m) {
  const int piece = p.board[m.from], kind = abs(piece);
  ++p.clock;
  if (kind == PAWN || p.board[m.to] != EMPTY) p.clock = 0;
  if (kind == PAWN && m.to == p.passant) p.board[m.to - p.side * UP] = EMPTY;
  p.board[m.to] = (signed char)(m.promotion ? p.side * m.promotion : piece);
  p.board[m.from] = EMPTY;
  if (kind == KING) {
    p.king[p.side < 0] = m.to;
    if (m.to - m.from == 2) p.board[m.to - 1] = p.board[m.to + 1], p.board[m.to + 1] = EMPTY;
    if (m.from - m.to == 2) p.board[m.to + 1] = p.board[m.to - 2], p.board[m.to - 2] = EMPTY;
  }
  p.rights &= ~(rights_of(m.from) | rights_of(m.to));
  p.passant = kind == PAWN && abs(m.to - m.from) == 2 * UP ? (m.from + m.to) / 2 : NOWHERE;
  p.side = -p.side;
  return p;
}

/* Adds a move if it is legal. */
static void add(const Position* p, Move* moves, int* count, int from, int to, int promotion) {
  Move move = {from, to, promotion, kValue[abs(p->board[to])] + (promotion == QUEEN ? 800 : 0)};
  const Position next = after(*p, move);
  if (to == p->passant && abs(p->board[from]) == PAWN) move.gain = kValue[PAWN];
  if (!in_check(&next, p->side)) moves[(*count)++] = move;
}

static void add_pawn_move(const Position* p, Move* moves, int* count, int from, int to) {
  const int last = rank_of(to) == 0 || rank_of(to) == 7;
  for (int piece = last ? QUEEN : 0; piece == 0 || piece >= KNIGHT; --piece) {
    add(p, moves, count, from, to, piece);
    if (piece == 0) break;
  }
}

static void add_castling(const Position* p, Move* moves, int* count) {
  const int from = king_of(p, p->side), shift = p->side > 0 ? 0 : 2;
  if (in_check(p, p->side)) return;
  for (int wing = 0; wing < 2; ++wing) {
    const int step = wing == 0 ? 1 : -1;
    if (!(p->rights >> (shift + wing) & 1)) continue;
    if (p->board[from + step] || p->board[from + 2 * step]) continue;
    if (wing == 1 && p->board[from - 3]) continue;
    if (!attacks(p, -p->side, from + step)) add(p, moves, count, from, from + 2 * step, 0);
  }
}

/* The legal moves, those that win most first. */
static int generate(const Position* p, Move* moves) {
  int count = 0;
  for (int from = A1; from < A1 + 78; ++from) {
    const int piece = p->board[from] * p->side;
    if (p->board[from] == WALL || piece <= 0) continue;
    if (piece == PAWN) {
      const int one = from + p->side * UP, home = p->side > 0 ? 1 : 6;
      if (p->board[one] == EMPTY) {
        add_pawn_move(p, moves, &count, from, one);
        if (rank_of(from) == home && p->board[one + p->side * UP] == EMPTY) {
          add(p, moves, &count, from, one + p->side * UP, 0);
        }
      }
      for (int to = one - 1; to <= one + 1; to += 2) {
        const int takes = p->board[to] != WALL && p->board[to] * p->side < 0;
        if (takes || (to == p->passant && to != NOWHERE)) {
          add_pawn_move(p, moves, &count, from, to);
        }
      }
      continue;
    }
    for (int i = 0; i < 8; ++i) {
      const int step = piece == KNIGHT ? kJumps[i] : kSteps[i];
      if (piece != KNIGHT && piece != KING && !slides(piece, i)) continue;
      for (int to = from + step; p->board[to] != WALL && p->board[to] * p->side <= 0; to += step) {
        add(p, moves, &count, from, to, 0);
        if (p->board[to] != EMPTY || piece == KNIGHT || piece == KING) break;
      }
    }
  }
  add_castling(p, moves, &count);
  for (int i = 1; i < count; ++i) {
    const Move move = moves[i];
    int at = i;
    for (; at > 0 && moves[at - 1].gain < move.gain; --at) moves[at] = moves[at - 1];
    moves[at] = move;
  }
  return count;
}

/* 0 where the text is no FEN. */
static int read_fen(const char* text, Position* p) {
  int file = 0, rank = 7, offset = 0, clock = 0;
  char side = 'w', rights[8] = "-", passant[4] = "-";
  memset(p, 0, sizeof *p);
  memset(p->board, WALL, sizeof p->board);
  for (int i = 0; i < 64; ++i) p->board[A1 + i / 8 * WIDTH + i % 8] = EMPTY;
  for (; *text && *text != ' '; ++text) {
    const char* const letter = strchr(kLetters + 1, *text & ~32);
    if (*text == '/') {
      --rank, file = 0;
    } else if (*text >= '1' && *text <= '8') {
      file += *text - '0';
    } else if (letter == NULL || file > 7 || rank < 0) {
      return 0;
    } else {
      const int piece = (int)(letter - kLetters), white = (*text & 32) == 0;
      const int square = A1 + rank * WIDTH + file++;
      p->board[square] = (signed char)(white ? piece : -piece);
      if (piece == KING) p->king[!white] = square;
    }
  }
  if (sscanf(text, " %c %7s %3s %n%d", &side, rights, passant, &offset, &clock) < 3) return 0;
  p->side = side == 'w' ? 1 : -1;
  for (int i = 0; i < 4; ++i) {
    if (strchr(rights, "KQkq"[i])) p->rights |= 1 << i;
  }
  if (passant[0] != '-') p->passant = A1 + (passant[1] - '1') * WIDTH + passant[0] - 'a';
  p->clock = clock;
  return p->king[0] != 0 && p->king[1] != 0;
}

/* --- Keys and evaluation */

static int bug;

static uint64_t mix(uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

/* An en-passant square is part of the position only where a pawn can take there. */
static int can_take_in_passing(const Position* p) {
  if (p->passant == NOWHERE) return 0;
  for (int d = -1; d <= 1; d += 2) {
    const int from = p->passant - p->side * UP + d;
    Move moves[1];
    int count = 0;
    if (p->board[from] == p->side * PAWN) add(p, moves, &count, from, p->passant, 0);
    if (count > 0) return 1;
  }
  return 0;
}

static uint64_t key_of(const Position* p) {
  uint64_t key = p->side > 0 ? 0 : mix(1);
  for (int square = A1; square < A1 + 78; ++square) {
    const int piece = p->board[square];
    if (piece != EMPTY && piece != WALL) key ^= mix((uint64_t)(1000 + square * 20 + piece + 6));
  }
  if (bug != 1) key ^= mix((uint64_t)(100 + p->rights));
  if (can_take_in_passing(p)) key ^= mix((uint64_t)(200 + p->passant));
  return key;
}

/* Material and the centre, for the side to move. */
static int evaluate(const Position* p) {
  int score = 0;
  for (int square = A1; square < A1 + 78; ++square) {
    const int piece = p->board[square], kind = abs(piece);
    if (piece == EMPTY || piece == WALL) continue;
    const int x = file_of(square), y = rank_of(square);
    const int centre = (x < 4 ? x : 7 - x) + (y < 4 ? y : 7 - y);
    const int advance = kind == PAWN ? (piece > 0 ? y - 1 : 6 - y) * 6 : 0;
    const int value = kValue[kind] + (kind == KING ? -centre : 3 * centre) + advance;
    score += piece > 0 ? value : -value;
  }
  return p->side * score;
}

static int is_material_short(const Position* p) {
  int minors = 0;
  for (int square = A1; square < A1 + 78; ++square) {
    const int kind = abs(p->board[square]);
    if (kind == PAWN || kind == ROOK || kind == QUEEN) return 0;
    minors += kind == KNIGHT || kind == BISHOP;
  }
  return minors <= 1;
}

/* --- The table. Mates are kept as distances from the node, not from the root. */

enum { ENTRIES = 1 << 18 };
typedef struct {
  uint64_t key;
  int depth, bound, raw;
  plytrace_move move;
} Entry;
static Entry table[ENTRIES];

static int from_table(int raw, int ply) {
  return raw > NEAR_MATE ? raw - ply : raw < -NEAR_MATE ? raw + ply : raw;
}
static int to_table(int value, int ply) {
  return value > NEAR_MATE ? value + ply : value < -NEAR_MATE ? value - ply : value;
}

/* --- Reporting to plytrace */

static plytrace_stream* s;                            /* NULL: nothing is recorded */
static const plytrace_node here = PLYTRACE_INNERMOST; /* the node that think() works on */
static long nodes;
static clock_t deadline; /* 0: none */
static int stopped;
static uint64_t path[MOST_PLIES]; /* keys from the root to here */
static plytrace_move line[MOST_PLIES][MOST_PLIES];
static int line_length[MOST_PLIES];

static plytrace_move number_of(Move move) {
  return (plytrace_move)(move.from | move.to << 7 | move.promotion << 14);
}

static const char* move_text(plytrace_move number, void* user) {
  static char text[8];
  const int from = (int)number & 127, to = (int)number >> 7 & 127, promotion = (int)number >> 14;
  (void)user;
  if (number == NULL_MOVE) return "null";
  snprintf(text, sizeof text, "%c%d%c%d%c", 'a' + file_of(from), rank_of(from) + 1,
           'a' + file_of(to), rank_of(to) + 1, promotion ? kLetters[promotion] | 32 : 0);
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
static void tell_futile(int value, int alpha, int beta, int moves) {
  plytrace_cutoff_args args = PLYTRACE_CUTOFF_INIT;
  args.kind = PLYTRACE_CUT_FORWARD;
  args.cause = PLYTRACE_BY_FUTILITY;
  args.has_value = args.has_window = 1;
  args.value = value;
  args.alpha = alpha;
  args.beta = beta;
  args.skipped = moves;
  plytrace_cutoff(s, here, &args);
}

static void tell_static_eval(int value) {
  char text[16];
  if (s == NULL) return;
  snprintf(text, sizeof text, "%d", value);
  plytrace_note(s, here, "static_eval", text);
}

/* --- The search. `excluded`: the move that a singular search leaves out, or PLYTRACE_NO_MOVE. */

typedef struct {
  int depth, alpha, beta, ply, null_allowed;
  plytrace_move excluded;
} Task;

static int think(const Position* p, Task task);

/* The wrapper: enters and leaves every node of main search and quiescence. */
static int visit(const Position* p, plytrace_move move, int role, Task task) {
  const plytrace_leave_args aborted = PLYTRACE_LEAVE_INIT;
  plytrace_enter_args args = PLYTRACE_ENTER_INIT;
  plytrace_node node;
  int value;
  args.move = move;
  args.side = p->side > 0 ? PLYTRACE_MAX : PLYTRACE_MIN;
  args.depth = task.depth;
  args.role = role;
  args.phase = task.depth > 0 ? PLYTRACE_MAIN : PLYTRACE_QUIESCENCE;
  args.has_window = args.has_key = 1;
  args.alpha = task.alpha;
  args.beta = task.beta;
  args.key = key_of(p);
  node = plytrace_enter_as(s, &args);
  if (task.excluded != PLYTRACE_NO_MOVE) plytrace_exclude(s, here, &task.excluded, 1);
  value = think(p, task);
  if (stopped) {
    plytrace_leave_as(s, node, &aborted); /* it has no value */
  } else {
    plytrace_leave(s, node, value);
  }
  return value;
}

static int child(const Position* p, Move move, int role, int depth, int alpha, int beta, int ply) {
  const Position next = after(*p, move);
  const Task task = {depth, -beta, -alpha, ply + 1, 1, PLYTRACE_NO_MOVE};
  return -visit(&next, number_of(move), role, task);
}

/* Searches a move: reduced first if it is late and quiet, with a null window unless it is the
 * first. `depth` is that of the move. */
static int search_move(const Position* p, Move move, int index, int checked, int depth, int alpha,
                       int beta, int ply) {
  int value, role = PLYTRACE_MOVE;
  if (index == 0) return child(p, move, role, depth, alpha, beta, ply);
  if (depth >= 2 && index >= 3 && move.gain == 0 && !checked) {
    value = child(p, move, PLYTRACE_REDUCED, depth - 1, alpha, alpha + 1, ply);
    if (stopped || value <= alpha) return value;
    role = PLYTRACE_RE_SEARCH;
  }
  value = child(p, move, role, depth, alpha, alpha + 1, ply);
  if (stopped || value <= alpha || value >= beta) return value;
  return child(p, move, PLYTRACE_RE_SEARCH, depth, alpha, beta, ply);
}

/* The line from here begins with that move. */
static void lead(int ply, Move move) {
  const int rest = line_length[ply + 1];
  line[ply][0] = number_of(move);
  memcpy(line[ply] + 1, line[ply + 1], sizeof(plytrace_move) * (size_t)rest);
  line_length[ply] = rest + 1;
}

/* Whether the position occurred on the path since the last capture or pawn move. */
static int is_repeated(const Position* p, int ply) {
  for (int back = 4; back <= ply && back <= p->clock; back += 2) {
    if (path[ply - back] == path[ply]) return 1;
  }
  return 0;
}

static int quiesce(const Position* p, const Move* moves, int count, int checked, Task task) {
  int alpha = task.alpha, best = -INFINITE;
  if (!checked) {
    best = evaluate(p);
    plytrace_score(s, here, best); /* the stand pat */
    if (best >= task.beta) {
      plytrace_cut(s, here, PLYTRACE_CUT_BETA, PLYTRACE_BY_STAND_PAT, best, alpha, task.beta);
      return best;
    }
    if (best > alpha) {
      alpha = best;
      plytrace_bound(s, here, PLYTRACE_BY_STAND_PAT, alpha, task.beta);
    }
  }
  /* In check every move is tried. */
  for (int i = 0; i < count && (checked || moves[i].gain > 0); ++i) {
    const int value = child(p, moves[i], PLYTRACE_MOVE, 0, alpha, task.beta, task.ply);
    if (stopped) return 0;
    if (value <= best) continue;
    best = value;
    if (best >= task.beta) {
      plytrace_cut(s, here, PLYTRACE_CUT_BETA, PLYTRACE_BY_CHILD, best, alpha, task.beta);
      return best;
    }
    if (best > alpha) {
      alpha = best;
      plytrace_bound(s, here, PLYTRACE_BY_CHILD, alpha, task.beta);
      lead(task.ply, moves[i]);
    }
  }
  return best;
}

/* Whether the table move alone reaches its value: all others fail low against a bit less, searched
 * to half the depth without it. */
static int is_singular(const Position* p, const Entry* entry, Task task) {
  const int limit = from_table(entry->raw, task.ply) - 2 * task.depth;
  const Task probe = {(task.depth - 1) / 2, limit - 1, limit, task.ply, 0, entry->move};
  if (task.depth < 4 || task.ply == 0 || task.excluded != PLYTRACE_NO_MOVE) return 0;
  if (entry->bound == PLYTRACE_UPPER || entry->depth < task.depth - 3) return 0;
  if (entry->move == PLYTRACE_NO_MOVE || abs(entry->raw) > NEAR_MATE) return 0;
  return visit(p, PLYTRACE_NO_MOVE, PLYTRACE_PROBE, probe) < limit && !stopped;
}

static void to_front(Move* moves, int count, plytrace_move number) {
  for (int i = 1; i < count; ++i) {
    if (number_of(moves[i]) != number) continue;
    const Move move = moves[i];
    memmove(moves + 1, moves, sizeof(Move) * (size_t)i);
    moves[0] = move;
  }
}

/* The entry answers the node. */
static int asks_table(const Entry* entry, Task task, int* value) {
  *value = from_table(entry->raw, task.ply);
  const int fits = entry->bound == PLYTRACE_EXACT ||
                   (entry->bound == PLYTRACE_LOWER ? *value >= task.beta : *value <= task.alpha);
  const int answers = task.ply > 0 && entry->depth >= task.depth && fits;
  tell_probe(entry, *value, task.depth, answers ? PLYTRACE_ANSWERED : PLYTRACE_USED_NO);
  return answers;
}

/* Passing still reaches beta: then a move will, too. */
static int null_move_cuts(const Position* p, Task task) {
  Position passed = *p;
  const Task next = {task.depth - 3, -task.beta, -task.beta + 1, task.ply + 1, 0, PLYTRACE_NO_MOVE};
  passed.side = -passed.side;
  passed.passant = NOWHERE;
  passed.clock = 0; /* nothing is repeated across it */
  const int value = -visit(&passed, NULL_MOVE, PLYTRACE_NULL_MOVE, next);
  if (stopped || value < task.beta || value > NEAR_MATE) return 0;
  plytrace_cut(s, here, PLYTRACE_CUT_BETA, PLYTRACE_BY_NULL_MOVE, task.beta, task.alpha, task.beta);
  return 1;
}

static int search_moves(const Position* p, Move* moves, int count, int checked, int extends,
                        Task task) {
  const int hope = evaluate(p) + 250, is_whole = task.excluded == PLYTRACE_NO_MOVE;
  const int may_drop = task.depth == 1 && !checked && is_whole;
  int best = -INFINITE, alpha = task.alpha;
  for (int i = 0, searched = 0; i < count; ++i) {
    if (number_of(moves[i]) == task.excluded) continue;
    /* Futility: the quiet moves, which come last, of a node that lies far below alpha. */
    if (may_drop && i > 0 && moves[i].gain == 0 && hope <= alpha && alpha > -NEAR_MATE) {
      tell_futile(hope, alpha, task.beta, count - i);
      return best > hope ? best : hope;
    }
    const int depth = task.depth - 1 + (extends && searched == 0);
    const int value =
        search_move(p, moves[i], searched++, checked, depth, alpha, task.beta, task.ply);
    if (stopped) return 0;
    if (value <= best) continue;
    best = value;
    if (best > alpha) lead(task.ply, moves[i]);
    if (best >= task.beta) {
      plytrace_cut(s, here, PLYTRACE_CUT_BETA, PLYTRACE_BY_CHILD, best, alpha, task.beta);
      break;
    }
    if (best > alpha) {
      alpha = best;
      plytrace_bound(s, here, PLYTRACE_BY_CHILD, alpha, task.beta);
    }
  }
  return best;
}

static int think(const Position* p, Task task) {
  const int checked = in_check(p, p->side), is_whole = task.excluded == PLYTRACE_NO_MOVE;
  const uint64_t key = key_of(p);
  Entry* const entry = &table[key % ENTRIES];
  const int is_known = entry->key == key && is_whole;
  Move moves[MOST_MOVES];
  int value = 0, extends = 0;
  line_length[task.ply] = 0;
  path[task.ply] = key;
  if ((++nodes & 1023) == 0 && deadline != 0 && clock() > deadline) stopped = 1;
  if (stopped) return 0;

  const int count = generate(p, moves);
  if (count == 0) {
    plytrace_is(s, here, PLYTRACE_TERMINAL, PLYTRACE_EXACT);
    return checked ? task.ply - MATE : 0;
  }
  if (task.ply > 0 && is_whole &&
      (p->clock >= 100 || is_repeated(p, task.ply) || is_material_short(p))) {
    plytrace_is(s, here, PLYTRACE_DRAW, PLYTRACE_EXACT);
    return 0;
  }
  if (task.ply >= MOST_PLIES - 2) {
    plytrace_is(s, here, PLYTRACE_HORIZON, PLYTRACE_EXACT);
    return evaluate(p);
  }
  /* Mate distance: nothing here is better than a mate in one. */
  if (task.beta > MATE - task.ply - 1) {
    task.beta = MATE - task.ply - 1;
    if (task.alpha >= task.beta) {
      plytrace_is(s, here, PLYTRACE_KNOWN, PLYTRACE_UPPER);
      return task.beta;
    }
    plytrace_bound(s, here, PLYTRACE_BY_MATE_DISTANCE, task.alpha, task.beta);
  }
  if (task.depth <= 0) return quiesce(p, moves, count, checked, task);
  /* The only move is the table's: without it nothing is left to search. */
  if (!is_whole && count == 1) {
    plytrace_is(s, here, PLYTRACE_KNOWN, PLYTRACE_UPPER);
    return task.alpha;
  }
  if (is_known && asks_table(entry, task, &value)) {
    plytrace_is(s, here, PLYTRACE_TABLE, entry->bound);
    return value;
  }
  if (!checked) tell_static_eval(evaluate(p));
  const int may_pass = task.null_allowed && task.depth >= 3 && !checked && task.ply > 0;
  if (may_pass && evaluate(p) >= task.beta && null_move_cuts(p, task)) return task.beta;
  if (stopped) return 0;
  if (is_known && entry->move != PLYTRACE_NO_MOVE) {
    const Entry found = *entry; /* the search of the others may overwrite it */
    to_front(moves, count, found.move);
    extends = is_singular(p, &found, task);
    line_length[task.ply] = 0; /* that search had the same ply */
    if (stopped) return 0;
  }
  const int best = search_moves(p, moves, count, checked, extends, task);
  if (stopped || !is_whole) return best;
  entry->key = key;
  entry->depth = task.depth;
  entry->raw = to_table(best, task.ply);
  entry->move = line_length[task.ply] > 0 ? line[task.ply][0] : PLYTRACE_NO_MOVE;
  entry->bound = best <= task.alpha  ? PLYTRACE_UPPER
                 : best >= task.beta ? PLYTRACE_LOWER
                                     : PLYTRACE_EXACT;
  tell_store(entry, best);
  return best;
}

/* --- The root */

static char line_texts[MOST_PLIES][8];
static const char* line_pointers[MOST_PLIES];

static void keep_line(plytrace_result* result) {
  for (int i = 0; i < line_length[0]; ++i) {
    strcpy(line_texts[i], move_text(line[0][i], NULL));
    line_pointers[i] = line_texts[i];
  }
  result->pv = line_pointers;
  result->pv_length = (size_t)line_length[0];
  result->best_move = line_length[0] > 0 ? line_texts[0] : NULL;
}

static void declare(const char* fen, int depth) {
  plytrace_search search = PLYTRACE_SEARCH_INIT;
  search.game = "chess";
  search.position = fen;
  search.algorithm = "pvs";
  search.scores = PLYTRACE_SIDE_TO_MOVE;
  search.max_player = 0; /* White, whichever side is to move */
  search.depth = depth;
  search.captured = "usual,keys";
  search.options = "{\"mate_score\":29000}";
  search.has_score_range = 1;
  search.score_min = -MATE;
  search.score_max = MATE;
  search.move_text = move_text;
  if (s) plytrace_begin_search(s, &search);
}

int main(int argc, char** argv) {
  const int deepest = argc > 2 ? atoi(argv[2]) : 5;
  const char* const fen = argc > 3 ? argv[3] : kStart;
  const long milliseconds = argc > 4 ? atol(argv[4]) : 0;
  plytrace_result result = PLYTRACE_RESULT_INIT;
  Position root;
  bug = argc > 5 ? atoi(argv[5]) : 0;
  if (!read_fen(fen, &root)) return fprintf(stderr, "chess_engine: no FEN: %s\n", fen), 2;
  plytrace_trace* const trace = argc > 1 && *argv[1] ? plytrace_open(argv[1], NULL) : NULL;
  if (milliseconds > 0) deadline = clock() + milliseconds * (CLOCKS_PER_SEC / 1000);
  s = trace ? plytrace_open_stream(trace) : NULL;
  declare(fen, deepest);
  for (int depth = 1; depth <= deepest && !stopped; ++depth) {
    const Task task = {depth, -INFINITE, INFINITE, 0, 0, PLYTRACE_NO_MOVE};
    if (s) plytrace_begin_pass(s, PLYTRACE_ITERATION, depth, -INFINITE, INFINITE);
    const int value = visit(&root, PLYTRACE_NO_MOVE, PLYTRACE_MOVE, task);
    if (stopped) {
      if (s) plytrace_end_pass(s, PLYTRACE_TIME_LIMIT, PLYTRACE_NO_MOVE);
      result.status = PLYTRACE_TIME_LIMIT;
      break;
    }
    result.has_value = result.has_lower = result.has_upper = 1;
    result.value = result.lower = result.upper = value;
    result.completed_depth = depth;
    keep_line(&result);
    if (s) plytrace_end_pass_as(s, &result);
  }
  if (s) plytrace_end_search(s, &result);
  printf("value %d, depth %d, nodes %ld, line", (int)result.value, (int)result.completed_depth,
         nodes);
  for (size_t i = 0; i < result.pv_length; ++i) printf(" %s", result.pv[i]);
  printf("\n");
  if (s && plytrace_error(s)) fprintf(stderr, "%s\n", plytrace_error(s));
  if (trace && plytrace_close(trace) != 0) fprintf(stderr, "%s\n", plytrace_trace_error(trace));
  return 0;
}
