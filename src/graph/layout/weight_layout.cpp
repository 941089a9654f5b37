#include "graph/layout/weight_layout.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <type_traits>
#include <utility>

#include "base/parallel.hpp"
#include "base/scan.hpp"
#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "graph/layout/row_sort.hpp"

namespace strider::detail {
namespace {

unsigned bits_of_targets(Vertex num_vertices) {
  return static_cast<unsigned>(std::bit_width(num_vertices | 1U));
}

/// An unsigned number as wide as a weight.
template <class W>
using BitsOf = std::conditional_t<sizeof(W) == 8, std::uint64_t, std::uint32_t>;

/// A weight beside a target.
template <class W>
bool fits_32_bits(W max_finite, unsigned target_bits) {
  if constexpr (std::is_same_v<W, std::uint32_t>) {
    return target_bits + static_cast<unsigned>(std::bit_width(max_finite)) <= 32 &&
           target_bits < 32;
  }
  return false;
}

/// Few enough that the rows of hubs, which come first, are shared out.
constexpr std::size_t kGrain = 64;

template <class W>
class WeightLayoutBuilder {
 public:
  WeightLayoutBuilder(const WeightedGraph<W>& graph, int threads)
      : graph_(graph), out_(graph.topology().out()), threads_(threads) {}

  std::shared_ptr<const WeightLayout<W>> build(W max_finite, RowOrder order) {
    const unsigned target_bits = bits_of_targets(out_.num_vertices());
    auto layout = std::make_shared<WeightLayout<W>>();
    layout->max_finite = max_finite;
    layout->order = order;
    if (order != RowOrder::kGraph) reorder(*layout);
    lay_out_rows(*layout);
    if (fits_32_bits(max_finite, target_bits)) {
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
                                                          W max_finite, RowOrder order,
                                                          int threads) {
  return WeightLayoutBuilder<W>(graph, threads).build(max_finite, order);
}

template <class W>
std::uint64_t extra_bytes(const WeightLayout<W>& layout) {
  const LayoutSections sections = to_sections(layout);
  std::uint64_t bytes = 0;
  for (const auto& array : sections.arrays()) bytes += array.bytes.size();
  return bytes;
}

template <class W>
LayoutSections to_sections(const WeightLayout<W>& layout) {
  LayoutSections sections;
  sections.add_scalar("weight.order", static_cast<std::uint64_t>(layout.order));
  sections.add_scalar("weight.max_finite", std::bit_cast<BitsOf<W>>(layout.max_finite));
  if (fits_32_bits(layout.max_finite, bits_of_targets(layout.num_vertices()))) {
    sections.add_array("weight.packed", layout.packed);
  } else {
    sections.add_array("weight.arcs", layout.arcs);
  }
  // Rows in the order of the vertices lie as those of the graph.
  if (layout.order != RowOrder::kGraph) {
    sections.add_array("weight.offsets", layout.offsets);
    sections.add_array("weight.position_of", layout.position_of);
    sections.add_array("weight.vertex_at", layout.vertex_at);
  }
  return sections;
}

template <class W>
std::shared_ptr<const WeightLayout<W>> weight_layout_from_sections(const LayoutSections& sections,
                                                                   const Graph& graph) {
  const Vertex n = graph.num_vertices();
  WeightLayout<W> layout;
  layout.order = static_cast<RowOrder>(
      sections.scalar("weight.order", static_cast<std::uint64_t>(RowOrder::kLocality)));
  layout.max_finite = std::bit_cast<W>(static_cast<BitsOf<W>>(
      sections.scalar("weight.max_finite", std::numeric_limits<BitsOf<W>>::max())));
  const unsigned target_bits = bits_of_targets(n);
  if (fits_32_bits(layout.max_finite, target_bits)) {
    layout.packing = PackedArcs(target_bits);
    layout.packed = sections.array<std::uint32_t>("weight.packed", graph.num_arcs());
  } else {
    layout.arcs = sections.array<WeightedArc<W>>("weight.arcs", graph.num_arcs());
  }
  layout.offsets = graph.out().offsets();
  if (layout.order != RowOrder::kGraph) {
    layout.offsets = sections.array<EdgeIndex>("weight.offsets", n + std::size_t{1});
    layout.position_of = sections.array<Vertex>("weight.position_of", n);
    layout.vertex_at = sections.array<Vertex>("weight.vertex_at", n);
  }
  return std::make_shared<const WeightLayout<W>>(std::move(layout));
}

template std::shared_ptr<const WeightLayout<float>> make_weight_layout(const WeightedGraph<float>&,
                                                                       float, RowOrder, int);
template std::shared_ptr<const WeightLayout<double>> make_weight_layout(
    const WeightedGraph<double>&, double, RowOrder, int);
template std::shared_ptr<const WeightLayout<std::uint32_t>> make_weight_layout(
    const WeightedGraph<std::uint32_t>&, std::uint32_t, RowOrder, int);

template std::uint64_t extra_bytes(const WeightLayout<float>&);
template std::uint64_t extra_bytes(const WeightLayout<double>&);
template std::uint64_t extra_bytes(const WeightLayout<std::uint32_t>&);

template LayoutSections to_sections(const WeightLayout<float>&);
template LayoutSections to_sections(const WeightLayout<double>&);
template LayoutSections to_sections(const WeightLayout<std::uint32_t>&);

template std::shared_ptr<const WeightLayout<float>> weight_layout_from_sections(
    const LayoutSections&, const Graph&);
template std::shared_ptr<const WeightLayout<double>> weight_layout_from_sections(
    const LayoutSections&, const Graph&);
template std::shared_ptr<const WeightLayout<std::uint32_t>> weight_layout_from_sections(
    const LayoutSections&, const Graph&);

}  // namespace strider::detail
