#include "algorithms/bfs/ranks_gpu/one_d/factory.hpp"

#include <algorithm>
#include <vector>

#include "algorithms/bfs/ranks/one_d/host/local_id_names.hpp"
#include "algorithms/bfs/ranks_gpu/one_d/input.hpp"
#include "comm/round_exchange.hpp"
#include "gpu/dispatch.hpp"
#include "ranks/one_d/peer_ghosts.hpp"
#include "ranks_gpu/sets.hpp"

namespace strider::detail {
namespace {

class NamesOfGraph final : public Names1d {
 public:
  NamesOfGraph(const Graph1d& graph, int threads)
      : owners_(graph.owners), local_ids_(graph), threads_(threads) {}

  void name_local_ids(std::span<const std::uint32_t> local_ids,
                      GlobalVertex* names) const override {
    local_ids_.name(local_ids.data(), local_ids.size(), names, threads_);
  }
  [[nodiscard]] GlobalVertex name(int rank, std::uint32_t vertex) const override {
    return owners_.global(rank, local_vertex(vertex));
  }

 private:
  const OwnerMap& owners_;
  const LocalIdNames local_ids_;
  const int threads_;
};

DevicePeer1d peer_of(const Graph1d& graph, int rank) {
  const PeerGhosts ghosts = ghosts_with(graph, rank);
  DevicePeer1d peer{ghosts.range_begin, ghosts.range_size, ghosts.num_subscribed, {}};
  if (ghosts.subscribed == PeerGhosts::Subscribed::kAll) return peer;
  peer.subscribed.reserve(ghosts.num_subscribed);
  for_each_ghost(ghosts,
                 [&](std::uint32_t, std::uint32_t vertex) { peer.subscribed.push_back(vertex); });
  return peer;
}

std::uint32_t num_local_ids(const Graph1d& graph) {
  return std::max(graph.local_ids.size(), (graph.num_rows() + 63) / 64 * 64);
}
MatrixOnHost rows_of(const Graph1d& graph) {
  return {graph.rows.offsets().span(), graph.rows.targets().span()};
}

class DeviceFactory1d final : public LocalFactory1d {
 public:
  DeviceFactory1d(const Device& device, const DeviceBfsOptions& options)
      : device_(device), options_(options) {}

  [[nodiscard]] std::uint64_t predict_bytes(const Graph1d& graph) const override {
    const std::uint64_t own = graph.num_rows();
    std::uint64_t subscribed = 0;
    std::uint32_t most = 0;
    for (int r = 0; r < graph.owners.num_ranks(); ++r) {
      const PeerGhosts ghosts = ghosts_with(graph, r);
      subscribed += ghosts.num_subscribed;
      most = std::max({most, ghosts.range_size, ghosts.num_subscribed});
    }
    const auto staged = on_simt::Sets::predict_host_bytes(
        {.most_words = std::max(graph.num_rows(), most) / 32 + 2, .most_universe = most});
    return staged + graph.local_ids.size() * LocalIdNames::local_id_bytes(graph) +
           (subscribed + 2 * own) * sizeof(std::uint32_t) +
           own * (sizeof(GlobalVertex) + sizeof(Level));
  }

  [[nodiscard]] std::uint64_t predict_device_bytes(const Graph1d& graph,
                                                   const OneDSettings& settings) const override {
    DeviceSizes1d sizes{.num_own = graph.num_rows(),
                        .num_local_ids = num_local_ids(graph),
                        .row_bytes = rows_of(graph).predict_bytes(),
                        .encoding = settings.encoding,
                        .messages = place_of_messages(options_.transport)};
    std::vector<comm::RoundExchange::Peer> peers;
    for (int r = 0; r < graph.owners.num_ranks(); ++r) {
      const PeerGhosts ghosts = ghosts_with(graph, r);
      const std::size_t bound =
          bound_of_messages(ghosts.range_size, ghosts.num_subscribed, settings.encoding);
      peers.push_back({r, bound, bound});
      sizes.most_ghosts = std::max({sizes.most_ghosts, ghosts.range_size, ghosts.num_subscribed});
      if (ghosts.subscribed != PeerGhosts::Subscribed::kAll) {
        sizes.subscribed_numbers += ghosts.num_subscribed;
      }
    }
    const std::uint64_t bytes = on_device(
        device_, [&] { return on_cuda::predict_device_search_1d_bytes(sizes); },
        [&] { return on_simt::predict_device_search_1d_bytes(sizes); });
    return sizes.messages == MessagePlace::kDevice
               ? bytes + comm::RoundExchange::memory_bytes(peers)
               : bytes;
  }

  [[nodiscard]] std::unique_ptr<Local1d> make(const Graph1d& graph,
                                              const OneDSettings& settings) const override {
    DeviceInput1d input{
        .device = device_,
        .messages = place_of_messages(options_.transport),
        .num_own = graph.num_rows(),
        .num_local_ids = num_local_ids(graph),
        .is_directed = graph.directedness == Directedness::kDirected,
        .rows = rows_of(graph),
        .peers = {},
        .encoding = settings.encoding,
        .options = options_,
        .names = std::make_shared<const NamesOfGraph>(graph, settings.common.threads)};
    for (int r = 0; r < graph.owners.num_ranks(); ++r) input.peers.push_back(peer_of(graph, r));
    return on_device(
        device_, [&] { return on_cuda::make_device_search_1d(input); },
        [&] { return on_simt::make_device_search_1d(input); });
  }

 private:
  const Device device_;
  const DeviceBfsOptions options_;
};

}  // namespace

std::shared_ptr<const LocalFactory1d> make_device_factory_1d(const Device& device,
                                                             const DeviceBfsOptions& options) {
  return std::make_shared<const DeviceFactory1d>(device, options);
}

}  // namespace strider::detail
