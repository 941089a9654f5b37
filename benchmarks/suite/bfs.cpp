// Times breadth-first search on graphs: preparation, and every search from a list of sources, as
// JSON lines.
//
//   strider_benchmark bfs GRAPH ... [--sources FILE | --seed N] [--layout L] [--method M]
//     [--threads T ...]
//   strider_benchmark bfs GRAPH ... --device cuda [--method M ...] [--sweep] [--markdown FILE]
//
// On the host a search is timed twice at once: run() only, and with parents() and levels() read
// afterwards, in the vertices of the input. On a device results stay there.
#include <fmt/core.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "commands.hpp"
#include "device/run.hpp"
#include "graph_source.hpp"
#include "searches.hpp"
#include "strider/strider.hpp"

namespace benchmark {
namespace {

struct BfsArguments {
  SearchArguments searches;
  std::vector<std::string> graphs;
  std::string layout = "auto";
  std::vector<std::string> methods;
  BfsDeviceArguments device;
};

strider::LayoutChoice layout_of(const std::string& name) {
  if (name == "auto") return strider::LayoutChoice::kByGraph;
  if (name == "degree") return strider::LayoutChoice::kDegree;
  if (name == "locality") return strider::LayoutChoice::kLocality;
  if (name == "none") return strider::LayoutChoice::kNone;
  throw strider::UsageError("--layout " + name + ": expected auto, degree, locality or none");
}

strider::BfsMethod bfs_method(const std::string& name) {
  const auto method = strider::bfs_method_from_name(name);
  if (!method) throw strider::UsageError("--method " + name + " is not a method");
  return *method;
}

Json time_searches(const strider::PreparedGraph& graph, const BfsArguments& arguments,
                   const std::string& method, int threads,
                   const std::vector<strider::Vertex>& sources) {
  const strider::BfsOptions options{.method = bfs_method(method), .threads = threads};
  std::optional<strider::BfsSolver> solver;
  strider::BfsResult result;
  return time_searches(arguments.searches, sources, "run", "in_labels",
                       [&](strider::Vertex source) {
                         if (arguments.searches.afresh) {
                           result = strider::BfsResult();
                           solver.reset();
                         }
                         const double start = now();
                         if (!solver) solver.emplace(graph, options);
                         solver->run(source, result);
                         const double found = now();
                         if (result.parents().size() != result.levels().size()) {
                           throw std::logic_error("parents and levels differ in number");
                         }
                         return Search{found - start, now() - start, result.num_edges_reached()};
                       });
}

void run_on_host(const BfsArguments& arguments, const std::string& name) {
  double start = now();
  const strider::Graph graph = make_graph(name);
  const Json facts = graph_facts(name, graph, now() - start);
  const auto sources = choose_sources(arguments.searches, graph);
  for (const int threads : arguments.searches.threads) {
    start = now();
    const strider::PreparedGraph prepared =
        strider::prepare(graph, {.layout = layout_of(arguments.layout), .threads = threads});
    Json result = facts;
    result["layout"] = strider::layout_name(prepared.layout());
    result["prepare_seconds"] = now() - start;
    result["extra_bytes"] = prepared.extra_bytes();
    result["threads"] = threads;
    for (const std::string& method : arguments.methods) {
      result["method"] = method;
      result.update(time_searches(prepared, arguments, method, threads, sources));
      fmt::print("{}\n", result.dump());
    }
  }
}

void run(BfsArguments& arguments) {
  if (!arguments.device.device.empty()) {
    const bool right =
        run_on_device(arguments.graphs, arguments.searches, arguments.methods, arguments.device);
    if (!right) throw std::logic_error("some searches were wrong: see above");
    return;
  }
  if (arguments.methods.empty()) arguments.methods = {"auto"};
  for (const std::string& graph : arguments.graphs) run_on_host(arguments, graph);
}

}  // namespace

void add_bfs(CLI::App& program) {
  auto* command = program.add_subcommand("bfs", "Times breadth-first search");
  const auto given = std::make_shared<BfsArguments>();
  BfsArguments& arguments = *given;
  command->add_option("graphs", arguments.graphs, kGraphNames)->required();
  add_search_arguments(*command, arguments.searches);
  command->add_option("--layout", arguments.layout, "On the host: auto, degree, locality or none");
  command->add_option("--method", arguments.methods,
                      "As strider bfs --algorithm; default: auto, on a device all");
  add_device_arguments(*command, arguments.device);
  command->add_option("--set", arguments.device.settings,
                      "NAME=NUMBER: a value of DeviceBfsTuning");
  command->add_flag("--sweep", arguments.device.sweep, "Vary the tuning values, one at a time");
  command->callback([given] { run(*given); });
}

}  // namespace benchmark
