// Charts as SVG, which a program can read as well: each mark has its number in a title.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "page/markup.hpp"
#include "page/quantity.hpp"

namespace strider::cli {

/// So many colours there are.
inline constexpr std::size_t kColours = 6;

/// A column or a bar.
struct Bar {
  std::string name = {};  ///< below or beside it
  double value = 0;
  std::string tip = {};  ///< all that is known of it
  std::size_t colour = 0;
  /// Of a column made of several, from below, each of its own colour; `value` is their sum then.
  std::vector<double> parts = {};
};

struct Chart {
  std::string title = {};
  std::string remark = {};  ///< behind the title
  Unit unit = Unit::kNone;  ///< of the values
  std::string across = {};  ///< what the names are: "level"
  std::vector<Bar> bars = {};
  std::vector<std::string> colours = {};  ///< what they stand for, if there are several
};

/// Columns side by side, with names below as there is room.
[[nodiscard]] Markup column_chart(const Chart& chart);
/// Bars below each other, each with its name and number.
[[nodiscard]] Markup bar_chart(const Chart& chart);
/// One bar made of all, and a table of its parts.
[[nodiscard]] Markup stacked_bar(const Chart& chart);
/// `numbers`, row by row, as shades. Precondition: there are rows * rows.
[[nodiscard]] Markup matrix_chart(const Chart& heading, std::size_t rows,
                                  const std::vector<double>& numbers);

// What drawings share:

/// A figure with its caption; `drawing` is the content of a picture so wide and high.
[[nodiscard]] Markup figure(const Chart& chart, double width, double height, const Markup& drawing);
/// A small square of the colour, for text.
[[nodiscard]] Markup swatch(std::size_t colour);
/// The first `most` characters, none of which is cut in the middle.
[[nodiscard]] std::string clipped(const std::string& text, std::size_t most);
/// A number of a picture: two digits behind the point.
[[nodiscard]] std::string px(double number);
[[nodiscard]] Markup svg_text(double x, double y, std::string_view anchor, std::string_view text,
                              std::string_view style = "");

}  // namespace strider::cli
