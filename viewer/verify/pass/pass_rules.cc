// SPDX-License-Identifier: MIT
#include "viewer/verify/pass/pass_rules.h"

#include <fmt/format.h>

#include <iterator>

#include "viewer/format/rows/format.h"
#include "viewer/meaning/saturated.h"
#include "viewer/verify/pass/row_check.h"
#include "viewer/verify/stream_of.h"

namespace plytrace::verify {

namespace {

using format::SearchStatus;

// The purpose that a pass of plytrace must have with the settings of its search.
std::string_view own_purpose(const Facts& facts, std::optional<std::int64_t> depth,
                             format::PassPurpose stored) {
  if (facts.probes) return "probe";
  if (stored == format::PassPurpose::kAspiration && facts.aspiration) return "aspiration";
  // A search to depth 0 has no iterations.
  return facts.iterative && depth != 0 ? "iteration" : "fixed";
}

// Compares the columns that the row of the pass and its root share.
void check_against_root(const TraceReader& reader, const SearchRow& search, Ledger& ledger,
                        const PassResult& pass, const std::string& name, RowCheck& check) {
  const PassRow& row = pass.row;
  const NodeRow& root = pass.root;
  check.same("alpha", row.alpha, root.alpha);
  check.same("beta", row.beta, root.beta);
  if (row.depth && root.depth && check.is_whole()) check.same("depth", row.depth, root.depth);
  // Many engines search one ply shallower after an aspiration window failed high.
  const bool is_shallower_again = row.purpose == format::PassPurpose::kAspiration && row.depth &&
                                  root.depth && *root.depth < *row.depth;
  if (row.depth && root.depth && row.depth != root.depth && !is_shallower_again) {
    // Both are labels given by the engine, which may count iterations, and depth in fractions of a
    // ply.
    ledger.warn(Rule::kWarnPassDepth, root.id, [&] {
      return fmt::format("{}: its depth is {}, that of its root {}", name, *row.depth, *root.depth);
    });
  }
  if (row.status != SearchStatus::kFinished) return;
  check.same("value", row.value, root.value);
  // The best child of a root that rests on a finding, or that has unrecorded moves, may differ from
  // what the row of the pass could know.
  const bool trusted = (pass.outcome.flags & kFindingBelow) != 0 || root.unrecorded > 0;
  if (trusted) return;
  const auto best = move_name(reader, pass.best_move);
  const auto is_other_name = [&](const std::optional<std::string>& move) {
    return !check.is_whole() && move && best && !root.move &&
           is_same_root_move(search, *move, *best);
  };
  if (!is_other_name(row.best_move)) check.same("best_move", row.best_move, best);
  const std::vector<std::string> line = line_texts(row);
  if (line.empty() || !best || root.move) return;
  if (!is_other_name(line.front())) {
    check.same("the first move of pv", std::optional(line.front()), best);
  }
}

}  // namespace

void check_pass(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                Ledger& ledger, const PassResult& pass) {
  ledger.enter_pass(pass.row.id);
  ledger.count(Check::kStructure);
  const PassRow& row = pass.row;
  const std::string name = fmt::format("pass {}", row.id);
  if (!pass.met) {
    // A log that holds only results (import --uci-log) has no nodes.
    const bool has_nodes = row.root || reader.node_after(0);
    if (row.status == SearchStatus::kFinished && !has_nodes) {
      ledger.incomplete("no node was recorded");
    } else if (row.status == SearchStatus::kFinished) {
      RowCheck(ledger, true, Rule::kPass, 0, name).wrong("root", text_or_null(row.root), "none");
    } else {
      ledger.incomplete("a pass that was not finished");
    }
    return;
  }
  const NodeRow& root = pass.root;
  // An open pass is closed only after its root.
  const bool is_open = facts.unfinished && row.status == SearchStatus::kRunning;
  RowCheck check(ledger, facts.demands.exact_summary && !is_open, Rule::kPass, root.id, name);
  if (row.status != SearchStatus::kFinished) {
    ledger.incomplete("a pass that was not finished");
    if (facts.demands.exact_summary && !is_open && root.value)
      check.wrong("status", std::string(word(row.status)), "finished");
  } else if (!root.value && facts.demands.exact_summary) {
    check.wrong("status", "finished", "its root has no value");
  } else if (!root.value) {
    ledger.incomplete(
        "a pass whose root has no value: report the value of a finished search when its root is "
        "left; if a limit stopped it, report the `completed_depth` that the search claims");
  }
  // If the root was not recorded, window, depth and result of the pass are those of that root.
  if (!facts.has_moves_for_roots) check_against_root(reader, search, ledger, pass, name, check);
  if (facts.demands.exact_summary)
    check.same("purpose", std::optional(std::string(word(row.purpose))),
               std::optional(std::string(own_purpose(facts, row.depth, row.purpose))));
  if (row.last && root.last) check.same("last", row.last, root.last);
  // Fewer rows may be lost rows, but more rows cannot be explained.
  if (row.last && *row.last != pass.last && pass.unrecorded == 0) {
    if (*row.last < pass.last) {
      check.wrong("last", text_or_null(row.last), std::to_string(pass.last));
    } else {
      ledger.incomplete("nodes are missing from the trace");
    }
  }
  // In plytrace's own traces a larger count is a finding as well, unless the last rows are missing.
  const std::int64_t nodes = saturated_sum(pass.rows, pass.unrecorded);
  if (row.nodes && *row.nodes != nodes) {
    if (*row.nodes > nodes &&
        (!facts.demands.exact_summary || (row.last && pass.last < *row.last))) {
      ledger.incomplete("nodes are missing from the trace");
    } else if (facts.demands.exact_summary) {
      check.wrong("nodes", text_or_null(row.nodes), std::to_string(nodes));
    }
  }
  if (stream_of(root.id) != row.stream) {
    check.wrong("stream", std::to_string(row.stream), std::to_string(stream_of(root.id)));
  }
}

namespace {

// The pass after one that failed its window, which has another depth: some engines search again one
// ply less deep.
std::string next_pass_words(const PassResult& next) {
  const auto depth = depth_of(next);
  std::string words = fmt::format("; the next, pass {}, has ", next.row.ordinal);
  words += depth ? fmt::format("depth {}", *depth) : std::string("no depth");
  const NodeRow& root = next.root;
  if (root.alpha && root.beta) {
    words += " and the window " + window_text({*root.alpha, *root.beta});
  }
  return words;
}

// Whether passes of one depth that fail on both sides of a value give it exactly, as MTD(f) ends.
bool is_closed_by_others(const PassResult& pass, const std::vector<const PassResult*>& all,
                         const Facts& facts) {
  Interval claimed = facts.range;
  for (const PassResult* each : all) {
    if (!is_complete(*each) || depth_of(*each) != depth_of(pass)) continue;
    claimed = intersection(claimed, root_claim(each->root, facts).value_or(facts.range));
  }
  return claimed.is_exact();
}

}  // namespace

void warn_about_passes(const TraceReader& reader, const SearchRow& search, const Facts& facts,
                       Ledger& ledger, const PassResults& passes) {
  const PassResult* previous = nullptr;
  const std::vector<const PassResult*> list = in_order(passes);
  for (auto at = list.begin(); at != list.end(); ++at) {
    const PassResult& pass = **at;
    // A further line (multipv) is not repeated and may stay outside its window.
    if (!is_complete(pass) || !excluded_texts(pass.root).empty()) continue;
    ledger.enter_pass(pass.row.id);
    const bool probe = pass.row.purpose == format::PassPurpose::kProbe;
    const NodeRow& root = pass.root;
    const bool has_window = root.alpha && root.beta && root.value;
    const bool failed =
        has_window && !probe && (*root.value <= *root.alpha || *root.value >= *root.beta);
    const auto next = std::next(at);
    const bool is_last = next == list.end();
    const bool repaired = !is_last && (*next)->row.depth == pass.row.depth;
    // The window of a single call may have been chosen by the caller.
    const bool is_wanted = is_last && pass.row.purpose == format::PassPurpose::kFixed;
    if (failed && !repaired && !is_wanted && !is_closed_by_others(pass, list, facts)) {
      ledger.warn(Rule::kWarnPassLost, root.id, [&] {
        return fmt::format(
            "pass {}: its value {} is not inside its window {}, and no later pass of "
            "depth {} searched again{}",
            pass.row.ordinal, score_text(*root.value), window_text({*root.alpha, *root.beta}),
            depth_of(pass).value_or(0), is_last ? "" : next_pass_words(**next));
      });
    }
    const bool deeper = previous != nullptr && previous->best_move && pass.first_move &&
                        previous->row.depth && pass.row.depth &&
                        *pass.row.depth > *previous->row.depth && !probe;
    if (deeper && *previous->best_move != *pass.first_move &&
        !is_same_root_move(search, reader.move_text(previous->best_move),
                           reader.move_text(pass.first_move))) {
      ledger.warn(Rule::kWarnBestNotFirst, root.id, [&] {
        return fmt::format("pass {}: it tried {} first, the best move at depth {} was {}",
                           pass.row.ordinal, reader.move_text(pass.first_move),
                           *previous->row.depth, reader.move_text(previous->best_move));
      });
    }
    previous = &pass;
  }
}

}  // namespace plytrace::verify
