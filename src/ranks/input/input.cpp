#include <fmt/format.h>

#include <utility>

#include "base/parallel.hpp"
#include "comm/collective_error.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/input/input_state.hpp"
#include "ranks/input/read_slices.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

std::size_t num_weights(const Weights& weights) {
  return std::visit(
      [](const auto& held) -> std::size_t {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
          return 0;
        } else {
          return held.size();
        }
      },
      weights);
}

}  // namespace

DistInput::DistInput(std::shared_ptr<const State> state) : state_(std::move(state)) {}

template <class Parameters>
DistInput DistInput::generate(const Cluster& cluster, const Parameters& parameters, int threads) {
  const int share = cluster.threads_per_rank();
  auto state = std::make_shared<State>();
  comm::try_on_all_ranks(cluster.state()->comm(), [&] {
    [[maybe_unused]] const int own_threads = resolve_threads(threads == 0 ? share : threads);
    if constexpr (std::is_same_v<Parameters, Ssca2Parameters>) {
      state->source = detail::make_source(parameters, cluster.rank(), cluster.size(), own_threads);
    } else {
      state->source = detail::make_source(parameters, cluster.rank(), cluster.size());
    }
    state->num_edges = generated_size(parameters).num_edges;
  });
  return DistInput(std::move(state));
}

template DistInput DistInput::generate(const Cluster&, const KroneckerParameters&, int);
template DistInput DistInput::generate(const Cluster&, const RmatParameters&, int);
template DistInput DistInput::generate(const Cluster&, const Ssca2Parameters&, int);
template DistInput DistInput::generate(const Cluster&, const UniformParameters&, int);
template DistInput DistInput::generate(const Cluster&, const SocialParameters&, int);
template DistInput DistInput::generate(const Cluster&, const WebParameters&, int);
template DistInput DistInput::generate(const Cluster&, const GridParameters&, int);

DistInput DistInput::read(const Cluster& cluster, const std::string& path,
                          const ReadOptions& options) {
  const comm::Communicator& comm = cluster.state()->comm();
  detail::SlicedFile file = detail::read_slices(comm, path, options);
  auto state = std::make_shared<State>();
  state->num_edges = comm.all_reduce(file.edges->num_edges(), comm::Reduction::kSum);
  state->source = std::move(file.edges);
  state->facts = std::move(file.facts);
  state->names = std::move(file.names);
  state->stored = file.stored;
  return DistInput(std::move(state));
}

DistInput DistInput::from_edges(const Cluster& cluster, std::uint64_t num_vertices,
                                Directedness directedness, Array<GlobalEdge> edges,
                                Weights weights) {
  const comm::Communicator& comm = cluster.state()->comm();
  const std::uint64_t listed = edges.size();
  comm::try_on_all_ranks(comm, [&] {
    const std::size_t weighed = num_weights(weights);
    if (weights.index() != 0 && weighed != edges.size()) {
      throw UsageError(fmt::format("got {} weights for {} edges", weighed, edges.size()));
    }
    for (const auto& [u, v] : edges) {
      if (u >= num_vertices || v >= num_vertices) {
        throw UsageError(
            fmt::format("the edge {} - {} has an endpoint that is not one of the {} vertices", u, v,
                        num_vertices));
      }
    }
  });
  const auto type = static_cast<std::uint64_t>(weights.index());
  const auto greatest = comm.all_reduce(type, comm::Reduction::kMax);
  const auto least = comm.all_reduce(type, comm::Reduction::kMin);
  comm::try_on_all_ranks(comm, [&] {
    if (least != greatest) throw UsageError("the ranks have weights of different types");
  });
  auto state = std::make_shared<State>();
  state->source = std::make_unique<detail::HeldEdges>(num_vertices, directedness, std::move(edges),
                                                      std::move(weights));
  state->num_edges = comm.all_reduce(listed, comm::Reduction::kSum);
  return DistInput(std::move(state));
}

std::uint64_t DistInput::num_vertices() const {
  return state_->source->num_vertices();
}
std::uint64_t DistInput::num_edges() const {
  return state_->num_edges;
}
Directedness DistInput::directedness() const {
  return state_->source->directedness();
}
std::size_t DistInput::weight_type() const {
  return static_cast<std::size_t>(state_->source->weight_type());
}
const InputFacts& DistInput::facts() const {
  return state_->facts;
}
std::vector<std::string> DistInput::labels_of(const Cluster& cluster,
                                              std::span<const GlobalVertex> vertices) const {
  return state_->names.labels_of(cluster.state()->comm(), vertices);
}

std::optional<GlobalVertex> DistInput::find(const Cluster& cluster, std::string_view label) const {
  return state_->names.find(cluster.state()->comm(), label, num_vertices());
}

}  // namespace strider
