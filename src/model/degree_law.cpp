#include "model/degree_law.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "strider/error.hpp"

namespace strider::model {
namespace {

// The quadrants of the Graph500 specification.
constexpr double kA = 0.57;
constexpr double kB = 0.19;
constexpr double kD = 0.05;

/// Pascal's triangle: of n, how many subsets have k elements.
std::vector<ByClass> binomials(std::size_t most) {
  std::vector<ByClass> of(most + 1, ByClass(most + 1));
  for (std::size_t n = 0; n <= most; ++n) {
    of[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k) of[n][k] = of[n - 1][k - 1] + of[n - 1][k];
  }
  return of;
}

/// So that vertices and arcs can be counted in 63 bits.
void check(int scale, double edge_factor) {
  if (scale < 1 || scale > kMostScale) {
    throw UsageError(fmt::format("scale must be in 1 .. {}, got {}", kMostScale, scale));
  }
  if (!(edge_factor >= 1 && edge_factor <= kMostEdgeFactor)) {
    throw UsageError(fmt::format("the edge factor must be in 1 .. {:.0f}, got {}", kMostEdgeFactor,
                                 edge_factor));
  }
  if (2 * edge_factor * std::ldexp(1.0, scale) >= 0x1p63) {
    throw UsageError(
        fmt::format("scale {} with edge factor {} has 2^63 arcs or more: use a smaller scale",
                    scale, edge_factor));
  }
}

}  // namespace

PoissonTails poisson_tails(double mean, double most) {
  if (most < 0) return {0, 1};
  if (std::isinf(most)) return {1, 0};
  const double first = std::floor(most) + 1;
  // Of many, as the normal distribution (Wilson and Hilferty's cube roots).
  constexpr double kMany = 500;
  if (mean > kMany) {
    const double z = 3 * std::sqrt(first) * (std::cbrt(mean / first) - 1 + 1 / (9 * first));
    return {0.5 * std::erfc(z / std::sqrt(2.0)), 0.5 * std::erfc(-z / std::sqrt(2.0))};
  }
  // The smaller of the two is added up, so that it keeps its digits.
  double sum = 0;
  if (first <= mean) {
    double term = std::exp(-mean);
    for (double d = 0; d < first; term *= mean / ++d) sum += term;
    return {sum, 1 - sum};
  }
  double term = std::exp(first * std::log(mean) - mean - std::lgamma(first + 1));
  for (double d = first; term > 1e-18 * sum; term *= mean / ++d) sum += term;
  return {1 - sum, sum};
}

DegreeLaw::DegreeLaw(int scale, double edge_factor) : num_vertices_(std::ldexp(1.0, scale)) {
  check(scale, edge_factor);
  const auto num_classes = static_cast<std::size_t>(scale) + 1;
  vertices_.resize(num_classes);
  degrees_.resize(num_classes);
  draws_.resize(num_classes);
  neighbours_between_.assign(num_classes, ByClass(num_classes));
  draws_between_ = neighbours_between_;
  const std::vector<ByClass> choose = binomials(num_classes - 1);
  const double all_draws = 2 * edge_factor * num_vertices_;  // of an edge, from either end
  for (std::size_t ones = 0; ones < num_classes; ++ones) {
    const std::size_t zeros = num_classes - 1 - ones;
    // A neighbour has `common` of the vertex's ones, and `other` ones where that has zeros.
    for (std::size_t common = 0; common <= ones; ++common) {
      for (std::size_t other = 0; other <= zeros; ++other) {
        const bool may_be_itself = common == ones && other == 0;
        const double number = choose[ones][common] * choose[zeros][other] - (may_be_itself ? 1 : 0);
        const auto power = [](double base, std::size_t exponent) {
          return std::pow(base, static_cast<double>(exponent));
        };
        const double draws = all_draws * power(kD, common) * power(kB, ones - common + other) *
                             power(kA, zeros - other);
        neighbours_between_[ones][common + other] += number * -std::expm1(-draws);
        draws_between_[ones][common + other] += number * draws;
      }
    }
    vertices_[ones] = choose[num_classes - 1][ones];
    degrees_[ones] = neighbours_between_[ones].sum();
    draws_[ones] = draws_between_[ones].sum();
  }
  num_arcs_ = (vertices_ * degrees_).sum();
}

DegreeLaw::DegreeLaw(const strider::detail::DegreeHistogram& histogram) {
  std::vector<double> vertices;
  std::vector<double> degrees;
  for (std::size_t c = strider::detail::DegreeHistogram::kClasses; c-- > 0;) {
    if (histogram.vertices(c) == 0) continue;
    vertices.push_back(static_cast<double>(histogram.vertices(c)));
    degrees.push_back(static_cast<double>(histogram.arcs(c)) / vertices.back());
  }
  const std::size_t num_classes = vertices.size();
  vertices_ = ByClass(vertices.data(), num_classes);
  draws_ = ByClass(degrees.data(), num_classes);
  num_vertices_ = vertices_.sum();
  num_arcs_ = (vertices_ * draws_).sum();
  for (std::size_t i = 0; i < num_classes; ++i) {
    const ByClass of_each = draws_ * (draws_[i] / num_arcs_);
    draws_between_.emplace_back(vertices_ * of_each);
    neighbours_between_.emplace_back(vertices_ * (1.0 - std::exp(-of_each)));
  }
  degrees_ = draws_;
}

namespace {

ByClass among(const std::vector<ByClass>& between, const ByClass& share) {
  ByClass sums(share.size());
  for (std::size_t i = 0; i < share.size(); ++i) sums[i] = (between[i] * share).sum();
  return sums;
}

}  // namespace

ByClass DegreeLaw::neighbours_among(const ByClass& number) const {
  return among(neighbours_between_, number / vertices_);
}

ByClass DegreeLaw::draws_among(const ByClass& number) const {
  return among(draws_between_, number / vertices_);
}

ByClass DegreeLaw::neighbours_of_higher_degree(const ByClass& number) const {
  ByClass sums(number.size());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      sums[i] += neighbours_between_[i][j] * number[j] / vertices_[j] * (j == i ? 0.5 : 1.0);
    }
  }
  return sums;
}

ByClass DegreeLaw::vertices_with(const ByClass& mean, const ByClass& lacking) const {
  // Of few neighbours, or few vertices left, a difference of exponentials would have no digit.
  ByClass vertices = vertices_ * std::exp(-lacking);
  for (std::size_t i = 0; i < vertices.size(); ++i) vertices[i] *= -std::expm1(-mean[i]);
  return vertices;
}

double DegreeLaw::share_with(const ByClass& mean, const ByClass& lacking) const {
  return vertices_with(mean, lacking).sum() / num_vertices_;
}
double DegreeLaw::share_with(const ByClass& mean) const {
  return share_with(mean, 0.0 * mean);
}

DegreeTail DegreeLaw::above(double threshold) const {
  DegreeTail tail;
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    tail.vertices += vertices_[i] * poisson_tails(degrees_[i], threshold).above;
    tail.arcs += vertices_[i] * degrees_[i] * poisson_tails(degrees_[i], threshold - 1).above;
  }
  return tail;
}

SubgraphArcs DegreeLaw::subgraphs(double threshold) const {
  // An end of an arc has as many others as any vertex of its class has arcs.
  ByClass normal(vertices_.size());
  for (std::size_t i = 0; i < normal.size(); ++i) {
    normal[i] = poisson_tails(degrees_[i], threshold - 1).at_most;
  }
  const ByClass to_normal = among(neighbours_between_, normal);
  SubgraphArcs arcs;
  arcs.nn = (vertices_ * normal * to_normal).sum();
  arcs.nd = (vertices_ * (1 - normal) * to_normal).sum();
  arcs.dd = num_arcs_ - arcs.nn - 2 * arcs.nd;
  return arcs;
}

strider::detail::DegreeHistogram DegreeLaw::histogram() const {
  using Histogram = strider::detail::DegreeHistogram;
  Histogram histogram;
  DegreeTail all{num_vertices_, num_arcs_};
  for (std::size_t c = 0; c + 1 < Histogram::kClasses; ++c) {
    const DegreeTail rest = above(c == 0 ? 0 : std::ldexp(1.0, static_cast<int>(c) - 1));
    histogram.sums[c] = static_cast<std::uint64_t>(std::max(0.0, all.vertices - rest.vertices));
    histogram.sums[Histogram::kClasses + c] =
        static_cast<std::uint64_t>(std::max(0.0, all.arcs - rest.arcs));
    all = rest;
  }
  return histogram;
}

double DegreeLaw::ghosts_1d(int ranks) const {
  const double share = 1.0 / ranks;
  return num_vertices_ * (1 - share) * share_with(share * degrees_);
}

double DegreeLaw::kept_columns(strider::detail::Grid grid) const {
  return num_vertices_ / grid.columns * share_with(degrees_ / (1.0 * grid.rows));
}

double DegreeLaw::kept_rows(strider::detail::Grid grid) const {
  return num_vertices_ / grid.rows * share_with(degrees_ / (1.0 * grid.columns));
}

}  // namespace strider::model
