// What is spread over the ranks of a test, together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "support/mpi_world.hpp"

namespace strider::test {

/// The elements of all ranks, in order of rank, on rank 0; nothing on the others. Collective.
template <class T>
[[nodiscard]] std::vector<T> gather(std::span<const T> elements) {
  const comm::Communicator& world = test_world();
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(world.size()), 0);
  counts[0] = elements.size();
  std::vector<std::uint64_t> came;
  const Array<T> all = world.all_to_all(elements, counts, came);
  return {all.begin(), all.end()};
}

/// The same on every rank.
template <class T>
[[nodiscard]] std::vector<T> gather_to_all(std::span<const T> elements) {
  const comm::Communicator& world = test_world();
  const auto ranks = static_cast<std::size_t>(world.size());
  std::vector<T> copies;
  for (std::size_t r = 0; r < ranks; ++r)
    copies.insert(copies.end(), elements.begin(), elements.end());
  const std::vector<std::uint64_t> counts(ranks, elements.size());
  std::vector<std::uint64_t> came;
  const Array<T> all = world.all_to_all(std::span<const T>(copies), counts, came);
  return {all.begin(), all.end()};
}

}  // namespace strider::test
