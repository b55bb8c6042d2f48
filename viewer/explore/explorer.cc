// SPDX-License-Identifier: MIT
#include "viewer/explore/explorer.h"

#include <chrono>
#include <utility>

#include "viewer/explore/apart.h"
#include "viewer/explore/web_files.h"

namespace plytrace::explore {
namespace {

constexpr std::string_view kApi = "api/";

}  // namespace

Explorer::Explorer(const std::vector<std::string>& traces, const std::string& moves, Guard guard)
    : api_(traces, Deadline::kUsual, moves), guard_(std::move(guard)) {
  // The panels' own time limit, plus time to start the process.
  static constexpr std::chrono::milliseconds kMost{1500};
  api_.ask_apart([traces, moves](const std::string& question) {
    return answer_apart(traces, moves, question, kMost);
  });
}

Response Explorer::answer(const Request& request) {
  auto refused = guard_.refusal(request);
  return Guard::sealed(refused ? std::move(*refused) : page_or_answer(request));
}

Response Explorer::page_or_answer(const Request& request) {
  const std::string path = guard_.below_token(request);
  if (path.starts_with(kApi)) return api_.answer(path.substr(kApi.size()), request.query);
  const WebFile* const file = web_file(path);
  if (file == nullptr) return {404, "text/plain; charset=utf-8", "no such file\n"};
  return {200, std::string(media_type(file->name)), std::string(file->text)};
}

}  // namespace plytrace::explore
