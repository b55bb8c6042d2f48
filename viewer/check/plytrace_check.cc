// SPDX-License-Identifier: MIT
//
// plytrace-check: confirms or rejects a certificate that `plytrace verify --certificate` wrote. It
// has only the rules of certificates (rules.h) in common with the rest of plytrace.
//
// Exit codes: 0 PROVEN, 1 NOT PROVEN, 2 usage, 3 malformed or unreadable, 4 proven under
// assumptions, or assumptions that --allow-assumptions does not admit.
#include <algorithm>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "viewer/check/rules.h"

namespace {

using namespace plytrace::check;

constexpr const char* kPremises =
    "It follows if these premises hold, which a program without the rules of the game cannot test\n"
    "(plytrace verify --replay-certificate does):\n"
    "  every move is legal where it stands, and 'one' and 'all' fit the side to move\n"
    "  the moves below an 'all' are all the legal moves there\n"
    "  the game is over at every 'end', with that score\n"
    "  a node '=' has the position and the remaining depth of the one it names\n";
constexpr const char* kMixedPremises =
    "\n  the search may end its lines where it did, and a mover take its own score at a 'stand'\n"
    "  an 'all' where a mover may do so has a 'stand', and all the moves that it tries there\n";

std::string counted(std::uint64_t count, const std::string& noun) {
  return std::to_string(count) + noun + (count == 1 ? "" : "s");
}

// "exactly 5", "between 3 and 5", "at least 3", "at most 5" for the words of a certificate.
std::string claim_words(const std::string& claim) {
  Words words(claim);
  const std::string kind(words.take()), value(words.take()), upper(words.take());
  if (kind == "range") return "between " + value + " and " + upper;
  return (kind == "exact" ? "exactly " : kind == "lower" ? "at least " : "at most ") + value;
}

// Lists at most a few kinds, because a file can contain any number.
void print_assumptions(const std::map<std::string, std::uint64_t>& assumed) {
  constexpr std::size_t kMost = 20;
  std::size_t listed = 0;
  for (const auto& [kind, times] : assumed) {
    if (listed++ == kMost) break;
    std::cout << "  assumption " << shown(kind) << ": " << counted(times, " time") << "\n";
  }
  if (assumed.size() > kMost) {
    std::cout << "  and " << counted(assumed.size() - kMost, " more kind") << " of assumption\n";
  }
}

void print(Contents& contents) {
  auto& leaves = contents.leaves;
  const Header& header = contents.header;
  std::cout << (contents.assumed.empty() ? "PROVEN" : "PROVEN UNDER ASSUMPTIONS")
            << ": the root is worth " << shown(claim_words(header.claim)) << "\n";
  print_assumptions(contents.assumed);
  std::cout << "  " << counted(contents.lower_nodes + contents.upper_nodes, " node")
            << " read: " << leaves["horizon"] << " at the horizon, "
            << counted(leaves["end"], " finished game") << ", "
            << counted(leaves["="], " repeated position") << "\n"
            << kPremises << "  game " << shown(header.game) << ", position "
            << shown(header.position) << "\n  the scores at the horizon are those of the evaluator "
            << shown(header.evaluator);
  if (!header.scores.empty()) {
    std::cout << "\n  no score lies outside of " << shown(header.scores);
  }
  if (leaves["draw"] > 0) std::cout << "\n  every 'draw' is one by the moves that led to it";
  std::cout << (leaves["stand"] > 0 || header.depth_text == "mixed" ? kMixedPremises : "\n");
}

constexpr const char* kHelp =
    "usage: plytrace-check [--allow-assumptions] CERTIFICATE\n"
    "Confirms or rejects a certificate of `plytrace verify --certificate` ('-' reads stdin).\n"
    "Exit: 0 proven, 1 not proven, 2 usage, 3 malformed, 4 rests on assumptions.\n"
    "Example: plytrace verify run.db --certificate run.cert && plytrace-check run.cert\n";

ExitCode check(const std::string& path, bool allow_assumptions) {
  std::ifstream file;
  if (path != "-") {
    file.open(path, std::ios::binary);
    if (!file) throw Stop{kMalformed, "cannot be opened; check the name"};
  }
  Contents contents = Checker(path == "-" ? std::cin : file, allow_assumptions).run();
  print(contents);
  return contents.assumed.empty() ? kProven : kAssumed;
}

ExitCode run(const std::vector<std::string>& words) {
  std::vector<std::string> files;
  bool allow_assumptions = false;
  for (const std::string& word : words) {
    if (word == "--help" || word == "-h") {
      std::cout << kHelp;
      return kProven;
    }
    word == "--allow-assumptions" ? void(allow_assumptions = true) : files.push_back(word);
  }
  if (files.size() != 1 || (files[0].size() > 1 && files[0][0] == '-')) {
    std::cerr << kHelp;
    return kUsage;
  }
  try {
    return check(files.front(), allow_assumptions);
  } catch (const Stop& stop) {
    (stop.code == kNotProven ? std::cout << "NOT PROVEN: " : std::cerr << "plytrace-check: ")
        << shown(files.front()) << ": " << stop.message << "\n";
    return stop.code;
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + std::min(argc, 1), argv + argc});
  } catch (const std::exception& error) {
    std::cerr << "plytrace-check: " << error.what() << "\n";
    return 5;
  }
}
