// Times maximum flows, as JSON lines.
//
//   strider_benchmark flow GRAPH ... [--source V --target V] [--threads T ...] [--repetitions N]
//     [--validate]
//
// The ends are vertices from 0; those of a DIMACS .max file where they are not given. A run makes
// the residual graph, the flow of every edge and the cut.
#include "strider/flow.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "commands.hpp"
#include "strider/strider.hpp"
#include "timing.hpp"

namespace benchmark {
namespace {

struct FlowArguments {
  std::vector<std::string> graphs;
  std::optional<strider::Vertex> source;
  std::optional<strider::Vertex> target;
  std::vector<int> threads{0};
  int repetitions = 5;
  bool validate = false;
};

template <class W>
void run_on(const FlowArguments& arguments, const Json& facts,
            const strider::WeightedGraph<W>& graph, strider::Vertex source,
            strider::Vertex target) {
  for (const int threads : arguments.threads) {
    strider::MaxFlow<W> flow;
    std::vector<double> seconds;
    for (int repetition = 0; repetition < arguments.repetitions; ++repetition) {
      const double start = now();
      flow = strider::max_flow(graph, source, target, {.threads = threads});
      seconds.push_back(now() - start);
    }
    Json line = facts;
    line.update({{"threads", threads},
                 {"flow", flow.value},
                 {"runs", seconds.size()},
                 {"median_seconds", median(seconds)},
                 {"min_seconds", *std::min_element(seconds.begin(), seconds.end())}});
    if (arguments.validate) {
      line["valid"] = strider::validate_max_flow(graph, source, target, flow, threads).passed();
    }
    fmt::print("{}\n", line.dump());
  }
}

void run(const FlowArguments& arguments, const std::string& name) {
  const double start = now();
  const strider::LoadedGraph loaded =
      strider::read_graph(name, {}, {.duplicates = strider::Duplicates::kKeep});
  const strider::Graph& topology = strider::topology(loaded.graph);
  const Json facts = graph_facts(name, topology, now() - start);
  const auto source = arguments.source ? arguments.source : loaded.facts.flow_source;
  const auto target = arguments.target ? arguments.target : loaded.facts.flow_target;
  if (!source || !target) throw strider::UsageError(name + ": --source and --target are missing");
  std::visit(
      [&]<class G>(const G& graph) {
        if constexpr (std::is_same_v<G, strider::Graph>) {
          run_on(arguments, facts, strider::with_unit_weights(graph), *source, *target);
        } else {
          run_on(arguments, facts, graph, *source, *target);
        }
      },
      loaded.graph);
}

}  // namespace

void add_flow(CLI::App& program) {
  auto* command = program.add_subcommand("flow", "Times maximum flows");
  const auto given = std::make_shared<FlowArguments>();
  command->add_option("graphs", given->graphs, "Files, of DIMACS .max ones the ends are known")
      ->required();
  command->add_option("--source", given->source, "A vertex from 0");
  command->add_option("--target", given->target, "A vertex from 0");
  command->add_option("--threads", given->threads, "One line of output for each; 0: all cores");
  command->add_option("--repetitions", given->repetitions, "Runs")->check(CLI::PositiveNumber);
  command->add_flag("--validate", given->validate, "Check flow and cut");
  command->callback([given] {
    for (const std::string& graph : given->graphs) run(*given, graph);
  });
}

}  // namespace benchmark
