// Sets of all densities that encodings are tried on.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace strider::test {

struct IdSet {
  std::string name;
  std::uint32_t universe = 0;
  std::vector<std::uint32_t> ids;

  [[nodiscard]] std::vector<std::uint64_t> words() const {
    std::vector<std::uint64_t> bits((universe + std::size_t{63}) / 64);
    for (const std::uint32_t id : ids) bits[id / 64] |= std::uint64_t{1} << (id % 64);
    return bits;
  }
};

/// Each id with that probability.
inline IdSet random_set(std::uint32_t universe, double density, unsigned seed) {
  IdSet set{"random, density " + std::to_string(density) + " of " + std::to_string(universe),
            universe,
            {}};
  std::mt19937 random(seed);
  std::bernoulli_distribution member(density);
  for (std::uint32_t id = 0; id < universe; ++id) {
    if (member(random)) set.ids.push_back(id);
  }
  return set;
}

inline std::vector<IdSet> id_sets() {
  std::vector<IdSet> sets = {
      {"nothing of nothing", 0, {}},
      {"nothing", 100, {}},
      {"the only id", 1, {0}},
      {"the first", 1000, {0}},
      {"the last", 1000, {999}},
      {"both ends", 65, {0, 64}},
      {"gaps of 127, 128 and 16384", 20000, {127, 256, 16641}},
      {"the largest universe", 4294967295U, {0, 1, 268435457, 2415919104, 4294967294U}},
  };
  for (const std::uint32_t universe : {1U, 63U, 64U, 65U, 128U, 1000U, 65536U}) {
    for (const double density : {0.0005, 0.01, 0.03, 0.1, 0.124, 0.2, 0.5, 1.0}) {
      sets.push_back(random_set(universe, density, universe));
    }
  }
  return sets;
}

}  // namespace strider::test
