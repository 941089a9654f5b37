#include "ranks/one_d/peer_ghosts.hpp"

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
  [[nodiscard]] PeerGhosts as(PeerGhosts::Subscribed form) const {
    PeerGhosts peer;
    peer.subscribed = form;
    peer.num_subscribed = static_cast<std::uint32_t>(list.size());
    if (form == PeerGhosts::Subscribed::kList) peer.list = list;
    if (form == PeerGhosts::Subscribed::kBitmap) peer.bitmap = bits;
    return peer;
  }
};

void expect_packed(const Case& subscribed, PeerGhosts::Subscribed form) {
  CounterRng rng(12, subscribed.own);
  std::vector<std::uint64_t> set(subscribed.bits.size(), 0);
  for (std::uint32_t v = 0; v < subscribed.own; ++v) {
    set[v / 64] |= std::uint64_t{rng.below(3) == 0} << (v % 64);
  }
  const PeerGhosts peer = subscribed.as(form);
  std::vector<std::uint64_t> ghosts((peer.num_subscribed + 63) / 64, ~std::uint64_t{0});
  const std::uint64_t count = pack_ghosts(
      peer, set.size(), [&](std::size_t w) { return set[w]; }, ghosts);
  std::uint64_t expected = 0;
  for (std::uint32_t ghost = 0; ghost < peer.num_subscribed; ++ghost) {
    const std::uint32_t v = subscribed.list[ghost];
    const std::uint64_t is_in = set[v / 64] >> (v % 64) & 1U;
    ASSERT_EQ(ghosts[ghost / 64] >> (ghost % 64) & 1U, is_in) << "ghost " << ghost;
    expected += is_in;
  }
  EXPECT_EQ(count, expected);
}

TEST(GhostVertices, ArePackedAndReadAlikeInEveryForm) {
  for (const std::uint32_t own : {1U, 63U, 64U, 65U, 1000U}) {
    for (const std::uint64_t one_in : {1U, 2U, 20U}) {
      const Case subscribed(own, one_in, own + one_in);
      for (const auto form : {PeerGhosts::Subscribed::kList, PeerGhosts::Subscribed::kBitmap,
                              PeerGhosts::Subscribed::kAll}) {
        if (form == PeerGhosts::Subscribed::kAll && one_in > 1) continue;
        expect_packed(subscribed, form);
        const PeerGhosts peer = subscribed.as(form);
        GhostReader every(peer);
        GhostReader some(peer);
        GhostFinder every_back(peer);
        GhostFinder some_back(peer);
        for (std::uint32_t ghost = 0; ghost < peer.num_subscribed; ++ghost) {
          ASSERT_EQ(index(every.vertex(ghost)), subscribed.list[ghost]);
          ASSERT_EQ(every_back.ghost(subscribed.list[ghost]), ghost);
          if (ghost % 7 == 3) {
            ASSERT_EQ(index(some.vertex(ghost)), subscribed.list[ghost]);
            ASSERT_EQ(some_back.ghost(subscribed.list[ghost]), ghost);
          }
        }
      }
    }
  }
}

TEST(GhostVertices, ThereAreNoneWherePeersShareNothing) {
  PeerGhosts peer;
  peer.subscribed = PeerGhosts::Subscribed::kList;
  EXPECT_TRUE(peer.is_empty());
  EXPECT_EQ(pack_ghosts(peer, 4, [](std::size_t) { return ~std::uint64_t{0}; }, {}), 0U);
}

}  // namespace
}  // namespace strider::detail
