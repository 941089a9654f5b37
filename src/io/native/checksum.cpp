#include <xxhash.h>

#include <cstring>
#include <vector>

#include "io/native/format.hpp"

namespace strider::native {

std::uint64_t section_checksum(const std::byte* data, std::size_t bytes) {
  return XXH3_64bits(data, bytes);
}

std::uint64_t header_checksum(const std::byte* header, std::size_t bytes) {
  // A header is a few kilobytes: a copy is simpler than hashing around the field.
  std::vector<std::byte> copy(header, header + bytes);
  std::memset(copy.data() + offsetof(FileHeader, header_checksum), 0, sizeof(std::uint64_t));
  return section_checksum(copy.data(), copy.size());
}

}  // namespace strider::native
