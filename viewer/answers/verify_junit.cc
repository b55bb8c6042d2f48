// SPDX-License-Identifier: MIT
#include "viewer/answers/verify_junit.h"

#include <fmt/format.h>

#include <optional>

#include "viewer/format/rows/format.h"

namespace plytrace::verify {
namespace {

// The check that shows an INCOMPLETE verdict: the last one that passed, else the first.
std::optional<Check> incomplete_check(const VerifyReport& report) {
  if (report.verdict != Verdict::kIncomplete) return std::nullopt;
  Check found = kChecks.front();
  for (const Check check : kChecks) {
    if (report.check(check).status == CheckStatus::kPassed) found = check;
  }
  return found;
}

std::string failure_xml(const VerifyReport& report, Check check) {
  std::string lines;
  std::string first;
  std::uint64_t listed = 0;
  for (const Finding& finding : report.findings) {
    if (info(finding.rule).check != check) continue;
    ++listed;
    const std::string line = fmt::format("{}: {}; expected: {}", info(finding.rule).name,
                                         finding.message, finding.expected);
    if (first.empty()) first = line;
    lines += xml_escaped(line) + "\n";
  }
  // The report lists only some of the findings (max_findings).
  const std::uint64_t all = report.check(check).findings;
  if (all > listed) lines += fmt::format("and {} more\n", all - listed);
  return fmt::format("      <failure type=\"refuted\" message=\"{}\">{}</failure>\n",
                     xml_escaped(first), lines);
}

std::string error_xml(const VerifyReport& report) {
  return fmt::format("      <error type=\"incomplete\" message=\"{}\"/>\n",
                     xml_escaped(fmt::format("{}", fmt::join(report.reasons, "; "))));
}

std::string case_xml(const JudgedSearch& judged, Check check, bool is_incomplete) {
  const CheckResult& result = judged.report.check(check);
  std::string inner;
  if (result.status == CheckStatus::kFailed) inner += failure_xml(judged.report, check);
  // A test case cannot be both; an error takes precedence over skipped.
  if (is_incomplete) {
    inner += error_xml(judged.report);
  } else if (result.status == CheckStatus::kNotRun) {
    inner += fmt::format("      <skipped message=\"{}\"/>\n", xml_escaped(result.reason));
  }
  const std::string head =
      fmt::format("    <testcase classname=\"{}\" name=\"{}\" assertions=\"{}\"",
                  xml_escaped(judged.name()), word(check), result.items);
  return inner.empty() ? head + "/>\n" : head + ">\n" + inner + "    </testcase>\n";
}

struct Counts {
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;

  std::string attributes() const {
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"", tests, failures,
                       errors, skipped);
  }
};

std::string suite_xml(const JudgedSearch& judged, Counts& total) {
  const std::optional<Check> incomplete = incomplete_check(judged.report);
  Counts counts;
  std::string cases;
  for (const Check check : kChecks) {
    const CheckStatus status = judged.report.check(check).status;
    ++counts.tests;
    if (status == CheckStatus::kFailed) ++counts.failures;
    if (check == incomplete) {
      ++counts.errors;
    } else if (status == CheckStatus::kNotRun) {
      ++counts.skipped;
    }
    cases += case_xml(judged, check, check == incomplete);
  }
  total.tests += counts.tests;
  total.failures += counts.failures;
  total.errors += counts.errors;
  total.skipped += counts.skipped;
  return fmt::format("  <testsuite name=\"{}\" {}>\n{}  </testsuite>\n", xml_escaped(judged.name()),
                     counts.attributes(), cases);
}

// The suite of a trace that could not be read: one test case with an error.
std::string error_suite_xml(const JudgedSearch& judged, Counts& total) {
  Counts counts;
  counts.tests = counts.errors = 1;
  total.tests += 1;
  total.errors += 1;
  const std::string name = xml_escaped(judged.name());
  return fmt::format(
      "  <testsuite name=\"{}\" {}>\n    <testcase classname=\"{}\" name=\"read\">\n"
      "      <error type=\"error\" message=\"{}\"/>\n    </testcase>\n  </testsuite>\n",
      name, counts.attributes(), name, xml_escaped(judged.error));
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  // XML 1.0 does not allow control characters, not even escaped.
  return text::markup_escaped(text::printable(text));
}

std::string junit_xml(const std::vector<JudgedSearch>& searches) {
  Counts total;
  std::string suites;
  for (const JudgedSearch& judged : searches) {
    suites += judged.error.empty() ? suite_xml(judged, total) : error_suite_xml(judged, total);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "
      "name=\"plytrace verify\" {}>\n{}"
      "</testsuites>\n",
      total.attributes(), suites);
}

}  // namespace plytrace::verify
