// Reading the graph of a verb.
#pragma once

#include <type_traits>
#include <variant>
#include <vector>

#include "progress.hpp"
#include "strider/error.hpp"
#include "strider/io.hpp"
#include "verb.hpp"

namespace strider::cli {

/// Reads and builds what the options of a verb name, with the layouts of a container that the verb
/// uses. All that is read is verified as the options say, and in full with --validate, or with
/// Verification::kEverything. Throws InputError, MemoryError.
[[nodiscard]] LoadedGraph load(const GraphVerb& verb, Progress& progress,
                               ReadLayouts layouts = ReadLayouts::kNone,
                               Verification verification = Verification::kChecksums);

/// Calls body(graph) with the graph as a weighted one, every edge of weight 1 where it has none. A
/// WeightError of the body becomes an InputError that names the file.
template <class Body>
void visit_weighted(const GraphVerb& verb, const LoadedGraph& loaded, Body body) {
  try {
    std::visit(
        [&]<class G>(const G& graph) {
          if constexpr (std::is_same_v<G, Graph>) {
            body(with_unit_weights(graph, verb.run.threads));
          } else {
            body(graph);
          }
        },
        loaded.graph);
  } catch (const WeightError& error) {
    throw InputError(verb.graph.path, 0, error.what());
  }
}

/// The graph with the layout that `choice` asks for, else with the one its container brought.
/// `seconds` becomes what preparing took.
[[nodiscard]] PreparedGraph prepared_graph(const LoadedGraph& loaded,
                                           std::optional<LayoutChoice> choice,
                                           const RunOptions& run, Progress& progress,
                                           double& seconds);

/// The graph for a container: laid out by weight, too, if `choice` is kByGraph and its weights are
/// lengths; without a layout by weight if it is kNone; else as it is. `seconds` grows by what that
/// took.
[[nodiscard]] AnyGraph with_stored_layout(const AnyGraph& graph, std::optional<LayoutChoice> choice,
                                          const RunOptions& run, double& seconds);

/// The vertex of a label. Throws UsageError where the graph has none of that name.
[[nodiscard]] Vertex vertex_of_label(const Graph& graph, const std::string& label);
/// The vertices of a file with one label a line. Throws InputError.
[[nodiscard]] std::vector<Vertex> read_vertices(const Graph& graph, const std::string& path);

}  // namespace strider::cli
