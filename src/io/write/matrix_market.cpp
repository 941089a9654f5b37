#include <fmt/format.h>

#include <concepts>

#include "io/write/text_output.hpp"
#include "io/write/writers.hpp"

namespace strider {
namespace {

template <class Weights>
constexpr std::string_view field_name() {
  if constexpr (kNoWeights<Weights>) {
    return "pattern";
  } else {
    return std::integral<typename Weights::value_type> ? "integer" : "real";
  }
}

}  // namespace

void write_matrix_market(const AnyGraph& graph, const std::string& path, int threads) {
  visit_weights(graph, [&](const Graph& structure, auto weights) {
    // Symmetric files hold the lower triangle: the larger end is the row.
    const bool symmetric = !structure.is_directed();
    const std::string head =
        fmt::format("%%MatrixMarket matrix coordinate {} {}\n{} {} {}\n",
                    field_name<decltype(weights)>(), symmetric ? "symmetric" : "general",
                    structure.num_vertices(), structure.num_vertices(), structure.num_edges());
    write_text_file(
        path, head, structure.out(), threads, [&](Vertex first, Vertex last, TextBuffer& out) {
          for_each_edge(structure, first, last, [&](Vertex source, Vertex target, EdgeIndex arc) {
            out.append_number((symmetric ? target : source) + std::uint64_t{1});
            out.append(' ');
            out.append_number((symmetric ? source : target) + std::uint64_t{1});
            if constexpr (!kNoWeights<decltype(weights)>) {
              out.append(' ');
              out.append_number(weights[arc]);
            }
            out.append('\n');
          });
        });
  });
}

}  // namespace strider
