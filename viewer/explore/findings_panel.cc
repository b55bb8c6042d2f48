// SPDX-License-Identifier: MIT
//
// Panel "findings": the answer of `plytrace verify`, computed by a job.
#include <algorithm>
#include <utility>
#include <vector>

#include "viewer/answers/verify_answer.h"
#include "viewer/answers/verify_file.h"
#include "viewer/explore/panels.h"
#include "viewer/format/characters.h"
#include "viewer/verify/report/mended_words.h"
#include "viewer/verify/verify_trace.h"

namespace plytrace::explore {
namespace {

constexpr std::size_t kMostFindings = 200;
constexpr std::size_t kMostResults = 200;  // searches whose answers are listed

// The rows of all searches, with as many findings as the page lists.
class Findings : public verify::FileJudge {
 public:
  explicit Findings(const Job::Control& control) : control_(control) {}

  Status begin(const TraceReader& reader, const std::vector<SearchRow>& searches) override {
    for (const SearchRow& search : searches) all_ += nodes_of(reader, search);
    return Status::ok();
  }
  Result<verify::VerifyReport> judge(verify::WholeFile& file, const SearchRow& search) override {
    verify::VerifyOptions options;
    options.max_findings = kMostFindings - std::min(kMostFindings, listed_);
    options.progress = [&](std::uint64_t nodes) {
      control_.progress(
          std::min(1.0, (before_ + static_cast<double>(nodes)) / std::max(1.0, all_)));
    };
    auto report = verify::verify_trace(file, search, options);
    before_ += nodes_of(file.reader(), search);
    options.progress(0);
    return report;
  }
  Status take(verify::JudgedSearch row) override {
    // Without a search there is nothing to list.
    if (!row.search) return Status::bad_input(row.error);
    const verify::VerifyReport& report = row.report;
    verdict_ = verify::worse(verdict_, report.verdict);
    ++rows_;
    total_ += report.findings_total;
    listed_ += report.findings.size();
    if (judged_.size() == kMostResults) return Status::ok();
    for (const std::string& words : verify::effect_words(report)) {
      effects_.push_back({{"search", *row.search}, {"text", text::printable(words)}});
    }
    judged_.push_back(std::move(row));
    return Status::ok();
  }
  text::Json json() const {
    text::Json json = verify::answer_json(judged_);
    json["verdict"] = verify::word(verdict_);
    json["results_total"] = rows_;
    json["findings_total"] = total_;
    json["effects"] = effects_;
    return json;
  }

 private:
  static double nodes_of(const TraceReader& reader, const SearchRow& search) {
    return static_cast<double>(verify::expected_nodes(reader, search));
  }

  const Job::Control& control_;
  double all_ = 0, before_ = 0;  // nodes
  std::vector<verify::JudgedSearch> judged_;
  verify::Verdict verdict_ = verify::Verdict::kVerified;
  std::size_t rows_ = 0, listed_ = 0;
  std::uint64_t total_ = 0;
  text::Json effects_ = text::Json::array();
};

text::Json verified(const std::string& file, const Job::Control& control) {
  Findings findings(control);
  require(verify::judge_files({file}, {}, findings));
  return findings.json();
}

}  // namespace

text::Json answer_findings(Asked& asked) {
  const bool start = asked.parameters.flag("start");
  asked.parameters.finish();
  const std::string file = asked.source.file();
  return asked.jobs.ask("findings " + file, start,
                        [file](const Job::Control& control) { return verified(file, control); });
}

}  // namespace plytrace::explore
