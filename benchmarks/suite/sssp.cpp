// Times shortest paths on graphs: preparation, and every search from a list of sources, as JSON
// lines.
//
//   strider_benchmark sssp GRAPH ... [--sources FILE | --seed N] [--weights W] [--layout L]
//     [--method M] [--delta D] [--threads T ...]
//   strider_benchmark sssp GRAPH ... --device cuda [--method M ...] [--delta-factor F ...]
//     [--markdown FILE]
//
// On the host a search is timed twice at once: until distances stand in the vertices of the input,
// which is what other programs give, and until parents do, too. On a device results stay there.
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "commands.hpp"
#include "device/paths.hpp"
#include "searches.hpp"
#include "strider/strider.hpp"
#include "weighted_source.hpp"

namespace benchmark {
namespace {

struct SsspArguments {
  SearchArguments searches;
  std::vector<std::string> graphs;
  std::string weights = "file";
  std::string layout = "auto";
  std::vector<std::string> methods;
  double delta = 0;
  PathDeviceArguments device;

  [[nodiscard]] std::string method() const { return methods.empty() ? "auto" : methods.front(); }
};

strider::SsspOptions options_of(const SsspArguments& arguments, int threads) {
  const auto method = strider::sssp_method_from_name(arguments.method());
  if (!method || arguments.methods.size() > 1) {
    throw strider::UsageError("--method: the host takes one method of its own");
  }
  if (arguments.layout != "auto" && arguments.layout != "none") {
    throw strider::UsageError("--layout " + arguments.layout + ": expected auto or none");
  }
  return {.method = *method,
          .threads = threads,
          .delta = arguments.delta,
          .preparing = arguments.layout == "auto" ? strider::Preparing::kAtOnce
                                                  : strider::Preparing::kNever};
}

template <class W>
Json time_searches(const strider::WeightedGraph<W>& graph, const strider::SsspOptions& options,
                   std::optional<strider::SsspSolver<W>> solver, const SsspArguments& arguments,
                   const std::vector<strider::Vertex>& sources) {
  strider::SsspResult<W> result;
  return time_searches(arguments.searches, sources, "distances", "with_parents",
                       [&](strider::Vertex source) {
                         if (arguments.searches.afresh) {
                           result = strider::SsspResult<W>();
                           solver.reset();
                         }
                         const double start = now();
                         if (!solver) solver.emplace(graph, options);
                         solver->run(source, result);
                         const std::size_t size = result.distances().size();
                         const double found = now();
                         if (result.parents().size() != size) {
                           throw std::logic_error("parents and distances differ in number");
                         }
                         return Search{found - start, now() - start, result.num_edges_reached()};
                       });
}

template <class W>
void time_graph(const strider::WeightedGraph<W>& graph, const SsspArguments& arguments,
                const Json& facts) {
  const auto sources = choose_sources(arguments.searches, graph.topology());
  for (const int threads : arguments.searches.threads) {
    const double start = now();
    const strider::SsspOptions options = options_of(arguments, threads);
    std::optional<strider::SsspSolver<W>> solver(std::in_place, graph, options);
    Json result = facts;
    result["weights"] = std::is_integral_v<W> ? "uint32" : sizeof(W) == 4 ? "float" : "double";
    result["layout"] = solver->layout() == strider::SsspLayout::kNone ? "none" : "weight";
    result["method"] = arguments.method();
    result["delta"] = solver->delta();
    result["threads"] = threads;
    result["prepare_seconds"] = now() - start;
    result.update(time_searches(graph, options, std::move(solver), arguments, sources));
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

void run_on_host(const SsspArguments& arguments, const std::string& name) {
  const double start = now();
  const strider::AnyGraph loaded = make_weighted_graph(name);
  const Json facts = graph_facts(name, strider::topology(loaded), now() - start);
  std::visit(
      [&](const auto& graph) {
        using Given = std::decay_t<decltype(graph)>;
        if constexpr (std::is_same_v<Given, strider::Graph>) {
          time_graph(strider::with_unit_weights(graph), arguments, facts);
        } else if constexpr (std::is_same_v<Given, strider::WeightedGraph<std::uint32_t>>) {
          arguments.weights == "float" ? time_graph(as_floats(graph), arguments, facts)
                                       : time_graph(graph, arguments, facts);
        } else {
          time_graph(graph, arguments, facts);
        }
      },
      loaded);
}

void run(const SsspArguments& arguments) {
  if (!arguments.device.device.empty()) {
    const bool right = run_paths_on_device(arguments.graphs, arguments.searches, arguments.methods,
                                           arguments.device);
    if (!right) throw std::logic_error("some searches were wrong: see above");
    return;
  }
  for (const std::string& graph : arguments.graphs) run_on_host(arguments, graph);
}

}  // namespace

void add_sssp(CLI::App& program) {
  auto* command = program.add_subcommand("sssp", "Times shortest paths");
  const auto given = std::make_shared<SsspArguments>();
  SsspArguments& arguments = *given;
  command->add_option("graphs", arguments.graphs, kGraphNames)->required();
  add_search_arguments(*command, arguments.searches);
  command
      ->add_option("--weights", arguments.weights, "file; or float: integers of the file as floats")
      ->check(CLI::IsMember({"file", "float"}));
  command->add_option("--layout", arguments.layout, "auto or none");
  command->add_option("--method", arguments.methods,
                      "As strider sssp --algorithm; default: auto, on a device all");
  command->add_option("--delta", arguments.delta, "On the host: width of a bucket; 0: chosen");
  add_device_arguments(*command, arguments.device);
  command->add_option("--delta-factor", arguments.device.factors,
                      "near-far on a device: multiples of the delta that is chosen");
  command->add_flag("--integers", arguments.device.integers,
                    "On a device: weights as integers from 1 to 255");
  command->callback([given] { run(*given); });
}

}  // namespace benchmark
