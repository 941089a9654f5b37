// Graphs that ranks share: where their edges come from, and how they are cut.
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

/// Edges that ranks share: each sees a slice, read or made anew whenever it is needed. Copies share
/// what they hold.
class DistInput {
 public:
  /// The graph of a generator: no edges are held. `threads` of a rank make what the generator needs
  /// beforehand (SSCA2: a table); 0: as many as the rank has cores. Throws UsageError on parameters
  /// out of range. Collective.
  template <class Parameters>
  [[nodiscard]] static DistInput generate(const Cluster& cluster, const Parameters& parameters,
                                          int threads = 0);
  /// A file, of which each rank reads its part: with the same vertices, labels, directedness and
  /// weights as read_edges. All ranks must see it. Throws InputError, also for what cannot be read
  /// in parts (GML, GraphML, compressed files, pipes, edge lists with text labels), which is
  /// converted to the native container first; MemoryError. Collective.
  [[nodiscard]] static DistInput read(const Cluster& cluster, const std::string& path,
                                      const ReadOptions& options = {});
  /// Edges given by each rank: any number each, in any order; `weights` has one an edge, of the
  /// same type on all ranks, or none. `num_vertices` and `directedness` are the same on all ranks.
  /// Throws UsageError where an end is no vertex, weights and edges do not match. Collective.
  [[nodiscard]] static DistInput from_edges(const Cluster& cluster, std::uint64_t num_vertices,
                                            Directedness directedness, Array<GlobalEdge> edges,
                                            Weights weights = {});

  [[nodiscard]] std::uint64_t num_vertices() const;
  /// As listed, of all ranks.
  [[nodiscard]] std::uint64_t num_edges() const;
  [[nodiscard]] Directedness directedness() const;
  /// An alternative of Weights: 0 none, 1 float, 2 double, 3 std::uint32_t.
  [[nodiscard]] std::size_t weight_type() const;
  /// What the reader found; nothing of generated graphs.
  [[nodiscard]] const InputFacts& facts() const;
  /// The input's names of vertices, the same ones on all ranks. Collective.
  [[nodiscard]] std::vector<std::string> labels_of(const Cluster& cluster,
                                                   std::span<const GlobalVertex> vertices) const;
  /// The vertex of that label, if there is one. Collective.
  [[nodiscard]] std::optional<GlobalVertex> find(const Cluster& cluster,
                                                 std::string_view label) const;

  struct State;
  [[nodiscard]] const std::shared_ptr<const State>& state() const { return state_; }

 private:
  explicit DistInput(std::shared_ptr<const State> state);
  std::shared_ptr<const State> state_;
};

/// body(W{}) for the type W of the weights that graphs of this input are made with for paths and
/// forests: float, double or std::uint32_t, of which is also the weight 1 where the input has none.
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

/// How a graph is cut; docs/ranks.md explains the schemes.
enum class PartitionScheme : std::uint8_t {
  kAuto,     ///< by the number of ranks and the degrees: see choose_partition
  k1d,       ///< vertices with their adjacency
  k2d,       ///< the adjacency matrix in a grid of blocks
  kDelegate  ///< vertices with their adjacency, those of high degree on all ranks
};
/// "auto", "1d", "2d" and "delegate"; nullopt for a name that is none.
[[nodiscard]] std::string_view partition_name(PartitionScheme scheme);
[[nodiscard]] std::optional<PartitionScheme> partition_from_name(std::string_view name);

/// Which vertices a rank owns.
enum class VertexDistribution : std::uint8_t {
  kAuto,   ///< what suits the scheme
  kBlock,  ///< consecutive ones
  kCyclic  ///< every p-th; 1d only
};

/// Which searches a graph is made for.
enum class GraphPurpose : std::uint8_t {
  kAnySearch,      ///< breadth-first search, and shortest paths unless the scheme is 2d
  kLevels,         ///< breadth-first search: kAuto may take a 2d where kAnySearch gets 1d
  kShortestPaths,  ///< kAuto takes no 2d; where the input has no weights, every edge weighs 1
  kForest  ///< spanning forests: kAuto takes 1d; where the input has no weights, every edge weighs
           ///< 1
};

struct PartitionOptions {
  PartitionScheme scheme = PartitionScheme::kAuto;
  /// "RxC": R rows and C columns of ranks; empty: the grid nearest to a square. 2d only.
  std::string grid = {};
  /// Vertices of a higher degree are delegates; nullopt: chosen by degrees. delegate only.
  std::optional<std::uint64_t> delegate_threshold = std::nullopt;
  VertexDistribution distribution = VertexDistribution::kAuto;
  /// Vertices are renamed at random by this seed before they are shared out, so that ranks have
  /// equal work; nullopt: not renamed.
  std::optional<std::uint64_t> shuffle_seed = std::nullopt;
  SelfLoops self_loops = SelfLoops::kRemove;
  Duplicates duplicates = Duplicates::kRemove;
  int threads = 1;  ///< a rank; 0: all cores it may use
  GraphPurpose purpose = GraphPurpose::kAnySearch;
};

/// Sizes of a graph cut by delegate.
struct DelegateFacts {
  std::uint64_t delegates = 0;
  std::uint64_t nn_arcs = 0;  ///< between vertices that are none, of all ranks; two an edge
};

/// As BuildReport, of all ranks.
struct DistBuildFacts {
  std::uint64_t edges_listed = 0;
  std::uint64_t self_loops = 0;
  std::uint64_t duplicates = 0;  ///< further edges between the same ends
  /// Vertices without an edge to another one; not counted of directed graphs cut by 2d.
  std::optional<std::uint64_t> isolated;
  std::optional<DelegateFacts> delegate;  ///< of the scheme delegate
  double seconds = 0;                     ///< of the slowest rank
};

/// A graph cut into parts. Copies share it. Made once for searches from any number of sources.
class DistGraph {
 public:
  /// Reads the input once, or twice where kAuto looks at degrees first, on more than 16 ranks.
  /// Throws UsageError on options that do not fit the scheme or the number of ranks, InputError,
  /// MemoryError. Collective.
  DistGraph(const Cluster& cluster, const DistInput& input, const PartitionOptions& options = {});

  [[nodiscard]] std::uint64_t num_vertices() const;
  /// Of all ranks, undirected edges once, after cleaning.
  [[nodiscard]] std::uint64_t num_edges() const;
  [[nodiscard]] bool is_directed() const;
  /// What kAuto chose, or what was asked for; and the rest of what is in force: the threshold of
  /// delegates is 2^64-1 where degrees make none.
  [[nodiscard]] PartitionScheme scheme() const;
  [[nodiscard]] const PartitionOptions& options() const;
  /// What building found; the same on all ranks.
  [[nodiscard]] const DistBuildFacts& facts() const;
  /// For each vertex asked for, the same on all ranks, whether it has an edge (an outgoing one of
  /// directed graphs): 1 or 0. Collective.
  [[nodiscard]] std::vector<std::uint8_t> have_edges(std::span<const GlobalVertex> vertices) const;
  /// Gives back the memory of an input that is held. What is built stays and can be searched by
  /// further solvers; one that needs weights 1 that are not there yet throws UsageError then.
  void release_input();

  struct State;
  [[nodiscard]] const std::shared_ptr<State>& state() const { return state_; }

 private:
  std::shared_ptr<State> state_;
};

}  // namespace strider
