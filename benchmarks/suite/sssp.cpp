// Times shortest paths on a graph: preparation, and every search from a list of sources, as JSON
// lines.
//
//   benchmark_sssp GRAPH [--sources FILE | --seed N] [--weights W] [--layout L] [--method M]
//                  [--delta D] [--threads T ...]
//
// A search is timed twice at once: until distances stand in the vertices of the input, which is
// what other programs give, and until parents do, too. Repetitions go round all sources before they
// start again, so that no search finds its own data in the cache; the median is over all searches,
// the floor is the median over sources of the fastest.
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
  std::string weights = "file";
  std::string layout = "auto";
  std::string method = "auto";
  double delta = 0;
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

strider::SsspOptions options_of(const Arguments& arguments, int threads) {
  const auto method = strider::sssp_method_from_name(arguments.method);
  if (!method) throw strider::UsageError("--method " + arguments.method + " is no method");
  if (arguments.layout != "auto" && arguments.layout != "none") {
    throw strider::UsageError("--layout " + arguments.layout + ": expected auto or none");
  }
  return {.method = *method,
          .threads = threads,
          .delta = arguments.delta,
          .layout =
              arguments.layout == "auto" ? strider::SsspLayout::kAuto : strider::SsspLayout::kNone};
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

template <class W>
Json time_searches(strider::SsspSolver<W>& solver, const Arguments& arguments,
                   const std::vector<strider::Vertex>& sources) {
  strider::SsspResult<W> result;
  Times distances(sources.size());
  Times parents(sources.size());
  std::uint64_t edges = 0;
  for (int repetition = -1; repetition < arguments.repetitions; ++repetition) {
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const double start = now();
      solver.run(sources[i], result);
      const std::size_t size = result.distances().size();
      const double found = now();
      if (result.parents().size() != size) {
        throw std::logic_error("parents and distances differ in number");
      }
      const double read = now();
      if (repetition < 0) {  // the first round warms up
        edges += result.num_edges_reached();
        continue;
      }
      distances.by_source[i].push_back(found - start);
      parents.by_source[i].push_back(read - start);
    }
  }
  return {{"searches", sources.size() * static_cast<std::size_t>(arguments.repetitions)},
          {"mean_edges", edges / sources.size()},
          {"distances", distances.summary()},
          {"with_parents", parents.summary()}};
}

template <class W>
void time_graph(const strider::WeightedGraph<W>& graph, const Arguments& arguments, Json line) {
  const std::vector<strider::Vertex> sources = choose_sources(arguments, graph.topology());
  for (const int threads : arguments.threads) {
    const double start = now();
    strider::SsspSolver<W> solver(graph, options_of(arguments, threads));
    Json result = line;
    result["weights"] = std::is_integral_v<W> ? "uint32" : sizeof(W) == 4 ? "float" : "double";
    result["layout"] = solver.layout() == strider::SsspLayout::kNone ? "none" : "weight";
    result["method"] = arguments.method;
    result["delta"] = solver.delta();
    result["threads"] = threads;
    result["prepare_seconds"] = now() - start;
    result.update(time_searches(solver, arguments, sources));
    fmt::print("{}\n", result.dump());
  }
}

/// The same weights as floats, scaled into (0, 1).
strider::WeightedGraph<float> as_floats(const strider::WeightedGraph<std::uint32_t>& graph) {
  strider::Array<float> weights(graph.weights().size());
  const std::uint32_t largest = *std::max_element(graph.weights().begin(), graph.weights().end());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    weights[i] = static_cast<float>(graph.weights()[i]) / (static_cast<float>(largest) + 1);
  }
  return {graph.topology(), std::move(weights)};
}

void run(const Arguments& arguments) {
  const double start = now();
  const strider::LoadedGraph loaded = strider::read_graph(arguments.graph);
  const strider::Graph& topology = strider::topology(loaded.graph);
  const Json line = {{"graph", arguments.graph},
                     {"vertices", topology.num_vertices()},
                     {"edges", topology.num_edges()},
                     {"load_seconds", now() - start}};
  std::visit(
      [&](const auto& graph) {
        using Given = std::decay_t<decltype(graph)>;
        if constexpr (std::is_same_v<Given, strider::Graph>) {
          time_graph(strider::with_unit_weights(graph), arguments, line);
        } else if constexpr (std::is_same_v<Given, strider::WeightedGraph<std::uint32_t>>) {
          arguments.weights == "float" ? time_graph(as_floats(graph), arguments, line)
                                       : time_graph(graph, arguments, line);
        } else {
          time_graph(graph, arguments, line);
        }
      },
      loaded.graph);
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Times shortest paths");
  app.add_option("graph", arguments.graph, "A graph file of any format")->required();
  app.add_option("--sources", arguments.sources, "A file of vertices, counted from 0");
  app.add_option("--seed", arguments.seed, "Draws the sources where no file is given");
  app.add_option("--num-sources", arguments.num_sources, "How many to draw")
      ->check(CLI::PositiveNumber);
  app.add_option("--weights", arguments.weights, "file; or float: integers of the file as floats")
      ->check(CLI::IsMember({"file", "float"}));
  app.add_option("--layout", arguments.layout, "auto or none");
  app.add_option("--method", arguments.method, "As strider sssp --algorithm");
  app.add_option("--delta", arguments.delta, "Width of a bucket; 0: chosen");
  app.add_option("--threads", arguments.threads, "One line of output for each; 0: all cores");
  app.add_option("--repetitions", arguments.repetitions, "Rounds over all sources, after a first")
      ->check(CLI::PositiveNumber);
  CLI11_PARSE(app, argc, argv);
  try {
    run(arguments);
  } catch (const std::exception& error) {
    fmt::print(stderr, "benchmark_sssp: {}\n", error.what());
    return 1;
  }
  return 0;
}
