// SPDX-License-Identifier: MIT
#include "core/search/declaration.h"

#include "core/parameters.h"
#include "schemas/captured.h"

namespace plytrace {
namespace {

// A score as a JSON value: the infinities are strings.
std::string score_json(Score score) {
  const std::string text = score_text(score);
  return score == kInfinity || score == -kInfinity ? json_quote(text) : text;
}

std::vector<std::string> captured_kinds(unsigned capture, bool lists_are_known) {
  using namespace format;
  std::vector<std::string> kinds = captured_words(kCapWindows | kCapBounds | kCapCutoffs |
                                                  kCapRoles | kCapScores | kCapBoundTypes);
  if (lists_are_known) kinds.emplace_back("legal");
  for (const auto& [bit, word] : kOptionalEvents) {
    const bool is_told = (capture & bit) != 0 && (bit != kCaptureSkipped || lists_are_known);
    if (is_told && captured_kind(word) != 0) kinds.emplace_back(word);
  }
  return kinds;
}

}  // namespace

std::string options_json(const SearchSettings& settings, const std::string& parameters_json,
                         std::optional<Score> mate_threshold) {
  JsonObjectText json;
  json.add("fail", word(settings.fail));
  if (settings.cut != CutMode::kEqual) json.add("cut", word(settings.cut));
  json.add_json("iterative", settings.iterative ? "true" : "false");
  if (settings.time_limit.has_value()) json.add("time_limit", *settings.time_limit);
  if (settings.node_limit.has_value())
    json.add_json("node_limit", std::to_string(*settings.node_limit));
  if (settings.window != Window{}) {
    json.add_json("window", "[" + score_json(settings.window.alpha) + "," +
                                score_json(settings.window.beta) + "]");
  }
  if (settings.aspiration.has_value()) json.add("aspiration", *settings.aspiration);
  json.add("order", word(settings.order));
  json.add_json("eval_cache", settings.eval_cache ? "true" : "false");
  if (settings.table_megabytes > 0) json.add("table", std::int64_t{settings.table_megabytes});
  json.add("ties", word(settings.ties));
  if (settings.ties == Ties::kRandom) json.add_json("seed", std::to_string(settings.seed));
  if (settings.quiescence) json.add_json("quiescence", "true");
  if (settings.null_move.has_value()) json.add("null_move", std::int64_t{*settings.null_move});
  if (settings.late_reductions) json.add_json("lmr", "true");
  if (settings.extend != Extension::kNone) json.add("extend", word(settings.extend));
  if (mate_threshold.has_value()) json.add("mate_score", *mate_threshold);
  json.add_json("parameters", parameters_json);
  return json.str();
}

SearchDeclaration declare(const SearchSettings& settings, const std::string& parameters_json,
                          unsigned capture, const GameTraits& game) {
  SearchDeclaration declaration;
  declaration.algorithm = word(settings.algorithm);
  declaration.options = options_json(settings, parameters_json, game.mate_threshold);
  const AlgorithmTraits& algorithm = traits(settings.algorithm);
  declaration.counts_from_side_to_move = algorithm.one_sided;
  declaration.depth = settings.depth;
  declaration.captured = captured_kinds(capture, game.lists_are_known);
  declaration.fail = word(settings.fail);
  declaration.exact_windows = has_exact_windows(algorithm, settings.ties);
  declaration.uniform = game.lists_are_known && !game.counts_history && !settings.is_selective();
  return declaration;
}

SearchEnd search_end(const SearchResult& result,
                     const std::function<std::string(MoveCode)>& move_text) {
  SearchEnd end;
  end.status = result.stopped;
  end.value = result.value;
  if (result.value.has_value()) {
    // An exact value is both.
    if (result.bound != Bound::kUpper) end.lower = result.value;
    if (result.bound != Bound::kLower) end.upper = result.value;
  }
  // Without a value no depth was completed.
  if (result.value.has_value()) end.completed_depth = result.completed_depth;
  if (result.proven_move() != kNoMove) end.best_move = move_text(result.proven_move());
  for (const MoveCode move : result.pv) end.pv.push_back(move_text(move));
  end.nodes = result.counters.nodes;
  end.leaf_evaluations = result.counters.leaf_evaluations;
  return end;
}

}  // namespace plytrace
