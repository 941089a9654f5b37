// The public face of shortest paths on a device: checks what it is asked, and keeps results that
// are still wanted.
#include <memory>
#include <optional>
#include <utility>

#include "algorithms/sssp/engine.hpp"
#include "algorithms/sssp/gpu/engine.hpp"
#include "algorithms/sssp/gpu/options.hpp"
#include "algorithms/sssp/tree.hpp"
#include "gpu/dispatch.hpp"
#include "gpu/left_on_device.hpp"
#include "strider/device_sssp.hpp"

namespace strider {

using namespace detail;

namespace {

/// The paths of one search, on the device until a caller asks for them or another search begins.
template <class W>
class PathsOfSearch final : public SsspTranslator<W> {
 public:
  PathsOfSearch(const WeightedDeviceGraph<W>& graph, const std::shared_ptr<DevicePaths<W>>& paths)
      : directed_(graph.directedness() == Directedness::kDirected),
        paths_(*paths),
        distances_([this, graph, paths](Array<SsspDistance<W>>& into) {
          count();  // later none can
          fit_array(into, graph.num_vertices(), "the distances");
          paths->download_distances(into.span());
        }),
        parents_([this, graph, paths](Array<Vertex>& into) {
          count();
          fit_array(into, graph.num_vertices(), "the parents");
          paths->download_parents(into.span());
        }) {}

  void read_distances(SsspTree<W>& tree) const override { distances_.take(tree.distances); }
  void read_parents(SsspTree<W>& tree) const override { parents_.take(tree.parents); }
  [[nodiscard]] bool read_counts(SsspTree<W>& tree) const override {
    count();
    tree.num_reached = counts_->vertices;
    tree.num_edges_reached = counts_->edges;
    return true;
  }
  /// Before the device's memory is used again.
  void keep() const {
    distances_.keep();
    parents_.keep();
  }

 private:
  struct Counts {
    Vertex vertices;
    EdgeIndex edges;
  };

  void count() const {
    if (counts_) return;
    const ReachedByPaths reached = paths_.count_reached();
    // An undirected edge stands in two rows, but for a self-loop, which stands in one.
    counts_ = {static_cast<Vertex>(reached.vertices),
               directed_ ? reached.arcs : (reached.arcs + reached.self_loops) / 2};
  }

  bool directed_;
  DevicePaths<W>& paths_;  // kept by the arrays, as long as nothing is counted
  mutable std::optional<Counts> counts_;
  mutable LeftOnDevice<Array<SsspDistance<W>>> distances_;
  mutable LeftOnDevice<Array<Vertex>> parents_;
};

template <class W>
class DeviceSearch final : public SsspEngine<W> {
 public:
  DeviceSearch(const WeightedDeviceGraph<W>& graph, const DeviceSsspOptions& options)
      : graph_(graph) {
    check_device_sssp_options(options, graph.num_vertices());
    const DeviceObject& arrays = *graph_.topology().state().arrays;
    const DeviceObject& weights = *graph_.state().weights;
    const Labels& labels = graph_.topology().state().labels;
    paths_ = on_device(
        graph_.device(),
        [&] { return on_cuda::make_device_paths<W>(arrays, weights, labels, options); },
        [&] { return on_simt::make_device_paths<W>(arrays, weights, labels, options); });
  }

  void search(Vertex source, SsspTree<W>& tree) override {
    // What this result had is given up: no reason to copy it.
    tree.start(source, graph_.num_vertices(), nullptr);
    if (const auto last = last_.lock()) last->keep();
    paths_->search(source);
    const auto own = std::make_shared<PathsOfSearch<W>>(graph_, paths_);
    last_ = own;
    tree.translator = own;
  }
  [[nodiscard]] double delta() const override { return paths_->delta(); }

 private:
  WeightedDeviceGraph<W> graph_;
  std::shared_ptr<DevicePaths<W>> paths_;
  std::weak_ptr<const PathsOfSearch<W>> last_;  // gone where it is not asked for
};

}  // namespace

template <class W>
SsspSolver<W>::SsspSolver(const WeightedDeviceGraph<W>& graph, const DeviceSsspOptions& options)
    : num_vertices_(graph.num_vertices()),
      engine_(std::make_unique<DeviceSearch<W>>(graph, options)) {}

template SsspSolver<float>::SsspSolver(const WeightedDeviceGraph<float>&, const DeviceSsspOptions&);
template SsspSolver<double>::SsspSolver(const WeightedDeviceGraph<double>&,
                                        const DeviceSsspOptions&);
template SsspSolver<std::uint32_t>::SsspSolver(const WeightedDeviceGraph<std::uint32_t>&,
                                               const DeviceSsspOptions&);

}  // namespace strider
