// Which vertex each of a run of arcs leads from.
#pragma once

#include <algorithm>
#include <cstddef>

#include "strider/types.hpp"

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

}  // namespace strider::detail
