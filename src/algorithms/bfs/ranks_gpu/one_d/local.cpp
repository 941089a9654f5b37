// The local work of a rank that owns rows, on its device: the base line of the 2d scheme, with the
// same kernels. Rows and columns of its block are local ids, the own vertices first. Who found an
// own vertex first is kept by vertex, and asked at the end.
#include "algorithms/bfs/ranks/local.hpp"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "algorithms/bfs/ranks/one_d/search.hpp"
#include "algorithms/bfs/ranks_gpu/block_search.hpp"
#include "algorithms/bfs/ranks_gpu/make_locals.hpp"
#include "algorithms/bfs/ranks_gpu/one_d/kernels.hpp"
#include "gpu/device_state.hpp"
#include "ranks/one_d/local_id_names.hpp"
#include "ranks_gpu/device_halo_sets.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

MatrixOnHost rows_of(const Graph1d& graph) {
  return {graph.rows.offsets().span(), graph.rows.targets().span()};
}

class Local1dOnDevice final : public BfsLocal {
 public:
  Local1dOnDevice(Workspace& workspace, HaloSets& halo, const Graph1d& graph,
                  const OneDSettings& settings, const Device& device,
                  const DeviceBfsOptions& options)
      : graph_(graph),
        num_own_(graph.num_rows()),
        own_words_(bitmap_words(num_own_)),
        threads_(settings.common.threads),
        queue_(static_cast<Context&>(*device.state().context)),
        rows_(workspace, queue_, rows_of(graph)),
        wire_(workspace, queue_, device,
              DeviceHaloSets::wire_sizes(halo, place_of_messages(options.transport))),
        sets_(workspace, queue_, wire_, DeviceHaloSets::sets_sizes(halo, num_own_),
              options.tuning.block_threads),
        halo_(workspace, queue_, wire_, sets_, halo, options.tuning.block_threads),
        block_(workspace, queue_, sets_, shape_of(graph), options,
               // Neither vertices without an arc nor places past the last vertex look for a parent.
               [&graph](u32 v) {
                 return graph.directedness == Directedness::kUndirected &&
                        graph.rows.degree(v) == 0;
               }),
        names_(workspace, graph) {
    block_.require_blocks(rows_of(graph));
    Context& context = queue_.context();
    workspace.declare("who found vertices", parent_ranks_, num_own_, context);
    workspace.declare("a count of vertices", num_remote_parents_, 1, context);
    workspace.declare("a sum of degrees", sum_, 1, context);
    workspace.declare("copies of sums", seen_, 2, context);
  }

  LevelFound start(std::span<const OwnedVertex> sources, DistBfsTree& tree) override {
    block_.start(tree);
    queue_.fill(block_.frontier(), 0, std::size_t{num_local_ids(graph_)} / 8);
    queue_.fill(parent_ranks_.data(), 0xFF, parent_ranks_.size_bytes());
    queue_.fill(num_remote_parents_.data(), 0, num_remote_parents_.size_bytes());
    level_ = 0;
    num_frontier_ = 0;
    sources_.clear();
    for (const OwnedVertex& source : sources) {
      if (source.rank == graph_.rank) sources_.push_back(index(source.vertex));
    }
    if (sources_.empty()) return {};
    block_.put_sources(sources_);
    return take_found();
  }

  [[nodiscard]] bool has_found(LocalVertex vertex) override {
    return block_.has_level(index(vertex));
  }

  /// Bottom-up only: top-down, the owner of a vertex has all of its arcs.
  void share_frontier(LevelSums* /*sums*/) override {
    halo_.broadcast(block_.frontier(), [&](const u32* bits, u32 num_words) {
      sets_.add(bits, num_words, block_.visited() + (bits - block_.frontier()));
    });
  }

  void search_top_down() override {
    block_.clear_found();
    block_.search_columns(rows_, num_frontier_, level_ + 1);
    halo_.reduce(block_.found(), [&](int parent_rank, const GhostVertices& ghosts,
                                     const Sets::Message& set) {
      const auto rank = static_cast<u32>(parent_rank);
      if (set.is_bitmap) {
        simt::launch(queue_.handle(), sets_.shape(ghosts.count), take_ghost_bits, ghosts, set.data,
                     own(), rank, level_ + 1, num_remote_parents_.data());
      } else {
        simt::launch(queue_.handle(), sets_.shape(set.count), take_ghost_list, ghosts, set.data,
                     set.count, own(), rank, level_ + 1, num_remote_parents_.data());
      }
    });
  }

  void search_bottom_up() override {
    block_.clear_found();
    block_.search_rows(rows_, 0, own_words_, level_ + 1);
  }

  LevelFound finish_level(EdgeCount /*count*/) override {
    ++level_;
    block_.make_room_for(level_ + 1);
    LevelFound found = take_found();
    found.arcs_examined = block_.take_examined();
    return found;
  }

  void finish(Level num_levels, std::uint64_t remote_parents, DistBfsTree& tree) override {
    if (remote_parents == 0) {
      hand_over(num_levels, tree);
      return;
    }
    halo_.ask(
        IsFoundBy{parent_ranks_.data()}, [&] { hand_over(num_levels, tree); },
        // The levels of ghosts mean nothing.
        {block_.parents(), block_.room(), block_.levels()},
        [&](int parent_rank, u32 v, u32 parent) {
          tree.parents[v] = graph_.owners.global(parent_rank, local_vertex(parent));
        });
  }

 private:
  /// A whole number of blocks of 64, no fewer than own vertices.
  [[nodiscard]] static u32 num_local_ids(const Graph1d& graph) {
    return std::max(graph.local_ids.size(), bitmap_words(graph.num_rows()) * 32);
  }
  [[nodiscard]] static BlockSearch::Shape shape_of(const Graph1d& graph) {
    return {.num_rows = num_local_ids(graph),
            .first_own = 0,
            .num_own = graph.num_rows(),
            .own_words = bitmap_words(graph.num_rows()),
            .num_columns = num_local_ids(graph),
            .most_listed = graph.num_rows()};
  }
  [[nodiscard]] OwnVertices own() const { return {block_.own(), parent_ranks_.data()}; }

  /// What was found of the own vertices becomes the frontier.
  LevelFound take_found() {
    num_frontier_ = sets_.count(block_.found(), own_words_);
    sets_.list(0, block_.list());
    queue_.copy(block_.frontier(), block_.found(), std::size_t{own_words_} * sizeof(u32));
    queue_.fill(sum_.data(), 0, sum_.size_bytes());
    rows_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      simt::launch(queue_.handle(), sets_.shape(num_frontier_), sum_degrees_of_rows<Offset>, rows,
                   block_.list(), num_frontier_, sum_.data());
    });
    seen_[1] = 0;
    queue_.copy(&seen_[0], sum_.data(), sizeof(u64));
    queue_.copy(&seen_[1], num_remote_parents_.data(), sizeof(u32));
    queue_.wait();
    return {.vertices = num_frontier_, .edges = seen_[0], .remote_parents = seen_[1]};
  }

  /// All but the parents that others know.
  void hand_over(Level num_levels, DistBfsTree& tree) {
    if (tree.has_parents()) {
      const std::span<u32> local_ids = block_.bring_parents();
      for (const u32 source : sources_) local_ids[source] = source;
      names_.name(local_ids.data(), local_ids.size(), block_.own_parents().data(), threads_);
    }
    block_.finish(tree, num_levels);
  }

  const Graph1d& graph_;
  const u32 num_own_;
  const u32 own_words_;
  const int threads_;
  Queue queue_;
  MatrixArrays rows_;
  Wire wire_;
  Sets sets_;
  DeviceHaloSets halo_;
  BlockSearch block_;
  LocalIdNames names_;
  DeviceBuffer<u32> parent_ranks_;  // by own vertex
  DeviceBuffer<u32> num_remote_parents_;
  DeviceBuffer<u64> sum_;
  PinnedBuffer<u64> seen_;

  // Of the search under way.
  Level level_ = 0;  // of the frontier
  u32 num_frontier_ = 0;
  std::vector<u32> sources_;  // own vertices
};

}  // namespace

std::unique_ptr<BfsLocal> make_device_1d(Workspace& workspace, HaloSets& halo, const Graph1d& graph,
                                         const OneDSettings& settings, const Device& device,
                                         const DeviceBfsOptions& options) {
  return std::make_unique<Local1dOnDevice>(workspace, halo, graph, settings, device, options);
}

}  // namespace strider::detail::STRIDER_DEVICE
