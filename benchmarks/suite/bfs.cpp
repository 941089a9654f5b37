// Times breadth-first search on a graph: preparation, and every search from a list of sources, as
// JSON lines.
//
//   benchmark_bfs GRAPH [--sources FILE | --seed N] [--layout L] [--method M] [--threads T ...]
//
// A search is timed twice at once: run() alone, and with parents() and levels() read afterwards, in
// the vertices of the input.
#include <fmt/core.h>

#include <stdexcept>
#include <string>

#include "searches.hpp"
#include "strider/strider.hpp"

namespace {

using benchmark::Json;
using benchmark::now;

struct Arguments {
  benchmark::SearchArguments searches;
  std::string layout = "auto";
  std::string method = "auto";
};

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

Json time_searches(const strider::PreparedGraph& graph, const Arguments& arguments, int threads,
                   const std::vector<strider::Vertex>& sources) {
  strider::BfsSolver solver(graph, {.method = method_of(arguments.method), .threads = threads});
  strider::BfsResult result;
  return benchmark::time_searches(
      arguments.searches, sources, "run", "in_labels", [&](strider::Vertex source) {
        const double start = now();
        solver.run(source, result);
        const double found = now();
        if (result.parents().size() != result.levels().size()) {
          throw std::logic_error("parents and levels differ in number");
        }
        return benchmark::Search{found - start, now() - start, result.num_edges_reached()};
      });
}

void run(const Arguments& arguments) {
  double start = now();
  const strider::LoadedGraph loaded = strider::read_graph(arguments.searches.graph);
  const strider::Graph& graph = strider::topology(loaded.graph);
  const Json facts = benchmark::graph_facts(arguments.searches.graph, graph, now() - start);
  const auto sources = benchmark::choose_sources(arguments.searches, graph);
  for (const int threads : arguments.searches.threads) {
    start = now();
    const strider::PreparedGraph prepared =
        strider::prepare(graph, {.layout = layout_of(arguments.layout), .threads = threads});
    Json result = facts;
    result["layout"] = strider::layout_name(prepared.layout());
    result["method"] = arguments.method;
    result["prepare_seconds"] = now() - start;
    result["extra_bytes"] = prepared.extra_bytes();
    result["threads"] = threads;
    result.update(time_searches(prepared, arguments, threads, sources));
    fmt::print("{}\n", result.dump());
  }
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Times breadth-first search");
  benchmark::add_search_arguments(app, arguments.searches);
  app.add_option("--layout", arguments.layout, "auto, degree, patches or none");
  app.add_option("--method", arguments.method, "As strider bfs --algorithm");
  CLI11_PARSE(app, argc, argv);
  return benchmark::report_errors("benchmark_bfs", [&] { run(arguments); });
}
