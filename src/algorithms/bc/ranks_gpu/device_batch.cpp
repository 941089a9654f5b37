#include "algorithms/bc/ranks_gpu/device_batch.hpp"

#include <algorithm>
#include <vector>

#include "algorithms/bc/ranks/partitioned/batch_sizes.hpp"
#include "algorithms/bc/ranks_gpu/rank_batch.hpp"
#include "gpu/dispatch.hpp"
#include "ranks_gpu/room.hpp"

namespace strider::detail {
namespace {

/// Arcs of own rows, without self-loops and repetitions, and the other way round.
struct OwnArcs {
  explicit OwnArcs(const Graph1d& graph)
      : begins(graph.num_rows() + std::size_t{1}),
        local_ids(graph.rows.num_arcs()),
        begins_of_local_ids(graph.local_ids.size() + std::size_t{1}, 0),
        rows(graph.rows.num_arcs()) {
    std::uint64_t arcs = 0;
    for (std::uint32_t v = 0; v < graph.num_rows(); ++v) {
      begins[v] = arcs;
      for_each_neighbor(graph, v, [&](std::uint32_t local_id, EdgeIndex) {
        local_ids[arcs++] = local_id;
        ++begins_of_local_ids[local_id + std::size_t{1}];
      });
    }
    begins[graph.num_rows()] = arcs;
    num_arcs = arcs;
    for (std::size_t c = 0; c < graph.local_ids.size(); ++c) {
      begins_of_local_ids[c + 1] += begins_of_local_ids[c];
    }
    // Each local id's place of the next row; afterwards, where it ends.
    for (std::uint32_t v = 0; v < graph.num_rows(); ++v) {
      for (std::uint64_t arc = begins[v]; arc < begins[v + std::size_t{1}]; ++arc) {
        rows[begins_of_local_ids[local_ids[arc]]++] = v;
      }
    }
    for (std::size_t c = graph.local_ids.size(); c > 0; --c) {
      begins_of_local_ids[c] = begins_of_local_ids[c - 1];
    }
    begins_of_local_ids[0] = 0;
  }

  [[nodiscard]] static std::uint64_t bytes(const Graph1d& graph) {
    return sizeof(std::uint64_t) * (graph.num_rows() + std::uint64_t{graph.local_ids.size()} + 2) +
           2 * sizeof(std::uint32_t) * graph.rows.num_arcs();
  }

  Array<std::uint64_t> begins;  ///< by row, and the end
  Array<std::uint32_t> local_ids;
  Array<std::uint64_t> begins_of_local_ids;
  Array<std::uint32_t> rows;
  std::uint64_t num_arcs = 0;
};

RankBatchSizes rank_batch_sizes(const Graph1d& graph, const BetweennessQuery& query,
                                unsigned batch_size) {
  const CutSizes cut = cut_sizes(graph);
  RankBatchSizes sizes{.num_rows = graph.num_rows(),
                       .num_local_ids = graph.local_ids.size(),
                       .num_arcs = graph.rows.num_arcs(),
                       .num_ghosts = cut.local_ids,
                       .num_subscribed = cut.subscribed,
                       .num_ranks = static_cast<std::uint64_t>(graph.owners.num_ranks()),
                       .batch_size = batch_size,
                       .scores_edges = query.of == BetweennessOf::kEdges,
                       .counts_endpoints = query.counts_endpoints,
                       .has_weights = !query.target_weights.empty()};
  for (int r = 0; r < graph.owners.num_ranks(); ++r) {
    const PeerGhosts peer = ghosts_with(graph, r);
    if (peer.subscribed != PeerGhosts::Subscribed::kAll) sizes.num_listed += peer.num_subscribed;
  }
  sizes.out_bytes = most_message_bytes(graph, cut.local_ids, batch_size);
  sizes.back_bytes = most_message_bytes(graph, cut.subscribed, batch_size);
  return sizes;
}

/// Own vertices by ghost index of each peer, where that has not local ids of all.
std::vector<std::vector<std::uint32_t>> listed_subscribed(const Graph1d& graph) {
  std::vector<std::vector<std::uint32_t>> listed;
  for (int r = 0; r < graph.owners.num_ranks(); ++r) {
    const PeerGhosts peer = ghosts_with(graph, r);
    std::vector<std::uint32_t>& vertices = listed.emplace_back();
    if (peer.subscribed == PeerGhosts::Subscribed::kAll) continue;
    vertices.reserve(peer.num_subscribed);
    for_each_ghost(peer, [&](std::uint32_t, std::uint32_t v) { vertices.push_back(v); });
  }
  return listed;
}

/// Sums that settle() brings from the device, so many at a time.
constexpr std::uint64_t kSumsAtOnce = std::uint64_t{1} << 17U;

class DeviceBatch final : public LocalBatch {
 public:
  DeviceBatch(Workspace& workspace, const Graph1d& graph, const BetweennessQuery& query,
              unsigned batch_size, const Device& device, std::uint32_t block_threads)
      : graph_(graph), query_(query) {
    const RankBatchSizes sizes = rank_batch_sizes(graph, query, batch_size);
    on_device_ = on_device(
        device, [&] { return on_cuda::make_rank_batch(workspace, device, sizes, block_threads); },
        [&] { return on_simt::make_rank_batch(workspace, device, sizes, block_threads); });
    workspace.declare(
        "some of the sums", some_sums_,
        std::min<std::uint64_t>(kSumsAtOnce, sizes.scores_edges ? sizes.num_arcs : sizes.num_rows));
    workspace.count("arcs on their way to the device",
                    OwnArcs::bytes(graph) + sizeof(std::uint32_t) * sizes.num_listed);
    workspace.when_taken([this] { put(); });
  }

  void begin(std::uint64_t first, unsigned count) override {
    std::vector<std::uint32_t> sources;
    std::vector<std::uint64_t> masks;
    for (unsigned source_index = 0; source_index < count; ++source_index) {
      const OwnedVertex owned = graph_.owners.locate(query_.source(first + source_index));
      if (owned.rank != graph_.rank) continue;
      sources.push_back(index(owned.vertex));
      masks.push_back(std::uint64_t{1} << source_index);
    }
    on_device_->begin(sources, masks);
  }
  std::uint64_t expand(std::size_t level, std::byte* to, std::span<std::uint64_t> bytes) override {
    return on_device_->expand(level, to, bytes);
  }
  void take_parts(MessageSpans messages) override { on_device_->take_parts(messages); }
  void write_coefficients(std::size_t level, std::byte* to,
                          std::span<std::uint64_t> bytes) override {
    on_device_->write_coefficients(level, to, bytes);
  }
  void take_coefficients(std::size_t level, MessageSpans messages) override {
    on_device_->take_coefficients(level, messages);
  }
  void accumulate(std::size_t level, std::span<double> /*sums*/) override {
    on_device_->accumulate(level);
  }
  void forget(std::size_t level) override { on_device_->forget(level); }

  void settle(std::span<double> sums) override {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    const auto sum_at = [&](std::uint64_t place) {
      if (place == end) {
        begin = end;
        end = std::min(num_sums_, begin + some_sums_.size());
        on_device_->fetch_sums(begin, some_sums_.span().first(end - begin));
      }
      return some_sums_[place - begin];
    };
    std::uint64_t place = 0;
    for (Vertex v = 0; v < graph_.num_rows(); ++v) {
      if (query_.of == BetweennessOf::kVertices) {
        sums[v] += sum_at(place++);
      } else {
        for_each_neighbor(graph_, v,
                          [&](std::uint32_t, EdgeIndex arc) { sums[arc] += sum_at(place++); });
      }
    }
    on_device_->clear_sums();
  }
  [[nodiscard]] std::uint64_t arcs() override { return on_device_->fetch_facts().front(); }
  void add_weights_reached(std::span<double> by_source) override {
    const std::span<const std::uint64_t> targets = on_device_->fetch_facts().subspan(1);
    for (std::size_t source_index = 0; source_index < by_source.size(); ++source_index) {
      by_source[source_index] += static_cast<double>(targets[source_index]);
    }
  }

 private:
  void put() {
    const OwnArcs arcs(graph_);
    num_sums_ = query_.of == BetweennessOf::kEdges ? arcs.num_arcs : graph_.num_rows();
    const std::vector<std::vector<std::uint32_t>> listed = listed_subscribed(graph_);
    std::vector<RankBatchPeer> peers;
    for (int r = 0; r < graph_.owners.num_ranks(); ++r) {
      const PeerGhosts peer = ghosts_with(graph_, r);
      peers.push_back({.range_begin = peer.range_begin,
                       .range_size = peer.range_size,
                       .has_all = peer.subscribed == PeerGhosts::Subscribed::kAll,
                       .vertices = listed[static_cast<std::size_t>(r)]});
    }
    on_device_->put({.begins = arcs.begins.span(),
                     .local_ids = arcs.local_ids.span().first(arcs.num_arcs),
                     .begins_of_local_ids = arcs.begins_of_local_ids.span(),
                     .rows = arcs.rows.span().first(arcs.num_arcs),
                     .peers = peers,
                     .weights = query_.target_weights.span()});
  }

  const Graph1d& graph_;
  const BetweennessQuery& query_;
  std::uint64_t num_sums_ = 0;
  Array<double> some_sums_;
  std::unique_ptr<RankBatch> on_device_;
};

}  // namespace

LocalBatches batches_on_device(const Device& device, std::uint32_t block_threads) {
  return {.make = [device, block_threads](Workspace& workspace, const Graph1d& graph,
                                          const BetweennessQuery& query,
                                          unsigned batch_size) -> std::unique_ptr<LocalBatch> {
            return std::make_unique<DeviceBatch>(workspace, graph, query, batch_size, device,
                                                 block_threads);
          },
          .room = [device] { return room_on(device); }};
}

}  // namespace strider::detail
