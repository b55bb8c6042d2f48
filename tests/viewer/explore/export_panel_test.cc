// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <set>

#include "tests/viewer/explore/asking.h"
#include "viewer/draw/picture_formats.h"

namespace plytrace::test {
namespace {

using nlohmann::json;

// The numbers after each occurrence of `what` in a text.
std::set<std::int64_t> ids_behind(const std::string& text, const std::string& what) {
  std::set<std::int64_t> ids;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ids.insert(std::stoll(text.substr(at + what.size())));
  }
  return ids;
}

class ExportPanel : public testing::Test {
 protected:
  ExportPanel() : ask_({searched(folder_, "a.db", {"connect4", "-d", "5", "--iterative"})}) {}

  static std::string disposition(const explore::Response& response) {
    for (const auto& [name, value] : response.headers) {
      if (name == "Content-Disposition") return value;
    }
    return "";
  }
  ScratchFolder folder_;
  Asker ask_;
};

TEST_F(ExportPanel, TheOverviewIsSavedAsItIsSeen) {
  for (const char* const view :
       {"width=400", "width=400&first=90&last=2000&by=class", "width=700&by=cut-rank"}) {
    const explore::Response kept = ask_.ask(std::string("export?panel=icicle&") + view);
    ASSERT_EQ(kept.status, 200) << kept.body;
    EXPECT_EQ(kept.type, "image/svg+xml");
    std::set<std::int64_t> seen;
    const json answer = ask_(std::string("icicle?") + view);
    for (const json& box : answer["boxes"]) {
      seen.insert(box["node"].get<std::int64_t>());
    }
    EXPECT_GT(seen.size(), 20U);
    EXPECT_EQ(ids_behind(kept.body, "<g id=\"n"), seen) << view;
  }
}

TEST_F(ExportPanel, NamesTheFileByWhatItHolds) {
  EXPECT_EQ(disposition(ask_.ask("export?panel=icicle&first=90&last=2000&format=pdf")),
            "attachment; filename=\"overview-90.pdf\"");
  EXPECT_EQ(disposition(ask_.ask("export?node=2&format=tex")),
            "attachment; filename=\"tree-2.tex\"");
}

TEST_F(ExportPanel, EachFormatThatIsOfferedIsSavedAsItsOwnType) {
  const json formats = ask_("traces")["formats"];
  EXPECT_EQ(formats["tree"][0], "svg");
  EXPECT_GT(formats["tree"].size(), formats["icicle"].size());
  for (const auto& [panel, names] : formats.items()) {
    const std::string of =
        panel == "tree" ? "export?node=1&format=" : "export?panel=icicle&format=";
    for (const json& name : names) {
      const explore::Response kept = ask_.ask(of + name.get<std::string>());
      ASSERT_EQ(kept.status, 200) << panel << ' ' << name << ": " << kept.body;
      EXPECT_EQ(kept.type, draw::find_picture_format(name.get<std::string>())->type);
    }
  }
}

TEST_F(ExportPanel, SaysWhatCannotBeSaved) {
  EXPECT_EQ(ask_.failure("export?panel=icicle&format=tex").substr(0, 12), "400: format:");
  EXPECT_EQ(ask_.failure("export?panel=icicle&first=900000").substr(0, 4), "404:");
  EXPECT_EQ(ask_.failure("export?panel=stats").substr(0, 11), "400: panel:");
}

}  // namespace
}  // namespace plytrace::test
