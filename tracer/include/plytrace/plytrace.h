/* SPDX-License-Identifier: MIT
 *
 * plytrace.h: record a game-tree search of your own engine, from C or anything that can call C.
 * (C++: plytrace/plytrace.hpp adds scopes that close themselves.)
 *
 *   plytrace_stream *s = plytrace_start("run.db", PLYTRACE_SIDE_TO_MOVE, NULL);
 *   ...
 *   int search(int depth, int alpha, int beta, int move) {
 *     plytrace_node n = plytrace_enter(s, move, PLYTRACE_OTHER_SIDE, depth, alpha, beta);
 *     ...
 *     return plytrace_leave_value(s, n, best);
 *   }
 *   ...
 *   plytrace_finish(s, search(...));                         // then:  plytrace verify run.db
 *
 * Several searches, threads or options: plytrace_open(), plytrace_open_stream() for each thread,
 * plytrace_begin_search() and plytrace_end_search(), plytrace_close().
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
 * #define PLYTRACE_OFF before the include makes every call nothing: of its arguments only a value
 * that it returns is evaluated, and no library has to be linked. plytrace_emit.h, which has all
 * declarations, can also record without a library.
 *
 * Include this header before any header that defines macros in small letters, such as max_ply or
 * depth.
 *
 * The structures begin with their size and may grow at their end; set them with the *_INIT macros.
 * This interface stays binary compatible within one PLYTRACE_API_VERSION.
 */
#ifndef PLYTRACE_LIBRARY
#define PLYTRACE_LIBRARY
#endif
#include "plytrace_emit.h"
