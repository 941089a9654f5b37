// Sorting edges of which most differ in their keys.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include "base/parallel_sort.hpp"

namespace strider::detail {

/// Sorts by `less`, which orders by key_of(edge) first, an unsigned number. `buffer` is as long.
/// One thread sorts by digits of the keys, and compares only edges whose highest bits are equal.
template <class Edge, class KeyOf, class Less = std::less<>>
void sort_edges(std::span<Edge> edges, std::span<Edge> buffer, int threads, KeyOf key_of,
                Less less = {}) {
  constexpr std::size_t kMinRadixEdges = 1U << 12U;
  constexpr unsigned kDigitBits = 11;
  constexpr unsigned kMostPasses = 3;
  constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
  if (threads > 1) return parallel_sort(edges, buffer, threads, less);
  if (edges.size() < kMinRadixEdges) return std::sort(edges.begin(), edges.end(), less);

  auto least = key_of(edges.front());
  auto greatest = least;
  for (const Edge& edge : edges) {
    least = std::min(least, key_of(edge));
    greatest = std::max(greatest, key_of(edge));
  }
  const auto bits = static_cast<unsigned>(std::bit_width(greatest - least));
  const unsigned passes = std::min(kMostPasses, (bits + kDigitBits - 1) / kDigitBits);
  const unsigned dropped = bits > passes * kDigitBits ? bits - passes * kDigitBits : 0;
  const auto sorted_by = [&](const Edge& edge) {
    return static_cast<std::uint64_t>(key_of(edge) - least) >> dropped;
  };
  std::array<std::array<std::size_t, kDigits>, kMostPasses> places{};
  for (const Edge& edge : edges) {
    std::uint64_t key = sorted_by(edge);
    for (unsigned pass = 0; pass < passes; ++pass, key >>= kDigitBits) {
      ++places[pass][key % kDigits];
    }
  }
  std::span<Edge> from = edges;
  std::span<Edge> to = buffer;
  for (unsigned pass = 0; pass < passes; ++pass) {
    std::size_t sum = 0;
    for (std::size_t& place : places[pass]) sum += std::exchange(place, sum);
    for (const Edge& edge : from) {
      to[places[pass][(sorted_by(edge) >> (pass * kDigitBits)) % kDigits]++] = edge;
    }
    std::swap(from, to);
  }
  if (from.data() != edges.data()) std::copy(from.begin(), from.end(), edges.begin());
  for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
    end = begin + 1;
    while (end < edges.size() && sorted_by(edges[end]) == sorted_by(edges[begin])) ++end;
    if (end - begin > 1) {
      std::sort(edges.begin() + static_cast<std::ptrdiff_t>(begin),
                edges.begin() + static_cast<std::ptrdiff_t>(end), less);
    }
  }
}

}  // namespace strider::detail
