// The public face of distributed shortest paths.
#include <fmt/format.h>

#include <memory>
#include <utility>

#include "algorithms/sssp/option_checks.hpp"
#include "algorithms/sssp/ranks/delta_stepping.hpp"
#include "algorithms/sssp/ranks/local.hpp"
#include "base/parallel.hpp"
#include "comm/collective_error.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/search/path_to.hpp"
#include "ranks/search/run_search.hpp"
#include "ranks/search/wire_encoding.hpp"
#include "strider/dist.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

template <class W>
void require_weights(const DistGraph::State& graph) {
  const detail::WeightType type = graph.weight_type;
  const bool unit = type == detail::WeightType::kNone && std::is_same_v<W, std::uint32_t>;
  if (!unit && type != detail::weight_type_of<W>()) {
    throw UsageError("the graph has no weights, or weights of another type than the search");
  }
}

/// Where `device` is given, the work of ranks is done on it. Collective.
template <class W>
std::unique_ptr<detail::DistSsspEngine<W>> make_engine(
    DistGraph::State& graph, const DistSsspOptions& options,
    const detail::PathsOnDevice<W>* device = nullptr) {
  const comm::Communicator& comm = graph.comm();
  const comm::Encoding encoding = detail::encoding_of(comm, options);
  const auto settings = comm::try_on_all_ranks(comm, [&] {
    require_weights<W>(graph);
    if (device != nullptr && graph.options.scheme == PartitionScheme::k2d) {
      throw UnavailableError(
          "shortest paths on devices of ranks do not support the partition 2d: use 1d or delegate, "
          "or the device host");
    }
    if (!(options.delta >= 0)) {
      throw UsageError(fmt::format("delta must be at least 0, got {}", options.delta));
    }
    detail::check_sssp_options(0, options.cutoff, options.target, graph.num_vertices);
    return detail::DistSsspSettings{
        .threads = resolve_threads(options.threads),
        .delta = options.delta,
        .limits = {options.cutoff, options.target},
        .names = graph.input ? graph.input->names : detail::VertexNames(),
        .encoding = encoding};
  });
  if (graph.options.scheme == PartitionScheme::kDelegate) {
    return detail::make_dist_sssp<W>(comm, graph.weighted_delegate<W>(), settings, device);
  }
  if (graph.options.scheme == PartitionScheme::k2d) {
    return detail::make_dist_sssp<W>(comm, graph.weighted_two_d<W>(), settings);
  }
  return detail::make_dist_sssp<W>(comm, graph.weighted_one_d<W>(), settings, device);
}

}  // namespace

template <class W>
struct DistSsspSolver<W>::State {
  std::shared_ptr<DistGraph::State> graph;
  std::unique_ptr<detail::DistSsspEngine<W>> engine;
};

template <class W>
struct DistSsspResult<W>::State : detail::SearchRecord<detail::DistSsspTree<W>> {};

template <class W>
DistSsspResult<W>::DistSsspResult() : state_(std::make_unique<State>()) {}
template <class W>
DistSsspResult<W>::DistSsspResult(DistSsspResult&&) noexcept = default;
template <class W>
DistSsspResult<W>& DistSsspResult<W>::operator=(DistSsspResult&&) noexcept = default;
template <class W>
DistSsspResult<W>::~DistSsspResult() = default;

template <class W>
GlobalVertex DistSsspResult<W>::source() const {
  return state_->source;
}
template <class W>
std::uint64_t DistSsspResult<W>::num_reached() const {
  return state_->tree.num_reached;
}
template <class W>
std::uint64_t DistSsspResult<W>::num_edges_reached() const {
  return state_->num_edges_reached;
}
template <class W>
double DistSsspResult<W>::seconds() const {
  return state_->seconds;
}
template <class W>
const DistTraffic& DistSsspResult<W>::traffic() const {
  return state_->traffic;
}
template <class W>
std::size_t DistSsspResult<W>::num_owned() const {
  return state_->tree.parents.size();
}
template <class W>
GlobalVertex DistSsspResult<W>::vertex(std::size_t local_id) const {
  return state_->owners.global(state_->rank, detail::local_vertex(local_id));
}
template <class W>
std::span<const GlobalVertex> DistSsspResult<W>::parents() const {
  return std::as_const(state_->tree.parents).span();
}
template <class W>
std::span<const SsspDistance<W>> DistSsspResult<W>::distances() const {
  return std::as_const(state_->tree.distances).span();
}

template <class W>
std::vector<GlobalVertex> DistSsspResult<W>::path_to(GlobalVertex target) const {
  return detail::path_to(*state_, parents(), target);
}
template <class W>
SsspDistance<W> DistSsspResult<W>::distance_of(GlobalVertex vertex) const {
  return detail::value_of(*state_, distances(), vertex, kInfiniteDistance<W>);
}

template <class W>
DistSsspSolver<W>::DistSsspSolver(const DistGraph& graph, const DistSsspOptions& options)
    : state_(std::make_unique<State>()) {
  state_->graph = graph.state();
  state_->engine = make_engine<W>(*state_->graph, options);
}
template <class W>
DistSsspSolver<W>::DistSsspSolver(const DistGraph& graph, const Device& device,
                                  const DistSsspOptions& options)
    : state_(std::make_unique<State>()) {
  state_->graph = graph.state();
  // Without devices in this build there is none to be given.
  if constexpr (STRIDER_BUILT_WITH_DEVICES != 0) {
    const auto work = detail::paths_on_device<W>(state_->graph->comm(), device, options);
    state_->engine = make_engine<W>(*state_->graph, options, &work);
  }
}

template <class W>
DistSsspSolver<W>::DistSsspSolver(DistSsspSolver&&) noexcept = default;
template <class W>
DistSsspSolver<W>& DistSsspSolver<W>::operator=(DistSsspSolver&&) noexcept = default;
template <class W>
DistSsspSolver<W>::~DistSsspSolver() = default;

template <class W>
DistSsspResult<W> DistSsspSolver<W>::run(GlobalVertex source) {
  DistSsspResult<W> result;
  run(source, result);
  return result;
}

template <class W>
void DistSsspSolver<W>::run(GlobalVertex source, DistSsspResult<W>& result) {
  detail::run_search(*state_->graph, *state_->engine, source, *result.state_);
}

template <class W>
double DistSsspSolver<W>::delta() const {
  return state_->engine->delta();
}

template class DistSsspResult<float>;
template class DistSsspResult<double>;
template class DistSsspResult<std::uint32_t>;
template class DistSsspSolver<float>;
template class DistSsspSolver<double>;
template class DistSsspSolver<std::uint32_t>;

}  // namespace strider
