// Delta-stepping over ranks, in a graph whose vertices are spread over them with the rows of their
// edges, with delegates or without, or whose matrix is spread over a grid of them in blocks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/sssp/ranks/copies.hpp"
#include "algorithms/sssp/ranks/delegates.hpp"
#include "algorithms/sssp/ranks/distance_limit.hpp"
#include "algorithms/sssp/ranks/local.hpp"
#include "algorithms/sssp/ranks/parents.hpp"
#include "algorithms/sssp/ranks/path_graph.hpp"
#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "comm/encoding/encoding.hpp"
#include "comm/few_messages.hpp"
#include "comm/round_exchange.hpp"
#include "comm/sparse_exchange.hpp"
#include "ranks/input/vertex_names.hpp"

namespace strider::detail {

struct DistSsspSettings {
  /// Threads a rank; at least 1.
  int threads = 1;
  /// Fewer vertices than that are relaxed by one thread: waking others would take longer.
  std::size_t min_parallel_vertices = 1000;
  /// The width of a bucket; 0: one that suits the weights and degrees of the whole graph.
  double delta = 0;
  PathLimits limits = {};  ///< how far a search need go
  /// What errors call vertices: the numbers of the input, unless it has others.
  VertexNames names = {};
  /// How the sets of vertices travel, for which distances are sent.
  comm::Encoding encoding = comm::Encoding::kAuto;
  /// Where ranks have more peers than this on average, rounds after one of few messages that are
  /// not empty are sparse exchanges; of devices, whose messages lie in memory of their own, never.
  int most_in_rounds = comm::kMostInRounds;
  /// Ranks that count as one node in the reduction of delegates' masks; 0: those that share memory.
  int ranks_per_node = 0;
};

/// What the weights and degrees of the whole graph say.
struct DistWeightFacts {
  double delta = 1;           ///< the width of a bucket
  double reach = 1;           ///< how far the bound moves at first: at least delta
  bool may_overflow = false;  ///< a path may be too long for the type of its length
};

/// Searches one distributed graph from any number of sources, keeping its workspace in between.
template <class W>
class DistSsspEngine {
 public:
  /// `graph` is to be taken by `workspace`. Takes a copy of its arcs, the lightest first in each
  /// row. `comm` is that of the graph and outlives the engine. Null for `device`: the work of ranks
  /// is done by their cores. Throws UsageError where delta is negative or not a number; WeightError
  /// where a weight is; MemoryError before anything is taken. Collective.
  DistSsspEngine(const comm::Communicator& comm, Workspace& workspace,
                 std::unique_ptr<PathGraph<W>> graph, const DistSsspSettings& settings,
                 const PathsOnDevice<W>* device);

  /// Fills `tree`, whose arrays may come from an earlier search. `source` is a vertex of the input,
  /// the same on all ranks. Counts what it sends in the communicator's Traffic, by phase; a level
  /// is a bucket. Throws WeightError on all ranks, naming a vertex, where a distance is too large
  /// for its type, and what failed on one rank, as too little memory: then `tree` has nothing.
  /// Collective.
  void search(GlobalVertex source, DistSsspTree<W>& tree);
  /// Who owns which vertex of the input.
  [[nodiscard]] const OwnerMap& owners() const { return graph_->owners; }
  /// The width of a bucket in use.
  [[nodiscard]] double delta() const { return facts_.delta; }

 private:
  using Distance = SsspDistance<W>;
  using Ahead = typename LocalPaths<W>::Ahead;
  static constexpr std::uint64_t kNoBucket = LocalPaths<W>::kNoBucket;

  /// The local id of a vertex, on each rank that has a row of it; else kNoVertex. Collective.
  [[nodiscard]] Vertex local_id_of(GlobalVertex vertex) const;
  std::uint64_t next_bucket(std::uint32_t level);
  Ahead look_ahead() const;
  [[nodiscard]] bool pays_to_pull(const Ahead& ahead) const;
  void share_settled();
  void settle();
  void exchange();
  void expand();
  void refuse_overflow();

  comm::Communicator comm_;
  comm::SparseExchange sparse_;
  VertexNames names_;  // of the input
  DistanceLimit<W> limit_;
  std::unique_ptr<PathGraph<W>> graph_;
  DistWeightFacts facts_;
  std::unique_ptr<LocalPaths<W>> local_;
  std::optional<comm::RoundExchange> exchange_;    // its messages may lie in memory of local_
  std::optional<DelegateDistances<W>> delegates_;  // where there are any
  std::optional<PathCopies<W>> copies_;            // where there are any
  PathParents<W> parents_;
  Ahead here_;  // of this rank, after a round
  double mean_peers_;
  // Whether the next round may be sparse at all, and is.
  bool may_be_sparse_;
  bool is_sparse_ = false;
  std::uint64_t num_received_ = 0;  // messages of the last round that were not empty
  std::vector<comm::SparseExchange::Outgoing> messages_;
  comm::Attempts attempts_;  // until the end of a round
};

/// An engine for a WeightedGraph1d, a WeightedGraphDelegate or a WeightedGraph2d, which it keeps.
/// `device` is null for the last. Collective.
template <class W, class Graph>
[[nodiscard]] std::unique_ptr<DistSsspEngine<W>> make_dist_sssp(
    const comm::Communicator& comm, std::shared_ptr<const Graph> graph,
    const DistSsspSettings& settings = {}, const PathsOnDevice<W>* device = nullptr) {
  Workspace workspace;
  auto part = comm::try_on_all_ranks(
      comm, [&] { return make_path_graph<W>(workspace, std::move(graph), settings.threads); });
  return std::make_unique<DistSsspEngine<W>>(comm, workspace, std::move(part), settings, device);
}

extern template class DistSsspEngine<float>;
extern template class DistSsspEngine<double>;
extern template class DistSsspEngine<std::uint32_t>;

}  // namespace strider::detail
