/* SPDX-License-Identifier: MIT
 *
 * plytrace_emit.h: record a game-tree search of your own engine with this one file. Copy it into
 * your sources: C99 or C++11, for gcc, clang or mingw; there is no library to link.
 *
 *   #define PLYTRACE                       // or cc -DPLYTRACE; otherwise every call does nothing
 *   #include "plytrace_emit.h"
 *   ...
 *   plytrace_stream *s = plytrace_start(NULL, PLYTRACE_SIDE_TO_MOVE, NULL);
 *                                          // the file that $PLYTRACE names; NULL records nothing
 *   plytrace_node n = plytrace_enter(s, move, PLYTRACE_OTHER_SIDE, depth, alpha, beta);
 *   plytrace_leave(s, n, best);
 *   plytrace_finish(s, value);
 *
 *   $ PLYTRACE=run.plt ./engine && plytrace import run.plt -o run.db && plytrace verify run.db
 *
 * The functions and structures are those of plytrace.h, which includes this file; its header
 * explains them. Compiler options select where the events go:
 *
 *   (none), or -DPLYTRACE_OFF   nowhere: every call does nothing, and evaluates no argument but
 *                               the value that it returns
 *   -DPLYTRACE                  this file writes them: packed as PLT1 (docs/emit.md), or as event
 *                               lines if the file name ends in .ndjson or .jsonl
 *   -DPLYTRACE_LIBRARY          libplytrace writes the trace itself; link it
 *
 * The variable PLYTRACE names a file, a pipe (mkfifo) or a descriptor (/dev/fd/3); %p in it is
 * replaced by the process id. Nothing is ever written to stdout. An error is one line on stderr.
 *
 * The search thread writes full blocks of 64 KB itself. After plytrace_open_stream nothing is
 * allocated (but see last_nodes in docs/emit.md). Only plytrace import checks whether events make
 * sense: it refuses and counts events for nodes that are not open, and NaN. At exit() the last
 * blocks are written. A killed process loses up to 64 KB per stream, unless it has called
 * plytrace_flush.
 */
#ifndef PLYTRACE_PLYTRACE_H
#define PLYTRACE_PLYTRACE_H

#include <stddef.h>
#include <stdint.h>

#define PLYTRACE_API_VERSION 1

/* Who takes the events: nobody, libplytrace, or this header. */
#if defined(PLYTRACE_OFF) || (!defined(PLYTRACE) && !defined(PLYTRACE_LIBRARY))
#define PLYTRACE_IS_OFF 1
#else
#define PLYTRACE_IS_OFF 0
#endif
#if PLYTRACE_IS_OFF || defined(PLYTRACE_LIBRARY)
#define PLYTRACE_IS_HEADER 0
#else
#define PLYTRACE_IS_HEADER 1
#endif

/* With GNU extensions (gnu89) only the recorder itself needs C99. The definitions after the error
 * keep the compiler from reporting a page of others. */
#if !defined(__cplusplus) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L) && \
    (PLYTRACE_IS_HEADER || defined(__STRICT_ANSI__))
#error "plytrace_emit.h needs C99: compile with -std=gnu99 or later"
#undef PLYTRACE_IS_OFF
#undef PLYTRACE_IS_HEADER
#define PLYTRACE_IS_OFF 1
#define PLYTRACE_IS_HEADER 0
#define inline
#endif

#if PLYTRACE_IS_HEADER
#define PLYTRACE_API static __attribute__((unused))
#elif defined(PLYTRACE_STATIC) || !defined(__GNUC__) || defined(_WIN32)
#define PLYTRACE_API
#else
#define PLYTRACE_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct plytrace_trace plytrace_trace;
typedef struct plytrace_stream plytrace_stream;

/* An open node, as returned by enter. */
typedef int64_t plytrace_node;
#define PLYTRACE_NO_NODE 0
/* The node entered last of those still open, for every event but leave. */
#define PLYTRACE_INNERMOST INT64_MAX

/* A move: a small number that the engine chooses (see plytrace_search.move_text), or the number
 * that plytrace_move_of_text returns for a text. */
typedef uint32_t plytrace_move;
#define PLYTRACE_NO_MOVE 0xFFFFFFFFu /* for the root, a hand-over, a probe of the same position */
#define PLYTRACE_UNNAMED_MOVE 0xFFFFFFFEu /* a move without a name, shown as ? */

/* Sides. If scores count from the side to move, PLYTRACE_OTHER_SIDE is the side that is not to move
 * at the innermost open node; at a hand-over, or a probe without a move, it is the side of that
 * node, and at a root MAX. If scores count from MAX's view it leaves the side unknown. */
enum { PLYTRACE_MAX = 0, PLYTRACE_MIN = 1, PLYTRACE_SIDE_UNKNOWN = -1, PLYTRACE_OTHER_SIDE = -1 };

/* How an engine counts scores. */
enum { PLYTRACE_MAX_VIEW = 0, PLYTRACE_SIDE_TO_MOVE = 1 };

/* How a value bounds the true value: equal, at least, at most. */
enum { PLYTRACE_EXACT = 0, PLYTRACE_LOWER = 1, PLYTRACE_UPPER = 2, PLYTRACE_NO_BOUND = -1 };

/* Kinds of nodes. PLYTRACE_AUTO means interior if the node has children or a cutoff, table if a
 * probe answered it, horizon if it has only a score, and otherwise unknown. */
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
  PLYTRACE_PROBE = 4,     /* yes or no, ordering, internal deepening: does not count */
  PLYTRACE_HAND_OVER = 5, /* same position, same side; its value becomes the parent's */
  /* Added to the role of a node of the quiescence search: PLYTRACE_MOVE | PLYTRACE_IN_QUIESCENCE.
   */
  PLYTRACE_IN_QUIESCENCE = 16
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

/* PLYTRACE_APPEND_OWN adds to a file only if this process has made and closed it. */
enum { PLYTRACE_APPEND = 1, PLYTRACE_APPEND_OWN = 2 };

typedef struct plytrace_options {
  size_t size;
  const char *engine, *engine_version; /* NULL: "" */
  int force;                           /* replace an existing file */
  int append;          /* PLYTRACE_APPEND: add searches to a file; made if not there */
  size_t buffer_bytes; /* 0: 16 MB */
  /* Partial recording, for searches that are too large: nodes that get no row are counted in
   * `unrecorded` of the nodes above them, and verify reports INCOMPLETE. */
  const char* below;    /* a path such as "/d/c": its nodes and all below its end; NULL: all */
  int32_t max_ply;      /* down to this ply; PLYTRACE_NO_NUMBER: all */
  uint64_t max_nodes;   /* the first max_nodes nodes of a stream; 0: all */
  uint64_t only_search; /* the Nth search of a stream, from 1; 0: all */
  int32_t from_ply;     /* nodes from this ply on, and the paths to them; 0: all */
  int has_at_key;       /* whether at_key is set */
  uint64_t at_key;      /* nodes entered with this key, all nodes below, and the paths to them */
  int quiet;            /* print no line to stderr if the file cannot be made */
  /* Only without libplytrace and in the packed form: keeps about this many nodes, the last ones of
   * the search, in memory until plytrace_trigger writes them and everything after. 0: write all. */
  uint64_t last_nodes;
} plytrace_options;
#define PLYTRACE_OPTIONS_INIT \
  { sizeof(plytrace_options), NULL, NULL, 0, 0, 0, NULL, PLYTRACE_NO_NUMBER, 0, 0, 0, 0, 0, 0, 0 }

/* Without a path the environment variable PLYTRACE names the file (%p in it is the process id); if
 * it is not set, returns NULL. With a path it never returns NULL: if the file cannot be made, the
 * handle only holds the error, its streams are NULL, and the engine runs unrecorded, after one line
 * on stderr (not with quiet). An existing file is refused unless force or append is set. */
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

/* The trace of a stream. */
PLYTRACE_API plytrace_trace* plytrace_trace_of(plytrace_stream* stream);

/* Returns when all events so far are in the file, or after a second. A signal handler of the
 * stream's own thread may call it, so that no event before a crash is lost:
 *   static void on_crash(int signal) { plytrace_flush(s); _exit(128 + signal); } */
PLYTRACE_API void plytrace_flush(plytrace_stream* stream);
/* Writes the nodes that were kept in memory (last_nodes of the options). In libplytrace a flush. */
PLYTRACE_API void plytrace_trigger(plytrace_stream* stream);

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
  /* The kinds of event that the engine reports completely, of: windows,bounds,cutoffs,skipped,
   * legal,roles,scores,probes,stores,keys,bound_types. A rule of verify refutes only if the kinds
   * that it needs are listed. "usual" stands for windows,bounds,cutoffs,roles,scores,probes,stores.
   * NULL: none. */
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
  const char *engine, *engine_version; /* NULL: those of plytrace_options */
} plytrace_search;
#define PLYTRACE_SEARCH_INIT                                                                     \
  {                                                                                              \
    sizeof(plytrace_search), NULL, NULL, NULL, NULL, NULL, NULL, PLYTRACE_MAX_VIEW,              \
        PLYTRACE_NO_NUMBER, PLYTRACE_NO_NUMBER, NULL, NULL, 0, 0, 0, 0.0, 0.0, NULL, NULL, NULL, \
        NULL                                                                                     \
  }

typedef struct plytrace_result {
  size_t size;
  int status; /* PLYTRACE_FINISHED ... */
  /* The root's value, and the claim about it (exact if both ends are equal), from the view of the
   * side to move at the root. */
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

/* Optional: a node without a search begins one that declares nothing. `result` may be NULL. A
 * search that was not ended when another begins ends as finished if its last root was left with a
 * value, else as interrupted. */
PLYTRACE_API void plytrace_begin_search(plytrace_stream* stream, const plytrace_search* search);
PLYTRACE_API void plytrace_end_search(plytrace_stream* stream, const plytrace_result* result);

/* Ends the search that is under way as interrupted; without one does nothing. For an engine that
 * gives up: without this, a search that fails between two passes looks finished. */
PLYTRACE_API void plytrace_interrupt(plytrace_stream* stream);
/* Ends the search with the claim that its root is worth exactly `value`. */
static inline void plytrace_end_exact(plytrace_stream* stream, double value) {
  plytrace_result result = PLYTRACE_RESULT_INIT;
  result.has_value = result.has_lower = result.has_upper = 1;
  result.value = result.lower = result.upper = value;
  if (stream) plytrace_end_search(stream, &result);
}

/* Opens a trace and its only stream, and begins a search; `path` as in plytrace_open. A further
 * search after plytrace_finish is added to the same file. NULL: nothing is recorded. */
static inline plytrace_stream* plytrace_start_as(const char* path, const plytrace_search* search) {
  plytrace_options options = PLYTRACE_OPTIONS_INIT;
  plytrace_stream* stream;
  options.append = PLYTRACE_APPEND_OWN;
  stream = plytrace_open_stream(plytrace_open(path, &options));
  if (stream) plytrace_begin_search(stream, search);
  return stream;
}
/* The same for a search that declares no more than `scores` (PLYTRACE_SIDE_TO_MOVE ...) and
 * `captured`, as in plytrace_search. */
static inline plytrace_stream* plytrace_start(const char* path, int scores, const char* captured) {
  plytrace_search search = PLYTRACE_SEARCH_INIT;
  search.scores = scores;
  search.captured = captured;
  return plytrace_start_as(path, &search);
}
/* The same with a game that plytrace knows, and the position in one of its notations. */
static inline plytrace_stream* plytrace_start_game(const char* path, int scores,
                                                   const char* captured, const char* game,
                                                   const char* position) {
  plytrace_search search = PLYTRACE_SEARCH_INIT;
  search.scores = scores;
  search.captured = captured;
  search.game = game;
  search.position = position;
  return plytrace_start_as(path, &search);
}
/* plytrace_end_exact, and plytrace_close for the trace of the stream. */
static inline int plytrace_finish(plytrace_stream* stream, double value) {
  plytrace_end_exact(stream, value);
  return plytrace_close(plytrace_trace_of(stream));
}

/* Optional: a pass is one call of the search from the root. A root outside of a pass begins one.
 * The window is from the view of the side to move at the root. */
PLYTRACE_API void plytrace_begin_pass(plytrace_stream* stream, int purpose, int32_t depth,
                                      double alpha, double beta);
PLYTRACE_API void plytrace_end_pass(plytrace_stream* stream, int status, plytrace_move best_move);
/* The same with the value, line and nodes of the pass. The members lower, upper, completed_depth
 * and leaf_evaluations belong to a search and are not used. */
PLYTRACE_API void plytrace_end_pass_as(plytrace_stream* stream, const plytrace_result* result);

/* Returns a number for a move text, to use as a plytrace_move. Within a stream equal texts have
 * equal numbers. */
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
  double score;       /* static score, if it differs from value (clamped, or stand pat) */
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
  double value, alpha, beta;          /* the window at that moment, not yet moved by value; without
                                       * it, see plytrace_cut_here */
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
  uint64_t key;  /* that the table was given; 0: the key of the node */
  int32_t depth; /* store: depth of the entry; probe: depth asked for, by default the node's */
  int32_t stored_depth; /* probe: of the entry */
  int bound;            /* of the entry: PLYTRACE_EXACT ... */
  int used;             /* probe: PLYTRACE_USED_NO ... */
  double value;         /* as seen at this node */
  int has_raw;
  double raw; /* the number in the table, if it differs from value */
  plytrace_move move;
  int has_entry_key;
  uint64_t entry_key; /* probe: the key that the entry was stored under, if known */
} plytrace_entry_args;
#define PLYTRACE_ENTRY_INIT                                                                 \
  {                                                                                         \
    sizeof(plytrace_entry_args), 0, PLYTRACE_NO_NUMBER, PLYTRACE_NO_NUMBER, PLYTRACE_EXACT, \
        PLYTRACE_USED_NO, 0.0, 0, 0.0, PLYTRACE_NO_MOVE, 0, 0                               \
  }

/* The inline functions below call these if the stream is not NULL. A language that loads the
   library at run time (ctypes, a JIT) calls these directly, because inline functions are in no
   library. */
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
 * Its parent is the open node that was entered last; without one it is the root of a pass. */
static inline plytrace_node plytrace_enter(plytrace_stream* stream, plytrace_move move, int side,
                                           int32_t depth, double alpha, double beta) {
  return stream ? plytrace_do_enter(stream, move, side, depth, alpha, beta) : 0;
}
/* The same with the role that the parent gives the node: PLYTRACE_RE_SEARCH, PLYTRACE_NULL_MOVE
 * ..., and PLYTRACE_IN_QUIESCENCE. */
static inline plytrace_node plytrace_enter_role(plytrace_stream* stream, plytrace_move move,
                                                int side, int32_t depth, double alpha, double beta,
                                                int role) {
  plytrace_enter_args args = PLYTRACE_ENTER_INIT;
  if (!stream) return 0;
  args.move = move;
  args.side = side;
  args.depth = depth;
  args.role = role & ~PLYTRACE_IN_QUIESCENCE;
  args.phase = (role & PLYTRACE_IN_QUIESCENCE) != 0 ? PLYTRACE_QUIESCENCE : PLYTRACE_MAIN;
  args.has_window = 1;
  args.alpha = alpha;
  args.beta = beta;
  return plytrace_do_enter_as(stream, &args);
}
/* The same with a key, or without a window. */
static inline plytrace_node plytrace_enter_as(plytrace_stream* stream,
                                              const plytrace_enter_args* args) {
  return stream ? plytrace_do_enter_as(stream, args) : 0;
}

/* Sets the defaults for the leave of this node: its kind (PLYTRACE_TABLE ..., or PLYTRACE_AUTO) and
 * the claim of its value (PLYTRACE_LOWER ..., or PLYTRACE_NO_BOUND). Use it in a search with many
 * return statements inside a wrapper that calls leave once. A node that was called PLYTRACE_ILLEGAL
 * stays so, whatever is called later. */
static inline void plytrace_is(plytrace_stream* stream, plytrace_node node, int kind, int bound) {
  if (stream) plytrace_do_is(stream, node, kind, bound);
}
/* The static score that the node may return itself: stand pat, or a leaf's score before clamping.
 * That of a terminal, drawn or known leaf is reported after plytrace_is has named its kind. */
static inline void plytrace_score(plytrace_stream* stream, plytrace_node node, double score) {
  if (stream) plytrace_do_score(stream, node, score);
}
/* Moves that the node excludes on purpose (a singular search without the table move, a further line
 * of MultiPV, searchmoves). Call it at most once, before the first child. */
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
/* The same with a bound, best child, static score or number of moves; or without a value, if the
 * search was stopped. */
static inline void plytrace_leave_as(plytrace_stream* stream, plytrace_node node,
                                     const plytrace_leave_args* args) {
  if (stream) plytrace_do_leave_as(stream, node, args);
}

/* The window of the node is now (alpha, beta). PLYTRACE_BY_CHILD: the child left last changed it.
 */
static inline void plytrace_bound(plytrace_stream* stream, plytrace_node node, int cause,
                                  double alpha, double beta) {
  if (stream) plytrace_do_bound(stream, node, cause, alpha, beta);
}
/* The node stops searching moves because of `value`. (alpha, beta) is its window before that value;
 * the value needs no bound event. The number of skipped moves is not reported. */
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
/* The same in the window that the events of the node give it: the trace has that window if the
 * search reports all windows and bound updates. */
static inline void plytrace_cut_here(plytrace_stream* stream, plytrace_node node, int kind,
                                     int cause, double value) {
  plytrace_cutoff_args args = PLYTRACE_CUTOFF_INIT;
  if (!stream) return;
  args.kind = kind;
  args.cause = cause;
  args.has_value = 1;
  args.value = value;
  plytrace_do_cutoff(stream, node, &args);
}
/* The same with the skipped moves, without a value, or for moves dropped without a proof. */
static inline void plytrace_cutoff(plytrace_stream* stream, plytrace_node node,
                                   const plytrace_cutoff_args* args) {
  if (stream) plytrace_do_cutoff(stream, node, args);
}
/* The node stores its result in the table. Call it before the leave. */
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
/* The node found an entry with this key. `used`: what it did with it (PLYTRACE_ANSWERED ...). */
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
/* The search returns the value of the entry found: a probe with PLYTRACE_ANSWERED, and plytrace_is
 * with PLYTRACE_TABLE. */
static inline void plytrace_answer(plytrace_stream* stream, plytrace_node node, uint64_t key,
                                   double value, int bound, int32_t stored_depth, int32_t depth) {
  plytrace_probe_entry(stream, node, key, value, bound, PLYTRACE_ANSWERED, stored_depth, depth);
  plytrace_is(stream, node, PLYTRACE_TABLE, bound);
}
/* The entry found narrows the window to (alpha, beta): a probe with PLYTRACE_NARROWED, and
 * plytrace_bound with PLYTRACE_BY_TABLE. */
static inline void plytrace_narrow(plytrace_stream* stream, plytrace_node node, uint64_t key,
                                   double value, int bound, double alpha, double beta,
                                   int32_t stored_depth, int32_t depth) {
  plytrace_probe_entry(stream, node, key, value, bound, PLYTRACE_NARROWED, stored_depth, depth);
  plytrace_bound(stream, node, PLYTRACE_BY_TABLE, alpha, beta);
}
/* A store with more members: its move, or the number in the table if that differs. */
static inline void plytrace_store(plytrace_stream* stream, plytrace_node node,
                                  const plytrace_entry_args* args) {
  if (stream) plytrace_do_store(stream, node, args);
}
/* A probe with more members. Report an entry with two bounds as two probes. */
static inline void plytrace_probe(plytrace_stream* stream, plytrace_node node,
                                  const plytrace_entry_args* args) {
  if (stream) plytrace_do_probe(stream, node, args);
}
/* Instead of the value of the child left last the node used `score`, which is in its own view. */
static inline void plytrace_credit(plytrace_stream* stream, plytrace_node node, double score) {
  if (stream) plytrace_do_credit(stream, node, score);
}
/* Attaches free text to the node. */
static inline void plytrace_note(plytrace_stream* stream, plytrace_node node, const char* name,
                                 const char* value) {
  if (stream) plytrace_do_note(stream, node, name, value);
}

/* Calls for a return statement: each evaluates `value` once, also if nothing is recorded, reports
 * it, and has it as its result, with its type:
 *
 *   return plytrace_leave_value(s, node, best);
 *
 * plytrace_leave_value and plytrace_leave_leaf_value leave the node. The others serve a search
 * inside a wrapper, which leaves the node: plytrace_leaf_value sets its kind, plytrace_is_value its
 * kind and bound, as plytrace_is. */
#define plytrace_leave_value(stream, node, value) \
  PLYTRACE_VALUE(left, value, plytrace_leave(stream, node, plytrace_left_))
#define plytrace_leave_leaf_value(stream, node, kind, value) \
  PLYTRACE_VALUE(leaf, value, plytrace_leave_leaf(stream, node, kind, plytrace_leaf_))
#define plytrace_leaf_value(stream, node, kind, value) \
  plytrace_is_value(stream, node, kind, PLYTRACE_NO_BOUND, value)
#define plytrace_is_value(stream, node, kind, bound, value) \
  PLYTRACE_VALUE(is, value, plytrace_is(stream, node, kind, bound))
#define plytrace_answer_value(stream, node, key, value, bound, stored_depth, depth) \
  PLYTRACE_VALUE(answer, value,                                                     \
                 plytrace_answer(stream, node, key, plytrace_answer_, bound, stored_depth, depth))
#define plytrace_cut_value(stream, node, kind, cause, value, alpha, beta) \
  PLYTRACE_VALUE(cut, value, plytrace_cut(stream, node, kind, cause, plytrace_cut_, alpha, beta))
#define plytrace_cut_here_value(stream, node, kind, cause, value) \
  PLYTRACE_VALUE(cut, value, plytrace_cut_here(stream, node, kind, cause, plytrace_cut_))
#define plytrace_finish_value(stream, value) \
  PLYTRACE_VALUE(finished, value, plytrace_finish(stream, plytrace_finished_))
/* Enters a node, evaluates `call`, and leaves the node with its value, which is the result:
 *
 *   value = -plytrace_visit(s, move, PLYTRACE_OTHER_SIDE, depth - 1, -beta, -alpha,
 *                           search(depth - 1, -beta, -alpha)); */
#define plytrace_visit(stream, move, side, depth, alpha, beta, call) \
  PLYTRACE_VISIT(plytrace_enter(stream, move, side, depth, alpha, beta), stream, call)
#define plytrace_visit_role(stream, move, side, depth, alpha, beta, role, call) \
  PLYTRACE_VISIT(plytrace_enter_role(stream, move, side, depth, alpha, beta, role), stream, call)
#define PLYTRACE_VISIT(enter, stream, call)                \
  __extension__({                                          \
    const plytrace_node plytrace_visited_ = (enter);       \
    plytrace_leave_value(stream, plytrace_visited_, call); \
  })
/* Statement expressions, of gcc and clang. The names differ so that the calls can be nested. */
#define PLYTRACE_VALUE(name, value, call)           \
  __extension__({                                   \
    __typeof__(value) plytrace_##name##_ = (value); \
    call;                                           \
    plytrace_##name##_;                             \
  })

#if PLYTRACE_IS_HEADER
/* --- The emitter ---------------------------------------------------------------------------------
 *
 * Everything below writes the file, in the packed form PLT1 or as event lines. docs/emit.md has the
 * tables of PLT1. A stream collects records in a block of its own and writes each full block
 * under a lock, so that the blocks of several threads do not mix.
 */
#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#ifdef _WIN32
#include <io.h>
#include <process.h>
#define PLYTRACE_SYSTEM(function) _##function
#define PLYTRACE_FLAG(name) _O_##name
#define PLYTRACE_BINARY _O_BINARY
#define PLYTRACE_SIZE(count) (unsigned)(count)
#else
#include <poll.h>
#include <signal.h>
#include <unistd.h>
#define PLYTRACE_SYSTEM(function) function
#define PLYTRACE_FLAG(name) O_##name
#define PLYTRACE_BINARY 0
#define PLYTRACE_SIZE(count) (count)
#endif

#define PLYTRACE_FN static __attribute__((unused))
#define PLYTRACE_INLINE static inline __attribute__((unused))

enum {
  PLYTRACE_BLOCK_BYTES = 65536, /* of PLT1, including the head */
  PLYTRACE_LINES_BYTES = 524288,
  PLYTRACE_HEAD_BYTES = 32,
  PLYTRACE_LONGEST_FAST = 16, /* bytes behind the first word of a record of a fast path */
  PLYTRACE_LONGEST_TEXT = 60000,
  PLYTRACE_LONGEST_MOVE = 4096,
  PLYTRACE_MOST_TEXTS = 65536,   /* moves given as texts that a stream remembers */
  PLYTRACE_TEXT_BYTES = 1 << 20, /* sum of their lengths */
  PLYTRACE_USUAL_PATH = 4096,    /* a longer open path of a ring needs more memory */
  PLYTRACE_NAMES = 4096,         /* slots for moves whose text is already written */
  PLYTRACE_KEYS = 256            /* slots for the keys of the nodes entered last */
};
#define PLYTRACE_TEXT_MOVE 0x80000000u

/* The first byte of a record. */
enum {
  PLYTRACE_R_ENTER = 0x01,
  PLYTRACE_R_ENTER_WIDE = 0x02,
  PLYTRACE_R_LEAVE = 0x10, /* to 0x17: with the kind */
  PLYTRACE_R_LEAVE_AS = 0x18,
  PLYTRACE_R_BOUND = 0x20,
  PLYTRACE_R_BOUND_WIDE = 0x21,
  PLYTRACE_R_CUT = 0x22,
  PLYTRACE_R_CUTOFF = 0x23,
  PLYTRACE_R_STORE = 0x24,
  PLYTRACE_R_PROBE = 0x25,
  PLYTRACE_R_CREDIT = 0x26,
  PLYTRACE_R_IS = 0x27,
  PLYTRACE_R_SCORE = 0x28,
  PLYTRACE_R_EXCLUDE = 0x29,
  PLYTRACE_R_NOTE = 0x2A,
  PLYTRACE_R_STORE_SHORT = 0x2B,
  PLYTRACE_R_PROBE_SHORT = 0x2C,
  PLYTRACE_R_MOVE_TEXT = 0x30,
  PLYTRACE_R_SEARCH = 0x31,
  PLYTRACE_R_END_SEARCH = 0x32,
  PLYTRACE_R_PASS = 0x33,
  PLYTRACE_R_END_PASS = 0x34,
  PLYTRACE_R_START = 0x35,
  PLYTRACE_R_END = 0x36,
  PLYTRACE_R_LOST = 0x37,
  PLYTRACE_R_END_PASS_AS = 0x38
};

/* A node that was entered before the first record in the ring and is still open there. */
typedef struct plytrace_emit_step {
  plytrace_node number;
  uint32_t words;
  unsigned char record[40];
} plytrace_emit_step;

typedef struct plytrace_emit_key {
  plytrace_node node;
  uint64_t key;
} plytrace_emit_key;

struct plytrace_stream {
  unsigned char *at, *end; /* before it a record of 24 bytes has space; lines take the slow path */
  plytrace_node last;      /* nodes entered so far */
  plytrace_move* names;    /* see PLYTRACE_NAMES */
  plytrace_trace* trace;
  plytrace_stream* next;
  unsigned char *block, *limit;
  plytrace_node before; /* nodes entered before this block */
  uint32_t number, blocks;
  int is_open, in_search; /* in_search: since plytrace_begin_search */
  plytrace_node ended;    /* nodes entered before the last search ended */
  const char* (*move_text)(plytrace_move move, void* user);
  void* user;
  /* Moves given as texts, and a table of them by hash (number + 1; 0 is free). */
  char* texts;
  uint32_t *offsets, *slots;
  uint32_t text_bytes, text_count, fresh;
  const char* error;
  uint64_t errors;
  void* memory;
  /* The ring of the last nodes: a ring of blocks, of which `kept` are full. Of the events before
   * them only the open path and the pass are remembered. */
  unsigned char* ring;
  plytrace_emit_step* path;
  uint64_t pass[3];
  uint32_t ring_blocks, ring_at, kept, path_length, path_space;
  int is_waiting;                        /* for plytrace_trigger; until then nothing is written */
  int has_dropped;                       /* a block of this search has left the ring */
  plytrace_emit_key keys[PLYTRACE_KEYS]; /* a node's slot is its number modulo PLYTRACE_KEYS */
};

struct plytrace_trace {
  plytrace_stream* streams;
  plytrace_trace* next;
  plytrace_options options;
  uint64_t lost;
  long process;
  uint32_t stream_count;
  int is_lines, is_failed, is_closed;
  int file;         /* its descriptor, or -1 */
  struct stat info; /* of that file */
  void* lock;       /* the thread that holds it, or NULL */
  char error[512];
  char engine[256], engine_version[256], below[4096], path[4096];
};

static plytrace_trace* plytrace_emit_traces __attribute__((unused)); /* for exit() */

PLYTRACE_FN long plytrace_emit_process(void) {
#ifdef _WIN32
  return (long)_getpid();
#else
  return (long)getpid();
#endif
}

/* PLT1 is little-endian. */
PLYTRACE_INLINE void plytrace_emit_put(unsigned char* at, uint64_t word) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  memcpy(at, &word, 8);
}
PLYTRACE_INLINE uint64_t plytrace_emit_get(const unsigned char* at) {
  uint64_t word;
  memcpy(&word, at, 8);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}
PLYTRACE_INLINE uint64_t plytrace_emit_pair(uint32_t low, uint32_t high) {
  return (uint64_t)low | (uint64_t)high << 32;
}
PLYTRACE_INLINE uint64_t plytrace_emit_bits(double score) {
  uint64_t word;
  memcpy(&word, &score, 8);
  return word;
}

/* A score in 32 bits, if it has this short form: a whole number, or an infinity. */
PLYTRACE_INLINE int plytrace_emit_short(double score, uint32_t* bits) {
  if (score > -2147483648.0 && score < 2147483647.0) {
    const int32_t whole = (int32_t)score;
    *bits = (uint32_t)whole;
    return (double)whole == score;
  }
  *bits = score > 0 ? 0x7FFFFFFFu : 0x80000000u;
  return score > DBL_MAX || score < -DBL_MAX;
}

PLYTRACE_FN unsigned char* plytrace_emit_take(plytrace_stream* s, size_t words);

PLYTRACE_FN void plytrace_line_missing(plytrace_stream* s);

/* Keeps the first misuse. */
PLYTRACE_FN __attribute__((cold, noinline)) void plytrace_emit_count(plytrace_stream* s,
                                                                     const char* what) {
  if (s->errors++ == 0) s->error = what;
}
/* The same, and writes a record that an event is missing. */
PLYTRACE_FN void plytrace_emit_complain(plytrace_stream* s, const char* what) {
  plytrace_emit_count(s, what);
  if (!s->is_open) return;
  if (s->trace->is_lines) {
    plytrace_line_missing(s);
  } else {
    plytrace_emit_put(plytrace_emit_take(s, 1), PLYTRACE_R_LOST);
  }
}

/* A code that is out of its range becomes `wrong`, which plytrace import refuses as libplytrace
 * refuses the code. */
PLYTRACE_INLINE uint32_t plytrace_emit_code(plytrace_stream* s, int code, uint32_t count,
                                            uint32_t wrong) {
  if ((unsigned)code < count) return (unsigned)code;
  plytrace_emit_count(s, "a side, role, kind, cause or bound is out of its range");
  return wrong;
}
PLYTRACE_INLINE uint32_t plytrace_emit_bound(plytrace_stream* s, int bound) {
  return bound == PLYTRACE_NO_BOUND ? 3 : plytrace_emit_code(s, bound, 3, 255);
}

/* Whether a node with this number was entered. */
PLYTRACE_INLINE int plytrace_emit_is_node(const plytrace_stream* s, plytrace_node node) {
  return (uint64_t)node - 1 < (uint64_t)s->last;
}
/* The lower bits of a node. Those of a number that no node has are 0, which plytrace import
 * refuses; its own might be those of an open node. */
PLYTRACE_INLINE uint32_t plytrace_emit_node(plytrace_stream* s, plytrace_node node) {
  if (plytrace_emit_is_node(s, node) || node == PLYTRACE_INNERMOST) {
    return (uint32_t)(uint64_t)node;
  }
  plytrace_emit_count(s, "the node is not open; pass what enter gave, and leave each node once");
  return 0;
}

/* Declares `name` as a copy of `*given`, or of `init` if that is NULL or its size is wrong. */
#define PLYTRACE_ARGS(type, name, given, init)                                              \
  type name = init;                                                                         \
  if (given != NULL && given->size != sizeof(type)) {                                       \
    plytrace_emit_complain(s, "a structure without its size; set it with its _INIT macro"); \
  } else if (given != NULL) {                                                               \
    name = *given;                                                                          \
  }

/* --- The file */

/* Returns 0 if this thread, which a signal has interrupted, holds the lock. The address of errno
 * names the thread. */
PLYTRACE_FN int plytrace_emit_lock(plytrace_trace* trace) {
  void* const self = &errno;
  for (;;) {
    void* owner = NULL;
    if (__atomic_compare_exchange_n(&trace->lock, &owner, self, 0, __ATOMIC_ACQUIRE,
                                    __ATOMIC_RELAXED)) {
      return 1;
    }
    if (owner == self) return 0;
#ifndef _WIN32
    poll(NULL, 0, 1);
#endif
  }
}
PLYTRACE_FN void plytrace_emit_unlock(plytrace_trace* trace) {
  __atomic_store_n(&trace->lock, NULL, __ATOMIC_RELEASE);
}

PLYTRACE_FN void plytrace_emit_fail(plytrace_trace* trace, const char* what, const char* path) {
  if (trace->error[0] == 0) snprintf(trace->error, sizeof trace->error, "%.400s: %s", path, what);
  trace->is_failed = 1;
}

/* Writes all bytes, even if signals interrupt this. */
PLYTRACE_FN int plytrace_emit_write_all(int file, const unsigned char* bytes, size_t count) {
  while (count > 0) {
    const long done = (long)PLYTRACE_SYSTEM(write)(file, bytes, PLYTRACE_SIZE(count));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return 0;
    bytes += done;
    count -= (size_t)done;
  }
  return 1;
}

#ifdef SIG_BLOCK
/* Takes a signal that a write has caused while it was blocked; `before`: the signals that the
 * engine blocks. */
PLYTRACE_FN void plytrace_emit_drop_signal(int signal_number, const sigset_t* before) {
  sigset_t pending, one;
  if (sigpending(&pending) != 0 || sigismember(&pending, signal_number) != 1 ||
      sigismember(before, signal_number) != 0) {
    return;
  }
  sigemptyset(&one);
  sigaddset(&one, signal_number);
  sigwait(&one, &signal_number);
}
#endif

/* Blocks SIGPIPE and SIGXFSZ, which would end the engine if the reader of a pipe has gone, or if
 * the file becomes too large. */
PLYTRACE_FN int plytrace_emit_write_quietly(int file, const void* bytes, size_t count) {
  int good;
#ifdef SIG_BLOCK
  sigset_t held, before;
  sigemptyset(&held);
  sigaddset(&held, SIGPIPE);
  sigaddset(&held, SIGXFSZ);
  sigprocmask(SIG_BLOCK, &held, &before);
#elif defined(SIGPIPE)
  void (*const on_pipe)(int) = signal(SIGPIPE, SIG_IGN);
  void (*const on_size)(int) = signal(SIGXFSZ, SIG_IGN);
#endif
  good = plytrace_emit_write_all(file, (const unsigned char*)bytes, count);
#ifdef SIG_BLOCK
  if (!good) {
    plytrace_emit_drop_signal(SIGPIPE, &before);
    plytrace_emit_drop_signal(SIGXFSZ, &before);
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
#elif defined(SIGPIPE)
  signal(SIGPIPE, on_pipe);
  signal(SIGXFSZ, on_size);
#endif
  return good;
}

/* Whether the descriptor still belongs to the file. An engine may close all descriptors, and open
 * files of its own with their numbers. */
PLYTRACE_FN int plytrace_emit_has_file(plytrace_trace* trace) {
  struct stat info;
  if (trace->file < 0) return 0;
  if (fstat(trace->file, &info) == 0 && info.st_dev == trace->info.st_dev &&
      info.st_ino == trace->info.st_ino) {
    return 1;
  }
  plytrace_emit_fail(trace, "the engine has closed the descriptor of this file", trace->path);
  trace->file = -1;
  return 0;
}

/* A checksum of whole words. It depends on their order. */
PLYTRACE_FN uint64_t plytrace_emit_sum(const unsigned char* at, size_t bytes, uint64_t sum) {
  uint64_t total = sum;
  for (size_t i = 0; i < bytes; i += 8) {
    sum += plytrace_emit_get(at + i);
    total += sum;
  }
  return (total << 1 | total >> 63) ^ sum;
}

/* Fills in the head of a block and writes its `used` bytes. */
PLYTRACE_FN void plytrace_emit_write(plytrace_stream* s, unsigned char* block, size_t used,
                                     plytrace_node before) {
  plytrace_trace* const trace = s->trace;
  const size_t head = PLYTRACE_HEAD_BYTES;
  if (trace->is_failed || trace->process != plytrace_emit_process()) {
    ++trace->lost;
    return;
  }
  if (!trace->is_lines) {
    memcpy(block, "PLT1", 4);
    for (int byte = 0; byte < 4; ++byte) block[4 + byte] = (unsigned char)(s->number >> 8 * byte);
    plytrace_emit_put(block + 8, plytrace_emit_pair((uint32_t)(used - head), s->blocks++));
    plytrace_emit_put(block + 16, (uint64_t)before);
    plytrace_emit_put(
        block + 24, plytrace_emit_sum(block + head, used - head, plytrace_emit_sum(block, 24, 1)));
  }
  if (!plytrace_emit_lock(trace)) {
    ++trace->lost;
    return;
  }
  if (plytrace_emit_has_file(trace) && !plytrace_emit_write_quietly(trace->file, block, used)) {
    plytrace_emit_fail(trace, "cannot be written; is the disk full, or the reader gone?",
                       trace->path);
  }
  plytrace_emit_unlock(trace);
}

/* Writes records as a block that contains nothing else. */
PLYTRACE_FN void plytrace_emit_write_alone(plytrace_stream* s, const void* records, size_t bytes,
                                           plytrace_node before) {
  unsigned char block[PLYTRACE_HEAD_BYTES + 64];
  memcpy(block + PLYTRACE_HEAD_BYTES, records, bytes);
  plytrace_emit_write(s, block, PLYTRACE_HEAD_BYTES + bytes, before);
}

/* --- The ring */

/* The number of words of a record. */
PLYTRACE_FN size_t plytrace_emit_words(const unsigned char* at) {
  const uint64_t first = plytrace_emit_get(at);
  const uint32_t size = (uint32_t)first >> 8;
  switch (first & 255) {
    case PLYTRACE_R_ENTER:
      return (size & 64) != 0 ? 3 : 2;
    case PLYTRACE_R_ENTER_WIDE:
    case PLYTRACE_R_LEAVE_AS:
      return 5;
    case PLYTRACE_R_BOUND:
    case PLYTRACE_R_CREDIT:
    case PLYTRACE_R_SCORE:
    case PLYTRACE_R_STORE_SHORT:
    case PLYTRACE_R_PROBE_SHORT:
      return 2;
    case PLYTRACE_R_BOUND_WIDE:
    case PLYTRACE_R_CUT:
    case PLYTRACE_R_PASS:
      return 3;
    case PLYTRACE_R_CUTOFF: {
      const uint64_t second = plytrace_emit_get(at + 8);
      return 6 + ((size_t)(uint32_t)second + 1) / 2 + ((size_t)(second >> 32) + 7) / 8;
    }
    case PLYTRACE_R_STORE:
    case PLYTRACE_R_PROBE:
      return 4u + ((first >> 24 & 5) != 0 ? 1u : 0u) + ((first >> 24 & 4) != 0 ? 1u : 0u) +
             ((first >> 24 & 2) != 0 ? 1u : 0u);
    case PLYTRACE_R_EXCLUDE:
      return 1 + ((size_t)size + 1) / 2;
    case PLYTRACE_R_MOVE_TEXT:
      return 1 + ((size_t)size + 7) / 8;
    case PLYTRACE_R_NOTE:
    case PLYTRACE_R_END_PASS_AS:
      return size;
    default:
      return 1; /* leave, is, end of a pass, lost: no other records are in a ring */
  }
}

/* Makes space for a further node of the open path. Without memory nothing more is recorded, as the
 * nodes below it would lie at a wrong place. */
PLYTRACE_FN int plytrace_emit_has_space(plytrace_stream* s) {
  const uint32_t space = 2 * s->path_space;
  plytrace_emit_step* path;
  if (s->path_length < s->path_space) return 1;
  path = (plytrace_emit_step*)realloc(s->path, sizeof *path * space);
  if (path == NULL) {
    plytrace_emit_fail(s->trace, "out of memory for the open path", s->trace->path);
    return 0;
  }
  s->path = path;
  s->path_space = space;
  return 1;
}

/* Updates the open path and the pass for a record that leaves the ring. Returns the number of nodes
 * entered so far. */
PLYTRACE_FN plytrace_node plytrace_emit_forget(plytrace_stream* s, const unsigned char* at,
                                               size_t words, plytrace_node entered) {
  const uint32_t tag = *at;
  const uint64_t first = plytrace_emit_get(at);
  if (tag == PLYTRACE_R_ENTER || tag == PLYTRACE_R_ENTER_WIDE) {
    if (plytrace_emit_has_space(s)) {
      plytrace_emit_step* const step = &s->path[s->path_length++];
      step->number = entered + 1;
      step->words = (uint32_t)words;
      memcpy(step->record, at, 8 * words);
    }
    return entered + 1;
  }
  if (tag == PLYTRACE_R_PASS || tag == PLYTRACE_R_END_PASS || tag == PLYTRACE_R_END_PASS_AS) {
    s->path_length = 0;
    for (size_t i = 0; i < 3; ++i) {
      s->pass[i] = tag == PLYTRACE_R_PASS ? plytrace_emit_get(at + 8 * i) : 0;
    }
  }
  if ((tag >= PLYTRACE_R_LEAVE && tag <= PLYTRACE_R_LEAVE + 7) || tag == PLYTRACE_R_LEAVE_AS) {
    const uint32_t mask = tag == PLYTRACE_R_LEAVE_AS ? 0xFFFFFFFFu : 0xFFFFFFu;
    const uint32_t bits =
        tag == PLYTRACE_R_LEAVE_AS ? (uint32_t)(first >> 32) : (uint32_t)first >> 8;
    for (uint32_t i = s->path_length; i-- > 0;) {
      if (((uint32_t)(uint64_t)s->path[i].number & mask) == bits) {
        s->path_length = i;
        break;
      }
    }
  }
  return entered;
}

/* Keeps the full block in the ring, and reuses the next one. */
PLYTRACE_FN void plytrace_emit_rotate(plytrace_stream* s) {
  plytrace_emit_put(s->block, (uint64_t)(s->at - s->block));
  plytrace_emit_put(s->block + 8, (uint64_t)s->before);
  s->ring_at = (s->ring_at + 1) % s->ring_blocks;
  s->block = s->ring + (size_t)s->ring_at * PLYTRACE_BLOCK_BYTES;
  s->limit = s->block + PLYTRACE_BLOCK_BYTES;
  s->end = s->limit - PLYTRACE_LONGEST_FAST;
  if (s->kept + 1 < s->ring_blocks) {
    ++s->kept;
  } else { /* this block is the oldest one */
    s->has_dropped = 1;
    const unsigned char* const end = s->block + plytrace_emit_get(s->block);
    plytrace_node entered = (plytrace_node)plytrace_emit_get(s->block + 8);
    for (const unsigned char* at = s->block + PLYTRACE_HEAD_BYTES; at < end;) {
      const size_t words = plytrace_emit_words(at);
      entered = plytrace_emit_forget(s, at, words, entered);
      at += 8 * words;
    }
  }
  s->at = s->block + PLYTRACE_HEAD_BYTES;
  s->before = s->last;
}

/* Empties the ring. */
PLYTRACE_FN void plytrace_emit_clear(plytrace_stream* s) {
  s->at = s->block + PLYTRACE_HEAD_BYTES;
  s->before = s->last;
  s->kept = s->path_length = 0;
  s->pass[0] = 0;
  s->has_dropped = 0;
}

/* Writes the block and begins the next one. */
PLYTRACE_FN void plytrace_emit_flush(plytrace_stream* s) {
  const size_t head = s->trace->is_lines ? 0 : PLYTRACE_HEAD_BYTES;
  const size_t used = (size_t)(s->at - s->block);
  if (!s->is_open || used <= head) return;
  if (s->is_waiting) {
    plytrace_emit_rotate(s);
    return;
  }
  s->at = s->block + head;
  plytrace_emit_write(s, s->block, used, s->before);
  s->before = s->last;
}
/* Writes the block even if it is not full. */
PLYTRACE_FN void plytrace_emit_push(plytrace_stream* s) {
  if (!s->is_waiting) plytrace_emit_flush(s);
}

/* Returns space for a record of this many words; NULL: the event is lost. */
PLYTRACE_FN unsigned char* plytrace_emit_take(plytrace_stream* s, size_t words) {
  unsigned char* at;
  if (!s->is_open) {
    plytrace_emit_complain(s, "the stream is closed; open another one");
    return NULL;
  }
  if (words * 8 > (size_t)(PLYTRACE_BLOCK_BYTES - PLYTRACE_HEAD_BYTES)) {
    plytrace_emit_complain(s, "an event is too long; its texts have 60,000 bytes at most");
    return NULL;
  }
  if ((size_t)(s->limit - s->at) < words * 8) plytrace_emit_flush(s);
  at = s->at;
  s->at += words * 8;
  return at;
}

/* --- Moves */

/* Writes the text of a move before the first event that names it. */
PLYTRACE_FN void plytrace_emit_define(plytrace_stream* s, plytrace_move move, const char* text) {
  /* One byte too many, of a text that is too long: then plytrace import refuses it, once. */
  const size_t all = strlen(text), most = PLYTRACE_LONGEST_MOVE + 1;
  const size_t length = all < most ? all : most, words = 1 + (length + 7) / 8;
  unsigned char block[PLYTRACE_HEAD_BYTES + 16 + PLYTRACE_LONGEST_MOVE];
  unsigned char* at;
  /* Write it at once if the ring is in use, which would drop it. */
  at = s->is_waiting ? block + PLYTRACE_HEAD_BYTES : plytrace_emit_take(s, words);
  if (at == NULL) return;
  memset(at + 8 * (words - 1), 0, 8);
  plytrace_emit_put(at, plytrace_emit_pair(PLYTRACE_R_MOVE_TEXT | (uint32_t)length << 8, move));
  memcpy(at + 8, text, length);
  if (s->is_waiting) plytrace_emit_write(s, block, PLYTRACE_HEAD_BYTES + 8 * words, 0);
}

PLYTRACE_FN const char* plytrace_emit_text(plytrace_stream* s, plytrace_move move) {
  const uint32_t number = move & ~PLYTRACE_TEXT_MOVE;
  const char* text;
  if (move >= PLYTRACE_UNNAMED_MOVE) return "?";
  if ((move & PLYTRACE_TEXT_MOVE) != 0) {
    return number < s->text_count ? s->texts + s->offsets[number] : NULL;
  }
  if (s->move_text == NULL) return NULL;
  text = s->move_text(move, s->user);
  return text == NULL ? "?" : text;
}

PLYTRACE_FN void plytrace_emit_name(plytrace_stream* s, plytrace_move move) {
  plytrace_move* const slot = &s->names[move % PLYTRACE_NAMES];
  const char* text;
  if (*slot == move || move >= PLYTRACE_UNNAMED_MOVE) return;
  text = plytrace_emit_text(s, move);
  *slot = move;
  if (text != NULL) plytrace_emit_define(s, move, text);
}

PLYTRACE_FN plytrace_move plytrace_emit_move_of(plytrace_stream* s, const char* text) {
  const size_t length = strlen(text);
  uint32_t hash = 2166136261u, slot, number;
  if (length > PLYTRACE_LONGEST_MOVE) {
    plytrace_emit_complain(s, "the text of a move has 4,096 bytes at most");
    return PLYTRACE_UNNAMED_MOVE;
  }
  for (size_t i = 0; i < length; ++i) hash = (hash ^ (unsigned char)text[i]) * 16777619u;
  for (slot = (hash ^ hash >> 15) % (2 * PLYTRACE_MOST_TEXTS); s->slots[slot] != 0;
       slot = (slot + 1) % (2 * PLYTRACE_MOST_TEXTS)) {
    number = s->slots[slot] - 1;
    if (strcmp(s->texts + s->offsets[number], text) == 0) return number | PLYTRACE_TEXT_MOVE;
  }
  if (s->text_count < PLYTRACE_MOST_TEXTS && length < PLYTRACE_TEXT_BYTES - s->text_bytes) {
    number = s->text_count++;
    s->slots[slot] = number + 1;
    s->offsets[number] = s->text_bytes;
    memcpy(s->texts + s->text_bytes, text, length + 1);
    s->text_bytes += (uint32_t)length + 1;
    return number | PLYTRACE_TEXT_MOVE;
  }
  if (s->trace->is_lines) return PLYTRACE_UNNAMED_MOVE;
  /* Too many texts to remember: each use gets a new number. The reader compares texts. */
  number = (PLYTRACE_MOST_TEXTS + s->fresh++ % 0x40000000u) | PLYTRACE_TEXT_MOVE;
  plytrace_emit_define(s, number, text);
  s->names[number % PLYTRACE_NAMES] = number;
  return number;
}

/* --- Event lines */

PLYTRACE_FN void plytrace_line_put(plytrace_stream* s, const char* text) {
  const size_t length = strlen(text);
  if (length < (size_t)(s->limit - s->at)) {
    memcpy(s->at, text, length);
    s->at += length;
  } else {
    s->at = s->limit; /* too long: plytrace_line_end drops the line */
  }
}

/* The number of bytes of the character at `text` in UTF-8; 0: it is none. */
PLYTRACE_FN size_t plytrace_line_character(const unsigned char* text) {
  const unsigned first = text[0], second = first < 0xC2 ? 0 : text[1];
  size_t size = 1;
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  /* Neither longer than necessary, nor half of a pair of UTF-16, nor above U+10FFFF. */
  if (first == 0xE0 ? second < 0xA0 : first == 0xED ? second > 0x9F : 0) return 0;
  if (first == 0xF0 ? second < 0x90 : first == 0xF4 ? second > 0x8F : 0) return 0;
  for (; size < (first < 0xE0 ? 2u : first < 0xF0 ? 3u : 4u); ++size) {
    if ((text[size] & 0xC0) != 0x80) return 0;
  }
  return size;
}

/* Writes at most `most` bytes of a text. A byte that is not UTF-8 becomes \xE9 and the like, as in
 * plytrace export. */
PLYTRACE_FN void plytrace_line_quote(plytrace_stream* s, const char* text, size_t most) {
  size_t used = 0;
  plytrace_line_put(s, "\"");
  while (text[used] != 0 && used < most) {
    const size_t size = plytrace_line_character((const unsigned char*)text + used);
    char character[8];
    const unsigned byte = (unsigned char)text[used];
    if (byte == '"' || byte == '\\') {
      snprintf(character, sizeof character, "\\%c", (int)byte);
    } else if (byte < 32) {
      snprintf(character, sizeof character, "\\u%04x", byte);
    } else if (size == 0) {
      snprintf(character, sizeof character, "\\\\x%02X", byte);
    } else {
      memcpy(character, text + used, size);
      character[size] = 0;
    }
    plytrace_line_put(s, character);
    used += size > 0 ? size : 1;
  }
  plytrace_line_put(s, "\"");
}

PLYTRACE_FN void plytrace_line_name(plytrace_stream* s, const char* name) {
  plytrace_line_put(s, ",\"");
  plytrace_line_put(s, name);
  plytrace_line_put(s, "\":");
}

PLYTRACE_FN void plytrace_line_text(plytrace_stream* s, const char* name, const char* text) {
  if (text == NULL) return;
  plytrace_line_name(s, name);
  plytrace_line_quote(s, text, SIZE_MAX);
  if (strlen(text) > PLYTRACE_LONGEST_TEXT) s->at = s->limit; /* plytrace_line_end drops the line */
}

/* The same, if it is not empty. */
PLYTRACE_FN void plytrace_line_some(plytrace_stream* s, const char* name, const char* text) {
  if (text != NULL && *text != 0) plytrace_line_text(s, name, text);
}

/* Writes a number or another word of JSON. */
PLYTRACE_FN void plytrace_line_json(plytrace_stream* s, const char* name, const char* json) {
  plytrace_line_name(s, name);
  plytrace_line_put(s, json);
}

PLYTRACE_FN void plytrace_line_whole(plytrace_stream* s, const char* name, long long number) {
  char digits[32];
  if (number == PLYTRACE_NO_NUMBER) return;
  snprintf(digits, sizeof digits, "%lld", number);
  plytrace_line_json(s, name, digits);
}

PLYTRACE_FN void plytrace_line_key(plytrace_stream* s, const char* name, uint64_t key) {
  char digits[32];
  snprintf(digits, sizeof digits, "%llu", (unsigned long long)key);
  plytrace_line_json(s, name, digits);
}

PLYTRACE_FN void plytrace_line_score(plytrace_stream* s, const char* name, double score) {
  const int is_whole = score > -1e15 && score < 1e15 && (double)(int64_t)score == score;
  char digits[64];
  if (score > DBL_MAX || score < -DBL_MAX) {
    plytrace_line_text(s, name, score > 0 ? "+inf" : "-inf");
    return;
  }
  if (score != score) { /* plytrace import refuses the event */
    plytrace_emit_count(s, "a score or window is NaN");
    plytrace_line_text(s, name, "nan");
    return;
  }
  snprintf(digits, sizeof digits, is_whole ? "%.0f" : "%.17g", score == 0 ? 0.0 : score);
  for (char* c = digits; *c != 0; ++c) *c = *c == ',' ? '.' : *c; /* the locale's decimal point */
  plytrace_line_json(s, name, digits);
}

PLYTRACE_FN void plytrace_line_quote_move(plytrace_stream* s, plytrace_move move) {
  const char* text = plytrace_emit_text(s, move);
  char digits[16];
  if (text == NULL && (move & PLYTRACE_TEXT_MOVE) != 0) text = "?"; /* the number of no text */
  snprintf(digits, sizeof digits, "%lu", (unsigned long)move);
  plytrace_line_quote(s, text != NULL ? text : digits, PLYTRACE_LONGEST_MOVE + 1);
}

PLYTRACE_FN void plytrace_line_move(plytrace_stream* s, const char* name, plytrace_move move) {
  if (move == PLYTRACE_NO_MOVE) return;
  plytrace_line_name(s, name);
  plytrace_line_quote_move(s, move);
}

PLYTRACE_FN void plytrace_line_moves(plytrace_stream* s, const char* name,
                                     const plytrace_move* moves, size_t count) {
  plytrace_line_name(s, name);
  plytrace_line_put(s, "[");
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) plytrace_line_put(s, ",");
    plytrace_line_quote_move(s, moves[i]);
  }
  plytrace_line_put(s, "]");
}

/* Writes "a, b" as a list. */
PLYTRACE_FN void plytrace_line_words(plytrace_stream* s, const char* name, const char* words) {
  int is_first = 1;
  if (words == NULL) return;
  plytrace_line_name(s, name);
  plytrace_line_put(s, "[");
  while (*words != 0) {
    size_t length;
    words += strspn(words, ", ");
    length = strcspn(words, ",");
    while (length > 0 && words[length - 1] == ' ') --length;
    if (length == 0) continue;
    if (!is_first) plytrace_line_put(s, ",");
    plytrace_line_quote(s, words, length);
    is_first = 0;
    words += length;
  }
  plytrace_line_put(s, "]");
}

/* Writes word `number` of a list separated by blanks. If it is out of range, plytrace import
 * refuses the event. */
PLYTRACE_FN void plytrace_line_word(plytrace_stream* s, const char* name, int number,
                                    const char* list) {
  char word[32] = "?";
  size_t length;
  for (; number > 0 && *list != 0; --number) {
    list += strcspn(list, " ");
    list += *list == ' ';
  }
  length = number < 0 ? 0 : strcspn(list, " ");
  if (length > 0 && length < sizeof word) {
    memcpy(word, list, length);
    word[length] = 0;
  } else {
    plytrace_emit_count(s, "a side, role, kind, cause or bound is out of its range");
  }
  plytrace_line_text(s, name, word);
}
/* The same for a number that is left out if it is -1. */
PLYTRACE_FN void plytrace_line_word_if(plytrace_stream* s, const char* name, int number,
                                       const char* list) {
  if (number != -1) plytrace_line_word(s, name, number, list);
}
#define PLYTRACE_CAUSE_WORDS                                                               \
  "child table stand_pat static mate_distance other null_move probcut futility late_move " \
  "razoring multi_cut see history draw_claim"
#define PLYTRACE_BOUND_WORDS "exact lower upper"
#define PLYTRACE_KIND_WORDS "interior horizon terminal table known draw unknown illegal"
#define PLYTRACE_STATUS_WORDS "finished time_limit node_limit interrupted failed"

/* Begins a line, without a node if that is PLYTRACE_INNERMOST. Returns its first byte, for
 * plytrace_line_end; NULL: the stream is closed. */
PLYTRACE_FN unsigned char* plytrace_line_begin(plytrace_stream* s, const char* event,
                                               plytrace_node node) {
  unsigned char* line;
  if (plytrace_emit_take(s, 0) == NULL) return NULL;
  if (s->at - s->block > PLYTRACE_BLOCK_BYTES) plytrace_emit_flush(s);
  line = s->at;
  plytrace_line_put(s, "{\"event\":\"");
  plytrace_line_put(s, event);
  plytrace_line_put(s, "\"");
  if (s->number != 0) plytrace_line_whole(s, "stream", s->number);
  if (node == PLYTRACE_INNERMOST) return line;
  (void)plytrace_emit_node(s, node); /* complains of a number that no node has */
  plytrace_line_whole(s, "node", node);
  return line;
}

PLYTRACE_FN void plytrace_line_end(plytrace_stream* s, unsigned char* line) {
  plytrace_line_put(s, "}\n");
  if (s->at < s->limit) return;
  s->at = line;
  plytrace_emit_complain(s, "an event is too long; its texts have 60,000 bytes at most");
}

PLYTRACE_FN void plytrace_line_missing(plytrace_stream* s) {
  unsigned char* const line = plytrace_line_begin(s, "missing", PLYTRACE_INNERMOST);
  plytrace_line_whole(s, "events", 1);
  plytrace_line_end(s, line);
}

/* --- Opening and closing */

PLYTRACE_FN int plytrace_emit_ends_with(const char* text, const char* end) {
  const size_t length = strlen(text), rest = strlen(end);
  return length >= rest && strcmp(text + length - rest, end) == 0;
}

/* Copies a text. Returns -1 if it is too long. */
PLYTRACE_FN int plytrace_emit_copy(char* to, size_t space, const char* text) {
  if (text == NULL) text = "";
  if (strlen(text) >= space) return -1;
  strcpy(to, text);
  return 0;
}

/* The path in the variable PLYTRACE, with the process id in place of %p. */
PLYTRACE_FN int plytrace_emit_path(char* to, size_t space, const char* given) {
  size_t used = 0;
  for (; *given != 0; ++given) {
    char part[24] = {*given, 0};
    if (given[0] == '%' && given[1] == 'p') {
      snprintf(part, sizeof part, "%ld", plytrace_emit_process());
      ++given;
    }
    if (used + strlen(part) >= space) return -1;
    strcpy(to + used, part);
    used += strlen(part);
  }
  to[used] = 0;
  return 0;
}

/* A pipe without a reader would stop the engine; wait five seconds for one. Returns a descriptor to
 * close once the file is open, or -1. */
PLYTRACE_FN int plytrace_emit_await_reader(const char* path) {
  int descriptor = -1;
#ifndef _WIN32
  for (int i = 0; i < 500 && descriptor < 0; ++i) {
    descriptor = open(path, O_WRONLY | O_NONBLOCK);
    if (descriptor < 0) poll(NULL, 0, 10);
  }
#else
  (void)path;
#endif
  return descriptor;
}

/* The last trace that this process has recorded into this file, or NULL. */
PLYTRACE_FN const plytrace_trace* plytrace_emit_own(const char* path) {
  const plytrace_trace* trace = plytrace_emit_traces;
  while (trace != NULL && (trace->is_failed || trace->process != plytrace_emit_process() ||
                           strcmp(trace->path, path) != 0)) {
    trace = trace->next;
  }
  return trace;
}

/* Whether a file of event lines ends within a line, as a killed engine leaves it. */
PLYTRACE_FN int plytrace_emit_ends_in_line(const char* path) {
  FILE* const file = fopen(path, "rb");
  const int last = file != NULL && fseek(file, -1, SEEK_END) == 0 ? fgetc(file) : '\n';
  if (file != NULL) fclose(file);
  return last != '\n';
}

PLYTRACE_FN void plytrace_emit_open_file(plytrace_trace* trace, const char* path) {
  struct stat info;
  const int exists = stat(path, &info) == 0;
  const int is_regular = exists && S_ISREG(info.st_mode);
  int reader = -1, has_part;
  const plytrace_trace* const own = plytrace_emit_own(path);
  const int appends = trace->options.append == PLYTRACE_APPEND_OWN ? own != NULL && own->is_closed
                                                                   : trace->options.append;
  if (is_regular && info.st_size > 0 && !trace->options.force && !appends) {
    plytrace_emit_fail(trace,
                       own != NULL ? "is being recorded by this process; finish that search first, "
                                     "or open one trace with several streams"
                                   : "exists already; remove it, or set plytrace_options.force",
                       path);
    return;
  }
#ifdef S_ISFIFO
  if (exists && S_ISFIFO(info.st_mode)) {
    reader = plytrace_emit_await_reader(path);
    if (reader < 0) {
      plytrace_emit_fail(trace, "nobody reads this pipe; start plytrace import first", path);
      return;
    }
  }
#endif
  trace->is_lines =
      plytrace_emit_ends_with(path, ".ndjson") || plytrace_emit_ends_with(path, ".jsonl");
  has_part = appends && is_regular && trace->is_lines && plytrace_emit_ends_in_line(path);
  trace->file =
      PLYTRACE_SYSTEM(open)(path,
                            PLYTRACE_FLAG(WRONLY) | PLYTRACE_FLAG(CREAT) | PLYTRACE_BINARY |
                                (appends ? PLYTRACE_FLAG(APPEND) : PLYTRACE_FLAG(TRUNC)),
                            0666);
  if (trace->file < 0 || fstat(trace->file, &trace->info) != 0) {
    plytrace_emit_fail(trace, "cannot be made; check the folder", path);
  } else if (has_part) {
    plytrace_emit_write_quietly(trace->file, "\n", 1);
  }
#ifndef _WIN32
  if (reader >= 0) close(reader);
#endif
}

/* Runs at exit(): writes the blocks. The file then lacks what ends its streams, by which the reader
 * knows that searches were interrupted. */
PLYTRACE_FN void plytrace_emit_at_exit(void) {
  for (plytrace_trace* trace = plytrace_emit_traces; trace != NULL; trace = trace->next) {
    for (plytrace_stream* s = trace->streams; s != NULL; s = s->next) {
      plytrace_emit_push(s);
    }
  }
}

PLYTRACE_FN plytrace_trace* plytrace_open(const char* path, const plytrace_options* given) {
  static plytrace_trace kNoMemory;
  char name[4096] = "";
  const char* const wanted = path == NULL ? getenv("PLYTRACE") : path;
  plytrace_trace* trace;
  if (wanted == NULL || *wanted == 0) {
    if (path == NULL) return NULL;
  }
  trace = (plytrace_trace*)calloc(1, sizeof *trace);
  if (trace == NULL) {
    plytrace_emit_fail(&kNoMemory, "out of memory", wanted);
    kNoMemory.file = -1;
    return &kNoMemory;
  }
  trace->file = -1;
  {
    const plytrace_options none = PLYTRACE_OPTIONS_INIT;
    trace->options = given != NULL && given->size == sizeof none ? *given : none;
  }
  trace->process = plytrace_emit_process();
  if (given != NULL && given->size != sizeof *given) {
    plytrace_emit_fail(trace, "a structure without its size; set it with its _INIT macro", wanted);
  } else if (plytrace_emit_copy(trace->engine, sizeof trace->engine, trace->options.engine) != 0 ||
             plytrace_emit_copy(trace->engine_version, sizeof trace->engine_version,
                                trace->options.engine_version) != 0 ||
             plytrace_emit_copy(trace->below, sizeof trace->below, trace->options.below) != 0 ||
             (path == NULL ? plytrace_emit_path(name, sizeof name, wanted)
                           : plytrace_emit_copy(name, sizeof name, wanted)) != 0) {
    plytrace_emit_fail(trace, "a text of plytrace_options, or the path, is too long", wanted);
  } else if (trace->below[0] != 0 && trace->below[0] != '/') {
    plytrace_emit_fail(trace, "plytrace_options.below is not a path; write it as /d/c", wanted);
  } else {
    strcpy(trace->path, name);
    plytrace_emit_open_file(trace, name);
  }
  if (trace->is_failed && !trace->options.quiet) {
    fprintf(stderr, "plytrace: nothing is recorded: %s\n", trace->error);
  }
  if (plytrace_emit_traces == NULL) atexit(plytrace_emit_at_exit);
  trace->next = plytrace_emit_traces;
  plytrace_emit_traces = trace;
  return trace;
}

/* The length of a text; if it is too long, a number that no event has space for. */
PLYTRACE_FN size_t plytrace_emit_length(const char* text) {
  const size_t length = text == NULL ? 0 : strlen(text);
  return length > PLYTRACE_LONGEST_TEXT ? (size_t)PLYTRACE_BLOCK_BYTES : length;
}

PLYTRACE_FN size_t plytrace_emit_texts_size(const char* const* texts, size_t count) {
  size_t size = 0;
  for (size_t i = 0; i < count; ++i) size += 4 + plytrace_emit_length(texts[i]);
  return (size + 7) / 8;
}

/* Writes each text after its length. Returns the end of what it wrote. */
PLYTRACE_FN unsigned char* plytrace_emit_put_texts(unsigned char* at, const char* const* texts,
                                                   size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const size_t length = texts[i] == NULL ? 0 : strlen(texts[i]);
    for (int byte = 0; byte < 4; ++byte) at[byte] = (unsigned char)(length >> 8 * byte);
    if (length > 0) memcpy(at + 4, texts[i], length);
    at += 4 + length;
  }
  return at;
}

PLYTRACE_FN void plytrace_emit_start(plytrace_stream* s) {
  const plytrace_options* const o = &s->trace->options;
  const char* texts[3];
  size_t size;
  unsigned char* at;
  texts[0] = s->trace->engine;
  texts[1] = s->trace->engine_version;
  texts[2] = s->trace->below;
  size = plytrace_emit_texts_size(texts, 3);
  at = plytrace_emit_take(s, 6 + size);
  if (at == NULL) return;
  memset(at + 8 * (5 + size), 0, 8);
  plytrace_emit_put(
      at, PLYTRACE_R_START | (uint64_t)(6 + size) << 8 | (uint64_t)(o->has_at_key != 0) << 32);
  plytrace_emit_put(at + 8, plytrace_emit_pair((uint32_t)o->max_ply, (uint32_t)o->from_ply));
  plytrace_emit_put(at + 16, o->max_nodes);
  plytrace_emit_put(at + 24, o->only_search);
  plytrace_emit_put(at + 32, o->at_key);
  plytrace_emit_put(at + 40, (uint64_t)s->trace->process);
  plytrace_emit_put_texts(at + 48, texts, 3);
}

PLYTRACE_FN void plytrace_line_start(plytrace_stream* s) {
  const plytrace_options* const o = &s->trace->options;
  unsigned char* const line = plytrace_line_begin(s, "start", PLYTRACE_INNERMOST);
  plytrace_line_some(s, "engine", s->trace->engine);
  plytrace_line_some(s, "engine_version", s->trace->engine_version);
  plytrace_line_some(s, "below", s->trace->below);
  plytrace_line_whole(s, "max_ply", o->max_ply);
  if (o->from_ply > 0) plytrace_line_whole(s, "from_ply", o->from_ply);
  if (o->max_nodes != 0) plytrace_line_key(s, "max_nodes", o->max_nodes);
  if (o->only_search != 0) plytrace_line_key(s, "only_search", o->only_search);
  if (o->has_at_key) plytrace_line_key(s, "at_key", o->at_key);
  plytrace_line_end(s, line);
}

/* Whether this is the child of a fork: the trace is its parent's. */
PLYTRACE_FN int plytrace_emit_is_forked(plytrace_trace* trace) {
  if (trace->process == plytrace_emit_process()) return 0;
  plytrace_emit_fail(
      trace,
      "the trace belongs to the process that this one was forked from, which goes on "
      "recording; open another one here",
      trace->path);
  return 1;
}

PLYTRACE_FN plytrace_stream* plytrace_open_stream(plytrace_trace* trace) {
  size_t block = PLYTRACE_BLOCK_BYTES;
  uint32_t ring = 0;
  plytrace_emit_step* path = NULL;
  plytrace_stream* s;
  unsigned char* memory;
  if (trace == NULL || trace->file < 0 || plytrace_emit_is_forked(trace)) return NULL;
  if (trace->is_lines) {
    block = PLYTRACE_LINES_BYTES;
  } else if (trace->options.last_nodes != 0) {
    /* 64 bytes a node, a block to fill, and at most 256 MB. */
    const uint64_t blocks = trace->options.last_nodes / 1000 + 2;
    ring = blocks < 4096 ? (uint32_t)blocks : 4096;
    block *= ring;
  }
  s = (plytrace_stream*)calloc(1, sizeof *s);
  memory = (unsigned char*)calloc(
      1, block + PLYTRACE_TEXT_BYTES +
             sizeof(uint32_t) * (3 * (size_t)PLYTRACE_MOST_TEXTS + PLYTRACE_NAMES));
  if (ring != 0) path = (plytrace_emit_step*)malloc(sizeof *path * PLYTRACE_USUAL_PATH);
  if (s == NULL || memory == NULL || (ring != 0 && path == NULL)) {
    free(s);
    free(memory);
    free(path);
    return NULL;
  }
  s->memory = memory;
  s->block = memory;
  s->limit = s->block + block;
  s->offsets = (uint32_t*)(void*)(memory + block);
  s->slots = s->offsets + PLYTRACE_MOST_TEXTS;
  s->names = s->slots + 2 * PLYTRACE_MOST_TEXTS;
  s->texts = (char*)(s->names + PLYTRACE_NAMES);
  s->path = path;
  s->path_space = PLYTRACE_USUAL_PATH;
  s->ring = s->block;
  s->ring_blocks = ring;
  if (ring != 0) s->limit = s->block + PLYTRACE_BLOCK_BYTES;
  memset(s->names, 0xFF, sizeof(plytrace_move) * PLYTRACE_NAMES);
  s->trace = trace;
  s->is_open = 1;
  s->at = s->block + (trace->is_lines ? 0 : PLYTRACE_HEAD_BYTES);
  s->end = trace->is_lines ? s->block : s->limit - PLYTRACE_LONGEST_FAST;
  if (!plytrace_emit_lock(trace)) {
    free(s);
    free(memory);
    free(path);
    return NULL;
  }
  s->number = trace->stream_count++;
  s->next = trace->streams;
  trace->streams = s;
  plytrace_emit_unlock(trace);
  trace->is_lines ? plytrace_line_start(s) : plytrace_emit_start(s);
  if (ring != 0) {
    plytrace_emit_flush(s);
    s->is_waiting = 1;
  }
  return s;
}

PLYTRACE_FN plytrace_trace* plytrace_trace_of(plytrace_stream* s) {
  return s == NULL ? NULL : s->trace;
}

PLYTRACE_FN void plytrace_close_stream(plytrace_stream* s) {
  if (s == NULL || !s->is_open) return;
  if (s->is_waiting) plytrace_emit_clear(s);
  s->is_waiting = 0;
  if (!s->trace->is_lines) {
    unsigned char* const at = plytrace_emit_take(s, 2);
    plytrace_emit_put(
        at,
        plytrace_emit_pair(PLYTRACE_R_END, (uint32_t)(s->errors < 1000000 ? s->errors : 1000000)));
    plytrace_emit_put(at + 8, (uint64_t)s->last);
  } else {
    plytrace_line_end(s, plytrace_line_begin(s, "stop", PLYTRACE_INNERMOST));
  }
  plytrace_emit_flush(s);
  s->is_open = 0;
  s->at = s->end = NULL;
  free(s->memory);
  free(s->path);
  s->memory = NULL;
  s->path = NULL;
}

PLYTRACE_FN int plytrace_close(plytrace_trace* trace) {
  int good;
  if (trace == NULL) return 0;
  if (plytrace_emit_is_forked(trace)) return -1;
  for (plytrace_stream* s = trace->streams; s != NULL; s = s->next) plytrace_close_stream(s);
  good = plytrace_emit_has_file(trace) && PLYTRACE_SYSTEM(close)(trace->file) == 0 &&
         !trace->is_failed;
  trace->file = -1;
  trace->is_closed = 1;
  if (!good && trace->error[0] == 0) {
    plytrace_emit_fail(trace, "is closed already, or could not be closed", "plytrace_close");
  }
  return good ? 0 : -1;
}

PLYTRACE_FN const char* plytrace_trace_error(const plytrace_trace* trace) {
  return trace == NULL || trace->error[0] == 0 ? NULL : trace->error;
}
PLYTRACE_FN double plytrace_seconds_waited(const plytrace_trace* trace) {
  (void)trace;
  return 0;
}
PLYTRACE_FN uint64_t plytrace_lost_events(const plytrace_trace* trace) {
  return trace == NULL ? 0 : trace->lost;
}
PLYTRACE_FN void plytrace_flush(plytrace_stream* s) {
  if (s != NULL) plytrace_emit_push(s);
}

/* Writes the ring. If events have left it, a record says so, and the pass and the open path come
 * first. */
PLYTRACE_FN void plytrace_trigger(plytrace_stream* s) {
  unsigned char records[32];
  if (s == NULL || !s->is_open || !s->is_waiting) return;
  s->is_waiting = 0;
  plytrace_emit_put(records, PLYTRACE_R_LOST);
  for (size_t i = 0; i < 3; ++i) plytrace_emit_put(records + 8 + 8 * i, s->pass[i]);
  if (s->has_dropped) plytrace_emit_write_alone(s, records, s->pass[0] != 0 ? 32 : 8, 0);
  for (uint32_t i = 0; i < s->path_length; ++i) {
    plytrace_emit_write_alone(s, s->path[i].record, 8 * (size_t)s->path[i].words,
                              s->path[i].number - 1);
  }
  for (uint32_t i = s->kept; i > 0; --i) {
    const uint32_t index = (s->ring_at + s->ring_blocks - i) % s->ring_blocks;
    unsigned char* const block = s->ring + (size_t)index * PLYTRACE_BLOCK_BYTES;
    plytrace_emit_write(s, block, (size_t)plytrace_emit_get(block),
                        (plytrace_node)plytrace_emit_get(block + 8));
  }
  s->kept = s->path_length = 0;
  plytrace_emit_flush(s);
}
PLYTRACE_FN const char* plytrace_error(const plytrace_stream* s) {
  return s == NULL ? NULL : s->error;
}
PLYTRACE_FN uint64_t plytrace_error_count(const plytrace_stream* s) {
  return s == NULL ? 0 : s->errors;
}

/* --- Searches and passes */

PLYTRACE_FN void plytrace_line_search(plytrace_stream* s, const plytrace_search* d) {
  unsigned char* const line = plytrace_line_begin(s, "search", PLYTRACE_INNERMOST);
  plytrace_line_text(s, "game", d->game);
  plytrace_line_some(s, "game_options", d->game_options);
  plytrace_line_text(s, "position", d->position);
  plytrace_line_text(s, "algorithm", d->algorithm);
  plytrace_line_some(s, "options", d->options);
  plytrace_line_text(s, "evaluator", d->evaluator);
  plytrace_line_text(s, "engine", d->engine != NULL ? d->engine : s->trace->engine);
  plytrace_line_text(s, "engine_version",
                     d->engine_version != NULL ? d->engine_version : s->trace->engine_version);
  plytrace_line_word(s, "perspective", d->scores, "max side");
  plytrace_line_whole(s, "max_player", d->max_player);
  plytrace_line_whole(s, "depth", d->depth);
  plytrace_line_words(s, "captured", d->captured);
  plytrace_line_some(s, "fail", d->fail);
  if (d->exact_windows) plytrace_line_text(s, "windows", "exact");
  if (d->uniform) plytrace_line_json(s, "uniform", "true");
  if (d->has_score_range) {
    plytrace_line_score(s, "score_min", d->score_min);
    plytrace_line_score(s, "score_max", d->score_max);
  }
  plytrace_line_end(s, line);
}

PLYTRACE_FN void plytrace_begin_search(plytrace_stream* s, const plytrace_search* given) {
  const char* texts[10];
  size_t size;
  int is_good;
  unsigned char* at;
  if (s == NULL) return;
  PLYTRACE_ARGS(plytrace_search, d, given, PLYTRACE_SEARCH_INIT)
  if (!s->is_open) return;
  texts[0] = d.game;
  texts[1] = d.game_options;
  texts[2] = d.position;
  texts[3] = d.algorithm;
  texts[4] = d.options;
  texts[5] = d.evaluator;
  texts[6] = d.captured;
  texts[7] = d.fail;
  texts[8] = d.engine;
  texts[9] = d.engine_version;
  size = plytrace_emit_texts_size(texts, 10);
  if (8 * (4 + size) > PLYTRACE_BLOCK_BYTES - PLYTRACE_HEAD_BYTES) {
    plytrace_emit_take(s, 4 + size); /* complains */
    return;
  }
  is_good = (d.scores == PLYTRACE_MAX_VIEW || d.scores == PLYTRACE_SIDE_TO_MOVE) &&
            (d.fail == NULL || *d.fail == 0 || strcmp(d.fail, "soft") == 0 ||
             strcmp(d.fail, "hard") == 0) &&
            (!d.has_score_range || d.score_min <= d.score_max);
  if (!is_good && s->ring_blocks != 0) {
    plytrace_emit_complain(s, "the scores, fail or score range of a search is not valid");
    return;
  }
  if (is_good) {
    if (s->ring_blocks != 0) plytrace_interrupt(s);
    s->in_search = 1;
    s->move_text = d.move_text;
    s->user = d.user;
    memset(s->names, 0xFF, sizeof(plytrace_move) * PLYTRACE_NAMES);
  } else { /* written nevertheless: plytrace import refuses it */
    plytrace_emit_count(s, "the scores, fail or score range of a search is not valid");
  }
  if (s->trace->is_lines) {
    const uint64_t errors = s->errors;
    plytrace_line_search(s, &d);
    if (!is_good) s->errors = errors; /* counted above */
    return;
  }
  if (s->is_waiting) plytrace_emit_clear(s);
  s->is_waiting = 0;
  at = plytrace_emit_take(s, 4 + size);
  memset(at + 8 * (3 + size), 0, 8);
  plytrace_emit_put(at, PLYTRACE_R_SEARCH | (uint64_t)(4 + size) << 8 |
                            (uint64_t)(is_good ? (unsigned)d.scores : 255u) << 32 |
                            (uint64_t)(d.exact_windows != 0) << 40 |
                            (uint64_t)(d.uniform != 0) << 41 |
                            (uint64_t)(d.has_score_range != 0) << 42);
  plytrace_emit_put(at + 8, plytrace_emit_pair((uint32_t)d.depth, (uint32_t)d.max_player));
  plytrace_emit_put(at + 16, plytrace_emit_bits(d.score_min));
  plytrace_emit_put(at + 24, plytrace_emit_bits(d.score_max));
  plytrace_emit_put_texts(at + 32, texts, 10);
  if (s->ring_blocks != 0) {
    plytrace_emit_flush(s);
    s->is_waiting = 1;
  }
}

PLYTRACE_FN void plytrace_line_result(plytrace_stream* s, const char* event,
                                      const plytrace_result* r) {
  unsigned char* const line = plytrace_line_begin(s, event, PLYTRACE_INNERMOST);
  plytrace_line_word(s, "status", r->status, PLYTRACE_STATUS_WORDS);
  if (r->has_value) plytrace_line_score(s, "value", r->value);
  if (r->has_lower) plytrace_line_score(s, "lower", r->lower);
  if (r->has_upper) plytrace_line_score(s, "upper", r->upper);
  plytrace_line_whole(s, "completed_depth", r->completed_depth);
  plytrace_line_text(s, "best_move", r->best_move);
  if (r->pv != NULL) {
    plytrace_line_name(s, "pv");
    plytrace_line_put(s, "[");
    for (size_t i = 0; i < r->pv_length; ++i) {
      if (i > 0) plytrace_line_put(s, ",");
      plytrace_line_quote(s, r->pv[i] == NULL ? "" : r->pv[i], SIZE_MAX);
    }
    plytrace_line_put(s, "]");
  }
  if (r->nodes != 0) plytrace_line_key(s, "nodes", r->nodes);
  if (r->leaf_evaluations != 0) plytrace_line_key(s, "leaf_evaluations", r->leaf_evaluations);
  plytrace_line_end(s, line);
}

/* The end of a pass or a search. */
PLYTRACE_FN void plytrace_emit_result(plytrace_stream* s, uint32_t tag, const plytrace_result* r) {
  const size_t pv = r->pv == NULL ? 0 : r->pv_length;
  const size_t size =
      plytrace_emit_texts_size(&r->best_move, 1) + plytrace_emit_texts_size(r->pv, pv);
  unsigned char* at = plytrace_emit_take(s, 7 + size);
  if (at == NULL) return;
  memset(at + 56, 0, 8 * size);
  plytrace_emit_put(at, tag | (uint64_t)(7 + size) << 8 |
                            (uint64_t)plytrace_emit_code(s, r->status, 5, 255) << 32 |
                            (uint64_t)(r->has_value != 0) << 40 |
                            (uint64_t)(r->has_lower != 0) << 41 |
                            (uint64_t)(r->has_upper != 0) << 42);
  plytrace_emit_put(at + 8, plytrace_emit_pair((uint32_t)r->completed_depth, (uint32_t)pv));
  plytrace_emit_put(at + 16, plytrace_emit_bits(r->value));
  plytrace_emit_put(at + 24, plytrace_emit_bits(r->lower));
  plytrace_emit_put(at + 32, plytrace_emit_bits(r->upper));
  plytrace_emit_put(at + 40, r->nodes);
  plytrace_emit_put(at + 48, r->leaf_evaluations);
  at = plytrace_emit_put_texts(at + 56, &r->best_move, 1);
  plytrace_emit_put_texts(at, r->pv, pv);
}

PLYTRACE_FN void plytrace_end_search(plytrace_stream* s, const plytrace_result* given) {
  if (s == NULL) return;
  PLYTRACE_ARGS(plytrace_result, r, given, PLYTRACE_RESULT_INIT)
  if (!s->is_open) return;
  if (s->is_waiting) { /* nothing triggered their writing */
    plytrace_emit_clear(s);
    s->is_waiting = 0;
    plytrace_emit_put(plytrace_emit_take(s, 1), PLYTRACE_R_LOST);
  }
  if (s->trace->is_lines) {
    plytrace_line_result(s, "end_search", &r);
  } else {
    plytrace_emit_result(s, PLYTRACE_R_END_SEARCH, &r);
  }
  s->in_search = 0;
  s->ended = s->last;
  plytrace_emit_flush(s);
  if (s->ring_blocks != 0) {
    plytrace_emit_clear(s);
    s->is_waiting = 1;
  }
}

PLYTRACE_FN void plytrace_interrupt(plytrace_stream* s) {
  plytrace_result interrupted = PLYTRACE_RESULT_INIT;
  if (s == NULL || !s->is_open || (!s->in_search && s->last == s->ended)) return;
  interrupted.status = PLYTRACE_INTERRUPTED;
  plytrace_end_search(s, &interrupted);
}

PLYTRACE_FN void plytrace_begin_pass(plytrace_stream* s, int purpose, int32_t depth, double alpha,
                                     double beta) {
  unsigned char* at;
  if (s == NULL || !s->is_open) return;
  if (s->trace->is_lines) {
    at = plytrace_line_begin(s, "pass", PLYTRACE_INNERMOST);
    plytrace_line_word(s, "purpose", purpose, "fixed iteration aspiration probe multipv");
    plytrace_line_whole(s, "depth", depth);
    plytrace_line_score(s, "alpha", alpha);
    plytrace_line_score(s, "beta", beta);
    plytrace_line_end(s, at);
    return;
  }
  at = plytrace_emit_take(s, 3);
  plytrace_emit_put(
      at, plytrace_emit_pair(PLYTRACE_R_PASS | plytrace_emit_code(s, purpose, 5, 255) << 8,
                             (uint32_t)depth));
  plytrace_emit_put(at + 8, plytrace_emit_bits(alpha));
  plytrace_emit_put(at + 16, plytrace_emit_bits(beta));
}

PLYTRACE_FN void plytrace_end_pass(plytrace_stream* s, int status, plytrace_move best_move) {
  unsigned char* at;
  if (s == NULL || !s->is_open) return;
  if (s->trace->is_lines) {
    at = plytrace_line_begin(s, "end_pass", PLYTRACE_INNERMOST);
    plytrace_line_word(s, "status", status, PLYTRACE_STATUS_WORDS);
    plytrace_line_move(s, "best_move", best_move);
    plytrace_line_end(s, at);
  } else {
    plytrace_emit_name(s, best_move);
    at = plytrace_emit_take(s, 1);
    plytrace_emit_put(
        at, plytrace_emit_pair(PLYTRACE_R_END_PASS | plytrace_emit_code(s, status, 5, 255) << 8,
                               best_move));
  }
  plytrace_emit_push(s);
}

PLYTRACE_FN void plytrace_end_pass_as(plytrace_stream* s, const plytrace_result* given) {
  if (s == NULL) return;
  PLYTRACE_ARGS(plytrace_result, r, given, PLYTRACE_RESULT_INIT)
  if (!s->is_open) return;
  r.has_lower = r.has_upper = 0;
  r.completed_depth = PLYTRACE_NO_NUMBER;
  r.leaf_evaluations = 0;
  if (s->trace->is_lines) {
    plytrace_line_result(s, "end_pass", &r);
  } else {
    plytrace_emit_result(s, PLYTRACE_R_END_PASS_AS, &r);
  }
  plytrace_emit_push(s);
}

PLYTRACE_FN plytrace_move plytrace_move_of_text(plytrace_stream* s, const char* text) {
  if (s == NULL || !s->is_open || text == NULL) return PLYTRACE_UNNAMED_MOVE;
  return plytrace_emit_move_of(s, text);
}

/* --- Nodes */

PLYTRACE_FN void plytrace_line_enter(plytrace_stream* s, const plytrace_enter_args* a) {
  unsigned char* const line = plytrace_line_begin(s, "enter", s->last);
  if (line == NULL) return;
  plytrace_line_move(s, "move", a->move);
  plytrace_line_word_if(s, "side", a->side, "max min");
  plytrace_line_whole(s, "depth", a->depth);
  if (a->has_window) {
    plytrace_line_score(s, "alpha", a->alpha);
    plytrace_line_score(s, "beta", a->beta);
  }
  if (a->role != PLYTRACE_MOVE) {
    plytrace_line_word(s, "role", a->role, "move reduced re_search null_move probe hand_over");
  }
  if (a->phase != PLYTRACE_MAIN) plytrace_line_word(s, "phase", a->phase, "main quiescence");
  if (a->has_key) plytrace_line_key(s, "key", a->key);
  plytrace_line_end(s, line);
}

/* Counts a node as entered. Keeps its key for plytrace_emit_entry_short. */
PLYTRACE_INLINE plytrace_node plytrace_emit_entered(plytrace_stream* s,
                                                    const plytrace_enter_args* a) {
  const plytrace_node node = ++s->last;
  if (a->has_key) {
    plytrace_emit_key* const slot = &s->keys[(uint64_t)node % PLYTRACE_KEYS];
    slot->node = node;
    slot->key = a->key;
  }
  return node;
}

/* Enters any node. Drops an argument that is out of range: the engine is in the node in any case.
 */
PLYTRACE_FN __attribute__((noinline)) plytrace_node plytrace_emit_enter_slowly(
    plytrace_stream* s, const plytrace_enter_args* a) {
  uint32_t flags, phase, alpha = 0, beta = 0;
  unsigned char* at;
  ++s->last;
  if (!s->is_open) {
    plytrace_emit_complain(s, "the stream is closed; open another one");
    return s->last;
  }
  if (s->trace->is_lines) {
    plytrace_line_enter(s, a);
    return s->last;
  }
  --s->last; /* in case the block ends before this node */
  plytrace_emit_name(s, a->move);
  phase = plytrace_emit_code(s, a->phase, 2, 255);
  flags = plytrace_emit_code(s, (int)((unsigned)a->side + 1u), 3, 3) |
          plytrace_emit_code(s, a->role, 6, 7) << 2 | (phase == PLYTRACE_QUIESCENCE ? 32u : 0u) |
          (a->has_key ? 64u : 0u) | (a->has_window ? 0u : 128u);
  if (a->depth > -32768 && a->depth <= 32767 && phase < 2 &&
      (!a->has_window ||
       (plytrace_emit_short(a->alpha, &alpha) && plytrace_emit_short(a->beta, &beta)))) {
    at = plytrace_emit_take(s, a->has_key ? 3 : 2);
    plytrace_emit_put(
        at, plytrace_emit_pair(PLYTRACE_R_ENTER | flags << 8 | ((uint32_t)a->depth & 0xFFFFu) << 16,
                               a->move));
    plytrace_emit_put(at + 8, plytrace_emit_pair(alpha, beta));
    if (a->has_key) plytrace_emit_put(at + 16, a->key);
  } else {
    at = plytrace_emit_take(s, 5);
    plytrace_emit_put(at, plytrace_emit_pair(PLYTRACE_R_ENTER_WIDE | flags << 8, a->move));
    plytrace_emit_put(at + 8, plytrace_emit_pair((uint32_t)a->depth, phase));
    plytrace_emit_put(at + 16, plytrace_emit_bits(a->alpha));
    plytrace_emit_put(at + 24, plytrace_emit_bits(a->beta));
    plytrace_emit_put(at + 32, a->key);
  }
  return plytrace_emit_entered(s, a);
}

PLYTRACE_FN plytrace_node plytrace_do_enter_as(plytrace_stream* s,
                                               const plytrace_enter_args* given) {
  uint32_t alpha, beta;
  if (given != NULL && given->size == sizeof *given && s->at < s->end &&
      (unsigned)given->side + 1u <= 2u && (unsigned)given->role <= 5u &&
      (unsigned)given->phase <= 1u && given->has_window && given->depth > -32768 &&
      given->depth <= 32767 && s->names[given->move % PLYTRACE_NAMES] == given->move &&
      plytrace_emit_short(given->alpha, &alpha) && plytrace_emit_short(given->beta, &beta)) {
    const uint32_t flags = (uint32_t)(given->side + 1) | (uint32_t)given->role << 2 |
                           (uint32_t)given->phase << 5 | (given->has_key ? 64u : 0u);
    plytrace_emit_put(s->at, plytrace_emit_pair(PLYTRACE_R_ENTER | flags << 8 |
                                                    ((uint32_t)given->depth & 0xFFFFu) << 16,
                                                given->move));
    plytrace_emit_put(s->at + 8, plytrace_emit_pair(alpha, beta));
    if (given->has_key) plytrace_emit_put(s->at + 16, given->key);
    s->at += given->has_key ? 24 : 16;
    return plytrace_emit_entered(s, given);
  }
  {
    PLYTRACE_ARGS(plytrace_enter_args, args, given, PLYTRACE_ENTER_INIT)
    return plytrace_emit_enter_slowly(s, &args);
  }
}

PLYTRACE_INLINE plytrace_node plytrace_do_enter(plytrace_stream* s, plytrace_move move, int side,
                                                int32_t depth, double alpha, double beta) {
  uint32_t low, high;
  if (s->at < s->end && (unsigned)side + 1u <= 2u && depth > -32768 && depth <= 32767 &&
      s->names[move % PLYTRACE_NAMES] == move && plytrace_emit_short(alpha, &low) &&
      plytrace_emit_short(beta, &high)) {
    plytrace_emit_put(s->at, plytrace_emit_pair(PLYTRACE_R_ENTER | (uint32_t)(side + 1) << 8 |
                                                    ((uint32_t)depth & 0xFFFFu) << 16,
                                                move));
    plytrace_emit_put(s->at + 8, plytrace_emit_pair(low, high));
    s->at += 16;
    return ++s->last;
  } else {
    plytrace_enter_args args = PLYTRACE_ENTER_INIT;
    args.move = move;
    args.side = side;
    args.depth = depth;
    args.has_window = 1;
    args.alpha = alpha;
    args.beta = beta;
    return plytrace_emit_enter_slowly(s, &args);
  }
}

PLYTRACE_FN void plytrace_line_leave(plytrace_stream* s, plytrace_node node,
                                     const plytrace_leave_args* a) {
  unsigned char* const line = plytrace_line_begin(s, "leave", node);
  if (line == NULL) return;
  if (a->has_value) plytrace_line_score(s, "value", a->value);
  if (a->kind != PLYTRACE_AUTO) plytrace_line_word(s, "kind", a->kind, PLYTRACE_KIND_WORDS);
  plytrace_line_word_if(s, "bound", a->bound, PLYTRACE_BOUND_WORDS);
  if (a->has_score) plytrace_line_score(s, "score", a->score);
  if (a->best != 0) plytrace_line_whole(s, "best", a->best);
  plytrace_line_whole(s, "legal", a->legal);
  plytrace_line_end(s, line);
}

PLYTRACE_FN __attribute__((noinline)) void plytrace_do_leave_as(plytrace_stream* s,
                                                                plytrace_node node,
                                                                const plytrace_leave_args* given) {
  uint32_t bits;
  unsigned char* at;
  PLYTRACE_ARGS(plytrace_leave_args, a, given, PLYTRACE_LEAVE_INIT)
  if (node == PLYTRACE_INNERMOST) node = PLYTRACE_NO_NODE; /* names no node to leave */
  if (s->is_open && s->trace->is_lines) {
    plytrace_line_leave(s, node, &a);
    return;
  }
  if (plytrace_emit_is_node(s, node) && (unsigned)a.kind <= 7u && a.has_value && !a.has_score &&
      a.bound == PLYTRACE_NO_BOUND && a.best == 0 && a.legal == PLYTRACE_NO_NUMBER &&
      plytrace_emit_short(a.value, &bits)) {
    at = plytrace_emit_take(s, 1);
    if (at == NULL) return;
    plytrace_emit_put(
        at, plytrace_emit_pair(
                (uint32_t)(PLYTRACE_R_LEAVE + a.kind) | (uint32_t)(uint64_t)node << 8, bits));
    return;
  }
  at = plytrace_emit_take(s, 5);
  if (at == NULL) return;
  plytrace_emit_put(
      at, plytrace_emit_pair(PLYTRACE_R_LEAVE_AS | plytrace_emit_code(s, a.kind, 8, 255) << 8 |
                                 plytrace_emit_bound(s, a.bound) << 16 |
                                 (a.has_value ? 1u << 24 : 0u) | (a.has_score ? 2u << 24 : 0u),
                             plytrace_emit_node(s, node)));
  plytrace_emit_put(at + 8, plytrace_emit_bits(a.value));
  plytrace_emit_put(at + 16, plytrace_emit_bits(a.score));
  plytrace_emit_put(at + 24, (uint64_t)a.best);
  plytrace_emit_put(at + 32, (uint32_t)a.legal);
}

PLYTRACE_INLINE void plytrace_do_leave(plytrace_stream* s, plytrace_node node, int kind,
                                       double value) {
  uint32_t bits;
  if (s->at < s->end && plytrace_emit_is_node(s, node) && (unsigned)kind <= 7u &&
      plytrace_emit_short(value, &bits)) {
    plytrace_emit_put(
        s->at, plytrace_emit_pair(
                   (uint32_t)(PLYTRACE_R_LEAVE + kind) | (uint32_t)(uint64_t)node << 8, bits));
    s->at += 8;
  } else {
    plytrace_leave_args args = PLYTRACE_LEAVE_INIT;
    args.kind = kind;
    args.has_value = 1;
    args.value = value;
    plytrace_do_leave_as(s, node, &args);
  }
}

PLYTRACE_FN void plytrace_line_bound(plytrace_stream* s, plytrace_node node, int cause,
                                     double alpha, double beta) {
  unsigned char* const line = plytrace_line_begin(s, "bound", node);
  plytrace_line_word(s, "cause", cause, PLYTRACE_CAUSE_WORDS);
  plytrace_line_score(s, "alpha", alpha);
  plytrace_line_score(s, "beta", beta);
  plytrace_line_end(s, line);
}

PLYTRACE_FN void plytrace_do_bound(plytrace_stream* s, plytrace_node node, int cause, double alpha,
                                   double beta) {
  uint32_t low, high;
  unsigned char* at;
  if (s->is_open && s->trace->is_lines) {
    plytrace_line_bound(s, node, cause, alpha, beta);
  } else if (plytrace_emit_short(alpha, &low) && plytrace_emit_short(beta, &high)) {
    at = plytrace_emit_take(s, 2);
    if (at == NULL) return;
    plytrace_emit_put(
        at, plytrace_emit_pair(PLYTRACE_R_BOUND | plytrace_emit_code(s, cause, 15, 255) << 8,
                               plytrace_emit_node(s, node)));
    plytrace_emit_put(at + 8, plytrace_emit_pair(low, high));
  } else {
    at = plytrace_emit_take(s, 3);
    if (at == NULL) return;
    plytrace_emit_put(
        at, plytrace_emit_pair(PLYTRACE_R_BOUND_WIDE | plytrace_emit_code(s, cause, 15, 255) << 8,
                               plytrace_emit_node(s, node)));
    plytrace_emit_put(at + 8, plytrace_emit_bits(alpha));
    plytrace_emit_put(at + 16, plytrace_emit_bits(beta));
  }
}

PLYTRACE_FN void plytrace_line_cutoff(plytrace_stream* s, plytrace_node node,
                                      const plytrace_cutoff_args* a) {
  unsigned char* const line = plytrace_line_begin(s, "cutoff", node);
  if (line == NULL) return;
  plytrace_line_word(s, "kind", a->kind, "alpha beta forward");
  plytrace_line_word(s, "cause", a->cause, PLYTRACE_CAUSE_WORDS);
  if (a->has_value) plytrace_line_score(s, "value", a->value);
  if (a->has_window) {
    plytrace_line_score(s, "alpha", a->alpha);
    plytrace_line_score(s, "beta", a->beta);
  }
  if (a->skipped >= 0 && a->skipped_moves != NULL) {
    plytrace_line_moves(s, "skipped_moves", a->skipped_moves, (size_t)a->skipped);
  } else if (a->skipped >= 0) {
    plytrace_line_whole(s, "skipped", a->skipped);
  }
  plytrace_line_some(s, "reason", a->reason);
  plytrace_line_end(s, line);
}

PLYTRACE_FN void plytrace_emit_put_moves(unsigned char* at, const plytrace_move* moves,
                                         size_t count) {
  for (size_t i = 0; i < count; i += 2) {
    plytrace_emit_put(at + 4 * i, plytrace_emit_pair(moves[i], i + 1 < count ? moves[i + 1] : 0));
  }
}

PLYTRACE_FN void plytrace_do_cutoff(plytrace_stream* s, plytrace_node node,
                                    const plytrace_cutoff_args* given) {
  uint32_t low = 0, high = 0, value = 0, flags;
  size_t count, size, reason;
  unsigned char* at;
  PLYTRACE_ARGS(plytrace_cutoff_args, a, given, PLYTRACE_CUTOFF_INIT)
  if (!s->is_open) {
    plytrace_emit_take(s, 0); /* complains */
    return;
  }
  if (s->trace->is_lines) {
    plytrace_line_cutoff(s, node, &a);
    return;
  }
  flags = plytrace_emit_code(s, a.kind, 3, 255) << 8 |
          plytrace_emit_code(s, a.cause, 15, 255) << 16 | (a.has_value ? 1u << 24 : 0u) |
          (a.has_window ? 2u << 24 : 0u) | (a.skipped_moves != NULL ? 4u << 24 : 0u);
  count = a.skipped_moves != NULL && a.skipped > 0 ? (size_t)a.skipped : 0;
  reason = plytrace_emit_length(a.reason);
  if (count == 0 && reason == 0 && a.has_value && plytrace_emit_short(a.value, &value) &&
      (!a.has_window ||
       (plytrace_emit_short(a.alpha, &low) && plytrace_emit_short(a.beta, &high)))) {
    at = plytrace_emit_take(s, 3);
    if (at == NULL) return;
    plytrace_emit_put(at, plytrace_emit_pair(PLYTRACE_R_CUT | flags, plytrace_emit_node(s, node)));
    plytrace_emit_put(at + 8, plytrace_emit_pair(low, high));
    plytrace_emit_put(at + 16, plytrace_emit_pair(value, (uint32_t)a.skipped));
    return;
  }
  for (size_t i = 0; i < count; ++i) plytrace_emit_name(s, a.skipped_moves[i]);
  size = 6 + (count + 1) / 2 + (reason + 7) / 8;
  at = plytrace_emit_take(s, size);
  if (at == NULL) return;
  memset(at + 8 * (size - 1), 0, 8);
  plytrace_emit_put(at, plytrace_emit_pair(PLYTRACE_R_CUTOFF | flags, plytrace_emit_node(s, node)));
  plytrace_emit_put(at + 8, plytrace_emit_pair((uint32_t)count, (uint32_t)reason));
  plytrace_emit_put(at + 16, plytrace_emit_bits(a.value));
  plytrace_emit_put(at + 24, plytrace_emit_bits(a.alpha));
  plytrace_emit_put(at + 32, plytrace_emit_bits(a.beta));
  plytrace_emit_put(at + 40, (uint32_t)a.skipped);
  plytrace_emit_put_moves(at + 48, a.skipped_moves, count);
  if (reason > 0) memcpy(at + 48 + 8 * ((count + 1) / 2), a.reason, reason);
}

PLYTRACE_FN void plytrace_line_entry(plytrace_stream* s, plytrace_node node, int is_probe,
                                     const plytrace_entry_args* a) {
  unsigned char* const line = plytrace_line_begin(s, is_probe ? "probe" : "store", node);
  if (line == NULL) return;
  if (a->key != 0) plytrace_line_key(s, "key", a->key);
  if (is_probe && a->has_entry_key) plytrace_line_key(s, "entry_key", a->entry_key);
  plytrace_line_whole(s, "depth", a->depth);
  if (is_probe) plytrace_line_whole(s, "stored_depth", a->stored_depth);
  plytrace_line_word(s, "bound", a->bound, PLYTRACE_BOUND_WORDS);
  plytrace_line_score(s, "value", a->value);
  if (a->has_raw) plytrace_line_score(s, "raw", a->raw);
  plytrace_line_move(s, "move", a->move);
  if (is_probe) plytrace_line_word(s, "used", a->used, "no move narrowed answered");
  plytrace_line_end(s, line);
}

PLYTRACE_FN void plytrace_emit_entry(plytrace_stream* s, plytrace_node node, uint32_t tag,
                                     const plytrace_entry_args* given) {
  uint32_t value = 0, raw = 0;
  int is_wide;
  size_t words;
  unsigned char* at;
  PLYTRACE_ARGS(plytrace_entry_args, a, given, PLYTRACE_ENTRY_INIT)
  if (tag == PLYTRACE_R_STORE) a.used = PLYTRACE_USED_NO;
  if (!s->is_open) {
    plytrace_emit_take(s, 0); /* complains */
    return;
  }
  if (s->trace->is_lines) {
    plytrace_line_entry(s, node, tag == PLYTRACE_R_PROBE, &a);
    return;
  }
  is_wide =
      !plytrace_emit_short(a.value, &value) || (a.has_raw && !plytrace_emit_short(a.raw, &raw));
  plytrace_emit_name(s, a.move);
  words = 4 + (a.has_raw || is_wide ? 1u : 0u) + (is_wide ? 1u : 0u) + (a.has_entry_key ? 1u : 0u);
  at = plytrace_emit_take(s, words);
  if (at == NULL) return;
  plytrace_emit_put(
      at, plytrace_emit_pair(tag | plytrace_emit_code(s, a.bound, 3, 255) << 8 |
                                 plytrace_emit_code(s, a.used, 4, 255) << 16 |
                                 (a.has_raw ? 1u << 24 : 0u) | (a.has_entry_key ? 2u << 24 : 0u) |
                                 (is_wide ? 4u << 24 : 0u),
                             plytrace_emit_node(s, node)));
  plytrace_emit_put(at + 8, a.key);
  plytrace_emit_put(at + 16, plytrace_emit_pair(value, a.move));
  plytrace_emit_put(at + 24, plytrace_emit_pair((uint32_t)a.depth, (uint32_t)a.stored_depth));
  at += 32;
  if (is_wide) {
    plytrace_emit_put(at, plytrace_emit_bits(a.value));
    plytrace_emit_put(at + 8, plytrace_emit_bits(a.raw));
    at += 16;
  } else if (a.has_raw) {
    plytrace_emit_put(at, raw);
    at += 8;
  }
  if (a.has_entry_key) plytrace_emit_put(at, a.entry_key);
}

/* Writes the usual store or probe: its key is that of the node, and its numbers fit. 0: writes
 * nothing; use plytrace_emit_entry. */
PLYTRACE_INLINE int plytrace_emit_entry_short(plytrace_stream* s, plytrace_node node, uint32_t tag,
                                              const plytrace_entry_args* a, int32_t stored_depth) {
  uint32_t value, move;
  const plytrace_emit_key* const slot = &s->keys[(uint64_t)node % PLYTRACE_KEYS];
  if (a == NULL || a->size != sizeof *a || s->at >= s->end) return 0;
  move = (a->move << 1 | a->move >> 31) + 1; /* 0: none */
  if ((a->key != 0 ? slot->node != node || slot->key != a->key
                   : !plytrace_emit_is_node(s, node) && node != PLYTRACE_INNERMOST) ||
      (unsigned)a->bound > 2u || (unsigned)a->used > 3u || a->has_raw || a->has_entry_key ||
      move > 0xFFFFFu || a->depth != (int16_t)a->depth || stored_depth != (int16_t)stored_depth ||
      (move != 0 && s->names[a->move % PLYTRACE_NAMES] != a->move) ||
      !plytrace_emit_short(a->value, &value)) {
    return 0;
  }
  plytrace_emit_put(s->at, plytrace_emit_pair(
                               tag | (uint32_t)a->bound << 8 | (uint32_t)a->used << 10 | move << 12,
                               (uint32_t)(uint64_t)node));
  plytrace_emit_put(s->at + 8, plytrace_emit_pair(value, ((uint32_t)a->depth & 0xFFFFu) |
                                                             (uint32_t)stored_depth << 16));
  s->at += 16;
  return 1;
}

PLYTRACE_FN void plytrace_do_store(plytrace_stream* s, plytrace_node node,
                                   const plytrace_entry_args* args) {
  if (!plytrace_emit_entry_short(s, node, PLYTRACE_R_STORE_SHORT, args, 0)) {
    plytrace_emit_entry(s, node, PLYTRACE_R_STORE, args);
  }
}
PLYTRACE_FN void plytrace_do_probe(plytrace_stream* s, plytrace_node node,
                                   const plytrace_entry_args* args) {
  if (!plytrace_emit_entry_short(s, node, PLYTRACE_R_PROBE_SHORT, args,
                                 args == NULL ? 0 : args->stored_depth)) {
    plytrace_emit_entry(s, node, PLYTRACE_R_PROBE, args);
  }
}

/* Writes an event that consists of its node and a score. */
PLYTRACE_FN void plytrace_emit_node_score(plytrace_stream* s, plytrace_node node, uint32_t tag,
                                          const char* event, double score) {
  unsigned char* at;
  if (s->is_open && s->trace->is_lines) {
    at = plytrace_line_begin(s, event, node);
    plytrace_line_score(s, "score", score);
    plytrace_line_end(s, at);
    return;
  }
  at = plytrace_emit_take(s, 2);
  if (at == NULL) return;
  plytrace_emit_put(at, plytrace_emit_pair(tag, plytrace_emit_node(s, node)));
  plytrace_emit_put(at + 8, plytrace_emit_bits(score));
}

PLYTRACE_FN void plytrace_do_credit(plytrace_stream* s, plytrace_node node, double score) {
  plytrace_emit_node_score(s, node, PLYTRACE_R_CREDIT, "credit", score);
}
PLYTRACE_FN void plytrace_do_score(plytrace_stream* s, plytrace_node node, double score) {
  plytrace_emit_node_score(s, node, PLYTRACE_R_SCORE, "stand_pat", score);
}

PLYTRACE_FN void plytrace_do_is(plytrace_stream* s, plytrace_node node, int kind, int bound) {
  unsigned char* at;
  if (s->is_open && s->trace->is_lines) {
    at = plytrace_line_begin(s, "is", node);
    plytrace_line_word(s, "kind", kind, PLYTRACE_KIND_WORDS);
    plytrace_line_word_if(s, "bound", bound, PLYTRACE_BOUND_WORDS);
    plytrace_line_end(s, at);
    return;
  }
  at = plytrace_emit_take(s, 1);
  if (at == NULL) return;
  plytrace_emit_put(at,
                    plytrace_emit_pair(PLYTRACE_R_IS | plytrace_emit_code(s, kind, 8, 255) << 8 |
                                           plytrace_emit_bound(s, bound) << 16,
                                       plytrace_emit_node(s, node)));
}

PLYTRACE_FN void plytrace_do_exclude(plytrace_stream* s, plytrace_node node,
                                     const plytrace_move* moves, size_t count) {
  unsigned char* at;
  if (moves == NULL && count != 0) {
    plytrace_emit_complain(s, "there are no moves to exclude");
    return;
  }
  if (s->is_open && s->trace->is_lines) {
    at = plytrace_line_begin(s, "exclude", node);
    plytrace_line_moves(s, "moves", moves, count);
    plytrace_line_end(s, at);
    return;
  }
  for (size_t i = 0; s->is_open && i < count; ++i) plytrace_emit_name(s, moves[i]);
  at = plytrace_emit_take(s, 1 + (count + 1) / 2);
  if (at == NULL) return;
  plytrace_emit_put(at, plytrace_emit_pair(PLYTRACE_R_EXCLUDE | (uint32_t)count << 8,
                                           plytrace_emit_node(s, node)));
  plytrace_emit_put_moves(at + 8, moves, count);
}

PLYTRACE_FN void plytrace_do_note(plytrace_stream* s, plytrace_node node, const char* name,
                                  const char* value) {
  const char* texts[2];
  size_t size;
  unsigned char* at;
  texts[0] = name;
  texts[1] = value;
  if (s->is_open && s->trace->is_lines) {
    at = plytrace_line_begin(s, "note", node);
    plytrace_line_text(s, "name", name == NULL ? "" : name);
    plytrace_line_text(s, "value", value);
    plytrace_line_end(s, at);
    return;
  }
  size = plytrace_emit_texts_size(texts, 2);
  at = plytrace_emit_take(s, 1 + size);
  if (at == NULL) return;
  memset(at + 8 * size, 0, 8);
  plytrace_emit_put(at, plytrace_emit_pair(PLYTRACE_R_NOTE | (uint32_t)(1 + size) << 8,
                                           plytrace_emit_node(s, node)));
  plytrace_emit_put_texts(at + 8, texts, 2);
}
#endif /* PLYTRACE_IS_HEADER */

#if PLYTRACE_IS_OFF
/* The compiler checks the arguments and drops the call: they are never evaluated, and nothing has
 * to be linked. */
static inline int plytrace_off_int(int zero) { return zero; }
#define plytrace_open(...) (0 ? plytrace_open(__VA_ARGS__) : (plytrace_trace*)0)
#define plytrace_close(...) plytrace_off_int(0 && (plytrace_close(__VA_ARGS__), 0))
#define plytrace_trace_error(...) (0 ? plytrace_trace_error(__VA_ARGS__) : (const char*)0)
#define plytrace_seconds_waited(...) (0 ? plytrace_seconds_waited(__VA_ARGS__) : 0.0)
#define plytrace_lost_events(...) (0 ? plytrace_lost_events(__VA_ARGS__) : (uint64_t)0)
#define plytrace_open_stream(...) (0 ? plytrace_open_stream(__VA_ARGS__) : (plytrace_stream*)0)
#define plytrace_trace_of(...) (0 ? plytrace_trace_of(__VA_ARGS__) : (plytrace_trace*)0)
#define plytrace_start(...) (0 ? plytrace_start(__VA_ARGS__) : (plytrace_stream*)0)
#define plytrace_start_game(...) (0 ? plytrace_start_game(__VA_ARGS__) : (plytrace_stream*)0)
#define plytrace_start_as(...) (0 ? plytrace_start_as(__VA_ARGS__) : (plytrace_stream*)0)
#define plytrace_finish(...) plytrace_off_int(0 && (plytrace_finish(__VA_ARGS__), 0))
#define plytrace_error(...) (0 ? plytrace_error(__VA_ARGS__) : (const char*)0)
#define plytrace_error_count(...) (0 ? plytrace_error_count(__VA_ARGS__) : (uint64_t)0)
#define plytrace_trigger(...) ((void)(0 && (plytrace_trigger(__VA_ARGS__), 0)))
#define plytrace_close_stream(...) ((void)(0 && (plytrace_close_stream(__VA_ARGS__), 0)))
#define plytrace_flush(...) ((void)(0 && (plytrace_flush(__VA_ARGS__), 0)))
#define plytrace_begin_search(...) ((void)(0 && (plytrace_begin_search(__VA_ARGS__), 0)))
#define plytrace_end_exact(...) ((void)(0 && (plytrace_end_exact(__VA_ARGS__), 0)))
#define plytrace_interrupt(...) ((void)(0 && (plytrace_interrupt(__VA_ARGS__), 0)))
#define plytrace_end_search(...) ((void)(0 && (plytrace_end_search(__VA_ARGS__), 0)))
#define plytrace_begin_pass(...) ((void)(0 && (plytrace_begin_pass(__VA_ARGS__), 0)))
#define plytrace_end_pass(...) ((void)(0 && (plytrace_end_pass(__VA_ARGS__), 0)))
#define plytrace_end_pass_as(...) ((void)(0 && (plytrace_end_pass_as(__VA_ARGS__), 0)))
#define plytrace_move_of_text(...) (0 ? plytrace_move_of_text(__VA_ARGS__) : PLYTRACE_UNNAMED_MOVE)
#define plytrace_enter(...) plytrace_off_int(0 && (plytrace_enter(__VA_ARGS__), 0))
#define plytrace_enter_role(...) plytrace_off_int(0 && (plytrace_enter_role(__VA_ARGS__), 0))
#define plytrace_enter_as(...) plytrace_off_int(0 && (plytrace_enter_as(__VA_ARGS__), 0))
#define plytrace_do_enter(...) plytrace_off_int(0 && (plytrace_do_enter(__VA_ARGS__), 0))
#define plytrace_do_enter_as(...) plytrace_off_int(0 && (plytrace_do_enter_as(__VA_ARGS__), 0))
#define plytrace_is(...) ((void)(0 && (plytrace_is(__VA_ARGS__), 0)))
#define plytrace_score(...) ((void)(0 && (plytrace_score(__VA_ARGS__), 0)))
#define plytrace_exclude(...) ((void)(0 && (plytrace_exclude(__VA_ARGS__), 0)))
#define plytrace_leave(...) ((void)(0 && (plytrace_leave(__VA_ARGS__), 0)))
#define plytrace_leave_leaf(...) ((void)(0 && (plytrace_leave_leaf(__VA_ARGS__), 0)))
#define plytrace_leave_as(...) ((void)(0 && (plytrace_leave_as(__VA_ARGS__), 0)))
#define plytrace_bound(...) ((void)(0 && (plytrace_bound(__VA_ARGS__), 0)))
#define plytrace_cut(...) ((void)(0 && (plytrace_cut(__VA_ARGS__), 0)))
#define plytrace_cut_here(...) ((void)(0 && (plytrace_cut_here(__VA_ARGS__), 0)))
#define plytrace_cutoff(...) ((void)(0 && (plytrace_cutoff(__VA_ARGS__), 0)))
#define plytrace_store_entry(...) ((void)(0 && (plytrace_store_entry(__VA_ARGS__), 0)))
#define plytrace_probe_entry(...) ((void)(0 && (plytrace_probe_entry(__VA_ARGS__), 0)))
#define plytrace_answer(...) ((void)(0 && (plytrace_answer(__VA_ARGS__), 0)))
#define plytrace_narrow(...) ((void)(0 && (plytrace_narrow(__VA_ARGS__), 0)))
#define plytrace_store(...) ((void)(0 && (plytrace_store(__VA_ARGS__), 0)))
#define plytrace_probe(...) ((void)(0 && (plytrace_probe(__VA_ARGS__), 0)))
#define plytrace_credit(...) ((void)(0 && (plytrace_credit(__VA_ARGS__), 0)))
#define plytrace_note(...) ((void)(0 && (plytrace_note(__VA_ARGS__), 0)))
#define plytrace_do_leave(...) ((void)(0 && (plytrace_do_leave(__VA_ARGS__), 0)))
#define plytrace_do_leave_as(...) ((void)(0 && (plytrace_do_leave_as(__VA_ARGS__), 0)))
#define plytrace_do_bound(...) ((void)(0 && (plytrace_do_bound(__VA_ARGS__), 0)))
#define plytrace_do_cutoff(...) ((void)(0 && (plytrace_do_cutoff(__VA_ARGS__), 0)))
#define plytrace_do_store(...) ((void)(0 && (plytrace_do_store(__VA_ARGS__), 0)))
#define plytrace_do_probe(...) ((void)(0 && (plytrace_do_probe(__VA_ARGS__), 0)))
#define plytrace_do_credit(...) ((void)(0 && (plytrace_do_credit(__VA_ARGS__), 0)))
#define plytrace_do_is(...) ((void)(0 && (plytrace_do_is(__VA_ARGS__), 0)))
#define plytrace_do_score(...) ((void)(0 && (plytrace_do_score(__VA_ARGS__), 0)))
#define plytrace_do_exclude(...) ((void)(0 && (plytrace_do_exclude(__VA_ARGS__), 0)))
#define plytrace_do_note(...) ((void)(0 && (plytrace_do_note(__VA_ARGS__), 0)))
#endif

#ifdef __cplusplus
}
#endif

#endif /* PLYTRACE_PLYTRACE_H */
