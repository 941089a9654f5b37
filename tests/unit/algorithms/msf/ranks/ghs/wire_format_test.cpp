// Messages between vertices as bytes.
#include "algorithms/msf/ranks/ghs/wire_format.hpp"

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

namespace strider::detail::ghs {
namespace {

constexpr std::uint32_t kMost32 = 0xFFFF'FFFFU;
constexpr std::uint64_t kMost64 = ~std::uint64_t{0};

std::vector<EdgeName> names_of(NameForm form) {
  constexpr std::uint64_t kMostRank = WireFormat::kMostShortRanks - 1;
  switch (form) {
    case NameForm::kEnds:
      return {{0, 0}, {1, 2}, {kMost64, kMost64 - 1}, {kMost64 - 1, kMost64}, kNoEdgeName};
    case NameForm::kOwner:
      return {{0, 0}, {kMost64, 0}, {kMost64, kMostRank}, {1, 255}, {1, 256}, kNoEdgeName};
    case NameForm::kNumber:
      break;
  }
  return {{0, 0},
          {kMost32, kMostRank << 32U | kMost32},
          {kMost32, kMost32},
          {7, std::uint64_t{256} << 32U | 9},
          kNoEdgeName};
}

auto fields(const Message& m) {
  return std::tuple(m.type, m.level, m.state, m.sender, m.receiver, m.name.key, m.name.rest);
}

std::vector<Message> messages_of(NameForm form) {
  std::vector<Message> all;
  for (std::size_t type = 0; type < kMessageTypes; ++type) {
    const auto as = static_cast<MessageType>(type);
    for (const EdgeName& name : names_of(form)) {
      for (const int level : {0, 1, 17, 31}) {
        const auto at = static_cast<std::uint8_t>(level);
        for (const VertexState state : {VertexState::kFind, VertexState::kFound}) {
          all.push_back({as, at, state, kMost32, 0, 1, names_edge(as) ? name : EdgeName{}});
          all.push_back(
              {as, at, state, 3, kMost32, kMost32 - 1, names_edge(as) ? name : EdgeName{}});
        }
      }
    }
  }
  return all;
}

const std::vector<std::pair<GhsMessages, NameForm>> kFormats{
    {GhsMessages::kPlain, NameForm::kEnds},
    {GhsMessages::kCompressed, NameForm::kEnds},
    {GhsMessages::kCompressed, NameForm::kOwner},
    {GhsMessages::kCompressed, NameForm::kNumber}};

void expect_round_trip(GhsChains chains) {
  for (const auto& [messages, form] : kFormats) {
    const WireFormat format(messages, form, chains);
    const std::vector<Message> all = messages_of(form);
    std::vector<std::byte> packet;
    for (const Message& message : all) {
      const std::size_t begin = packet.size();
      packet.resize(begin + format.bytes(message.type));
      format.write(message, packet.data() + begin);
    }
    std::span<const std::byte> rest = packet;
    for (const Message& message : all) {
      ASSERT_FALSE(rest.empty());
      const Message read = format.read(rest);
      EXPECT_EQ(fields(read), fields(message));
      const std::uint32_t longer = message.chain + (chains == GhsChains::kWired ? 1 : 0);
      EXPECT_EQ(read.chain, chains == GhsChains::kNone ? 0 : longer);
    }
    EXPECT_TRUE(rest.empty());
  }
}

TEST(WireFormat, MessagesComeBackAsTheyWere) {
  expect_round_trip(GhsChains::kNone);
}
TEST(WireFormat, ChainsComeBackWhereTheyAreCounted) {
  expect_round_trip(GhsChains::kMessages);
  expect_round_trip(GhsChains::kWired);
}
TEST(WireFormat, ChainsTakeFourBytes) {
  for (const auto& [messages, form] : kFormats) {
    const WireFormat without(messages, form);
    const WireFormat with(messages, form, GhsChains::kWired);
    for (std::size_t type = 0; type < kMessageTypes; ++type) {
      const auto as = static_cast<MessageType>(type);
      EXPECT_EQ(with.bytes(as), without.bytes(as) + 4);
    }
  }
}

/// Mazeev, Semenov and Simonov 2016, section 3.5: 80 and 152 bits.
TEST(WireFormat, IsAsShortAsThePaperSays) {
  for (const NameForm form : {NameForm::kOwner, NameForm::kNumber}) {
    const WireFormat format(GhsMessages::kCompressed, form);
    for (const auto type : {MessageType::kConnect, MessageType::kAccept, MessageType::kReject,
                            MessageType::kChangeCore}) {
      EXPECT_EQ(8 * format.bytes(type), 80U);
    }
    for (const auto type : {MessageType::kInitiate, MessageType::kTest, MessageType::kReport}) {
      EXPECT_EQ(8 * format.bytes(type), 152U);
    }
  }
}

/// No name of an edge is as large as that of none.
TEST(EdgeNames, OfNoEdgeIsTheLargest) {
  for (const NameForm form : {NameForm::kEnds, NameForm::kOwner, NameForm::kNumber}) {
    for (const EdgeName& name : names_of(form)) {
      EXPECT_TRUE(name == kNoEdgeName || name < kNoEdgeName);
    }
  }
}

}  // namespace
}  // namespace strider::detail::ghs
