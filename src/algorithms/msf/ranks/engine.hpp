// What every distributed method for spanning forests is to its callers, and what it tells of where
// its time goes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/timer.hpp"
#include "comm/communicator.hpp"
#include "comm/two_level_exchange.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "strider/dist_msf.hpp"

namespace strider::detail {

/// What a run leaves on one rank.
template <class W>
struct DistForest {
  /// Each edge of the forest once, u < v in the input's numbers, on the rank that owns u; in any
  /// order.
  std::vector<GlobalMsfEdge<W>> edges;
  /// Sums of this rank; levels and what is left of edges as the whole run has them.
  DistMsfProfile profile;
};

/// Finds the forest of one distributed graph again and again, keeping its workspace in between.
template <class W>
class DistMsfEngine {
 public:
  virtual ~DistMsfEngine() = default;
  /// Fills `forest`, which may come from an earlier run. Ties of weights go by (smaller end, larger
  /// end) in the input's numbers. Counts what it sends in the communicator's Traffic. Throws
  /// WeightError where a weight is NaN, MemoryError. Collective.
  virtual void run(DistForest<W>& forest) = 0;
};

/// Both constructors are collective and throw MemoryError. options.threads is resolved; the graph
/// is undirected, its duplicates and self-loops may stand in it.
template <class W>
[[nodiscard]] std::unique_ptr<DistMsfEngine<W>> make_dist_auto(
    const comm::Communicator& comm, std::shared_ptr<const WeightedGraph1d<W>> graph,
    const DistMsfOptions& options);
// Its three ways.

/// Of one rank: the method of one machine.
template <class W>
[[nodiscard]] std::unique_ptr<DistMsfEngine<W>> make_single_rank(
    const comm::Communicator& comm, std::shared_ptr<const WeightedGraph1d<W>> graph,
    const DistMsfOptions& options);

/// Whether make_replicated is for the graph: ranks own blocks of consecutive vertices, of which
/// there are less than 2^31, and it is dense or has many edges between ranks. The same on all
/// ranks. Collective.
[[nodiscard]] bool pays_to_replicate(const comm::Communicator& comm, const Graph1d& graph);

/// Preconditions: the owners are as pays_to_replicate() wants them, and what make_dist_auto
/// says. Collective. Throws MemoryError on all ranks.
template <class W>
[[nodiscard]] std::unique_ptr<DistMsfEngine<W>> make_replicated(
    const comm::Communicator& comm, std::shared_ptr<const WeightedGraph1d<W>> graph,
    const DistMsfOptions& options);

/// Of several ranks, which send by `exchange`. Throws MemoryError on all ranks.
template <class W>
[[nodiscard]] std::unique_ptr<DistMsfEngine<W>> make_boruvka_on_ranks(
    const comm::Communicator& comm, comm::TwoLevelExchange exchange,
    std::shared_ptr<const WeightedGraph1d<W>> graph, const DistMsfOptions& options);

/// Throws UsageError where the owners' blocks do not ascend with the vertices, or these are 2^32 or
/// more.
template <class W>
[[nodiscard]] std::unique_ptr<DistMsfEngine<W>> make_ghs(
    const comm::Communicator& comm, std::shared_ptr<const WeightedGraph1d<W>> graph,
    const DistMsfOptions& options);

enum class BoruvkaPart : std::uint8_t {
  kScan,      ///< first look at the rows: light edges
  kContract,  ///< what the rank settles by itself
  kHook,      ///< fragments hook themselves to those of other ranks by their first edges
  kNumber,    ///< fragment ids to ranks that have edges to them
  kFilter,    ///< the forest of the rank's own edges
  kRounds,    ///< rounds, and one rank only
  kReport,    ///< who is outside the giant tree
  kHeavy,     ///< second look at the rows: edges left outside the giant tree
  kDeliver    ///< edges of the forest to their owners
};
inline constexpr std::array<std::string_view, 9> kBoruvkaParts = {
    "scan", "contract", "hook", "number", "filter", "rounds", "report", "heavy", "deliver"};

/// Adds up seconds by part; each time is that since the last one.
class PartTimer {
 public:
  void start() {
    seconds_.fill(0);
    timer_ = {};
    before_ = 0;
  }
  void end(BoruvkaPart part) {
    const double now = timer_.seconds();
    seconds_[static_cast<std::size_t>(part)] += now - before_;
    before_ = now;
  }
  void write(std::vector<DistMsfProfile::Part>& parts) const {
    parts.clear();
    for (std::size_t i = 0; i < kBoruvkaParts.size(); ++i) {
      parts.push_back({kBoruvkaParts[i], seconds_[i]});
    }
  }

 private:
  std::array<double, kBoruvkaParts.size()> seconds_{};
  Timer timer_;
  double before_ = 0;
};

}  // namespace strider::detail
