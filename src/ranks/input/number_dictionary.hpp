// The numbers that a file gives its vertices, shared by the ranks: none holds them all.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// Distinct numbers, ascending over the ranks: each rank holds those between two splitters, about
/// as many as any other. The place of a number in that order is its vertex, so that vertices do not
/// depend on the number of ranks.
class NumberDictionary {
 public:
  NumberDictionary() = default;
  /// Of all ranks' numbers, each in order and without repetitions. Sample sort: H. Shi and J.
  /// Schaeffer, "Parallel sorting by regular sampling" (1992). Collective. Throws MemoryError.
  NumberDictionary(const comm::Communicator& comm, std::span<const std::uint64_t> numbers,
                   int threads);

  /// Of all ranks.
  [[nodiscard]] std::uint64_t size() const { return first_of_rank_.back(); }
  /// Of this rank: the vertices first_vertex() .. first_vertex() + part().size() - 1.
  [[nodiscard]] std::span<const std::uint64_t> part() const { return part_.span(); }
  [[nodiscard]] std::uint64_t first_vertex() const { return first_of_rank_[rank_]; }

  /// The vertex of each number, kNoGlobalVertex where there is none. Precondition: `numbers`
  /// ascend. Collective.
  [[nodiscard]] Array<GlobalVertex> vertices_of(const comm::Communicator& comm,
                                                std::span<const std::uint64_t> numbers) const;
  /// The number of each vertex, in any order. Precondition: all are below size(). Collective.
  [[nodiscard]] Array<std::uint64_t> numbers_of(const comm::Communicator& comm,
                                                std::span<const GlobalVertex> vertices) const;

 private:
  /// How many of `numbers`, which ascend, each rank holds.
  [[nodiscard]] std::vector<std::uint64_t> count_by_rank(
      std::span<const std::uint64_t> numbers) const;
  void choose_splitters(const comm::Communicator& comm, std::span<const std::uint64_t> numbers);

  std::size_t rank_ = 0;
  std::vector<std::uint64_t> splitters_;  ///< the least number of each rank but the first
  Array<std::uint64_t> part_;
  std::vector<std::uint64_t> first_of_rank_ = {0, 0};  ///< the first vertex of each rank, and size
};

}  // namespace strider::detail
