#include "validate/dist/tuples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/memory.hpp"
#include "comm/agreement.hpp"
#include "comm/traffic.hpp"
#include "strider/error.hpp"
#include "validate/messages.hpp"

namespace strider::detail {

template <class W>
TupleCollector<W>::TupleCollector(const comm::Communicator& comm, std::uint64_t num_vertices,
                                  Directedness directedness)
    : comm_(comm), tuples_(OwnerMap::block(num_vertices, comm.size()), directedness) {}

template <class W>
void TupleCollector<W>::require_sound(std::span<const GlobalEdge> edges,
                                      std::span<const W> weights) const {
  const std::uint64_t n = tuples_.owners_.num_vertices();
  for (const auto& [u, v] : edges) {
    if (u >= n || v >= n) {
      throw UsageError(
          fmt::format("the edge {} - {} has an end that is none of {} vertices", u, v, n));
    }
  }
  if constexpr (!std::is_same_v<W, Hop>) {
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (!(weights[i] >= 0)) {
        throw WeightError(weight_message(edges[i].source, edges[i].target, weights[i]));
      }
    }
  }
}

template <class W>
void TupleCollector<W>::add(std::span<const GlobalEdge> edges, std::span<const W> weights) {
  const comm::PhaseScope phase(comm_.traffic(), comm::Phase::kBuild);
  const auto ranks = static_cast<std::size_t>(comm_.size());
  const bool both_ways = tuples_.directedness_ == Directedness::kUndirected;
  std::vector<std::uint64_t> counts(ranks, 0);
  Array<Incidence> sent;
  comm::agree(comm_, [&] {
    require_sound(edges, weights);
    const auto count = [&](GlobalVertex to) {
      ++counts[static_cast<std::size_t>(tuples_.owners_.owner(to))];
    };
    for (const auto& [u, v] : edges) {
      count(v);
      if (both_ways && u != v) count(u);
    }
    std::vector<std::uint64_t> places(ranks, 0);
    for (std::size_t r = 1; r < ranks; ++r) places[r] = places[r - 1] + counts[r - 1];
    sent = Array<Incidence>(places.back() + counts.back());
    const auto send = [&](GlobalVertex from, GlobalVertex to, std::size_t edge) {
      const Place place = tuples_.owners_.place(to);
      Incidence& incidence = sent[places[static_cast<std::size_t>(place.rank)]++];
      incidence.from = from;
      incidence.to = index(place.vertex);
      if constexpr (!std::is_same_v<W, Hop>) incidence.weight = weights[edge];
    };
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const auto [u, v] = edges[i];
      send(u, v, i);
      if (both_ways && u != v) send(v, u, i);
    }
  });
  std::vector<std::uint64_t> received_counts;
  Array<Incidence> received =
      comm_.all_to_all<Incidence>(std::as_const(sent).span(), counts, received_counts);
  comm::agree(comm_, [&] {
    for (const Incidence& incidence : received) tuples_.ghosts_.insert(incidence.from);
    received_.push_back(std::move(received));
  });
}

template <class W>
void TupleCollector<W>::place_rows() {
  const std::uint32_t own = tuples_.owners_.size(comm_.rank());
  std::uint64_t total = 0;
  for (const Array<Incidence>& part : received_) total += part.size();
  const std::uint64_t weight_bytes = std::is_same_v<W, Hop> ? 0 : sizeof(W);
  require_memory(total * (sizeof(std::uint32_t) + weight_bytes) + own * sizeof(EdgeIndex),
                 "the tuples that results are validated against");
  tuples_.ghost_vertices_ = tuples_.ghosts_.number();
  // Counted one place up and filled from there, so that what are ends of rows becomes beginnings.
  Array<EdgeIndex>& offsets = tuples_.offsets_;
  offsets = Array<EdgeIndex>(own + 2ULL, 0);
  for (const Array<Incidence>& part : received_) {
    for (const Incidence& incidence : part) ++offsets[incidence.to + 2ULL];
  }
  for (std::size_t v = 2; v < offsets.size(); ++v) offsets[v] += offsets[v - 1];
  tuples_.columns_ = Array<std::uint32_t>(total);
  if constexpr (!std::is_same_v<W, Hop>) tuples_.weights_ = Array<W>(total);
  for (Array<Incidence>& part : received_) {
    for (const Incidence& incidence : part) {
      const EdgeIndex place = offsets[incidence.to + 1ULL]++;
      tuples_.columns_[place] = tuples_.ghosts_.column(incidence.from);
      if constexpr (!std::is_same_v<W, Hop>) tuples_.weights_[place] = incidence.weight;
      const GlobalVertex to = tuples_.owners_.global(comm_.rank(), local_vertex(incidence.to));
      if (to == incidence.from) tuples_.self_loops_.push_back(incidence.to);
    }
    part = Array<Incidence>();
  }
  received_.clear();
}

template <class W>
void TupleCollector<W>::subscribe() {
  // Ghosts ascend and blocks do so too: they stand rank by rank already.
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(comm_.size()), 0);
  Array<std::uint32_t> wanted(tuples_.ghost_vertices_.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const Place place = tuples_.owners_.place(tuples_.ghost_vertices_[i]);
    ++counts[static_cast<std::size_t>(place.rank)];
    wanted[i] = index(place.vertex);
  }
  tuples_.subscribed_ = comm_.all_to_all<std::uint32_t>(std::as_const(wanted).span(), counts,
                                                        tuples_.subscribed_counts_);
}

template <class W>
Tuples<W> TupleCollector<W>::finish() {
  const comm::PhaseScope phase(comm_.traffic(), comm::Phase::kBuild);
  comm::agree(comm_, [&] { place_rows(); });
  subscribe();
  return std::move(tuples_);
}

template class TupleCollector<Hop>;
template class TupleCollector<float>;
template class TupleCollector<double>;
template class TupleCollector<std::uint32_t>;

}  // namespace strider::detail
