// METIS files read in parts, each rank of a cluster one: what the parts must know of each other
// travels between these steps.
#pragma once

#include <cstdint>

#include "graph/arc_sums.hpp"
#include "io/readers.hpp"
#include "io/text/metis_header.hpp"
#include "io/text/rows.hpp"

namespace strider {

/// Whether the file has weights of edges that the options ask for.
[[nodiscard]] inline ReadWeights metis_weights(const MetisHeader& header,
                                               const ReadOptions& options) {
  return header.edge_weights ? options.weights : ReadWeights::kNo;
}

/// Where a part stands in the file.
struct MetisPlace {
  std::uint64_t lines_before = 0;
  std::uint64_t all_lines = 0;
  std::uint64_t all_words = 0;
};
/// The entries of a part from open_metis_part. Throws InputError with the line in the whole file,
/// MemoryError.
[[nodiscard]] RawEdges<Edge> parse_metis_lists(const NamedText& input, MetisFile& file,
                                               MetisPlace place, const ReadOptions& options);

/// What lists are, by counting. Those of parts add up.
struct MetisListFacts {
  std::uint64_t entries = 0;
  std::uint64_t self_loops = 0;
  ArcSums structure;  ///< symmetric: u lists v where v lists u, as often
  ArcSums weighted;   ///< and with the same weights
};
[[nodiscard]] MetisListFacts find_metis_facts(const RawEdges<Edge>& raw, int threads);

enum class MetisRows : std::uint8_t { kAsListed, kUpperTriangle };
/// Decides from the lists of the whole file whether the graph is directed, which `facts` then tell,
/// and which entries are its edges. Undirected lists name each edge at both ends, but the header
/// counts it once; files of directed graphs count every entry. Throws InputError where the lists
/// are not what the header announces.
[[nodiscard]] MetisRows decide_metis_rows(const NamedText& input, const MetisHeader& header,
                                          const ReadOptions& options, const MetisListFacts& lists,
                                          InputFacts& facts);

}  // namespace strider
