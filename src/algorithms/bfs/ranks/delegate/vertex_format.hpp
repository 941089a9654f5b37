// How normal vertices of one owner become bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "algorithms/bfs/ranks/delegate/delegate.hpp"
#include "comm/encoding/encoding.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// Encoded sets where vertices are distinct, else lists.
class VertexFormat {
 public:
  VertexFormat(Uniquify uniquify, comm::Encoding encoding)
      : unique_(uniquify == Uniquify::kOn), encoding_(encoding) {}

  [[nodiscard]] bool unique() const { return unique_; }
  /// Bytes that at most `most` vertices of an owner with `universe` vertices take.
  [[nodiscard]] std::size_t bound(std::uint32_t universe, std::uint64_t most) const;
  std::size_t write(std::span<const std::uint32_t> vertices, std::uint32_t universe,
                    std::span<std::byte> to) const;
  /// The same of a set of `count` vertices as bits. Precondition: unique().
  std::size_t write_bits(std::span<const std::uint64_t> words, std::uint64_t count,
                         std::uint32_t universe, std::span<std::byte> to) const;
  /// What write() wrote; in the message or in `buffer`.
  std::span<const std::uint32_t> read(std::span<const std::byte> message, std::uint32_t universe,
                                      Array<std::uint32_t>& ids,
                                      Array<std::uint32_t>& buffer) const;

 private:
  bool unique_;
  comm::Encoding encoding_;
};

}  // namespace strider::detail
