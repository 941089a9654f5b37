#include "algorithms/sssp/tree.hpp"

#include "algorithms/sssp/kernels.hpp"
#include "algorithms/sssp/parents.hpp"
#include "base/parallel.hpp"

namespace strider::detail {
namespace {

/// Of engines that work in 32 bits, in the graph's numbering.
class NarrowTranslator final : public SsspTranslator<std::uint32_t> {
 public:
  void read_distances(SsspTree<std::uint32_t>& tree) const override { widen_distances(tree); }
  void read_parents(SsspTree<std::uint32_t>& tree) const override {
    const SsspContext<std::uint32_t>& context = *tree.context;
    derive_parents(context.graph, tree.source, std::as_const(tree.narrow).span(),
                   tree.parents.span(), context.options.threads);
  }
};

}  // namespace

void widen_distances(SsspTree<std::uint32_t>& tree) {
  const std::size_t n = tree.narrow.size();
  fit_array(tree.distances, n, "the distances");
  parallel_chunks(n, tree.context->options.threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t v = begin; v < end; ++v) {
      tree.distances[v] = widened(tree.narrow[v]);
    }
  });
}

template <class W, class D>
std::span<D> distances_in(SsspTree<W>& tree) {
  const Vertex n = tree.context->num_vertices();
  if constexpr (std::is_same_v<D, SsspDistance<W>>) {
    fit_array(tree.distances, n, "the distances");
    tree.translator.reset();
    return tree.distances.span();
  } else {
    fit_array(tree.narrow, n, "the distances");
    static const auto kTranslator = std::make_shared<const NarrowTranslator>();
    tree.translator = kTranslator;
    return tree.narrow.span();
  }
}

template std::span<float> distances_in(SsspTree<float>&);
template std::span<double> distances_in(SsspTree<double>&);
template std::span<std::uint64_t> distances_in(SsspTree<std::uint32_t>&);
template std::span<std::uint32_t> distances_in(SsspTree<std::uint32_t>&);

}  // namespace strider::detail
