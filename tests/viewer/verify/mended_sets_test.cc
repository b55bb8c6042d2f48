// SPDX-License-Identifier: MIT
//
// Covers viewer/verify/report/mended.cc with random small trees: searches that score some leaves
// wrongly or return wrong values. Minimax of the tree with some of these faults corrected gives the
// true effect of each finding and of all.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "tests/viewer/verify/engine_lines.h"
#include "tests/viewer/verify/foreign/random.h"
#include "tests/viewer/verify/verify_support.h"
#include "viewer/verify/report/mended_words.h"

namespace plytrace::test {
namespace {

using verify::Effect;
using verify::Interval;

// The wrong behaviour of a search at a node with moves.
enum class Fault : std::uint8_t {
  kNone,
  kForgets,     // does not search the last move, and does not say so
  kPlaysMore,   // searches a move that is none
  kRaisesMore,  // makes its window narrower than the value that it cites
  kCutsEarly,   // cuts without reaching the end of the window
  kGoesOn,      // searches on after a cutoff
  kPointsElsewhere,
  kCount
};

// A tree without rows; `wrong`: the score or the value that the search reports instead.
struct FaultyNode {
  std::vector<FaultyNode> children;
  int score = 0;
  std::optional<int> wrong;
  Fault fault = Fault::kNone;
  std::int64_t id = 0;  // of its row; 0 = not searched
};

FaultyNode random_faulty(Random& random, int depth, bool has_wrong_values) {
  FaultyNode node;
  if (depth > 0) {
    for (int i = random.between(1, 3); i > 0; --i) {
      node.children.push_back(random_faulty(random, depth - 1, has_wrong_values));
    }
  }
  node.score = random.below(20);
  const bool may_err = node.children.empty() || has_wrong_values;
  if (may_err && random.one_in(6)) node.wrong = random.below(20);
  return node;
}

// The value if the faults of all nodes, or of the one node, were corrected.
int minimax(const FaultyNode& node, bool is_max, std::optional<std::int64_t> corrected) {
  const bool is_right = !corrected || *corrected == node.id;
  if (node.wrong && !is_right) return *node.wrong;
  if (node.children.empty()) return node.score;
  int best = is_max ? -1000 : 1000;
  for (const FaultyNode& child : node.children) {
    const int value = minimax(child, !is_max, corrected);
    best = is_max ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

std::string position_of(const FaultyNode& node) {
  if (node.children.empty()) return std::to_string(node.score);
  std::string text;
  for (const FaultyNode& child : node.children) {
    text += (text.empty() ? "[" : ",") + position_of(child);
  }
  return text + "]";
}

// Searches the tree and adds its rows. `prunes`: alpha-beta, fail-soft.
struct FaultySearch {
  std::string lines;
  std::int64_t nodes = 0;
  bool prunes = false;

  int visit(FaultyNode& node, bool is_max, int alpha, int beta, const std::string& move) {
    node.id = ++nodes;
    lines += enter_line(move, is_max ? "max" : "min", 0, alpha, beta);
    if (node.children.empty()) {
      const int value = node.wrong.value_or(node.score);
      lines += leave_line(value, ",\"kind\":\"terminal\"");
      return value;
    }
    int best = is_max ? -1000 : 1000;
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const int value = visit(node.children[i], !is_max, alpha, beta, std::to_string(i + 1));
      best = is_max ? std::max(best, value) : std::min(best, value);
      if (!prunes) continue;
      if (is_max ? best >= beta : best <= alpha) {
        lines += cutoff_line(is_max ? "beta" : "alpha", "child", value, alpha, beta,
                             fmt::format(",\"skipped\":{}", node.children.size() - i - 1));
        break;
      }
      if (is_max ? value <= alpha : value >= beta) continue;
      (is_max ? alpha : beta) = value;
      lines += bound_line(alpha, beta);
    }
    if (node.wrong == best) node.wrong = {};
    best = node.wrong.value_or(best);
    lines += leave_line(best, fmt::format(",\"legal\":{}", node.children.size()));
    return best;
  }
};

// Searches the tree with alpha-beta, fail-soft or fail-hard, and makes the faults of its nodes.
struct FaultyAlphaBeta {
  Random& random;
  bool hard = false;
  std::string lines;

  void leave(const FaultyNode& node, int value, bool points_elsewhere) {
    lines += leave_line(value, fmt::format(",\"legal\":{}{}", node.children.size(),
                                           points_elsewhere ? ",\"best_move\":\"1\"" : ""));
  }

  int visit(const FaultyNode& node, bool is_max, int alpha, int beta, const std::string& move) {
    lines += enter_line(move, is_max ? "max" : "min", 0, alpha, beta);
    if (node.children.empty()) {
      const int value = node.wrong.value_or(node.score);
      lines += leave_line(value, ",\"kind\":\"terminal\"");
      return value;
    }
    const int first_alpha = alpha;
    const int first_beta = beta;
    const bool may_err = node.fault != Fault::kNone && node.children.size() > 1;
    const Fault fault = may_err ? node.fault : Fault::kNone;
    const std::size_t moves = node.children.size() - (fault == Fault::kForgets ? 1 : 0);
    int best = is_max ? -1000 : 1000;
    bool was_cut = false;
    bool is_first_best = true;
    for (std::size_t i = 0; i < moves + (fault == Fault::kPlaysMore ? 1 : 0); ++i) {
      int value = random.below(20);
      if (i < node.children.size()) {
        value = visit(node.children[i], !is_max, alpha, beta, std::to_string(i + 1));
      } else {
        lines += enter_line("9", is_max ? "min" : "max", 0, alpha, beta) +
                 leave_line(value, ",\"kind\":\"terminal\"");
      }
      if (i > 0 && (is_max ? value > best : value < best)) is_first_best = false;
      best = is_max ? std::max(best, value) : std::min(best, value);
      if (was_cut) break;
      const bool is_over = is_max ? best >= beta : best <= alpha;
      const bool is_early = fault == Fault::kCutsEarly && i + 1 < node.children.size();
      if (is_over || is_early) {
        const bool goes_on = fault == Fault::kGoesOn && i + 1 < node.children.size();
        lines +=
            cutoff_line(is_max ? "beta" : "alpha", "child", value, alpha, beta,
                        fmt::format(",\"skipped\":{}",
                                    node.children.size() - std::min(i + 1, node.children.size())));
        was_cut = goes_on;
        if (!goes_on) break;
        continue;
      }
      if (is_max ? value <= alpha : value >= beta) continue;
      const int more = fault == Fault::kRaisesMore ? random.between(1, 4) : 0;
      (is_max ? alpha : beta) =
          is_max ? std::min(value + more, beta - 1) : std::max(value - more, alpha + 1);
      lines += bound_line(alpha, beta);
    }
    if (hard) best = std::clamp(best, first_alpha, first_beta);
    leave(node, best, fault == Fault::kPointsElsewhere && !is_first_best);
    return best;
  }
};

void choose_faults(FaultyNode& node, Random& random) {
  if (random.one_in(5)) {
    node.fault = static_cast<Fault>(random.below(static_cast<int>(Fault::kCount)));
  }
  for (FaultyNode& child : node.children) choose_faults(child, random);
}

const FaultyNode* find_faulty(const FaultyNode& node, std::int64_t id) {
  if (node.id == id) return &node;
  for (const FaultyNode& child : node.children) {
    if (const FaultyNode* const found = find_faulty(child, id)) return found;
  }
  return nullptr;
}

// Whether an effect agrees with the value of the root after the correction.
bool agrees(Effect effect, int mended, int claimed) {
  if (effect == Effect::kRoot) return mended != claimed;
  return effect == Effect::kPossible || mended == claimed;
}

std::string tree_lines(const FaultyNode& root, const std::string& fail, const std::string& rows,
                       int value) {
  return fmt::format(
      "{{\"event\":\"search\",\"game\":\"tree\",\"position\":\"{}\",\"evaluator\":\"scores\","
      "\"fail\":\"{}\",\"captured\":[\"usual\",\"legal\",\"skipped\"]}}\n{}{}",
      position_of(root), fail, rows,
      end_line(fmt::format(",\"value\":{0},\"lower\":{0},\"upper\":{0}", value)));
}

struct SetsTally {
  int searches = 0, findings = 0, possible = 0;
};

void check_effects(Random& random, bool prunes, SetsTally& tally) {
  FaultyNode root = random_faulty(random, 3, !prunes);
  root.wrong = {};
  if (root.children.empty()) return;
  FaultySearch search{{}, 0, prunes};
  const int value = search.visit(root, true, -99, 99, "");
  const std::string lines = tree_lines(root, "soft", search.lines, value);
  const verify::VerifyReport report = judged_engine(lines);
  if (report.findings.empty()) return;
  ++tally.searches;
  const int truth = minimax(root, true, std::nullopt);
  const verify::MendedRoot& all = report.mended.front();
  EXPECT_TRUE(all.root.lower <= truth && truth <= all.root.upper &&
              agrees(all.effect, truth, value))
      << truth << " " << verify::effect_words(report)[0] << "\n"
      << lines << outline(report);
  EXPECT_TRUE(prunes || all.root.is_exact()) << lines;
  for (const verify::Finding& finding : report.findings) {
    const FaultyNode* const node = find_faulty(root, finding.node);
    ASSERT_TRUE(node != nullptr && node->wrong) << outline(report);
    ++tally.findings;
    tally.possible += finding.effect == Effect::kPossible ? 1 : 0;
    const int mended = minimax(root, true, finding.node);
    EXPECT_TRUE(agrees(finding.effect, mended, value))
        << "#" << finding.node << ": " << word(finding.effect) << ", but " << mended << "\n"
        << lines << outline(report);
  }
}

// The effects of single findings, and of all together, were not those that minimax gives.
TEST(MendedSets, AgreeWithMinimaxOfRandomTrees) {
  Random random(1);
  SetsTally tally;
  for (int i = 0; i < 160; ++i) check_effects(random, i % 2 == 0, tally);
  EXPECT_GT(tally.searches, 60);
  EXPECT_GT(tally.findings, 150);
  EXPECT_LT(tally.possible, tally.findings / 3);
}

// Wrong lists of moves, bounds, cutoffs and pointers were mended as if the value of a node were
// wrong, or one of its moves missing.
TEST(MendedSets, HoldTheMinimaxOfSearchesWithManyFaults) {
  Random random(2);
  int searches = 0;
  int certain = 0;
  for (int i = 0; i < 200; ++i) {
    FaultyNode root = random_faulty(random, 3, false);
    if (root.children.empty()) continue;
    choose_faults(root, random);
    FaultyAlphaBeta search{random, i % 2 == 0, {}};
    const int value = search.visit(root, true, -99, 99, "");
    const std::string lines = tree_lines(root, search.hard ? "hard" : "soft", search.lines, value);
    const verify::VerifyReport report = judged_engine(lines);
    if (report.mended.empty()) continue;
    ++searches;
    const int truth = minimax(root, true, std::nullopt);
    const verify::MendedRoot& all = report.mended.front();
    certain += all.effect == Effect::kPossible ? 0 : 1;
    EXPECT_TRUE(all.root.lower <= truth && truth <= all.root.upper &&
                agrees(all.effect, truth, value))
        << truth << " " << verify::effect_words(report)[0] << "\n"
        << lines << outline(report);
  }
  EXPECT_GT(searches, 100);
  EXPECT_GT(certain, searches / 3);
}

}  // namespace
}  // namespace plytrace::test
