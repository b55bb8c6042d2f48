// SPDX-License-Identifier: MIT
//
// The evaluators of Double Card; formulas in games.md 2.5-2.10. Sums are whole numbers and divided
// once at the end. "me" is the player for whom the position is scored. A finished game (unless
// finished=ignore) counts +-kWin or 0, in `outcome` +-1 or 0.
//
//   patterns           heuristic 1 of document 004 as written
//   patterns-table2    heuristic 1 as it produced Table 2; not antisymmetric
//   occurrence         heuristic 2 as written
//   occurrence-table3  heuristic 2 as it produced Table 3; not antisymmetric
//   occurrence-table5  heuristic 2 as it produced Table 5
//   demo               a weight per cell, the same for both players; not antisymmetric
//   outcome            the result
//
// Thread rule: constant after construction, so any number of threads.
#pragma once

#include <string>

#include "core/games/doublecard/doublecard.h"
#include "core/games/evaluator_of.h"

namespace plytrace::doublecard {

// The weight of each pattern. Symbols: O = a stone of one kind, X = empty, @ = another kind or, in
// `patterns`, the edge of the board.
struct PatternWeights {
  std::int64_t four = 100'000;     // OOOO
  std::int64_t alive3 = 10'000;    // XOOOX
  std::int64_t dead3 = 1'000;      // three O and an X, closed on one side
  std::int64_t alive2 = 1'000;     // two O and an X between two X
  std::int64_t dead2 = 500;        // two O and two X, closed on one side
  std::int64_t blocked = -100;     // @OOO@, @OO@, @O@
  std::int64_t doubled = 100'000;  // two dead3, two alive2, or one of each

  void read(ArgumentReader& reader);
};

class Patterns : public EvaluatorOf<Patterns, DoubleCard, PatternWeights> {
 public:
  static constexpr AboutEvaluator kAbout{
      "patterns", "heuristic 1 of document 004: open and closed rows of each side's symbols"};
  using EvaluatorOf::EvaluatorOf;
  Score operator()(const DoubleCard& game, int player) const;
  Window score_range() const { return {-kWin, kWin}; }

 private:
  std::int64_t side_score(Bits one, Bits other, Bits empty) const;
};

class PatternsTable2 : public EvaluatorOf<PatternsTable2, DoubleCard, PatternWeights> {
 public:
  static constexpr AboutEvaluator kAbout{
      "patterns-table2", "heuristic 1 as it produced Tables 2 and 4 of document 004", false};
  using EvaluatorOf::EvaluatorOf;
  Score operator()(const DoubleCard& game, int player) const;
  Window score_range() const { return {-kWin, kWin}; }
};

// The variant of heuristic 2: as written in the document, or as the program that produced a table
// computed it. The table variants count other lines, and Table 3 has another default for
// good_of_other.
enum class OccurrenceForm : std::uint8_t { kWritten, kTable3, kTable5 };

// The weights of heuristic 2. A player's own score is
//   good * own goodness + danger * danger to the other - other_good * the other's goodness
//   - own_danger * danger to oneself,
// and the value is my score minus the other's score, in which `good_of_other` replaces `good`.
struct OccurrenceWeights {
  std::int64_t good = 5, danger = 4, other_good = 2, own_danger = 1, good_of_other = 5;

  void read(ArgumentReader& reader);
};
template <OccurrenceForm Form>
struct OccurrenceWeightsOf : OccurrenceWeights {};
template <>
struct OccurrenceWeightsOf<OccurrenceForm::kTable3> : OccurrenceWeights {
  OccurrenceWeightsOf() { good_of_other = 10; }
};

constexpr AboutEvaluator about(OccurrenceForm form) {
  switch (form) {
    case OccurrenceForm::kTable3:
      return {"occurrence-table3", "heuristic 2 as it produced Table 3 of document 004", false};
    case OccurrenceForm::kTable5:
      return {"occurrence-table5", "heuristic 2 as it produced Table 5 of document 004"};
    case OccurrenceForm::kWritten:
      break;
  }
  return {"occurrence", "heuristic 2 of document 004: symbols in four consecutive cells"};
}

template <OccurrenceForm Form>
class OccurrenceOf : public EvaluatorOf<OccurrenceOf<Form>, DoubleCard, OccurrenceWeightsOf<Form>> {
 public:
  static constexpr AboutEvaluator kAbout = about(Form);
  using EvaluatorOf<OccurrenceOf, DoubleCard, OccurrenceWeightsOf<Form>>::EvaluatorOf;
  Score operator()(const DoubleCard& game, int player) const;
  Window score_range() const { return {-kWin, kWin}; }
};

using Occurrence = OccurrenceOf<OccurrenceForm::kWritten>;
using OccurrenceTable3 = OccurrenceOf<OccurrenceForm::kTable3>;
using OccurrenceTable5 = OccurrenceOf<OccurrenceForm::kTable5>;
extern template class OccurrenceOf<OccurrenceForm::kWritten>;
extern template class OccurrenceOf<OccurrenceForm::kTable3>;
extern template class OccurrenceOf<OccurrenceForm::kTable5>;

class Demo : public EvaluatorOf<Demo, DoubleCard> {
 public:
  static constexpr AboutEvaluator kAbout{
      "demo", "a weight per cell by colour, dot and place, the same for both players", false};
  using EvaluatorOf::EvaluatorOf;
  Score operator()(const DoubleCard& game, int player) const;
  Window score_range() const { return {-kWin, kWin}; }
};

using Outcome = WonOrLost<DoubleCard>;

static_assert(Evaluator<Patterns, DoubleCard> && Evaluator<PatternsTable2, DoubleCard> &&
              Evaluator<Occurrence, DoubleCard> && Evaluator<OccurrenceTable3, DoubleCard> &&
              Evaluator<OccurrenceTable5, DoubleCard> && Evaluator<Demo, DoubleCard> &&
              Evaluator<Outcome, DoubleCard>);

}  // namespace plytrace::doublecard
