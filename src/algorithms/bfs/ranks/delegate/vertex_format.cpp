#include "algorithms/bfs/ranks/delegate/vertex_format.hpp"

#include <algorithm>
#include <cstring>

#include "strider/error.hpp"

namespace strider::detail {

std::size_t VertexFormat::bound(std::uint32_t universe, std::uint64_t most) const {
  if (!unique_) return most * sizeof(std::uint32_t);
  const std::uint64_t count = std::min<std::uint64_t>(most, universe);
  return count == 0 ? 0 : comm::bound(universe, count, encoding_);
}

std::size_t VertexFormat::write(std::span<const std::uint32_t> vertices, std::uint32_t universe,
                                std::span<std::byte> to) const {
  if (unique_) return comm::encode(vertices, universe, encoding_, to);
  if (vertices.size_bytes() > to.size())
    throw UsageError("more vertices than a message has room for");
  if (!vertices.empty()) std::memcpy(to.data(), vertices.data(), vertices.size_bytes());
  return vertices.size_bytes();
}

std::size_t VertexFormat::write_bits(std::span<const std::uint64_t> words, std::uint64_t count,
                                     std::uint32_t universe, std::span<std::byte> to) const {
  return comm::encode_bitmap(words, universe, count, encoding_, to);
}

std::span<const std::uint32_t> VertexFormat::read(std::span<const std::byte> message,
                                                  std::uint32_t universe, Array<std::uint32_t>& ids,
                                                  Array<std::uint32_t>& buffer) const {
  if (!unique_) {
    return {reinterpret_cast<const std::uint32_t*>(message.data()),
            message.size() / sizeof(std::uint32_t)};
  }
  const comm::Decoded decoded = comm::decode(message, universe, buffer);
  if (!decoded.is_bitmap) return decoded.ids;
  const std::uint64_t count = decoded.count();
  if (ids.size() < count) ids = Array<std::uint32_t>(count);
  std::size_t place = 0;
  decoded.for_each([&](std::uint32_t id) { ids[place++] = id; });
  return ids.span().first(place);
}

}  // namespace strider::detail
