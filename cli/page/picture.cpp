#include "page/picture.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "page/drawing.hpp"

namespace strider::cli {
namespace {

constexpr std::size_t kBins = 32;

struct Bins {
  Json list = Json::array();

  void add(double from, double to, std::uint64_t count, bool are_whole) {
    const auto number = [&](double value) {
      return are_whole ? Json(static_cast<std::uint64_t>(value)) : Json(value);
    };
    list.push_back({{"from", number(from)}, {"to", number(to)}, {"count", count}});
  }
};

/// Values by number, of which only those count that are numbers. They are asked for again and
/// again, so that no array of them is made.
class Values {
 public:
  Values(std::size_t count, std::function<double(std::size_t)> value_of)
      : count_(count), value_of_(std::move(value_of)) {}

  template <class Body>
  void for_each(Body body) const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (const double value = value_of_(i); std::isfinite(value)) body(value);
    }
  }

 private:
  std::size_t count_;
  std::function<double(std::size_t)> value_of_;
};

/// One a number; or of as many numbers each.
Json bins_of_equal_width(const Values& values, double least, double greatest, bool are_whole) {
  const double span = greatest - least + (are_whole ? 1 : 0);
  double width = span / kBins;
  if (are_whole) width = std::ceil(width);
  if (width == 0) width = 1;
  const auto count = static_cast<std::size_t>(
      std::clamp(std::ceil(span / width), 1.0, static_cast<double>(kBins)));
  std::vector<std::uint64_t> counts(count, 0);
  values.for_each([&](double value) {
    ++counts[std::min(static_cast<std::size_t>((value - least) / width), count - 1)];
  });
  Bins bins;
  for (std::size_t i = 0; i < count; ++i) {
    const double from = least + width * static_cast<double>(i);
    const double to = are_whole ? std::min(from + width - 1, greatest) : from + width;
    bins.add(from, to, counts[i], are_whole);
  }
  return bins.list;
}

/// 0; then each as wide as all before it, of whole numbers; of others by half powers of ten.
Json bins_of_equal_ratio(const Values& values, bool are_whole) {
  const double base = are_whole ? 2 : std::sqrt(10.0);
  double least = std::numeric_limits<double>::infinity();
  double greatest = 0;
  values.for_each([&](double value) {
    if (value > 0) least = std::min(least, value);
    greatest = std::max(greatest, value);
  });
  const auto power_of = [&](double value) {
    if (are_whole) {
      return static_cast<double>(std::bit_width(static_cast<std::uint64_t>(value)) - 1);
    }
    return std::floor(std::log(value) / std::log(base) + 1e-9);
  };
  const double first = std::max(power_of(least), power_of(greatest) - 2 * kBins);
  const auto count = static_cast<std::size_t>(power_of(greatest) - first) + 1;
  std::vector<std::uint64_t> counts(count, 0);
  std::uint64_t zeros = 0;
  values.for_each([&](double value) {
    if (value > 0) {
      ++counts[static_cast<std::size_t>(std::max(power_of(value) - first, 0.0))];
    } else {
      ++zeros;
    }
  });
  Bins bins;
  if (zeros > 0) bins.add(0, 0, zeros, are_whole);
  for (std::size_t i = 0; i < count; ++i) {
    // The first bin may have smaller numbers, too.
    const double power = std::pow(base, first + static_cast<double>(i));
    const double from = i == 0 ? std::min(least, power) : power;
    const double to = std::pow(base, first + static_cast<double>(i) + 1);
    bins.add(from, are_whole ? to - 1 : to, counts[i], are_whole);
  }
  return bins.list;
}

/// How many of the values lie where.
Json bins_of(const Values& values) {
  constexpr double kLongTail = 12;
  constexpr double kMostExact = 9e15;
  double least = std::numeric_limits<double>::infinity();
  double greatest = -least;
  double sum = 0;
  std::uint64_t count = 0;
  bool are_whole = true;
  values.for_each([&](double value) {
    least = std::min(least, value);
    greatest = std::max(greatest, value);
    sum += value;
    ++count;
    are_whole = are_whole && value >= 0 && value < kMostExact && value == std::floor(value);
  });
  if (count == 0) return Json::array();
  const double mean = sum / static_cast<double>(count);
  const bool has_tail = least >= 0 && greatest > kLongTail * mean && greatest > kBins * least;
  const bool is_short = are_whole && greatest - least < kBins;
  if (has_tail && !is_short) return bins_of_equal_ratio(values, are_whole);
  return bins_of_equal_width(values, least, greatest, are_whole);
}

void add_distribution(Picture& picture, const std::string& name, const std::string& counts,
                      const Values& values) {
  picture.distributions.push_back({{"name", name}, {"counts", counts}, {"bins", bins_of(values)}});
}

Json drawn(const Graph& graph) {
  Json drawing = {{"directed", graph.is_directed()}, {"value", nullptr}, {"marked", nullptr}};
  drawing["vertices"] = Json::array();
  drawing["edges"] = Json::array();
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    drawing["vertices"].push_back({{"label", label_json(graph.labels(), v)}, {"value", nullptr}});
    for (const Vertex w : graph.out().neighbors(v)) {
      if (graph.is_directed() || v <= w) drawing["edges"].push_back({v, w, false});
    }
  }
  return drawing;
}

}  // namespace

Picture picture_of(const Graph& graph) {
  Picture picture;
  const auto degree_of = [&](std::size_t v) {
    return static_cast<double>(graph.out().degree(static_cast<Vertex>(v)));
  };
  add_distribution(picture, graph.is_directed() ? "out-degree" : "degree", "vertices",
                   {graph.num_vertices(), degree_of});
  const bool is_small = graph.num_vertices() > 0 && graph.num_vertices() <= kMostDrawnVertices &&
                        graph.num_edges() <= kMostDrawnEdges;
  if (is_small) picture.drawing = drawn(graph);
  return picture;
}

void add_values(Picture& picture, const std::string& name, std::size_t count,
                const std::function<double(std::size_t)>& value_of) {
  add_distribution(picture, name, "vertices", {count, value_of});
  if (picture.drawing.is_null()) return;
  picture.drawing["value"] = name;
  for (std::size_t v = 0; v < count; ++v) {
    const double value = value_of(v);
    if (std::isfinite(value)) picture.drawing["vertices"][v]["value"] = value;
  }
}

void add_groups(Picture& picture, const std::string& name, std::span<const Vertex> group_of) {
  std::vector<Vertex> sizes(group_of.size(), 0);
  for (const Vertex group : group_of) ++sizes[group];
  const auto size_of = [&](std::size_t v) {
    return sizes[v] > 0 ? static_cast<double>(sizes[v]) : std::numeric_limits<double>::quiet_NaN();
  };
  add_distribution(picture, "size", plural(name), {sizes.size(), size_of});
  if (picture.drawing.is_null()) return;
  picture.drawing["value"] = name;
  // Groups are numbered in the order of the vertices that name them.
  std::vector<std::size_t> number(sizes.size(), 0);
  for (std::size_t v = 1; v < sizes.size(); ++v) number[v] = number[v - 1] + (sizes[v - 1] > 0);
  for (std::size_t v = 0; v < group_of.size(); ++v) {
    picture.drawing["vertices"][v]["value"] = number[group_of[v]];
  }
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
