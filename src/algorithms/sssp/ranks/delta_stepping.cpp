// Delta-stepping over ranks (Meyer and Sanders 2003, on vertices that are spread), up to a distance
// bound:
//
//   bound = reach
//   repeat:
//     while a bucket is not empty on some rank, for the smallest such bucket b:
//       until b is empty everywhere:
//         every rank relaxes the edges of its vertices in b that lead no farther than the bound,
//           until it has none left there
//         settle: what that found for vertices of others is sent, the smallest distance of each
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
// One all-reduce a round says which bucket is next everywhere. A distance is sent only where it is
// smaller than what was sent for that vertex before; the owner takes it where it is smaller than
// its own.
//
// Parents are recorded where a distance falls: with the rank that found it, which is asked at the
// end. When a vertex takes its last distance, its parent has had its own last distance for longer,
// for a distance that still fell would have been relaxed once more: so parents lead to the source,
// whatever weights are zero.
#include "algorithms/sssp/ranks/delta_stepping.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "algorithms/sssp/delta.hpp"
#include "algorithms/sssp/kernels.hpp"
#include "comm/collective_error.hpp"
#include "graph/weight_message.hpp"
#include "ranks/search/round_peers.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

using comm::Phase;
using comm::PhaseScope;
using comm::Reduction;

/// Of this rank's arcs.
struct WeightSums {
  double largest = 0;  // of the finite weights
  double sum = 0;
  std::uint64_t finite = 0;
};

/// The first arc whose weight no search takes.
struct BadArc {
  ArcEnds ends;
  double weight = 0;
};

template <class W, class EndsOf>
void add_up(std::span<const W> weights, const EndsOf& ends_of, WeightSums& sums, BadArc& bad) {
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const auto value = static_cast<double>(weights[i]);
    if (!(value >= 0)) {
      if (const ArcEnds ends = ends_of(i); ends < bad.ends) bad = {ends, value};
      continue;
    }
    if (value > static_cast<double>(std::numeric_limits<W>::max())) continue;
    sums.largest = std::max(sums.largest, value);
    sums.sum += value;
    ++sums.finite;
  }
}

/// All ranks throw the same. Collective.
void refuse(const comm::Communicator& comm, const std::string& message) {
  comm::try_on_all_ranks(comm, [&] { throw WeightError(message); });
}

/// Throws WeightError where a rank has a bad arc, and names the first of all. Collective.
template <class W>
void refuse_bad_arc(const comm::Communicator& comm, const VertexNames& names, const BadArc& here) {
  ArcEnds first;
  first.from = comm.all_reduce(here.ends.from, Reduction::kMin);
  if (first.from == kNoGlobalVertex) return;
  first.to = comm.all_reduce(here.ends.from == first.from ? here.ends.to : kNoGlobalVertex,
                             Reduction::kMin);
  const bool is_here = here.ends == first;
  const std::uint64_t bits = comm.all_reduce(
      is_here ? std::bit_cast<std::uint64_t>(here.weight) : ~std::uint64_t{0}, Reduction::kMin);
  const std::vector<std::string> labels = names.labels_of(comm, std::vector{first.from, first.to});
  refuse(comm, weight_message(labels[0], labels[1], static_cast<W>(std::bit_cast<double>(bits))));
}

}  // namespace

template <class W>
DistWeightFacts look_at_weights(const comm::Communicator& comm,
                                std::initializer_list<std::span<const W>> weights,
                                const EndsOfArc& ends_of, std::uint64_t vertices,
                                std::uint64_t arcs, const DistSsspSettings& settings) {
  const double wanted = settings.delta;
  BadArc bad;
  const WeightSums here = comm::try_on_all_ranks(comm, [&] {
    if (!(wanted >= 0)) throw UsageError("delta must be at least 0");
    WeightSums sums;
    std::size_t part = 0;
    for (const std::span<const W> some : weights) {
      add_up(
          some, [&](std::size_t place) { return ends_of(part, place); }, sums, bad);
      ++part;
    }
    return sums;
  });
  if constexpr (std::is_floating_point_v<W>) refuse_bad_arc<W>(comm, settings.names, bad);
  const double largest = comm.all_reduce(here.largest, Reduction::kMax);
  const double sum = comm.all_reduce(here.sum, Reduction::kSum);
  const std::uint64_t finite = comm.all_reduce(here.finite, Reduction::kSum);
  // A vertex has a few edges within reach on average: with buckets of one (Meyer and Sanders 2003,
  // section 4.1) too little would be relaxed for what an exchange costs. The more edges vertices
  // have, the more come into reach of one another at once: then order pays.
  constexpr double kEdgesInReach = 4;
  constexpr double kEdgesOfBucket = 8;
  constexpr double kMostBuckets = 16;
  const double degree = static_cast<double>(arcs) / static_cast<double>(vertices);
  const double mean = finite > 0 ? sum / static_cast<double>(finite) : 0;
  DistWeightFacts facts;
  facts.arcs = arcs;
  facts.reach = usable_width(sum > 0 ? kEdgesInReach * 2 * mean / degree : 1);
  facts.delta = usable_width(
      wanted > 0 ? wanted : facts.reach / std::clamp(degree / kEdgesOfBucket, 1.0, kMostBuckets));
  facts.reach = std::max(facts.reach, facts.delta);
  facts.may_overflow =
      std::is_floating_point_v<W> &&
      static_cast<double>(vertices) * largest > static_cast<double>(std::numeric_limits<W>::max());
  return facts;
}

/// The bound at most `reach` above a distance; at least a little above it.
template <class D>
D advanced(D from, double by) {
  const D to = largest_up_to<D>(static_cast<double>(from) + by);
  return to > from ? to : kUnreachedDistance<D>;
}

template <class W>
void DistDeltaStepping<W>::search(GlobalVertex source, DistSsspTree<W>& tree) {
  error_ = nullptr;
  double reach = facts_.reach;
  attempt([&] { local().start(tree, advanced(Distance{0}, reach)); });
  visit_source(source);
  tree.num_rounds = 0;
  const auto round = [&](const auto& relax) {
    attempt(relax);
    settle();
    ++tree.num_rounds;
    return next_bucket();
  };
  std::uint32_t level = 0;
  std::uint64_t next = next_bucket();
  while (true) {
    while (next != kNoBucket) {
      const std::uint64_t bucket = next;
      comm_.traffic().begin_level(level++);
      do {
        next = round([&] { local().relax(bucket); });
      } while (next == bucket);
    }
    const Ahead ahead = look_ahead();
    if (ahead.nearest == kUnreachedDistance<Distance>) break;
    if (can_pull() && pays_to_pull(ahead)) {
      share_settled();
      // So little is left that rounds cost more than what is relaxed too early.
      constexpr double kFarWidth = 8;
      next = round([&] { local().pull(facts_.reach * kFarWidth); });
    } else {
      const Distance bound = advanced(ahead.nearest, reach);
      reach *= 2;  // however far distances spread, it takes few steps
      next = round([&] { local().continue_to(bound); });
    }
  }
  if (facts_.may_overflow) refuse_overflow();
  complete(tree);
}

template <class W>
typename DistDeltaStepping<W>::Ahead DistDeltaStepping<W>::look_ahead() {
  const PhaseScope phase(comm_.traffic(), Phase::kControl);
  return {comm_.all_reduce(local().beyond(), Reduction::kMin),
          comm_.all_reduce(local().settled_arcs(), Reduction::kSum)};
}

template <class W>
bool DistDeltaStepping<W>::pays_to_pull(const Ahead& ahead) const {
  // Of each arc between settled vertices relaxing has seen to; pulling sees to few of the others.
  constexpr double kUnsettled = 0.15;
  return static_cast<double>(ahead.settled_arcs) >
         (1 - kUnsettled) * static_cast<double>(facts_.arcs);
}

template <class W>
void DistDeltaStepping<W>::share_settled() {
  const PhaseScope phase(comm_.traffic(), Phase::kExpand);
  exchange_round(
      *exchange_,
      [&](int subscriber, std::span<std::byte> to) {
        std::size_t bytes = 0;
        attempt([&] { bytes = local().write_settled(subscriber, to); });
        return bytes;
      },
      [] {},
      [&](int owner, std::span<const std::byte> message) {
        attempt([&] { local().take_settled(owner, message); });
      });
}

/// Of all ranks. Throws what an attempt of any rank threw.
template <class W>
std::uint64_t DistDeltaStepping<W>::next_bucket() {
  const PhaseScope phase(comm_.traffic(), Phase::kControl);
  std::uint64_t next = 0;  // failed
  attempt([&] { next = local().next_bucket() + 1; });
  next = comm_.all_reduce(next, Reduction::kMin);
  if (next == 0) comm::throw_on_all_ranks(comm_, error_);
  return next - 1;
}

template <class W>
void DistDeltaStepping<W>::exchange() {
  const PhaseScope phase(comm_.traffic(), Phase::kExchange);
  exchange_round(
      *exchange_,
      [&](int owner, std::span<std::byte> to) {
        std::size_t bytes = 0;
        attempt([&] { bytes = local().write_relaxations(owner, to); });
        return bytes;
      },
      [&] { attempt([&] { local().finish_relaxations(); }); },
      [&](int parent_rank, std::span<const std::byte> message) {
        attempt([&] { local().take_relaxations(parent_rank, message); });
      });
}

/// A vertex past which all lengths are infinite must not pass for one without a path.
template <class W>
void DistDeltaStepping<W>::refuse_overflow() {
  attempt([&] { local().note_overflows(); });
  exchange();
  const GlobalVertex here = comm::try_on_all_ranks(comm_, [&] {
    if (error_ != nullptr) std::rethrow_exception(error_);
    return local().overflowed();
  });
  const GlobalVertex first = comm_.all_reduce(here, Reduction::kMin);
  if (first == kNoGlobalVertex) return;
  refuse(comm_, fmt::format("the distance of vertex {} is too large for its type: divide all "
                            "weights by a common factor",
                            names_.labels_of(comm_, {&first, 1}).front()));
}

template DistWeightFacts look_at_weights(const comm::Communicator&,
                                         std::initializer_list<std::span<const float>>,
                                         const EndsOfArc&, std::uint64_t, std::uint64_t,
                                         const DistSsspSettings&);
template DistWeightFacts look_at_weights(const comm::Communicator&,
                                         std::initializer_list<std::span<const double>>,
                                         const EndsOfArc&, std::uint64_t, std::uint64_t,
                                         const DistSsspSettings&);
template DistWeightFacts look_at_weights(const comm::Communicator&,
                                         std::initializer_list<std::span<const std::uint32_t>>,
                                         const EndsOfArc&, std::uint64_t, std::uint64_t,
                                         const DistSsspSettings&);
template class DistDeltaStepping<float>;
template class DistDeltaStepping<double>;
template class DistDeltaStepping<std::uint32_t>;

}  // namespace strider::detail
