#include "io/native/checksum.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/atomics.hpp"

namespace strider::native {

std::uint64_t header_checksum(const std::byte* header, std::size_t bytes) {
  // A header is a few kilobytes: a copy is simpler than hashing around the field.
  std::vector<std::byte> copy(header, header + bytes);
  std::memset(copy.data() + offsetof(FileHeader, header_checksum), 0, sizeof(std::uint64_t));
  return XXH3_64bits(copy.data(), copy.size());
}

std::uint64_t graph_seed(const FileHeader& header, std::span<const ScalarEntry> scalars) {
  constexpr std::size_t kBegin = offsetof(FileHeader, num_vertices);
  const std::uint64_t described = XXH3_64bits(reinterpret_cast<const std::byte*>(&header) + kBegin,
                                              sizeof(FileHeader) - kBegin);
  return XXH3_64bits_withSeed(scalars.data(), scalars.size_bytes(), described);
}

std::uint64_t section_seed(std::uint64_t graph_seed, const SectionEntry& section,
                           std::span<const SectionEntry> sections) {
  std::uint64_t seed = graph_seed;
  if (section.kind == SectionKind::kLayout) {
    for (const SectionEntry& other : sections) {
      if (other.kind == SectionKind::kGraph) {
        seed = XXH3_64bits_withSeed(&other.checksum, sizeof(other.checksum), seed);
      }
    }
  }
  return XXH3_64bits_withSeed(&section, offsetof(SectionEntry, offset), seed);
}

std::uint64_t sum_of_blocks(std::span<const std::byte> section, std::uint64_t seed, Range blocks) {
  std::uint64_t sum = 0;
  for (std::size_t block = blocks.begin; block < blocks.end; ++block) {
    const std::size_t begin = block * kChecksumBlock;
    const std::size_t bytes = std::min(kChecksumBlock, section.size() - begin);
    sum += XXH3_64bits_withSeed(section.data() + begin, bytes, seed + block);
  }
  return sum;
}

std::uint64_t section_checksum(std::span<const std::byte> section, std::uint64_t seed,
                               int threads) {
  std::uint64_t sum = 0;
  parallel_for(
      0, num_blocks(section.size()), threads,
      [&](std::size_t block) {
        fetch_add_relaxed(sum, sum_of_blocks(section, seed, {block, block + 1}));
      },
      1);
  return seed + sum;
}

}  // namespace strider::native
