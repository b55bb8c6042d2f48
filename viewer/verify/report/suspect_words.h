// SPDX-License-Identifier: MIT
//
// The sentences about suspect rows: rows that break a rule unless an event is missing. Thread rule:
// plain functions.
#pragma once

#include <string>

#include "viewer/verify/report/verify_report.h"

namespace plytrace::verify {

// The reason for INCOMPLETE, with the kinds of event that could explain the suspect rows.
std::string suspects_of_kinds(const VerifyReport& report);
// The same where events of any kind may be missing, because the recorder refused some.
std::string suspects_of_missing_events(const VerifyReport& report);

// Tells the author of an engine, which captures `captured`, what to do about the kinds that are
// missing; "" if none is.
std::string advice_on(CaptureMask missing, CaptureMask captured);

}  // namespace plytrace::verify
