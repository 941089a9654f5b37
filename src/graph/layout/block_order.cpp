#include "graph/layout/block_order.hpp"

#include "base/stop.hpp"
#include "base/workspace.hpp"

namespace strider::detail {
namespace {

// Vertices in a block. The rows of a block then fill one kilobyte: the frontier crosses a block
// within a few levels, while its cache lines are still there. Sizes from 16 to 4096 are within a
// tenth of each other.
constexpr std::size_t kBlockVertices = 64;

class BlockGrower {
 public:
  BlockGrower(const Csr& csr, std::span<std::uint8_t> placed, std::span<Vertex> order)
      : csr_(csr), placed_(placed), order_(order) {}

  [[nodiscard]] std::size_t count() const { return count_; }

  /// Block after block, everything that `root` reaches.
  void grow_component(Vertex root) {
    seeds_.assign(1, root);
    for (std::size_t next = 0; next < seeds_.size(); ++next) {
      if (placed_[seeds_[next]] == 0) grow_block(seeds_[next]);
    }
  }

 private:
  void grow_block(Vertex seed) {
    throw_if_stopped();
    const std::size_t begin = count_;
    place(seed);
    for (std::size_t i = begin; i < count_; ++i) {
      for (const Vertex v : csr_.neighbors(order_[i])) {
        if (placed_[v] != 0) continue;
        if (count_ - begin == kBlockVertices) {
          seeds_.push_back(v);
        } else {
          place(v);
        }
      }
    }
  }

  void place(Vertex v) {
    placed_[v] = 1;
    order_[count_++] = v;
  }

  const Csr& csr_;
  std::span<std::uint8_t> placed_;
  std::span<Vertex> order_;
  std::size_t count_ = 0;
  std::vector<Vertex> seeds_;
};

}  // namespace

BlockOrder order_in_blocks(const Csr& csr, std::span<std::uint8_t> placed, Vertex count) {
  BlockOrder order{take_array<Array<Vertex>>(count, "an order of the vertices in blocks"), {}};
  BlockGrower grower(csr, placed, order.to_old.span());
  for (Vertex v = 0; v < csr.num_vertices(); ++v) {
    if (placed[v] != 0) continue;
    order.component_begins.push_back(static_cast<Vertex>(grower.count()));
    grower.grow_component(v);
  }
  return order;
}

}  // namespace strider::detail
