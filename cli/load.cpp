#include "load.hpp"

#include <fmt/format.h>

#include "labels.hpp"
#include "stopwatch.hpp"
#include "strider/error.hpp"
#include "strider/sssp.hpp"

namespace strider::cli {

LoadedGraph load(const GraphVerb& verb, Progress& progress, ReadLayouts layouts,
                 Verification verification) {
  const GraphOptions& graph = verb.graph;
  progress.stage(fmt::format("reading {}", graph.path));
  ReadOptions reading = graph.reading(verb.run);
  reading.layouts = layouts;
  if (verb.validate || verification == Verification::kEverything) {
    reading.verification = Verification::kEverything;
  }
  LoadedGraph loaded = read_graph(graph.path, reading, graph.building(verb.run));
  progress.clear();
  return loaded;
}

PreparedGraph prepared_graph(const LoadedGraph& loaded, std::optional<LayoutChoice> choice,
                             const RunOptions& run, Progress& progress, double& seconds) {
  seconds = 0;
  if (!choice) return loaded.prepared ? *loaded.prepared : PreparedGraph(topology(loaded.graph));
  if (*choice == LayoutChoice::kNone) return PreparedGraph(topology(loaded.graph));
  progress.stage("preparing");
  const Stopwatch watch;
  PreparedGraph prepared =
      prepare(topology(loaded.graph), {.layout = *choice, .threads = run.threads});
  seconds = watch.seconds();
  progress.clear();
  return prepared;
}

AnyGraph with_stored_layout(const AnyGraph& graph, std::optional<LayoutChoice> choice,
                            const RunOptions& run, double& seconds) {
  if (choice == LayoutChoice::kNone) return without_weight_layout(graph);
  if (choice != LayoutChoice::kByGraph) return graph;
  const Stopwatch watch;
  AnyGraph made = lay_out_by_weight(graph, run.threads);
  seconds += watch.seconds();
  return made;
}

Vertex vertex_of_label(const Graph& graph, const std::string& label) {
  const auto vertex = graph.labels().find(label, graph.num_vertices());
  if (!vertex) {
    throw UsageError(no_vertex_message(graph.labels(), graph.num_vertices(), label));
  }
  return *vertex;
}

std::vector<Vertex> read_vertices(const Graph& graph, const std::string& path) {
  std::vector<Vertex> vertices;
  for (const LabelLine& line : read_labels(path)) {
    const auto vertex = graph.labels().find(line.label, graph.num_vertices());
    if (!vertex) {
      throw InputError(path, line.number,
                       no_vertex_message(graph.labels(), graph.num_vertices(), line.label));
    }
    vertices.push_back(*vertex);
  }
  return vertices;
}

}  // namespace strider::cli
