#include "algorithms/bfs/ranks_gpu/own_results.hpp"

#include <utility>

namespace strider::detail::STRIDER_DEVICE {
namespace {

/// As bytes: 255 of those not reached.
STRIDER_KERNEL narrow_levels(const u32* levels, u32 count, simt::u8* to) {
  for (u32 v = simt::global_id(); v < count; v += simt::global_size()) {
    to[v] = static_cast<simt::u8>(levels[v]);
  }
}

}  // namespace

template <class T>
void OwnResults::fit(Array<T>& array, Array<T>& reused) const {
  if (reused.size() == num_own_) array = std::move(reused);
  if (array.size() != num_own_) array = Array<T>(num_own_);
}

void OwnResults::restart(DistBfsTree& tree) {
  fit(parents_, tree.parents);
  narrow_ = std::move(tree.narrow_levels);
  wide_ = std::move(tree.wide_levels);
}

std::span<u32> OwnResults::bring(const u32* numbers) {
  numbers_.resize(num_own_);
  sets_.copy_out(numbers_.data(), numbers, num_own_ * sizeof(u32));
  return numbers_;
}

void OwnResults::finish(DistBfsTree& tree, Level num_levels, const u32* levels, u32* room) {
  tree.parents = std::move(parents_);
  if (num_levels <= LevelView::kNarrowUnreached) {
    fit(tree.narrow_levels, narrow_);
    tree.wide_levels = {};
    auto* const bytes = reinterpret_cast<simt::u8*>(room);
    simt::launch(queue_.handle(), sets_.shape(num_own_), narrow_levels, levels, num_own_, bytes);
    sets_.copy_out(tree.narrow_levels.data(), bytes, num_own_);
  } else {
    fit(tree.wide_levels, wide_);
    tree.narrow_levels = {};
    sets_.copy_out(tree.wide_levels.data(), levels, num_own_ * sizeof(u32));
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
