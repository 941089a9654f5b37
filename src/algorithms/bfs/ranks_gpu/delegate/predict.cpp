#include "algorithms/bfs/ranks_gpu/delegate/predict.hpp"

#include "algorithms/bfs/ranks_gpu/delegate/arrivals.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/merge_expansion.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/outgoing.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/results.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/state.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/subgraphs.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/unions.hpp"

namespace strider::detail::STRIDER_DEVICE {

Wire::Sizes wire_of(const GraphDelegate& graph, const DelegateBfsSettings& settings,
                    DeviceTransport transport) {
  const std::size_t set = comm::bound(UnionOnDevice::largest(graph), settings.encoding) - 1;
  return {.place = place_of_messages(transport),
          .encoding = settings.encoding,
          .most_written = settings.uniquify == Uniquify::kOn ? set / sizeof(u32) : 0,
          .most_read = chunk_of_arrivals(graph.num_local)};
}

std::uint64_t predict_device_delegate_bytes(const GraphDelegate& graph,
                                            const DelegateBfsSettings& settings,
                                            DeviceTransport transport) {
  const std::uint64_t unions =
      settings.local_all_to_all == LocalAllToAll::kOn
          ? UnionOnDevice::predict_bytes(graph, settings.uniquify == Uniquify::kOn)
          : 0;
  return SubgraphsOnDevice::predict_bytes(graph) + DelegateState::predict_bytes(graph) +
         OutgoingOnDevice::predict_bytes(graph, settings.uniquify) + unions +
         Wire::predict_bytes(wire_of(graph, settings, transport)) +
         MergeExpansion::predict_bytes(graph.num_delegates) + DelegateResults::predict_bytes(graph);
}

std::uint64_t predict_device_delegate_host_bytes(const GraphDelegate& graph,
                                                 const DelegateBfsSettings& settings,
                                                 DeviceTransport transport) {
  std::uint64_t bytes =
      DelegateResults::predict_host_bytes(graph) + OutgoingOnDevice::predict_host_bytes(graph);
  if (place_of_messages(transport) == MessagePlace::kPinned) {
    bytes += (graph.num_delegates + 63ULL) / 64 * sizeof(std::uint64_t);  // the mask
  }
  if (settings.local_all_to_all == LocalAllToAll::kOn) {
    bytes += UnionOnDevice::predict_host_bytes(graph, settings.uniquify == Uniquify::kOn);
  }
  return bytes;
}

}  // namespace strider::detail::STRIDER_DEVICE
