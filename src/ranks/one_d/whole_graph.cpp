#include "ranks/one_d/whole_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <compare>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "comm/collective_error.hpp"
#include "comm/node_array.hpp"
#include "comm/node_grid.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

using comm::NodeArray;

struct NoWeights {
  friend auto operator<=>(const NoWeights&, const NoWeights&) = default;
};

template <class W>
constexpr bool kWeighted = !std::is_same_v<W, NoWeights>;

/// The arrays of a graph, of which the ranks of a node have one copy. Shared with the graph: the
/// last owner goes where all ranks of the node are, not where one of them runs into an error.
template <class W>
struct NodeRows {
  std::shared_ptr<NodeArray<EdgeIndex>> offsets;
  std::shared_ptr<NodeArray<Vertex>> targets;
  std::shared_ptr<NodeArray<W>> weights;
};

template <class T>
SharedArray<T> shared(const std::shared_ptr<NodeArray<T>>& array) {
  return {array, array->span()};
}

/// Where the parts of ranks begin in an array of all of them, node by node: what a node's first
/// rank sends lies together.
struct Places {
  std::vector<std::uint64_t> of_ranks;
  std::vector<std::uint64_t> of_nodes;  ///< and the end
};

template <class Size>
Places lay_out(const comm::NodeGrid& grid, const Size& size_of) {
  Places places;
  places.of_ranks.resize(grid.ranks().size());
  std::uint64_t next = 0;
  for (std::size_t node = 0; node < grid.num_nodes(); ++node) {
    places.of_nodes.push_back(next);
    for (std::size_t number = 0; number < grid.ranks_on(node); ++number) {
      const std::size_t rank = grid.rank_of(node, number);
      places.of_ranks[rank] = next;
      next += size_of(rank);
    }
  }
  places.of_nodes.push_back(next);
  return places;
}

/// Whether vertices laid out node by node are in the order of the input.
bool are_rows_in_order(const comm::NodeGrid& grid, const OwnerMap& owners) {
  return owners.kind() == OwnerMap::Kind::kBlock && owners.shuffle().is_identity() &&
         std::is_sorted(grid.ranks().begin(), grid.ranks().end());
}

void require_one_machine_takes(const Graph1d& part) {
  const std::uint64_t n = part.owners.num_vertices();
  if (n > kMaxVertices) {
    throw UsageError(
        fmt::format("{} vertices are more than one rank supports: set share to partitioned", n));
  }
}

/// Collective where `node` has the ranks of this node.
WholeGraphMemory memory_of(const comm::Communicator& comm, const comm::Communicator& node,
                           const comm::NodeGrid& grid, const Graph1d& part,
                           std::uint64_t weight_bytes) {
  WholeGraphMemory memory;
  memory.sharing = node.size();
  memory.bytes_once =
      saturating_add(saturating_mul(part.owners.num_vertices() + 1, sizeof(EdgeIndex)),
                     saturating_mul(part.num_arcs, sizeof(Vertex) + weight_bytes));
  const auto copies = static_cast<std::uint64_t>(comm.ranks_on_node() / node.size());
  const std::uint64_t at_once = are_rows_in_order(grid, part.owners) ? 1 : 2;
  memory.bytes = saturating_mul(memory.bytes_once, copies * at_once);
  return memory;
}

/// Who has a copy together.
struct Sharing {
  comm::NodeGrid grid;
  comm::Communicator node;  ///< the ranks of this rank's copy
};

/// The ranks of a node; or each rank by itself, where /dev/shm of some machine has no room for what
/// gathering takes: that of a container often is small. Collective.
Sharing choose_sharing(const comm::Communicator& comm, const Graph1d& part,
                       std::uint64_t weight_bytes) {
  Sharing of_nodes{comm::NodeGrid(comm), comm.split_by_node()};
  const bool fits = of_nodes.node.size() == 1 ||
                    memory_of(comm, of_nodes.node, of_nodes.grid, part, weight_bytes).bytes <=
                        comm::free_shared_memory_bytes();
  if (comm.all_reduce(std::uint32_t{fits}, comm::Reduction::kMin) == 1) return of_nodes;
  return {comm::NodeGrid(comm, 1), comm.split(comm.rank(), 0)};
}

void require(const WholeGraphMemory& memory) {
  require_memory(
      memory.bytes,
      memory.sharing == 1
          ? std::string("the whole graph on every rank")
          : fmt::format("the whole graph, which {} ranks of this machine share", memory.sharing));
}

template <class W>
constexpr std::uint64_t kWeightBytes = kWeighted<W> ? sizeof(W) : 0;

/// One gathering, by all ranks.
template <class W, class WeightsOf>
class Gathering {
 public:
  /// `weights_of(v)` are those of the row of own vertex v. Collective.
  Gathering(const comm::Communicator& comm, Sharing sharing, const Graph1d& part,
            const WeightsOf& weights_of, int threads)
      : comm_(comm),
        grid_(std::move(sharing.grid)),
        node_(std::move(sharing.node)),
        leaders_(comm.split(node_.rank() == 0 ? 0 : 1, comm.rank())),
        part_(part),
        weights_of_(weights_of),
        threads_(threads) {}

  /// Collective.
  [[nodiscard]] NodeRows<W> run() {
    comm::try_on_all_ranks(comm_, [&] {
      require_one_machine_takes(part_);
      require(memory_of(comm_, node_, grid_, part_, kWeightBytes<W>));
    });
    lay_out_parts();
    NodeRows<W> rows = take();
    comm::try_on_all_ranks(comm_, [&] { write_own_rows(rows); });
    synchronize(rows);
    if (node_.rank() == 0) exchange_nodes(rows);
    synchronize(rows);
    return are_rows_in_order(grid_, part_.owners) ? std::move(rows) : in_input_order(rows);
  }

 private:
  [[nodiscard]] std::size_t rank() const { return static_cast<std::size_t>(comm_.rank()); }

  void lay_out_parts() {
    std::vector<std::uint64_t> arcs;
    comm::try_on_all_ranks(comm_, [&] {
      arcs.resize(static_cast<std::size_t>(comm_.size()));
      rows_ = lay_out(grid_, [&](std::size_t r) { return part_.owners.size(static_cast<int>(r)); });
      // All exchanges of first ranks have one message, or few parts of one, from and to each.
      const std::uint64_t most =
          std::max<std::uint64_t>(rows_.of_nodes.back(), part_.num_arcs) * sizeof(std::uint64_t);
      const std::vector<std::uint64_t> bytes(static_cast<std::size_t>(leaders_.size()), most);
      leaders_.reserve_messages(bytes, bytes, 1);
    });
    comm_.all_gather(std::uint64_t{part_.rows.num_arcs()}, std::span(arcs));
    comm::try_on_all_ranks(comm_,
                           [&] { arcs_ = lay_out(grid_, [&](std::size_t r) { return arcs[r]; }); });
  }

  /// Collective.
  [[nodiscard]] NodeRows<W> take() const {
    NodeRows<W> rows;
    comm::try_on_all_ranks(comm_, [&] {
      rows.offsets = std::make_shared<NodeArray<EdgeIndex>>();
      rows.targets = std::make_shared<NodeArray<Vertex>>();
      rows.weights = std::make_shared<NodeArray<W>>();
    });
    *rows.offsets = NodeArray<EdgeIndex>(comm_, node_, rows_.of_nodes.back() + 1);
    *rows.targets = NodeArray<Vertex>(comm_, node_, arcs_.of_nodes.back());
    if constexpr (kWeighted<W>) *rows.weights = NodeArray<W>(comm_, node_, arcs_.of_nodes.back());
    return rows;
  }

  /// Collective over the node.
  void synchronize(const NodeRows<W>& rows) const {
    comm::synchronize(node_, *rows.offsets, *rows.targets, *rows.weights);
  }

  /// The rank's rows with the input's numbers, ascending, and their lengths, where later their
  /// offsets are.
  void write_own_rows(const NodeRows<W>& rows) const {
    const std::span<EdgeIndex> lengths = rows.offsets->span().subspan(rows_.of_ranks[rank()]);
    const std::span<Vertex> targets = rows.targets->span();
    parallel_chunks(part_.num_rows(), threads_, [&](std::size_t begin, std::size_t end, int) {
      std::vector<std::pair<Vertex, W>> row;
      for (std::size_t v = begin; v < end; ++v) {
        lengths[v] = part_.rows.degree(static_cast<Vertex>(v));
        const auto local_ids = part_.rows.neighbors(static_cast<Vertex>(v));
        row.clear();
        for (std::size_t i = 0; i < local_ids.size(); ++i) {
          const auto target = static_cast<Vertex>(part_.global_of(local_id(local_ids[i])));
          if constexpr (kWeighted<W>) {
            row.emplace_back(target, weights_of_(v)[i]);
          } else {
            row.emplace_back(target, NoWeights{});
          }
        }
        std::sort(row.begin(), row.end());
        const EdgeIndex place = arcs_.of_ranks[rank()] + part_.rows.offsets()[v];
        for (std::size_t i = 0; i < row.size(); ++i) {
          targets[place + i] = row[i].first;
          if constexpr (kWeighted<W>) rows.weights->span()[place + i] = row[i].second;
        }
      }
    });
  }

  /// The rows of this node for those of the others. Collective over the first ranks of nodes.
  void exchange_nodes(const NodeRows<W>& rows) const {
    leaders_.all_gather_in_place(rows.offsets->span().first(rows_.of_nodes.back()), rows_.of_nodes);
    lengths_to_offsets(rows.offsets->span());
    leaders_.all_gather_in_place(rows.targets->span(), arcs_.of_nodes);
    if constexpr (kWeighted<W>) leaders_.all_gather_in_place(rows.weights->span(), arcs_.of_nodes);
  }

  static void lengths_to_offsets(std::span<EdgeIndex> offsets) {
    offsets.back() = 0;
    EdgeIndex next = 0;
    for (EdgeIndex& offset : offsets) next += std::exchange(offset, next);
  }

  /// From the order of nodes and ranks to that of the input, the ranks of a node sharing the work.
  /// Collective.
  [[nodiscard]] NodeRows<W> in_input_order(const NodeRows<W>& rows) const {
    NodeRows<W> ordered = take();
    const std::span<const EdgeIndex> offsets = rows.offsets->span();
    const std::span<EdgeIndex> to = ordered.offsets->span();
    comm::try_on_all_ranks(comm_, [&] {
      for_each_row(
          [&](std::size_t row, GlobalVertex v) { to[v] = offsets[row + 1] - offsets[row]; });
    });
    synchronize(ordered);
    if (node_.rank() == 0) lengths_to_offsets(to);
    synchronize(ordered);
    comm::try_on_all_ranks(comm_, [&] {
      for_each_row([&](std::size_t row, GlobalVertex v) {
        const EdgeIndex begin = offsets[row];
        const EdgeIndex size = offsets[row + 1] - begin;
        std::copy_n(rows.targets->span().data() + begin, size,
                    ordered.targets->span().data() + to[v]);
        if constexpr (kWeighted<W>) {
          std::copy_n(rows.weights->span().data() + begin, size,
                      ordered.weights->span().data() + to[v]);
        }
      });
    });
    synchronize(ordered);
    return ordered;
  }

  /// body(row, vertex) of those that this rank of the node puts in order.
  template <class Body>
  void for_each_row(const Body& body) const {
    const OwnerMap& owners = part_.owners;
    const auto step = static_cast<std::size_t>(node_.size());
    for (auto i = static_cast<std::size_t>(node_.rank()); i < grid_.ranks().size(); i += step) {
      const auto r = static_cast<int>(grid_.ranks()[i]);
      const std::uint64_t first = rows_.of_ranks[grid_.ranks()[i]];
      parallel_for(0, owners.size(r), threads_,
                   [&](std::size_t v) { body(first + v, owners.global(r, local_vertex(v))); });
    }
  }

  const comm::Communicator& comm_;
  comm::NodeGrid grid_;
  comm::Communicator node_;
  comm::Communicator leaders_;  ///< of a first rank of a node; of others, the others
  const Graph1d& part_;
  const WeightsOf& weights_of_;
  int threads_;
  Places rows_;
  Places arcs_;
};

template <class W>
Graph graph_of(const Graph1d& part, const NodeRows<W>& rows, const Labels& labels) {
  return Graph(Csr(shared(rows.offsets), shared(rows.targets)), part.directedness,
               part.num_self_loops, labels);
}

}  // namespace

WholeGraphMemory whole_graph_memory(const comm::Communicator& comm, const Graph1d& part,
                                    std::uint64_t weight_bytes) {
  const Sharing sharing = choose_sharing(comm, part, weight_bytes);
  return memory_of(comm, sharing.node, sharing.grid, part, weight_bytes);
}

Graph gather_whole_graph(const comm::Communicator& comm, const Graph1d& part, int threads,
                         const Labels& labels) {
  const auto none = [](std::size_t) { return std::span<const NoWeights>(); };
  const NodeRows<NoWeights> rows =
      Gathering<NoWeights, decltype(none)>(comm, choose_sharing(comm, part, 0), part, none, threads)
          .run();
  return comm::try_on_all_ranks(comm, [&] { return graph_of(part, rows, labels); });
}

template <EdgeWeight W>
WeightedGraph<W> gather_whole_graph(const comm::Communicator& comm, const WeightedGraph1d<W>& part,
                                    int threads, const Labels& labels) {
  const auto weights_of = [&](std::size_t v) { return part.weights_of(local_vertex(v)); };
  const NodeRows<W> rows =
      Gathering<W, decltype(weights_of)>(comm, choose_sharing(comm, part.topology, kWeightBytes<W>),
                                         part.topology, weights_of, threads)
          .run();
  return comm::try_on_all_ranks(comm, [&] {
    return WeightedGraph<W>(graph_of(part.topology, rows, labels), shared(rows.weights));
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
