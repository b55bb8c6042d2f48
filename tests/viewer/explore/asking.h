// SPDX-License-Identifier: MIT
//
// Asks the explorer about a trace, without a socket.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/json_schema.h"
#include "tests/test_support.h"
#include "viewer/explore/api.h"

namespace plytrace::test {

// Requests have no deadline. Tests of partial answers set a deadline of zero, which gives the same
// result on a slow machine.
class Asker {
 public:
  explicit Asker(const std::vector<std::string>& traces,
                 std::chrono::milliseconds time = std::chrono::minutes(1))
      : api_(traces, time) {}

  // The JSON answer to a question such as "node?id=6", checked against its schema.
  nlohmann::json operator()(const std::string& question) {
    const explore::Response response = ask(question);
    EXPECT_EQ(response.status, 200) << question << response.body;
    const std::string name = question.substr(0, question.find('?'));
    EXPECT_EQ(output_problems("explore_" + name, response.body), "") << question;
    return parse_json(response.body);
  }
  // The status and message of a failed question, such as "404: what is wrong".
  std::string failure(const std::string& question) {
    const explore::Response response = ask(question);
    const nlohmann::json json = parse_json(response.body);
    EXPECT_EQ(json.size(), 1U) << response.body;
    return std::to_string(response.status) + ": " + json.value("error", "");
  }
  // The response that a browser would get.
  explore::Response ask(const std::string& question) {
    const auto target = explore::parse_target("/" + question);
    return api_.answer(target->path.substr(1), target->query);
  }

 private:
  explore::Api api_;
};

// Repeats the question until its background job is done; returns the answer.
inline nlohmann::json ended(Asker& ask, const std::string& question) {
  const char* const more = question.find('?') == std::string::npos ? "?" : "&";
  nlohmann::json answer = ask(question + more + "start=1");
  while (answer["state"] == "running") answer = ask(question);
  return answer;
}

// Records a search into a trace in the folder; returns its path.
inline std::string searched(const ScratchFolder& folder, const std::string& name,
                            const std::vector<std::string>& search) {
  std::vector<std::string> words{"search"};
  words.insert(words.end(), search.begin(), search.end());
  words.insert(words.end(), {"-o", folder / name, "-q"});
  const ProgramResult made = plytrace(words);
  EXPECT_EQ(made.exit_code, 0) << made.err;
  return folder / name;
}

// The first column of a query's rows, as JSON numbers.
inline nlohmann::json column(const std::string& file, const std::string& query) {
  return parse_json(
      "[" + sql_value(file, "SELECT coalesce(group_concat(x), '') FROM (SELECT " + query + ")") +
      "]");
}

}  // namespace plytrace::test
