// SPDX-License-Identifier: MIT
//
// The base of the evaluators of a game. From one struct of parameters follow their description, the
// check of what the user gives, and the form that traces store. An evaluator E of the game G has a
// constant kAbout and a constructor from (const G&, const Parameters&).
// Thread rule: constant after construction.
#pragma once

#include <string>

#include "core/any_game.h"
#include "core/parameters.h"

namespace plytrace {

struct AboutEvaluator {
  const char* name;
  const char* summary;
  bool is_antisymmetric = true;
};

struct NoParameters {
  void read(ArgumentReader&) {}
};

template <class E, class G, class Parameters = NoParameters>
class EvaluatorOf {
 public:
  static EvaluatorInfo info() {
    const AboutEvaluator& about = E::kAbout;
    return {about.name, about.summary, about.is_antisymmetric, parameters_of<Parameters>()};
  }
  static Result<E> create(const G& game, const Arguments& given) {
    const std::string owner = std::string("evaluator ") + E::kAbout.name;
    const auto parameters = read_settings<Parameters>(owner, given);
    if (!parameters) return parameters.status();
    return E(game, *parameters);
  }
  explicit EvaluatorOf(const G&, const Parameters& parameters = {}) : parameters_(parameters) {}
  std::string parameters_json() const { return settings_json(parameters_); }

 protected:
  Parameters parameters_;
};

// A won game is worth 1, a lost one -1, any other position 0.
template <class G>
class WonOrLost : public EvaluatorOf<WonOrLost<G>, G> {
 public:
  static constexpr AboutEvaluator kAbout{"outcome", "+1, -1 or 0 at the end of the game, 0 before"};
  using EvaluatorOf<WonOrLost<G>, G>::EvaluatorOf;

  Score operator()(const G& game, int player) const {
    if (!game.is_finished() || game.winner() == kNobody) return 0;
    return game.winner() == player ? 1 : -1;
  }
  Window score_range() const { return {-1, 1}; }
};

}  // namespace plytrace
