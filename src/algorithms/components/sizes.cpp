// How many components there are, and how large they are.
#include <algorithm>
#include <utility>

#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "strider/components.hpp"

namespace strider {

const ComponentSizes& ComponentsResult::sizes() const {
  if (sizes_) return *sizes_;
  auto counts = detail::take_array<Array<Vertex>>(labels_.size(), "the sizes of components");
  std::ranges::fill(counts, Vertex{0});
  sequential_for(0, counts.size(), [&](std::size_t v) { ++counts[labels_[v]]; });
  ComponentSizes sizes;
  for (Vertex v = 0; v < counts.size(); ++v) sizes.add(v, counts[v]);
  return sizes_.emplace(sizes);
}

void ComponentSizes::add(GlobalVertex label, std::uint64_t size) {
  if (size > 0) merge({1, size == 1 ? 1U : 0U, label, size});
}

void ComponentSizes::merge(const ComponentSizes& others) {
  num_components += others.num_components;
  num_isolated += others.num_isolated;
  if (std::pair(others.largest_size, largest) <= std::pair(largest_size, others.largest)) return;
  largest = others.largest;
  largest_size = others.largest_size;
}

}  // namespace strider
