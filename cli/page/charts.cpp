#include "page/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "page/tables.hpp"
#include "print.hpp"

namespace strider::cli {
namespace {

// As wide as a phone: then text has its own size there, too.
constexpr double kWidth = 400;

Scale scale_of(const std::vector<Bar>& bars, Unit unit) {
  std::vector<double> numbers;
  double least = std::numeric_limits<double>::infinity();
  double greatest = 0;
  for (const Bar& bar : bars) {
    numbers.push_back(bar.value);
    if (bar.value > 0) least = std::min(least, bar.value);
    greatest = std::max(greatest, bar.value);
  }
  const bool are_counts = unit == Unit::kNone && std::ranges::all_of(numbers, [](double number) {
                            return number == std::floor(number);
                          });
  const bool have_parts =
      std::ranges::any_of(bars, [](const Bar& bar) { return !bar.parts.empty(); });
  // Logarithms do not add up.
  const ScaleKind kind = have_parts ? ScaleKind::kLinear : fitting_scale(numbers);
  return {kind, least, greatest, are_counts ? 1.0 : 0.0};
}

Markup mark(double x, double y, double width, double height, std::string style,
            std::string_view tip) {
  return element("rect",
                 {{"class", "mark " + std::move(style)},
                  {"x", px(x)},
                  {"y", px(y)},
                  {"width", px(width)},
                  {"height", px(height)}},
                 element("title", {}, tip));
}

std::string colour_class(std::size_t colour) {
  return fmt::format("s{}", std::min(colour, kColours - 1));
}

Markup line(std::string_view style, double x1, double y1, double x2, double y2) {
  return empty_element("line", {{"class", std::string(style)},
                                {"x1", px(x1)},
                                {"y1", px(y1)},
                                {"x2", px(x2)},
                                {"y2", px(y2)}});
}

Markup key_of(const std::vector<std::string>& colours) {
  if (colours.size() < 2) return {};
  Markup items;
  for (std::size_t i = 0; i < colours.size(); ++i) {
    Markup item = swatch(i);
    item += words(colours[i]);
    items += element("li", {}, item);
  }
  return element("ul", {{"class", "key"}}, items);
}

/// What is said of a chart to those who do not see it.
std::string description(const Chart& chart) {
  if (chart.bars.empty()) return chart.remark;
  const auto highest = std::ranges::max_element(chart.bars, {}, &Bar::value);
  return fmt::format("{} values; the highest: {}", grouped(chart.bars.size()), highest->tip);
}

}  // namespace

std::string px(double number) {
  std::string text = fmt::format("{:.2f}", number);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string clipped(const std::string& text, std::size_t most) {
  std::size_t characters = 0;
  std::size_t cut = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U) continue;
    if (characters + 1 == most) cut = i;
    if (++characters > most) return text.substr(0, cut) + "…";
  }
  return text;
}

Markup swatch(std::size_t colour) {
  return element(
      "svg", {{"class", "swatch"}, {"viewBox", "0 0 8 8"}, {"aria-hidden", "true"}},
      empty_element(
          "rect",
          {{"class", colour_class(colour)}, {"width", "8"}, {"height", "8"}, {"rx", "1.5"}}));
}

Markup svg_text(double x, double y, std::string_view anchor, std::string_view text,
                std::string_view style) {
  std::vector<Attribute> attributes = {
      {"x", px(x)}, {"y", px(y)}, {"text-anchor", std::string(anchor)}};
  if (!style.empty()) attributes.push_back({"class", std::string(style)});
  return element("text", attributes, text);
}

Markup figure(const Chart& chart, double width, double height, const Markup& drawing) {
  Markup caption = element("b", {}, chart.title);
  if (!chart.remark.empty()) caption += words("  " + chart.remark);
  Markup content = element("figcaption", {}, caption);
  Markup inside = element("title", {}, chart.title);
  inside += element("desc", {}, description(chart));
  inside += drawing;
  content += element("svg",
                     {{"viewBox", fmt::format("0 0 {} {}", px(width), px(height))},
                      {"role", "img"},
                      {"aria-label", fmt::format("{}: {}", chart.title, description(chart))}},
                     inside);
  content += key_of(chart.colours);
  return element("figure", {}, content);
}

Markup column_chart(const Chart& chart) {
  constexpr double kTop = 8;
  constexpr double kLeft = 46;
  constexpr double kPlot = 128;
  constexpr double kFoot = kTop + kPlot;
  const Scale scale = scale_of(chart.bars, chart.unit);
  Markup drawing;
  for (const double tick : scale.ticks()) {
    const double y = kFoot - kPlot * scale.place(tick);
    drawing += line("grid", kLeft, y, kWidth, y);
    drawing += svg_text(kLeft - 6, y + 3.5, "end", short_form(tick, chart.unit));
  }
  const auto count = static_cast<double>(chart.bars.size());
  const double slot = (kWidth - kLeft) / std::max(count, 1.0);
  const double gap = slot > 4 ? std::min(0.2 * slot, 4.0) : 0;
  std::size_t longest = 1;
  for (const Bar& bar : chart.bars) longest = std::max(longest, width_of(bar.name));
  constexpr double kCharacter = 6.5;
  const double room = std::max(kCharacter * static_cast<double>(longest) + 10, 24.0);
  const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(room / slot)));
  for (std::size_t i = 0; i < chart.bars.size(); ++i) {
    const Bar& bar = chart.bars[i];
    const double x = kLeft + slot * static_cast<double>(i);
    const double height = kPlot * scale.place(bar.value);
    const double width = std::min(slot - gap, 48.0);
    const double left = x + (slot - width) / 2;
    if (bar.parts.empty() && height > 0) {
      drawing += mark(left, kFoot - height, width, height, colour_class(bar.colour), bar.tip);
    }
    double foot = kFoot;
    for (std::size_t part = 0; part < bar.parts.size(); ++part) {
      const double tall = kPlot * scale.place(bar.parts[part]);
      foot -= tall;
      if (tall > 0) drawing += mark(left, foot, width, tall, colour_class(part), bar.tip);
    }
    if (i % every == 0) drawing += svg_text(x + slot / 2, kFoot + 14, "middle", bar.name);
  }
  drawing += line("axis", kLeft, kFoot, kWidth, kFoot);
  drawing += svg_text(kWidth, kFoot + 28, "end", chart.across);
  Chart heading = chart;
  if (scale.is_logarithmic()) {
    heading.remark += heading.remark.empty() ? "logarithmic" : "; logarithmic";
  }
  return figure(heading, kWidth, kFoot + 32, drawing);
}

Markup bar_chart(const Chart& chart) {
  constexpr double kRow = 20;
  constexpr double kNames = 118;
  constexpr double kNumbers = 84;
  constexpr double kPlot = kWidth - kNames - kNumbers;
  double greatest = 0;
  for (const Bar& bar : chart.bars) greatest = std::max(greatest, bar.value);
  const Scale scale(ScaleKind::kLinear, 0, greatest);
  Markup drawing;
  double y = 0;
  for (const Bar& bar : chart.bars) {
    constexpr std::size_t kMostCharacters = 18;
    const double width = std::max(kPlot * scale.place(bar.value), bar.value > 0 ? 1.0 : 0.0);
    drawing += svg_text(kNames - 8, y + 14, "end", clipped(bar.name, kMostCharacters), "name");
    if (width > 0) {
      drawing += mark(kNames, y + 4, width, kRow - 7, colour_class(bar.colour), bar.tip);
    }
    drawing += svg_text(kNames + width + 6, y + 14, "start", shown(bar.value, chart.unit));
    y += kRow;
  }
  drawing += line("axis", kNames, 0, kNames, y);
  return figure(chart, kWidth, y + 2, drawing);
}

Markup stacked_bar(const Chart& chart) {
  constexpr double kHeight = 26;
  const double total = std::accumulate(chart.bars.begin(), chart.bars.end(), 0.0,
                                       [](double sum, const Bar& bar) { return sum + bar.value; });
  Markup drawing;
  DataTable table({{.name = chart.across},
                   {.name = "time", .is_number = true},
                   {.name = "share", .is_number = true}});
  double x = 0;
  for (const Bar& bar : chart.bars) {
    const double share = total > 0 ? bar.value / total : 0;
    drawing += mark(x, 0, kWidth * share, kHeight, colour_class(bar.colour) + " gap", bar.tip);
    x += kWidth * share;
    Markup name = swatch(bar.colour);
    name += words(bar.name);
    table.row({{name, bar.name},
               {words(shown(bar.value, chart.unit)), fmt::format("{}", bar.value)},
               {words(fmt::format("{:.1f} %", 100 * share)), fmt::format("{}", share)}});
  }
  Markup content = figure(chart, kWidth, kHeight, drawing);
  content += table.markup();
  return content;
}

Markup matrix_chart(const Chart& heading, std::size_t rows, const std::vector<double>& numbers) {
  constexpr double kLeft = 40;
  constexpr double kTop = 30;
  const double cell = std::min(34.0, (kWidth - kLeft) / static_cast<double>(rows));
  const double greatest = std::ranges::max(numbers);
  Markup drawing = svg_text(kLeft, 10, "start", "to rank");
  const auto every = static_cast<std::size_t>(std::ceil(18 / cell));
  for (std::size_t from = 0; from < rows; ++from) {
    const double y = kTop + cell * static_cast<double>(from);
    const bool is_named = from % every == 0;
    const std::string name = fmt::format("{}", from);
    if (is_named) {
      drawing += svg_text(kLeft - 6, y + cell / 2 + 4, "end", name);
      drawing +=
          svg_text(kLeft + cell * (static_cast<double>(from) + 0.5), kTop - 3, "middle", name);
    }
    for (std::size_t to = 0; to < rows; ++to) {
      const double number = numbers[from * rows + to];
      const double shade = greatest > 0 ? number / greatest : 0;
      drawing += element("rect",
                         {{"class", "mark heat gap"},
                          {"x", px(kLeft + cell * static_cast<double>(to))},
                          {"y", px(y)},
                          {"width", px(cell)},
                          {"height", px(cell)},
                          {"fill-opacity", px(number > 0 ? 0.08 + 0.92 * shade : 0)}},
                         element("title", {},
                                 fmt::format("from rank {} to rank {}: {}", from, to,
                                             shown(number, heading.unit))));
    }
  }
  const double side = kTop + cell * static_cast<double>(rows);
  return figure(heading, kWidth, side + 4, drawing);
}

}  // namespace strider::cli
