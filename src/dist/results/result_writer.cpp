// Results of searches in one file, written by all ranks: each formats its block of consecutive
// vertices twice, first to know how long it is.
#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "comm/agreement.hpp"
#include "dist/facade/cluster_state.hpp"
#include "dist/input/input_state.hpp"
#include "dist/results/shared_file.hpp"
#include "dist/results/tree_block.hpp"
#include "io/results/tree_rows.hpp"
#include "partition/owner_map.hpp"
#include "strider/dist.hpp"

namespace strider {
namespace {

using detail::SharedFile;
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

/// The text of a block, piece by piece.
template <class Rows>
class BlockText {
 public:
  BlockText(const Rows& rows, const BlockNames& names, std::string head,
            const TreeBlock<typename Rows::Depth>& block)
      : rows_(rows), names_(names), head_(std::move(head)), block_(block) {}

  /// take(piece) for each piece; nothing is kept of it.
  template <class F>
  void for_each_piece(F&& take) const {
    for (std::size_t first = 0; first < num_pieces(); ++first) take(piece(first));
  }
  [[nodiscard]] std::size_t num_pieces() const { return 1 + (block_.size() + kRows - 1) / kRows; }
  /// Piece 0 is the head.
  [[nodiscard]] std::string piece(std::size_t number) const {
    if (number == 0) return head_;
    std::string text;
    const std::size_t begin = (number - 1) * kRows;
    for (std::size_t v = begin; v < std::min(block_.size(), begin + kRows); ++v) {
      rows_.append({names_.vertex(v), names_.parent(v, block_.parents[v]), block_.depths[v],
                    block_.parents[v] != kNoGlobalParent},
                   text);
    }
    return text;
  }

 private:
  static constexpr std::size_t kRows = std::size_t{1} << 15U;

  const Rows& rows_;
  const BlockNames& names_;
  std::string head_;
  const TreeBlock<typename Rows::Depth>& block_;
};

/// Every rank writes its block where the blocks before it end.
template <class Rows>
void write_in_place(const comm::Communicator& comm, SharedFile& file, const BlockText<Rows>& text) {
  std::uint64_t size = 0;
  comm::agree(
      comm, [&] { text.for_each_piece([&](const std::string& piece) { size += piece.size(); }); });
  std::uint64_t offset = comm.exclusive_sum(size);
  comm::agree(comm, [&] {
    text.for_each_piece([&](const std::string& piece) {
      file.write_at(offset, piece);
      offset += piece.size();
    });
  });
}

/// One block after the other goes to rank 0, piece by piece.
template <class Rows>
void write_in_order(const comm::Communicator& comm, SharedFile& file, const BlockText<Rows>& text) {
  const auto pieces = comm.all_gather(static_cast<std::uint64_t>(text.num_pieces()));
  const auto ranks = static_cast<std::size_t>(comm.size());
  std::vector<std::uint64_t> ignored;
  for (std::size_t r = 0; r < ranks; ++r) {
    for (std::size_t number = 0; number < pieces[r]; ++number) {
      std::string piece;
      comm::agree(comm, [&] {
        if (static_cast<std::size_t>(comm.rank()) == r) piece = text.piece(number);
      });
      std::vector<std::uint64_t> counts(ranks, 0);
      counts[0] = piece.size();
      const Array<char> received = comm.all_to_all<char>(piece, counts, ignored);
      comm::agree(comm, [&] {
        if (comm.rank() == 0) file.append({received.data(), received.size()});
      });
    }
  }
}

template <class Rows, class Result, class DepthOf>
void write_tree(const comm::Communicator& comm, const DistInput& input, const Result& result,
                DepthOf&& depth_of, const std::string& path, ResultFormat format) {
  using Depth = typename Rows::Depth;
  const std::uint64_t n = input.num_vertices();
  const auto blocks = comm::agree(comm, [&] { return detail::OwnerMap::block(n, comm.size()); });
  const TreeBlock<Depth> block = detail::to_blocks<Depth>(
      comm, blocks, result.parents(), [&](std::size_t v) { return result.vertex(v); }, depth_of);
  const detail::VertexNames& kept = input.state()->names;
  const BlockNames names(comm, kept, block);
  const Rows rows(names.labels(), format);
  SharedFile file(comm, path);
  const std::string head =
      comm::agree(comm, [&] { return comm.rank() == 0 ? rows.head(n) : std::string(); });
  const BlockText<Rows> text(rows, names, head, block);
  file.is_file() ? write_in_place(comm, file, text) : write_in_order(comm, file, text);
  file.commit();
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
