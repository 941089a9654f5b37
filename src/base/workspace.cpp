#include "base/workspace.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace strider::detail {

void Workspace::count(std::string_view name, std::uint64_t bytes, MemoryPlace place) {
  items_.push_back({std::string(name), bytes, place});
}

std::uint64_t Workspace::bytes(MemoryPlace place) const {
  std::uint64_t sum = 0;
  for (const Item& item : items_) {
    if (item.place == place) sum = saturating_add(sum, item.bytes);
  }
  return sum;
}

void Workspace::take() {
  // A body may declare more, which is taken in turn.
  for (; taken_ < takes_.size(); ++taken_) {
    const auto body = takes_[taken_];
    body();
  }
  takes_.clear();
  items_.clear();
  taken_ = 0;
}

std::string Workspace::describe(const std::string& purpose, MemoryPlace place) const {
  const auto bytes_here = [&](const Item& item) { return item.place == place ? item.bytes : 0; };
  const auto largest = std::ranges::max_element(items_, {}, bytes_here);
  if (largest == items_.end() || bytes_here(*largest) == 0 || items_.size() == 1) return purpose;
  return fmt::format("{} ({} of it for {})", purpose, format_bytes(largest->bytes), largest->name);
}

}  // namespace strider::detail
