// SPDX-License-Identifier: MIT
//
// plytrace_fuzz_replay CORPUS [ALTERATIONS [SEED [TARGET]]]
// plytrace_fuzz_replay --one TARGET FILE
//
// Runs each input of the corpus through its target (or only through TARGET), and then ALTERATIONS
// altered copies of each. --one runs a single file. Needs no clang: the sanitizers of any build
// detect faults.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "tests/fuzz/targets.h"

namespace {

using plytrace::fuzz::Target;

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Changes, drops or doubles some bytes, or replaces them by text that parsers handle badly.
std::string altered(std::string text, std::mt19937& random) {
  const std::vector<std::string> kWords{"",      "\"", "[", "{",   "-9223372036854775808",
                                        "1e999", "0",  ",", "%00", "\xC2\x9B",
                                        "null",  "~1"};
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
  for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
    const std::size_t at = below(text.size() + 1),
                      count = below(std::min<std::size_t>(text.size() - at, 9) + 1);
    const std::string part = text.substr(at, count);
    switch (below(5)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(random());
        break;
      case 1:
        text.erase(at, count);
        break;
      case 2:
        text.insert(at, part);
        break;
      case 3:
        text.insert(below(text.size() + 1), part);
        break;
      default:
        text.replace(at, count, kWords[below(kWords.size())]);
    }
  }
  return text;
}

// Writes the input to a file first, so that it can be examined if the target ends the program.
void run(const Target& target, const std::string& input) {
  const std::string last = "last-input." + std::string(target.name);
  std::ofstream(last, std::ios::binary | std::ios::trunc) << input;
  target.run(input);
  std::filesystem::remove(last);
}

int replay(const std::filesystem::path& corpus, int alterations, unsigned seed,
           const std::string& only) {
  std::size_t inputs = 0;
  for (const Target& target : plytrace::fuzz::targets()) {
    if (!only.empty() && target.name != only) continue;
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(corpus / target.name)) {
      files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    std::mt19937 random(seed);
    for (const auto& file : files) {
      const std::string input = read(file);
      // Traces of an old format were refused when opened, so that nothing behind that was tested.
      if (target.is_valid != nullptr && !target.is_valid(input)) {
        return std::fprintf(stderr, "%s: is refused at once; make it anew\n", file.c_str()), 1;
      }
      run(target, input);
      for (int i = 0; i < alterations; ++i) run(target, altered(input, random));
      inputs += 1 + static_cast<std::size_t>(alterations);
    }
    // An empty folder is an error, because a renamed folder would test nothing.
    if (files.empty()) return std::fprintf(stderr, "no corpus of %s\n", target.name), 1;
  }
  std::printf("%zu inputs\n", inputs);
  return inputs > 0 ? 0 : 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 3 && words[0] == "--one") {
    const Target* const target = plytrace::fuzz::find_target(words[1]);
    if (target != nullptr) target->run(read(words[2]));
    return target != nullptr ? 0 : 2;
  }
  if (words.empty()) return std::fputs("usage: see tests/fuzz/replay_main.cc\n", stderr), 2;
  const int alterations = words.size() > 1 ? std::atoi(words[1].c_str()) : 0;
  const auto seed = static_cast<unsigned>(words.size() > 2 ? std::atoi(words[2].c_str()) : 1);
  return replay(words[0], alterations, seed, words.size() > 3 ? words[3] : "");
}
