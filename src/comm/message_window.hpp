// How many messages a rank has under way at once in an exchange with many others.
#pragma once

#include <cstddef>

#include "comm/communicator.hpp"

namespace strider::comm {

/// So many hide the way of a message: it is there and answered in the time in which a rank sends
/// six short ones (model/machines.cpp), and the others cover a peer that comes ten times as late.
/// More would only fill the queues of MPI and of the network, which on 10,000 ranks are slow to
/// search, and the memory for messages that come before they are waited for.
inline constexpr std::size_t kMostUnderWay = 64;

struct MessageWindow {
  /// Ranks that a rank sends to, or receives from, at once: at least 1, at most kMostUnderWay. Of
  /// all ranks the same, or not.
  std::size_t most = kMostUnderWay;
};

/// That of a communicator and of those that come from it. Tests make it small.
[[nodiscard]] MessageWindow& message_window(const Communicator& comm);

}  // namespace strider::comm
