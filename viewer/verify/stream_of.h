// SPDX-License-Identifier: MIT
//
// The stream (thread) that a node or event belongs to, by its id, whatever a damaged trace has for
// one. Thread rule: pure function.
#pragma once

#include <cstdint>

#include "schemas/trace_format.h"
#include "viewer/meaning/saturated.h"

namespace plytrace::verify {

constexpr std::int64_t stream_of(std::int64_t id) {
  return saturated_sum(id, -1) / format::kStreamStride;
}

}  // namespace plytrace::verify
