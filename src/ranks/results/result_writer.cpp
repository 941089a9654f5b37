// Results of searches in one file, written by all ranks: each has a block of consecutive vertices.
#include <type_traits>

#include "comm/collective_error.hpp"
#include "io/results/schemas.hpp"
#include "partition/owner_map.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/input/input_state.hpp"
#include "ranks/results/row_names.hpp"
#include "ranks/results/shared_table.hpp"
#include "ranks/results/tree_block.hpp"
#include "strider/dist.hpp"

namespace strider {
namespace {

template <class Depth, class Result, class DepthOf>
void write_tree(const comm::Communicator& comm, const DistInput& input, const Result& result,
                DepthOf&& depth_of, const TableSchema& schema, const std::string& path,
                ResultFormat format) {
  const std::uint64_t n = input.num_vertices();
  const auto blocks =
      comm::try_on_all_ranks(comm, [&] { return detail::OwnerMap::block(n, comm.size()); });
  const detail::TreeBlock<Depth> block = detail::to_blocks<Depth>(
      comm, blocks, result.parents(), [&](std::size_t v) { return result.vertex(v); }, depth_of);
  const detail::VertexNames& kept = input.state()->names;
  const auto vertex_of = [&](std::size_t v) { return block.first + v; };
  const detail::RowNames vertices(comm, kept, block.size(), vertex_of);
  // Where there is no parent, its name is not read: any vertex will do.
  const detail::RowNames parents(comm, kept, block.size(), [&](std::size_t v) {
    return block.parents[v] != kNoGlobalParent ? block.parents[v] : vertex_of(v);
  });
  const auto rows = rows_of(schema.columns.size(), [&](std::size_t v, Cell* cells) {
    const GlobalVertex parent = block.parents[v];
    // Levels are narrower than the cells of a count.
    using Value = std::conditional_t<std::is_same_v<Depth, Level>, std::uint64_t, Depth>;
    fill_tree_row(vertices.name(v, vertex_of(v)), Value{block.depths[v]}, parents.name(v, parent),
                  parent != kNoGlobalParent, cells);
  });
  detail::write_shared_table(comm, {schema, vertices.labels(), n, block.size(), rows}, path,
                             format);
}

}  // namespace

void write_result(const Cluster& cluster, const DistInput& input, const DistBfsResult& result,
                  const std::string& path, ResultFormat format) {
  const LevelView levels = result.levels();
  write_tree<Level>(
      cluster.state()->comm(), input, result,
      [&](std::size_t v) { return levels[static_cast<Vertex>(v)]; }, kBfsSchema, path, format);
}

template <class W>
void write_result(const Cluster& cluster, const DistInput& input, const DistSsspResult<W>& result,
                  const std::string& path, ResultFormat format) {
  write_tree<SsspDistance<W>>(
      cluster.state()->comm(), input, result, [&](std::size_t v) { return result.distances()[v]; },
      kSsspSchema<W>, path, format);
}

void write_result(const Cluster& cluster, const DistInput& input,
                  const DistComponentsResult& result, const std::string& path,
                  ResultFormat format) {
  const comm::Communicator& comm = cluster.state()->comm();
  const std::uint64_t n = input.num_vertices();
  const auto blocks =
      comm::try_on_all_ranks(comm, [&] { return detail::OwnerMap::block(n, comm.size()); });
  const Array<GlobalVertex> labels = detail::label_block(comm, blocks, result);
  const auto vertex_of = [&](std::size_t v) {
    return blocks.global(comm.rank(), detail::local_vertex(v));
  };
  const auto label_of = [&](std::size_t v) { return labels[v]; };
  const detail::RowNames vertices(comm, input.state()->names, labels.size(), vertex_of);
  const detail::RowNames components(comm, input.state()->names, labels.size(), label_of);
  const auto rows = rows_of(std::size(kComponentsColumns), [&](std::size_t v, Cell* cells) {
    cells[0] = Cell(vertices.name(v, vertex_of(v)));
    cells[1] = Cell(components.name(v, label_of(v)));
  });
  detail::write_shared_table(comm, {kComponentsSchema, vertices.labels(), n, labels.size(), rows},
                             path, format);
}

template void write_result(const Cluster&, const DistInput&, const DistSsspResult<float>&,
                           const std::string&, ResultFormat);
template void write_result(const Cluster&, const DistInput&, const DistSsspResult<double>&,
                           const std::string&, ResultFormat);
template void write_result(const Cluster&, const DistInput&, const DistSsspResult<std::uint32_t>&,
                           const std::string&, ResultFormat);

}  // namespace strider
