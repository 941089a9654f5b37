#include "algorithms/bfs/gpu/persistent.hpp"

#include "algorithms/bfs/gpu/cooperative_engine.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

class Persistent final : public CooperativeEngine {
 public:
  Persistent(Workspace& workspace, const GraphArrays& graph, const DeviceBfsOptions& options)
      : CooperativeEngine(workspace, graph, options) {
    graph.with_rows(
        [&]<class Offset>(const Rows<Offset>&) { choose_shape(&search_persistently<Offset>); });
  }

 private:
  void launch() override {
    const FrontierWalk walk = this->walk(options_.tuning.single_block_vertices);
    graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      simt::launch_cooperative(queue_.handle(), shape(), &search_persistently<Offset>, rows, walk);
    });
  }
};

}  // namespace

std::unique_ptr<DeviceBfsEngine> make_persistent(Workspace& workspace, const GraphArrays& graph,
                                                 const DeviceBfsOptions& options) {
  return std::make_unique<Persistent>(workspace, graph, options);
}

}  // namespace strider::detail::STRIDER_DEVICE
