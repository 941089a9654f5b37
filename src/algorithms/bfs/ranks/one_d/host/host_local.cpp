#include "algorithms/bfs/ranks/one_d/host/host_local.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "algorithms/bfs/host/bottom_up_kernels.hpp"
#include "algorithms/bfs/host/bottom_up_list.hpp"
#include "algorithms/bfs/ranks/one_d/host/noted_ghosts.hpp"
#include "algorithms/bfs/ranks/one_d/host/rank_frontier.hpp"
#include "algorithms/bfs/ranks/one_d/host/rank_top_down.hpp"
#include "algorithms/bfs/ranks/one_d/host/rank_tree.hpp"
#include "algorithms/bfs/ranks/one_d/host/remote_parents.hpp"
#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/team.hpp"
#include "graph/layout/degree_layout.hpp"
#include "ranks/one_d/peer_ghosts.hpp"

namespace strider::detail {
namespace {

constexpr std::size_t kBlock = BlockMasks::kVertices;
/// Frontiers with no more edges are expanded by one thread, and what they find is listed.
constexpr EdgeIndex kMaxSerialEdges = 8192;
/// Blocks that a thread going bottom-up takes at a time.
constexpr std::size_t kProbeBlocks = 256;
/// A larger frontier found top-down is not listed to know its edges: a sample of them says which
/// way to continue, most often bottom-up, where no list is needed.
constexpr std::uint64_t kSampled = 2048;
/// Where no more than this share of the connected vertices are unvisited, these are listed.
constexpr std::size_t kFewUnvisited = 32;
/// A frontier of fewer vertices than this share of the unvisited may cost less to expand
/// top-down: then its edges are counted.
constexpr std::uint64_t kListingFactor = 16;

class HostLocal1d final : public Local1d {
 public:
  HostLocal1d(const Graph1d& graph,
              std::optional<std::span<const std::uint32_t>> degrees_by_local_id, int threads,
              comm::Encoding encoding)
      : owners_(graph.owners),
        rows_(graph.rows),
        threads_(threads),
        encoding_(encoding),
        own_(rows_.num_vertices()),
        own_blocks_((own_ + kBlock - 1) / kBlock),
        blocks_(std::max<std::size_t>(graph.local_ids.size() / kBlock, own_blocks_)),
        visited_(2 * blocks_),
        found_map_(2 * blocks_),
        parents_(blocks_ * kBlock),
        frontier_(rows_, blocks_, threads),
        top_down_(rows_, blocks_, threads),
        found_own_(own_),
        found_others_(std::min<std::size_t>(kMaxSerialEdges, blocks_ * kBlock - own_)),
        ghost_words_(blocks_),
        names_(graph),
        tree_(own_) {
    for (Vertex v = 0; v < own_; ++v) num_connected_ += rows_.degree(v) > 0 ? 1 : 0;
    std::uint32_t largest = 0;
    for (int r = 0; r < owners_.num_ranks(); ++r) {
      const PeerGhosts& peer = peers_.emplace_back(ghosts_with(graph, r));
      largest = std::max({largest, peer.range_size, peer.num_subscribed});
      remote_parents_.add_rank(peer.num_subscribed);
    }
    // No message is longer than a bitmap, unless others are asked for.
    ids_ = Array<std::uint32_t>(encoding == comm::Encoding::kVarint ? largest : largest / 8 + 8);
    bottom_up_list_ = BottomUpList(num_connected_ / kFewUnvisited, 1);
    if (degrees_by_local_id) layout_ = make_degree_layout(rows_, *degrees_by_local_id, threads);
  }

  [[nodiscard]] std::uint64_t num_arcs() const override { return rows_.num_arcs(); }
  [[nodiscard]] std::uint64_t num_connected() const override { return num_connected_; }
  [[nodiscard]] std::size_t message_bound(int peer) const override {
    const PeerGhosts& ghosts = peers_[static_cast<std::size_t>(peer)];
    if (ghosts.is_empty()) return 0;
    return comm::bound(std::max(ghosts.range_size, ghosts.num_subscribed), encoding_);
  }

  void start(DistBfsTree& tree) override {
    tree_.start(tree);
    for (std::size_t block = 0; block < blocks_; ++block) {
      store_block(visited_.data(), block, block < own_blocks_ ? ~wanted_bits(block) : 0);
    }
    remote_parents_.clear();
    bottom_up_list_.restart();
    frontier_.clear();
    level_ = 0;
    unvisited_ = num_connected_;
    filled_ = false;
    is_serial_ = true;
    source_ = kNoVertex;
  }

  Found1d visit_source(LocalVertex source) override {
    source_ = index(source);
    const EdgeIndex degree = rows_.degree(source_);
    parents_[source_] = source_;
    tree_.levels().set(source_, 0);
    visited_[source_ >> 5U] |= 1U << (source_ & 31U);
    frontier_.assign({&source_, 1});
    unvisited_ -= degree > 0 ? 1 : 0;
    return {1, degree, true};
  }

  // --- top-down --------------------------------------------------------------------------------

  void follow_arcs() override {
    tree_.make_room_for(level_ + 1);
    frontier_.list();
    is_serial_ = frontier_.queue().edges() <= kMaxSerialEdges;
    lists_ = {found_own_.data(), 0, found_others_.data(), 0};
    going_ = Going::kTopDown;
    if (is_serial_) {
      top_down_.expand_serially(frontier_.queue(), visited_.data(), parents_.data(), lists_);
      for (std::size_t i = 0; i < lists_.num_own; ++i)
        tree_.levels().set(lists_.own[i], level_ + 1);
      noted_.emplace(found_map_.span(), own_blocks_);
      noted_->take({lists_.others, lists_.num_others});
    } else {
      noted_.emplace(found_map_.span(), own_blocks_);
      top_down_.expand(frontier_.queue(), visited_.data(), found_map_.data(), parents_.data());
    }
  }

  std::size_t write_noted(int owner, std::span<std::byte> to) override {
    const PeerGhosts& peer = peer_of(owner);
    return noted_->write(peer, encoding_, words_of(peer.range_size), to);
  }

  void take_noted(int parent_rank, std::span<const std::byte> message) override {
    const PeerGhosts& peer = peer_of(parent_rank);
    GhostReader reader(peer);
    comm::decode(message, peer.num_subscribed, ids_).for_each([&](std::uint32_t ghost) {
      const Vertex v = index(reader.vertex(ghost));
      const std::uint32_t bit = 1U << (v & 31U);
      if ((visited_[v >> 5U] & bit) != 0) return;
      visited_[v >> 5U] |= bit;
      remote_parents_.add(parent_rank, v);
      parents_[v] = v;  // until the parent rank has answered
      if (is_serial_) {
        tree_.levels().set(v, level_ + 1);
        lists_.own[lists_.num_own++] = v;
      } else {
        found_map_[v >> 5U] |= bit;
      }
    });
  }

  // --- bottom-up -------------------------------------------------------------------------------

  std::size_t write_frontier(int subscriber, std::span<std::byte> to) override {
    frontier_.map_own();
    const PeerGhosts& peer = peer_of(subscriber);
    const auto words = words_of(peer.num_subscribed);
    const std::uint64_t count = pack_ghosts(
        peer, own_blocks_, [&](std::size_t w) { return load_block(frontier_.map(), w); }, words);
    return comm::encode_bitmap(words, peer.num_subscribed, count, encoding_, to);
  }

  void take_frontier(int owner, std::span<const std::byte> message) override {
    const PeerGhosts& peer = peer_of(owner);
    const std::size_t first = peer.range_begin / kBlock;
    const std::size_t words = (peer.range_size + kBlock - 1) / kBlock;
    const comm::Decoded set = comm::decode(message, peer.range_size, ids_);
    if (set.is_bitmap) {
      for (std::size_t w = 0; w < words; ++w) {
        store_block(frontier_.map(), first + w, set.words[w]);
        store_block(visited_.data(), first + w,
                    set.words[w] | load_block(visited_.data(), first + w));
      }
      return;
    }
    for (std::size_t w = 0; w < words; ++w) store_block(frontier_.map(), first + w, 0);
    for (const std::uint32_t ghost : set.ids) {
      const std::uint32_t local_id = peer.range_begin + ghost;
      frontier_.map()[local_id >> 5U] |= 1U << (local_id & 31U);
      visited_[local_id >> 5U] |= 1U << (local_id & 31U);
    }
  }

  void probe() override {
    tree_.make_room_for(level_ + 1);
    frontier_.map_own();
    going_ = Going::kBottomUp;
    BottomUpStep step = bottom_up_step();
    found_listed_ = unvisited_ <= bottom_up_list_.most();
    step.fills_unreached = !found_listed_ && !filled_ && !tree_.is_wide();
    filled_ |= step.fills_unreached;
    if (found_listed_) {
      // One thread: they are few, and the list of them must stay whole from step to step.
      parallel_team(1, [&](Member& member) {
        found_bottom_up_ =
            bottom_up_list_.run(member, step, {0, own_blocks_}, frontier_.restart_list());
      });
      return;
    }
    std::uint64_t found = 0;
    parallel_for(
        0, (own_blocks_ + kProbeBlocks - 1) / kProbeBlocks, threads_,
        [&](std::size_t chunk) {
          const std::size_t first = chunk * kProbeBlocks;
          const std::size_t last = std::min(first + kProbeBlocks, own_blocks_);
          fetch_add_relaxed(found, probe_blocks(step, first, last));
        },
        1);
    found_bottom_up_ = found;
  }

  Found1d finish_level(bool count_edges) override {
    ++level_;
    if (going_ == Going::kTopDown && is_serial_) {
      frontier_.assign({lists_.own, lists_.num_own});
      return found({lists_.num_own, frontier_.queue().edges(), true});
    }
    if (going_ == Going::kTopDown) {
      frontier_.swap(found_map_, RankFrontier::Lists::kNone);
      const std::uint64_t vertices = frontier_.set_levels(tree_.levels(), level_);
      if (vertices > kSampled && !count_edges) {
        return found({vertices, frontier_.estimate_edges(), true});
      }
      frontier_.list();
      return found({vertices, frontier_.queue().edges(), true});
    }
    frontier_.swap(found_map_,
                   found_listed_ ? RankFrontier::Lists::kFilled : RankFrontier::Lists::kNone);
    // Listing costs a look at each vertex of the frontier.
    if (count_edges || found_bottom_up_ * kListingFactor < unvisited_) frontier_.list();
    const bool listed = frontier_.is_listed();
    return found({found_bottom_up_, listed ? frontier_.queue().edges() : 0, listed});
  }

  // --- after the last level --------------------------------------------------------------------

  [[nodiscard]] std::uint64_t num_remote_parents() const override { return remote_parents_.size(); }
  [[nodiscard]] std::uint64_t num_remote_parents_of(int parent_rank) const override {
    return remote_parents_.size_of(parent_rank);
  }

  std::size_t write_requests(int parent_rank, std::span<std::byte> to) override {
    const PeerGhosts& peer = peer_of(parent_rank);
    remote_parents_.map(parent_rank, found_map_.span().first(2 * own_blocks_));
    const auto words = words_of(peer.num_subscribed);
    const std::uint64_t count = pack_ghosts(
        peer, own_blocks_, [&](std::size_t w) { return load_block(found_map_.data(), w); }, words);
    return comm::encode_bitmap(words, peer.num_subscribed, count, encoding_, to);
  }

  void finish(DistBfsTree& tree, Level num_levels) override {
    tree_.settle(num_levels);
    if (!filled_) fill_unreached_vertices();
    // An isolated source counts as visited from the start, and as unconnected at the end.
    if (source_ != kNoVertex) {
      parents_[source_] = source_;
      tree_.levels().set(source_, 0);
    }
    tree_.finish(tree, parents_.data(), names_, threads_);
  }

  std::size_t write_parents(int owner, std::span<const std::byte> message,
                            std::span<std::uint32_t> to) override {
    const PeerGhosts& peer = peer_of(owner);
    std::size_t count = 0;
    comm::decode(message, peer.range_size, ids_).for_each([&](std::uint32_t ghost) {
      to[count++] = parents_[peer.range_begin + ghost];
    });
    return count;
  }
  [[nodiscard]] std::size_t most_parents(int owner) const override {
    return peer_of(owner).range_size;
  }

  void take_parents(int parent_rank, std::span<const std::uint32_t> parents,
                    DistBfsTree& tree) override {
    // Ghosts ascend as the vertices do.
    remote_parents_.map(parent_rank, found_map_.span().first(2 * own_blocks_));
    std::size_t next = 0;
    for (std::size_t block = 0; block < own_blocks_; ++block) {
      for_each_vertex(load_block(found_map_.data(), block), block, [&](Vertex v) {
        tree.parents[v] = owners_.global(parent_rank, local_vertex(parents[next++]));
      });
    }
  }

 private:
  enum class Going : std::uint8_t { kTopDown, kBottomUp };
  [[nodiscard]] const PeerGhosts& peer_of(int rank) const {
    return peers_[static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] std::span<std::uint64_t> words_of(std::uint32_t universe) {
    return ghost_words_.span().first((universe + kBlock - 1) / kBlock);
  }
  /// The vertices of a block that a search may come to.
  [[nodiscard]] std::uint64_t wanted_bits(std::size_t block) const {
    if (layout_ != nullptr) return layout_->masks[block].connected;
    const std::size_t rest = own_ - block * kBlock;
    return rest >= kBlock ? ~std::uint64_t{0} : (std::uint64_t{1} << rest) - 1;
  }

  [[nodiscard]] Found1d found(Found1d result) {
    unvisited_ -= result.vertices;
    return result;
  }

  [[nodiscard]] BottomUpStep bottom_up_step() {
    return {.layout = layout_.get(),
            .graph = &rows_,
            .frontier = frontier_.map(),
            .hubs_in_frontier = hubs_in_frontier(*layout_, frontier_.map()),
            .fills_unreached = false,
            .visited = visited_.data(),
            .next = found_map_.data(),
            .parents = parents_.data(),
            .levels = tree_.levels(),
            .level = level_ + 1};
  }

  void fill_unreached_vertices() {
    if (layout_ != nullptr) {
      BottomUpStep step = bottom_up_step();
      parallel_chunks(own_blocks_, threads_, [&](std::size_t begin, std::size_t end, int) {
        fill_unreached(step, begin, end);
      });
      return;
    }
    for (std::size_t block = 0; block < own_blocks_; ++block) {
      const std::uint64_t unreached = ~load_block(visited_.data(), block) & wanted_bits(block);
      for_each_vertex(unreached, block, [&](Vertex v) {
        parents_[v] = kNoVertex;
        tree_.levels().set(v, kUnreached);
      });
    }
  }

  const OwnerMap& owners_;
  const Csr& rows_;  // of the own vertices; targets are local ids
  int threads_;
  comm::Encoding encoding_;
  Vertex own_;
  std::size_t own_blocks_;
  std::size_t blocks_;  // of local ids
  std::uint64_t num_connected_ = 0;
  std::vector<PeerGhosts> peers_;               // by rank
  std::shared_ptr<const DegreeLayout> layout_;  // null: there is no bottom-up

  // By local id; what is known of other ranks' vertices is that they were seen.
  Array<std::uint32_t> visited_;
  Array<std::uint32_t> found_map_;
  Array<Vertex> parents_;  // of own vertices local ids, of others' the own vertex that reached them
  RankFrontier frontier_;
  RankTopDown top_down_;
  BottomUpList bottom_up_list_{0, 1};
  Array<Vertex> found_own_;
  Array<Vertex> found_others_;
  Array<std::uint64_t> ghost_words_;
  LocalIdNames names_;
  Array<std::uint32_t> ids_;
  RemoteParents1d remote_parents_;
  RankTree tree_;
  std::optional<NotedGhosts> noted_;

  // Of the search under way.
  Vertex source_ = kNoVertex;    // where it is one of this rank's vertices
  Level level_ = 0;              // of the frontier
  std::uint64_t unvisited_ = 0;  // of the vertices with neighbours
  bool found_listed_ = false;    // a step bottom-up has listed what it found
  bool is_serial_ = true;        // one thread expands it
  bool filled_ = false;          // what is not reached is marked so
  Going going_ = Going::kTopDown;
  RankTopDown::Lists lists_{};
  std::uint64_t found_bottom_up_ = 0;
};

}  // namespace

std::uint64_t predict_host_search_1d_bytes(const Graph1d& graph, int threads) {
  const std::uint64_t own = graph.num_rows();
  const std::uint64_t local_ids = std::max<std::uint64_t>(graph.local_ids.size(), own);
  // Parents and names by local id, and bitmaps: what is visited, found and in the frontier, the
  // words of a message, and what each thread has seen.
  const auto bitmaps = static_cast<std::uint64_t>(4 + threads);
  const std::uint64_t by_local_id = sizeof(Vertex) + LocalIdNames::local_id_bytes(graph);
  // Twice in a queue, once in a list, and what the result says of it.
  const std::uint64_t by_row =
      3 * sizeof(Vertex) + sizeof(GlobalVertex) + sizeof(std::uint8_t) + sizeof(Level);
  std::uint64_t subscribed = 0;
  for (const Subscriber& subscriber : graph.subscribers) subscribed += subscriber.num_local_ids;
  return local_ids * by_local_id + bitmaps * (local_ids / 8) + own * by_row +
         subscribed * sizeof(Vertex);
}

std::unique_ptr<Local1d> make_host_local(
    const Graph1d& graph, std::optional<std::span<const std::uint32_t>> degrees_by_local_id,
    int threads, comm::Encoding encoding) {
  return std::make_unique<HostLocal1d>(graph, degrees_by_local_id, threads, encoding);
}

}  // namespace strider::detail
