// What there is to know of the weights of a graph on a device (weight_facts.hpp).
#pragma once

#include <algorithm>
#include <vector>

#include "algorithms/sssp/expected_reach.hpp"
#include "algorithms/sssp/gpu/path_results.hpp"
#include "algorithms/sssp/weight_facts.hpp"
#include "gpu/launch_shape.hpp"

namespace strider::detail::STRIDER_DEVICE {

template <class W>
struct WeightScan {
  WeightFacts<W> facts;
  bool all_equal = false;  ///< the finite ones, of which there are some
};

template <class W>
[[noreturn]] void refuse_arc(Queue& queue, const WeightedArcs<W>& arcs, u64 arc,
                             const Labels& labels) {
  const DeviceBuffer<NamedArc<W>> named(queue.context(), 1);
  simt::launch(queue.handle(), {.grid = 1, .block = simt::kWarp}, name_arc<W>, arcs, arc,
               named.data());
  NamedArc<W> bad{};
  download<NamedArc<W>>(queue, {&bad, 1}, named);
  refuse_weight(labels, bad.from, bad.to, bad.weight);
}

/// Each thread of the scan has a share of the weights.
[[nodiscard]] inline simt::LaunchShape weight_scan_shape(const Context& context, u64 num_arcs) {
  constexpr u64 kArcsEach = 64;
  constexpr u32 kMostThreads = 256;
  const u64 work = (num_arcs + kArcsEach - 1) / kArcsEach;
  const auto threads = static_cast<u32>(std::min<u64>(
      kMostThreads, (std::max<u64>(work, 1) + simt::kWarp - 1) / simt::kWarp * simt::kWarp));
  return shape_for(context, work, threads, 2);
}

/// O(m). The same on every run. Throws WeightError, naming the first such arc, where a weight is
/// negative or not a number, MemoryError.
template <class W>
[[nodiscard]] WeightScan<W> scan_weights(Queue& queue, const WeightedArcs<W>& arcs, u64 num_arcs,
                                         const Labels& labels) {
  const simt::LaunchShape shape = weight_scan_shape(queue.context(), num_arcs);
  std::vector<WeightShare<W>> shares(std::size_t{shape.grid} * shape.block);
  {
    DeviceBuffer<WeightShare<W>> on_device;
    Workspace workspace;
    workspace.declare("the sums of weights", on_device, shares.size(), queue.context());
    workspace.take("a look at the weights", queue.context());
    simt::launch(queue.handle(), shape, look_at_share<W>, arcs.weights, num_arcs, on_device.data());
    download<WeightShare<W>>(queue, shares, on_device);
  }
  WeightScan<W> scan;
  W smallest = std::numeric_limits<W>::max();
  double sum = 0;
  u64 finite = 0;
  u64 first_bad = kNoArc;
  for (const WeightShare<W>& share : shares) {
    first_bad = std::min(first_bad, share.first_bad);
    smallest = std::min(smallest, share.smallest);
    scan.facts.max_finite = std::max(scan.facts.max_finite, share.max_finite);
    sum += share.sum;
    finite += share.finite;
  }
  if (first_bad != kNoArc) refuse_arc(queue, arcs, first_bad, labels);
  scan.facts.mean = finite == 0 ? 0 : sum / static_cast<double>(finite);
  scan.facts.look_for_overflow(arcs.num_vertices);
  scan.all_equal = finite > 0 && smallest == scan.facts.max_finite;
  return scan;
}

/// Without the ends. Throws MemoryError.
template <class W>
[[nodiscard]] ArcSample<W> sample_of_arcs(Queue& queue, const WeightedArcs<W>& arcs, u64 num_arcs) {
  const u64 stride = ArcSample<W>::stride(num_arcs);
  std::vector<SampledArc<W>> sampled((num_arcs + stride - 1) / stride);
  {
    DeviceBuffer<SampledArc<W>> on_device;
    Workspace workspace;
    workspace.declare("a sample of arcs", on_device, sampled.size(), queue.context());
    workspace.take("a look at the weights", queue.context());
    const auto size = static_cast<u32>(sampled.size());
    simt::launch(queue.handle(), shape_for(queue.context(), size, simt::kWarp), sample_arcs<W>,
                 arcs, stride, on_device.data(), size);
    download<SampledArc<W>>(queue, sampled, on_device);
  }
  ArcSample<W> sample;
  for (const SampledArc<W>& arc : sampled) {
    sample.degrees.push_back(arc.degree);
    sample.weights.push_back(arc.weight);
  }
  std::ranges::sort(sample.weights);
  return sample;
}

}  // namespace strider::detail::STRIDER_DEVICE
