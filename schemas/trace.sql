-- SPDX-License-Identifier: MIT
--
-- The plytrace trace format, version 1. This file is the reference: the recorder executes it
-- unchanged, and so can you:  sqlite3 mine.db < schemas/trace.sql
--
-- * Every score and window is seen from MAX's point of view, in all tables.
-- * -Inf and +Inf are legal scores (SQL: -9e999 and 9e999); NaN is not.
-- * Columns that many rows lack come last, because rows omit trailing columns that hold their
--   default. Traces of plytrace 0.2.0 have another order.
-- * The numbers of the stored enumerations are defined in schemas/trace_format.h and never
--   change; the views at the end show them as words.

PRAGMA application_id = 1886155875; -- 0x706C7463, "pltc"
PRAGMA user_version = 1;

-- One search of one position. -----------------------------------------------------------------
CREATE TABLE search (
  id INTEGER PRIMARY KEY,
  -- Canonical name of the game, and its options as a JSON object.
  game TEXT NOT NULL,
  game_options TEXT NOT NULL DEFAULT '{}',
  -- The root position in the one-line text of the game, or any other text.
  position TEXT NOT NULL DEFAULT '',
  algorithm TEXT NOT NULL DEFAULT '',
  -- Options of the search as a JSON object; the evaluator's parameters are under "parameters".
  options TEXT NOT NULL DEFAULT '{}',
  evaluator TEXT NOT NULL DEFAULT '',
  -- How the engine's own scores count: 'max' (seen by MAX) or 'side' (by the side to move).
  perspective TEXT NOT NULL DEFAULT 'max' CHECK (perspective IN ('max', 'side')),
  -- The player (0 or 1) who is MAX; NULL if the game does not number its players.
  max_player INTEGER,
  -- Depth limit; NULL if there was none (the whole tree, or a time limit).
  depth INTEGER,
  -- JSON array of the kinds of event that are recorded completely: "windows", "bounds",
  -- "cutoffs", "skipped", "legal", "roles", "scores", "probes", "stores", "keys", "bound_types".
  captured TEXT NOT NULL DEFAULT '[]',
  -- 'soft' or 'hard': how returned values relate to the window; NULL if not declared.
  fail TEXT CHECK (fail IN ('soft', 'hard')),
  -- 'exact': each window is the one that the algorithm derives from its parent's current window.
  windows TEXT CHECK (windows IN ('exact')),
  -- 1 if a node's value depends only on its position and depth.
  uniform INTEGER,
  -- Range of all possible scores; NULL if not declared.
  score_min REAL,
  score_max REAL,
  -- 'finished', 'time_limit', 'node_limit', 'interrupted', 'failed'; NULL while it runs or after
  -- a crash.
  status TEXT CHECK (status IN ('finished', 'time_limit', 'node_limit', 'interrupted', 'failed')),
  value REAL,
  -- Claimed bounds of the root's true value at completed_depth: equal = exact, NULL = no claim.
  lower REAL,
  upper REAL,
  completed_depth INTEGER,
  -- Text of the best move; NULL if none is known.
  best_move TEXT,
  -- Principal variation: JSON array of move texts.
  pv TEXT NOT NULL DEFAULT '[]',
  -- Nodes entered and leaves evaluated, over all passes, whether recorded or not.
  nodes INTEGER,
  leaf_evaluations INTEGER,
  -- Seconds since 1970-01-01 UTC. finished_at is written last.
  started_at REAL,
  finished_at REAL,
  -- Duration by a monotonic clock.
  seconds REAL,
  engine TEXT NOT NULL DEFAULT '',
  engine_version TEXT NOT NULL DEFAULT ''
) STRICT;

-- One call of the search from the root: an iteration, an aspiration re-search, an MTD(f) probe. ----
CREATE TABLE pass (
  id INTEGER PRIMARY KEY,
  search INTEGER NOT NULL DEFAULT 1,
  -- 1, 2, ... within the search, in order of time per stream.
  ordinal INTEGER NOT NULL DEFAULT 1,
  -- The thread that ran the pass. Its nodes and events are numbered from stream * 2^40 + 1.
  stream INTEGER NOT NULL DEFAULT 0,
  -- multipv: a further line; its root excludes the first moves of the earlier lines.
  purpose TEXT NOT NULL DEFAULT 'fixed'
    CHECK (purpose IN ('fixed', 'iteration', 'aspiration', 'probe', 'multipv')),
  depth INTEGER,
  -- The root window.
  alpha REAL,
  beta REAL,
  -- The nodes of the pass are root..last; last is NULL until the pass ends.
  root INTEGER,
  last INTEGER,
  value REAL,
  best_move TEXT,
  -- The same words as in the table search.
  status TEXT CHECK (status IN ('finished', 'time_limit', 'node_limit', 'interrupted', 'failed')),
  nodes INTEGER,
  seconds REAL,
  -- The line that the engine reported for the pass: JSON array of move texts; NULL if none. Traces of
  -- plytrace 0.2.0 have no such column.
  pv TEXT
) STRICT;
-- To find the pass of a node.
CREATE INDEX pass_root ON pass (root);

-- One visited node. -----------------------------------------------------------------------------
CREATE TABLE node (
  -- Pre-order number: the subtree of n is the id range n..last, its first child is n + 1, the next
  -- sibling of c is the smallest id above c.last.
  id INTEGER PRIMARY KEY,
  -- NULL for the root of a pass.
  parent INTEGER,
  -- Last id of the subtree; NULL while the node is open.
  last INTEGER,
  -- Number of moves from the root, null moves included; a hand-over or a probe of the same position
  -- adds none.
  ply INTEGER NOT NULL DEFAULT 0,
  -- The move that led here, an id of `move`; NULL for the root of a pass, a hand-over, or a probe of
  -- the same position.
  move INTEGER,
  -- Side to move: 0 MAX, 1 MIN.
  side INTEGER,
  -- Remaining depth, in the units of the engine.
  depth INTEGER,
  -- Window on entry.
  alpha REAL,
  beta REAL,
  -- NodeKind: 0 interior, 1 horizon, 2 terminal, 3 table, 4 known, 5 draw, 6 unknown, 7 illegal (the
  -- move that led here was found to be illegal: no value, and the parent ignores the node).
  kind INTEGER NOT NULL DEFAULT 6,
  -- The returned value; NULL if there is no usable one (never left, or left while stopping).
  value REAL,
  -- 64-bit hash of the position; NULL if not captured.
  key INTEGER,
  -- The engine's claim about value, seen by MAX: 0 exact, 1 lower bound, 2 upper bound. NULL = not
  -- reported; then it follows from value and window. An inner node claims upper if value <= alpha,
  -- lower if value >= beta, exact between them, and nothing if the window is unknown or empty
  -- (alpha >= beta). A leaf claims exact, but if its score differs from its value the value was
  -- clamped: it claims upper for a lower score and lower for a higher one. A table answer with a
  -- window, or a leaf with unrecorded nodes below it, claims what an inner node would. With an empty
  -- window even a reported lower or upper of an inner node claims nothing. Code: viewer/meaning/claim.h
  bound INTEGER,
  -- Id of the child whose value was taken; NULL if none.
  best INTEGER,
  -- Number of moves that would have been searched without cutoffs; NULL if unknown.
  legal INTEGER,
  -- Phase: 0 main, 1 quiescence.
  phase INTEGER NOT NULL DEFAULT 0,
  -- The static score that the node may itself return, before any clamp; NULL if there is none, or if
  -- it equals the value of a leaf.
  score REAL,
  -- Role, what the parent did with the node: 0 move, 1 reduced, 2 re_search, 3 null_move, 4 probe,
  -- 5 hand_over.
  role INTEGER NOT NULL DEFAULT 0,
  -- The value that the parent used for this node (the backed-up value), if it differs from value.
  credited REAL,
  -- Number of nodes below this one that were visited but not recorded.
  unrecorded INTEGER NOT NULL DEFAULT 0,
  -- Moves that this node excluded on purpose: JSON array of their texts. Reasons: a singular or
  -- multi-cut search without the table move, a further line of MultiPV, searchmoves, a tablebase
  -- filter. `legal` does not count them. A value proven for such a node is a one-sided bound for the
  -- position: a lower bound with MAX to move, an upper bound with MIN. NULL = none.
  excluded TEXT
) STRICT;

-- Events. `id` is the order in time, one sequence over the five tables (per stream). `at` is the id
-- of the last node entered before the event; it never decreases with id. -----------------------------

-- The window of `node` was narrowed to (alpha, beta).
CREATE TABLE bound_update (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  node INTEGER NOT NULL,
  -- Cause: 0 child, 1 table, 2 stand_pat, 3 static, 4 mate_distance, 5 other, 14 draw_claim (the side
  -- to move can claim a draw, or repeat the position).
  cause INTEGER NOT NULL DEFAULT 0,
  -- The child, if the cause is child.
  child INTEGER,
  -- The window after the update.
  alpha REAL NOT NULL,
  beta REAL NOT NULL
) STRICT;

-- `node` stopped searching moves, or dropped some of them.
CREATE TABLE cutoff (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  node INTEGER NOT NULL,
  -- CutoffKind: 0 alpha (value proven <= alpha), 1 beta (value proven >= beta), 2 forward (moves
  -- dropped without a proof).
  kind INTEGER NOT NULL,
  -- Cause: those of bound_update and 6 null_move, 7 probcut, 8 futility, 9 late_move, 10 razoring,
  -- 11 multi_cut, 12 see (the move loses material by a static exchange), 13 history (the move has
  -- failed too often).
  cause INTEGER NOT NULL DEFAULT 0,
  child INTEGER,
  -- The value compared with the bound; forward: the engine's estimate for the moves, or NULL.
  value REAL,
  -- The window of the node at that moment.
  alpha REAL,
  beta REAL,
  -- Number of direct moves left unsearched; NULL if unknown.
  skipped INTEGER,
  -- JSON array of their texts in the order they would have been tried; NULL if not captured.
  skipped_moves TEXT,
  -- The engine's own reason as text; NULL if none.
  reason TEXT
) STRICT;

-- `node` wrote its result into the transposition table.
CREATE TABLE table_store (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  node INTEGER NOT NULL,
  -- The value as seen at this node.
  value REAL,
  bound INTEGER,
  depth INTEGER,
  move INTEGER,
  -- The table key of the entry in the engine's own form, which may include the depth, for example.
  -- NULL = the node's key, which recorders do not repeat.
  key INTEGER,
  -- The value as stored in the table, if that differs.
  raw REAL
) STRICT;

-- `node` found an entry in the transposition table. An entry with two bounds gives two rows.
CREATE TABLE table_probe (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  node INTEGER NOT NULL,
  value REAL,
  bound INTEGER,
  -- The depth that the node required.
  depth INTEGER,
  stored_depth INTEGER,
  -- TableUse: 0 no, 1 move, 2 narrowed, 3 answered.
  used INTEGER NOT NULL DEFAULT 0,
  move INTEGER,
  -- The node that stored the entry; NULL if unknown.
  stored_by INTEGER,
  -- The table key that was looked up, as in table_store; NULL = the node's key. Recorders repeat
  -- that key only beside an entry_key.
  key INTEGER,
  -- The key under which the entry was stored; NULL if the engine does not know it.
  entry_key INTEGER,
  raw REAL
) STRICT;

-- Any other fact that an engine reports about `node`. Names with a fixed meaning: 'stage' (where its move
-- came from: table, capture, killer, quiet, ...), 'order' (the ordering score of its move),
-- 'extension' (why its depth grew), 'static_eval' (the evaluation that decided on its pruning).
CREATE TABLE note (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  node INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL DEFAULT ''
) STRICT;

-- Dictionary of move texts. --------------------------------------------------------------------------
CREATE TABLE move (
  id INTEGER PRIMARY KEY,
  text TEXT NOT NULL
) STRICT;
-- Move 0 stands for moves whose text was not reported.
INSERT INTO move (id, text) VALUES (0, '?');

-- Counts per pass and ply, kept by the recorder, so that a huge trace is summarised instantly. --------
-- Several searches of one move are one searched move; illegal moves, probes and hand-overs are none.
CREATE TABLE ply_summary (
  pass INTEGER NOT NULL,
  ply INTEGER NOT NULL,
  -- Nodes entered, and nodes left by kind.
  nodes INTEGER NOT NULL DEFAULT 0,
  interior INTEGER NOT NULL DEFAULT 0,
  horizon INTEGER NOT NULL DEFAULT 0,
  terminal INTEGER NOT NULL DEFAULT 0,
  "table" INTEGER NOT NULL DEFAULT 0,
  known INTEGER NOT NULL DEFAULT 0,
  draw INTEGER NOT NULL DEFAULT 0,
  unknown INTEGER NOT NULL DEFAULT 0,
  illegal INTEGER NOT NULL DEFAULT 0,
  -- Nodes of this ply that ended in an alpha or beta cutoff. cut_by_move: those cut by a searched move
  -- (not by a stand pat, a null move or the table). cut_by_first: those cut by the first of these.
  alpha_cutoffs INTEGER NOT NULL DEFAULT 0,
  beta_cutoffs INTEGER NOT NULL DEFAULT 0,
  cut_by_move INTEGER NOT NULL DEFAULT 0,
  cut_by_first INTEGER NOT NULL DEFAULT 0,
  -- Cutoffs that left at least one move unsearched, and the number of such moves.
  cutoffs_skipping INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  -- Bound updates, and nodes entered as re-searches.
  bound_updates INTEGER NOT NULL DEFAULT 0,
  re_searches INTEGER NOT NULL DEFAULT 0,
  -- Visited nodes that were not recorded.
  unrecorded INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (pass, ply)
) STRICT, WITHOUT ROWID;

-- The number of rows that the recorder wrote to each table, for each finished search of plytrace
-- itself, and a sum over their cells (schemas/row_digest.h). Search 0 stands for what all searches
-- share: moves, and the facts in `meta` listed there. `verify` computes the same for the rows that it
-- reads. A difference means that a row was altered, deleted or added.
CREATE TABLE digest (
  search INTEGER NOT NULL,
  "table" TEXT NOT NULL,
  rows INTEGER NOT NULL,
  sum INTEGER NOT NULL,
  PRIMARY KEY (search, "table")
) STRICT, WITHOUT ROWID;

-- Facts about the file:
--   recording       '1' while a recorder has it open, or after the recorder died
--   lost_events     number of events that could not be written
--   lost_after      the last search that was recorded before that and lacks no event
--   refused_events  number of events that the recorder rejected as inconsistent or could not read,
--                   and of gaps before the last nodes that an engine kept (docs/emit.md); anything
--                   may be missing, so `captured` of their search is empty
--   seconds_waited  how long search threads waited for the writer
--   created_by      program and version
--   writer          how the recorder wrote the rows: 'pages', 'insert', or both as a list
CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Views that show words instead of codes. -------------------------------------------------------------

-- The nodes with their path from the root of their pass ('/' is the root; inside a move '/' and '%'
-- are written %2F and %25, '~' is %7E; '=' is the same position searched again).
CREATE VIEW node_text AS
SELECT
  n.id AS id,
  (WITH RECURSIVE up(id, parent, text, level) AS (
     SELECT n.id, n.parent, NULL, 0
     UNION ALL
     SELECT p.id, p.parent,
            CASE WHEN c.parent IS NULL THEN NULL
                 ELSE COALESCE(replace(replace(replace(m.text, '%', '%25'), '/', '%2F'), '~', '%7E'), '=') END,
            up.level + 1
     FROM up JOIN node c ON c.id = up.id
             LEFT JOIN move m ON m.id = c.move
             LEFT JOIN node p ON p.id = c.parent AND p.id < c.id
     WHERE up.id IS NOT NULL)
   SELECT '/' || COALESCE(group_concat(text, '/'), '')
   FROM (SELECT text FROM up WHERE text IS NOT NULL ORDER BY level DESC)) AS path,
  (SELECT text FROM move WHERE move.id = n.move) AS move,
  n.ply AS ply,
  CASE n.side WHEN 0 THEN 'MAX' WHEN 1 THEN 'MIN' END AS side,
  CASE n.kind WHEN 0 THEN 'interior' WHEN 1 THEN 'horizon' WHEN 2 THEN 'terminal'
              WHEN 3 THEN 'table' WHEN 4 THEN 'known' WHEN 5 THEN 'draw' WHEN 7 THEN 'illegal'
              ELSE 'unknown' END AS kind,
  n.depth AS depth,
  n.alpha AS alpha,
  n.beta AS beta,
  n.value AS value,
  CASE n.bound WHEN 0 THEN 'exact' WHEN 1 THEN 'lower' WHEN 2 THEN 'upper' END AS bound,
  CASE n.role WHEN 0 THEN 'move' WHEN 1 THEN 'reduced' WHEN 2 THEN 're_search'
              WHEN 3 THEN 'null_move' WHEN 4 THEN 'probe' WHEN 5 THEN 'hand_over' END AS role,
  CASE n.phase WHEN 0 THEN 'main' WHEN 1 THEN 'quiescence' END AS phase,
  n.score AS score,
  n.credited AS credited,
  (SELECT m.text FROM node b JOIN move m ON m.id = b.move WHERE b.id = n.best) AS best_move,
  n.legal AS legal,
  n.last - n.id + 1 AS size,
  n.unrecorded AS unrecorded,
  n.parent AS parent,
  n.last AS last,
  n.excluded AS excluded,
  (SELECT p.search FROM pass p
   WHERE p.root <= n.id AND COALESCE(p.last >= n.id, TRUE) ORDER BY p.root DESC LIMIT 1) AS search,
  (SELECT p.id FROM pass p
   WHERE p.root <= n.id AND COALESCE(p.last >= n.id, TRUE) ORDER BY p.root DESC LIMIT 1) AS pass
FROM node n;

-- The children of a node in the order searched, n = 1, 2, ...: ... FROM child WHERE parent = 17.
-- A row costs one step to the next sibling, however large the subtrees are.
CREATE VIEW child AS
SELECT p.id AS parent, c.key + 1 AS n, c.value AS node
FROM node p, json_each((
  WITH RECURSIVE walk(id, last) AS (
    SELECT f.id, f.last FROM node f
    WHERE f.id = (SELECT min(id) FROM node WHERE id > p.id) AND f.parent = p.id
    UNION ALL
    SELECT s.id, s.last
    FROM walk JOIN node s ON s.id = (SELECT min(id) FROM node WHERE id > max(walk.id, walk.last))
    WHERE s.parent = p.id)
  SELECT '[' || COALESCE(group_concat(id), '') || ']' FROM walk)) c;

-- How many siblings were searched before a node: ... FROM siblings_before WHERE node = 17.
CREATE VIEW siblings_before AS
SELECT
  n.id AS node,
  (WITH RECURSIVE walk(id, last) AS (
     SELECT f.id, f.last FROM node f
     WHERE f.id = (SELECT min(id) FROM node WHERE id > n.parent) AND f.parent = n.parent
     UNION ALL
     SELECT s.id, s.last
     FROM walk JOIN node s ON s.id = (SELECT min(id) FROM node WHERE id > max(walk.id, walk.last))
     WHERE s.parent = n.parent AND walk.id < n.id)
   SELECT count(*) FROM walk WHERE id < n.id) AS siblings_before
FROM node n
WHERE n.parent IS NOT NULL;

CREATE VIEW bound_update_text AS
SELECT id, at, node,
  CASE cause WHEN 0 THEN 'child' WHEN 1 THEN 'table' WHEN 2 THEN 'stand_pat' WHEN 3 THEN 'static'
             WHEN 4 THEN 'mate_distance' WHEN 14 THEN 'draw_claim' ELSE 'other' END AS cause,
  child, alpha, beta
FROM bound_update;

CREATE VIEW cutoff_text AS
SELECT id, at, node,
  CASE kind WHEN 0 THEN 'alpha' WHEN 1 THEN 'beta' WHEN 2 THEN 'forward' END AS kind,
  CASE cause WHEN 0 THEN 'child' WHEN 1 THEN 'table' WHEN 2 THEN 'stand_pat' WHEN 3 THEN 'static'
             WHEN 4 THEN 'mate_distance' WHEN 6 THEN 'null_move' WHEN 7 THEN 'probcut'
             WHEN 8 THEN 'futility' WHEN 9 THEN 'late_move' WHEN 10 THEN 'razoring'
             WHEN 11 THEN 'multi_cut' WHEN 12 THEN 'see' WHEN 13 THEN 'history'
             WHEN 14 THEN 'draw_claim'
             ELSE 'other' END AS cause,
  child, value, alpha, beta, skipped, skipped_moves, reason
FROM cutoff;

CREATE VIEW table_probe_text AS
SELECT id, at, node, COALESCE(key, (SELECT key FROM node WHERE node.id = p.node)) AS key, entry_key,
  depth, stored_by, stored_depth,
  CASE bound WHEN 0 THEN 'exact' WHEN 1 THEN 'lower' WHEN 2 THEN 'upper' END AS bound,
  value, raw,
  (SELECT text FROM move WHERE move.id = p.move) AS move,
  CASE used WHEN 0 THEN 'no' WHEN 1 THEN 'move' WHEN 2 THEN 'narrowed' WHEN 3 THEN 'answered' END
    AS used
FROM table_probe p;

CREATE VIEW table_store_text AS
SELECT id, at, node, COALESCE(key, (SELECT key FROM node WHERE node.id = s.node)) AS key, depth,
  CASE bound WHEN 0 THEN 'exact' WHEN 1 THEN 'lower' WHEN 2 THEN 'upper' END AS bound,
  value, raw,
  (SELECT text FROM move WHERE move.id = s.move) AS move
FROM table_store s;
