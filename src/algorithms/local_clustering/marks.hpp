// Marks on the targets of one vertex.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/workspace.hpp"
#include "graph/bitmap.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// As one thread sets them.
class Marks {
 public:
  void declare(Workspace& workspace, Vertex num_vertices) {
    workspace.declare("marks", marked_, num_vertices);
    workspace.declare("places of marks", places_, num_vertices);
    workspace.when_taken([this] { marked_.clear(1); });
  }
  void set(std::span<const Vertex> row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      marked_.set(row[i]);
      places_[row[i]] = static_cast<std::uint32_t>(i);
    }
    found.assign(row.size(), 0);
  }
  void clear(std::span<const Vertex> row) {
    for (const Vertex v : row) marked_.reset(v);
  }
  [[nodiscard]] bool has(Vertex v) const { return marked_.test(v); }
  [[nodiscard]] std::size_t place(Vertex v) const { return places_[v]; }

  std::vector<std::uint64_t> found;  ///< by place in the row: links

 private:
  Bitmap marked_;
  Array<std::uint32_t> places_;
};

}  // namespace strider::detail
