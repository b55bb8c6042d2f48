// SPDX-License-Identifier: MIT
//
// "findings": what `plytrace verify` finds in the trace, made in a thread of its own.
#include <algorithm>
#include <set>
#include <string>

#include "viewer/explore/panels.h"
#include "viewer/verify/verify_trace.h"
#include "viewer/verify/whole_file.h"

namespace plytrace::explore {
namespace {

constexpr std::size_t kMostFindings = 200;

text::Json finding_json(const verify::Finding& finding, std::int64_t search) {
  return {{"check", verify::word(verify::info(finding.rule).check)},
          {"rule", verify::info(finding.rule).name},
          {"node", finding.node == 0 ? text::Json(nullptr) : text::Json(finding.node)},
          {"path", text::text_json(finding.path)},
          {"search", search},
          {"pass", finding.pass == 0 ? text::Json(nullptr) : text::Json(finding.pass)},
          {"text", text::text_json(finding.message)},
          {"expected", text::text_json(finding.expected)},
          {"actual", text::text_json(finding.actual)},
          {"effect", verify::word(finding.effect)}};
}

// The nodes of a search, for the share done.
double verified_nodes(const TraceReader& reader, const SearchRow& search) {
  double nodes = 0;
  for (const PassRow& pass : reader.passes(search.id)) {
    const auto root = pass.root ? reader.node(*pass.root) : std::nullopt;
    if (root) nodes += static_cast<double>(reader.last_of(*root) - root->id) + 1;
  }
  return nodes;
}

Result<text::Json> verified(const std::string& file, const Job::Control& control) {
  const auto reader = TraceReader::open(file);
  if (!reader) return reader.status();
  const std::vector<SearchRow> searches = reader->searches();
  double all = 0, before = 0;
  for (const SearchRow& search : searches) all += verified_nodes(*reader, search);
  verify::Verdict verdict = verify::Verdict::kVerified;
  text::Json findings = text::Json::array(), reasons = text::Json::array();
  std::set<std::string> told;  // reasons: many searches have the same
  std::uint64_t total = 0;
  verify::WholeFile whole(*reader);
  for (const SearchRow& search : searches) {
    verify::VerifyOptions options;
    options.max_findings = kMostFindings;
    options.progress = [&](std::uint64_t nodes) {
      control.progress(std::min(1.0, (before + static_cast<double>(nodes)) / std::max(1.0, all)));
    };
    const auto report = verify::verify_trace(whole, search, options);
    if (!report) return report.status();
    before += verified_nodes(*reader, search);
    options.progress(0);
    verdict = verify::worse(verdict, report->verdict);
    total += report->findings_total;
    for (const std::string& reason : report->reasons) {
      const bool is_new = reasons.size() < kMostFindings && told.insert(reason).second;
      if (is_new) reasons.push_back(text::text_json(reason));
    }
    for (const verify::Finding& finding : report->findings) {
      if (findings.size() < kMostFindings) findings.push_back(finding_json(finding, search.id));
    }
  }
  return text::Json{{"verdict", verify::word(verdict)},
                    {"total", total},
                    {"findings", std::move(findings)},
                    {"reasons", std::move(reasons)}};
}

}  // namespace

Result<text::Json> answer_findings(Asked& asked) {
  const bool start = asked.parameters.flag("start");
  if (Status status = asked.parameters.finish(); !status) return status;
  const std::string file = asked.source.file();
  return asked.jobs.ask("findings " + file, start,
                        [file](const Job::Control& control) { return verified(file, control); });
}

}  // namespace plytrace::explore
