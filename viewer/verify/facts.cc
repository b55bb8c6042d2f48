// SPDX-License-Identifier: MIT
#include "viewer/verify/facts.h"

#include <nlohmann/json.hpp>

namespace plytrace::verify {
namespace {

WindowForm window_form(const std::string& algorithm) {
  if (algorithm == "minimax") return WindowForm::kFull;
  if (algorithm == "alphabeta" || algorithm == "negamax" || algorithm == "mtdf" ||
      algorithm == "sss") {
    return WindowForm::kPlain;
  }
  if (algorithm == "pvs" || algorithm == "scout") return WindowForm::kScout;
  return WindowForm::kAny;
}

}  // namespace

Facts::Facts(const SearchRow& search)
    : soft(search.fail == "soft"),
      hard(search.fail == "hard"),
      exact_windows(search.windows == "exact"),
      uniform(search.uniform),
      own(search.engine == "plytrace"),
      probes(search.algorithm == "mtdf"),
      form(window_form(search.algorithm)),
      range{search.score_min.value_or(-kInfinity), search.score_max.value_or(kInfinity)} {
  for (const std::string& word : search.captured) captured |= capture_bit(word);
  if (range.is_empty()) range = {};
  const auto options = nlohmann::json::parse(search.options, nullptr, false);
  if (!options.is_object()) return;
  if (own && options.contains("fail")) {
    soft = options["fail"] == "soft";
    hard = options["fail"] == "hard";
  }
  loose_root = options.value("ties", nlohmann::json()) == "random";
  iterative = options.value("iterative", nlohmann::json()) == true;
  aspiration = options.contains("aspiration");
}

}  // namespace plytrace::verify
