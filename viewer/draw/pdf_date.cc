// SPDX-License-Identifier: MIT
#include "viewer/draw/pdf_date.h"

#include <string_view>

namespace plytrace::draw {

void fix_pdf_date(std::string& pdf) {
  constexpr std::string_view kDate = "/CreationDate (D:";
  const std::size_t at = pdf.rfind(kDate);
  if (at == std::string::npos) return;
  std::string_view fixed = "20000101000000";
  for (std::size_t i = at + kDate.size(); i < pdf.size() && !fixed.empty(); ++i) {
    if (pdf[i] < '0' || pdf[i] > '9') return;
    pdf[i] = fixed.front();
    fixed.remove_prefix(1);
  }
}

}  // namespace plytrace::draw
