// The arcs of many rows in one loop, and the edges of a forest that is marked in the adjacency.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "algorithms/msf/taken_arcs.hpp"
#include "base/parallel.hpp"

namespace strider::detail {

/// Elements behind the last source that fill_sources may write.
inline constexpr std::size_t kSourcesPadding = 8;

/// Writes i to sources[offsets[i] - offsets[0]] up to sources[offsets[i + 1] - offsets[0]], for i
/// below `rows`. So that the arcs of many rows can be one loop: the ends of short rows cannot be
/// predicted.
template <class Source>
void fill_sources(const EdgeIndex* offsets, std::size_t rows, Source* sources) {
  for (std::size_t row = 0; row < rows; ++row) {
    const EdgeIndex degree = offsets[row + 1] - offsets[row];
    // As many at once as most rows have; the next row writes over what is too much.
    std::fill_n(sources, kSourcesPadding, static_cast<Source>(row));
    if (degree > kSourcesPadding) std::fill_n(sources, degree, static_cast<Source>(row));
    sources += degree;
  }
}

/// Writes make(u, arc) for the arcs of some rows that `taken` marks by 1 and no others by anything
/// but 0; returns the end of what is written. Arcs from `stop` on are not looked at: that is behind
/// the last one taken of all that go to one place, or more would be written than is taken.
/// `sources` is workspace. O(arcs).
template <class Edge, class Make>
Edge* write_taken_arcs(const EdgeIndex* offsets, Range rows, EdgeIndex stop,
                       const std::uint8_t* taken, std::vector<std::uint16_t>& sources, Edge* out,
                       Make&& make) {
  // Rows looked at in one loop: their sources stay in the cache.
  constexpr std::size_t kRows = 1U << 11U;
  for (std::size_t first = rows.begin; first < rows.end; first += kRows) {
    const std::size_t last = std::min(first + kRows, rows.end);
    const EdgeIndex start = offsets[first];
    sources.resize(offsets[last] - start + kSourcesPadding);
    fill_sources(offsets + first, last - first, sources.data());
    const EdgeIndex end = std::min(stop, offsets[last]);
    // Which arcs are taken cannot be predicted, so all are written, and all but these written over.
    for (EdgeIndex i = start; i < end; ++i) {
      *out = make(static_cast<Vertex>(first + sources[i - start]), i);
      out += taken[i];
    }
  }
  return out;
}

/// The end of the last arc taken of [begin, end); `begin` where there is none.
[[nodiscard]] inline EdgeIndex end_of_taken(const std::uint8_t* taken, EdgeIndex begin,
                                            EdgeIndex end) {
  while (end > begin && taken[end - 1] == 0) --end;
  return end;
}

}  // namespace strider::detail
