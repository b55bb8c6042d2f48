// SPDX-License-Identifier: MIT
//
// A board as a list of shapes: cells, pieces and coordinates. The caller draws them; core knows no
// picture format. Units: a cell is 1 wide; x grows to the right, y downwards. Readable in black and
// white.
// Thread rule: plain values.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace plytrace {

// The part of a board that a picture shows, in columns and rows of the game, the last ones
// included; `low` to `high` is the third axis of a board of hexagons.
struct BoardPart {
  int left = 0, right = 0, top = 0, bottom = 0;
  int low = 0, high = 0;

  // Enlarges this part so that it includes the other one.
  void include(const BoardPart& other);
};

struct BoardPicture {
  enum class Form : std::uint8_t {
    kBox,
    kHexagon,  // with a corner at the top
    kDisc,
    kText,    // one line, centred
    kOutline  // a polygon of its own
  };
  enum class Paint : std::uint8_t {
    kFaint,   // a thin grey line, not filled: an empty cell
    kTint,    // a thin grey line, filled light grey: a dark cell of a chequered board
    kWhite,   // a black line, filled white
    kShaded,  // a black line, filled in the middle between white and black
    kBlack,   // filled black
    kFrame    // a heavy black line, not filled
  };
  static constexpr std::array kPaints{Paint::kFaint,  Paint::kTint,  Paint::kWhite,
                                      Paint::kShaded, Paint::kBlack, Paint::kFrame};
  // A corner of an outline, from the middle of its mark; the mark is 1 wide and 1 high.
  struct Corner {
    double x = 0, y = 0;
  };
  struct Mark {
    Form form = Form::kBox;
    Paint paint = Paint::kFaint;
    double x = 0, y = 0;  // coordinates of the middle
    double width = 1, height = 1;
    std::string text;
    std::span<const Corner> outline{};  // outlives the picture: a constant of the game
  };

  // Hexagons 1 wide touch each other in rows that are kHexagonRow apart.
  static constexpr double kHexagonHeight = 1.1547005383792515;
  static constexpr double kHexagonRow = 0.8660254037844386;

  double width = 0, height = 0;
  std::vector<Mark> marks;  // painted in this order; none: no picture

  void add(Form form, Paint paint, double x, double y, double mark_width, double mark_height);
  // The stone of a player, or a dot: filled or open.
  void add_disc(bool filled, double x, double y, double diameter);
  void add_text(const std::string& text, double x, double y);
  // A piece with an outline of its own.
  void add_outline(std::span<const Corner> outline, bool filled, double x, double y, double size);
  // Moves the marks to where the top left corner of all is (0, 0), and sets width and height.
  void fit();
};

}  // namespace plytrace
