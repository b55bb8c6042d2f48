// SPDX-License-Identifier: MIT
#include "viewer/verify/verify_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_set>
#include <vector>

#include "viewer/format/numbers.h"
#include "viewer/rules/rules_program.h"
#include "viewer/verify/certificate/certificate_marks.h"
#include "viewer/verify/digest_rule.h"
#include "viewer/verify/game/pv_rules.h"
#include "viewer/verify/game/replay.h"
#include "viewer/verify/node/node_judge.h"
#include "viewer/verify/pass/pass_rules.h"
#include "viewer/verify/pass/root_loop.h"
#include "viewer/verify/pass/search_rules.h"
#include "viewer/verify/report/effect.h"
#include "viewer/verify/report/mended.h"
#include "viewer/verify/report/root_support.h"
#include "viewer/verify/report/suspect_words.h"
#include "viewer/verify/scan/reread.h"
#include "viewer/verify/scan/scanner.h"
#include "viewer/verify/scan/subtrees_ahead.h"
#include "viewer/verify/scan/whole_games.h"
#include "viewer/verify/stream_of.h"
#include "viewer/verify/whole_file.h"

namespace plytrace::verify {
namespace {

constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

struct Range {
  std::int64_t first = 0, last = 0;
};

// The id ranges to scan: from the first wanted root of a run to just before the next root of
// another search. Stray rows are included: the first run begins at the smallest id, the first run
// of a stream at the start of the stream, and a run ends at the next stream with a root, or never.
// `wanted`: indices in `roots`, in order.
std::vector<Range> ranges_of(const std::vector<RootPlace>& roots,
                             const std::vector<std::size_t>& wanted) {
  const auto starts_stream = [&](std::size_t i) {
    return i == 0 || stream_of(roots[i].root) != stream_of(roots[i - 1].root);
  };
  const auto start_at = [&](std::size_t i) {
    if (i == 0) return kLeast;
    const std::int64_t root = roots[i].root;
    return starts_stream(i) ? std::min(stream_of(root) * format::kStreamStride + 1, root) : root;
  };
  const auto end_before = [&](std::size_t next) {
    if (next == roots.size()) return kNoLimit;
    return starts_stream(next) ? stream_of(roots[next].root) * format::kStreamStride
                               : roots[next].root - 1;
  };
  std::vector<Range> ranges;
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    const std::size_t i = wanted[k];
    const bool goes_on = k > 0 && wanted[k - 1] + 1 == i && !starts_stream(i);
    if (!goes_on) ranges.push_back({start_at(i), kNoLimit});
    ranges.back().last = end_before(i + 1);
  }
  return ranges;
}

// The passes that a given pass depends on through table answers, itself included.
class PassDependencies {
 public:
  explicit PassDependencies(WholeFile& file) : roots_(file.roots()) {
    for (const auto& [origin, user] : file.readers()) {
      // An entry of a later node is reported where it is met (entry_origin.cc) and not followed.
      if (origin <= user) add(user, origin);
    }
    std::sort(edges_.begin(), edges_.end());
    edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
  }

  // Takes and returns pass ids.
  std::unordered_set<std::int64_t> below(std::int64_t pass) const {
    std::vector<bool> reached(roots_.size());
    std::vector<std::size_t> open;
    const auto reach = [&](std::size_t index) {
      if (reached[index]) return;
      reached[index] = true;
      open.push_back(index);
    };
    for (std::size_t i = 0; i < roots_.size(); ++i) {
      if (roots_[i].pass == pass) reach(i);
    }
    while (!open.empty()) {
      const std::size_t user = open.back();
      open.pop_back();
      for (auto edge =
               std::lower_bound(edges_.begin(), edges_.end(), std::pair(user, std::size_t{0}));
           edge != edges_.end() && edge->first == user; ++edge) {
        reach(edge->second);
      }
    }
    std::unordered_set<std::int64_t> passes;
    for (std::size_t i = 0; i < roots_.size(); ++i) {
      if (reached[i]) passes.insert(roots_[i].pass);
    }
    return passes;
  }

 private:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  void add(std::int64_t user, std::int64_t origin) {
    const std::size_t from = index_of(user);
    const std::size_t to = index_of(origin);
    if (from == kNone || to == kNone || from == to) return;
    edges_.emplace_back(from, to);
  }
  std::size_t index_of(std::int64_t node) const {
    // Ids grow as nodes are entered, so it is the pass with the last root before the node.
    const auto above =
        std::upper_bound(roots_.begin(), roots_.end(), node,
                         [](std::int64_t id, const RootPlace& place) { return id < place.root; });
    return above == roots_.begin() ? kNone : static_cast<std::size_t>(above - roots_.begin()) - 1;
  }

  const std::vector<RootPlace>& roots_;
  std::vector<std::pair<std::size_t, std::size_t>> edges_;
};

// Parameters of a trial with another reading of the rows: how many findings of structure and proof,
// and how many suspect rows, it may leave.
struct Trial {
  OtherReading reading = OtherReading::kFailHard;
  std::uint64_t most = 0;
};

// "pass 6", "passes 4, 5", "20 passes up to pass 30". `ids`: of passes of the search, not empty.
std::string pass_numbers(const TraceReader& reader, const SearchRow& search,
                         const std::vector<std::int64_t>& ids) {
  constexpr std::size_t kMostNamed = 4;
  std::vector<std::int64_t> numbers;
  for (const PassRow& pass : reader.passes(search.id)) {
    if (std::find(ids.begin(), ids.end(), pass.id) != ids.end()) numbers.push_back(pass.ordinal);
  }
  if (numbers.size() > kMostNamed) {
    return fmt::format("{} passes up to pass {}", numbers.size(), numbers.back());
  }
  return (numbers.size() == 1 ? "pass " : "passes ") + fmt::format("{}", fmt::join(numbers, ", "));
}

class Verification {
 public:
  Verification(WholeFile& file, const SearchRow& search, const VerifyOptions& options,
               const std::optional<Trial>& trial = {})
      : file_(file),
        reader_(file.reader()),
        search_(search),
        options_(options),
        trial_(trial),
        facts_(search, reader_.file().recording),
        ledger_(reader_, facts_, options.max_findings),
        origins_(file.used_entries()),
        judge_(facts_, ledger_, origins_) {
    facts_.has_moves_for_roots =
        !facts_.demands.exact_summary && has_moves_for_roots(reader_, search);
    if (!trial_) return;
    reread(trial_->reading, facts_);
    ledger_.give_up_after(trial_->most);
  }

  Result<VerifyReport> run() {
    const TraceReader::Snapshot snapshot(reader_);
    file_.refresh();
    // Several streams of one file may be threads of one engine that share a table. plytrace's own
    // searches have one thread.
    facts_.shares_table = !facts_.demands.exact_entries && file_.has_several_streams();
    // The stores of other passes are not read with --pass.
    if (options_.pass) origins_.partial_keys().miss_stores();
    const Judging judging{search_, options_, facts_, file_.used_entries(), file_.refused_events()};
    judging.prepare(ledger_);
    read_passes();
    facts_.is_of_whole_games = is_of_whole_games();
    prepare_replay();
    Scanner scanner(reader_, ledger_, judge_, replay_.get(), options_.certificate, passes_,
                    options_.progress);
    if (options_.watch) scanner.read_as(options_.watch);
    if (trial_) {
      scanner.read_as([this](std::unique_ptr<TraceScan> scan) {
        return reread(trial_->reading, std::move(scan), reader_, depths_of_passes(), evidence_);
      });
    }
    if (!scan(scanner, judging)) return Status::bad_input("its rows are not those recorded");
    if (replay_ != nullptr) replay_->finish();
    // Only now is it known whether the engine reports ends of the game, and leaves at depth 0.
    judge_.blame_early_leaf();
    judge_.assume_told_depths();
    judge_.assume_keys();
    judge_.warn_self_reduced();
    warn_other_depths();
    ledger_.report().nodes = scanner.nodes();
    ledger_.report().cutoffs = scanner.cutoffs();
    met_min_ = scanner.met_min();
    check_rows();
    if (replay_ != nullptr) check_lines();
    // One pass is not all of the rows that were summed up.
    if (!options_.pass) check_digests(reader_, search_, facts_, ledger_, scanner.digests());
    // Last, because the assumptions counted so far decide what the oracle can be asked.
    ask_oracle();
    // After a read error the results so far have no meaning.
    if (const Status status = reader_.status(); !status) return status;
    if (const Status status = rules::chosen_status(); !status) return status;
    VerifyReport report = finish();
    if (!trial_) explain_findings(report);
    if (!trial_) explain_assumptions(report);
    return report;
  }

 private:
  // Rows of other searches are not read: their passes delimit the ranges.
  std::vector<Range> ranges() const { return ranges_of(file_.roots(), wanted_roots()); }

  // Reads the passes and selects those to scan.
  void read_passes() {
    std::unordered_set<std::int64_t> needed;
    if (options_.pass) needed = PassDependencies(file_).below(*options_.pass);
    for (const PassRow& row : reader_.passes(search_.id)) {
      const bool chosen = !options_.pass || *options_.pass == row.id;
      if (!chosen && needed.count(row.id) == 0) continue;
      PassResult result;
      result.row = row;
      // Nodes can belong to one pass only: a second pass with the same root gets none.
      if (!row.root || passes_.count(*row.root) != 0) {
        without_root_.push_back(result);
      } else {
        passes_.emplace(*row.root, result);
      }
    }
  }

  // Read before the rows are judged, because the first answer already depends on it. Only table
  // answers do, and nearly all searches show in their first row that they have depths.
  bool is_of_whole_games() const {
    if (!file_.used_entries().is_any || search_.depth || search_.completed_depth) return false;
    const std::vector<PassRow> passes = reader_.passes(search_.id);
    const bool has_depth = std::any_of(passes.begin(), passes.end(),
                                       [](const PassRow& pass) { return pass.depth.has_value(); });
    const std::vector<Range> scanned = ranges();
    return !has_depth && std::all_of(scanned.begin(), scanned.end(), [this](const Range& range) {
      return are_whole_games(reader_, range.first, range.last);
    });
  }

  // The indices of their roots among all roots of the file, in order.
  std::vector<std::size_t> wanted_roots() const {
    const std::vector<RootPlace>& roots = file_.roots();
    std::vector<std::size_t> wanted;
    for (const auto& [root, pass] : passes_) {
      const RootPlace place{root, pass.row.id};
      const auto found = std::lower_bound(roots.begin(), roots.end(), place);
      if (found != roots.end() && *found == place) {
        wanted.push_back(static_cast<std::size_t>(found - roots.begin()));
      }
    }
    return wanted;
  }

  // Returns false if the rows were read in pieces that may not be all of them, or not in the order
  // of time: that is only certain of rows that the recorder has digested.
  bool scan(Scanner& scanner, const Judging& judging) {
    const std::vector<PassRow> passes = rows_of_passes();
    std::vector<Subtree> subtrees = subtrees_of(passes);
    const bool is_in_pieces = !subtrees.empty();
    std::optional<SubtreesAhead> ahead;
    if (is_in_pieces) ahead.emplace(reader_, judging, std::move(subtrees), options_.jobs);
    for (const Range& range : ranges()) {
      scanner.run(range.first, range.last, ahead ? &*ahead : nullptr);
    }
    return !is_in_pieces || are_rows_as_recorded(reader_, search_, scanner.digests());
  }

  std::vector<PassRow> rows_of_passes() const {
    std::vector<PassRow> rows;
    for (const std::size_t i : wanted_roots()) {
      rows.push_back(passes_.at(file_.roots()[i].root).row);
    }
    return rows;
  }

  // The subtrees to judge side by side; none if their judging could depend on other nodes: on those
  // that stored table entries, that have the same key or moves, or that were tried before.
  std::vector<Subtree> subtrees_of(const std::vector<PassRow>& passes) const {
    std::vector<Subtree> subtrees;
    const bool is_possible = options_.jobs > 1 && !trial_ && replay_ != nullptr &&
                             !rules::chosen() && !replay_->game().filters_by_order() &&
                             !file_.used_entries().is_any;
    if (!is_possible) return subtrees;
    for (const PassRow& pass : passes) {
      for (const Subtree& subtree : verify::subtrees_of(reader_, pass, options_.subtrees)) {
        const bool is_behind = subtrees.empty() || subtree.first > subtrees.back().last;
        if (is_behind && !has_root_inside(subtree)) subtrees.push_back(subtree);
      }
    }
    return subtrees;
  }

  bool has_root_inside(const Subtree& subtree) const {
    const std::vector<RootPlace>& roots = file_.roots();
    const auto next =
        std::upper_bound(roots.begin(), roots.end(), subtree.first,
                         [](std::int64_t id, const RootPlace& place) { return id < place.root; });
    return next != roots.end() && next->root <= subtree.last;
  }

  std::map<std::int64_t, std::int64_t> depths_of_passes() const {
    std::map<std::int64_t, std::int64_t> depths;
    for (const auto& [root, pass] : passes_) {
      const auto depth = pass.row.depth ? pass.row.depth : search_.depth;
      if (depth) depths[root] = *depth;
    }
    return depths;
  }

  void explain_findings(VerifyReport& report) {
    // plytrace's own searches make no declaration that could be wrong.
    if (!facts_.demands.exact_values) try_other_readings(report);
    if (report.findings_total == 0) return;
    Mender mender(reader_, facts_, ledger_.faults(), report, file_.used_entries().nodes);
    if (mender.has_work()) {
      for (const Range& range : ranges()) mender.run(range.first, range.last);
      mender.tell(report);
    }
    rank_findings(report, options_.max_findings);
  }

  void explain_assumptions(VerifyReport& report) {
    std::vector<AssumedAt> assumed = ledger_.take_assumed();
    if (report.unconditional || assumed.empty() || !report.proven) return;
    RootSupport support(reader_, facts_, std::move(assumed));
    report.root_assumptions = support.find(report.roots, *report.proven);
  }

  // A wrong declaration may cause thousands of findings: tries whether another reading avoids them.
  void try_other_readings(VerifyReport& report) {
    // A trial does not replay, so what replay found could only disappear.
    std::uint64_t wrong = 0;
    for (const RuleInfo& rule : all_rules()) {
      const auto i = static_cast<std::size_t>(rule.rule);
      if (rule.warning || rule.check == Check::kReplay || rule.check == Check::kOracle) continue;
      wrong += report.findings_by_rule[i] + report.suspects_by_rule[i];
    }
    if (wrong == 0) return;
    const std::size_t hints_before = report.hints.size();
    for (std::size_t i = 0; i < static_cast<std::size_t>(OtherReading::kCount); ++i) {
      const auto reading = static_cast<OtherReading>(i);
      if (!is_worth_a_trial(reading, facts_, met_min_)) continue;
      // Declaring no fail mode explains more; suggest it only if neither fail mode explains the
      // findings.
      const bool is_explained = report.hints.size() > hints_before;
      if (reading == OtherReading::kFailMixed && is_explained) continue;
      // Allow a remainder, because the search may have a real fault as well.
      const auto left = left_in(reading, wrong / 20, report);
      if (!left) continue;
      const auto number = [](std::uint64_t count) {
        return text::grouped(static_cast<std::int64_t>(count));
      };
      report.hints.push_back(
          wrong == 1 ? fmt::format("it agrees if {}", meant_by(reading, search_, wrong))
          : *left == 0
              ? fmt::format("all {} agree if {}", number(wrong), meant_by(reading, search_, wrong))
              : fmt::format("{} of {} agree if {}", number(wrong - *left), number(wrong),
                            meant_by(reading, search_, wrong)));
    }
  }

  // The number of findings and suspect rows with this reading; nullopt if there are more than
  // `most`, or if it also explains rows that a bug of the search would cause.
  std::optional<std::uint64_t> left_in(OtherReading reading, std::uint64_t most,
                                       const VerifyReport& report) const {
    if (reading == OtherReading::kFailMixed && !is_clamped_at_one_end(report)) return std::nullopt;
    // The trial counts findings without listing them.
    VerifyOptions options;
    options.replay = false;
    options.structure = options_.structure;
    options.proof = options_.proof;
    options.pass = options_.pass;
    options.max_findings = 0;
    Verification trial(file_, search_, options, Trial{reading, most});
    const auto tried = trial.run();
    if (!tried) return std::nullopt;
    const std::uint64_t left = tried->findings_total + tried->suspects_total;
    if (left > most || !is_supported(reading, trial.evidence_)) return std::nullopt;
    if (!options_.replay) return left;
    // Declarations do not affect the rules of the game: the reading must not violate more of them.
    options.replay = true;
    options.structure = options.proof = false;
    const std::uint64_t known = report.check(Check::kReplay).findings;
    const auto replayed = Verification(file_, search_, options, Trial{reading, known}).run();
    return replayed && replayed->findings_total <= known ? std::optional(left) : std::nullopt;
  }

  // Whether the search is fail-soft at one end of its windows and fail-hard at the other: all
  // values in doubt lie at or beyond the same end.
  bool is_clamped_at_one_end(const VerifyReport& report) const {
    bool is_high = true, is_low = true;
    for (const auto* list : {&report.findings, &report.suspects}) {
      for (const Finding& finding : *list) {
        const auto node = finding.node > 0 ? reader_.node(finding.node) : std::nullopt;
        if (finding.rule != Rule::kValue || !node || !node->value || !node->side) return false;
        if (!node->alpha || !node->beta) return false;
        const SideView view{*node->side == format::Side::kMin};
        const Window window = view(Window{*node->alpha, *node->beta});
        const Score value = view(*node->value);
        // If hard was declared, the soft value lies beyond the end; otherwise the hard value equals
        // the end.
        is_high = is_high && (facts_.hard ? value > window.beta : value == window.beta);
        is_low = is_low && (facts_.hard ? value < window.alpha : value == window.alpha);
      }
    }
    return is_high != is_low;
  }

  void prepare_replay() {
    if (!options_.replay) return;
    // The positions and keys are those of the recorder's game, which may be another one.
    if (rules::chosen()) facts_.demands.game_positions = false;
    bool is_known = false;
    replay_ = Replay::make(reader_, search_, facts_, ledger_, &replay_reason_, &is_known);
    if (replay_ == nullptr && (is_known || may_expect_replay(search_))) {
      ledger_.report().without_replay = replay_reason_;
    }
    judge_.set_replay(replay_.get());
  }

  void check_rows() {
    for (const auto& [root, pass] : passes_) check_pass(reader_, search_, facts_, ledger_, pass);
    for (const PassResult& pass : without_root_)
      check_pass(reader_, search_, facts_, ledger_, pass);
    if (!options_.pass) {
      root_ = check_search(reader_, search_, facts_, ledger_, passes_, judge_.scores());
    } else {
      for (const auto& [root, pass] : passes_) {
        if (pass.row.id == *options_.pass && pass.outcome.has_value) {
          root_ = {pass.outcome.readings.front().proven, {pass.row.id}};
          claim_pass(pass.root);
        }
      }
    }
    const bool is_proven_before_stop = drop_stopped_passes();
    if (!facts_.has_moves_for_roots) warn_about_passes(reader_, search_, facts_, ledger_, passes_);
    assume_no_other_draw();
    warn_about_habits();
    warn_equal_wins();
    // The following entries are about the whole search and belong to its last pass.
    const std::int64_t last = passes_.empty() ? 0 : passes_.rbegin()->second.row.id;
    ledger_.enter_pass(options_.pass.value_or(last));
    if (search_.status == format::SearchStatus::kRunning) {
      ledger_.incomplete("the search was not finished: its recorder still runs, or died",
                         Ledger::Hole::kBeside);
    } else if (search_.status != format::SearchStatus::kFinished && !options_.pass &&
               !is_proven_before_stop) {
      // plytrace's own searches report what they can.
      const bool has_result = !root_.passes.empty() && !facts_.own && !facts_.has_moves_for_roots;
      ledger_.incomplete(
          fmt::format("the search was stopped: {}{}", word(search_.status),
                      has_result ? "; report what it claims by its last finished pass: `lower`, "
                                   "`upper`, `completed_depth`, and the best move of that pass"
                                 : ""),
          Ledger::Hole::kBeside);
    }
    if (reader_.file().lost_events_of(search_.id)) {
      ledger_.incomplete(text::count(reader_.file().lost_events, "event") +
                         " could not be recorded");
    }
  }

  // Passes that were stopped after the passes that prove the claim of the search are not needed: no
  // earlier node rests on them. Their rows are judged all the same. Returns false if the claim may
  // rest on others.
  bool drop_stopped_passes() {
    const format::SearchStatus status = search_.status;
    const bool has_ended =
        status != format::SearchStatus::kRunning && status != format::SearchStatus::kFailed;
    if (!root_.shows_result || !has_ended || options_.pass || ledger_.has_findings()) return false;
    const std::int64_t last = *std::max_element(root_.passes.begin(), root_.passes.end());
    std::vector<std::int64_t> stopped;
    for (const auto& [root, pass] : passes_) {
      if (pass.row.id > last && !is_complete(pass)) stopped.push_back(pass.row.id);
    }
    for (const PassResult& pass : without_root_) {
      if (pass.row.id > last) stopped.push_back(pass.row.id);
    }
    ledger_.drop_reasons_of(stopped);
    if (status == format::SearchStatus::kFinished && stopped.empty()) return true;
    std::string hint = "the search was stopped";
    if (status != format::SearchStatus::kFinished) hint += fmt::format(" ({})", word(status));
    hint += "; its claim is that of " + pass_numbers(reader_, search_, root_.passes);
    if (!stopped.empty()) {
      hint += ", and nothing is claimed of " + pass_numbers(reader_, search_, stopped);
    }
    ledger_.report().hints.push_back(hint);
    return true;
  }

  // A reading of this trial may change depths, and with --pass the stores of other passes are not
  // read.
  void warn_other_depths() {
    const bool is_complete = !trial_ && !options_.pass && !options_.watch &&
                             facts_.captures(info(Rule::kWarnTableDepth).needs) &&
                             file_.refused_events() == 0 &&
                             !reader_.file().lost_events_of(search_.id);
    const std::vector<Range> scanned = ranges();
    if (!is_complete || scanned.empty()) return;
    const std::int64_t current = ledger_.pass();
    for (const OtherDepth& entry :
         without_store(reader_, scanned.back().last, judge_.take_other_depths())) {
      const auto row = reader_.node(entry.node);
      if (!row) continue;
      ledger_.enter_pass(entry.pass);
      ledger_.warn(Rule::kWarnTableDepth, entry.node, [&] {
        return fmt::format(
            "{}: its table entry has depth {} according to the probe, but was stored with depth "
            "{}, and no store of its key has depth {}: the engine reports a wrong depth, or its "
            "key lacks the depth",
            ledger_.name(*row), entry.depth, entry.stored, entry.depth);
      });
    }
    ledger_.enter_pass(current);
  }

  std::optional<Score> mate_base() const {
    return facts_.mate_base ? facts_.mate_base : replay_->mate_base();
  }

  // Checks the lines of the passes, in the order of time, and then that of the search.
  void check_lines() {
    std::vector<const PassResult*> passes;
    for (const auto& [root, pass] : passes_) passes.push_back(&pass);
    for (const PassResult& pass : without_root_) passes.push_back(&pass);
    std::sort(passes.begin(), passes.end(),
              [](const PassResult* a, const PassResult* b) { return a->row.id < b->row.id; });
    const std::int64_t current = ledger_.pass();
    bool is_checked = options_.pass.has_value();
    for (const PassResult* pass : passes) {
      // A root with a move may be the position after it, or one move of a root without a row.
      const bool has_nodes = pass->row.root && pass->met;
      if (!pass->row.pv || (has_nodes && pass->root.move)) continue;
      const ReportedLine line = line_of_pass(pass->row, has_nodes ? &pass->root : nullptr);
      ledger_.enter_pass(pass->row.id);
      check_pv(reader_, search_, line, facts_, ledger_, mate_base());
      is_checked = is_checked || (line.moves == search_.pv && pass->row.value == search_.value);
    }
    ledger_.enter_pass(current);
    if (!is_checked) check_reported_line();
  }

  // Checks the reported line against the root whose value the search claims, if there is one.
  void check_reported_line() {
    const PassResult* decides = nullptr;
    for (const auto& [root, pass] : passes_) {
      const bool is_one =
          std::find(root_.passes.begin(), root_.passes.end(), pass.row.id) != root_.passes.end();
      if (is_one && pass.root.value && pass.root.value == search_.value) decides = &pass;
    }
    const ReportedLine line{.moves = search_.pv,
                            .value = search_.value,
                            .root = decides == nullptr ? nullptr : &decides->root};
    check_pv(reader_, search_, line, facts_, ledger_, mate_base());
  }

  void ask_oracle() {
    if (!options_.oracle) return;
    Oracle oracle(reader_, search_, facts_, ledger_, *options_.oracle);
    oracle_reason_ = oracle.run(passes_);
    if (!oracle_reason_.empty()) {
      ledger_.incomplete("oracle was asked for, but " + oracle_reason_, Ledger::Hole::kBeside);
    }
  }

  // Sets the claim from the root of the only pass that is judged.
  void claim_pass(const NodeRow& root) {
    const auto claim = root_claim(root, facts_);
    if (!claim) return;
    ledger_.report().claimed_lower = claim->lower;
    ledger_.report().claimed_upper = claim->upper;
  }

  // If history decides draws, an answer from another path may lack a draw that this path would
  // meet. A search that declares itself uniform but reports such draws contradicts itself.
  void assume_no_other_draw() {
    const NodeJudge::Habits& habits = judge_.habits();
    if (habits.draws == 0) return;
    ledger_.assume(Assumption::kPathDependent, habits.table_answers);
  }

  void warn_about_habits() {
    const NodeJudge::Habits& habits = judge_.habits();
    if (facts_.form != WindowForm::kFull && habits.updates == 0 && habits.improvable > 0) {
      ledger_.warn(Rule::kWarnNoUpdate, 0, [&] {
        return text::count(habits.improvable, "node") +
               (habits.improvable == 1 ? " was" : " were") +
               " entered after another child had improved on the window, but no bound was ever "
               "updated";
      });
    }
    // A short search may have had nothing to cut.
    constexpr std::uint64_t kMany = 100;
    const bool is_suspicious = habits.untold > 0 || habits.windows >= kMany;
    if (facts_.form != WindowForm::kFull && habits.cutoffs == 0 && is_suspicious) {
      ledger_.warn(Rule::kWarnNoCutoff, 0, [&] {
        return "0 cutoffs in " + text::count(habits.windows, "node") + " with windows";
      });
    }
    if (habits.table_found > 0 && habits.table_used == 0) {
      ledger_.warn(Rule::kWarnTableUnused, 0, [&] {
        return fmt::format("{} table entries were found and none was used", habits.table_found);
      });
    }
  }

  // Warns if the side to move wins at the root, but wins of different lengths have the same score.
  void warn_equal_wins() {
    const OuterEnds& ends = judge_.outer_ends();
    if (!ends.is_any() || root_.passes.empty()) return;
    for (const auto& [root, pass] : passes_) {
      if (pass.row.id != root_.passes.back() || !pass.root.value || !pass.root.side) continue;
      const bool is_max = *pass.root.side == format::Side::kMax;
      const OuterEnds::End& win = is_max ? ends.highest() : ends.lowest();
      const OuterEnds::End& loss = is_max ? ends.lowest() : ends.highest();
      const Score limit = is_max ? facts_.range.upper : facts_.range.lower;
      // In a game without losses the best end may be a draw.
      const bool is_win = (is_max ? win.score > 0 : win.score < 0) &&
                          (win.score == limit || loss.score == -win.score);
      if (!is_win || *pass.root.value != win.score || win.first_ply == win.last_ply) continue;
      ledger_.enter_pass(pass.row.id);
      ledger_.warn(Rule::kWarnEqualWins, root, [&] {
        return fmt::format(
            "the root is won with {}, and wins at plies {} to {} all score {}: the longest may be "
            "chosen; let the score of a win depend on its ply",
            score_text(win.score), win.first_ply, win.last_ply, score_text(win.score));
      });
    }
  }

  void settle_checks() {
    VerifyReport& report = ledger_.report();
    const auto settle = [&](Check which, bool chosen, const std::string& reason) {
      CheckResult& check = report.check(which);
      // An oracle that gave up has not passed, unless it had a finding before.
      if (!chosen) {
        check.reason = "not asked for";
      } else if (check.findings == 0 &&
                 (check.items == 0 || (which == Check::kOracle && !reason.empty()))) {
        check.reason = reason.empty() ? "the trace has nothing to check" : reason;
      } else {
        check.status = check.findings > 0 ? CheckStatus::kFailed : CheckStatus::kPassed;
        check.reason = reason;
      }
    };
    settle(Check::kStructure, options_.structure, "");
    settle(Check::kProof, options_.proof, "");
    // Without a board, only the moves of two nodes can show that their positions share a key.
    const bool has_clash =
        report.warnings_by_rule[static_cast<std::size_t>(Rule::kWarnKeyClash)] > 0;
    if (!replay_reason_.empty() && report.check(Check::kReplay).items == 0 &&
        report.trusted_keys > 0) {
      replay_reason_ +=
          "; table answers are trusted to be for the same position because the engine's keys match";
      if (has_clash) replay_reason_ += ", although some positions share a key (key_clash)";
    }
    settle(Check::kReplay, options_.replay, replay_reason_);
    settle(Check::kOracle, options_.oracle.has_value(), oracle_reason_);
    for (const Check which : {Check::kReplay, Check::kOracle}) {
      const bool has_reference =
          which == Check::kOracle && options_.oracle && options_.oracle->reference != nullptr;
      CheckResult& check = report.check(which);
      if (!rules::chosen() || check.status == CheckStatus::kNotRun || has_reference) continue;
      check.rules = rules::chosen()->name();
    }
    // A check without items has compared nothing and must not count as passed.
    for (const Check check : {Check::kStructure, Check::kProof}) {
      const bool chosen = check == Check::kStructure ? options_.structure : options_.proof;
      if (chosen && report.check(check).items == 0) {
        ledger_.incomplete(fmt::format("{} found nothing to check", word(check)));
      }
    }
    if (options_.replay_asked && report.check(Check::kReplay).status == CheckStatus::kNotRun) {
      ledger_.incomplete("replay was asked for, but " + replay_reason_, Ledger::Hole::kBeside);
    }
    const auto passed = [&](Check check) {
      return report.check(check).status == CheckStatus::kPassed;
    };
    if (!options_.proof && !passed(Check::kOracle)) {
      ledger_.incomplete("the value of the root was not proven: the check proof was not asked for");
    }
  }

  void tell_blind_assumptions() {
    for (std::size_t i = 0; i < static_cast<std::size_t>(Assumption::kCount); ++i) {
      const auto kind = static_cast<Assumption>(i);
      if (ledger_.blindly_assumed(kind) == 0) continue;
      const std::uint64_t leaves = ledger_.blindly_assumed(kind);
      ledger_.incomplete(fmt::format(
          "{} of unknown kind may be {}, and so {} nothing: declare {} kind, or accept {} with "
          "--assume {}",
          leaves == 1 ? "1 leaf" : text::grouped(static_cast<std::int64_t>(leaves)) + " leaves",
          leaves == 1 ? "a table answer or a clamped score" : "table answers or clamped scores",
          leaves == 1 ? "proves" : "prove", leaves == 1 ? "its" : "their",
          leaves == 1 ? "it" : "them", word(kind)));
    }
  }

  // The proven interval of the root, if there is no finding and no gap below it.
  std::optional<Interval> proven_root() {
    const VerifyReport& report = ledger_.report();
    const bool ran = report.check(Check::kProof).status == CheckStatus::kPassed;
    const bool has_hole = reader_.file().lost_events_of(search_.id) ||
                          std::any_of(root_.passes.begin(), root_.passes.end(),
                                      [this](std::int64_t pass) { return ledger_.has_hole(pass); });
    return ran && report.findings_total == 0 && !has_hole ? root_.proven : std::nullopt;
  }

  VerifyReport finish() {
    settle_checks();
    tell_blind_assumptions();
    VerifyReport& report = ledger_.report();
    report.proven = proven_root();
    const std::unordered_set<std::int64_t> deciding(root_.passes.begin(), root_.passes.end());
    for (const auto& [root, pass] : passes_) {
      if (deciding.count(pass.row.id) != 0) report.roots.push_back(root);
    }
    // claim_pass() has set the claim if --pass is given.
    if (!options_.pass) {
      report.claimed_lower = search_.lower;
      report.claimed_upper = search_.upper;
    }
    // Includes accepted assumptions, because it states what the proof needed.
    const auto& counts = report.assumptions;
    report.unconditional =
        std::all_of(counts.begin(), counts.end(), [](std::uint64_t count) { return count == 0; });
    // The ledger of a pass has only assumptions that were not accepted.
    if (options_.strict && ledger_.has_assumed()) {
      report.reasons.emplace_back("--strict: the proof rests on assumptions");
    }
    const auto verdict_of = [&](const Ledger::PassState& state) {
      if (state.refuted) return Verdict::kRefuted;
      const bool incomplete = state.incomplete || (options_.strict && state.assumed);
      return incomplete ? Verdict::kIncomplete : Verdict::kVerified;
    };
    const auto add_pass = [&](const PassResult& pass) {
      // If the ledger has no entry for a pass, nothing was found against it.
      const Ledger::PassState* const state = ledger_.state_of(pass.row.id);
      report.passes.push_back({pass.row.id, pass.row.depth,
                               state == nullptr ? Verdict::kVerified : verdict_of(*state)});
    };
    for (const auto& [root, pass] : passes_) add_pass(pass);
    for (const PassResult& pass : without_root_) add_pass(pass);
    if (report.suspects_total > 0) {
      if (file_.refused_events() > 0) {
        report.reasons.push_back(suspects_of_missing_events(report));
      } else {
        report.reasons.push_back(suspects_of_kinds(report));
        const std::string advice = advice_on(report.missing, facts_.captured);
        if (!advice.empty()) report.hints.push_back(advice);
      }
    }
    // A row that breaks a rule refutes, whatever else is missing (docs/verify.md).
    report.verdict = report.findings_total > 0 ? Verdict::kRefuted
                     : report.reasons.empty()  ? Verdict::kVerified
                                               : Verdict::kIncomplete;
    return report;
  }

  WholeFile& file_;
  const TraceReader& reader_;
  const SearchRow& search_;
  const VerifyOptions& options_;
  const std::optional<Trial> trial_;
  Facts facts_;
  Ledger ledger_;
  TableOrigins origins_;
  NodeJudge judge_;
  PassResults passes_;
  std::vector<PassResult> without_root_;
  std::unique_ptr<Replay> replay_;
  std::string replay_reason_, oracle_reason_;
  RootProof root_;
  bool met_min_ = false;
  ReadingEvidence evidence_;  // used in a trial
};

// Replaces pass ids, which the rules use, by numbers in the search, which users see.
void number_passes(const TraceReader& reader, const SearchRow& search, VerifyReport& report) {
  std::map<std::int64_t, std::int64_t> ordinals;
  for (const PassRow& pass : reader.passes(search.id)) ordinals[pass.id] = pass.ordinal;
  const auto number = [&](std::int64_t& pass) {
    if (const auto found = ordinals.find(pass); found != ordinals.end()) pass = found->second;
  };
  for (auto* list : {&report.findings, &report.suspects, &report.warnings}) {
    for (Finding& finding : *list) number(finding.pass);
  }
  for (PassVerdict& pass : report.passes) number(pass.ordinal);
}

// Judges subtrees of a search side by side. Nullopt if it has to be judged by one forward scan. The
// readers are its own, because a reader keeps its first error, and pieces may meet damage in
// another order than a forward scan does.
std::optional<VerifyReport> judged_side_by_side(const TraceReader& reader, const SearchRow& search,
                                                VerifyOptions options) {
  const TraceFile& file = reader.file();
  const bool is_worth_it = search.nodes.value_or(0) >= 2 * options.subtrees.least;
  if (options.jobs < 2 || !is_worth_it || options.pass || options.watch || file.recording ||
      file.write_ahead_log) {
    return std::nullopt;
  }
  const auto own = reader.open_another();
  if (!own || !own->recorded_digests(search.id)) return std::nullopt;
  std::optional<CertificateMarks> marks;
  CertificateMarks* const certificate = options.certificate;
  if (certificate != nullptr) options.certificate = &marks.emplace(certificate->claim());
  WholeFile whole(*own);
  auto report = Verification(whole, search, options).run();
  if (!report) return std::nullopt;
  if (certificate != nullptr) *certificate = std::move(*marks);
  return std::move(*report);
}

}  // namespace

Result<VerifyReport> verify_trace(const TraceReader& reader, const SearchRow& search,
                                  const VerifyOptions& options) {
  WholeFile file(reader);
  return verify_trace(file, search, options);
}

Result<VerifyReport> verify_trace(WholeFile& file, const SearchRow& search,
                                  const VerifyOptions& options) {
  const TraceReader& reader = file.reader();
  VerifyOptions by_id = options;
  if (options.pass) {
    // Users count the passes of a search; the rules use ids.
    const auto pass = reader.choose_pass(search, options.pass);
    if (!pass) return pass.status();
    by_id.pass = pass->id;
  }
  auto beside = judged_side_by_side(reader, search, by_id);
  by_id.jobs = 1;
  Result<VerifyReport> report =
      beside ? Result<VerifyReport>(std::move(*beside)) : Verification(file, search, by_id).run();
  // If the reference could not be read, there is no verdict.
  const TraceReader* const reference = options.oracle ? options.oracle->reference : nullptr;
  if (reference != nullptr && !reference->status()) return reference->status();
  if (report) number_passes(reader, search, *report);
  return report;
}

}  // namespace plytrace::verify
