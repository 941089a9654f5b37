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
#include <numeric>
#include <optional>
#include <vector>

#include "algorithms/bc/make_problem.hpp"
#include "algorithms/bc/sampling/chernoff.hpp"
#include "base/random.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// How often the bounds are checked, and the factor between the numbers of samples at two
/// successive checks. The first check is at 1/420 of the largest number of samples: an earlier
/// check does not pay off.
constexpr std::size_t kLooks = 24;
constexpr double kGrowth = 1.3;
void check_share(const char* name, double value) {
  if (!(value > 0 && value < 1)) {
    throw UsageError(fmt::format("{} must be between 0 and 1, got {}", name, value));
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
  Estimation(Workspace& workspace, Vertex num_vertices, const EstimateOptions& options,
             PathDrawer& drawer)
      : options_(options),
        drawer_(drawer),
        n_(num_vertices),
        epsilon_(options.epsilon * (n_ - 2.0) / n_),
        schedule_(epsilon_, options.delta, n_) {
    workspace.declare("the hits", hits_, 2 * std::size_t{n_});
    workspace.declare("the ranking", order_, n_);
    workspace.when_taken([this] {
      std::ranges::fill(hits_, 0.0);
      std::iota(order_.begin(), order_.end(), Vertex{0});
    });
  }

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
    const DrawnHits own{drawer_, hits_.span().subspan(taken_ < schedule_.pilot ? 0 : n_, n_)};
    while (taken_ < end) {
      const std::uint64_t batch_end = std::min(end, taken_ + team.batch());
      std::exception_ptr error;
      try {
        const SampleRange mine = team.chunk({taken_, batch_end});
        drawer_.draw(mine.begin, mine.end, own.hits);
        if (batch_end == end) own.settle();
      } catch (...) {
        error = std::current_exception();
      }
      taken_ = state.sources_done = batch_end;
      team.after_batch(state, own, error);
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

  [[nodiscard]] bool are_hit_alike(Vertex a, Vertex b) const {
    return hits()[a] == hits()[b] && hits_[a] == hits_[b];
  }
  /// The highest first; those that are hit alike, in the pilot as well, side by side.
  void sort_by_hits() {
    // Most of a large graph is never hit.
    Vertex* const hit_end = std::partition(order_.begin(), order_.end(),
                                           [&](Vertex v) { return hits()[v] > 0 || hits_[v] > 0; });
    std::sort(order_.begin(), hit_end, [&](Vertex a, Vertex b) {
      return hits()[a] != hits()[b] ? hits()[a] > hits()[b] : hits_[a] > hits_[b];
    });
  }

  /// Takes no memory: members of a team that have come this far continue together. The ranking is
  /// certain where each of the top ones is above all that come after it.
  Verdict judge(std::uint64_t samples) {
    sort_by_hits();
    Verdict verdict{.widest = 0, .ranking_is_certain = options_.top > 0};
    Interval bounds{};
    double highest_after = 0;
    for (std::size_t rank = n_; rank-- > 0;) {
      const Vertex v = order_[rank];
      const bool is_last = rank + 1 == n_;
      // There are few different ones.
      if (is_last || !are_hit_alike(v, order_[rank + 1])) {
        bounds = chernoff_interval(static_cast<std::uint64_t>(hits()[v]), samples,
                                   delta_of(hits_[v]) / (2 * kLooks));
      }
      const double mean = hits()[v] / static_cast<double>(samples);
      verdict.widest = std::max({verdict.widest, bounds.high - mean, mean - bounds.low});
      if (rank < options_.top && !is_last && bounds.low <= highest_after) {
        verdict.ranking_is_certain = false;
      }
      highest_after = std::max(highest_after, bounds.high);
    }
    return verdict;
  }

  const EstimateOptions& options_;
  PathDrawer& drawer_;
  Vertex n_;
  double epsilon_;  // of the probability to be within a path
  Schedule schedule_;
  Array<double> hits_;  // of the pilot, then of the samples after it
  Array<Vertex> order_;
  std::uint64_t taken_ = 0;
  double pilot_hits_ = 0;
};

/// From the share of all ordered pairs to the scale asked for.
double scale_of(const Graph& graph, BetweennessScale scale) {
  const double n = graph.num_vertices();
  if (scale == BetweennessScale::kNormalized) return n / (n - 2);
  return n * (n - 1) * (graph.is_directed() ? 1 : 0.5);
}

std::uint64_t key_of(const BcProblem& problem, const EstimateOptions& options, DrawnBy drawn_by) {
  if (options.run.checkpoint.path.empty()) return 0;
  std::uint64_t key =
      mix64(checkpoint_key(problem, options.seed) ^ static_cast<std::uint64_t>(drawn_by));
  key = mix64(key ^ std::bit_cast<std::uint64_t>(options.epsilon));
  key = mix64(key ^ std::bit_cast<std::uint64_t>(options.delta));
  return mix64(key ^ options.top);
}

}  // namespace

BcProblem sampling_problem(const Graph& graph, const EstimateOptions& options) {
  check_share("epsilon", options.epsilon);
  check_share("delta", options.delta);
  BetweennessOptions framing;
  framing.sources.emplace();
  framing.run.threads = options.run.threads;
  return make_problem(graph, framing);
}
bool needs_samples(const BcProblem& problem) {
  return problem.graph.num_vertices() >= 3;
}

struct Estimator::State {
  const EstimateOptions& options;
  const BcProblem& problem;
  std::uint64_t key = 0;
  std::shared_ptr<PathDrawer> drawer = nullptr;
  std::optional<Estimation> estimation = std::nullopt;  ///< where samples are needed
  Verdict verdict = {};
};

Estimator::Estimator(Workspace& workspace, const BcProblem& problem, const EstimateOptions& options,
                     const PathDrawerMaker& make_drawer, DrawnBy drawn_by)
    : state_(std::make_unique<State>(State{.options = options, .problem = problem})) {
  if (!needs_samples(problem)) return;
  state_->drawer = make_drawer(workspace, problem);
  state_->key = key_of(problem, options, drawn_by);
  state_->estimation.emplace(workspace, problem.graph.num_vertices(), options, *state_->drawer);
}
Estimator::~Estimator() = default;

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
  if (!needs_samples(state_->problem)) {
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
