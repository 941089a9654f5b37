// Times spanning forests of a graph, as JSON lines.
//
//   benchmark_msf GRAPH [--method M] [--weights file|unit|float] [--maximum] [--threads T ...]
//                [--validate]
//
// A run gives the edges of the forest in the order of their ends, with their weights and total. The
// first run, which takes the memory, is told apart from the others.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
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
  std::string method = "auto";
  std::string weights = "file";
  bool maximum = false;
  std::vector<int> threads{0};
  int repetitions = 9;
  bool validate = false;
};

strider::MsfMethod method_of(const std::string& name) {
  const auto method = strider::msf_method_from_name(name);
  if (!method) throw strider::UsageError("--method " + name + " is no method");
  return *method;
}

/// Weights from 0 to 1, each a function of the ends alone (by the finalizer of SplitMix64).
strider::WeightedGraph<float> with_float_weights(const strider::Graph& graph) {
  strider::Array<float> weights(graph.num_arcs());
  std::size_t place = 0;
  for (strider::Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (const strider::Vertex v : graph.out().neighbors(u)) {
      std::uint64_t x = std::uint64_t{std::min(u, v)} << 32U | std::max(u, v);
      x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
      x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
      weights[place++] = static_cast<float>((x ^ (x >> 31U)) >> 40U) * 0x1p-24F;
    }
  }
  return {graph, std::move(weights)};
}

template <class W>
Json time_runs(const strider::WeightedGraph<W>& graph, const Arguments& arguments, int threads) {
  double start = now();
  strider::MsfSolver<W> solver(graph,
                               {.method = method_of(arguments.method),
                                .objective = arguments.maximum ? strider::MsfObjective::kMaximum
                                                               : strider::MsfObjective::kMinimum,
                                .threads = threads});
  strider::MsfResult<W> result;
  solver.run(result);
  const double first = now() - start;
  std::vector<double> seconds;
  for (int repetition = 0; repetition < arguments.repetitions; ++repetition) {
    start = now();
    solver.run(result);
    seconds.push_back(now() - start);
  }
  Json line = {{"threads", threads},
               {"weight", result.weight()},
               {"forest_edges", result.edges().size()},
               {"trees", result.num_trees()},
               {"runs", seconds.size()},
               {"first_seconds", first},
               {"median_seconds", median(seconds)},
               {"min_seconds", *std::min_element(seconds.begin(), seconds.end())}};
  if (arguments.validate) {
    start = now();
    const auto validation = strider::validate_msf(
        graph, result.edges(),
        arguments.maximum ? strider::MsfObjective::kMaximum : strider::MsfObjective::kMinimum,
        threads);
    line["validate_seconds"] = now() - start;
    line["valid"] = validation.passed();
  }
  return line;
}

template <class W>
void time_threads(const strider::WeightedGraph<W>& graph, const Arguments& arguments,
                  const Json& facts) {
  for (const int threads : arguments.threads) {
    Json line = facts;
    line.update(time_runs(graph, arguments, threads));
    fmt::print("{}\n", line.dump());
  }
}

void run(const Arguments& arguments) {
  const double start = now();
  const strider::LoadedGraph loaded =
      strider::read_graph(arguments.graph, {.plain_edge_list = strider::Directedness::kUndirected});
  const strider::Graph& graph = strider::topology(loaded.graph);
  Json facts = benchmark::graph_facts(arguments.graph, graph, now() - start);
  facts["method"] = arguments.method;
  facts["weights"] = arguments.weights;
  facts["objective"] = arguments.maximum ? "maximum" : "minimum";
  if (arguments.weights == "float") {
    time_threads(with_float_weights(graph), arguments, facts);
    return;
  }
  std::visit(
      [&]<class G>(const G& any) {
        if constexpr (std::is_same_v<G, strider::Graph>) {
          time_threads(strider::with_unit_weights(any), arguments, facts);
        } else if (arguments.weights == "unit") {
          time_threads(strider::with_unit_weights(any.topology()), arguments, facts);
        } else {
          time_threads(any, arguments, facts);
        }
      },
      loaded.graph);
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Times minimum spanning forests");
  app.add_option("graph", arguments.graph, "A graph file of any format")->required();
  app.add_option("--method", arguments.method, "As strider msf --algorithm");
  app.add_option("--weights", arguments.weights, "file, unit, or float: 24 random bits")
      ->check(CLI::IsMember({"file", "unit", "float"}));
  app.add_flag("--maximum", arguments.maximum, "The heaviest forest");
  app.add_option("--threads", arguments.threads, "One line of output for each; 0: all cores");
  app.add_flag("--validate", arguments.validate, "Check the forest, and time that");
  app.add_option("--repetitions", arguments.repetitions, "Runs after a first")
      ->check(CLI::PositiveNumber);
  CLI11_PARSE(app, argc, argv);
  return benchmark::report_errors("benchmark_msf", [&] { run(arguments); });
}
