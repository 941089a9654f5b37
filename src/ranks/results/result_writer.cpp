// Results of searches in one file, written by all ranks: each has a block of consecutive vertices.
#include <numeric>
#include <utility>
#include <vector>

#include "comm/collective_error.hpp"
#include "io/results/tree_rows.hpp"
#include "partition/owner_map.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/input/input_state.hpp"
#include "ranks/results/shared_text.hpp"
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

template <class Rows, class Result, class DepthOf>
void write_tree(const comm::Communicator& comm, const DistInput& input, const Result& result,
                DepthOf&& depth_of, const std::string& path, ResultFormat format) {
  using Depth = typename Rows::Depth;
  const std::uint64_t n = input.num_vertices();
  const auto blocks =
      comm::try_on_all_ranks(comm, [&] { return detail::OwnerMap::block(n, comm.size()); });
  const TreeBlock<Depth> block = detail::to_blocks<Depth>(
      comm, blocks, result.parents(), [&](std::size_t v) { return result.vertex(v); }, depth_of);
  const detail::VertexNames& kept = input.state()->names;
  const BlockNames names(comm, kept, block);
  const Rows rows(names.labels(), format);
  std::string head =
      comm::try_on_all_ranks(comm, [&] { return comm.rank() == 0 ? rows.head(n) : std::string(); });
  const auto append_row = [&](std::size_t v, std::string& text) {
    const GlobalVertex parent = block.parents[v];
    rows.append(
        {names.vertex(v), names.parent(v, parent), block.depths[v], parent != kNoGlobalParent},
        text);
  };
  detail::write_shared_text(comm, path,
                            detail::chunks_of_rows(std::move(head), block.size(), append_row));
}

}  // namespace

void write_result(const Cluster& cluster, const DistInput& input, const DistBfsResult& result,
                  const std::string& path, ResultFormat format) {
  const LevelView levels = result.levels();
  write_tree<BfsRows>(
      cluster.state()->comm(), input, result,
      [&](std::size_t v) { return levels[static_cast<Vertex>(v)]; }, path, format);
}

template <class W>
void write_result(const Cluster& cluster, const DistInput& input, const DistSsspResult<W>& result,
                  const std::string& path, ResultFormat format) {
  write_tree<SsspRows<W>>(
      cluster.state()->comm(), input, result, [&](std::size_t v) { return result.distances()[v]; },
      path, format);
}

template void write_result(const Cluster&, const DistInput&, const DistSsspResult<float>&,
                           const std::string&, ResultFormat);
template void write_result(const Cluster&, const DistInput&, const DistSsspResult<double>&,
                           const std::string&, ResultFormat);
template void write_result(const Cluster&, const DistInput&, const DistSsspResult<std::uint32_t>&,
                           const std::string&, ResultFormat);

}  // namespace strider
