// Results of searches in one file, written by all ranks: each has a block of consecutive vertices.
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "comm/collective_error.hpp"
#include "io/results/schemas.hpp"
#include "partition/owner_map.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/input/input_state.hpp"
#include "ranks/results/shared_table.hpp"
#include "ranks/results/tree_block.hpp"
#include "strider/dist.hpp"

namespace strider {
namespace {

using detail::TreeBlock;

/// What rows call the vertices of a block and their parents.
class BlockNames {
 public:
  /// Numbers that are kept by other ranks are asked for here. Collective.
  template <class Depth>
  BlockNames(const comm::Communicator& comm, const detail::VertexNames& names,
             const TreeBlock<Depth>& block)
      : first_(block.first), labels_(names.labels()) {
    if (labels_ != nullptr) return;
    std::vector<GlobalVertex> asked(block.size());
    std::iota(asked.begin(), asked.end(), block.first);
    vertices_ = names.numbers_of(comm, asked);
    asked.clear();
    for (const GlobalVertex parent : block.parents) {
      if (parent != kNoGlobalParent) asked.push_back(parent);
    }
    const Array<std::uint64_t> numbers = names.numbers_of(comm, asked);
    parents_ = Array<std::uint64_t>(block.size());
    std::size_t next = 0;
    for (std::size_t v = 0; v < block.size(); ++v) {
      parents_[v] = block.parents[v] != kNoGlobalParent ? numbers[next++] : 0;
    }
  }
  /// Of numbers that were asked for, each is its own label.
  [[nodiscard]] const Labels& labels() const { return labels_ != nullptr ? *labels_ : own_; }
  [[nodiscard]] GlobalVertex vertex(std::size_t v) const {
    return labels_ != nullptr ? first_ + v : vertices_[v];
  }
  [[nodiscard]] GlobalVertex parent(std::size_t v, GlobalVertex parent) const {
    return labels_ != nullptr ? parent : parents_[v];
  }

 private:
  GlobalVertex first_;
  const Labels* labels_;
  Labels own_;
  Array<std::uint64_t> vertices_;
  Array<std::uint64_t> parents_;
};

template <class Depth, class Result, class DepthOf>
void write_tree(const comm::Communicator& comm, const DistInput& input, const Result& result,
                DepthOf&& depth_of, const TableSchema& schema, const std::string& path,
                ResultFormat format) {
  const std::uint64_t n = input.num_vertices();
  const auto blocks =
      comm::try_on_all_ranks(comm, [&] { return detail::OwnerMap::block(n, comm.size()); });
  const TreeBlock<Depth> block = detail::to_blocks<Depth>(
      comm, blocks, result.parents(), [&](std::size_t v) { return result.vertex(v); }, depth_of);
  const BlockNames names(comm, input.state()->names, block);
  const auto rows = rows_of(schema.columns.size(), [&](std::size_t v, Cell* cells) {
    const GlobalVertex parent = block.parents[v];
    // Levels are narrower than the cells of a count.
    using Value = std::conditional_t<std::is_same_v<Depth, Level>, std::uint64_t, Depth>;
    fill_tree_row(names.vertex(v), Value{block.depths[v]}, names.parent(v, parent),
                  parent != kNoGlobalParent, cells);
  });
  detail::write_shared_table(comm, {schema, names.labels(), n, block.size(), rows}, path, format);
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

template void write_result(const Cluster&, const DistInput&, const DistSsspResult<float>&,
                           const std::string&, ResultFormat);
template void write_result(const Cluster&, const DistInput&, const DistSsspResult<double>&,
                           const std::string&, ResultFormat);
template void write_result(const Cluster&, const DistInput&, const DistSsspResult<std::uint32_t>&,
                           const std::string&, ResultFormat);

}  // namespace strider
