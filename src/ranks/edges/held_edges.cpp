#include <algorithm>
#include <type_traits>
#include <utility>

#include "base/parallel.hpp"
#include "ranks/edges/edge_source.hpp"

namespace strider::detail {

static_assert(std::is_same_v<std::variant_alternative_t<1, Weights>, Array<float>> &&
              std::is_same_v<std::variant_alternative_t<2, Weights>, Array<double>> &&
              std::is_same_v<std::variant_alternative_t<3, Weights>, Array<std::uint32_t>>);

HeldEdges::HeldEdges(std::uint64_t num_vertices, Directedness directedness, EdgeArray edges,
                     Weights weights)
    : num_vertices_(num_vertices),
      directedness_(directedness),
      edges_(std::move(edges)),
      weights_(std::move(weights)) {}

HeldEdges::HeldEdges(const EdgeList& list, int rank, int ranks)
    : num_vertices_(list.num_vertices), directedness_(list.directedness) {
  const Range chunk = static_chunk(list.edges.size(), rank, ranks);
  edges_ = Array<Edge>::copy_of(list.edges.span().subspan(chunk.begin, chunk.end - chunk.begin));
  std::visit(
      [&](const auto& held) {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (!std::is_same_v<Held, std::monostate>) {
          weights_ = Held::copy_of(held.span().subspan(chunk.begin, chunk.end - chunk.begin));
        }
      },
      list.weights);
}

void HeldEdges::do_read(EdgeRange range, std::span<GlobalEdge> edges, WeightSpan weights,
                        int) const {
  std::visit(
      [&](const auto& held) {
        for (std::size_t i = 0; i < edges.size(); ++i) {
          const auto [source, target] = held[range.first + i];
          edges[i] = {source, target};
        }
      },
      edges_);
  std::visit(
      [&](auto room) {
        if constexpr (!std::is_same_v<decltype(room), std::monostate>) {
          using W = typename decltype(room)::value_type;
          std::copy_n(std::get<Array<W>>(weights_).begin() + range.first, room.size(),
                      room.begin());
        }
      },
      weights);
}

}  // namespace strider::detail
