// SPDX-License-Identifier: MIT
//
// The premises of a certificate against the rules of the game that it names: legal moves, complete
// move lists, scores, ends, equal positions. Thread rule: one thread a call.
#pragma once

#include <cstdint>
#include <string>

#include "core/status.h"

namespace plytrace::verify {

struct CertificateReplay {
  bool holds = false;          // it proves its claim, and every premise that was tested holds
  std::uint64_t untested = 0;  // nodes with a premise that the rules of the game do not decide
  std::uint64_t assumed = 0;   // nodes marked '?'
  std::string answer;          // in one line
};

// bad_input for a malformed file or an unknown game.
Result<CertificateReplay> replay_certificate(const std::string& path);

}  // namespace plytrace::verify
