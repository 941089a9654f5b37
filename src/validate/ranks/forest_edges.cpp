#include "validate/ranks/forest_edges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/parallel_sort.hpp"
#include "base/workspace.hpp"
#include "comm/by_rank.hpp"
#include "comm/collective_error.hpp"
#include "ranks/edges/check_edge.hpp"
#include "ranks/edges/ghosts.hpp"
#include "ranks/edges/redistribute.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

template <class W>
class Collector {
 public:
  using Key = WeightKey<W>;
  using Claim = GlobalMsfEdge<W>;

  Collector(const comm::Communicator& comm, OwnerMap owners, const ForestCheckOptions& options)
      : comm_(comm), options_(options), order_(options.objective) {
    edges_.owners = std::move(owners);
  }

  ComparedEdges<Key> collect(const EdgeSource& source, std::span<const Claim> claims) {
    const comm::PhaseScope phase(comm_.traffic(), comm::Phase::kBuild);
    redistribute<Claim, W, 1>(
        comm_, source, {.threads = options_.threads, .chunk = options_.chunk},
        [&](const ListedEdge<W>& edge, auto&& emit) { route(edge, emit); },
        [&](Array<Claim>&& part) {
          note_ends(part.span());
          received_.push_back(std::move(part));
        });
    Array<Claim> claimed = share_out(claims);
    comm::try_on_all_ranks(comm_, [&] {
      note_ends(claimed.span());
      edges_.vertices = local_ids_.number();
      std::vector<Array<Claim>> parts;
      parts.push_back(std::move(claimed));
      edges_.claims = in_local_ids(std::move(parts));
      sort(edges_.claims);
      edges_.input = in_local_ids(std::move(received_));
    });
    return std::move(edges_);
  }

 private:
  [[nodiscard]] int meeting_rank(GlobalVertex u, GlobalVertex v) const {
    return edges_.owners.owner((u + v) % 2 == 0 ? v : u);
  }

  template <class Emit>
  void route(const ListedEdge<W>& edge, Emit& emit) const {
    check_ends(edge, edges_.owners.num_vertices());
    if (!order_.is_number(order_.key(edge.weight))) {
      throw WeightError(fmt::format("the edge {} - {} has a weight that is not a number",
                                    edge.source, edge.target));
    }
    const auto [u, v] = std::minmax(edge.source, edge.target);
    if (u != v) emit(meeting_rank(u, v), Claim{u, v, edge.weight});
  }

  void note_ends(std::span<const Claim> edges) {
    for (const Claim& edge : edges) {
      local_ids_.insert(edge.u);
      local_ids_.insert(edge.v);
    }
  }

  Array<Claim> share_out(std::span<const Claim> claims) const {
    std::vector<std::uint64_t> counts;
    std::vector<std::uint64_t> ignored;
    Array<Claim> sent;
    comm::try_on_all_ranks(comm_, [&] {
      ignored.assign(static_cast<std::size_t>(comm_.size()), 0);
      NodeMemory(comm_).require(saturating_mul(claims.size(), 2 * sizeof(Claim)),
                                "the forest that is validated");
      sent = Array<Claim>(claims.size());
      const auto rank_of = [&](const Claim& edge) { return meeting_rank(edge.u, edge.v); };
      counts = comm::group_by_rank(claims, comm_.size(), rank_of, sent.span());
    });
    return comm::checked_all_to_all(comm_, std::as_const(sent).span(), counts, std::span(ignored));
  }

  /// Gives up the memory of the parts one by one.
  Array<ComparedEdge<Key>> in_local_ids(std::vector<Array<Claim>> parts) const {
    std::uint64_t total = 0;
    for (const Array<Claim>& part : parts) total += part.size();
    auto edges = take_array<Array<ComparedEdge<Key>>>(
        total, "the edges that a forest is validated against", NodeMemory(comm_));
    std::size_t begin = 0;
    for (Array<Claim>& part : parts) {
      parallel_for(0, part.size(), options_.threads, [&](std::size_t i) {
        const Claim& edge = part[i];
        edges[begin + i] = {order_.key(edge.weight), local_ids_.local_id(edge.u),
                            local_ids_.local_id(edge.v)};
      });
      begin += part.size();
      part = {};
    }
    return edges;
  }

  /// By (u, v, key).
  void sort(Array<ComparedEdge<Key>>& edges) const {
    auto buffer = take_array<Array<ComparedEdge<Key>>>(
        edges.size(), "sorting the edges of the forest that is validated", NodeMemory(comm_));
    parallel_sort(edges.span(), buffer.span(), options_.threads, [&](const auto& a, const auto& b) {
      return std::tuple(a.u, a.v, a.key) < std::tuple(b.u, b.v, b.key);
    });
  }

  const comm::Communicator& comm_;
  const ForestCheckOptions& options_;
  WeightOrder<W> order_;
  ComparedEdges<Key> edges_;
  Ghosts local_ids_;
  std::vector<Array<Claim>> received_;
};

}  // namespace

template <class W>
ComparedEdges<WeightKey<W>> collect_forest_edges(const comm::Communicator& comm,
                                                 const EdgeSource& source,
                                                 std::span<const GlobalMsfEdge<W>> claims,
                                                 const ForestCheckOptions& options) {
  OwnerMap owners;
  comm::try_on_all_ranks(comm,
                         [&] { owners = OwnerMap::block(source.num_vertices(), comm.size()); });
  return Collector<W>(comm, std::move(owners), options).collect(source, claims);
}

template ComparedEdges<WeightKey<float>> collect_forest_edges(const comm::Communicator&,
                                                              const EdgeSource&,
                                                              std::span<const GlobalMsfEdge<float>>,
                                                              const ForestCheckOptions&);
template ComparedEdges<WeightKey<double>> collect_forest_edges(
    const comm::Communicator&, const EdgeSource&, std::span<const GlobalMsfEdge<double>>,
    const ForestCheckOptions&);
template ComparedEdges<WeightKey<std::uint32_t>> collect_forest_edges(
    const comm::Communicator&, const EdgeSource&, std::span<const GlobalMsfEdge<std::uint32_t>>,
    const ForestCheckOptions&);

}  // namespace strider::detail
