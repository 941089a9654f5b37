// Spanning forests that ranks share.
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

#include "strider/cluster.hpp"
#include "strider/dist_graph.hpp"
#include "strider/msf.hpp"
#include "strider/results.hpp"
#include "strider/types.hpp"
#include "strider/validate.hpp"

namespace strider {

/// The methods; docs/notes/msf.md says what each does and where it comes from.
enum class DistMsfMethod : std::uint8_t {
  kAuto,  ///< the fastest: first edges of vertices, or what a rank can settle by itself; then
          ///< hooking
  kGhs    ///< messages between vertices (Gallager, Humblet and Spira 1983)
};
/// "auto" and "ghs"; nullopt for a name that is none.
[[nodiscard]] std::string_view dist_msf_method_name(DistMsfMethod method);
[[nodiscard]] std::optional<DistMsfMethod> dist_msf_method_from_name(std::string_view name);

/// How the arc is found that a message came by (Mazeev, Semenov and Simonov 2016, section 3.3).
enum class GhsLookup : std::uint8_t {
  kLinear,  ///< through the receiver's adjacency
  kBinary,  ///< through its adjacency by neighbour
  kHash     ///< a table of the rank's arcs, linear probing
};
/// Where Test messages wait (section 3.4).
enum class GhsTestQueue : std::uint8_t {
  kShared,   ///< with all others
  kSeparate  ///< in a queue of their own, served less often
};
/// Where messages wait that cannot be served yet.
enum class GhsPostponed : std::uint8_t {
  kQueue,  ///< at the end of their queue, to be looked at again and again
  kVertex  ///< with their vertex, until its level or state changes
};
/// How messages are written (section 3.5).
enum class GhsMessages : std::uint8_t {
  kPlain,      ///< 26 bytes each: with the weight and both ends of the fragment's edge
  kCompressed  ///< 10 bytes, or 19 with a fragment's identity
};
/// How ranks learn that no message is left.
enum class GhsFinishTest : std::uint8_t {
  kAllReduce,  ///< of messages sent and taken, by all ranks together
  kCounting    ///< the same beside the work, asked for by ranks that have none (Mattern 1987)
};

/// What the longest chain of messages is counted in, of which each could only be sent after the one
/// before it had come.
enum class GhsChains : std::uint8_t {
  kNone,      ///< it is not counted
  kMessages,  ///< messages between vertices
  kWired      ///< of these, messages to another rank
};

/// Parameters of GHS and their defaults (Mazeev, Semenov and Simonov 2016, section 3.6). The forest
/// is the same with any of them, and the defaults are the fastest that were measured.
struct GhsOptions {
  GhsLookup lookup = GhsLookup::kHash;
  /// Places of the table for each arc of the rank; at least 1.25.
  double hash_factor = 2;
  GhsTestQueue test_queue = GhsTestQueue::kSeparate;
  GhsPostponed postponed = GhsPostponed::kVertex;
  GhsMessages messages = GhsMessages::kCompressed;
  GhsFinishTest finish_test = GhsFinishTest::kCounting;
  /// Other than kNone it makes messages 4 bytes longer on their way.
  GhsChains chains = GhsChains::kNone;
  /// Bytes of messages to one rank that are sent together; 64 to 2^26.
  std::uint32_t aggregation_bytes = 10000;
  // In turns of a rank's loop, at least 1:
  std::uint32_t flush_frequency = 5;        ///< messages not sent yet are
  std::uint32_t queue_frequency = 5;        ///< messages that came are served
  std::uint32_t test_frequency = 10;        ///< those of the separate queue
  std::uint32_t finish_frequency = 100000;  ///< kAllReduce asks
};

/// As BfsTuning: good speed does not depend on setting any of these values.
struct DistMsfTuning {
  /// kAuto: gather to rank 0 once at most this many edges remain in total.
  std::uint64_t gather_edges = std::uint64_t{1} << 22U;
  /// kAuto: as many ranks, or fewer, keep the fragments of all vertices each, where they own blocks
  /// of these: 16 bytes a vertex of the graph.
  int replicating_ranks = 8;
};

struct DistMsfOptions {
  DistMsfMethod method = DistMsfMethod::kAuto;
  MsfObjective objective = MsfObjective::kMinimum;
  int threads = 1;  ///< a rank; 0: all cores it may use
  DistMsfTuning tuning = {};
  GhsOptions ghs = {};
};

/// An edge of a forest: u < v.
template <class W>
struct GlobalMsfEdge {
  GlobalVertex u;
  GlobalVertex v;
  W weight;
  friend bool operator==(const GlobalMsfEdge&, const GlobalMsfEdge&) = default;
};

/// Where a run's time and messages went; of all ranks together, the same on each.
struct DistMsfProfile {
  struct Part {
    std::string_view name;
    double seconds = 0;  ///< the mean of the ranks
  };
  struct Messages {
    std::string_view type;
    std::uint64_t sent = 0;   ///< between vertices, those of one rank among them
    std::uint64_t wired = 0;  ///< of these, to another rank
    std::uint64_t bytes = 0;  ///< of those
  };
  std::vector<Part> parts;
  std::vector<Messages> messages;  ///< kGhs
  std::uint64_t postponed = 0;     ///< kGhs: how often a message could not be served yet
  std::uint32_t levels = 0;  ///< kGhs: the highest level of a fragment; else rounds of hooking
  std::uint64_t longest_chain = 0;  ///< kGhs, as GhsChains says; 0 with kNone
  /// Collective operations that ranks made one after the other: the most of a rank.
  std::uint64_t collective_rounds = 0;
  /// kAuto: edges settled by single ranks without a message, or by first edges of vertices where
  /// ranks keep the fragments of all; and those left when hooking began.
  std::uint64_t settled_edges = 0;
  std::uint64_t edges_left = 0;
};

/// The one spanning forest that MsfResult describes, shared out: every edge is on the rank that
/// owns its smaller end. Move-only.
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
  /// Components of the graph.
  [[nodiscard]] std::uint64_t num_trees() const;
  /// From when the first rank could start until the last had its edges.
  [[nodiscard]] double seconds() const;
  [[nodiscard]] const DistTraffic& traffic() const;
  [[nodiscard]] const DistMsfProfile& profile() const;

  /// Of this rank, ascending by (u, v).
  [[nodiscard]] std::span<const GlobalMsfEdge<W>> edges() const;

  struct State;
  [[nodiscard]] const State& state() const { return *state_; }

 private:
  template <class>
  friend class DistMsfSolver;
  std::unique_ptr<State> state_;
};

/// Finds the forest of a distributed graph cut by 1d. W is the type of the graph's weights, or
/// std::uint32_t where it has none: 1 for each edge.
template <class W>
class DistMsfSolver {
 public:
  /// Throws UsageError on options out of range, where the graph is directed or not cut by 1d, or W
  /// is not the type of its weights; for kGhs also where vertices are not in blocks, are shuffled
  /// or are 2^32 or more; MemoryError. Collective.
  explicit DistMsfSolver(const DistGraph& graph, const DistMsfOptions& options = {});
  DistMsfSolver(DistMsfSolver&&) noexcept;
  DistMsfSolver& operator=(DistMsfSolver&&) noexcept;
  ~DistMsfSolver();

  /// Throws MemoryError. Collective.
  [[nodiscard]] DistMsfResult<W> run();
  /// The same into the arrays of an earlier result. Collective.
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
  std::vector<DistMsfViolation> violations;  ///< at most one a rule
  /// Of the forest's edges that have two vertices and a weight.
  MsfWeight<W> weight{};
  std::uint64_t num_trees = 0;  ///< those left when edges that close a cycle are left out
  /// Input edges but self-loops.
  std::uint64_t edges_checked = 0;
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

/// Checks a forest against the input's edges as they are listed, which are shared out for it anew:
/// it never looks at the graph that was searched. The rules, findings and messages are those of
/// validate_msf; edges may be on any ranks and hold any values.
///
/// The forest is grown once more, from its own edges only, by Boruvka's method; meanwhile each
/// vertex keeps the weight of the heaviest edge that its fragment has chosen. When the ends of an
/// input edge come into one fragment, the greater of theirs is the heaviest on the path between
/// them (King 1997), and the edge is compared with that. Memory of a rank: O((n + m) / p), up to 40
/// bytes an edge. O(log n) rounds of O(log n) exchanges.
///
/// Throws UsageError where the input is directed, W is not the type of its weights, or an end of an
/// edge is no vertex; WeightError where a weight is no number; MemoryError. Collective.
template <class W>
[[nodiscard]] DistMsfValidation<W> validate_msf(const Cluster& cluster, const DistInput& input,
                                                const DistMsfResult<W>& forest,
                                                MsfObjective objective = MsfObjective::kMinimum,
                                                int threads = 1);

/// Writes a forest to one file by all ranks, byte by byte as write_msf_result does of one machine:
/// edges ascend by (u, v), with the labels of the input. The file appears whole or not at all;
/// every rank must see its folder. "-", pipes and devices are written by rank 0, to which the rows
/// are sent chunk by chunk. Memory: 64 bytes an edge of the forest. Throws as that does.
/// Collective.
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
