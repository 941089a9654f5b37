// The benchmark on a device.
#include "graph500/device.hpp"

#include <gtest/gtest.h>

#include <string>

#include "strider/error.hpp"
#include "support/test_device.hpp"

namespace strider {
namespace {

TEST(Graph500OnDevice, FindsWhatTheHostFinds) {
  for (const int scale : {8, 10}) {
    const Graph500Options options{.scale = scale, .roots = 6, .threads = 1};
    const Graph500Report host = run_graph500(options);
    for (const DeviceBfsMethod method :
         {DeviceBfsMethod::kAuto, DeviceBfsMethod::kTwc, DeviceBfsMethod::kDirectionOptimizing}) {
      const Graph500Report report = run_graph500(options, test::test_device(), {.method = method});
      EXPECT_TRUE(report.validated);
      EXPECT_TRUE(report.passed());
      EXPECT_EQ(report.device, test::test_device().name());
      EXPECT_EQ(report.num_edges, host.num_edges);
      ASSERT_EQ(report.bfs.searches.size(), host.bfs.searches.size());
      for (std::size_t i = 0; i < host.bfs.searches.size(); ++i) {
        const Graph500Search& search = report.bfs.searches[i];
        const Graph500Search& expected = host.bfs.searches[i];
        EXPECT_EQ(search.root, expected.root);
        EXPECT_EQ(search.reached, expected.reached);
        EXPECT_EQ(search.vertices_per_level, expected.vertices_per_level);
        EXPECT_EQ(search.edges_traversed, expected.edges_traversed);
        EXPECT_EQ(search.edges_validated, expected.edges_traversed);
        EXPECT_GT(search.seconds, 0);
      }
    }
  }
}

TEST(Graph500OnDevice, TakesTheLayoutThatItsMethodUses) {
  const auto layout_of = [](LayoutChoice layout, DeviceBfsMethod method) {
    const Graph500Options options{.scale = 6, .roots = 1, .threads = 1, .layout = layout};
    return run_graph500(options, test::test_device(), {.method = method}).layout;
  };
  EXPECT_EQ(layout_of(LayoutChoice::kByGraph, DeviceBfsMethod::kAuto), Layout::kDegree);
  EXPECT_EQ(layout_of(LayoutChoice::kNone, DeviceBfsMethod::kAuto), Layout::kNone);
  EXPECT_EQ(layout_of(LayoutChoice::kByGraph, DeviceBfsMethod::kPersistent), Layout::kNone);
  EXPECT_THROW((void)layout_of(LayoutChoice::kLocality, DeviceBfsMethod::kAuto), UsageError);
}

TEST(Graph500OnDevice, FindsTheShortestPathsOfTheHost) {
  for (const Graph500Kernels kernels : {Graph500Kernels::kSssp, Graph500Kernels::kBoth}) {
    const Graph500Options options{.scale = 8, .roots = 3, .kernels = kernels, .threads = 1};
    const Graph500Report host = run_graph500(options);
    // Bounds are not the benchmark's: they are not looked at.
    const Graph500Report report =
        run_graph500(options, test::test_device(), {}, {.cutoff = 0, .target = 1});
    EXPECT_TRUE(report.validated && report.passed());
    EXPECT_EQ(report.sssp_layout, SsspLayout::kNone);
    EXPECT_EQ(report.bfs.searches.size(), host.bfs.searches.size());
    ASSERT_EQ(report.sssp.searches.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) {
      const Graph500Search& search = report.sssp.searches[i];
      const Graph500Search& expected = host.sssp.searches[i];
      EXPECT_EQ(search.root, expected.root);
      EXPECT_EQ(search.reached, expected.reached);
      EXPECT_EQ(search.edges_traversed, expected.edges_traversed);
      EXPECT_EQ(search.edges_validated, expected.edges_traversed);
      EXPECT_GT(search.seconds, 0);
    }
  }
}

TEST(Graph500OnDevice, RefusesWhatDoesNotFit) {
  const Device device = test::test_device({.memory_bytes = 1000});
  EXPECT_THROW((void)run_graph500({.scale = 8, .roots = 1}, device, {}), MemoryError);
}

}  // namespace
}  // namespace strider
