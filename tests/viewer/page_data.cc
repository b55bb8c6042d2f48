// SPDX-License-Identifier: MIT
#include "tests/viewer/page_data.h"

#include "tests/test_support.h"

namespace plytrace::test {
namespace {

using PageData = nlohmann::json;

// Expands [text, numbers...] to a sentence.
std::string sentence(const PageData& parts, const PageData& data) {
  std::string text;
  std::size_t next = 1;
  for (const char c : data["texts"][parts[0].get<std::size_t>()].get<std::string>()) {
    if (c == '\x01') {
      text += parts[next++].dump();
    } else if (c == '\x02') {
      text += "<place " + parts[next++].dump() + ">";
    } else {
      text += c;
    }
  }
  return text;
}

PageData meaning(const std::string& kind, const PageData& value, const PageData& data) {
  if (kind == "text") return data["texts"][value.get<std::size_t>()];
  if (kind != "texts" && kind != "sentences") return value;
  PageData list = PageData::array();
  for (const PageData& item : value) {
    list.push_back(kind == "texts" ? data["texts"][item.get<std::size_t>()]
                                   : PageData(sentence(item, data)));
  }
  return list;
}

PageData rows_of(const PageData& table, const PageData& data) {
  PageData rows = PageData::array();
  const auto count = table["count"].get<std::size_t>();
  for (std::size_t row = 0; row < count; ++row) rows.push_back(PageData::object());
  for (const auto& [name, column] : table["columns"].items()) {
    const std::string kind = column["kind"];
    const bool is_sparse = column.contains("at");
    const std::size_t values = is_sparse ? column["at"].size() : count;
    std::size_t row = 0;
    std::int64_t sum = 0;
    for (std::size_t k = 0; k < values; ++k) {
      row = is_sparse ? row + column["at"][k].get<std::size_t>() : k;
      if (kind == "number") sum += column["v"][k].get<std::int64_t>();
      rows[row][name] = kind == "flag"     ? PageData(true)
                        : kind == "number" ? PageData(sum)
                                           : meaning(kind, column["v"][k], data);
    }
  }
  return rows;
}

}  // namespace

nlohmann::json page_data(const std::string& page) {
  const std::string mark = "<script type=\"application/json\" id=\"data\">";
  const std::size_t begin = page.find(mark) + mark.size();
  PageData data = parse_json(page.substr(begin, page.find("</script>", begin) - begin));
  PageData nodes = rows_of(data["nodes"], data), steps = rows_of(data["steps"], data);
  data["nodes"] = std::move(nodes);
  data["steps"] = std::move(steps);
  return data;
}

}  // namespace plytrace::test
