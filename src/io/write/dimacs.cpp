// DIMACS .gr. Undirected graphs without weights as PACE writes them ("p tw", each edge once), all
// others as the 9th challenge does ("p sp"): arcs with a weight, undirected edges both ways.
#include <fmt/format.h>

#include <concepts>

#include "io/write/text_output.hpp"
#include "io/write/writers.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

void append_ends(Vertex source, Vertex target, TextBuffer& out) {
  out.append_number(source + std::uint64_t{1});
  out.append(' ');
  out.append_number(target + std::uint64_t{1});
}

void write_pace(const Graph& graph, const std::string& path, int threads) {
  const std::string head = fmt::format("p tw {} {}\n", graph.num_vertices(), graph.num_edges());
  write_text_file(path, head, graph.out(), threads,
                  [&](Vertex first, Vertex last, TextBuffer& out) {
                    for_each_edge(graph, first, last, [&](Vertex source, Vertex target, EdgeIndex) {
                      append_ends(source, target, out);
                      out.append('\n');
                    });
                  });
}

}  // namespace

void write_dimacs(const AnyGraph& graph, const std::string& path, int threads) {
  visit_weights(graph, [&](const Graph& structure, auto weights) {
    constexpr bool kUnweighted = kNoWeights<decltype(weights)>;
    if constexpr (!kUnweighted) {
      if (!std::integral<typename decltype(weights)::value_type>) {
        throw UsageError("DIMACS files hold integer weights; write mtx or an edge list");
      }
    }
    if (kUnweighted && !structure.is_directed()) {
      write_pace(structure, path, threads);
      return;
    }
    // The reader takes the comments back (text/dimacs.cpp); 'p sp' itself knows only weighted arcs.
    const std::string head =
        fmt::format("{}{}p sp {} {}\n",
                    structure.is_directed() ? "" : "c Undirected graph: each edge is two arcs\n",
                    kUnweighted ? "c Unweighted graph: each arc has weight 1\n" : "",
                    structure.num_vertices(), structure.num_arcs());
    write_text_file(
        path, head, structure.out(), threads, [&](Vertex first, Vertex last, TextBuffer& out) {
          const Csr& csr = structure.out();
          for (Vertex v = first; v < last; ++v) {
            for (EdgeIndex arc = csr.offsets()[v]; arc < csr.offsets()[v + std::size_t{1}]; ++arc) {
              out.append("a ");
              append_ends(v, csr.targets()[arc], out);
              out.append(' ');
              if constexpr (kUnweighted) {
                out.append('1');
              } else {
                out.append_number(weights[arc]);
              }
              out.append('\n');
            }
          }
        });
  });
}

}  // namespace strider
