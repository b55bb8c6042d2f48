// SPDX-License-Identifier: MIT
#include "viewer/verify/report/report_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "viewer/text/format.h"
#include "viewer/verify/report/ledger.h"

namespace plytrace::verify {
namespace {

using cli::Json;

std::string upper_case(std::string_view word) {
  std::string text(word);
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", cli::grouped(number), noun, number == 1 ? "" : "s");
}

std::string_view word_of(CheckStatus status) {
  switch (status) {
    case CheckStatus::kPassed:
      return "passed";
    case CheckStatus::kFailed:
      return "failed";
    default:
      return "not_run";
  }
}

std::string check_line(Check which, const CheckResult& check) {
  std::string line = fmt::format("  {:<10}", word(which));
  if (check.status == CheckStatus::kNotRun) {
    line += "not run";
  } else {
    line += fmt::format("{:<8}{}", word_of(check.status), counted(check.items, "item"));
    if (check.findings > 0) line += ", " + counted(check.findings, "finding");
  }
  if (!check.reason.empty()) line += ": " + text::printable(check.reason);
  return line + "\n";
}

// "124 claim, 76 cutoff": the most frequent first.
std::string by_rule_text(const RuleCounts& counts) {
  std::vector<Rule> rules;
  for (const RuleInfo& rule : all_rules()) {
    if (counts[static_cast<std::size_t>(rule.rule)] > 0) rules.push_back(rule.rule);
  }
  const auto count = [&](Rule rule) { return counts[static_cast<std::size_t>(rule)]; };
  std::stable_sort(rules.begin(), rules.end(), [&](Rule a, Rule b) { return count(a) > count(b); });
  std::string out;
  for (const Rule rule : rules) {
    out +=
        fmt::format("{}{} {}", out.empty() ? "" : ", ", cli::grouped(count(rule)), info(rule).name);
  }
  return out;
}

Json by_rule_json(const RuleCounts& counts) {
  Json json = Json::object();
  for (const RuleInfo& rule : all_rules()) {
    const std::uint64_t count = counts[static_cast<std::size_t>(rule.rule)];
    if (count > 0) json[std::string(rule.name)] = count;
  }
  return json;
}

// What the list leaves out is counted by rule.
std::string list_text(std::string_view title, const std::vector<Finding>& list, std::uint64_t total,
                      const RuleCounts& counts) {
  if (total == 0) return "";
  std::string out = fmt::format("\n{} ({}):\n", title,
                                total > list.size() ? by_rule_text(counts) : cli::grouped(total));
  for (const Finding& finding : list) {
    out += fmt::format("  {}: {}\n", info(finding.rule).name, text::printable(finding.message));
    if (!finding.expected.empty()) {
      out += fmt::format("      right would be {}, pass {}\n", text::printable(finding.expected),
                         finding.pass);
    }
  }
  if (total > list.size()) out += fmt::format("  and {} more\n", cli::grouped(total - list.size()));
  return out;
}

Json finding_json(const Finding& finding) {
  Json json;
  json["check"] = word(info(finding.rule).check);
  json["rule"] = info(finding.rule).name;
  json["node"] = finding.node == 0 ? Json() : Json(finding.node);
  json["path"] = finding.node == 0 ? Json() : Json(text::valid_utf8(finding.path));
  json["pass"] = finding.pass == 0 ? Json() : Json(finding.pass);
  json["message"] = text::valid_utf8(finding.message);
  json["expected"] = text::valid_utf8(finding.expected);
  json["actual"] = text::valid_utf8(finding.actual);
  return json;
}

Json interval_json(const std::optional<Interval>& interval) {
  Json json;
  json["lower"] = cli::score_json(interval ? std::optional(interval->lower) : std::nullopt);
  json["upper"] = cli::score_json(interval ? std::optional(interval->upper) : std::nullopt);
  return json;
}

Json passes_json(const VerifyReport& report) {
  Json passes = Json::array();
  for (const PassVerdict& pass : report.passes) {
    passes.push_back({{"pass", pass.id},
                      {"depth", pass.depth ? Json(*pass.depth) : Json()},
                      {"verdict", word(pass.verdict)}});
  }
  return passes;
}

std::string passes_text(const VerifyReport& report) {
  std::array<std::uint64_t, 3> counts{};
  for (const PassVerdict& pass : report.passes) ++counts[static_cast<std::size_t>(pass.verdict)];
  std::string out = fmt::format("\npasses: {} verified", cli::grouped(counts[0]));
  if (counts[1] > 0) out += fmt::format(", {} refuted", cli::grouped(counts[1]));
  if (counts[2] > 0) out += fmt::format(", {} incomplete", cli::grouped(counts[2]));
  return out + "\n";
}

}  // namespace

std::string report_text(const std::string& trace, const VerifyReport& report) {
  std::string out = fmt::format("{}: {}", upper_case(word(report.verdict)), text::printable(trace));
  if (report.proven) out += fmt::format("\nproven of the root: {}", interval_text(*report.proven));
  out += '\n';
  for (const std::string& reason : report.reasons) {
    out += fmt::format("incomplete: {}\n", text::printable(reason));
  }
  out += "\nchecked:\n";
  for (const Check which : kChecks) out += check_line(which, report.check(which));
  if (report.unconditional) {
    out += "\nassumed: nothing\n";
  } else {
    out += "\nassumed:\n";
    for (std::size_t i = 0; i < report.assumptions.size(); ++i) {
      if (report.assumptions[i] == 0) continue;
      const auto assumption = static_cast<Assumption>(i);
      out += fmt::format("  {:<15}{:>9} times: {}\n", word(assumption),
                         cli::grouped(report.assumptions[i]), explanation(assumption));
    }
  }
  if (report.passes.size() > 1) out += passes_text(report);
  out += list_text("findings", report.findings, report.findings_total, report.findings_by_rule);
  out += list_text("suspect rows", report.suspects, report.suspects_total, report.suspects_by_rule);
  out += list_text("warnings", report.warnings, report.warnings_total, report.warnings_by_rule);
  return out;
}

std::string summary_line(const std::string& trace, const VerifyReport& report) {
  std::string why;
  if (!report.findings.empty()) {
    const Finding& first = report.findings.front();
    why = fmt::format("{}: {}", info(first.rule).name, first.message);
    if (report.findings_total > 1) {
      why += fmt::format(" (and {} more)", cli::grouped(report.findings_total - 1));
    }
  } else if (!report.reasons.empty()) {
    why = report.reasons.front();
  } else {
    why = counted(report.nodes, "node");
    if (!report.unconditional) why += ", under assumptions";
  }
  return fmt::format("{:<10} {}: {}\n", upper_case(word(report.verdict)), text::printable(trace),
                     text::printable(why));
}

Json report_json(const VerifyReport& report) {
  Json json;
  json["verdict"] = word(report.verdict);
  json["unconditional"] = report.unconditional;
  json["proven"] = interval_json(report.proven);
  json["checks"] = Json::array();
  for (const Check which : kChecks) {
    const CheckResult& check = report.check(which);
    json["checks"].push_back({{"name", word(which)},
                              {"status", word_of(check.status)},
                              {"items", check.items},
                              {"findings", check.findings},
                              {"reason", text::valid_utf8(check.reason)}});
  }
  json["assumptions"] = Json::object();
  for (std::size_t i = 0; i < report.assumptions.size(); ++i) {
    if (report.assumptions[i] == 0) continue;
    json["assumptions"][std::string(word(static_cast<Assumption>(i)))] = report.assumptions[i];
  }
  const auto list = [](const std::vector<Finding>& rows) {
    Json array = Json::array();
    for (const Finding& row : rows) array.push_back(finding_json(row));
    return array;
  };
  json["findings"] = list(report.findings);
  json["findings_total"] = report.findings_total;
  json["warnings"] = Json::array();
  for (const Finding& warning : report.warnings) {
    json["warnings"].push_back(
        {{"rule", info(warning.rule).name},
         {"node", warning.node == 0 ? Json() : Json(warning.node)},
         {"path", warning.node == 0 ? Json() : Json(text::valid_utf8(warning.path))},
         {"message", text::valid_utf8(warning.message)}});
  }
  json["warnings_total"] = report.warnings_total;
  json["passes"] = passes_json(report);
  json["suspects"] = list(report.suspects);
  json["suspects_total"] = report.suspects_total;
  json["reasons"] = Json::array();
  for (const std::string& reason : report.reasons) {
    json["reasons"].push_back(text::valid_utf8(reason));
  }
  json["findings_by_rule"] = by_rule_json(report.findings_by_rule);
  json["warnings_by_rule"] = by_rule_json(report.warnings_by_rule);
  json["suspects_by_rule"] = by_rule_json(report.suspects_by_rule);
  return json;
}

std::string rules_text() {
  std::string out;
  for (const bool warnings : {false, true}) {
    out +=
        warnings ? "\nwarnings (they never refute):\n" : "rules (a row that breaks one refutes):\n";
    for (const RuleInfo& rule : all_rules()) {
      if (rule.warning != warnings) continue;
      out += fmt::format("  {:<18}{:<10} {}\n", rule.name, word(rule.check), rule.text);
    }
  }
  out += "\nassumptions (counted; --strict makes them INCOMPLETE):\n";
  for (std::size_t i = 0; i < static_cast<std::size_t>(Assumption::kCount); ++i) {
    const auto assumption = static_cast<Assumption>(i);
    out += fmt::format("  {:<18}{}\n", word(assumption), explanation(assumption));
  }
  return out;
}

Json rules_json() {
  Json json;
  json["rules"] = Json::array();
  for (const RuleInfo& rule : all_rules()) {
    Json needs = Json::array();
    for (const CaptureWord& word : capture_words()) {
      if ((rule.needs & word.bit) != 0) needs.push_back(word.word);
    }
    json["rules"].push_back({{"rule", rule.name},
                             {"check", word(rule.check)},
                             {"kind", rule.warning ? "warning" : "finding"},
                             {"needs", std::move(needs)},
                             {"text", rule.text}});
  }
  json["assumptions"] = Json::array();
  for (std::size_t i = 0; i < static_cast<std::size_t>(Assumption::kCount); ++i) {
    const auto assumption = static_cast<Assumption>(i);
    json["assumptions"].push_back({{"kind", word(assumption)}, {"text", explanation(assumption)}});
  }
  return json;
}

}  // namespace plytrace::verify
