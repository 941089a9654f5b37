#include "ranks_gpu/range_sets.hpp"

#include <utility>

#include "gpu/launch_shape.hpp"

namespace strider::detail::STRIDER_DEVICE {

RangeSets::RangeSets(Workspace& workspace, Queue& queue, Wire& wire, Ranges ranges,
                     u32 block_threads)
    : queue_(queue),
      wire_(wire),
      ranges_(std::move(ranges)),
      block_threads_(block_threads),
      counts_(workspace, queue, num_words(), block_threads),
      counted_(queue.context()) {
  Context& context = queue.context();
  const std::size_t ends = std::size_t{num_ranges()} + 1;
  declare_copy<u32>(workspace, "ranges of bits", begins_, queue, ranges_.begins);
  workspace.declare("places of ranges", before_, ends, context);
  workspace.declare("counts of ranges", before_here_, ends, context);
  workspace.declare("places of messages", messages_, num_ranges(), context);
  workspace.declare("places of messages", messages_here_, num_ranges(), context);
  workspace.when_taken([this] {
    std::ranges::fill(before_here_.span(), 0);
    std::ranges::fill(messages_here_.span(), RangeMessage{});
  });
}

simt::LaunchShape RangeSets::shape(u64 work) const {
  return shape_for(queue_.context(), work, block_threads_);
}

void RangeSets::begin_count(const u32* words) {
  if (num_bits() == 0) return;
  words_ = words;
  counts_.begin(words, num_words(), 0);
  simt::launch(queue_.handle(), shape((u64{num_ranges()} + 1) * simt::kWarp), find_range_begins,
               words, num_words(), ranges(), counts_.offsets(), before_.data());
  queue_.copy(before_here_.data(), before_.data(), before_here_.size() * sizeof(u64));
  counted_.record(queue_);
}

}  // namespace strider::detail::STRIDER_DEVICE
