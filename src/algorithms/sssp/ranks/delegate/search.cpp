// Delta-stepping (see delta_stepping.cpp) on a graph separated by degrees. To settle:
//
//   distances of normal vertices go to their owners
//   for delegates that any rank found nearer the masks of all ranks are joined, and then the
//     distances of the delegates in the mask are reduced to the minimum
//
// A rank may relax arcs of a delegate with a distance that it found itself before the distances of
// all ranks are reduced. Parents lead to the source all the same: what ranks find in one round they
// find without one another, so of several that found a delegate's distance in a round any has a
// right parent. Its owner's is taken, else that of the lowest rank.
#include "algorithms/sssp/ranks/delegate/search.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "algorithms/sssp/ranks/delegate/local.hpp"
#include "algorithms/sssp/ranks/delta_stepping.hpp"
#include "comm/bit_reduction.hpp"
#include "comm/collective_error.hpp"
#include "comm/round_exchange.hpp"
#include "comm/sparse_exchange.hpp"
#include "ranks/delegate/delegate_answers.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/search/round_peers.hpp"

namespace strider::detail {
namespace {

using comm::Phase;
using comm::PhaseScope;
using comm::Reduction;
using comm::RoundExchange;

template <class W>
DistWeightFacts look_at(const comm::Communicator& comm, const WeightedGraphDelegate<W>& graph,
                        const DistSsspSettings& settings) {
  const GraphDelegate& g = graph.graph;
  const auto ends_of = [&g](std::size_t part, std::size_t arc) -> ArcEnds {
    const bool from_delegate = part >= 2;
    const bool to_delegate = part % 2 == 1;
    const SmallRows& rows = *std::array{&g.nn, &g.nd, &g.dn, &g.dd}[part];
    const auto row = static_cast<std::size_t>(
        std::upper_bound(rows.offsets.begin(), rows.offsets.end(), arc) - rows.offsets.begin() - 1);
    const std::uint32_t local_id = rows.columns[arc];
    return {from_delegate ? g.delegates[row] : g.global(local_vertex(row)),
            to_delegate ? g.delegates[local_id] : g.global_of_local_id(local_id)};
  };
  return look_at_weights<W>(comm,
                            {graph.nn.span(), graph.nd.span(), graph.dn.span(), graph.dd.span()},
                            ends_of, g.sizes.vertices, g.sizes.arcs, settings);
}

template <class W>
class DelegateSssp final : public DistDeltaStepping<W> {
 public:
  DelegateSssp(const comm::Communicator& comm,
               std::shared_ptr<const WeightedGraphDelegate<W>> graph,
               const DelegateSsspSettings& settings, const DelegatePathsFactory<W>* factory)
      : Base(comm, look_at(comm, *graph, settings.common), settings.common.names),
        weighted_(std::move(graph)),
        g_(weighted_->graph),
        reduction_(comm_, comm::BitReduction::Settings{settings.ranks_per_node}),
        sparse_(comm_) {
    const NodeMemory memory(comm_);
    comm::try_on_all_ranks(comm_, [&] {
      memory.require(factory != nullptr ? factory->predict_bytes(*weighted_)
                                        : predict_host_paths_bytes(*weighted_),
                     "a search for shortest paths");
      local_ = factory != nullptr
                   ? factory->make(*weighted_, this->delta(), settings.common, settings.encoding)
                   : make_host_delegate_paths<W>(*weighted_, this->delta(), settings.common,
                                                 settings.encoding);
    });
    make_exchange(memory);
  }

  /// Messages may lie in memory whose owner is local_.
  ~DelegateSssp() override { this->exchange_.reset(); }

  [[nodiscard]] const OwnerMap& owners() const override { return g_.owners; }

 private:
  using Base = DistDeltaStepping<W>;
  using Base::comm_;

  LocalPaths<W>& local() override { return *local_; }
  [[nodiscard]] bool can_pull() const override { return true; }

  void make_exchange(const NodeMemory& memory) {
    std::vector<std::uint64_t> bounds;
    for (int r = 0; r < comm_.size(); ++r) {
      bounds.push_back(r == comm_.rank() ? 0 : local_->message_bound(r));
    }
    const std::vector<std::uint64_t> receive_bounds = comm_.exchange_counts(bounds);
    std::vector<RoundExchange::Peer> peers;
    for (int r = 0; r < comm_.size(); ++r) {
      const auto i = static_cast<std::size_t>(r);
      if (bounds[i] == 0 && receive_bounds[i] == 0) continue;
      peers.push_back({r, bounds[i], receive_bounds[i]});
    }
    comm::try_on_all_ranks(comm_, [&] {
      require_message_memory(memory, local_->messages().get(), RoundExchange::memory_bytes(peers),
                             "the messages of the search");
      this->exchange_.emplace(comm_, peers, local_->messages());
    });
  }

  void visit_source(GlobalVertex source) override {
    const PhaseScope phase(comm_.traffic(), Phase::kControl);
    const OwnedVertex owned = g_.owners.locate(source);
    const bool is_mine = owned.rank == comm_.rank();
    std::uint32_t delegate = is_mine ? g_.delegate_of(owned.vertex) : kNoDelegate;
    delegate = comm_.all_reduce(delegate, Reduction::kMin);
    if (!is_mine && delegate == kNoDelegate) return;
    this->attempt([&] { local_->visit_source(delegate, owned.vertex); });
  }

  void settle() override {
    std::array<std::uint64_t, 2> ranks{0, 0};
    this->attempt([&] {
      ranks = {local_->has_outgoing() ? 1U : 0U, local_->has_found() ? 1U : 0U};
    });
    {
      const PhaseScope phase(comm_.traffic(), Phase::kControl);
      comm_.all_reduce(std::span<std::uint64_t>(ranks), Reduction::kSum);
    }
    // Masks travel while normal vertices do.
    if (ranks[1] > 0) {
      const PhaseScope phase(comm_.traffic(), Phase::kReduce);
      reduction_.start(local_->found_mask(), local_);
    }
    if (ranks[0] > 0) {
      this->exchange();
    } else {
      this->attempt([&] { local_->finish_relaxations(); });
    }
    if (ranks[1] > 0) {
      const PhaseScope phase(comm_.traffic(), Phase::kReduce);
      reduction_.wait();
      comm_.all_reduce(local_->found_distances(), Reduction::kMin);
      this->attempt([&] { local_->take_reduced(); });
    }
  }

  void complete(DistSsspTree<W>& tree) override {
    const PhaseScope phase(comm_.traffic(), Phase::kPredecessors);
    const std::vector<ArrivedFrom> arrived = local_->open_vertices();
    std::vector<std::uint32_t> open;
    std::uint64_t reached = local_->finish(tree, open);
    std::array<std::uint64_t, 3> sums{reached, arrived.size(), open.size()};
    comm_.all_reduce(std::span<std::uint64_t>(sums), Reduction::kSum);
    tree.num_reached = sums[0];
    if (sums[1] > 0) resolve_parents(arrived, tree);
    if (sums[2] == 0) return;
    ask_about_delegates(
        sparse_, g_, std::move(open), [&](std::uint32_t i) { return local_->knows_parent(i); },
        [&](std::uint32_t i) { return local_->parent_id(i); },
        [&](std::uint32_t i, int from, std::uint32_t parent_id) {
          GlobalVertex& parent = tree.parents[index(g_.owners.local(g_.delegates[i]))];
          if (parent == kNoGlobalVertex) parent = g_.named(parent_id, from);
        });
  }

  /// Parents of vertices that came from ranks with several neighbours of theirs.
  void resolve_parents(const std::vector<ArrivedFrom>& arrived, DistSsspTree<W>& tree) {
    using comm::SparseExchange;
    std::vector<SparseExchange::Outgoing> outgoing;
    for (const ArrivedFrom& from : arrived) {
      outgoing.push_back({from.rank, std::as_bytes(std::span(from.vertices))});
    }
    const std::vector<SparseExchange::Incoming> asked = sparse_.exchange(outgoing);
    outgoing.clear();
    std::vector<std::vector<std::uint32_t>> answers;
    for (const SparseExchange::Incoming& message : asked) {
      answers.push_back(local_->parents_of(
          message.from, {reinterpret_cast<const std::uint32_t*>(message.bytes.data()),
                         message.bytes.size() / sizeof(std::uint32_t)}));
      outgoing.push_back({message.from, std::as_bytes(std::span(answers.back()))});
    }
    for (const SparseExchange::Incoming& answer : sparse_.exchange(outgoing)) {
      const auto from = std::find_if(arrived.begin(), arrived.end(),
                                     [&](const ArrivedFrom& a) { return a.rank == answer.from; });
      const auto* const parents = reinterpret_cast<const std::uint32_t*>(answer.bytes.data());
      for (std::size_t i = 0; i < from->vertices.size(); ++i) {
        tree.parents[from->vertices[i]] = g_.owners.global(answer.from, local_vertex(parents[i]));
      }
    }
  }

  std::shared_ptr<const WeightedGraphDelegate<W>> weighted_;
  const GraphDelegate& g_;
  comm::BitReduction reduction_;
  comm::SparseExchange sparse_;
  std::shared_ptr<DelegatePaths<W>> local_;  // shared with a reduction under way
};

}  // namespace

template <class W>
std::unique_ptr<DistSsspEngine<W>> make_delegate_sssp(
    const comm::Communicator& comm, std::shared_ptr<const WeightedGraphDelegate<W>> graph,
    const DelegateSsspSettings& settings, std::shared_ptr<const DelegatePathsFactory<W>> local) {
  return std::make_unique<DelegateSssp<W>>(comm, std::move(graph), settings, local.get());
}

template std::unique_ptr<DistSsspEngine<float>> make_delegate_sssp(
    const comm::Communicator&, std::shared_ptr<const WeightedGraphDelegate<float>>,
    const DelegateSsspSettings&, std::shared_ptr<const DelegatePathsFactory<float>>);
template std::unique_ptr<DistSsspEngine<double>> make_delegate_sssp(
    const comm::Communicator&, std::shared_ptr<const WeightedGraphDelegate<double>>,
    const DelegateSsspSettings&, std::shared_ptr<const DelegatePathsFactory<double>>);
template std::unique_ptr<DistSsspEngine<std::uint32_t>> make_delegate_sssp(
    const comm::Communicator&, std::shared_ptr<const WeightedGraphDelegate<std::uint32_t>>,
    const DelegateSsspSettings&, std::shared_ptr<const DelegatePathsFactory<std::uint32_t>>);

}  // namespace strider::detail
