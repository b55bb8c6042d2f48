// SPDX-License-Identifier: MIT
#include "viewer/format/lines.h"

#include <array>

namespace plytrace::text {

bool read_line(std::istream& in, std::string& line) {
  std::array<char, 4096> part{};
  line.clear();
  while (line.size() <= kLongestLine) {
    in.getline(part.data(), part.size());
    // Includes the newline if one was found.
    const auto count = static_cast<std::size_t>(in.gcount());
    line.append(part.data(), in.good() ? count - 1 : count);
    if (in.good()) return true;
    if (in.bad() || in.eof()) break;
    in.clear();  // only the buffer is full
  }
  if (in.eof() && !line.empty()) return true;
  in.setstate(std::ios::failbit);
  return false;
}

}  // namespace plytrace::text
