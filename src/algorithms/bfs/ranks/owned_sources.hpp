// The vertices that a query names, and their owners.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "partition/owner_map.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// In the same order.
[[nodiscard]] inline std::vector<OwnedVertex> owned_sources(const OwnerMap& owners,
                                                            std::span<const GlobalVertex> sources) {
  std::vector<OwnedVertex> owned;
  owned.reserve(sources.size());
  for (const GlobalVertex source : sources) owned.push_back(owners.locate(source));
  return owned;
}

/// Whether the target, where there is one, was found: its owner tells all, who has
/// has_found(vertex). Collective.
template <class Local>
[[nodiscard]] bool has_found(const comm::Communicator& comm, comm::Attempts& attempts,
                             const OwnerMap& owners, Local& local,
                             const std::optional<GlobalVertex>& target) {
  if (!target) return false;
  const OwnedVertex owned = owners.locate(*target);
  const bool here =
      owned.rank == comm.rank() && attempts.run([&] { return local.has_found(owned.vertex); });
  return comm.all_reduce(std::uint64_t{here ? 1U : 0U}, comm::Reduction::kMax) > 0;
}

}  // namespace strider::detail
