// Searches of validators: a queue, and none of the methods that are checked.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "strider/array.hpp"
#include "strider/graph.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// Distances by hops along rows, which outlive this, from one vertex after the other. Throws
/// MemoryError; a search throws as throw_if_stopped().
class HopSearch {
 public:
  explicit HopSearch(const Csr& rows) : rows_(rows) {
    Workspace workspace;
    workspace.declare("levels", levels_, rows.num_vertices());
    workspace.declare("the queue", queue_, rows.num_vertices());
    workspace.take("the validation", HostMemory());
    std::ranges::fill(levels_, kUnreached);
  }
  /// Returns all that is reached, nearer vertices first; until the next search.
  std::span<const Vertex> search(Vertex source) {
    for (const Vertex v : reached()) levels_[v] = kUnreached;
    size_ = 0;
    find(source, 0);
    for (std::size_t i = 0; i < size_; ++i) {
      if (i % kVerticesTogether == 0) throw_if_stopped();
      const Vertex u = queue_[i];
      for (const Vertex v : rows_.neighbors(u)) {
        if (levels_[v] == kUnreached) find(v, levels_[u] + 1);
      }
    }
    return reached();
  }
  [[nodiscard]] std::span<const Vertex> reached() const { return queue_.span().first(size_); }
  [[nodiscard]] Level level(Vertex v) const { return levels_[v]; }

 private:
  /// Between two looks at the stop flag.
  static constexpr std::size_t kVerticesTogether = 4096;

  void find(Vertex v, Level level) {
    levels_[v] = level;
    queue_[size_++] = v;
  }

  const Csr& rows_;
  Array<Level> levels_;
  Array<Vertex> queue_;
  std::size_t size_ = 0;
};

}  // namespace strider::detail
