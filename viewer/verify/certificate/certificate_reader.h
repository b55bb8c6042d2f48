// SPDX-License-Identifier: MIT
//
// Reads a certificate and applies the rules of plytrace-check with separate code. The two were
// written independently, so a mistake in one shows as a difference; verify runs this reader before
// it reports a written certificate. Scores are compared as doubles here, as decimals in
// plytrace-check. Memory: depth, branching and labels. Thread rule: one thread a call.
#pragma once

#include <cstdint>
#include <istream>
#include <map>
#include <string>

#include "viewer/verify/certificate/certificate_text.h"

namespace plytrace::verify {

// The premises of a certificate, which can only be checked with the rules of the game.
class CertificatePremises {
 public:
  virtual ~CertificatePremises() = default;
  virtual Status begin(const CertificateHeader& header) = 0;
  virtual void begin_tree(bool lower) = 0;
  // Returns what is wrong with the node, "" if nothing. Nodes come in pre-order.
  virtual std::string check(const CertificateNode& node) = 0;
};

struct CertificateReading {
  enum class Answer { kProven, kNotProven, kMalformed } answer = Answer::kMalformed;
  std::string why;  // if not proven or malformed: "line 7: ..."
  std::uint64_t lower_nodes = 0, upper_nodes = 0;
  std::map<std::string, std::uint64_t> assumptions;  // by kind

  bool is_proven() const { return answer == Answer::kProven; }
};

// `premises` may be null. The only errors are those of premises->begin().
Result<CertificateReading> read_certificate(std::istream& in, CertificatePremises* premises);

}  // namespace plytrace::verify
