#include "graph/layout/weight_layout.hpp"

#include <algorithm>
#include <atomic>
#include <type_traits>

#include "base/parallel.hpp"
#include "base/scan.hpp"
#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "graph/layout/row_sort.hpp"

namespace strider::detail {
namespace {

/// Few enough that the rows of hubs, which come first, are shared out.
constexpr std::size_t kGrain = 64;

template <class W>
class WeightLayoutBuilder {
 public:
  WeightLayoutBuilder(const WeightedGraph<W>& graph, int threads)
      : graph_(graph), out_(graph.topology().out()), threads_(threads) {}

  std::shared_ptr<const WeightLayout<W>> build(W max_weight, RowOrder order) {
    const auto target_bits = static_cast<unsigned>(std::bit_width(out_.num_vertices() | 1U));
    const bool packs = fits(max_weight, target_bits);
    auto layout = std::make_shared<WeightLayout<W>>();
    layout->order = order;
    if (order != RowOrder::kGraph) reorder(*layout);
    lay_out_rows(*layout);
    if (packs) {
      layout->packing = PackedArcs(target_bits);
      layout->packed = fill<std::uint32_t>(*layout, [&](Vertex target, W weight) {
        return layout->packing.pack(static_cast<std::uint32_t>(weight), target);
      });
    } else {
      layout->arcs = fill<WeightedArc<W>>(*layout, [](Vertex target, W weight) {
        return WeightedArc<W>{weight, target};
      });
    }
    return layout;
  }

 private:
  static constexpr const char* kPurpose = "laying the graph out by weight";

  static bool fits(W max_weight, unsigned target_bits) {
    if constexpr (std::is_same_v<W, std::uint32_t>) {
      return target_bits + static_cast<unsigned>(std::bit_width(max_weight)) <= 32 &&
             target_bits < 32;
    }
    return false;
  }

  void reorder(WeightLayout<W>& layout) {
    const Ordering ordering =
        layout.order == RowOrder::kDegree ? Ordering::kDegree : Ordering::kLocality;
    Permutation permutation = make_ordering(graph_.topology(), ordering, 0);
    layout.position_of = std::move(permutation.to_new);
    layout.vertex_at = std::move(permutation.to_old);
  }

  void lay_out_rows(WeightLayout<W>& layout) {
    if (!layout.is_reordered()) {
      layout.offsets = out_.offsets();
      return;
    }
    const Vertex n = out_.num_vertices();
    auto offsets = take_array<Array<EdgeIndex>>(n + 1ULL, kPurpose);
    parallel_for(0, n, threads_,
                 [&](std::size_t p) { offsets[p] = out_.degree(layout.vertex_at[p]); });
    offsets[n] = 0;
    exclusive_scan(offsets.span(), threads_);
    layout.offsets = std::move(offsets);
  }

  template <class Arc, class Make>
  Array<Arc> fill(const WeightLayout<W>& layout, Make&& make) {
    auto arcs = take_array<Array<Arc>>(out_.num_arcs(), kPurpose);
    const Vertex n = out_.num_vertices();
    std::atomic<std::size_t> next{0};
    parallel_region(threads_, [&](int, int) {
      RowSorter<Arc> sorter;
      while (true) {
        const std::size_t begin = next.fetch_add(kGrain, std::memory_order_relaxed);
        if (begin >= n) return;
        throw_if_stopped();
        for (std::size_t p = begin; p < std::min<std::size_t>(n, begin + kGrain); ++p) {
          const Vertex v = layout.is_reordered() ? layout.vertex_at[p] : static_cast<Vertex>(p);
          const auto row = out_.neighbors(v);
          const auto weights = graph_.weights(v);
          Arc* const arc = arcs.data() + layout.offsets[p];
          for (std::size_t e = 0; e < row.size(); ++e) {
            // -0 becomes 0, whose bits sort as the number does.
            arc[e] = make(layout.position(row[e]), static_cast<W>(weights[e] + W{0}));
          }
          sorter.sort({arc, row.size()});
        }
      }
    });
    return arcs;
  }

  const WeightedGraph<W>& graph_;
  const Csr& out_;
  int threads_;
};

}  // namespace

template <class W>
std::shared_ptr<const WeightLayout<W>> make_weight_layout(const WeightedGraph<W>& graph,
                                                          W max_weight, RowOrder order,
                                                          int threads) {
  return WeightLayoutBuilder<W>(graph, threads).build(max_weight, order);
}

template std::shared_ptr<const WeightLayout<float>> make_weight_layout(const WeightedGraph<float>&,
                                                                       float, RowOrder, int);
template std::shared_ptr<const WeightLayout<double>> make_weight_layout(
    const WeightedGraph<double>&, double, RowOrder, int);
template std::shared_ptr<const WeightLayout<std::uint32_t>> make_weight_layout(
    const WeightedGraph<std::uint32_t>&, std::uint32_t, RowOrder, int);

}  // namespace strider::detail
