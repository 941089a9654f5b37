#include <gtest/gtest.h>

#include "strider/error.hpp"
#include "strider/io.hpp"
#include "support/compare_graphs.hpp"
#include "support/temporary_folder.hpp"

namespace strider {
namespace {

TEST(NativeWeights, OfUndirectedEdgesMustAgreeAtBothEnds) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("g.strider");
  const AnyGraph any = build_any_graph(test::random_list(50, 200, Directedness::kUndirected));
  const Graph& graph = topology(any);
  write_native(WeightedGraph<double>(graph, Array<double>(graph.num_arcs(), 1.0)), path);
  EXPECT_NO_THROW(verify_native(path));
  Array<double> weights(graph.num_arcs(), 1.0);
  weights[3] = 2;
  write_native(WeightedGraph<double>(graph, std::move(weights)), path);
  EXPECT_THROW(verify_native(path), InputError);
}

}  // namespace
}  // namespace strider
