/* SPDX-License-Identifier: MIT
 *
 * plytrace.h: record a game-tree search of your own engine, from C or anything that can call C.
 * (C++: plytrace/plytrace.hpp adds scopes that close themselves.)
 *
 *   plytrace_trace *trace = plytrace_open("run.db", NULL);
 *   plytrace_stream *s = plytrace_open_stream(trace);       // one per thread; NULL records nothing
 *   ...
 *   int search(int depth, int alpha, int beta, int side, int move) {
 *     plytrace_node n = plytrace_enter(s, move, side, depth, alpha, beta);
 *     ...
 *     plytrace_leave(s, n, best);
 *     return best;
 *   }
 *   ...
 *   plytrace_close(trace);                                   // then:  plytrace verify run.db
 *
 * Only enter and leave are mandatory; every other event lets plytrace check and show more. A NULL
 * stream records nothing: an engine that records on demand pays one branch per event.
 *
 * Nothing here can stop or change the engine. Calls that make no sense (leaving a node twice, NaN,
 * an event after close) are ignored and counted; plytrace_error() returns the first message. A full
 * disk loses the trace, not the search. Nodes that are never left (longjmp, an exception) are
 * closed without value when a node above them is left or the search ends. Nothing throws or
 * longjmps. If an engine ends by exit() or by a return from main() without plytrace_close, the
 * trace holds all events so far and is marked as not closed.
 *
 * Scores: declare once per search how the engine counts (plytrace_search.scores). With
 * PLYTRACE_SIDE_TO_MOVE, the negamax convention, every score and window is from the view of the
 * side to move at that node; plytrace converts them to MAX's view. MAX is the side to move at the
 * root. A score is a double: it holds whole numbers exactly up to 2^53 (9007199254740992).
 *
 * Threads: one stream per thread, any number per trace, each with its own searches. A stream may
 * move between threads, but only one may use it at a time; if two do, it records nothing more and
 * reports that as its error. move_text must not report events. Memory: 16 MB by default, for any
 * size of trace. The text of a move has at most 4,096 bytes, any other text 64 MiB.
 *
 * Include this header before any header that defines macros in small letters, such as max_ply or
 * depth.
 *
 * The structures begin with their size and may grow at their end; set them with the *_INIT macros.
 * This interface stays binary compatible within one PLYTRACE_API_VERSION.
 */
#ifndef PLYTRACE_PLYTRACE_H
#define PLYTRACE_PLYTRACE_H

#include <stddef.h>
#include <stdint.h>

#define PLYTRACE_API_VERSION 1

#if defined(PLYTRACE_STATIC)
#define PLYTRACE_API
#elif defined(__GNUC__)
#define PLYTRACE_API __attribute__((visibility("default")))
#else
#define PLYTRACE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct plytrace_trace plytrace_trace;
typedef struct plytrace_stream plytrace_stream;

/* An open node, as returned by enter; 0 is none. */
typedef int64_t plytrace_node;

/* A move: a small number of the engine's own (see plytrace_search.move_text), or a text that was
 * turned into one by plytrace_move_of_text. */
typedef uint32_t plytrace_move;
#define PLYTRACE_NO_MOVE 0xFFFFFFFFu /* for the root, a hand-over, a probe of the same position */
#define PLYTRACE_UNNAMED_MOVE 0xFFFFFFFEu /* a move without a name, shown as ? */

/* Sides. PLYTRACE_SIDE_UNKNOWN only where scores are counted from MAX's view. */
enum { PLYTRACE_MAX = 0, PLYTRACE_MIN = 1, PLYTRACE_SIDE_UNKNOWN = -1 };

/* How an engine counts scores. */
enum { PLYTRACE_MAX_VIEW = 0, PLYTRACE_SIDE_TO_MOVE = 1 };

/* How a value bounds the true value: equal, at least, at most. */
enum { PLYTRACE_EXACT = 0, PLYTRACE_LOWER = 1, PLYTRACE_UPPER = 2, PLYTRACE_NO_BOUND = -1 };

/* Kinds of nodes. AUTO: interior if it has children or a cutoff, table if a probe answered it,
 * horizon if it has only a score, else unknown. */
enum {
  PLYTRACE_INTERIOR = 0,
  PLYTRACE_HORIZON = 1,  /* depth used up: the value is an evaluation */
  PLYTRACE_TERMINAL = 2, /* game over */
  PLYTRACE_TABLE = 3,    /* answered by the transposition table */
  PLYTRACE_KNOWN = 4,    /* book, tablebase, static bound */
  PLYTRACE_DRAW = 5,     /* by history: repetition, move count */
  PLYTRACE_AUTO = 6,
  /* The move that led here turned out to be illegal: the node has no value and counts for nothing.
   * For engines that see this only after they have entered the child. */
  PLYTRACE_ILLEGAL = 7
};

/* What the parent does with a node. */
enum {
  PLYTRACE_MOVE = 0,
  PLYTRACE_REDUCED = 1,   /* at a smaller depth first */
  PLYTRACE_RE_SEARCH = 2, /* again, after a null window or a reduction */
  PLYTRACE_NULL_MOVE = 3,
  PLYTRACE_PROBE = 4,    /* yes or no, ordering, internal deepening: does not count */
  PLYTRACE_HAND_OVER = 5 /* same position, same side; its value becomes the parent's */
};

enum { PLYTRACE_MAIN = 0, PLYTRACE_QUIESCENCE = 1 };

/* Why a window changed (CHILD..OTHER and DRAW_CLAIM), or why moves were left out (all). */
enum {
  PLYTRACE_BY_CHILD = 0,
  PLYTRACE_BY_TABLE = 1,
  PLYTRACE_BY_STAND_PAT = 2,
  PLYTRACE_BY_STATIC = 3,
  PLYTRACE_BY_MATE_DISTANCE = 4,
  PLYTRACE_BY_OTHER = 5,
  PLYTRACE_BY_NULL_MOVE = 6,
  PLYTRACE_BY_PROBCUT = 7,
  PLYTRACE_BY_FUTILITY = 8,
  PLYTRACE_BY_LATE_MOVE = 9,
  PLYTRACE_BY_RAZORING = 10,
  PLYTRACE_BY_MULTI_CUT = 11, /* other moves reached beta at less depth */
  PLYTRACE_BY_SEE = 12,       /* the move loses material by a static exchange */
  PLYTRACE_BY_HISTORY = 13,   /* the move has failed too often */
  PLYTRACE_BY_DRAW_CLAIM = 14 /* the side to move can claim a draw, or repeat the position */
};

/* Cutoffs, as the engine counts: ALPHA = value proven <= alpha, BETA = value proven >= beta,
 * FORWARD = moves dropped without a proof. A negamax engine only has beta cutoffs. */
enum { PLYTRACE_CUT_ALPHA = 0, PLYTRACE_CUT_BETA = 1, PLYTRACE_CUT_FORWARD = 2 };

enum { PLYTRACE_USED_NO = 0, PLYTRACE_USED_MOVE = 1, PLYTRACE_NARROWED = 2, PLYTRACE_ANSWERED = 3 };

enum {
  PLYTRACE_FIXED = 0,
  PLYTRACE_ITERATION = 1,
  PLYTRACE_ASPIRATION = 2,
  PLYTRACE_PROBE_PASS = 3,
  PLYTRACE_MULTIPV = 4 /* a further line: plytrace_exclude at its root names the moves before it */
};

enum {
  PLYTRACE_FINISHED = 0,
  PLYTRACE_TIME_LIMIT = 1,
  PLYTRACE_NODE_LIMIT = 2,
  PLYTRACE_INTERRUPTED = 3,
  PLYTRACE_FAILED = 4
};

#define PLYTRACE_NO_NUMBER INT32_MIN /* a depth or count that is not known */

/* --- The trace file ----------------------------------------------------------------------------
 */

typedef struct plytrace_options {
  size_t size;
  const char *engine, *engine_version; /* NULL: "" */
  int force;                           /* replace an existing file */
  int append;                          /* add searches to a file; made if not there */
  size_t buffer_bytes;                 /* 0: 16 MB */
  /* Partial recording, for searches that are too large: nodes that get no row are counted in
   * `unrecorded` of the nodes above them, and verify reports INCOMPLETE. */
  const char* below;  /* a path such as "/d/c": that node, the path to it, what follows; or NULL */
  int32_t max_ply;    /* down to this ply; PLYTRACE_NO_NUMBER: all */
  uint64_t max_nodes; /* the first max_nodes nodes of a stream; 0: all */
  uint64_t only_search; /* the Nth search of a stream, from 1; 0: all */
  int32_t from_ply;     /* this ply, what follows, and the paths there; 0: all */
  int has_at_key;  /* with at_key: the positions entered with this key, what follows, and the */
  uint64_t at_key; /* paths there */
  int quiet;       /* print no line to stderr if the file cannot be made */
} plytrace_options;
#define PLYTRACE_OPTIONS_INIT \
  { sizeof(plytrace_options), NULL, NULL, 0, 0, 0, NULL, PLYTRACE_NO_NUMBER, 0, 0, 0, 0, 0, 0 }

/* Never returns NULL. If the file cannot be made, the handle only holds the error, its streams are
 * NULL, and the engine runs unrecorded, after one line on stderr (not with quiet). An existing file
 * is refused unless force or append is set. */
PLYTRACE_API plytrace_trace* plytrace_open(const char* path, const plytrace_options* options);

/* Closes all streams and finishes the file. 0, or -1: see plytrace_trace_error, which stays valid.
 * No stream of the trace may be in use in another thread. */
PLYTRACE_API int plytrace_close(plytrace_trace* trace);

/* The first error of the file: what, where, what to try. NULL = none so far. */
PLYTRACE_API const char* plytrace_trace_error(const plytrace_trace* trace);

/* Seconds that engine threads waited for the writer; events that could not be written. */
PLYTRACE_API double plytrace_seconds_waited(const plytrace_trace* trace);
PLYTRACE_API uint64_t plytrace_lost_events(const plytrace_trace* trace);

/* --- Streams ------------------------------------------------------------------------------------
 */

/* A recorder for one thread; NULL if the trace could not be opened. */
PLYTRACE_API plytrace_stream* plytrace_open_stream(plytrace_trace* trace);
PLYTRACE_API void plytrace_close_stream(plytrace_stream* stream);

/* Returns when all events so far are in the file, or after a second. A signal handler of the
 * stream's own thread may call it, so that no event before a crash is lost:
 *   static void on_crash(int signal) { plytrace_flush(s); _exit(128 + signal); } */
PLYTRACE_API void plytrace_flush(plytrace_stream* stream);

/* The first misuse of this stream, or NULL; and how many there were. Both stay valid after close.
 */
PLYTRACE_API const char* plytrace_error(const plytrace_stream* stream);
PLYTRACE_API uint64_t plytrace_error_count(const plytrace_stream* stream);

/* --- Searches and passes ------------------------------------------------------------------------
 */

typedef struct plytrace_search {
  size_t size;
  const char* game;         /* NULL: "" */
  const char* game_options; /* a JSON object; NULL: {} */
  const char* position;     /* any one-line text */
  const char* algorithm;
  const char* options; /* of the search, a JSON object */
  const char* evaluator;
  int scores;         /* PLYTRACE_MAX_VIEW or PLYTRACE_SIDE_TO_MOVE */
  int32_t depth;      /* asked for, or PLYTRACE_NO_NUMBER */
  int32_t max_player; /* the game's number of the player who is MAX, or PLYTRACE_NO_NUMBER */
  /* What the engine emits completely, of: windows,bounds,cutoffs,skipped,legal,roles,scores,
   * probes,stores,keys,bound_types. A rule refutes only on what is complete. "usual" stands for
   * windows,bounds,cutoffs,roles,scores,probes,stores. NULL: nothing. */
  const char* captured;
  const char* fail;  /* "soft", "hard" or NULL: how values relate to the window */
  int exact_windows; /* 1: every window is what the algorithm derives from its parent's */
  int uniform;       /* 1: a value depends on position and depth only */
  int has_score_range;
  double score_min, score_max;
  /* The text of one of the engine's small numbers, called once per number on the stream's thread;
   * NULL: the number itself. */
  const char* (*move_text)(plytrace_move move, void* user);
  void* user;
} plytrace_search;
#define PLYTRACE_SEARCH_INIT                                                              \
  {                                                                                       \
    sizeof(plytrace_search), NULL, NULL, NULL, NULL, NULL, NULL, PLYTRACE_MAX_VIEW,       \
        PLYTRACE_NO_NUMBER, PLYTRACE_NO_NUMBER, NULL, NULL, 0, 0, 0, 0.0, 0.0, NULL, NULL \
  }

typedef struct plytrace_result {
  size_t size;
  int status; /* PLYTRACE_FINISHED ... */
  /* The root's value, and what is claimed of it (equal: exact), as the side to move at the root
   * counts. */
  int has_value, has_lower, has_upper;
  double value, lower, upper;
  int32_t completed_depth; /* or PLYTRACE_NO_NUMBER */
  const char* best_move;   /* text, or NULL */
  const char* const* pv;   /* texts */
  size_t pv_length;
  uint64_t nodes, leaf_evaluations; /* 0: as counted by plytrace */
} plytrace_result;
#define PLYTRACE_RESULT_INIT                                                                      \
  {                                                                                               \
    sizeof(plytrace_result), PLYTRACE_FINISHED, 0, 0, 0, 0.0, 0.0, 0.0, PLYTRACE_NO_NUMBER, NULL, \
        NULL, 0, 0, 0                                                                             \
  }

/* Optional: a node without a search begins one that declares nothing. `result` may be NULL. */
PLYTRACE_API void plytrace_begin_search(plytrace_stream* stream, const plytrace_search* search);
PLYTRACE_API void plytrace_end_search(plytrace_stream* stream, const plytrace_result* result);

/* Optional: one call of the search from the root. A root without a pass is a pass of its own. The
 * window counts as the side to move at the root does. */
PLYTRACE_API void plytrace_begin_pass(plytrace_stream* stream, int purpose, int32_t depth,
                                      double alpha, double beta);
PLYTRACE_API void plytrace_end_pass(plytrace_stream* stream, int status, plytrace_move best_move);

/* A move text as a number, for all that takes a plytrace_move. The same text gives the same number
 * on one stream. */
PLYTRACE_API plytrace_move plytrace_move_of_text(plytrace_stream* stream, const char* text);

/* --- Nodes --------------------------------------------------------------------------------------
 */

typedef struct plytrace_enter_args {
  size_t size;
  plytrace_move move;
  int side;
  int32_t depth; /* remaining plies, or PLYTRACE_NO_NUMBER */
  int role, phase;
  int has_window, has_key;
  double alpha, beta;
  uint64_t key; /* hash of the position */
} plytrace_enter_args;
#define PLYTRACE_ENTER_INIT                                                                   \
  {                                                                                           \
    sizeof(plytrace_enter_args), PLYTRACE_NO_MOVE, PLYTRACE_SIDE_UNKNOWN, PLYTRACE_NO_NUMBER, \
        PLYTRACE_MOVE, PLYTRACE_MAIN, 0, 0, 0.0, 0.0, 0                                       \
  }

typedef struct plytrace_leave_args {
  size_t size;
  int kind;  /* PLYTRACE_AUTO ... */
  int bound; /* PLYTRACE_EXACT ..., or PLYTRACE_NO_BOUND */
  int has_value, has_score;
  double value;
  double score;       /* static score, where it differs from value (clamped, or stand pat) */
  plytrace_node best; /* the child whose value was taken, or 0 */
  int32_t legal;      /* moves that would have been searched without cutoffs, or NO_NUMBER */
} plytrace_leave_args;
#define PLYTRACE_LEAVE_INIT                                                           \
  {                                                                                   \
    sizeof(plytrace_leave_args), PLYTRACE_AUTO, PLYTRACE_NO_BOUND, 0, 0, 0.0, 0.0, 0, \
        PLYTRACE_NO_NUMBER                                                            \
  }

typedef struct plytrace_cutoff_args {
  size_t size;
  int kind, cause;
  int has_value, has_window;
  double value, alpha, beta;          /* the window at that moment, not yet moved by value */
  int32_t skipped;                    /* moves left unsearched, or PLYTRACE_NO_NUMBER */
  const plytrace_move* skipped_moves; /* that many, in the order they would be tried; or NULL */
  const char* reason;                 /* your own words, or NULL */
} plytrace_cutoff_args;
#define PLYTRACE_CUTOFF_INIT                                                                 \
  {                                                                                          \
    sizeof(plytrace_cutoff_args), PLYTRACE_CUT_BETA, PLYTRACE_BY_CHILD, 0, 0, 0.0, 0.0, 0.0, \
        PLYTRACE_NO_NUMBER, NULL, NULL                                                       \
  }

typedef struct plytrace_entry_args {
  size_t size;
  uint64_t key;         /* of the table: stored under, or asked with; 0: that of the node */
  int32_t depth;        /* store: of the entry; probe: asked for */
  int32_t stored_depth; /* probe: of the entry */
  int bound;            /* of the entry: PLYTRACE_EXACT ... */
  int used;             /* probe: PLYTRACE_USED_NO ... */
  double value;         /* as seen at this node */
  int has_raw;
  double raw; /* as it lies in the table, where that differs */
  plytrace_move move;
  int has_entry_key;
  uint64_t entry_key; /* probe: the key that the entry was stored under, where it is known */
} plytrace_entry_args;
#define PLYTRACE_ENTRY_INIT                                                                 \
  {                                                                                         \
    sizeof(plytrace_entry_args), 0, PLYTRACE_NO_NUMBER, PLYTRACE_NO_NUMBER, PLYTRACE_EXACT, \
        PLYTRACE_USED_NO, 0.0, 0, 0.0, PLYTRACE_NO_MOVE, 0, 0                               \
  }

/* What the inline functions below call where there is a stream. A language that loads the library
   at run time (ctypes, a JIT) calls these: an inline function is in no library. */
PLYTRACE_API plytrace_node plytrace_do_enter(plytrace_stream*, plytrace_move, int side,
                                             int32_t depth, double alpha, double beta);
PLYTRACE_API plytrace_node plytrace_do_enter_as(plytrace_stream*, const plytrace_enter_args*);
PLYTRACE_API void plytrace_do_leave(plytrace_stream*, plytrace_node, int kind, double value);
PLYTRACE_API void plytrace_do_leave_as(plytrace_stream*, plytrace_node, const plytrace_leave_args*);
PLYTRACE_API void plytrace_do_bound(plytrace_stream*, plytrace_node, int cause, double alpha,
                                    double beta);
PLYTRACE_API void plytrace_do_cutoff(plytrace_stream*, plytrace_node, const plytrace_cutoff_args*);
PLYTRACE_API void plytrace_do_store(plytrace_stream*, plytrace_node, const plytrace_entry_args*);
PLYTRACE_API void plytrace_do_probe(plytrace_stream*, plytrace_node, const plytrace_entry_args*);
PLYTRACE_API void plytrace_do_credit(plytrace_stream*, plytrace_node, double score);
PLYTRACE_API void plytrace_do_is(plytrace_stream*, plytrace_node, int kind, int bound);
PLYTRACE_API void plytrace_do_score(plytrace_stream*, plytrace_node, double score);
PLYTRACE_API void plytrace_do_exclude(plytrace_stream*, plytrace_node, const plytrace_move* moves,
                                      size_t count);
PLYTRACE_API void plytrace_do_note(plytrace_stream*, plytrace_node, const char* name,
                                   const char* value);

/* Enters a node: `move` led here, `side` is to move, `depth` plies remain, inside (alpha, beta).
 * The node below the one that was entered last and is still open; else the root of a pass. */
static inline plytrace_node plytrace_enter(plytrace_stream* stream, plytrace_move move, int side,
                                           int32_t depth, double alpha, double beta) {
  return stream ? plytrace_do_enter(stream, move, side, depth, alpha, beta) : 0;
}
/* The same with what the parent does with it: PLYTRACE_RE_SEARCH, PLYTRACE_NULL_MOVE ... */
static inline plytrace_node plytrace_enter_role(plytrace_stream* stream, plytrace_move move,
                                                int side, int32_t depth, double alpha, double beta,
                                                int role) {
  plytrace_enter_args args = PLYTRACE_ENTER_INIT;
  if (!stream) return 0;
  args.move = move;
  args.side = side;
  args.depth = depth;
  args.role = role;
  args.has_window = 1;
  args.alpha = alpha;
  args.beta = beta;
  return plytrace_do_enter_as(stream, &args);
}
/* The same with a phase, a key, or without a window. */
static inline plytrace_node plytrace_enter_as(plytrace_stream* stream,
                                              const plytrace_enter_args* args) {
  return stream ? plytrace_do_enter_as(stream, args) : 0;
}

/* What the leave of a node will say where it says nothing itself: its kind (PLYTRACE_TABLE,
 * TERMINAL
 * ...; PLYTRACE_AUTO: not known) and what its value claims (PLYTRACE_LOWER ..., or NO_BOUND). For a
 * search that returns at many places inside a wrapper that leaves at one. */
static inline void plytrace_is(plytrace_stream* stream, plytrace_node node, int kind, int bound) {
  if (stream) plytrace_do_is(stream, node, kind, bound);
}
/* The static score that the node may itself take: its stand pat, or a leaf's score before a clamp.
 */
static inline void plytrace_score(plytrace_stream* stream, plytrace_node node, double score) {
  if (stream) plytrace_do_score(stream, node, score);
}
/* Moves that the node leaves out by intent (a singular search without the table move, a further
 * line of MultiPV, searchmoves): once, before its first child. */
static inline void plytrace_exclude(plytrace_stream* stream, plytrace_node node,
                                    const plytrace_move* moves, size_t count) {
  if (stream) plytrace_do_exclude(stream, node, moves, count);
}

/* Leaves a node with the value that it returns. */
static inline void plytrace_leave(plytrace_stream* stream, plytrace_node node, double value) {
  if (stream) plytrace_do_leave(stream, node, PLYTRACE_AUTO, value);
}
/* Leaves a leaf: PLYTRACE_HORIZON with its evaluation, PLYTRACE_TERMINAL, PLYTRACE_DRAW ... */
static inline void plytrace_leave_leaf(plytrace_stream* stream, plytrace_node node, int kind,
                                       double value) {
  if (stream) plytrace_do_leave(stream, node, kind, value);
}
/* The same with bound, best child, static score, number of moves; or without a value (stopped). */
static inline void plytrace_leave_as(plytrace_stream* stream, plytrace_node node,
                                     const plytrace_leave_args* args) {
  if (stream) plytrace_do_leave_as(stream, node, args);
}

/* The window of the node is now (alpha, beta); with PLYTRACE_BY_CHILD through the child left last.
 */
static inline void plytrace_bound(plytrace_stream* stream, plytrace_node node, int cause,
                                  double alpha, double beta) {
  if (stream) plytrace_do_bound(stream, node, cause, alpha, beta);
}
/* The node stops at `value`, in the window as it was before; how many moves it skips is not known.
 * The window update by that value needs no bound event. */
static inline void plytrace_cut(plytrace_stream* stream, plytrace_node node, int kind, int cause,
                                double value, double alpha, double beta) {
  plytrace_cutoff_args args = PLYTRACE_CUTOFF_INIT;
  if (!stream) return;
  args.kind = kind;
  args.cause = cause;
  args.has_value = args.has_window = 1;
  args.value = value;
  args.alpha = alpha;
  args.beta = beta;
  plytrace_do_cutoff(stream, node, &args);
}
/* The same with the moves that it skips, or without a value or window; or some moves are dropped.
 */
static inline void plytrace_cutoff(plytrace_stream* stream, plytrace_node node,
                                   const plytrace_cutoff_args* args) {
  if (stream) plytrace_do_cutoff(stream, node, args);
}
/* The node writes its result into the table; before it is left. */
static inline void plytrace_store_entry(plytrace_stream* stream, plytrace_node node, uint64_t key,
                                        double value, int bound, int32_t depth) {
  plytrace_entry_args args = PLYTRACE_ENTRY_INIT;
  if (!stream) return;
  args.key = key;
  args.depth = depth;
  args.bound = bound;
  args.value = value;
  plytrace_do_store(stream, node, &args);
}
/* The node found an entry of that key in the table, and used it so (PLYTRACE_ANSWERED ...). */
static inline void plytrace_probe_entry(plytrace_stream* stream, plytrace_node node, uint64_t key,
                                        double value, int bound, int used, int32_t stored_depth,
                                        int32_t depth) {
  plytrace_entry_args args = PLYTRACE_ENTRY_INIT;
  if (!stream) return;
  args.key = key;
  args.depth = depth;
  args.stored_depth = stored_depth;
  args.bound = bound;
  args.value = value;
  args.used = used;
  plytrace_do_probe(stream, node, &args);
}
/* The same two with a move, and with the number as it lies in the table. */
static inline void plytrace_store(plytrace_stream* stream, plytrace_node node,
                                  const plytrace_entry_args* args) {
  if (stream) plytrace_do_store(stream, node, args);
}
/* An entry with two bounds gives two probes. */
static inline void plytrace_probe(plytrace_stream* stream, plytrace_node node,
                                  const plytrace_entry_args* args) {
  if (stream) plytrace_do_probe(stream, node, args);
}
/* The node took `score`, in its own view, from the child it left last, not the child's value. */
static inline void plytrace_credit(plytrace_stream* stream, plytrace_node node, double score) {
  if (stream) plytrace_do_credit(stream, node, score);
}
/* Anything else that is worth knowing of the node. */
static inline void plytrace_note(plytrace_stream* stream, plytrace_node node, const char* name,
                                 const char* value) {
  if (stream) plytrace_do_note(stream, node, name, value);
}

#ifdef __cplusplus
}
#endif

#endif /* PLYTRACE_PLYTRACE_H */
