// Graphs that ranks share, written to files. Defined in strider::ranks.
#pragma once

#include <string>

#include "strider/dist_graph.hpp"

namespace strider {

/// All ranks write the native container of `graph`, made of `input`: the bytes that write_native
/// writes on one machine, with its build report. The file appears whole or not at all; every rank
/// must have access to its folder. Memory: all sections once and the one being written
/// twice, shared by the ranks. Throws
/// UsageError if the graph is directed or keeps duplicates, if it is not partitioned by 1d in
/// blocks of vertices in their own order, if it has more vertices than one machine can number, or
/// if labels are not consecutive numbers; InputError if the file cannot be written; MemoryError.
/// Collective.
void write_native(const Cluster& cluster, const DistInput& input, const DistGraph& graph,
                  const std::string& path);

}  // namespace strider
