// SPDX-License-Identifier: MIT
#include "tests/viewer/verify/certificate/certificate_support.h"

#include <fmt/format.h>

#include <sstream>

#include "viewer/verify/certificate/certificate_writer.h"

// The main() of plytrace-check under another name.
#define main plytrace_check_main
int plytrace_check_main(int argc, char** argv);
#include "viewer/check/plytrace_check.cc"
#undef main

namespace plytrace::test {
namespace {

// Captures what is written to stdout.
class HeldOutput {
 public:
  HeldOutput() : before_(std::cout.rdbuf(text_.rdbuf())) {}
  ~HeldOutput() { std::cout.rdbuf(before_); }
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
  std::streambuf* before_;
};

}  // namespace

int checked(const std::string& certificate, bool allow_assumptions, std::string* said) {
  const HeldOutput output;
  std::istringstream in(certificate);
  int code = 0;
  std::string why;
  try {
    check::Contents contents = check::Checker(in, allow_assumptions).run();
    print(contents);
    code = contents.assumed.empty() ? kProven : kAssumed;
  } catch (const check::Stop& stop) {
    code = stop.code;
    why = stop.message;
  }
  if (said != nullptr) *said = output.text() + why;
  return code;
}

verify::CertificateMarks marks_for(const SearchRow& search) {
  return verify::CertificateMarks(
      {search.lower.value_or(-kInfinity), search.upper.value_or(kInfinity)});
}

std::string certificate_of(const TraceReader& reader, const SearchRow& search,
                           verify::CertificateMarks& marks, const verify::VerifyReport& report) {
  marks.settle();
  std::ostringstream out;
  verify::CertificateWriter writer(reader, search, marks, report.roots);
  return writer.write(out) ? out.str() : "";
}

std::string certificate_complaint(const TraceReader& reader, const SearchRow& search,
                                  verify::CertificateMarks& marks,
                                  const verify::VerifyReport& report) {
  const bool has_claim = search.lower.has_value() || search.upper.has_value();
  if (report.verdict != verify::Verdict::kVerified || !has_claim) return "";
  const std::string certificate = certificate_of(reader, search, marks, report);
  const auto complaint = [&](const std::string& why) {
    return fmt::format("search {}: {}\n{}", search.id, why, certificate.substr(0, 2000));
  };
  if (certificate.empty()) return complaint("it is verified, and has no certificate");
  std::string said;
  const int code = checked(certificate, true, &said);
  if (code == 0 || (code == 4 && !report.unconditional)) return "";
  return complaint(fmt::format("verified{}, and its certificate ends with {}: {}",
                               report.unconditional ? " without assumptions" : "", code, said));
}

}  // namespace plytrace::test
