#include "ranks/one_d/slots.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/random.hpp"

namespace strider::detail {
namespace {

/// A peer that names some of `own` vertices, in each form that says which.
struct Case {
  std::vector<std::uint32_t> list;
  std::vector<std::uint64_t> bits;
  std::uint32_t own;

  Case(std::uint32_t vertices, std::uint64_t one_in, std::uint64_t seed)
      : bits((vertices + 63) / 64, 0), own(vertices) {
    CounterRng rng(11, seed);
    for (std::uint32_t v = 0; v < own; ++v) {
      if (rng.below(one_in) != 0) continue;
      list.push_back(v);
      bits[v / 64] |= 1ULL << (v % 64);
    }
  }
  [[nodiscard]] PeerSlots as(PeerSlots::Subscribed form) const {
    PeerSlots peer;
    peer.subscribed = form;
    peer.num_subscribed = static_cast<std::uint32_t>(list.size());
    if (form == PeerSlots::Subscribed::kList) peer.list = list;
    if (form == PeerSlots::Subscribed::kBitmap) peer.bitmap = bits;
    return peer;
  }
};

void expect_packed(const Case& subscribed, PeerSlots::Subscribed form) {
  CounterRng rng(12, subscribed.own);
  std::vector<std::uint64_t> set(subscribed.bits.size(), 0);
  for (std::uint32_t v = 0; v < subscribed.own; ++v) {
    set[v / 64] |= std::uint64_t{rng.below(3) == 0} << (v % 64);
  }
  const PeerSlots peer = subscribed.as(form);
  std::vector<std::uint64_t> slots((peer.num_subscribed + 63) / 64, ~std::uint64_t{0});
  const std::uint64_t count = pack_slots(
      peer, set.size(), [&](std::size_t w) { return set[w]; }, slots);
  std::uint64_t expected = 0;
  for (std::uint32_t slot = 0; slot < peer.num_subscribed; ++slot) {
    const std::uint32_t v = subscribed.list[slot];
    const std::uint64_t is_in = set[v / 64] >> (v % 64) & 1U;
    ASSERT_EQ(slots[slot / 64] >> (slot % 64) & 1U, is_in) << "slot " << slot;
    expected += is_in;
  }
  EXPECT_EQ(count, expected);
}

TEST(Slots, ArePackedAndReadAlikeInEveryForm) {
  for (const std::uint32_t own : {1U, 63U, 64U, 65U, 1000U}) {
    for (const std::uint64_t one_in : {1U, 2U, 20U}) {
      const Case subscribed(own, one_in, own + one_in);
      for (const auto form : {PeerSlots::Subscribed::kList, PeerSlots::Subscribed::kBitmap,
                              PeerSlots::Subscribed::kAll}) {
        if (form == PeerSlots::Subscribed::kAll && one_in > 1) continue;
        expect_packed(subscribed, form);
        const PeerSlots peer = subscribed.as(form);
        SlotReader every(peer);
        SlotReader some(peer);
        for (std::uint32_t slot = 0; slot < peer.num_subscribed; ++slot) {
          ASSERT_EQ(index(every.vertex(slot)), subscribed.list[slot]);
          if (slot % 7 == 3) {
            ASSERT_EQ(index(some.vertex(slot)), subscribed.list[slot]);
          }
        }
      }
    }
  }
}

TEST(Slots, ThereAreNoneWherePeersShareNothing) {
  PeerSlots peer;
  peer.subscribed = PeerSlots::Subscribed::kList;
  EXPECT_TRUE(peer.is_empty());
  EXPECT_EQ(pack_slots(peer, 4, [](std::size_t) { return ~std::uint64_t{0}; }, {}), 0U);
}

}  // namespace
}  // namespace strider::detail
