// The reader of each format. read_edges finds the format and calls one of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "strider/io.hpp"

namespace strider {

/// read_edges, where format_before_reading gave `format`; nullopt: the content decides.
[[nodiscard]] InputEdges read_edges_as(const std::string& path, std::optional<FileFormat> format,
                                       const ReadOptions& options);

/// Text in memory, with the name that errors give it. kTextPadding zero bytes follow the last
/// character, so that scanners need no check against the end.
struct NamedText {
  std::string name;
  std::string_view text;
};

/// Zero bytes behind every text that is parsed.
inline constexpr std::size_t kTextPadding = 64;

// Text formats. Each fills in everything but facts.format, compression, lines and seconds, and
// throws InputError with the line, or MemoryError before it takes what is not there.

[[nodiscard]] InputEdges parse_matrix_market(const NamedText& input, const ReadOptions& options);
[[nodiscard]] InputEdges parse_edge_list(const NamedText& input, const ReadOptions& options);
[[nodiscard]] InputEdges parse_dimacs(const NamedText& input, const ReadOptions& options);
[[nodiscard]] InputEdges parse_metis(const NamedText& input, const ReadOptions& options);
[[nodiscard]] InputEdges parse_gml(const NamedText& input, const ReadOptions& options);
[[nodiscard]] InputEdges parse_graphml(const NamedText& input, const ReadOptions& options);
[[nodiscard]] InputEdges parse_gexf(const NamedText& input, const ReadOptions& options);
[[nodiscard]] InputEdges parse_pajek(const NamedText& input, const ReadOptions& options);
[[nodiscard]] InputEdges parse_graph6(const NamedText& input, const ReadOptions& options);
[[nodiscard]] InputEdges parse_lgl(const NamedText& input, const ReadOptions& options);
[[nodiscard]] InputEdges parse_matrix(const NamedText& input, const ReadOptions& options);
/// LDBC Graphalytics: the vertices of one file, the edges of another.
[[nodiscard]] InputEdges parse_ldbc(const NamedText& vertices, const NamedText& edges,
                                    const ReadOptions& options);
/// What the .properties file of a Graphalytics graph says, if it is there and says it.
[[nodiscard]] std::optional<Directedness> ldbc_directedness(const std::string& properties_path);

// Binary formats whose content is parsed in memory; they have no lines.

[[nodiscard]] InputEdges parse_npy(const NamedText& input, const ReadOptions& options);
[[nodiscard]] InputEdges parse_npz(const NamedText& input, const ReadOptions& options);
/// These two throw UnavailableError, with the line that converts the file, in a build without
/// Arrow.
[[nodiscard]] InputEdges parse_parquet(const NamedText& input, const ReadOptions& options);
[[nodiscard]] InputEdges parse_arrow(const NamedText& input, const ReadOptions& options);

// Binary formats open their files themselves; they fill in all facts but format and seconds.

[[nodiscard]] InputEdges read_gapbs_edges(const std::string& path, const ReadOptions& options);
[[nodiscard]] InputEdges read_graph500_edges(const std::string& path, const ReadOptions& options);
[[nodiscard]] InputEdges read_native_edges(const std::string& path, const ReadOptions& options);

}  // namespace strider
