-- The tree of hand-made-unknown-game; one value is wrong: /left is worth 3, not 4,
-- and the root was told so.
INSERT INTO search (id, game, position, algorithm, captured, fail, windows, uniform, score_min,
    score_max, status, value, lower, upper, depth, completed_depth, best_move, pv, nodes,
    leaf_evaluations, started_at, finished_at, engine)
  VALUES (1, 'stones', '3 heaps, MAX to take', 'alphabeta',
    '["windows","bounds","cutoffs","skipped","legal","roles","scores","bound_types"]',
    'soft', 'exact', 1, -100, 100, 'finished', 3, 3, 3, 2, 2, 'left', '["left","one"]', 11, 7,
    0, 1, 'stones by hand');
INSERT INTO pass (id, search, ordinal, depth, alpha, beta, root, last, value, best_move, status, nodes)
  VALUES (1, 1, 1, 2, -9e999, 9e999, 1, 11, 3, 'left', 'finished', 11);
INSERT INTO move (id, text)
  VALUES (1, 'left'), (2, 'middle'), (3, 'right'), (4, 'one'), (5, 'two'), (6, 'three');
INSERT INTO node (id, parent, last, ply, move, side, depth, alpha, beta, value, kind, bound, best, legal)
  VALUES
  ( 1, NULL, 11, 0, NULL, 0, 2, -9e999, 9e999,  3, 0, 0,    2, 3),
  ( 2,    1,  5, 1,    1, 1, 1, -9e999, 9e999,  4, 0, 0,    3, 3),
  ( 3,    2,  3, 2,    4, 0, 0, -9e999, 9e999,  3, 1, 0, NULL, NULL),
  ( 4,    2,  4, 2,    5, 0, 0, -9e999,     3, 12, 1, 0, NULL, NULL),
  ( 5,    2,  5, 2,    6, 0, 0, -9e999,     3,  8, 1, 0, NULL, NULL),
  ( 6,    1,  7, 1,    2, 1, 1,      3, 9e999,  2, 0, 2,    7, 3),
  ( 7,    6,  7, 2,    4, 0, 0,      3, 9e999,  2, 1, 0, NULL, NULL),
  ( 8,    1, 11, 1,    3, 1, 1,      3, 9e999,  2, 0, 2,   11, 3),
  ( 9,    8,  9, 2,    4, 0, 0,      3, 9e999, 14, 1, 0, NULL, NULL),
  (10,    8, 10, 2,    5, 0, 0,      3,    14,  5, 1, 0, NULL, NULL),
  (11,    8, 11, 2,    6, 0, 0,      3,     5,  2, 1, 0, NULL, NULL);
INSERT INTO bound_update (id, at, node, cause, child, alpha, beta)
  VALUES
  (1,  3, 2, 0,  3, -9e999,     3),
  (2,  5, 1, 0,  2,      3, 9e999),
  (4,  9, 8, 0,  9,      3,    14),
  (5, 10, 8, 0, 10,      3,     5);
INSERT INTO cutoff (id, at, node, kind, cause, child, value, alpha, beta, skipped, skipped_moves)
  VALUES
  (3,  7, 6, 0, 0,  7, 2, 3, 9e999, 2, '["two","three"]'),
  (6, 11, 8, 0, 0, 11, 2, 3,     5, 0, '[]');
