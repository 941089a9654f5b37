#include "page/picture.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "page/drawing.hpp"

namespace strider::cli {
namespace {

constexpr std::size_t kBins = Histogram::kUsualBins;

/// Values by number, of which only those count that are numbers. They are asked for again and
/// again, so that no array of them is made.
template <class Body>
void for_each_number(const VertexNumbers& values, const Body& body) {
  for (std::size_t i = 0; i < values.count; ++i) {
    if (const double value = values.of(i); std::isfinite(value)) body(value);
  }
}

/// What the values of all ranks are like.
struct Extent {
  double least = std::numeric_limits<double>::infinity();
  double least_above_zero = std::numeric_limits<double>::infinity();
  double greatest = -std::numeric_limits<double>::infinity();
  double mean = 0;  ///< not a number where there are none
  bool are_whole = true;
};

Extent extent_of(const VertexNumbers& values, const Reductions& ranks) {
  constexpr double kMostExact = 9e15;
  Extent all;
  double sum = 0;
  double count = 0;
  double broken = 0;
  for_each_number(values, [&](double value) {
    all.least = std::min(all.least, value);
    if (value > 0) all.least_above_zero = std::min(all.least_above_zero, value);
    all.greatest = std::max(all.greatest, value);
    sum += value;
    ++count;
    if (value < 0 || value >= kMostExact || value != std::floor(value)) ++broken;
  });
  std::array<double, 3> sums = {sum, count, broken};
  ranks.sum(sums);
  // A sum of fractions may end differently on each rank, but the bins must be the same.
  sums[0] = ranks.maximum(sums[0]);
  all.least = -ranks.maximum(-all.least);
  all.least_above_zero = -ranks.maximum(-all.least_above_zero);
  all.greatest = ranks.maximum(all.greatest);
  all.mean = sums[0] / sums[1];
  all.are_whole = sums[2] == 0;
  return all;
}

/// Counts how many values of all ranks lie in which bin.
template <class BinOf>
void count(Histogram& bins, const VertexNumbers& values, const Reductions& ranks,
           const BinOf& bin_of) {
  for_each_number(values, [&](double value) { ++bins.counts[bin_of(value)]; });
  ranks.sum(std::span(bins.counts).first(bins.size));
}

/// One a number; or of as many numbers each.
Histogram bins_of_equal_width(const VertexNumbers& values, const Extent& extent,
                              const Reductions& ranks) {
  const double span = extent.greatest - extent.least + (extent.are_whole ? 1 : 0);
  double width = span / kBins;
  if (extent.are_whole) width = std::ceil(width);
  if (width == 0) width = 1;
  Histogram bins{.are_whole = extent.are_whole};
  bins.size = static_cast<std::size_t>(
      std::clamp(std::ceil(span / width), 1.0, static_cast<double>(kBins)));
  for (std::size_t i = 0; i < bins.size; ++i) {
    bins.from[i] = extent.least + width * static_cast<double>(i);
    bins.to[i] = extent.are_whole ? std::min(bins.from[i] + width - 1, extent.greatest)
                                  : bins.from[i] + width;
  }
  count(bins, values, ranks, [&](double value) {
    return std::min(static_cast<std::size_t>((value - extent.least) / width), bins.size - 1);
  });
  return bins;
}

/// 0, if there is one; then each as wide as all before it, of whole numbers; of others by half
/// powers of ten.
Histogram bins_of_equal_ratio(const VertexNumbers& values, const Extent& extent,
                              const Reductions& ranks) {
  const double base = extent.are_whole ? 2 : std::sqrt(10.0);
  const auto power_of = [&](double value) {
    if (extent.are_whole) {
      return static_cast<double>(std::bit_width(static_cast<std::uint64_t>(value)) - 1);
    }
    return std::floor(std::log(value) / std::log(base) + 1e-9);
  };
  const double last = power_of(extent.greatest);
  const double first = std::max(power_of(extent.least_above_zero), last - 2 * kBins);
  const std::size_t zeros = extent.least > 0 ? 0 : 1;
  Histogram bins{.size = zeros + static_cast<std::size_t>(last - first) + 1,
                 .are_whole = extent.are_whole};
  for (std::size_t i = zeros; i < bins.size; ++i) {
    const double power = first + static_cast<double>(i - zeros);
    // The first bin may have smaller numbers, too.
    bins.from[i] = i == zeros ? std::min(extent.least_above_zero, std::pow(base, power))
                              : std::pow(base, power);
    bins.to[i] = std::pow(base, power + 1) - (extent.are_whole ? 1 : 0);
  }
  count(bins, values, ranks, [&](double value) {
    if (value == 0) return std::size_t{0};
    return zeros + static_cast<std::size_t>(std::max(power_of(value) - first, 0.0));
  });
  return bins;
}

}  // namespace

Histogram histogram_of(const VertexNumbers& values, const Reductions& ranks) {
  constexpr double kLongTail = 12;
  const Extent extent = extent_of(values, ranks);
  if (std::isnan(extent.mean)) return {};
  const bool has_tail = extent.least >= 0 && extent.greatest > kLongTail * extent.mean &&
                        extent.greatest > kBins * extent.least;
  const bool is_short = extent.are_whole && extent.greatest - extent.least < kBins;
  if (has_tail && !is_short) return bins_of_equal_ratio(values, extent, ranks);
  return bins_of_equal_width(values, extent, ranks);
}

void add_distribution(Picture& picture, const std::string& name, const std::string& counts,
                      const Histogram& found) {
  const auto number = [&](double value) {
    return found.are_whole ? Json(static_cast<std::uint64_t>(value)) : Json(value);
  };
  Json bins = Json::array();
  for (std::size_t i = 0; i < found.size; ++i) {
    bins.push_back({{"from", number(found.from[i])},
                    {"to", number(found.to[i])},
                    {"count", static_cast<std::uint64_t>(found.counts[i])}});
  }
  picture.distributions.push_back({{"name", name}, {"counts", counts}, {"bins", bins}});
}

bool is_drawn(std::uint64_t num_vertices, std::uint64_t num_edges) {
  return num_vertices > 0 && num_vertices <= kMostDrawnVertices && num_edges <= kMostDrawnEdges;
}

Json drawn(const Graph& graph, const std::function<Json(Vertex)>& label_of) {
  Json drawing = {{"directed", graph.is_directed()}, {"value", nullptr}, {"marked", nullptr}};
  drawing["vertices"] = Json::array();
  drawing["edges"] = Json::array();
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    drawing["vertices"].push_back({{"label", label_of(v)}, {"value", nullptr}});
    for (const Vertex w : graph.out().neighbors(v)) {
      if (graph.is_directed() || v <= w) drawing["edges"].push_back({v, w, false});
    }
  }
  return drawing;
}

std::string degree_name(bool is_directed) {
  return is_directed ? "out-degree" : "degree";
}

Picture picture_of(const Graph& graph) {
  Picture picture;
  const auto degree_of = [&](std::size_t v) {
    return static_cast<double>(graph.out().degree(static_cast<Vertex>(v)));
  };
  add_distribution(picture, degree_name(graph.is_directed()), "vertices",
                   histogram_of({graph.num_vertices(), degree_of}));
  if (is_drawn(graph.num_vertices(), graph.num_edges())) {
    picture.drawing = drawn(graph, [&](Vertex v) { return label_json(graph.labels(), v); });
  }
  return picture;
}

void add_values(Picture& picture, const std::string& name, const VertexNumbers& values) {
  add_distribution(picture, name, "vertices", histogram_of(values));
  shade(picture, name, values);
}

void shade(Picture& picture, const std::string& name, const VertexNumbers& values) {
  if (picture.drawing.is_null()) return;
  picture.drawing["value"] = name;
  for (std::size_t v = 0; v < values.count; ++v) {
    const double value = values.of(v);
    if (std::isfinite(value)) picture.drawing["vertices"][v]["value"] = value;
  }
}

Histogram histogram_of_sizes(std::span<const std::uint64_t> sizes, const Reductions& ranks) {
  const auto size_of = [&](std::size_t v) {
    return sizes[v] > 0 ? static_cast<double>(sizes[v]) : std::numeric_limits<double>::quiet_NaN();
  };
  return histogram_of({sizes.size(), size_of}, ranks);
}

void add_groups(Picture& picture, const std::string& name, std::span<const Vertex> group_of) {
  std::vector<std::uint64_t> sizes(group_of.size(), 0);
  for (const Vertex group : group_of) ++sizes[group];
  add_distribution(picture, "size", plural(name), histogram_of_sizes(sizes));
  shade_groups(picture, name, group_of);
}

void shade_groups(Picture& picture, const std::string& name, std::span<const Vertex> group_of) {
  if (picture.drawing.is_null()) return;
  // Groups are numbered in the order of the vertices that name them.
  std::vector<std::size_t> number(group_of.size() + 1, 0);
  for (const Vertex group : group_of) number[group + 1] = 1;
  for (std::size_t v = 1; v < number.size(); ++v) number[v] += number[v - 1];
  shade(picture, name,
        {group_of.size(), [&](std::size_t v) { return static_cast<double>(number[group_of[v]]); }});
}

void mark_edges(Picture& picture, const std::string& what,
                const std::function<bool(Vertex, Vertex)>& is_marked) {
  if (picture.drawing.is_null()) return;
  picture.drawing["marked"] = what;
  for (Json& edge : picture.drawing["edges"]) {
    edge[2] = is_marked(edge[0].get<Vertex>(), edge[1].get<Vertex>());
  }
}

void mark_tree(Picture& picture, std::span<const Vertex> parents) {
  if (parents.empty() || picture.drawing.is_null()) return;
  const bool is_directed = picture.drawing["directed"].get<bool>();
  // Of parallel edges the first joins the child.
  std::vector<bool> is_joined(parents.size(), false);
  mark_edges(picture, "of the tree", [&](Vertex u, Vertex v) {
    const bool leads_down = parents[v] == u;
    if (u == v || !(leads_down || (!is_directed && parents[u] == v))) return false;
    const Vertex child = leads_down ? v : u;
    if (is_joined[child]) return false;
    is_joined[child] = true;
    return true;
  });
}

}  // namespace strider::cli
