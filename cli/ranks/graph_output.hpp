// Graphs that ranks write to files.
#pragma once

#include <string>

#include "convert.hpp"
#include "ranks/job.hpp"
#include "strider/dist_graph.hpp"

namespace strider::cli {

/// A file that a verb writes a graph to.
struct GraphOutput {
  std::string path;
  FileFormat format;
};

/// Before anything is read. Throws UnavailableError where ranks do not write that: a container to
/// what is no file.
void require_writable_on_ranks(const GraphOutput& output);
/// Before the work of making the graph is done, which is read from `read` if that is a file. Throws
/// UsageError where a file would be replaced that belongs to no such output.
void require_replaceable(const GraphOutput& output, const DistInput& input,
                         const std::string& read = {});
/// Writes the graph, with its labels beside it where the format does not hold them, and removes
/// those of an earlier graph. Returns what is to be said of it. Collective.
[[nodiscard]] WritingRemarks write_on_ranks(const Cluster& cluster, const DistInput& input,
                                            const DistGraph& graph, const GraphOutput& output);

}  // namespace strider::cli
