// The local work of a rank that owns rows, on its device. Parents are named by the host, once a
// search is over.
#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/sssp/ranks/one_d/found_by_others.hpp"
#include "algorithms/sssp/ranks/one_d/rows.hpp"
#include "algorithms/sssp/ranks_gpu/factory.hpp"
#include "algorithms/sssp/ranks_gpu/local_on_device.hpp"

namespace strider::detail {
namespace {

MessagePeer peer_of(const PeerGhosts& ghosts) {
  MessagePeer peer;
  peer.theirs = {.count = ghosts.range_size,
                 .universe = ghosts.range_size,
                 .first_local_id = ghosts.range_begin};
  peer.ours = {.count = ghosts.num_subscribed, .universe = ghosts.num_subscribed};
  if (ghosts.subscribed != PeerGhosts::Subscribed::kAll) {
    peer.ours.local_ids.reserve(ghosts.num_subscribed);
    for_each_ghost(ghosts,
                   [&](std::uint32_t, std::uint32_t v) { peer.ours.local_ids.push_back(v); });
  }
  return peer;
}
std::vector<MessagePeer> peers_of(const Graph1d& graph) {
  std::vector<MessagePeer> peers;
  for (int r = 0; r < graph.owners.num_ranks(); ++r) {
    peers.push_back(peer_of(ghosts_with(graph, r)));
  }
  return peers;
}

template <class W>
class DevicePaths1d final : public LocalOnDevice<W, LocalPaths1d<W>> {
 public:
  DevicePaths1d(const WeightedGraph1d<W>& graph, double delta, const DistSsspSettings& search,
                comm::Encoding encoding, const Device& device, const RankPathsSettings& settings)
      : LocalOnDevice<W, LocalPaths1d<W>>(
            OwnPart<W>{shape_of(graph.topology), graph.topology.rank,
                       rows_of(graph, search.threads), peers_of(graph.topology)},
            delta, encoding, device, settings),
        graph_(graph.topology),
        found_(graph.topology, encoding, search.threads),
        message_(this->most_message_bytes()) {}

  [[nodiscard]] std::size_t most_parents(int owner) const override {
    return found_.peer(owner).range_size;
  }
  void visit_source(LocalVertex source) override { this->paths().put_source(index(source)); }

  [[nodiscard]] GlobalVertex overflowed() const override {
    return vertex_of_row(graph_, this->paths().overflowed_row());
  }

  std::uint64_t finish(DistSsspTree<W>& tree) override {
    return found_.finish(this->fetch(), tree);
  }
  // The host's, whose messages go through its memory.
  std::size_t write_requests(int parent_rank, std::span<std::byte> to) override {
    const std::size_t bytes = found_.write_requests(parent_rank, message_.span());
    this->messages()->store(to.data(), message_.span().first(bytes));
    return bytes;
  }
  std::size_t write_parents(int owner, std::span<const std::byte> message,
                            std::span<std::uint32_t> to) override {
    const std::span<std::byte> here = message_.span().first(message.size());
    this->messages()->load(here, message.data());
    return found_.write_parents(this->fetched(), owner, here, to);
  }
  void take_parents(int parent_rank, std::span<const std::uint32_t> parents,
                    DistSsspTree<W>& tree) override {
    found_.take_parents(parent_rank, parents, tree.parents.span());
  }

 private:
  const Graph1d& graph_;
  FoundByOthers found_;
  Array<std::byte> message_;
};

template <class W>
class Factory1d final : public LocalPathsFactory1d<W> {
 public:
  Factory1d(const Device& device, const RankPathsSettings& settings)
      : device_(device), settings_(settings) {}

  [[nodiscard]] std::uint64_t predict_bytes(const WeightedGraph1d<W>& graph) const override {
    const RankShape shape = shape_of(graph.topology);
    std::uint64_t ghosts = 0;
    std::uint64_t most = 0;
    for (int r = 0; r < graph.topology.owners.num_ranks(); ++r) {
      const PeerGhosts peer = ghosts_with(graph.topology, r);
      ghosts += peer.num_subscribed;
      most = std::max<std::uint64_t>({most, peer.range_size, peer.num_subscribed});
    }
    // The rows, and vertices by ghost index, are made here on their way to the device.
    return FetchedPaths<W>::bytes(shape) + WeightedRows<W>::bytes(shape.num_rows, shape.num_arcs) +
           ghosts * sizeof(std::uint32_t) + most * (2 * sizeof(std::uint32_t) + sizeof(double)) +
           shape.num_own * std::uint64_t{sizeof(Vertex) + 1};
  }
  [[nodiscard]] std::uint64_t predict_device_bytes(const WeightedGraph1d<W>& graph,
                                                   comm::Encoding encoding) const override {
    return predict_paths_on<W>(device_, shape_of(graph.topology), peers_of(graph.topology),
                               encoding, settings_.place);
  }
  [[nodiscard]] std::unique_ptr<LocalPaths1d<W>> make(const WeightedGraph1d<W>& graph, double delta,
                                                      const DistSsspSettings& search,
                                                      comm::Encoding encoding) const override {
    return std::make_unique<DevicePaths1d<W>>(graph, delta, search, encoding, device_, settings_);
  }

 private:
  const Device device_;
  const RankPathsSettings settings_;
};

}  // namespace

template <class W>
std::shared_ptr<const LocalPathsFactory1d<W>> make_rank_paths_factory_1d(
    const Device& device, const RankPathsSettings& settings) {
  return std::make_shared<const Factory1d<W>>(device, settings);
}

template std::shared_ptr<const LocalPathsFactory1d<float>> make_rank_paths_factory_1d(
    const Device&, const RankPathsSettings&);
template std::shared_ptr<const LocalPathsFactory1d<double>> make_rank_paths_factory_1d(
    const Device&, const RankPathsSettings&);
template std::shared_ptr<const LocalPathsFactory1d<std::uint32_t>> make_rank_paths_factory_1d(
    const Device&, const RankPathsSettings&);

}  // namespace strider::detail
