// SPDX-License-Identifier: MIT
//
// Runs a function in a process of its own, a copy of this one, and hands its bytes over: for
// libraries that end the process where they find no memory (GLib), or try for ever (fontconfig).
// What they write to stderr is dropped; Ctrl-C ends it. Errors: environment (no process, or it
// ended by itself), what the function says. Thread rule: any thread, if the function needs no lock
// that another one may hold.
#pragma once

#include <functional>
#include <string>

#include "core/status.h"

namespace plytrace::draw {

// `what`: the subject of the message, "Graphviz"; `seconds`: of the processor, the most that it
// gets.
Result<std::string> run_apart(const char* what, unsigned seconds,
                              const std::function<Result<std::string>()>& make);

}  // namespace plytrace::draw
