// What a rank does by itself in a 1D search for shortest paths.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "algorithms/sssp/ranks/local.hpp"
#include "comm/encoding/encoding.hpp"
#include "partition/ids.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

/// Messages name vertices by ghost indices: the position of one of the owner's vertices in the
/// range of local ids that another rank keeps for that owner.
template <class W>
class LocalPaths1d : public LocalPaths<W> {
 public:
  /// The most that write_parents writes for `owner`.
  [[nodiscard]] virtual std::size_t most_parents(int owner) const = 0;

  /// What a rank without the source leaves out.
  virtual void visit_source(LocalVertex source) = 0;

  // When no bucket is left anywhere:

  /// Hands the tree over, but for the parents that others know. Returns how many vertices of this
  /// rank were reached. Before the others.
  virtual std::uint64_t finish(DistSsspTree<W>& tree) = 0;
  /// As for breadth-first search.
  virtual std::size_t write_requests(int parent_rank, std::span<std::byte> to) = 0;
  virtual std::size_t write_parents(int owner, std::span<const std::byte> message,
                                    std::span<std::uint32_t> to) = 0;
  virtual void take_parents(int parent_rank, std::span<const std::uint32_t> parents,
                            DistSsspTree<W>& tree) = 0;
};

/// Where the work of a rank is done, instead of on the cores of its machine. Nothing here
/// communicates.
template <class W>
class LocalPathsFactory1d {
 public:
  virtual ~LocalPathsFactory1d() = default;
  /// Bytes of the host's memory that make() takes, and of a device's, messages there included.
  [[nodiscard]] virtual std::uint64_t predict_bytes(const WeightedGraph1d<W>& graph) const = 0;
  [[nodiscard]] virtual std::uint64_t predict_device_bytes(const WeightedGraph1d<W>& graph,
                                                           comm::Encoding encoding) const = 0;
  /// Of a graph that outlives it, and buckets of that width. Throws MemoryError.
  [[nodiscard]] virtual std::unique_ptr<LocalPaths1d<W>> make(const WeightedGraph1d<W>& graph,
                                                              double delta,
                                                              const DistSsspSettings& settings,
                                                              comm::Encoding encoding) const = 0;
};

}  // namespace strider::detail
