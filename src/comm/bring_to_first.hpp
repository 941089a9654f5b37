// What all ranks have, on rank 0.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "strider/array.hpp"

namespace strider::comm {

/// What ranks have of their own, on rank 0, rank by rank; nothing on others. Throws MemoryError on
/// all ranks. Collective.
template <class T>
[[nodiscard]] Array<T> bring_to_first(const Communicator& comm, std::span<const T> own) {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(comm.size()), 0);
  std::vector<std::uint64_t> came = counts;
  counts[0] = own.size();
  return checked_all_to_all(comm, own, counts, std::span(came), Receivers::kSome);
}

}  // namespace strider::comm
