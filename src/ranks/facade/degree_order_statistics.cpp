// Degrees in ascending order, of which each rank has those of its vertices.
#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "base/parallel_sort.hpp"
#include "base/workspace.hpp"
#include "comm/collective_error.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/memory/node_memory.hpp"

namespace strider {
namespace {

/// This rank's degrees, ascending.
Array<std::uint32_t> sorted_degrees(const DistGraph::State& graph) {
  return comm::try_on_all_ranks(graph.comm(), [&] {
    const detail::NodeMemory memory(graph.comm());
    const std::string purpose = "the degrees in ascending order";
    auto degrees = take_array<Array<std::uint32_t>>(graph.degrees.size(), purpose, memory);
    auto buffer = take_array<Array<std::uint32_t>>(graph.degrees.size(), purpose, memory);
    std::ranges::copy(graph.degrees, degrees.begin());
    parallel_sort(degrees.span(), buffer.span(), graph.threads, std::less<>());
    return degrees;
  });
}

/// For each place the least degree of which more vertices have none higher than it, by bisection of
/// all places at once: as many reductions as the highest degree has bits.
void find_places(const comm::Communicator& comm, std::span<const std::uint32_t> degrees,
                 std::span<const std::uint64_t> places, std::span<std::uint64_t> found) {
  const std::uint64_t mine = degrees.empty() ? 0 : degrees.back();
  const std::uint64_t highest = comm.all_reduce(mine, comm::Reduction::kMax);
  std::vector<std::uint64_t> high;
  std::vector<std::uint64_t> counts;
  comm::try_on_all_ranks(comm, [&] {
    high.assign(places.size(), highest);
    counts.assign(places.size(), 0);
  });
  std::ranges::fill(found, 0);
  const auto middle = [&](std::size_t i) { return found[i] + (high[i] - found[i]) / 2; };
  while (!std::ranges::equal(found, high)) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto up_to = std::upper_bound(degrees.begin(), degrees.end(), middle(i));
      counts[i] = static_cast<std::uint64_t>(up_to - degrees.begin());
    }
    comm.all_reduce(std::span(counts), comm::Reduction::kSum);
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (counts[i] > places[i]) {
        high[i] = middle(i);
      } else {
        found[i] = middle(i) + 1;
      }
    }
  }
}

}  // namespace

DegreeOrderStatistics DistGraph::degree_order_statistics(
    std::span<const std::uint64_t> places) const {
  const comm::Communicator& comm = state_->comm();
  const Array<std::uint32_t> degrees = sorted_degrees(*state_);
  std::array<std::uint64_t, 2> sums = {0, 0};
  for (const std::uint32_t degree : degrees) {
    sums[0] += degree;
    sums[1] += degree == 0 ? 1 : 0;
  }
  comm.all_reduce(std::span<std::uint64_t>(sums), comm::Reduction::kSum);
  DegreeOrderStatistics order{.sum = sums[0], .zeros = sums[1]};
  comm::try_on_all_ranks(comm, [&] { order.at.resize(places.size()); });
  find_places(comm, degrees.span(), places, order.at);
  return order;
}

}  // namespace strider
