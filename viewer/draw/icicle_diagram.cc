// SPDX-License-Identifier: MIT
#include "viewer/draw/icicle_diagram.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "viewer/draw/text_metrics.h"
#include "viewer/format/characters.h"
#include "viewer/format/numbers.h"

namespace plytrace::draw {
namespace {

constexpr double kRowHeight = 13, kLabelSize = 8, kAxisSize = 7, kLeft = 30, kAxisHeight = 24;
constexpr double kSampleWidth = 16, kSampleHeight = 9, kLegendGap = 14, kLegendRow = 14;
constexpr double kHairline = 0.35;
// Narrower boxes get thinner outlines, which would otherwise cover them.
constexpr double kOutlined = 2.5;
constexpr const char *kRunFill = "#a8a8a8", *kHatchColor = "#6e6e6e";
constexpr std::string_view kAxisName = "nodes, in the order in which they were entered";
constexpr std::string_view kRunText = "subtrees too narrow for boxes, not examined";
constexpr std::string_view kMixText = "too narrow for boxes: shares of the nodes";

// The smallest step of 1, 2 or 5 times a power of ten that gives at most `most` ticks.
std::int64_t tick_step(std::int64_t nodes, double most) {
  const double least = static_cast<double>(nodes) / std::max(most, 1.0);
  double power = std::pow(10, std::floor(std::log10(std::max(least, 1.0))));
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    if (factor * power >= least) return static_cast<std::int64_t>(factor * power);
  }
  return static_cast<std::int64_t>(10 * power);
}

std::string tick_text(std::int64_t nodes, std::int64_t step) {
  if (step >= 1'000'000) return fmt::format("{:g}M", static_cast<double>(nodes) / 1e6);
  return text::grouped(nodes);
}

class Layout {
 public:
  Layout(const Icicle& icicle, const IcicleOptions& options)
      : icicle_(icicle), options_(options), chart_width_(options.width - kLeft) {
    for (const IcicleCell& cell : icicle.cells) with_cells_.insert(cell.first);
  }

  IcicleDiagram make() {
    diagram_.theme = options_.theme;
    diagram_.title = options_.title;
    diagram_.description = options_.description;
    for (const IcicleBox& box : icicle_.boxes) add_box(box);
    for (const IcicleRun& run : icicle_.runs) add_run(run);
    for (const IcicleCell& cell : icicle_.cells) add_cell(cell);
    diagram_.has_cells = !icicle_.cells.empty();
    row_names();
    axis();
    legend();
    caption();
    diagram_.size = {options_.width, y_};
    return std::move(diagram_);
  }

 private:
  double x_of(std::int64_t nodes) const {
    const auto all = static_cast<double>(std::max<std::int64_t>(icicle_.nodes, 1));
    return kLeft + static_cast<double>(nodes) * chart_width_ / all;
  }
  Box place(std::int64_t x, std::int64_t width, std::int64_t row) const {
    const double left = x_of(x), right = x_of(x + width);
    return {(left + right) / 2, (static_cast<double>(row) + 0.5) * kRowHeight, right - left,
            kRowHeight};
  }
  void note_ply(std::int64_t row, std::int64_t ply) {
    auto& [least, most] = plies_.try_emplace(row, ply, ply).first->second;
    least = std::min(least, ply);
    most = std::max(most, ply);
  }

  void add_box(const IcicleBox& box) {
    const std::size_t look = look_of(box, options_.by);
    shown_.insert(look);
    note_ply(box.row, box.node.ply);
    IcicleShape shape;
    shape.box = place(box.x, box.nodes(), box.row);
    shape.id = fmt::format("n{}", box.node.id);
    shape.tooltip = options_.tooltip(box);
    const double free = add_label(shape, options_.labels(box));
    look_like(shape, icicle_looks(options_.by)[look].pattern, free, box.node.is_open());
    diagram_.shapes.push_back(std::move(shape));
  }

  // Adds the longest label that fits and returns the width it takes; 0 if none fits.
  static double add_label(IcicleShape& shape, const std::vector<std::string>& labels) {
    for (const std::string& label : labels) {
      const double width = text_width(label, kLabelSize) + 4;
      if (label.empty() || width > shape.box.width) continue;
      shape.texts.push_back({label, {shape.box.x, shape.box.y}, kLabelSize});
      return width;
    }
    return 0;
  }

  // `free` is the width in the middle that stays unhatched for the label.
  void look_like(IcicleShape& shape, Pattern pattern, double free, bool is_open) const {
    const Box& box = shape.box;
    shape.fill = fill_of(pattern, options_.theme);
    shape.pen = {"#000000", kHairline, is_open ? Dash::kDashed : Dash::kSolid};
    if (box.width < kOutlined) shape.pen.width = kHairline / 2;
    const double end = free > 0 ? box.x - free / 2 : box.right();
    add_hatching(pattern, {box.left(), box.top()}, {end, box.bottom()}, shape.hatching);
    if (free == 0) return;
    add_hatching(pattern, {box.x + free / 2, box.top()}, {box.right(), box.bottom()},
                 shape.hatching);
  }

  void add_run(const IcicleRun& run) {
    if (run.row > 0) note_ply(run.row, run.ply);
    IcicleShape shape;
    shape.box = place(run.x, run.width, run.row);
    shape.id = fmt::format("r{}", run.first);
    shape.fill = has_cells(run) ? "#ffffff" : kRunFill;
    shape.pen = {shape.fill, kHairline / 2, Dash::kSolid};
    shape.tooltip =
        fmt::format("{}: {}, ids {} to {}{}",
                    run.subtrees ? text::count(*run.subtrees, "subtree") : "not looked into",
                    text::count(run.nodes, "node"), run.first, run.last, mix_words(run));
    diagram_.shapes.push_back(std::move(shape));
  }

  // "; CUT, as expected 62 %, ALL, as expected 38 %": the looks of the cells that the run covers,
  // with the share of its width that each takes.
  std::string mix_words(const IcicleRun& run) const {
    std::map<std::size_t, double> nodes;
    const auto& cells = icicle_.cells;
    auto cell = std::partition_point(cells.begin(), cells.end(),
                                     [&](const IcicleCell& one) { return one.x < run.x; });
    for (; cell != cells.end() && cell->x < run.x + run.width; ++cell) {
      if (cell->row != run.row) continue;
      for (const auto& [look, share] : cell->shares) {
        nodes[look] += share * static_cast<double>(cell->nodes());
      }
    }
    std::string words;
    for (const auto& [look, part] : nodes) {
      words += fmt::format("{}{} {:.0f} %", words.empty() ? "; " : ", ",
                           icicle_looks(options_.by)[look].text,
                           100 * part / static_cast<double>(std::max<std::int64_t>(run.width, 1)));
    }
    return words;
  }

  // Stacks the shares of a cell from the top of its row. What no share takes stays empty: there the
  // subtrees end above this row.
  void add_cell(const IcicleCell& cell) {
    note_ply(cell.row, cell.ply);
    const Box whole = place(cell.x, cell.nodes(), cell.row);
    double top = whole.top();
    for (const auto& [look, share] : cell.shares) {
      shown_.insert(look);
      const double height = share * whole.height;
      add_piece({whole.x, top + height / 2, whole.width, height},
                icicle_looks(options_.by)[look].pattern);
      top += height;
    }
  }

  void add_piece(const Box& box, Pattern pattern) {
    IcicleShape shape;
    shape.box = box;
    shape.fill = fill_of(pattern, options_.theme);
    shape.pen = {kHatchColor, kHairline / (box.width < kOutlined ? 4 : 2), Dash::kSolid};
    add_hatching(pattern, {box.left(), box.top()}, {box.right(), box.bottom()}, shape.hatching);
    diagram_.shapes.push_back(std::move(shape));
  }

  void row_names() {
    for (const auto& [row, plies] : plies_) {
      const auto [least, most] = plies;
      const double y = (static_cast<double>(row) + 0.5) * kRowHeight;
      write(least == most ? fmt::format("ply {}", least) : fmt::format("{}\u2013{}", least, most),
            {kLeft - 4, y}, kAxisSize, Anchor::kRight);
    }
  }

  void axis() {
    y_ = static_cast<double>(icicle_.rows) * kRowHeight;
    const double y = y_ + 3;
    diagram_.ticks.push_back({{kLeft, y}, {kLeft + chart_width_, y}});
    const std::int64_t step = tick_step(icicle_.nodes, chart_width_ / 52);
    for (std::int64_t at = 0; at <= icicle_.nodes; at += step) {
      const double x = x_of(at);
      diagram_.ticks.push_back({{x, y}, {x, y + 2.5}});
      const std::string text = tick_text(at, step);
      const bool at_end = x + text_width(text, kAxisSize) / 2 > options_.width;
      write(text, {at_end ? options_.width : x, y + 7}, kAxisSize,
            at_end ? Anchor::kRight : Anchor::kMiddle);
    }
    write(std::string(kAxisName), {kLeft + chart_width_ / 2, y + 16}, kAxisSize, Anchor::kMiddle);
    y_ += kAxisHeight;
  }

  void legend() {
    y_ += kLegendRow / 2 + 2;
    double x = 0;
    const auto add = [&](std::string_view text, IcicleShape sample) {
      const double width = kSampleWidth + 4 + text_width(text, kLabelSize);
      if (x > 0 && x + width > options_.width) {
        x = 0;
        y_ += kLegendRow;
      }
      sample.box = {x + kSampleWidth / 2, y_, kSampleWidth, kSampleHeight};
      write(std::string(text), {x + kSampleWidth + 4, y_}, kLabelSize, Anchor::kLeft);
      x += width + kLegendGap;
      return sample;
    };
    const auto& looks = icicle_looks(options_.by);
    for (std::size_t i = 0; i < looks.size(); ++i) {
      if (shown_.count(i) == 0) continue;
      IcicleShape sample = add(looks[i].text, {});
      look_like(sample, looks[i].pattern, 0, false);
      diagram_.shapes.push_back(std::move(sample));
    }
    if (!icicle_.cells.empty()) {
      const Box all = add(kMixText, {}).box;
      const double height = all.height / 3;
      int stripe = 0;
      for (const Pattern pattern : {Pattern::kPlain, Pattern::kLevel, Pattern::kRising}) {
        const double middle = all.y + (static_cast<double>(stripe++) - 1) * height;
        add_piece({all.x, middle, all.width, height}, pattern);
      }
    }
    if (has_unread_runs()) {
      IcicleShape sample = add(kRunText, {});
      sample.fill = kRunFill;
      sample.pen = {kRunFill, kHairline / 2, Dash::kSolid};
      diagram_.shapes.push_back(std::move(sample));
    }
    y_ += kLegendRow / 2;
  }

  void caption() {
    if (!options_.title.empty() || !options_.caption.empty()) y_ += kCaptionTop / 2;
    if (!options_.title.empty()) line(options_.title, TextSizes().title, Face::kBold);
    for (const std::string& text : options_.caption) {
      const std::string lines = wrapped(text, options_.width, kLabelSize);
      for (std::string& one : text::split(lines, '\n')) {
        line(std::move(one), kLabelSize, Face::kRegular);
      }
    }
  }

  // A run without cells was not examined, and is grey.
  bool has_cells(const IcicleRun& run) const { return with_cells_.count(run.first) != 0; }
  bool has_unread_runs() const {
    return !std::all_of(icicle_.runs.begin(), icicle_.runs.end(),
                        [&](const IcicleRun& run) { return has_cells(run); });
  }

  void line(std::string text, double size, Face face) {
    const double height = line_height(size);
    diagram_.texts.push_back(
        {std::move(text), {0, y_ + height / 2}, size, face, Ink::kText, Anchor::kLeft});
    y_ += height;
  }

  void write(std::string text, Point at, double size, Anchor anchor) {
    diagram_.texts.push_back({std::move(text), at, size, Face::kRegular, Ink::kText, anchor});
  }

  const Icicle& icicle_;
  const IcicleOptions& options_;
  double chart_width_;
  IcicleDiagram diagram_;
  std::set<std::int64_t> with_cells_;  // first ids of cells
  std::set<std::size_t> shown_;        // looks that occur, for the legend
  // The least and the greatest ply of each row.
  std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> plies_;
  double y_ = 0;
};

}  // namespace

int icicle_pixels(double width) { return static_cast<int>(std::max(width - kLeft, 1.0)); }

double icicle_width(int pixels) { return pixels + kLeft; }

std::int64_t icicle_rows(double height) {
  constexpr double kBelow = 110;  // height of axis, legend and caption
  return std::max<std::int64_t>(5, static_cast<std::int64_t>((height - kBelow) / kRowHeight));
}

IcicleDiagram icicle_diagram(const Icicle& icicle, const IcicleOptions& options) {
  return Layout(icicle, options).make();
}

void paint(const IcicleDiagram& diagram, Painter& painter) {
  for (const IcicleShape& shape : diagram.shapes) {
    DiagramNode node;
    node.id = shape.id;
    node.tooltip = shape.tooltip;
    PaintedNode item{node,           shape.box, shape.box.corners(), 0, shape.pen, shape.fill,
                     shape.hatching, {},        shape.texts};
    item.hatched_with = {kHatchColor, kHairline, Dash::kSolid};
    item.is_reachable = true;
    painter.node(item);
  }
  const DiagramNode none;
  for (const Stroke& tick : diagram.ticks) {
    painter.edge({none, {}, tick, {}, {"#000000", kHairline, Dash::kSolid}, {}, {}});
  }
  for (const PaintedText& text : diagram.texts) painter.text(text);
}

}  // namespace plytrace::draw
