#include "algorithms/bc/ranks/partitioned/ordered_sums.hpp"

#include <algorithm>

#include "comm/collective_error.hpp"

namespace strider::detail {

OrderedSums::OrderedSums(Workspace& workspace, const comm::Communicator& comm,
                         const OwnerMap& owners, std::uint64_t chunk)
    : comm_(comm), owners_(owners) {
  workspace.declare("a chunk of a checkpoint", chunk_, std::min(chunk, owners.num_vertices()));
}

/// body(sums of the chunk, for_own), where for_own(use) calls use(place in the chunk, own vertex)
/// for the vertices of this rank.
template <class F>
void OrderedSums::for_each_chunk(F&& body) {
  const std::uint64_t n = owners_.num_vertices();
  for (GlobalVertex begin = 0; begin < n; begin += chunk_.size()) {
    const std::uint64_t size = std::min<std::uint64_t>(chunk_.size(), n - begin);
    body(chunk_.span().first(size), [&](auto&& use) {
      for (std::uint64_t place = 0; place < size; ++place) {
        const OwnedVertex owned = owners_.locate(begin + place);
        if (owned.rank == comm_.rank()) use(place, index(owned.vertex));
      }
    });
  }
}

void OrderedSums::to_first(std::span<const double> own,
                           const std::function<void(std::span<const double>)>& take) {
  for_each_chunk([&](std::span<double> sums, auto&& for_own) {
    std::ranges::fill(sums, 0.0);
    for_own([&](std::uint64_t place, std::uint32_t v) { sums[place] = own[v]; });
    // Each vertex has one owner: its sum is added to zeros.
    comm_.all_reduce(sums, comm::Reduction::kSum);
    comm::try_on_all_ranks(comm_, [&] {
      if (comm_.rank() == 0) take(sums);
    });
  });
}

void OrderedSums::from_first(const std::function<void(std::span<double>)>& give,
                             std::span<double> own) {
  for_each_chunk([&](std::span<double> sums, auto&& for_own) {
    comm::try_on_all_ranks(comm_, [&] {
      if (comm_.rank() == 0) give(sums);
    });
    comm_.broadcast(sums, 0);
    for_own([&](std::uint64_t place, std::uint32_t v) { own[v] = sums[place]; });
  });
}

}  // namespace strider::detail
