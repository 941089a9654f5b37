// Reading the graph of a verb.
#pragma once

#include "options.hpp"
#include "progress.hpp"
#include "strider/io.hpp"

namespace strider::cli {

/// Reads and builds what the options name. A container is verified as they say, and with
/// Verification::kEverything whatever they say. Throws InputError, MemoryError.
[[nodiscard]] LoadedGraph load(const GraphOptions& graph, const RunOptions& run, Progress& progress,
                               Verification verification = Verification::kChecksums);

/// --validate of a verb with the options of a graph. It verifies all of a container, so --trust
/// contradicts it.
void add_validate_flag(CLI::App& verb, bool& validates, const std::string& what);
/// What --validate verifies of a container.
[[nodiscard]] inline Verification verification_to_validate(bool validates) {
  return validates ? Verification::kEverything : Verification::kChecksums;
}

/// The graph with the layout that `choice` asks for, else with the one its container brought.
/// `seconds` becomes what preparing took.
[[nodiscard]] PreparedGraph prepared_graph(const LoadedGraph& loaded,
                                           std::optional<LayoutChoice> choice,
                                           const RunOptions& run, Progress& progress,
                                           double& seconds);

/// The vertex of a label. Throws UsageError where the graph has none of that name.
[[nodiscard]] Vertex vertex_of_label(const Graph& graph, const std::string& label);

}  // namespace strider::cli
