#include <fmt/format.h>

#include <atomic>

#include "base/parallel.hpp"
#include "graph/csr_facts.hpp"
#include "strider/error.hpp"
#include "strider/graph.hpp"

namespace strider {

Csr::Csr() : Csr(Array<EdgeIndex>(1, 0), Array<Vertex>()) {}

Csr::Csr(SharedArray<EdgeIndex> offsets, SharedArray<Vertex> targets)
    : offsets_(std::move(offsets)), targets_(std::move(targets)) {}

void check_offsets(std::span<const EdgeIndex> offsets, EdgeIndex num_arcs, std::uint64_t first,
                   const std::string& origin) {
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    if (offsets[i] > offsets[i + 1] || offsets[i + 1] > num_arcs) {
      throw InputError(
          origin, 0,
          fmt::format("the adjacency offsets of vertex {} descend or run past the end", first + i));
    }
  }
}

void check_offsets(const Csr& csr, const std::string& origin, int threads) {
  const auto offsets = csr.offsets().span();
  if (offsets.empty() || offsets.size() - 1 > kMaxVertices) {
    throw InputError(origin, 0,
                     fmt::format("there are {} adjacency offsets; there must be 1 more than the "
                                 "vertices, of which at most {} are supported",
                                 offsets.size(), kMaxVertices));
  }
  if (offsets.front() != 0 || offsets.back() != csr.num_arcs()) {
    throw InputError(origin, 0, "the adjacency offsets do not span the adjacency");
  }
  parallel_chunks(csr.num_vertices(), threads, [&](std::size_t begin, std::size_t end, int) {
    check_offsets(offsets.subspan(begin, end - begin + 1), csr.num_arcs(), begin, origin);
  });
}

void throw_no_vertex(Vertex target, Vertex num_vertices, const std::string& origin) {
  throw InputError(origin, 0,
                   fmt::format("an edge leads to vertex {}, but the graph has only {} vertices",
                               target, num_vertices));
}

void check_csr(const Csr& csr, const std::string& origin, int threads) {
  threads = resolve_threads(threads);
  check_offsets(csr, origin, threads);
  const Vertex n = csr.num_vertices();
  const auto targets = csr.targets().span();
  parallel_chunks(targets.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t i = begin; i < end; ++i) {
      if (targets[i] >= n) throw_no_vertex(targets[i], n, origin);
    }
  });
}

}  // namespace strider
