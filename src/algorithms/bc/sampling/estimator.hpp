// An estimation by sampled paths, whoever draws the samples.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <span>

#include "algorithms/bc/checkpoint.hpp"
#include "algorithms/bc/sampling/path_drawer.hpp"
#include "strider/betweenness_estimate.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// Samples between two reports of progress, of each who draws.
inline constexpr std::uint64_t kSampleBatch = 4096;

/// Numbers of samples.
struct SampleRange {
  std::uint64_t begin;
  std::uint64_t end;
};

/// Who draws the samples: one machine, or ranks that hold the same graph each. Every member makes
/// the same calls in the same order; any of them may talk to the others.
class SampleTeam {
 public:
  virtual ~SampleTeam() = default;

  /// Resumes from a checkpoint, if the options ask for one: hits of all members, and samples done.
  virtual void start(BcState& state) = 0;
  /// Samples of all members between two calls of after_batch.
  [[nodiscard]] virtual std::uint64_t batch() const = 0;
  /// This member's part of a batch.
  [[nodiscard]] virtual SampleRange chunk(const SampleRange& batch) const = 0;
  /// This member's part has been drawn, or has failed with `error`. Progress, checkpoints; throws
  /// what any member came by. `own`, a part of the state's sums, is settled before these are looked
  /// at.
  virtual void after_batch(BcState& state, const DrawnHits& own,
                           const std::exception_ptr& error) = 0;
  /// From hits of all members on each to shares that add up to them.
  virtual void part(std::span<double> hits) = 0;
  /// The way back.
  virtual void join(std::span<double> hits) = 0;
  /// No more samples are needed.
  virtual void finish(const BcState& state) = 0;
};

/// The graph that paths are drawn in. Throws UsageError where options are out of range,
/// MemoryError.
[[nodiscard]] BcProblem sampling_problem(const Graph& graph, const EstimateOptions& options);
/// Whether any score can be other than 0.
[[nodiscard]] bool needs_samples(const BcProblem& problem);

/// Who draws, as checkpoints tell it: paths differ.
enum class DrawnBy : std::uint8_t { kHost, kDevice };

class Estimator {
 public:
  /// Problem and options outlive it. Throws UsageError. Does not communicate.
  Estimator(Workspace& workspace, const BcProblem& problem, const EstimateOptions& options,
            const PathDrawerMaker& make_drawer, DrawnBy drawn_by);
  ~Estimator();
  Estimator(const Estimator&) = delete;
  Estimator& operator=(const Estimator&) = delete;

  // These are of problems that need samples.
  [[nodiscard]] std::uint64_t checkpoint_key() const;
  [[nodiscard]] std::uint64_t most_samples() const;
  /// Until every score is certain enough. Throws as estimate_betweenness does.
  void run(SampleTeam& team);

  /// Without its time.
  [[nodiscard]] BetweennessEstimate result() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace strider::detail
