// SPDX-License-Identifier: MIT
//
// Scans of whole subtrees that show their progress and can be interrupted. Errors: those of the
// reader; kInterrupted. Thread rule: that of the reader.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "viewer/reader/trace_reader.h"

namespace plytrace {

struct ScanControl {
  std::function<void(std::uint64_t nodes)> progress;
  const std::atomic<bool>* interrupt = nullptr;
};

// Calls sink.take() with each row of the subtree whose type it takes. Adds the nodes to `nodes`.
template <class Sink>
Status scan_subtree(const TraceReader& reader, const NodeRow& root, const ScanControl& control,
                    std::uint64_t& nodes, Sink& sink) {
  const auto scan = reader.scan(root.id, reader.last_of(root));
  while (scan->next()) {
    scan->visit([&sink](const auto& row) {
      if constexpr (requires { sink.take(row); }) sink.take(row);
    });
    if (scan->template get<NodeRow>() == nullptr || (++nodes & 0xFFFU) != 0) continue;
    if (control.progress) control.progress(nodes);
    if (control.interrupt != nullptr && *control.interrupt) {
      return Status(StatusCode::kInterrupted, "interrupted; the trace was not read to its end");
    }
  }
  return reader.status();
}

}  // namespace plytrace
