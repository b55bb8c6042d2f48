// SPDX-License-Identifier: MIT
//
// plytrace algorithms [NAME]: lists the algorithms and the options that each accepts.
#include <memory>
#include <string>
#include <vector>

#include "core/search/algorithm_options.h"
#include "core/search/search.h"
#include "viewer/commands/commands.h"
#include "viewer/format/parameter_lists.h"

namespace plytrace {
namespace {

struct AlgorithmsOptions {
  std::string name;  // "": all
  cli::OutputFormat format = cli::OutputFormat::kText;
};

constexpr std::size_t kAlgorithmWidth = 10;

std::string summary_of(const AlgorithmTraits& algorithm) {
  const bool is_default = algorithm.algorithm == SearchSettings{}.algorithm;
  return std::string(algorithm.summary) + (is_default ? " (the default)" : "");
}

std::string text_of(const std::vector<AlgorithmTraits>& list, bool with_options) {
  std::string text;
  for (const AlgorithmTraits& algorithm : list) {
    text += summary_line(std::string(algorithm.name), with_options ? 0 : kAlgorithmWidth,
                         summary_of(algorithm));
    if (with_options)
      text += "  options (--key value)\n" + parameter_lines(algorithm_options(algorithm), 4);
  }
  return text;
}

Status run_algorithms(const AlgorithmsOptions& options) {
  std::vector<AlgorithmTraits> list;
  std::vector<std::string> known;
  for (const AlgorithmTraits& algorithm : kAlgorithms) {
    known.emplace_back(algorithm.name);
    if (options.name.empty() || options.name == algorithm.name) list.push_back(algorithm);
  }
  if (list.empty()) return unknown_name("algorithm", options.name, known);
  if (options.format == cli::OutputFormat::kText) {
    return cli::write_stdout(text_of(list, !options.name.empty()));
  }
  text::Json json = text::Json::array();
  for (const AlgorithmTraits& algorithm : list) {
    json.push_back({{"name", algorithm.name},
                    {"summary", summary_of(algorithm)},
                    {"options", parameters_json(algorithm_options(algorithm))}});
  }
  return cli::write_json({{"algorithms", std::move(json)}});
}

}  // namespace

void setup_algorithms(cli::Program& app, cli::CommandList& commands) {
  const auto options = std::make_shared<AlgorithmsOptions>();
  cli::Command* command =
      cli::add_command(app, "algorithms", "List the search algorithms and their options",
                       {"plytrace algorithms", "plytrace algorithms pvs"});
  command->add_option("NAME", options->name, "One algorithm, in detail");
  cli::add_format(command, options->format);
  commands.add(command, [options] { return run_algorithms(*options); });
}

}  // namespace plytrace
