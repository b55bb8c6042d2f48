// SPDX-License-Identifier: MIT
#include "viewer/explore/api.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

#include "viewer/explore/panels.h"
#include "viewer/format/characters.h"
#include "viewer/rules/rules_program.h"

namespace plytrace::explore {
namespace {

// The page cache of all traces together. The interior pages of 2.4 * 10^8 nodes take 9 MB. The rest
// holds the leaf pages of one answer, up to 36 MB for a tree of 300 nodes; a smaller cache would
// read them twice.
constexpr std::int64_t kKeptPages = std::int64_t{48} << 20;

// Returns JSON, or a file.
using Question = std::variant<text::Json (*)(Asked&), Response (*)(Asked&)>;
struct Route {
  std::string_view name;
  Question question;
  bool by_job = false;
};

constexpr std::array kRoutes{
    Route{"traces", &answer_traces},
    Route{"icicle", &answer_icicle},
    Route{"node", &answer_node},
    Route{"children", &answer_children},
    Route{"why", &answer_why},
    Route{"next", &answer_next},
    Route{"find", &answer_find},
    Route{"hits", &answer_hits},
    Route{"marks", &answer_marks},
    Route{"tree", &answer_tree},
    Route{"steps", &answer_steps},
    Route{"export", &answer_export},
    Route{"pv", &answer_pv},
    Route{"align", &answer_align},
    Route{"only", &answer_only},
    Route{"difference", &answer_difference, true},
    Route{"findings", &answer_findings, true},
    Route{"sql", &answer_sql},
    Route{"stats", &answer_stats},
    Route{"hot", &answer_hot, true},
};

const Route* route_of(std::string_view name) {
  const auto* const at = std::find_if(kRoutes.begin(), kRoutes.end(),
                                      [&](const Route& route) { return route.name == name; });
  return at == kRoutes.end() ? nullptr : &*at;
}

// Converts every whole number that JavaScript cannot represent to a text.
void keep_exact(text::Json& value) {
  constexpr std::int64_t kMost = std::int64_t{1} << 53;
  if (value.is_structured()) {
    for (text::Json& item : value) keep_exact(item);
  } else if (value.is_number_integer()) {
    const auto number = value.get<std::int64_t>();
    if (number >= kMost || number <= -kMost) value = std::to_string(number);
  }
}

Response failure(int status, const std::string& message) {
  const text::Json json{{"error", text::text_json(text::printable_lines(message))}};
  return {.status = status, .body = text::json_text(json) + "\n"};
}

int http_status(const Status& status) {
  if (status.code() == StatusCode::kUsage) return 400;
  return status.code() == StatusCode::kBadInput ? 404 : 503;
}

Response in_json(text::Json answer) {
  keep_exact(answer);
  return {.body = text::json_text(answer) + "\n"};
}
Response in_json(Response answer) { return answer; }

bool holds_sql(const std::string& name, const Query& query) {
  return name == "sql" || std::any_of(query.begin(), query.end(), [](const auto& parameter) {
           return parameter.first == "where" && !parameter.second.empty();
         });
}

Result<Response> answer_by(const Route& route, Asked& asked) {
  const TraceReader::Snapshot snapshot(asked.reader);
  const auto ask = [&](const auto& question) { return in_json(question(asked)); };
  auto answer = result_of([&] { return std::visit(ask, route.question); });
  if (!asked.reader.status().is_ok()) return Status::environment(asked.reader.status().message());
  if (const Status rules = rules::chosen_status(); !rules) return rules;
  return answer;
}

}  // namespace

bool is_computed_by_a_job(std::string_view name) {
  const Route* const route = route_of(name);
  return route != nullptr && route->by_job;
}

Api::Api(const std::vector<std::string>& traces, std::chrono::milliseconds time,
         const std::string& moves)
    : time_(time) {
  const auto share = kKeptPages / static_cast<std::int64_t>(traces.size());
  for (const std::string& file : traces) traces_.emplace_back(file, share, moves != "trace");
}

Response Api::answer(const std::string& name, Query query) {
  auto answer = ask(name, std::move(query));
  if (!answer) return failure(http_status(answer.status()), answer.status().message());
  return std::move(*answer);
}

Result<Response> Api::ask(const std::string& name, Query query) try {
  const Route* const chosen = route_of(name);
  if (chosen == nullptr) return Status::bad_input("the explorer has no request of that name");
  if (apart_ && holds_sql(name, query)) {
    auto body = apart_(question_text(name, query));
    if (body) return Response{.body = std::move(*body)};
    if (body.status().code() != StatusCode::kInterrupted) return body.status();
    return Status::usage(name +
                         ": stopped within one operation of the statement; ask for less, or run it "
                         "outside the explorer: plytrace " +
                         name);
  }
  Parameters parameters(std::move(query));
  const auto t = parameters.number_or("t", 0, 0, static_cast<std::int64_t>(traces_.size()) - 1);
  TraceSource& source = traces_[static_cast<std::size_t>(t)];
  const auto reader = source.open();
  if (!reader) return Status::environment(reader.status().message());
  Asked asked{source, **reader, parameters, traces_, jobs_, Deadline(time_)};
  auto answer = answer_by(*chosen, asked);
  for (TraceSource& trace : traces_) trace.let_go();
  return answer;
} catch (const Failure& failure) {
  return failure.status();
}

}  // namespace plytrace::explore
