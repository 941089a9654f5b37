// Components on the cores of one machine, at several thread counts.
#include <gtest/gtest.h>

#include "base/parallel.hpp"
#include "conformance/components.hpp"
#include "strider/error.hpp"

namespace strider::test {
namespace {

FoundComponents find_by(int threads, const Graph& graph) {
  return to_found(components(graph, {.threads = threads}));
}

TEST(ComponentsOnTheHost, RefuseAbsurdThreads) {
  EXPECT_THROW((void)components(Graph(), {.threads = -1}), UsageError);
}

// A caller's own parallel region leaves a search fewer threads than it asks for.
TEST(ComponentsOnTheHost, InsideAParallelRegion) {
  for (const int threads : {1, 2, 5}) {
    parallel_region(2, [&](int, int) {
      expect_components(random_component_graphs(300),
                        [&](const Graph& graph) { return find_by(threads, graph); });
    });
  }
}

}  // namespace

std::vector<ComponentsPlace> components_places() {
  std::vector<ComponentsPlace> places;
  for (const int threads : {1, 2, 5}) {
    places.push_back({.name = std::to_string(threads) + "_threads",
                      .find = [=](const Graph& graph) { return find_by(threads, graph); },
                      .random = {1, 8, 50, 700, 5000, 100'000},
                      .kronecker_scale = 16});
  }
  return places;
}

}  // namespace strider::test
