// SPDX-License-Identifier: MIT
#include "viewer/answers/verify_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "viewer/cli/printer.h"
#include "viewer/format/rows/format.h"
#include "viewer/meaning/saturated.h"
#include "viewer/verify/report/finding_groups.h"
#include "viewer/verify/report/ledger.h"
#include "viewer/verify/report/mended_words.h"

namespace plytrace::verify {
namespace {

using text::Json;

std::string upper_case(std::string_view word) {
  std::string text(word);
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

std::string_view word_of(CheckStatus status) {
  static constexpr std::array<std::string_view, 3> kWords{"passed", "failed", "not_run"};
  return kWords[static_cast<std::size_t>(status)];
}

// Wraps a line at 80 columns; the following lines are indented by `indent`.
std::string line_of(const std::string& text, std::size_t indent) {
  return text::wrapped(text, indent) + "\n";
}

std::string check_line(Check which, const CheckResult& check) {
  std::string line = fmt::format("  {:<10}", word(which));
  if (check.status == CheckStatus::kNotRun) {
    line += "not run";
  } else {
    const bool is_own = check.rules.empty();
    line += fmt::format("{:<8}{}{}", word_of(check.status),
                        is_own ? "" : "by " + check.rules + ", ", text::count(check.items, "item"));
    if (check.findings > 0) line += ", " + text::count(check.findings, "finding");
  }
  if (!check.reason.empty()) line += ": " + text::printable(check.reason);
  return line_of(line, 12);
}

// "124 claim, 76 cutoff", the most frequent first.
std::string by_rule_text(const RuleCounts& counts) {
  std::vector<Rule> rules;
  for (const RuleInfo& rule : all_rules()) {
    if (counts[static_cast<std::size_t>(rule.rule)] > 0) rules.push_back(rule.rule);
  }
  const auto count = [&](Rule rule) { return counts[static_cast<std::size_t>(rule)]; };
  std::stable_sort(rules.begin(), rules.end(), [&](Rule a, Rule b) { return count(a) > count(b); });
  std::string out;
  for (const Rule rule : rules) {
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", text::grouped(count(rule)),
                       info(rule).name);
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

std::string finding_text(const Finding& finding) {
  std::string out = line_of(
      fmt::format("  {}: {}", info(finding.rule).name, text::printable(finding.message)), 6);
  if (finding.expected.empty()) return out;
  // Who reads a UCI log does not know passes by their numbers; the message names the depth.
  const bool is_of_line = finding.rule == Rule::kPvLegal && finding.node == 0;
  const bool has_pass = finding.pass != 0 && !is_of_line;
  return out + line_of("      expected: " + text::printable(finding.expected) +
                           (has_pass ? fmt::format(" (pass {})", finding.pass) : ""),
                       8);
}

// The first finding of each group, how many more are like it, and how many of `total` are in no
// group.
std::string groups_text(const std::vector<FindingGroup>& groups, std::uint64_t total) {
  std::string out;
  for (const FindingGroup& group : groups) {
    out += finding_text(group.first);
    if (group.findings > 1) {
      out += fmt::format("      and {} more like it\n", text::grouped(group.findings - 1));
    }
    total -= group.findings;
  }
  return total == 0 ? out : out + fmt::format("  and {} more\n", text::grouped(total));
}

// Findings that the list omits are counted by rule.
std::string list_text(std::string_view title, const std::vector<Finding>& list, std::uint64_t total,
                      const RuleCounts& counts) {
  if (total == 0) return "";
  std::string out =
      "\n" + line_of(fmt::format("{} ({}):", title,
                                 total > list.size() ? by_rule_text(counts) : text::grouped(total)),
                     2);
  return out + groups_text(groups_of(list), total);
}

Json finding_json(const Finding& finding) {
  return {{"check", word(info(finding.rule).check)},
          {"rule", info(finding.rule).name},
          {"node", finding.node == 0 ? Json() : Json(finding.node)},
          {"path", finding.node == 0 ? Json() : Json(text::valid_utf8(finding.path))},
          {"pass", finding.pass == 0 ? Json() : Json(finding.pass)},
          {"message", text::valid_utf8(finding.message)},
          {"expected", text::valid_utf8(finding.expected)},
          {"actual", text::valid_utf8(finding.actual)},
          {"effect", word(finding.effect)},
          {"chain", finding.chain}};
}

Json interval_json(std::optional<Score> lower, std::optional<Score> upper) {
  return {{"lower", text::score_json(lower)}, {"upper", text::score_json(upper)}};
}

Json passes_json(const VerifyReport& report) {
  return text::list_json(report.passes, [](const PassVerdict& pass) -> Json {
    return {{"pass", pass.ordinal},
            {"depth", text::number_json(pass.depth)},
            {"verdict", word(pass.verdict)}};
  });
}

std::string certificate_text(const CertificateReport& certificate) {
  std::string out = "\n";
  if (!certificate.file.empty()) {
    out += line_of(
        fmt::format("certificate: {}, {} + {}, read again by the rules of plytrace-check",
                    text::printable(certificate.file), text::grouped(certificate.lower_nodes),
                    text::count(certificate.upper_nodes, "node")),
        2);
  }
  if (!certificate.remark.empty()) out += line_of("certificate: " + certificate.remark, 2);
  return out;
}

// null if no certificate was requested.
Json certificate_json(const VerifyReport& report) {
  if (!report.certificate) return {};
  const CertificateReport& certificate = *report.certificate;
  const bool is_written = !certificate.file.empty();
  return {{"file", is_written ? Json(text::valid_utf8(certificate.file)) : Json()},
          {"nodes", certificate.lower_nodes + certificate.upper_nodes},
          {"assumptions", certificate.assumptions},
          {"remark", certificate.remark}};
}

std::string passes_text(const VerifyReport& report) {
  // Indexed by Verdict; a pass never has kError.
  std::array<std::uint64_t, 3> counts{};
  for (const PassVerdict& pass : report.passes) ++counts[static_cast<std::size_t>(pass.verdict)];
  std::string out = fmt::format("\npasses: {} verified", text::grouped(counts[0]));
  if (counts[1] > 0) out += fmt::format(", {} refuted", text::grouped(counts[1]));
  if (counts[2] > 0) out += fmt::format(", {} incomplete", text::grouped(counts[2]));
  return out + "\n";
}

std::string painted(Verdict verdict) {
  const std::string word = capitals(verdict);
  if (verdict == Verdict::kVerified) return text::paint(word, text::Color::kGood);
  if (verdict == Verdict::kIncomplete) return word;
  return text::paint(word, text::Color::kCutoff);
}

// " under assumptions (3 deeper)"; "" without assumptions.
std::string assumptions_words(const VerifyReport& report) {
  return report.unconditional ? "" : " under assumptions (" + report.assumptions_text() + ")";
}

// "the value of the root rests on 12 of 3,203 forward, 0 of 4 reduced".
std::string support_words(const VerifyReport& report) {
  std::string list;
  for (std::size_t i = 0; i < report.assumptions.size(); ++i) {
    if (report.assumptions[i] == 0) continue;
    list += fmt::format("{}{} of {} {}", list.empty() ? "" : ", ",
                        text::grouped((*report.root_assumptions)[i]),
                        text::grouped(report.assumptions[i]), word(static_cast<Assumption>(i)));
  }
  return "the value of the root rests on " + list;
}

// " without replay"; "" if the game was replayed, or if plytrace does not know it.
std::string replay_words(const VerifyReport& report) {
  return report.without_replay.empty() ? "" : " without replay";
}

// "VERIFIED", "VERIFIED without replay under assumptions (3 deeper)"; the caller appends ": " and
// the name of the file.
std::string headline(const VerifyReport& report) {
  const std::string replay = replay_words(report);
  if (report.verdict != Verdict::kVerified) return painted(report.verdict) + replay;
  const std::size_t width = text::kPageWidth - word(report.verdict).size();
  return painted(report.verdict) + text::wrapped(replay + assumptions_words(report), 4, width);
}

}  // namespace

namespace {

bool may_lack_moves(const VerifyReport& report) {
  return report.assumptions[static_cast<std::size_t>(Assumption::kMoveList)] > 0;
}

}  // namespace

std::string proof_conditions(const VerifyReport& report) {
  std::string words = may_lack_moves(report) ? ", if no moves are missing" : "";
  if (report.trusted_keys == 0) return words;
  return words + fmt::format("{} the engine's keys tell positions apart ({})",
                             words.empty() ? ", if" : " and",
                             text::count(report.trusted_keys, "table answer"));
}

std::string root_words(const VerifyReport& report) {
  if (report.proven) {
    return (may_lack_moves(report) ? "would follow for the root: " : "proven of the root: ") +
           interval_text(*report.proven) + proof_conditions(report);
  }
  if (!report.claimed_lower && !report.claimed_upper) return "";
  const std::string claim = interval_text(
      {report.claimed_lower.value_or(-kInfinity), report.claimed_upper.value_or(kInfinity)});
  if (report.findings_total == 0) return fmt::format("root: {} is claimed, not proven", claim);
  return fmt::format("root: {} is claimed, resting on {}", claim,
                     text::count(report.findings_total, "finding"));
}

namespace {

// One finding for each rule and cause, and how many more are like it.
std::string findings_text(const VerifyReport& report) {
  if (report.findings_total == 0) return "";
  const bool all = report.findings_total <= report.findings.size();
  std::string out =
      "\n" + line_of(fmt::format("findings ({}):", all ? text::grouped(report.findings_total)
                                                       : by_rule_text(report.findings_by_rule)),
                     2);
  for (const std::string& words : effect_words(report)) {
    out += line_of("  " + text::printable(words), 4);
  }
  return out + groups_text(report.groups, report.findings_total);
}

// "; 3 table answers were asked for less depth than their nodes had, by up to 4 plies".
std::string shallow_answers_words(const VerifyReport& report) {
  if (report.shallow_answers == 0) return "";
  const bool is_one = report.shallow_answers == 1;
  return fmt::format(
      "; {} asked for less depth than {} left, by {}{}",
      is_one ? "1 table probe" : text::grouped(report.shallow_answers) + " table probes",
      is_one ? "its node had" : "their nodes had", is_one ? "" : "up to ",
      report.plies_missing == 1 ? "1 ply" : text::grouped(report.plies_missing) + " plies");
}

}  // namespace

std::string report_text(const JudgedSearch& judged) {
  const VerifyReport& report = judged.report;
  std::string out = fmt::format("{}: {}\n", headline(report), text::printable(judged.name()));
  if (const std::string root = root_words(report); !root.empty()) out += root + "\n";
  if (!report.without_replay.empty()) {
    out += line_of("without replay: " + text::printable(report.without_replay), 4);
  }
  for (const std::string& hint : report.hints) out += line_of("hint: " + hint, 4);
  for (const std::string& reason : report.reasons) {
    out += line_of("incomplete: " + text::printable(reason), 4);
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
      out += line_of(
          fmt::format("  {:<15}{:>9} {:<6} {}{}", word(assumption),
                      text::grouped(report.assumptions[i]),
                      report.assumptions[i] == 1 ? "time:" : "times:", explanation(assumption),
                      assumption == Assumption::kReduced ? shallow_answers_words(report) : ""),
          33);
    }
    if (report.root_assumptions) out += line_of("  " + support_words(report), 4);
  }
  if (report.certificate) out += certificate_text(*report.certificate);
  // A single pass has the same result as the search.
  if (report.passes.size() > 1) out += passes_text(report);
  out += findings_text(report);
  out += list_text("suspect rows", report.suspects, report.suspects_total, report.suspects_by_rule);
  out += list_text("warnings", report.warnings, report.warnings_total, report.warnings_by_rule);
  return out;
}

Status exit_status(Verdict verdict) {
  switch (verdict) {
    case Verdict::kVerified:
      return Status::ok();
    case Verdict::kRefuted:
      return Status::answer(StatusCode::kAnswerNo);
    case Verdict::kError:
      return Status::answer(StatusCode::kBadInput);
    default:
      return Status::answer(StatusCode::kNoAnswer);
  }
}

std::string capitals(Verdict verdict) { return upper_case(word(verdict)); }

std::string summary_line(const JudgedSearch& judged) {
  const VerifyReport& report = judged.report;
  // The line shows one thing: what refutes the search, or else what is missing.
  std::string why;
  if (!judged.error.empty()) {
    why = judged.error;
  } else if (!report.findings.empty()) {
    const Finding& first = report.findings.front();
    why = fmt::format("{}: {}", info(first.rule).name, first.message);
    if (report.findings_total > 1) {
      why += fmt::format(" (and {} more)", text::grouped(report.findings_total - 1));
    }
  } else if (!report.reasons.empty()) {
    why = report.reasons.front();
  } else {
    why = text::count(report.nodes, "node");
  }
  const bool is_verified = report.verdict == Verdict::kVerified;
  return fmt::format("{}{}{}: {}: {}\n", painted(report.verdict), replay_words(report),
                     is_verified ? assumptions_words(report) : "", text::printable(judged.name()),
                     text::printable(why));
}

namespace {

Json checks_json(const VerifyReport& report) {
  return text::list_json(kChecks, [&](Check which) {
    const CheckResult& check = report.check(which);
    Json json = {{"name", word(which)},
                 {"status", word_of(check.status)},
                 {"items", check.items},
                 {"findings", check.findings},
                 {"reason", text::valid_utf8(check.reason)}};
    if (!check.rules.empty()) json["rules"] = text::valid_utf8(check.rules);
    return json;
  });
}

// `counts`: the kinds that were assumed.
Json assumptions_json(const VerifyReport& report, const AssumptionCounts& counts) {
  Json json = Json::object();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (report.assumptions[i] == 0) continue;
    json[std::string(word(static_cast<Assumption>(i)))] = counts[i];
  }
  return json;
}

Json warnings_json(const std::vector<Finding>& warnings) {
  return text::list_json(warnings, [](const Finding& warning) -> Json {
    return {{"rule", info(warning.rule).name},
            {"node", warning.node == 0 ? Json() : Json(warning.node)},
            {"path", warning.node == 0 ? Json() : Json(text::valid_utf8(warning.path))},
            {"message", text::valid_utf8(warning.message)}};
  });
}

Json groups_json(const VerifyReport& report) {
  return text::list_json(report.groups, [](const FindingGroup& group) -> Json {
    return {{"rule", info(group.first.rule).name},
            {"cause", text::valid_utf8(group.cause)},
            {"findings", group.findings},
            {"first", group.first.node == 0 ? Json() : Json(group.first.node)}};
  });
}

// All findings corrected together first, then those of each rule.
Json mended_json(const VerifyReport& report) {
  return text::list_json(report.mended, [](const MendedRoot& mended) -> Json {
    Json in_common = Json::object();
    for (const CommonTrait& trait : mended.in_common) {
      in_common[trait.name] = text::valid_utf8(trait.value);
    }
    return {{"rule", mended.rule ? Json(info(*mended.rule).name) : Json()},
            {"findings", mended.findings},
            {"effect", word(mended.effect)},
            {"root", interval_json(mended.root.lower, mended.root.upper)},
            {"instead_of", interval_json(mended.claimed.lower, mended.claimed.upper)},
            {"in_common", std::move(in_common)}};
  });
}

Json result_json(const JudgedSearch& judged) {
  const VerifyReport& report = judged.report;
  Json json;
  json["trace"] = text::valid_utf8(judged.trace);
  json["search"] = text::number_json(judged.search);
  json["verdict"] = word(report.verdict);
  json["error"] = judged.error.empty() ? Json() : Json(text::valid_utf8(judged.error));
  json["unconditional"] = report.unconditional && judged.error.empty();
  json["proven"] =
      report.proven ? interval_json(report.proven->lower, report.proven->upper) : Json();
  json["claimed"] = interval_json(report.claimed_lower, report.claimed_upper);
  json["checks"] = checks_json(report);
  json["assumptions"] = assumptions_json(report, report.assumptions);
  json["missing_kinds"] = format::captured_words(report.missing);
  json["findings"] = text::list_json(report.findings, finding_json);
  json["findings_total"] = report.findings_total;
  json["findings_by_rule"] = by_rule_json(report.findings_by_rule);
  json["warnings"] = warnings_json(report.warnings);
  json["warnings_total"] = report.warnings_total;
  json["hints"] = text::texts_json(report.hints);
  json["passes"] = passes_json(report);
  json["certificate"] = certificate_json(report);
  json["trusted_keys"] = report.trusted_keys;
  json["findings_by_cause"] = groups_json(report);
  json["mended"] = mended_json(report);
  json["warnings_by_rule"] = by_rule_json(report.warnings_by_rule);
  json["suspects"] = text::list_json(report.suspects, finding_json);
  json["suspects_total"] = report.suspects_total;
  json["suspects_by_rule"] = by_rule_json(report.suspects_by_rule);
  json["reasons"] = text::texts_json(report.reasons);
  json["plies_missing"] = report.plies_missing;
  json["root_assumptions"] =
      report.root_assumptions ? assumptions_json(report, *report.root_assumptions) : Json();
  return json;
}

}  // namespace

std::uint64_t expected_nodes(const TraceReader& reader, const SearchRow& search) {
  std::int64_t nodes = 0;
  for (const PassRow& pass : reader.passes(search.id)) {
    const auto root = pass.root && !pass.last ? reader.node(*pass.root) : std::nullopt;
    const auto last = root ? std::optional(reader.last_of(*root)) : pass.last;
    if (!pass.root || !last || *last < *pass.root) continue;
    // A damaged trace may name any ids, so neither difference nor sum may overflow.
    nodes = saturated_sum(nodes, static_cast<std::int64_t>(static_cast<std::uint64_t>(*last) -
                                                           static_cast<std::uint64_t>(*pass.root)));
  }
  return static_cast<std::uint64_t>(std::max<std::int64_t>(nodes, 0));
}

Json answer_json(const std::vector<JudgedSearch>& searches) {
  return {{"verdict", word(worst_of(searches))},
          {"results", text::list_json(searches, result_json)}};
}

namespace {

// The event kinds that must be captured before the rule refutes or warns.
std::string needs_text(CaptureMask needs) {
  std::string text;
  for (const std::string& name : format::captured_words(needs)) {
    text += fmt::format("{}{}", text.empty() ? " Needs " : ", ", name);
  }
  return text.empty() ? "" : text + ".";
}

}  // namespace

std::string rules_text() {
  std::string out;
  for (const bool warnings : {false, true}) {
    out +=
        warnings ? "\nwarnings (they never refute):\n" : "rules (a row that breaks one refutes):\n";
    for (const RuleInfo& rule : all_rules()) {
      if (rule.warning != warnings) continue;
      out += line_of(fmt::format("  {:<18}{:<10} {}{}", rule.name, word(rule.check), rule.text,
                                 needs_text(rule.needs)),
                     31);
    }
  }
  out += "\nassumptions (counted; --strict makes them INCOMPLETE):\n";
  for (std::size_t i = 0; i < static_cast<std::size_t>(Assumption::kCount); ++i) {
    const auto assumption = static_cast<Assumption>(i);
    out += line_of(fmt::format("  {:<18}{}", word(assumption), explanation(assumption)), 20);
  }
  return out;
}

Json rules_json() {
  Json json;
  json["rules"] = text::list_json(all_rules(), [](const RuleInfo& rule) -> Json {
    return {{"rule", rule.name},
            {"check", word(rule.check)},
            {"kind", rule.warning ? "warning" : "finding"},
            {"needs", format::captured_words(rule.needs)},
            {"text", rule.text}};
  });
  for (std::size_t i = 0; i < static_cast<std::size_t>(Assumption::kCount); ++i) {
    const auto assumption = static_cast<Assumption>(i);
    json["assumptions"].push_back({{"kind", word(assumption)}, {"text", explanation(assumption)}});
  }
  return json;
}

}  // namespace plytrace::verify
