// SPDX-License-Identifier: MIT
//
// plytrace verify TRACE...: checks whether the pruning of a recorded search is right.
#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/number_text.h"
#include "viewer/answers/verify_answer.h"
#include "viewer/answers/verify_file.h"
#include "viewer/answers/verify_junit.h"
#include "viewer/cli/option_values.h"
#include "viewer/commands/commands.h"
#include "viewer/commands/rules_option.h"
#include "viewer/rules/rules_program.h"
#include "viewer/verify/certificate/certificate_replay.h"
#include "viewer/verify/certificate/certify.h"
#include "viewer/verify/verify_trace.h"

namespace plytrace {
namespace {

using verify::JudgedSearch;
using verify::Verdict;
using verify::VerifyReport;

struct VerifyCommand {
  std::vector<std::string> traces;
  std::optional<std::int64_t> search, pass;
  std::vector<std::string> checks, assume;
  bool strict = false, lists_rules = false, force = false;
  std::string oracle, reference;
  std::uint64_t oracle_nodes = 50'000'000;
  std::string certificate, replay_certificate, junit;
  std::size_t max_findings = 20;
  std::optional<std::size_t> jobs;
  cli::OutputFormat format = cli::OutputFormat::kText;
};

bool asks_for(const VerifyCommand& command, const std::string& check) {
  return std::find(command.checks.begin(), command.checks.end(), check) != command.checks.end();
}

verify::VerifyOptions options_of(const VerifyCommand& command) {
  verify::VerifyOptions options;
  if (!command.checks.empty()) {
    options.structure = asks_for(command, "structure");
    options.proof = asks_for(command, "proof");
    options.replay = options.replay_asked = asks_for(command, "replay");
  }
  // Whoever names a rules program wants to know if it could not judge.
  options.replay_asked = options.replay && (options.replay_asked || rules::chosen());
  options.pass = command.pass;
  options.strict = command.strict;
  for (const std::string& word : command.assume) {
    options.accepted |= verify::assumption_flag(word);
  }
  options.max_findings = cli::entries(command.max_findings);
  return options;
}

// Parses root, sampled:N or full.
Result<verify::OracleOptions> oracle_options(const VerifyCommand& command) {
  verify::OracleOptions options;
  options.max_nodes = command.oracle_nodes;
  const std::string& text = command.oracle;
  constexpr std::string_view kSampled = "sampled:";
  if (text.empty() || text == "root") return options;
  if (text == "full") {
    options.scope = verify::OracleScope::kFull;
    return options;
  }
  if (text.starts_with(kSampled)) {
    options.scope = verify::OracleScope::kSampled;
    options.samples =
        number_from<decltype(options.samples)>(text.substr(kSampled.size())).value_or(0);
    if (options.samples > 0) return options;
  }
  return Status::usage("--oracle " + text + ": not one of root, sampled:N, full; N is 1 or more");
}

// The settings of --oracle, --reference and --check oracle. The reference is opened once for all
// traces.
struct Oracle {
  std::optional<verify::OracleOptions> options;
  std::optional<TraceReader> reference;

  void prepare(const VerifyCommand& command) {
    const bool is_asked = !command.oracle.empty() || asks_for(command, "oracle");
    if (!is_asked && command.reference.empty()) return;
    options = value_of(oracle_options(command));
    if (command.reference.empty()) return;
    reference.emplace(value_of(TraceReader::open(command.reference)));
    options->reference = &*reference;
  }
};

// The reference is read by all searches, and a reader serves one thread.
std::size_t jobs_of(const VerifyCommand& command) {
  if (!command.reference.empty()) return 1;
  return command.jobs.value_or(std::max(1U, std::thread::hardware_concurrency()));
}

// Collects and writes the results. As text, several searches get one line each, written as soon as
// the search is checked.
class Answer : public verify::FileJudge {
 public:
  Answer(const VerifyCommand& command, const Oracle& oracle)
      : command_(command), options_(options_of(command)) {
    options_.oracle = oracle.options;
    expect(1);
  }

  Status begin(const TraceReader& reader, const std::vector<SearchRow>& searches) override {
    if (!command_.certificate.empty() && searches.size() > 1) {
      return Status::usage(
          fmt::format("verify: --certificate is for one search, {} holds {}; name "
                      "one with --search",
                      reader.file().path, searches.size()));
    }
    if (command_.traces.size() == 1) expect(searches.size());
    return Status::ok();
  }
  Result<VerifyReport> judge(verify::WholeFile& file, const SearchRow& search) override {
    const TraceReader& reader = file.reader();
    verify::VerifyOptions options = options_;
    std::optional<cli::Progress> progress;
    if (!are_side_by_side_) {
      options.jobs = jobs_of(command_);
      progress.emplace("verify " + reader.file().path, verify::expected_nodes(reader, search));
      options.progress = [&progress](std::uint64_t nodes) { progress->at(nodes); };
    }
    if (command_.certificate.empty()) return verify::verify_trace(file, search, options);
    return verify::verify_with_certificate(reader, search, options,
                                           {command_.certificate, command_.force});
  }
  Status take(JudgedSearch row) override {
    const Verdict verdict = row.report.verdict;
    worst_ = rows_++ == 0 ? verdict : verify::worse(worst_, verdict);
    const std::uint64_t alike = ++counts_[static_cast<std::size_t>(verdict)];
    Status status;
    if (writes_lines_ && (command_.max_findings == 0 || alike <= kMostLines)) {
      status = cli::write_stdout(verify::summary_line(row));
    }
    if (searches_) searches_->at(rows_);
    const bool is_kept = !writes_lines_ || !command_.junit.empty();
    if (is_kept) kept_.push_back(std::move(row));
    return status;
  }
  // Writes the rest, and returns the exit status.
  Status finish() {
    searches_.reset();
    if (!command_.junit.empty()) {
      const std::string xml = verify::junit_xml(kept_);
      cli::write_file(command_.junit, xml, command_.force);
    }
    require(write_rest());
    return verify::exit_status(worst_);
  }

 private:
  static constexpr std::uint64_t kMostLines = 10'000;  // lines of each verdict
  static constexpr std::uint64_t kFewLines = 10;       // more get a line with totals

  void expect(std::size_t searches) {
    const bool is_text = command_.format == cli::OutputFormat::kText && command_.junit != "-";
    const bool has_several = command_.traces.size() > 1 || searches > 1;
    writes_lines_ = is_text && has_several;
    are_side_by_side_ = has_several && jobs_of(command_) > 1;
    if (!are_side_by_side_ || writes_lines_) return;
    const bool is_total = command_.traces.size() == 1;
    searches_.emplace("verify: searches", is_total ? searches : 0);
  }
  Status write_rest() const {
    if (writes_lines_) return rows_ > kFewLines ? cli::write_stdout(totals()) : Status::ok();
    // Output that another program reads from stdout must stand alone. If nothing was proven, no
    // certificate was written, and the report says why.
    const auto& certificate = kept_.front().report.certificate;
    const bool certified = command_.certificate == "-" && certificate && !certificate->file.empty();
    if (certified || command_.junit == "-") return Status::ok();
    if (command_.format == cli::OutputFormat::kJson) {
      return cli::write_json(verify::answer_json(kept_));
    }
    const JudgedSearch& only = kept_.front();
    // In the form that every command uses.
    if (!only.error.empty()) return Status::bad_input(only.error);
    return cli::write_stdout(verify::report_text(only));
  }

  // "4,000 searches: 3,998 VERIFIED, 2 REFUTED", and how many lines were omitted.
  std::string totals() const {
    std::string words, left_out;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      const std::string name = verify::capitals(static_cast<Verdict>(i));
      const auto count = static_cast<std::int64_t>(counts_[i]);
      if (count > 0) words += (words.empty() ? "" : ", ") + text::grouped(count) + " " + name;
      if (command_.max_findings == 0 || counts_[i] <= kMostLines) continue;
      const std::int64_t omitted = count - static_cast<std::int64_t>(kMostLines);
      left_out += fmt::format("; {} {} {} left out (--limit 0 shows all)", text::grouped(omitted),
                              name, omitted == 1 ? "line" : "lines");
    }
    return text::grouped(static_cast<std::int64_t>(rows_)) + " searches: " + words + left_out +
           "\n";
  }

  const VerifyCommand& command_;
  verify::VerifyOptions options_;
  bool writes_lines_ = false;
  bool are_side_by_side_ = false;          // no search shows its own progress
  std::optional<cli::Progress> searches_;  // unless each writes a line
  std::uint64_t rows_ = 0;
  std::array<std::uint64_t, 4> counts_{};  // by verdict
  Verdict worst_ = Verdict::kVerified;
  std::vector<JudgedSearch> kept_;  // results to be written at the end
};

Status verify_all(const VerifyCommand& command) {
  Oracle oracle;
  oracle.prepare(command);
  Answer answer(command, oracle);
  const verify::ChosenSearches chosen{command.search, command.pass.has_value()};
  const Status status = verify::judge_files(command.traces, chosen, answer, jobs_of(command));
  return status ? answer.finish() : status;
}

Status replay_certificate(const VerifyCommand& command) {
  const auto replay = value_of(verify::replay_certificate(command.replay_certificate));
  require(command.format == cli::OutputFormat::kJson
              ? cli::write_json({{"holds", replay.holds},
                                 {"untested", replay.untested},
                                 {"assumed", replay.assumed},
                                 {"message", replay.answer}})
              : cli::write_stdout(replay.answer + "\n"));
  if (!replay.holds) return Status::answer(StatusCode::kAnswerNo);
  // If the game's rules leave part of it undecided, the answer is neither yes nor no.
  const bool decides = replay.untested == 0 && replay.assumed == 0;
  return decides ? Status::ok() : Status::answer(StatusCode::kNoAnswer);
}

// A certificate is for a single trace, and no output is overwritten without --force.
void check_outputs(const VerifyCommand& command) {
  if (!command.certificate.empty() && rules::chosen()) {
    throw Failure::usage(
        "verify: a certificate never rests on a rules program; omit --rules or --certificate");
  }
  if (!command.certificate.empty() && command.traces.size() > 1) {
    throw Failure::usage("verify: --certificate is for one trace; name only one");
  }
  if (command.junit == "-" && command.format != cli::OutputFormat::kText) {
    throw Failure::usage(
        "verify: stdout cannot take both the JUnit XML and JSON; name a file, or omit --format");
  }
  cli::check_two_outputs("verify: --certificate and --junit", command.certificate, command.junit);
  for (const std::string& file : {command.certificate, command.junit}) {
    if (!file.empty() && file != "-") cli::check_output(file, command.force);
  }
}

// Without replay and oracle nobody would ask the rules program.
bool has_useless_rules(const VerifyCommand& command) {
  const bool asks = command.checks.empty() || asks_for(command, "replay") ||
                    asks_for(command, "oracle") || !command.oracle.empty();
  return rules::chosen() && !asks;
}

Status run_verify(const VerifyCommand& command) {
  if (command.lists_rules) {
    return command.format == cli::OutputFormat::kJson ? cli::write_json(verify::rules_json())
                                                      : cli::write_stdout(verify::rules_text());
  }
  if (!command.replay_certificate.empty()) return replay_certificate(command);
  check_outputs(command);
  if (has_useless_rules(command)) {
    return Status::usage(
        "verify: --rules is for the checks replay and oracle; name one, or omit it");
  }
  if (command.traces.empty()) return Status::usage("verify: no trace given; name one or more");
  return verify_all(command);
}

}  // namespace

void setup_verify(cli::Program& app) {
  const auto [command, options] = cli::add_command(
      app, "verify", "Prove or refute that the pruning of a recorded search is correct",
      {"plytrace verify run.db", "plytrace verify run.db --format json",
       "plytrace verify run.db --check structure,proof --strict",
       "plytrace verify run.db --assume unknown_kind", "plytrace verify run.db --oracle full",
       "plytrace verify *.db --junit verify.xml", "plytrace verify run.db --jobs 2",
       "plytrace verify checkers.db --rules 'python3 checkers.py'", "plytrace verify --list-rules"},
      run_verify);
  command->add_option("trace TRACE", options->traces, "The trace files")->check(cli::input_file());
  command->add_option("--search N", options->search, "Check only this search (default: all)");
  command->add_option("--pass N", options->pass,
                      "Check only this pass (of the last search) and what it depends on");
  command
      ->add_option("--check LIST", options->checks,
                   "Checks to run (default structure,proof,replay)")
      ->delimiter(',')
      ->check(cli::one_of({"structure", "proof", "replay", "oracle"}));
  command->add_option("--oracle SCOPE", options->oracle,
                      "Also search without pruning: root, sampled:N or full");
  command
      ->add_option("--oracle-nodes N", options->oracle_nodes,
                   "Nodes that the oracle may visit (default {})")
      ->check(cli::whole_number(1));
  command
      ->add_option("--reference TRACE", options->reference,
                   "A trace of minimax to compare with, instead of searching")
      ->check(cli::input_file());
  command->add_flag("--strict", options->strict,
                    "Report INCOMPLETE if the proof rests on any assumption");
  command
      ->add_option("--assume KIND,..", options->assume,
                   "Accept these assumptions, which would otherwise make the verdict INCOMPLETE")
      ->delimiter(',')
      ->check(cli::one_of(format::all_words<format::Assumption>()));
  command->add_option("--limit,--max-findings N", options->max_findings,
                      "List at most N findings and N warnings; 0 = all (default {})");
  command
      ->add_option(
          "--jobs N", options->jobs,
          "Judge N searches, or subtrees of one, side by side (default: one for each core)")
      ->check(cli::whole_number(1, 1024));
  command->add_option("--certificate FILE", options->certificate,
                      "Write a proof of the root value for plytrace-check ('-': stdout)");
  command
      ->add_option("--replay-certificate FILE", options->replay_certificate,
                   "Check a certificate's premises against the rules of the game (no trace)")
      ->check(cli::input_file());
  command->add_option("--junit FILE", options->junit,
                      "Also write JUnit XML: a test case for each trace and check ('-': stdout)");
  command->add_flag("--force", options->force, "Overwrite an existing certificate or JUnit file");
  cli::add_rules(command, cli::RulesFailure::kIsAsked);
  command->add_flag("--list-rules", options->lists_rules,
                    "List all rules, warnings and assumptions");
  cli::add_format(command, options->format);
  command->only_with("--oracle-nodes", {"--oracle", "--check"});
  command->only_with("--force", {"--certificate", "--junit"});
  command->alone("--list-rules", {"--format"});
  command->alone("--replay-certificate", {"--format"});
}

}  // namespace plytrace
