// What ranks write of graphs: native containers.
#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <string>

#include "convert.hpp"
#include "files.hpp"
#include "label_map.hpp"
#include "ranks/job.hpp"
#include "strider/dist_graph.hpp"
#include "strider/error.hpp"
#include "strider/io.hpp"

namespace strider::cli {

/// Throws UnavailableError for any other format, and for what is no file.
inline void require_container(const std::string& output, FileFormat format) {
  if (format != FileFormat::kNative) {
    throw UnavailableError(fmt::format(
        "{}: ranks write only native containers, not {}: name a .strider file, or run it without "
        "mpirun",
        output, file_format_name(format)));
  }
  if (is_standard_output(output)) {
    throw UnavailableError(
        "-o -: ranks write a container only to a file: name one, or run it without mpirun");
  }
}

/// Before the work of making the graph is done, which is read from `read` if that is a file.
inline void require_container_target(const std::string& output, const DistInput& input,
                                     const std::string& read = {}) {
  if (input.num_vertices() >= std::numeric_limits<Vertex>::max()) {
    throw UsageError("-o: a container has fewer than 2^32 - 1 vertices");
  }
  const std::filesystem::path path(output);
  if (std::filesystem::exists(path) && !std::filesystem::is_regular_file(path)) {
    throw UnavailableError(fmt::format("{}: ranks write a container only to a file", output));
  }
  // A container keeps the labels of any graph.
  if (!read.empty()) {
    require_label_map_replaceable(Graph(), output, FileFormat::kNative, read);
  }
}

/// Removes the labels of an earlier graph beside the container, and says so. Collective.
[[nodiscard]] inline WritingRemarks remarks_on_container(const Cluster& cluster,
                                                         const std::string& output) {
  WritingRemarks remarks;
  attempt_on_all_ranks(cluster, [&] {
    if (cluster.rank() != 0) return;
    // A container keeps the labels of any graph.
    const Graph graph;
    remarks = remarks_on_writing(graph, output, FileFormat::kNative, 1);
    remove_old_label_map(graph, output, FileFormat::kNative);
  });
  return remarks;
}

}  // namespace strider::cli
