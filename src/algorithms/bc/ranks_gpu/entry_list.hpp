// Lists of kernels' entries, as the host keeps account of them.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/bc/ranks_gpu/rank_batch_view.hpp"
#include "gpu/buffer.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// FrontierEntries, range by range. Of a range the host knows where it ends, rank by rank.
class EntryList {
 public:
  EntryList(Workspace& workspace, std::string_view name, Context& context, std::uint64_t most) {
    workspace.declare(name, names_, most, context);
    workspace.declare(name, masks_, most, context);
  }

  void clear() {
    ranges_.clear();
    size_ = 0;
  }
  [[nodiscard]] FrontierEntries from(u64 place) const {
    return {names_.data() + place, masks_.data() + place};
  }
  [[nodiscard]] FrontierEntries end() const { return from(size_); }
  [[nodiscard]] FrontierEntries all() const { return from(0); }
  [[nodiscard]] u64 size() const { return size_; }
  /// Entries that stand there already: first[r] of them before those of rank r.
  void end_range(std::vector<u64> first) {
    const u64 count = first.back();
    ranges_.push_back({size_, std::move(first)});
    size_ += count;
  }
  struct LevelRange {
    u64 begin;
    std::vector<u64> first;
    [[nodiscard]] u32 size() const { return static_cast<u32>(first.back()); }
    [[nodiscard]] u64 end() const { return begin + first.back(); }
  };
  [[nodiscard]] const LevelRange& range(std::size_t level) const { return ranges_[level]; }

 private:
  DeviceBuffer<u32> names_;
  DeviceBuffer<u64> masks_;
  std::vector<LevelRange> ranges_;
  u64 size_ = 0;
};

}  // namespace strider::detail::STRIDER_DEVICE
