// SPDX-License-Identifier: MIT
#include "tests/viewer/verify/verify_support.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "schemas/trace_format.h"
#include "tests/viewer/verify/foreign/judge.h"

namespace plytrace::test {
namespace {

std::string rules_of(const std::vector<verify::Finding>& findings) {
  std::string text;
  for (const verify::Finding& finding : findings) {
    text += (text.empty() ? "" : " ") + std::string(info(finding.rule).name) + "@" +
            std::to_string(finding.node);
  }
  return text;
}

}  // namespace

std::string record(const ScratchFolder& folder, const std::string& name, const std::string& line) {
  std::vector<std::string> arguments{"search"};
  for (const std::string& word : words_of(line)) arguments.push_back(word);
  const std::string trace = folder / (name + ".db");
  arguments.insert(arguments.end(), {"-q", "-o", trace});
  const ProgramResult result = plytrace(arguments);
  EXPECT_EQ(result.exit_code, 0) << line << ": " << result.err;
  return trace;
}

std::string altered(const ScratchFolder& folder, const std::string& trace,
                    const std::string& statements) {
  const std::string copy = folder / "altered.db";
  std::filesystem::copy_file(trace, copy, std::filesystem::copy_options::overwrite_existing);
  sql(copy, "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; " + statements);
  return copy;
}

std::string imported(const ScratchFolder& folder, const std::string& lines) {
  write_file(folder / "events.ndjson", lines);
  const ProgramResult made = plytrace(
      {"import", "events.ndjson", "-o", "imported.db", "-q", "--force"}, folder.path().string());
  EXPECT_EQ(made.exit_code, 0) << made.err;
  return folder / "imported.db";
}

verify::VerifyReport judge(const std::string& trace, verify::VerifyOptions options) {
  const auto reader = TraceReader::open(trace);
  EXPECT_TRUE(reader.is_ok()) << reader.status().message();
  if (!reader) return {};
  const auto search = reader->choose_search(std::nullopt);
  EXPECT_TRUE(search.is_ok()) << search.status().message();
  if (!search) return {};
  auto report = verify::verify_trace(*reader, *search, options);
  EXPECT_TRUE(report.is_ok()) << report.status().message();
  return report ? *report : verify::VerifyReport{};
}

verify::VerifyReport judge_labels(const std::string& lines, const std::string& more,
                                  const char* captured) {
  const ScratchFolder folder;
  const std::string fields = more.empty() ? "" : "," + more;
  const std::string search = fmt::format(
      R"({{"event":"search","game":"mine","fail":"soft","captured":[{}]{}}})", captured, fields);
  return judge(imported(folder, search + "\n" + lines));
}

std::string blamed(const verify::VerifyReport& report) { return rules_of(report.findings); }
std::string warned(const verify::VerifyReport& report) { return rules_of(report.warnings); }
std::string suspected(const verify::VerifyReport& report) { return rules_of(report.suspects); }

std::string outline(const verify::VerifyReport& report) {
  std::string text = std::string(word(report.verdict));
  for (const verify::Finding& finding : report.findings) text += "\n  " + finding.message;
  for (const verify::Finding& suspect : report.suspects) text += "\n  suspect: " + suspect.message;
  for (const std::string& reason : report.reasons) text += "\n  " + reason;
  return text;
}

bool outline_says(const verify::VerifyReport& report, const std::string& part) {
  return outline(report).find(part) != std::string::npos;
}

std::string assumed_kinds(const verify::VerifyReport& report) {
  return fmt::format("{}", fmt::join(foreign::assumptions_of(report), " "));
}

std::string hand_made(const ScratchFolder& folder, const std::string& name,
                      const std::string& rows) {
  const std::string trace = folder / (name + ".db");
  std::filesystem::remove(trace);
  sql(trace, std::string("PRAGMA synchronous = OFF; ") + format::kTraceSql + rows);
  return trace;
}

}  // namespace plytrace::test
