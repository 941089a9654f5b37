#include "load.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>

#include "help.hpp"
#include "labels.hpp"
#include "stopwatch.hpp"
#include "strider/error.hpp"

namespace strider::cli {

LoadedGraph load(const GraphOptions& graph, const RunOptions& run, Progress& progress,
                 Verification verification) {
  progress.stage(fmt::format("reading {}", graph.path));
  ReadOptions reading = graph.reading(run);
  if (verification == Verification::kEverything) reading.verification = verification;
  LoadedGraph loaded = read_graph(graph.path, reading, graph.building(run));
  progress.clear();
  return loaded;
}

void add_validate_flag(CLI::App& verb, bool& validates, const std::string& what) {
  verb.add_flag("--validate", validates, what)
      ->excludes(verb.get_option("--trust"))
      ->group(kOutputGroup);
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

Vertex vertex_of_label(const Graph& graph, const std::string& label) {
  const auto vertex = graph.labels().find(label, graph.num_vertices());
  if (!vertex) {
    throw UsageError(no_vertex_message(graph.labels(), graph.num_vertices(), label));
  }
  return *vertex;
}

}  // namespace strider::cli
