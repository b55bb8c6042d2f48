// SPDX-License-Identifier: MIT
//
// The stream (thread) of a node or event, computed from its id; defined for every id in a damaged
// trace. Thread rule: pure function.
#pragma once

#include <cstdint>

#include "schemas/trace_format.h"
#include "viewer/meaning/saturated.h"

namespace plytrace::verify {

constexpr std::int64_t stream_of(std::int64_t id) {
  return saturated_sum(id, -1) / format::kStreamStride;
}

}  // namespace plytrace::verify
