// SPDX-License-Identifier: MIT
//
// Covers viewer/verify/certificate: every sound search that is VERIFIED has a certificate, and
// without assumptions plytrace-check says PROVEN. The searches are those of the foreign soundness
// suite: tables, hand-overs, stand pats, leaves with bounds, draws, and partial recordings.
// (soundness_test.cc does the same for plytrace's own searches.) PLYTRACE_SOUND_CERTIFICATES sets
// the number of searches in the slow suite.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "tests/viewer/verify/certificate/certificate_support.h"
#include "tests/viewer/verify/foreign/families.h"
#include "tests/viewer/verify/foreign/trace_file.h"
#include "tests/viewer/verify/verify_support.h"

namespace plytrace::test {
namespace {

struct CertificateTally {
  std::uint64_t searches = 0, verified = 0, unconditional = 0;
};

// The first problem with the certificates of a file, "" if there is none.
std::string judge_certificates(const std::string& file, CertificateTally& tally) {
  const auto reader = TraceReader::open(file);
  if (!reader) return reader.status().message();
  std::string wrong;
  for (const SearchRow& search : reader->searches()) {
    verify::CertificateMarks marks = marks_for(search);
    verify::VerifyOptions options;
    options.certificate = &marks;
    const auto report = verify::verify_trace(*reader, search, options);
    if (!report) return report.status().message();
    const bool is_verified = report->verdict == verify::Verdict::kVerified;
    ++tally.searches;
    tally.verified += is_verified ? 1U : 0U;
    tally.unconditional += is_verified && report->unconditional ? 1U : 0U;
    if (wrong.empty()) wrong = certificate_complaint(*reader, search, marks, *report);
  }
  return wrong;
}

void expect_certificates(std::uint64_t searches) {
  foreign::TraceFile file;
  CertificateTally tally;
  for (std::uint64_t seed = 1; tally.searches < searches; ++seed) {
    file.write(foreign::traces_of(foreign::sound_runs(seed, 8)));
    const std::string wrong = judge_certificates(file.path(), tally);
    EXPECT_EQ(wrong, "") << "file of seed " << seed;
    if (testing::Test::HasFailure()) break;
  }
  std::cout << fmt::format("{} searches, {} verified, {} of them without assumptions\n",
                           tally.searches, tally.verified, tally.unconditional);
  EXPECT_GT(tally.unconditional, tally.searches / 10);
}

TEST(SoundCertificates, AreProven) { expect_certificates(600); }

TEST(SlowSoundCertificates, AreProven) {
  const char* count = std::getenv("PLYTRACE_SOUND_CERTIFICATES");
  expect_certificates(count == nullptr || *count == '\0'
                          ? static_cast<unsigned>(attack_rounds(10'000))
                          : std::strtoull(count, nullptr, 10));
}

}  // namespace
}  // namespace plytrace::test
