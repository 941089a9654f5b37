#include "io/binary/gapbs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <vector>

#include "base/atomic_file.hpp"
#include "base/memory.hpp"
#include "io/write/block_output.hpp"
#include "io/write/writers.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

/// Throws UsageError where the weight is no 32-bit signed integer.
template <class W>
std::int32_t to_weight(W weight) {
  // Compared as doubles: both ends of the range, and every weight that fits, are exact there.
  const auto wide = static_cast<double>(weight);
  if (!(wide >= std::numeric_limits<std::int32_t>::min() &&
        wide <= std::numeric_limits<std::int32_t>::max()) ||
      static_cast<double>(static_cast<std::int32_t>(wide)) != wide) {
    throw UsageError(
        fmt::format(".wsg files hold 32-bit integer weights, but this graph has the weight {}: "
                    "write mtx or the native container",
                    weight));
  }
  return static_cast<std::int32_t>(wide);
}

template <class Weights>
void write_adjacency(AtomicFile& file, const Csr& csr, const Weights& weights, int threads) {
  write_blocks<EdgeIndex>(file, csr.offsets().size(), threads,
                          [&](std::size_t begin, std::span<EdgeIndex> block) {
                            std::copy_n(csr.offsets().data() + begin, block.size(), block.data());
                          });
  if constexpr (kNoWeights<Weights>) {
    write_blocks<Vertex>(file, csr.num_arcs(), threads,
                         [&](std::size_t begin, std::span<Vertex> block) {
                           std::copy_n(csr.targets().data() + begin, block.size(), block.data());
                         });
  } else {
    write_blocks<GapbsNeighbor>(
        file, csr.num_arcs(), threads, [&](std::size_t begin, std::span<GapbsNeighbor> block) {
          for (std::size_t i = 0; i < block.size(); ++i) {
            block[i] = {csr.targets()[begin + i], to_weight(weights[begin + i])};
          }
        });
  }
}

/// Weights in the order of the transpose's arcs.
template <class W>
Array<W> transposed_weights(const Graph& graph, std::span<const W> weights) {
  require_memory(saturating_add(weights.size_bytes(), graph.in().offsets().span().size_bytes()),
                 "the weights of the transpose");
  Array<W> transposed(weights.size());
  Array<EdgeIndex> next = Array<EdgeIndex>::copy_of(graph.in().offsets().span());
  // Rows of the transpose ascend by source, so walking the sources in order fills them in order.
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    for (EdgeIndex arc = graph.out().offsets()[v]; arc < graph.out().offsets()[v + std::size_t{1}];
         ++arc) {
      transposed[next[graph.out().targets()[arc]]++] = weights[arc];
    }
  }
  return transposed;
}

void write_head(AtomicFile& file, const Graph& graph) {
  const std::uint8_t directed = graph.is_directed() ? 1 : 0;
  const std::int64_t counts[2] = {static_cast<std::int64_t>(graph.num_arcs()),
                                  static_cast<std::int64_t>(graph.num_vertices())};
  file.write(&directed, sizeof(directed));
  file.write(counts, sizeof(counts));
}

}  // namespace

void write_gapbs(const AnyGraph& graph, const std::string& path, int threads) {
  visit_weights(graph, [&](const Graph& structure, auto weights) {
    if (structure.num_vertices() > static_cast<Vertex>(std::numeric_limits<std::int32_t>::max())) {
      throw UsageError(".sg files hold at most 2^31 - 1 vertices");
    }
    AtomicFile file(path);
    write_head(file, structure);
    write_adjacency(file, structure.out(), weights, threads);
    if (structure.is_directed()) {
      if constexpr (kNoWeights<decltype(weights)>) {
        write_adjacency(file, structure.in(threads), weights, threads);
      } else {
        using W = std::remove_const_t<typename decltype(weights)::element_type>;
        const Csr& in = structure.in(threads);
        write_adjacency(file, in, transposed_weights<W>(structure, weights).span(), threads);
      }
    }
    file.commit();
  });
}

}  // namespace strider
