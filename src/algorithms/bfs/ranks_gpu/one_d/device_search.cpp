// The local work of a rank that owns rows, on its device: the base line of the 2d scheme, with the
// same kernels.
//
// Everything by vertex or local id stays on the device; messages are made of bits there. Who found
// an own vertex first is kept by vertex, and asked at the end.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/bfs/ranks_gpu/one_d/input.hpp"
#include "algorithms/bfs/ranks_gpu/one_d/kernels.hpp"
#include "algorithms/bfs/ranks_gpu/own_results.hpp"
#include "gpu/bitmap_words.hpp"
#include "gpu/launch_shape.hpp"
#include "gpu/matrix_arrays.hpp"
#include "ranks_gpu/sets.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

Sets::Sizes sizes_of(const DeviceSizes1d& sizes) {
  return {bitmap_words(std::max(sizes.num_own, sizes.most_ghosts)), sizes.most_ghosts};
}
Wire::Sizes wire_of(const DeviceSizes1d& sizes) {
  const std::size_t most = (comm::bound(sizes.most_ghosts, sizes.encoding) - 1) / sizeof(u32);
  return {sizes.messages, sizes.encoding, most, most};
}

/// Throws where the device has not enough, before any is taken.
Context& with_room_1d(Context& context, const DeviceInput1d& input) {
  context.require(predict_device_search_1d_bytes(input.sizes()),
                  "a search by rows of owned vertices");
  return context;
}

class DeviceSearch1d final : public Local1d {
 public:
  DeviceSearch1d(Context& context, const DeviceInput1d& input)
      : options_(input.options),
        num_own_(input.num_own),
        own_words_(bitmap_words(input.num_own)),
        num_arcs_(input.rows.entries.size()),
        encoding_(input.encoding),
        names_(input.names),
        queue_(with_room_1d(context, input)),
        rows_(queue_, input.rows),
        wire_(queue_, input.device, wire_of(input.sizes())),
        sets_(queue_, wire_, sizes_of(input.sizes()), options_.tuning.block_threads),
        parents_(context, input.num_local_ids),
        levels_(context, input.num_local_ids),
        visited_(context, input.num_local_ids / 32),
        found_(context, input.num_local_ids / 32),
        frontier_(context, input.num_local_ids / 32),
        initially_visited_(context, own_words_),
        own_list_(context, num_own_),
        open_(context, num_own_),
        parent_ranks_(context, num_own_),
        row_degrees_(context, std::size_t{num_own_} + 1),
        offsets_(context, std::size_t{num_own_} + 1),
        scratch_(context),
        open_size_(context, 1),
        num_remote_parents_(context, 1),
        sum_(context, 1),
        ghost_words_(context, bitmap_words(input.sizes().most_ghosts)),
        seen_(context, 2),
        results_(queue_, sets_, num_own_) {
    rows_.with_rows([&]<class Offset>(const Rows<Offset>&) {
      with_expansion<Offset>(options_.tuning.edges_per_thread, [&](auto* kernel) {
        require_block_threads(queue_, kernel, options_.tuning.block_threads);
      });
    });
    static_cast<void>(scratch_.get(exclusive_sum_bytes(offsets_.size())));
    for (const DevicePeer1d& peer : input.peers) {
      Peer& added = peers_.emplace_back(Peer{peer.range_begin,
                                             peer.range_size,
                                             peer.num_subscribed,
                                             DeviceBuffer<u32>(context, peer.subscribed.size()),
                                             {}});
      upload(queue_, added.subscribed, std::span<const u32>(peer.subscribed));
    }
    upload_initially_visited(input);
  }

  [[nodiscard]] std::uint64_t num_arcs() const override { return num_arcs_; }
  [[nodiscard]] std::uint64_t num_connected() const override { return num_connected_; }
  [[nodiscard]] std::size_t message_bound(int peer) const override {
    const Peer& of = peers_[static_cast<std::size_t>(peer)];
    return bound_of_messages(of.range_size, of.num_subscribed, encoding_);
  }

  [[nodiscard]] std::shared_ptr<comm::MessageMemory> messages() const override {
    return wire_.messages();
  }

  void start(DistBfsTree& tree) override {
    results_.restart(tree);
    for (const DeviceBuffer<u32>* bits : {&visited_, &found_, &frontier_}) {
      queue_.fill(bits->data(), 0, bits->size_bytes());
    }
    for (const DeviceBuffer<u32>* numbers : {&parents_, &levels_, &parent_ranks_}) {
      queue_.fill(numbers->data(), 0xFF, numbers->size_bytes());
    }
    queue_.fill(num_remote_parents_.data(), 0, num_remote_parents_.size_bytes());
    queue_.copy(visited_.data(), initially_visited_.data(), initially_visited_.size_bytes());
    source_.reset();
    level_ = 0;
    num_frontier_ = 0;
    remote_parents_here_ = 0;
  }

  Found1d visit_source(LocalVertex source) override {
    source_ = index(source);
    simt::launch(queue_.handle(), {.grid = 1, .block = simt::kWarp}, put_source_of_rank, own(),
                 *source_);
    return take_frontier_found();
  }

  // --- top-down ----------------------------------------------------------------------------------

  void follow_arcs() override {
    queue_.fill(found_.data(), 0, found_.size_bytes());
    if (num_frontier_ == 0) return;
    rows_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      simt::launch(queue_.handle(), sets_.shape(u64{num_frontier_} + 1), look_up_degrees<Offset>,
                   rows, own_list_.data(), num_frontier_, row_degrees_.data());
      exclusive_sum(queue_, scratch_, row_degrees_.data(), offsets_.data(),
                    std::size_t{num_frontier_} + 1);
      queue_.copy(seen_.data(), offsets_.data() + num_frontier_, sizeof(u64));
      queue_.wait();
      expand(rows, seen_[0]);
    });
  }

  std::size_t write_noted(int owner, std::span<std::byte> to) override {
    const Peer& of = peer(owner);
    return sets_.write(of.range_size, found_.data() + of.range_begin / 32, 0, to).bytes;
  }

  void take_noted(int parent_rank, std::span<const std::byte> message) override {
    const Peer& of = peer(parent_rank);
    const Sets::Message set = sets_.read(of.num_subscribed, message);
    const auto rank = static_cast<u32>(parent_rank);
    if (set.is_bitmap) {
      simt::launch(queue_.handle(), sets_.shape(of.num_subscribed), take_ghost_bits, ghosts(of),
                   set.data, own(), rank, level_ + 1, num_remote_parents_.data());
    } else {
      simt::launch(queue_.handle(), sets_.shape(set.count), take_ghost_list, ghosts(of), set.data,
                   set.count, own(), rank, level_ + 1, num_remote_parents_.data());
    }
  }

  // --- bottom-up ---------------------------------------------------------------------------------

  std::size_t write_frontier(int subscriber, std::span<std::byte> to) override {
    const Peer& of = peer(subscriber);
    const u32 words = bitmap_words(of.num_subscribed);
    simt::launch(queue_.handle(), sets_.shape(u64{words} * simt::kWarp), pack_ghost_bits,
                 ghosts(of), frontier_.data(), words, ghost_words_.data());
    return sets_.write(of.num_subscribed, ghost_words_.data(), 0, to).bytes;
  }

  void take_frontier(int owner, std::span<const std::byte> message) override {
    const Peer& of = peer(owner);
    const u32 words = bitmap_words(of.range_size);
    const u32* const set = sets_.read_words(of.range_size, message);
    queue_.copy(frontier_.data() + of.range_begin / 32, set, words * sizeof(u32));
    sets_.add(set, words, visited_.data() + of.range_begin / 32);
  }

  void probe() override {
    queue_.fill(found_.data(), 0, found_.size_bytes());
    queue_.fill(open_size_.data(), 0, open_size_.size_bytes());
    const VertexQueue open{open_.data(), open_size_.data()};
    rows_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      simt::launch(queue_.handle(), sets_.shape(u64{own_words_} * simt::kWarp),
                   collect_unvisited<Offset>, rows, visited_.data(), 0U, own_words_, open);
      simt::launch(queue_.handle(), sets_.shape(num_own_), probe_unvisited<Offset>, rows, open,
                   FrontierBits{frontier_.data(), found_.data()}, tree(), level_ + 1);
    });
  }

  Found1d finish_level(bool /*count_edges*/) override {
    ++level_;
    return take_frontier_found();
  }

  // --- after the last level ----------------------------------------------------------------------

  [[nodiscard]] std::uint64_t num_remote_parents() const override { return remote_parents_here_; }
  [[nodiscard]] std::uint64_t num_remote_parents_of(int parent_rank) const override {
    return peers_[static_cast<std::size_t>(parent_rank)].asked.size();
  }

  std::size_t write_requests(int parent_rank, std::span<std::byte> to) override {
    Peer& of = peer(parent_rank);
    const u32 words = bitmap_words(of.num_subscribed);
    simt::launch(queue_.handle(), sets_.shape(u64{words} * simt::kWarp), pack_remote_ghosts,
                 ghosts(of), parent_ranks_.data(), static_cast<u32>(parent_rank), words,
                 ghost_words_.data());
    const Sets::Written written = sets_.write(of.num_subscribed, ghost_words_.data(), 0, to);
    // Their vertices, for the answer.
    of.asked.resize(written.count);
    if (of.subscribed.size() > 0) {
      sets_.list_values(of.subscribed.data(), open_.data());
    } else {
      sets_.list(0, open_.data());
    }
    sets_.copy_out(of.asked.data(), open_.data(), written.count * sizeof(u32));
    return written.bytes;
  }

  void finish(DistBfsTree& tree, Level num_levels) override {
    const std::span<u32> local_ids = results_.bring(parents_.data());
    if (source_) local_ids[*source_] = *source_;
    names_->name_local_ids(local_ids, results_.parents().data());
    results_.finish(tree, num_levels, levels_.data(), open_.data());
  }

  std::size_t write_parents(int owner, std::span<const std::byte> message,
                            std::span<std::uint32_t> to) override {
    const Peer& of = peer(owner);
    const u32 count =
        sets_.count(sets_.read_words(of.range_size, message), bitmap_words(of.range_size));
    // The levels of this range mean nothing: room for as many numbers.
    u32* const listed = levels_.data() + of.range_begin;
    sets_.list_values(parents_.data() + of.range_begin, listed);
    sets_.copy_out(to.data(), listed, count * sizeof(u32));
    return count;
  }
  [[nodiscard]] std::size_t most_parents(int owner) const override {
    return peers_[static_cast<std::size_t>(owner)].range_size;
  }

  void take_parents(int parent_rank, std::span<const std::uint32_t> parents,
                    DistBfsTree& tree) override {
    const std::vector<u32>& asked = peer(parent_rank).asked;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      tree.parents[asked[i]] = names_->name(parent_rank, parents[i]);
    }
  }

 private:
  struct Peer {
    u32 range_begin;
    u32 range_size;
    u32 num_subscribed;
    DeviceBuffer<u32> subscribed;  ///< empty: ghosts are own vertices
    std::vector<u32> asked;        ///< own vertices that it found
  };
  Peer& peer(int rank) { return peers_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] static GhostVertices ghosts(const Peer& peer) {
    return {peer.subscribed.data(), peer.num_subscribed};
  }
  [[nodiscard]] OwnVertices own() const {
    return {visited_.data(), found_.data(), levels_.data(), parent_ranks_.data()};
  }
  [[nodiscard]] TreeView tree() const { return {parents_.data(), levels_.data(), visited_.data()}; }

  /// What was found of the own vertices becomes the frontier.
  Found1d take_frontier_found() {
    num_frontier_ = sets_.count(found_.data(), own_words_);
    sets_.list(0, own_list_.data());
    queue_.copy(frontier_.data(), found_.data(), std::size_t{own_words_} * sizeof(u32));
    queue_.fill(sum_.data(), 0, sum_.size_bytes());
    rows_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      simt::launch(queue_.handle(), sets_.shape(num_frontier_), sum_degrees_of_rows<Offset>, rows,
                   own_list_.data(), num_frontier_, sum_.data());
    });
    seen_[1] = 0;
    queue_.copy(&seen_[0], sum_.data(), sizeof(u64));
    queue_.copy(&seen_[1], num_remote_parents_.data(), sizeof(u32));
    queue_.wait();
    remote_parents_here_ = seen_[1];
    return {num_frontier_, seen_[0], true};
  }

  template <class Offset>
  void expand(const Rows<Offset>& rows, u64 edges) {
    if (edges == 0) return;
    const u32 each = options_.tuning.edges_per_thread;
    with_expansion<Offset>(each, [&](auto* kernel) {
      simt::launch(queue_.handle(), sets_.shape((edges + each - 1) / each), kernel, rows,
                   own_list_.data(), num_frontier_, offsets_.data(), tree(), level_ + 1,
                   found_.data());
    });
  }

  /// Neither vertices without an arc nor places past the last vertex look for a parent.
  void upload_initially_visited(const DeviceInput1d& input) {
    const auto has_arcs = [&](u32 v) {
      return input.rows.offsets[v + std::size_t{1}] > input.rows.offsets[v];
    };
    for (u32 v = 0; v < num_own_; ++v) num_connected_ += has_arcs(v) ? 1 : 0;
    const std::vector<u32> words = initially_visited_mask(
        num_own_, own_words_, [&](u32 v) { return !input.is_directed && !has_arcs(v); });
    upload(queue_, initially_visited_, std::span<const u32>(words));
  }

  const DeviceBfsOptions options_;
  const u32 num_own_;
  const u32 own_words_;
  const u64 num_arcs_;
  const comm::Encoding encoding_;
  const std::shared_ptr<const Names1d> names_;
  u64 num_connected_ = 0;
  Queue queue_;
  MatrixArrays rows_;
  Wire wire_;
  Sets sets_;
  std::vector<Peer> peers_;  // by rank

  // By local id: own vertices first, then what is known of those of others.
  DeviceBuffer<u32>
      parents_;  // of own vertices local ids, of others' the own vertex that reached them
  DeviceBuffer<u32> levels_;    // mean something of own vertices
  DeviceBuffer<u32> visited_;   // bits
  DeviceBuffer<u32> found_;     // bits: in this level
  DeviceBuffer<u32> frontier_;  // bits; of other ranks' vertices in bottom-up levels

  DeviceBuffer<u32> initially_visited_;
  DeviceBuffer<u32> own_list_;  // the frontier: num_frontier_ own vertices
  DeviceBuffer<u32> open_;
  DeviceBuffer<u32> parent_ranks_;  // by own vertex
  DeviceBuffer<u32> row_degrees_;
  DeviceBuffer<u64> offsets_;
  Scratch scratch_;
  DeviceBuffer<u32> open_size_;
  DeviceBuffer<u32> num_remote_parents_;
  DeviceBuffer<u64> sum_;
  DeviceBuffer<u32> ghost_words_;
  PinnedBuffer<u64> seen_;

  Level level_ = 0;  // of the frontier
  u32 num_frontier_ = 0;
  u64 remote_parents_here_ = 0;
  OwnResults results_;
  std::optional<u32> source_;
};

}  // namespace

std::uint64_t predict_device_search_1d_bytes(const DeviceSizes1d& sizes) {
  const std::uint64_t local_ids = sizes.num_local_ids;
  const std::uint64_t own = sizes.num_own;
  const std::uint64_t ghosts =
      sizeof(u32) * (bitmap_words(sizes.most_ghosts) + sizes.subscribed_numbers);
  return sizes.row_bytes + 2 * sizeof(u32) * local_ids + 3 * local_ids / 8 +
         sizeof(u32) * bitmap_words(sizes.num_own) + 3 * sizeof(u32) * own +
         (sizeof(u32) + sizeof(u64)) * (own + 1) + exclusive_sum_bytes(own + 1) + 2 * sizeof(u32) +
         sizeof(u64) + ghosts + Wire::predict_bytes(wire_of(sizes)) +
         Sets::predict_bytes(sizes_of(sizes));
}

std::unique_ptr<Local1d> make_device_search_1d(const DeviceInput1d& input) {
  return std::make_unique<DeviceSearch1d>(static_cast<Context&>(*input.device.state().context),
                                          input);
}

}  // namespace strider::detail::STRIDER_DEVICE
