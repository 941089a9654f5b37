// How messages between vertices travel (Mazeev, Semenov and Simonov 2016, section 3.5).
//
// A head of 16 bits: type in bits 0-2, level in 3-7, state in bit 8. Then sender and receiver, 32
// bits each: 10 bytes, a short message. Long ones name an edge in 64 bits more, and
//   kEnds           64 bits: 26 bytes
//   kOwner, kNumber 15 bits: 7 in the head's bits 9-15, 8 behind: 19 bytes
// kPlain sends all messages as long ones of 26 bytes. Where chains are counted, 4 bytes follow: the
// chain, with kWired one longer than the sender's.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>

#include "algorithms/msf/ranks/ghs/message.hpp"
#include "strider/dist_msf.hpp"

namespace strider::detail::ghs {

class WireFormat {
 public:
  /// Ranks that the short names of edges can tell: one number stands for no edge.
  static constexpr int kMostShortRanks = (1 << 15) - 1;
  static constexpr std::size_t kShortBytes = 10;
  static constexpr std::size_t kLongBytes = 19;
  static constexpr std::size_t kPlainBytes = 26;
  static constexpr std::size_t kChainBytes = 4;

  WireFormat(GhsMessages messages, NameForm form, GhsChains chains = GhsChains::kNone)
      : form_(form),
        short_bytes_(messages == GhsMessages::kPlain ? kPlainBytes : kShortBytes),
        long_bytes_(form == NameForm::kEnds ? kPlainBytes : kLongBytes),
        chain_bytes_(chains == GhsChains::kNone ? 0 : kChainBytes),
        chain_step_(chains == GhsChains::kWired ? 1 : 0) {}

  [[nodiscard]] std::size_t bytes(MessageType type) const {
    return (names_edge(type) ? long_bytes_ : short_bytes_) + chain_bytes_;
  }
  void write(const Message& message, std::byte* to) const;
  /// Takes the first message of `packet` off it.
  [[nodiscard]] Message read(std::span<const std::byte>& packet) const;

 private:
  NameForm form_;
  std::size_t short_bytes_;
  std::size_t long_bytes_;
  std::size_t chain_bytes_;
  std::uint32_t chain_step_;
};

}  // namespace strider::detail::ghs
