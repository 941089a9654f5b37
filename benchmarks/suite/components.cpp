// Times connected components, as JSON lines.
//
//   strider_benchmark components GRAPH ... [--threads T ...] [--repetitions N] [--validate]
//     [--device cuda]
//
// A run gives every vertex its label, and takes its memory itself. To count the components is not a
// part of it. On a device, the labels are on the host in the end; the graph is there before.
#include "strider/components.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "commands.hpp"
#include "device/components.hpp"
#include "graph_source.hpp"
#include "strider/strider.hpp"
#include "timing.hpp"

namespace benchmark {
namespace {

struct ComponentsArguments {
  std::vector<std::string> graphs;
  std::vector<int> threads{0};
  int repetitions = 9;
  bool validate = false;
  std::string device;
};

void run(const ComponentsArguments& arguments, const std::string& name) {
  double start = now();
  const strider::Graph graph = make_graph(name);
  const Json facts = graph_facts(name, graph, now() - start);
  for (const int threads : arguments.threads) {
    std::function<strider::ComponentsResult()> find = [&] {
      return strider::components(graph, {.threads = threads});
    };
    if (!arguments.device.empty()) find = components_on_device(arguments.device, graph);
    start = now();
    strider::ComponentsResult found = find();
    const double first = now() - start;
    std::vector<double> seconds;
    for (int repetition = 0; repetition < arguments.repetitions; ++repetition) {
      start = now();
      found = find();
      seconds.push_back(now() - start);
    }
    Json line = facts;
    line.update({{"device", arguments.device.empty() ? "host" : arguments.device},
                 {"threads", threads},
                 {"components", found.num_components()},
                 {"largest", found.sizes().largest_size},
                 {"runs", seconds.size()},
                 {"first_seconds", first},
                 {"median_seconds", median(seconds)},
                 {"min_seconds", *std::min_element(seconds.begin(), seconds.end())}});
    if (arguments.validate) {
      start = now();
      line["valid"] = strider::validate_components(graph, found.labels(), threads).passed();
      line["validate_seconds"] = now() - start;
    }
    fmt::print("{}\n", line.dump());
  }
}

}  // namespace

void add_components(CLI::App& program) {
  auto* command = program.add_subcommand("components", "Times connected components");
  const auto given = std::make_shared<ComponentsArguments>();
  command->add_option("graphs", given->graphs, kGraphNames)->required();
  command->add_option("--threads", given->threads, "One line of output for each; 0: all cores");
  command->add_option("--device", given->device, "cuda, cuda:N or simt, instead of the host");
  command->add_option("--repetitions", given->repetitions, "Runs after a first")
      ->check(CLI::PositiveNumber);
  command->add_flag("--validate", given->validate, "Check the labels, and time that");
  command->callback([given] {
    for (const std::string& graph : given->graphs) run(*given, graph);
  });
}

}  // namespace benchmark
