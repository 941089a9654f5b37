#include <fmt/format.h>

#include <concepts>

#include "io/write/text_output.hpp"
#include "io/write/writers.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

void check_fits(const Graph& graph) {
  if (graph.is_directed()) {
    throw UsageError(
        "METIS files hold undirected graphs; make it undirected (--undirected), or write mtx");
  }
  if (graph.num_self_loops() > 0) {
    throw UsageError("METIS files hold no self-loops; remove them, or write mtx");
  }
}

}  // namespace

void write_metis(const AnyGraph& graph, const std::string& path, int threads) {
  visit_weights(graph, [&](const Graph& structure, auto weights) {
    check_fits(structure);
    if constexpr (!kNoWeights<decltype(weights)>) {
      if (!std::integral<typename decltype(weights)::value_type>) {
        throw UsageError("METIS files hold integer weights; write mtx or an edge list");
      }
    }
    const std::string head =
        fmt::format("{} {}{}\n", structure.num_vertices(), structure.num_edges(),
                    kNoWeights<decltype(weights)> ? "" : " 001");
    write_text_file(
        path, head, structure.out(), threads, [&](Vertex first, Vertex last, TextBuffer& out) {
          const Csr& csr = structure.out();
          for (Vertex v = first; v < last; ++v) {
            const EdgeIndex begin = csr.offsets()[v];
            for (EdgeIndex arc = begin; arc < csr.offsets()[v + std::size_t{1}]; ++arc) {
              if (arc > begin) out.append(' ');
              out.append_number(csr.targets()[arc] + std::uint64_t{1});
              if constexpr (!kNoWeights<decltype(weights)>) {
                out.append(' ');
                out.append_number(weights[arc]);
              }
            }
            out.append('\n');
          }
        });
  });
}

}  // namespace strider
