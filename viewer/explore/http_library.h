// SPDX-License-Identifier: MIT
//
// libmicrohttpd, loaded when a server starts. It brings eleven other libraries, for encryption that
// a server of this machine's own addresses has no use for; linked, every start of every command
// would wait for them: 7 ms in place of 5.
// Errors: environment (the library is not there). Thread rule: load_http_library() once, before the
// others; then constant.
#pragma once

#include <microhttpd.h>

#include "core/status.h"

namespace plytrace::explore {

// Its functions, with the names that they have there behind MHD_.
#define PLYTRACE_HTTP_FUNCTIONS(of)                                                            \
  of(add_response_header) of(create_response_from_buffer) of(destroy_response)                 \
      of(get_connection_info) of(get_connection_values) of(get_daemon_info) of(get_fdset2)     \
          of(get_timeout) of(lookup_connection_value) of(queue_response) of(resume_connection) \
              of(run_from_select) of(start_daemon) of(stop_daemon) of(suspend_connection)

struct HttpLibrary {
#define PLYTRACE_MEMBER(name) decltype(&MHD_##name) name;
  PLYTRACE_HTTP_FUNCTIONS(PLYTRACE_MEMBER)
#undef PLYTRACE_MEMBER
};

Status load_http_library();
const HttpLibrary& mhd();

}  // namespace plytrace::explore
