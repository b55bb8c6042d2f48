// SPDX-License-Identifier: MIT
#include "viewer/draw/curves.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>

#include "viewer/draw/paper.h"
#include "viewer/draw/pdf_info.h"
#include "viewer/draw/text_metrics.h"
#include "viewer/format/numbers.h"
#include "viewer/format/rows/format.h"
#include "viewer/format/spawn.h"

namespace plytrace::draw {
namespace {

struct CurveEnding {
  std::string_view ending;
  CurveFormat format;
};
constexpr std::string_view kScriptEnding = ".gp";
constexpr std::array<CurveEnding, 4> kEndings{{{".svg", CurveFormat::kSvg},
                                               {".pdf", CurveFormat::kPdf},
                                               {".png", CurveFormat::kPng},
                                               {kScriptEnding, CurveFormat::kScript}}};

constexpr double kLogarithmicFrom = 50;  // smallest ratio of the largest to the smallest value
constexpr double kPlotPointsPerInch = 72;
constexpr int kWidth = 720, kPanelHeight = 380, kTitleHeight = 40;  // screen pixels

// Puts a text between single quotes, where gnuplot interprets no escape but a doubled quote.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text::printable(text)) result += c == '\'' ? "''" : std::string(1, c);
  return result + "'";
}

// The points of all curves of a panel.
std::vector<std::pair<double, double>> points_of(const CurvePanel& panel) {
  std::vector<std::pair<double, double>> points;
  for (const Curve& curve : panel.curves) {
    points.insert(points.end(), curve.points.begin(), curve.points.end());
  }
  return points;
}

bool is_logarithmic(const CurvePanel& panel) {
  if (panel.scale != Scale::kAuto) return panel.scale == Scale::kLogarithmic;
  double least = HUGE_VAL, most = 0;
  for (const auto& [x, y] : points_of(panel)) {
    if (y <= 0) return false;
    least = std::min(least, y);
    most = std::max(most, y);
  }
  return most >= kLogarithmicFrom * least;
}

// Width and height in inches of paper, and the size of type in points.
struct PlotSize {
  double width, height, type;
};

// The x of all points; nullopt if there are several, or no points.
std::optional<double> only_x(const CurvePlot& plot) {
  std::optional<double> only;
  for (const CurvePanel& panel : plot.panels) {
    for (const auto& [x, y] : points_of(panel)) {
      if (only.value_or(x) != x) return std::nullopt;
      only = x;
    }
  }
  return only;
}

std::size_t most_curves(const CurvePlot& plot) {
  std::size_t most = 0;
  for (const CurvePanel& panel : plot.panels) most = std::max(most, panel.curves.size());
  return most;
}

PlotSize size_of(const CurvePlot& plot) {
  // A panel of bars is as high as its bars need, in pixels or in units of 1/100 inch.
  const double bars = only_x(plot) ? 70 + 38 * static_cast<double>(most_curves(plot)) : HUGE_VAL;
  const double height =
      kTitleHeight + std::min<double>(kPanelHeight, bars) * static_cast<double>(plot.panels.size());
  if (plot.paper_width == 0) return {kWidth / 100.0, height / 100.0, 9};
  // A panel is three quarters as high as it is wide, like other figures, but not half a page.
  constexpr double kHighestPanel = 3.2;
  const double width = plot.paper_width / kPlotPointsPerInch;
  const auto panels = static_cast<double>(plot.panels.size());
  return {width, panels * std::min({0.75 * width, kHighestPanel, bars / 100}), 8};
}

std::string terminal(CurveFormat format, const CurvePlot& plot) {
  const PlotSize size = size_of(plot);
  // On a screen an inch is 100 pixels, on paper 96.
  const double pixels = plot.paper_width == 0 ? 100 : 96;
  const double type = plot.paper_width == 0 ? 12 : size.type * 96 / kPlotPointsPerInch;
  const auto across = static_cast<int>(std::lround(size.width * pixels));
  const auto down = static_cast<int>(std::lround(size.height * pixels));
  switch (format) {
    case CurveFormat::kPdf:
      return fmt::format(
          "set terminal pdfcairo noenhanced size {:.2f}in,{:.2f}in "
          "font 'DejaVu Sans,{:g}' linewidth 1.2\n",
          size.width, size.height, size.type);
    case CurveFormat::kPng:
      return fmt::format(
          "set terminal pngcairo noenhanced size {},{} font 'DejaVu Sans,{:g}' "
          "linewidth 2 pointscale 2\n",
          2 * across, 2 * down, type * 1.5);
    default:
      return fmt::format(
          "set terminal svg noenhanced size {},{} font 'DejaVu Sans,{:g}' "
          "linewidth 1.5 background 'white'\n",
          across, down, std::round(type * 10) / 10);
  }
}

// Eight combinations of dash, point shape and dark colour; more curves reuse them.
std::string line_styles() {
  struct Style {
    const char* color;
    int dash, point;
  };
  constexpr Style kStyles[] = {{"#000000", 1, 7},  {"#0072b2", 2, 5}, {"#c04a00", 4, 9},
                               {"#007a5a", 3, 6},  {"#8a3a70", 5, 4}, {"#606060", 1, 8},
                               {"#000000", 2, 11}, {"#0072b2", 1, 13}};
  std::string text;
  int number = 0;
  for (const Style& style : kStyles) {
    text += fmt::format("set linetype {} lc rgb '{}' lw 1.3 dt {} pt {} ps 0.6\n", ++number,
                        style.color, style.dash, style.point);
  }
  return text + fmt::format("set linetype cycle {}\n", number);
}

std::string data_blocks(const CurvePlot& plot) {
  std::string text;
  int number = 0;
  for (const CurvePanel& panel : plot.panels) {
    for (const Curve& curve : panel.curves) {
      text += fmt::format("$curve{} << EOD\n", ++number);
      for (std::size_t i = 0; i < curve.points.size(); ++i) {
        text += fmt::format("{} {}", curve.points[i].first, curve.points[i].second);
        if (!curve.spread.empty()) {
          text += fmt::format(" {} {}", curve.spread[i].first, curve.spread[i].second);
        }
        text += "\n";
      }
      text += "EOD\n";
    }
  }
  return text;
}

// True if the values are so few whole numbers that each gets a tick.
bool counts_by_one(const CurvePanel& panel) {
  static constexpr double kMostMarks = 12;
  const auto points = points_of(panel);
  return std::all_of(points.begin(), points.end(), [](const auto& point) {
    const double y = point.second;
    return y == std::trunc(y) && y >= 0 && y <= kMostMarks;
  });
}

// Fractions would be shown as 500m.
bool is_at_least_one(const CurvePanel& panel) {
  const auto points = points_of(panel);
  return std::all_of(points.begin(), points.end(),
                     [](const auto& point) { return point.second >= 1; });
}

// Extends the range by half a step on both sides.
std::string x_range(const CurvePlot& plot) {
  double least = HUGE_VAL, most = -HUGE_VAL;
  for (const CurvePanel& panel : plot.panels) {
    for (const Curve& curve : panel.curves) {
      if (curve.points.empty()) continue;
      least = std::min(least, curve.points.front().first);
      most = std::max(most, curve.points.back().first);
    }
  }
  if (least > most) return {};
  // Whole numbers: between two of them there is nothing to read.
  constexpr double kMostSingle = 12;
  return fmt::format("set xrange [{}:{}]\n{}", least - 0.5, most + 0.5,
                     most - least <= kMostSingle ? "set xtics 1\n" : "");
}

// "0.00001", "10,000": a power of ten without an exponent.
std::string power_of_ten(int exponent) {
  if (exponent < 0) return fmt::format("{:.{}f}", std::pow(10, exponent), -exponent);
  return text::grouped(static_cast<std::int64_t>(std::llround(std::pow(10, exponent))));
}

// Ticks at the powers of ten of a logarithmic axis. gnuplot would write 1e-05.
std::string decades(const CurvePanel& panel) {
  constexpr int kMostTicks = 8, kLargest = 18;
  double least = HUGE_VAL, most = 0;
  for (const auto& [x, y] : points_of(panel)) {
    if (y > 0) least = std::min(least, y);
    most = std::max(most, y);
  }
  if (least > most) return "set ytics autofreq\n";
  const int low = static_cast<int>(std::floor(std::log10(least)));
  const int high = std::min(static_cast<int>(std::ceil(std::log10(most))), kLargest);
  const int step = (high - low) / kMostTicks + 1;
  std::string ticks;
  for (int exponent = low; exponent <= high; exponent += step) {
    ticks +=
        fmt::format("{}'{}' 1e{}", ticks.empty() ? "" : ", ", power_of_ten(exponent), exponent);
  }
  return "set ytics (" + ticks + ")\n";
}

// The numbers of a linear axis. With %g gnuplot would write 1e+06 and 5e-06.
std::string plain_format(const CurvePanel& panel) {
  double most = 0;
  for (const auto& [x, y] : points_of(panel)) most = std::max(most, y);
  if (most >= 1e5) return "%.0f";
  if (most >= 1e-3 || most <= 0) return "%g";
  return fmt::format("%.{}f", std::min(1 - static_cast<int>(std::floor(std::log10(most))), 12));
}

std::string panel_commands(const CurvePanel& panel, int first) {
  const bool logarithmic = is_logarithmic(panel);
  std::string text = "set ylabel " + quoted(panel.y_label + (logarithmic ? " (log scale)" : ""));
  text += logarithmic ? "\nset logscale y\nset yrange [*:*]\nset offsets 0, 0, 0, 0\n"
                      : "\nunset logscale y\nset yrange [0:*]\nset offsets 0, 0, graph 0.05, 0\n";
  // 10k and 1M instead of 10000 and 1e+06.
  const bool is_large = logarithmic && is_at_least_one(panel);
  text += "set format y '" + (is_large ? "%.0s%c" : plain_format(panel)) + "'\n";
  text += logarithmic && !is_large               ? decades(panel)
          : counts_by_one(panel) && !logarithmic ? "set ytics 1\n"
                                                 : "set ytics autofreq\n";
  std::string plots;
  for (const Curve& curve : panel.curves) {
    const char* const how = curve.is_bare          ? "1:2 with lines"
                            : curve.spread.empty() ? "1:2 with linespoints"
                                                   : "1:2:3:4 with yerrorlines";
    plots += fmt::format("{}$curve{} using {} title {}", plots.empty() ? "plot " : ", \\\n     ",
                         first++, how, quoted(curve.name));
  }
  return text + plots + "\n";
}

// "1,234,567", "0.25": three digits, without an exponent.
std::string value_text(double value) {
  if (value == std::trunc(value) || std::abs(value) >= 100) {
    return text::grouped(static_cast<std::int64_t>(std::llround(value)));
  }
  const int before = static_cast<int>(std::floor(std::log10(std::abs(value))));
  return fmt::format("{:.{}f}", value, std::min(2 - before, 12));
}

// The end of an axis of bars: behind each bar there is space for its value.
double bar_axis_end(const CurvePanel& panel, const CurvePlot& plot) {
  constexpr double kBeside = 50;  // points beside the axis
  const PlotSize size = size_of(plot);
  const double axis = size.width * kPlotPointsPerInch - kBeside;
  double end = 0;
  for (const Curve& curve : panel.curves) {
    for (const auto& [x, y] : curve.points) {
      const double text = text_width(value_text(y), size.type) + 12;
      end = std::max(end, y / (1 - std::min(text / axis, 0.7)));
    }
    for (const auto& [low, high] : curve.spread) end = std::max(end, 1.25 * high);
  }
  return end > 0 ? end : 1;
}

// Curves over a single x are no curves. Each is a bar below its name and before its value, so the
// axis needs no numbers.
std::string bar_commands(const CurvePanel& panel, const CurvePlot& plot, int number) {
  std::string bars, spreads, names;
  std::size_t at = panel.curves.size();
  for (const Curve& curve : panel.curves) {
    names +=
        fmt::format("set label {0} {1} at 0,{0}.4 left offset 0.3,0\n", at, quoted(curve.name));
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
      const double value = curve.points[i].second;
      const auto [low, high] = curve.spread.empty() ? std::pair(value, value) : curve.spread[i];
      bars += fmt::format("{} {} {} {}\n", at, value, std::max(value, high), value_text(value));
      if (low < high) spreads += fmt::format("{} {} {} {}\n", at, value, low, high);
    }
    --at;
  }
  constexpr std::string_view kBars =
      "$bars{0} using ($2/2):1:($2/2):(0.17) with boxxyerror fs solid 0.35 lc rgb '#606060' "
      "notitle, "
      "$bars{0} using 3:1:4 with labels left offset 0.7,0 notitle";
  constexpr std::string_view kSpreads =
      ", $spreads{0} using 2:1:3:4 with xerrorbars lc rgb '#000000' lt 1 pt 7 ps 0.4 notitle";
  std::string text =
      fmt::format("$bars{0} << EOD\n{1}EOD\n$spreads{0} << EOD\n{2}EOD\n", number, bars, spreads);
  text += "unset label\n" + names + "set xlabel " + quoted(panel.y_label) + "\n";
  text += fmt::format("set xrange [0:{}]\nset yrange [0.6:{}.7]\nplot ", bar_axis_end(panel, plot),
                      panel.curves.size());
  text += fmt::format(kBars, number);
  if (!spreads.empty()) text += fmt::format(kSpreads, number);
  return text + "\n";
}

std::string script(const CurvePlot& plot, CurveFormat format) {
  std::string text = format == CurveFormat::kScript
                         ? "# gnuplot -e 'set output \"curves.svg\"' THIS_FILE\n"
                         : std::string();
  const bool as_bars = only_x(plot).has_value();
  text += terminal(format, plot) + line_styles();
  if (!as_bars) text += data_blocks(plot);
  if (as_bars) {
    text += "set border 2\nunset tics\nset lmargin 3\nset rmargin 3\n";
    text += "set title " + quoted(fmt::format("{}: {:g}", plot.x_label, *only_x(plot))) + "\n";
  } else {
    text += "set grid lc rgb '#d0d0d0' lw 0.7\nset border 3\nset tics nomirror\n";
    // Without `Left reverse` the lines beside long names leave a narrow figure.
    text += "set key outside top center horizontal Left reverse samplen 3\n";
    text += "set lmargin 12\n" + x_range(plot);
    text += "set xlabel " + quoted(plot.x_label) + "\n";
  }
  text += fmt::format("set multiplot layout {},1", plot.panels.size());
  if (!plot.title.empty()) text += " title " + quoted(plot.title);
  text += "\n";
  int block = 0;
  for (const CurvePanel& panel : plot.panels) {
    if (as_bars) {
      text += bar_commands(panel, plot, ++block) + "unset title\n";
      continue;
    }
    text += panel_commands(panel, block + 1);
    block += static_cast<int>(panel.curves.size());
  }
  return text + "unset multiplot\n";
}

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, FileCloser>;

std::string contents(std::FILE* file) {
  std::string text;
  std::rewind(file);
  char buffer[1 << 16];
  for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, file)) > 0;) {
    text.append(buffer, n);
  }
  return text;
}

Status missing() {
  return Status::environment(
      fmt::format("gnuplot: not found; it draws the curves: install the package gnuplot-nox, or "
                  "write the script with an output that ends in {} and draw it elsewhere",
                  kScriptEnding));
}

struct GnuplotRun {
  int exit_code = 0;
  std::string out, messages;
};

// Runs gnuplot with the script on its standard input. Input and output go through unnamed temporary
// files rather than pipes, so neither process blocks on the other.
Result<GnuplotRun> run_gnuplot(const std::string& input) {
  const File in(std::tmpfile()), out(std::tmpfile()), messages(std::tmpfile());
  if (!in || !out || !messages || std::fputs(input.c_str(), in.get()) < 0 ||
      std::fflush(in.get()) != 0) {
    return Status::environment("curves: cannot write a temporary file: " +
                               std::string(std::strerror(errno)) + "; free some space in /tmp");
  }
  std::rewind(in.get());
  pid_t child = 0;
  const int error = spawn({"gnuplot",
                           {"gnuplot", "-d", "-"},
                           {fileno(in.get()), fileno(out.get()), fileno(messages.get())}},
                          child);
  if (error == ENOENT || error == EACCES) return missing();
  if (error != 0) {
    return Status::environment("gnuplot: cannot start: " + std::string(std::strerror(error)));
  }
  const int state = wait_for(child);
  const int code = WIFEXITED(state) ? WEXITSTATUS(state) : 128;
  if (code == 127) return missing();
  return GnuplotRun{code, contents(out.get()), contents(messages.get())};
}

}  // namespace

std::string curve_endings(std::string_view between) {
  std::string list;
  for (const auto& [ending, format] : kEndings) {
    if (!list.empty()) list += format == CurveFormat::kScript ? ", or " : between;
    list += ending;
  }
  return list;
}

Result<double> curve_width(const std::string& text) {
  if (text.empty()) return 0.0;
  if (const auto paper = find_paper(text)) return paper->width;
  return Status::usage("--width: '" + text +
                       "' is not a width; write 85mm, 16cm, 3.4in, 240pt, slide or A4");
}

CurveFile curve_file(const std::string& option, const std::string& file, const std::string& width) {
  CurveFile checked{.paper_width = value_of(curve_width(width))};
  if (file.empty()) return checked;
  const std::string ending = std::filesystem::path(file).extension().string();
  const auto known = std::find_if(std::begin(kEndings), std::end(kEndings),
                                  [&](const CurveEnding& row) { return row.ending == ending; });
  if (known == std::end(kEndings)) {
    throw Failure::usage(option + ": '" + file + "' does not say which format; let it end in " +
                         curve_endings(", ") + " for a gnuplot script");
  }
  checked.format = known->format;
  if (checked.format != CurveFormat::kScript) (void)value_of(run_gnuplot("exit\n"));
  return checked;
}

Result<std::string> draw_curves(const CurvePlot& plot, CurveFormat format) {
  std::string commands = script(plot, format);
  if (format == CurveFormat::kScript) return commands;
  auto run = run_gnuplot(commands);
  if (!run) return run.status();
  if (run->exit_code != 0 || run->out.empty()) {
    const std::string message = text::printable(run->messages.substr(0, 300));
    return Status::environment(fmt::format(
        "gnuplot cannot draw the curves{}{}; write the script with an output that ends in {} to "
        "see it",
        message.empty() ? "" : ": ", message, kScriptEnding));
  }
  if (format == CurveFormat::kPdf) fix_pdf_date(run->out);
  return std::move(run->out);
}

}  // namespace plytrace::draw
