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
  kUniformReal,    ///< float, uniform over the odd multiples of 2^-24 in (0, 1)
  kUniformInteger  ///< uint32, uniform in [low, high]
};
struct WeightOptions {
  WeightKind kind = WeightKind::kNone;
  std::uint32_t low = 1;
  std::uint32_t high = 255;
};

/// The Graph500 generator, version 3: bit for bit the tuples and weights of the reference program.
/// Weights, where asked for, are the reference's (kUniformReal only): uniform, but the smallest may
/// be 0 and the largest is rounded to 1.
struct KroneckerParameters {
  int scale = 16;                  ///< 2^scale vertices, 1 to 62
  std::uint64_t edge_factor = 16;  ///< edge_factor * 2^scale tuples, fewer than 2^63
  std::uint64_t seed1 = 2;
  std::uint64_t seed2 = 3;
  WeightOptions weights = {};
};

/// R-MAT (Chakrabarti, Zhan and Faloutsos 2004), with noise a level (Seshadhri, Pinar and Kolda
/// 2013).
struct RmatParameters {
  int scale = 16;                  ///< 2^scale vertices, 1 to 62
  std::uint64_t edge_factor = 16;  ///< edge_factor * 2^scale edges, fewer than 2^63
  /// Probabilities of the quadrants (source bit, target bit) 00, 01, 10; of 11, d = 1 - a - b - c.
  double a = 0.57, b = 0.19, c = 0.19;
  /// On each level b and c are moved by a number uniform in [-noise, noise], the same for all
  /// edges, and a and d in proportion. At most (a + d) / 2, b and c.
  double noise = 0;
  /// Rename the vertices by a bijection of 0 .. 2^scale-1 that hides the hubs' places.
  bool scramble = true;
  std::uint64_t seed = 1;
  WeightOptions weights = {};
};

/// SSCA#2 (Bader and Madduri 2005): cliques of random size, and edges between cliques whose number
/// halves as the distance doubles. The edges of the cliques come first, clique by clique, then
/// those between cliques, by distance.
///
/// So that any slice can be made by itself, cliques are laid out in blocks of vertices: a clique
/// has 1 to max_clique_size members, all sizes alike, but the last of a block is cut where the
/// block ends; a block holds at least 4096 vertices and 16 of the largest cliques. In each octave k
/// there are inter_clique_probability / 2^k times as many edges as vertices (rounded down); they
/// join evenly spread vertices to vertices 2^k .. 2^(k+1)-1 past the end of their clique, around
/// the corner where need be.
struct Ssca2Parameters {
  int scale = 16;                         ///< 2^scale vertices, 1 to 40
  std::uint32_t max_clique_size = 64;     ///< 1 to 65536, at most 2^scale
  double inter_clique_probability = 0.5;  ///< 0 to 1
  /// Rename the vertices by a bijection of 0 .. 2^scale-1, so that cliques are no runs of numbers.
  bool scramble = true;
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

/// rows x columns vertices, numbered row by row, each joined to the next of its row and of its
/// column.
struct GridParameters {
  std::uint64_t rows = 256;
  std::uint64_t columns = 256;
  std::uint64_t seed = 1;  ///< of the weights
  WeightOptions weights = {};
};

/// Vertices and listed edges of the whole graph. Throws UsageError on parameters out of range. O(1)
/// but for SSCA2, whose cliques are counted: O(2^scale / max_clique_size), parallel.
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
/// empty. Parallel; the same on any number of threads and however the whole is cut. Throws
/// UsageError on parameters out of range, a range that is none of the graph, or spans that are not
/// as long as the range.
void generate_slice(const KroneckerParameters&, EdgeRange, std::span<GlobalEdge> edges,
                    std::span<float> weights, int threads = 0);
void generate_slice(const RmatParameters&, EdgeRange, std::span<GlobalEdge> edges, int threads = 0);
void generate_slice(const Ssca2Parameters&, EdgeRange, std::span<GlobalEdge> edges,
                    int threads = 0);
void generate_slice(const UniformParameters&, EdgeRange, std::span<GlobalEdge> edges,
                    int threads = 0);
void generate_slice(const GridParameters&, EdgeRange, std::span<GlobalEdge> edges, int threads = 0);

/// The weights of edges range.first .. range.last-1 of the other generators, from their seed: a
/// slice of what generate() gives. Throws as generate_slice does.
void generate_weights(std::uint64_t seed, EdgeRange range, std::span<float> weights,
                      int threads = 0);
void generate_weights(std::uint64_t seed, const WeightOptions& options, EdgeRange range,
                      std::span<std::uint32_t> weights, int threads = 0);

/// The vertex that the reference program draws in its attempt number `attempt`, from 0, at a search
/// key of the benchmark. It passes over those drawn before and those without an edge to another
/// vertex.
[[nodiscard]] GlobalVertex kronecker_search_key(const KroneckerParameters& parameters,
                                                std::uint64_t attempt);

/// The whole graph as a list, undirected, dense labels from 0. Throws UsageError where it has more
/// than kMaxVertices vertices, MemoryError before memory is taken that is not there.
[[nodiscard]] EdgeList generate(const KroneckerParameters& parameters, int threads = 0);
[[nodiscard]] EdgeList generate(const RmatParameters& parameters, int threads = 0);
[[nodiscard]] EdgeList generate(const Ssca2Parameters& parameters, int threads = 0);
[[nodiscard]] EdgeList generate(const UniformParameters& parameters, int threads = 0);
[[nodiscard]] EdgeList generate(const GridParameters& parameters, int threads = 0);

}  // namespace strider
