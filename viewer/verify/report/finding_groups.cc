// SPDX-License-Identifier: MIT
#include "viewer/verify/report/finding_groups.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string>

namespace plytrace::verify {
namespace {

// The message without the node, moves and numbers, which is equal for findings of one cause.
std::string cause_of(const Finding& finding) {
  // Messages begin with the name of a node, "MIN node /d/c (#17): " (Ledger::name).
  const std::size_t name = finding.message.find("): ");
  std::istringstream words(name == std::string::npos ? finding.message
                                                     : finding.message.substr(name + 3));
  std::vector<std::string> kept;
  for (std::string word; words >> word;) {
    if (word.starts_with("(#") && !kept.empty()) {
      kept.back() = "one";  // the move before a node id
      continue;
    }
    // Consecutive numbers count as one, so that a window and a value give the same cause.
    const bool is_number = std::any_of(word.begin(), word.end(),
                                       [](unsigned char c) { return std::isdigit(c) != 0; }) ||
                           word.find("inf") != std::string::npos;
    if (is_number) word = "N";
    if (!is_number || kept.empty() || kept.back() != "N") kept.push_back(word);
  }
  std::string cause;
  for (const std::string& word : kept) cause += (cause.empty() ? "" : " ") + word;
  return cause;
}

}  // namespace

std::vector<FindingGroup> groups_of(const std::vector<Finding>& findings) {
  std::vector<FindingGroup> groups;
  for (const Finding& finding : findings) {
    const std::string cause = cause_of(finding);
    // A linear search suffices: causes are few, and at most a thousand findings are ranked.
    const auto known = std::find_if(groups.begin(), groups.end(), [&](const FindingGroup& group) {
      return group.first.rule == finding.rule && group.cause == cause;
    });
    if (known == groups.end()) {
      groups.push_back({finding, cause, 1});
    } else {
      ++known->findings;
    }
  }
  return groups;
}

}  // namespace plytrace::verify
