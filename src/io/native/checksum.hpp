// The checksums of a container.
//
// That of a section is a sum over blocks, so that threads and ranks compute it together. It starts
// from a seed that depends on what the header says of the graph and of the section: neither can a
// count or a kind be changed, nor can sections be exchanged, without new checksums of all sections.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/parallel.hpp"
#include "io/native/format.hpp"

namespace strider::native {

/// Bytes of a block; the last one of a section may be shorter.
inline constexpr std::size_t kChecksumBlock = std::size_t{1} << 20U;

/// XXH3-64 of a header: FileHeader and tables, `bytes` in all, its checksum taken as 0.
[[nodiscard]] std::uint64_t header_checksum(const std::byte* header, std::size_t bytes);

/// XXH3-64 of the header's description of the graph, from num_vertices on, and of all scalars.
[[nodiscard]] std::uint64_t graph_seed(const FileHeader& header,
                                       std::span<const ScalarEntry> scalars);
/// What the checksum of a section without bytes is: XXH3-64 of what the table says of the section,
/// from its name to its number of elements. Of a section of the layout it depends on the checksums
/// of the graph's sections in `sections`, too: so a layout is bound to its graph.
[[nodiscard]] std::uint64_t section_seed(std::uint64_t graph_seed, const SectionEntry& section,
                                         std::span<const SectionEntry> sections);

[[nodiscard]] constexpr std::size_t num_blocks(std::size_t bytes) {
  return (bytes + kChecksumBlock - 1) / kChecksumBlock;
}
/// The sum of the hashes of blocks.begin .. blocks.end-1 of a section, modulo 2^64: XXH3-64 with
/// the seed plus the block's number as seed. A section's checksum is its seed plus the sum of all.
[[nodiscard]] std::uint64_t sum_of_blocks(std::span<const std::byte> section, std::uint64_t seed,
                                          Range blocks);

/// That checksum. Parallel.
[[nodiscard]] std::uint64_t section_checksum(std::span<const std::byte> section, std::uint64_t seed,
                                             int threads);

}  // namespace strider::native
