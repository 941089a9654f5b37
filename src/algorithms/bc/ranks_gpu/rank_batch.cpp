// Counts, masks and lists stay on the device. The host knows how many vertices a level has, and how
// many entries and numbers each message: it waits for these.
#include "algorithms/bc/ranks_gpu/rank_batch.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/bc/ranks_gpu/entry_list.hpp"
#include "algorithms/bc/ranks_gpu/rank_batch_messages.hpp"
#include "algorithms/bc/ranks_gpu/rank_batch_steps.hpp"
#include "algorithms/bc/ranks_gpu/staging_buffer.hpp"
#include "gpu/buffer.hpp"
#include "gpu/device_state.hpp"
#include "gpu/graph_bytes.hpp"
#include "gpu/launch_shape.hpp"
#include "gpu/long_row_arrays.hpp"
#include "strider/error.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

class BatchOfRank final : public RankBatch {
 public:
  BatchOfRank(Workspace& workspace, Context& context, const RankBatchSizes& sizes,
              u32 block_threads)
      : sizes_(sizes),
        ranks_(static_cast<u32>(sizes.num_ranks)),
        block_threads_(block_threads),
        context_(context),
        queue_(context),
        long_rows_(workspace, context, most_long_rows(sizes.num_arcs)),
        long_local_ids_(workspace, context, most_long_rows(sizes.num_arcs)),
        own_(workspace, "the frontiers", context, sizes.num_rows * sizes.batch_size),
        sent_(workspace, "the vertices sent", context, sizes.num_ghosts * sizes.batch_size),
        received_(workspace, "the vertices received", context,
                  sizes.num_subscribed * sizes.batch_size),
        post_(workspace, queue_, ranks_, std::max(sizes.num_ghosts, sizes.num_subscribed),
              block_threads) {
    const auto declare = [&](std::string_view name, auto& array, u64 size) {
      workspace.declare(name, array, size, context);
    };
    const u64 local_ids = sizes.num_local_ids;
    declare("the rows", begins_, sizes.num_rows + 1);
    declare("the rows", local_ids_, sizes.num_arcs);
    declare("the rows of local ids", begins_of_local_ids_, local_ids + 1);
    declare("the rows of local ids", rows_, sizes.num_arcs);
    declare("the sums of chunks", chunk_sums_,
            most_long_rows(sizes.num_arcs).chunks * sizes.batch_size);
    declare("the path counts", counts_, local_ids * sizes.batch_size);
    declare("the searches that have seen a vertex", seen_, local_ids);
    declare("the searches of the next level", next_, local_ids);
    declare("the searches of the level", from_, local_ids);
    declare("the sums", sums_, sizes.scores_edges ? sizes.num_arcs : sizes.num_rows);
    declare("what was reached", facts_, 1 + kMaxBatchSize);
    declare("the weights of targets", weights_, sizes.has_weights ? sizes.num_rows : 0);
    declare("the vertices of the level", reached_, sizes.num_rows);
    declare("the ghosts of the level", ghosts_, sizes.num_ghosts);
    declare("the sizes of the level", found_, sizes.num_ranks + 1);
    declare("the ranges of ghosts", ranges_, 4 * sizes.num_ranks);
    declare("the vertices that others know", subscribed_, sizes.num_listed);
    declare("the messages on the way out", out_, sizes.out_bytes);
    declare("the messages on the way back", back_, sizes.back_bytes);
    declare("the sizes of the level", found_here_, sizes.num_ranks + 1);
    declare("what was reached", facts_here_, 1 + kMaxBatchSize);
  }

  void put(const RankBatchInput& input) override {
    upload(queue_, begins_, input.begins);
    upload_bytes(queue_, local_ids_.data(), input.local_ids.data(), input.local_ids.size_bytes());
    upload(queue_, begins_of_local_ids_, input.begins_of_local_ids);
    upload_bytes(queue_, rows_.data(), input.rows.data(), input.rows.size_bytes());
    long_rows_.fill(queue_, input.begins);
    long_local_ids_.fill(queue_, input.begins_of_local_ids);
    upload(queue_, weights_, input.weights);
    upload_peers(input.peers);
    clear_sums();
    queue_.wait();
  }

  void begin(std::span<const std::uint32_t> sources,
             std::span<const std::uint64_t> masks) override {
    for (const DeviceBuffer<u64>* masks : {&seen_, &next_, &from_, &facts_}) {
      queue_.fill(masks->data(), 0, masks->size_bytes());
    }
    own_.clear();
    sent_.clear();
    received_.clear();
    upload_bytes(queue_, own_.all().names, sources.data(), sources.size_bytes());
    upload_bytes(queue_, own_.all().masks, masks.data(), masks.size_bytes());
    simt::launch(queue_.handle(), shape(sources.size()), put_sources, view(), own_.all(),
                 static_cast<u32>(sources.size()));
    own_.end_range({sources.size()});
  }

  std::uint64_t expand(std::size_t level, std::byte* to, std::span<std::uint64_t> bytes) override {
    const EntryList::LevelRange& frontier = own_.range(level);
    queue_.fill(found_.data(), 0, found_.size_bytes());
    mark(from_, own_, frontier);
    simt::launch(queue_.handle(), warps(frontier.size()), claim_neighbors, view(), rows(),
                 own_.all(), frontier.begin, frontier.end(), reached(), ghost_queues());
    simt::launch(queue_.handle(), warps(rows().longs.num_chunks), claim_by_chunks, view(), rows(),
                 reached(), ghost_queues());
    simt::launch(queue_.handle(), warps(rows_of_local_ids().longs.num_chunks), count_by_chunks,
                 view(), rows_of_local_ids());
    read_found();
    const u32 own = found_here_[ranks_];
    simt::launch(queue_.handle(), warps(own), count_paths, view(), rows_of_local_ids(),
                 reached_.data(), own);
    std::vector<u64> first{0};
    for (u32 r = 0; r < ranks_; ++r) first.push_back(first.back() + found_here_[r]);
    const auto sent = static_cast<u32>(first.back());
    const FrontierEntries entries = sent_.end();
    if (sent > 0) {
      simt::launch(queue_.handle(), shape(sent), list_sent, view(), post_.put_first_entries(first),
                   ranks_, queue_begins(), ghosts_.data(), entries, sent);
      simt::launch(queue_.handle(), warps(sent), count_paths, view(), rows_of_local_ids(),
                   entries.names, sent);
      simt::launch(queue_.handle(), shape(sent), close_sent, view(), entries, sent);
    }
    post_.write(view(), entries, first, out_, ranges(kRangeOfRank), to, bytes);
    sent_.end_range(std::move(first));
    unmark(from_, own_, frontier);
    return frontier.size();
  }

  void take_parts(MessageSpans messages) override {
    std::vector<u64> first = post_.bring(messages, back_);
    const BatchMessages came = post_.messages(back_);
    for (u32 r = 0; r < ranks_; ++r) {
      const auto begin = static_cast<u32>(first[r]);
      const auto end = static_cast<u32>(first[r + 1]);
      // One rank after the other: ranks tell of the same vertices.
      simt::launch(queue_.handle(), shape(end - begin), take_parts_of_rank, view(), came, begin,
                   end, subscribed_of_[r], received_.end(), reached());
    }
    received_.end_range(std::move(first));
    read_found();
    const u32 own = found_here_[ranks_];
    simt::launch(queue_.handle(), shape(own), close_reached, view(), reached_.data(), own,
                 own_.end());
    own_.end_range({own});
  }

  void write_coefficients(std::size_t level, std::byte* to,
                          std::span<std::uint64_t> bytes) override {
    const EntryList::LevelRange& asked = received_.range(level);
    post_.write(view(), received_.from(asked.begin), asked.first, back_, nullptr, to, bytes);
  }

  void take_coefficients(std::size_t level, MessageSpans messages) override {
    static_cast<void>(post_.bring(messages, out_));
    const EntryList::LevelRange& asked = sent_.range(level);
    simt::launch(queue_.handle(), shape(asked.size()), take_entries, view(), post_.messages(out_),
                 sent_.from(asked.begin).names, asked.size());
    mark(from_, own_, own_.range(level + 1));
  }

  void accumulate(std::size_t level) override {
    const EntryList::LevelRange& own = own_.range(level);
    if (const u32 chunks = rows().longs.num_chunks; chunks > 0) {
      mark(next_, own_, own);
      simt::launch(queue_.handle(), warps(chunks), depend_by_chunks, view(), rows());
      unmark(next_, own_, own);
    }
    simt::launch(queue_.handle(), warps(own.size()), accumulate_level, view(), rows(), own_.all(),
                 own.begin, own.end(), level > 0);
  }

  void forget(std::size_t level) override {
    unmark(from_, own_, own_.range(level + 1));
    unmark(from_, sent_, sent_.range(level));
  }

  void fetch_sums(std::uint64_t first, std::span<double> to) override {
    download_bytes(queue_, to.data(), sums_.data() + first, to.size_bytes());
  }
  void clear_sums() override { queue_.fill(sums_.data(), 0, sums_.size_bytes()); }
  [[nodiscard]] std::span<const std::uint64_t> fetch_facts() override {
    queue_.copy(facts_here_.data(), facts_.data(), facts_.size_bytes());
    queue_.wait();
    return facts_here_.span();
  }

 private:
  void upload_peers(std::span<const RankBatchPeer> peers) {
    std::vector<u32> tables(4 * std::size_t{ranks_}, 0);
    u32 queue_begin = 0;
    u64 before = 0;
    subscribed_of_.assign(ranks_, nullptr);
    for (u32 r = 0; r < ranks_; ++r) {
      const RankBatchPeer& peer = peers[r];
      tables[kQueueBegins * ranks_ + r] = queue_begin;
      tables[kRangeOfRank * ranks_ + r] = peer.range_begin;
      queue_begin += peer.range_size;
      if (peer.range_size > 0) {
        tables[kRangeBegins * ranks_ + num_ranges_] = peer.range_begin;
        tables[kRankOfRange * ranks_ + num_ranges_++] = r;
      }
      if (peer.has_all) continue;
      subscribed_of_[r] = subscribed_.data() + before;
      upload_bytes(queue_, subscribed_.data() + before, peer.vertices.data(),
                   peer.vertices.size_bytes());
      before += peer.vertices.size();
    }
    upload(queue_, ranges_, std::span<const u32>(tables));
  }
  enum RangeTable : u32 { kRangeBegins, kRankOfRange, kQueueBegins, kRangeOfRank };
  [[nodiscard]] const u32* ranges(RangeTable table) const {
    return ranges_.data() + std::size_t{table} * ranks_;
  }
  [[nodiscard]] const u32* queue_begins() const { return ranges(kQueueBegins); }

  [[nodiscard]] RankBatchView view() const {
    return {.num_rows = static_cast<u32>(sizes_.num_rows),
            .batch_size = sizes_.batch_size,
            .width = std::min(simt::kWarp, std::bit_ceil(sizes_.batch_size)),
            .counts = counts_.data(),
            .seen = seen_.data(),
            .next = next_.data(),
            .from = from_.data(),
            .weights = weights_.data(),
            .chunk_sums = chunk_sums_.data(),
            .sums = sums_.data(),
            .facts = facts_.data(),
            .scores_edges = sizes_.scores_edges,
            .counts_endpoints = sizes_.counts_endpoints};
  }
  [[nodiscard]] BatchRows rows() const {
    return {begins_.data(), local_ids_.data(), long_rows_.view()};
  }
  [[nodiscard]] BatchRows rows_of_local_ids() const {
    return {begins_of_local_ids_.data(), rows_.data(), long_local_ids_.view()};
  }
  [[nodiscard]] VertexQueue reached() const { return {reached_.data(), found_.data() + ranks_}; }
  [[nodiscard]] GhostQueues ghost_queues() const {
    return {ranges(kRangeBegins), ranges(kRankOfRange), num_ranges_,
            queue_begins(),       ghosts_.data(),       found_.data()};
  }
  [[nodiscard]] simt::LaunchShape shape(u64 work) const {
    return shape_for(context_, work, block_threads_);
  }
  [[nodiscard]] simt::LaunchShape warps(u64 work) const { return shape(work * simt::kWarp); }

  void mark(const DeviceBuffer<u64>& masks, const EntryList& list,
            const EntryList::LevelRange& level_range) {
    simt::launch(queue_.handle(), shape(level_range.size()), mark_level, masks.data(), list.all(),
                 level_range.begin, level_range.end());
  }
  void unmark(const DeviceBuffer<u64>& masks, const EntryList& list,
              const EntryList::LevelRange& level_range) {
    simt::launch(queue_.handle(), shape(level_range.size()), clear_level, masks.data(), list.all(),
                 level_range.begin, level_range.end());
  }
  void read_found() {
    queue_.copy(found_here_.data(), found_.data(), found_.size_bytes());
    queue_.wait();
  }

  const RankBatchSizes sizes_;
  const u32 ranks_;
  const u32 block_threads_;
  Context& context_;
  Queue queue_;

  DeviceBuffer<u64> begins_;
  DeviceBuffer<u32> local_ids_;
  DeviceBuffer<u64> begins_of_local_ids_;
  DeviceBuffer<u32> rows_;
  LongRowArrays long_rows_;
  LongRowArrays long_local_ids_;
  DeviceBuffer<PathCount> chunk_sums_;

  // What RankBatchView says of them.
  DeviceBuffer<PathCount> counts_;
  DeviceBuffer<u64> seen_;
  DeviceBuffer<u64> next_;
  DeviceBuffer<u64> from_;
  DeviceBuffer<double> sums_;  // what is not settled yet
  DeviceBuffer<u64> facts_;
  DeviceBuffer<double> weights_;

  EntryList own_;       // a range a level
  EntryList sent_;      // the same, rank by rank: local ids
  EntryList received_;  // the same: own vertices, searches in which they were new
  DeviceBuffer<u32> reached_;
  DeviceBuffer<u32> ghosts_;
  DeviceBuffer<u32> found_;  // local ids in ghosts_, by rank; then vertices in reached_

  StagingBuffer post_;
  DeviceBuffer<u32> ranges_;
  u32 num_ranges_ = 0;
  DeviceBuffer<u32> subscribed_;
  std::vector<const u32*> subscribed_of_;  // by rank; null: ghosts are vertices
  DeviceBuffer<std::byte> out_;            // written on the way out, read on the way back
  DeviceBuffer<std::byte> back_;           // the other way round
  PinnedBuffer<u32> found_here_;
  PinnedBuffer<u64> facts_here_;
};

}  // namespace

std::unique_ptr<RankBatch> make_rank_batch(Workspace& workspace, const Device& device,
                                           const RankBatchSizes& sizes,
                                           std::uint32_t block_threads) {
  if (std::max({sizes.num_local_ids, sizes.num_subscribed, most_long_rows(sizes.num_arcs).chunks}) >
      kMostDeviceVertices) {
    throw UsageError("one rank has too many vertices for a device: start more ranks");
  }
  return std::make_unique<BatchOfRank>(workspace, static_cast<Context&>(*device.state().context),
                                       sizes, block_threads);
}

}  // namespace strider::detail::STRIDER_DEVICE
