// The sums of a shared graph in an order that no partition knows of, by way of rank 0: what a
// checkpoint has of them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/workspace.hpp"
#include "comm/communicator.hpp"
#include "partition/owner_map.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// One a vertex, as the input numbers them, in chunks of consecutive vertices.
class OrderedSums {
 public:
  /// What is given outlives it.
  OrderedSums(Workspace& workspace, const comm::Communicator& comm, const OwnerMap& owners,
              std::uint64_t chunk = std::uint64_t{1} << 16U);

  /// `take` gets all of them on rank 0, chunk by chunk in their order, from what each rank has
  /// `own` of its vertices. Throws on all ranks what `take` throws. O(n) work a rank. Collective.
  void to_first(std::span<const double> own,
                const std::function<void(std::span<const double>)>& take);
  /// The way back: `give` fills in the next ones on rank 0. Collective.
  void from_first(const std::function<void(std::span<double>)>& give, std::span<double> own);

 private:
  template <class F>
  void for_each_chunk(F&& body);

  const comm::Communicator& comm_;
  const OwnerMap& owners_;
  Array<double> chunk_;
};

}  // namespace strider::detail
