#include "support/corner_grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace strider::test {
namespace {

long double log_binomial(Vertex n, Vertex k) {
  static const std::vector<long double> log_factorials = [] {
    std::vector<long double> logs;
    for (int i = 0; i < 2048; ++i) logs.push_back(std::lgamma(static_cast<long double>(i) + 1));
    return logs;
  }();
  return log_factorials.at(n) - log_factorials.at(k) - log_factorials.at(n - k);
}

/// The dependency of the corner (0, 0) on (row, column): the share of its shortest paths to each
/// vertex not above and not left of it. Between (0, 0) and (r, c) lead binomial(r + c, r) paths.
long double corner_dependency(Vertex side, Vertex row, Vertex column) {
  long double sum = 0;
  for (Vertex r = row; r < side; ++r) {
    for (Vertex c = column; c < side; ++c) {
      if (r == row && c == column) continue;
      sum += std::exp(log_binomial(row + column, row) +
                      log_binomial(r - row + c - column, r - row) - log_binomial(r + c, r));
    }
  }
  return sum;
}

}  // namespace

void expect_corner_dependencies(std::span<const double> scores, Vertex side) {
  ASSERT_EQ(scores.size(), std::size_t{side} * side);
  for (const double score : scores) ASSERT_TRUE(std::isfinite(score));
  // The grid is its own mirror image.
  for (Vertex row = 0; row < side; ++row) {
    for (Vertex column = 0; column < row; ++column) {
      const double score = scores[row * side + column];
      ASSERT_NEAR(score, scores[column * side + row], 1e-9 * std::max(1.0, score));
    }
  }
  const Vertex middle = side / 2;
  const Vertex last = side - 1;
  const Vertex some[][2] = {{0, 1},      {1, 1},           {middle, middle}, {middle, last - 3},
                            {last, 1},   {last - 1, last}, {last, last},     {last - 2, last - 5},
                            {3, middle}, {last, middle}};
  for (const auto& [row, column] : some) {
    const auto expected = static_cast<double>(corner_dependency(side, row, column));
    EXPECT_NEAR(scores[row * side + column], expected, 1e-9 * std::max(1e-3, expected))
        << side << " x " << side << ", row " << row << ", column " << column;
  }
}

}  // namespace strider::test
