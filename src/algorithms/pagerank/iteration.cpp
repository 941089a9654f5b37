#include "algorithms/pagerank/iteration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// Of all scores together.
constexpr double kDefaultChange = 1e-8;
constexpr double kSingleChange = 1e-5;
/// Fewer fit the caches as doubles.
constexpr double kSingleVertices = 1U << 16U;

[[nodiscard]] double limit_of(double num_vertices, const PageRankOptions& options) {
  return options.tolerance ? *options.tolerance * num_vertices : kDefaultChange;
}
[[nodiscard]] bool is_accelerated(Directedness directedness, const PageRankOptions& options) {
  if (options.method != PageRankMethod::kAuto) {
    return options.method == PageRankMethod::kAccelerated;
  }
  return directedness == Directedness::kUndirected && !options.iterations && options.damping < 1;
}

/// Tells how many iterations there will be. `left` is what the last one left of the change before.
void report(const PageRankOptions& options, const PageRankOutcome& outcome, double limit,
            double left) {
  if (!options.on_progress) return;
  double total = options.iterations.value_or(options.max_iterations);
  if (outcome.converged && !options.iterations) {
    total = outcome.iterations;
  } else if (!options.iterations && left > 0 && left < 1 && limit > 0) {
    total = std::min(
        total, outcome.iterations + std::ceil(std::log(limit / outcome.change) / std::log(left)));
  }
  const auto done = std::uint64_t{outcome.iterations};
  options.on_progress(done, std::max(done, static_cast<std::uint64_t>(total)));
}

/// The weights of Chebyshev's iteration.
class Acceleration {
 public:
  explicit Acceleration(double damping)
      : squared_(damping * damping), rate_(damping / (1 + std::sqrt(1 - squared_))) {}

  [[nodiscard]] bool has_begun() const { return steps_ > 0; }
  /// Whether it is to begin after a power iteration that left `ratio` of the change.
  [[nodiscard]] bool pays(double ratio) const { return ratio > rate_; }
  [[nodiscard]] double next_weight() {
    switch (steps_++) {
      case 0:
        return weight_ = 1;
      case 1:
        return weight_ = 1 / (1 - squared_ / 2);
      default:
        return weight_ = 1 / (1 - squared_ * weight_ / 4);
    }
  }

 private:
  double squared_;
  double rate_;  ///< what an iteration leaves of the change in the end
  double weight_ = 1;
  unsigned steps_ = 0;
};

PageRankOutcome iterate_power(PageRankPlace& place, const PageRankOptions& options) {
  const double damping = options.damping;
  const double limit = limit_of(place.facts().num_vertices, options);
  const std::uint32_t most = options.iterations.value_or(options.max_iterations);
  PageRankOutcome outcome;
  outcome.converged = options.iterations.has_value();
  PageRankSums sums = place.start({.uniform = 1});
  while (outcome.iterations < most) {
    sums = place.step({.damping = damping, .jumps = damping * sums.dangling + 1 - damping});
    ++outcome.iterations;
    const double left = sums.change / std::exchange(outcome.change, sums.change);
    const bool is_near = sums.change < limit || sums.change == 0;
    outcome.converged = options.iterations || is_near;
    report(options, outcome, limit, left);
    if (is_near && !options.iterations) break;
  }
  return outcome;
}

/// Where edges are many and jumps go everywhere, scores are near the degrees.
PageRankStart near_start(const PageRankFacts& facts, const PageRankOptions& options) {
  constexpr double kManyArcs = 8;
  const bool has_many = facts.num_arcs >= kManyArcs * facts.num_vertices;
  if (!has_many || !options.personalization.empty() || facts.weight == 0) return {.personal = 1};
  return {.personal = 1 - options.damping,
          .by_weight = options.damping * facts.jumps_to_connected / facts.weight};
}

PageRankOutcome iterate_accelerated(PageRankPlace& place, const PageRankOptions& options) {
  constexpr std::uint32_t kFirstIterations = 2;
  const double damping = options.damping;
  const double limit = limit_of(place.facts().num_vertices, options);
  PageRankOutcome outcome;
  PageRankSums sums = place.start(near_start(place.facts(), options));
  Acceleration acceleration(damping);
  bool accelerates = false;
  while (outcome.iterations < options.max_iterations && !outcome.converged) {
    const PageRankSums before = sums;
    sums = place.step({.damping = damping,
                       .jumps = 1 - damping,
                       .weight = accelerates ? acceleration.next_weight() : 1,
                       .keeps = accelerates});
    ++outcome.iterations;
    // What a power iteration would change of x / total is r without its own sum times p.
    const double sum = 1 - damping + damping * (before.total - before.dangling) - before.total;
    const double change = (sums.change + std::abs(sum)) / before.total;
    const double left = change / std::exchange(outcome.change, change);
    accelerates |= outcome.iterations >= kFirstIterations && acceleration.pays(left);
    outcome.converged = change < limit || change == 0;
    report(options, outcome, limit, left);
  }
  outcome.factor = 1 / sums.total;
  return outcome;
}

}  // namespace

PageRankOutcome iterate(PageRankPlace& place, const PageRankOptions& options) {
  const PageRankFacts facts = place.facts();
  if (facts.num_vertices == 0) return {{.converged = true}};
  return is_accelerated(facts.directedness, options) ? iterate_accelerated(place, options)
                                                     : iterate_power(place, options);
}

bool may_be_single(double num_vertices, const PageRankOptions& options) {
  return options.method != PageRankMethod::kPower && !options.iterations &&
         num_vertices >= kSingleVertices && limit_of(num_vertices, options) >= kSingleChange;
}

void check_options(const PageRankOptions& options, Directedness directedness,
                   std::size_t num_jumps) {
  const bool accelerated = options.method == PageRankMethod::kAccelerated;
  if (!(options.damping >= 0 && options.damping <= 1)) {
    throw UsageError(fmt::format("damping must be from 0 to 1, got {}", options.damping));
  }
  if (options.tolerance && !(*options.tolerance >= 0 && std::isfinite(*options.tolerance))) {
    throw UsageError(
        fmt::format("tolerance must be a number of at least 0, got {}", *options.tolerance));
  }
  if (options.tolerance && options.iterations) {
    throw UsageError("a tolerance and a number of iterations exclude each other");
  }
  if (accelerated && directedness == Directedness::kDirected) {
    throw UsageError("accelerated iterations need an undirected graph");
  }
  if (accelerated && (options.iterations || options.damping == 1)) {
    throw UsageError("accelerated iterations need a tolerance and a damping below 1");
  }
  if (options.personalization.empty()) return;
  if (options.personalization.size() != num_jumps) {
    throw UsageError(fmt::format("personalization: got {} values for {} vertices",
                                 options.personalization.size(), num_jumps));
  }
  double sum = 0;
  for (const double value : options.personalization) {
    if (!(value >= 0)) {
      throw UsageError(fmt::format("personalization: values must be at least 0, got {}", value));
    }
    sum += value;
  }
  if (!(sum > 0 && sum <= std::numeric_limits<double>::max())) {
    throw UsageError(
        fmt::format("personalization: values must add up to a number above 0, got {}", sum));
  }
}

}  // namespace strider::detail
