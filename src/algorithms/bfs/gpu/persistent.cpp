#include "algorithms/bfs/gpu/persistent.hpp"

#include "algorithms/bfs/gpu/cooperative_engine.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

/// Vertices a thread of the block that goes on alone.
constexpr u32 kVerticesAlone = 4;

class Persistent final : public CooperativeEngine {
 public:
  Persistent(const GraphArrays& graph, const DeviceBfsOptions& options)
      : CooperativeEngine(graph, options, 0) {}

 private:
  void launch() override {
    const PersistentSearch search{
        .tree = tree_->view(),
        .queues = {queues_[0].data(), queues_[1].data()},
        .control = control_.data(),
        .records = records(),
        .classes = {options_.warp_degree, options_.block_degree},
        .alone = options_.block_threads * kVerticesAlone,
    };
    graph_.with_rows([&]<class Offset>(const Rows<Offset>& rows) {
      auto* const kernel = &search_persistently<Offset>;
      simt::launch_cooperative(queue_.handle(), shape_of(kernel), kernel, rows, search);
    });
  }
};

}  // namespace

std::unique_ptr<DeviceBfsEngine> make_persistent(const GraphArrays& graph,
                                                 const DeviceBfsOptions& options) {
  return std::make_unique<Persistent>(graph, options);
}

}  // namespace strider::detail::STRIDER_DEVICE
