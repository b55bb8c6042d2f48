// SPDX-License-Identifier: MIT
//
// Loads libmicrohttpd when a server starts. The library depends on eleven others for encryption,
// which a server on the loopback addresses does not need. Linking it would slow down the start of
// every command from 5 to 7 ms. Errors: environment (library missing). Thread rule: call
// load_http_library() once before the other functions; then constant.
#pragma once

#include <microhttpd.h>

#include "core/status.h"

namespace plytrace::explore {

// The functions used, without their prefix MHD_.
#define PLYTRACE_HTTP_FUNCTIONS(of)                                                          \
  of(add_response_header) of(create_response_from_buffer) of(destroy_response)               \
      of(get_connection_info) of(get_connection_values) of(get_daemon_info) of(get_fdset2)   \
          of(get_timeout) of(lookup_connection_value) of(queue_response) of(run_from_select) \
              of(start_daemon) of(stop_daemon)

struct HttpLibrary {
#define PLYTRACE_MEMBER(name) decltype(&MHD_##name) name;
  PLYTRACE_HTTP_FUNCTIONS(PLYTRACE_MEMBER)
#undef PLYTRACE_MEMBER
};

Status load_http_library();
const HttpLibrary& mhd();

}  // namespace plytrace::explore
