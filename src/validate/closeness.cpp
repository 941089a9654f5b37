// Validation of closeness: what the neighbours of every vertex allow, and searches from a few.
#include "strider/closeness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/memory.hpp"
#include "base/random.hpp"
#include "strider/error.hpp"
#include "validate/hop_search.hpp"

namespace strider {
namespace {

using detail::HopSearch;

constexpr std::size_t kSearches = 64;
/// Of sums of doubles; scores are whole numbers divided.
constexpr double kRounding = 1e-9;

/// The distances to one vertex.
struct Distances {
  double reached = 0;
  double sum = 0;
  double harmonic = 0;
  double greatest = 0;
};

/// `search` runs against the edges.
Distances distances_to(Vertex target, HopSearch& search) {
  Distances found;
  for (const Vertex v : search.search(target).subspan(1)) {
    const Level level = search.level(v);
    found.reached += 1;
    found.sum += level;
    found.harmonic += 1.0 / level;
    found.greatest = level;
  }
  return found;
}

class ClosenessCheck {
 public:
  ClosenessCheck(const Graph& graph, std::span<const double> scores, double error,
                 const ClosenessOptions& options)
      : graph_(graph),
        scores_(scores),
        options_(options),
        error_(error),
        others_(std::max(1.0, static_cast<double>(graph.num_vertices()) - 1)) {}

  ClosenessValidation run() {
    for (Vertex v = 0; v < graph_.num_vertices() && violations_.empty(); ++v) check_range(v);
    if (is_top()) check_top();
    HopSearch search(graph_.in());
    for (const Vertex v : some_vertices()) {
      if (!violations_.empty()) break;
      ++num_searched_;
      check_score(v, distances_to(v, search));
    }
    return {std::move(violations_), num_searched_};
  }

 private:
  [[nodiscard]] bool is_harmonic() const { return options_.centrality == Centrality::kHarmonic; }
  [[nodiscard]] bool is_sampled() const { return error_ > 0; }
  /// Whether there may be no score of v.
  [[nodiscard]] bool is_open(Vertex v) const { return std::isnan(scores_[v]) && is_top(); }
  [[nodiscard]] bool is_top() const { return options_.top && !is_sampled(); }

  void fail(ClosenessRule rule, Vertex v, double expected) {
    violations_.push_back({rule, v, fmt::format("{} instead of {}", scores_[v], expected)});
  }
  /// Neighbours are at distance 1, all others at 2 or more.
  void check_range(Vertex v) {
    if (is_open(v)) return;
    const double near = std::min(others_, static_cast<double>(graph_.in().degree(v)));
    double most = is_harmonic() ? near + (others_ - near) / 2 : 1;
    if (!is_sampled() && !is_harmonic() && options_.scale == ClosenessScale::kGraph) {
      most = others_ / (2 * others_ - near);
    }
    if (is_sampled() && is_harmonic()) most = others_;
    if (near == 0) most = 0;
    if (!(scores_[v] >= 0 && scores_[v] <= most * (1 + kRounding))) {
      fail(ClosenessRule::kRange, v, most);
    }
  }
  void check_top() {
    const std::uint64_t count = std::min<std::uint64_t>(*options_.top, scores_.size());
    const std::vector<VertexScore> highest = highest_scores(scores_, count);
    if (highest.size() < count) {
      const auto first = std::ranges::find_if(scores_, [](double s) { return std::isnan(s); });
      violations_.push_back({ClosenessRule::kTop, static_cast<Vertex>(first - scores_.begin()),
                             fmt::format("{} scores instead of {}", highest.size(), count)});
    } else if (count > 0) {
      least_top_ = highest.back().score;
    }
  }
  void check_score(Vertex v, const Distances& found) {
    if (is_open(v) && !is_top()) return;
    double expected = 0;
    if (is_harmonic()) {
      expected = found.harmonic;
    } else if (found.reached > 0) {
      expected = found.reached / found.sum;
      if (options_.scale == ClosenessScale::kGraph) expected *= found.reached / others_;
    }
    if (is_open(v)) {
      if (expected > least_top_ * (1 + kRounding)) fail(ClosenessRule::kTop, v, expected);
      return;
    }
    if (is_sampled() && !is_harmonic()) {
      // The bound is one of mean distances, of vertices that all others reach.
      if (found.reached < others_) return;
      const double mean = 1 / scores_[v];
      if (std::abs(mean - 1 / expected) <= error_ * found.greatest + kRounding) return;
    } else if (std::abs(scores_[v] - expected) <= kRounding * expected + error_ * others_) {
      return;
    }
    fail(ClosenessRule::kScores, v, expected);
  }
  /// The highest score, or all that were asked for, and others by chance.
  [[nodiscard]] std::vector<Vertex> some_vertices() const {
    const Vertex n = graph_.num_vertices();
    std::vector<Vertex> vertices;
    if (n == 0) return vertices;
    for (const VertexScore& highest : highest_scores(scores_, options_.top.value_or(1))) {
      vertices.push_back(static_cast<Vertex>(highest.vertex));
    }
    CounterRng rng(n, graph_.num_arcs());
    for (std::size_t i = 0; i < std::min<std::size_t>(n, kSearches); ++i) {
      vertices.push_back(n <= kSearches ? static_cast<Vertex>(i)
                                        : static_cast<Vertex>(rng.below(n)));
    }
    return vertices;
  }

  const Graph& graph_;
  std::span<const double> scores_;
  const ClosenessOptions& options_;
  double error_;
  double others_;
  double least_top_ = 0;  ///< of the highest scores that were asked for
  std::vector<ClosenessViolation> violations_;
  std::uint64_t num_searched_ = 0;
};

}  // namespace

ClosenessValidation validate_closeness(const Graph& graph, std::span<const double> scores,
                                       double error, const ClosenessOptions& options) {
  if (scores.size() != graph.num_vertices()) {
    throw UsageError(fmt::format("validation: got {} scores for a graph of {} vertices",
                                 scores.size(), graph.num_vertices()));
  }
  return ClosenessCheck(graph, scores, error, options).run();
}

}  // namespace strider
