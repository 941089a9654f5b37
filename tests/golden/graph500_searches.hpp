// The benchmark's searches as an independent program found them: tests/data/graph500.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "graph500/graph500.hpp"

namespace strider::test {

struct ExpectedSearch {
  GlobalVertex root;
  std::uint64_t reached;
  EdgeIndex edges_traversed;
  std::vector<std::uint64_t> vertices_per_level;
};

inline std::vector<ExpectedSearch> expected_searches(int scale) {
  std::ifstream file(STRIDER_TEST_DATA "/graph500/bfs-scale" + std::to_string(scale) + ".tsv");
  std::string line;
  std::getline(file, line);
  std::vector<ExpectedSearch> searches;
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    ExpectedSearch search{};
    std::size_t key = 0;
    std::size_t levels = 0;
    fields >> key >> search.root >> search.reached >> search.edges_traversed >> levels;
    EXPECT_EQ(key, searches.size());
    std::uint64_t vertices = 0;
    while (fields >> vertices) {
      search.vertices_per_level.push_back(vertices);
      fields.ignore(1, ',');
    }
    EXPECT_EQ(search.vertices_per_level.size(), levels);
    searches.push_back(std::move(search));
  }
  return searches;
}

/// Compares searches of kernel 2 one by one.
inline void expect_golden(const std::vector<Graph500Search>& searches,
                          const std::vector<ExpectedSearch>& expected) {
  ASSERT_EQ(searches.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const Graph500Search& found = searches[k];
    EXPECT_EQ(found.root, expected[k].root) << "key " << k;
    EXPECT_EQ(found.reached, expected[k].reached) << "key " << k;
    EXPECT_EQ(found.edges_traversed, expected[k].edges_traversed) << "key " << k;
    EXPECT_EQ(found.vertices_per_level, expected[k].vertices_per_level) << "key " << k;
    for (const std::string& violation : found.violations) ADD_FAILURE() << violation;
  }
}

/// Compares searches of kernel 3 from the first keys: they reach what those of kernel 2 do.
inline void expect_golden_paths(const std::vector<Graph500Search>& searches,
                                const std::vector<ExpectedSearch>& expected, std::size_t keys) {
  ASSERT_EQ(searches.size(), keys);
  for (std::size_t k = 0; k < keys; ++k) {
    EXPECT_EQ(searches[k].root, expected[k].root) << "key " << k;
    EXPECT_EQ(searches[k].reached, expected[k].reached) << "key " << k;
    EXPECT_EQ(searches[k].edges_traversed, expected[k].edges_traversed) << "key " << k;
    for (const std::string& violation : searches[k].violations) ADD_FAILURE() << violation;
  }
}

}  // namespace strider::test
