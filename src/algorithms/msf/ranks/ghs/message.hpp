// What vertices tell each other along edges (Gallager, Humblet and Spira 1983).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "algorithms/msf/ranks/ghs/edge_name.hpp"

namespace strider::detail::ghs {

enum class MessageType : std::uint8_t {
  kConnect,     ///< the sender's fragment wants to join over this edge
  kInitiate,    ///< the fragment's level, identity and state; from the core outwards
  kTest,        ///< is the other end in another fragment?
  kAccept,      ///< it is
  kReject,      ///< it is not
  kReport,      ///< the lightest edge that leaves the fragment there; towards the core
  kChangeCore,  ///< the way to that edge
};
inline constexpr std::size_t kMessageTypes = 7;
inline constexpr std::array<std::string_view, kMessageTypes> kMessageNames = {
    "connect", "initiate", "test", "accept", "reject", "report", "change-core"};

/// Whether messages of a type name an edge: "long" ones.
[[nodiscard]] constexpr bool names_edge(MessageType type) {
  return type == MessageType::kInitiate || type == MessageType::kTest ||
         type == MessageType::kReport;
}

enum class VertexState : std::uint8_t { kSleeping, kFind, kFound };

struct Message {
  MessageType type;
  std::uint8_t level;  ///< of kConnect, kInitiate, kTest
  VertexState state;   ///< of kInitiate: kFind or kFound
  std::uint32_t sender;
  std::uint32_t receiver;
  /// The longest that the sender had come to when it was sent.
  std::uint32_t chain;
  EdgeName name;  ///< where the type names an edge
};
static_assert(sizeof(Message) == 32, "queues are as long as what they hold");

}  // namespace strider::detail::ghs
