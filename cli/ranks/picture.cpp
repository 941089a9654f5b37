#include "ranks/picture.hpp"

#include <algorithm>
#include <numeric>

namespace strider::cli {

SharedPicture::SharedPicture(const Cluster& cluster, const RunOptions& run,
                             const SharedGraph& shared)
    : cluster_(cluster),
      shared_(shared),
      is_wanted_(!run.page.empty()),
      all_ranks_{[&cluster](double value) { return cluster.maximum(value); },
                 [&cluster](std::span<double> numbers) { cluster.sum(numbers); }} {
  if (!is_wanted_) return;
  const DistGraph& graph = shared.graph;
  const std::span<const std::uint32_t> degrees = graph.degrees();
  add(degree_name(graph.is_directed()), "vertices",
      histogram_of({degrees.size(), [&](std::size_t v) { return static_cast<double>(degrees[v]); }},
                   all_ranks_));
  if (!is_drawn(graph.num_vertices(), graph.num_edges())) return;
  const Graph whole = graph.gather();
  std::vector<GlobalVertex> vertices;
  attempt_on_all_ranks(cluster, [&] {
    vertices.resize(whole.num_vertices());
    std::iota(vertices.begin(), vertices.end(), GlobalVertex{0});
  });
  const std::vector<std::string> labels = shared.input.labels_of(cluster, vertices);
  attempt_on_all_ranks(cluster, [&] {
    picture_.drawing =
        drawn(whole, [&](Vertex v) { return label_json(shared.input.facts().labels, labels[v]); });
  });
}

void SharedPicture::add_values(const std::string& name, const OwnValues& values) {
  if (!is_wanted_ || !are_all(values.numbers.count)) return;
  add(name, "vertices", histogram_of(values.numbers, all_ranks_));
  if (picture_.drawing.is_null()) return;
  const std::vector<double> all = gathered(values);
  attempt_on_all_ranks(cluster_, [&] {
    shade(picture_, name, {all.size(), [&](std::size_t v) { return all[v]; }});
  });
}

void SharedPicture::add_groups(const std::string& name,
                               const DistVertexValues<GlobalVertex>& groups) {
  if (!is_wanted_ || !are_all(groups.values.size())) return;
  add("size", plural(name), histogram_of_sizes(group_sizes(shared_.graph, groups), all_ranks_));
  if (picture_.drawing.is_null()) return;
  const auto group_of = [&](std::size_t i) { return static_cast<double>(groups.values[i]); };
  const std::vector<double> all = gathered(
      {{groups.values.size(), group_of}, [&](std::size_t i) { return groups.vertices[i]; }});
  attempt_on_all_ranks(
      cluster_, [&] { shade_groups(picture_, name, std::vector<Vertex>(all.begin(), all.end())); });
}

void SharedPicture::mark_tree(const std::function<GlobalVertex(std::size_t)>& vertex_of,
                              std::span<const GlobalVertex> parents) {
  if (picture_.drawing.is_null() || !are_all(parents.size())) return;
  // Those that are none are no vertices here either.
  const GlobalVertex none = shared_.graph.num_vertices();
  const auto parent_of = [&](std::size_t i) {
    return static_cast<double>(std::min(parents[i], none));
  };
  const std::vector<double> all = gathered({{parents.size(), parent_of}, vertex_of});
  attempt_on_all_ranks(
      cluster_, [&] { cli::mark_tree(picture_, std::vector<Vertex>(all.begin(), all.end())); });
}

bool SharedPicture::are_all(std::size_t own) const {
  auto count = static_cast<double>(own);
  cluster_.sum({&count, 1});
  return count == static_cast<double>(shared_.graph.num_vertices());
}

void SharedPicture::add(const std::string& name, const std::string& counts,
                        const Histogram& found) {
  attempt_on_all_ranks(cluster_, [&] { add_distribution(picture_, name, counts, found); });
}

std::vector<double> SharedPicture::gathered(const OwnValues& values) const {
  std::vector<double> all;
  attempt_on_all_ranks(cluster_, [&] { all.resize(shared_.graph.num_vertices()); });
  for (std::size_t i = 0; i < values.numbers.count; ++i) {
    all[values.vertex_of(i)] = values.numbers.of(i);
  }
  cluster_.sum(all);
  return all;
}

void SharedPicture::combine_marks() {
  Json& edges = picture_.drawing["edges"];
  std::vector<double> marks;
  attempt_on_all_ranks(cluster_, [&] {
    for (const Json& edge : edges) marks.push_back(edge[2].get<bool>() ? 1 : 0);
  });
  cluster_.sum(marks);
  for (std::size_t i = 0; i < marks.size(); ++i) edges[i][2] = marks[i] > 0;
}

}  // namespace strider::cli
