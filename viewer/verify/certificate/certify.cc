// SPDX-License-Identifier: MIT
#include "viewer/verify/certificate/certify.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "viewer/check/rules.h"
#include "viewer/cli/output_file.h"
#include "viewer/verify/certificate/certificate_marks.h"
#include "viewer/verify/certificate/certificate_writer.h"

namespace plytrace::verify {
namespace {

// The assumptions as text, such as "move_list 3, static 1".
std::string counts_text(const CertificateReport& certificate) {
  std::string text;
  for (const auto& [kind, count] : certificate.assumptions) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", kind, count);
  }
  return text;
}

// Why a trace cannot prove the claim, for the assumptions that users can avoid.
std::string advice(const CertificateReport& certificate) {
  if (certificate.assumptions.count("move_list") == 0) return "";
  return "; record 'legal', the number of moves of a node, so that the move lists can be shown to "
         "be "
         "complete";
}

Interval claim_of(const SearchRow& search) {
  return {search.lower.value_or(-kInfinity), search.upper.value_or(kInfinity)};
}

}  // namespace

Status check_written(const std::string& file, CertificateReport& certificate) {
  const auto unread = [] {
    return Status::environment(
        "the certificate was written, but cannot be read again; it was not kept: check the disk");
  };
  std::ifstream in(file, std::ios::binary);
  if (!in) return unread();
  try {
    check::Contents contents = check::Checker(in).run();
    certificate.lower_nodes = contents.lower_nodes;
    certificate.upper_nodes = contents.upper_nodes;
    certificate.assumptions = std::move(contents.assumed);
  } catch (const check::Stop& stop) {
    if (stop.is_read_error) return unread();
    return Status::bad_input("internal error: the certificate fails its own rules, " +
                             stop.message + "; it was not kept; please report it");
  }
  if (certificate.assumptions.empty()) return Status::ok();
  certificate.remark = "it shows the value only under assumptions (" + counts_text(certificate) +
                       "), and plytrace-check says so" + advice(certificate);
  return Status::ok();
}

Result<VerifyReport> verify_with_certificate(const TraceReader& reader, const SearchRow& search,
                                             VerifyOptions options,
                                             const CertificateRequest& request) {
  Interval claim = claim_of(search);
  if (options.pass || claim == Interval{}) {
    // Without a claim, first find out what is proven.
    const auto report = verify_trace(reader, search, options);
    if (!report) return report;
    claim = report->proven.value_or(Interval{});
  }
  CertificateMarks marks(claim);
  options.certificate = &marks;
  auto report = verify_trace(reader, search, options);
  if (!report) return report;
  CertificateReport& certificate = report->certificate.emplace();
  if (report->verdict != Verdict::kVerified) {
    certificate.remark =
        fmt::format("none was written: the verdict is {}, not verified", word(report->verdict));
    return report;
  }
  const bool is_restricted =
      std::any_of(report->roots.begin(), report->roots.end(), [&](std::int64_t root) {
        const auto row = reader.node(root);
        return row && !excluded_texts(*row).empty();
      });
  if (is_restricted) {
    certificate.remark =
        "none was written: the root left moves out on purpose, and a certificate has to cover all "
        "of them";
    return report;
  }
  if (report->of_several_depths) {
    certificate.remark =
        "none was written: passes that prove the value together searched to different depths";
    return report;
  }
  marks.settle();
  CertificateWriter writer(reader, search, marks, report->roots);
  // Checked before the file gets its name, so that an invalid certificate is never visible.
  const Status written =
      cli::write_file_by(request.file, request.force, [&](const std::string& temporary) {
        Status checked = Status::ok();
        // If depths contradict each other, write without a declaration of where the lines end.
        for (const bool is_mixed : {false, true}) {
          std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
          const Status status = writer.write(out, is_mixed);
          // Unreadable rows prove nothing; the result is then no answer.
          if (!reader.status().is_ok()) return reader.status();
          if (!status) return status;
          out.close();
          checked = check_written(temporary, certificate);
          if (checked.code() != StatusCode::kBadInput) return checked;
        }
        return Status::environment(checked.message());
      });
  if (!written) return written;
  certificate.file = request.file;
  return report;
}

}  // namespace plytrace::verify
