// How many messages a rank has under way at once in an exchange with many others.
#pragma once

#include <cstddef>

#include "comm/communicator.hpp"

namespace strider::comm {

/// A message arrives and is answered in the time in which a rank sends six short ones
/// (model/machines.cpp). Ten times as many keep a rank busy while one peer is ten times as late.
/// More would only fill the queues of MPI and of the network, which on 10,000 ranks are slow to
/// search, and the memory for messages that come before they are waited for.
inline constexpr std::size_t kMostUnderWay = 64;

struct MessageWindow {
  /// Ranks that a rank sends to, or receives from, at once: at least 1, at most kMostUnderWay.
  /// Ranks need not have the same.
  std::size_t most = kMostUnderWay;
};

/// That of a communicator and of those that come from it. Tests make it small.
[[nodiscard]] MessageWindow& message_window(const Communicator& comm);

}  // namespace strider::comm
