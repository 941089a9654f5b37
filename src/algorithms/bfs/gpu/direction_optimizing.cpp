#include "algorithms/bfs/gpu/direction_optimizing.hpp"

#include "algorithms/bfs/gpu/cooperative_engine.hpp"
#include "gpu/bitmap_words.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

class DirectionOptimizing final : public CooperativeEngine {
 public:
  DirectionOptimizing(Workspace& workspace, const GraphArrays& graph,
                      const DeviceBfsOptions& options)
      : CooperativeEngine(workspace, graph, options) {
    workspace.declare("the unvisited vertices", open_, graph.num_vertices(), graph.context());
    for (auto& words : bits_) {
      workspace.declare("the frontier", words, bitmap_words(graph.num_vertices()), graph.context());
    }
    graph.with_rows(
        [&]<class Offset>(const Rows<Offset>&) { choose_shape(&search_both_ways<Offset>); });
  }

 private:
  void launch() override {
    const bool may_use_single_block = options_.method == DeviceBfsMethod::kAuto;
    const DirectedSearch search{
        .walk = walk(may_use_single_block ? options_.tuning.single_block_vertices : 0),
        .layout = graph_.layout(),
        .bits = {bits_[0].data(), bits_[1].data()},
        .open = open_.data(),
        .num_connected = graph_.num_connected(),
        .forward_factor = options_.tuning.forward_factor,
        .backward_factor = options_.tuning.backward_factor,
        .long_row = options_.tuning.long_row,
        .may_go_bottom_up = !graph_.is_directed(),
    };
    graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      simt::launch_cooperative(queue_.handle(), shape(), &search_both_ways<Offset>, rows, search);
    });
  }

  DeviceBuffer<u32> open_;
  std::array<DeviceBuffer<u32>, 2> bits_;
};

}  // namespace

std::unique_ptr<DeviceBfsEngine> make_direction_optimizing(Workspace& workspace,
                                                           const GraphArrays& graph,
                                                           const DeviceBfsOptions& options) {
  return std::make_unique<DirectionOptimizing>(workspace, graph, options);
}

}  // namespace strider::detail::STRIDER_DEVICE
