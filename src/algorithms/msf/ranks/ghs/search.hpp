// A rank's part of a GHS run: its vertices, their queues and the loop that serves them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "algorithms/msf/ranks/ghs/named_arcs.hpp"
#include "comm/communicator.hpp"
#include "partition/owner_map.hpp"
#include "strider/dist_msf.hpp"

namespace strider::detail::ghs {

class RankSearch {
 public:
  virtual ~RankSearch() = default;
  /// Every edge of the forest once: take(u, v, name), u < v in the input's numbers, u of this rank.
  using Take = std::function<void(std::uint32_t u, std::uint32_t v, const EdgeName& name)>;
  /// Collective.
  virtual void run(const Take& take, DistMsfProfile& profile) = 0;
};

/// Makes the lookup's table: `arcs` and `comm` outlive the search. Throws MemoryError. Collective.
[[nodiscard]] std::unique_ptr<RankSearch> make_search(const comm::Communicator& comm,
                                                      const OwnerMap& owners, const NamedArcs& arcs,
                                                      const DistMsfOptions& options);

}  // namespace strider::detail::ghs
