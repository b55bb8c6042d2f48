// SPDX-License-Identifier: MIT
//
// Panel "findings": the answer of `plytrace verify`, computed by a job.
#include <algorithm>
#include <utility>
#include <vector>

#include "viewer/answers/verify_answer.h"
#include "viewer/explore/panels.h"
#include "viewer/format/characters.h"
#include "viewer/verify/report/mended_words.h"
#include "viewer/verify/verify_trace.h"
#include "viewer/verify/whole_file.h"

namespace plytrace::explore {
namespace {

constexpr std::size_t kMostFindings = 200;
constexpr std::size_t kMostResults = 200;  // searches whose answers are listed

Result<text::Json> verified(const std::string& file, const Job::Control& control) {
  const auto reader = TraceReader::open(file);
  if (!reader) return reader.status();
  const std::vector<SearchRow> searches = reader->searches();
  const auto nodes_of = [&](const SearchRow& search) {
    return static_cast<double>(verify::expected_nodes(*reader, search));
  };
  double all = 0, before = 0;
  for (const SearchRow& search : searches) all += nodes_of(search);
  verify::WholeFile whole(*reader);
  std::vector<verify::JudgedSearch> judged;
  verify::Verdict verdict = verify::Verdict::kVerified;
  std::size_t listed = 0;
  text::Json effects = text::Json::array();
  std::uint64_t total = 0;
  for (const SearchRow& search : searches) {
    verify::VerifyOptions options;
    options.max_findings = kMostFindings - std::min(kMostFindings, listed);
    options.progress = [&](std::uint64_t nodes) {
      control.progress(std::min(1.0, (before + static_cast<double>(nodes)) / std::max(1.0, all)));
    };
    auto report = verify::verify_trace(whole, search, options);
    if (!report) return report.status();
    before += nodes_of(search);
    options.progress(0);
    verdict = verify::worse(verdict, report->verdict);
    total += report->findings_total;
    listed += report->findings.size();
    if (judged.size() == kMostResults) continue;
    for (const std::string& words : verify::effect_words(*report)) {
      effects.push_back({{"search", search.id}, {"text", text::printable(words)}});
    }
    judged.push_back({file, search.id, searches.size() > 1, std::move(*report), ""});
  }
  text::Json json = verify::answer_json(judged);
  json["verdict"] = verify::word(verdict);
  json["results_total"] = searches.size();
  json["findings_total"] = total;
  json["effects"] = std::move(effects);
  return json;
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
