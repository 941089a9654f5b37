// Graphs that ranks share: where the edges come from, and how a graph is partitioned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "strider/cluster.hpp"
#include "strider/generate.hpp"
#include "strider/graph.hpp"
#include "strider/io.hpp"
#include "strider/types.hpp"

namespace strider {

/// Edges that ranks share. Each rank has a slice, which it reads or generates again whenever it is
/// needed. Copies share what they hold.
class DistInput {
 public:
  /// The graph of a generator; it holds no edges. Each rank uses `threads` threads (0: one per core
  /// of the rank) to prepare what the generator needs: a table for SSCA2. Throws UsageError if a
  /// parameter is out of range. Collective.
  template <class Parameters>
  [[nodiscard]] static DistInput generate(const Cluster& cluster, const Parameters& parameters,
                                          int threads = 0);
  /// A file, of which each rank reads its part. Vertices, labels, directedness and weights are
  /// those of read_edges. Every rank must be able to read the file. Files that cannot be read in
  /// parts (GML, GraphML, compressed files, pipes, edge lists with text labels) are read by rank 0,
  /// which needs the memory that read_edges needs. Throws InputError, MemoryError. Collective.
  [[nodiscard]] static DistInput read(const Cluster& cluster, const std::string& path,
                                      const ReadOptions& options = {});
  /// Edges that each rank passes: any number of them, in any order. `weights` has one entry per
  /// edge, of the same type on all ranks, or is empty. `num_vertices` and `directedness` must be
  /// the same on all ranks. Throws UsageError if an end is not a vertex, or if the weights do not
  /// match the edges. Collective.
  [[nodiscard]] static DistInput from_edges(const Cluster& cluster, std::uint64_t num_vertices,
                                            Directedness directedness, Array<GlobalEdge> edges,
                                            Weights weights = {});

  [[nodiscard]] std::uint64_t num_vertices() const;
  /// The number of listed edges, of all ranks.
  [[nodiscard]] std::uint64_t num_edges() const;
  [[nodiscard]] Directedness directedness() const;
  /// The index of the alternative of Weights: 0 none, 1 float, 2 double, 3 std::uint32_t.
  [[nodiscard]] std::size_t weight_type() const;
  /// What the reader found; empty for generated graphs.
  [[nodiscard]] const InputFacts& facts() const;
  /// The labels of `vertices` in the input. All ranks must pass the same vertices. Collective.
  [[nodiscard]] std::vector<std::string> labels_of(const Cluster& cluster,
                                                   std::span<const GlobalVertex> vertices) const;
  /// The vertex with that label, if there is one. Collective.
  [[nodiscard]] std::optional<GlobalVertex> find(const Cluster& cluster,
                                                 std::string_view label) const;

  struct State;
  [[nodiscard]] const std::shared_ptr<const State>& state() const { return state_; }

 private:
  friend class DistGraph;
  explicit DistInput(std::shared_ptr<const State> state);
  std::shared_ptr<const State> state_;
};

/// Calls body(W{}), where W is the type of the weights that paths and forests in graphs of this
/// input have: float, double or std::uint32_t. If the input has no weights, W is std::uint32_t and
/// each edge has weight 1.
template <class F>
void visit_weight_type(const DistInput& input, F&& body) {
  constexpr std::size_t kFloat = 1;
  constexpr std::size_t kDouble = 2;
  switch (input.weight_type()) {
    case kFloat:
      body(float{});
      break;
    case kDouble:
      body(double{});
      break;
    default:
      body(std::uint32_t{});
  }
}

/// How a graph is partitioned; docs/ranks.md explains the schemes.
enum class PartitionScheme : std::uint8_t {
  kAuto,     ///< chosen by the number of ranks and the degrees; see choose_partition
  k1d,       ///< each rank has some vertices with their adjacency
  k2d,       ///< the adjacency matrix, cut into a grid of blocks
  kDelegate  ///< as k1d, but all ranks have the vertices of high degree
};
/// "auto", "1d", "2d" and "delegate". The second function returns nullopt for any other name.
[[nodiscard]] std::string_view partition_name(PartitionScheme scheme);
[[nodiscard]] std::optional<PartitionScheme> partition_from_name(std::string_view name);

/// Which vertices a rank owns.
enum class VertexDistribution : std::uint8_t {
  kAuto,   ///< what suits the scheme
  kBlock,  ///< consecutive vertices
  kCyclic  ///< every p-th vertex, for p ranks; 1d only
};

/// Which searches a graph is made for.
enum class GraphPurpose : std::uint8_t {
  kAnySearch,      ///< breadth-first search and shortest paths; 2d then builds two graphs
  kLevels,         ///< breadth-first search: kAuto may choose 2d where kAnySearch gets 1d
  kShortestPaths,  ///< shortest paths: kAuto never chooses 2d; without weights in the input, every
                   ///< edge weighs 1
  kForest  ///< spanning forests: kAuto chooses 1d; without weights in the input, every edge weighs
           ///< 1
};

struct PartitionOptions {
  PartitionScheme scheme = PartitionScheme::kAuto;
  /// "RxC": R rows and C columns of ranks. If empty, the grid that is nearest to a square. 2d only.
  std::string grid = {};
  /// Vertices of a higher degree than this are delegates; edges out of a vertex and into it count
  /// if they are directed. nullopt: chosen from the degrees. delegate only.
  std::optional<std::uint64_t> delegate_threshold = std::nullopt;
  VertexDistribution distribution = VertexDistribution::kAuto;
  /// The seed of a random renaming of the vertices before they are distributed, which balances the
  /// work of the ranks; nullopt: vertices are not renamed.
  std::optional<std::uint64_t> shuffle_seed = std::nullopt;
  SelfLoops self_loops = SelfLoops::kRemove;
  Duplicates duplicates = Duplicates::kRemove;
  int threads = 1;  ///< a rank; 0: all cores it may use
  GraphPurpose purpose = GraphPurpose::kAnySearch;
};

/// Sizes of a graph partitioned by delegate.
struct DelegateFacts {
  std::uint64_t delegates = 0;
  // Arcs of all ranks, n being vertices that are no delegates, and d delegates:
  std::uint64_t nn_arcs = 0;
  std::uint64_t nd_arcs = 0;
  std::uint64_t dn_arcs = 0;  ///< as many, in an undirected graph
  std::uint64_t dd_arcs = 0;
  /// What all ranks need for the graph by Table I of Pan, Pearce and Owens 2018.
  std::uint64_t table_one_bytes = 0;
};

/// As BuildReport, summed over all ranks.
struct DistBuildFacts {
  std::uint64_t edges_listed = 0;
  std::uint64_t self_loops = 0;
  std::uint64_t duplicates = 0;  ///< further edges between the same ends
  /// Vertices without an edge to another vertex; not counted for a directed graph partitioned by
  /// 2d.
  std::optional<std::uint64_t> isolated;
  std::optional<DelegateFacts> delegate;  ///< only for the scheme delegate
  /// Arcs of the rank with the most of them over the mean of the ranks; 1 without arcs.
  double balance = 1;
  double seconds = 0;  ///< time of the slowest rank
};

/// The degrees of all vertices, self-loops once; in a directed graph those of outgoing edges.
struct DegreeOrderStatistics {
  std::uint64_t sum = 0;
  std::uint64_t zeros = 0;             ///< vertices of degree 0
  std::vector<std::uint64_t> at = {};  ///< what stands at the places asked for
};

/// A partitioned graph. Copies share it. It is made once, for searches from any number of sources.
class DistGraph {
 public:
  /// Reads the input once. On more than 16 ranks kAuto first examines the degrees, and reads the
  /// input twice. Throws UsageError if an option does not fit the scheme or the number of ranks;
  /// InputError; MemoryError. Collective.
  DistGraph(const Cluster& cluster, const DistInput& input, const PartitionOptions& options = {});
  /// The graph of a file. Throws what DistInput::read and the constructor throw. Collective.
  [[nodiscard]] static DistGraph read(const Cluster& cluster, const std::string& path,
                                      const PartitionOptions& options = {}) {
    return {cluster, DistInput::read(cluster, path), options};
  }

  /// The edges that the graph was made of. Throws UsageError once they have been released.
  [[nodiscard]] DistInput input() const;
  [[nodiscard]] std::uint64_t num_vertices() const;
  /// The number of edges of all ranks, after cleaning; an undirected edge counts once.
  [[nodiscard]] std::uint64_t num_edges() const;
  [[nodiscard]] bool is_directed() const;
  /// The scheme that kAuto chose, or that was asked for, and the options in force. The threshold of
  /// delegates is 2^64-1 if the degrees make no vertex a delegate.
  [[nodiscard]] PartitionScheme scheme() const;
  [[nodiscard]] const PartitionOptions& options() const;
  /// What the builder found; the same on all ranks.
  [[nodiscard]] const DistBuildFacts& facts() const;
  /// For each vertex passed: 1 if it has an edge (in a directed graph, an outgoing edge), else 0.
  /// All ranks must pass the same vertices. Collective.
  [[nodiscard]] std::vector<std::uint8_t> have_edges(std::span<const GlobalVertex> vertices) const;
  /// Order statistics of the degrees: in ascending order those at `places`, which count from 0. All
  /// ranks must pass the same places, all below num_vertices(). Each sorts the degrees of its
  /// vertices. Throws MemoryError. Collective.
  [[nodiscard]] DegreeOrderStatistics degree_order_statistics(
      std::span<const std::uint64_t> places) const;
  /// The degrees, as above, of the vertices that this rank owns.
  [[nodiscard]] std::span<const std::uint32_t> degrees() const;
  /// The whole graph on every rank, with the vertices of the input, but neither labels nor weights;
  /// for small graphs. Ranks of a machine may share its memory: all of them drop the last copy
  /// before the cluster ends. Reads the input once more, unless the scheme is 1d. Throws UsageError
  /// if the graph has too many vertices for one machine, or if the input is needed and was
  /// released; InputError; MemoryError. Collective.
  [[nodiscard]] Graph gather() const;
  /// Releases the memory of an input that holds edges. The graph stays, and further solvers can
  /// search it. After that, a solver that needs weights which do not exist yet throws UsageError:
  /// the weight 1 on every edge or, on 2d, any unless the purpose is kShortestPaths.
  void release_input();

  struct State;
  [[nodiscard]] const std::shared_ptr<State>& state() const { return state_; }

 private:
  std::shared_ptr<State> state_;
};

}  // namespace strider
