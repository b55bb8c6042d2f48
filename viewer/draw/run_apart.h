// SPDX-License-Identifier: MIT
//
// Runs a function in a forked copy of this process and returns its bytes. This is for libraries
// that exit the process when memory runs out (GLib) or retry forever (fontconfig). Their output to
// stderr is discarded; Ctrl-C ends the copy too. Errors: environment (fork failed, or the copy
// died), and the function's own. Thread rule: any thread, if the function needs no lock that
// another thread may hold.
#pragma once

#include <functional>
#include <string>

#include "core/status.h"

namespace plytrace::draw {

// `what` is the subject of error messages, such as "Graphviz"; `seconds` limits the CPU time.
Result<std::string> run_apart(const char* what, unsigned seconds,
                              const std::function<Result<std::string>()>& make);

}  // namespace plytrace::draw
