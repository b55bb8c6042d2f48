// SPDX-License-Identifier: MIT
//
// The columns of each table, in the one order in which rows are written and read. A table may have
// further columns: whoever reads names these. schemas/trace.sql says what each means.
#pragma once

namespace plytrace::format {

inline constexpr const char* kSearchColumns =
    "id, game, game_options, position, algorithm, options, evaluator, perspective, max_player, "
    "depth, captured, fail, windows, uniform, score_min, score_max, status, value, lower, upper, "
    "completed_depth, best_move, pv, nodes, leaf_evaluations, started_at, finished_at, seconds, "
    "engine, engine_version";
inline constexpr const char* kPassColumns =
    "id, search, ordinal, stream, purpose, depth, alpha, beta, root, last, value, best_move, "
    "status, nodes, seconds";
inline constexpr const char* kNodeColumns =
    "id, parent, last, ply, move, side, depth, alpha, beta, value, score, credited, kind, bound, "
    "phase, role, best, legal, unrecorded, key, excluded";
inline constexpr const char* kBoundUpdateColumns = "id, at, node, cause, child, alpha, beta";
inline constexpr const char* kCutoffColumns =
    "id, at, node, kind, cause, child, value, alpha, beta, skipped, skipped_moves, reason";
inline constexpr const char* kTableStoreColumns =
    "id, at, node, key, depth, bound, value, raw, move";
inline constexpr const char* kTableProbeColumns =
    "id, at, node, key, entry_key, depth, stored_by, stored_depth, bound, value, raw, move, used";
inline constexpr const char* kNoteColumns = "id, at, node, name, value";
inline constexpr const char* kPlySummaryColumns =
    "pass, ply, nodes, interior, horizon, terminal, \"table\", known, draw, unknown, "
    "alpha_cutoffs, beta_cutoffs, cut_by_first, cutoffs_skipping, skipped, bound_updates, "
    "re_searches, unrecorded";

}  // namespace plytrace::format
