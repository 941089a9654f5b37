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
#include "algorithms/bc/sampling/estimator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <vector>

#include "algorithms/bc/make_problem.hpp"
#include "algorithms/bc/sampling/chernoff.hpp"
#include "base/memory.hpp"
#include "base/random.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// Looks at the bounds, and the factor between the samples of one and the next: from 1/420 of the
/// most there can be, which is as early as any graph may stop that is worth the trouble.
constexpr std::size_t kLooks = 24;
constexpr double kGrowth = 1.3;
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
    most = hoeffding_samples(epsilon, least);
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
  Estimation(Vertex num_vertices, const EstimateOptions& options, PathDrawer& drawer)
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

  Verdict run(SampleTeam& team) {
    BcState state{.sources_done = 0, .arcs = 0, .seconds = 0, .sums = hits_.span()};
    team.start(state);
    taken_ = state.sources_done;
    draw_until(schedule_.pilot, state, team);
    share_delta();
    Verdict verdict;
    for (const std::uint64_t look : schedule_.looks) {
      if (schedule_.pilot + look < taken_) continue;  // looked at before the run was resumed
      draw_until(schedule_.pilot + look, state, team);
      verdict = judge(look);
      if (verdict.widest <= epsilon_ || verdict.ranking_is_certain) break;
    }
    team.finish(state);
    return verdict;
  }

 private:
  /// The hits of all members stand in hits_ before and after, and each one's own in between.
  void draw_until(std::uint64_t end, BcState& state, SampleTeam& team) {
    if (taken_ >= end) return;
    team.part(hits_.span());
    while (taken_ < end) {
      const std::uint64_t batch_end = std::min(end, taken_ + team.batch());
      std::exception_ptr error;
      try {
        const SampleRange mine = team.share({taken_, batch_end});
        drawer_.draw(mine.begin, mine.end,
                     hits_.span().subspan(taken_ < schedule_.pilot ? 0 : n_, n_));
      } catch (...) {
        error = std::current_exception();
      }
      taken_ = state.sources_done = batch_end;
      team.after_batch(state, error);
    }
    team.join(hits_.span());
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
  PathDrawer& drawer_;
  Vertex n_;
  double epsilon_;  // of the probability to be within a path
  Schedule schedule_;
  Array<double> hits_;  // of the pilot, then of the samples after it
  std::uint64_t taken_ = 0;
  double pilot_hits_ = 0;
};

/// From the share of all ordered pairs to the scale asked for.
double scale_of(const Graph& graph, BetweennessScale scale) {
  const double n = graph.num_vertices();
  if (scale == BetweennessScale::kNormalized) return n / (n - 2);
  return n * (n - 1) * (graph.is_directed() ? 1 : 0.5);
}

std::uint64_t key_of(const BcProblem& problem, const EstimateOptions& options,
                     std::uint64_t drawn_by) {
  if (options.run.checkpoint.path.empty()) return 0;
  std::uint64_t key = mix64(checkpoint_key(problem, options.seed) ^ drawn_by);
  key = mix64(key ^ std::bit_cast<std::uint64_t>(options.epsilon));
  key = mix64(key ^ std::bit_cast<std::uint64_t>(options.delta));
  return mix64(key ^ options.top);
}

}  // namespace

struct Estimator::State {
  const EstimateOptions& options;
  BcProblem problem;
  std::uint64_t key = 0;
  std::unique_ptr<PathDrawer> drawer = nullptr;
  std::optional<Estimation> estimation = std::nullopt;  ///< none of fewer than three vertices
  Verdict verdict = {};
};

Estimator::Estimator(const Graph& graph, const EstimateOptions& options,
                     const PathDrawerMaker& make_drawer, std::uint64_t drawn_by) {
  check_share("epsilon", options.epsilon);
  check_share("delta", options.delta);
  BetweennessOptions framing;
  framing.sources.emplace();
  framing.run.threads = options.run.threads;
  state_ =
      std::make_unique<State>(State{.options = options, .problem = make_problem(graph, framing)});
  const BcProblem& problem = state_->problem;
  const Vertex n = problem.graph.num_vertices();
  if (n < 3) return;
  require_memory(saturating_mul(n, 2 * sizeof(double)), "sampling paths");
  state_->drawer = make_drawer(problem);
  state_->key = key_of(problem, options, drawn_by);
  state_->estimation.emplace(n, options, *state_->drawer);
}
Estimator::~Estimator() = default;

bool Estimator::needs_samples() const {
  return state_->estimation.has_value();
}
std::uint64_t Estimator::checkpoint_key() const {
  return state_->key;
}
std::uint64_t Estimator::most_samples() const {
  const Schedule& schedule = state_->estimation->schedule();
  return schedule.pilot + schedule.most;
}

void Estimator::run(SampleTeam& team) {
  state_->verdict = state_->estimation->run(team);
}

BetweennessEstimate Estimator::result() const {
  const Graph& graph = state_->problem.graph;
  const Vertex n = graph.num_vertices();
  BetweennessEstimate result;
  result.scores = Array<double>(n, 0.0);
  if (!needs_samples()) {
    result.ranking_is_certain = true;
    return result;  // no vertex can be between two others
  }
  const Estimation& estimation = *state_->estimation;
  const double scale = scale_of(graph, state_->options.scale);
  result.samples = estimation.taken();
  result.most_samples = most_samples();
  const auto counted = static_cast<double>(result.samples - estimation.schedule().pilot);
  for (Vertex v = 0; v < n; ++v) result.scores[v] = estimation.hits()[v] / counted * scale;
  result.bound = state_->verdict.widest * scale;
  result.normalized_bound = state_->verdict.widest * scale_of(graph, BetweennessScale::kNormalized);
  result.ranking_is_certain = state_->verdict.ranking_is_certain;
  return result;
}

}  // namespace strider::detail
