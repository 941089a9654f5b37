#include "model/set_bytes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "strider/array.hpp"

namespace strider::model {
namespace {

using comm::Encoding;

/// The members of a random set: gaps between them are geometric.
std::vector<std::uint32_t> draw(std::uint32_t universe, double density, std::mt19937_64& random) {
  std::geometric_distribution<std::uint64_t> gap(density);
  std::vector<std::uint32_t> ids;
  for (std::uint64_t id = gap(random); id < universe; id += 1 + gap(random)) {
    ids.push_back(static_cast<std::uint32_t>(id));
  }
  return ids;
}

/// Mean bytes of so many messages that encode() writes.
double mean_bytes(std::uint32_t universe, double density, Encoding encoding, int messages) {
  std::mt19937_64 random(universe);
  Array<std::byte> to(comm::bound(universe, encoding) + 8);
  std::size_t bytes = 0;
  for (int i = 0; i < messages; ++i) {
    bytes += comm::encode(draw(universe, density, random), universe, encoding, to.span());
  }
  return static_cast<double>(bytes) / messages;
}

TEST(SetBytes, AreThoseOfEncodedSets) {
  for (const std::uint32_t universe : {1000U, 4096U, 65536U, 1U << 18U}) {
    for (const double density : {0.5, 0.2, 0.13, 0.125, 0.12, 0.1, 0.03, 0.01, 1e-3, 1e-4}) {
      for (const Encoding encoding : {Encoding::kAuto, Encoding::kThreshold, Encoding::kList,
                                      Encoding::kBitmap, Encoding::kVarint}) {
        const double members = universe * density;
        if (members < 0.5) continue;
        // So many that their mean is known within one per cent.
        const int messages = 10 + static_cast<int>(20000 / members);
        const double counted = mean_bytes(universe, density, encoding, messages);
        EXPECT_NEAR(set_bytes(universe, density, encoding), counted, 0.02 * counted)
            << universe << " " << density << " " << static_cast<int>(encoding);
      }
    }
  }
}

TEST(SetBytes, OfNoneAndOfAll) {
  EXPECT_EQ(set_bytes(4096, 0), 0);
  EXPECT_EQ(set_bytes(0, 0.5), 0);
  EXPECT_NEAR(set_bytes(4096, 1), 513, 0.01);
  EXPECT_NEAR(set_bytes(4096, 1, Encoding::kList), 4 * 4096 + 1, 0.01);
  EXPECT_NEAR(probability_nonempty(64, 1.0 / 64), 1 - std::exp(-1.0), 0.01);
  EXPECT_EQ(probability_nonempty(64, 1), 1);
}

}  // namespace
}  // namespace strider::model
