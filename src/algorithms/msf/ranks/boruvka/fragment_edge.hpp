// Edges between fragments, as ranks pass them to one another.
#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "algorithms/msf/ranks/boruvka/packing.hpp"
#include "comm/by_rank.hpp"
#include "comm/two_level_exchange.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// An edge {u, v} of the input, u < v, and the fragments that it connects. A fragment is called by
/// the owner number (see GlobalIds) of one of its vertices.
template <class Key>
struct FragmentEdge {
  std::uint64_t a;
  std::uint64_t b;
  GlobalVertex u;
  GlobalVertex v;
  Key key;

  /// As forests choose edges.
  [[nodiscard]] friend bool operator<(const FragmentEdge& x, const FragmentEdge& y) {
    if (x.key != y.key) return x.key < y.key;
    return std::tie(x.u, x.v) < std::tie(y.u, y.v);
  }
};

/// How many bytes the numbers of an edge take on the wire; the same on all ranks. Keys take as many
/// as those of a message differ in.
struct EdgeFormat {
  unsigned fragment_bytes = 8;  ///< 0: fragments are not sent
  unsigned vertex_bytes = 8;

  /// Of a graph of n vertices.
  [[nodiscard]] static EdgeFormat of(std::uint64_t num_vertices);
};

/// The elements by the rank that rank_of says, of one rank in their order; and how many it has.
template <class T, class RankOf>
[[nodiscard]] std::vector<T> group_by_rank(const std::vector<T>& elements, int ranks,
                                           RankOf&& rank_of, std::vector<std::uint64_t>& counts) {
  std::vector<T> grouped(elements.size());
  counts = comm::group_by_rank(std::span<const T>(elements), ranks, std::forward<RankOf>(rank_of),
                               std::span<T>(grouped));
  return grouped;
}

/// Sends edges[begin of r, begin of r + counts[r]) to each rank r, the ranks' one after the other;
/// returns what came, by sender, and in `starts` where the edges of each begin, and the end.
/// Memory: twice what is sent and received. Collective. Throws MemoryError on all ranks.
template <class Key>
[[nodiscard]] std::vector<FragmentEdge<Key>> exchange_edges(
    const comm::TwoLevelExchange& exchange, EdgeFormat format,
    std::span<const FragmentEdge<Key>> edges, std::span<const std::uint64_t> counts,
    std::vector<std::size_t>& starts);

/// Numbers on their way to ranks, and what the exchange of them takes: made before ranks
/// synchronize for it.
struct NumberMessages {
  Array<std::byte> packed;
  unsigned bytes_each;
  std::vector<std::uint64_t> bytes_to;    ///< by receiver
  std::vector<std::uint64_t> bytes_from;  ///< by sender: known when they have come
};
/// counts[r] of the numbers for each rank r, of at most `bytes` bytes each. Throws MemoryError on
/// this rank only.
[[nodiscard]] NumberMessages pack_numbers(std::span<const std::uint64_t> numbers,
                                          std::span<const std::uint64_t> counts, unsigned bytes);

/// Numbers that came, by sender.
class ReceivedNumbers {
 public:
  ReceivedNumbers(Array<std::byte> packed, unsigned bytes, std::vector<std::uint64_t> bytes_from)
      : packed_(std::move(packed)), bytes_(bytes), bytes_from_(std::move(bytes_from)) {}
  [[nodiscard]] std::size_t size() const { return packed_.size() / bytes_; }
  /// Of a rank.
  [[nodiscard]] std::size_t count_from(std::size_t rank) const {
    return bytes_from_[rank] / bytes_;
  }
  [[nodiscard]] std::uint64_t operator[](std::size_t i) const {
    return ByteReader(packed_.data() + i * bytes_).get(bytes_);
  }

 private:
  Array<std::byte> packed_;
  unsigned bytes_;
  std::vector<std::uint64_t> bytes_from_;
};

/// Collective. Throws MemoryError on all ranks.
[[nodiscard]] ReceivedNumbers exchange_numbers(const comm::TwoLevelExchange& exchange,
                                               NumberMessages messages);

}  // namespace strider::detail
