// Graphs that ranks share, written to files. Defined in strider::ranks.
#pragma once

#include <string>

#include "strider/dist_graph.hpp"

namespace strider {

/// Whether `input` is a native container with a layout. No graph on ranks has it.
[[nodiscard]] bool stores_layout(const DistInput& input);

/// All ranks write the native container of `graph`, made of `input`: the bytes that write_native
/// writes on one machine, with its build report and without a layout. The file appears whole or not
/// at all; every rank must have access to its folder. A directed graph reads the input once more,
/// for its transpose. Memory: the rows twice and the section being written twice, shared by the
/// ranks. Throws UsageError if the graph is not partitioned by 1d in blocks of vertices in their
/// own order, if it has more vertices than one machine can number, or if its input was released;
/// InputError if the file cannot be written; MemoryError. Collective.
void write_native(const Cluster& cluster, const DistInput& input, const DistGraph& graph,
                  const std::string& path);

}  // namespace strider
