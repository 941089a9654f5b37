// Times shortest paths between pairs of vertices, and the sides of graphs, as JSON lines.
//
//   strider_benchmark paths GRAPH ... [--threads T] [--pairs N]
//   strider_benchmark bipartite GRAPH ... [--threads T ...] [--repetitions N]
//
// Each pair is of two vertices of the largest component, at random. It is searched from both ends,
// and from one end to the distance that this found, which is the least a search from one end must
// do.
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "commands.hpp"
#include "graph_source.hpp"
#include "strider/strider.hpp"
#include "timing.hpp"

namespace benchmark {
namespace {

struct PathsArguments {
  std::vector<std::string> graphs;
  int threads = 0;
  int pairs = 50;
};

std::vector<strider::Vertex> largest_component(const strider::Graph& graph) {
  const strider::ComponentsResult found = strider::components(graph);
  std::vector<strider::Vertex> vertices;
  for (strider::Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (found.labels()[v] == found.sizes().largest) vertices.push_back(v);
  }
  return vertices;
}

void run_paths(const PathsArguments& arguments, const std::string& name) {
  const double start = now();
  const strider::Graph graph = make_graph(name);
  Json line = graph_facts(name, graph, now() - start);
  const std::vector<strider::Vertex> vertices = largest_component(graph);
  strider::PathFinder finder(graph);
  strider::BfsSolver solver(graph, {.threads = arguments.threads});
  std::mt19937_64 random(1);
  std::vector<double> both;
  std::vector<double> one;
  std::uint64_t touched = 0;
  std::uint64_t reached = 0;
  std::uint64_t hops = 0;
  strider::BfsResult tree;
  for (int pair = -1; pair < arguments.pairs; ++pair) {
    const strider::Vertex source = vertices[random() % vertices.size()];
    const strider::Vertex target = vertices[random() % vertices.size()];
    const double first = now();
    const strider::Path path = finder.run(source, target);
    const double second = now();
    const strider::Level depth = path.found() ? path.hops() : strider::kUnreached;
    solver.run(strider::BfsQuery{.sources = {&source, 1}, .depth = depth}, tree);
    const double third = now();
    if (pair < 0) continue;  // the first searches take their memory
    both.push_back(second - first);
    one.push_back(third - second);
    touched += path.touched;
    reached += tree.num_reached();
    hops += path.found() ? path.hops() : 0;
  }
  const auto per_pair = [&](std::uint64_t sum) {
    return static_cast<double>(sum) / arguments.pairs;
  };
  line.update({{"threads", arguments.threads},
               {"pairs", arguments.pairs},
               {"mean_hops", per_pair(hops)},
               {"mean_touched_from_both", per_pair(touched)},
               {"mean_reached_from_one", per_pair(reached)},
               {"median_seconds_from_both", median(both)},
               {"median_seconds_from_one", median(one)}});
  fmt::print("{}\n", line.dump());
}

struct BipartiteArguments {
  std::vector<std::string> graphs;
  std::vector<int> threads{0};
  int repetitions = 5;
};

void run_bipartite(const BipartiteArguments& arguments, const std::string& name) {
  double start = now();
  const strider::Graph graph = make_graph(name);
  const Json facts = graph_facts(name, graph, now() - start);
  for (const int threads : arguments.threads) {
    strider::Bipartition found = strider::bipartition(graph, {.threads = threads});
    std::vector<double> seconds;
    for (int repetition = 0; repetition < arguments.repetitions; ++repetition) {
      start = now();
      found = strider::bipartition(graph, {.threads = threads});
      seconds.push_back(now() - start);
    }
    Json line = facts;
    line.update({{"threads", threads},
                 {"bipartite", found.is_bipartite()},
                 {"odd_cycle", found.odd_cycle.size()},
                 {"median_seconds", median(seconds)},
                 {"min_seconds", *std::min_element(seconds.begin(), seconds.end())}});
    fmt::print("{}\n", line.dump());
  }
}

}  // namespace

void add_paths(CLI::App& program) {
  auto* command = program.add_subcommand("paths", "Times paths between pairs of vertices");
  const auto given = std::make_shared<PathsArguments>();
  command->add_option("graphs", given->graphs, kGraphNames)->required();
  command->add_option("--threads", given->threads, "Of searches from one end; 0: all cores");
  command->add_option("--pairs", given->pairs, "How many")->check(CLI::PositiveNumber);
  command->callback([given] {
    for (const std::string& graph : given->graphs) run_paths(*given, graph);
  });
}

void add_bipartite(CLI::App& program) {
  auto* command = program.add_subcommand("bipartite", "Times the sides of graphs");
  const auto given = std::make_shared<BipartiteArguments>();
  command->add_option("graphs", given->graphs, kGraphNames)->required();
  command->add_option("--threads", given->threads, "One line of output for each; 0: all cores");
  command->add_option("--repetitions", given->repetitions, "Runs after a first")
      ->check(CLI::PositiveNumber);
  command->callback([given] {
    for (const std::string& graph : given->graphs) run_bipartite(*given, graph);
  });
}

}  // namespace benchmark
