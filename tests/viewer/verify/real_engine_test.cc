// SPDX-License-Identifier: MIT
//
// Covers verify and tracer/emit/emitter.cc: what real engines do, as sound traces made through the
// Emitter. None is refuted, and every assumption is reported.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "tests/viewer/verify/verify_support.h"
#include "tracer/emit/emitter.h"

namespace plytrace::test {
namespace {

using verify::Assumption;
using verify::Verdict;

constexpr Score kInf = kInfinity;
constexpr Side kMax = Side::kMax;
constexpr Side kMin = Side::kMin;

// Emits the events of an engine from MAX's view; moves are small numbers, "m1", "m2", ...
class Engine {
 public:
  explicit Engine(const std::string& name, std::vector<std::string> without = {})
      : file_(folder_ / (name + ".db")) {
    recording_ = std::move(*Recording::start({file_, true}, {}));
    RecorderOptions options;
    options.engine = "real";
    options.capture |= kCaptureKeys;
    emitter_ = std::make_unique<Emitter>(*recording_, options, SearchDeclaration{});
    SearchDeclaration search;
    search.game = "chess of my own";
    search.captured = {"windows", "bounds", "cutoffs", "skipped", "legal",
                       "roles",   "scores", "probes",  "stores",  "bound_types"};
    std::erase_if(search.captured, [&](const std::string& kind) {
      return std::find(without.begin(), without.end(), kind) != without.end();
    });
    search.move_text = [](MoveCode move) { return "m" + std::to_string(move); };
    emitter_->begin_search(search);
  }

  Emitter& emitter() { return *emitter_; }
  Recording& recording() { return *recording_; }

  void pass(PassPurpose purpose, int depth, Window window) {
    emitter_->begin_pass({purpose, depth, window});
  }
  OpenNodeId enter(MoveCode move, Side side, int depth, Window window, Role role = Role::kMove,
                   Phase phase = Phase::kMain) {
    OpenNodeId node{};
    const Misuse misuse = emitter_->enter({move, side, depth, window, role, phase}, node);
    EXPECT_EQ(misuse, Misuse::kNone) << message(misuse);
    return last_ = node;
  }
  // Enters and leaves a leaf.
  NodeId leaf(MoveCode move, Side side, Window window, Score value, Role role = Role::kMove,
              NodeKind kind = NodeKind::kHorizon) {
    const OpenNodeId node = enter(move, side, 0, window, role);
    leave(node, value, Bound::kExact, {}, {}, kind);
    return NodeId{static_cast<std::int64_t>(node)};
  }
  void leave(OpenNodeId node, Score value, Bound bound, std::optional<int> legal = {},
             NodeId best = kNoNode, NodeKind kind = NodeKind::kInterior,
             std::optional<Score> score = {}) {
    LeaveEvent event{value, kind, bound, score, best, legal};
    const Misuse misuse = emitter_->leave(node, event);
    EXPECT_EQ(misuse, Misuse::kNone) << message(misuse);
  }
  void bound(OpenNodeId node, Window window, Cause cause = Cause::kChild) {
    emitter_->bound(node, {cause, window});
  }
  void cut(OpenNodeId node, CutoffKind kind, Score value, Window window, int skipped,
           Cause cause = Cause::kChild) {
    CutoffEvent event{kind, cause, value, window};
    event.unnamed = skipped;
    emitter_->cutoff(node, event);
  }
  void end(std::optional<Score> lower, std::optional<Score> upper, int depth,
           SearchStatus status = SearchStatus::kFinished) {
    SearchEnd event;
    event.status = status;
    event.lower = lower;
    event.upper = upper;
    event.value = lower ? lower : upper;
    event.completed_depth = depth;
    emitter_->end_search(event);
  }

  verify::VerifyReport judge_it() {
    emitter_.reset();
    EXPECT_TRUE(recording_->finish().is_ok());
    recording_.reset();
    return judge(file_);
  }

 private:
  ScratchFolder folder_;
  std::string file_;
  std::unique_ptr<Recording> recording_;
  std::unique_ptr<Emitter> emitter_;
  OpenNodeId last_{};
};

NodeId id(OpenNodeId node) { return NodeId{static_cast<std::int64_t>(node)}; }

void expect_verified(const verify::VerifyReport& report, std::vector<Assumption> assumed) {
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(report.unconditional, assumed.empty());
  for (std::size_t i = 0; i < report.assumptions.size(); ++i) {
    const bool expected =
        std::find(assumed.begin(), assumed.end(), static_cast<Assumption>(i)) != assumed.end();
    EXPECT_EQ(report.assumptions[i] > 0, expected) << word(static_cast<Assumption>(i));
  }
}

TEST(RealEngine, NullMoveCuts) {
  Engine engine("null");
  const Window window{0, 10};
  const auto root = engine.enter(kNoMove, kMax, 4, window);
  const auto null = engine.enter(99, kMin, 1, {9, 10}, Role::kNullMove);
  engine.leaf(1, kMax, {9, 10}, 12);
  engine.leave(null, 12, Bound::kLower, 1);
  engine.cut(root, CutoffKind::kBeta, 12, window, 20, Cause::kNullMove);
  engine.leave(root, 12, Bound::kLower, 20);
  engine.end(12, {}, 4);
  expect_verified(engine.judge_it(), {Assumption::kNullMove});
}

TEST(RealEngine, ANullMoveThatDoesNotCutCountsForNothing) {
  Engine engine("null");
  const auto root = engine.enter(kNoMove, kMax, 1, {0, 10});
  const auto null = engine.enter(99, kMin, 1, {9, 10}, Role::kNullMove);
  engine.leaf(1, kMax, {9, 10}, 8);
  engine.leave(null, 8, Bound::kUpper, 1);
  const NodeId best = engine.leaf(1, kMin, {0, 10}, 5);
  engine.bound(root, {5, 10});
  engine.leaf(2, kMin, {5, 10}, 3);
  engine.leave(root, 5, Bound::kExact, 2, best);
  engine.end(5, 5, 1);
  expect_verified(engine.judge_it(), {});
}

// A margin was added to the null move's score, or its sign was lost: the row says 12, the null move
// 8.
TEST(RealEngine, ANullMoveThatProvesTooLittleCutsNothing) {
  Engine engine("null");
  const Window window{0, 10};
  const auto root = engine.enter(kNoMove, kMax, 4, window);
  const auto null = engine.enter(99, kMin, 1, {9, 10}, Role::kNullMove);
  engine.leaf(1, kMax, {9, 10}, 8);
  engine.leave(null, 8, Bound::kUpper, 1);
  engine.cut(root, CutoffKind::kBeta, 12, window, 20, Cause::kNullMove);
  engine.leave(root, 12, Bound::kLower, 20);
  engine.end(12, {}, 4);
  const verify::VerifyReport report = engine.judge_it();
  EXPECT_EQ(report.verdict, Verdict::kRefuted) << outline(report);
  EXPECT_EQ(blamed(report), "cutoff@1") << outline(report);
}

TEST(RealEngine, QuiescenceStandsPatOnTheSamePosition) {
  Engine engine("quiescence");
  const Window window{-kInf, kInf};
  const auto root = engine.enter(kNoMove, kMax, 1, window);
  // MIN's node at depth 0 hands over to quiescence, which first stands pat and then captures.
  const auto horizon = engine.enter(1, kMin, 0, window);
  const auto quiet = engine.enter(kNoMove, kMin, 0, window, Role::kHandOver, Phase::kQuiescence);
  engine.bound(quiet, {-kInf, 4}, Cause::kStandPat);
  const NodeId capture = engine.leaf(7, kMax, {-kInf, 4}, 2);
  engine.bound(quiet, {-kInf, 2});
  engine.leaf(8, kMax, {-kInf, 2}, 9);
  engine.leave(quiet, 2, Bound::kExact, 2, capture, NodeKind::kInterior, 4);
  engine.leave(horizon, 2, Bound::kExact);
  engine.bound(root, {2, kInf});
  // The second move stands pat at once, below alpha.
  const auto second = engine.enter(2, kMin, 0, {2, kInf});
  const auto quick = engine.enter(kNoMove, kMin, 0, {2, kInf}, Role::kHandOver, Phase::kQuiescence);
  engine.cut(quick, CutoffKind::kAlpha, 1, {2, kInf}, 3, Cause::kStandPat);
  engine.leave(quick, 1, Bound::kUpper, 3, kNoNode, NodeKind::kInterior, 1);
  engine.leave(second, 1, Bound::kUpper);
  // The third is reported as a leaf.
  const auto third = engine.enter(3, kMin, 0, {2, kInf});
  engine.cut(third, CutoffKind::kAlpha, 0, {2, kInf}, 0, Cause::kStandPat);
  engine.leave(third, 0, Bound::kExact, {}, kNoNode, NodeKind::kHorizon);
  engine.leave(root, 2, Bound::kExact, 3, id(horizon));
  engine.end(2, 2, 1);
  expect_verified(engine.judge_it(), {});
}

TEST(RealEngine, ProbcutCutsByAReducedSearchOutsideTheWindow) {
  Engine engine("probcut");
  const Window window{0, 10};
  const auto root = engine.enter(kNoMove, kMax, 6, window);
  engine.leaf(1, kMin, {14, 15}, 16, Role::kProbe);
  engine.cut(root, CutoffKind::kBeta, 15, window, 30, Cause::kProbcut);
  engine.leave(root, 15, Bound::kLower, 30);
  engine.end(15, {}, 6);
  expect_verified(engine.judge_it(), {Assumption::kProbcut});
}

TEST(RealEngine, ScoresAreCreditedInAnotherForm) {
  Engine engine("mate");
  const auto root = engine.enter(kNoMove, kMax, 2, {-kInf, kInf});
  const auto mate = engine.enter(1, kMin, 1, {-kInf, kInf});
  engine.leaf(1, kMax, {-kInf, kInf}, 1000);
  engine.emitter().credit(mate, 999);
  engine.leave(mate, 999, Bound::kExact, 1);
  engine.emitter().credit(root, 998);
  engine.bound(root, {998, kInf});
  engine.leaf(2, kMin, {998, kInf}, 5, Role::kMove, NodeKind::kTerminal);
  engine.leave(root, 998, Bound::kExact, 2, id(mate));
  engine.end(998, 998, 2);
  expect_verified(engine.judge_it(), {Assumption::kCredited});
}

TEST(RealEngine, ATimeoutLeavesNodesWithoutValue) {
  for (const bool garbage : {false, true}) {
    Engine engine("timeout");
    engine.pass(PassPurpose::kIteration, 1, {-kInf, kInf});
    auto root = engine.enter(kNoMove, kMax, 1, {-kInf, kInf});
    const NodeId best = engine.leaf(1, kMin, {-kInf, kInf}, 3);
    engine.bound(root, {3, kInf});
    engine.leaf(2, kMin, {3, kInf}, 1);
    engine.leave(root, 3, Bound::kExact, 2, best);
    engine.emitter().end_pass({});
    // The second iteration ends early: by an exception, or by unwinding with its partial result.
    engine.pass(PassPurpose::kIteration, 2, {-kInf, kInf});
    root = engine.enter(kNoMove, kMax, 2, {-kInf, kInf});
    const auto child = engine.enter(1, kMin, 1, {-kInf, kInf});
    engine.leaf(1, kMax, {-kInf, kInf}, 8);
    engine.bound(child, {-kInf, 8});
    engine.enter(2, kMax, 0, {-kInf, 8});
    if (garbage) engine.leave(child, 8, Bound::kExact, 3);
    engine.emitter().end_pass({.status = SearchStatus::kTimeLimit});
    engine.end(3, 3, 1, SearchStatus::kTimeLimit);
    const verify::VerifyReport report = engine.judge_it();
    EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
    EXPECT_EQ(report.findings_total, 0u) << outline(report);
    ASSERT_EQ(report.passes.size(), 2u);
    EXPECT_EQ(report.passes[0].verdict, Verdict::kVerified);
    EXPECT_EQ(report.passes[1].verdict, Verdict::kIncomplete);
    ASSERT_TRUE(report.proven.has_value());
    EXPECT_EQ(report.proven->lower, 3);
  }
}

TEST(RealEngine, SeveralRootsProveOneValueTogether) {
  // Bisection: two bounds from two roots, neither of them exact.
  Engine engine("bisection");
  engine.pass(PassPurpose::kProbe, 1, {3, 4});
  auto root = engine.enter(kNoMove, kMax, 1, {3, 4});
  engine.leaf(1, kMin, {3, 4}, 4);
  engine.cut(root, CutoffKind::kBeta, 4, {3, 4}, 1);
  engine.leave(root, 4, Bound::kLower, 2);
  engine.emitter().end_pass({});
  engine.pass(PassPurpose::kProbe, 1, {4, 5});
  root = engine.enter(kNoMove, kMax, 1, {4, 5});
  engine.leaf(1, kMin, {4, 5}, 4);
  engine.leaf(2, kMin, {4, 5}, 2);
  engine.leave(root, 4, Bound::kUpper, 2);
  engine.emitter().end_pass({});
  engine.end(4, 4, 1);
  expect_verified(engine.judge_it(), {});
}

TEST(RealEngine, RootsThatNobodyAnnouncedAreJudged) {
  // Only enter and leave, with a failed aspiration window before the full one.
  Engine engine("roots");
  for (const Window window : {Window{10, 20}, Window{-kInf, kInf}}) {
    const auto root = engine.enter(kNoMove, kMax, 1, window);
    const NodeId best = engine.leaf(1, kMin, window, 7);
    const bool failed = window.alpha == 10;
    if (!failed) engine.bound(root, {7, kInf});
    engine.leaf(2, kMin, failed ? window : Window{7, kInf}, 6);
    engine.leave(root, 7, failed ? Bound::kUpper : Bound::kExact, 2, failed ? kNoNode : best);
  }
  engine.end(7, 7, 1);
  const verify::VerifyReport report = engine.judge_it();
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(report.passes.size(), 2u);
}

TEST(RealEngine, InternalDeepeningCountsForNothing) {
  Engine engine("deepening");
  const Window window{-kInf, kInf};
  const auto root = engine.enter(kNoMove, kMax, 1, window);
  const auto inner = engine.enter(kNoMove, kMax, 1, window, Role::kProbe);
  engine.leaf(2, kMin, window, 50);
  engine.bound(inner, {50, kInf});
  engine.leaf(1, kMin, {50, kInf}, 4);
  engine.leave(inner, 50, Bound::kExact, 2);
  const NodeId best = engine.leaf(2, kMin, window, 5);
  engine.bound(root, {5, kInf});
  engine.leaf(1, kMin, {5, kInf}, 4);
  engine.leave(root, 5, Bound::kExact, 2, best);
  engine.end(5, 5, 1);
  expect_verified(engine.judge_it(), {});
}

TEST(RealEngine, ReducedMovesAreSearchedAgain) {
  Engine engine("reductions");
  const auto root = engine.enter(kNoMove, kMax, 3, {0, 20});
  engine.leaf(1, kMin, {0, 20}, 5);
  engine.bound(root, {5, 20});
  // First reduced with a null window, then at full depth, then with the full window. The last
  // counts.
  auto child = engine.enter(2, kMin, 1, {5, 6}, Role::kReduced);
  engine.leaf(1, kMax, {5, 6}, 30);
  engine.leave(child, 30, Bound::kLower, 1);
  child = engine.enter(2, kMin, 2, {5, 6}, Role::kReSearch);
  engine.leaf(1, kMax, {5, 6}, 9);
  engine.leave(child, 9, Bound::kLower, 1);
  child = engine.enter(2, kMin, 2, {5, 20}, Role::kReSearch);
  engine.leaf(1, kMax, {5, 20}, 8);
  engine.leave(child, 8, Bound::kExact, 1);
  const NodeId best = id(child);
  engine.bound(root, {8, 20});
  engine.leaf(3, kMin, {8, 9}, 7, Role::kReduced);
  engine.leave(root, 8, Bound::kExact, 3, best);
  engine.end(8, 8, 3);
  const verify::VerifyReport report = engine.judge_it();
  EXPECT_NE(report.verdict, Verdict::kRefuted) << outline(report);
  EXPECT_GT(report.assumptions[static_cast<std::size_t>(Assumption::kReduced)], 0u);
}

// Late move reductions without a re-search: sound for what was searched, but they get a warning.
TEST(RealEngine, AReducedMoveThatDecidesIsToBeSearchedAgain) {
  Engine engine("reductions");
  const auto root = engine.enter(kNoMove, kMax, 3, {0, 20});
  const auto raises = engine.enter(1, kMin, 1, {0, 20}, Role::kReduced);
  engine.leaf(1, kMax, {0, 20}, 5);
  engine.leave(raises, 5, Bound::kExact, 1);
  engine.bound(root, {5, 20});
  engine.leaf(2, kMin, {5, 6}, 4, Role::kReduced);
  engine.leaf(3, kMin, {5, 6}, 30, Role::kReduced);
  engine.leaf(3, kMin, {5, 20}, 4, Role::kReSearch);
  engine.leaf(4, kMin, {5, 20}, 30, Role::kReduced);
  engine.cut(root, CutoffKind::kBeta, 30, {5, 20}, 0);
  engine.leave(root, 30, Bound::kLower, 4);
  engine.end(30, {}, 3);
  const verify::VerifyReport report = engine.judge_it();
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
  EXPECT_EQ(warned(report), "reduced_trusted@1 reduced_trusted@1") << outline(report);
}

TEST(RealEngine, MovesAreDroppedWithoutProof) {
  Engine engine("forward");
  const auto root = engine.enter(kNoMove, kMax, 1, {0, 20});
  const NodeId best = engine.leaf(1, kMin, {0, 20}, 5);
  engine.bound(root, {5, 20});
  engine.cut(root, CutoffKind::kForward, 4, {5, 20}, 2, Cause::kFutility);
  engine.leaf(2, kMin, {5, 20}, 3);
  CutoffEvent late{CutoffKind::kForward, Cause::kLateMove, std::nan("")};
  late.unnamed = 10;
  engine.emitter().cutoff(OpenNodeId{1}, late);
  engine.leave(root, 5, Bound::kExact, 14, best);
  engine.end(5, 5, 1);
  expect_verified(engine.judge_it(), {Assumption::kForward});
}

TEST(RealEngine, ANodeWhoseMovesWereAllDroppedHasAValue) {
  Engine engine("forward");
  const auto root = engine.enter(kNoMove, kMax, 1, {5, 20});
  engine.cut(root, CutoffKind::kForward, 3, {5, 20}, 14, Cause::kFutility);
  engine.leave(root, 3, Bound::kUpper, 14);
  engine.end({}, 3, 1);
  expect_verified(engine.judge_it(), {Assumption::kForward});
}

TEST(RealEngine, RazoringAndStaticBoundsCutAtEitherEnd) {
  Engine engine("static");
  const auto root = engine.enter(kNoMove, kMax, 2, {0, 20});
  const auto high = engine.enter(1, kMin, 1, {0, 20});
  engine.cut(high, CutoffKind::kBeta, 25, {0, 20}, 8, Cause::kStatic);
  engine.leave(high, 25, Bound::kLower, 8);
  engine.cut(root, CutoffKind::kBeta, 25, {0, 20}, 3);
  engine.leave(root, 25, Bound::kLower, 4);
  engine.end(25, {}, 2);
  expect_verified(engine.judge_it(), {Assumption::kStatic});

  Engine razor("razor");
  const auto low = razor.enter(kNoMove, kMax, 2, {0, 20});
  razor.cut(low, CutoffKind::kAlpha, -30, {0, 20}, 8, Cause::kRazoring);
  razor.leave(low, -30, Bound::kUpper, 8);
  razor.end({}, -30, 2);
  expect_verified(razor.judge_it(), {Assumption::kRazoring});
}

TEST(RealEngine, MateDistanceNarrowsTheWindowBeforeTheFirstMove) {
  Engine engine("distance");
  const auto root = engine.enter(kNoMove, kMax, 1, {-kInf, kInf});
  engine.bound(root, {-1000, 999}, Cause::kMateDistance);
  const NodeId best = engine.leaf(1, kMin, {-1000, 999}, 5);
  engine.bound(root, {5, 999});
  engine.leave(root, 5, Bound::kExact, 1, best);
  engine.end(5, 5, 1);
  expect_verified(engine.judge_it(), {Assumption::kMateDistance});
}

TEST(RealEngine, DrawsAndBooksAreLeaves) {
  Engine engine("draws");
  const auto root = engine.enter(kNoMove, kMax, 3, {-kInf, kInf});
  const NodeId best = engine.leaf(1, kMin, {-kInf, kInf}, 6, Role::kMove, NodeKind::kKnown);
  engine.bound(root, {6, kInf});
  engine.leaf(2, kMin, {6, kInf}, 0, Role::kMove, NodeKind::kDraw);
  engine.leave(root, 6, Bound::kExact, 2, best);
  engine.end(6, 6, 3);
  expect_verified(engine.judge_it(), {Assumption::kKnown});
}

// A mate for MAX found at ply 1 answers at ply 3. It is stored as the distance from the node that
// found it, and the ply of the reading node is subtracted again.
TEST(RealEngine, ADistanceToMateIsShiftedBackByThePlyOfTheReader) {
  struct Read {
    Score raw, read;
    bool blamed;
  };
  for (const Read& each : {Read{998, 995, false},     // correct
                           Read{998, 998, true},      // not shifted back
                           Read{998, 1001, true},     // shifted the wrong way
                           Read{997, 994, true},      // stored without a shift
                           Read{997, 997, false},     // never shifted
                           Read{1017, 1001, false}})  // an unrelated shift
  {
    Engine engine("mate");
    const Window window{-kInf, kInf};
    const auto root = engine.enter(kNoMove, kMax, 3, window);
    const auto stored = engine.enter(1, kMin, 2, window);
    engine.leaf(1, kMax, window, 997, Role::kMove, NodeKind::kTerminal);
    engine.bound(stored, {-kInf, 997});
    StoreEvent store{2, Bound::kExact, 997, kNoMove, 77};
    store.raw = each.raw;
    engine.emitter().store(stored, store);
    engine.leave(stored, 997, Bound::kExact, 1);
    engine.bound(root, {997, kInf});
    engine.enter(2, kMin, 2, {997, kInf});
    engine.enter(1, kMax, 1, {997, kInf});
    const auto answered = engine.enter(1, kMin, 0, {997, kInf});
    ProbeEvent probe{77, 0, 2, Bound::kExact, each.read, kNoMove, TableUse::kAnswered};
    probe.raw = each.raw;
    engine.emitter().probe(answered, probe);
    engine.leave(answered, each.read, Bound::kExact, {}, kNoNode, NodeKind::kTable);
    engine.end({}, {}, 3, SearchStatus::kInterrupted);
    const verify::VerifyReport report = engine.judge_it();
    EXPECT_EQ(blamed(report), each.blamed ? "table_entry@6" : "")
        << each.raw << " " << each.read << outline(report);
  }
}

TEST(RealEngine, TableAnswersAreDeeperAdjustedAndPathDependent) {
  Engine engine("table");
  const auto root = engine.enter(kNoMove, kMax, 3, {-kInf, kInf});
  const auto stored = engine.enter(1, kMin, 2, {-kInf, kInf});
  engine.leaf(1, kMax, {-kInf, kInf}, 0, Role::kMove, NodeKind::kDraw);
  engine.emitter().store(stored, {2, Bound::kExact, 0, kNoMove, 77, 1});
  engine.leave(stored, 0, Bound::kExact, 1);
  engine.bound(root, {0, kInf});
  const auto answered = engine.enter(2, kMin, 2, {0, kInf});
  ProbeEvent probe{77, 1, 2, Bound::kExact, 0, kNoMove, TableUse::kAnswered};
  probe.raw = 1;
  engine.emitter().probe(answered, probe);
  engine.leave(answered, 0, Bound::kExact, {}, kNoNode, NodeKind::kTable);
  engine.leave(root, 0, Bound::kExact, 2, id(stored));
  engine.end(0, 0, 3);
  expect_verified(engine.judge_it(),
                  {Assumption::kDeeper, Assumption::kAdjusted, Assumption::kPathDependent});
}

// In an engine that lost a comparison, an entry ">= 3" answers a question about 5..6. The engine
// reports no bound, so its parent takes 3 as "at most 3".
TEST(RealEngine, ABoundFromTheWrongSideIsNoAnswer) {
  // Windows may be empty under strict comparisons, and then both sides are right.
  for (const Window asked : {Window{2, 3}, Window{3, 3}, Window{5, 6}}) {
    const bool right = asked.alpha <= 3;
    Engine engine("side", {"bound_types"});
    const auto root = engine.enter(kNoMove, kMax, 3, {5, 6});
    const auto stored = engine.enter(1, kMin, 2, {2, 3}, Role::kProbe);
    const auto known = engine.enter(1, kMax, 1, {2, 3});
    engine.leave(known, 3, Bound::kLower, {}, kNoNode, NodeKind::kKnown);
    engine.emitter().store(stored, {2, Bound::kLower, 3, kNoMove, 5});
    engine.leave(stored, 3, Bound::kLower, 1);
    const auto answered = engine.enter(2, kMin, 2, asked);
    engine.emitter().probe(answered, {5, 2, 2, Bound::kLower, 3, kNoMove, TableUse::kAnswered});
    engine.emitter().leave(answered, {3, NodeKind::kTable});
    engine.emitter().leave(root, {3, NodeKind::kInterior, {}, {}, kNoNode, 1});
    engine.end({}, {}, 3);
    const verify::VerifyReport report = engine.judge_it();
    const std::string expected =
        "table_answer@" + std::to_string(static_cast<std::int64_t>(answered));
    EXPECT_EQ(blamed(report).find(expected) == std::string::npos, right) << outline(report);
  }
}

// An engine that cuts only on > continues in an empty window. What it returns there is a one-sided
// bound, and neither side changes anything above.
TEST(RealEngine, AValueInAnEmptyWindowIsABoundToEitherSide) {
  for (const Bound known : {Bound::kLower, Bound::kUpper}) {
    for (const Side side : {kMax, kMin}) {
      Engine engine("empty", {"bound_types"});
      const Side other = side == kMax ? kMin : kMax;
      const auto root = engine.enter(kNoMove, side, 2, {3, 3});
      const auto child = engine.enter(1, other, 1, {3, 3});
      engine.leave(child, 3, known, {}, kNoNode, NodeKind::kKnown);
      engine.emitter().leave(root, {3, NodeKind::kInterior, {}, {}, kNoNode, 1});
      engine.end({}, {}, 2);
      const verify::VerifyReport report = engine.judge_it();
      EXPECT_EQ(report.findings_total, 0U) << outline(report);
    }
  }
}

TEST(RealEngine, AnEntryHoldsTwoBoundsOfTwoNodes) {
  Engine engine("bounds");
  const auto root = engine.enter(kNoMove, kMax, 3, {-kInf, kInf});
  const auto low = engine.enter(1, kMin, 2, {2, 3}, Role::kProbe);
  engine.leaf(1, kMax, {2, 3}, 4);
  engine.emitter().store(low, {2, Bound::kLower, 4, kNoMove, 5});
  engine.leave(low, 4, Bound::kLower, 1);
  const auto high = engine.enter(1, kMin, 2, {6, 7}, Role::kProbe);
  engine.leaf(1, kMax, {6, 7}, 4);
  engine.cut(high, CutoffKind::kAlpha, 4, {6, 7}, 0);
  engine.emitter().store(high, {2, Bound::kUpper, 4, kNoMove, 5});
  engine.leave(high, 4, Bound::kUpper, 1);
  const auto child = engine.enter(1, kMin, 2, {-kInf, kInf});
  engine.emitter().probe(child, {5, 2, 2, Bound::kLower, 4, kNoMove, TableUse::kAnswered});
  engine.emitter().probe(child, {5, 2, 2, Bound::kUpper, 4, kNoMove, TableUse::kAnswered});
  engine.leave(child, 4, Bound::kExact, {}, kNoNode, NodeKind::kTable);
  engine.bound(root, {4, kInf});
  engine.leave(root, 4, Bound::kExact, 1, id(child));
  engine.end(4, 4, 3);
  const verify::VerifyReport report = engine.judge_it();
  EXPECT_EQ(report.verdict, Verdict::kVerified) << outline(report);
}

// Bisection with an unstable table: two probes contradict each other. A claim is then only assumed;
// without a claim, or with contradictory bounds, there is nothing to assume.
TEST(RealEngine, ProbesThatDisagreeDecideNothingByThemselves) {
  struct Claim {
    std::optional<Score> lower, upper;
    Verdict verdict;
  };
  for (const Claim& each : {Claim{4, 4, Verdict::kVerified}, Claim{{}, {}, Verdict::kIncomplete},
                            Claim{5, 3, Verdict::kIncomplete}}) {
    Engine engine("unstable");
    for (const Score known : {5, 3}) {
      const Window window = known == 5 ? Window{4, 5} : Window{3, 4};
      engine.pass(PassPurpose::kProbe, 1, window);
      const auto root = engine.enter(kNoMove, kMax, 1, window);
      engine.leaf(1, kMin, window, known, Role::kMove, NodeKind::kKnown);
      if (known == 5) engine.cut(root, CutoffKind::kBeta, 5, window, 0);
      engine.leave(root, known, known == 5 ? Bound::kLower : Bound::kUpper, 1);
      engine.emitter().end_pass({});
    }
    engine.end(each.lower, each.upper, 1);
    const verify::VerifyReport report = engine.judge_it();
    EXPECT_EQ(report.verdict, each.verdict) << outline(report);
    EXPECT_GT(report.assumptions[static_cast<std::size_t>(Assumption::kInstability)], 0u);
  }
}

// Without a cutoff no move can have been skipped.
TEST(RealEngine, AMoveThatNobodySearchedIsMissedWithoutSkippedMoves) {
  for (const int legal : {2, 3}) {
    Engine engine("forgotten", {"skipped"});
    const Window window{-kInf, kInf};
    const auto root = engine.enter(kNoMove, kMax, 1, window);
    const NodeId best = engine.leaf(1, kMin, window, 3);
    engine.bound(root, {3, kInf});
    engine.leaf(2, kMin, {3, kInf}, 2);
    engine.leave(root, 3, Bound::kExact, legal, best);
    engine.end(3, 3, 1);
    const verify::VerifyReport report = engine.judge_it();
    EXPECT_EQ(report.verdict, legal == 2 ? Verdict::kVerified : Verdict::kRefuted);
    EXPECT_EQ(blamed(report), legal == 2 ? "" : "count@1") << outline(report);
  }
}

TEST(RealEngine, ThreadsShareATable) {
  Engine engine("threads");
  RecorderOptions options;
  options.engine = "real";
  SearchDeclaration helper_search;
  helper_search.game = "chess of my own";
  helper_search.captured = {"windows", "bounds", "cutoffs", "legal",      "roles",
                            "scores",  "probes", "stores",  "bound_types"};
  NodeId stored_by{};
  {
    Emitter helper(engine.recording(), options, {});
    helper.begin_search(helper_search);
    OpenNodeId node{};
    helper.enter({kNoMove, kMin, 2, {-kInf, kInf}}, node);
    OpenNodeId leaf{};
    helper.enter({1, kMax, 1, {-kInf, kInf}}, leaf);
    helper.leave(leaf, {6, NodeKind::kHorizon});
    helper.store(node, {2, Bound::kExact, 6, kNoMove, 9});
    stored_by = id(node);
    helper.leave(node, {6, NodeKind::kInterior, Bound::kExact, {}, kNoNode, 1});
    helper.end_search({});
  }
  const auto root = engine.enter(kNoMove, kMax, 3, {-kInf, kInf});
  const auto child = engine.enter(1, kMin, 2, {-kInf, kInf});
  ProbeEvent probe{9, 2, 2, Bound::kExact, 6, kNoMove, TableUse::kAnswered};
  probe.stored_by = stored_by;
  engine.emitter().probe(child, probe);
  engine.leave(child, 6, Bound::kExact, {}, kNoNode, NodeKind::kTable);
  engine.bound(root, {6, kInf});
  engine.leave(root, 6, Bound::kExact, 1, id(child));
  engine.end(6, 6, 3);
  const verify::VerifyReport report = engine.judge_it();
  EXPECT_NE(report.verdict, Verdict::kRefuted) << outline(report);
}

TEST(RealEngine, OneSideMovesTwiceAndWindowsAreSentinels) {
  Engine engine("turns");
  constexpr Score kHuge = 1e14;
  const auto root = engine.enter(kNoMove, kMax, 2, {-kHuge, kHuge});
  const auto again = engine.enter(1, kMax, 1, {-kHuge, kHuge});
  engine.leaf(2, kMin, {-kHuge, kHuge}, 4);
  engine.bound(again, {4, kHuge});
  engine.leaf(3, kMin, {4, kHuge}, 2);
  engine.leave(again, 4, Bound::kExact, 2);
  engine.bound(root, {4, kHuge});
  const auto passed = engine.enter(0, kMin, 1, {4, kHuge});
  engine.leaf(2, kMax, {4, kHuge}, 1);
  engine.cut(passed, CutoffKind::kAlpha, 1, {4, kHuge}, 5);
  engine.leave(passed, 1, Bound::kUpper, 6);
  engine.leave(root, 4, Bound::kExact, 2, id(again));
  engine.end(4, 4, 2);
  expect_verified(engine.judge_it(), {});
}

TEST(RealEngine, FailHardCodeReturnsDrawsOutsideItsWindow) {
  Engine engine("hard");
  const auto root = engine.enter(kNoMove, kMax, 2, {3, 9});
  const auto child = engine.enter(1, kMin, 1, {3, 9});
  engine.leaf(1, kMax, {3, 9}, 0, Role::kMove, NodeKind::kDraw);
  engine.cut(child, CutoffKind::kAlpha, 0, {3, 9}, 4);
  engine.leave(child, 3, Bound::kUpper, 5);
  engine.leaf(2, kMin, {3, 9}, 12, Role::kMove, NodeKind::kTerminal);
  engine.cut(root, CutoffKind::kBeta, 12, {3, 9}, 2);
  engine.leave(root, 9, Bound::kLower, 4);
  engine.end(9, {}, 2);
  expect_verified(engine.judge_it(), {});
}

// `score` is absent, but the bound update by stand pat reports it.
TEST(RealEngine, StandPatScoresThatOnlyTheirEventReportsAreKnown) {
  Engine engine("unscored", {"scores"});
  const auto root = engine.enter(kNoMove, kMax, 1, {0, 10}, Role::kMove, Phase::kQuiescence);
  engine.bound(root, {4, 10}, Cause::kStandPat);
  engine.leaf(1, kMin, {4, 10}, 2);
  engine.leave(root, 4, Bound::kExact, 1);
  engine.end(4, 4, 1);
  expect_verified(engine.judge_it(), {});
}

}  // namespace
}  // namespace plytrace::test
