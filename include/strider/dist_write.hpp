// Graphs that ranks share, written to files. Defined in strider::ranks.
#pragma once

#include <functional>
#include <string>

#include "strider/dist_graph.hpp"
#include "strider/io.hpp"

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

/// All ranks write `graph`, made of `input`, in any format that write_graph writes on one machine:
/// the same bytes. Text that is compressed is compressed by each rank for itself; unpacked, it is
/// the same. What follows holds for all formats but the native container. Each rank encodes and
/// writes its own rows, twice where they are long, to know first how long they are; if `path` is no
/// file, rank 0 writes what it gets from the others. The file appears whole or not at all; every
/// rank must have access to its folder. A directed graph in a GAPBS file reads the input once more,
/// for its transpose. Memory: some megabytes a thread and four a rank; for the transpose the rows
/// once more; for an edge list with sparse labels 24 bytes a vertex that a rank's edges name.
/// Throws UsageError as write_graph on one machine, and where write_native does; InputError if the
/// file cannot be written; MemoryError. All ranks call `before_naming`, as on one machine, and if
/// it throws, it throws on all of them. Collective.
void write_graph(const Cluster& cluster, const DistInput& input, const DistGraph& graph,
                 const std::string& path, FileFormat format,
                 const std::function<void()>& before_naming = {});

/// As keeps_labels on one machine.
[[nodiscard]] bool keeps_labels(const DistInput& input, FileFormat format);
/// As keeps_vertices on one machine. Throws UsageError where write_native does. Collective.
[[nodiscard]] bool keeps_vertices(const DistInput& input, const DistGraph& graph,
                                  FileFormat format);
/// All ranks write the table that write_label_map writes on one machine. Throws InputError,
/// MemoryError. Collective.
void write_label_map(const Cluster& cluster, const DistInput& input, const std::string& path,
                     FileFormat format);

}  // namespace strider
