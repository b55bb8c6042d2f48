// SPDX-License-Identifier: MIT
#include "viewer/format/parameter_lists.h"

#include <fmt/format.h>

#include <algorithm>

namespace plytrace {

std::string parameter_lines(const std::vector<Parameter>& parameters, std::size_t indent) {
  std::size_t name_width = 0;
  std::size_t range_width = 0;
  std::size_t default_width = 0;
  for (const Parameter& parameter : parameters) {
    name_width = std::max(name_width, parameter.name.size());
    range_width = std::max(range_width, parameter.range.size());
    default_width = std::max(default_width, parameter.fallback.size());
  }
  std::string lines;
  for (const Parameter& parameter : parameters) {
    lines += fmt::format("{}{:<{}}  {:<{}}  default {:<{}}  {}\n", std::string(indent, ' '),
                         parameter.name, name_width, parameter.range, range_width,
                         parameter.fallback, default_width, parameter.meaning);
  }
  return lines;
}

text::Json parameters_json(const std::vector<Parameter>& parameters) {
  text::Json list = text::Json::array();
  for (const Parameter& parameter : parameters) {
    list.push_back({{"name", parameter.name},
                    {"range", parameter.range},
                    {"default", parameter.fallback},
                    {"meaning", parameter.meaning}});
  }
  return list;
}

std::string summary_line(const std::string& name, std::size_t width, const std::string& summary) {
  return fmt::format("{:<{}}  {}\n", name, width, summary);
}

Status unknown_name(const std::string& kind, const std::string& name,
                    const std::vector<std::string>& known) {
  return Status::usage("there is no " + kind + " '" + name + "'" + did_you_mean(name, known) +
                       "; 'plytrace " + kind + "s' lists them");
}

}  // namespace plytrace
