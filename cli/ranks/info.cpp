// strider info on ranks.
#include "info_verb.hpp"
#include "progress.hpp"
#include "ranks/job.hpp"
#include "ranks/picture.hpp"
#include "stopwatch.hpp"
#include "strider/bipartite.hpp"
#include "strider/components.hpp"
#include "strider/diameter.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

DegreeStatistics degree_statistics(const DistGraph& graph, DegreeOrderStatistics& order) {
  const std::uint64_t n = graph.num_vertices();
  if (n == 0) return {};
  std::vector<std::uint64_t> places;
  for (const std::uint64_t percent : kPercents) places.push_back(place_of_percent(percent, n));
  order = graph.degree_order_statistics(places);
  return {.min = order.at[0],
          .median = order.at[1],
          .percentile90 = order.at[2],
          .percentile99 = order.at[3],
          .max = order.at[4],
          .mean = static_cast<double>(order.sum) / static_cast<double>(n)};
}

/// Of a directed graph a vertex with a self-loop only is not distinguished from one without any
/// edge.
std::optional<std::uint64_t> isolated_vertices(const InfoVerb& verb, const DistGraph& graph,
                                               std::uint64_t zeros, const ComponentSizes& sizes) {
  if (!graph.is_directed()) return zeros;
  if (verb.graph.keep_self_loops) return std::nullopt;
  return sizes.num_isolated;
}

/// Runs body(), of which all ranks throw the same; without the memory, the rest is shown.
template <class Body>
void where_memory_suffices(const Body& body) {
  try {
    body();
  } catch (const MemoryError&) {
  }
}

void find(const InfoVerb& verb, const SharedGraph& shared, InfoFindings& found) {
  const DistGraph& graph = shared.graph;
  DegreeOrderStatistics order;
  found.degrees = degree_statistics(graph, order);
  const DistComponentsResult components = strider::components(graph);
  found.components = {.count = components.sizes.num_components,
                      .largest = components.sizes.largest_size,
                      .isolated = isolated_vertices(verb, graph, order.zeros, components.sizes)};
  found.traffic = components.traffic;
  // On ranks both need undirected graphs.
  if (graph.is_directed()) return;
  where_memory_suffices([&] {
    const DistBipartition sides = bipartition(graph);
    found.searches.is_bipartite = sides.is_bipartite();
    *found.traffic += sides.traffic;
  });
  if (graph.num_vertices() == 0) return;
  where_memory_suffices([&] {
    const DistDiameterResult diameter =
        strider::diameter(graph, {.threads = verb.run.threads, .most_searches = kInfoSearches});
    found.searches.diameter = diameter.facts;
    *found.traffic += diameter.traffic;
  });
}

}  // namespace

void run_on_ranks(const InfoVerb& verb) {
  static_cast<void>(partition_options(verb, Sought::kVertexValues));
  run_job(verb, [](const Cluster& cluster, const InfoVerb& mine) {
    const SharedGraph shared = load(cluster, mine, Sought::kVertexValues);
    Progress progress(mine.run.progress());
    progress.stage("counting");
    InfoFindings found{.graph = graph_facts(cluster, mine.graph, shared),
                       .weight_type = shared.input.weight_type()};
    const Stopwatch watch;
    find(mine, shared, found);
    found.seconds = cluster.maximum(watch.seconds());
    progress.clear();
    found.picture = SharedPicture(cluster, mine.run, shared).take();
    attempt_on_all_ranks(cluster, [&] {
      if (cluster.rank() == 0) report(mine, found);
    });
  });
}

}  // namespace strider::cli
