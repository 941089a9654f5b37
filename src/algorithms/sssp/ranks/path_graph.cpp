#include "algorithms/sssp/ranks/path_graph.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/parallel.hpp"
#include "comm/encoding/valued_set.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "ranks/two_d/weighted_graph_2d.hpp"
#include "strider/error.hpp"
#include "strider/sssp.hpp"

namespace strider::detail {
namespace {

/// The row whose arcs the one at that place is among.
template <class Offset>
std::size_t row_of(std::span<const Offset> offsets, std::size_t place) {
  return static_cast<std::size_t>(std::upper_bound(offsets.begin(), offsets.end(), place) -
                                  offsets.begin() - 1);
}

/// body(rank, v) for the own vertices that are ghosts of other ranks, ascending: those that an arc
/// leads to from there.
template <class F>
void for_each_subscribed(const GraphDelegate& g, const F& body) {
  const ArcSubgraphs& in = g.in();
  for (Vertex v = 0; v < g.num_local; ++v) {
    std::size_t rank = 0;
    int last = -1;
    for (const Vertex neighbor : in.nn.row(v)) {
      if (neighbor < g.num_local) continue;
      while (in.ghost_begin[rank + 1] <= neighbor - g.num_local) ++rank;
      if (std::exchange(last, static_cast<int>(rank)) != static_cast<int>(rank)) body(rank, v);
    }
  }
}

constexpr Vertex rounded_up(Vertex local_ids) {
  return (local_ids + 63) / 64 * 64;
}

/// for_each_arc(row, take) calls take(local id, weight) for the arcs of a row.
template <class W, class Degree, class ForEachArc>
void declare_rows(Workspace& workspace, int threads, Degree degree, ForEachArc for_each_arc,
                  PathGraph<W>& part) {
  workspace.declare("the rows", part.rows.begins, part.num_rows() + std::size_t{1});
  workspace.declare("the ends of arcs", part.rows.local_ids, part.num_arcs);
  workspace.declare("the weights of arcs", part.rows.weights, part.num_arcs);
  workspace.when_taken([&part, threads, degree, for_each_arc] {
    constexpr std::size_t kRowsTogether = 1024;
    WeightedRows<W>& rows = part.rows;
    const std::size_t n = part.num_rows();
    rows.begins[0] = 0;
    for (Vertex v = 0; v < n; ++v) rows.begins[v + 1ULL] = rows.begins[v] + degree(v);
    parallel_for(
        0, (n + kRowsTogether - 1) / kRowsTogether, threads,
        [&](std::size_t chunk) {
          std::vector<std::pair<W, Vertex>> arcs;
          const std::size_t first = chunk * kRowsTogether;
          const std::size_t last = std::min(first + kRowsTogether, n);
          for (std::size_t v = first; v < last; ++v) {
            arcs.clear();
            for_each_arc(static_cast<Vertex>(v),
                         [&](Vertex local_id, W weight) { arcs.emplace_back(weight, local_id); });
            std::sort(arcs.begin(), arcs.end());
            EdgeIndex next = rows.begins[v];
            for (const auto& [weight, local_id] : arcs) {
              rows.local_ids[next] = local_id;
              rows.weights[next++] = weight;
            }
          }
        },
        1);
  });
}

template <class W>
void read(Workspace& workspace, const WeightedGraph1d<W>& graph, int threads, PathGraph<W>& part) {
  const Graph1d& g = graph.topology;
  part.owners = g.owners;
  part.rank = g.rank;
  part.is_undirected = g.directedness == Directedness::kUndirected;
  part.num_arcs = g.rows.num_arcs();
  part.num_arcs_of_all = g.num_arcs;
  part.num_own = part.delegates = g.rows.num_vertices();
  part.num_local_ids = std::max(g.local_ids.size(), part.num_own);
  for (int r = 0; r < g.owners.num_ranks(); ++r) {
    const PeerGhosts ghosts = ghosts_with(g, r);
    part.peers.push_back({ghosts, g.local_ids.range(r).locals.span(), ghosts.range_begin});
  }
  // So that ranges ascend by rank.
  const auto own = static_cast<std::size_t>(g.rank);
  part.peers[own].range_begin =
      own + 1 < part.peers.size() ? part.peers[own + 1].range_begin : part.num_local_ids;
  part.weights = {graph.weights.span()};
  part.ends_of = [&g](std::size_t, std::size_t arc) -> ArcEnds {
    return {g.global_of(local_vertex(row_of(g.rows.offsets().span(), arc))),
            g.global_of(local_id(g.rows.targets()[arc]))};
  };
  part.neighbors = [&g](Vertex v) { return g.rows.neighbors(v); };
  declare_rows(
      workspace, threads, [&g](Vertex v) { return g.rows.degree(v); },
      [&graph, &g](Vertex v, const auto& take) {
        const auto local_ids = g.rows.neighbors(v);
        const auto weights = graph.weights_of(local_vertex(v));
        for (std::size_t i = 0; i < local_ids.size(); ++i) take(local_ids[i], weights[i]);
      },
      part);
}

/// Numbers the ghosts of each rank, by the graph's order, and declares the lists of who is a ghost
/// there.
template <class W>
void number_ghosts(Workspace& workspace, const GraphDelegate& g, PathGraph<W>& part) {
  Vertex next = rounded_up(part.num_rows());
  for (int r = 0; r < g.owners.num_ranks(); ++r) {
    const std::uint32_t begin = g.ghost_begin[static_cast<std::size_t>(r)];
    const std::uint32_t size = g.ghost_begin[static_cast<std::size_t>(r) + 1] - begin;
    part.peers.push_back({{.rank = r,
                           .range_begin = next,
                           .range_size = size,
                           .subscribed = PeerGhosts::Subscribed::kList},
                          g.ghost_vertices.span().subspan(begin, size),
                          g.num_local + begin});
    next += rounded_up(size);
  }
  part.num_local_ids = next;
  for_each_subscribed(g, [&](std::size_t r, Vertex) { ++part.peers[r].num_subscribed; });
  std::size_t subscribed = 0;
  for (const PathPeer& peer : part.peers) subscribed += peer.num_subscribed;
  workspace.declare("the vertices that other ranks know", part.subscribed, subscribed);
  workspace.when_taken([&g, &part] {
    std::vector<std::uint32_t*> ends;
    std::uint32_t* end = part.subscribed.data();
    for (PathPeer& peer : part.peers) {
      peer.list = {end, peer.num_subscribed};
      ends.push_back(end);
      end += peer.num_subscribed;
    }
    for_each_subscribed(g, [&](std::size_t r, Vertex v) { *ends[r]++ = v; });
  });
}

template <class W>
void read(Workspace& workspace, const WeightedGraphDelegate<W>& graph, int threads,
          PathGraph<W>& part) {
  const GraphDelegate& g = graph.graph;
  part.owners = g.owners;
  part.rank = g.rank;
  part.is_undirected = !g.is_directed();
  for (const SmallRows* arcs : {&g.nn, &g.nd, &g.dn, &g.dd}) part.num_arcs += arcs->columns.size();
  part.num_arcs_of_all = g.sizes.arcs;
  part.num_own = g.num_local;
  part.delegates = rounded_up(g.num_local);
  part.num_delegates = g.num_delegates;
  part.separated = &g;
  number_ghosts(workspace, g, part);
  part.weights = {graph.nn.span(), graph.nd.span(), graph.dn.span(), graph.dd.span()};
  part.ends_of = [&g](std::size_t of, std::size_t arc) -> ArcEnds {
    const bool from_delegate = of >= 2;
    const bool to_delegate = of % 2 == 1;
    const SmallRows& arcs = *std::array{&g.nn, &g.nd, &g.dn, &g.dd}[of];
    const std::size_t row = row_of(arcs.offsets.span(), arc);
    const std::uint32_t column = arcs.columns[arc];
    return {from_delegate ? g.delegates[row] : g.global(local_vertex(row)),
            to_delegate ? g.delegates[column] : g.global_of_local_id(column)};
  };
  part.neighbors = [&g](Vertex v) { return g.nn.row(v); };
  declare_rows(
      workspace, threads,
      [&g, &part](Vertex row) -> std::uint64_t {
        if (row < g.num_local) return std::uint64_t{g.nn.degree(row)} + g.nd.degree(row);
        if (row < part.delegates) return 0;
        const Vertex i = row - part.delegates;
        return std::uint64_t{g.dn.degree(i)} + g.dd.degree(i);
      },
      [&graph, &g, &part](Vertex row, const auto& take) {
        const auto walk = [](const SmallRows& arcs, const Array<W>& weights, Vertex from,
                             const auto& body) {
          for (std::uint32_t i = arcs.offsets[from]; i < arcs.offsets[from + 1ULL]; ++i) {
            body(arcs.columns[i], weights[i]);
          }
        };
        const auto take_delegate = [&](Vertex i, W weight) { take(part.delegates + i, weight); };
        if (row < g.num_local) {
          auto peer = part.peers.begin();
          walk(g.nn, graph.nn, row, [&](Vertex neighbor, W weight) {
            if (neighbor < g.num_local) return take(neighbor, weight);
            while (neighbor - peer->first_neighbor >= peer->range_size) ++peer;
            take(peer->range_begin + (neighbor - peer->first_neighbor), weight);
          });
          walk(g.nd, graph.nd, row, take_delegate);
        } else if (row >= part.delegates) {
          walk(g.dn, graph.dn, row - part.delegates, take);
          walk(g.dd, graph.dd, row - part.delegates, take_delegate);
        }
      },
      part);
}

// On a grid, blocks of a row or of a column stand with the own one first, the others in order.

constexpr int position_of(int block, int own) {
  return block == own ? 0 : block < own ? block + 1 : block;
}
constexpr int block_at(int position, int own) {
  return position == 0 ? own : position <= own ? position - 1 : position;
}

/// Copies and ghosts of each rank.
template <class W>
void number_blocks(const GridPlace& place, PathGraph<W>& part) {
  const Vertex block = place.block_size();
  const Grid grid = place.grid();
  for (int r = 0; r < grid.rows * grid.columns; ++r) {
    const int row = place.row_of(r);
    const int column = place.column_of(r);
    PathPeer peer{{.rank = r, .range_begin = part.num_rows()}};
    const bool is_near = row == place.row() || column == place.column();
    if (is_near && r != place.rank()) {
      peer.range_size = peer.num_subscribed = block;
      peer.range_begin =
          column == place.column()
              ? static_cast<Vertex>(position_of(row, place.row())) * block
              : static_cast<Vertex>(grid.rows - 1 + position_of(column, place.column())) * block;
    }
    part.peers.push_back(peer);
  }
}

template <class W>
void read(Workspace& workspace, const WeightedGraph2d<W>& graph, int threads, PathGraph<W>& part) {
  const Graph2d& g = graph.graph;
  const GridPlace& place = g.place;
  const Vertex block = place.block_size();
  part.owners = g.owners;
  part.rank = place.rank();
  part.grid = place;
  part.is_undirected = g.directedness == Directedness::kUndirected;
  part.num_arcs = g.by_source.num_entries();
  part.num_arcs_of_all = g.num_arcs;
  part.num_own = g.owners.size(place.rank());
  part.delegates = block;
  part.num_delegates = place.num_columns() - block;
  part.num_local_ids = part.num_rows() + place.num_rows() - block;
  part.degrees = g.degrees.span();
  number_blocks(place, part);
  part.weights = {graph.weights.span()};
  const auto* const columns = g.by_source.csc();
  part.ends_of = [&g, columns](std::size_t, std::size_t arc) -> ArcEnds {
    const Vertex row = columns->targets()[arc];
    const int grid_column = static_cast<int>(row / g.place.block_size());
    return {g.names.name(static_cast<std::uint32_t>(row_of(columns->offsets().span(), arc))),
            g.owners.global(g.place.rank_at(g.place.row(), grid_column),
                            local_vertex(row % g.place.block_size()))};
  };
  const auto column_of = [block, own = place.row()](Vertex row) {
    const int position = static_cast<int>(row / block);
    return static_cast<Vertex>(block_at(position, own)) * block + row % block;
  };
  declare_rows(
      workspace, threads,
      [columns, column_of](Vertex row) { return columns->degree(column_of(row)); },
      [&graph, columns, column_of, block, own = place.column(), ghosts = part.num_rows()](
          Vertex row, const auto& take) {
        const Vertex column = column_of(row);
        const std::span<const W> weights =
            graph.weights.span().subspan(columns->offsets()[column], columns->degree(column));
        const std::span<const Vertex> targets = columns->neighbors(column);
        for (std::size_t i = 0; i < targets.size(); ++i) {
          const int position = position_of(static_cast<int>(targets[i] / block), own);
          const Vertex begin =
              position == 0 ? 0 : ghosts + static_cast<Vertex>(position - 1) * block;
          take(begin + targets[i] % block, weights[i]);
        }
      },
      part);
}

}  // namespace

template <class W, class Graph>
std::unique_ptr<PathGraph<W>> make_path_graph(Workspace& workspace,
                                              std::shared_ptr<const Graph> graph, int threads) {
  auto part = std::make_unique<PathGraph<W>>();
  read(workspace, *graph, threads, *part);
  part->graph = std::move(graph);
  return part;
}

template <class W>
std::uint32_t PathGraph<W>::most_ghosts() const {
  std::uint32_t most = 0;
  for (const PathPeer& peer : peers) most = std::max({most, peer.range_size, peer.num_subscribed});
  return most;
}

template <class W>
std::size_t PathGraph<W>::message_bound(int of_rank, comm::Encoding encoding) const {
  const std::uint32_t ghosts = std::max(peer(of_rank).range_size, peer(of_rank).num_subscribed);
  return ghosts == 0 ? 0 : comm::valued_bound<SsspDistance<W>>(ghosts, ghosts, encoding);
}

template <class W>
GlobalVertex PathGraph<W>::global_of(Vertex local_id) const {
  if (grid) return named_by(rank, local_id);
  if (local_id < num_own) return owners.global(rank, local_vertex(local_id));
  if (local_id < num_rows()) return separated->delegates[local_id - delegates];
  // Of ranges that begin at the same local id, only the last has ghosts.
  const auto after = std::ranges::upper_bound(peers, local_id, {}, &PathPeer::range_begin);
  return global_of(*(after - 1), local_id - (after - 1)->range_begin);
}

template <class W>
GlobalVertex PathGraph<W>::named_by(int of_rank, Vertex local_id) const {
  if (!grid) return owners.global(of_rank, local_vertex(local_id));
  const int row = grid->row_of(of_rank);
  const int column = grid->column_of(of_rank);
  const int position = static_cast<int>(local_id / grid->block_size());
  const int others = grid->grid().rows - 1;
  const int owner = position <= others ? grid->rank_at(block_at(position, row), column)
                                       : grid->rank_at(row, block_at(position - others, column));
  return owners.global(owner, local_vertex(local_id % grid->block_size()));
}

template <class W>
std::uint32_t PathGraph<W>::only_ghost(Vertex v, const PathPeer& peer) const {
  if (!is_undirected || grid) return kNoVertex;
  const std::span<const Vertex> row = neighbors(v);
  const auto first = std::lower_bound(row.begin(), row.end(), peer.first_neighbor);
  const bool is_only =
      first + 1 == row.end() || *(first + 1) - peer.first_neighbor >= peer.range_size;
  return is_only ? *first - peer.first_neighbor : kNoVertex;
}

template struct PathGraph<float>;
template struct PathGraph<double>;
template struct PathGraph<std::uint32_t>;

template std::unique_ptr<PathGraph<float>> make_path_graph(
    Workspace&, std::shared_ptr<const WeightedGraph1d<float>>, int);
template std::unique_ptr<PathGraph<float>> make_path_graph(
    Workspace&, std::shared_ptr<const WeightedGraphDelegate<float>>, int);
template std::unique_ptr<PathGraph<float>> make_path_graph(
    Workspace&, std::shared_ptr<const WeightedGraph2d<float>>, int);
template std::unique_ptr<PathGraph<double>> make_path_graph(
    Workspace&, std::shared_ptr<const WeightedGraph1d<double>>, int);
template std::unique_ptr<PathGraph<double>> make_path_graph(
    Workspace&, std::shared_ptr<const WeightedGraphDelegate<double>>, int);
template std::unique_ptr<PathGraph<double>> make_path_graph(
    Workspace&, std::shared_ptr<const WeightedGraph2d<double>>, int);
template std::unique_ptr<PathGraph<std::uint32_t>> make_path_graph(
    Workspace&, std::shared_ptr<const WeightedGraph1d<std::uint32_t>>, int);
template std::unique_ptr<PathGraph<std::uint32_t>> make_path_graph(
    Workspace&, std::shared_ptr<const WeightedGraphDelegate<std::uint32_t>>, int);
template std::unique_ptr<PathGraph<std::uint32_t>> make_path_graph(
    Workspace&, std::shared_ptr<const WeightedGraph2d<std::uint32_t>>, int);

}  // namespace strider::detail
