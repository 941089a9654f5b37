// The local part of a 1D search on the cores of a host.
#include "algorithms/bfs/ranks/local.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/bfs/host/bottom_up_kernels.hpp"
#include "algorithms/bfs/host/bottom_up_list.hpp"
#include "algorithms/bfs/ranks/one_d/host/noted_ghosts.hpp"
#include "algorithms/bfs/ranks/one_d/host/rank_frontier.hpp"
#include "algorithms/bfs/ranks/one_d/host/rank_top_down.hpp"
#include "algorithms/bfs/ranks/one_d/host/rank_tree.hpp"
#include "algorithms/bfs/ranks/one_d/host/remote_parents.hpp"
#include "algorithms/bfs/ranks/one_d/search.hpp"
#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/team.hpp"
#include "graph/direction_rule.hpp"
#include "graph/layout/degree_layout.hpp"
#include "ranks/host_halo_sets.hpp"

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

class HostLocal1d final : public BfsLocal {
 public:
  HostLocal1d(Workspace& workspace, HaloSets& halo, const Graph1d& graph, int threads,
              std::optional<Array<std::uint32_t>> degrees)
      : owners_(graph.owners),
        rank_(graph.rank),
        rows_(graph.rows),
        threads_(threads),
        encoding_(halo.encoding()),
        degrees_(std::move(degrees)),
        own_(rows_.num_vertices()),
        own_blocks_((own_ + kBlock - 1) / kBlock),
        blocks_(std::max<std::size_t>(graph.local_ids.size() / kBlock, own_blocks_)),
        num_connected_(count_connected(rows_)),
        halo_(workspace, halo, own_, threads),
        frontier_(workspace, rows_, blocks_, threads),
        top_down_(workspace, rows_, blocks_, threads),
        bottom_up_list_(workspace, num_connected_ / kFewUnvisited, 1),
        names_(workspace, graph),
        remote_parents_(workspace, owners_.num_ranks(), own_, threads),
        tree_(workspace, own_) {
    const std::size_t others = blocks_ * kBlock - own_;
    workspace.declare("the visited vertices", visited_, 2 * blocks_);
    workspace.declare("the vertices found", found_map_, 2 * blocks_);
    workspace.declare("the parents", parents_, blocks_ * kBlock);
    workspace.declare("own vertices found", found_own_, own_);
    workspace.declare("others found", found_others_,
                      std::min<std::size_t>(kMaxSerialEdges, others));
    if (!degrees_) return;
    workspace.count("a layout for bottom-up steps",
                    predict_degree_layout_bytes(own_, degrees_->size()));
    workspace.when_taken([this] {
      layout_ = make_degree_layout(rows_, degrees_->span(), threads_);
      degrees_.reset();
    });
  }

  LevelFound start(std::span<const OwnedVertex> sources, DistBfsTree& tree) override {
    tree_.start(tree);
    parallel_for(0, blocks_, threads_, [&](std::size_t block) {
      store_block(visited_.data(), block, block < own_blocks_ ? ~wanted_bits(block) : 0);
    });
    remote_parents_.clear();
    bottom_up_list_.restart();
    frontier_.clear();
    level_ = 0;
    unvisited_ = num_connected_;
    filled_ = false;
    is_serial_ = true;
    sources_.clear();
    for (const OwnedVertex& source : sources) {
      if (source.rank == rank_) visit_source(index(source.vertex));
    }
    frontier_.assign(sources_);
    return {sources_.size(), frontier_.queue().edges()};
  }

  [[nodiscard]] bool has_found(LocalVertex vertex) override {
    const Vertex v = index(vertex);
    // For bottom-up steps isolated vertices count as visited from the start.
    if (layout_ != nullptr && rows_.degree(v) == 0) {
      return std::ranges::find(sources_, v) != sources_.end();
    }
    return test_vertex(visited_.data(), v);
  }

  /// Bottom-up only: top-down, the owner of a vertex has all of its arcs.
  void share_frontier(LevelSums* /*sums*/) override {
    frontier_.map_own();
    halo_.broadcast([&](std::size_t w) { return load_block(frontier_.map(), w); },
                    [&](std::size_t w, std::uint64_t ghosts) {
                      store_block(frontier_.map(), w, ghosts);
                      if (ghosts == 0) return;
                      store_block(visited_.data(), w, ghosts | load_block(visited_.data(), w));
                    },
                    [&](std::uint32_t local_id) {
                      const std::uint32_t bit = 1U << (local_id & 31U);
                      frontier_.map()[local_id >> 5U] |= bit;
                      visited_[local_id >> 5U] |= bit;
                    });
  }

  void search_top_down() override {
    follow_arcs();
    const std::uint64_t claimed = halo_.reduce(
        noted_->is_listed() ? HostHaloSets::Writing::kLittle : HostHaloSets::Writing::kMuch,
        [&](const PeerGhosts& owner, std::span<std::uint64_t> words, std::span<std::byte> to) {
          return noted_->write(owner, encoding_, words, to);
        },
        [&](int parent_rank, Vertex v) {
          return threads_ == 1 ? claim<false>(parent_rank, v) : claim<true>(parent_rank, v);
        });
    remote_parents_.grow(claimed);
  }

  void search_bottom_up() override {
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
        probed_ = bottom_up_list_.run(member, step, {0, own_blocks_}, frontier_.restart_list());
      });
      return;
    }
    probed_ = {};
    parallel_for(
        0, (own_blocks_ + kProbeBlocks - 1) / kProbeBlocks, threads_,
        [&](std::size_t chunk) {
          const std::size_t first = chunk * kProbeBlocks;
          const std::size_t last = std::min(first + kProbeBlocks, own_blocks_);
          const Probed probed = probe_blocks(step, first, last);
          fetch_add_relaxed(probed_.found, probed.found);
          fetch_add_relaxed(probed_.examined, probed.examined);
        },
        1);
  }

  LevelFound finish_level(EdgeCount count) override {
    ++level_;
    if (going_ == Going::kTopDown && is_serial_) {
      frontier_.assign({lists_.own, lists_.num_own});
      return found(lists_.num_own, frontier_.queue().edges());
    }
    if (going_ == Going::kTopDown) {
      frontier_.swap(found_map_, RankFrontier::Lists::kNone);
      const std::uint64_t vertices = frontier_.set_levels(tree_.levels(), level_);
      if (vertices > kSampled && count != EdgeCount::kExact) {
        return found(vertices, frontier_.estimate_edges());
      }
      frontier_.list();
      return found(vertices, frontier_.queue().edges());
    }
    frontier_.swap(found_map_,
                   found_listed_ ? RankFrontier::Lists::kFilled : RankFrontier::Lists::kNone);
    // Listing costs a look at each vertex of the frontier.
    if (count == EdgeCount::kExact ||
        probed_.found * PredictedCostRule::kListingFactor < unvisited_) {
      frontier_.list();
    }
    LevelFound level = found(probed_.found, 0);
    level.edges_known = frontier_.is_listed();
    if (level.edges_known) level.edges = frontier_.queue().edges();
    return level;
  }

  void finish(Level num_levels, std::uint64_t remote_parents, DistBfsTree& tree) override {
    if (remote_parents == 0) {
      hand_over(num_levels, tree);
      return;
    }
    remote_parents_.list_by_rank(parents_.span());
    const auto ranks = static_cast<std::size_t>(owners_.num_ranks());
    parallel_for(
        0, ranks, threads_,
        [&](std::size_t r) {
          const int parent_rank = static_cast<int>(r);
          halo_.name_ghosts(parent_rank, remote_parents_.of(parent_rank));
        },
        1);
    halo_.ask([&](int parent_rank) { return remote_parents_.of(parent_rank); },
              [&] { hand_over(num_levels, tree); },
              [&](std::uint32_t local_id) { return parents_[local_id]; },
              [&](int parent_rank, Vertex v, Vertex parent) {
                tree.parents[v] = owners_.global(parent_rank, local_vertex(parent));
              });
  }

 private:
  enum class Going : std::uint8_t { kTopDown, kBottomUp };

  [[nodiscard]] static std::uint64_t count_connected(const Csr& rows) {
    std::uint64_t count = 0;
    for (Vertex v = 0; v < rows.num_vertices(); ++v) count += rows.degree(v) > 0 ? 1 : 0;
    return count;
  }

  void visit_source(Vertex source) {
    sources_.push_back(source);
    parents_[source] = source;
    tree_.levels().set(source, 0);
    visited_[source >> 5U] |= 1U << (source & 31U);
    unvisited_ -= rows_.degree(source) > 0 ? 1 : 0;
  }

  /// Claims own vertices, and notes those of others.
  void follow_arcs() {
    tree_.make_room_for(level_ + 1);
    frontier_.list();
    probed_ = {0, frontier_.queue().edges()};
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

  /// An own vertex that `parent_rank` noted, unless a rank found it before: then false. kShared:
  /// other threads claim what other ranks noted.
  template <bool kShared>
  bool claim(int parent_rank, Vertex v) {
    if (!claim_bit<kShared>(visited_.data(), v)) return false;
    remote_parents_.add<kShared>(v);
    parents_[v] = static_cast<Vertex>(parent_rank);  // until all are found
    if (is_serial_) {
      tree_.levels().set(v, level_ + 1);
      const std::size_t place =
          kShared ? fetch_add_relaxed(lists_.num_own, std::size_t{1}) : lists_.num_own++;
      lists_.own[place] = v;
    } else {
      (void)claim_bit<kShared>(found_map_.data(), v);
    }
    return true;
  }

  /// All but the parents that others know.
  void hand_over(Level num_levels, DistBfsTree& tree) {
    tree_.settle(num_levels);
    if (!filled_) fill_unreached_vertices();
    // An isolated source counts as visited from the start, and as unconnected at the end.
    for (const Vertex source : sources_) {
      parents_[source] = source;
      tree_.levels().set(source, 0);
    }
    tree_.finish(tree, parents_.data(), names_, threads_);
  }

  /// The vertices of a block that a search may come to.
  [[nodiscard]] std::uint64_t wanted_bits(std::size_t block) const {
    if (layout_ != nullptr) return layout_->masks[block].connected;
    const std::size_t rest = own_ - block * kBlock;
    return rest >= kBlock ? ~std::uint64_t{0} : (std::uint64_t{1} << rest) - 1;
  }

  [[nodiscard]] LevelFound found(std::uint64_t vertices, std::uint64_t edges) {
    unvisited_ -= vertices;
    return {.vertices = vertices,
            .edges = edges,
            .remote_parents = remote_parents_.size(),
            .arcs_examined = probed_.examined};
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
    parallel_for(0, own_blocks_, threads_, [&](std::size_t block) {
      const std::uint64_t unreached = ~load_block(visited_.data(), block) & wanted_bits(block);
      for_each_vertex(unreached, block, [&](Vertex v) {
        parents_[v] = kNoVertex;
        tree_.levels().set(v, kUnreached);
      });
    });
  }

  const OwnerMap& owners_;
  const int rank_;
  const Csr& rows_;  // of the own vertices; targets are local ids
  const int threads_;
  const comm::Encoding encoding_;
  std::optional<Array<std::uint32_t>> degrees_;  // by local id, until the layout is made
  const Vertex own_;
  const std::size_t own_blocks_;
  const std::size_t blocks_;  // of local ids
  const std::uint64_t num_connected_;
  std::shared_ptr<const DegreeLayout> layout_;  // null: there is no bottom-up
  HostHaloSets halo_;

  // By local id; what is known of other ranks' vertices is that they were seen.
  Array<std::uint32_t> visited_;
  Array<std::uint32_t> found_map_;
  Array<Vertex> parents_;  // of own vertices local ids, of others' the own vertex that reached them
  RankFrontier frontier_;
  RankTopDown top_down_;
  BottomUpList bottom_up_list_;
  Array<Vertex> found_own_;
  Array<Vertex> found_others_;
  LocalIdNames names_;
  RemoteParents1d remote_parents_;
  RankTree tree_;
  std::optional<NotedGhosts> noted_;

  // Of the search under way.
  std::vector<Vertex> sources_;  // of this rank's vertices
  Level level_ = 0;              // of the frontier
  std::uint64_t unvisited_ = 0;  // of the vertices with neighbours
  bool found_listed_ = false;    // a step bottom-up has listed what it found
  bool is_serial_ = true;        // one thread expands it
  bool filled_ = false;          // what is not reached is marked so
  Going going_ = Going::kTopDown;
  RankTopDown::Lists lists_{};
  Probed probed_;  // by the last step; top-down what was looked at only
};

}  // namespace

std::unique_ptr<BfsLocal> make_host_local_1d(Workspace& workspace, HaloSets& halo,
                                             const Graph1d& graph, const OneDSettings& settings,
                                             std::optional<Array<std::uint32_t>> degrees) {
  return std::make_unique<HostLocal1d>(workspace, halo, graph, settings.common.threads,
                                       std::move(degrees));
}

}  // namespace strider::detail
