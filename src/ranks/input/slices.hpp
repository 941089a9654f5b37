// The parts of each kind of file, as read_slices puts them together.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "graph/arc_sums.hpp"
#include "io/readers.hpp"
#include "io/text/line_chunks.hpp"
#include "ranks/input/read_slices.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// A text that all ranks have mapped; each reads its part.
struct SharedText {
  NamedText text;
  std::shared_ptr<const void> owner;
};
/// Throws InputError where it cannot be opened or is no regular file. Compressed ones stay so.
[[nodiscard]] SharedText map_text(const std::string& path);
/// Also an empty file with the name of a compressed one: whoever unpacks it says that it is none.
[[nodiscard]] bool is_compressed(const SharedText& file);

/// Asks for the memory of the rows of this rank's part of a text, for all ranks of the machine: a
/// parser by itself would find enough. `row_bytes` each, one a line. Throws MemoryError. Not
/// collective.
void require_rows(const comm::Communicator& comm, const NamedText& input, std::uint64_t row_bytes,
                  int threads);

/// Text weights of a part as those of the whole: integers where they are on all ranks. Collective.
[[nodiscard]] Weights make_common_weights(const comm::Communicator& comm, Array<double> values,
                                          bool fit_uint32, int threads);

/// The sums over the arcs of all ranks. Collective.
[[nodiscard]] inline ArcSums add_sums(const comm::Communicator& comm, const ArcSums& mine) {
  std::uint64_t sums[] = {mine.forward, mine.backward, mine.ends};
  comm.all_reduce(std::span<std::uint64_t>(sums), comm::Reduction::kSum);
  return {sums[0], sums[1], static_cast<std::uint32_t>(sums[2])};
}

/// Rank 0 reads the file as read_edges does, and hands each rank its slice of the edges. Rank 0
/// needs the memory of one machine for that, and each rank that of its slice and of all labels,
/// unless these are ascending numbers. Fills in all facts. Collective.
[[nodiscard]] SlicedFile read_whole(const comm::Communicator& comm, const std::string& path,
                                    const ReadOptions& options);

// Each fills in everything but facts.format, compression and seconds. Those that return nothing
// have found that the file must be read as a whole. Collective.

[[nodiscard]] SlicedFile slice_counted(const comm::Communicator& comm, const NamedText& input,
                                       FileFormat format, const ReadOptions& options);
[[nodiscard]] SlicedFile slice_metis(const comm::Communicator& comm, const NamedText& input,
                                     const ReadOptions& options);
[[nodiscard]] std::optional<SlicedFile> slice_edge_list(const comm::Communicator& comm,
                                                        const NamedText& input,
                                                        const ReadOptions& options);
[[nodiscard]] std::optional<SlicedFile> slice_ldbc(const comm::Communicator& comm,
                                                   const std::string& path,
                                                   const ReadOptions& options);
[[nodiscard]] SlicedFile slice_adjacency(const comm::Communicator& comm, const std::string& path,
                                         FileFormat format, const ReadOptions& options);
[[nodiscard]] SlicedFile slice_tuples(const comm::Communicator& comm, const std::string& path,
                                      const ReadOptions& options);

}  // namespace strider::detail
