#include <algorithm>
#include <cmath>

#include "strider/vertex_values.hpp"

namespace strider {

std::vector<VertexScore> highest_scores(std::span<const double> scores, std::size_t count) {
  std::vector<VertexScore> highest;
  for (std::size_t v = 0; v < scores.size(); ++v) {
    if (!std::isnan(scores[v])) highest.push_back({v, scores[v]});
  }
  count = std::min(count, highest.size());
  const auto last = highest.begin() + static_cast<std::ptrdiff_t>(count);
  std::partial_sort(highest.begin(), last, highest.end(),
                    [](const VertexScore& a, const VertexScore& b) {
                      return a.score != b.score ? a.score > b.score : a.vertex < b.vertex;
                    });
  highest.erase(last, highest.end());
  return highest;
}

}  // namespace strider
