// SPDX-License-Identifier: MIT
//
// Checks the premises of a certificate by the rules of its game: legal moves, complete move lists,
// scores, ends, equal positions. Thread rule: one thread a call.
#pragma once

#include <cstdint>
#include <string>

#include "core/status.h"

namespace plytrace::verify {

struct CertificateReplay {
  bool holds = false;          // it proves its claim, and every tested premise holds
  std::uint64_t untested = 0;  // nodes with a premise that the rules of the game do not decide
  std::uint64_t assumed = 0;   // nodes marked '?'
  std::string answer;          // the result in one line
};

// Returns bad_input for a malformed file or an unknown game.
Result<CertificateReplay> replay_certificate(const std::string& path);

}  // namespace plytrace::verify
