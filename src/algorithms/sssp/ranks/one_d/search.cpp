// Delta-stepping (see delta_stepping.cpp) where every rank has the rows of its own vertices: to
// settle is to send each owner what was found for its vertices. Parents that other ranks found are
// asked for at the end.
#include "algorithms/sssp/ranks/one_d/search.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/sssp/ranks/delta_stepping.hpp"
#include "algorithms/sssp/ranks/one_d/host/host_paths.hpp"
#include "algorithms/sssp/ranks/one_d/local.hpp"
#include "comm/collective_error.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/search/resolve_parents.hpp"
#include "ranks/search/round_peers.hpp"

namespace strider::detail {
namespace {

using comm::Phase;
using comm::PhaseScope;

template <class W>
DistWeightFacts look_at(const comm::Communicator& comm, const WeightedGraph1d<W>& graph,
                        const DistSsspSettings& settings) {
  const Graph1d& topology = graph.topology;
  const auto ends_of = [&](std::size_t, std::size_t arc) -> ArcEnds {
    const auto offsets = topology.rows.offsets().span();
    const auto row = std::upper_bound(offsets.begin(), offsets.end(), arc) - offsets.begin() - 1;
    return {topology.global_of(local_vertex(static_cast<std::size_t>(row))),
            topology.global_of(local_id(topology.rows.targets()[arc]))};
  };
  return look_at_weights<W>(comm, {graph.weights.span()}, ends_of, topology.owners.num_vertices(),
                            topology.num_arcs, settings);
}

template <class W>
class OneDPaths final : public DistDeltaStepping<W> {
 public:
  OneDPaths(const comm::Communicator& comm, std::shared_ptr<const WeightedGraph1d<W>> graph,
            const OneDSsspSettings& settings, const LocalPathsFactory1d<W>* factory)
      : Base(comm, look_at(comm, *graph, settings.common), settings.common.names),
        graph_(std::move(graph)) {
    const NodeMemory memory(comm_);
    comm::try_on_all_ranks(comm_, [&] {
      memory.require(
          factory != nullptr ? factory->predict_bytes(*graph_) : predict_host_paths_bytes(*graph_),
          "a search for shortest paths");
      local_ = factory != nullptr
                   ? factory->make(*graph_, this->delta(), settings.common, settings.encoding)
                   : make_host_paths(*graph_, this->delta(), settings.common, settings.encoding);
      std::size_t answers = 0;
      make_rounds(
          comm_, memory,
          [&](int peer) {
            answers += local_->most_parents(peer);
            return local_->message_bound(peer);
          },
          this->exchange_, local_->messages());
      answers_ = Array<std::uint32_t>(answers);
    });
  }

  /// Messages may lie in memory whose owner is local_.
  ~OneDPaths() override { this->exchange_.reset(); }

  [[nodiscard]] const OwnerMap& owners() const override { return graph_->topology.owners; }

 private:
  using Base = DistDeltaStepping<W>;
  using Base::comm_;

  LocalPaths<W>& local() override { return *local_; }

  [[nodiscard]] bool can_pull() const override {
    return graph_->topology.directedness == Directedness::kUndirected;
  }

  void visit_source(GlobalVertex source) override {
    const OwnedVertex owned = owners().locate(source);
    if (owned.rank != comm_.rank()) return;
    this->attempt([&] { local_->visit_source(owned.vertex); });
  }

  void complete(DistSsspTree<W>& tree) override {
    const PhaseScope phase(comm_.traffic(), Phase::kPredecessors);
    tree.num_reached = comm_.all_reduce(local_->finish(tree), comm::Reduction::kSum);
    resolve_parents(
        comm_, *this->exchange_, answers_.span(),
        [&](int parent_rank, auto to) { return local_->write_requests(parent_rank, to); }, [] {},
        [&](int owner, auto message, auto to) { return local_->write_parents(owner, message, to); },
        [&](int parent_rank, auto parents) { local_->take_parents(parent_rank, parents, tree); });
  }

  std::shared_ptr<const WeightedGraph1d<W>> graph_;
  std::unique_ptr<LocalPaths1d<W>> local_;
  Array<std::uint32_t> answers_;
};

}  // namespace

template <class W>
std::unique_ptr<DistSsspEngine<W>> make_one_d_sssp(
    const comm::Communicator& comm, std::shared_ptr<const WeightedGraph1d<W>> graph,
    const OneDSsspSettings& settings, std::shared_ptr<const LocalPathsFactory1d<W>> local) {
  return std::make_unique<OneDPaths<W>>(comm, std::move(graph), settings, local.get());
}

template std::unique_ptr<DistSsspEngine<float>> make_one_d_sssp(
    const comm::Communicator&, std::shared_ptr<const WeightedGraph1d<float>>,
    const OneDSsspSettings&, std::shared_ptr<const LocalPathsFactory1d<float>>);
template std::unique_ptr<DistSsspEngine<double>> make_one_d_sssp(
    const comm::Communicator&, std::shared_ptr<const WeightedGraph1d<double>>,
    const OneDSsspSettings&, std::shared_ptr<const LocalPathsFactory1d<double>>);
template std::unique_ptr<DistSsspEngine<std::uint32_t>> make_one_d_sssp(
    const comm::Communicator&, std::shared_ptr<const WeightedGraph1d<std::uint32_t>>,
    const OneDSsspSettings&, std::shared_ptr<const LocalPathsFactory1d<std::uint32_t>>);

}  // namespace strider::detail
