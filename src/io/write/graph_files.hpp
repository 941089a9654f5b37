// The files that hold a graph in a format that is written row by row.
#pragma once

#include <string>
#include <vector>

#include "io/write/row_encoder.hpp"
#include "strider/io.hpp"

namespace strider {

/// The files of a graph in that format, in the order in which they are to appear. The header is
/// that of the whole graph; `labels` name the vertices of its rows. Throws UsageError where the
/// format is not written or cannot hold the graph, and where the path asks to compress a binary
/// file. O(total length of text labels) for edge lists, else O(1). Precondition: not kNative.
[[nodiscard]] std::vector<GraphFile> graph_files(FileFormat format, const GraphHeader& header,
                                                 const Labels& labels, const std::string& path,
                                                 int threads);

/// Throws UsageError where the format is binary, and the path asks to compress it.
void require_packable(FileFormat format, const std::string& path);

/// Whether a file of that format says how many vertices have edges.
[[nodiscard]] bool needs_isolated(FileFormat format, LabelKind labels);

/// As keeps_labels and keeps_vertices of io.hpp, for who has no Graph. `first_label` is that of
/// vertex 0 where labels are dense; `used` is 1 + the last vertex with an edge.
[[nodiscard]] bool keeps_labels(FileFormat format, LabelKind labels, std::uint64_t first_label);
[[nodiscard]] bool keeps_vertices(FileFormat format, const GraphHeader& header, std::uint64_t used);

// The files of each format.
[[nodiscard]] std::vector<GraphFile> matrix_market_files(const GraphHeader& header,
                                                         const std::string& path);
[[nodiscard]] std::vector<GraphFile> edge_list_files(const GraphHeader& header,
                                                     const Labels& labels, const std::string& path,
                                                     int threads);
[[nodiscard]] std::vector<GraphFile> dimacs_files(const GraphHeader& header,
                                                  const std::string& path);
[[nodiscard]] std::vector<GraphFile> metis_files(const GraphHeader& header,
                                                 const std::string& path);
[[nodiscard]] std::vector<GraphFile> gapbs_files(const GraphHeader& header,
                                                 const std::string& path);
[[nodiscard]] std::vector<GraphFile> graph500_files(const GraphHeader& header,
                                                    const std::string& path);

/// The files of one section.
template <class Encoder, class... Arguments>
[[nodiscard]] std::vector<GraphFile> one_section(const std::string& path,
                                                 const Arguments&... arguments) {
  std::vector<GraphFile> files(1);
  files[0].path = path;
  files[0].sections.push_back({std::make_unique<Encoder>(arguments...)});
  return files;
}

}  // namespace strider
