#include "page/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "page/charts.hpp"
#include "print.hpp"

namespace strider::cli {
namespace {

struct Point {
  double x = 0;
  double y = 0;
};

struct Drawn {
  std::size_t u;
  std::size_t v;
  bool is_marked;
};

std::vector<Drawn> edges_of(const Json& graph) {
  std::vector<Drawn> edges;
  for (const Json& edge : graph["edges"]) {
    edges.push_back({edge[0].get<std::size_t>(), edge[1].get<std::size_t>(), edge[2].get<bool>()});
  }
  return edges;
}

/// Vertices repel each other, edges and the middle attract (T. M. J. Fruchterman and
/// E. M. Reingold, "Graph drawing by force-directed placement", 1991). O(rounds n^2) work.
std::vector<Point> places_of(std::size_t n, const std::vector<Drawn>& edges) {
  constexpr int kRounds = 400;
  constexpr double kGravity = 0.3;
  const double ideal = std::sqrt(1.0 / static_cast<double>(std::max<std::size_t>(n, 1)));
  std::vector<Point> at(n);
  for (std::size_t v = 0; v < n; ++v) {
    // A spiral whose turns have nothing to do with the graph: no two vertices have one place.
    const double turn = static_cast<double>(v) * std::numbers::pi * (3 - std::sqrt(5.0));
    const double far = 0.5 * std::sqrt((static_cast<double>(v) + 0.5) / static_cast<double>(n));
    at[v] = {far * std::cos(turn), far * std::sin(turn)};
  }
  std::vector<Point> force(n);
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t v = 0; v < n; ++v) {
      force[v] = {-kGravity * at[v].x / ideal, -kGravity * at[v].y / ideal};
    }
    for (std::size_t u = 0; u < n; ++u) {
      for (std::size_t v = u + 1; v < n; ++v) {
        const double dx = at[u].x - at[v].x;
        const double dy = at[u].y - at[v].y;
        const double push = ideal * ideal / std::max(dx * dx + dy * dy, 1e-9);
        force[u].x += dx * push / ideal;
        force[u].y += dy * push / ideal;
        force[v].x -= dx * push / ideal;
        force[v].y -= dy * push / ideal;
      }
    }
    for (const Drawn& edge : edges) {
      const double dx = at[edge.u].x - at[edge.v].x;
      const double dy = at[edge.u].y - at[edge.v].y;
      const double pull = std::sqrt(dx * dx + dy * dy) / ideal;
      force[edge.u].x -= dx * pull / ideal;
      force[edge.u].y -= dy * pull / ideal;
      force[edge.v].x += dx * pull / ideal;
      force[edge.v].y += dy * pull / ideal;
    }
    const double most = 0.1 * (1 - static_cast<double>(round) / kRounds) + 1e-4;
    for (std::size_t v = 0; v < n; ++v) {
      const double length = std::hypot(force[v].x, force[v].y);
      if (length == 0) continue;
      const double step = std::min(length * ideal * 0.3, most) / length;
      at[v].x += force[v].x * step;
      at[v].y += force[v].y * step;
    }
  }
  return at;
}

/// Into the picture, as large as it can be; returns the height.
double fit(std::vector<Point>& at, double width, double margin) {
  Point low{1e9, 1e9};
  Point high{-1e9, -1e9};
  for (const Point& p : at) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  const double wide = std::max(high.x - low.x, 1e-6);
  const double tall = std::max(high.y - low.y, 1e-6);
  const double factor = (width - 2 * margin) / std::max(wide, tall);
  const double left = margin + ((width - 2 * margin) - wide * factor) / 2;
  for (Point& p : at) {
    p = {left + (p.x - low.x) * factor, margin + (p.y - low.y) * factor};
  }
  return 2 * margin + tall * factor;
}

Markup arrow() {
  return element("defs", {},
                 element("marker",
                         {{"id", "arrow"},
                          {"viewBox", "0 0 8 8"},
                          {"refX", "8"},
                          {"refY", "4"},
                          {"markerWidth", "6"},
                          {"markerHeight", "6"},
                          {"orient", "auto"}},
                         empty_element("path", {{"class", "arrow"}, {"d", "M0 0L8 4L0 8z"}})));
}

Markup edge_mark(const Drawn& edge, const std::vector<Point>& at, double radius, bool directed) {
  const std::string style = edge.is_marked ? "tree" : "edge";
  if (edge.u == edge.v) {
    constexpr double kBeside = 0.7;
    constexpr double kSize = 0.6;
    const Point& vertex = at[edge.u];
    return empty_element("circle", {{"class", style},
                                    {"cx", px(vertex.x + kBeside * radius)},
                                    {"cy", px(vertex.y - kBeside * radius)},
                                    {"r", px(kSize * radius)}});
  }
  Point from = at[edge.u];
  Point to = at[edge.v];
  const double length = std::max(std::hypot(to.x - from.x, to.y - from.y), 1e-6);
  const double inset = std::min(radius + 1, length / 2) / length;
  to = {to.x - (to.x - from.x) * inset, to.y - (to.y - from.y) * inset};
  std::vector<Attribute> attributes = {
      {"class", style}, {"x1", px(from.x)}, {"y1", px(from.y)}, {"x2", px(to.x)}, {"y2", px(to.y)}};
  if (directed) attributes.push_back({"marker-end", "url(#arrow)"});
  return empty_element("line", attributes);
}

/// Where a name may lie: a box around what it covers.
struct Box {
  double left;
  double top;
  double right;
  double bottom;

  [[nodiscard]] double area() const {
    return std::max(right - left, 0.0) * std::max(bottom - top, 0.0);
  }
  [[nodiscard]] double shared_with(const Box& other) const {
    return Box{std::max(left, other.left), std::max(top, other.top), std::min(right, other.right),
               std::min(bottom, other.bottom)}
        .area();
  }
};

/// The names above their vertices, or where else they cover least and stay in the picture.
Markup names_of(const Json& vertices, const std::vector<Point>& at, double radius, Box picture) {
  constexpr std::size_t kMostCharacters = 14;
  constexpr double kCharacter = 6.2;
  constexpr double kHeight = 11;
  std::vector<Box> taken;
  for (const Point& p : at) {
    taken.push_back({p.x - radius, p.y - radius, p.x + radius, p.y + radius});
  }
  Markup names;
  for (std::size_t v = 0; v < at.size(); ++v) {
    const std::string name = clipped(label_text(vertices[v]["label"]), kMostCharacters);
    const double half = kCharacter * static_cast<double>(width_of(name)) / 2;
    const double beside = radius + 3 + half;
    const std::array<Point, 4> middles = {{{at[v].x, at[v].y - radius - 3},
                                           {at[v].x, at[v].y + radius + kHeight},
                                           {at[v].x + beside, at[v].y + 4},
                                           {at[v].x - beside, at[v].y + 4}}};
    double least = std::numeric_limits<double>::infinity();
    Point best;
    Box room{};
    for (const Point& middle : middles) {
      const Box box{middle.x - half, middle.y - kHeight, middle.x + half, middle.y + 2};
      double bad = box.area() - box.shared_with(picture);
      for (std::size_t i = 0; i < taken.size(); ++i) {
        constexpr double kOfVertex = 3;  // a name is not read on a dark one
        bad += (i < at.size() ? kOfVertex : 1) * box.shared_with(taken[i]);
      }
      if (bad >= least) continue;
      least = bad;
      best = middle;
      room = box;
    }
    taken.push_back(room);
    names += svg_text(best.x, best.y, "middle", name, "name");
  }
  return names;
}

}  // namespace

Markup drawing_of(const Json& graph) {
  constexpr double kWidth = 400;
  constexpr std::size_t kMostNamed = 40;
  const Json& vertices = graph["vertices"];
  const std::size_t n = vertices.size();
  std::vector<Drawn> edges = edges_of(graph);
  std::vector<Point> at = places_of(n, edges);
  const bool are_named = n <= kMostNamed;
  const double radius = std::clamp(60.0 / std::sqrt(static_cast<double>(n)), 3.0, 9.0);
  const double height = fit(at, kWidth, are_named ? 30 : 12);
  // Edges of the tree are drawn last, over the others.
  std::ranges::stable_sort(edges, {}, &Drawn::is_marked);
  const bool directed = graph["directed"].get<bool>();
  Markup drawing;
  if (directed) drawing += arrow();
  for (const Drawn& edge : edges) drawing += edge_mark(edge, at, radius, directed);
  double greatest = 0;
  for (const Json& vertex : vertices) {
    if (vertex["value"].is_number()) {
      greatest = std::max(greatest, vertex["value"].get<double>());
    }
  }
  const std::string value_name = graph["value"].is_string() ? label_text(graph["value"]) : "";
  const bool begins_dark = value_name == "level" || value_name == "distance";
  for (std::size_t v = 0; v < n; ++v) {
    const Json& value = vertices[v]["value"];
    const std::string label = label_text(vertices[v]["label"]);
    std::string tip = label;
    if (!value_name.empty()) {
      tip += value.is_null() ? ": not reached"
                             : fmt::format(": {} {}", value_name, shown(value, Unit::kNone));
    }
    const std::vector<Attribute> circle = {
        {"cx", px(at[v].x)}, {"cy", px(at[v].y)}, {"r", px(radius)}};
    const auto drawn = [&](std::string style, std::vector<Attribute> more = {}) {
      more.insert(more.begin(), circle.begin(), circle.end());
      more.insert(more.begin(), {"class", std::move(style)});
      return empty_element("circle", more);
    };
    Markup node;
    if (value.is_null() && !value_name.empty()) {
      node += drawn("outside");
    } else {
      const double share = value.is_number() && greatest > 0 ? value.get<double>() / greatest : 0;
      node += drawn("outside");
      // The darkest is what a search began with, or what has most.
      const double shade = begins_dark ? 1 - share : share;
      node += drawn("heat node",
                    {{"fill-opacity", px(value_name.empty() ? 0.8 : 0.18 + 0.82 * shade)}});
    }
    node += element("title", {}, tip);
    drawing += element("g", {{"class", "mark"}}, node);
  }
  if (are_named) drawing += names_of(vertices, at, radius, {0, 0, kWidth, height});
  Chart heading{.title = "The graph", .across = {}};
  heading.remark = fmt::format("{}, {}", counted(n, "vertex"), counted(edges.size(), "edge"));
  if (graph["marked"].is_string()) {
    heading.remark += fmt::format("; edges {} are marked", label_text(graph["marked"]));
  }
  if (!value_name.empty()) heading.remark += fmt::format("; shaded by {}", value_name);
  Markup section = element("h2", {}, heading.title);
  heading.title = "Drawing";
  section += element("div", {{"class", "drawing"}}, figure(heading, kWidth, height, drawing));
  return element("section", {}, section);
}

}  // namespace strider::cli
