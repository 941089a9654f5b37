#include "strider/betweenness.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "call.hpp"
#include "devices/devices.hpp"
#include "graph.hpp"
#include "module.hpp"
#include "names.hpp"
#include "place.hpp"
#include "strider/betweenness_estimate.hpp"
#include "strider/error.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

/// Calls `progress(done, total, seconds_left)` with the GIL. What it throws ends the run, and is
/// thrown again by rethrow().
class ProgressCallback {
 public:
  explicit ProgressCallback(nb::object progress) : progress_(std::move(progress)) {}

  [[nodiscard]] std::function<RunControl(const BetweennessProgress&)> function() {
    if (progress_.is_none()) return {};
    return [this](const BetweennessProgress& state) {
      const nb::gil_scoped_acquire acquired;
      try {
        progress_(state.done, state.total, state.seconds_left);
        return RunControl::kContinue;
      } catch (...) {
        thrown_ = std::current_exception();
        return RunControl::kStop;
      }
    };
  }
  void rethrow() {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  nb::object progress_;
  std::exception_ptr thrown_;
};

BetweennessRun run_options(int threads, ProgressCallback& progress,
                           const std::optional<std::string>& checkpoint, bool resume) {
  BetweennessRun run{.threads = threads, .on_progress = progress.function()};
  if (checkpoint) run.checkpoint.path = *checkpoint;
  if (resume) run.checkpoint.start = CheckpointOptions::Start::kResume;
  return run;
}

/// body() as a call of the library; if the callback ended it, with what the callback threw.
template <class F>
auto call_with_progress(Place* place, int threads, ProgressCallback& progress, F&& body) {
  try {
    return call_at(place, threads, std::forward<F>(body));
  } catch (const InterruptedError&) {
    progress.rethrow();
    throw;
  }
}

BetweennessResult scores_on_host(const PyGraph& graph, bool weighted, const std::string& method,
                                 BetweennessOptions options) {
  options.method = by_name("method", method, betweenness_method_from_name,
                           all_betweenness_methods(), betweenness_method_name);
  if (!weighted) return betweenness(graph.topology(), options);
  return std::visit([&](const auto& typed) { return betweenness(typed, options); }, graph.graph);
}

nb::tuple betweenness_scores(PyGraph& graph, const std::string& of, bool normalized, bool endpoints,
                             bool weighted, std::optional<std::vector<Vertex>> sources,
                             std::optional<std::vector<Vertex>> targets,
                             std::optional<std::uint64_t> samples, std::uint64_t seed,
                             const std::string& method, bool single_precision,
                             std::optional<std::string> checkpoint, bool resume,
                             nb::object progress, const std::string& device, int threads) {
  ProgressCallback callback(std::move(progress));
  const BetweennessOptions options{
      .of = betweenness_of_from_name(of),
      .scale = normalized ? BetweennessScale::kNormalized : BetweennessScale::kPairs,
      .endpoints = endpoints ? BetweennessEndpoints::kIncluded : BetweennessEndpoints::kExcluded,
      .precision = single_precision ? BetweennessPrecision::kSingle : BetweennessPrecision::kDouble,
      .sources = std::move(sources),
      .targets = std::move(targets),
      .samples = samples,
      .seed = seed,
      .run = run_options(threads, callback, checkpoint, resume)};
  Place* const place = place_named(device);
  BetweennessResult result = call_with_progress(place, threads, callback, [&] {
    if (place == nullptr) return scores_on_host(graph, weighted, method, options);
    return weighted ? weighted_betweenness_on_device(graph, *place, options, method)
                    : betweenness_on_device(graph, *place, options, method);
  });
  const Vertex n = graph.topology().num_vertices();
  Array<Vertex> u(result.edges.size());
  Array<Vertex> v(result.edges.size());
  {
    const nb::gil_scoped_release released;
    for (std::size_t i = 0; i < result.edges.size(); ++i) {
      u[i] = result.edges[i].source;
      v[i] = result.edges[i].target;
    }
  }
  return nb::make_tuple(to_numpy(std::move(result.scores)), vertices_to_numpy(std::move(u), n),
                        vertices_to_numpy(std::move(v), n));
}

nb::tuple betweenness_estimate(PyGraph& graph, double epsilon, double delta, std::uint32_t top,
                               bool normalized, std::uint64_t seed,
                               std::optional<std::string> checkpoint, bool resume,
                               nb::object progress, const std::string& device, int threads) {
  ProgressCallback callback(std::move(progress));
  const EstimateOptions options{
      .epsilon = epsilon,
      .delta = delta,
      .top = top,
      .scale = normalized ? BetweennessScale::kNormalized : BetweennessScale::kPairs,
      .seed = seed,
      .run = run_options(threads, callback, checkpoint, resume)};
  Place* const place = place_named(device);
  BetweennessEstimate estimate = call_with_progress(place, threads, callback, [&] {
    return place == nullptr ? estimate_betweenness(graph.topology(), options)
                            : estimate_on_device(graph, *place, options);
  });
  return nb::make_tuple(to_numpy(std::move(estimate.scores)), estimate.bound, estimate.samples,
                        estimate.ranking_is_certain, estimate.seconds);
}

}  // namespace

void add_betweenness(nb::module_& module) {
  module.def("betweenness", betweenness_scores, "graph"_a, "of"_a, "normalized"_a, "endpoints"_a,
             "weighted"_a, "sources"_a.none(), "targets"_a.none(), "samples"_a.none(), "seed"_a,
             "method"_a, "single_precision"_a, "checkpoint"_a.none(), "resume"_a,
             "progress"_a.none(), "device"_a, "threads"_a);
  module.def("estimate_betweenness", betweenness_estimate, "graph"_a, "epsilon"_a, "delta"_a,
             "top"_a, "normalized"_a, "seed"_a, "checkpoint"_a.none(), "resume"_a,
             "progress"_a.none(), "device"_a, "threads"_a);
}

}  // namespace strider::python
