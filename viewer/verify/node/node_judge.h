// SPDX-License-Identifier: MIT
//
// NodeJudge applies the rules of structure and proof to one node at a time, when the scan enters
// it, reads its events and leaves it. The state of a node is in its OpenNode; this class only keeps
// what concerns the whole pass or search (depths, habits, the range of values).
//   child_rules.cc   a child against its parent      update_rules.cc  bound updates
//   cutoff_rules.cc  cutoffs                         probe_rules.cc   table probes, answers
//   entry_origin.cc  an entry and who stored it      entry_depth.cc   and how deep it was searched
//   store_rules.cc   table stores                    convention.cc    plytrace's own searches
//   count_rules.cc   the number of its moves         value_rules.cc   what follows from below
//   leave_rules.cc   whether the node agrees         delivery.cc      what its parent takes from it
//   static_eval.cc   the note static_eval            position_rules.cc  rows of one position
//   sums.cc          subtrees that were judged apart  plain_nodes.cc  nodes in one step
// Functions that few nodes need are noinline (per_node.h). Thread rule: one thread an object.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "viewer/verify/facts.h"
#include "viewer/verify/game/replay.h"
#include "viewer/verify/node/end_scores.h"
#include "viewer/verify/node/possible_values.h"
#include "viewer/verify/node/table_origins.h"
#include "viewer/verify/report/ledger.h"
#include "viewer/verify/scan/open_node.h"
#include "viewer/verify/scan/other_depths.h"
#include "viewer/verify/scan/taken_row.h"

namespace plytrace::verify {

class NodeJudge {
 public:
  NodeJudge(const Facts& facts, Ledger& ledger, TableOrigins& origins)
      : facts_(facts), ledger_(ledger), origins_(origins) {}

  // Provides hashes of positions if the game is known; may be null.
  void set_replay(const Replay* replay) { replay_ = replay; }
  // Lets plain nodes be judged in one step. It needs a replay.
  void take_short_way(bool may) { takes_short_way_ = may; }

  // Checks the columns of a row by themselves and against its parent (null for the root of a pass).
  // Returns true if its kind is in doubt.
  bool check_row(TakenRow& row, const OpenNode* parent, bool is_root_of_pass);
  void enter(OpenNode& parent, OpenNode& child);
  // `pass`: null for a root that no pass names.
  void enter_root(OpenNode& root, const PassRow* pass);
  void update(OpenNode& node, const BoundUpdateRow& row);
  void cutoff(OpenNode& node, const CutoffRow& row);
  void probe(OpenNode& node, const TableProbeRow& row);
  // `is_innermost`: no node below it is open.
  void note(OpenNode& node, const NoteRow& row, bool is_innermost);
  void store(OpenNode& node, const TableStoreRow& row);
  // Call it before leave(), and before the replay checks the node.
  void check_childless(OpenNode& node);
  Outcome leave(OpenNode& node);
  // Whether the rules have no finding at a leaf without events that is entered below `parent` and
  // left, if the replay has none. take_plain_leaf() then replaces all of the above.
  bool is_plain_leaf(const OpenNode& parent, const NodeRow& row) const;
  void take_plain_leaf(OpenNode& parent, const NodeRow& row);
  // Rows are missing from the trace, so stores may be missing as well.
  void miss_rows() {
    origins_.partial_keys().miss_stores();
    misses_rows_ = true;
  }
  // These are called after the whole scan.
  void blame_early_leaf();
  void assume_told_depths();
  void assume_keys();
  void warn_self_reduced();
  // The position as a node that is being left reports it.
  ToldPosition told_position(const OpenNode& node) const;
  // Passes a finished child to its parent.
  void deliver(OpenNode& parent, const OpenNode& child, const Outcome& outcome);

  // Counts over the whole scan, for warnings about habits.
  struct Habits {
    std::uint64_t updates = 0, improvable = 0;
    std::uint64_t table_found = 0, table_used = 0;
    std::uint64_t draws = 0, table_answers = 0;  // draws by history; answers and narrowed windows
    std::uint64_t windows = 0, cutoffs = 0, untold = 0;  // interior nodes and their cutoffs

    void add(const Habits& more);
  };
  // Facts about the search that the rules learn from its nodes and apply to later ones.
  struct Learned {
    std::optional<std::int64_t> horizon_ply;  // of the pass's first such leaf without a depth
    std::optional<std::int64_t> ply_step;     // the size of a ply in the engine's depths
    bool has_namesakes = false;  // moves of one node share a name, so places are uncertain

    bool operator==(const Learned&) const = default;
  };
  const Learned& learned() const { return learned_; }
  void take_learned(const Learned& learned) { learned_ = learned; }
  // Adds what another judge, which began with learned(), found out about the following nodes.
  void add(NodeJudge&& later);
  // Whether nodes were remembered for comparison with later ones, so that nothing can be added.
  bool has_remembered() const {
    return !static_evals_.is_empty() || !of_keys_.is_empty() || !of_places_.is_empty();
  }
  // The place of a child (NodeState::place).
  static std::uint64_t place_below(const OpenNode& parent, const NodeRow& child);
  const Habits& habits() const { return sums_.habits; }
  // The entries that equal a store of their node in all but the depth; none if rows are missing.
  std::vector<OtherDepth> take_other_depths() {
    return misses_rows_ ? std::vector<OtherDepth>() : std::move(other_depths_);
  }
  const Facts& facts() const { return facts_; }
  const OuterEnds& outer_ends() const { return sums_.outer_ends; }
  // The smallest and the largest value that any node returned; empty if there is none.
  const Interval& scores() const { return sums_.scores; }

 private:
  // The conclusions from one reading of a node's children.
  struct Draft {
    std::optional<Score> expected;  // the value that the node should have; nullopt = any
    Interval proven;
    bool value_ok = true, claim_ok = true, best_ok = true;
    bool weaker = false;
    bool unsure = false;  // an unrecorded window may explain the value

    bool is_ok() const { return value_ok && claim_ok && best_ok; }
  };
  // A table entry as a proof about the node that uses it.
  struct EntryProof {
    Interval entry;   // the claim of the entry, in the node's view
    Interval proven;  // the proven part
    Flags flags = 0;
    Flags below = 0;  // what the storing node rests on; judged_entry() adds it to `flags`
    bool blamed = false;
  };

  // plain_nodes.cc
  bool may_be_plain() const;
  bool may_go_on(const OpenNode& node) const;
  static bool are_plain(const ChildList& children);
  bool is_plain_interior(const OpenNode& node) const;
  std::optional<Outcome> plain_outcome(const OpenNode& node) const;

  // convention.cc
  bool check_own_role(TakenRow& row);
  bool has_own_kind(TakenRow& row);
  bool blame_own_result(const OpenNode& node);
  void check_first_best(const OpenNode& node);
  bool blame_convention(const NodeRow& row, std::string_view column, const std::string& actual,
                        const std::string& expected);

  // child_rules.cc
  void check_codes(TakenRow& row);
  void check_declared(const NodeRow& row);
  void check_range(OpenNode& node);
  void check_ply_and_depth(const OpenNode& parent, TakenRow& row);
  bool is_unnamed_re_search(const OpenNode& parent, const NodeRow& row) const;
  void check_role(const OpenNode& parent, TakenRow& row);
  void check_going_on(OpenNode& parent, const NodeRow& child);
  void check_not_left_out(const OpenNode& parent, const OpenNode& child);
  void check_missing_update(OpenNode& parent);
  void check_window(OpenNode& parent, OpenNode& child);
  void warn_untold_bound(OpenNode& parent, const OpenNode& child, Window asked);
  void blame_inverted(const NodeRow& row, Window stored);
  bool fits_window(const OpenNode& parent, const NodeRow& child, Window current,
                   Window asked) const;
  Window expected_window(const OpenNode& parent, const OpenNode& child) const;
  void warn_wider(const OpenNode& parent, const OpenNode& child, Window asked);

  // update_rules.cc
  const ChildRecord* cited_child(OpenNode& node, std::optional<std::int64_t> id, Rule rule,
                                 std::string_view what);
  void warn_reduced(const OpenNode& node, const ChildRecord& child);
  // `child`: the child with that value; null for the node's own score.
  void update_by_value(OpenNode& node, Window now, const Candidates<Reading>& cause, bool is_blamed,
                       const ChildRecord* child);
  void update_by_table(OpenNode& node, Window now);
  void keep_entry_proofs(OpenNode& node);
  void update_by_assumption(OpenNode& node, Window now, Assumption assumption);
  void narrow_frame(OpenNode& node, Window now);

  // cutoff_rules.cc
  void forward_row(OpenNode& node, const CutoffRow& row);
  void count_skipped(OpenNode& node, const CutoffRow& row);
  bool check_cut_window(OpenNode& node, const CutoffRow& row);
  bool check_cut_by_child(OpenNode& node, const CutoffRow& row);
  bool check_cut_by_score(OpenNode& node, const CutoffRow& row);
  bool check_cut_by_table(OpenNode& node, const CutoffRow& row, bool high);
  bool check_cut_by_assumption(OpenNode& node, const CutoffRow& row, bool high);
  bool check_cited_search(OpenNode& node, const CutoffRow& row, bool high, Score value);
  void warn_cut_unsearched(const OpenNode& node, const CutoffRow& row);
  void note_draw_claim(OpenNode& node);
  [[gnu::noinline]] void warn_static_eval(const OpenNode& node);
  void compare_static_evals(const OpenNode& node);
  bool blame_cut(OpenNode& node, const CutoffRow& row, const std::string& why,
                 const std::string& expected);

  // probe_rules.cc
  const UsedEntry& judged_entry(OpenNode& node, std::size_t probe);
  const EntrySum& judged_entries(OpenNode& node);
  EntryProof judge_entry(OpenNode& node, const TableProbeRow& row);
  PossibleValues values_of_answer(const OpenNode& node, Score entry) const;
  Draft draft_of_untold_answer(OpenNode& node, bool has_probe);
  [[gnu::noinline]] Draft draft_of_table_leaf(OpenNode& node);
  void blame_answer(OpenNode& node, const Interval& entries);

  // entry_origin.cc
  enum class KeyMatch : std::uint8_t { kSame, kDiffers, kUnknown };
  std::optional<std::uint64_t> own_key(const OpenNode& node) const;
  static std::optional<std::int64_t> key_of_entry(const OpenNode& node, const TableProbeRow& row,
                                                  const Origin& origin);
  bool is_of_child(const OpenNode& node, const TableProbeRow& row, const Origin& origin) const;
  static KeyMatch match_of(const OpenNode& node, const TableProbeRow& row, const Origin& origin);
  CaptureMask needs_of_origin(Rule rule) const;
  void check_origin(OpenNode& node, const TableProbeRow& row, const Origin& origin,
                    EntryProof& proof);
  void check_shift(const OpenNode& node, const TableProbeRow& row, const Origin& origin,
                   const StoredEntry& stored, EntryProof& proof);
  void check_distance(const OpenNode& node, const TableProbeRow& row, const Origin& origin,
                      const StoredEntry& stored, EntryProof& proof);
  bool is_mate_of_other_ply(const OpenNode& node, const TableProbeRow& row,
                            const Origin& origin) const;
  bool may_be_older(OpenNode& node, const TableProbeRow& row, const Origin& origin) const;
  [[gnu::noinline]] void note_other_depth(const TableProbeRow& row, const Origin& origin);
  bool is_out_of_order(OpenNode& node, const TableProbeRow& row) const;
  static bool has_stored(OpenNode& node, const TableProbeRow& row);
  void check_entry_order(OpenNode& node, const TableProbeRow& row, EntryProof& proof);
  void check_entry_key(const OpenNode& node, const TableProbeRow& row, EntryProof& proof);
  void check_same_bits(const OpenNode& node, const TableProbeRow& row, std::int64_t asked,
                       EntryProof& proof);
  std::string name_of_origin(const TableProbeRow& row) const;
  void blame_other_moves(const OpenNode& node, const TableProbeRow& row, const Origin& origin);
  void blame_untold_store(const OpenNode& node, const TableProbeRow& row, Origin& origin);

  // entry_depth.cc
  void check_entry_depth(const OpenNode& node, const TableProbeRow& row, const Origin* origin,
                         EntryProof& proof);
  bool is_distance(const OpenNode& node, const TableProbeRow& row, const Origin* origin) const;

  // store_rules.cc
  static std::optional<std::int64_t> least_depth_below(const OpenNode& node, bool by_leaves);
  std::optional<std::int64_t> plies_below(const OpenNode& node) const;
  std::optional<std::int64_t> searched_depth(const OpenNode& node, Flags flags) const;
  Interval proven_of_key(const OpenNode& node, const TableStoreRow& row,
                         const Interval& proven) const;
  [[gnu::noinline]] void check_stores(OpenNode& node, const Outcome& outcome, bool blamed);
  std::optional<Interval> exact_claim(const OpenNode& node) const;
  void warn_store_weaker(const OpenNode& node);
  static std::optional<std::int64_t> step_of_moves(const OpenNode& node);
  void note_self_reduced(const OpenNode& node);
  std::int64_t usual_step() const;
  Interval proven_unfinished(const OpenNode& node) const;
  bool check_unfinished_stores(OpenNode& node);
  [[gnu::noinline]] void keep_origin(const OpenNode& node, const Outcome& outcome, bool blamed);

  // value_rules.cc
  Candidates<Interval> claims(const OpenNode& node) const;
  [[gnu::noinline]] std::optional<Bound> bound_of_answer(const OpenNode& node) const;
  void note_horizon_score(const NodeRow& row);
  void check_horizon(OpenNode& node);
  bool is_above_horizon(const NodeRow& row) const;
  std::optional<std::int64_t> depth_left(const NodeRow& row) const;
  bool has_depth_by_moves(const OpenNode& node) const;
  void check_own_score(OpenNode& node);
  void note_kind(OpenNode& node);
  Draft draft_of_leaf(OpenNode& node);
  [[gnu::noinline]] void assume_unknown_kind(const OpenNode& node);
  [[gnu::noinline]] Draft draft_of_true_score(const OpenNode& node) const;
  Draft draft_of_interior(OpenNode& node, std::size_t reading);
  bool is_cut_untold(const OpenNode& node) const;
  bool is_all_dropped(const OpenNode& node) const;
  static bool is_vacuous(const OpenNode& node);
  Score assumed_of_dropped(const OpenNode& node) const;
  Interval proven_by_options(OpenNode& node, std::size_t reading) const;
  static std::optional<Score> best_option(const OpenNode& node, std::size_t reading);
  void add_bounded(const OpenNode& node, Score value, PossibleValues& possible) const;
  [[gnu::noinline]] void add_values_of_cut(const OpenNode& node, std::optional<Score> best,
                                           PossibleValues& possible) const;
  void add_values_of_options(const OpenNode& node, Score best, PossibleValues& possible) const;
  PossibleValues possible_values(const OpenNode& node, std::size_t reading,
                                 std::optional<Score> best) const;
  void check_value_of_interior(const OpenNode& node, std::size_t reading, Draft& draft) const;
  bool fits_as_best(const OpenNode& node, const ChildRecord& child, std::size_t reading,
                    const Draft& draft) const;
  void check_best(const OpenNode& node, std::size_t reading, Draft& draft) const;

  // count_rules.cc
  std::int64_t count_namesakes(const OpenNode& node, bool of_skipped);
  void doubt_namesakes(OpenNode& node, std::int64_t searched, std::int64_t skipped, bool is_warned);
  std::int64_t count_probed(const OpenNode& node, const std::vector<std::string>& left_out,
                            std::int64_t& first);
  static std::int64_t count_searched(const OpenNode& node);
  static std::vector<const ChildRecord*> searches_by_move(const OpenNode& node);
  [[gnu::noinline]] bool warn_duplicate(const OpenNode& node);
  [[gnu::noinline]] bool blame_unequal_searches(OpenNode& node);
  bool blame_count(OpenNode& node);
  void note_early_quiescence(const OpenNode& node);
  void find_secret_reductions(OpenNode& node);
  void count_assumptions(OpenNode& node);

  // position_rules.cc
  [[gnu::noinline]] void compare_by_key(const OpenNode& node);
  [[gnu::noinline]] void compare_by_place(OpenNode& node);

  // delivery.cc
  static ChildRecord record_of(const OpenNode& parent, const NodeRow& child);
  bool may_repeat(const OpenNode& parent, const ChildRecord& record) const;
  ChildRecord* earlier_search(OpenNode& parent, const ChildRecord& record);
  [[gnu::noinline]] Interval proven_to_parent(const OpenNode& parent, const OpenNode& child,
                                              const Interval& proven) const;
  [[gnu::noinline]] void supersede(OpenNode& parent, ChildRecord& record, const OpenNode& child);

  // leave_rules.cc
  bool blame_aborted_best(const OpenNode& node);
  bool blame_missing_event(OpenNode& node);
  void check_kind(OpenNode& node);
  void check_illegal(OpenNode& node);
  // Whether an event of this node proves and refutes nothing, because it is about no position: an
  // engine may search, cut and ask its table before it notices that a move was illegal. Then also
  // keeps that there was one.
  static bool is_void(OpenNode& node);
  [[gnu::noinline]] void blame_kind(OpenNode& node, std::string_view why,
                                    std::string_view expected);
  [[gnu::noinline]] static void take_for_interior(OpenNode& node, bool is_answered);
  void warn_leaf_moves(const OpenNode& node);
  void warn_about_end(const OpenNode& node);
  void note_value(Score value);
  void note_cutoff(const OpenNode& node);
  void note_end(const NodeRow& row);
  bool is_value_of_end(const OpenNode& node);
  void warn_untold_cutoff(const OpenNode& node);
  void blame_contradiction(const OpenNode& node, const Interval& proven);
  Outcome fitting(const OpenNode& node, const Draft* drafts, std::size_t count);
  void blame_value(const OpenNode& node, const Draft& draft);
  void blame_claim(const OpenNode& node, const Draft& draft);
  const ChildRecord* proven_best(const OpenNode& node) const;
  void warn_best_is_bound(OpenNode& node, const ChildRecord& right);
  void blame_best(OpenNode& node);
  Outcome settle(OpenNode& node, const Draft* drafts, std::size_t count);
  // The result that a node passes to its parent, and whether the node itself has a finding.
  struct Settled {
    Outcome outcome;
    bool blamed = false;
  };
  Settled settle_by_kind(OpenNode& node);
  Settled settle_interior(OpenNode& node);
  bool may_be_killed(const OpenNode& node) const;
  [[gnu::noinline]] Outcome leave_unfinished(OpenNode& node);
  [[gnu::noinline]] Outcome leave_without_side(const OpenNode& node);
  [[gnu::noinline]] Outcome trusted(const OpenNode& node, const Draft& draft, Flags flags) const;
  [[gnu::noinline]] void add_right_reading(const OpenNode& node, Outcome& outcome) const;

  // Nodes that entered all of their moves at least two plies below their own depth.
  struct SelfReduced {
    std::int64_t id = 0;
    std::optional<format::Side> side;
    std::int64_t pass = 0;
    std::int64_t step = 0, reaches = 0, stored = 0;  // depths
  };
  static constexpr std::size_t kMostSelfReduced = 100'000;
  // Sums over nodes. No rule reads them before the scan has ended.
  struct Sums {
    Habits habits;
    Interval scores{kInfinity, -kInfinity};
    OuterEnds outer_ends;
    std::int64_t longest_step = 0;      // the longest step that was taken for one ply
    std::int64_t early_quiescence = 0;  // the largest depth left when quiescence took over
    std::optional<NodeRow> early_leaf;  // the first leaf at the horizon with depth left
    bool horizon_seen = false, end_seen = false;
    // Number of storing nodes by the difference between their depth and that of their deepest move.
    std::array<std::uint64_t, 64> steps{};
    std::vector<SelfReduced> self_reduced;

    void add(Sums&& more);
  };
  // The static_eval that the first node of a position noted, in the view of its side to move.
  struct NotedEval {
    Score score = 0;
    std::int64_t node = 0;
    std::optional<format::Side> side;
  };
  // The first node of a key or of a place, or the first that reports its number of moves.
  struct FirstNode {
    ToldPosition told;
    std::optional<std::int64_t> depth;
    std::int64_t node = 0;
  };
  std::optional<Score> static_score(const OpenNode& node) const;
  void assume_namesakes(OpenNode& node);
  void compare_scores(OpenNode& node, const FirstNode& first, const FirstNode& here);

  const Facts& facts_;
  Ledger& ledger_;
  TableOrigins& origins_;
  const Replay* replay_ = nullptr;
  bool takes_short_way_ = false;
  std::optional<std::int64_t> blamed_depth_;  // the stored depth of the row checked last
  std::vector<std::int64_t> moves_;           // moves of a node, while they are counted
  // About the current pass.
  std::optional<std::int64_t> root_depth_;  // its depth
  std::optional<std::int64_t> open_until_;  // its last node, if its root has no value
  // About the search.
  Learned learned_;
  Sums sums_;
  SampledMap<NotedEval> static_evals_;
  // Used only without a replay.
  SampledMap<FirstNode> of_keys_, of_places_;
  static constexpr std::uint64_t kPlaceOfRoot = 1;
  bool do_keys_clash_ = false;  // nodes of one key have different moves
  // Used only for table entries.
  EndScores ends_;
  bool has_store_without_key_ = false;  // neither the store nor its node reports one
  std::vector<OtherDepth> other_depths_;
  bool misses_rows_ = false;
};

}  // namespace plytrace::verify
