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

double choose(int n, int k) {
  return std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0));
}

}  // namespace

double poisson_at_most(double mean, double most) {
  if (most < 0) return 0;
  const double last = std::floor(most);
  // Of many, as the normal distribution (Wilson and Hilferty's cube roots).
  constexpr double kMany = 500;
  if (mean > kMany) {
    const double k = last + 1;
    const double z = 3 * std::sqrt(k) * (std::cbrt(mean / k) - 1 + 1 / (9 * k));
    return 0.5 * std::erfc(z / std::sqrt(2.0));
  }
  double term = std::exp(-mean);
  double sum = term;
  for (double d = 1; d <= last && (d <= mean || term > 1e-18); ++d) {
    term *= mean / d;
    sum += term;
  }
  return std::min(1.0, sum);
}

DegreeLaw::DegreeLaw(int scale, double edge_factor) : num_vertices_(std::ldexp(1.0, scale)) {
  if (scale < 1 || scale > 62) {
    throw UsageError(fmt::format("scale must be in 1 .. 62, got {}", scale));
  }
  if (!(edge_factor > 0)) {
    throw UsageError(fmt::format("the edge factor must be positive, got {}", edge_factor));
  }
  const auto num_classes = static_cast<std::size_t>(scale) + 1;
  vertices_.resize(num_classes);
  degrees_.resize(num_classes);
  draws_.resize(num_classes);
  neighbours_between_.assign(num_classes, ByClass(num_classes));
  draws_between_ = neighbours_between_;
  const double all_draws = 2 * edge_factor * num_vertices_;  // of an edge, from either end
  for (int ones = 0; ones <= scale; ++ones) {
    const auto i = static_cast<std::size_t>(ones);
    // A neighbour has `common` of the vertex's ones, and `other` ones where that has zeros.
    for (int common = 0; common <= ones; ++common) {
      for (int other = 0; other <= scale - ones; ++other) {
        const bool may_be_itself = common == ones && other == 0;
        const double number =
            choose(ones, common) * choose(scale - ones, other) - (may_be_itself ? 1 : 0);
        const double draws = all_draws * std::pow(kD, common) *
                             std::pow(kB, ones - common + other) *
                             std::pow(kA, scale - ones - other);
        const auto j = static_cast<std::size_t>(common) + static_cast<std::size_t>(other);
        neighbours_between_[i][j] += number * -std::expm1(-draws);
        draws_between_[i][j] += number * draws;
      }
    }
    vertices_[i] = choose(scale, ones);
    degrees_[i] = neighbours_between_[i].sum();
    draws_[i] = draws_between_[i].sum();
  }
  num_arcs_ = (vertices_ * degrees_).sum();
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

double DegreeLaw::share_without(const ByClass& mean) const {
  return (vertices_ * std::exp(-mean)).sum() / num_vertices_;
}

DegreeTail DegreeLaw::above(double threshold) const {
  DegreeTail tail;
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    tail.vertices += vertices_[i] * (1 - poisson_at_most(degrees_[i], threshold));
    tail.arcs += vertices_[i] * degrees_[i] * (1 - poisson_at_most(degrees_[i], threshold - 1));
  }
  return tail;
}

SubgraphArcs DegreeLaw::subgraphs(double threshold) const {
  // An end of an arc has as many others as any vertex of its class has arcs.
  ByClass normal(vertices_.size());
  for (std::size_t i = 0; i < normal.size(); ++i) {
    normal[i] = poisson_at_most(degrees_[i], threshold - 1);
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
  return num_vertices_ * (1 - share) * (1 - share_without(share * degrees_));
}

double DegreeLaw::kept_columns(strider::detail::Grid grid) const {
  return num_vertices_ / grid.columns * (1 - share_without(degrees_ / grid.rows));
}

double DegreeLaw::kept_rows(strider::detail::Grid grid) const {
  return num_vertices_ / grid.rows * (1 - share_without(degrees_ / grid.columns));
}

}  // namespace strider::model
