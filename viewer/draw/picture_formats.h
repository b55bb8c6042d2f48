// SPDX-License-Identifier: MIT
//
// The table of picture formats, one row each. All code that offers, names or writes formats reads
// this table; a new format needs a writer in this folder and a row here. Thread rule: see
// graphviz.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/status.h"
#include "viewer/draw/diagram.h"
#include "viewer/draw/icicle_diagram.h"
#include "viewer/draw/placement.h"

namespace plytrace::draw {

// The size of the picture that is written.
struct Output {
  double scale = 1;              // points on paper per point of the placement
  int dots = 144;                // dots per inch, for PNG
  bool loops = false;            // for animations: start again after the last frame
  std::string frame_title = {};  // title of a LaTeX slide
};

struct PictureFormat {
  std::string_view name;        // value of --to, and the file name's extension
  std::string_view alias = {};  // a second extension; "": none
  std::string_view type;        // MIME type
  // Returns the bytes of a picture; usage error if the format cannot hold one so large. Null for
  // HTML, which is made from the excerpt instead of a diagram (html_writer.h).
  Result<std::string> (*bytes)(const Diagram& diagram, const Placement& placed,
                               const Output& output) = nullptr;
  // Writes several moments of one search into one file; null if the format holds one picture only.
  Result<std::string> (*moments)(const std::vector<Diagram>& diagrams, const Placement& placed,
                                 const Output& output) = nullptr;
  // the moments are slides, and have the size of a slide unless another is requested
  bool moments_are_slides = false;
  // Adapts a diagram to this format; call it before place().
  Diagram (*prepared)(Diagram diagram) = [](Diagram diagram) { return diagram; };

  // Returns the bytes of an icicle chart; null if the format has none.
  Result<std::string> (*icicle)(const IcicleDiagram& diagram, const Output& output) = nullptr;

  bool is_page() const { return bytes == nullptr; }
  bool is_picture() const { return !is_page(); }
  bool has_icicles() const { return icicle != nullptr; }
  bool has_moments() const { return moments != nullptr; }
};

const std::vector<PictureFormat>& picture_formats();

// Finds a format by name or extension; null if there is none.
const PictureFormat* find_picture_format(std::string_view name);

// Lists the format names, as in "dot, svg and png", with `last_word` before the last. `is_wanted`
// filters the formats; null lists all.
std::string picture_format_list(std::string_view last_word,
                                bool (PictureFormat::*is_wanted)() const = nullptr);

}  // namespace plytrace::draw
