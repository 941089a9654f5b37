// The public face of searches on a device: checks what it is asked, picks the engine.
#include <memory>
#include <optional>
#include <utility>

#include "algorithms/bfs/engine.hpp"
#include "algorithms/bfs/gpu/engine.hpp"
#include "algorithms/bfs/gpu/options.hpp"
#include "algorithms/bfs/tree.hpp"
#include "gpu/dispatch.hpp"
#include "gpu/left_on_device.hpp"
#include "strider/gpu.hpp"

namespace strider {

using namespace detail;

namespace {

DeviceBfsOptions checked(const DeviceBfsOptions& options) {
  check_device_bfs_options(options);
  return options;
}

/// The tree of one search, on the device until a caller asks for it or another search begins.
class TreeOfSearch final : public TreeTranslator {
 public:
  TreeOfSearch(const DeviceGraph& graph, const std::shared_ptr<DeviceBfsEngine>& engine,
               Level num_levels, BfsOutput output)
      : directed_(graph.directedness() == Directedness::kDirected),
        engine_(*engine),
        arrays_([this, graph, engine, num_levels, output](TreeArrays& into) {
          static_cast<void>(count_edges_reached());  // later none can
          download(*engine, graph.num_vertices(), num_levels, output, into);
        }) {}

  void translate(BfsTree& tree) const override { arrays_.take(tree.arrays); }
  [[nodiscard]] EdgeIndex count_edges_reached() const override {
    if (!edges_) {
      const ReachedArcs reached = engine_.count_reached_arcs();
      // An undirected edge stands in two rows, but for a self-loop, which stands in one.
      edges_ = directed_ ? reached.arcs : (reached.arcs + reached.self_loops) / 2;
    }
    return *edges_;
  }
  /// Before the device's memory is used again.
  void keep() const { arrays_.keep(); }

 private:
  static void download(DeviceBfsEngine& engine, Vertex num_vertices, Level num_levels,
                       BfsOutput output, TreeArrays& arrays) {
    if (output == BfsOutput::kTree) {
      fit(arrays.parents, num_vertices);
      engine.download_parents(arrays.parents.span());
    }
    if (num_levels <= LevelView::kNarrowUnreached) {
      arrays.levels.wide = {};
      fit(arrays.levels.narrow, num_vertices);
      engine.download_levels(arrays.levels.narrow.span());
    } else {
      arrays.levels.narrow = {};
      fit(arrays.levels.wide, num_vertices);
      engine.download_levels(arrays.levels.wide.span());
    }
  }

  bool directed_;
  DeviceBfsEngine& engine_;  // kept by arrays_, as long as edges are not counted
  mutable std::optional<EdgeIndex> edges_;
  mutable LeftOnDevice<TreeArrays> arrays_;
};

class DeviceSearch final : public BfsEngine {
 public:
  DeviceSearch(DeviceGraph graph, const DeviceBfsOptions& options) : graph_(std::move(graph)) {
    const DeviceObject& arrays = *graph_.state().arrays;
    engine_ = on_device(
        graph_.device(), [&] { return on_cuda::make_device_bfs(arrays, options); },
        [&] { return on_simt::make_device_bfs(arrays, options); });
  }

  void search(const BfsQuery& query, BfsTree& tree) override {
    // What this result had is given up: no reason to copy it.
    tree.translator.reset();
    if (const auto last = last_.lock()) last->keep();
    DeviceSearchFacts facts;
    engine_->search(query, facts);
    tree.num_reached = facts.num_reached;
    tree.num_levels = facts.num_levels;
    if (facts.ended_at_target) tree.depth = facts.num_levels - 1;
    tree.num_edges_reached.reset();
    tree.trace = std::move(facts.trace);
    const auto own =
        std::make_shared<TreeOfSearch>(graph_, engine_, facts.num_levels, query.output);
    last_ = own;
    tree.translator = own;
    tree.translated = false;
  }

 private:
  DeviceGraph graph_;
  std::shared_ptr<DeviceBfsEngine> engine_;
  std::weak_ptr<const TreeOfSearch> last_;  // gone where it is not asked for
};

}  // namespace

BfsSolver::BfsSolver(const DeviceGraph& graph, const DeviceBfsOptions& options)
    : num_vertices_(graph.num_vertices()),
      engine_(std::make_unique<DeviceSearch>(graph, checked(options))) {}

}  // namespace strider
