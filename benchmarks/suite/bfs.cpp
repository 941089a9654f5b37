// Times breadth-first search on a graph: preparation, and every search from a list of sources, as
// JSON lines.
//
//   benchmark_bfs GRAPH [--sources FILE | --seed N] [--layout L] [--method M] [--threads T ...]
//
// A search is timed twice at once: run() alone, and with parents() and levels() read afterwards, in
// the vertices of the input. Repetitions go round all sources before they start again, so that no
// search finds its own data in the cache; the median is over all searches, the floor is the median
// over sources of the fastest.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "strider/strider.hpp"

namespace {

using Json = nlohmann::ordered_json;

struct Arguments {
  std::string graph;
  std::string sources;
  std::uint64_t seed = 1;
  std::size_t num_sources = 16;
  std::string layout = "auto";
  std::string method = "auto";
  std::vector<int> threads{0};
  int repetitions = 5;
};

double now() {
  const auto time = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(time).count();
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The sources of the file, or vertices with neighbours drawn from the seed.
std::vector<strider::Vertex> choose_sources(const Arguments& arguments,
                                            const strider::Graph& graph) {
  std::vector<strider::Vertex> sources;
  if (!arguments.sources.empty()) {
    std::ifstream file(arguments.sources);
    for (strider::Vertex v = 0; file >> v;) sources.push_back(v);
    if (sources.empty()) throw strider::InputError(arguments.sources, 0, "no sources in it");
    return sources;
  }
  if (graph.num_arcs() == 0) throw strider::UsageError("the graph has no edges to search");
  std::mt19937_64 random(arguments.seed);
  while (sources.size() < arguments.num_sources) {
    const auto v = static_cast<strider::Vertex>(random() % graph.num_vertices());
    if (graph.out().degree(v) > 0) sources.push_back(v);
  }
  return sources;
}

strider::LayoutChoice layout_of(const std::string& name) {
  if (name == "auto") return strider::LayoutChoice::kByGraph;
  if (name == "degree") return strider::LayoutChoice::kDegree;
  if (name == "patches") return strider::LayoutChoice::kPatches;
  if (name == "none") return strider::LayoutChoice::kNone;
  throw strider::UsageError("--layout " + name + ": expected auto, degree, patches or none");
}

strider::BfsMethod method_of(const std::string& name) {
  const auto method = strider::bfs_method_from_name(name);
  if (!method) throw strider::UsageError("--method " + name + " is no method");
  return *method;
}

/// Times of the searches from each source.
struct Times {
  explicit Times(std::size_t sources) : by_source(sources) {}
  std::vector<std::vector<double>> by_source;

  [[nodiscard]] Json summary() const {
    std::vector<double> all;
    std::vector<double> fastest;
    for (const auto& times : by_source) {
      all.insert(all.end(), times.begin(), times.end());
      fastest.push_back(*std::min_element(times.begin(), times.end()));
    }
    return {{"median_seconds", median(all)},
            {"min_seconds", *std::min_element(all.begin(), all.end())},
            {"floor_seconds", median(fastest)}};
  }
};

Json time_searches(const strider::PreparedGraph& graph, const Arguments& arguments, int threads,
                   const std::vector<strider::Vertex>& sources) {
  strider::BfsSolver solver(graph, {.method = method_of(arguments.method), .threads = threads});
  strider::BfsResult result;
  Times internal(sources.size());
  Times in_labels(sources.size());
  std::uint64_t edges = 0;
  for (int repetition = -1; repetition < arguments.repetitions; ++repetition) {
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const double start = now();
      solver.run(sources[i], result);
      const double found = now();
      if (result.parents().size() != result.levels().size()) {
        throw std::logic_error("parents and levels differ in number");
      }
      const double read = now();
      if (repetition < 0) {  // the first round warms up
        edges += result.num_edges_reached();
        continue;
      }
      internal.by_source[i].push_back(found - start);
      in_labels.by_source[i].push_back(read - start);
    }
  }
  return {{"threads", threads},
          {"searches", sources.size() * static_cast<std::size_t>(arguments.repetitions)},
          {"mean_edges", edges / sources.size()},
          {"run", internal.summary()},
          {"in_labels", in_labels.summary()}};
}

void run(const Arguments& arguments) {
  double start = now();
  const strider::LoadedGraph loaded = strider::read_graph(arguments.graph);
  const strider::Graph& graph = strider::topology(loaded.graph);
  Json line = {{"graph", arguments.graph},
               {"vertices", graph.num_vertices()},
               {"edges", graph.num_edges()},
               {"load_seconds", now() - start}};
  const std::vector<strider::Vertex> sources = choose_sources(arguments, graph);
  for (const int threads : arguments.threads) {
    start = now();
    const strider::PreparedGraph prepared =
        strider::prepare(graph, {.layout = layout_of(arguments.layout), .threads = threads});
    Json result = line;
    result["layout"] = strider::layout_name(prepared.layout());
    result["method"] = arguments.method;
    result["prepare_seconds"] = now() - start;
    result["extra_bytes"] = prepared.extra_bytes();
    result.update(time_searches(prepared, arguments, threads, sources));
    fmt::print("{}\n", result.dump());
  }
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Times breadth-first search");
  app.add_option("graph", arguments.graph, "A graph file of any format")->required();
  app.add_option("--sources", arguments.sources, "A file of vertices, counted from 0");
  app.add_option("--seed", arguments.seed, "Draws the sources where no file is given");
  app.add_option("--num-sources", arguments.num_sources, "How many to draw")
      ->check(CLI::PositiveNumber);
  app.add_option("--layout", arguments.layout, "auto, degree, patches or none");
  app.add_option("--method", arguments.method, "As strider bfs --algorithm");
  app.add_option("--threads", arguments.threads, "One line of output for each; 0: all cores");
  app.add_option("--repetitions", arguments.repetitions, "Rounds over all sources, after a first")
      ->check(CLI::PositiveNumber);
  CLI11_PARSE(app, argc, argv);
  try {
    run(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "benchmark_bfs: {}\n", error.what());
    return 1;
  }
  return 0;
}
