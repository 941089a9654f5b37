// Results in one file, written by all ranks: each has the rows of a block of consecutive vertices,
// or of the edges whose first ends are in it.
#include <functional>
#include <optional>
#include <tuple>
#include <type_traits>
#include <vector>

#include "comm/collective_error.hpp"
#include "io/results/result_tables.hpp"
#include "partition/owner_map.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/input/input_state.hpp"
#include "ranks/results/row_names.hpp"
#include "ranks/results/score_result.hpp"
#include "ranks/results/shared_table.hpp"
#include "ranks/results/sorted_block.hpp"
#include "ranks/results/tree_block.hpp"
#include "strider/dist.hpp"
#include "strider/dist_bc.hpp"
#include "strider/dist_msf.hpp"
#include "strider/distance_matrix.hpp"

namespace strider {
namespace {

using detail::RowNames;

/// make() makes the part of this rank. Collective.
template <class Make>
void write_parts(const comm::Communicator& comm, const Make& make, const std::string& path,
                 ResultFormat format) {
  const ResultTable own = comm::try_on_all_ranks(comm, make);
  detail::write_shared_table(comm, own, path, format);
}

/// columns(vertex, depth, parent) are those of the result.
template <class Depth, class Result, class DepthOf, class Columns>
void write_tree(const comm::Communicator& comm, const DistInput& input, const Result& result,
                DepthOf&& depth_of, const Columns& columns, const std::string& path,
                ResultFormat format) {
  const std::uint64_t n = input.num_vertices();
  const auto blocks =
      comm::try_on_all_ranks(comm, [&] { return detail::OwnerMap::block(n, comm.size()); });
  const detail::TreeBlock<Depth> block = detail::to_tree_block<Depth>(
      comm, blocks, result.parents(), [&](std::size_t v) { return result.vertex(v); }, depth_of);
  const auto is_reached = [&](std::size_t i) { return block.parents[i] != kNoGlobalParent; };
  const auto vertex_of = [&](std::size_t i) { return block.first + i; };
  const detail::VertexNames& kept = input.state()->names;
  const RowNames vertices(comm, kept, block.size(), vertex_of);
  // Where there is no parent, its name is not read: any vertex will do.
  const RowNames parents(comm, kept, block.size(), [&](std::size_t i) {
    return is_reached(i) ? block.parents[i] : vertex_of(i);
  });
  const auto depth = [&](std::size_t i) { return block.depths[i]; };
  const auto parent = [&](std::size_t i) {
    return is_reached(i) ? std::optional(parents(i)) : std::nullopt;
  };
  const auto part = [&] {
    return ResultTable{vertices.labels(), n, block.size(),
                       columns(std::cref(vertices), depth, parent)};
  };
  write_parts(comm, part, path, format);
}

/// Of a search for levels only.
template <class LevelOf>
void write_levels(const comm::Communicator& comm, const DistInput& input,
                  const DistBfsResult& result, const LevelOf& level_of, const std::string& path,
                  ResultFormat format) {
  const std::uint64_t n = input.num_vertices();
  const auto blocks =
      comm::try_on_all_ranks(comm, [&] { return detail::OwnerMap::block(n, comm.size()); });
  const Array<Level> levels = detail::to_blocks<Level>(
      comm, blocks, result.num_owned(), [&](std::size_t v) { return result.vertex(v); }, level_of);
  const RowNames vertices(comm, input.state()->names, levels.size(), [&](std::size_t v) {
    return blocks.global(comm.rank(), detail::local_vertex(v));
  });
  const auto part = [&] {
    const auto level = [&](std::size_t v) { return levels[v]; };
    return ResultTable{vertices.labels(), n, levels.size(),
                       level_columns(std::cref(vertices), level)};
  };
  write_parts(comm, part, path, format);
}

/// columns(u, v, value) are those of the result; value_of(edge) is what an edge has.
template <class AnyEdge, class ValueOf, class Columns>
void write_edges(const comm::Communicator& comm, const DistInput& input,
                 std::span<const AnyEdge> own, const ValueOf& value_of, const Columns& columns,
                 std::string_view unknown_to_ldbc, const std::string& path, ResultFormat format) {
  // By rank: those whose smaller ends are in its block, in order.
  const Array<AnyEdge> edges = detail::to_sorted_block(
      comm, input.num_vertices(), own, [](const AnyEdge& edge) { return edge.u; },
      [](const AnyEdge& a, const AnyEdge& b) { return std::tie(a.u, a.v) < std::tie(b.u, b.v); });
  const detail::VertexNames& kept = input.state()->names;
  const RowNames u(comm, kept, edges.size(), [&](std::size_t i) { return edges[i].u; });
  const RowNames v(comm, kept, edges.size(), [&](std::size_t i) { return edges[i].v; });
  const auto value = [&](std::size_t i) { return value_of(edges[i]); };
  const auto part = [&] {
    return ResultTable{u.labels(), input.num_vertices(), edges.size(),
                       columns(std::cref(u), std::cref(v), value), unknown_to_ldbc};
  };
  write_parts(comm, part, path, format);
}

template <class T>
void write_values(const comm::Communicator& comm, const DistInput& input, std::string_view name,
                  const DistVertexValues<T>& result, const std::string& path, ResultFormat format) {
  const std::uint64_t n = input.num_vertices();
  const auto blocks =
      comm::try_on_all_ranks(comm, [&] { return detail::OwnerMap::block(n, comm.size()); });
  const Array<T> values = detail::to_blocks(comm, blocks, result);
  const detail::VertexNames& kept = input.state()->names;
  const RowNames vertices(comm, kept, values.size(), [&](std::size_t v) {
    return blocks.global(comm.rank(), detail::local_vertex(v));
  });
  const auto write = [&](CellType type, const auto& value) {
    const auto part = [&] {
      return ResultTable{vertices.labels(), n, values.size(),
                         value_columns(name, type, std::cref(vertices), std::cref(value))};
    };
    write_parts(comm, part, path, format);
  };
  const auto value = [&](std::size_t v) { return values[v]; };
  if constexpr (std::is_same_v<T, GlobalVertex>) {
    write(CellType::kLabel, RowNames(comm, kept, values.size(), value));
  } else {
    write(kCellOf<T>, value);
  }
}

}  // namespace

void write_result(const Cluster& cluster, const DistInput& input, const DistBfsResult& result,
                  const std::string& path, ResultFormat format) {
  const comm::Communicator& comm = cluster.state()->comm();
  const auto level_of = [levels = result.levels()](std::size_t v) {
    return levels[static_cast<Vertex>(v)];
  };
  if (result.query().output == BfsOutput::kLevels) {
    write_levels(comm, input, result, level_of, path, format);
    return;
  }
  const auto columns = [](auto vertex, auto level, auto parent) {
    return bfs_columns(vertex, level, parent);
  };
  write_tree<Level>(comm, input, result, level_of, columns, path, format);
}

template <class W>
void write_result(const Cluster& cluster, const DistInput& input, const DistSsspResult<W>& result,
                  const std::string& path, ResultFormat format) {
  const auto columns = [](auto vertex, auto distance, auto parent) {
    return sssp_columns<W>(vertex, distance, parent);
  };
  write_tree<SsspDistance<W>>(
      cluster.state()->comm(), input, result, [&](std::size_t v) { return result.distances()[v]; },
      columns, path, format);
}

template <class W>
void write_result(const Cluster& cluster, const DistInput& input, const DistMsfResult<W>& forest,
                  const std::string& path, ResultFormat format) {
  write_edges(
      cluster.state()->comm(), input, forest.edges(),
      [](const GlobalMsfEdge<W>& edge) { return edge.weight; },
      [](auto u, auto v, auto weight) { return msf_columns<W>(u, v, weight); }, kForests, path,
      format);
}

template <class T>
void write_vertex_values(const Cluster& cluster, const DistInput& input, std::string_view name,
                         const DistVertexValues<T>& result, const std::string& path,
                         ResultFormat format) {
  write_values(cluster.state()->comm(), input, name, result, path, format);
}

void write_distances(const Cluster& cluster, const DistInput& input,
                     std::span<const GlobalVertex> sources, const DistDistances& result,
                     const std::string& path, ResultFormat format) {
  const comm::Communicator& comm = cluster.state()->comm();
  const std::uint64_t n = input.num_vertices();
  const std::size_t k = sources.size();
  const auto blocks =
      comm::try_on_all_ranks(comm, [&] { return detail::OwnerMap::block(n, comm.size()); });
  std::vector<Array<Level>> levels;  // by source
  for (std::size_t source = 0; source < k; ++source) {
    levels.push_back(detail::to_blocks<Level>(
        comm, blocks, result.vertices.size(), [&](std::size_t i) { return result.vertices[i]; },
        [&](std::size_t i) { return result.levels[i * k + source]; }));
  }
  const std::size_t size = blocks.size(comm.rank());
  const detail::VertexNames& kept = input.state()->names;
  const RowNames vertices(comm, kept, size, [&](std::size_t v) {
    return blocks.global(comm.rank(), detail::local_vertex(v));
  });
  const RowNames starts(comm, kept, k, [&](std::size_t i) { return sources[i]; });
  const auto source = [&](std::size_t i) { return starts(i % k); };
  const auto vertex = [&](std::size_t i) { return vertices(i / k); };
  const auto level = [&](std::size_t i) { return levels[i % k][i / k]; };
  const auto part = [&] {
    return ResultTable{vertices.labels(), n, size * k, distance_columns(source, vertex, level),
                       kDistances};
  };
  write_parts(comm, part, path, format);
}

void write_result(const Cluster& cluster, const DistInput& input,
                  const DistBetweennessResult& result, const std::string& path,
                  ResultFormat format) {
  const comm::Communicator& comm = cluster.state()->comm();
  if (result.of() == BetweennessOf::kVertices) {
    const auto values = comm::try_on_all_ranks(comm, [&] { return detail::vertex_values(result); });
    return write_vertex_values(cluster, input, "score", values, path, format);
  }
  write_edges(
      comm, input, result.edges(), [](const GlobalEdgeScore& edge) { return edge.score; },
      [](auto u, auto v, auto score) { return edge_score_columns(u, v, score); }, kBetweenness,
      path, format);
}

template void write_vertex_values(const Cluster&, const DistInput&, std::string_view,
                                  const DistVertexValues<std::uint32_t>&, const std::string&,
                                  ResultFormat);
template void write_vertex_values(const Cluster&, const DistInput&, std::string_view,
                                  const DistVertexValues<double>&, const std::string&,
                                  ResultFormat);
template void write_vertex_values(const Cluster&, const DistInput&, std::string_view,
                                  const DistVertexValues<GlobalVertex>&, const std::string&,
                                  ResultFormat);
template void write_result(const Cluster&, const DistInput&, const DistSsspResult<float>&,
                           const std::string&, ResultFormat);
template void write_result(const Cluster&, const DistInput&, const DistSsspResult<double>&,
                           const std::string&, ResultFormat);
template void write_result(const Cluster&, const DistInput&, const DistSsspResult<std::uint32_t>&,
                           const std::string&, ResultFormat);
template void write_result(const Cluster&, const DistInput&, const DistMsfResult<float>&,
                           const std::string&, ResultFormat);
template void write_result(const Cluster&, const DistInput&, const DistMsfResult<double>&,
                           const std::string&, ResultFormat);
template void write_result(const Cluster&, const DistInput&, const DistMsfResult<std::uint32_t>&,
                           const std::string&, ResultFormat);

}  // namespace strider
