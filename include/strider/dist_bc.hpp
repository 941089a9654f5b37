// Betweenness centrality that ranks share.
//
// For programs that link strider::ranks and run under mpirun or srun, one process per rank.
// cluster.hpp defines "collective", and how errors travel between ranks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "strider/betweenness.hpp"
#include "strider/betweenness_estimate.hpp"
#include "strider/cluster.hpp"
#include "strider/device_betweenness.hpp"
#include "strider/dist_graph.hpp"
#include "strider/results.hpp"
#include "strider/types.hpp"
#include "strider/validate.hpp"
#include "strider/vertex_values.hpp"

namespace strider {

/// What ranks share: the sources, or the graph.
enum class BcShare : std::uint8_t {
  kAuto,        ///< the sources if every rank has memory for the graph and a search, else the graph
  kReplicated,  ///< the sources: every rank holds the whole graph and takes a batch whenever it is
                ///< free
  kPartitioned,  ///< the graph: all ranks search from the same batch of sources
};
/// "auto", "replicated" and "partitioned". The second function returns nullopt for any other name.
[[nodiscard]] std::string_view bc_share_name(BcShare share);
[[nodiscard]] std::optional<BcShare> bc_share_from_name(std::string_view name);

/// What the length of a path is.
enum class PathLengths : std::uint8_t {
  kHops,    ///< its number of edges
  kWeights  ///< the sum of its edges' weights, as in betweenness.hpp; hops if there are no weights
};

/// As in BfsTuning, the default suits most graphs and machines.
struct DistBetweennessTuning {
  /// The number of sources of a batch, 1 to 64, with which kAuto becomes kPartitioned, and
  /// kReplicated is refused; 0: as many as the memory can hold.
  std::uint32_t batch_size = 0;
};

/// As BetweennessOptions, if nothing else is said.
struct DistBetweennessOptions {
  BcShare share = BcShare::kAuto;
  DistBetweennessTuning tuning = {};
  /// kWeights requires kReplicated.
  PathLengths lengths = PathLengths::kHops;
  /// The method of each rank with kReplicated. kPartitioned allows kAuto only.
  BetweennessMethod method = BetweennessMethod::kAuto;
  BetweennessOf of = BetweennessOf::kVertices;
  BetweennessScale scale = BetweennessScale::kPairs;
  BetweennessEndpoints endpoints = BetweennessEndpoints::kExcluded;
  /// Used by kReplicated only. With kPartitioned, all numbers are double.
  BetweennessPrecision precision = BetweennessPrecision::kDouble;
  std::optional<std::vector<GlobalVertex>> sources = std::nullopt;
  std::optional<std::vector<GlobalVertex>> targets = std::nullopt;
  std::optional<std::uint64_t> samples = std::nullopt;
  std::uint64_t seed = 1;
  /// Options of each rank. on_progress is called on every rank that sets it, and each of these
  /// ranks may stop the run of all ranks. Only rank 0 writes and reads the file of checkpoints; a
  /// run may resume on a different number of ranks. With kPartitioned, checkpoints are of vertex
  /// scores only.
  BetweennessRun run = {};
};

/// The score of an edge. In an undirected graph, u < v.
struct GlobalEdgeScore {
  GlobalVertex u;
  GlobalVertex v;
  double score;
  friend bool operator==(const GlobalEdgeScore&, const GlobalEdgeScore&) = default;
};

/// Scores. Every rank has the scores of the vertices that it owns, or of the edges whose smaller
/// end (in a directed graph: source) it owns. Move-only.
class DistBetweennessResult {
 public:
  DistBetweennessResult();
  DistBetweennessResult(DistBetweennessResult&&) noexcept;
  DistBetweennessResult& operator=(DistBetweennessResult&&) noexcept;
  ~DistBetweennessResult();

  // The same on all ranks:
  /// What kAuto chose, or what was asked for.
  [[nodiscard]] BcShare share() const;
  /// kPartitioned: the number of sources of a batch; else 0.
  [[nodiscard]] std::uint32_t batch_size() const;
  [[nodiscard]] BetweennessOf of() const;
  [[nodiscard]] std::uint64_t num_sources() const;
  /// As BetweennessResult::edges_traversed.
  [[nodiscard]] std::uint64_t edges_traversed() const;
  /// Times of preparing (which may gather the graph) and of the searches, of the slowest rank. A
  /// resumed run includes the runs before it.
  [[nodiscard]] double prepare_seconds() const;
  [[nodiscard]] double seconds() const;
  /// The traffic of this run: of preparing, the searches and the final sums.
  [[nodiscard]] const DistTraffic& traffic() const;

  // Of this rank:
  [[nodiscard]] std::size_t num_owned() const;
  [[nodiscard]] GlobalVertex vertex(std::size_t local_id) const;
  /// By local id; empty for edge scores.
  [[nodiscard]] std::span<const double> scores() const;
  /// Ascending by (u, v); empty for vertex scores.
  [[nodiscard]] std::span<const GlobalEdgeScore> edges() const;

  struct State;
  [[nodiscard]] State& state() { return *state_; }
  [[nodiscard]] const State& state() const { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

/// Betweenness of a graph partitioned by 1d, as betweenness() of one machine defines it. Path
/// counts of any size keep double precision.
///
/// kReplicated: every rank gathers the graph. The ranks take batches of sources from a shared
/// counter. Each rank adds up its scores in twice double precision, and one sum over all ranks
/// follows at the end. Scores do not depend on the number of ranks or threads, except for the last
/// bit of a score if a sum of 106 bits falls between two doubles. Memory of a rank: that of one
/// machine, and 32 bytes per score.
///
/// kPartitioned: level by level, the ranks send path counts to the owners of the vertices.
/// Dependencies travel back the same way. The order of summation depends on the partition; scores
/// of different partitions have a relative difference of at most 1e-11. Memory of a rank, for
/// batches of k sources: 28 + 28 k bytes per vertex; up to 33 + 40 k bytes per neighbour on another
/// rank; and 13 + 24 k bytes per vertex and other rank that has an edge to it. If that is not
/// free, throws MemoryError with the needed and the free bytes.
///
/// Throws UsageError if options are out of range, exclude one another, or do not fit `share`, and
/// if the graph is not partitioned by 1d; MemoryError; InterruptedError; InputError of checkpoints;
/// WeightError of weights. Every rank throws the same error. Collective.
[[nodiscard]] DistBetweennessResult betweenness(const DistGraph& graph,
                                                const DistBetweennessOptions& options = {});

/// The same, where each rank searches on `device`; ranks of a machine may share a device. `method`
/// must be kAuto, and lengths must be hops. kSingle requires kReplicated, and works as on one
/// device.
///
/// kReplicated: every device holds the whole graph. Scores do not depend on the number of ranks, as
/// long as each rank's memory of a device lets kAuto take the same decisions. They differ from the
/// host's scores by the order of summation. If DeviceBetweennessTuning::sources_at_once is 0, all
/// ranks use the same number, so that the searches of each rank fit in half of its share of a
/// device. kPartitioned: every device holds the part of its rank, and messages pass through the
/// host. kAuto: kReplicated if the memory of hosts and devices suffices.
///
/// Also throws UsageError for lengths by weight, and if DeviceBetweennessMethod is not kAuto with
/// kPartitioned; MemoryError, before any rank takes memory, if a device has too little for all its
/// ranks. Collective. Opening a device is not collective (Cluster::throw_on_all_ranks).
[[nodiscard]] DistBetweennessResult betweenness(
    const DistGraph& graph, const Device& device, const DistBetweennessOptions& options = {},
    const DeviceBetweennessOptions& device_options = {});

/// betweenness() of `whole`, a graph that every rank holds: for instance what is left of `graph`
/// without some of its edges. The ranks of `graph` share the sources, and every rank has all
/// scores. They are those of one machine, bit by bit. Precondition: `whole` is the same on all
/// ranks. Memory: that of one machine, and 256 bytes per score, or up to 16 MiB if that is more.
/// Throws the errors of betweenness(Graph), the same on every rank. Collective.
[[nodiscard]] BetweennessResult betweenness_of_whole(const DistGraph& graph, const Graph& whole,
                                                     BetweennessOf of, int threads = 1);

/// Computes estimate_betweenness() of one machine. Every rank holds the whole graph and draws its
/// share of the samples. The scores and bounds are the same, bit for bit, for every number of
/// ranks, and each rank has all of them. on_progress and checkpoints work as above. Throws the
/// errors of that function, and UsageError if the graph is not partitioned by 1d. Collective.
[[nodiscard]] BetweennessEstimate estimate_betweenness(const DistGraph& graph,
                                                       const EstimateOptions& options = {});

/// The same, where each rank draws on `device`, which holds the whole graph. The samples are those
/// of estimate_betweenness(DeviceGraph), and so are the scores and bounds, bit for bit, on devices
/// of one kind. `sources_at_once` is the number of paths that a rank draws at once; 0: as many as
/// the device can use and half of the rank's share of it can hold. A run can also resume from a
/// checkpoint of a single device. Also throws MemoryError, before any rank takes memory, if a
/// device has too little for all its ranks. Every rank throws the same error. Collective.
[[nodiscard]] BetweennessEstimate estimate_betweenness(
    const DistGraph& graph, const Device& device, const EstimateOptions& options = {},
    const DeviceBetweennessOptions& device_options = {});

/// Turns scores of all vertices, which every rank has, into a result in which each rank has the
/// scores of its own vertices, so that ranks can write it. Throws UsageError if the number of
/// scores is not that of the vertices, or if the graph is not partitioned by 1d. Collective.
[[nodiscard]] DistBetweennessResult scatter_scores(const DistGraph& graph,
                                                   std::span<const double> scores);

/// The `count` highest scores of all ranks, highest first; equal scores are ordered by vertex.
/// Scores that are NaN are left out. Precondition: the scores are of vertices. Collective.
[[nodiscard]] std::vector<VertexScore> highest_vertices(const Cluster& cluster,
                                                        const DistBetweennessResult& result,
                                                        std::size_t count);
/// The same for edges; equal scores are ordered by the ends of the edge. Precondition: the scores
/// are of edges. Collective.
[[nodiscard]] std::vector<GlobalEdgeScore> highest_edges(const Cluster& cluster,
                                                         const DistBetweennessResult& result,
                                                         std::size_t count);

/// Computes validate_betweenness() of one machine. Every rank gathers the graph, and rank 0 checks
/// it. The result is the same on every rank, except for messages. Also throws UsageError for scores
/// by weight. Collective.
[[nodiscard]] BetweennessValidation validate_betweenness(const DistGraph& graph,
                                                         const DistBetweennessResult& result,
                                                         const DistBetweennessOptions& options);

/// All ranks write scores to one file, as write_vertex_values and write_edge_scores do on one
/// machine: the same rows in the same order, with the labels of the input. The file appears whole
/// or not at all; every rank must have access to its folder. Throws the errors of these functions.
/// Collective.
void write_result(const Cluster& cluster, const DistInput& input,
                  const DistBetweennessResult& result, const std::string& path,
                  ResultFormat format);

}  // namespace strider
