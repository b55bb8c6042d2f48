// SPDX-License-Identifier: MIT
//
// "export": what the tree panel shows as a file, as `plytrace render` writes it.
#include "viewer/draw/picture_formats.h"
#include "viewer/explore/panels.h"
#include "viewer/explore/tree_view.h"

namespace plytrace::explore {
namespace {

struct FileKind {
  const char* format;  // of the pictures
  const char* ending;
  const char* type;
};

FileKind kind_of(const std::string& asked) {
  if (asked == "png") return {"png", "png", "image/png"};
  if (asked == "pdf") return {"pdf", "pdf", "application/pdf"};
  if (asked == "tikz") return {"tex", "tex", "application/x-tex; charset=utf-8"};
  return {"svg", "svg", "image/svg+xml"};
}

}  // namespace

Result<Response> answer_export(Asked& asked) {
  asked.parameters.word("panel", {"tree"});
  const FileKind kind = kind_of(asked.parameters.word("format", {"svg", "png", "pdf", "tikz"}));
  const auto view = read_tree_view(asked);
  if (!view) return view.status();
  const auto excerpt = excerpt_of(asked, *view, For::kKeeping);
  if (!excerpt) return excerpt.status();
  const draw::PictureFormat& format = *draw::find_picture_format(kind.format);
  const draw::Diagram diagram = format.prepared(diagram_of(*excerpt, nullptr));
  auto bytes = format.bytes(diagram, draw::place(diagram), {});
  if (!bytes) return bytes.status();
  Response response{200, kind.type, std::move(*bytes)};
  response.headers.emplace_back(
      "Content-Disposition",
      "attachment; filename=\"tree-" + std::to_string(view->root.id) + "." + kind.ending + "\"");
  return response;
}

}  // namespace plytrace::explore
