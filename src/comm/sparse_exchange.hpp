// Messages of any size to a few ranks that do not know of them.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "comm/communicator.hpp"

namespace strider::comm {

/// The non-blocking consensus of Hoefler, Siebert and Lumsdaine, "Scalable communication protocols
/// for dynamic sparse data exchange" (PPoPP 2010): no rank learns beforehand how much comes, and no
/// rank sends to, or counts for, all the others.
class SparseExchange {
 public:
  struct Outgoing {
    int to = 0;
    std::span<const std::byte> bytes;
  };
  struct Incoming {
    int from = 0;
    Array<std::byte> bytes;
  };

  /// `comm` outlives this and is used by at most one of these. Not collective.
  explicit SparseExchange(const Communicator& comm) : comm_(&comm) {}

  /// Sends each message, maybe empty, to its rank, this one among them; returns those sent to this
  /// rank, by sender; of one sender in its order. Memory: what is returned. Collective. Throws
  /// MemoryError, after all messages have arrived somewhere; UsageError where a rank is none,
  /// before any leaves. Either on this rank only.
  [[nodiscard]] std::vector<Incoming> exchange(std::span<const Outgoing> messages);

 private:
  const Communicator* comm_;
  /// A rank that is past an exchange may send for the next one while others still look for the end
  /// of it: odd and even ones have different tags.
  bool odd_ = false;
};

}  // namespace strider::comm
