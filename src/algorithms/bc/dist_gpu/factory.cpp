#include "algorithms/bc/dist_gpu/factory.hpp"

#include <algorithm>

#include "algorithms/bc/dist_gpu/rank_lanes.hpp"
#include "dist_gpu/room.hpp"
#include "gpu/dispatch.hpp"

namespace strider::detail {
namespace {

class Factory final : public LaneLocalFactory {
 public:
  Factory(const Device& device, std::uint32_t block_threads)
      : device_(device), block_threads_(block_threads) {}

  [[nodiscard]] std::uint64_t predict_bytes(const Graph1d& graph, const LaneQuestion& /*question*/,
                                            unsigned /*lanes*/) const override {
    return RankLaneArcs::bytes(graph);
  }
  [[nodiscard]] std::uint64_t predict_device_bytes(const Graph1d& graph,
                                                   const LaneQuestion& question,
                                                   unsigned lanes) const override {
    const RankLanesSizes sizes = rank_lanes_sizes(graph, question, lanes);
    return on_device(
        device_, [&] { return on_cuda::predict_rank_lanes_bytes(sizes); },
        [&] { return on_simt::predict_rank_lanes_bytes(sizes); });
  }
  [[nodiscard]] DeviceRoom room() const override { return room_on(device_); }
  [[nodiscard]] std::unique_ptr<LaneLocal> make(const Graph1d& graph, const LaneQuestion& question,
                                                unsigned lanes, int /*threads*/) const override {
    const RankLanesInput input{.device = device_,
                               .graph = &graph,
                               .question = &question,
                               .lanes = lanes,
                               .block_threads = block_threads_};
    return on_device(
        device_, [&] { return on_cuda::make_rank_lanes(input); },
        [&] { return on_simt::make_rank_lanes(input); });
  }

 private:
  const Device device_;
  const std::uint32_t block_threads_;
};

}  // namespace

RankLanesSizes rank_lanes_sizes(const Graph1d& graph, const LaneQuestion& question,
                                unsigned lanes) {
  RankLanesSizes sizes{.num_rows = graph.num_rows(),
                       .num_columns = graph.columns.size(),
                       .num_arcs = graph.rows.num_arcs(),
                       .cut = cut_sizes(graph),
                       .num_ranks = static_cast<std::uint64_t>(graph.owners.num_ranks()),
                       .lanes = lanes,
                       .scores_edges = question.of == BetweennessOf::kEdges,
                       .has_weights = !question.target_weights.empty(),
                       .has_mutual_weights = !question.mutual_target_weights.empty()};
  for (int r = 0; r < graph.owners.num_ranks(); ++r) {
    const PeerSlots peer = slots_with(graph, r);
    if (peer.subscribed != PeerSlots::Subscribed::kAll) sizes.listed += peer.num_subscribed;
  }
  sizes.out_bytes = most_message_bytes(graph, sizes.cut.columns, lanes);
  sizes.back_bytes = most_message_bytes(graph, sizes.cut.subscribed, lanes);
  return sizes;
}

RankLaneArcs::RankLaneArcs(const Graph1d& graph)
    : begins(graph.num_rows() + std::size_t{1}),
      columns(graph.rows.num_arcs()),
      begins_of_columns(graph.columns.size() + std::size_t{1}, 0),
      rows(graph.rows.num_arcs()) {
  std::uint64_t arcs = 0;
  for (std::uint32_t v = 0; v < graph.num_rows(); ++v) {
    begins[v] = arcs;
    for_each_neighbor(graph, v, [&](std::uint32_t column, EdgeIndex) {
      columns[arcs++] = column;
      ++begins_of_columns[column + std::size_t{1}];
    });
  }
  begins[graph.num_rows()] = arcs;
  for (std::size_t c = 0; c < graph.columns.size(); ++c) {
    begins_of_columns[c + 1] += begins_of_columns[c];
  }
  // Each column's place of the next row; afterwards, where it ends.
  for (std::uint32_t v = 0; v < graph.num_rows(); ++v) {
    for (std::uint64_t arc = begins[v]; arc < begins[v + std::size_t{1}]; ++arc) {
      rows[begins_of_columns[columns[arc]]++] = v;
    }
  }
  for (std::size_t c = graph.columns.size(); c > 0; --c) {
    begins_of_columns[c] = begins_of_columns[c - 1];
  }
  begins_of_columns[0] = 0;
}

std::uint64_t RankLaneArcs::bytes(const Graph1d& graph) {
  return sizeof(std::uint64_t) * (graph.num_rows() + std::uint64_t{graph.columns.size()} + 2) +
         2 * sizeof(std::uint32_t) * graph.rows.num_arcs();
}

std::shared_ptr<const LaneLocalFactory> make_device_lanes_factory(const Device& device,
                                                                  std::uint32_t block_threads) {
  return std::make_shared<const Factory>(device, block_threads);
}

}  // namespace strider::detail
