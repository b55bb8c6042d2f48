// SPDX-License-Identifier: MIT
#include "viewer/draw/html_writer.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <optional>
#include <unordered_map>

#include "viewer/draw/html_columns.h"
#include "viewer/draw/outline.h"
#include "viewer/draw/theme.h"
#include "viewer/format/json.h"
#include "viewer/format/rows/format.h"

namespace plytrace::draw {
namespace {

using Json = nlohmann::ordered_json;

// Scale of the page relative to print.
constexpr double kPageScale = 1.25;

std::string pixels(double points) { return fmt::format("{:g}", points * kPageScale); }

std::string pixels(Dash dash) {
  const auto [on, off] = dash_pattern(dash);
  return pixels(on) + " " + pixels(off);
}

// A custom property of the page's CSS.
std::string property(std::string_view name, std::string_view value) {
  return fmt::format("--{}: {}; ", name, value);
}

std::string colors_css(const Palette& colors) {
  std::string css;
  for (const Color& color : kColors) {
    if (!color.css.empty()) css += property(color.css, colors.*color.of);
  }
  return css;
}
// CSS for all looks of theme.h.
std::string look_css(Theme theme) {
  std::string css = colors_css(palette(theme));
  css += property("outline-width", pixels(kOutlineWidth));
  css += property("edge-width", pixels(kEdgeWidth));
  css += property("pv-width", pixels(kPrincipalWidth));
  css += property("dotted-width", pixels(kDottedWidth));
  css += property("mark-width", pixels(kCutMark.width));
  css += property("dashed", pixels(Dash::kDashed));
  css += property("dotted", pixels(Dash::kDotted));
  return css;
}

// One CSS rule per kind of mark on a board.
std::string board_css(Theme theme) {
  return text::joined(BoardPicture::kPaints, "\n", [&](BoardPicture::Paint paint) {
    const BoardInk& ink = board_ink(paint, theme);
    return fmt::format(".board .{} {{ fill: {}; stroke: {}; stroke-width: {}; }}", ink.name,
                       *ink.fill == 0 ? "none" : ink.fill, ink.line, ink.width);
  });
}

// The dimensions of the cut mark, in pixels.
Json mark() {
  Json backs = Json::array();
  for (const double back : kCutMark.backs) backs.push_back(back * kPageScale);
  return {{"reach", kCutMark.reach * kPageScale},
          {"backs", backs},
          {"clear", kCutMark.clear * kPageScale},
          {"least", kCutMark.least_gap * kPageScale},
          {"share", kCutMark.most_share}};
}

class PageData {
 public:
  PageData(const tree::Excerpt& excerpt, const tree::Steps& steps, const HtmlOptions& options)
      : excerpt_(excerpt), steps_(steps), options_(options) {}

  Json make() {
    note_nodes();
    // Registers the most frequent texts first, so that they get the shortest numbers.
    for (const auto kind :
         {tree::Step::Kind::kEnter, tree::Step::Kind::kBest, tree::Step::Kind::kBound,
          tree::Step::Kind::kCutoff, tree::Step::Kind::kLeave}) {
      texts_.number(std::string(word(kind)));
    }
    Columns nodes(texts_);
    for (std::size_t i = 0; i < excerpt_.nodes.size(); ++i) {
      const tree::ExcerptNode& from = excerpt_.nodes[i];
      Json row = from.is_searched() ? node(i) : unsearched(i);
      row["s"] = steps_.appears[i];
      if (Json why = reasons(i); !why.empty()) nodes.add_sentences(std::move(why));
      nodes.add_row(row);
    }
    Json json = {{"title", options_.title},
                 {"caption", options_.caption},
                 {"search", options_.search},
                 {"question", options_.question},
                 {"root", text::printable(options_.root)},
                 {"direction", options_.direction == Direction::kLeftRight ? "LR" : "TB"},
                 {"legend", options_.legend},
                 {"moves", options_.labels.move},
                 {"ids", options_.labels.id},
                 {"mark", mark()}};
    json["nodes"] = nodes.json();
    json["steps"] = steps();
    json["texts"] = texts_.json();
    return json;
  }

 private:
  Json node(std::size_t i) const {
    const tree::ExcerptNode& from = excerpt_.nodes[i];
    const NodeRow& row = from.row;
    Json json = {{"id", row.id}, {"p", from.parent}, {"move", edge_text(from, true)}};
    add_parts(from, json);
    if (row.side) json["side"] = static_cast<int>(*row.side);
    json["kind"] = word(row.kind);
    json["text"] = claim_label(row, options_.labels);
    json["claim"] = row.value ? "value " + score_text(*row.value) + " (" +
                                    std::string(text::bound_words(claimed_bound(row))) + ")"
                              : "no value";
    json["window"] = small_line(row);
    json["windowExact"] = text::window(row.alpha, row.beta);
    if (from.principal) json["pv"] = true;
    if (!row.value) json["open"] = true;
    if (row.kind == format::NodeKind::kTerminal) json["ended"] = true;
    if (stands_aside(row)) json["aside"] = true;
    if (row.role != format::Role::kMove) json["role"] = text::readable(word(row.role));
    if (from.null_window) json["role"] = "null window";
    if (row.depth) json["depth"] = *row.depth;
    json["size"] = static_cast<std::int64_t>(from.size.nodes);
    if (!from.cutoffs.empty()) {
      json["cuts"] = text::list_json(
          from.cutoffs, [](const CutoffRow& cutoff) { return text::cutoff_words(cutoff); });
    }
    if (options_.board) {
      const Board board = options_.board(row);
      if (!board.text.empty()) json["board"] = text::printable_lines(board.text);
      if (!board.picture.marks.empty()) json["picture"] = picture(board.picture);
    }
    return json;
  }

  // Components of paths, for the search by move.
  static void add_parts(const tree::ExcerptNode& from, Json& json) {
    if (from.parent < 0) return;
    json["parts"] = Json::array();
    if (from.is_searched() && !from.part.empty()) {
      json["parts"].push_back(text::printable(from.part));
      return;
    }
    for (const std::string& move : from.moves) {
      json["parts"].push_back(text::printable(TraceReader::path_component(move)));
    }
    if (from.is_searched() && from.moves.empty()) json["parts"].push_back("=");
  }

  // A place without a node: moves skipped by a cutoff, or nodes the picture leaves out.
  Json unsearched(std::size_t i) const {
    const tree::ExcerptNode& from = excerpt_.nodes[i];
    const tree::ExcerptNode& above = excerpt_.nodes[static_cast<std::size_t>(from.parent)];
    const bool pruned = from.fate == tree::Fate::kPruned || above.fate == tree::Fate::kPruned;
    Json json = {
        {"p", from.parent}, {"fate", pruned ? "pruned" : "gap"}, {"move", edge_text(from, true)}};
    add_parts(from, json);
    if (from.row.side && from.row.kind != format::NodeKind::kTerminal) {
      json["side"] = static_cast<int>(*from.row.side);
    }
    if (from.row.kind != format::NodeKind::kUnknown) json["kind"] = word(from.row.kind);
    json["text"] = options_.labels.value && from.row.value ? score_label(*from.row.value) : "";
    if (from.row.value) json["claim"] = "would be " + score_text(*from.row.value);
    json["lines"] = count_lines(excerpt_, from, options_.labels.move);
    json["nodes"] = size_text(from.size);
    if (from.skipped_by) {
      const CutoffRow& cutoff = above.cutoffs[*from.skipped_by];
      json["condition"] = cut_condition(cutoff);
    }
    return json;
  }

  // Why the moves of a place were skipped.
  Json reasons(std::size_t i) {
    const tree::ExcerptNode& from = excerpt_.nodes[i];
    Json list = Json::array();
    if (from.is_searched() || !from.skipped_by || !options_.why_skipped) return list;
    const tree::ExcerptNode& above = excerpt_.nodes[static_cast<std::size_t>(from.parent)];
    for (const std::string& sentence :
         options_.why_skipped(above.row, above.cutoffs[*from.skipped_by])) {
      list.push_back(sentence_parts(sentence, texts_, [&](std::int64_t id, std::string_view path) {
        return node_at(id, path);
      }));
    }
    return list;
  }

  void note_nodes() {
    for (std::size_t i = 0; i < excerpt_.nodes.size(); ++i) {
      if (excerpt_.nodes[i].is_searched()) places_[excerpt_.nodes[i].row.id] = i;
    }
  }

  // The node of the page with this id, if the page has it under this path.
  std::optional<std::size_t> node_at(std::int64_t id, std::string_view path) const {
    const auto found = places_.find(id);
    if (found == places_.end()) return std::nullopt;
    std::string own;
    for (std::size_t i = found->second; excerpt_.nodes[i].parent >= 0;
         i = static_cast<std::size_t>(excerpt_.nodes[i].parent)) {
      own = "/" + text::printable(excerpt_.nodes[i].part) + own;
    }
    const std::string root = text::printable(options_.root);
    if (root != "/") own = root + own;
    if (own.empty()) own = "/";
    return own == path ? std::optional(found->second) : std::nullopt;
  }

  // A board with sizes in pixels; each shape is [class, corners], [class, x, y, radius] or ["", x,
  // y, text].
  static Json picture(const BoardPicture& board) {
    const auto rounded = [](double value) { return std::round(value * 100) / 100; };
    Json shapes = Json::array();
    for (const BoardShape& mark : board_shapes(board, {0, 0})) {
      const char* name = board_ink(mark.paint, Theme::kPaper).name;
      const double x = rounded(mark.middle.x), y = rounded(mark.middle.y);
      if (!mark.text.empty()) {
        shapes.push_back({"", x, y, mark.text});
      } else if (mark.corners.empty()) {
        shapes.push_back({name, x, y, rounded(mark.radius)});
      } else {
        shapes.push_back({name, text::joined(mark.corners, " ", [&](const Point& corner) {
                            return fmt::format("{},{}", rounded(corner.x), rounded(corner.y));
                          })});
      }
    }
    return {{"width", rounded(board.width * kBoardCell)},
            {"height", rounded(board.height * kBoardCell)},
            {"shapes", shapes}};
  }

  // The small line below the value: "(3, 5)", "#12 (3, 5)".
  std::string small_line(const NodeRow& row) const {
    const bool window = options_.labels.window && row.alpha && row.beta;
    std::string line = options_.labels.id ? fmt::format("#{}", row.id) : "";
    if (window) line += (line.empty() ? "" : " ") + window_label(*row.alpha, *row.beta);
    return line;
  }

  // The steps in order of time: the node "n" of each, followed by its new window and best value if
  // the step changed them.
  Json steps() {
    Columns columns(texts_);
    std::vector<std::string> windows(excerpt_.nodes.size()), values(excerpt_.nodes.size());
    for (const tree::Step& step : steps_.steps) {
      Json json = {{"t", word(step.kind)}, {"n", step.node}, {"x", step.text}};
      const auto add = [&](const char* name, std::string& known, std::string now) {
        if (now != known) json[name] = known = std::move(now);
      };
      if (options_.labels.window && step.alpha && step.beta) {
        add("w", windows[step.node], window_label(*step.alpha, *step.beta));
      }
      if (options_.labels.value && step.best) {
        add("v", values[step.node], score_label(*step.best));
      }
      columns.add_row(json);
    }
    return columns.json();
  }

  const tree::Excerpt& excerpt_;
  const tree::Steps& steps_;
  const HtmlOptions& options_;
  TextList texts_;
  std::unordered_map<std::int64_t, std::size_t> places_;  // node ids to their numbers in the page
};

void fill_in(std::string& page, const std::string& name, const std::string& with) {
  const std::string mark = "{{" + name + "}}";
  if (const std::size_t at = page.find(mark); at != std::string::npos) {
    page.replace(at, mark.size(), with);
  }
}

// Serialises JSON so that it cannot close the script element that contains it.
std::string script_json(const Json& json) {
  std::string out;
  for (const char c : text::json_text(json)) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string html_page(const tree::Excerpt& excerpt, const tree::Steps& steps,
                      const HtmlOptions& options) {
  HtmlOptions filled = options;
  if (filled.title.empty() && !filled.caption.empty()) {
    filled.title = filled.caption.front();
    filled.caption.erase(filled.caption.begin());
  }
  std::string page = kPageHtml;
  fill_in(page, "TITLE", text::markup_escaped(filled.title));
  fill_in(page, "STYLE", kPageCss);
  fill_in(page, "LOOK", look_css(filled.theme));
  fill_in(page, "DARK", colors_css(row_of(filled.theme).dark));
  fill_in(page, "BOARD", board_css(filled.theme));
  // Fill in the data last, because its text may contain something that looks like a placeholder.
  fill_in(page, "SCRIPT", kPageJs);
  fill_in(page, "DATA", script_json(PageData(excerpt, steps, filled).make()));
  return page;
}

}  // namespace plytrace::draw
