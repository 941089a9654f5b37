// The sums of a shared graph in an order that no partition knows of, by way of rank 0: what a
// checkpoint has of them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "comm/communicator.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "strider/betweenness.hpp"

namespace strider::detail {

/// What a chunk may hold at most: of sums one vertex's at least.
struct ChunkBounds {
  std::uint64_t vertices = std::uint64_t{1} << 16U;
  std::uint64_t sums = std::uint64_t{1} << 22U;
};

/// One a vertex, as the input numbers them; or one an arc, by its vertex and then by where it
/// leads, parallel arcs once and none back to its vertex. They go to rank 0 and come back in chunks
/// of some vertices, each 8 bytes a vertex on every rank, and kBytesPerSum on all ranks of a
/// machine together.
class OrderedSums {
 public:
  /// On the owners the place of each, and beside that the sums, or all arcs of a vertex with where
  /// they lead; on rank 0 each twice.
  static constexpr std::uint64_t kBytesPerSum = 5 * sizeof(double);

  /// What is given outlives it. Collective.
  OrderedSums(const comm::Communicator& comm, const Graph1d& graph, BetweennessOf of,
              const ChunkBounds& bounds = {});

  /// Of all ranks.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// `take` gets all of them on rank 0, chunk by chunk in their order, from what each rank has
  /// `own` of its vertices, or of all its arcs. Throws on all ranks what `take` throws,
  /// MemoryError. O(n) work a rank, and O(m log n) of all for arcs. Collective.
  void to_first(std::span<const double> own,
                const std::function<void(std::span<const double>)>& take) const;
  /// The way back: `give` fills in the next ones on rank 0. Collective.
  void from_first(const std::function<void(std::span<double>)>& give, std::span<double> own) const;

 private:
  const comm::Communicator& comm_;
  const Graph1d& graph_;
  BetweennessOf of_;
  ChunkBounds bounds_;
  std::uint64_t size_ = 0;
};

}  // namespace strider::detail
