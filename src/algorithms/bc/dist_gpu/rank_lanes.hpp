// The steps of searches from several sources side by side, of one rank on its device.
#pragma once

#include <cstdint>
#include <memory>

#include "algorithms/bc/dist/partitioned/lane_local.hpp"
#include "strider/device.hpp"

namespace strider::detail {

/// What the device's memory depends on.
struct RankLanesSizes {
  std::uint64_t num_rows = 0;
  std::uint64_t num_columns = 0;
  std::uint64_t num_arcs = 0;
  CutSizes cut;
  std::uint64_t listed = 0;  ///< own vertices by slot, where a peer has columns of some
  std::uint64_t num_ranks = 0;
  std::uint64_t out_bytes = 0;   ///< of messages on the way out
  std::uint64_t back_bytes = 0;  ///< of their answers
  unsigned lanes = 1;
  bool scores_edges = false;
  bool has_weights = false;
  bool has_mutual_weights = false;
};
[[nodiscard]] RankLanesSizes rank_lanes_sizes(const Graph1d& graph, const LaneQuestion& question,
                                              unsigned lanes);

/// Arcs of own rows, without self-loops and repetitions, and the other way round.
struct RankLaneArcs {
  explicit RankLaneArcs(const Graph1d& graph);
  [[nodiscard]] static std::uint64_t bytes(const Graph1d& graph);

  Array<std::uint64_t> begins;  ///< by row, and the end
  Array<std::uint32_t> columns;
  Array<std::uint64_t> begins_of_columns;
  Array<std::uint32_t> rows;
};

struct RankLanesInput {
  Device device;
  const Graph1d* graph = nullptr;
  const LaneQuestion* question = nullptr;
  unsigned lanes = 1;
  std::uint32_t block_threads = 256;
};

// predict_...: bytes of the device's memory. make_...: throws MemoryError before memory is taken.
namespace on_cuda {
[[nodiscard]] std::uint64_t predict_rank_lanes_bytes(const RankLanesSizes& sizes);
[[nodiscard]] std::unique_ptr<LaneLocal> make_rank_lanes(const RankLanesInput& input);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] std::uint64_t predict_rank_lanes_bytes(const RankLanesSizes& sizes);
[[nodiscard]] std::unique_ptr<LaneLocal> make_rank_lanes(const RankLanesInput& input);
}  // namespace on_simt

}  // namespace strider::detail
