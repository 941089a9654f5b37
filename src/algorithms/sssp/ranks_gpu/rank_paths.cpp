// Delta-stepping of a rank on its device.
//
// Distances and the rows that wait stay there. The host knows how many rows a pass relaxes, and how
// many arcs these have: it waits twice a pass.
#include "algorithms/sssp/ranks_gpu/rank_paths.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/sssp/ranks_gpu/path_messages.hpp"
#include "algorithms/sssp/ranks_gpu/relax_kernels.hpp"
#include "gpu/bitmap_words.hpp"
#include "gpu/device_state.hpp"
#include "gpu/graph_bytes.hpp"
#include "strider/error.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

template <class W>
class PathsOfRank final : public RankPaths<W> {
  using D = SsspDistance<W>;
  using Key = DistanceKey<W>;

 public:
  PathsOfRank(Context& context, const RankPathsInput<W>& input, const RankPathsSizes& sizes)
      : device_(input.device),
        shape_(input.shape),
        delta_(input.delta),
        rank_(static_cast<u32>(input.rank)),
        row_words_(bitmap_words(shape_.num_rows)),
        local_id_words_(bitmap_words(shape_.num_local_ids)),
        queue_(context),
        begins_(context, std::size_t{shape_.num_rows} + 1),
        local_ids_(context, shape_.num_arcs),
        weights_(context, shape_.num_arcs),
        messages_(queue_, input.device, sizes, input.block_threads),
        best_(context, shape_.num_local_ids),
        parents_(context, shape_.num_local_ids),
        lowered_(context, local_id_words_),
        changed_(context, local_id_words_),
        relaxed_at_(context, shape_.num_rows),
        stops_(context, shape_.num_rows),
        settled_(context, row_words_),
        waiting_(context, row_words_),
        parent_ranks_(context, shape_.num_own),
        frontier_(context, shape_.num_rows),
        counts_(context, std::size_t{shape_.num_rows} + 1),
        offsets_(context, std::size_t{shape_.num_rows} + 1),
        scratch_(context),
        reduced_keys_(context, shape_.num_rows - shape_.num_own),
        counters_(context, 1),
        seen_(context, 1),
        total_(context, 1),
        map_(input.delta) {
    static_cast<void>(scratch_.get(exclusive_sum_bytes(offsets_.size())));
    upload(queue_, begins_, input.begins);
    upload(queue_, local_ids_, input.local_ids);
    upload(queue_, weights_, input.weights);
    for (const MessagePeer& peer : input.peers) {
      peers_.push_back({{queue_, peer.theirs}, {queue_, peer.ours}});
    }
  }

  [[nodiscard]] std::shared_ptr<comm::MessageMemory> messages() const override {
    return messages_.memory();
  }

  void start(D bound) override {
    simt::launch(queue_.handle(), shape(shape_.num_local_ids), forget_distances<W>, best_.data(),
                 shape_.num_local_ids);
    simt::launch(queue_.handle(), shape(shape_.num_rows), forget_distances<W>, relaxed_at_.data(),
                 shape_.num_rows);
    for (const DeviceBuffer<u32>* bits : {&changed_, &settled_, &waiting_}) {
      queue_.fill(bits->data(), 0, bits->size_bytes());
    }
    simt::launch(queue_.handle(), one_warp(), reset_counters, counters_.data(),
                 u64{kUnreachedKey<SsspDistance<W>>});
    read_counters();
    map_ = BucketMap<D>(delta_);
    bound_ = bound;
  }

  void put_source(Vertex row) override {
    simt::launch(queue_.handle(), one_warp(), put_source_row<W>, view(), row);
  }

  [[nodiscard]] std::uint64_t next_bucket() override {
    queue_.fill(&counters_.data()->next_bucket, 0xFF, sizeof(u64));
    simt::launch(queue_.handle(), warps(row_words_), find_next_bucket<W>, view(), row_words_, map_);
    read_counters();
    if (seen_[0].unknown != 0) {
      throw comm::EncodingError("a message from another rank names a vertex that does not exist");
    }
    return seen_[0].next_bucket;
  }

  void relax(std::uint64_t bucket) override {
    const u64 limit = bucket + 1;
    forget_frontier();
    simt::launch(queue_.handle(), warps(row_words_), take_buckets<W>, view(), row_words_, map_,
                 limit, frontier());
    read_counters();
    while (seen_[0].frontier > 0) relax_frontier(FirstArc::kOfRow, limit);
  }

  [[nodiscard]] D beyond() const override {
    return distance_of<SsspDistance<W>>(static_cast<Key>(seen_[0].beyond));
  }
  [[nodiscard]] std::uint64_t settled_arcs() const override { return seen_[0].settled_arcs; }

  void continue_to(D bound) override {
    bound_ = bound;
    forget_beyond();
    forget_frontier();
    simt::launch(queue_.handle(), warps(row_words_), take_stopped<W>, rows(), view(), row_words_,
                 frontier());
    read_counters();
    // Nothing is relaxed before all ranks know the next bucket.
    if (seen_[0].frontier > 0) relax_frontier(FirstArc::kBeyondBound, 0);
  }

  void pull(double width) override {
    map_ = BucketMap<D>(width);
    const D bound = std::exchange(bound_, kUnreachedDistance<D>);
    forget_beyond();
    queue_.fill(waiting_.data(), 0, waiting_.size_bytes());
    simt::launch(queue_.handle(), warps(shape_.num_rows), pull_rows<W>, rows(), view(), bound);
    read_counters();
  }

  void note_overflows() override {
    simt::launch(queue_.handle(), warps(shape_.num_rows), find_overflows<W>, rows(), view());
  }
  [[nodiscard]] Vertex overflowed_row() override {
    read_counters();
    return seen_[0].overflowed;
  }

  // --- messages ----------------------------------------------------------------------------------

  std::size_t write_changed(int peer, std::span<std::byte> to) override {
    const DevicePlaces& places = peers_[static_cast<std::size_t>(peer)].theirs;
    if (places.is_ghost_range()) {
      return messages_.write(places, changed_.data() + places.first_local_id / 32, best_.data(),
                             to);
    }
    const u32 words = bitmap_words(places.count);
    simt::launch(queue_.handle(), warps(words), pack_bits_of_places, places.view(), changed_.data(),
                 words, messages_.bits());
    return messages_.write(places, messages_.bits(), best_.data(), to);
  }
  void clear_changed() override { queue_.fill(changed_.data(), 0, changed_.size_bytes()); }

  void take_found(int peer, std::span<const std::byte> message) override {
    const DevicePlaces& places = peers_[static_cast<std::size_t>(peer)].ours;
    const auto set = messages_.read(places, message);
    simt::launch(queue_.handle(), shape(set.count), take_found_keys<W>, view(), places.view(),
                 set.names, set.keys, set.count, static_cast<u32>(peer));
  }

  std::size_t write_reached(int peer, std::span<std::byte> to) override {
    const DevicePlaces& places = peers_[static_cast<std::size_t>(peer)].ours;
    const u32 words = bitmap_words(places.count);
    simt::launch(queue_.handle(), warps(words), pack_reached_places<W>, places.view(), best_.data(),
                 words, messages_.bits());
    return messages_.write(places, messages_.bits(), best_.data(), to);
  }
  void take_reached(int peer, std::span<const std::byte> message) override {
    const DevicePlaces& places = peers_[static_cast<std::size_t>(peer)].theirs;
    const auto set = messages_.read(places, message);
    simt::launch(queue_.handle(), shape(set.count), take_reached_keys<W>, view(), places.view(),
                 set.names, set.keys, set.count);
  }

  // --- local ids whose distances all ranks reduce
  // --------------------------------------------------

  [[nodiscard]] bool any_changed(Vertex begin, Vertex end) override {
    return end > begin &&
           messages_.sets().count(changed_.data() + begin / 32, bitmap_words(end - begin)) > 0;
  }
  void copy_changed(Vertex begin, std::span<std::uint64_t> to) override {
    download_bytes(queue_, to.data(), changed_.data() + begin / 32, to.size_bytes());
  }
  void get_distances(std::span<const std::uint32_t> local_ids, std::span<D> to) override {
    const auto count = static_cast<u32>(local_ids.size());
    upload_bytes(queue_, messages_.listed(), local_ids.data(), local_ids.size_bytes());
    simt::launch(queue_.handle(), shape(count), gather_keys<Key>, best_.data(), messages_.listed(),
                 count, count, reduced_keys_.data());
    download_bytes(queue_, to.data(), reduced_keys_.data(), to.size_bytes());
  }
  void take_reduced(std::span<const std::uint32_t> local_ids,
                    std::span<const D> distances) override {
    const auto count = static_cast<u32>(local_ids.size());
    upload_bytes(queue_, messages_.listed(), local_ids.data(), local_ids.size_bytes());
    upload_bytes(queue_, reduced_keys_.data(), distances.data(), distances.size_bytes());
    simt::launch(queue_.handle(), shape(count), take_reduced_keys<W>, view(), messages_.listed(),
                 reduced_keys_.data(), count);
  }

  // --- the search's end --------------------------------------------------------------------------

  void fetch_distances(std::span<D> by_row) override {
    download_bytes(queue_, by_row.data(), best_.data(), by_row.size_bytes());
  }
  void fetch_parents(std::span<std::uint32_t> by_local_id) override {
    download_bytes(queue_, by_local_id.data(), parents_.data(), by_local_id.size_bytes());
  }
  void fetch_parent_ranks(std::span<std::uint32_t> by_own) override {
    download_bytes(queue_, by_own.data(), parent_ranks_.data(), by_own.size_bytes());
  }

 private:
  struct Peer {
    DevicePlaces theirs;
    DevicePlaces ours;
  };

  [[nodiscard]] RankPathRows<W> rows() const {
    return {shape_.num_rows, begins_.data(), local_ids_.data(), weights_.data()};
  }
  [[nodiscard]] RankPathView<W> view() const {
    return {best_.data(),         parents_.data(),  relaxed_at_.data(), stops_.data(),
            parent_ranks_.data(), settled_.data(),  waiting_.data(),    lowered_.data(),
            changed_.data(),      counters_.data(), shape_.num_own,     rank_};
  }
  [[nodiscard]] VertexQueue frontier() const {
    return {frontier_.data(), &counters_.data()->frontier};
  }
  [[nodiscard]] simt::LaunchShape shape(u64 work) const { return messages_.sets().shape(work); }
  [[nodiscard]] simt::LaunchShape warps(u64 work) const { return shape(work * simt::kWarp); }
  [[nodiscard]] static simt::LaunchShape one_warp() { return {.grid = 1, .block = simt::kWarp}; }

  void forget_frontier() { queue_.fill(&counters_.data()->frontier, 0, sizeof(u32)); }
  void forget_beyond() {
    simt::launch(queue_.handle(), one_warp(), reset_beyond, counters_.data(),
                 u64{kUnreachedKey<SsspDistance<W>>});
  }
  void read_counters() {
    queue_.copy(seen_.data(), counters_.data(), sizeof(RankPathCounters));
    queue_.wait();
  }

  /// A pass over the rows that were counted last. Own vertices that it brings into a bucket below
  /// `limit` are the next frontier, and counted.
  void relax_frontier(FirstArc first_arc, u64 limit) {
    const u32 size = seen_[0].frontier;
    simt::launch(queue_.handle(), shape(u64{size} + 1), look_up_arcs<W>, rows(), view(),
                 frontier_.data(), size, first_arc, bound_, counts_.data());
    exclusive_sum(queue_, scratch_, counts_.data(), offsets_.data(), std::size_t{size} + 1);
    queue_.copy(total_.data(), offsets_.data() + size, sizeof(u64));
    queue_.fill(lowered_.data(), 0, lowered_.size_bytes());
    queue_.wait();
    const u64 total = total_[0];
    const simt::LaunchShape arcs = shape((total + kArcsOfThread - 1) / kArcsOfThread);
    simt::launch(queue_.handle(), arcs, relax_arcs<W>, rows(), view(), frontier_.data(), size,
                 offsets_.data(), total);
    simt::launch(queue_.handle(), arcs, name_parents<W>, rows(), view(), frontier_.data(), size,
                 offsets_.data(), total);
    forget_frontier();
    simt::launch(queue_.handle(), warps(local_id_words_), sort_lowered<W>, view(), local_id_words_,
                 map_, limit, frontier());
    read_counters();
  }

  const Device device_;  // outlives the rest
  const RankShape shape_;
  const double delta_;
  const u32 rank_;
  const u32 row_words_;
  const u32 local_id_words_;
  Queue queue_;
  DeviceBuffer<u64> begins_;
  DeviceBuffer<u32> local_ids_;
  DeviceBuffer<W> weights_;
  PathMessages<Key> messages_;
  std::vector<Peer> peers_;  // by rank

  // What RankPathView says of them.
  DeviceBuffer<Key> best_;
  DeviceBuffer<u32> parents_;
  DeviceBuffer<u32> lowered_;
  DeviceBuffer<u32> changed_;
  DeviceBuffer<Key> relaxed_at_;
  DeviceBuffer<u64> stops_;
  DeviceBuffer<u32> settled_;
  DeviceBuffer<u32> waiting_;
  DeviceBuffer<u32> parent_ranks_;

  DeviceBuffer<u32> frontier_;
  DeviceBuffer<u32> counts_;  // of its arcs up to the bound
  DeviceBuffer<u64> offsets_;
  Scratch scratch_;
  DeviceBuffer<Key> reduced_keys_;
  DeviceBuffer<RankPathCounters> counters_;
  PinnedBuffer<RankPathCounters> seen_;
  PinnedBuffer<u64> total_;

  BucketMap<D> map_;
  D bound_{};
};

}  // namespace

template <class W>
std::uint64_t predict_rank_paths_bytes(const RankPathsSizes& sizes) {
  const std::uint64_t rows = sizes.shape.num_rows;
  const std::uint64_t local_ids = sizes.shape.num_local_ids;
  const std::uint64_t own = sizes.shape.num_own;
  constexpr std::uint64_t kKey = sizeof(DistanceKey<W>);
  return sizeof(u64) * (rows + 1) + (sizeof(u32) + sizeof(W)) * sizes.shape.num_arcs +
         PathMessages<DistanceKey<W>>::predict_bytes(sizes) + (kKey + sizeof(u32)) * local_ids +
         (kKey + sizeof(u64)) * rows +
         2 * sizeof(u32) *
             (bitmap_words(sizes.shape.num_local_ids) + bitmap_words(sizes.shape.num_rows)) +
         sizeof(u32) * own + sizeof(u32) * rows + (sizeof(u32) + sizeof(u64)) * (rows + 1) +
         exclusive_sum_bytes(rows + 1) + kKey * (rows - own) + sizeof(RankPathCounters);
}

template <class W>
std::unique_ptr<RankPaths<W>> make_rank_paths(const RankPathsInput<W>& input) {
  const RankPathsSizes sizes = rank_paths_sizes(input.shape, input.peers, sizeof(DistanceKey<W>),
                                                input.encoding, input.place);
  if (std::max(sizes.shape.num_local_ids, sizes.most_listed) > kMostDeviceVertices) {
    throw UsageError("one rank has too many vertices for a device: start more ranks");
  }
  auto& context = static_cast<Context&>(*input.device.state().context);
  context.require(predict_rank_paths_bytes<W>(sizes), "a search for shortest paths");
  return std::make_unique<PathsOfRank<W>>(context, input, sizes);
}

template std::uint64_t predict_rank_paths_bytes<float>(const RankPathsSizes&);
template std::uint64_t predict_rank_paths_bytes<double>(const RankPathsSizes&);
template std::uint64_t predict_rank_paths_bytes<std::uint32_t>(const RankPathsSizes&);
template std::unique_ptr<RankPaths<float>> make_rank_paths(const RankPathsInput<float>&);
template std::unique_ptr<RankPaths<double>> make_rank_paths(const RankPathsInput<double>&);
template std::unique_ptr<RankPaths<std::uint32_t>> make_rank_paths(
    const RankPathsInput<std::uint32_t>&);

}  // namespace strider::detail::STRIDER_DEVICE
