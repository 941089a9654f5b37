// Adaptive sampling of shortest paths.
//
//   pilot: some samples, to see which vertices have high scores
//   delta(v) = half of delta in equal parts, the other half in proportion to the pilot's hits
//   for samples N of a schedule fixed beforehand:
//     draw up to N; of each path, every vertex within gets a hit
//     [low(v), high(v)] = Chernoff's bounds for hits(v) of N at delta(v) / (2 * looks)
//     stop if all are within epsilon, or the top K are apart from each other and from the rest
//
// The sum over vertices, two sides and all looks of the chances to be wrong is delta, whenever the
// loop stops. The last N of the schedule is Hoeffding's for epsilon, where all bounds are narrow
// enough whatever was hit.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>

#include "algorithms/bc/checkpoint.hpp"
#include "algorithms/bc/make_problem.hpp"
#include "algorithms/bc/reporter.hpp"
#include "algorithms/bc/sampling/chernoff.hpp"
#include "algorithms/bc/sampling/estimation.hpp"
#include "algorithms/bc/sampling/path_sampler.hpp"
#include "base/atomics.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/timer.hpp"
#include "strider/betweenness_estimate.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

using detail::chernoff_interval;
using detail::Interval;
using detail::PathSampler;

/// Looks at the bounds, and the factor between the samples of one and the next: from 1/420 of the
/// most there can be, which is as early as any graph may stop that is worth the trouble.
constexpr std::size_t kLooks = 24;
constexpr double kGrowth = 1.3;
/// Samples between two reports of progress.
constexpr std::uint64_t kBatch = 4096;

void check_share(const char* name, double value) {
  if (!(value > 0 && value < 1)) {
    throw UsageError(fmt::format("{}: {} is not between 0 and 1", name, value));
  }
}

/// When to look.
struct Schedule {
  Schedule(double epsilon, double delta, Vertex num_vertices) {
    // Every vertex has half of its equal share at least.
    const double least = delta / 2 / num_vertices / (2 * kLooks);
    most = detail::hoeffding_samples(epsilon, least);
    for (std::size_t look = 0; look < kLooks; ++look) {
      const double share = std::pow(kGrowth, static_cast<double>(look) - (kLooks - 1));
      looks.push_back(std::max<std::uint64_t>(
          1, static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(most)))));
    }
    looks.back() = most;
    pilot = looks.front();
  }
  std::vector<std::uint64_t> looks;
  std::uint64_t pilot = 0;
  std::uint64_t most = 0;
};

/// Bounds of all scores after a look.
struct Verdict {
  double widest = 0;  ///< the furthest that a bound is from its mean
  bool ranking_is_certain = false;
};

class Estimation {
 public:
  Estimation(Vertex num_vertices, const EstimateOptions& options, detail::PathDrawer& drawer)
      : options_(options),
        drawer_(drawer),
        n_(num_vertices),
        epsilon_(options.epsilon * (n_ - 2.0) / n_),
        schedule_(epsilon_, options.delta, n_),
        hits_(2 * std::size_t{n_}, 0.0) {}

  /// Hits of the samples after the pilot.
  [[nodiscard]] std::span<const double> hits() const { return hits_.span().subspan(n_); }
  [[nodiscard]] const Schedule& schedule() const { return schedule_; }
  [[nodiscard]] std::uint64_t taken() const { return taken_; }

  Verdict run(std::uint64_t checkpoint_key) {
    detail::BcState state{.sources_done = 0, .arcs = 0, .seconds = 0, .sums = hits_.span()};
    detail::Reporter reporter(options_.run, checkpoint_key, schedule_.pilot + schedule_.most);
    if (options_.run.checkpoint.start == CheckpointOptions::Start::kResume) {
      read_checkpoint(options_.run.checkpoint.path, checkpoint_key, state);
      reporter.started_at(state);
    }
    taken_ = state.sources_done;
    draw_until(schedule_.pilot, state, reporter);
    share_delta();
    Verdict verdict;
    for (const std::uint64_t look : schedule_.looks) {
      if (schedule_.pilot + look < taken_) continue;  // looked at before the run was resumed
      draw_until(schedule_.pilot + look, state, reporter);
      verdict = judge(look);
      if (verdict.widest <= epsilon_ || verdict.ranking_is_certain) break;
    }
    if (!options_.run.checkpoint.path.empty()) {
      write_checkpoint(options_.run.checkpoint.path, checkpoint_key, state);
    }
    return verdict;
  }

 private:
  void draw_until(std::uint64_t end, detail::BcState& state, detail::Reporter& reporter) {
    while (taken_ < end) {
      const std::uint64_t batch_end = std::min(end, taken_ + kBatch);
      drawer_.draw(taken_, batch_end, hits_.span().subspan(taken_ < schedule_.pilot ? 0 : n_, n_));
      taken_ = state.sources_done = batch_end;
      reporter.report(state);
    }
  }

  void share_delta() {
    const std::span<const double> pilot = hits_.span().first(n_);
    pilot_hits_ = std::accumulate(pilot.begin(), pilot.end(), 0.0);
  }

  /// Of a vertex with that many hits in the pilot.
  [[nodiscard]] double delta_of(double pilot_hits) const {
    const double equal = 1.0 / n_;
    const double share = pilot_hits_ > 0 ? pilot_hits / pilot_hits_ : equal;
    return options_.delta * (equal + share) / 2;
  }

  Verdict judge(std::uint64_t samples) {
    // Vertices with the same hits have the same bounds: there are few different ones.
    std::map<std::pair<double, double>, Interval> known;
    std::vector<Interval> bounds(n_);
    Verdict verdict;
    for (std::size_t v = 0; v < n_; ++v) {
      const double hit = hits()[v];
      const auto [place, is_new] = known.try_emplace({hit, hits_[v]});
      if (is_new) {
        place->second = chernoff_interval(static_cast<std::uint64_t>(hit), samples,
                                          delta_of(hits_[v]) / (2 * kLooks));
      }
      bounds[v] = place->second;
      const double mean = hit / static_cast<double>(samples);
      verdict.widest = std::max({verdict.widest, bounds[v].high - mean, mean - bounds[v].low});
    }
    if (options_.top > 0) verdict.ranking_is_certain = is_ranked(bounds);
    return verdict;
  }

  /// Whether each of the top ones is certainly above all that come after it.
  [[nodiscard]] bool is_ranked(std::span<const Interval> bounds) const {
    std::vector<Vertex> order(n_);
    std::iota(order.begin(), order.end(), Vertex{0});
    const std::size_t top = std::min<std::size_t>(options_.top, n_);
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(top), order.end(),
                      [&](Vertex a, Vertex b) { return hits()[a] > hits()[b]; });
    double highest_after = 0;
    for (std::size_t rank = n_; rank-- > 0;) {
      const Interval& own = bounds[order[rank]];
      if (rank < top && rank + 1 < n_ && own.low <= highest_after) return false;
      highest_after = std::max(highest_after, own.high);
    }
    return true;
  }

  const EstimateOptions& options_;
  detail::PathDrawer& drawer_;
  Vertex n_;
  double epsilon_;  // of the probability to be within a path
  Schedule schedule_;
  Array<double> hits_;  // of the pilot, then of the samples after it
  std::uint64_t taken_ = 0;
  double pilot_hits_ = 0;
};

/// Searches from both ends, a thread a path.
class PathsOnHost final : public detail::PathDrawer {
 public:
  PathsOnHost(const detail::BcProblem& problem, std::uint64_t seed)
      : graph_(problem.graph), seed_(seed), threads_(problem.threads) {}

  /// Hits are whole numbers, whose sum does not depend on the order.
  void draw(std::uint64_t begin, std::uint64_t end, std::span<double> hits) override {
    constexpr std::uint64_t kChunk = 16;
    std::atomic<std::uint64_t> next{begin};
    samplers_.resize(static_cast<std::size_t>(threads_));
    parallel_region(threads_, [&](int thread, int) {
      auto& sampler = samplers_[static_cast<std::size_t>(thread)];
      if (!sampler) sampler = std::make_unique<PathSampler>(graph_);
      for (std::uint64_t i = next.fetch_add(kChunk); i < end; i = next.fetch_add(kChunk)) {
        for (std::uint64_t k = i; k < std::min(end, i + kChunk); ++k) {
          CounterRng rng(seed_, k);
          const auto [source, target] = detail::draw_ends(rng, graph_.num_vertices());
          for (const Vertex v : sampler->sample(source, target, rng)) {
            fetch_add_relaxed(hits[v], 1.0);
          }
        }
      }
    });
  }

 private:
  const Graph& graph_;
  std::uint64_t seed_;
  int threads_;
  std::vector<std::unique_ptr<PathSampler>> samplers_;
};

/// From the share of all ordered pairs to the scale asked for.
double scale_of(const Graph& graph, BetweennessScale scale) {
  const double n = graph.num_vertices();
  if (scale == BetweennessScale::kNormalized) return n / (n - 2);
  return n * (n - 1) * (graph.is_directed() ? 1 : 0.5);
}

std::uint64_t key_of(const detail::BcProblem& problem, const EstimateOptions& options,
                     std::uint64_t drawn_by) {
  if (options.run.checkpoint.path.empty()) return 0;
  std::uint64_t key = detail::checkpoint_key(problem, options.seed ^ drawn_by << 48U);
  key = mix64(key ^ std::bit_cast<std::uint64_t>(options.epsilon));
  key = mix64(key ^ std::bit_cast<std::uint64_t>(options.delta));
  return mix64(key ^ options.top);
}

}  // namespace

namespace detail {

void check_estimate_options(const EstimateOptions& options) {
  check_share("epsilon", options.epsilon);
  check_share("delta", options.delta);
}

BcProblem make_path_problem(const Graph& graph, const EstimateOptions& options) {
  BetweennessOptions framing;
  framing.sources.emplace();
  framing.run.threads = options.run.threads;
  return make_problem(graph, framing);
}

BetweennessEstimate estimate_of_nothing(Vertex num_vertices) {
  BetweennessEstimate result;
  result.scores = Array<double>(num_vertices, 0.0);
  result.ranking_is_certain = true;
  return result;
}

BetweennessEstimate estimate(const BcProblem& problem, const EstimateOptions& options,
                             PathDrawer& drawer, std::uint64_t drawn_by) {
  const Vertex n = problem.graph.num_vertices();
  BetweennessEstimate result;
  result.scores = Array<double>(n);
  Estimation estimation(n, options, drawer);
  const Verdict verdict = estimation.run(key_of(problem, options, drawn_by));
  const double scale = scale_of(problem.graph, options.scale);
  result.samples = estimation.taken();
  result.most_samples = estimation.schedule().pilot + estimation.schedule().most;
  const auto counted = static_cast<double>(result.samples - estimation.schedule().pilot);
  for (Vertex v = 0; v < n; ++v) result.scores[v] = estimation.hits()[v] / counted * scale;
  result.bound = verdict.widest * scale;
  result.normalized_bound = verdict.widest * scale_of(problem.graph, BetweennessScale::kNormalized);
  result.ranking_is_certain = verdict.ranking_is_certain;
  return result;
}

}  // namespace detail

BetweennessEstimate estimate_betweenness(const Graph& graph, const EstimateOptions& options) {
  detail::check_estimate_options(options);
  const Timer timer;
  const detail::BcProblem problem = detail::make_path_problem(graph, options);
  const Vertex n = graph.num_vertices();
  if (n < 3) return detail::estimate_of_nothing(n);
  const auto threads = static_cast<std::uint64_t>(problem.threads);
  require_memory(saturating_mul(n, 2 * sizeof(double) + threads * (1 + 4 + 16 + 3 * 4)),
                 "sampling paths");
  PathsOnHost drawer(problem, options.seed);
  BetweennessEstimate result = detail::estimate(problem, options, drawer, 0);
  result.seconds = timer.seconds();
  return result;
}

}  // namespace strider
