// Betweenness centrality that ranks share.
//
// For programs that link strider::ranks and run under mpirun or srun, a process a rank. What
// "collective" means and how errors travel is said in cluster.hpp.
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

namespace strider {

/// What is distributed over ranks.
enum class BcDistribution : std::uint8_t {
  kAuto,         ///< the sources where the graph and a search fit every rank, else the graph
  kReplicated,   ///< the sources: every rank holds the whole graph and takes batches as it is free
  kPartitioned,  ///< the graph: all ranks search from the same sources, several side by side
};
/// "auto", "replicated" and "partitioned"; nullopt for a name that is none.
[[nodiscard]] std::string_view bc_distribution_name(BcDistribution distribution);
[[nodiscard]] std::optional<BcDistribution> bc_distribution_from_name(std::string_view name);

/// What a path is as long as.
enum class PathLengths : std::uint8_t {
  kHops,    ///< its number of edges
  kWeights  ///< the sum of its edges' weights, as betweenness.hpp says; hops where there are none
};

/// As BfsTuning: good speed does not depend on setting this value.
struct DistBetweennessTuning {
  /// kPartitioned: sources searched side by side, 1 to 64; 0: as many as memory is there for.
  std::uint32_t batch_size = 0;
};

/// As BetweennessOptions where nothing else is said.
struct DistBetweennessOptions {
  BcDistribution distribution = BcDistribution::kAuto;
  DistBetweennessTuning tuning = {};
  /// By weights only where sources are shared.
  PathLengths lengths = PathLengths::kHops;
  /// Of a rank, where sources are shared; else kAuto only.
  BetweennessMethod method = BetweennessMethod::kAuto;
  BetweennessOf of = BetweennessOf::kVertices;
  BetweennessScale scale = BetweennessScale::kPairs;
  BetweennessEndpoints endpoints = BetweennessEndpoints::kExcluded;
  /// Only where sources are shared; else everything is double.
  BetweennessPrecision precision = BetweennessPrecision::kDouble;
  std::optional<std::vector<GlobalVertex>> sources = std::nullopt;
  std::optional<std::vector<GlobalVertex>> targets = std::nullopt;
  std::optional<std::uint64_t> samples = std::nullopt;
  std::uint64_t seed = 1;
  /// Of each rank. on_progress is called on every rank that has one; any of them may stop all. The
  /// file of checkpoints is written and read by rank 0 only; a run may continue from it on another
  /// number of ranks.
  BetweennessRun run = {};
};

/// An edge's score; of an undirected edge u < v.
struct GlobalEdgeScore {
  GlobalVertex u;
  GlobalVertex v;
  double score;
  friend bool operator==(const GlobalEdgeScore&, const GlobalEdgeScore&) = default;
};
/// A vertex's.
struct GlobalVertexScore {
  GlobalVertex vertex;
  double score;
  friend bool operator==(const GlobalVertexScore&, const GlobalVertexScore&) = default;
};

/// Scores, of which every rank has those of the vertices that it owns, or of the edges whose
/// smaller ends (directed: sources) it owns. Move-only.
class DistBetweennessResult {
 public:
  DistBetweennessResult();
  DistBetweennessResult(DistBetweennessResult&&) noexcept;
  DistBetweennessResult& operator=(DistBetweennessResult&&) noexcept;
  ~DistBetweennessResult();

  // The same on all ranks:
  /// What kAuto chose, or what was asked for.
  [[nodiscard]] BcDistribution distribution() const;
  /// kPartitioned: sources that were searched side by side; else 0.
  [[nodiscard]] std::uint32_t batch_size() const;
  [[nodiscard]] BetweennessOf of() const;
  [[nodiscard]] std::uint64_t num_sources() const;
  /// As BetweennessResult::edges_traversed.
  [[nodiscard]] std::uint64_t edges_traversed() const;
  /// Preparing (gathering the graph, where ranks do), and the searches, of the slowest rank: of a
  /// resumed run, with those before it.
  [[nodiscard]] double prepare_seconds() const;
  [[nodiscard]] double seconds() const;
  /// Of this run: preparing, searches and the sums at its end.
  [[nodiscard]] const DistTraffic& traffic() const;

  // Of this rank:
  [[nodiscard]] std::size_t num_owned() const;
  [[nodiscard]] GlobalVertex vertex(std::size_t place) const;
  /// By place; empty where scores are of edges.
  [[nodiscard]] std::span<const double> scores() const;
  /// Ascending by (u, v); empty where scores are of vertices.
  [[nodiscard]] std::span<const GlobalEdgeScore> edges() const;

  struct State;
  [[nodiscard]] State& state() { return *state_; }
  [[nodiscard]] const State& state() const { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

/// Betweenness of a graph cut by 1d, as betweenness() of one machine defines it; path counts of any
/// size are kept to double precision.
///
/// kReplicated: every rank gathers the graph; batches of sources are dealt out by a shared counter,
/// and what each brings is added up in twice double precision, once over all ranks at the end.
/// Scores do not depend on ranks or threads, but for a last bit where a sum of 106 bits falls
/// between two doubles. Memory of a rank: that of one machine, and 32 bytes a score.
///
/// kPartitioned: level by level, path counts go to the owners of vertices, and back from there
/// shares of dependencies by the way they came. Sums follow the partition: scores are within 1e-11
/// of themselves whatever it is. Memory of a rank, of batches of k sources: 28 + 28 k bytes a
/// vertex, up to 33 + 40 k one of its neighbours on another rank, and 13 + 24 k a vertex for each
/// other rank that has an edge to it; refused with the numbers where that is not there.
///
/// Throws UsageError on options out of range, that exclude one another, or that the way of sharing
/// does not know, and where the graph is not cut by 1d; MemoryError, InterruptedError, InputError
/// of checkpoints, WeightError of weights; all on all ranks. Collective.
[[nodiscard]] DistBetweennessResult betweenness(const DistGraph& graph,
                                                const DistBetweennessOptions& options = {});

/// The same, each rank searching on `device`, its own or one that ranks of its machine share.
/// `method` must be kAuto. kSingle is as on one device, and of kReplicated only, as lengths are.
///
/// kReplicated: every device holds the whole graph. By lengths a block searches from a source, as
/// betweenness(WeightedDeviceGraph<W>) says, with the lengths and paths of the host. Scores do not
/// depend on the number of ranks, where the memory that each has of a device leaves kAuto the same
/// way to go, and differ from the host's by the order of summation. Where
/// DeviceBetweennessOptions::sources_at_once is 0, all ranks take the same number, for which half
/// of each one's share of a device has room. kPartitioned: every device holds its rank's part;
/// messages go by the host. kAuto: the first where memory of hosts and devices is there for it.
///
/// Throws besides UnavailableError where this build knows no devices; UsageError for a
/// DeviceBetweennessMethod by name with kPartitioned or by lengths; MemoryError where what ranks of
/// a device want together is not there, before any of them takes it. Collective; opening a device
/// is not (Cluster::throw_on_all_ranks).
[[nodiscard]] DistBetweennessResult betweenness(
    const DistGraph& graph, const Device& device, const DistBetweennessOptions& options = {},
    const DeviceBetweennessOptions& device_options = {});

/// As estimate_betweenness() of one machine: every rank holds the whole graph and draws its share
/// of the samples. The same scores and bounds, bit for bit, whatever the number of ranks; each rank
/// has them all. on_progress and checkpoints as above. Throws as that does, and UsageError where
/// the graph is not cut by 1d. Collective.
[[nodiscard]] BetweennessEstimate estimate_betweenness(const DistGraph& graph,
                                                       const EstimateOptions& options = {});

/// The same, each rank drawing on `device`, which holds the whole graph, too: from the samples of
/// estimate_betweenness(DeviceGraph), and so with its scores and bounds, bit for bit, on devices of
/// one kind. `sources_at_once` are paths at once of a rank; 0: as many as the device has use for
/// and half of the rank's share of it has room for. A run continues from a checkpoint of one
/// device, too. Throws besides UnavailableError where this build knows no devices; MemoryError
/// where what ranks of a device want together is not there, before any of them takes it; all on all
/// ranks. Collective.
[[nodiscard]] BetweennessEstimate estimate_betweenness(
    const DistGraph& graph, const Device& device, const EstimateOptions& options = {},
    const DeviceBetweennessOptions& device_options = {});

/// Scores that every rank has of all vertices, as each rank has those of its own: to be written.
/// Throws UsageError where there are more or fewer, or the graph is not cut by 1d. Collective.
[[nodiscard]] DistBetweennessResult scatter_scores(const DistGraph& graph,
                                                   std::span<const double> scores);

/// The highest scores of all ranks, highest first, equal ones by vertex; scores that are no numbers
/// are none. Precondition: scores are of vertices. Collective.
[[nodiscard]] std::vector<GlobalVertexScore> highest_vertices(const Cluster& cluster,
                                                              const DistBetweennessResult& result,
                                                              std::size_t count);
/// The same of edges, equal ones by their ends. Precondition: scores are of edges. Collective.
[[nodiscard]] std::vector<GlobalEdgeScore> highest_edges(const Cluster& cluster,
                                                         const DistBetweennessResult& result,
                                                         std::size_t count);

/// As validate_betweenness() of one machine, the graph gathered by every rank and looked at by rank
/// 0; the same on every rank, but for messages. Throws UsageError also for scores by weight.
/// Collective.
[[nodiscard]] BetweennessValidation validate_betweenness(const DistGraph& graph,
                                                         const DistBetweennessResult& result,
                                                         const DistBetweennessOptions& options);

/// Writes scores to one file by all ranks, as write_vertex_scores and write_edge_scores do of one
/// machine: the same rows in the same order, with the labels of the input. The file appears whole
/// or not at all; every rank must see its folder. Throws as those do. Collective.
void write_result(const Cluster& cluster, const DistInput& input,
                  const DistBetweennessResult& result, const std::string& path,
                  ResultFormat format);

}  // namespace strider
