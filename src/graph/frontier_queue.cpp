#include "graph/frontier_queue.hpp"

namespace strider {

void LocalQueue::sum_degrees(const Csr& csr) {
  if (ends_.size() < vertices_.size()) ends_ = Array<EdgeIndex>(vertices_.size());
  const EdgeIndex* const offsets = csr.offsets().data();
  EdgeIndex sum = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    const Vertex v = vertices_[i];
    sum += offsets[v + 1ULL] - offsets[v];
    ends_[i] = sum;
  }
}

void LocalQueue::grow() {
  constexpr std::size_t kFirst = 1024;
  Array<Vertex> larger(std::max(kFirst, 2 * vertices_.size()));
  std::copy(vertices_.begin(), vertices_.begin() + size_, larger.begin());
  vertices_ = std::move(larger);
}

EdgeIndex MergedQueues::num_edges() const {
  EdgeIndex edges = 0;
  for (const Part& part : parts_) edges += part.queue.num_edges();
  return edges;
}

}  // namespace strider
