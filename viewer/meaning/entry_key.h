// SPDX-License-Identifier: MIT
//
// The table key of a store or a probe. Rows omit a key that is the node's own key, so NULL stands
// for that key. Thread rule: pure functions.
#pragma once

#include "schemas/rows.h"

namespace plytrace {

// An event of this node, with its key if it is a store or a probe.
template <class Event>
Event with_key(Event event, const NodeRow& node) {
  if constexpr (requires { event.key; }) {
    if (!event.key) event.key = node.key;
  }
  return event;
}

}  // namespace plytrace
