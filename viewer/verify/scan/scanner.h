// SPDX-License-Identifier: MIT
//
// The forward scan: keeps the open path, decides where a row belongs (also in a damaged trace), and
// passes nodes and events to the judge and the replay. It does not recurse; memory is proportional
// to the depth. Thread rule: one thread an object.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "viewer/reader/trace_reader.h"
#include "viewer/verify/certificate/certificate_marks.h"
#include "viewer/verify/game/replay.h"
#include "viewer/verify/node/node_judge.h"
#include "viewer/verify/report/ledger.h"
#include "viewer/verify/scan/open_node.h"

namespace plytrace::verify {

// The facts that the scan collects about a pass.
struct PassResult {
  PassRow row;
  bool met = false;  // the pass's root was read
  NodeRow root;
  Outcome outcome;        // the root's outcome, in MAX's view
  std::int64_t rows = 0;  // number of nodes read
  std::int64_t last = 0;  // the last id of these
  std::int64_t unrecorded = 0;
  std::optional<std::int64_t> first_move;  // move of the root's first counting child
  std::optional<std::int64_t> best_move;   // the move of the root's best child
  ToldPosition told;                       // what the root reports about its position
  // The root's first named moves, and what their last search shows, in MAX's view.
  struct Move {
    std::int64_t move = 0;
    Interval worth;
  };
  std::vector<Move> moves;
};

class JudgedSubtree;
class SubtreesAhead;
struct Subtree;

// Conditions for the judging of a subtree, beside its own rows and the path to it.
struct KnownBefore {
  std::int64_t pass = 0;
  NodeJudge::Learned learned;
  bool has_unrecorded = false;  // nodes of the pass were visited and not recorded

  bool operator==(const KnownBefore&) const = default;
};

class Scanner {
 public:
  // `replay` and `certificate` may be null. `passes` is by root; results are written to it.
  Scanner(const TraceReader& reader, Ledger& ledger, NodeJudge& judge, Replay* replay,
          CertificateMarks* certificate, std::map<std::int64_t, PassResult>& passes,
          const std::function<void(std::uint64_t)>& progress)
      : reader_(reader),
        ledger_(ledger),
        judge_(judge),
        replay_(replay),
        certificate_(certificate),
        passes_(passes),
        progress_(progress) {
    // A certificate needs each node.
    judge_.take_short_way(replay != nullptr && certificate == nullptr);
  }

  // Sets a filter that reads rows as if something else had been declared.
  using ScanOf = std::function<std::unique_ptr<TraceScan>(std::unique_ptr<TraceScan>)>;
  void read_as(ScanOf scan_of) { scan_of_ = std::move(scan_of); }
  // `ahead`: other threads that judge subtrees, whose results are taken over; may be null.
  void run(std::int64_t first, std::int64_t last, SubtreesAhead* ahead = nullptr);
  KnownBefore known() const;
  // Judges the subtree below the last node of `path`, which begins at the root of the only pass, as
  // if none of these nodes had a finding. Returns false if another scanner cannot take it over.
  bool run_below(const std::vector<NodeRow>& path, const KnownBefore& before);
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t cutoffs() const { return cutoffs_; }
  bool met_min() const { return met_min_; }
  const format::SearchDigests& digests() const { return digests_; }  // digests of the rows read

 private:
  // A subtree that this scanner judges apart from the rest of the search.
  struct Apart {
    KnownBefore before;
    std::int64_t root = 0;
    std::size_t level = 0;  // the level of its root
    NodeRow row;            // its root as entered
    NodeState state;
    std::vector<format::AnyEvent> rest;  // events of nodes above it, after its last one
  };

  void read(std::int64_t first, std::int64_t last);
  void read(TraceScan& scan);
  bool read_subtree(const Subtree& subtree, JudgedSubtree* judged);
  void stand_at(const std::vector<NodeRow>& path, const KnownBefore& before);
  void take_apart(const NodeRow& row);
  template <class Event>
  void take_apart(const Event& row);
  bool can_take_over(const Scanner& other) const;
  void take_over(Scanner& other);

  // One function for each kind of row that the rules use.
  void take(const NodeRow& stored);
  void take(const BoundUpdateRow& row);
  void take(const CutoffRow& row);
  void take(const TableStoreRow& row);
  void take(const TableProbeRow& row);
  void take(const NoteRow& row);
  // The open node that an event belongs to; null, after a finding, if there is none. If its node
  // and its child disagree, `fits` tells whether the rest of its row fits a node.
  using Fits = std::function<bool(const OpenNode&)>;
  OpenNode* on_event(std::int64_t id, std::int64_t node, std::int64_t at,
                     std::optional<std::int64_t> child = {}, const Fits& fits = {});
  OpenNode* lose_event();
  std::optional<std::size_t> parent_of(std::int64_t child) const;
  void blame_event(std::int64_t id, std::int64_t node, const std::string& why,
                   const std::string& expected, const std::string& actual);

  // The number of nodes on the path that stay open when `row` is entered; its parent is the last
  // one.
  std::size_t place(const NodeRow& row);
  void adopt_root(const NodeRow& row);
  std::size_t place_by_vote(const NodeRow& row, std::size_t by_last, std::size_t by_parent);
  std::size_t kept_by_last(std::int64_t id) const;
  std::optional<std::size_t> index_of(std::int64_t id) const;
  void blame_nesting(const NodeRow& row, const std::string& why, const std::string& expected,
                     const std::string& actual);

  void enter(std::size_t level, const PassRow* pass);
  bool closes_leaf(const NodeRow& row) const;
  template <class Event>
  bool closes_leaf(const Event& row) const;
  void settle_leaf(bool is_over);
  OpenNode& place_to_push();
  void push(OpenNode& node);
  void close_to(std::size_t count);
  void close_top();
  void check_last(OpenNode& node);
  void note_gap(OpenNode& node);
  void mark_gap(OpenNode& node);
  void end_pass(OpenNode& root, const Outcome& outcome);
  bool has_position_of_root() const;
  void collect_moves(OpenNode& node);

  const TraceReader& reader_;
  Ledger& ledger_;
  NodeJudge& judge_;
  Replay* replay_;
  CertificateMarks* certificate_;
  std::map<std::int64_t, PassResult>& passes_;
  const std::function<void(std::uint64_t)>& progress_;

  std::vector<OpenNode> path_;  // the first open_ elements are in use
  std::size_t open_ = 0;
  // path_[open_] is a plain leaf that is entered only if the next row is about it.
  bool has_leaf_ = false;
  std::int64_t last_entered_ = 0;
  bool gap_seen_ = false;
  // No row concerned a node outside of the subtree below the first nodes of the path.
  bool is_self_contained_ = true;
  std::optional<Apart> apart_;
  PassResult* pass_ = nullptr;
  ScanOf scan_of_;
  std::uint64_t nodes_ = 0, cutoffs_ = 0;
  bool met_min_ = false;  // a node with MIN to move
  format::SearchDigests digests_;
};

}  // namespace plytrace::verify
