// The sums of all ranks become one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/bc/ranks/replicated/pair_sums.hpp"
#include "comm/communicator.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// Adds up what ranks have, in order of rank, chunk by chunk: each rank adds up its share of every
/// chunk.
class SumExchange {
 public:
  /// For sums of `size` scores, in 33 MiB at most.
  SumExchange(Workspace& workspace, const comm::Communicator& comm, std::size_t size);

  /// The totals, rounded, on every rank. One reduction. Collective.
  void to_all(const PairSums& mine, std::span<double> totals);
  /// The totals on rank 0 in the place of its own sums; the others' become zero. Collective.
  void to_first(PairSums& mine);

 private:
  void add_up_chunk(const PairSums& mine, std::size_t begin, std::size_t size);
  [[nodiscard]] std::uint64_t chunk_begin(std::size_t rank, std::size_t size) const;

  const comm::Communicator& comm_;
  std::size_t size_;
  std::size_t chunk_;
  Array<double> sent_;
  Array<double> received_;
  std::vector<std::uint64_t> counts_;
  std::vector<std::uint64_t> received_counts_;
  std::vector<std::uint64_t> starts_;
};

}  // namespace strider::detail
