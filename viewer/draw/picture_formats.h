// SPDX-License-Identifier: MIT
//
// The formats of pictures: one row each. Whoever offers, names or writes formats asks this table; a
// new format is a writer beside this file and a row here. Thread rule: see graphviz.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/status.h"
#include "viewer/draw/diagram.h"
#include "viewer/draw/icicle_diagram.h"
#include "viewer/draw/placement.h"

namespace plytrace::draw {

// How large a picture becomes.
struct Output {
  double scale = 1;  // points of paper for one of the placement
  int dots = 144;    // an inch, in PNG
};

struct PictureFormat {
  std::string_view name;        // of --to, and what a file's name ends in
  std::string_view alias = {};  // another such ending; "" = none
  std::string_view type;        // MIME
  // The bytes of a picture; usage error where the format cannot hold one so large. None for a page,
  // which is made from the excerpt that a diagram is made from (html_writer.h).
  Result<std::string> (*bytes)(const Diagram& diagram, const Placement& placed,
                               const Output& output) = nullptr;
  // The moments of one search in one file; null where the format holds one picture.
  Result<std::string> (*moments)(const std::vector<Diagram>& diagrams, const Placement& placed,
                                 const Output& output) = nullptr;
  bool moments_are_slides = false;  // and as large, where nothing else is asked for
  // The diagram as it has to be placed for this format.
  Diagram (*prepared)(Diagram diagram) = [](Diagram diagram) { return diagram; };

  // The bytes of an icicle; null where the format draws none.
  Result<std::string> (*icicle)(const IcicleDiagram& diagram, const Output& output) = nullptr;

  bool is_page() const { return bytes == nullptr; }
  bool is_picture() const { return !is_page(); }
  bool has_icicles() const { return icicle != nullptr; }
  bool has_moments() const { return moments != nullptr; }
};

const std::vector<PictureFormat>& picture_formats();

// The format of that name or ending; null for none.
const PictureFormat* find_picture_format(std::string_view name);

// Their names: "dot, svg and png" with the last word "and"; null: of all.
std::string picture_format_list(std::string_view last_word,
                                bool (PictureFormat::*is_wanted)() const = nullptr);

}  // namespace plytrace::draw
