// Spanning forests that ranks share.
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

#include "strider/cluster.hpp"
#include "strider/dist_graph.hpp"
#include "strider/msf.hpp"
#include "strider/results.hpp"
#include "strider/types.hpp"
#include "strider/validate.hpp"

namespace strider {

/// The methods; docs/notes/msf.md says what each does and where it comes from.
enum class DistMsfMethod : std::uint8_t {
  kAuto,  ///< the fastest: settles the first edges of vertices, or the edges that a rank can settle
          ///< by itself; then hooks fragments
  kGhs    ///< messages between vertices (Gallager, Humblet and Spira 1983)
};
/// "auto" and "ghs". The second function returns nullopt for any other name.
[[nodiscard]] std::string_view dist_msf_method_name(DistMsfMethod method);
[[nodiscard]] std::optional<DistMsfMethod> dist_msf_method_from_name(std::string_view name);

/// How a rank finds the arc that a message came by (Mazeev, Semenov and Simonov 2016, section 3.3).
enum class GhsLookup : std::uint8_t {
  kLinear,  ///< linear search in the receiver's adjacency
  kBinary,  ///< binary search in its adjacency, sorted by neighbour
  kHash     ///< a hash table of the arcs of the rank, with linear probing
};
/// Where Test messages wait (section 3.4).
enum class GhsTestQueue : std::uint8_t {
  kShared,   ///< in the queue of all messages
  kSeparate  ///< in a separate queue, which is served less often
};
/// Where a message waits that cannot be served yet.
enum class GhsPostponed : std::uint8_t {
  kQueue,  ///< at the end of its queue, where it is tried again and again
  kVertex  ///< at its vertex, until the level or the state of the vertex changes
};
/// How messages are written (section 3.5).
enum class GhsMessages : std::uint8_t {
  kPlain,      ///< 26 bytes each, with the weight and both ends of the fragment's edge
  kCompressed  ///< 10 bytes each, or 19 with the identity of a fragment
};
/// How ranks learn that no message is left.
enum class GhsFinishTest : std::uint8_t {
  kAllReduce,  ///< all ranks together compare the numbers of sent and received messages
  kCounting    ///< the same concurrently with the work; ranks without work start it (Mattern 1987)
};

/// Which messages count in the longest chain. In a chain, each message could only be sent after the
/// one before it had arrived.
enum class GhsChains : std::uint8_t {
  kNone,      ///< the chain is not measured
  kMessages,  ///< messages between vertices
  kWired      ///< only messages to another rank
};

/// Parameters of GHS (Mazeev, Semenov and Simonov 2016, section 3.6). The forest is the same for
/// all values. The defaults are the fastest values that were measured.
struct GhsOptions {
  GhsLookup lookup = GhsLookup::kHash;
  /// The number of entries of the table per arc of the rank; at least 1.25.
  double hash_factor = 2;
  GhsTestQueue test_queue = GhsTestQueue::kSeparate;
  GhsPostponed postponed = GhsPostponed::kVertex;
  GhsMessages messages = GhsMessages::kCompressed;
  GhsFinishTest finish_test = GhsFinishTest::kCounting;
  /// Any value but kNone makes messages 4 bytes longer on the wire.
  GhsChains chains = GhsChains::kNone;
  /// The size in bytes of an aggregated message to one rank or node; 64 to 2^26.
  std::uint32_t aggregation_bytes = 10000;
  /// Ranks that share a node, for packets to leave it together; 0: those that share memory. With 1
  /// every packet goes directly to its receiver. The last node may have fewer.
  std::uint32_t ranks_per_node = 0;
  // In iterations of the loop of a rank; at least 1:
  std::uint32_t flush_frequency = 5;        ///< between two sends of the waiting messages
  std::uint32_t queue_frequency = 5;        ///< between two services of the main queue
  std::uint32_t test_frequency = 10;        ///< between two services of the separate queue
  std::uint32_t finish_frequency = 100000;  ///< between two tests of kAllReduce
};

/// As in BfsTuning, the defaults suit most graphs and machines.
struct DistMsfTuning {
  /// kAuto: gather to rank 0 once at most this many edges remain in total.
  std::uint64_t gather_edges = std::uint64_t{1} << 22U;
  /// kAuto: with at most this many ranks, each of which owns a block of vertices, every rank keeps
  /// the fragments of all vertices. That takes 8.2 bytes per vertex of the graph on each rank.
  int replicating_ranks = 8;
};

struct DistMsfOptions {
  DistMsfMethod method = DistMsfMethod::kAuto;
  MsfObjective objective = MsfObjective::kMinimum;
  int threads = 1;  ///< per rank; 0: all cores that the rank may use
  DistMsfTuning tuning = {};
  GhsOptions ghs = {};
};

/// An edge of a forest, with u < v.
template <class W>
struct GlobalMsfEdge {
  GlobalVertex u;
  GlobalVertex v;
  W weight;
  friend bool operator==(const GlobalMsfEdge&, const GlobalMsfEdge&) = default;
};

/// How a run spent its time and its messages. Summed over all ranks; the same on each rank.
struct DistMsfProfile {
  struct Part {
    std::string_view name;
    double seconds = 0;  ///< the mean over the ranks
  };
  struct Messages {
    std::string_view type;
    std::uint64_t sent = 0;   ///< messages between vertices, those within a rank included
    std::uint64_t wired = 0;  ///< of these, messages to another rank
    std::uint64_t bytes = 0;  ///< the bytes of the wired messages
  };
  std::vector<Part> parts;
  std::vector<Messages> messages;  ///< kGhs
  std::uint64_t postponed = 0;     ///< kGhs: how often a message could not be served yet
  std::uint32_t levels = 0;  ///< kGhs: the highest level of a fragment; else rounds of hooking
  std::uint64_t longest_chain = 0;  ///< kGhs: as GhsChains selects; 0 with kNone
  /// The number of successive collective operations, of the rank that made the most.
  std::uint64_t collective_rounds = 0;
  /// kAuto: the edges settled by single ranks without a message, or as first edges of vertices if
  /// ranks keep the fragments of all vertices; and the edges that remained when hooking began.
  std::uint64_t settled_edges = 0;
  std::uint64_t edges_left = 0;
};

/// The spanning forest that MsfResult describes, distributed: the owner of the smaller end of an
/// edge has the edge. Move-only.
template <class W>
class DistMsfResult {
 public:
  DistMsfResult();
  DistMsfResult(DistMsfResult&&) noexcept;
  DistMsfResult& operator=(DistMsfResult&&) noexcept;
  ~DistMsfResult();

  // The same on all ranks:
  [[nodiscard]] MsfWeight<W> weight() const;
  [[nodiscard]] std::uint64_t num_edges() const;
  /// The number of components of the graph.
  [[nodiscard]] std::uint64_t num_trees() const;
  /// The time from when the first rank could start until the last rank had its edges.
  [[nodiscard]] double seconds() const;
  [[nodiscard]] const DistTraffic& traffic() const;
  [[nodiscard]] const DistMsfProfile& profile() const;

  /// The edges of this rank, ascending by (u, v).
  [[nodiscard]] std::span<const GlobalMsfEdge<W>> edges() const;

  struct State;
  [[nodiscard]] const State& state() const { return *state_; }

 private:
  template <class>
  friend class DistMsfSolver;
  std::unique_ptr<State> state_;
};

/// Finds the forest of a distributed graph that is partitioned by 1d. W is the type of the graph's
/// weights. If the graph has no weights, W is std::uint32_t and each edge has weight 1.
template <class W>
class DistMsfSolver {
 public:
  /// Throws UsageError if an option is out of range, if the graph is directed or not partitioned by
  /// 1d, or if W is not the type of its weights; for kGhs also if the vertices are not distributed
  /// in blocks, are shuffled, or number 2^32 or more. Throws MemoryError. Collective.
  explicit DistMsfSolver(const DistGraph& graph, const DistMsfOptions& options = {});
  DistMsfSolver(DistMsfSolver&&) noexcept;
  DistMsfSolver& operator=(DistMsfSolver&&) noexcept;
  ~DistMsfSolver();

  /// Throws MemoryError. Collective.
  [[nodiscard]] DistMsfResult<W> run();
  /// The same, into the arrays of an earlier result. Collective.
  void run(DistMsfResult<W>& result);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// As MsfViolation.
struct DistMsfViolation {
  MsfRule rule;
  GlobalVertex u;
  GlobalVertex v;
  std::string message;
};
/// What a validation found, as MsfValidation; the same on every rank.
template <class W>
struct DistMsfValidation {
  std::vector<DistMsfViolation> violations;  ///< at most one per rule
  /// The total weight of the forest's edges whose ends are vertices and whose weight is a number.
  MsfWeight<W> weight{};
  std::uint64_t num_trees = 0;  ///< the number of trees without the edges that close a cycle
  /// Input edges, without self-loops.
  std::uint64_t edges_checked = 0;
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

/// Checks a forest against the listed edges of the input. The ranks distribute these edges anew:
/// the check never uses the graph that was searched. The rules, findings and messages are those of
/// validate_msf. Edges may be on any rank and hold any values.
///
/// The check grows the forest once more by Boruvka's method, from the edges of the forest only.
/// Each vertex keeps the weight of the heaviest edge that its fragment has chosen. Once both ends
/// of an input edge are in one fragment, the greater of their two weights is the heaviest weight on
/// the path between them (King 1997); the input edge is compared with it. Memory of a rank: O((n +
/// m) / p), up to 40 bytes per edge. O(log n) rounds of O(log n) exchanges.
///
/// Throws UsageError if the input is directed, if W is not the type of its weights, or if an end of
/// an edge is not a vertex; WeightError if a weight is not a number; MemoryError. Collective.
template <class W>
[[nodiscard]] DistMsfValidation<W> validate_msf(const Cluster& cluster, const DistInput& input,
                                                const DistMsfResult<W>& forest,
                                                MsfObjective objective = MsfObjective::kMinimum,
                                                int threads = 1);

/// All ranks write a forest to one file, which has the same bytes as that of write_msf_result on
/// one machine: edges ascend by (u, v), with the labels of the input. The file appears whole or not
/// at all; every rank must have access to its folder. If `path` is "-", a pipe or a device file,
/// rank 0 writes, and the other ranks send it their rows chunk by chunk. Memory: 64 bytes per edge
/// of the forest. Throws the errors of that function. Collective.
template <class W>
void write_result(const Cluster& cluster, const DistInput& input, const DistMsfResult<W>& forest,
                  const std::string& path, ResultFormat format);

extern template class DistMsfResult<float>;
extern template class DistMsfResult<double>;
extern template class DistMsfResult<std::uint32_t>;
extern template class DistMsfSolver<float>;
extern template class DistMsfSolver<double>;
extern template class DistMsfSolver<std::uint32_t>;

}  // namespace strider
