// 1D search, level by level:
//
//   top-down   (Yoo et al. 2005; Buluc and Madduri 2011, algorithm 2)
//     follow the arcs of the frontier FS; NS = their targets
//     for each rank j: send N_j = the vertices of NS that j owns, none of them twice in a search
//     for each rank j: receive; the owner claims those that no rank had found before
//   bottom-up  (Beamer et al. 2013, with the frontier of other ranks as bits)
//     for each rank j: send the vertices of FS that j has local ids of
//     for each rank j: receive; then every unvisited vertex looks for a neighbour in FS
//   at the end of a level one all-reduce: whether FS is empty everywhere, and what lies ahead
//
// A top-down message says which vertex was found, not by which one: the rank that found it keeps
// the parent, and is asked for it at the end if the owner took the vertex from this rank. A rank's
// threads work inside the steps of Local1d; the thread that called sends and receives between them.
#include "algorithms/bfs/ranks/one_d/search.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/bfs/ranks/one_d/host/host_local.hpp"
#include "algorithms/bfs/ranks/one_d/local.hpp"
#include "base/memory.hpp"
#include "base/timer.hpp"
#include "comm/collective_error.hpp"
#include "comm/round_exchange.hpp"
#include "graph/layout/degree_layout.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/search/resolve_parents.hpp"
#include "ranks/search/round_peers.hpp"

namespace strider::detail {
namespace {

using comm::Phase;
using comm::PhaseScope;
using comm::RoundExchange;

/// Costs in probes of a bit: an edge followed top-down, with its share of what is sent and asked
/// for; a vertex looked at bottom-up.
constexpr double kCostOfEdge = 16;
constexpr double kCostOfVertex = 2;

/// What the ranks tell each other at the end of a level, as sums.
struct Totals {
  enum Field : std::size_t { kVertices, kEdges, kUncounted, kRemoteParents, kFailed, kFields };
  std::array<std::uint64_t, kFields> sums{};
  std::uint64_t operator[](Field field) const { return sums[field]; }
};

class OneDSearch final : public DistBfsEngine {
 public:
  OneDSearch(const comm::Communicator& comm, std::shared_ptr<const Graph1d> graph,
             const OneDSettings& settings)
      : comm_(comm.duplicate()),
        graph_(std::move(graph)),
        settings_(settings),
        may_go_bottom_up_(settings.common.direction ==
                              DistBfsSettings::Direction::kDirectionOptimizing &&
                          graph_->directedness == Directedness::kUndirected) {
    const NodeMemory memory(comm_);
    // What the host probes is laid out by the degrees of local ids.
    const bool is_laid_out = may_go_bottom_up_ && settings.local == nullptr;
    comm::try_on_all_ranks(comm_, [&] {
      std::uint64_t bytes = settings.local != nullptr
                                ? settings.local->predict_bytes(*graph_)
                                : predict_host_search_1d_bytes(*graph_, settings.common.threads);
      if (is_laid_out) {
        const std::uint64_t local_ids = graph_->local_ids.size();
        bytes += predict_degree_layout_bytes(graph_->num_rows(), local_ids) +
                 local_ids * sizeof(std::uint32_t);
      }
      memory.require(bytes, "a search by rows of owned vertices");
    });
    Array<std::uint32_t> degrees;
    std::optional<std::span<const std::uint32_t>> for_layout;
    if (is_laid_out) {
      degrees = degrees_by_local_id(comm_, *graph_);
      for_layout = degrees.span();
    }
    comm::try_on_all_ranks(comm_, [&] {
      local_ =
          settings.local != nullptr
              ? settings.local->make(*graph_, settings)
              : make_host_local(*graph_, for_layout, settings.common.threads, settings.encoding);
      make_exchange(memory);
    });
    std::array<std::uint64_t, 2> sums{local_->num_arcs(), local_->num_connected()};
    comm_.all_reduce(std::span<std::uint64_t>(sums), comm::Reduction::kSum);
    num_arcs_ = static_cast<double>(sums[0]);
    num_connected_ = sums[1];
  }

  void search(GlobalVertex source, DistBfsTree& tree) override {
    Found1d found = start(source, tree);
    tree.num_reached = 0;
    for (Level level = 0;; ++level) {
      const Totals totals = sum_up(found);
      if (totals[Totals::kVertices] == 0) break;
      comm_.traffic().begin_level(level);
      tree.num_reached += totals[Totals::kVertices];
      tree.num_levels = level + 1;
      const bool last = is_last(totals, tree.num_reached);
      const BfsDirection direction = last ? BfsDirection::kNone : choose(totals, tree.num_reached);
      const Timer timer;
      if (direction == BfsDirection::kTopDown) go_top_down();
      if (direction == BfsDirection::kBottomUp) go_bottom_up();
      if (!last) found = local_->finish_level(tracing());
      if (tracing()) {
        tree.trace.push_back(
            {level, totals[Totals::kVertices], totals[Totals::kEdges], direction, timer.seconds()});
      }
      any_remote_parents_ = totals[Totals::kRemoteParents] > 0;
      if (last) break;
    }
    complete(tree);
  }

  [[nodiscard]] const OwnerMap& owners() const override { return graph_->owners; }

 private:
  [[nodiscard]] bool tracing() const { return settings_.common.trace == BfsTrace::kLevels; }

  /// With the ranks that have local ids of this rank's vertices, or whose vertices have local ids
  /// here.
  void make_exchange(const NodeMemory& memory) {
    std::size_t answers = 0;
    make_rounds(
        comm_, memory,
        [&](int peer) {
          answers += local_->most_parents(peer);
          return local_->message_bound(peer);
        },
        exchange_, local_->messages());
    answers_ = Array<std::uint32_t>(answers);
  }

  /// Failing to find memory is reported at the first end of a level: no message of its own.
  Found1d start(GlobalVertex source, DistBfsTree& tree) {
    error_ = nullptr;
    tree.trace.clear();
    try {
      local_->start(tree);
    } catch (...) {
      error_ = std::current_exception();
      return {};
    }
    const OwnedVertex owned = owners().locate(source);
    return owned.rank == comm_.rank() ? local_->visit_source(owned.vertex) : Found1d{};
  }

  Totals sum_up(const Found1d& found) {
    Totals totals{{found.vertices, found.edges, found.edges_known ? 0ULL : 1ULL,
                   error_ == nullptr ? local_->num_remote_parents() : 0,
                   error_ == nullptr ? 0ULL : 1ULL}};
    comm_.all_reduce(std::span<std::uint64_t>(totals.sums), comm::Reduction::kSum);
    if (totals[Totals::kFailed] > 0) comm::throw_on_all_ranks(comm_, error_);
    return totals;
  }

  void go_top_down() {
    const PhaseScope phase(comm_.traffic(), Phase::kFold);
    local_->follow_arcs();
    exchange_round(
        *exchange_, [&](int owner, auto to) { return local_->write_noted(owner, to); },
        [&](int parent_rank, auto message) { local_->take_noted(parent_rank, message); });
  }

  void go_bottom_up() {
    const PhaseScope phase(comm_.traffic(), Phase::kExpand);
    exchange_round(
        *exchange_, [&](int subscriber, auto to) { return local_->write_frontier(subscriber, to); },
        [&](int owner, auto message) { local_->take_frontier(owner, message); });
    local_->probe();
  }

  /// The whole tree is found: what remains are the parents of vertices that others found.
  void complete(DistBfsTree& tree) {
    const PhaseScope phase(comm_.traffic(), Phase::kPredecessors);
    if (!any_remote_parents_) {
      local_->finish(tree, tree.num_levels);
      return;
    }
    resolve_parents(
        comm_, *exchange_, answers_.span(),
        [&](int parent_rank, auto to) { return local_->write_requests(parent_rank, to); },
        [&] { local_->finish(tree, tree.num_levels); },
        [&](int owner, auto message, auto to) { return local_->write_parents(owner, message, to); },
        [&](int parent_rank, auto parents) { local_->take_parents(parent_rank, parents, tree); });
  }

  /// Whether the frontier leads nowhere: it has no edges, or everything connected is visited.
  [[nodiscard]] bool is_last(const Totals& totals, std::uint64_t reached) const {
    const bool no_edges = totals[Totals::kUncounted] == 0 && totals[Totals::kEdges] == 0;
    return no_edges ||
           (graph_->directedness == Directedness::kUndirected && reached >= num_connected_);
  }

  /// Where the frontier has a share p of all adjacency entries, a vertex going bottom-up reaches
  /// one after 1 / p probes, or comes to the end of its row.
  [[nodiscard]] BfsDirection choose(const Totals& totals, std::uint64_t reached) const {
    if (!may_go_bottom_up_) return BfsDirection::kTopDown;
    if (totals[Totals::kUncounted] > 0) return BfsDirection::kBottomUp;
    const auto edges = static_cast<double>(std::max<std::uint64_t>(1, totals[Totals::kEdges]));
    const auto unvisited = static_cast<double>(num_connected_ - std::min(num_connected_, reached));
    const double row = num_arcs_ / static_cast<double>(std::max<std::uint64_t>(1, num_connected_));
    const double probes = std::min(row, num_arcs_ / edges);
    return edges * kCostOfEdge < unvisited * (kCostOfVertex + probes) ? BfsDirection::kTopDown
                                                                      : BfsDirection::kBottomUp;
  }

  comm::Communicator comm_;
  std::shared_ptr<const Graph1d> graph_;
  OneDSettings settings_;
  bool may_go_bottom_up_;
  std::unique_ptr<Local1d> local_;
  std::optional<RoundExchange> exchange_;
  Array<std::uint32_t> answers_;
  double num_arcs_ = 0;
  std::uint64_t num_connected_ = 0;  // vertices with neighbours, of all ranks
  bool any_remote_parents_ = false;
  std::exception_ptr error_;
};

}  // namespace

std::unique_ptr<DistBfsEngine> make_one_d(const comm::Communicator& comm,
                                          std::shared_ptr<const Graph1d> graph,
                                          const OneDSettings& settings) {
  if (settings.common.threads < 1) throw UsageError("a search needs at least one thread per rank");
  return std::make_unique<OneDSearch>(comm, std::move(graph), settings);
}

}  // namespace strider::detail
