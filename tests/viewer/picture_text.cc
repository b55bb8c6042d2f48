// SPDX-License-Identifier: MIT
#include "tests/viewer/picture_text.h"
#include "tests/pattern.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace plytrace::test {

std::string statement(const std::string& dot, const std::string& of) {
  const std::size_t at = dot.find("\n  " + of + " [");
  if (at == std::string::npos) return "";
  return dot.substr(at + 1, dot.find('\n', at + 1) - at - 1);
}

std::string xml_error(const std::string& text) {
  std::vector<std::string> open;
  for (std::size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x20 && text[at] != '\n' && text[at] != '\t') {
      return "control character";
    }
    if (text[at] == '&') {
      static const Pattern kEntity("&(amp|lt|gt|quot|#[0-9]+|#x[0-9a-f]+);.*");
      if (!kEntity.match(text.substr(at, 12))) return "entity at " + text.substr(at, 12);
    }
    if (text[at] != '<') {
      ++at;
      continue;
    }
    if (text.compare(at, 4, "<!--") == 0) {
      at = text.find("-->", at) + 3;
      continue;
    }
    const std::size_t end = text.find('>', at);
    const std::string tag = text.substr(at + 1, end - at - 1);
    const std::string name = tag.substr(0, tag.find_first_of(" \n/", 1));
    if (tag[0] == '/') {
      if (open.empty() || open.back() != tag.substr(1)) return "unexpected </" + tag.substr(1);
      open.pop_back();
    } else if (tag[0] != '?' && tag[0] != '!' && tag.back() != '/') {
      open.push_back(name);
    }
    at = end + 1;
  }
  return open.empty() ? "" : "not closed: " + open.back();
}

double width_of_svg(const std::string& svg) {
  const std::size_t at = svg.find("width=\"") + 7;
  return std::stod(svg.substr(at));
}

double smallest_text_of_svg(const std::string& svg) {
  const Match found = Pattern("viewBox=\"0 0 ([0-9.]+) ").find(svg);
  const double scale = width_of_svg(svg) / std::stod(found[1]);
  double smallest = 100;
  for (const Match& size : Pattern("font-size=\"([0-9.]+)\"").find_all(svg)) {
    smallest = std::min(smallest, scale * std::stod(size[1]));
  }
  return smallest;
}

std::size_t nodes_of_svg(const std::string& svg, const std::string& name) {
  return Pattern("<title>" + name + "</title>").find_all(svg).size();
}

}  // namespace plytrace::test
