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
#include "strider/device_sssp.hpp"

namespace strider {

using namespace detail;

namespace {

/// The paths of one search: on the device while no other search has begun and nobody has asked for
/// all of them, then here. From then on nothing on the device is held by it.
template <class W>
class PathsOfSearch final : public SsspTranslator<W> {
 public:
  PathsOfSearch(const WeightedDeviceGraph<W>& graph, std::shared_ptr<DevicePaths<W>> paths)
      : num_vertices_(graph.num_vertices()),
        directed_(graph.directedness() == Directedness::kDirected),
        on_device_({graph, std::move(paths)}) {}

  void read_distances(SsspTree<W>& tree) const override {
    if (kept_distances_) {
      tree.distances = std::move(*kept_distances_);
    } else {
      fetch_distances(tree.distances);
    }
  }
  void read_parents(SsspTree<W>& tree) const override {
    if (kept_parents_) {
      tree.parents = std::move(*kept_parents_);
    } else {
      fetch_parents(tree.parents);
    }
  }
  [[nodiscard]] bool read_counts(SsspTree<W>& tree) const override {
    count();
    tree.num_reached = counts_->vertices;
    tree.num_edges_reached = counts_->edges;
    return true;
  }
  /// Before the device's memory is used again.
  void keep() const {
    if (!has_distances_) fetch_distances(kept_distances_.emplace());
    if (!has_parents_) fetch_parents(kept_parents_.emplace());
  }

 private:
  struct OnDevice {
    WeightedDeviceGraph<W> graph;
    std::shared_ptr<DevicePaths<W>> paths;
  };
  struct Counts {
    Vertex vertices;
    EdgeIndex edges;
  };

  void count() const {
    if (counts_) return;
    const ReachedByPaths reached = on_device_->paths->count_reached();
    // An undirected edge stands in two rows, but for a self-loop, which stands in one.
    counts_ = {static_cast<Vertex>(reached.vertices),
               directed_ ? reached.arcs : (reached.arcs + reached.self_loops) / 2};
  }
  // Either is fetched once.
  void fetch_distances(Array<SsspDistance<W>>& into) const {
    fit_array(into, num_vertices_, "the distances");
    on_device_->paths->download_distances(into.span());
    has_distances_ = true;
    if (has_parents_) leave_device();
  }
  void fetch_parents(Array<Vertex>& into) const {
    fit_array(into, num_vertices_, "the parents");
    on_device_->paths->download_parents(into.span());
    has_parents_ = true;
    if (has_distances_) leave_device();
  }
  void leave_device() const {
    count();
    on_device_.reset();
  }

  Vertex num_vertices_;
  bool directed_;
  mutable std::optional<OnDevice> on_device_;
  mutable std::optional<Counts> counts_;
  // Whether they have left the device, and where they wait since, unless somebody asked for them.
  mutable bool has_distances_ = false;
  mutable bool has_parents_ = false;
  mutable std::optional<Array<SsspDistance<W>>> kept_distances_;
  mutable std::optional<Array<Vertex>> kept_parents_;
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
  std::weak_ptr<const PathsOfSearch<W>> last_;  // gone where nobody will ask for it
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
