#include "ranks/one_d/whole_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "comm/collective_error.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

struct NoWeights {
  friend auto operator<=>(const NoWeights&, const NoWeights&) = default;
};

/// Rows of all ranks, those of rank 0 first, each rank's in the order of its own vertices.
template <class W>
struct GatheredRows {
  Array<EdgeIndex> offsets;
  Array<Vertex> targets;
  Array<W> weights;
};

void require_one_machine_takes(const Graph1d& part) {
  const std::uint64_t n = part.owners.num_vertices();
  if (n > kMaxVertices) {
    throw UsageError(
        fmt::format("{} vertices are more than one rank supports: set share to partitioned", n));
  }
}

bool are_rows_in_order(const OwnerMap& owners) {
  return owners.kind() == OwnerMap::Kind::kBlock && owners.shuffle().is_identity();
}

/// The rank's rows with the input's numbers, ascending, into its places of `targets`.
template <class W, class WeightsOf>
void write_own_rows(const Graph1d& part, const WeightsOf& weights_of, EdgeIndex first,
                    GatheredRows<W>& rows, int threads) {
  constexpr bool kWeighted = !std::is_same_v<W, NoWeights>;
  parallel_chunks(part.num_rows(), threads, [&](std::size_t begin, std::size_t end, int) {
    std::vector<std::pair<Vertex, W>> row;
    for (std::size_t v = begin; v < end; ++v) {
      const auto local_ids = part.rows.neighbors(static_cast<Vertex>(v));
      row.clear();
      for (std::size_t i = 0; i < local_ids.size(); ++i) {
        const auto target = static_cast<Vertex>(part.global_of(local_id(local_ids[i])));
        if constexpr (kWeighted) {
          row.emplace_back(target, weights_of(v)[i]);
        } else {
          row.emplace_back(target, NoWeights{});
        }
      }
      std::sort(row.begin(), row.end());
      const EdgeIndex place = first + part.rows.offsets()[v];
      for (std::size_t i = 0; i < row.size(); ++i) {
        rows.targets[place + i] = row[i].first;
        if constexpr (kWeighted) rows.weights[place + i] = row[i].second;
      }
    }
  });
}

/// Collective.
template <class W, class WeightsOf>
GatheredRows<W> gather_rows(const comm::Communicator& comm, const Graph1d& part,
                            const WeightsOf& weights_of, int threads) {
  constexpr bool kWeighted = !std::is_same_v<W, NoWeights>;
  const auto ranks = static_cast<std::size_t>(comm.size());
  const auto rank = static_cast<std::size_t>(comm.rank());
  std::vector<std::uint64_t> first_row;
  std::vector<std::uint64_t> first_arc;
  std::vector<std::uint64_t> arcs;
  GatheredRows<W> rows;
  comm::try_on_all_ranks(comm, [&] {
    first_row.assign(ranks + 1, 0);
    first_arc.assign(ranks + 1, 0);
    arcs.assign(ranks, 0);
    for (std::size_t r = 0; r < ranks; ++r) {
      first_row[r + 1] = first_row[r] + part.owners.size(static_cast<int>(r));
    }
    rows.offsets = Array<EdgeIndex>(first_row.back() + 1, 0);
    for (std::size_t v = 0; v < part.num_rows(); ++v) {
      rows.offsets[first_row[rank] + v] = part.rows.degree(static_cast<Vertex>(v));
    }
    // All exchanges below have one message, or few parts of one, from and to each rank.
    const std::uint64_t most =
        std::max<std::uint64_t>(first_row.back(), part.num_arcs) * sizeof(std::uint64_t);
    const std::vector<std::uint64_t> bytes(ranks, most);
    comm.reserve_messages(bytes, bytes, 1);
  });
  comm.all_gather(std::uint64_t{part.rows.num_arcs()}, std::span(arcs));
  std::partial_sum(arcs.begin(), arcs.end(), first_arc.begin() + 1);
  comm::try_on_all_ranks(comm, [&] {
    rows.targets = Array<Vertex>(first_arc.back());
    if constexpr (kWeighted) rows.weights = Array<W>(first_arc.back());
    write_own_rows(part, weights_of, first_arc[rank], rows, threads);
  });
  comm.all_gather_in_place(rows.offsets.span().first(first_row.back()), first_row);
  EdgeIndex next = 0;
  for (EdgeIndex& offset : rows.offsets) next += std::exchange(offset, next);
  comm.all_gather_in_place(rows.targets.span(), first_arc);
  if constexpr (kWeighted) comm.all_gather_in_place(rows.weights.span(), first_arc);
  return rows;
}

/// From the order of ranks to that of the input.
template <class W>
GatheredRows<W> in_input_order(const Graph1d& part, GatheredRows<W> rows, int threads) {
  const OwnerMap& owners = part.owners;
  if (are_rows_in_order(owners)) return rows;
  GatheredRows<W> ordered;
  ordered.offsets = Array<EdgeIndex>(rows.offsets.size(), 0);
  ordered.targets = Array<Vertex>(rows.targets.size());
  if constexpr (!std::is_same_v<W, NoWeights>) ordered.weights = Array<W>(rows.weights.size());
  const auto for_each_rank = [&](auto&& body) {
    std::size_t first = 0;
    for (int r = 0; r < owners.num_ranks(); ++r) {
      const std::size_t size = owners.size(r);
      parallel_for(0, size, threads,
                   [&](std::size_t v) { body(first + v, owners.global(r, local_vertex(v))); });
      first += size;
    }
  };
  for_each_rank([&](std::size_t row, GlobalVertex v) {
    ordered.offsets[v] = rows.offsets[row + 1] - rows.offsets[row];
  });
  EdgeIndex next = 0;
  for (EdgeIndex& offset : ordered.offsets) next += std::exchange(offset, next);
  for_each_rank([&](std::size_t row, GlobalVertex v) {
    const EdgeIndex begin = rows.offsets[row];
    const EdgeIndex size = rows.offsets[row + 1] - begin;
    std::copy_n(rows.targets.data() + begin, size, ordered.targets.data() + ordered.offsets[v]);
    if constexpr (!std::is_same_v<W, NoWeights>) {
      std::copy_n(rows.weights.data() + begin, size, ordered.weights.data() + ordered.offsets[v]);
    }
  });
  return ordered;
}

/// Collective.
template <class W, class WeightsOf>
GatheredRows<W> gather(const comm::Communicator& comm, const Graph1d& part,
                       std::uint64_t weight_bytes, const WeightsOf& weights_of, int threads) {
  comm::try_on_all_ranks(comm, [&] {
    require_one_machine_takes(part);
    NodeMemory(comm).require(whole_graph_bytes(part, weight_bytes),
                             "the whole graph on every rank");
  });
  GatheredRows<W> rows = gather_rows<W>(comm, part, weights_of, threads);
  return comm::try_on_all_ranks(comm,
                                [&] { return in_input_order(part, std::move(rows), threads); });
}

Graph graph_of(const Graph1d& part, Array<EdgeIndex> offsets, Array<Vertex> targets,
               const Labels& labels) {
  return Graph(Csr(std::move(offsets), std::move(targets)), part.directedness, part.num_self_loops,
               labels);
}

}  // namespace

std::uint64_t whole_graph_bytes(const Graph1d& part, std::uint64_t weight_bytes) {
  const std::uint64_t once =
      saturating_add(saturating_mul(part.owners.num_vertices() + 1, sizeof(EdgeIndex)),
                     saturating_mul(part.num_arcs, sizeof(Vertex) + weight_bytes));
  return are_rows_in_order(part.owners) ? once : saturating_mul(once, 2);
}

Graph gather_whole_graph(const comm::Communicator& comm, const Graph1d& part, int threads,
                         const Labels& labels) {
  const auto none = [](std::size_t) { return std::span<const NoWeights>(); };
  GatheredRows<NoWeights> rows = gather<NoWeights>(comm, part, 0, none, threads);
  return comm::try_on_all_ranks(comm, [&] {
    return graph_of(part, std::move(rows.offsets), std::move(rows.targets), labels);
  });
}

template <EdgeWeight W>
WeightedGraph<W> gather_whole_graph(const comm::Communicator& comm, const WeightedGraph1d<W>& part,
                                    int threads, const Labels& labels) {
  const auto weights_of = [&](std::size_t v) { return part.weights_of(local_vertex(v)); };
  GatheredRows<W> rows = gather<W>(comm, part.topology, sizeof(W), weights_of, threads);
  return comm::try_on_all_ranks(comm, [&] {
    return WeightedGraph<W>(
        graph_of(part.topology, std::move(rows.offsets), std::move(rows.targets), labels),
        std::move(rows.weights));
  });
}

template WeightedGraph<float> gather_whole_graph(const comm::Communicator&,
                                                 const WeightedGraph1d<float>&, int, const Labels&);
template WeightedGraph<double> gather_whole_graph(const comm::Communicator&,
                                                  const WeightedGraph1d<double>&, int,
                                                  const Labels&);
template WeightedGraph<std::uint32_t> gather_whole_graph(const comm::Communicator&,
                                                         const WeightedGraph1d<std::uint32_t>&, int,
                                                         const Labels&);

}  // namespace strider::detail
