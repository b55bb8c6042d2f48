// SPDX-License-Identifier: MIT
//
// Reads a certificate and applies the rules of plytrace-check to it, by its own code: the two were
// written apart, so that a mistake in one of them shows as a difference (verify runs this reader
// before it says that it wrote a certificate). Scores are compared as doubles here; plytrace-check
// compares decimals. Memory: depth, branching and labels. Thread rule: one thread a call.
#pragma once

#include <cstdint>
#include <istream>
#include <map>
#include <string>

#include "viewer/verify/certificate/certificate_text.h"

namespace plytrace::verify {

// What a certificate rests on and a reader without the rules of the game cannot know.
class CertificatePremises {
 public:
  virtual ~CertificatePremises() = default;
  virtual Status begin(const CertificateHeader& header) = 0;
  virtual void begin_tree(bool lower) = 0;
  // What is wrong with the node; "" = nothing. Nodes come in pre-order.
  virtual std::string check(const CertificateNode& node) = 0;
};

struct CertificateReading {
  enum class Answer { kProven, kNotProven, kMalformed } answer = Answer::kMalformed;
  std::string why;  // not proven, or malformed: "line 7: ..."
  std::uint64_t lower_nodes = 0, upper_nodes = 0;
  std::map<std::string, std::uint64_t> assumptions;  // by kind

  bool is_proven() const { return answer == Answer::kProven; }
};

// `premises` may be null. A Status is one of premises->begin().
Result<CertificateReading> read_certificate(std::istream& in, CertificatePremises* premises);

}  // namespace plytrace::verify
