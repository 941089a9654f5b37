// Times betweenness centrality from random sources, as JSON lines.
//
//   strider_benchmark bc GRAPH [--num-sources N] [--seed S] [--method M ...] [--threads T ...]
//     [--weighted] [--precision single] [--device cuda|simt [--sources-at-once K]]
//
// GRAPH is a file or, by hops, a generated graph (graph_source.hpp).
// Every repetition is a whole run: the graph is prepared again. Preparation is reported apart; the
// seconds of a source are those of the searches only, over the number of sources, workspaces
// included.
#include "device/bc.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "commands.hpp"
#include "graph_source.hpp"
#include "strider/strider.hpp"
#include "timing.hpp"

namespace benchmark {
namespace {

struct BcArguments {
  std::string graph;
  std::uint64_t seed = 1;
  std::size_t num_sources = 64;
  std::vector<std::string> methods{"auto"};
  std::vector<int> threads{0};
  int repetitions = 3;
  bool weighted = false;
  std::string precision = "double";
  std::string device = "host";
  std::uint32_t sources_at_once = 0;
};

/// Different vertices with neighbours.
std::vector<strider::Vertex> choose_sources(const BcArguments& arguments,
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

strider::AnyGraph load(const BcArguments& arguments) {
  if (!arguments.weighted) return make_graph(arguments.graph);
  return std::move(strider::read_graph(arguments.graph).graph);
}

/// One run of the method on the host, with so many threads.
BcRun on_host(const BcArguments& arguments, const strider::AnyGraph& graph,
              strider::BetweennessOptions options, const std::string& name, int threads) {
  const auto method = strider::betweenness_method_from_name(name);
  if (!method) throw strider::UsageError("--method " + name + " is not a method");
  options.method = *method;
  options.run.threads = threads;
  return [&arguments, &graph, options] {
    if (!arguments.weighted) return strider::betweenness(strider::topology(graph), options);
    return std::visit([&](const auto& typed) { return strider::betweenness(typed, options); },
                      graph);
  };
}

void measure(const BcArguments& arguments, const BcRun& run_once, Json line) {
  std::vector<double> prepare;
  std::vector<double> source;
  std::uint64_t edges = 0;
  for (int i = 0; i < arguments.repetitions; ++i) {
    const strider::BetweennessResult result = run_once();
    prepare.push_back(result.prepare_seconds);
    source.push_back(result.seconds / static_cast<double>(result.num_sources));
    edges = result.edges_traversed / result.num_sources;
  }
  line.update({{"mean_edges", edges},
               {"prepare_seconds", median(prepare)},
               {"source_seconds", median(source)},
               {"min_source_seconds", *std::min_element(source.begin(), source.end())}});
  fmt::print("{}\n", line.dump());
  std::fflush(stdout);
}

void run(const BcArguments& arguments) {
  const double start = now();
  const strider::AnyGraph loaded = load(arguments);
  const strider::Graph& graph = strider::topology(loaded);
  const Json facts = graph_facts(arguments.graph, graph, now() - start);
  strider::BetweennessOptions options;
  if (arguments.precision == "single") options.precision = strider::BetweennessPrecision::kSingle;
  options.sources = choose_sources(arguments, graph);
  for (const std::string& method : arguments.methods) {
    for (const int threads : arguments.threads) {
      Json line = facts;
      line.update({{"method", method},
                   {"device", arguments.device},
                   {"weighted", arguments.weighted},
                   {"precision", arguments.precision},
                   {"threads", threads},
                   {"sources", options.sources->size()}});
      options.run.threads = threads;
      const BcRun once =
          arguments.device == "host"
              ? on_host(arguments, loaded, options, method, threads)
              : bc_on_device(arguments.device, graph, options, method, arguments.sources_at_once);
      measure(arguments, once, std::move(line));
    }
  }
}

}  // namespace

void add_bc(CLI::App& program) {
  auto* command = program.add_subcommand("bc", "Times betweenness centrality");
  const auto given = std::make_shared<BcArguments>();
  BcArguments& arguments = *given;
  command->add_option("graph", arguments.graph, kGraphNames)->required();
  command->add_option("--num-sources", arguments.num_sources, "How many to draw")
      ->check(CLI::PositiveNumber);
  command->add_option("--seed", arguments.seed, "Draws the sources");
  command->add_option("--method", arguments.methods, "As strider bc --algorithm; a line for each");
  command->add_option("--precision", arguments.precision, "Of what is kept between levels")
      ->check(CLI::IsMember({"double", "single"}));
  command->add_option("--threads", arguments.threads, "One line of output for each; 0: all cores");
  command
      ->add_option("--repetitions", arguments.repetitions, "Runs, of which the median is reported")
      ->check(CLI::PositiveNumber);
  auto* weighted = command->add_flag("--weighted", arguments.weighted, "By weight");
  command->add_option("--device", arguments.device, "host, cuda, cuda:N or simt")
      ->excludes(weighted);
  command->add_option("--sources-at-once", arguments.sources_at_once,
                      "Of devices; 0: as many as fit");
  command->callback([given] { run(*given); });
}

}  // namespace benchmark
