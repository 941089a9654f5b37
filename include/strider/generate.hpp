// Synthetic graphs. Each is a pure function of its parameters and a range of edges: any thread, and
// any rank of a cluster, makes any slice, and the slices together are always the same graph.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "strider/graph.hpp"

namespace strider {

/// Edges first .. last-1 of a generator's list.
struct EdgeRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

/// An edge of a generated graph before it is cut to 32 bits.
struct GlobalEdge {
  GlobalVertex source;
  GlobalVertex target;
  friend bool operator==(const GlobalEdge&, const GlobalEdge&) = default;
};

/// How weights are drawn.
enum class WeightKind : std::uint8_t {
  kNone,
  kUniformReal,    ///< float, uniform in (0, 1)
  kUniformInteger  ///< uint32, uniform in [low, high]
};
struct WeightOptions {
  WeightKind kind = WeightKind::kNone;
  std::uint32_t low = 1;
  std::uint32_t high = 255;
};

/// The Graph500 generator, version 3: bit for bit the tuples and weights of the reference program.
/// Weights, where asked for, are the reference's (kUniformReal only).
struct KroneckerParameters {
  int scale = 16;                  ///< 2^scale vertices
  std::uint64_t edge_factor = 16;  ///< edge_factor * 2^scale tuples
  std::uint64_t seed1 = 2;
  std::uint64_t seed2 = 3;
  WeightOptions weights = {};
};

/// R-MAT (Chakrabarti, Zhan and Faloutsos 2004), with noise a level (Seshadhri, Pinar and Kolda
/// 2013).
struct RmatParameters {
  int scale = 16;
  std::uint64_t edge_factor = 16;
  double a = 0.57, b = 0.19, c = 0.19;  ///< d = 1 - a - b - c
  double noise = 0;                     ///< 0 .. 0.5: how far a level's quadrants may stray
  bool scramble = true;                 ///< permute the vertices by a hash
  std::uint64_t seed = 1;
  WeightOptions weights = {};
};

/// SSCA#2: cliques of random size, and edges between cliques whose number falls with the distance.
struct Ssca2Parameters {
  int scale = 16;
  std::uint32_t max_clique_size = 64;
  double inter_clique_probability = 0.5;
  std::uint64_t seed = 1;
  WeightOptions weights = {};
};

/// Both ends uniform and independent.
struct UniformParameters {
  std::uint64_t num_vertices = 1 << 16;
  std::uint64_t num_edges = 16 << 16;
  std::uint64_t seed = 1;
  WeightOptions weights = {};
};

/// rows x columns vertices, each joined to the next of its row and of its column.
struct GridParameters {
  std::uint64_t rows = 256;
  std::uint64_t columns = 256;
  std::uint64_t seed = 1;  ///< of the weights
  WeightOptions weights = {};
};

/// Vertices and listed edges of the whole graph. Throws UsageError on parameters out of range.
struct GeneratedSize {
  std::uint64_t num_vertices;
  std::uint64_t num_edges;
};
[[nodiscard]] GeneratedSize generated_size(const KroneckerParameters& parameters);
[[nodiscard]] GeneratedSize generated_size(const RmatParameters& parameters);
[[nodiscard]] GeneratedSize generated_size(const Ssca2Parameters& parameters);
[[nodiscard]] GeneratedSize generated_size(const UniformParameters& parameters);
[[nodiscard]] GeneratedSize generated_size(const GridParameters& parameters);

/// Edge range.first + i of the graph into edges[i]; its weight into weights[i] where weights is not
/// empty. Precondition: both spans as long as the range. Parallel; the same on any number of
/// threads.
void generate_slice(const KroneckerParameters&, EdgeRange, std::span<GlobalEdge> edges,
                    std::span<float> weights, int threads = 0);
void generate_slice(const RmatParameters&, EdgeRange, std::span<GlobalEdge> edges, int threads = 0);
void generate_slice(const Ssca2Parameters&, EdgeRange, std::span<GlobalEdge> edges,
                    int threads = 0);
void generate_slice(const UniformParameters&, EdgeRange, std::span<GlobalEdge> edges,
                    int threads = 0);
void generate_slice(const GridParameters&, EdgeRange, std::span<GlobalEdge> edges, int threads = 0);

/// The whole graph as a list, undirected, dense labels from 0. Throws UsageError where it has more
/// than kMaxVertices vertices, MemoryError before memory is taken that is not there.
[[nodiscard]] EdgeList generate(const KroneckerParameters& parameters, int threads = 0);
[[nodiscard]] EdgeList generate(const RmatParameters& parameters, int threads = 0);
[[nodiscard]] EdgeList generate(const Ssca2Parameters& parameters, int threads = 0);
[[nodiscard]] EdgeList generate(const UniformParameters& parameters, int threads = 0);
[[nodiscard]] EdgeList generate(const GridParameters& parameters, int threads = 0);

}  // namespace strider
