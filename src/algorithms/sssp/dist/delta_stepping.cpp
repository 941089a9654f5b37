// Delta-stepping over ranks (Meyer and Sanders 2003, on vertices that are spread):
//
//   bucket b = the smallest with vertices on any rank
//   until no rank has vertices in b:
//     every rank relaxes the light edges of its vertices in b, until it has none left there
//     settle: what that found for vertices of others is sent, the smallest distance of each
//   every rank relaxes the heavy edges of the vertices that settled in b; settle
//
// One all-reduce a round says which bucket is next everywhere. A distance is sent only where it is
// smaller than what was sent for that vertex before; the owner takes it where it is smaller than
// its own.
//
// Parents are recorded where a distance falls: with the finder, which is asked at the end. When a
// vertex takes its last distance, its parent has had its own last distance for longer, for a
// distance that still fell would have been relaxed once more: so parents lead to the source,
// whatever weights are zero.
#include "algorithms/sssp/dist/delta_stepping.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "algorithms/sssp/delta.hpp"
#include "comm/agreement.hpp"
#include "dist/round_peers.hpp"
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

template <class W>
void add_up(std::span<const W> weights, WeightSums& sums) {
  for (const W weight : weights) {
    if (!(weight >= 0)) {
      throw WeightError(
          "an edge has a negative weight, or one that is not a number: shortest paths need weights "
          "of at least 0");
    }
    const auto value = static_cast<double>(weight);
    if (value > static_cast<double>(std::numeric_limits<W>::max())) continue;
    sums.largest = std::max(sums.largest, value);
    sums.sum += value;
    ++sums.finite;
  }
}

}  // namespace

template <class W>
DistWeightFacts look_at_weights(const comm::Communicator& comm,
                                std::initializer_list<std::span<const W>> weights,
                                std::uint64_t vertices, std::uint64_t arcs, double wanted) {
  const WeightSums here = comm::agree(comm, [&] {
    if (!(wanted >= 0)) throw UsageError("delta is below 0 or not a number");
    WeightSums sums;
    for (const std::span<const W> some : weights) add_up(some, sums);
    return sums;
  });
  const double largest = comm.all_reduce(here.largest, Reduction::kMax);
  const double sum = comm.all_reduce(here.sum, Reduction::kSum);
  const std::uint64_t finite = comm.all_reduce(here.finite, Reduction::kSum);
  DistWeightFacts facts;
  if (wanted > 0) {
    facts.delta = wanted;
  } else if (sum > 0) {
    // As wide as makes a vertex have a few light edges on average: buckets of one light edge a
    // vertex (Meyer and Sanders 2003, section 4.1) would end after too few relaxations for what an
    // exchange costs.
    constexpr double kLightEdges = 4;
    const double mean = sum / static_cast<double>(finite);
    const double degree = static_cast<double>(arcs) / static_cast<double>(vertices);
    facts.delta = kLightEdges * 2 * mean / degree;
  }
  facts.delta = usable_width(facts.delta);
  facts.has_heavy = largest > facts.delta;
  facts.may_overflow = std::is_floating_point_v<W> &&
                       static_cast<double>(vertices) * largest > std::numeric_limits<W>::max();
  return facts;
}

template <class W>
void DistDeltaStepping<W>::search(GlobalVertex source, DistSsspTree<W>& tree) {
  error_ = nullptr;
  attempt([&] { local().start(tree); });
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
  while (next != kNoBucket) {
    const std::uint64_t bucket = next;
    comm_.traffic().begin_level(level++);
    do {
      next = round([&] { local().relax_light(bucket); });
    } while (next == bucket);
    if (facts_.has_heavy) next = round([&] { local().relax_heavy(); });
  }
  if (facts_.may_overflow) refuse_overflow();
  complete(tree);
}

/// Of all ranks. Throws what an attempt of any rank threw.
template <class W>
std::uint64_t DistDeltaStepping<W>::next_bucket() {
  const PhaseScope phase(comm_.traffic(), Phase::kControl);
  std::uint64_t next = 0;  // failed
  attempt([&] { next = local().next_bucket() + 1; });
  next = comm_.all_reduce(next, Reduction::kMin);
  if (next == 0) comm::agree_on(comm_, error_);
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
      [&](int finder, std::span<const std::byte> message) {
        attempt([&] { local().take_relaxations(finder, message); });
      });
}

/// A vertex past which all lengths are infinite must not pass for one without a path.
template <class W>
void DistDeltaStepping<W>::refuse_overflow() {
  attempt([&] { local().note_overflows(); });
  exchange();
  comm::agree(comm_, [&] {
    if (error_ != nullptr) std::rethrow_exception(error_);
    if (local().has_overflowed()) {
      throw WeightError(
          "the distance of a vertex is too large for its type: make the weights smaller by a "
          "factor");
    }
  });
}

template DistWeightFacts look_at_weights(const comm::Communicator&,
                                         std::initializer_list<std::span<const float>>,
                                         std::uint64_t, std::uint64_t, double);
template DistWeightFacts look_at_weights(const comm::Communicator&,
                                         std::initializer_list<std::span<const double>>,
                                         std::uint64_t, std::uint64_t, double);
template DistWeightFacts look_at_weights(const comm::Communicator&,
                                         std::initializer_list<std::span<const std::uint32_t>>,
                                         std::uint64_t, std::uint64_t, double);
template class DistDeltaStepping<float>;
template class DistDeltaStepping<double>;
template class DistDeltaStepping<std::uint32_t>;

}  // namespace strider::detail
