// Delta-stepping over ranks (Meyer and Sanders 2003, on vertices that are spread), up to a distance
// bound:
//
//   bound = reach
//   repeat:
//     while a bucket is not empty on some rank, for the smallest such bucket b:
//       until b is empty everywhere:
//         every rank relaxes the edges of its vertices in b that lead no farther than the bound,
//           until it has none left there
//         settle: what that found for vertices of others is sent, the smallest distance of each;
//           of the delegates that any rank found nearer, all ranks take the smallest distance
//         on a grid, where several ranks hold arcs of a vertex, they expand before they settle:
//           owners send the ranks of their column the distances at which they relaxed, and these
//           relax the arcs that they hold
//     if few arcs belong to vertices that are not settled, pull, once (Chakaravarthy et al. 2014):
//       distances of settled vertices go to the ranks with edges to them
//       every vertex that is not settled takes the least distance over a neighbour; settle
//       no bound any more
//     else, if an edge leads beyond the bound:
//       bound = the length of the shortest such path + reach; reach *= 2
//       settled vertices relax their edges up to the new bound; settle
//
// Rows are by ascending weight, so that what lies beyond the bound is not looked at. That is most
// edges of a graph of low diameter: they are heavy, and lead to vertices that are reached by light
// ones before. In other graphs the bound does what light and heavy edges do in delta-stepping.
//
// One all-reduce a round says which bucket is next everywhere, and whether most messages were
// empty. A distance is sent only where it is smaller than what was sent for that vertex before; the
// owner takes it where it is smaller than its own.
//
// Parents are recorded where a distance falls: with the rank that found it, which is asked at the
// end. When a vertex takes its last distance, its parent has had its own last distance for longer,
// for a distance that still fell would have been relaxed once more: so parents lead to the source,
// whatever weights are zero.
#include "algorithms/sssp/ranks/delta_stepping.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "algorithms/sssp/expected_reach.hpp"
#include "algorithms/sssp/kernels.hpp"
#include "algorithms/sssp/ranks/host/host_paths.hpp"
#include "algorithms/sssp/ranks/weight_facts.hpp"
#include "ranks/memory/device_memory.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/search/round_peers.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

using comm::Phase;
using comm::PhaseScope;
using comm::Reduction;

/// The bound at most `reach` above a distance; at least a little above it.
template <class D>
D advanced(D from, double by) {
  const D to = largest_up_to<D>(static_cast<double>(from) + by);
  return to > from ? to : kUnreachedDistance<D>;
}

/// Bytes of the largest message about ghosts between this rank and another; 0: none travels. Ranks
/// of a column of a grid have copies of each other's vertices instead.
template <class W>
std::size_t ghosts_bound(const PathGraph<W>& graph, int rank, comm::Encoding encoding) {
  return graph.is_in_column(rank) ? 0 : graph.message_bound(rank, encoding);
}

/// Ranks that a rank exchanges messages with, on average. Collective.
template <class W>
double mean_peers(const comm::Communicator& comm, const PathGraph<W>& graph,
                  comm::Encoding encoding) {
  std::uint64_t peers = 0;
  comm.for_each_other([&](int r) { peers += ghosts_bound(graph, r, encoding) > 0 ? 1 : 0; });
  return static_cast<double>(comm.all_reduce(peers, Reduction::kSum)) / comm.size();
}

}  // namespace

template <class W>
DistSsspEngine<W>::DistSsspEngine(const comm::Communicator& comm, Workspace& workspace,
                                  std::unique_ptr<PathGraph<W>> graph,
                                  const DistSsspSettings& settings, const PathsOnDevice<W>* device)
    : comm_(comm.duplicate()),
      sparse_(comm_),
      names_(settings.names),
      limit_(settings.limits),
      graph_(std::move(graph)),
      facts_(look_at_weights(comm_, *graph_, settings)),
      parents_(workspace, comm_, sparse_, *graph_, settings.threads),
      mean_peers_(mean_peers(comm_, *graph_, settings.encoding)),
      may_be_sparse_(device == nullptr && mean_peers_ > settings.most_in_rounds) {
  if (graph_->has_copies()) {
    copies_.emplace(workspace, comm_, *graph_, settings.encoding);
  } else if (graph_->num_delegates > 0) {
    delegates_.emplace(workspace, comm_, *graph_, settings.ranks_per_node);
  }
  // Searches that this one comes after have been given up by all ranks then.
  if (device != nullptr) comm_.barrier();
  const NodeMemory memory(comm_);
  const auto demand = comm::try_on_all_ranks(comm_, [&] {
    if (device != nullptr) {
      local_ = device->make(workspace, *graph_, facts_.delta, settings.encoding);
    } else {
      local_ = std::make_unique<HostPaths<W>>(workspace, *graph_, facts_.delta, settings);
    }
    declare_rounds(
        workspace, comm_, [&](int r) { return ghosts_bound(*graph_, r, settings.encoding); },
        exchange_, local_->messages());
    if (may_be_sparse_) {
      // All that come in a round are there at once.
      comm_.for_each_other(
          [&](int r) { workspace.count("messages", ghosts_bound(*graph_, r, settings.encoding)); });
    }
    workspace.require("a search for shortest paths", memory);
    return device == nullptr ? DeviceDemand()
                             : DeviceDemand{device->room(), workspace.device_bytes()};
  });
  if (device != nullptr) require_device_memory(comm_, demand, "a search for shortest paths");
  comm::try_on_all_ranks(comm_, [&] {
    workspace.take();
    messages_.reserve(exchange_->num_peers());
  });
}

template <class W>
void DistSsspEngine<W>::search(GlobalVertex source, DistSsspTree<W>& tree) {
  attempts_.forget();
  double reach = facts_.reach;
  const Vertex source_id = local_id_of(source);
  const Vertex target_id = limit_.target() ? local_id_of(*limit_.target()) : kNoVertex;
  Distance limit = kUnreachedDistance<Distance>;
  attempts_.run([&] {
    tree.fit(graph_->num_own);
    if (delegates_) delegates_->start(source_id);
    local_->start(advanced(Distance{0}, reach), source_id);
  });
  tree.num_rounds = 0;
  num_received_ = 0;
  std::uint32_t level = 0;
  const auto round = [&](const auto& relax) {
    attempts_.run(relax);
    settle();
    ++tree.num_rounds;
    return next_bucket(level);
  };
  std::uint64_t next = next_bucket(level);
  while (true) {
    while (next != kNoBucket) {
      const std::uint64_t bucket = next;
      comm_.traffic().begin_level(level++);
      do {
        if (copies_) {
          attempts_.run([&] { local_->relax(bucket); });
          expand();
        }
        next = round([&] { local_->relax(bucket); });
      } while (next == bucket);
    }
    const Ahead ahead = look_ahead();
    limit = limit_.farthest(comm_, *local_, target_id);
    if (ahead.nearest == kUnreachedDistance<Distance> || ahead.nearest > limit) break;
    if (graph_->is_undirected && pays_to_pull(ahead)) {
      share_settled();
      // So little is left that rounds cost more than what is relaxed too early.
      constexpr double kFarWidth = 8;
      attempts_.run([&] { local_->pull(facts_.reach * kFarWidth); });
      if (copies_) copies_->collect(*local_, attempts_);
      next = round([] {});
    } else {
      const Distance bound = std::min(advanced(ahead.nearest, reach), limit);
      reach *= 2;  // however far distances spread, it takes few steps
      next = round([&] { local_->continue_to(bound); });
    }
  }
  const bool finds_all = limit == kUnreachedDistance<Distance>;
  if (facts_.may_overflow && finds_all) refuse_overflow();
  const PhaseScope phase(comm_.traffic(), Phase::kPredecessors);
  const FoundPaths<W> paths = attempts_.run([&] { return local_->found(); });
  parents_.complete(attempts_, paths, delegates_ ? &*delegates_ : nullptr, tree);
  if (!finds_all) tree.num_reached = comm_.all_reduce(tree.forget_beyond(limit), Reduction::kSum);
}

template <class W>
Vertex DistSsspEngine<W>::local_id_of(GlobalVertex vertex) const {
  const OwnedVertex owned = owners().locate(vertex);
  const bool is_mine = owned.rank == comm_.rank();
  if (delegates_) {
    const PhaseScope phase(comm_.traffic(), Phase::kControl);
    const std::uint32_t delegate = comm_.all_reduce(
        is_mine ? graph_->separated->delegate_of(owned.vertex) : kNoDelegate, Reduction::kMin);
    if (delegate != kNoDelegate) return graph_->delegates + delegate;
  }
  return is_mine ? index(owned.vertex) : kNoVertex;
}

/// Of all ranks, which have room for what is counted in it as that level. Throws what an attempt of
/// any rank threw.
template <class W>
std::uint64_t DistSsspEngine<W>::next_bucket(std::uint32_t level) {
  const PhaseScope phase(comm_.traffic(), Phase::kControl);
  std::uint64_t next = 0;  // failed
  attempts_.run([&] {
    comm_.traffic().make_room_for_level(level);
    here_ = local_->ahead();
    next = here_.bucket + 1;
  });
  // The complement of a largest number is a least one: one collective says both.
  std::array<std::uint64_t, 2> least{next, ~num_received_};
  comm_.all_reduce(std::span(least).first(may_be_sparse_ ? 2 : 1), Reduction::kMin);
  if (least[0] == 0) attempts_.throw_on_all_ranks(comm_);
  // A round after one with few messages has few, too. Few: no rank had something from more others
  // than half of a rank's peers on average, rounded up, for a message costs about twice as much in
  // a sparse exchange, which tells of its arrival. What a rank sends is no measure: the owner of a
  // hub sends to all.
  is_sparse_ = may_be_sparse_ && static_cast<double>(~least[1]) <= (mean_peers_ + 1) / 2;
  return least[0] - 1;
}

/// What lies beyond the bound, of all ranks.
template <class W>
typename DistSsspEngine<W>::Ahead DistSsspEngine<W>::look_ahead() const {
  const PhaseScope phase(comm_.traffic(), Phase::kControl);
  Ahead ahead;
  ahead.nearest = comm_.all_reduce(here_.nearest, Reduction::kMin);
  ahead.settled_arcs = comm_.all_reduce(here_.settled_arcs, Reduction::kSum);
  return ahead;
}

template <class W>
bool DistSsspEngine<W>::pays_to_pull(const Ahead& ahead) const {
  return few_unsettled(static_cast<double>(ahead.settled_arcs),
                       static_cast<double>(graph_->num_arcs_of_all));
}

template <class W>
void DistSsspEngine<W>::share_settled() {
  const PhaseScope phase(comm_.traffic(), Phase::kExpand);
  send_to_each(
      *exchange_,
      [&](int subscriber, std::span<std::byte> to) {
        return attempts_.run([&] { return local_->write_settled(subscriber, to); });
      },
      [&](comm::PackedMessages to) { attempts_.run([&] { local_->write_all_settled(to); }); });
  take_from_each(*exchange_, [&](int owner, std::span<const std::byte> message) {
    attempts_.run([&] { local_->take_settled(owner, message); });
  });
  exchange_->finish_round();
}

template <class W>
void DistSsspEngine<W>::expand() {
  copies_->expand(*local_, attempts_);
}

template <class W>
void DistSsspEngine<W>::settle() {
  if (!delegates_) return exchange();
  std::array<std::uint64_t, 2> ranks{0, 0};  // that found ghosts nearer, and delegates
  attempts_.run([&] {
    const auto found = delegates_->peek(*local_);
    ranks = {found.ghosts ? 1U : 0U, found.delegates ? 1U : 0U};
  });
  {
    const PhaseScope phase(comm_.traffic(), Phase::kControl);
    comm_.all_reduce(std::span<std::uint64_t>(ranks), Reduction::kSum);
  }
  // Masks travel while normal vertices do.
  if (ranks[1] > 0) {
    const PhaseScope phase(comm_.traffic(), Phase::kReduce);
    delegates_->start_masks();
  }
  if (ranks[0] > 0) {
    exchange();
  } else {
    num_received_ = 0;
    attempts_.run([&] { local_->forget_changed(); });
  }
  if (ranks[1] > 0) {
    const PhaseScope phase(comm_.traffic(), Phase::kReduce);
    delegates_->wait_for_masks();
    attempts_.run([&] { delegates_->read(*local_); });
    comm_.all_reduce(delegates_->distances(), Reduction::kMin);
    attempts_.run([&] { delegates_->write(*local_); });
  }
}

template <class W>
void DistSsspEngine<W>::exchange() {
  const PhaseScope phase(comm_.traffic(), Phase::kExchange);
  num_received_ = 0;
  const auto write = [&](int owner, std::span<std::byte> to) {
    return attempts_.run([&] { return local_->write_found(owner, to); });
  };
  const auto forget = [&] { attempts_.run([&] { local_->forget_changed(); }); };
  const auto take = [&](int finder, std::span<const std::byte> message) {
    num_received_ += message.empty() ? 0 : 1;
    attempts_.run([&] { local_->take_found(finder, message); });
  };
  if (is_sparse_) {
    attempts_.take_part(
        [&] { exchange_sparsely(*exchange_, sparse_, messages_, write, forget, take); });
  } else {
    send_to_each(*exchange_, write, [&](comm::PackedMessages to) {
      attempts_.run([&] { local_->write_all_found(to); });
    });
    forget();
    take_from_each(*exchange_, take);
    exchange_->finish_round();
  }
}

/// A vertex past which all lengths are infinite must not pass for one without a path.
template <class W>
void DistSsspEngine<W>::refuse_overflow() {
  attempts_.run([&] { local_->note_overflows(); });
  exchange();
  GlobalVertex here = kNoGlobalVertex;
  attempts_.run([&] {
    const Vertex row = local_->ahead().overflowed;
    if (row != kNoVertex) here = graph_->global_of(row);
  });
  attempts_.throw_on_all_ranks(comm_);
  const GlobalVertex first = comm_.all_reduce(here, Reduction::kMin);
  if (first == kNoGlobalVertex) return;
  const std::vector<std::string> labels = names_.labels_of(comm_, {&first, 1});
  comm::try_on_all_ranks(comm_, [&] {
    throw WeightError(
        fmt::format("the distance of vertex {} is too large for its type: divide all "
                    "weights by a common factor",
                    labels.front()));
  });
}

template class DistSsspEngine<float>;
template class DistSsspEngine<double>;
template class DistSsspEngine<std::uint32_t>;

}  // namespace strider::detail
