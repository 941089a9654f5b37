// Times spanning forests of graphs, as JSON lines.
//
//   strider_benchmark msf GRAPH ... [--method M] [--weights file|unit|small|float] [--maximum]
//     [--threads T ...] [--validate]
//   strider_benchmark msf GRAPH ... --device cuda [--method M ...] [--weights ...]
//
// A run gives the edges of the forest in the order of their ends, with their weights and total; on
// a device the forest stays there, and what it takes to fetch it is reported separately. The first
// run, which takes the memory or loads the kernels, is reported separately from the others.
#include "device/msf.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "commands.hpp"
#include "edge_weights.hpp"
#include "graph_source.hpp"
#include "strider/strider.hpp"
#include "timing.hpp"

namespace benchmark {
namespace {

struct MsfArguments {
  std::vector<std::string> graphs;
  std::vector<std::string> methods;
  std::string weights = "file";
  bool maximum = false;
  std::vector<int> threads{0};
  int repetitions = 9;
  bool validate = false;
  std::string device;

  [[nodiscard]] strider::MsfObjective objective() const {
    return maximum ? strider::MsfObjective::kMaximum : strider::MsfObjective::kMinimum;
  }
};

strider::MsfMethod msf_method(const std::string& name) {
  const auto method = strider::msf_method_from_name(name);
  if (!method) throw strider::UsageError("--method " + name + " is not a method");
  return *method;
}

template <class W>
Json time_runs(const strider::WeightedGraph<W>& graph, const MsfArguments& arguments,
               const std::string& method, int threads) {
  double start = now();
  strider::MsfSolver<W> solver(
      graph,
      {.method = msf_method(method), .objective = arguments.objective(), .threads = threads});
  strider::MsfResult<W> result;
  solver.run(result);
  const double first = now() - start;
  std::vector<double> seconds;
  for (int repetition = 0; repetition < arguments.repetitions; ++repetition) {
    start = now();
    solver.run(result);
    seconds.push_back(now() - start);
  }
  Json line = {{"method", method},
               {"threads", threads},
               {"weight", result.weight()},
               {"forest_edges", result.edges().size()},
               {"trees", result.num_trees()},
               {"runs", seconds.size()},
               {"first_seconds", first},
               {"median_seconds", median(seconds)},
               {"min_seconds", *std::min_element(seconds.begin(), seconds.end())}};
  if (arguments.validate) {
    start = now();
    const auto validation =
        strider::validate_msf(graph, result.edges(), arguments.objective(), threads);
    line["validate_seconds"] = now() - start;
    line["valid"] = validation.passed();
  }
  return line;
}

template <class W>
void time_all(const strider::WeightedGraph<W>& graph, const MsfArguments& arguments,
              const Json& facts) {
  if (!arguments.device.empty()) {
    time_on_device(graph, facts,
                   {.device = arguments.device,
                    .methods = arguments.methods,
                    .objective = arguments.objective(),
                    .repetitions = arguments.repetitions,
                    .validate = arguments.validate});
    return;
  }
  const std::vector<std::string> otherwise{"auto"};
  for (const std::string& method : arguments.methods.empty() ? otherwise : arguments.methods) {
    for (const int threads : arguments.threads) {
      Json line = facts;
      line.update(time_runs(graph, arguments, method, threads));
      fmt::print("{}\n", line.dump());
    }
  }
}

strider::AnyGraph read_or_make(const std::string& name) {
  if (const auto generated = generated_graph(name)) {
    return make_graph(*generated);
  }
  return strider::read_graph(name, {.plain_edge_list = strider::Directedness::kUndirected}).graph;
}

void run(const MsfArguments& arguments, const std::string& name) {
  const double start = now();
  const strider::AnyGraph graph = read_or_make(name);
  const strider::Graph& topology = strider::topology(graph);
  Json facts = graph_facts(name, topology, now() - start);
  facts["weights"] = arguments.weights;
  facts["objective"] = arguments.maximum ? "maximum" : "minimum";
  if (arguments.weights == "float") {
    time_all(with_float_weights(topology), arguments, facts);
    return;
  }
  if (arguments.weights == "small") {
    time_all(with_small_weights(topology), arguments, facts);
    return;
  }
  std::visit(
      [&]<class G>(const G& any) {
        if constexpr (std::is_same_v<G, strider::Graph>) {
          time_all(strider::with_unit_weights(any), arguments, facts);
        } else if (arguments.weights == "unit") {
          time_all(strider::with_unit_weights(any.topology()), arguments, facts);
        } else {
          time_all(any, arguments, facts);
        }
      },
      graph);
}

}  // namespace

void add_msf(CLI::App& program) {
  auto* command = program.add_subcommand("msf", "Times minimum spanning forests");
  const auto given = std::make_shared<MsfArguments>();
  MsfArguments& arguments = *given;
  command->add_option("graphs", arguments.graphs, kGraphNames)->required();
  command->add_option("--device", arguments.device, "cuda, cuda:N or simt, instead of the host");
  command->add_option("--method", arguments.methods,
                      "As strider msf --algorithm; default: auto, on a device all");
  command
      ->add_option(
          "--weights", arguments.weights,
          "file (1 where it has none), unit, small: from 1 to 255, or float: 24 random bits")
      ->check(CLI::IsMember({"file", "unit", "small", "float"}));
  command->add_flag("--maximum", arguments.maximum, "The heaviest forest");
  command->add_option("--threads", arguments.threads, "One line of output for each; 0: all cores");
  command->add_flag("--validate", arguments.validate, "Check the forest, and time that");
  command->add_option("--repetitions", arguments.repetitions, "Runs after a first")
      ->check(CLI::PositiveNumber);
  command->callback([given] {
    for (const std::string& graph : given->graphs) run(*given, graph);
  });
}

}  // namespace benchmark
