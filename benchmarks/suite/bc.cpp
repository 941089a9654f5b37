// Times betweenness centrality from random sources, as JSON lines.
//
//   benchmark_bc GRAPH [--num-sources N] [--seed S] [--method M] [--threads T ...] [--weighted]
//     [--precision single]
//
// Every repetition is a whole run: the graph is prepared again. Preparation is reported apart; the
// seconds of a source are those of the searches alone, over the number of sources, workspaces
// included.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "strider/strider.hpp"
#include "timing.hpp"

namespace {

using benchmark::Json;
using benchmark::median;
using benchmark::now;

struct Arguments {
  std::string graph;
  std::uint64_t seed = 1;
  std::size_t num_sources = 64;
  std::string method = "auto";
  std::vector<int> threads{0};
  int repetitions = 3;
  bool weighted = false;
  std::string precision = "double";
};

/// Different vertices with neighbours.
std::vector<strider::Vertex> choose_sources(const Arguments& arguments,
                                            const strider::Graph& graph) {
  std::vector<strider::Vertex> candidates;
  for (strider::Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (graph.out().degree(v) > 0) candidates.push_back(v);
  }
  std::mt19937_64 random(arguments.seed);
  std::shuffle(candidates.begin(), candidates.end(), random);
  candidates.resize(std::min(candidates.size(), arguments.num_sources));
  return candidates;
}

strider::BetweennessResult run_once(const Arguments& arguments, const strider::AnyGraph& graph,
                                    const strider::BetweennessOptions& options) {
  if (!arguments.weighted) return strider::betweenness(strider::topology(graph), options);
  return std::visit([&](const auto& typed) { return strider::betweenness(typed, options); }, graph);
}

void run(const Arguments& arguments) {
  const double start = now();
  const strider::LoadedGraph loaded = strider::read_graph(arguments.graph);
  const strider::Graph& graph = strider::topology(loaded.graph);
  const Json facts = benchmark::graph_facts(arguments.graph, graph, now() - start);
  strider::BetweennessOptions options;
  const auto method = strider::betweenness_method_from_name(arguments.method);
  if (!method) throw strider::UsageError("--method " + arguments.method + " is no method");
  options.method = *method;
  if (arguments.precision == "single") options.precision = strider::BetweennessPrecision::kSingle;
  options.sources = choose_sources(arguments, graph);
  for (const int threads : arguments.threads) {
    options.run.threads = threads;
    std::vector<double> prepare;
    std::vector<double> source;
    std::uint64_t edges = 0;
    for (int i = 0; i < arguments.repetitions; ++i) {
      const strider::BetweennessResult result = run_once(arguments, loaded.graph, options);
      prepare.push_back(result.prepare_seconds);
      source.push_back(result.seconds / static_cast<double>(result.num_sources));
      edges = result.edges_traversed / result.num_sources;
    }
    Json line = facts;
    line.update({{"method", arguments.method},
                 {"weighted", arguments.weighted},
                 {"precision", arguments.precision},
                 {"threads", threads},
                 {"sources", options.sources->size()},
                 {"mean_edges", edges},
                 {"prepare_seconds", median(prepare)},
                 {"source_seconds", median(source)},
                 {"min_source_seconds", *std::min_element(source.begin(), source.end())}});
    fmt::print("{}\n", line.dump());
  }
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Times betweenness centrality");
  app.add_option("graph", arguments.graph, "A graph file of any format")->required();
  app.add_option("--num-sources", arguments.num_sources, "How many to draw")
      ->check(CLI::PositiveNumber);
  app.add_option("--seed", arguments.seed, "Draws the sources");
  app.add_option("--method", arguments.method, "As strider bc --algorithm");
  app.add_option("--precision", arguments.precision, "Of what is kept between levels")
      ->check(CLI::IsMember({"double", "single"}));
  app.add_option("--threads", arguments.threads, "One line of output for each; 0: all cores");
  app.add_option("--repetitions", arguments.repetitions, "Runs, of which the median is reported")
      ->check(CLI::PositiveNumber);
  app.add_flag("--weighted", arguments.weighted, "By weight");
  CLI11_PARSE(app, argc, argv);
  return benchmark::report_errors("benchmark_bc", [&] { run(arguments); });
}
