// SPDX-License-Identifier: MIT
//
// plytrace verify TRACE...: is the pruning of a recorded search right?
#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <string>
#include <vector>

#include "viewer/cli/option_values.h"
#include "viewer/commands/commands.h"
#include "viewer/verify/certificate/certificate.h"
#include "viewer/verify/report/junit.h"
#include "viewer/verify/report/report_writer.h"
#include "viewer/verify/saturated.h"
#include "viewer/verify/verify.h"

namespace plytrace {
namespace {

using verify::Verdict;
using verify::VerifyReport;

struct VerifyCommand {
  std::vector<std::string> traces;
  std::optional<std::int64_t> search, pass;
  std::vector<std::string> checks;
  bool strict = false, rules = false, force = false;
  std::string oracle, reference;
  std::uint64_t oracle_nodes = 50'000'000;
  std::string certificate, replay_certificate, junit;
  std::size_t max_findings = 20;
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
  options.pass = command.pass;
  options.strict = command.strict;
  options.max_findings = cli::entries(command.max_findings);
  return options;
}

// root, sampled:N or full.
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
  const char* const end = text.data() + text.size();
  if (text.starts_with(kSampled)) {
    options.scope = verify::OracleScope::kSampled;
    const auto [stop, error] = std::from_chars(text.data() + kSampled.size(), end, options.samples);
    if (error == std::errc() && stop == end && options.samples > 0) return options;
  }
  return Status::usage("--oracle " + text + ": not one of root, sampled:N, full; N is 1 or more");
}

// The range of ids that the passes cover: how much there is to read.
std::uint64_t expected_nodes(const TraceReader& reader, const SearchRow& search) {
  std::int64_t nodes = 0;  // saturated: a damaged trace may name any ids
  for (const PassRow& pass : reader.passes(search.id)) {
    if (pass.root && pass.last && *pass.last >= *pass.root) {
      nodes = verify::saturated_sum(
          nodes, static_cast<std::int64_t>(static_cast<std::uint64_t>(*pass.last) -
                                           static_cast<std::uint64_t>(*pass.root)));
    }
  }
  return static_cast<std::uint64_t>(std::max<std::int64_t>(nodes, 0));
}

Result<VerifyReport> verify_file(const VerifyCommand& command, const std::string& file) {
  const auto reader = TraceReader::open(file);
  if (!reader) return reader.status();
  const auto search = reader->choose_search(command.search);
  if (!search) return search.status();
  verify::VerifyOptions options = options_of(command);
  cli::Progress progress("verify " + file, expected_nodes(*reader, *search));
  options.progress = [&progress](std::uint64_t nodes) { progress.at(nodes); };
  std::optional<TraceReader> reference;
  if (!command.oracle.empty() || !command.reference.empty() || asks_for(command, "oracle")) {
    auto oracle = oracle_options(command);
    if (!oracle) return oracle.status();
    if (!command.reference.empty()) {
      auto opened = TraceReader::open(command.reference);
      if (!opened) return opened.status();
      reference.emplace(std::move(*opened));
      oracle->reference = &*reference;
    }
    options.oracle = *oracle;
  }
  if (command.certificate.empty()) return verify::verify_trace(*reader, *search, options);
  verify::CertificateWriter writer(*reader, *search);
  options.certificate = &writer;
  auto report = verify::verify_trace(*reader, *search, options);
  if (!report || report->verdict != Verdict::kVerified) return report;
  const auto text = writer.write();
  if (!text) return text.status();
  if (Status status = cli::write_file(command.certificate, *text, command.force); !status) {
    return status;
  }
  return report;
}

StatusCode code_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kVerified:
      return StatusCode::kOk;
    case Verdict::kRefuted:
      return StatusCode::kAnswerNo;
    default:
      return StatusCode::kNoAnswer;
  }
}

Status answer(Verdict verdict) {
  return verdict == Verdict::kVerified ? Status::ok() : Status::answer(code_of(verdict));
}

Status write_report(const VerifyCommand& command, const VerifyReport& report) {
  return command.format == cli::OutputFormat::kJson
             ? cli::write_json(verify::report_json(report))
             : cli::write_stdout(verify::report_text(command.traces.front(), report));
}

Status write_junit(const VerifyCommand& command, const std::vector<verify::JudgedTrace>& traces) {
  if (command.junit.empty()) return Status::ok();
  return cli::write_file(command.junit, verify::junit_xml(traces), command.force);
}

Status verify_one(const VerifyCommand& command) {
  const auto report = verify_file(command, command.traces.front());
  if (!report) return report.status();
  if (Status written = write_junit(command, {{command.traces.front(), *report}}); !written) {
    return written;
  }
  // A report on stdout stands alone.
  if (command.junit == "-") return answer(report->verdict);
  if (Status written = write_report(command, *report); !written) return written;
  return answer(report->verdict);
}

// One line a trace, and the worst verdict: refuted, then incomplete, then verified.
Status verify_many(const VerifyCommand& command) {
  std::string lines;
  cli::Json array = cli::Json::array();
  Verdict worst = Verdict::kVerified;
  std::vector<verify::JudgedTrace> judged;
  for (const std::string& trace : command.traces) {
    const auto report = verify_file(command, trace);
    if (!report) return report.status();
    if (report->verdict == Verdict::kRefuted || worst == Verdict::kVerified) {
      worst = report->verdict;
    }
    lines += verify::summary_line(trace, *report);
    cli::Json json;
    json["trace"] = trace;
    json.update(verify::report_json(*report));
    array.push_back(std::move(json));
    if (!command.junit.empty()) judged.push_back({trace, *report});
  }
  if (Status written = write_junit(command, judged); !written) return written;
  if (command.junit == "-") return answer(worst);
  const Status written =
      command.format == cli::OutputFormat::kJson
          ? cli::write_json({{"verdict", verify::word(worst)}, {"traces", std::move(array)}})
          : cli::write_stdout(lines);
  return written ? answer(worst) : written;
}

Status replay_certificate(const VerifyCommand& command) {
  std::string answer;
  const auto holds = verify::replay_certificate(command.replay_certificate, &answer);
  if (!holds) return holds.status();
  const Status written = command.format == cli::OutputFormat::kJson
                             ? cli::write_json({{"holds", *holds}, {"message", answer}})
                             : cli::write_stdout(answer + "\n");
  if (!written) return written;
  return *holds ? Status::ok() : Status::answer(StatusCode::kAnswerNo);
}

// A certificate is of one trace, and nothing is overwritten unasked.
Status check_outputs(const VerifyCommand& command) {
  if (!command.certificate.empty() && command.traces.size() > 1) {
    return Status::usage("verify: --certificate is for one trace; name only one");
  }
  if (!command.certificate.empty() && command.certificate == command.junit) {
    return Status::usage("verify: --certificate and --junit name the same file");
  }
  for (const std::string& file : {command.certificate, command.junit}) {
    if (file.empty() || file == "-") continue;
    if (Status status = cli::check_output(file, command.force); !status) return status;
  }
  return Status::ok();
}

Status run_verify(const VerifyCommand& command) {
  if (command.rules) {
    return command.format == cli::OutputFormat::kJson ? cli::write_json(verify::rules_json())
                                                      : cli::write_stdout(verify::rules_text());
  }
  if (!command.replay_certificate.empty()) return replay_certificate(command);
  if (Status status = check_outputs(command); !status) return status;
  if (command.traces.empty()) return Status::usage("verify: no trace given; name one or more");
  return command.traces.size() > 1 ? verify_many(command) : verify_one(command);
}

}  // namespace

void setup_verify(cli::Program& app, cli::CommandList& commands) {
  const auto options = std::make_shared<VerifyCommand>();
  cli::Command* command = cli::add_command(
      app, "verify", "Prove or refute that the pruning of a recorded search was right",
      {"plytrace verify run.db", "plytrace verify run.db --format json",
       "plytrace verify run.db --check structure,proof --strict",
       "plytrace verify run.db --oracle full", "plytrace verify *.db --junit verify.xml",
       "plytrace verify --rules"});
  command->add_option("trace", options->traces, "The trace files")->type_name("TRACE");
  command->add_option("--search", options->search, "Search of the file (default the last)")
      ->check(cli::whole_number(0))
      ->type_name("N");
  command->add_option("--pass", options->pass, "Judge this pass only, and what it rests on")
      ->check(cli::whole_number(0))
      ->type_name("N");
  command->add_option("--check", options->checks, "Checks to run (default structure,proof,replay)")
      ->delimiter(',')
      ->check(cli::one_of({"structure", "proof", "replay", "oracle"}))
      ->type_name("LIST");
  command
      ->add_option("--oracle", options->oracle,
                   "Also search without pruning: root (default), sampled:N or full")
      ->type_name("SCOPE");
  command
      ->add_option("--oracle-nodes", options->oracle_nodes,
                   "Nodes that the oracle may visit (default 50000000)")
      ->check(cli::whole_number(1))
      ->type_name("N");
  command
      ->add_option("--reference", options->reference,
                   "A trace of minimax to compare with, instead of searching")
      ->type_name("TRACE");
  command->add_flag("--strict", options->strict, "An assumption makes the verdict INCOMPLETE");
  command
      ->add_option("--limit,--max-findings", options->max_findings,
                   "Most findings, and warnings, 0 = all (default 20)")
      ->check(cli::whole_number(0))
      ->type_name("N");
  command
      ->add_option("--certificate", options->certificate,
                   "Write a proof of the root value for plytrace-check")
      ->type_name("FILE");
  command
      ->add_option("--replay-certificate", options->replay_certificate,
                   "Check a certificate's premises against the rules of the game (no trace)")
      ->type_name("FILE");
  command
      ->add_option("--junit", options->junit,
                   "Also write JUnit XML: a test case for each trace and check ('-': stdout)")
      ->type_name("FILE");
  command->add_flag("--force", options->force, "Overwrite an existing certificate or JUnit file");
  command->add_flag("--rules", options->rules, "List all rules, warnings and assumptions");
  cli::add_format(command, options->format);
  commands.add(command, [options] { return run_verify(*options); });
}

}  // namespace plytrace
