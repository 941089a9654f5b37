// Delta-stepping of a rank on its device. Distances and the rows that wait stay there.
//
//   the frontier is the rows that wait in a bucket; until it is empty, a pass:
//     look up:  the distances of its rows are written down, and how many of their arcs lead no
//               farther than the bound; the sums say which arc is whose
//     relax:    each of these arcs lowers the distance that it leads to
//     name:     then an arc that makes up a lowered distance gives its row as parent
//     sort:     own vertices that were lowered are the next frontier, or wait for their bucket
//
// The host knows how many rows a pass relaxes, and how many arcs these have: it waits twice a pass.
#include "algorithms/sssp/ranks_gpu/device_paths.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/sssp/ranks_gpu/path_messages.hpp"
#include "algorithms/sssp/ranks_gpu/relax_kernels.hpp"
#include "gpu/bitmap_words.hpp"
#include "gpu/device_state.hpp"
#include "gpu/graph_bytes.hpp"
#include "gpu/launch_shape.hpp"
#include "strider/error.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

template <class W>
class DevicePaths final : public LocalPaths<W> {
  using D = SsspDistance<W>;
  using Key = DistanceKey<W>;

 public:
  DevicePaths(Workspace& workspace, const Device& device, PathGraph<W>& graph, double delta,
              comm::Encoding encoding, const DevicePathsSettings& settings)
      : device_(device),
        graph_(graph),
        num_rows_(graph.num_rows()),
        delta_(delta),
        row_words_(bitmap_words(num_rows_)),
        local_id_words_(bitmap_words(graph.num_local_ids)),
        queue_(static_cast<Context&>(*device.state().context)),
        messages_(workspace, queue_, device, sizes_of(graph, encoding, settings)),
        theirs_(workspace, queue_, messages_.wire(), ghosts_of(graph), settings.block_threads),
        own_(
            workspace, queue_, messages_.wire(), [&graph] { return ghosts_of(graph); },
            settings.block_threads),
        scratch_(workspace, queue_.context(), exclusive_sum_bytes(std::size_t{num_rows_} + 1)),
        map_(delta) {
    require_blocks(settings.block_threads);
    Context& context = queue_.context();
    const std::size_t rows = num_rows_;
    workspace.declare("the rows on the device", begins_, rows + 1, context);
    workspace.declare("the ends of arcs on the device", local_ids_, graph.num_arcs, context);
    workspace.declare("the weights of arcs on the device", weights_, graph.num_arcs, context);
    workspace.when_taken([this] {
      upload(queue_, begins_, std::span<const u64>(graph_.rows.begins.span()));
      upload(queue_, local_ids_, std::span<const u32>(graph_.rows.local_ids.span()));
      upload(queue_, weights_, std::span<const W>(graph_.rows.weights.span()));
      graph_.rows = {};
    });
    workspace.declare("the distances", best_, graph.num_local_ids, context);
    workspace.declare("the parents", parents_, graph.num_local_ids, context);
    workspace.declare("the vertices that a pass lowered", lowered_, local_id_words_, context);
    workspace.declare("the vertices with new distances", changed_, local_id_words_, context);
    workspace.declare("the distances that were relaxed", relaxed_at_, rows, context);
    workspace.declare("the first arcs beyond the bound", stops_, rows, context);
    workspace.declare("the rows that were relaxed", settled_, row_words_, context);
    workspace.declare("the rows that wait", waiting_, row_words_, context);
    workspace.declare("the ranks of parents", parent_ranks_, graph.num_own, context);
    workspace.declare("the frontier", frontier_, rows, context);
    workspace.declare("the degrees of the frontier", counts_, rows + 1, context);
    workspace.declare("the places of arcs", offsets_, rows + 1, context);
    workspace.declare("the distances of delegates", reduced_keys_, most_asked_for(graph), context);
    workspace.declare("the counters", counters_, 1, context);
    workspace.declare("the counters seen", seen_, 1, context);
    workspace.declare("the number of arcs", total_, 1, context);
    workspace.declare("the distances found", found_distances_, rows);
    workspace.declare("the parents found", found_parents_, graph.num_local_ids);
    workspace.declare("the ranks of parents found", found_parent_ranks_, graph.num_own);
  }

  [[nodiscard]] std::shared_ptr<comm::MessageMemory> messages() const override {
    return messages_.memory();
  }

  void start(D bound, Vertex source) override {
    simt::launch(queue_.handle(), shape(graph_.num_local_ids), forget_distances<W>, best_.data(),
                 graph_.num_local_ids);
    simt::launch(queue_.handle(), shape(num_rows_), forget_distances<W>, relaxed_at_.data(),
                 num_rows_);
    for (const DeviceBuffer<u32>* bits : {&changed_, &settled_, &waiting_}) {
      queue_.fill(bits->data(), 0, bits->size_bytes());
    }
    simt::launch(queue_.handle(), one_warp(), reset_counters, counters_.data(),
                 u64{kUnreachedKey<SsspDistance<W>>});
    read_counters();
    map_ = BucketMap<D>(delta_);
    bound_ = bound;
    if (source == kNoVertex) return;
    simt::launch(queue_.handle(), one_warp(), put_source_row<W>, view(), source);
  }

  [[nodiscard]] typename LocalPaths<W>::Ahead ahead() override {
    queue_.fill(&counters_.data()->next_bucket, 0xFF, sizeof(u64));
    simt::launch(queue_.handle(), warps(row_words_), find_next_bucket<W>, view(), row_words_, map_);
    read_counters();
    const RankPathCounters& seen = seen_[0];
    if (seen.unknown != 0) {
      throw comm::EncodingError("a message from another rank names a vertex that does not exist");
    }
    return {.bucket = std::min<std::uint64_t>(seen.next_bucket, LocalPaths<W>::kNoBucket),
            .nearest = distance_of<D>(static_cast<Key>(seen.beyond)),
            .settled_arcs = seen.settled_arcs,
            .overflowed = seen.overflowed};
  }

  void relax(std::uint64_t bucket) override {
    const u64 limit = bucket + 1;
    forget_frontier();
    simt::launch(queue_.handle(), warps(row_words_), take_buckets<W>, view(), row_words_, map_,
                 limit, frontier());
    read_counters();
    while (seen_[0].frontier > 0) relax_frontier(FirstArc::kOfRow, limit);
  }

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
    simt::launch(queue_.handle(), warps(num_rows_), pull_rows<W>, rows(), view(), bound);
    read_counters();
  }

  // --- messages ----------------------------------------------------------------------------------

  void write_all_found(comm::PackedMessages to) override {
    theirs_.count(changed_.data());
    theirs_.sets().write(to, nullptr, PutKeys<Key>{best_.data(), theirs_.by_rank()});
  }
  void take_found(int finder, std::span<const std::byte> message) override {
    const GhostVertices& ghosts = own_.of(finder);
    const auto set = messages_.read(ghosts.count, message, &counters_.data()->unknown);
    simt::launch(queue_.handle(), shape(set.count), take_found_keys<W>, view(), ghosts, set.ghosts,
                 set.keys, set.count, static_cast<u32>(finder));
  }
  void write_all_settled(comm::PackedMessages to) override {
    own_.count(IsReached<W>{best_.data()});
    own_.sets().write(to, nullptr, PutKeys<Key>{best_.data(), own_.by_rank()});
  }
  void take_settled(int owner, std::span<const std::byte> message) override {
    const GhostVertices& ghosts = theirs_.of(owner);
    const auto set = messages_.read(ghosts.count, message, &counters_.data()->unknown);
    simt::launch(queue_.handle(), shape(set.count), take_settled_keys<W>, view(), ghosts,
                 set.ghosts, set.keys, set.count);
  }

  // --- local ids that are no own vertices, whose distances have fallen ---------------------------

  bool copy_changed(std::span<std::uint64_t> delegates) override {
    download_bytes(queue_, delegates.data(), changed_.data() + graph_.delegates / 32,
                   delegates.size_bytes());
    const u32 ghosts = graph_.ghosts();
    const u32 words = bitmap_words(graph_.num_local_ids - ghosts);
    return words > 0 && messages_.sets().count(changed_.data() + ghosts / 32, words) > 0;
  }
  void forget_changed() override { queue_.fill(changed_.data(), 0, changed_.size_bytes()); }
  void copy_distances(std::span<const Vertex> local_ids, std::span<D> to) override {
    const auto count = static_cast<u32>(local_ids.size());
    upload_bytes(queue_, messages_.listed(), local_ids.data(), local_ids.size_bytes());
    simt::launch(queue_.handle(), shape(count), gather_keys<Key>, best_.data(), messages_.listed(),
                 count, reduced_keys_.data());
    download_bytes(queue_, to.data(), reduced_keys_.data(), to.size_bytes());
  }
  void set_distances(std::span<const Vertex> local_ids, std::span<const D> distances) override {
    const auto count = static_cast<u32>(local_ids.size());
    upload_bytes(queue_, messages_.listed(), local_ids.data(), local_ids.size_bytes());
    upload_bytes(queue_, reduced_keys_.data(), distances.data(), distances.size_bytes());
    simt::launch(queue_.handle(), shape(count), take_reduced_keys<W>, view(), messages_.listed(),
                 reduced_keys_.data(), count);
  }

  // --- the search's end --------------------------------------------------------------------------

  void note_overflows() override {
    simt::launch(queue_.handle(), warps(num_rows_),
                 advance_rows<StoppedRows<W>, AllRows, NoteOverflows<W>, Nowhere, ByWarps>,
                 rows_up_to(begins_.data() + 1), AllRows{num_rows_},
                 NoteOverflows<W>{view(), num_rows_}, Nowhere(), ByWarps());
  }
  [[nodiscard]] FoundPaths<W> found() override {
    download_bytes(queue_, found_distances_.data(), best_.data(), num_rows_ * sizeof(D));
    download(queue_, found_parents_.span(), parents_);
    download_bytes(queue_, found_parent_ranks_.data(), parent_ranks_.data(),
                   parent_ranks_.size_bytes());
    return {found_distances_.span(), found_parents_.span(), found_parent_ranks_.span()};
  }

 private:
  [[nodiscard]] static std::vector<PeerGhosts> ghosts_of(const PathGraph<W>& graph) {
    return {graph.peers.begin(), graph.peers.end()};
  }

  /// Local ids whose distances are copied or set at once: those of delegates, or the target's.
  [[nodiscard]] static u32 most_asked_for(const PathGraph<W>& graph) {
    return std::max<u32>(graph.num_delegates, 1);
  }
  [[nodiscard]] static typename PathMessages<Key>::Sizes sizes_of(
      const PathGraph<W>& graph, comm::Encoding encoding, const DevicePathsSettings& settings) {
    const std::uint32_t most_ghosts = graph.most_ghosts();
    if (std::max(graph.num_local_ids, most_ghosts) > kMostDeviceVertices) {
      throw UsageError("one rank has too many vertices for a device: start more ranks");
    }
    std::uint64_t message_bytes = 0;
    std::size_t packed_words = 0;
    for (const PathPeer& peer : graph.peers) {
      const std::uint64_t bound = graph.message_bound(peer.rank, encoding);
      message_bytes = std::max(message_bytes, bound);
      packed_words += RangeSets::packed_words(bound);
    }
    return {most_ghosts,           graph.num_local_ids - graph.ghosts(),
            most_asked_for(graph), message_bytes,
            packed_words,          encoding,
            settings.place,        settings.block_threads};
  }

  void require_blocks(u32 block_threads) const {
    const auto require = [&](auto* kernel) {
      require_block_threads(queue_, kernel, block_threads);
    };
    require(&look_up_arcs<W>);
    require(&advance_rows<StoppedRows<W>, SomeRows, RelaxArcs<W>, Nowhere, ArcsOfThread>);
    require(&advance_rows<StoppedRows<W>, SomeRows, NameParents<W>, Nowhere, ArcsOfThread>);
    require(&advance_rows<StoppedRows<W>, AllRows, NoteOverflows<W>, Nowhere, ByWarps>);
    require(&sort_lowered<W>);
    require(&pull_rows<W>);
  }

  [[nodiscard]] RankPathRows<W> rows() const {
    return {num_rows_, begins_.data(), local_ids_.data(), weights_.data()};
  }
  [[nodiscard]] RankPathView<W> view() const {
    return {best_.data(),     parents_.data(),      relaxed_at_.data(),
            stops_.data(),    parent_ranks_.data(), settled_.data(),
            waiting_.data(),  lowered_.data(),      changed_.data(),
            counters_.data(), graph_.num_own,       static_cast<u32>(graph_.rank)};
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
    const RelaxArcs<W> relax{relaxed_at_.data(), best_.data(), lowered_.data()};
    advance_pass(size, total, relax);
    advance_pass(size, total, NameParents<W>{relax, parents_.data()});
    forget_frontier();
    simt::launch(queue_.handle(), warps(local_id_words_), sort_lowered<W>, view(), local_id_words_,
                 map_, limit, frontier());
    read_counters();
  }

  [[nodiscard]] StoppedRows<W> rows_up_to(const u64* stops) const {
    return {begins_.data(), stops, local_ids_.data(), weights_.data()};
  }
  template <class F>
  void advance_pass(u32 size, u64 total, const F& functor) {
    simt::launch(queue_.handle(), shape((total + kArcsTogether - 1) / kArcsTogether),
                 advance_rows<StoppedRows<W>, SomeRows, F, Nowhere, ArcsOfThread>,
                 rows_up_to(stops_.data()), SomeRows{frontier_.data(), size}, functor, Nowhere(),
                 ArcsOfThread{offsets_.data()});
  }

  const Device device_;  // outlives the rest
  PathGraph<W>& graph_;
  const u32 num_rows_;
  const double delta_;
  const u32 row_words_;
  const u32 local_id_words_;
  Queue queue_;
  DeviceBuffer<u64> begins_;
  DeviceBuffer<u32> local_ids_;
  DeviceBuffer<W> weights_;
  PathMessages<Key> messages_;
  TheirGhosts theirs_;
  OwnGhosts own_;

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

  // For who names the parents, on the host.
  Array<D> found_distances_;
  Array<Vertex> found_parents_;
  Array<int> found_parent_ranks_;

  BucketMap<D> map_;
  D bound_{};
};

}  // namespace

template <class W>
std::unique_ptr<LocalPaths<W>> make_device_paths(Workspace& workspace, const Device& device,
                                                 PathGraph<W>& graph, double delta,
                                                 comm::Encoding encoding,
                                                 const DevicePathsSettings& settings) {
  return std::make_unique<DevicePaths<W>>(workspace, device, graph, delta, encoding, settings);
}
template std::unique_ptr<LocalPaths<float>> make_device_paths(Workspace&, const Device&,
                                                              PathGraph<float>&, double,
                                                              comm::Encoding,
                                                              const DevicePathsSettings&);
template std::unique_ptr<LocalPaths<double>> make_device_paths(Workspace&, const Device&,
                                                               PathGraph<double>&, double,
                                                               comm::Encoding,
                                                               const DevicePathsSettings&);
template std::unique_ptr<LocalPaths<std::uint32_t>> make_device_paths(Workspace&, const Device&,
                                                                      PathGraph<std::uint32_t>&,
                                                                      double, comm::Encoding,
                                                                      const DevicePathsSettings&);

}  // namespace strider::detail::STRIDER_DEVICE
