// The steps of searches from several sources side by side, of one rank on its device: what
// LocalBatch is to the scheme, but for what takes the graph to know.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "algorithms/bc/ranks/partitioned/local_batch.hpp"
#include "strider/device.hpp"

namespace strider::detail {

/// What the device's memory depends on.
struct RankBatchSizes {
  std::uint64_t num_rows = 0;
  std::uint64_t num_local_ids = 0;
  std::uint64_t num_arcs = 0;
  std::uint64_t num_ghosts = 0;      ///< local ids of other ranks' vertices
  std::uint64_t num_subscribed = 0;  ///< local ids there of own vertices
  std::uint64_t num_listed = 0;      ///< of those, with ranks that do not have local ids of all
  std::uint64_t num_ranks = 0;
  std::uint64_t out_bytes = 0;   ///< of messages on the way out
  std::uint64_t back_bytes = 0;  ///< of their answers
  unsigned batch_size = 1;
  bool scores_edges = false;
  bool counts_endpoints = false;
  bool has_weights = false;
};

/// What another rank and this one call each other's vertices.
struct RankBatchPeer {
  std::uint32_t range_begin = 0;
  std::uint32_t range_size = 0;
  /// Own vertices by ghost index there.
  bool has_all = false;
  std::span<const std::uint32_t> vertices;
};

/// Read only by RankBatch::put().
struct RankBatchInput {
  // Arcs, without self-loops and repetitions: as many as RankBatchSizes says or fewer.
  std::span<const std::uint64_t> begins;  ///< by row, and the end
  std::span<const std::uint32_t> local_ids;
  std::span<const std::uint64_t> begins_of_local_ids;  ///< the other way round
  std::span<const std::uint32_t> rows;
  std::span<const RankBatchPeer> peers;  ///< by rank
  std::span<const double> weights;       ///< by own vertex, where there are any
};

class RankBatch {
 public:
  virtual ~RankBatch() = default;

  /// Once, when the memory has been taken.
  virtual void put(const RankBatchInput& input) = 0;
  /// Own sources, each with its bit in masks, are level 0.
  virtual void begin(std::span<const std::uint32_t> sources,
                     std::span<const std::uint64_t> masks) = 0;
  // As LocalBatch says:
  virtual std::uint64_t expand(std::size_t level, std::byte* to,
                               std::span<std::uint64_t> bytes) = 0;
  virtual void take_parts(MessageSpans messages) = 0;
  virtual void write_coefficients(std::size_t level, std::byte* to,
                                  std::span<std::uint64_t> bytes) = 0;
  virtual void take_coefficients(std::size_t level, MessageSpans messages) = 0;
  virtual void accumulate(std::size_t level) = 0;
  virtual void forget(std::size_t level) = 0;

  /// Some of what accumulate() has added up since the sums were cleared: by own vertex or, where
  /// edges are scored, by arc.
  virtual void fetch_sums(std::uint64_t first, std::span<double> to) = 0;
  virtual void clear_sums() = 0;
  /// Arcs of vertices reached; then, by source index, the targets reached from level 1 on, where
  /// ends of paths count.
  [[nodiscard]] virtual std::span<const std::uint64_t> fetch_facts() = 0;
};

/// Over memory of `device`, by blocks of so many threads. Throws UsageError where vertices are more
/// than kernels count.
namespace on_cuda {
[[nodiscard]] std::unique_ptr<RankBatch> make_rank_batch(Workspace& workspace, const Device& device,
                                                         const RankBatchSizes& sizes,
                                                         std::uint32_t block_threads);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] std::unique_ptr<RankBatch> make_rank_batch(Workspace& workspace, const Device& device,
                                                         const RankBatchSizes& sizes,
                                                         std::uint32_t block_threads);
}  // namespace on_simt

}  // namespace strider::detail
