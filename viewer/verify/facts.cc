// SPDX-License-Identifier: MIT
#include "viewer/verify/facts.h"

#include <algorithm>

#include "schemas/captured.h"
#include "viewer/format/json.h"

namespace plytrace::verify {
namespace {

bool is_unfinished(format::SearchStatus status) {
  return status == format::SearchStatus::kRunning || status == format::SearchStatus::kFailed ||
         status == format::SearchStatus::kInterrupted;
}

// A search of plytrace's own that is selective, or whose game history can draw, is judged as that
// of another engine: its rows may hold what the stricter rules do not expect (reductions, draws).
// The digest of its rows still shows what was altered.
bool is_judged_as_other(const SearchRow& search, const text::Json& options) {
  for (const char* const option : {"quiescence", "null_move", "lmr", "extend"}) {
    if (options.contains(option)) return true;
  }
  const text::Json game = text::parsed_json(search.game_options);
  return game.is_object() && game.value("history", text::Json()) == "on";
}

}  // namespace

Facts::Facts(const SearchRow& search, bool recording)
    : soft(search.fail == "soft"),
      hard(search.fail == "hard"),
      exact_windows(search.windows == "exact"),
      uniform(search.uniform),
      depth(search.depth),
      own(search.engine == "plytrace"),
      one_sided(search.perspective == "side"),
      demands(own),
      unfinished(recording || is_unfinished(search.status)),
      form(window_form(search.algorithm)),
      range{search.score_min.value_or(-kInfinity), search.score_max.value_or(kInfinity)} {
  for (const std::string& word : search.captured) captured |= format::captured_kind(word);
  // check_search() reports such a range once; using it would make every score wrong.
  if (range.is_empty()) range = {};
  // Both sides count from their own view, so in MAX's view the range is that of either.
  if (one_sided && !own) {
    range = {std::min(range.lower, -range.upper), std::max(range.upper, -range.lower)};
  }
  if (const auto* const known = find_algorithm(search.algorithm)) probes = known->probes;
  // A damaged text must not throw: it counts as no options.
  const text::Json options = text::parsed_json(search.options);
  if (!options.is_object()) return;
  const MateScale mates(search);
  mate_score = mates.threshold;
  mate_base = mates.base;
  if (const auto of = options.find("key_of"); of != options.end()) {
    is_key_of_more = *of != "position";
  }
  if (own && is_judged_as_other(search, options)) demands = Demands(false);
  // The options of the search decide, and not the column: an altered `fail` is then one finding
  // (pass/search_rules.cc) instead of one at each node.
  if (own && options.contains("fail")) {
    soft = options["fail"] == "soft";
    hard = options["fail"] == "hard";
  }
  // Ties other than the first loosen the windows of root moves (core/search/declaration.h).
  const text::Json ties = options.value("ties", text::Json());
  last_root = ties == "last";
  loose_root = ties == "random" || last_root;
  strict_cuts = options.value("cut", text::Json()) == "strict";
  iterative = options.value("iterative", text::Json()) == true;
  reverse_moves = search.game == "tree" && !iterative && !options.contains("table") &&
                  options.value("order", text::Json()) == "reverse";
  aspiration = options.contains("aspiration");
}

}  // namespace plytrace::verify
