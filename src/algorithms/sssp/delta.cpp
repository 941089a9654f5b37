#include "algorithms/sssp/delta.hpp"

#include "graph/layout/choose.hpp"

namespace strider::detail {

template <class W>
double bucket_width(const SsspContext<W>& context) {
  if (context.options.delta > 0) return usable_width(context.options.delta);
  const Csr& out = context.out();
  if (out.num_arcs() == 0 || context.facts.mean == 0) return 1;
  const double degree =
      static_cast<double>(out.num_arcs()) / static_cast<double>(out.num_vertices());
  // With uniform weights, 2 * mean / degree makes a vertex have one light edge on average (Meyer
  // and Sanders 2003, section 4.1); a multiple of it halves the barriers often and does little
  // twice. Where vertices settle in many small steps, barriers cost more than work done twice.
  const double factor = has_high_diameter(context.graph.topology()) ? 16 : 4;
  return usable_width(factor * 2 * context.facts.mean / degree);
}

template double bucket_width(const SsspContext<float>&);
template double bucket_width(const SsspContext<double>&);
template double bucket_width(const SsspContext<std::uint32_t>&);

}  // namespace strider::detail
