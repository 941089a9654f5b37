#include "algorithms/msf/ranks/ghs/wire_format.hpp"

namespace strider::detail::ghs {
namespace {

constexpr unsigned kLevelShift = 3;
constexpr unsigned kStateShift = 8;
constexpr unsigned kRankShift = 9;
constexpr std::uint32_t kTypeMask = 7;
constexpr std::uint32_t kLevelMask = 31;
constexpr unsigned kLowRankBits = 8;
constexpr std::uint32_t kNoRank = WireFormat::kMostShortRanks;

template <class T>
void put(std::byte*& to, T value) {
  std::memcpy(to, &value, sizeof(T));
  to += sizeof(T);
}
template <class T>
T take(const std::byte*& from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  from += sizeof(T);
  return value;
}

/// The 64 bits and the rank that a short name is.
struct ShortName {
  std::uint64_t key;
  std::uint32_t rank;
};
ShortName shortened(const EdgeName& name, NameForm form) {
  if (name == kNoEdgeName) return {name.key, kNoRank};
  if (form == NameForm::kOwner) return {name.key, static_cast<std::uint32_t>(name.rest)};
  return {name.key << 32U | (name.rest & 0xFFFF'FFFFU),
          static_cast<std::uint32_t>(name.rest >> 32U)};
}
EdgeName restored(const ShortName& name, NameForm form) {
  if (name.rank == kNoRank) return kNoEdgeName;
  if (form == NameForm::kOwner) return {name.key, name.rank};
  return {name.key >> 32U, std::uint64_t{name.rank} << 32U | (name.key & 0xFFFF'FFFFU)};
}

}  // namespace

void WireFormat::write(const Message& message, std::byte* to) const {
  if (chain_bytes_ > 0) {
    const std::uint32_t chain = message.chain + chain_step_;
    std::memcpy(to + bytes(message.type) - chain_bytes_, &chain, sizeof(chain));
  }
  std::uint32_t head = static_cast<std::uint32_t>(message.type) |
                       std::uint32_t{message.level} << kLevelShift |
                       (message.state == VertexState::kFind ? 1U : 0U) << kStateShift;
  if (!names_edge(message.type) || form_ == NameForm::kEnds) {
    put(to, static_cast<std::uint16_t>(head));
    put(to, message.sender);
    put(to, message.receiver);
    if (names_edge(message.type)) {
      put(to, message.name.key);
      put(to, message.name.rest);
    } else {
      std::memset(to, 0, short_bytes_ - kShortBytes);
    }
    return;
  }
  const ShortName name = shortened(message.name, form_);
  head |= name.rank >> kLowRankBits << kRankShift;
  put(to, static_cast<std::uint16_t>(head));
  put(to, message.sender);
  put(to, message.receiver);
  put(to, name.key);
  put(to, static_cast<std::uint8_t>(name.rank));
}

Message WireFormat::read(std::span<const std::byte>& packet) const {
  const std::byte* from = packet.data();
  const std::uint32_t head = take<std::uint16_t>(from);
  Message message{};
  message.type = static_cast<MessageType>(head & kTypeMask);
  message.level = static_cast<std::uint8_t>(head >> kLevelShift & kLevelMask);
  message.state = (head >> kStateShift & 1U) != 0 ? VertexState::kFind : VertexState::kFound;
  message.sender = take<std::uint32_t>(from);
  message.receiver = take<std::uint32_t>(from);
  if (names_edge(message.type)) {
    const auto key = take<std::uint64_t>(from);
    if (form_ == NameForm::kEnds) {
      message.name = {key, take<std::uint64_t>(from)};
    } else {
      const std::uint32_t high = head >> kRankShift;
      message.name = restored({key, high << kLowRankBits | take<std::uint8_t>(from)}, form_);
    }
  }
  const std::size_t size = bytes(message.type);
  if (chain_bytes_ > 0) {
    std::memcpy(&message.chain, packet.data() + size - chain_bytes_, sizeof(message.chain));
  }
  packet = packet.subspan(size);
  return message;
}

}  // namespace strider::detail::ghs
